"""Between the rows of the database and a match of the kernel.

A line has the packed state and the end of the record, so that an action costs the same early and
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
from sirocco.kernel.chance import Recorder, Recording, Roll, Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.frames import asked_of
from sirocco.kernel.headers import Headers
from sirocco.kernel.match import Decision, Match
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


@lru_cache(maxsize=2048)
def _chains(secrets: str) -> tuple[str, dict[str, Chain]]:
    """The chains of all parties, which this server holds; a match is read more than once."""
    data = json.loads(secrets)
    game = str(data["game"])
    return game, {
        party: Chain(game, party, bytes.fromhex(kept["secret"]), kept["length"])
        for party, kept in data["chains"].items()
    }


@lru_cache(maxsize=1024)
def _headers(opening: str) -> Headers:
    return Record.parse(opening).headers


class Tail(NamedTuple):
    """Where a record stands: enough to go on behind it."""

    rolls: int
    resigned: int
    turned: int
    kept: list[Kept]


_TAIL: Final = msgspec.msgpack.Decoder(Tail)


def resume(game: str, opening: str, state: bytes, tail: bytes, secrets: str = "") -> Match:
    """A match as it stood after a line: to look at, or with the secrets of its dice to go on."""
    found = game_of(game)
    record = Record(_headers(opening))
    rolls, resigned, turned, kept = _TAIL.decode(tail)
    record.entries = []
    record.rolls = rolls
    for each in kept:
        entry = Entry(each.number, each.seat, each.text, each.line, b"")
        entry.bodies = [""] * each.bodies
        entry.heads = [each.head]
        record.entries.append(entry)
    chance: Recorder = Recording(Sampled(0))
    if secrets:
        id, chains = _chains(secrets)
        chance = Sealed(id, chains, rolls)
    return Match.resume(found, found.unpack(state), record, chance, resigned, turned)


def tail_of(match: Match) -> bytes:
    """The last action and what was said after it."""
    entries = match.records.entries
    first = len(entries) - 1
    while first and agreement.said(entries[first].text):
        first -= 1
    kept = [
        Kept(e.number, e.seat, e.text, e.line, len(e.bodies), e.heads[-1]) for e in entries[first:]
    ]
    return pack(Tail(match.records.rolls, match.resigned, match.turned, kept))


def written(entries: Sequence[Entry]) -> bytes:
    """Actions for a line of the database."""
    return pack([Written(entry.seat, entry.text, entry.rolls) for entry in entries])


class Actions(NamedTuple):
    """What a line of the database holds."""

    number: int
    plays: bool
    """Whether one of them is an action of the game, not a word of the table."""


def actions_in(entries: bytes) -> Actions:
    found = _WRITTEN.decode(entries)
    return Actions(len(found), any(not agreement.said(each.text) for each in found))


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
    if row.over and record.headers.sealed and row.secrets:
        record.close(Sealed.restore(row.secrets).deck_key())
    return record


# What a seat is shown


class Sight:
    """What the seats of a match see, worked out once for a position."""

    __slots__ = ("match", "end", "agreed", "asks", "views")

    def __init__(self, match: Match) -> None:
        seats = range(len(match.seats))
        self.match = match
        self.end = match.outcome
        self.agreed = match.for_draw, match.for_back
        self.asks = [match.pending_for(seat) for seat in seats]
        self.views = [match.view(seat) for seat in seats]

    def seen(self, seat: int) -> bytes:
        """A hash of all that a seat is shown: it changes when there is something new to see."""
        end = self.end
        told: list[Any] = [None if end is None else (end.winners, end.reason), self.agreed]
        if seat == WATCHING:
            told += self.public_asks()
        else:
            ask = asked_of(self.match.state, seat)
            told.append([(d.seat, d.topic, d.prompt) for d in self.asks[seat]])
            told.append(repr(ask.choices) if ask is not None else "")
            told.append(self.views[seat])
        return hashlib.sha256(pack(told)).digest()

    def public_asks(self) -> list[str]:
        """The seats of which everybody at the table may know that they must choose."""
        return _in_all(self.match.seats, self.asks)


def public_asks(match: Match) -> list[str]:
    """The seats of which everybody at the table may know that they must choose."""
    return _in_all(match.seats, [match.pending_for(seat) for seat in range(len(match.seats))])


def _in_all(names: Sequence[str], asks: Sequence[Sequence[Decision]]) -> list[str]:
    told = [{decision.seat for decision in each} for each in asks]
    return [name for name in names if all(name in each for each in told)]


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
