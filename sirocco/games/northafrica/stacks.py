"""Stacks in phases 3 and 5: chips lie under a real piece of their kind (NA-LIMITS-b, R47).

A unit that parts from its stack needs a piece of its own, unless it joins another stack. While
there are as many pieces as units of a kind, none can be lacking.
"""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.powers import FRENCH, US
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

APART: Final = Limit(
    1 << 18,
    "No piece is left for one more stack of that kind.",
    "NA-LIMITS-b",
    "NA-LIMITS-e",
    "NA-COMP-f",
    "R47",
)


def chip_kinds(g: NorthAfrica) -> int:
    """Kinds of the active power's combat land units of which chips show some."""
    chart = g.board.chart
    kinds = chart.by_nation[g.power]
    if g.power == US:
        kinds += chart.by_nation[FRENCH]
    out = 0
    for k in kinds:
        if g.kinds_at[k].bit_count() > chart.pieces[k] and chart.combat_land[k]:
            out |= 1 << k
    return out


def short_of(g: NorthAfrica, kinds: int) -> int:
    """Of some kinds those of which every piece has a stack of its own."""
    pieces = g.board.chart.pieces
    return sum([1 << k for k in bits(kinds) if len(_stacks(g, g.kinds_at[k])) >= pieces[k]])


def _stacks(g: NorthAfrica, units: int) -> set[tuple[int, int]]:
    """Where units of a kind have stacks, and whose."""
    where, owner = g.where, g.owner
    return {(where[v], owner[v]) for v in bits(units & ~g.at[g.board.size])}


def stack_of(g: NorthAfrica, u: int) -> int:
    """A unit and those that lie under the same piece."""
    return g.kinds_at[g.kind[u]] & g.owned[g.owner[u]] & g.at[g.where[u]]


def with_piece(g: NorthAfrica, u: int, spaces: int) -> int:
    """Of some spaces those to which a unit of a kind that is short may go alone."""
    if stack_of(g, u) == 1 << u:
        return spaces
    joined = 1 << g.where[u]
    for v in bits(g.kinds_at[g.kind[u]] & g.owned[g.owner[u]] & ~g.at[g.board.size]):
        joined |= 1 << g.where[v]
    return spaces & joined


def sets_down(g: NorthAfrica, units: int, s: int) -> bool:
    """Whether units that are carried together find pieces in a space, or stacks to join."""
    for u in bits(units):
        k = g.kind[u]
        stacks = _stacks(g, g.kinds_at[k] & ~units)
        if (s, g.owner[u]) not in stacks and len(stacks) >= g.board.chart.pieces[k]:
            return False
    return True
