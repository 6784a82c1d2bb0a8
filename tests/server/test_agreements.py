"""What people arrange beside the rules: clocks, taking back, standing orders, what if, records."""

from __future__ import annotations

import json
import random
import time
from typing import Any

from websockets.sync.client import connect

from sirocco.games import game
from sirocco.kernel.match import Match
from sirocco.kernel.record import Record
from sirocco.server.database import MATCHES
from sirocco.verify import verify
from tests.server.served import Client, Served
from tests.server.test_play import play_on


def position(table: dict[str, Any]) -> dict[str, Any]:
    return {name: table[name] for name in ("status", "offers", "pieces", "places", "asks")}


# Taking back by agreement


def test_both_agree_to_take_back_behind_dice(served: Served) -> None:
    seats = served.make(options={"layout": "1,2", "limit": 9})
    red, blue = seats["red"], seats["blue"]
    play_on([red, blue], random.Random(1), 60)
    before: dict[str, Any] = {}
    choice = random.Random(2)
    seat = red
    for _ in range(300):  # until somebody has rolled
        seat = red if red.table()["offers"] else blue
        before = seat.table()
        after = seat.act(before, action=choice.choice(before["offers"])["action"]).json()
        if not after["can_undo"]:
            break
    other = blue if seat is red else red
    now = seat.table()
    assert seat.post("undo", {"version": now["version"]}).status_code == 409
    asked = seat.post("takeback", {"version": now["version"]}).json()
    name = asked["seat"]
    assert asked["proposals"] == [{"kind": "takeback", "seats": [name]}]
    again = seat.post("takeback", {"version": asked["version"]})
    assert again.status_code == 409 and "already" in again.json()["reason"]
    theirs = other.table()
    assert theirs["proposals"] == asked["proposals"]
    assert other.post("takeback", {"version": theirs["version"]}).status_code == 200
    back = seat.table()
    assert position(back) == position(before) and back["proposals"] == []
    assert back["log"][-1]["text"] == "All agreed: it is taken back."
    play_on([red, blue], choice, 40)
    red.post("resign", {"version": red.table()["version"]})
    text = red.get("record").text
    verify(text)
    assert " takeback " in text and Match.replay(game("victory"), Record.parse(text)).outcome


def test_an_action_turns_a_takeback_down_and_strangers_cannot_ask(served: Served) -> None:
    seats = served.make()
    red, blue = seats["red"], seats["blue"]
    assert red.post("takeback", {"version": red.table()["version"]}).status_code == 409
    play_on([red, blue], random.Random(3), 20)
    assert red.post("takeback", {"version": red.table()["version"]}).status_code == 200
    play_on([red, blue], random.Random(4), 1)
    assert blue.table()["proposals"] == []
    for name in ("watch", "nobody"):
        answer = seats[name].post("takeback", {"version": seats[name].table()["version"]})
        assert answer.status_code == 403


def test_a_computer_player_lets_one_take_back(served: Served) -> None:
    red = served.make(seats={"blue": "computer:random"})["red"]
    table = red.table()
    table = red.act(table, line="raise IN").json()
    now = red.table()
    back = red.post("takeback", {"version": now["version"]})
    assert back.status_code == 200, back.text
    assert "All agreed: it is taken back." in [line["text"] for line in red.table()["log"]]


# Clocks


def test_clocks_run_and_the_time_of_one_who_does_nothing_is_up(served: Served) -> None:
    seats = served.make(clock={"main": 10, "more": 5})
    red, blue = seats["red"], seats["blue"]
    first = red.table()
    assert [(c["seat"], c["left"]) for c in first["clocks"]] == [("red", 10.0), ("blue", 10.0)]
    mine = next(c for c in first["clocks"] if c["seat"] == "red")
    assert mine["since"] is not None
    after = red.act(first, line="raise IN").json()
    left = next(c for c in after["clocks"] if c["seat"] == "red")["left"]
    assert 10 < left <= 15
    # Let time go by without waiting for it.
    rooms = served.server.rooms._held
    rooms[red.match].room.clock.since -= 11
    rooms[red.match].room.clock.left[0] += 1000
    with served.server.database.change() as db:
        db.execute(MATCHES.update().values(flag_at=time.time() - 0.5))
    until = time.monotonic() + 20
    while blue.table()["outcome"] is None:
        assert time.monotonic() < until, "nobody looks at the clock"
        time.sleep(0.05)
    assert red.table()["outcome"] == {"winners": ["red"], "reason": "blue has resigned"}
    assert any("time of blue is up" in line["text"] for line in red.table()["log"])


