"""Blockade hexes in the movement phase: who may start a battle there (5.8)."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.blocks import blockade_hexes
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    ARMY,
    ARMY_MASK,
    BLOCKS,
    FIREPOWER,
    KIND,
    NAVAL,
    SIDE_MASK,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

NO_BLOCKADE: Final = Limit(1, "No ship blockades anybody in that hex.", "V-5.8-i")
STARTED: Final = Limit(2, "A battle was started in that hex already.", "V-5.8-i")
ABSENT: Final = Limit(
    4, "You have no unit there, or nobody to fight with.", "V-5.8-i", "V-PTURN-h", "A57"
)
HARMLESS: Final = Limit(
    8,
    "None of your units there could fire at the enemy in that hex.",
    "V-5.8-i",
    "V-BLOCK-b",
    "A57",
)
ARRIVED: Final = Limit(
    16, "A unit that made a Strategic Move is there; it cannot attack.", "V-4.7-a"
)
ACTIVATE_LIMITS: Final = (NO_BLOCKADE, STARTED, ABSENT, HARMLESS, ARRIVED)


def _firing_at(group: int) -> int:
    return sum(1 << u for u in range(BLOCKS) if FIREPOWER[KIND[u]][group])


_AT_SHIPS: Final = _firing_at(NAVAL) & ~ARMY_MASK
_AT_LAND: Final = _firing_at(ARMY) & ~ARMY_MASK


def activable(g: Victory, side: int, lifted: int = 0) -> int:
    """Blockade hexes in which a side may start a battle (V-5.8-i, A57).

    Whether its units could fire is judged by what it can see: ships before a coast, and land
    units of unknown arm behind it.
    """
    out = 0
    both = g.occ[0] & g.occ[1]
    hexes = blockade_hexes(g)
    if lifted & NO_BLOCKADE.bit:
        hexes |= both
    for h in bits(hexes):
        here = g.at[h]
        mine = here & SIDE_MASK[side]
        if g.activated >> h & 1 and not lifted & STARTED.bit:
            continue
        if not both >> h & 1 and not lifted & ABSENT.bit:
            continue
        if mine & g.strategic and not lifted & ARRIVED.bit:
            continue
        if _can_fire(g, side, h, mine) or lifted & HARMLESS.bit:
            out |= 1 << h
    return out


def _can_fire(g: Victory, side: int, h: int, mine: int) -> bool:
    """A57: a unit of the side is there that could fire at the other's units."""
    if g.board.sheltered >> h & 1:
        mine &= ~g.aboard  # A54: aircraft aboard cannot take off there
    if g.at[h] & g.blockading & SIDE_MASK[side]:
        return bool(mine & _AT_LAND)
    return bool(mine & _AT_SHIPS & AIR_MASK)
