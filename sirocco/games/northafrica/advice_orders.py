"""Advice for phase 3: which territories and convoys to attack, and with what."""

from __future__ import annotations

from typing import Final, NamedTuple

from sirocco.games.northafrica.advice_value import (
    attack_values,
    defense_values,
    duel,
    place_worth,
    threat,
    worth,
)
from sirocco.games.northafrica.attacks import can_attack, targets
from sirocco.games.northafrica.flights import idle_air, strikes
from sirocco.games.northafrica.front import patrols
from sirocco.games.northafrica.ground import enemy_at_sea, hostile_zone, side_units, standing
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits

ROUNDS: Final = 3
MARGIN: Final = 1.2
"""Defenders count for so much more than they are."""
KEPT: Final = 1
"""Land units that stay where the enemy stands next to a place of worth."""


class Strike(NamedTuple):
    """One unit that is to attack: its kind, where it stands, and what it attacks."""

    kind: int
    where: int
    target: int


def plan(g: NorthAfrica) -> list[Strike]:
    """The attacks of a combat move phase, the best first."""
    free = ready(g)
    reach = {u: targets(g, u) for u in bits(free)}
    flights = {u: strikes(g, u) for u in bits(idle_air(g))}
    out: list[Strike] = []
    while True:
        best = max(options(g, reach, flights), default=None)
        if best is None or best[0] <= 0:
            break
        _, t, units = best
        for u in units:
            out.append(Strike(g.kind[u], g.where[u], t))
            reach.pop(u, None)
            flights.pop(u, None)
    return out + raids(g, flights)


def ready(g: NorthAfrica) -> int:
    """Land units that may attack without baring a place of worth."""
    side = SIDE[g.power]
    own = g.owned[g.power] & g.army
    out = 0
    for s in bits(g.board.africa):
        units = [u for u in bits(g.at[s] & own) if can_attack(g, u)]
        if not units:
            continue
        stays = 0
        if place_worth(g, s) > 2 and threat(g, side, s):
            others = (standing(g, s) & side_units(g, side)).bit_count() - len(units)
            stays = max(KEPT - others, 0)
        units.sort(key=lambda u: (g.board.chart.attack[g.kind[u]], -u))
        for u in units[stays:]:
            out |= 1 << u
    return out


def options(
    g: NorthAfrica, reach: dict[int, int], flights: dict[int, int]
) -> list[tuple[float, int, tuple[int, ...]]]:
    """For each territory that can be attacked: what it would gain, and the units for it."""
    side = SIDE[g.power]
    wanted = 0
    for found in reach.values():
        wanted |= found
    out: list[tuple[float, int, tuple[int, ...]]] = []
    for t in bits(wanted & g.board.land):
        enemy = standing(g, t) & side_units(g, 1 - side)
        land = [u for u, found in reach.items() if found >> t & 1 and not patrols(g, u)]
        if not land:
            continue
        if not enemy:
            walker = min(land, key=lambda u: (worth(g, u), u))
            out.append((float(place_worth(g, t)), t, (walker,)))
            continue
        air = [u for u, found in flights.items() if found >> t & 1]
        gain = outcome(g, t, enemy, land, air)
        if gain > 0:
            out.append((gain, t, tuple(muster(g, t, enemy, land, air))))
    return out


def outcome(g: NorthAfrica, t: int, enemy: int, land: list[int], air: list[int]) -> float:
    """What an attack gains on average: the place, and losses against losses."""
    ours, theirs = len(land) + len(air), enemy.bit_count()
    left, stay = clash(g, t, enemy, land + air)
    if stay > 0 or left < 1:
        return 0.0
    price = sum(worth(g, u) for u in land) / max(len(land), 1)
    spoils = sum(worth(g, u) for u in bits(enemy)) / theirs
    return place_worth(g, t) + spoils * theirs - price * (ours - left)


def clash(g: NorthAfrica, t: int, enemy: int, units: list[int]) -> tuple[float, float]:
    """Units left on both sides after some rounds."""
    theirs = defense_values(g, bits(enemy))
    more = round(len(theirs) * MARGIN)
    theirs = theirs[:1] * (more - len(theirs)) + theirs
    return duel(attack_values(g, units), theirs, ROUNDS, bool(g.board.bonus[t]))


def muster(g: NorthAfrica, t: int, enemy: int, land: list[int], air: list[int]) -> list[int]:
    """As many units as the attack needs, the strongest first."""
    chart = g.board.chart
    order = sorted(land, key=lambda u: (-chart.attack[g.kind[u]], u)) + air
    chosen: list[int] = []
    for u in order:
        chosen.append(u)
        left, stay = clash(g, t, enemy, chosen)
        if stay <= 0 and left > len(chosen) * 0.6:
            break
    return chosen


def raids(g: NorthAfrica, flights: dict[int, int]) -> list[Strike]:
    """Aircraft that are left fall on convoys without guns, and on the weak."""
    side = SIDE[g.power]
    out = []
    for u, found in flights.items():
        prey = [
            z
            for z in bits(found & g.board.sea)
            if enemy_at_sea(g, side, z) and not hostile_zone(g, side, z) and cargo_there(g, side, z)
        ]
        if prey:
            best = max(prey, key=lambda z: (cargo_there(g, side, z), z))
            out.append(Strike(g.kind[u], g.where[u], best))
    return out


def cargo_there(g: NorthAfrica, side: int, z: int) -> int:
    """What the enemy has on transports in a zone, in points."""
    units = g.at[z] & side_units(g, 1 - side) & (g.army | g.trucks)
    tokens = sum(n for key, n in g.afloat.items() if key >> 2 == z and SIDE[key & 3] != side)
    return sum(worth(g, u) for u in bits(units)) + tokens
