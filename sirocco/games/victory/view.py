"""What a seat may know, built up from a list of allowed facts.

Of the other side's standing blocks a view has the number in each hex and nothing else; of blocks
that lie face-up (in the battle being fought, Beachheads, blockaders, drops and landings of this
turn) it has all that is on the table.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from operator import attrgetter
from typing import Final

import msgspec

from sirocco.games.victory.state import SETUP, UNIT_MASKS, Victory
from sirocco.games.victory.units import (
    OFF,
    SIDE_MASK,
    SIDE_SIZE,
)
from sirocco.kernel.bits import bits, packed

FACE_MARKS: Final = (
    "at_sea",
    "invading",
    "flying",
    "beach",
    "blockading",
    "grounded",
    "half",
    "acted",
    "aloft",
    "aboard",
)
"""Marks of a face-up block that everybody sees."""


OWN: Final = (1 << SIDE_SIZE) - 1


_MARKS: Final = attrgetter(*UNIT_MASKS)
_FACE_MARKS: Final = attrgetter(*FACE_MARKS)


class Face(msgspec.Struct, frozen=True, array_like=True):
    """A face-up block of the other side."""

    unit: int
    hex: int
    cv: int
    carrier: int
    entry: int
    marks: int


class View(msgspec.Struct, frozen=True):
    """The facts that one side may know."""

    seat: int
    side: int
    terms: str
    board: str
    phase: int
    turn: int
    half_turn: int
    first: int
    active: int
    winner: int
    battle: int
    round: int
    control: tuple[bytes, bytes]
    activated: bytes
    fought: bytes
    bombarded: bytes
    flak: int
    out: bytes
    draft: tuple[int, ...]
    offices: bytes
    # Own blocks; of each mark one mask over them
    where: bytes
    origin: bytes
    cv: bytes
    carrier: bytes
    entry: bytes
    marks: tuple[int, ...]
    port_use: tuple[tuple[int, int], ...]
    plan: tuple[int, ...]
    ready: int
    # The others: the hexes of their blocks in order, a hex as often as it has blocks
    others: bytes
    faces: tuple[Face, ...]

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """The hexes with blocks of the others, each with their number."""
        return tuple(Counter(memoryview(self.others).cast("H")).items())


def view(g: Victory, seat: int) -> View:
    """The facts that a seat may know; allies share all that their side knows."""
    side = g.terms.side_of[seat]
    low, high = side * SIDE_SIZE, (side + 1) * SIDE_SIZE
    theirs = SIDE_MASK[1 - side]
    hidden = g.phase == SETUP and g.terms.simultaneous
    open_faces = g.face_up & theirs
    return View(
        seat,
        side,
        g.terms.key,
        g.board.key,
        g.phase,
        g.turn,
        g.half_turn,
        g.first,
        g.side,
        g.winner,
        g.battle,
        g.round,
        (packed(g.control[0]), packed(g.control[1])),
        packed(g.activated) if g.activated else b"",
        packed(g.fought) if g.fought else b"",
        bytes(g.bombarded),
        g.flak,
        bytes(g.out),
        tuple(g.draft),
        bytes(g.offices),
        g.where[low:high].tobytes(),
        g.origin[low:high].tobytes(),
        bytes(g.cv[low:high]),
        bytes(g.carrier[low:high]),
        bytes(g.entry[low:high]),
        tuple([mask >> low & OWN if mask else 0 for mask in _MARKS(g)]),
        tuple(sorted(g.port_use.items())) if g.side == side else (),
        tuple(g.plans[side]),
        g.ready & g.terms.side_seats[side],
        b"" if hidden else _others(g.where[SIDE_SIZE - low : 2 * SIDE_SIZE - low].tobytes()),
        _faces(g, open_faces) if open_faces else (),
    )


@lru_cache(maxsize=1024)
def _others(where: bytes) -> bytes:
    """The hexes of a side's blocks on the map in order; most stay where they are."""
    there = sorted(array("H", where))
    del there[bisect_left(there, OFF) :]
    return array("H", there).tobytes()


def _faces(g: Victory, units: int) -> tuple[Face, ...]:
    masks = _FACE_MARKS(g)
    out = []
    for u in bits(units):
        marks = 0
        for i, mask in enumerate(masks):
            if mask:
                marks |= (mask >> u & 1) << i
        out.append(Face(u, g.where[u], g.cv[u], g.carrier[u], g.entry[u], marks))
    return tuple(out)
