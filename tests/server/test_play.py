"""Matches through the real server, on both databases."""

from __future__ import annotations

import json
import random
import threading
import time
from typing import Any

from sirocco.games import game
from sirocco.kernel.match import Match
from sirocco.kernel.record import Record
from sirocco.server.database import LINES, MATCHES
from tests.server.served import Client, Served


def play_on(seats: list[Client], choice: random.Random, most: int) -> int:
    """Random actions of people until the match is over or so many have been played."""
    for number in range(most):
        asked = False
        for seat in seats:
            table = seat.table()
            if table["outcome"]:
                return number
            if table["offers"]:
                action = choice.choice(table["offers"])["action"]
                answer = seat.act(table, action=action)
                assert answer.status_code == 200, answer.text
                asked = True
                break
        assert asked
    return most


def test_a_match_is_made_played_and_ended(served: Served) -> None:
    seats = served.make()
    red, blue, watch = seats["red"], seats["blue"], seats["watch"]
    play_on([red, blue], random.Random(1), 130)
    assert red.get("record").status_code == 409
    table = blue.table()
    end = blue.post("resign", {"version": table["version"]}).json()
    assert end["outcome"] == {"winners": ["red"], "reason": "blue has resigned"}
    assert watch.table()["outcome"] == red.table()["outcome"] == end["outcome"]
    assert red.table()["offers"] == []
    record = Record.parse(watch.get("record").text)
    replayed = Match.replay(game("victory"), record)
    assert len(record.entries) == 132 and replayed.outcome is not None
    with served.server.database.look() as db:
        row = db.execute(MATCHES.select()).one()
        line = db.execute(LINES.select().where(LINES.c.serial == row.serial)).one()
    assert line.state == game("victory").pack(replayed.state)
    assert row.over and record.headers.sealed and record.rolls > 0


def test_a_line_of_several_actions_is_one_line_to_take_back(served: Served) -> None:
    red = served.make()["red"]
    before = red.table()
    after = red.act(before, line="raise IN raise AR").json()
    assert after["can_undo"] and after["version"] == before["version"] + 1
    back = red.post("undo", {"version": after["version"]}).json()
    assert [back[k] for k in ("status", "offers", "pieces")] == [
        before[k] for k in ("status", "offers", "pieces")
    ]
    assert not back["can_undo"]
    assert red.post("undo", {"version": back["version"]}).status_code == 409
    again = red.act(back, line="raise IN").json()
    red.post("resign", {"version": again["version"]})
    record = Record.parse(red.get("record").text)
    assert [entry.text for entry in record.entries[1:]] == ["raise IN", "resign"]


def test_refusals_have_a_reason_and_change_nothing(served: Served) -> None:
    seats = served.make()
    red = seats["red"]
    table = red.table()
    refused = red.act(table, line="done")
    assert refused.status_code == 409
    assert refused.json()["error"] == "refused" and refused.json()["reason"]
    assert red.act(table, line="raise IN raise XX").status_code == 409
    assert red.table() == table
    why = red.post("why", {"line": "deploy AR1"}).json()
    assert not why["allowed"] and why["reason"]
    assert red.post("why", {"line": "raise IN"}).json()["allowed"]


def test_what_was_decided_on_an_older_table_is_stale(served: Served) -> None:
    red = served.make()["red"]
    table = red.table()
    assert red.act(table, line="raise IN").status_code == 200
    again = red.act(table, line="raise IN")
    assert again.status_code == 409 and again.json()["error"] == "stale"
    assert again.json()["version"] == red.table()["version"]


def test_hidden_actions_change_nothing_for_the_other_seat(served: Served) -> None:
    seats = served.make()
    red, blue, watch = seats["red"], seats["blue"], seats["watch"]
    before = blue.get("table").content, watch.get("table").content
    assert red.act(red.table(), line="raise IN raise AR").status_code == 200
    assert (blue.get("table").content, watch.get("table").content) == before


def test_the_past_is_shown_as_the_seat_saw_it(served: Served) -> None:
    red = served.make()["red"]
    seen = [red.table()]
    for line in ("raise IN", "raise AR", "raise FA"):
        seen.append({**red.act(seen[-1], line=line).json()})
    for table in seen:
        past = red.get(f"history?upto={table['version']}").json()
        assert {**past, "can_undo": False} == {**table, "can_undo": False}
    assert red.get("history?upto=99").status_code == 404


def test_watchers_get_every_line_once_over_lost_connections(served: Served) -> None:
    seats = served.make()
    red, blue = seats["red"], seats["blue"]
    choice = random.Random(3)
    got: list[Any] = []
    for _ in range(3):
        with red.watching(got[-1]["n"] if got else 0) as live:
            for _ in range(14):
                play_on([red, blue], choice, 1)
            version = red.table()["version"]
            while True:
                table = json.loads(live.recv(timeout=30))
                got += table["log"]
                if table["version"] == version:
                    break
        play_on([red, blue], choice, 5)
    with red.watching(got[-1]["n"]) as live:
        got += json.loads(live.recv(timeout=30))["log"]
    assert got == red.table()["log"] and len(got) > 10
    assert [line["n"] for line in got] == list(range(1, len(got) + 1))


