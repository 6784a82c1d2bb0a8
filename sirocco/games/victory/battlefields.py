"""Battle Hexes and the force in them (5.1): who fights, in which class, and where battles are."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.blocks import blockade_hexes
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.command import split
from sirocco.games.victory.state import NO_ENTRY, Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    ARMY_MASK,
    CODES,
    KIND,
    MARINES,
    NAVAL_MASK,
    OFF,
    SIDE_MASK,
)
from sirocco.kernel.ask import Ask, Asks
from sirocco.kernel.bits import bits

_pack = data_pack()
ROUNDS: Final = _pack.number("limits.battle.rounds")  # V-5.31-a
PURSUIT: Final = _pack.number("limits.battle.pursuit_rounds")  # V-PURSUIT-a
AIR_LIMIT: Final = _pack.number("limits.air.battle")  # V-4.42-a
LANDING: Final[tuple[int, ...]] = tuple(
    _pack.number(f"units.{code}.landing") if f"units.{code}.landing" in _pack else 0
    for code in CODES
)
"""Landing move of each kind (V-4.43-a)."""
DROP_RANGE: Final = _pack.number("units.AB.drop")  # V-5.6-a
CITY_FIRE: Final = _pack.number("units.IN.city")  # V-3.3-i

WAYS: Final = 12
"""`g.out[WAYS]`: the hexsides by which the attacking Army units came in, as bits."""


def battle_hexes(g: Victory) -> int:
    """Hexes in which a battle is to be fought or is being fought now (V-PTURN-h).

    Blockade hexes are none unless somebody activated or attacked them (V-5.8-i, A79).
    """
    both = g.occ[0] & g.occ[1] & ~g.fought
    if both and g.blockading:
        both &= ~blockade_hexes(g) | g.activated
    return both if g.battle == OFF else both | 1 << g.battle


def fighters(g: Victory, side: int) -> int:
    """The units of a side that take part in the current battle; grounded ones do not."""
    return g.at.get(g.battle, 0) & SIDE_MASK[side] & ~g.grounded


def on_ground(g: Victory, side: int) -> int:
    """Army units of a side ashore in the Battle Hex (A92)."""
    return g.at.get(g.battle, 0) & SIDE_MASK[side] & ARMY_MASK & ~g.at_sea & ~g.flying


def group_of(g: Victory, side: int, group: int) -> int:
    """A target group: Air, Naval or Army units of a side in the battle (V-5.42-a).

    Flying Airborne are in the Air group, Army units at sea and Marines that have not landed in
    the naval group (V-5.6-c, V-XCOMBAT-a, V-5.7-f, V-XCOMBAT-b, V-4.71-g); grounded units in
    none (A54).
    """
    here = fighters(g, side)
    if group == 0:
        return here & (AIR_MASK | g.flying)
    if group == 1:
        return here & (NAVAL_MASK | g.at_sea)
    return here & ARMY_MASK & ~g.at_sea & ~g.flying


def loser_so_far(g: Victory) -> int:
    """The side without a unit left that takes part (A48), or -1."""
    here = g.at.get(g.battle, 0) & ~g.grounded
    if not here & SIDE_MASK[g.side]:
        return g.side
    return -1 if here & SIDE_MASK[1 - g.side] else 1 - g.side


def entries(g: Victory) -> int:
    """The hexsides by which Army units of the Attacker on the ground came in, as bits (A51).

    Marines came over water and leave to sea (A17, V-5.52-b).
    """
    out = 0
    for u in bits(on_ground(g, g.side) & ~MARINES):
        if g.entry[u] != NO_ENTRY:
            out |= 1 << g.entry[u]
    return out


def holds_land(g: Victory, side: int) -> bool:
    """Whether a side holds the land of the Battle Hex: its own place, or its Beachhead."""
    h = g.battle
    return bool(g.control[side] >> h & 1 or g.at.get(h, 0) & SIDE_MASK[side] & g.beach)


def in_pursuit(g: Victory, side: int) -> bool:
    """Whether the units of a side must leave in their Combat Turn (V-PURSUIT-b)."""
    return g.round > ROUNDS and side == g.side


def alike(g: Victory, a: int, b: int) -> bool:
    """Whether it makes no difference which of two units of a side and strength loses a step."""
    if KIND[a] != KIND[b] or g.entry[a] != g.entry[b] or g.carrier[a] != g.carrier[b]:
        return False
    marks = (
        g.acted,
        g.front,
        g.at_sea,
        g.invading,
        g.half,
        g.dropped,
        g.beach,
        g.blockading,
        g.strategic,
        g.aboard,
    )
    if any((mask >> a ^ mask >> b) & 1 for mask in marks):
        return False
    loaded = [g.carrier[plane] for plane in bits(g.aboard)]
    return a not in loaded and b not in loaded


def asks(g: Victory, side: int, topic: str, choices: tuple[tuple[int, int], ...]) -> Asks:
    """A question about blocks of a side, to each seat that commands some of them."""
    if g.terms.duty == "all":
        return Ask(side, topic, choices)
    return tuple([ask for ask in split(g, side, topic, choices, 0) if ask.count()])


def given(*choices: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The choices of a question that have at least one noun."""
    return tuple([choice for choice in choices if choice[1]])
