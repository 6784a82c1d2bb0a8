"""Blitzing tanks and the mechanized infantry that goes along (NA-BLITZ)."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.attacks import (
    ASHORE,
    INERT,
    MEEK,
    SPENT,
    can_attack,
    declare,
    fit_to_attack,
    targets_from,
)
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.front import DESERT, EMBLEM, FULL, TARGETED, WEST, front
from sirocco.games.northafrica.ground import everybody, room, seat_for
from sirocco.games.northafrica.kinds import BLITZ as BLITZ_TRAIT
from sirocco.games.northafrica.mines import border_mines, threatening
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.stacks import APART, with_piece
from sirocco.games.northafrica.state import OVER, NorthAfrica, aim_at, place
from sirocco.games.northafrica.troops import capture, piece, settle
from sirocco.games.northafrica.verbs import TO
from sirocco.games.northafrica.verbs_moves import ALONE, AT, RIDE, STOP
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

NO_BLITZ: Final = Limit(
    1 << 12,
    "Only tanks with Blitz do that; mechanized infantry rides along with one.",
    "NA-BLITZ-a",
    "NA-BLITZ-f",
    "NA-BLITZ-g",
)
ADJACENT: Final = Limit(
    1 << 13, "The first step of a blitz goes to a neighbouring territory.", "NA-BLITZ-a"
)
GUARDED: Final = Limit(
    1 << 14,
    "There are enemy combat units: that is an attack, no blitz.",
    "NA-BLITZ-a",
)
HARMLESS: Final = Limit(
    1 << 15,
    "A blitz enters a hostile territory, or a neutral one with enemy trucks.",
    "NA-BLITZ-a",
    "NA-BLITZ-b",
)
DECIDED: Final = Limit(
    1 << 16,
    "All that crosses into that territory must cross before its mines are decided.",
    "NA-DETLAND-f",
    "NA-P3-k",
)
BLITZ_LIMITS: Final = (
    NO_BLITZ,
    INERT,
    ASHORE,
    SPENT,
    GUARDED,
    WEST,
    DESERT,
    EMBLEM,
    DECIDED,
    TARGETED,
    FULL,
    APART,
    HARMLESS,
    ADJACENT,
)


def can_blitz(g: NorthAfrica, u: int, lifted: int = 0) -> bool:
    """Whether a land unit may be given an order to blitz at all."""
    if not g.army >> u & 1:
        return False
    if not lifted & NO_BLITZ.bit and not g.board.chart.traits[g.kind[u]] & BLITZ_TRAIT:
        return False
    return can_attack(g, u, lifted | MEEK.bit)


def open_ground(g: NorthAfrica, lifted: int = 0) -> int:
    """Territories that can be blitzed into, wherever they lie."""
    f = front(g, lifted & (WEST.bit | DESERT.bit | EMBLEM.bit))
    out = f.prey | f.awaited if lifted & GUARDED.bit else (f.prey | f.awaited) & ~f.defended
    out |= f.abandoned(g)
    if not lifted & TARGETED.bit:
        out &= ~targeted(g)
    out |= f.roads & g.held  # others may come along
    if not lifted & DECIDED.bit:
        out &= ~decided(g)
    if lifted & HARMLESS.bit:
        out |= f.roads
    return out


def targeted(g: NorthAfrica) -> int:
    """Territories that are attacked already: a blitz would empty the attack."""
    out = g.barred
    wings = g.air & g.fought & g.owned[g.power]
    if wings:
        for s, units in g.aimed.items():
            if units & wings:
                out |= 1 << s
    return out


def decided(g: NorthAfrica) -> int:
    """Territories where mines have been decided in this phase (NA-DETLAND-f)."""
    out = 0
    for border in g.closed:
        out |= 1 << (border >> 7)
    return out


def thrusts(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """Where a tank may blitz to with its first step."""
    if not can_blitz(g, u, lifted):
        return 0
    found = first_steps(g, g.where[u], open_ground(g, lifted), lifted)
    if front(g).short >> g.kind[u] & 1 and not lifted & APART.bit:
        return with_piece(g, u, found)
    return found


def first_steps(g: NorthAfrica, s: int, ground: int, lifted: int = 0) -> int:
    """Where tanks in a territory may blitz to, given the ground that is open."""
    out = ground if lifted & ADJACENT.bit else ground & g.board.land_links[s]
    if not out:
        return 0
    if not lifted & DECIDED.bit:
        out &= ~left_behind(g, s)
    if lifted & FULL.bit:
        return out
    return sum([1 << t for t in bits(out) if space_left(g, t) > 0 or passes(g, s, t)])


def left_behind(g: NorthAfrica, s: int) -> int:
    """Enemy territories blitzed already whose mines on this border nobody has met (NA-P3-j)."""
    return sum(1 << t for t in bits(g.held & g.board.valued) if g.land_mines.get(128 * t + s))


def space_left(g: NorthAfrica, t: int) -> int:
    """Room in a territory, less the units that wait to cross into it."""
    return room(g, SIDE[g.power], t) - waiting(g, t).bit_count()


def passes(g: NorthAfrica, s: int, t: int) -> bool:
    """Whether a unit can go on at once from a full territory."""
    return not waits(g, s, t) and bool(onward(g, t))


def onward(g: NorthAfrica, t: int) -> int:
    """Where a second step from a territory may lead (NA-BLITZ-e)."""
    f = front(g)
    return g.board.land_links[t] & f.ways & ~f.full & ~g.barred & ~g.held


def beyond(g: NorthAfrica, t: int) -> int:
    """How many units find room one step farther on."""
    side = SIDE[g.power]
    return sum(max(room(g, side, s), 0) for s in bits(onward(g, t)))


def waits(g: NorthAfrica, s: int, t: int) -> bool:
    """Whether who blitzes over a border must wait: it is mined, or others wait (NA-DETLAND-f)."""
    return bool(threatening(g, t, s) or waiting(g, t))


def waiting(g: NorthAfrica, t: int = NONE) -> int:
    """Blitzing units that wait for the mines of a border (of one territory, or all)."""
    units = g.owned[g.power] & g.blitzed & ~g.moved
    if not units:
        return 0
    if t != NONE:
        return g.aimed.get(t, 0) & units
    return sum([1 << u for u in bits(units) if g.target[u] != NONE])


def blitzers(g: NorthAfrica) -> int:
    """Of each kind in each territory one tank that may blitz."""
    tanks = front(g).armour(g) & fit_to_attack(g)
    ground = open_ground(g) if tanks else 0
    if not ground:
        return 0
    out = 0
    territories = g.board.bordered & ~g.landings
    while tanks:
        s = g.where[tanks.bit_length() - 1]
        here = tanks & g.at[s]
        tanks ^= here
        if territories >> s & 1 and first_steps(g, s, ground):
            while here:
                low = here & -here
                u = low.bit_length() - 1
                here &= ~g.kinds_at[g.kind[u]]
                if not front(g).short >> g.kind[u] & 1 or thrusts(g, u):
                    out |= low
    return out


def riders(g: NorthAfrica, s: int, t: int) -> int:
    """Mechanized infantry that may go along with a tank (NA-BLITZ-f)."""
    left = space_left(g, t)
    if left < 2 and (waits(g, s, t) or left + beyond(g, t) < 2):  # R19: who goes on needs no room
        return 0
    fit = g.at[s] & g.owned[g.power] & g.army & ~(g.moved | g.fought | g.turned | g.blitzed)
    for k in g.board.chart.riders:
        found = fit & g.kinds_at[k]
        if found and front(g).short >> k & 1:
            found = found if with_piece(g, lowest(found), 1 << t) else 0
        if found:
            return found & -found
    return 0


@procedure
def blitz_order(g: NorthAfrica, u: int) -> Procedure[None]:
    """A tank blitzes, alone or with mechanized infantry; over mines it waits for the others."""
    seat = seat_for(g, g.power)
    answer = yield Ask(seat, "blitz_to", ((TO, thrusts(g, u)),))
    t = answer & NOUN
    rider = -1
    if riders(g, g.where[u], t):
        answer = yield Ask(seat, "ride", ((RIDE, riders(g, g.where[u], t)), (ALONE, 1)))
        if answer & ~NOUN == RIDE:
            rider = answer & NOUN
    if waits(g, g.where[u], t):
        wait(g, u, t)
        if rider >= 0:
            wait(g, rider, t)
        return
    units = 1 << u | (1 << rider if rider >= 0 else 0)
    enter(g, units, t)
    yield from second_steps(g, units)


def wait(g: NorthAfrica, u: int, t: int) -> None:
    g.blitzed |= 1 << u
    aim_at(g, u, t)
    g.memo = None


def enter(g: NorthAfrica, units: int, t: int) -> None:
    """Blitzing units come into a territory and take it at once (NA-BLITZ-a, NA-BLITZ-c)."""
    for u in bits(units):
        start = g.where[u]
        place(g, u, t)
        g.used[u] += 1
        aim_at(g, u, NONE)
        if g.log is not None:
            g.log.append(ev.Moved(everybody(g), piece(g, u), start, t, "blitz"))
    g.moved |= units
    g.blitzed |= units
    if not g.held >> t & 1:
        capture(g, g.power, t)
        g.held |= 1 << t
        g.barred |= 1 << t
    g.memo = None
    check_instant(g)


@procedure
def cross(g: NorthAfrica, t: int) -> Procedure[None]:
    """All blitzing units have come to the borders of a mined territory: its mines, then on."""
    for facing in bits(g.board.land_links[t]):
        if g.at[facing] & waiting(g, t):
            yield from border_mines(g, t, facing)
    units = waiting(g, t)
    if units:  # NA-DETLAND-l: otherwise it is not captured
        enter(g, units, t)
        yield from second_steps(g, units)


@procedure
def second_steps(g: NorthAfrica, units: int) -> Procedure[None]:
    """NA-BLITZ-d, -e, -g: each unit attacks, goes on, or stops where it cannot attack (R5)."""
    while units and g.phase != OVER:
        u = lowest(units)
        units &= units - 1
        if not stops_only(g, u):
            answer = yield Ask(seat_for(g, g.power), "blitz_on", next_steps(g, u))
            verb = answer & ~NOUN
            if verb == AT:
                declare(g, u, answer & NOUN)
            elif verb == TO:
                second_step(g, u, answer & NOUN)


def stops_only(g: NorthAfrica, u: int) -> bool:
    choices = next_steps(g, u)
    return not choices[0][1] and not choices[1][1]


def next_steps(g: NorthAfrica, u: int) -> tuple[tuple[int, int], ...]:
    """What a unit may do after the first step of its blitz."""
    t = g.where[u]
    points = g.board.chart.move[g.kind[u]] - g.used[u]
    over = room(g, SIDE[g.power], t) < 0
    prey = targets_from(g, u, 1 << t) if points > 0 and not over else 0
    go = onward(g, t) if points > 0 else 0
    if go and not over and front(g).short >> g.kind[u] & 1:
        go = with_piece(g, u, go)
    return ((AT, prey), (TO, go), (STOP, int(not prey and not over)))


def second_step(g: NorthAfrica, u: int, s: int) -> None:
    start = g.where[u]
    place(g, u, s)
    g.used[u] += 1
    g.memo = None
    if g.log is not None:
        g.log.append(ev.Moved(everybody(g), piece(g, u), start, s, "blitz"))
    settle(g, g.power, s)
    check_instant(g)
