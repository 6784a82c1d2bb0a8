"""Hits of a volley: their classes, and who can take them (D8).

`g.hits` counts hits that are still to be taken. Hits of units with a right to target wait in a
class of their own until the firing player has said whether he uses it (ruling 60); then they are
hits on a named type, or ordinary ones.
"""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.battlefield import (
    ATTACKER,
    DEFENDER,
    at_sea,
    convoy_left,
    destroyers,
    of_types,
    submarines,
    taking_part,
)
from sirocco.games.northafrica.kinds import BATTLESHIP, SUBMARINE, TANK, TRUCK, TWO_HITS, TYPES
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits

PLAIN, BY_SUBMARINE, BY_AIR = range(3)
"""May fall on anybody; on ships and transports only; on all but submarines."""
BY_GUN, BY_SCOUT, BY_DIVE, BY_RAID = range(3, 7)
"""May be targeted: at tanks, at air units, at a type of land unit, at a type of sea unit."""
ON_SURFACE, ON_SUBMARINE, ON_AIR = range(7, 10)
"""Hits of the volley that have been taken, by what they fell on."""
AIMED: Final = 10
"""First of the hits on a named target: AIMED + number in TARGETS."""
ANY_AIR, TRANSPORTS = len(TYPES), len(TYPES) + 1
TARGETS: Final = (*TYPES, "air", "transport")
CLASSES: Final = (
    "plain",
    "submarine",
    "air",
    "gun",
    "scout",
    "dive-land",
    "dive-sea",
    "on-surface",
    "on-submarine",
    "on-air",
    *(f"aimed-{name}" for name in TARGETS),
)
"""The names of the classes in positions and facts."""


def standing_targets(g: NorthAfrica, role: int) -> int:
    """The units of a role that can still take a hit: casualties cannot be chosen twice."""
    return taking_part(g, role) & ~g.hit


def capacity(g: NorthAfrica, units: int) -> int:
    """How many hits units can take: a battleship without damage takes two (NA-BB-a)."""
    out = units.bit_count()
    for u in bits(units & g.ships & ~g.damaged):
        if g.board.chart.traits[g.kind[u]] & TWO_HITS:
            out += 1
    return out


def air_reaches_submarines(g: NorthAfrica, role: int) -> bool:
    """NA-SUB-a, NA-SUB-b: hits by air units on submarines of `role` need a friendly destroyer."""
    return bool(destroyers(g, 1 - role))


def aim(g: NorthAfrica, role: int, target: int) -> int:
    """The units of a role among which a hit on a named target must be taken."""
    units = standing_targets(g, role)
    if target == ANY_AIR:
        return units & g.air
    if target == TRANSPORTS:
        return 0
    return of_types(g, units, target)


def ordinary(g: NorthAfrica) -> int:
    """Hits that anybody who can may take, taken ones not counted."""
    hits = g.hits
    total = hits[PLAIN] + hits[BY_SUBMARINE] + hits[BY_AIR]
    return total - hits[ON_SURFACE] - hits[ON_SUBMARINE] - hits[ON_AIR]


def takers(g: NorthAfrica, role: int) -> int:
    """The units that may take the next ordinary hit so that as many as possible take effect.

    NA-STEP2-d, NA-STEP3-d. Sets of units that the hits can be shared out to form a matroid: a
    set that can be added to can be added to until no set is larger. So it is enough that those
    taken so far and this one can be served together.
    """
    units = standing_targets(g, role)
    hits = g.hits
    if ordinary(g) <= 0:
        return 0
    if not at_sea(g):
        return units
    below = submarines(g, units)
    air = units & g.air
    out = units & ~below & ~air
    on_air, on_submarines = reaches(g, role)
    if hits[ON_AIR] < on_air:
        out |= air
    if hits[ON_SUBMARINE] < on_submarines:
        out |= below
    return out


def reaches(g: NorthAfrica, role: int) -> tuple[int, int]:
    """How many of the hits of the volley air units can take, and submarines (NA-SUB-a to -c)."""
    hits = g.hits
    below = hits[BY_SUBMARINE] + (hits[BY_AIR] if air_reaches_submarines(g, role) else 0)
    return hits[PLAIN] + hits[BY_AIR], hits[PLAIN] + below


def all_are_hit(g: NorthAfrica, role: int) -> bool:
    """Whether the hits of the volley are enough for every unit that is left, whoever is first.

    Ships take hits of every class: if there are enough in all, only the others may lack some.
    """
    units = standing_targets(g, role)
    if ordinary(g) < capacity(g, units):
        return False
    if not at_sea(g):
        return True
    air, below = (units & g.air).bit_count(), capacity(g, submarines(g, units))
    on_air, on_submarines = reaches(g, role)
    return air + g.hits[ON_AIR] <= on_air and below + g.hits[ON_SUBMARINE] <= on_submarines


def strike(g: NorthAfrica, u: int) -> None:
    """A unit takes a hit: it is set aside, or a battleship is damaged (NA-BB-a)."""
    bit = 1 << u
    if g.board.chart.traits[g.kind[u]] & TWO_HITS and not g.damaged & bit:
        g.damaged |= bit
    else:
        g.hit |= bit


def count_taken(g: NorthAfrica, u: int) -> None:
    """An ordinary hit is taken by a unit."""
    bit = 1 << u
    if g.air & bit:
        g.hits[ON_AIR] += 1
    elif g.board.chart.type[g.kind[u]] == SUBMARINE:
        g.hits[ON_SUBMARINE] += 1
    else:
        g.hits[ON_SURFACE] += 1


def targetable(g: NorthAfrica, cls: int, role: int) -> int:
    """The targets that may be named for a hit of a class, as bits; `role` takes the hits."""
    if cls == BY_GUN:
        names: tuple[int, ...] = (TANK,)  # NA-ATG-b
    elif cls == BY_SCOUT:
        names = (ANY_AIR,)  # NA-SCOUT-i
    elif cls == BY_DIVE:
        names = tuple(range(TRUCK))  # NA-BMB-c
    else:
        names = tuple(range(BATTLESHIP, SUBMARINE + 1))  # NA-BMB-d
        if not destroyers(g, ATTACKER):
            names = names[:-1]
    out = 0
    for target in names:
        if capacity(g, aim(g, role, target)) > g.hits[AIMED + target]:
            out |= 1 << target
    if cls == BY_RAID and role == DEFENDER and convoy_left(g):
        out |= 1 << TRANSPORTS  # NA-BMB-e
    return out
