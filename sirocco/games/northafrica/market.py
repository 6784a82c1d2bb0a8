"""What is on offer in phase 2, kept from purchase to purchase; nothing of it is stored."""

from __future__ import annotations

from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.prices import prices
from sirocco.games.northafrica.purchases import (
    buy_mask,
    buyable,
    land_mine_mask,
    land_tokens,
    repair_mask,
    sea_mine_mask,
    sea_tokens,
    stand_in,
    supply_mask,
)
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.troops import spare_chips
from sirocco.games.northafrica.verbs_convoys import BUY, BUY_SUPPLY, LAND_MINE, SEA_MINE

Goods = tuple[int, int, int, int, int]
"""Kinds of unit, supply tokens, territories and zones for mines, ships that can be repaired."""


def goods(g: NorthAfrica) -> Goods:
    """What the active power could buy when it was last looked at; kept in `g.market`."""
    found: Goods | None = g.market
    if found is None:
        found = g.market = (
            buy_mask(g),
            supply_mask(g),
            land_mine_mask(g),
            sea_mine_mask(g),
            repair_mask(g),
        )
    return found


def within_points(g: NorthAfrica) -> Goods:
    """What it can buy with the points that are left: they never grow in this phase."""
    kinds, supply, mines, zones, ships = goods(g)
    points, p = g.points, prices()
    return (
        kinds & g.board.chart.priced[min(points, len(g.board.chart.priced) - 1)],
        supply & (2 << points // p.supply) - 1,
        mines if points >= p.land_mine else 0,
        zones if points >= p.sea_mine else 0,
        ships,
    )


def bought(g: NorthAfrica, what: int, noun: int) -> None:
    """After a purchase only what it has touched is looked at again."""
    if g.market is None:
        return
    kinds, supply, mines, zones, ships = goods(g)
    if what == LAND_MINE:
        left = land_tokens(g) < prices().land_tokens
        mines = mines & ~(1 << noun) if left else land_mine_mask(g)
    elif what == SEA_MINE:
        side = SIDE[g.power]
        left = sea_tokens(g, side) < prices().sea_tokens[side]
        zones = zones & ~(1 << noun) if left else 0
    elif what == BUY_SUPPLY:
        supply = supply_mask(g)
    elif what == BUY and waits(g, noun):
        kinds = kinds & ~(1 << noun) | buyable(g, noun, 0) << noun
    else:
        g.market = None
        return
    g.market = kinds, supply, mines, zones, ships


def waits(g: NorthAfrica, kind: int) -> bool:
    """Whether a unit just bought is in the box and has not used up the last chip."""
    if stand_in(g, kind) != g.board.size:
        return False
    return g.kinds_at[kind].bit_count() <= g.board.chart.pieces[kind] or spare_chips(g) > 0
