"""What refusals of moves have in common: whose block, which hex, which limits are to blame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sirocco.games.victory.command import command_of
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    BLOCKS,
    KIND,
    OFF,
    SIDE,
    SIDE_MASK,
    SUBMARINES,
    UNIT_NAME,
)
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit, Refused, first_cause

_UNIT_DATA: Final = (
    "V-3.1-a",
    "V-3.1-b",
    "V-3.1-c",
    "V-3.2-b",
    "V-3.2-c",
    "V-3.2-d",
    "V-3.3-c",
    "V-3.3-d",
    "V-3.3-e",
    "V-3.3-h",
)


_OWNERS_TURN: Final = ("V-PTURN-b", "V-PTURN-d", "V-INIT-c", "V-4.0-a")
"""The rules by which each side moves units of its own only."""


def by_chart(cause: Refused, telling: str, u: int) -> Refused:
    """A refusal for which a rating of the unit is to blame names the unit's row, too."""
    if telling not in cause.rules:
        return cause
    return cause.also(_UNIT_DATA[KIND[u]])


def no_hex() -> Refused:
    return Refused("There is no such hex on this map.", "V-4.0-a", "V-4.0-b")


def closed(limits: Sequence[Limit], reached: Callable[[int], int], goals: int) -> dict[str, str]:
    """The rules that close each of some hexes (or Carriers), with the sentences of their limits.

    `reached(lifted)` are those that are open without the limits in `lifted`.
    """
    found: dict[str, str] = {}
    for goal in bits(goals):

        def open_there(lifted: int, goal: int = goal) -> bool:
            return bool(reached(lifted) >> goal & 1)

        cause = first_cause(limits, open_there, Refused(""))
        for rule in cause.rules:
            found.setdefault(rule, cause.reason)
    return found


def unheld(g: Victory, side: int, h: int) -> tuple[str, ...]:
    """The rules by which a place is not a side's although units of that side stand there."""
    own = g.at.get(h, 0) & SIDE_MASK[side]
    if own & g.blockading:
        return ("V-5.8-d", "V-BLOCK-a")
    lurking = g.terms.submarines and own and not own & ~SUBMARINES
    return ("V-SUBCON-a",) if lurking else ()


def foreign(g: Victory, ask: Ask, u: int) -> Refused | None:
    """The reason if a block is not one that the seat can order, judged by what it may know."""
    side = g.terms.side_of[ask.seat]
    if u >= BLOCKS:
        return Refused("There is no such unit.", "V-4.0-a", "V-MIX-a")
    if SIDE[u] != side:
        return Refused("That unit belongs to the other side.", *_OWNERS_TURN)
    if not command_of(g, ask.seat) >> u & 1:
        return Refused(f"{UNIT_NAME[u]} is under another seat's command.", "V-8.5-b", "V-8.4-g")
    if g.where[u] == OFF:
        return Refused(f"{UNIT_NAME[u]} is not on the map.", "V-4.0-a", "V-1.4-a")
    return None


def asked_first(sentence: str, *rules: str, beside: Refused) -> Refused:
    """A question inside another comes first; what is said of the other verb counts beside it."""
    return Refused(sentence, *beside.rules, *rules)
