"""Sea units: legs from zone to zone in phases 3 and 5 (NA-P3SEA, NA-P3SUB, NA-P5SEA, NA-DETSEA).

A leg ends at the unit's goal or in the first zone with enemy mines. When all have sailed, the
mines are decided; the survivors in those zones (`halfway`) may sail on, and so forth.
"""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.front import front
from sirocco.games.northafrica.ground import everybody, hostile_zone
from sirocco.games.northafrica.kinds import SUBMARINE
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.reserve import RESERVE, reserve_left
from sirocco.games.northafrica.state import COMBAT_MOVE, NorthAfrica, place
from sirocco.games.northafrica.troops import piece
from sirocco.kernel.bits import bits
from sirocco.kernel.graph import path
from sirocco.kernel.refusal import Limit

SAILED_BEFORE: Final = Limit(
    1 << 8,
    "That sea unit has moved or fought in this turn.",
    "NA-P3-j",
    "NA-P3SEA-c",
    "NA-P5-a",
    "NA-STEP6-a",
)
CYCLE: Final = Limit(
    1 << 9,
    "Mines have been decided: only survivors in mined zones sail on.",
    "NA-DETSEA-b",
)
KNOTS: Final = Limit(
    1 << 10,
    "That is farther than the sea unit can move.",
    "NA-P3SEA-a",
    "NA-P5SEA-a",
    "NA-P5SEA-b",
    "NA-SPACES-a",
)
BLOCKED: Final = Limit(
    1 << 11,
    "Sea units stop in hostile zones, submarines where an enemy destroyer is.",
    "NA-P3SEA-a",
    "NA-P3SUB-a",
    "NA-P3SUB-b",
    "NA-P5SEA-a",
    "NA-P5SEA-b",
)
MINED: Final = Limit(
    1 << 12,
    "Movement stops in a zone with enemy mines until they are decided.",
    "NA-DETSEA-b",
    "NA-P3-i",
    "NA-P5SEA-c",
)
TWICE: Final = Limit(1 << 13, "No sea unit enters the same zone twice in a phase.", "NA-DETSEA-c")
NO_PREY: Final = Limit(
    1 << 15,
    "A sea unit that sails in phase 3 must end in a zone with enemy units.",
    "NA-P3-a",
    "NA-P3-h",
    "NA-P3-d",
    "NA-P3START-c",
)
HOSTILE: Final = Limit(
    1 << 16,
    "In phase 5 surface ships enter friendly zones only.",
    "NA-P5SEA-a",
    "NA-SEA-e",
)
STRAIT: Final = Limit(
    1 << 17, "Only Axis sea units pass the Strait of Messina.", "NA-MESSINA-a", "NA-SEA-a"
)
SAIL_LIMITS: Final = (
    SAILED_BEFORE,
    CYCLE,
    RESERVE,
    MINED,
    TWICE,
    STRAIT,
    BLOCKED,
    HOSTILE,
    KNOTS,
    NO_PREY,
)
FAR: Final = 99


class Chart:
    """What the seas are like for one sea unit."""

    __slots__ = (
        "board",
        "ends",
        "links",
        "mined",
        "passable",
        "points",
        "seen",
        "side",
        "through",
    )

    def __init__(self, g: NorthAfrica, u: int, lifted: int) -> None:
        board = g.board
        kind, sea = g.kind[u], board.sea
        sub = board.chart.type[kind] == SUBMARINE
        self.board = board
        self.side = 0 if lifted & STRAIT.bit else SIDE[g.power]
        self.links = board.sea_links[self.side]
        f = front(g)
        hostile = f.hostile_zones(g)
        stop = f.hunting_zones(g) if sub else hostile  # NA-P3SUB-a, NA-P3SEA-a
        self.passable = sea if lifted & BLOCKED.bit else sea & ~stop
        self.mined = 0 if lifted & MINED.bit else f.mined_zones(g)
        self.seen = 0 if lifted & TWICE.bit else g.tracks.get(u, 0)
        self.through = self.passable & ~(self.mined | self.seen)
        self.points = FAR if lifted & KNOTS.bit else board.chart.move[kind] - g.used[u]
        if g.phase == COMBAT_MOVE:
            free = lifted & NO_PREY.bit or fleeing(g, u)
            self.ends = sea if free else f.waters(g)
        else:
            self.ends = sea if sub or lifted & HOSTILE.bit else sea & ~hostile

    def within(self, z: int) -> int:
        """The zones that one leg reaches."""
        found = self.board.sea_reach(self.side, z, self.points, self.through)
        return found & ~(self.seen | 1 << z)

    def way(self, z: int, goal: int) -> list[int]:
        """The zones of a leg, start and goal included."""
        return path(self.links, z, goal, self.through)

    def goes_on(self, z: int, goal: int) -> bool:
        """Whether a unit that stops in a mined zone could still end in a lawful place."""
        if not self.passable >> goal & 1:
            return False
        if not self.board.sea_reach(self.side, goal, self.points - 1, self.passable) & self.ends:
            return False  # not even straight on
        way = self.way(z, goal)
        seen = self.seen
        for zone in way[1:]:
            seen |= 1 << zone
        left = self.points - len(way) + 1
        found = self.board.sea_reach(self.side, goal, left, self.passable & ~seen)
        return bool(found & self.ends & ~seen)


