"""Between the rows of the database and a match of the kernel.

A row has the packed state and the end of the record, so that an action costs the same early and
late in a game; the whole record is put together from the lines when somebody asks for it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from sirocco.draw.picture import telling_of
from sirocco.games import game as game_of
from sirocco.kernel import agreement
from sirocco.kernel.chance import Roll
from sirocco.kernel.events import Event
from sirocco.kernel.frames import asked_of
from sirocco.kernel.headers import Headers
from sirocco.kernel.match import Match
from sirocco.kernel.record import Entry, Record
from sirocco.kernel.sealed import Chain, Sealed

WATCHING: Final = -1
"""The seat of those who only watch."""


class Kept(NamedTuple):
    """An entry of the record without its text: enough to go on behind it."""

    number: int
    seat: str
    text: str
    line: int
    bodies: int
    head: bytes


class Written(NamedTuple):
    """An action with its rolls, as the lines of the database keep it."""

    seat: str
    text: str
    rolls: list[Roll]


_KEPT: Final = msgspec.msgpack.Decoder(list[Kept])
_WRITTEN: Final = msgspec.msgpack.Decoder(list[Written])
pack: Final = msgspec.msgpack.Encoder().encode


@lru_cache(maxsize=1024)
def _chains(secrets: str) -> tuple[str, dict[str, Chain]]:
    """The chains of all parties: this server holds every one of them."""
    data = json.loads(secrets)
    game = str(data["game"])
    return game, {
        party: Chain(game, party, bytes.fromhex(kept["secret"]), kept["length"])
        for party, kept in data["chains"].items()
    }


@lru_cache(maxsize=1024)
def _headers(opening: str) -> Headers:
    return Record.parse(opening).headers


def resume(row: Any) -> Match:
    """The match of a row, ready for the next action."""
    game = game_of(row.game)
    record = Record(_headers(row.opening))
    record.entries = []
    rolls, kept = msgspec.msgpack.decode(row.tail, type=tuple[int, list[Kept]])
    record.rolls = rolls
    for each in kept:
        entry = Entry(each.number, each.seat, each.text, each.line, b"")
        entry.bodies = [""] * each.bodies
        entry.heads = [each.head]
        record.entries.append(entry)
    id, chains = _chains(row.secrets)
    chance = Sealed(id, chains, rolls)
    return Match.resume(game, game.unpack(row.state), record, chance, row.resigned)


def look(row: Any, state: bytes, tail: bytes) -> Match:
    """The match of a row as it stood after an earlier line."""
    return resume(_Past(row.game, row.opening, row.secrets, state, tail, 0))


class _Past(NamedTuple):
    game: str
    opening: str
    secrets: str
    state: bytes
    tail: bytes
    resigned: int


def tail_of(record: Record) -> bytes:
    """The last action and what was said after it."""
    first = len(record.entries) - 1
    while first and record.entries[first].text in agreement.WORDS:
        first -= 1
    kept = [
        Kept(e.number, e.seat, e.text, e.line, len(e.bodies), e.heads[-1])
        for e in record.entries[first:]
    ]
    return pack((record.rolls, kept))


def written(entries: Sequence[Entry]) -> bytes:
    """Actions for a line of the database."""
    return pack([Written(entry.seat, entry.text, entry.rolls) for entry in entries])


def whole_record(row: Any, lines: Sequence[Any]) -> Record:
    """The record of a match from its lines; what was taken back is not in it."""
    live: list[Written] = []
    for line in lines:
        if line.back:
            del live[-line.back :]
        live += _WRITTEN.decode(line.entries)
    record = Record.parse(row.opening)
    for each in live:
        record.add(each.seat, each.text)
        for roll in each.rolls:
            record.add_roll(roll)
    if row.over and record.headers.sealed:
        id, chains = _chains(row.secrets)
        record.close(Sealed(id, chains).deck_key())
    return record


# What a seat is shown


def seen(match: Match, seat: int) -> bytes:
    """A hash of all that a seat is shown: it changes when there is something new to see."""
    end = match.outcome
    told: list[Any] = [None if end is None else (end.winners, end.reason)]
    if seat == WATCHING:
        told += public_asks(match)
    else:
        ask = asked_of(match.state, seat)
        told.append([(d.seat, d.topic, d.prompt) for d in match.pending_for(seat)])
        told.append(repr(ask.choices) if ask is not None else "")
        told.append(match.view(seat))
    return hashlib.sha256(pack(told)).digest()


def public_asks(match: Match) -> list[str]:
    """The seats of which everybody at the table may know that they must choose."""
    told = [{d.seat for d in match.pending_for(seat)} for seat in range(len(match.seats))]
    return [name for name in match.seats if all(name in each for each in told)]


class News(NamedTuple):
    """A line of the log, and what it looks like on the map as JSON."""

    text: str
    shows: str = ""


def news(match: Match, events: Sequence[Event], seat: int) -> list[News]:
    """New lines of the log, as a seat may read them; those who watch read what all may read."""
    seats = range(len(match.seats)) if seat == WATCHING else (seat,)
    lines = []
    for event in events:
        if all(event.audience >> each & 1 for each in seats):
            told = {match.told(event, each) for each in seats}
            if len(told) == 1:
                lines += [News(line, shown_by(match, event)) for line in told if line]
    return lines


def shown_by(match: Match, event: Event) -> str:
    """What an event looks like on the map, for those who may see it."""
    found = telling_of(match.state.board).shows(event, match.state.board)
    return "" if found is None else msgspec.json.encode(found).decode()
