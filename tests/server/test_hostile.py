"""What strangers may send, and what they get for it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from sirocco.server.guards import HEADERS, LARGEST
from sirocco.web import STATIC, static_file
from tests.server.served import QUICK, Served

BODIES: tuple[bytes, ...] = (
    b"",
    b"{",
    b"null",
    b"[]",
    b"\xff\xfe",
    b"[" * 50_000,
    b'{"version": -1, "action": 1}',
    b'{"version": 1e99, "action": 1}',
    b'{"version": 1, "action": 1, "line": "done"}',
    b'{"version": 1}',
    b'{"version": 1, "line": ""}',
    b'{"version": 1, "line": 5}',
    b'{"version": 1, "action": 1, "more": 1}',
    b'{"version": 99999999999999999999999999, "action": 1}',
)
ACTIONS: tuple[dict[str, Any], ...] = (
    {"action": 0},
    {"action": 2**40},
    {"action": 2047},
    {"line": "raise \u0000"},
    {"line": "raise " * 60},
    {"line": "\u202e\U0001f600"},
    {"line": "'; DROP TABLE matches; --"},
    {"line": "undo"},
    {"line": "__class__"},
)


def test_garbage_is_answered_and_changes_nothing(served: Served) -> None:
    red = served.make()["red"]
    before = red.get("table").content
    for body in BODIES:
        answer = red.http.post(f"/api/matches/{red.match}/act", content=body)
        assert answer.status_code == 400, (body[:40], answer.text)
        assert set(answer.json()) >= {"error", "reason"}
    table = red.table()
    for what in ACTIONS:
        answer = red.act(table, **what)
        assert answer.status_code == 409, (what, answer.text)
    assert red.get("table").content == before


def test_large_bodies_are_refused(served: Served) -> None:
    red = served.make()["red"]
    big = b'{"notes": "' + b"x" * LARGEST + b'"}'
    answer = red.http.put(f"/api/matches/{red.match}/notes", content=big)
    assert answer.status_code == 413
    assert red.post("chat", {"text": "x" * 1001}).status_code == 400
    assert red.post("chat", {"text": "a\x00b"}).status_code == 409
    for title in ("x" * 81, "a\nb"):
        made = red.http.post("/api/matches", json={**QUICK, "title": title})
        assert made.status_code in (400, 409)


def test_wrong_tokens_read_and_write_nothing(served: Served) -> None:
    seats = served.make(options={"layout": "1,2"})
    other = served.make()["red"]
    red = seats["red"]
    version = red.table()["version"]
    before = red.get("table").content
    for token in ("x", other.token, red.token[:-1], red.token + "x", red.token.swapcase()):
        thief = served.client(red.match, token)
        for what in ("table", "notes", "picture.svg", "board", "history?upto=1"):
            assert thief.get(what).status_code == 403, (token, what)
        for what, message in (
            ("act", {"version": version, "line": "raise IN"}),
            ("undo", {"version": version}),
            ("resign", {"version": version}),
            ("draw", {"version": version}),
            ("chat", {"text": "hello"}),
            ("why", {"line": "raise IN"}),
            ("renew", {}),
        ):
            assert thief.post(what, message).status_code == 403, (token, what)
    for name in ("watch", "nobody"):
        spectator = seats[name]
        assert spectator.act({"version": version}, line="raise IN").status_code == 403
        assert spectator.post("resign", {"version": version}).status_code == 403
        assert spectator.post("chat", {"text": "hello"}).status_code == 403
        assert spectator.get("notes").status_code == 403
    for bad in ("Basic abc", "Bearer", "Bearer "):
        answer = red.http.get(
            f"/api/matches/{red.match}/table", headers={"authorization": bad.strip()}
        )
        assert answer.status_code == 403
    assert red.get("table").content == before


def test_paths_lead_nowhere_else(served: Served) -> None:
    client = served.client()
    for path in (
        "/../pyproject.toml",
        "/%2e%2e/%2e%2e/pyproject.toml",
        "/assets/%2e%2e/%2e%2e/__init__.py",
        "/match/..%2f..%2f..%2fetc/passwd",
        "/assets/..%5c..%5cx",
        "/%00",
        "/api/nothing",
        "/api/matches/%2e%2e/table",
        "/api/matches/none/table",
        "/api/rules/none",
        "/api/rules/victory/none",
        "/api/rules/..%2fvictory/V-4.0-a",
    ):
        answer = client.http.get(path)
        assert answer.status_code == 404, (path, answer.text[:80])
    for path in ("../__init__.py", "../../cli/main.py", "/etc/passwd", "a\x00b", "..\\x", ""):
        assert static_file(path) is None
    assert STATIC.name == "static"


def test_every_answer_is_armoured(served: Served) -> None:
    red = served.make()["red"]
    paths = ("/api/games", f"/api/matches/{red.match}/table", "/nothing", "/api/matches/x/table")
    for path in paths:
        answer = red.http.get(path)
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert "server" not in answer.headers or "uvicorn" in answer.headers["server"]
        assert "set-cookie" not in answer.headers
    assert "http:" not in HEADERS["content-security-policy"]
    assert red.http.get("/api/games").headers["content-type"] == "application/json"


def test_bad_matches_are_refused(served: Served) -> None:
    post = served.client().http.post
    for wanted in (
        {"game": "chess"},
        {"game": "../victory"},
        {**QUICK, "scenario": "none"},
        {**QUICK, "options": {"limit": "many"}},
        {**QUICK, "options": {"nothing": 1}},
        {**QUICK, "options": {"layout": "9,9"}},
        {**QUICK, "options": {"limit": -5}},
        {**QUICK, "options": {"limit": 10**30}},
        {**QUICK, "seats": {"green": "person"}},
        {**QUICK, "seats": {"red": "computer:none"}},
        {**QUICK, "seats": {"red": "robot"}},
        {**QUICK, "title": 5},
        {},
    ):
        answer = post("/api/matches", json=wanted)
        assert answer.status_code in (400, 409), (wanted, answer.text)


def test_limits_on_matches_and_rates(url: str) -> None:
    with Served(url, most_matches=2, rate=0.001, burst=8) as served:
        client = served.client()
        codes = [client.http.post("/api/matches", json=QUICK).status_code for _ in range(3)]
        assert codes == [201, 201, 409]
        codes = [client.http.get("/api/games").status_code for _ in range(7)]
        assert codes[0] == 200 and codes[-1] == 429


@pytest.mark.parametrize(
    "first", ["", "{", "[]", '{"token": 5}', '{"token": "wrong", "since": 0}', "x" * (LARGEST + 9)]
)
def test_bad_greetings_end_the_socket(served: Served, first: str) -> None:
    red = served.make()["red"]
    live = connect(f"ws://127.0.0.1:{red.port}/ws/{red.match}", proxy=None)
    with live, pytest.raises(ConnectionClosed):
        live.send(first)
        told = json.loads(live.recv(timeout=30))
        assert told["error"] == "forbidden"
        live.recv(timeout=30)
    assert red.table()["version"] == 1


def test_pages_of_other_hosts_open_no_socket(served: Served) -> None:
    red = served.make()["red"]
    address = f"ws://127.0.0.1:{red.port}/ws/{red.match}"
    evil, own = Origin("https://evil.example"), Origin(f"http://127.0.0.1:{red.port}")
    with pytest.raises(InvalidStatus), connect(address, proxy=None, origin=evil):
        pass
    with connect(address, proxy=None, origin=own) as live:
        live.send("{}")
        assert json.loads(live.recv(timeout=30))["type"] == "table"


def test_pages_of_other_hosts_cannot_act(served: Served) -> None:
    red = served.make()["red"]
    before = red.get("table").content
    version = red.table()["version"]
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{red.port + 1}", "x"):
        headers = {"origin": origin}
        for path, message in (
            ("/api/matches", QUICK),
            (f"/api/matches/{red.match}/act", {"version": version, "line": "raise IN"}),
            (f"/api/matches/{red.match}/renew", {}),
        ):
            answer = red.http.post(path, json=message, headers=headers)
            assert answer.status_code == 403, (origin, path)
            assert answer.headers["x-content-type-options"] == "nosniff"
    own = {"origin": f"http://127.0.0.1:{red.port}"}
    assert red.http.post("/api/matches", json=QUICK, headers=own).status_code == 201
    assert red.get("table").content == before
    assert "access-control-allow-origin" not in answer.headers


def test_markup_of_people_stays_text(served: Served) -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    seats = served.make(title=evil, seats={"blue": "open"})
    red, nobody = seats["red"], seats["nobody"]
    nobody.post("join", {"seat": "blue", "name": evil})
    assert red.post("chat", {"text": evil}).status_code == 204
    table = red.get("table")
    assert table.headers["content-type"] == "application/json"
    assert table.json()["title"] == table.json()["chat"][0]["text"] == evil
    picture = red.get("picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<script" not in picture.text and "onerror" not in picture.text
    assert "script-src 'self';" in picture.headers["content-security-policy"]


def test_a_request_sent_twice_is_carried_out_once(served: Served) -> None:
    red = served.make()["red"]
    version = red.table()["version"]
    message = {"version": version, "line": "raise IN"}
    codes = [red.post("act", message).status_code for _ in range(5)]
    assert codes == [200, 409, 409, 409, 409]
    assert red.table()["version"] == version + 1


def test_chat_has_an_end(served: Served) -> None:
    red = served.make()["red"]
    held = served.server.rooms._held[red.match].room
    held.counts[-1] = 4_999
    assert red.post("chat", {"text": "the last"}).status_code == 204
    assert red.post("chat", {"text": "too much"}).status_code == 409


def test_what_cannot_be_stored_is_not_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database refuses: the answer says so, and the match is as it was."""
    red = served.make()["red"]
    before = red.get("table").content
    scribe = served.server.scribe

    def fail(changes: object) -> bool:
        raise OSError("the disk is full")

    monkeypatch.setattr(scribe, "_write", fail)
    answer = red.act(red.table(), line="raise IN")
    assert answer.status_code == 503 and answer.json()["error"] == "broken"
    assert red.get("table").content == before
    monkeypatch.undo()
    assert red.act(red.table(), line="raise IN").status_code == 200
