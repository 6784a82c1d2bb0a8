"""Where convoys and their aircraft come ashore in phase 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sirocco.games.northafrica import events_convoys as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.events import Piece
from sirocco.games.northafrica.ground import box, controller, everybody, room
from sirocco.games.northafrica.powers import NOBODY, SIDE
from sirocco.games.northafrica.prices import prices
from sirocco.games.northafrica.scenarios import closed_to, pieces
from sirocco.games.northafrica.state import NorthAfrica, discharge, place
from sirocco.games.northafrica.troops import piece, stack_allowed
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.graph import reach
from sirocco.kernel.refusal import Limit

RANGE: Final = Limit(
    1, "In phase 1 an aircraft flies at most two spaces to its landing.", "NA-P1-k", "R1k"
)
ELIGIBLE: Final = Limit(
    2,
    "An aircraft lands only in a territory that its side controlled when the turn began.",
    "NA-P5AIR-b",
    "NA-P1-k",
    "NA-P1-d",
    "NA-P5AIR-c",
)
SPACE: Final = Limit(
    4, "That territory is full: its stacking limit is reached.", "NA-P1-k", "NA-TERR-h"
)
OPEN_GROUND: Final = Limit(
    8, "Units of that side may not enter that territory yet.", "NA-RLPR7-k", "NA-RLP-b"
)
LANDING_LIMITS: Final = (RANGE, ELIGIBLE, SPACE, OPEN_GROUND)


def landing_spots(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """Where an air unit in a convoy zone can land now (NA-P1-k)."""
    board = g.board
    power = g.owner[u]
    side = SIDE[power]
    closed = 0 if lifted & OPEN_GROUND.bit else closed_to(g, side)
    spots = board.land & ~closed & ~board.impassable & ~board.sahara
    if not lifted & RANGE.bit:
        links = board.air_links[power]
        spots &= reach(links, 1 << g.where[u], prices().landing, ~closed)
    if not lifted & ELIGIBLE.bit:
        spots &= g.friendly
    if not lifted & SPACE.bit:
        for s in bits(spots):
            if room(g, side, s) <= 0:
                spots ^= 1 << s
    return spots


def held(g: NorthAfrica, port: int) -> bool:
    """Whether the active side controls a port (NA-P1-a, NA-P1-f)."""
    owner = controller(g, port)
    return owner != NOBODY and SIDE[owner] == SIDE[g.power]


def cargo(g: NorthAfrica, z: int) -> int:
    """The active power's land units in a zone (NA-P1-b)."""
    return g.at[z] & g.owned[g.power] & (g.army | g.trucks)


def flyers(g: NorthAfrica, canal: bool) -> int:
    """The active power's air units at sea that must land: those of the Suez zone, or of the rest.

    On the Atlantic route before the canal they go along with the convoy (NA-P1-l).
    """
    if canal:
        z = g.board.route_zones[2]
        return g.at[z] & g.owned[g.power] & g.air if z >= 0 else 0
    waters = g.board.sea & ~g.board.atlantic
    return sum([1 << u for u in bits(g.owned[g.power] & g.air) if waters >> g.where[u] & 1])


def loaded_zones(g: NorthAfrica) -> tuple[int, ...]:
    """Zones of ports with cargo of the active power."""
    board = g.board
    power, at = g.power, g.at
    loads = g.owned[power] & (g.army | g.trucks)
    zones = [z for z in board.harbours if at[z] & loads or g.afloat.get(4 * z + power)]
    return tuple(zones)


def rivals(g: NorthAfrica, z: int, port: int) -> int:
    """Units that compete for the last places in a port: one of them is to be named (NA-P1-n).

    Air units that could land there count, because land units may wait at sea for their sake.
    """
    places = room(g, SIDE[g.power], port)
    waiting = waiting_ashore(g, z, port, places)
    if not waiting or places <= 0:
        return 0
    aloft = 0
    for u in bits(flyers(g, False) | flyers(g, bool(g.board.route[z]))):
        if landing_spots(g, u) >> port & 1:
            aloft |= 1 << u
    if (waiting | aloft).bit_count() <= places:
        return 0
    named = one_of_each(g, waiting | aloft)
    return named if named & (named - 1) else 0


def waiting_ashore(g: NorthAfrica, z: int, port: int, places: int) -> int:
    """The combat land units of a convoy that could come ashore.

    A stack that would be parted needs a piece for its other half (NA-LIMITS-b).
    """
    waiting = g.at[z] & g.owned[g.power] & g.army
    for k in {g.kind[u] for u in bits(waiting)}:
        group = waiting & g.kinds_at[k]
        if group.bit_count() > places and g.kinds_at[k].bit_count() > pieces(g, k):
            if not stack_allowed(g, k, port):
                waiting &= ~group
    return waiting


