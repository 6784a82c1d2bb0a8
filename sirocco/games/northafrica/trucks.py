"""Trucks: drives with cargo loaded on the way and unloaded at the end (NA-TRUCK)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.crowding import keep
from sirocco.games.northafrica.events_moves import Unloaded
from sirocco.games.northafrica.front import front
from sirocco.games.northafrica.ground import everybody, room, seat_for, vichy_units
from sirocco.games.northafrica.kinds import AAA, ANTI_TANK, ARTILLERY, INFANTRY, data_pack
from sirocco.games.northafrica.marches import road_steps, spent
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.stacks import sets_down, stack_of
from sirocco.games.northafrica.state import NorthAfrica, place
from sirocco.games.northafrica.supply import deliver, spend, usable
from sirocco.games.northafrica.takeover import offer_takeover, vichy_alone
from sirocco.games.northafrica.troops import piece, settle
from sirocco.games.northafrica.verbs_moves import HALT, LOAD, LOAD_SUPPLY, ON
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.graph import path, reach
from sirocco.kernel.lower import procedure

CARGO: Final = (INFANTRY, ARTILLERY, ANTI_TANK, AAA)
"""NA-TRUCK-c."""


@lru_cache(maxsize=1)
def capacity() -> int:
    return data_pack().number("limits.supply.truck")


def drivers(g: NorthAfrica) -> int:
    """Trucks that may drive, alike ones once (NA-TCAP-e: not in the turn of their capture)."""
    units = g.owned[g.power] & g.trucks & ~(g.travelled | g.seized | g.at[g.board.size])
    if not units:
        return 0
    f = front(g)
    if f.parked[0] != units:  # a truck stands still until it drives
        f.parked = units, drivers_among(g, units)
    return f.parked[1]


def drivers_among(g: NorthAfrica, units: int) -> int:
    """Those among some trucks."""
    roads, links = front(g).roads, g.board.land_links
    out = 0
    for u in bits(one_of_each(g, units)):
        if links[g.where[u]] & roads:
            out |= 1 << u
    return out


def on_road(g: NorthAfrica, s: int) -> bool:
    return bool(g.board.road >> s & 1)


def steps_from(g: NorthAfrica, u: int, steps: int, road: bool, cargo: int) -> int:
    """The next territories of a drive: in reach, and some end with room for the cargo beyond.

    `steps` made so far, `road` whether all of them stayed on the coast road (NA-TRUCK-a).
    """
    s = g.where[u]
    move = g.board.chart.move[g.kind[u]]
    near = g.board.land_links[s] & front(g).roads
    if steps + 1 > move:
        along = road and on_road(g, s) and steps + 1 <= road_steps()
        near &= g.board.road if along else 0
    if not cargo or not near:
        return near
    road = road and on_road(g, s)
    lone = cargo & (cargo - 1) == 0 and not front(g).short
    tight = near & front(g).full if lone else near  # elsewhere it can end there at once
    for t in bits(tight):
        if not ends_from(g, u, t, steps + 1, road and on_road(g, t), cargo):
            near ^= 1 << t
    return near


def way_to(g: NorthAfrica, u: int, goal: int) -> list[int]:
    """The territories of an empty truck's shortest drive to one. If it cannot get there, the way
    on which it fails; none if there is none by land."""
    board, start, roads = g.board, g.where[u], front(g).roads
    far = board.size
    ways = [(roads, board.chart.move[g.kind[u]]), (roads, far), (board.land, far)]
    if on_road(g, start):
        ways.insert(1, (roads & board.road, road_steps()))
    for through, most in ways:
        if through >> goal & 1 and (found := path(board.land_links, start, goal, through, most)):
            return found[1:]
    return []


def ends_from(g: NorthAfrica, u: int, s: int, steps: int, road: bool, cargo: int) -> bool:
    """Whether a drive that has come to a territory can end somewhere with room for its cargo."""
    if takes(g, u, 1 << s, cargo):
        return True
    left = g.board.chart.move[g.kind[u]] - steps
    ways = front(g).roads
    found = reach(g.board.land_links, 1 << s, left, ways) & ways if left > 0 else 0
    if road:
        ways &= g.board.road
        found |= reach(g.board.land_links, 1 << s, road_steps() - steps, ways) & ways
    return takes(g, u, found, cargo)


def takes(g: NorthAfrica, u: int, spaces: int, cargo: int) -> bool:
    """Whether one of some territories has room for a truck's cargo, which counts where it is."""
    side, here, count = SIDE[g.power], g.where[u], cargo.bit_count()
    fit = [t for t in bits(spaces) if room(g, side, t) >= (0 if t == here else count)]
    return bool(fit) and (not front(g).short or any(sets_down(g, cargo, t) for t in fit))


