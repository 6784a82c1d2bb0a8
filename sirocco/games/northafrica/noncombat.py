"""Phase 5: noncombat moves (NA-P5)."""

from __future__ import annotations

from sirocco.games.northafrica.airlift import airlift_order, lifters
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.crowding import (
    berths,
    column_ends,
    columns,
    crowded,
    destinations,
    exchangers,
    fliers_home,
    fly_home,
    march_on,
    marchers,
    partners,
)
from sirocco.games.northafrica.flights import aloft
from sirocco.games.northafrica.front import front
from sirocco.games.northafrica.ground import seat_for
from sirocco.games.northafrica.mines_sea import mines_under_way
from sirocco.games.northafrica.sailing import awaiting, courses, sail, sailors
from sirocco.games.northafrica.stacks import stack_of
from sirocco.games.northafrica.state import OVER, NorthAfrica
from sirocco.games.northafrica.takeover import offer_takeover, vichy_alone
from sirocco.games.northafrica.troops import remove
from sirocco.games.northafrica.trucks import drive, drive_on, drivers
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_convoys import LAND
from sirocco.games.northafrica.verbs_moves import (
    AIRLIFT,
    DRIVE,
    EXCHANGE,
    MOVE,
    MOVE_ALL,
    SAIL,
    SAILED,
)
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def noncombat_moves(g: NorthAfrica) -> Procedure[None]:
    if g.drive:
        u, start, steps, road, cargo, tokens, loaded = g.drive
        g.drive = ()
        yield from drive_on(g, u, start, steps, bool(road), cargo, tokens, bool(loaded))
    while g.phase != OVER:
        order = yield Ask(seat_for(g, g.power), "noncombat", move_choices(g))
        verb = order & ~NOUN
        if verb == DONE:
            crash(g)
            return
        if verb == DRIVE:
            yield from drive(g, order & NOUN)
        elif verb == AIRLIFT:
            yield from airlift_order(g, order & NOUN)
        elif verb == SAIL:
            yield from sea_move(g, order & NOUN)
        elif verb == SAILED:
            yield from mines_under_way(g)
        elif verb == EXCHANGE:
            yield from exchange(g, order & NOUN)
        elif verb == MOVE_ALL:
            yield from column(g, order & NOUN)
        elif g.air >> (order & NOUN) & 1:
            yield from landing(g, order & NOUN)
        else:
            yield from land_move(g, order & NOUN)


def move_choices(g: NorthAfrica) -> tuple[tuple[int, int], ...]:
    """The moves that can be made; done when nobody waits for mines or can still land."""
    idle, flying = fliers_home(g)
    movers = marchers(g) | idle
    if front(g).over and crowded(g) != NONE:  # D11: first room is made
        return ((MOVE, movers), (LAND, flying))
    zones = awaiting(g)
    return (
        (MOVE, movers),
        (LAND, flying),
        (DRIVE, drivers(g)),
        (SAIL, sailors(g)),
        (AIRLIFT, lifters(g)),
        (EXCHANGE, exchangers(g)),
        (MOVE_ALL, columns(g)),
        (SAILED, int(bool(zones))),
        (DONE, int(not zones and not flying)),
    )


@procedure
def land_move(g: NorthAfrica, u: int) -> Procedure[None]:
    """A combat land unit is told where to go."""
    answer = yield Ask(seat_for(g, g.power), "move_to", ((TO, destinations(g, u)),))
    s = answer & NOUN
    alone = vichy_alone(g, s, 0)
    march_on(g, u, s)
    if alone:
        yield from offer_takeover(g, s)
    check_instant(g)


@procedure
def column(g: NorthAfrica, u: int) -> Procedure[None]:
    """A whole stack marches under its only piece (R47)."""
    answer = yield Ask(seat_for(g, g.power), "column_to", ((TO, column_ends(g, u)),))
    s = answer & NOUN
    alone = vichy_alone(g, s, 0)
    for v in bits(stack_of(g, u)):
        march_on(g, v, s)
    if alone:
        yield from offer_takeover(g, s)
    check_instant(g)


@procedure
def exchange(g: NorthAfrica, u: int) -> Procedure[None]:
    """A unit goes to a full territory, where others then make room (R19, D11)."""
    answer = yield Ask(seat_for(g, g.power), "exchange_to", ((TO, partners(g, u)),))
    if g.air >> u & 1:
        fly_home(g, u, answer & NOUN)
    else:
        march_on(g, u, answer & NOUN)
    check_instant(g)


@procedure
def landing(g: NorthAfrica, u: int) -> Procedure[None]:
    """An air unit is told where to land."""
    answer = yield Ask(seat_for(g, g.power), "land_at", ((TO, berths(g, u)),))
    fly_home(g, u, answer & NOUN)
    check_instant(g)  # R21: it may have left Africa


@procedure
def sea_move(g: NorthAfrica, u: int) -> Procedure[None]:
    answer = yield Ask(seat_for(g, g.power), "sail_to", ((TO, courses(g, u)),))
    sail(g, u, answer & NOUN)


def crash(g: NorthAfrica) -> None:
    """NA-P5AIR-d: air units that have reached no landing space are destroyed."""
    lost = aloft(g)
    if lost:
        remove(g, lost)
        check_instant(g)