def unload(g: NorthAfrica, z: int, port: int, units: int, supply: int) -> None:
    """Cargo comes ashore."""
    if not units and not supply:
        return
    if g.log is not None:
        g.log.append(ev.Arrived(everybody(g), g.power, z, port, pieces_of(g, units), supply))
    for u in bits(units):
        place(g, u, port)
    if supply:
        del g.afloat[4 * z + g.power]
        g.supply[port] += supply


def unload_stores(g: NorthAfrica, z: int, port: int) -> None:
    """Trucks and supply always find room (NA-P1-i, NA-TERR-i)."""
    trucks = g.at[z] & g.owned[g.power] & g.trucks
    unload(g, z, port, trucks, g.afloat.get(4 * z + g.power, 0))


def unload_rest(g: NorthAfrica, z: int, port: int) -> None:
    """As many land units as there is room for; they are alike, or all of them fit (NA-P1-h)."""
    places = max(room(g, SIDE[g.power], port), 0)
    landing = bits(waiting_ashore(g, z, port, places))[:places]
    unload(g, z, port, mask(landing), 0)
    left = g.at[z] & g.owned[g.power] & g.army
    if left and g.log is not None:
        g.log.append(ev.StayedAtSea(everybody(g), z, port, pieces_of(g, left)))


def send_back(g: NorthAfrica, z: int, port: int) -> None:
    """NA-P1-f: cargo for a lost port returns to the Reinforcements Zone."""
    units = cargo(g, z)
    value = g.afloat.pop(4 * z + g.power, 0)
    if not units and not value:
        return
    if g.log is not None:
        g.log.append(ev.SentBack(everybody(g), g.power, z, port, pieces_of(g, units), value))
    for u in bits(units):
        place(g, u, box(g))
    put_in_box(g, value)


def put_in_box(g: NorthAfrica, value: int) -> None:
    """Supply as tokens of 1, as far as the stock goes: change is free at sea (NA-SUPPLY-b)."""
    short = sum(g.ones) + value - prices().ones
    fives = -(-short // 5) if short > 0 else 0
    g.fives[g.power] += fives
    g.ones[g.power] += value - 5 * fives


def sail_on(g: NorthAfrica, start: int, end: int) -> None:
    """Everything of the active power in a zone of the route goes on to the next (NA-P1-c)."""
    units = g.at[start] & g.owned[g.power]
    value = g.afloat.pop(4 * start + g.power, 0)
    if not units and not value:
        return
    if g.log is not None:
        told = pieces_of(g, units)
        g.log.append(ev.Advanced(everybody(g), g.power, start, end, told, value))
    for u in bits(units):
        place(g, u, end)
    g.fresh |= units & ~g.air
    if value:
        key = 4 * end + g.power
        g.afloat[key] = g.afloat.get(key, 0) + value
        g.fresh_afloat[key] = value


def leave_canal(g: NorthAfrica, canal: int) -> None:
    """Ships come out into the Mediterranean, whoever is there (NA-P1-m)."""
    ships = g.at[canal] & g.owned[g.power] & g.ships
    if not ships or g.board.canal_exit < 0:
        return
    if g.log is not None:
        told = pieces_of(g, ships)
        g.log.append(ev.Advanced(everybody(g), g.power, canal, g.board.canal_exit, told, 0))
    for u in bits(ships):
        place(g, u, g.board.canal_exit)


def land(g: NorthAfrica, u: int, s: int) -> None:
    """An air unit lands; its movement of this turn is untouched (NA-P1-e)."""
    if g.log is not None:
        g.log.append(ev.Landed(everybody(g), piece(g, u), g.where[u], s))
    place(g, u, s)
    g.escorting &= ~(1 << u)


def land_obvious(g: NorthAfrica, canal: bool) -> None:
    """Aircraft without a choice: those that cannot land are lost, single ways are taken."""
    while True:
        aloft = bits(flyers(g, canal))
        if not aloft:
            return
        spots = {u: landing_spots(g, u) for u in aloft}
        lost = mask([u for u in aloft if not spots[u]])
        if lost:
            if g.log is not None:
                told = pieces_of(g, lost)
                g.log.append(ev.NowhereToLand(everybody(g), told, g.where[lowest(lost)]))
            for u in bits(lost):
                discharge(g, u)  # NA-P1-d
            continue
        u = next((u for u in aloft if _settled(g, u, spots)), -1)
        if u < 0:
            return
        land(g, u, lowest(spots[u]))


def _settled(g: NorthAfrica, u: int, spots: dict[int, int]) -> bool:
    """Whether an air unit has one place to go to and takes it from nobody who differs from it."""
    only = spots[u]
    if only & (only - 1):
        return False
    wanting = mask([v for v, there in spots.items() if there & only])
    if wanting.bit_count() <= room(g, SIDE[g.power], lowest(only)):
        return True
    return one_of_each(g, wanting).bit_count() == 1


def pieces_of(g: NorthAfrica, units: int) -> tuple[Piece, ...]:
    return tuple(piece(g, u) for u in bits(units))


def mask(members: Sequence[int]) -> int:
    out = 0
    for u in members:
        out |= 1 << u
    return out