def test_a_match_without_a_clock_and_bad_clocks(served: Served) -> None:
    assert served.make()["red"].table()["clocks"] == []
    post = served.client().http.post
    for clock in ({"main": 1}, {"main": 10**9}, {"main": -5}, {"main": "x"}, {"more": 5}, 7):
        answer = post("/api/matches", json={"game": "victory", "clock": clock})
        assert answer.status_code == 400


def test_clocks_survive_a_restart(url: str) -> None:
    with Served(url) as first:
        red = first.make(clock={"main": 600, "more": 0})["red"]
        before = red.table()["clocks"]
    with Served(url) as second:
        assert second.client(red.match, red.token).table()["clocks"] == before


# Standing orders


def test_a_standing_order_answers_for_its_seat(served: Served) -> None:
    seats = served.make(options={"layout": "1,2", "limit": 4})
    red, blue = seats["red"], seats["blue"]
    assert [o["given"] for o in blue.table()["orders"]] == [False]
    for seat in (red, blue):
        path = f"/api/matches/{seat.match}/orders"
        assert seat.http.put(path, json={"orders": ["no-response"]}).status_code == 204
        assert seat.http.put(path, json={"orders": ["none such"]}).status_code == 409
    assert [o["given"] for o in blue.table()["orders"]] == [True]
    choice = random.Random(6)
    for _ in range(500):
        if red.table()["outcome"]:
            break
        for seat in (red, blue):
            table = seat.table()
            mine = [ask["prompt"] for ask in table["asks"] if ask["mine"]]
            assert not any("in response" in prompt.lower() for prompt in mine), mine
            if table["offers"]:
                action = choice.choice(table["offers"])["action"]
                assert seat.act(table, action=action).status_code == 200
                break
    red.post("resign", {"version": red.table()["version"]})
    record = Record.parse(red.get("record").text)
    Match.replay(game("victory"), record)


# What if


def test_what_if_goes_on_in_private_as_the_seat_may_know_it(served: Served) -> None:
    seats = served.make(options={"layout": "1,2", "limit": 9})
    red, blue = seats["red"], seats["blue"]
    play_on([red, blue], random.Random(5), 80)
    past = red.get(f"history?upto={red.table()['version'] - 3}").json()
    made = red.post("branch", {"version": past["version"], "seats": {"blue": "computer:random"}})
    assert made.status_code == 201, made.text
    found = made.json()
    assert set(found["seats"]) == {"red"} and found["match"] != red.match
    mine = served.client(found["match"], found["seats"]["red"])
    table = mine.table()
    assert (table["pieces"], table["places"]) == (past["pieces"], past["places"])
    assert table["title"].startswith("What if")
    listed = [each["match"] for each in mine.http.get("/api/matches").json()]
    assert found["match"] not in listed
    mine.post("resign", {"version": mine.table()["version"]})
    answer = mine.get("record")
    assert answer.status_code == 409 and "branch" in answer.json()["reason"]
    for name in ("watch", "nobody"):
        assert seats[name].post("branch", {"version": 1}).status_code == 403
    assert blue.post("branch", {"version": past["version"], "seat": "red"}).status_code == 403
    assert red.post("branch", {"version": 10**6}).status_code == 404
    assert red.table()["outcome"] is None


def test_the_computer_plays_on_in_a_branch(served: Served) -> None:
    red = served.make()["red"]
    version = red.table()["version"]
    found = red.post("branch", {"version": version, "seats": {"blue": "computer:random"}}).json()
    mine = served.client(found["match"], found["seats"]["red"])
    until = time.monotonic() + 60
    while not any("blue has chosen" in line["text"] for line in mine.table()["log"]):
        assert time.monotonic() < until, "the computer does not play"
        time.sleep(0.05)


# Records


def finished(served: Served, seed: int = 7) -> dict[str, Client]:
    seats = served.make()
    play_on([seats["red"], seats["blue"]], random.Random(seed), 90)
    red = seats["red"]
    red.post("resign", {"version": red.table()["version"]})
    return seats


