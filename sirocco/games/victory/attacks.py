"""Entering a battle: whose hex it is, Hexside Limits, attack stacking."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.blocks import army_count, naval_count
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR_MASK, ARMY_MASK, NAVAL_MASK, SIDE_MASK
from sirocco.kernel.bits import bits

AIR_BATTLE: Final = data_pack().number("limits.air.battle")
STRATEGIC: Final = data_pack().number("limits.unit.strategic_move")
FAR: Final = 64
"""A move without a limit of hexes."""


def calm(g: Victory, side: int) -> int:
    """Blockaded hexes that are ordinary friendly ones to a side's land and air moves (A79)."""
    ships = g.blockading & SIDE_MASK[1 - side]
    out = 0
    for u in bits(ships):
        h = g.where[u]
        land = g.at[h] & SIDE_MASK[side] & ~NAVAL_MASK & ~g.at_sea & ~g.flying
        if land or g.control[side] >> h & 1:  # V-5.8-d
            out |= 1 << h
    return out


def foes(g: Victory, side: int) -> int:
    """Hexes whose entry by land or air is an attack (V-PTURN-c, A79)."""
    if g.blockading:
        return g.occ[1 - side] & ~calm(g, side)
    return g.occ[1 - side]


def army_room(g: Victory, side: int, h: int) -> bool:
    """Whether one more Army unit fits (V-4.1-a)."""
    return army_count(g, side, h) < g.board.army_limit[h]


def army_full(g: Victory, side: int, among: int) -> int:
    """The land hexes of a set in which not one more Army unit fits (V-4.1-a)."""
    at, limit = g.at, g.board.army_limit
    ashore = SIDE_MASK[side] & ARMY_MASK & ~g.at_sea & ~g.flying
    out = 0
    for h in bits(among & g.occ[side]):
        if (at[h] & ashore).bit_count() >= limit[h]:
            out |= 1 << h
    return out


def naval_room(g: Victory, side: int, h: int) -> bool:
    """Whether one more naval unit fits (V-4.1-c, V-2.1-v), as far as there is water at all."""
    limit = g.board.naval_limit[h]
    return not limit or naval_count(g, side, h) < limit


def airborne_here(g: Victory, side: int, h: int) -> int:
    """Air units of a side that can take part in a battle in a hex (A82).

    Aircraft aboard a Carrier in a port or canal hex cannot take off (V-GROUND-a, A54).
    """
    here = g.at.get(h, 0) & SIDE_MASK[side] & (AIR_MASK | g.flying)
    if g.board.sheltered >> h & 1:
        here &= ~g.aboard
    return here.bit_count()


def air_room(g: Victory, side: int, h: int) -> bool:
    """Whether one more Air unit may join a battle, whoever else is there (V-4.42-a, -b)."""
    return airborne_here(g, side, h) < AIR_BATTLE


def crossed(g: Victory, side: int, h: int, d: int, naval: bool) -> int:
    """Blocks of a side and class that came into the battle over a hexside (V-4.2-a, A17)."""
    here = g.at.get(h, 0) & SIDE_MASK[side]
    here &= NAVAL_MASK | g.at_sea if naval else ARMY_MASK & ~g.at_sea & ~g.flying
    count = 0
    for u in bits(here):
        if g.entry[u] == d:
            count += 1
    return count


def open_sides(g: Victory, side: int, h: int, sources: int, naval: bool, limited: bool) -> int:
    """The hexes of a set from which a block may still cross into a battle (V-HEXSIDE-c)."""
    table = g.board.naval_side if naval else g.board.army_side
    friends = g.occ[side] >> h & 1
    out = 0
    for d, n in g.board.around[h]:
        if sources >> n & 1:
            limit = table[6 * h + d] if limited and friends else 0
            if not limit or crossed(g, side, h, d, naval) < limit:
                out |= 1 << n
    return out
