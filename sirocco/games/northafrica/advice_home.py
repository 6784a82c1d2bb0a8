"""Advice for phases 1, 2 and 6: what to buy and where to ship it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sirocco.games.northafrica.advice_value import SAFE, distances, goals, guard
from sirocco.games.northafrica.ground import hostile_zone, side_units
from sirocco.games.northafrica.kinds import (
    AAA,
    ANTI_TANK,
    ARTILLERY,
    FIGHTER,
    INFANTRY,
    MECHANIZED,
    SCOUT,
    TANK,
    TRUCK,
)
from sirocco.games.northafrica.powers import SIDE, SIDE_POWERS, UK
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE, TO, YES
from sirocco.games.northafrica.verbs_convoys import (
    ARRIVAL,
    BUY,
    BUY_SUPPLY,
    DEPLOY_FIVES,
    DEPLOY_ONES,
    DEPLOY_TO,
    DEPLOY_UNIT,
    DEPLOYMENT,
    ESCORT_TO,
    FACING_TOPIC,
    LANDING,
    LANDING_AT,
    MALTA,
    REPAIR,
    REQUISITION_TOPIC,
    SHIP,
    SHIP_SUPPLY,
    SUPPLY_TO,
)
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits, highest, lowest

WANTED: Final = {
    INFANTRY: 6,
    TANK: 5,
    ARTILLERY: 3,
    MECHANIZED: 2,
    ANTI_TANK: 2,
    AAA: 1,
    FIGHTER: 2,
    SCOUT: 1,
    TRUCK: 2,
}
"""How many of each type a power likes to have, in proportion."""
ISLAND_STOCK: Final = 3
PLENTY: Final = 30
"""Supply of a side on land and at sea with which it is content."""


def pay_for_island(g: NorthAfrica, ask: Ask) -> int:
    return YES


def requisition(g: NorthAfrica, ask: Ask) -> int:
    """Repairs, supply first, then the type that is most wanted."""
    if ask.mask(REPAIR):
        return REPAIR + lowest(ask.mask(REPAIR))
    tokens = ask.mask(BUY_SUPPLY)
    if tokens and stock(g) < PLENTY:
        small = g.power == UK and island_stock(g) + g.ones[UK] < ISLAND_STOCK
        return BUY_SUPPLY + (lowest(tokens) if small else highest(tokens))
    kinds = ask.mask(BUY)
    best, found = 0.0, -1
    chart = g.board.chart
    for k in bits(kinds):
        want = WANTED.get(chart.type[k], 0)
        have = (g.kinds_at[k] & g.owned[g.power]).bit_count()
        score = want / (1 + have)
        if score > best:
            best, found = score, k
    return BUY + found if found >= 0 else DONE


def stock(g: NorthAfrica) -> int:
    """Supply of the active side, on land, at sea and in the box."""
    side = SIDE[g.power]
    total = 0
    for s, n in enumerate(g.supply):
        if n and g.friendly >> s & 1:
            total += n
    for p in SIDE_POWERS[side]:
        total += g.ones[p] + 5 * g.fives[p]
        total += sum(n for key, n in g.afloat.items() if key & 3 == p)
    return total


def island_stock(g: NorthAfrica) -> int:
    """Supply on and before the island that must be paid for (Malta)."""
    total = 0
    for s in bits(g.board.pays):
        total += g.supply[s] + g.afloat.get(4 * g.board.convoy[s] + UK, 0)
    return total


def deployment(g: NorthAfrica, ask: Ask) -> int:
    """Everything out of the box, then on from the staging territory."""
    for verb in (DEPLOY_UNIT, DEPLOY_FIVES, DEPLOY_ONES):
        if ask.mask(verb):
            small = verb == DEPLOY_ONES and g.power == UK
            pick = lowest if small or verb == DEPLOY_UNIT else highest
            return verb + pick(ask.mask(verb))
    land = ask.mask(SHIP) & (g.army | g.trucks)
    if land:
        return SHIP + lowest(land)
    if ask.mask(SHIP_SUPPLY):
        return SHIP_SUPPLY + highest(ask.mask(SHIP_SUPPLY))
    return DONE


def deploy_to(g: NorthAfrica, ask: Ask) -> int:
    """Land units to the open port that is nearest to the enemy and not under his guns."""
    return TO + best_zone(g, ask.mask(TO))


def supply_to(g: NorthAfrica, ask: Ask) -> int:
    """As units, but the island is kept alive."""
    zones = ask.mask(TO)
    for s in bits(g.board.pays):
        z = g.board.convoy[s]
        if zones >> z & 1 and island_stock(g) < ISLAND_STOCK:
            return TO + z
    return TO + best_zone(g, zones)


def best_zone(g: NorthAfrica, places: int) -> int:
    """The place from which reinforcements are soonest of use."""
    side = SIDE[g.power]
    away = distances(g, goals(g, side), side)

    def cost(s: int) -> tuple[int, int]:
        if not g.board.sea >> s & 1:
            return 40, s
        port = g.board.port[s]
        if port == g.board.capital[side] and coming(g, side, port) < SAFE:
            return -1, s
        if port == 255:
            return away[g.board.route_end], s
        island = g.board.islands >> port & 1
        return (30 if island else away[port]) + 3 * guns(g, side, s), s

    return min(bits(places), key=cost)


def coming(g: NorthAfrica, side: int, port: int) -> int:
    """The defense values in a port and on the way to it."""
    units = g.at[g.board.convoy[port]] & side_units(g, side) & g.army
    return guard(g, side, port) + sum(g.board.chart.defense[g.kind[u]] for u in bits(units))


def guns(g: NorthAfrica, side: int, z: int) -> int:
    """Whether enemy ships or aircraft are in a zone, or enemy mines."""
    mined = any(g.sea_mines.get(4 * z + p) for p in SIDE_POWERS[1 - side])
    return int(hostile_zone(g, side, z)) + int(mined)


def landing(g: NorthAfrica, ask: Ask) -> int:
    """Which unit comes ashore first: the one that is worth most."""
    verb = ask.choices[0][0]
    units = ask.mask(verb)
    return verb + max(bits(units), key=lambda u: g.board.chart.worth[g.kind[u]])


def nearest_front(g: NorthAfrica, ask: Ask) -> int:
    """The place nearest to the enemy."""
    side = SIDE[g.power]
    away = distances(g, goals(g, side), side)
    return TO + min(bits(ask.mask(TO)), key=lambda s: (away[s], s))


def first(g: NorthAfrica, ask: Ask) -> int:
    """The first answer."""
    return ask.pick(0)


TOPICS: Final[dict[str, Callable[[NorthAfrica, Ask], int]]] = {
    MALTA: pay_for_island,
    ARRIVAL: landing,
    LANDING: landing,
    LANDING_AT: nearest_front,
    REQUISITION_TOPIC: requisition,
    FACING_TOPIC: first,
    DEPLOYMENT: deployment,
    DEPLOY_TO: deploy_to,
    SUPPLY_TO: supply_to,
    ESCORT_TO: first,
}
