"""Phase 2: requisition reinforcements (NA-P2)."""

from __future__ import annotations

from sirocco.games.northafrica import events_convoys as ev
from sirocco.games.northafrica.ground import everybody, seat_for
from sirocco.games.northafrica.market import bought, within_points
from sirocco.games.northafrica.prices import prices
from sirocco.games.northafrica.purchases import (
    bought_for,
    income,
    minable_borders,
    one_a_turn,
    paying,
    stand_in,
)
from sirocco.games.northafrica.state import NorthAfrica, enlist
from sirocco.games.northafrica.supply import spend
from sirocco.games.northafrica.troops import piece
from sirocco.games.northafrica.verbs import DONE, NO, YES
from sirocco.games.northafrica.verbs_convoys import (
    BUY,
    BUY_SUPPLY,
    FACING,
    FACING_TOPIC,
    LAND_MINE,
    MALTA,
    REPAIR,
    REQUISITION_TOPIC,
    SEA_MINE,
)
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def requisition(g: NorthAfrica) -> Procedure[None]:
    """Stage 0: Malta and the count of points. Stage 1: one purchase after the other."""
    if g.stage == 0:
        g.points = income(g)
        g.bonus_points[g.power] = 0
        for s in tuple(bits(paying(g))):
            said = yield Ask(seat_for(g, g.power), MALTA, ((YES, 1), (NO, 1)))
            supply_island(g, s, said == YES)
        begin_spending(g)
    while True:
        said = yield Ask(seat_for(g, g.power), REQUISITION_TOPIC, purchases(g))
        if said == DONE:
            break
        what, noun = said & ~NOUN, said & NOUN
        if what == LAND_MINE:
            facing = lowest(minable_borders(g, noun))
            if minable_borders(g, noun).bit_count() > 1:
                said = yield Ask(
                    seat_for(g, g.power), FACING_TOPIC, ((FACING, minable_borders(g, noun)),)
                )
                facing = said & NOUN
            lay_land_mine(g, noun, facing)
            bought(g, LAND_MINE, noun)
        else:
            acquire(g, what, noun)
    close(g)


def purchases(g: NorthAfrica) -> tuple[tuple[int, int], ...]:
    """Everything that can be bought or repaired now."""
    kinds, supply, mines, zones, ships = within_points(g)
    return (
        (BUY, kinds),
        (BUY_SUPPLY, supply),
        (LAND_MINE, mines),
        (SEA_MINE, zones),
        (REPAIR, ships),
        (DONE, 1),
    )


def supply_island(g: NorthAfrica, s: int, paid: bool) -> None:
    """NA-MALTA-a: exactly one token, taken from the island itself, or no points for it."""
    if paid:
        spend(g, s, 1, "Malta")
        g.points += g.board.rp[s]
    if g.log is not None:
        g.log.append(ev.IslandSupplied(everybody(g), s, paid, g.board.rp[s] if paid else 0))


def begin_spending(g: NorthAfrica) -> None:
    g.stage = 1
    if g.log is not None:
        g.log.append(ev.Income(everybody(g), g.power, g.points))


def acquire(g: NorthAfrica, what: int, noun: int) -> None:
    """One purchase without further questions."""
    if what == BUY:
        buy_unit(g, noun)
    elif what == BUY_SUPPLY:
        buy_supply(g, noun)
    elif what == SEA_MINE:
        lay_sea_mine(g, noun)
    else:
        repair(g, noun)
    bought(g, what, noun)


def buy_unit(g: NorthAfrica, kind: int) -> None:
    """NA-P2-i: it waits in the Reinforcements Zone, but for the kinds that are deployed at once."""
    s = stand_in(g, kind)
    owner = bought_for(g, kind)
    cost = g.board.chart.cost[kind]
    g.points -= cost
    if one_a_turn(g, kind):
        g.bank |= 1 << kind
    enlist(g, kind, owner, s)
    if g.log is not None:
        g.log.append(ev.Bought(everybody(g), (owner, kind), cost, s))


def buy_supply(g: NorthAfrica, token: int) -> None:
    """NA-SUPPLY-j: as a token of 1 or of 5, which it stays until it is deployed."""
    g.points -= token * prices().supply
    g.bought += token
    tokens = g.ones if token == 1 else g.fives
    tokens[g.power] += 1
    if g.log is not None:
        g.log.append(ev.SupplyBought(everybody(g), g.power, token))


def lay_land_mine(g: NorthAfrica, s: int, facing: int) -> None:
    """NA-LMINE-e: a new token shows one mine, a token with one mine is turned to show two."""
    key = 128 * s + facing
    g.points -= prices().land_mine
    g.land_mines[key] = g.land_mines.get(key, 0) + 1
    g.laid |= 1 << s
    if g.log is not None:
        g.log.append(ev.LandMineLaid(everybody(g), g.power, s, facing, g.land_mines[key]))


def lay_sea_mine(g: NorthAfrica, z: int) -> None:
    key = 4 * z + g.power
    g.points -= prices().sea_mine
    g.sea_mines[key] = g.sea_mines.get(key, 0) + 1
    g.laid |= 1 << z
    if g.log is not None:
        g.log.append(ev.SeaMineLaid(everybody(g), g.power, z, g.sea_mines[key]))


def repair(g: NorthAfrica, u: int) -> None:
    """NA-REPAIR-a: a token from Cairo, no points."""
    cairo = lowest(g.board.repairs)
    spend(g, cairo, 1, "repair")
    g.damaged &= ~(1 << u)
    if g.log is not None:
        g.log.append(ev.Repaired(everybody(g), piece(g, u), g.where[u], cairo))


def close(g: NorthAfrica) -> None:
    """NA-P2-b: what is not spent is lost."""
    if g.points and g.log is not None:
        g.log.append(ev.PointsLost(everybody(g), g.power, g.points))
    g.points = 0