def loadable(g: NorthAfrica, u: int) -> int:
    """Units in the truck's territory that it may take (NA-TRUCK-c, -d, -h, -j)."""
    s = g.where[u]
    fit = g.at[s] & g.owned[g.owner[u]] & g.army
    if not fit or g.landings >> s & 1:
        return 0
    cargo = 0
    for type in CARGO:
        cargo |= g.types_at[type]
    return fit & cargo & ~(spent(g) | vichy_units(g))


def loose_supply(g: NorthAfrica, u: int) -> int:
    """Tokens in the truck's territory that have not been on a truck in this turn (R45)."""
    s = g.where[u]
    left = g.supply[s] - g.hauled[s]
    return left if left and usable(g, SIDE[g.power], s) else 0


def fits(
    g: NorthAfrica, u: int, steps: int, road: bool, cargo: int, c: int, units: int, free: int
) -> bool:
    """Whether a unit of a kind that may lack pieces can be carried on, alone or with its stack."""
    if steps_from(g, u, steps, road, cargo | 1 << c):
        return True
    stack = stack_of(g, c) & units
    return stack.bit_count() <= free and bool(steps_from(g, u, steps, road, cargo | stack))


def drive_choices(
    g: NorthAfrica, u: int, steps: int, road: bool, cargo: int, tokens: int, loaded: bool
) -> tuple[tuple[int, int], ...]:
    """What a truck may do: load, drive on, or end its drive where it has loaded nothing."""
    count = cargo.bit_count()
    free = capacity() - count - tokens
    on = steps_from(g, u, steps, road, cargo)
    units = tokens_here = 0
    short = front(g).short
    if free > 0 and (on or short):
        units = loadable(g, u) & ~cargo
        if units and short:
            alike = bits(one_of_each(g, units))
            units = sum(1 << c for c in alike if fits(g, u, steps, road, cargo, c, units, free))
        elif units:
            way = steps_from(g, u, steps, road, cargo | units & -units)
            units = one_of_each(g, units) if way else 0
        most = min(free, loose_supply(g, u)) if on else 0
        tokens_here = (2 << most) - 2
    end = steps > 0 and not loaded and (not cargo or takes(g, u, 1 << g.where[u], cargo))
    return ((ON, on), (LOAD, units), (LOAD_SUPPLY, tokens_here), (HALT, int(end)))


@procedure
def drive(g: NorthAfrica, u: int) -> Procedure[None]:
    """One drive of a truck, from its beginning."""
    yield from drive_on(g, u, g.where[u], 0, on_road(g, g.where[u]), 0, 0, False)


@procedure
def drive_on(
    g: NorthAfrica,
    u: int,
    start: int,
    steps: int,
    road: bool,
    cargo: int,
    tokens: int,
    loaded: bool,
) -> Procedure[None]:
    """A drive step by step; the arguments are as in `drive_choices`, `start` is for the log."""
    while True:
        answer = yield Ask(
            seat_for(g, g.power),
            "drive",
            drive_choices(g, u, steps, road, cargo, tokens, loaded),
        )
        verb = answer & ~NOUN
        if verb == HALT:
            break
        if verb == ON:
            roll_on(g, u, cargo, answer & NOUN)
            steps += 1
            road = road and on_road(g, g.where[u])
            loaded = False
        elif verb == LOAD:
            cargo |= 1 << (answer & NOUN)
            loaded = True
        else:
            tokens += answer & NOUN
            loaded = True
            spend(g, g.where[u], answer & NOUN, "loaded")
    alone = vichy_alone(g, g.where[u], cargo)
    unload(g, u, cargo, tokens, start)
    if cargo and alone:
        yield from offer_takeover(g, g.where[u])
    check_instant(g)


def roll_on(g: NorthAfrica, u: int, cargo: int, s: int) -> None:
    """The truck and what it carries go one territory on."""
    start = g.where[u]
    place(g, u, s)
    if cargo:
        old = front(g)
        for c in bits(cargo):
            place(g, c, s)
        g.memo = old.moved(g, start, s)
        keep(g, old, start, s, cargo)


def unload(g: NorthAfrica, u: int, cargo: int, tokens: int, start: int) -> None:
    """NA-TRUCK-f: everything is unloaded where the drive ends."""
    s = g.where[u]
    g.travelled |= cargo | 1 << u
    g.carried |= cargo
    if tokens:
        deliver(g, s, tokens, "unloaded")
        g.hauled[s] += tokens
    if cargo:
        settle(g, g.power, s)
        old = front(g)
        g.memo = old.moved(g, s)
        keep(g, old, s, s, cargo)
    if g.log is not None:
        pieces = tuple([piece(g, c) for c in bits(cargo)])
        g.log.append(Unloaded(everybody(g), piece(g, u), start, s, pieces, tokens))
