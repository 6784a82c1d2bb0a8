"""The API as documents for programs: OpenAPI for HTTP, JSON Schema for the WebSocket."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sirocco import __version__
from sirocco.server import messages as m

ONE: Final = "/api/matches/{match}"
Row = tuple[str, str, str, Any, Any, int, tuple[str, ...]]
ROUTES: Final[tuple[Row, ...]] = (
    ("get", "/api/games", "games", None, list[m.GameOut], 200, ()),
    ("get", "/api/rules/{game}", "rules", None, list[m.RuleOut], 200, ("q",)),
    ("get", "/api/rules/{game}/{rule}", "rule", None, m.RuleOut, 200, ()),
    ("get", "/api/matches", "matches", None, list[m.MatchOut], 200, ()),
    ("post", "/api/matches", "make", m.NewMatch, m.Made, 201, ()),
    ("post", "/api/matches/mine", "mine", m.Mine, list[m.MineOut], 200, ()),
    ("post", "/api/records", "upload", "text/plain", m.Uploaded, 201, ("title",)),
    ("post", f"{ONE}/join", "join", m.Join, m.Token, 200, ()),
    ("post", f"{ONE}/renew", "renew", None, m.Token, 200, ()),
    ("get", f"{ONE}/table", "table", None, m.Table, 200, ("since",)),
    ("get", f"{ONE}/view", "view", None, m.ViewOut, 200, ("since",)),
    ("get", f"{ONE}/history", "history", None, m.Table, 200, ("upto", "at", "seat", "since")),
    ("post", f"{ONE}/act", "act", m.Act, m.Table, 200, ("since",)),
    ("post", f"{ONE}/undo", "undo", m.AtVersion, m.Table, 200, ()),
    ("post", f"{ONE}/resign", "resign", m.AtVersion, m.Table, 200, ()),
    ("post", f"{ONE}/draw", "draw", m.AtVersion, m.Table, 200, ()),
    ("post", f"{ONE}/takeback", "takeback", m.AtVersion, m.Table, 200, ()),
    ("post", f"{ONE}/branch", "branch", m.Branch, m.Made, 201, ()),
    ("put", f"{ONE}/orders", "orders", m.Orders, None, 204, ()),
    ("get", f"{ONE}/notice", "notice", None, m.NoticeOut, 200, ()),
    ("put", f"{ONE}/notice", "wantNotice", m.NoticeIn, m.NoticeOut, 200, ()),
    ("post", f"{ONE}/chat", "chat", m.Say, None, 204, ()),
    ("get", f"{ONE}/notes", "notes", None, m.Notes, 200, ()),
    ("put", f"{ONE}/notes", "writeNotes", m.Notes, None, 204, ()),
    ("post", f"{ONE}/why", "why", m.Ask, m.WhyOut, 200, ("seat",)),
    ("post", f"{ONE}/preview", "preview", m.Preview, m.PreviewOut, 200, ("seat",)),
    ("post", f"{ONE}/look", "look", m.Ask, m.TextOut, 200, ("seat",)),
    ("get", f"{ONE}/record", "record", None, "text/plain", 200, ()),
    ("get", f"{ONE}/board", "board", None, m.BoardOut, 200, ()),
    ("get", f"{ONE}/picture.svg", "picture", None, "image/svg+xml", 200, ("seat",)),
)
NUMBERS: Final = ("since", "upto", "at")
ERRORS: Final = {
    "400": "not a message",
    "403": "the token does not hold the seat",
    "404": "there is no such thing",
    "409": "refused by the rules, or the table has changed since",
    "413": "too large",
    "429": "too many requests",
    "503": "it could not be stored; nothing was changed",
}


def openapi() -> dict[str, Any]:
    """The HTTP API as an OpenAPI document."""
    kinds = [kind for row in ROUTES for kind in row[3:5] if kind and not isinstance(kind, str)]
    schemas, parts = msgspec.json.schema_components(
        [*kinds, m.RefusedOut], ref_template="#/components/schemas/{name}"
    )
    found = dict(zip([*map(repr, kinds), "refused"], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for row in ROUTES:
        paths.setdefault(row[1], {})[row[0]] = _operation(row, found)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sirocco", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(row: Row, schemas: dict[str, Any]) -> dict[str, Any]:
    _, path, name, wanted, given, status, queries = row
    inside = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    parameters = [
        {"name": each, "in": "path", "required": True, "schema": {"type": "string"}}
        for each in inside
    ]
    for each in queries:
        kind: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
        kind = kind if each in NUMBERS else {"type": "string", "maxLength": m.LONGEST_NAME}
        parameters.append({"name": each, "in": "query", "required": False, "schema": kind})
    answer: dict[str, Any] = {"description": "done"}
    if isinstance(given, str):
        answer["content"] = {given: {"schema": {"type": "string"}}}
    elif given is not None:
        answer["content"] = {"application/json": {"schema": schemas[repr(given)]}}
    bad = {"application/json": {"schema": schemas["refused"]}}
    out: dict[str, Any] = {
        "operationId": name,
        "parameters": parameters,
        "responses": {
            str(status): answer,
            **{code: {"description": words, "content": bad} for code, words in ERRORS.items()},
        },
    }
    if ONE in path:
        out["security"] = [{"seat": []}, {}]
    if wanted is not None:
        content: dict[str, Any] = {wanted: {"schema": {"type": "string"}}}
        if not isinstance(wanted, str):
            content = {"application/json": {"schema": schemas[repr(wanted)]}}
        out["requestBody"] = {"required": True, "content": content}
    return out


def websocket() -> dict[str, Any]:
    """The messages of the WebSocket as a JSON Schema: to the server, and from it."""
    kinds = (m.Hello, m.SocketAct, m.Table, m.ViewOut, m.RefusedOut)
    schemas, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of a Sirocco WebSocket",
        "$defs": {
            **parts,
            "first": schemas[0],
            "toServer": schemas[1],
            "fromServer": {"anyOf": list(schemas[2:])},
        },
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("first", "toServer", "fromServer")],
    }
