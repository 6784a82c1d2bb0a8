"""Phase 3: combat moves and attack declaration (NA-P3).

Stages: 0 orders, 1 declarations that are left open, 2 payments, 3 land mines on attacked borders.
"""

from __future__ import annotations

from sirocco.games.northafrica.attacks import attack_order, attackers
from sirocco.games.northafrica.ground import seat_for
from sirocco.games.northafrica.mines import border_mines
from sirocco.games.northafrica.pledges import payments
from sirocco.games.northafrica.state import OVER, NorthAfrica
from sirocco.games.northafrica.verbs import DONE
from sirocco.games.northafrica.verbs_moves import ATTACK
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure

ORDERS, DECLARATIONS, PAYMENTS, MINES = range(4)


@procedure
def combat_moves(g: NorthAfrica) -> Procedure[None]:
    if g.stage == ORDERS:
        yield from orders(g)
        next_stage(g, DECLARATIONS)
    if g.stage == DECLARATIONS:
        next_stage(g, PAYMENTS)
    if g.stage == PAYMENTS:
        yield from payments(g)
        next_stage(g, MINES)
    if g.stage == MINES:
        yield from attacked_borders(g)  # NA-DECL-j


def next_stage(g: NorthAfrica, stage: int) -> None:
    if g.phase != OVER:
        g.stage = stage


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


def order_choices(g: NorthAfrica) -> tuple[tuple[int, int], ...]:
    return ((ATTACK, attackers(g)), (DONE, 1))


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
