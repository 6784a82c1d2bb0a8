"""Phase 6: deploy reinforcements and assign convoy escorts (NA-P6, NA-ESCORT)."""

from __future__ import annotations

from sirocco.games.northafrica import events_convoys as ev
from sirocco.games.northafrica.cargo_ashore import pieces_of
from sirocco.games.northafrica.ground import everybody, seat_for
from sirocco.games.northafrica.kinds import INFANTRY, SEA
from sirocco.games.northafrica.minefields import mined_convoys
from sirocco.games.northafrica.places import (
    FULL,
    SUPPLY,
    boxed,
    deploy_mask,
    deployable,
    deployed,
    escort_zones,
    escorts,
    open_to,
    ship_mask,
    shippable_supply,
    standing_places,
    supply_base,
)
from sirocco.games.northafrica.powers import UK
from sirocco.games.northafrica.scenarios import lend_lease, pieces
from sirocco.games.northafrica.state import OVER, NorthAfrica, discharge, enlist, place
from sirocco.games.northafrica.troops import piece
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_convoys import (
    DEPLOY_FIVES,
    DEPLOY_ONES,
    DEPLOY_TO,
    DEPLOY_UNIT,
    DEPLOYMENT,
    ESCORT,
    ESCORT_TO,
    SHIP,
    SHIP_SUPPLY,
    SUPPLY_TO,
)
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def deploy_reinforcements(g: NorthAfrica) -> Procedure[None]:
    """Stage 0: what needs no choice. Stage 1: orders, one by one. Stage 2: mines."""
    if g.stage == 0:
        place_lend_lease(g)
        deploy_obvious(g)
        g.stage = 1
    if g.stage == 1:
        while True:
            said = yield Ask(seat_for(g, g.power), DEPLOYMENT, orders(g))
            if said == DONE:
                break
            yield from order(g, said & ~NOUN, said & NOUN)
            if g.phase == OVER:
                return
        give_up(g)
        g.stage = 2
    yield from mined_convoys(g)  # NA-P6LAND-g
    g.fresh = g.staged = 0
    g.fresh_afloat.clear()


def orders(g: NorthAfrica) -> tuple[tuple[int, int], ...]:
    """What can be deployed, sent on or assigned; done when nothing in the box has a place."""
    units = deploy_mask(g)
    ones = fives = 0
    if g.ones[g.power] or g.fives[g.power]:
        if open_to(g, SUPPLY, g.board.size):
            ones = up_to(g.ones[g.power])
            fives = up_to(g.fives[g.power])
    return (
        (DEPLOY_UNIT, units),
        (DEPLOY_ONES, ones),
        (DEPLOY_FIVES, fives),
        (SHIP, ship_mask(g)),
        (SHIP_SUPPLY, up_to(shippable_supply(g))),
        (ESCORT, escorts(g)),
        (DONE, 0 if units or ones or fives else 1),  # NA-P6-a
    )


def up_to(most: int) -> int:
    """The numbers 1 to `most`."""
    return (2 << most) - 2


@procedure
def order(g: NorthAfrica, what: int, noun: int) -> Procedure[None]:
    """One order: what, then where, unless there is only one place."""
    if what == ESCORT:
        yield from escort(g, noun)
    elif what in (DEPLOY_UNIT, SHIP):
        yield from deploy_unit(g, noun)
    else:
        yield from deploy_supply(g, what, noun)


@procedure
def deploy_unit(g: NorthAfrica, u: int) -> Procedure[None]:
    places = open_to(g, g.kind[u], g.where[u])
    s = lowest(places)
    if places.bit_count() > 1:
        said = yield Ask(
            seat_for(g, g.power), DEPLOY_TO, ((TO, open_to(g, g.kind[u], g.where[u])),)
        )
        s = said & NOUN
    put(g, u, s)


@procedure
def deploy_supply(g: NorthAfrica, what: int, count: int) -> Procedure[None]:
    """NA-SUPPLY-c: tokens of the box go as they are; NA-SUPPLY-b: in staging change is free."""
    start = supply_base(g) if what == SHIP_SUPPLY else g.board.size
    s = lowest(open_to(g, SUPPLY, start))
    if open_to(g, SUPPLY, start).bit_count() > 1:
        said = yield Ask(seat_for(g, g.power), SUPPLY_TO, ((TO, open_to(g, SUPPLY, start)),))
        s = said & NOUN
    put_supply(g, what, count, s)


