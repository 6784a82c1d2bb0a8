"""The optional air transport of the Axis (NA-ADV-c)."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.flights import land, landable
from sirocco.games.northafrica.front import front
from sirocco.games.northafrica.ground import everybody, room, seat_for
from sirocco.games.northafrica.kinds import (
    AAA,
    ANTI_TANK,
    ARTILLERY,
    BOMBER,
    INFANTRY,
    MECHANIZED,
)
from sirocco.games.northafrica.marches import spent
from sirocco.games.northafrica.powers import AXIS, SIDE
from sirocco.games.northafrica.stacks import with_piece
from sirocco.games.northafrica.state import NorthAfrica, place
from sirocco.games.northafrica.troops import piece, settle
from sirocco.games.northafrica.verbs import TO
from sirocco.games.northafrica.verbs_moves import TAKE
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure

PASSENGERS: Final = (INFANTRY, MECHANIZED, ARTILLERY, ANTI_TANK, AAA)


def lifters(g: NorthAfrica) -> int:
    """Axis bombers in their staging territory that can carry a unit somewhere."""
    if not g.terms.air_transport or SIDE[g.power] != AXIS:
        return 0
    units = g.owned[g.power] & g.air & ~spent(g)
    out = 0
    for u in bits(one_of_each(g, units)):
        if g.board.chart.type[g.kind[u]] == BOMBER and passengers(g, u) and drops(g, u):
            out |= 1 << u
    return out


def passengers(g: NorthAfrica, u: int) -> int:
    """Units that start together with a bomber (NA-ADV-c: of its own power, in Italy)."""
    s = g.where[u]
    if s >= g.board.size or not g.board.staging[s] >> g.power & 1:
        return 0
    fit = g.at[s] & g.owned[g.power] & g.army & ~spent(g)
    found = sum(1 << c for c in bits(fit) if g.board.chart.type[g.kind[c]] in PASSENGERS)
    if not front(g).short:
        return found
    return sum(1 << c for c in bits(found) if drops(g, u, c))


def drops(g: NorthAfrica, u: int, c: int = -1) -> int:
    """Where bomber and cargo may end together: a landing space with room for both."""
    s = g.where[u]
    found = landable(g, u, s, g.board.chart.move[g.kind[u]] - g.used[u]) & front(g).roads
    side = SIDE[g.power]
    wide = sum(1 << t for t in bits(found & ~(1 << s)) if room(g, side, t) >= 2)
    return wide if c < 0 or not front(g).short >> g.kind[c] & 1 else with_piece(g, c, wide)


@procedure
def airlift_order(g: NorthAfrica, u: int) -> Procedure[None]:
    seat = seat_for(g, g.power)
    answer = yield Ask(seat, "airlift", ((TAKE, one_of_each(g, passengers(g, u))),))
    cargo = answer & NOUN
    answer = yield Ask(seat, "airlift_to", ((TO, drops(g, u, cargo)),))
    fly_together(g, u, cargo, answer & NOUN)
    check_instant(g)


def fly_together(g: NorthAfrica, u: int, cargo: int, s: int) -> None:
    start = g.where[u]
    land(g, u, s)
    place(g, cargo, s)
    g.travelled |= 1 << cargo
    g.carried |= 1 << cargo
    if g.log is not None:
        g.log.append(ev.Moved(everybody(g), piece(g, cargo), start, s, "airlift"))
    settle(g, g.power, s)