def fleeing(g: NorthAfrica, u: int) -> bool:
    """NA-P3START-a: whether a sea unit leaves, or has left, a hostile zone in phase 3."""
    if g.fleeing >> u & 1:
        return True
    return not g.moved >> u & 1 and hostile_zone(g, SIDE[g.power], g.where[u])


def can_sail(g: NorthAfrica, u: int, lifted: int = 0) -> bool:
    """Whether a sea unit may begin a leg."""
    if not g.ships >> u & 1:
        return False
    if g.halfway >> u & 1:
        return True
    done = (g.moved | g.fought | g.travelled) >> u & 1
    if done and not lifted & SAILED_BEFORE.bit:
        return False
    return not g.legs or bool(lifted & CYCLE.bit)


def courses(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """The zones where the next leg of a sea unit may end."""
    if not can_sail(g, u, lifted):
        return 0
    z = g.where[u]
    chart = Chart(g, u, lifted)
    found = chart.within(z)
    out = found & chart.ends
    for m in bits(found & ~out & chart.mined):
        if chart.goes_on(z, m):
            out |= 1 << m
    if not lifted & RESERVE.bit and costs_reserve(g, u) and reserve_left(g) < 1:
        return 0
    return out


def costs_reserve(g: NorthAfrica, u: int) -> bool:
    """NA-RESERVE-c: whether a leg sends one more sea unit to an attack."""
    return g.phase == COMBAT_MOVE and not g.moved >> u & 1 and not fleeing(g, u)


def sailors(g: NorthAfrica) -> int:
    """Sea units that may begin a leg, alike ones once."""
    f = front(g)
    if f.sails < 0:
        f.sails = sailors_among(g, g.owned[g.power] & g.ships)
    if g.terms.reserve and f.sails and reserve_left(g) < 1:
        return sum(1 << u for u in bits(f.sails) if not costs_reserve(g, u))
    return f.sails


def sailors_among(g: NorthAfrica, units: int) -> int:
    """Those of some sea units that have anywhere to go, the reserve left aside."""
    if g.legs:
        units &= g.halfway
    else:
        units &= ~(g.moved | g.fought | g.travelled)
    board, where, kind, used, tracks = g.board, g.where, g.kind, g.used, g.tracks
    units &= ~g.at[board.size]
    if not units:
        return 0
    f = front(g)
    links, move = board.sea_links[SIDE[g.power]], board.chart.move
    goals = f.waters(g) if g.phase == COMBAT_MOVE else board.sea & ~f.hostile_zones(g)
    out = 0
    for u in bits(one_of_each(g, units)):
        near = links[where[u]] & goals
        if near and near & ~tracks.get(u, 0) and used[u] < move[kind[u]]:
            out |= 1 << u  # next door
        elif not hopeless(g, u) and can_leave(g, u):
            out |= 1 << u
    return out


def can_leave(g: NorthAfrica, u: int) -> bool:
    """Whether a sea unit that may sail has anywhere to go: as `courses`, but one place will do."""
    z = g.where[u]
    chart = Chart(g, u, 0)
    if chart.points > 0 and chart.links[z] & chart.ends & ~chart.seen:
        return True
    found = chart.within(z)
    if found & chart.ends:
        return True
    return any(chart.goes_on(z, m) for m in bits(found & chart.mined))


def hopeless(g: NorthAfrica, u: int) -> bool:
    """Whether a sea unit is too far from every enemy for a combat move, and need not flee."""
    if g.phase != COMBAT_MOVE:
        return False
    z = g.where[u]
    f = front(g)
    if f.hostile_zones(g) >> z & 1 or g.fleeing >> u & 1:
        return False
    points = g.board.chart.move[g.kind[u]] - g.used[u]
    return not g.board.sea_reach(SIDE[g.power], z, points, g.board.sea) & f.waters(g)


def sail(g: NorthAfrica, u: int, goal: int) -> None:
    """One leg of a sea unit."""
    start = g.where[u]
    bit = 1 << u
    way = Chart(g, u, 0).way(start, goal)
    seen = g.tracks.get(u, 0)
    for z in way[1:]:
        seen |= 1 << z
    g.tracks[u] = seen
    g.used[u] += len(way) - 1
    if g.phase == COMBAT_MOVE:
        if fleeing(g, u):
            g.fleeing |= bit
        g.moved |= bit
    else:
        g.travelled |= bit
    place(g, u, goal)
    g.halfway &= ~bit
    old = front(g)
    if old.mined_zones(g) >> goal & 1:
        g.fresh |= bit
    f = g.memo = old.sailed()
    if f.sails >= 0:  # who was alike to it in its zone may have stood behind it
        here = g.at[start] | bit
        f.sails = f.sails & ~here | sailors_among(g, g.owned[g.power] & g.ships & g.at[start])
    if g.log is not None:
        g.log.append(ev.Moved(everybody(g), piece(g, u), start, goal, "sail"))


def awaiting(g: NorthAfrica) -> int:
    """The mined zones that sea units have entered and whose mines are still to be decided."""
    units = g.fresh & g.ships & g.owned[g.power]
    return sum(1 << z for z in {g.where[u] for u in bits(units)}) if units else 0


def adrift(g: NorthAfrica) -> int:
    """Sea units that must sail on: they stopped for mines and are in no place to end in."""
    units = g.halfway & g.ships & ~g.fleeing
    if not units:
        return 0
    waters = front(g).waters(g)
    return sum(1 << u for u in bits(units) if not waters >> g.where[u] & 1)
