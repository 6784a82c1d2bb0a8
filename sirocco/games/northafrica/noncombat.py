"""Phase 5: noncombat moves (NA-P5)."""

from __future__ import annotations

from sirocco.games.northafrica.ground import seat_for
from sirocco.games.northafrica.marches import destinations, march, marchers
from sirocco.games.northafrica.state import OVER, NorthAfrica
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_moves import MOVE
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def noncombat_moves(g: NorthAfrica) -> Procedure[None]:
    while g.phase != OVER:
        order = yield Ask(seat_for(g, g.power), "noncombat", move_choices(g))
        verb = order & ~NOUN
        if verb == DONE:
            return
        if verb == MOVE:
            yield from move_order(g, order & NOUN)


def move_choices(g: NorthAfrica) -> tuple[tuple[int, int], ...]:
    return ((MOVE, marchers(g)), (DONE, 1))


@procedure
def move_order(g: NorthAfrica, u: int) -> Procedure[None]:
    """A unit is told where to go."""
    answer = yield Ask(seat_for(g, g.power), "move_to", ((TO, destinations(g, u)),))
    march(g, u, answer & NOUN)
    check_instant(g)
