"""Records that people bring: checked and played again step by step, in a process of their own."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final, NamedTuple

from sirocco.games import game as game_of
from sirocco.kernel.match import Match
from sirocco.kernel.record import Record, RecordError
from sirocco.kernel.refusal import Refused
from sirocco.server import ledger
from sirocco.server.clock import Clock
from sirocco.server.ledger import WATCHING
from sirocco.server.room import Change, Room, Seat
from sirocco.verify import verify

LARGEST_RECORD: Final = 4_000_000
"""Bytes of a record."""
MOST_ACTIONS: Final = 20_000


class Reading(NamedTuple):
    """A record as rows of the database."""

    change: Change


def read(text: str, title: str) -> Reading:
    """The rows of a record; what cannot be used is refused in one sentence."""
    try:
        record = Record.parse(text)
        if record.headers.sealed:
            verify(text)
        return Reading(_rows(record, text, title))
    except (RecordError, ValueError) as bad:
        raise Refused(f"This record cannot be used: {bad}") from None


def _rows(record: Record, text: str, title: str) -> Change:
    if len(record.entries) > MOST_ACTIONS:
        raise Refused(f"A record has at most {MOST_ACTIONS} actions here.")
    game = game_of(record.headers.game)
    steps = Match.retrace(game, record)
    match = next(steps)
    row: dict[str, Any] = {
        "id": secrets.token_urlsafe(12),
        "game": game.id,
        "title": title or game.title,
        "scenario": record.headers.scenario,
        "opening": Record(record.headers).text(),
        "secrets": "",
        "origin": text,
        "created": time.time(),
        "serial": 0,
        "stamp": -1,
        "clock": Clock(0, 0, 0).pack(),
    }
    sides = game.sides(match.state)
    seats = [Seat(WATCHING, "", -1, "watch", b"")]
    for number, name in enumerate(match.seats):
        seats.append(Seat(number, name, sides[number], "record", b""))
    room = Room(row, match, seats)
    whole = room.first_line(row["created"])
    for entry, _ in zip(record.entries[1:], steps, strict=False):
        change = room.repeat(match.seat(entry.seat), ledger.written([entry]))
        whole.lines.extend(change.lines)
        whole.news.extend(change.news)
        whole.row.update(change.row)
    whole.row.update({name: value for name, value in row.items() if name not in whole.row})
    whole.row.update(stamp=0, over=True, thinking=False, reason=room.reason or "a record")
    return whole
