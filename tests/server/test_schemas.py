"""The documents for programs are valid, up to date and complete; the example bot plays."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from openapi_spec_validator import validate
from starlette.routing import Route

from sirocco.server.schemas import openapi, websocket
from tests.server.served import Served

ROOT = Path(__file__).resolve().parent.parent.parent


def stored(name: str) -> Any:
    return json.loads((ROOT / "docs" / "api" / name).read_text(encoding="utf-8"))


def bot() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bot", ROOT / "examples" / "bot.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_documents_are_those_of_the_server() -> None:
    """If this fails: python tools/openapi.py"""
    assert stored("openapi.json") == json.loads(json.dumps(openapi()))
    assert stored("websocket.json") == json.loads(json.dumps(websocket()))


def test_the_documents_are_valid() -> None:
    validate(stored("openapi.json"))
    Draft202012Validator.check_schema(stored("websocket.json"))


def test_every_route_is_in_the_document(served: Served) -> None:
    routes = {
        (method.lower(), route.path)
        for route in served.server.routes()
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in (route.methods or ())
        if method != "HEAD"
    }
    paths = stored("openapi.json")["paths"]
    assert routes == {(method, path) for path, found in paths.items() for method in found}


def test_messages_fit_their_schemas(served: Served) -> None:
    red = served.make()["red"]
    live = stored("websocket.json")
    check = Draft202012Validator({**live, "anyOf": [{"$ref": "#/$defs/fromServer"}]})
    with red.watching() as socket:
        check.validate(json.loads(socket.recv(timeout=30)))
        socket.send("{")
        check.validate(json.loads(socket.recv(timeout=30)))
    assert not check.is_valid({"type": "table"})
    parts = stored("openapi.json")
    for path, kind in (("/api/games", "GameOut"), (f"/api/matches/{red.match}/board", "BoardOut")):
        found = red.http.get(path).json()
        schema = {**parts, "$ref": f"#/components/schemas/{kind}"}
        Draft202012Validator(schema).validate(found[0] if isinstance(found, list) else found)


def test_the_example_bot_plays(served: Served) -> None:
    seats = served.make(seats={"blue": "computer:random"})
    red = seats["red"]
    table = bot().play(f"http://127.0.0.1:{served.port}", red.match, red.token, 25)
    assert "error" not in table and len(red.table()["log"]) > 1
    assert len((ROOT / "examples" / "bot.py").read_text().splitlines()) <= 60
