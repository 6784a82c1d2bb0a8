"""Noncombat moves of land units (NA-P5LAND)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.attacks import ASHORE, FAR, INERT
from sirocco.games.northafrica.front import GROUND_LIMITS, Front, front, patrols, vichy
from sirocco.games.northafrica.ground import everybody
from sirocco.games.northafrica.kinds import COAST_ROAD, SAHARA, data_pack
from sirocco.games.northafrica.stacks import APART
from sirocco.games.northafrica.state import NorthAfrica, place
from sirocco.games.northafrica.troops import piece, settle
from sirocco.kernel.graph import reach
from sirocco.kernel.refusal import Limit

TIRED: Final = Limit(
    1 << 13,
    "That unit has moved in phase 3, fought or made its noncombat move.",
    "NA-P5-a",
    "NA-P5-b",
    "NA-STEP5-e",
    "NA-DETLAND-j",
    "NA-DETLAND-m",
    "NA-TRUCK-g",
    "NA-SCOUT-d",
)
DISTANCE: Final = Limit(
    1 << 14,
    "That is farther than the unit can move.",
    "NA-P5LAND-a",
    "NA-SPACES-a",
    "NA-ROAD-a",
    "NA-ROAD-b",
)
MARCH_LIMITS: Final = (INERT, ASHORE, TIRED, *GROUND_LIMITS, APART, DISTANCE)


def spent(g: NorthAfrica) -> int:
    """Units that may not move in phase 5 any more, scout cars on patrol apart."""
    return g.moved | g.fought | g.turned | g.travelled | g.carried


def can_march(g: NorthAfrica, u: int, lifted: int = 0) -> bool:
    """NA-P5-a, NA-P5-b: whether a combat land unit may make a noncombat move at all."""
    if not g.army >> u & 1 or g.where[u] >= g.board.size:
        return False
    if not lifted & INERT.bit and vichy(g, u):
        return False
    if not lifted & ASHORE.bit and g.landings >> g.where[u] & 1:
        return False
    if lifted & TIRED.bit or not spent(g) >> u & 1:
        return True
    gone = g.turned | g.travelled | g.carried
    return patrols(g, u) and bool(g.fought >> u & 1) and not gone >> u & 1  # NA-SCOUT-d


def reachable(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """Where a combat land unit may go, room left aside; its own place is no destination."""
    if not can_march(g, u, lifted):
        return 0
    s = g.where[u]
    used = g.used[u] or int(g.fought >> u & 1)  # NA-SCOUT-d: the attack itself costs a point
    chart = g.board.chart
    traits = chart.traits[g.kind[u]]
    points = FAR if lifted & DISTANCE.bit else chart.move[g.kind[u]] - used
    f = front(g, lifted)
    out = f.marches(g, s, points, bool(traits & SAHARA)) if points > 0 else 0
    if traits & COAST_ROAD and not used:  # R14
        out |= by_road(g, f, s)
    return out & ~(1 << s)


def by_road(g: NorthAfrica, f: Front, s: int) -> int:
    """NA-ROAD-a: the coast road territories that a move along the road reaches."""
    if not g.board.road >> s & 1:
        return 0
    key = 1 << 20 | s
    out = f.known.get(key)
    if out is None:
        road = g.board.road & f.roads
        out = reach(g.board.land_links, 1 << s, road_steps(), road) & road
        f.known[key] = out
    return out


@lru_cache(maxsize=1)
def road_steps() -> int:
    return data_pack().number("limits.range.coast_road")


def march(g: NorthAfrica, u: int, s: int) -> None:
    """A combat land unit makes its noncombat move."""
    start = g.where[u]
    place(g, u, s)
    g.travelled |= 1 << u
    g.memo = front(g).moved(g, start, s)
    if g.log is not None:
        g.log.append(ev.Moved(everybody(g), piece(g, u), start, s, "march"))
    settle(g, g.power, s)