@procedure
def escort(g: NorthAfrica, u: int) -> Procedure[None]:
    """NA-ESCORT-b: an air unit flies out to guard a convoy zone."""
    z = lowest(escort_zones(g, u))
    if escort_zones(g, u).bit_count() > 1:
        said = yield Ask(seat_for(g, g.power), ESCORT_TO, ((TO, escort_zones(g, u)),))
        z = said & NOUN
    if g.log is not None:
        g.log.append(ev.Escorting(everybody(g), piece(g, u), g.where[u], z))
    place(g, u, z)
    g.escorting |= 1 << u
    g.quays = None
    check_instant(g)  # R21: it may have left Africa


def put(g: NorthAfrica, u: int, s: int) -> None:
    """A unit is deployed, or sent on from the staging territory."""
    if g.log is not None:
        g.log.append(ev.Deployed(everybody(g), piece(g, u), g.where[u], s))
    chart = g.board.chart
    if s == g.board.route_zones[1] and chart.type[g.kind[u]] == INFANTRY:
        g.bank |= 1 << g.kind[u]  # NA-ADV-f: one a turn
    if g.where[u] == g.board.size:
        place(g, u, s)
        deployed(g, g.kind[u], s)
    else:
        place(g, u, s)
        g.quays = None
    g.fresh |= 1 << u
    if g.air >> u & 1 and g.board.sea >> s & 1:
        g.escorting |= 1 << u  # NA-ESCORT-a


def put_supply(g: NorthAfrica, what: int, count: int, s: int) -> None:
    """Tokens go to a territory, or at sea on to the power's marker (NA-SUPPLY-h)."""
    power = g.power
    start = g.board.size
    value = count
    if what == DEPLOY_ONES:
        g.ones[power] -= count
    elif what == DEPLOY_FIVES:
        g.fives[power] -= count
        value = 5 * count
    else:
        start = supply_base(g)
        g.supply[start] -= count
        g.hauled[start] = min(g.hauled[start], g.supply[start])
    if g.board.sea >> s & 1:
        key = 4 * s + power
        g.fresh_afloat[key] = g.fresh_afloat.get(key, 0) + value
        g.afloat[key] = g.afloat.get(key, 0) + value
    else:
        g.supply[s] += value
        g.staged += value
    if g.log is not None:
        g.log.append(ev.SupplyDeployed(everybody(g), power, value, start, s))


def place_lend_lease(g: NorthAfrica) -> None:
    """NA-RLPR4-a: two Shermans for the United Kingdom, free of charge."""
    for kind, number, zone in lend_lease(g):
        left = min(number, pieces(g, kind) - g.kinds_at[kind].bit_count())
        for _ in range(left):
            g.fresh |= 1 << enlist(g, kind, UK, zone)
        if left > 0 and g.log is not None:
            g.log.append(ev.LendLease(everybody(g), ((UK, kind),) * left, zone))


def deploy_obvious(g: NorthAfrica) -> None:
    """What has one zone to go to goes there; what can have no place is lost at once."""
    known: dict[int, int] = {}
    for u in bits(boxed(g)):
        kind = g.kind[u]
        places = known.get(kind)
        if places is None:
            places = known[kind] = deployable(g, kind, g.board.size, FULL.bit)
        if places.bit_count() == 1 and places & g.board.sea:
            put(g, u, lowest(places))
            del known[kind]
    ones, fives = g.ones[g.power], g.fives[g.power]
    if ones or fives:
        places = open_to(g, SUPPLY, g.board.size)
        if places.bit_count() == 1 and places & g.board.sea:
            if ones:
                put_supply(g, DEPLOY_ONES, ones, lowest(places))
            if fives:
                put_supply(g, DEPLOY_FIVES, fives, lowest(places))
    lose_homeless(g, [kind for kind, places in known.items() if not places])


def lose_homeless(g: NorthAfrica, kinds: list[int]) -> None:
    """NA-P6LAND-f: where no place is open, land and air units and supply are lost at once."""
    units = 0
    for kind in kinds:
        if g.board.chart.arm[kind] != SEA and not standing_places(g, kind):
            units |= boxed(g) & g.kinds_at[kind]
    destroy(g, units, not open_to(g, SUPPLY, g.board.size))


def give_up(g: NorthAfrica) -> None:
    """NA-P6LAND-i: what found no place is destroyed."""
    destroy(g, boxed(g), True)


def destroy(g: NorthAfrica, units: int, tokens: bool) -> None:
    """Units of the Reinforcements Zone, and maybe the supply there, are lost."""
    power = g.power
    value = g.ones[power] + 5 * g.fives[power] if tokens else 0
    if not units and not value:
        return
    if g.log is not None:
        g.log.append(ev.Undeployable(everybody(g), power, pieces_of(g, units), value))
    for u in bits(units):
        discharge(g, u)
    if tokens:
        g.ones[power] = g.fives[power] = 0