def test_actions_on_the_socket(served: Served) -> None:
    red = served.make()["red"]
    with red.watching() as live:
        table = json.loads(live.recv(timeout=30))
        live.send(json.dumps({"type": "act", "version": table["version"], "line": "raise IN"}))
        after = json.loads(live.recv(timeout=30))
        assert after["type"] == "table" and after["version"] == table["version"] + 1
        live.send(json.dumps({"type": "act", "version": table["version"], "line": "raise IN"}))
        assert json.loads(live.recv(timeout=30))["error"] == "stale"
        live.send(json.dumps({"type": "act", "version": after["version"], "line": "done"}))
        assert json.loads(live.recv(timeout=30))["error"] == "refused"
        live.send("{")
        assert json.loads(live.recv(timeout=30))["error"] == "bad request"


def test_open_seats_chat_notes_and_renewed_tokens(served: Served) -> None:
    seats = served.make(seats={"blue": "open"}, title="An evening")
    red, nobody = seats["red"], seats["nobody"]
    assert "blue" not in seats
    listed = nobody.http.get("/api/matches").json()
    assert [each["title"] for each in listed] == ["An evening"]
    token = nobody.post("join", {"seat": "blue", "name": "<b>Bo</b>"}).json()["token"]
    assert nobody.post("join", {"seat": "blue", "name": "Eve"}).status_code == 409
    blue = served.client(red.match, token)
    assert blue.table()["seat"] == "blue" and red.table()["seats"][1]["label"] == "<b>Bo</b>"
    assert blue.post("chat", {"text": "to all", "to": "all"}).status_code == 204
    assert blue.post("chat", {"text": "to us", "to": "side"}).status_code == 204
    assert blue.post("chat", {"text": "again"}).status_code == 204
    assert [(c["n"], c["text"]) for c in red.table()["chat"]] == [(1, "to all"), (2, "again")]
    assert len(blue.table()["chat"]) == 3 and len(nobody.table()["chat"]) == 2
    put = blue.http.put(f"/api/matches/{blue.match}/notes", json={"notes": "mine"})
    assert put.status_code == 204 and blue.get("notes").json() == {"notes": "mine"}
    assert red.get("notes").json() == {"notes": ""}
    fresh = served.client(red.match, blue.post("renew", {}).json()["token"])
    assert fresh.table()["seat"] == "blue" and blue.get("table").status_code == 403


def test_a_draw_is_agreed(served: Served) -> None:
    seats = served.make()
    for name in ("red", "blue"):
        seat = seats[name]
        assert seat.post("draw", {"version": seat.table()["version"]}).status_code == 200
    assert seats["red"].table()["outcome"] == {"winners": [], "reason": "all agreed on a draw"}


def test_the_computer_plays_its_seat(served: Served) -> None:
    red = served.make(seats={"blue": "computer:cadet"})["red"]
    until = time.monotonic() + 60
    while not any("blue has chosen" in line["text"] for line in red.table()["log"]):
        assert time.monotonic() < until, "the computer does not play"
        time.sleep(0.05)
    assert red.table()["offers"]


def test_a_decision_of_the_computer_is_taken_up_after_a_restart(url: str) -> None:
    with Served(url) as first:
        first.server.thinking.look_at = lambda match: None  # it never gets round to it
        red = first.make(seats={"blue": "computer:random"})["red"]
        match, token = red.match, red.token
        assert first.server.store.archive.due() == [match]
    with Served(url) as second:
        red = second.client(match, token)
        until = time.monotonic() + 60
        while not any("blue has chosen" in line["text"] for line in red.table()["log"]):
            assert time.monotonic() < until, "the computer does not go on"
            time.sleep(0.05)


def test_two_servers_on_one_database_serve_one_match(url: str) -> None:
    with Served(url) as one, Served(url) as other:
        seats = one.make()
        red = seats["red"]
        blue = other.client(red.match, seats["blue"].token)
        choice = random.Random(5)
        with blue.watching() as live:
            first = json.loads(live.recv(timeout=30))
            play_on([red, blue], choice, 60)
            if one.server.database.postgres:  # woken from the other process
                version = blue.table()["version"]
                while first["version"] != version:
                    first = json.loads(live.recv(timeout=30))
        assert red.table()["status"]
        red.post("resign", {"version": red.table()["version"]})
        Match.replay(game("victory"), Record.parse(blue.get("record").text))


def test_two_servers_disagree_about_nothing(url: str) -> None:
    """Both seats act at once, each at another server: none of what is told is ever undone."""
    with Served(url) as one, Served(url) as other:
        seats = one.make(options={"layout": "1,2", "limit": 3})
        clients = {
            name: [each.client(seats[name].match, seats[name].token) for each in (one, other)]
            for name in ("red", "blue")
        }
        acknowledged: list[int] = []

        def play(name: str, seed: int) -> None:
            choice = random.Random(seed)
            for _ in range(60):
                client = choice.choice(clients[name])
                table = client.table()
                if table["outcome"]:
                    return
                if table["offers"]:
                    action = choice.choice(table["offers"])["action"]
                    answer = choice.choice(clients[name]).act(table, action=action)
                    assert answer.status_code in (200, 409), answer.text
                    if answer.status_code == 200:
                        acknowledged.append(seed)

        threads = [
            threading.Thread(target=play, args=(name, seed))
            for seed, name in enumerate(("red", "blue", "red", "blue"))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        last = clients["red"][0]
        assert last.table() == clients["red"][1].table()
        record = one.server.store.archive.whole(last.match)
        assert len(record.entries) - 1 == len(acknowledged) > 20
        Match.replay(game("victory"), record)
