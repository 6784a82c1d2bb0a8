"""What things are worth to a decent player, and how a fight would go on average."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sirocco.games.northafrica.ground import controller, side_units, standing
from sirocco.games.northafrica.kinds import SUPPORTED, SUPPORTS
from sirocco.games.northafrica.powers import NOBODY, SIDE
from sirocco.games.northafrica.scenarios import closed_to
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits
from sirocco.kernel.graph import spread

FAR: Final = 99
SAFE: Final = 34
"""Defense values with which a capital feels safe."""
SIDES_OF_DIE: Final = 10
CAPITAL: Final = 60
PORT: Final = 6
NO_PRICE: Final = 6
"""What a unit without a price counts for."""


def worth(g: NorthAfrica, u: int) -> int:
    """What a unit cost, or would."""
    return g.board.chart.worth[g.kind[u]] or NO_PRICE


def place_worth(g: NorthAfrica, s: int) -> int:
    """What a territory is worth to either side."""
    out = 1 + g.board.rp[s]
    if s in g.board.capital:
        out += CAPITAL
    if g.board.convoy[s] != 255:
        out += PORT
    return out


def attack_values(g: NorthAfrica, units: Iterable[int]) -> list[int]:
    """The attack values of units, infantry with artillery raised; those lost first stand first."""
    chart = g.board.chart
    rows = [(worth(g, u), g.kind[u]) for u in units if chart.attack[g.kind[u]]]
    guns = sum(bool(chart.traits[k] & SUPPORTS) for _, k in rows)
    out = []
    for price, k in sorted(rows):
        value = chart.attack[k]
        if guns and chart.traits[k] & SUPPORTED and value < 3:
            guns -= 1
            value = 3  # NA-ART-a
        out.append((price, value))
    return [value for _, value in out]


def defense_values(g: NorthAfrica, units: Iterable[int]) -> list[int]:
    """The defense values of units; those lost first stand first."""
    chart = g.board.chart
    rows = sorted((worth(g, u), chart.defense[g.kind[u]]) for u in units)
    return [value for _, value in rows]


def duel(ours: list[int], theirs: list[int], rounds: int, bonus: bool) -> tuple[float, float]:
    """How many units of each are left after so many rounds of average dice."""
    a, d = 0.0, 0.0
    for _ in range(rounds):
        if a >= len(ours) or d >= len(theirs):
            break
        faces = SIDES_OF_DIE - 2 if bonus else SIDES_OF_DIE
        hits = _rest(ours, a) / SIDES_OF_DIE
        back = _rest(theirs, d) / faces
        d += hits
        a += back
    return max(len(ours) - a, 0.0), max(len(theirs) - d, 0.0)


def _rest(values: list[int], lost: float) -> float:
    """The sum of values when the first ones are lost, the last of them in part."""
    whole = int(lost)
    if whole >= len(values):
        return 0.0
    return sum(values[whole:]) - (lost - whole) * values[whole]


def goals(g: NorthAfrica, side: int) -> int:
    """Territories that a side wants: worth something, held by the enemy, open to it."""
    out = 0
    for s in bits(g.board.valued & g.board.africa & ~closed_to(g, side)):
        owner = controller(g, s)
        if owner == NOBODY or SIDE[owner] != side:
            out |= 1 << s
    for s in bits(g.board.africa & ~closed_to(g, side)):
        if standing(g, s) & side_units(g, 1 - side):
            out |= 1 << s
    return out


def distances(g: NorthAfrica, start: int, side: int) -> list[int]:
    """How many borders each territory lies from a set, over ground that a side may enter."""
    ground = g.board.africa & ~g.board.sahara & ~closed_to(g, side)
    out = [FAR] * (g.board.size + 1)
    edge, seen, n = start, start, 0
    while edge:
        for s in bits(edge):
            out[s] = n
        edge = spread(g.board.land_links, edge) & ground & ~seen
        seen |= edge
        n += 1
    return out


def threat(g: NorthAfrica, side: int, s: int) -> int:
    """The attack values of enemy land units that stand next to a territory."""
    chart = g.board.chart
    enemy = side_units(g, 1 - side) & g.army
    return sum(
        chart.attack[g.kind[u]] for t in bits(g.board.land_links[s]) for u in bits(g.at[t] & enemy)
    )


def guard(g: NorthAfrica, side: int, s: int) -> int:
    """The defense values of a side's units in a territory."""
    chart = g.board.chart
    return sum(chart.defense[g.kind[u]] for u in bits(standing(g, s) & side_units(g, side)))
