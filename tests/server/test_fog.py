"""What the server sends to a seat does not change with what is hidden from it."""

from __future__ import annotations

import json
import random

from sirocco.games import game
from sirocco.kernel.chance import Sampled
from sirocco.server.database import LINES, MATCHES
from tests.server.served import Client, Served
from tests.server.test_play import play_on

WORLDS = 4
STRETCHES = 5


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


def sent(seat: Client) -> tuple[bytes, ...]:
    """The bytes of all that a seat can ask for, over both transports."""
    with seat.watching() as live:
        live_table = str(live.recv(timeout=30)).encode()
    whys = [seat.post("why", {"line": line}).content for line in ("done", "move AR1", "pass")]
    asked = [seat.get(what).content for what in ("table", "picture.svg", "board")]
    return (live_table, *asked, *whys)


def test_bytes_do_not_change_with_hidden_facts(served: Served) -> None:
    victory = game("victory")
    seats = served.make()
    red, blue = seats["red"], seats["blue"]
    choice, chance = random.Random(8), Sampled(8)
    differed = 0
    for _ in range(STRETCHES):
        play_on([red, blue], choice, 25)
        true = stored_state(served, red.match)
        for number, seat in enumerate((red, blue)):
            before = sent(seat)
            for _ in range(WORLDS):
                world = victory.pack(victory.resample(victory.unpack(true), number, chance))
                differed += world != true
                swap_state(served, seat.match, world)
                assert sent(seat) == before
            swap_state(served, seat.match, true)
    assert differed > WORLDS * STRETCHES  # the worlds did differ


def test_the_comparison_sees_what_is_not_hidden(served: Served) -> None:
    """The same swap, with something that the seat does know."""
    victory = game("victory")
    red = served.make()["red"]
    before = sent(red)
    state = victory.unpack(stored_state(served, red.match))
    offer = victory.offers(state, 0)[0]
    victory.apply(state, 0, offer.action, Sampled(1))
    swap_state(served, red.match, victory.pack(state))
    assert sent(red) != before


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