def test_a_finished_match_is_shown_to_everybody_line_by_line(served: Served) -> None:
    seats = finished(served)
    red, nobody = seats["red"], seats["nobody"]
    version = red.table()["version"]
    for upto in (1, version // 2, version):
        own = red.get(f"history?upto={upto}").json()
        theirs = nobody.get(f"history?upto={upto}&seat=red").json()
        assert position(own) == position(theirs) and theirs["version"] == upto
    at = nobody.get("history?at=40&seat=blue").json()
    assert at["seat"] == "blue" and at["version"] <= version
    assert nobody.get("history?at=99999&seat=blue").json()["outcome"]
    assert nobody.get("history?at=4&seat=green").status_code == 409
    assert nobody.get("picture.svg?seat=red").status_code == 200
    running = served.make()
    play_on([running["red"], running["blue"]], random.Random(1), 10)
    for what in ("history?at=4&seat=blue", "history?upto=1&seat=blue", "picture.svg?seat=blue"):
        for name in ("red", "watch", "nobody"):
            assert running[name].get(what).status_code == 403, (what, name)
    assert running["blue"].get("history?upto=1&seat=blue").status_code == 200


def test_a_record_is_brought_and_looked_at(served: Served) -> None:
    seats = finished(served)
    red = seats["red"]
    text = red.get("record").text
    post = served.client().http.post
    made = post("/api/records?title=An old game", content=text.encode())
    assert made.status_code == 201, made.text
    shown = served.client(made.json()["match"])
    assert shown.get("record").text == text
    end = shown.get("history?at=99999&seat=red").json()
    assert end["title"] == "An old game"
    assert position(end) == position(red.get(f"history?upto={red.table()['version']}").json())
    for at in (0, 17, 55):
        mine = red.get(f"history?at={at}&seat=red").json()
        theirs = shown.get(f"history?at={at}&seat=red").json()
        assert position(theirs) == position(mine)
        assert [e["text"] for e in theirs["log"]] == [e["text"] for e in mine["log"]]
    branch = shown.post("branch", {"version": end["version"] - 1, "seat": "red"})
    assert branch.status_code == 201, branch.text
    assert shown.post("join", {"seat": "red", "name": "Eve"}).status_code == 409
    assert shown.act({"version": end["version"]}, line="done").status_code == 403


def test_bad_records_are_answered_with_a_sentence(served: Served) -> None:
    text = finished(served)["red"].get("record").text
    lines = text.splitlines(keepends=True)
    middle = len(lines) // 2
    bad = [
        b"",
        b"hello",
        b"\xff\xfe",
        "".join(lines[:middle]).encode() + b"x\n",
        text.replace("red: raise", "blue: raise", 1).encode(),
        "".join([*lines[:middle], *lines[middle + 1 :]]).encode(),
        text.replace("game: victory", "game: chess").encode(),
    ]
    post = served.client().http.post
    for body in bad:
        answer = post("/api/records", content=body)
        assert answer.status_code in (400, 409), (body[:50], answer.text)
        assert answer.json()["reason"] and "Traceback" not in answer.text
    assert post("/api/records", content=b"x" * 4_000_001).status_code == 413
    assert post("/api/records?title=" + "x" * 81, content=text.encode()).status_code == 400


# My matches


def test_my_matches(served: Served) -> None:
    one, two = served.make(title="One"), served.make(title="Two")
    play_on([one["red"], one["blue"]], random.Random(2), 3)
    held = [
        {"match": one["red"].match, "token": one["red"].token},
        {"match": two["blue"].match, "token": two["blue"].token},
        {"match": two["blue"].match, "token": one["red"].token},
        {"match": one["red"].match, "token": "wrong"},
        {"match": one["red"].match, "token": ""},
    ]
    found = served.client().http.post("/api/matches/mine", json={"held": held}).json()
    told = {(each["match"]["title"], each["seat"]): each for each in found}
    assert set(told) == {("One", "red"), ("Two", "blue")}
    for each, seat in ((told["One", "red"], one["red"]), (told["Two", "blue"], two["blue"])):
        table = seat.table()
        assert each["asked"] == bool(table["offers"]) and each["version"] == table["version"]
    assert "token" not in json.dumps(found)


# Plain views


def test_programs_may_have_plain_views(served: Served) -> None:
    seats = served.make()
    red, blue = seats["red"], seats["blue"]
    plain = red.get("view").json()
    table = red.table()
    assert plain["type"] == "view" and plain["version"] == table["version"]
    assert [o["action"] for o in plain["offers"]] == [o["action"] for o in table["offers"]]
    assert plain["view"]["side"] == 0 and blue.get("view").json()["view"]["side"] == 1
    assert seats["watch"].get("view").json()["view"] is None
    with connect(f"ws://127.0.0.1:{red.port}/ws/{red.match}", proxy=None) as live:
        live.send(json.dumps({"token": red.token, "plain": True}))
        assert json.loads(live.recv(timeout=30)) == plain
        action = plain["offers"][0]["action"]
        live.send(json.dumps({"type": "act", "version": plain["version"], "action": action}))
        after = json.loads(live.recv(timeout=30))
        assert after["type"] == "view" and after["version"] == plain["version"] + 1
