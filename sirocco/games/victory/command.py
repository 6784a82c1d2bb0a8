"""Who commands what: seats of a side by front (8.4) or by arm (8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sirocco.games.victory.state import Victory
from sirocco.games.victory.terms import ADMIRAL, AIR_MARSHAL, GENERAL, POLITICIAN
from sirocco.games.victory.units import AIR_MASK, ARM, ARMY_MASK, KIND, NAVAL_MASK, SIDE_MASK
from sirocco.games.victory.verbs import ACTIVATE, CITY, DONE
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import lowest, mask_of

HEX_VERBS: Final = (ACTIVATE, CITY)
"""Verbs about a hex, open to every seat of a side."""
ALL_BLOCKS: Final = AIR_MASK | NAVAL_MASK | ARMY_MASK
OFFICE_OF_ARM: Final = (AIR_MARSHAL, ADMIRAL, GENERAL)
NO_OFFICE: Final = 0xFF
_ARM_OF_OFFICE: Final = {GENERAL: ARMY_MASK, ADMIRAL: NAVAL_MASK, AIR_MARSHAL: AIR_MASK}


def seats_of(g: Victory, side: int) -> list[int]:
    """The seats of a side, in order."""
    return g.terms.seat_lists[side]


def holder(g: Victory, side: int, office: int) -> int:
    """The seat that holds an office (V-8.5-a); the General's deputy is the first seat."""
    return _holder(g.offices, seats_of(g, side), office)


def _holder(offices: bytes | bytearray, seats: Sequence[int], office: int) -> int:
    for seat in seats:
        if offices[seat] == office:
            return seat
    return seats[0]


def seat_of(g: Victory, side: int, u: int = -1) -> int:
    """The seat that commands a block (V-8.4-g, V-8.5-b); without a block, the side's first seat."""
    duty = g.terms.duty
    if duty == "all":
        return side
    seats = g.terms.side_seats[side]
    if duty == "fronts":
        if side == 1 and u >= 0 and g.front >> u & 1:
            return seats.bit_length() - 1
        return lowest(seats)
    return holder(g, side, GENERAL if u < 0 else OFFICE_OF_ARM[ARM[KIND[u]]])


def command_of(g: Victory, seat: int) -> int:
    """The blocks that a seat commands."""
    side = g.terms.side_of[seat]
    duty = g.terms.duty
    if duty == "all":
        return SIDE_MASK[side]
    if duty == "fronts":
        if side == 0:
            return SIDE_MASK[0]
        east = seat == g.terms.side_seats[1].bit_length() - 1
        return SIDE_MASK[1] & (g.front if east else ~g.front)
    return _arms_of(bytes(g.offices), tuple(seats_of(g, side)), side, seat)


@lru_cache(maxsize=512)
def _arms_of(offices: bytes, seats: tuple[int, ...], side: int, seat: int) -> int:
    """The blocks of the arms whose office a seat holds (V-8.5-b)."""
    out = 0
    for office, arm in _ARM_OF_OFFICE.items():
        if _holder(offices, seats, office) == seat:
            out |= SIDE_MASK[side] & arm
    return out


def commands(g: Victory, side: int) -> tuple[tuple[int, int], ...]:
    """The seats of a side, each with the blocks that it commands."""
    seats = seats_of(g, side)
    if g.terms.duty == "arms":
        return _by_arm(bytes(g.offices), tuple(seats), side)
    return tuple([(seat, command_of(g, seat)) for seat in seats])


@lru_cache(maxsize=512)
def _by_arm(offices: bytes, seats: tuple[int, ...], side: int) -> tuple[tuple[int, int], ...]:
    return tuple([(seat, _arms_of(offices, seats, side, seat)) for seat in seats])


def planner_seats(g: Victory, side: int) -> int:
    """The seats that take part in a side's production (V-8.5-d), as a mask."""
    if g.terms.duty == "arms":
        for seat in seats_of(g, side):
            if g.offices[seat] == POLITICIAN:
                return 1 << seat
    return g.terms.side_seats[side]


def deciders(g: Victory, side: int, arms: int) -> int:
    """The seats of a side that decide about blocks of these arms (V-8.5-b), as a mask."""
    if g.terms.duty != "arms":
        return g.terms.side_seats[side]
    return mask_of([seat for seat, mine in commands(g, side) if mine & arms])


def split(
    g: Victory,
    side: int,
    topic: str,
    choices: tuple[tuple[int, int], ...],
    close: int = DONE,
    arms: int = ALL_BLOCKS,
) -> tuple[Ask, ...]:
    """One question for each seat of a side that commands such arms and has not closed the phase.

    Masks over blocks are cut to what the seat commands; verbs about hexes go to every seat. With
    `close` 0 nobody may close now.
    """
    if g.terms.duty == "all":
        return (Ask(side, topic, (*choices, (close, 1)) if close else choices),)
    shared = g.terms.duty == "fronts"
    out = []
    for seat, mine in commands(g, side):
        if not g.ready >> seat & 1 and (shared or mine & arms):
            cut = [(v, m if v in HEX_VERBS else m & mine) for v, m in choices]
            if close:
                cut.append((close, 1))
            if close or any(m for _, m in cut):
                out.append(Ask(seat, topic, tuple(cut)))
    return tuple(out)


def close(g: Victory, side: int, arms: int = ALL_BLOCKS) -> bool:
    """The acting seat is done; whether all seats of the side that are asked are."""
    if g.terms.duty == "all":
        return True
    g.ready |= 1 << g.actor
    if not deciders(g, side, arms) & ~g.ready:
        g.ready &= ~g.terms.side_seats[side]
        return True
    return False
