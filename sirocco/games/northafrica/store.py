"""States as bytes, and back."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

import msgspec

from sirocco.games.northafrica.board import NONE, board_by_key
from sirocco.games.northafrica.powers import NOBODY, SIDE
from sirocco.games.northafrica.state import FREE, MARKS, SLOTS, NorthAfrica, note_kind
from sirocco.games.northafrica.terms import terms_from_key
from sirocco.kernel.bits import packed, unpacked
from sirocco.kernel.frames import pack_stack
from sirocco.kernel.lower import frames_of
from sirocco.kernel.stored import restored

FORMAT: Final = 2
_FRAMES: Final = frames_of("sirocco.games.northafrica")
_UNIT_FIELDS: Final = ("kind", "owner", "where", "used", "target")
NUMBERS: Final = (
    "phase",
    "stage",
    "round",
    "power",
    "winner",
    "level",
    "events",
    "present",
    "bid",
    "bidder",
    "wanted",
    "points",
    "bought",
    "staged",
    "bank",
    "paid",
    "battle",
    "combat_round",
    "combat_step",
    "main",
    "raided",
    "legs",
    "scored",
    "committed",
    "disagreed",
)
SPACE_SETS: Final = ("friendly", "barred", "held", "landings", "laid")
TABLES: Final = (
    "afloat",
    "fresh_afloat",
    "escaped_afloat",
    "land_mines",
    "sea_mines",
    "closed",
    "arrows",
    "tracks",
)


class Packed(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """The stored form of a state. Units are stored up to the last slot in use."""

    format: int
    terms: str
    board: str
    swapped: bool
    numbers: list[int]
    units: list[bytes]
    marks: list[tuple[int, bytes]]
    spaces: list[bytes]
    control: bytes
    supply: bytes
    hauled: bytes
    tables: list[list[tuple[int, bytes]]]
    box: tuple[bytes, bytes, bytes]
    hits: bytes
    answers: list[int]
    stack: list[Any]


_GET_MARKS: Final = attrgetter(*MARKS)
_GET_NUMBERS: Final = attrgetter(*NUMBERS)
_DECODER: Final = msgspec.msgpack.Decoder(Packed)
_ENCODE: Final = msgspec.msgpack.Encoder().encode


def pack(g: NorthAfrica) -> bytes:
    """Equal states give equal bytes."""
    last = (g.owned[0] | g.owned[1] | g.owned[2] | g.owned[3]).bit_length()
    return _ENCODE(
        Packed(
            FORMAT,
            g.terms.key,
            g.board.key,
            g.swapped,
            list(_GET_NUMBERS(g)),
            [bytes(getattr(g, name)[:last]) for name in _UNIT_FIELDS],
            [(i, packed(mask)) for i, mask in enumerate(_GET_MARKS(g)) if mask],
            [packed(getattr(g, name)) for name in SPACE_SETS],
            bytes(g.control),
            bytes(g.supply),
            bytes(g.hauled),
            [[(k, packed(t[k])) for k in sorted(t)] for t in _tables(g)],
            (bytes(g.ones), bytes(g.fives), bytes(g.bonus_points)),
            bytes(g.hits).rstrip(b"\0"),
            g.answers,
            pack_stack(g.stack),
        )
    )


def _tables(g: NorthAfrica) -> list[dict[int, int]]:
    return [getattr(g, name) for name in TABLES]


def unpack(data: bytes) -> NorthAfrica:
    """The state behind the bytes; damaged or foreign ones are refused."""
    return restored(data, "North Africa", FORMAT, _DECODER.decode, _state)


def _state(p: Packed) -> NorthAfrica:
    g = NorthAfrica(terms_from_key(p.terms), board_by_key(p.board))
    g.swapped = p.swapped
    for name, number in zip(NUMBERS, p.numbers, strict=True):
        setattr(g, name, number)
    for name, row in zip(_UNIT_FIELDS, p.units, strict=True):
        if len(row) > SLOTS:
            raise ValueError("it has more units than there are")
        field: bytearray = getattr(g, name)
        field[: len(row)] = row
    for i, mask in p.marks:
        setattr(g, MARKS[i], unpacked(mask))
    for name, mask in zip(SPACE_SETS, p.spaces, strict=True):
        setattr(g, name, unpacked(mask))
    if not len(p.control) == len(p.supply) == len(p.hauled) == g.board.size:
        raise ValueError("it has not one entry for each space")
    g.control[:] = p.control
    g.supply[:] = p.supply
    g.hauled[:] = p.hauled
    for name, rows in zip(TABLES, p.tables, strict=True):
        setattr(g, name, {k: unpacked(v) for k, v in rows})
    g.ones, g.fives, g.bonus_points = (bytearray(row) for row in p.box)
    if len(p.hits) > len(g.hits):
        raise ValueError("it has hits of unknown classes")
    g.hits[: len(p.hits)] = p.hits
    g.answers = p.answers
    g.stack = _FRAMES.unpack_stack(p.stack)
    rebuild_indexes(g)
    return g


def rebuild_indexes(g: NorthAfrica) -> None:
    """Rebuild what is kept up to date in play."""
    at, owned, kinds_at, aimed = g.at, g.owned, g.kinds_at, g.aimed
    bit = 1
    for kind, owner, where, target in zip(g.kind, g.owner, g.where, g.target, strict=True):
        if kind != FREE:
            at[where] |= bit
            owned[owner] |= bit
            kinds_at[kind] |= bit
            if target != NONE:
                aimed[target] = aimed.get(target, 0) | bit
        bit <<= 1
    for power, units in enumerate(owned):
        g.sides[SIDE[power]] |= units
    for kind, units in enumerate(kinds_at):
        if units:
            note_kind(g, kind, units)
    for s, power in enumerate(g.control):
        if power != NOBODY:
            g.flags[power] |= 1 << s
