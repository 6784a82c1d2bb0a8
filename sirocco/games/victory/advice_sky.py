"""Advice for aircraft that do not attack: bases from which they can help in the next battles."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.advice_atlas import worth
from sirocco.games.victory.advice_plan import Order, Plan
from sirocco.games.victory.carriers import AIRBASE
from sirocco.games.victory.moves_air import air_to, fly
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR_MASK, ARMY_MASK, HB, KIND, MOVE_RATE, SIDE_MASK
from sirocco.games.victory.verbs import FLY, TO
from sirocco.kernel.bits import bits

GUARD: Final = 2
"""Hexes over which the Defender's aircraft respond (V-4.44-c)."""


def rebase(plan: Plan) -> None:
    """Aircraft go where they cover more, if that is clearly better."""
    g, side = plan.g, plan.side
    for u in bits(plan.free & AIR_MASK & ~g.aboard):
        here = g.where[u]
        options = dict.fromkeys(bits(air_to(g, u) & ~g.occ[1 - side]), TO)
        for h in bits(fly(g, u)):
            options.setdefault(h, FLY)
        best, most = here, cover(plan, u, here) + 1.0
        for h in options:
            if _due_back(plan, h) + base_taken(g, side, h) >= AIRBASE:
                continue
            value = cover(plan, u, h)
            if value > most:
                best, most = h, value
        if best != here:
            plan.give(Order(u, options[best], best, -1))


def _due_back(plan: Plan, h: int) -> int:
    """Aircraft that fly to battles from a base and will want to land there again."""
    g = plan.g
    return sum(
        [
            g.origin[o.u] == h
            for o in plan.orders
            if 1 << o.u & AIR_MASK and g.occ[1 - plan.side] >> o.noun & 1
        ]
    )


def base_taken(g: Victory, side: int, h: int) -> int:
    """Aircraft based in a hex."""
    return (g.at.get(h, 0) & SIDE_MASK[side] & AIR_MASK & ~g.aboard).bit_count()


def cover(plan: Plan, u: int, h: int) -> float:
    """What a unit based in a hex can do: attack enemy cities, help to defend its own; safety."""
    g, side, board = plan.g, plan.side, plan.g.board
    grid = board.grid
    reach = grid.disk(MOVE_RATE[KIND[u]], h)
    value = 0.0
    for c in bits(reach & board.city & g.control[1 - side]):
        value += 0.25 * worth(board, c)
    for c in bits(grid.disk(GUARD, h) & board.city & g.control[side]):
        value += 0.3 * min(6.0, plan.threats.need(c))
    troops = (g.at.get(h, 0) & SIDE_MASK[side] & ARMY_MASK).bit_count()
    danger = plan.threats.against(h)
    if not troops:
        value -= 1.0 + 2.0 * danger
    elif danger > 2 * troops:
        value -= danger - 2 * troops
    if KIND[u] == HB:
        value -= 0.5 * danger
    return value
