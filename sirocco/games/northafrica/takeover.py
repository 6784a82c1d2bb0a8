"""Axis units among Vichy French ones: control may be taken without a fight (NA-VICHY-c)."""

from __future__ import annotations

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.ground import everybody, seat_for, standing, vichy_units
from sirocco.games.northafrica.powers import NOBODY, SIDE
from sirocco.games.northafrica.state import NorthAfrica, put_marker
from sirocco.games.northafrica.verbs_moves import LEAVE, TAKE_OVER
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


def vichy_alone(g: NorthAfrica, s: int, newcomers: int) -> bool:
    """Whether, newcomers apart, an RP territory without a marker holds Vichy units only."""
    if SIDE[g.power] or g.control[s] != NOBODY or not g.board.valued >> s & 1:
        return False
    there = standing(g, s) & ~newcomers
    return bool(there) and not there & ~vichy_units(g)


@procedure
def offer_takeover(g: NorthAfrica, s: int) -> Procedure[None]:
    """The moving power may take control there and then."""
    answer = yield Ask(seat_for(g, g.power), "takeover", ((TAKE_OVER, 1), (LEAVE, 1)))
    if answer & ~NOUN == TAKE_OVER:
        put_marker(g, s, g.power)
        if g.log is not None:
            g.log.append(ev.Captured(everybody(g), g.power, s))
