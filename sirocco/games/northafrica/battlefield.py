"""Who takes part in the combat that is being fought, and with which values."""

from __future__ import annotations

from sirocco.games.northafrica.ground import seat_for, vichy_units
from sirocco.games.northafrica.kinds import (
    AAA,
    DESTROYER,
    HIT_AND_RUN,
    SELF_SUFFICIENT,
    SUBMARINE,
)
from sirocco.games.northafrica.powers import SIDE, SIDE_POWERS
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits

ATTACKER, DEFENDER = 0, 1
"""The roles in a combat."""


def at_sea(g: NorthAfrica) -> bool:
    """Whether the present combat is a sea combat."""
    return bool(g.board.sea >> g.battle & 1)


def is_landing(g: NorthAfrica) -> bool:
    """Whether the present combat is a landing attacked from inside its territory (NA-RLPR7-m)."""
    return bool(g.landings >> g.battle & 1) and any(
        g.where[u] == g.battle for u in bits(attackers(g) & g.army)
    )


def attackers(g: NorthAfrica) -> int:
    """The units that still attack in the present combat.

    NA-MULTI-b: units of allies in the space are no part of it.
    """
    return g.aimed.get(g.battle, 0) & g.fought & ~g.withdrawn & ~g.submerged


def defenders(g: NorthAfrica) -> int:
    """All combat units of the other side in the space (NA-MULTI-d), transports apart."""
    s = g.battle
    enemy = g.at[s] & g.sides[1 - SIDE[g.power]]
    if g.board.sea >> s & 1:
        return enemy & (g.ships | g.air) & ~g.submerged
    return enemy & (g.army | g.air)


def taking_part(g: NorthAfrica, role: int) -> int:
    """The units of one role."""
    return defenders(g) if role else attackers(g)


def role_side(g: NorthAfrica, role: int) -> int:
    """The side that has a role."""
    return SIDE[g.power] ^ role


def role_seats(g: NorthAfrica, role: int) -> tuple[int, ...]:
    """The seats that decide for a role: the attacker, or all owners of defenders (NA-MULTI-e).

    NA-RLPR7-v: at Algiers the United States player decides, whose turn it is.
    """
    if role == ATTACKER:
        return (seat_for(g, g.power),)
    units = defenders(g)
    a, b = SIDE_POWERS[1 - SIDE[g.power]]
    one, other = seat_for(g, a), seat_for(g, b)
    if units and one == other:
        return (one,)
    units |= cargo(g)
    first = units & g.owned[a] or tokens(g, a)
    second = units & g.owned[b] or tokens(g, b)
    if first and second and one != other:
        return one, other
    if first:
        return (one,)
    return (other,) if second else ()


def cargo(g: NorthAfrica) -> int:
    """The defenders' land units on transports that are still in the combat (NA-P4-b, NA-P4-c)."""
    if not at_sea(g):
        return 0
    enemy = g.at[g.battle] & g.sides[1 - SIDE[g.power]]
    return enemy & (g.army | g.trucks) & ~g.escaped


def tokens(g: NorthAfrica, power: int) -> int:
    """The supply of a power on transports that are still in the combat."""
    if not at_sea(g):
        return 0
    key = 4 * g.battle + power
    return g.afloat.get(key, 0) - g.escaped_afloat.get(key, 0)


def convoy_left(g: NorthAfrica) -> bool:
    """Whether transports of the defenders are still in the combat."""
    if not at_sea(g):
        return False
    return bool(cargo(g)) or any(tokens(g, p) for p in SIDE_POWERS[1 - SIDE[g.power]])


def of_types(g: NorthAfrica, units: int, *types: int) -> int:
    """Those of some types."""
    out = 0
    for type in types:
        out |= g.types_at[type]
    return out & units


def traits(g: NorthAfrica, u: int) -> int:
    return g.board.chart.traits[g.kind[u]]


def with_traits(g: NorthAfrica, units: int, trait: int) -> int:
    """Those with a characteristic."""
    if not units:
        return 0
    of_kind, kind = g.board.chart.traits, g.kind
    out = 0
    for u in bits(units):
        if of_kind[kind[u]] & trait:
            out |= 1 << u
    return out


def submarines(g: NorthAfrica, units: int) -> int:
    return units & g.types_at[SUBMARINE]


def destroyers(g: NorthAfrica, role: int) -> int:
    """Destroyers that take part (NA-DD-a, NA-DD-b)."""
    return taking_part(g, role) & g.types_at[DESTROYER]


def vichy(g: NorthAfrica, units: int) -> int:
    """French units of the Axis."""
    return units & vichy_units(g)


def exempt(g: NorthAfrica, units: int) -> int:
    """NA-STEP1-g: air units and self-sufficient ones (NA-INF-a, NA-SCOUT-f, NA-TANK-b)."""
    return units & g.air | with_traits(g, units & g.army, SELF_SUFFICIENT)


def only_aaa(g: NorthAfrica, units: int) -> bool:
    """Whether there is nothing but AAA (NA-P4-i)."""
    return not units & ~g.types_at[AAA]


def regular_land(g: NorthAfrica) -> int:
    """Attacking land units that cost supply and may move in: scout cars do neither."""
    land = attackers(g) & g.army
    return land & ~with_traits(g, land, HIT_AND_RUN)


def origins(g: NorthAfrica, units: int) -> list[int]:
    """The territories in which units stand, in order."""
    return sorted({g.where[u] for u in bits(units)})
