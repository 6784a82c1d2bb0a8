"""What the server sends to a seat does not change with what is hidden from it."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from typing import Any

from sirocco.games import game
from sirocco.kernel.chance import Sampled
from sirocco.server.database import LINES, MATCHES
from tests.server.served import Client, Served
from tests.server.test_play import play_on

WORLDS = 4
TRIES = int(os.environ.get("SIROCCO_FOG_TRIES", "48"))


def stored_state(served: Served, match: str) -> bytes:
    """The state after the last line of a match."""
    query = LINES.select().where(LINES.c.match == match).order_by(LINES.c.serial.desc())
    with served.server.database.look() as db:
        return bytes(db.execute(query.limit(1)).one().state)


def swap_state(served: Served, match: str, state: bytes) -> None:
    """Put another state in place of the last; the new stamp makes the server look again."""
    now = MATCHES.c.id == match
    with served.server.database.change() as db:
        serial = db.execute(MATCHES.select().where(now)).one().serial
        line = (LINES.c.match == match) & (LINES.c.serial == serial)
        db.execute(LINES.update().where(line).values(state=state))
        db.execute(MATCHES.update().where(now).values(stamp=MATCHES.c.stamp + 1))


ALWAYS = ("live", "table", "view")
"""What is compared at every try; of the rest, some."""
SOME = 3


def asks_of(seat: Client, lines: list[str]) -> dict[str, Callable[[], bytes]]:
    """All that a seat can ask for, over both transports."""
    version = seat.table()["version"]

    def live() -> bytes:
        with seat.watching() as socket:
            return str(socket.recv(timeout=60)).encode()

    def post(what: str, message: Any) -> Callable[[], bytes]:
        return lambda: seat.post(what, message).content

    def get(what: str) -> Callable[[], bytes]:
        return lambda: seat.get(what).content

    asks = {"live": live, "wrong": post("act", {"version": version, "line": "nonsense"})}
    for what in ("table", "view", "picture.svg", "board", f"history?upto={version}"):
        asks[what] = get(what)
    for line in lines:
        asks[f"why {line}"] = post("why", {"line": line})
    for word in ("list", "units", "supply"):
        asks[word] = post("look", {"line": word})
    return asks


def test_bytes_do_not_change_with_hidden_facts(served: Served) -> None:
    """SIROCCO_FOG_TRIES says how often, with each of the two databases."""
    victory = game("victory")
    choice, chance = random.Random(TRIES), Sampled(TRIES)
    tries = differed = 0
    while tries < TRIES:
        seats = served.make(options={"layout": "1,2", "limit": 6})
        red, blue = seats["red"], seats["blue"]
        while tries < TRIES and not red.table()["outcome"]:
            play_on([red, blue], choice, choice.randrange(5, 40))
            true = stored_state(served, red.match)
            for number, seat in enumerate((red, blue)):
                lines = [offer["text"] for offer in seat.table()["offers"]] + ["done", "move AR1"]
                lines = choice.sample(lines, 2)
                asks = asks_of(seat, lines)
                before = {name: ask() for name, ask in asks.items()}
                for _ in range(WORLDS):
                    world = victory.pack(victory.resample(victory.unpack(true), number, chance))
                    tries += 1
                    differed += world != true
                    swap_state(served, seat.match, world)
                    rest = choice.sample([name for name in asks if name not in ALWAYS], SOME)
                    for name in (*ALWAYS, *rest):
                        assert asks[name]() == before[name], name
                swap_state(served, seat.match, true)
    print(f"{tries} tries, {differed} other worlds, 0 differences")
    assert differed > tries // 2  # the worlds did differ


def test_the_comparison_sees_what_is_not_hidden(served: Served) -> None:
    """The same swap, with something that the seat does know."""
    victory = game("victory")
    red = served.make()["red"]
    asks = asks_of(red, ["done"])
    before = {name: ask() for name, ask in asks.items()}
    state = victory.unpack(stored_state(served, red.match))
    offer = victory.offers(state, 0)[0]
    victory.apply(state, 0, offer.action, Sampled(1))
    swap_state(served, red.match, victory.pack(state))
    assert all(asks[name]() != before[name] for name in ALWAYS)


def test_those_who_watch_see_no_position(served: Served) -> None:
    seats = served.make()
    play_on([seats["red"], seats["blue"]], random.Random(2), 60)
    for name in ("watch", "nobody"):
        table = seats[name].table()
        assert table["seat"] is None and table["you"] is None
        assert not any(table[part] for part in ("offers", "pieces", "spoken", "places", "status"))
        assert seats[name].get("picture.svg").status_code == 403
        assert seats[name].post("why", {"line": "done"}).status_code == 403
    told = {line["text"] for line in seats["watch"].table()["log"]}
    for name in ("red", "blue"):
        assert told <= {line["text"] for line in seats[name].table()["log"]}
    assert json.dumps(sorted(told)).count("raise") == 0
