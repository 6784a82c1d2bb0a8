"""Phase 3: combat moves and attack declaration (NA-P3).

Stages: 0 orders, 1 declarations that are left open, 2 payments, 3 land mines on attacked borders.
"""

from __future__ import annotations

from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.attacks import attack_order, attackers
from sirocco.games.northafrica.blitz import blitz_order, blitzers, cross
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.declarations import commit, declare_at_sea, optional
from sirocco.games.northafrica.flights import fliers, strike, strikes
from sirocco.games.northafrica.front import front
from sirocco.games.northafrica.ground import seat_for
from sirocco.games.northafrica.mines import border_mines
from sirocco.games.northafrica.mines_sea import mines_under_way
from sirocco.games.northafrica.pledges import payments
from sirocco.games.northafrica.reserve import pay_reserve
from sirocco.games.northafrica.sailing import adrift, awaiting, courses, sail, sailors
from sirocco.games.northafrica.state import OVER, NorthAfrica
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_moves import (
    ATTACK,
    BLITZ,
    CROSS,
    ENGAGE,
    FLY,
    SAIL,
    SAILED,
)
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure

ORDERS, DECLARATIONS, PAYMENTS, MINES = range(4)


@procedure
def combat_moves(g: NorthAfrica) -> Procedure[None]:
    draw_arrows(g)
    if g.stage == ORDERS:
        yield from orders(g)
        close_orders(g)
    if g.stage == DECLARATIONS:
        yield from declarations(g)
        close_declarations(g)
    if g.stage == PAYMENTS:
        yield from payments(g)
        close_payments(g)
    if g.stage == MINES:
        yield from attacked_borders(g)  # NA-DECL-j


def draw_arrows(g: NorthAfrica) -> None:
    """Attacks that a described position brings along have their arrows, but for landings."""
    for u in bits(g.owned[g.power] & g.army & g.fought):
        if g.target[u] not in (NONE, g.where[u]):  # NA-RLPR7-m, NA-TORCHR7-a: declared for nothing
            g.arrows.setdefault(128 * g.where[u] + g.target[u], 0)


def next_stage(g: NorthAfrica, stage: int) -> None:
    if g.phase != OVER:
        g.stage = stage


def close_orders(g: NorthAfrica) -> None:
    if g.phase != OVER:
        commit(g)
    next_stage(g, DECLARATIONS)


def close_declarations(g: NorthAfrica) -> None:
    """NA-RESERVE-c."""
    pay_reserve(g)
    next_stage(g, PAYMENTS)


def close_payments(g: NorthAfrica) -> None:
    """Mines that a blitz did not set off may still meet an attack over the same border."""
    g.closed.clear()
    next_stage(g, MINES)


@procedure
def orders(g: NorthAfrica) -> Procedure[None]:
    """NA-P3-j: all combat moves, each with its attack (D5)."""
    while g.phase != OVER:
        order = yield Ask(seat_for(g, g.power), "orders", order_choices(g))
        verb = order & ~NOUN
        if verb == DONE:
            return
        if verb == ATTACK:
            yield from attack_order(g, order & NOUN)
        elif verb == BLITZ:
            yield from blitz_order(g, order & NOUN)
        elif verb == CROSS:
            yield from cross(g, order & NOUN)
        elif verb == FLY:
            yield from fly_order(g, order & NOUN)
        elif verb == SAIL:
            yield from sail_order(g, order & NOUN)
        else:
            yield from mines_under_way(g)


def order_choices(g: NorthAfrica) -> tuple[tuple[int, int], ...]:
    """The orders that can be given; done only when nobody waits for mines (D5)."""
    borders = front(g).awaited
    zones = awaiting(g)
    closed = borders or zones or adrift(g)
    return (
        (ATTACK, attackers(g)),
        (BLITZ, blitzers(g)),
        (CROSS, borders),
        (FLY, fliers(g)),
        (SAIL, sailors(g)),
        (SAILED, int(bool(zones))),
        (DONE, int(not closed)),
    )


@procedure
def fly_order(g: NorthAfrica, u: int) -> Procedure[None]:
    answer = yield Ask(seat_for(g, g.power), "fly_to", ((TO, strikes(g, u)),))
    strike(g, u, answer & NOUN)
    check_instant(g)  # R21: it may have left Africa


@procedure
def sail_order(g: NorthAfrica, u: int) -> Procedure[None]:
    answer = yield Ask(seat_for(g, g.power), "sail_to", ((TO, courses(g, u)),))
    sail(g, u, answer & NOUN)


@procedure
def declarations(g: NorthAfrica) -> Procedure[None]:
    """NA-DECL-e: sea units that may attack or not."""
    while optional(g):
        answer = yield Ask(
            seat_for(g, g.power),
            "declarations",
            ((ENGAGE, one_of_each(g, optional(g))), (DONE, 1)),
        )
        if answer & ~NOUN == DONE:
            return
        declare_at_sea(g, 1 << (answer & NOUN))


@procedure
def attacked_borders(g: NorthAfrica) -> Procedure[None]:
    """NA-DETLAND: border after border, in the order of the spaces attacked from."""
    while True:
        key = next_border(g)
        if key < 0:
            return
        yield from border_mines(g, key & 127, key >> 7)


def next_border(g: NorthAfrica) -> int:
    """The next attack whose border has not been looked at, or -1."""
    for key in sorted(g.arrows):
        if not g.closed.get(128 * (key & 127) + (key >> 7)):
            return key
    return -1
