"""Air units: where they may fly to attack, and where they may land (NA-P3AIR, NA-P5AIR, NA-AIR)."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.front import FULL, WEST, front
from sirocco.games.northafrica.ground import everybody, side_units, standing, vichy_units
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.reserve import RESERVE, reserve_left
from sirocco.games.northafrica.scenarios import closed_to
from sirocco.games.northafrica.state import NorthAfrica, aim_at, place
from sirocco.games.northafrica.troops import piece
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

FLOWN: Final = Limit(
    1 << 8,
    "That air unit has flown in this turn.",
    "NA-P3-j",
    "NA-P5-a",
    "NA-P3AIR-b",
)
AIR_RANGE: Final = Limit(
    1 << 10,
    "That is farther than its movement allowance.",
    "NA-P3AIR-b",
    "NA-P5AIR-a",
    "NA-AIR-a",
    "NA-SPACES-a",
)
RETURN: Final = Limit(
    1 << 11,
    "No landing could be shown for all attacking air units.",
    "NA-P3AIR-c",
    "NA-P3AIR-b",
    "NA-P5AIR-b",
    "R62",
)
QUIET: Final = Limit(
    1 << 12,
    "Air units fly in phase 3 only to attack a hostile space or a zone with enemy units.",
    "NA-P3-h",
    "NA-P3-d",
    "NA-P3-a",
)
GROUNDED: Final = Limit(
    1 << 13,
    "Air units land only where their side had control at the start of the turn.",
    "NA-P5AIR-b",
    "NA-P5AIR-c",
    "NA-TERR-f",
)
FLY_LIMITS: Final = (FLOWN, RESERVE, RETURN, WEST, AIR_RANGE, QUIET)
LANDING_LIMITS: Final = (FLOWN, FULL, WEST, AIR_RANGE, GROUNDED)
FAR_OFF: Final = 15


def landable(g: NorthAfrica, u: int, s: int, points: int, lifted: int = 0) -> int:
    """Where an air unit in a space could land with so many movement points, room left aside.

    NA-P5AIR-b, -c.
    """
    power = g.owner[u]
    closed = 0 if lifted & WEST.bit else closed_to(g, SIDE[power])
    points = FAR_OFF if lifted & AIR_RANGE.bit else points
    found = g.board.air_reach(power, s, points, closed) & g.board.land
    return found if lifted & GROUNDED.bit else found & g.friendly


def on_route(g: NorthAfrica, u: int) -> bool:
    """Whether an air unit goes along with a convoy of the Atlantic route (R1l)."""
    return bool(g.board.shipped >> g.where[u] & 1)


def idle_air(g: NorthAfrica) -> int:
    """Air units of the active power that have not flown in this turn."""
    return g.owned[g.power] & g.air & ~(g.moved | g.fought | g.travelled)


# Phase 3


def strikes(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """What an air unit may fly to and attack."""
    if not lifted & FLOWN.bit and not idle_air(g) >> u & 1:
        return 0
    if on_route(g, u):
        return 0
    if not lifted & RESERVE.bit and reserve_left(g) < 1:
        return 0
    return _strikes(g, u, lifted) if lifted else known_strikes(g, u)


def known_strikes(g: NorthAfrica, u: int) -> int:
    """What an air unit that may fly can attack; units of a kind in a space can do the same."""
    known = front(g).passing
    key = 1 << 30 | g.where[u] << 8 | g.kind[u]
    found = known.get(key)
    if found is None:
        found = known[key] = _strikes(g, u, 0)
    return found


def _strikes(g: NorthAfrica, u: int, lifted: int) -> int:
    board, power, s = g.board, g.power, g.where[u]
    f = front(g)
    closed = 0 if lifted & WEST.bit else closed_to(g, SIDE[power])
    points = FAR_OFF if lifted & AIR_RANGE.bit else board.chart.move[g.kind[u]]
    found = board.air_reach(power, s, points, closed) & ~(1 << s)
    if not lifted & QUIET.bit:
        found &= f.enemy & ~f.awaited | f.waters(g)
    if lifted & RETURN.bit or not found:
        return found
    narrow, wide = open_bases(g, closed)
    out = found & board.sorties(power, s, points, closed, wide)
    narrow |= 1 << s & g.friendly & board.land & ~closed & ~wide  # the berth that it leaves
    if narrow:
        for t in bits(found & ~out & board.sorties(power, s, points, closed, narrow)):
            d = 1
            while not board.air_reach(power, s, d, closed) >> t & 1:
                d += 1
            if returns(g, u, t, points - d, closed):
                out |= 1 << t
    return out


def open_bases(g: NorthAfrica, closed: int) -> tuple[int, int]:
    """Bases with less room, and bases that could take all attacking air units and one more."""
    f = front(g)
    side = SIDE[g.power]
    usual = closed == closed_to(g, side)
    if f.air is not None and usual:
        return f.air
    board, at, limit = g.board, g.at, g.board.limit
    up = bits(g.owned[g.power] & g.air & g.fought)
    need = len(up) + 1
    crowd = g.sides[side] & (g.army | g.air & ~g.fought)
    wide = narrow = 0
    for b in bits(g.friendly & board.land & ~closed):
        if limit[b] - (at[b] & crowd).bit_count() >= need:
            wide |= 1 << b  # whoever stays there
            continue
        left = berths_at(g, b)
        if left >= need:
            wide |= 1 << b
        elif left > 0:
            narrow |= 1 << b
    for a in up:
        left = board.chart.move[g.kind[a]] - g.used[a]
        if not board.air_reach(g.power, g.where[a], left, closed) & wide:
            wide, narrow = 0, wide | narrow
    if usual:
        f.air = (narrow, wide)
    return narrow, wide


def returns(g: NorthAfrica, u: int, t: int, points: int, closed: int) -> bool:
    """Ruling 62: whether a unit sent to a space and all others in the air could land together."""
    board, power = g.board, g.power
    berths = bases(g)
    s = g.where[u]
    if g.friendly >> s & 1 and board.land >> s & 1 and not leaving(g, s, 1 << u, closed):
        berths = {**berths, s: berths.get(s, 0) + 1}  # it leaves its own berth
    aloft = bits(g.owned[power] & g.air & g.fought)
    moves = board.chart.move
    ranges = [board.air_reach(power, t, points, closed)]
    for a in aloft:
        left = moves[g.kind[a]] - g.used[a]
        ranges.append(board.air_reach(power, g.where[a], left, closed))
    if any(all(r >> b & 1 for r in ranges) and n >= len(ranges) for b, n in berths.items()):
        return True
    return _matched(ranges, berths)


def _matched(ranges: list[int], berths: dict[int, int]) -> bool:
    """Whether each range can be given a berth of its own."""
    taken: dict[int, list[int]] = {b: [] for b in berths}

    def find(i: int, seen: set[int]) -> bool:
        for b, n in berths.items():
            if not ranges[i] >> b & 1 or b in seen:
                continue
            seen.add(b)
            if len(taken[b]) < n:
                taken[b].append(i)
                return True
            for j in taken[b]:
                if find(j, seen):
                    taken[b].remove(j)
                    taken[b].append(i)
                    return True
        return False

    return all(find(i, set()) for i in range(len(ranges)))


def bases(g: NorthAfrica) -> dict[int, int]:
    """Landing territories and their berths, where there are any."""
    closed = closed_to(g, SIDE[g.power])
    found = {b: berths_at(g, b) for b in bits(g.friendly & g.board.land & ~closed)}
    return {b: left for b, left in found.items() if left > 0}


def berths_at(g: NorthAfrica, b: int) -> int:
    """The berths of a base: units that could leave or attack count as gone."""
    known = front(g).berths
    found = known.get(b)
    if found is None:
        closed = closed_to(g, SIDE[g.power])
        if closed >> b & 1:
            return 0
        stay = standing(g, b) & side_units(g, SIDE[g.power])
        stay &= ~leaving(g, b, stay & g.owned[g.power], closed)
        found = known[b] = g.board.limit[b] - stay.bit_count()
    return found


def leaving(g: NorthAfrica, b: int, units: int, closed: int) -> int:
    """Those of the own units in a base that are about to attack, or could move away in phase 5."""
    army = units & ~g.air
    out = sum([1 << u for u in bits(army & g.fought) if g.target[u] != NONE])
    if g.board.land_links[b] & front(g).roads:
        out |= army & ~(g.fought | g.moved | g.turned | g.blitzed | vichy_units(g))
    others = g.friendly & g.board.land & ~(1 << b)
    for u in bits(units & g.air):
        points = g.board.chart.move[g.kind[u]]
        if g.board.air_reach(g.power, b, points, closed) & others:
            out |= 1 << u
    return out


def fliers(g: NorthAfrica) -> int:
    """Of each kind in each space one air unit that may fly to attack."""
    if g.terms.reserve and reserve_left(g) < 1:
        return 0
    f = front(g)
    if f.wings < 0:
        f.wings = fliers_among(g, idle_air(g))
    return f.wings


def fliers_among(g: NorthAfrica, idle: int) -> int:
    """Those among some air units that have not flown."""
    kinds_at, at, kind, where = g.kinds_at, g.at, g.kind, g.where
    out = 0
    while idle:
        low = idle & -idle
        u = low.bit_length() - 1
        idle &= ~(kinds_at[kind[u]] & at[where[u]])
        if not on_route(g, u) and known_strikes(g, u):
            out |= low
    return out


def strike(g: NorthAfrica, u: int, t: int) -> None:
    """An air unit flies into the space that it attacks (NA-DECL-f: no other declaration)."""
    start = g.where[u]
    closed = closed_to(g, SIDE[g.power])
    d = 1
    while not g.board.air_reach(g.power, start, d, closed) >> t & 1:
        d += 1
    g.used[u] += d
    g.moved |= 1 << u
    g.fought |= 1 << u
    aim_at(g, u, t)
    place(g, u, t)
    take_off(g, start, closed)
    if g.log is not None:
        g.log.append(ev.Moved(everybody(g), piece(g, u), start, t, "strike"))


def take_off(g: NorthAfrica, start: int, closed: int) -> None:
    """An air unit has left: while all bases stay wide open, others can do what they could."""
    old = front(g)
    new = g.memo = old.flown(g, start)
    every = (0, g.friendly & g.board.land & ~closed)
    if old.air == every and new.full == old.full and open_bases(g, closed) == every:
        new.passing = old.passing
        if old.wings >= 0:
            there = g.at[start]  # who was alike to it there may have stood behind it
            new.wings = old.wings & idle_air(g) & ~there | fliers_among(g, idle_air(g) & there)


# Phase 5


def aloft(g: NorthAfrica) -> int:
    """Air units of the active power that are not in a landing space (NA-P5AIR-d)."""
    found = g.owned[g.power] & g.air
    fought, where = g.fought, g.where
    safe = g.friendly & g.board.land
    shipped = g.board.shipped
    out = 0
    for u in bits(found):
        s = where[u]
        if not shipped >> s & 1 and (fought >> u & 1 or not safe >> s & 1):
            out |= 1 << u
    return out


def flown(g: NorthAfrica, u: int, lifted: int = 0) -> bool:
    """Whether an air unit may not land elsewhere in phase 5 any more."""
    if not lifted & FLOWN.bit and g.travelled >> u & 1:
        return True
    return on_route(g, u)


def landing_range(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """Landing spaces in reach of an air unit in phase 5, room left aside."""
    points = g.board.chart.move[g.kind[u]] - g.used[u]  # NA-P5AIR-a
    if lifted:
        return landable(g, u, g.where[u], points, lifted)
    known = front(g).known
    key = 1 << 40 | g.where[u] << 8 | points
    found = known.get(key)
    if found is None:
        found = known[key] = landable(g, u, g.where[u], points)
    return found


def berth(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """Where an air unit may land in phase 5; room must be looked at besides (crowding.py)."""
    if flown(g, u, lifted):
        return 0
    found = landing_range(g, u, lifted)
    return found if g.fought >> u & 1 else found & ~(1 << g.where[u])


def land(g: NorthAfrica, u: int, s: int) -> None:
    """An air unit lands; from now on it counts in that territory."""
    start = g.where[u]
    place(g, u, s)
    g.travelled |= 1 << u
    g.fought &= ~(1 << u)
    aim_at(g, u, NONE)
    g.memo = front(g).moved(g, start, s)
    if g.log is not None:
        g.log.append(ev.Moved(everybody(g), piece(g, u), start, s, "landing"))
