"""Why air units do not come to a space: ground and zones that they never enter."""

from __future__ import annotations

from sirocco.games.northafrica.flights import on_route
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.scenarios import closed_to
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.graph import reach
from sirocco.kernel.refusal import Refused


def shipped(g: NorthAfrica, u: int) -> Refused | None:
    """An air unit on the Atlantic route does nothing else."""
    if not g.air >> u & 1 or not on_route(g, u):
        return None
    return Refused("Air units on the Atlantic route go along with the convoy.", "R1l", "NA-P1-l")


def roundabout(g: NorthAfrica, u: int, s: int, found: Refused) -> Refused:
    """Where a space would be in range, but for ground that air units do not fly over."""
    board, start, side = g.board, g.where[u], SIDE[g.power]
    points = board.chart.move[g.kind[u]] - g.used[u]
    sky = ~closed_to(g, side)
    if board.air_reach(g.power, start, points, ~sky) >> s & 1 or points <= 0:
        return found
    if start < board.size and reach(board.links, 1 << start, points, sky) >> s & 1:
        return found.also("NA-SAHARA-b", "NA-TERR-a")
    return found


def closed_sky(g: NorthAfrica, s: int) -> Refused | None:
    """Spaces that no air unit of the power enters."""
    if g.board.sahara >> s & 1:
        return Refused("Air units never enter the Sahara.", "NA-SAHARA-b")
    if not g.board.air_links[g.power][s] and g.board.sea >> s & 1:
        return Refused(
            "Only British units enter the Atlantic route.",
            "NA-SEA-b",
            "NA-CSZ-c",
            "NA-DZONE-c",
            "R29",
        )
    return None
