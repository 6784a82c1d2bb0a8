"""Who holds what: friendly, hostile and neutral spaces, room under the stacking limits."""

from __future__ import annotations

from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.kinds import DESTROYER, SUBMARINE
from sirocco.games.northafrica.powers import AXIS, NOBODY, SIDE_POWERS
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits


def box(g: NorthAfrica) -> int:
    """The number of the Reinforcements Zone (NA-SETUP-l)."""
    return g.board.size


def side_units(g: NorthAfrica, side: int) -> int:
    """All units of a side."""
    return g.sides[side]


def of_type(g: NorthAfrica, type: int) -> int:
    """All units of a type, whatever their nation."""
    return g.types_at[type]


def vichy_units(g: NorthAfrica) -> int:
    """All Vichy French units: French ones on the Axis side (NA-VICHY-a)."""
    return g.french & g.sides[AXIS]


def fighting(g: NorthAfrica, s: int) -> int:
    """The combat units in a territory: combat land units and air units."""
    return g.at[s] & (g.army | g.air)


def controller(g: NorthAfrica, s: int) -> int:
    """The power whose marker or emblem a territory bears, or NOBODY."""
    owner = g.board.emblem[s]
    return owner if owner != NOBODY else g.control[s]


def controlled(g: NorthAfrica, side: int) -> int:
    """The territories that bear a marker or an emblem of a side."""
    a, b = SIDE_POWERS[side]
    board = g.board
    return (g.flags[a] | g.flags[b]) & ~board.emblems | board.emblems_of[side]


def holds(g: NorthAfrica, side: int, s: int) -> bool:
    """Whether a side has a marker, an emblem or combat units in a territory.

    Air units that attack a territory only fly over it: they hold nothing (ruling 19).
    """
    owner = g.board.emblem[s]
    if owner == NOBODY:
        owner = g.control[s]
    if owner in SIDE_POWERS[side]:
        return True
    units = g.at[s] & g.sides[side]
    return bool(units) and bool(units & standing(g, s))


def standing(g: NorthAfrica, s: int) -> int:
    """The combat units that are in a territory and not just attacking it from the air."""
    units = g.at[s] & (g.army | g.air)
    over = units & g.air & g.fought
    return units & ~over if over else units


def hostile(g: NorthAfrica, side: int, s: int) -> bool:
    """NA-TERR-p: whether a territory is hostile to a side."""
    return holds(g, 1 - side, s)


def hostile_zone(g: NorthAfrica, side: int, z: int) -> bool:
    """NA-SEA-d, NA-SEA-e: surface warships and air units, not submarines and transports."""
    enemy = g.at[z] & side_units(g, 1 - side)
    if not enemy:
        return False
    if enemy & g.air:
        return True
    return bool(enemy & g.ships & ~g.types_at[SUBMARINE])


def enemy_at_sea(g: NorthAfrica, side: int, z: int) -> bool:
    """Whether a zone holds anything of the other side that can be attacked, cargo included."""
    if g.at[z] & side_units(g, 1 - side):
        return True
    return any(g.afloat.get(4 * z + p) for p in SIDE_POWERS[1 - side])


def destroyers(g: NorthAfrica, side: int, z: int) -> int:
    """The destroyers of a side in a zone."""
    return g.types_at[DESTROYER] & g.at[z] & side_units(g, side)


def load(g: NorthAfrica, side: int, s: int) -> int:
    """Units of a side that count for the stacking limit of a territory (NA-TERR-h, NA-TERR-i)."""
    air = g.air
    units = g.at[s] & g.sides[side] & (g.army | air)
    return (units & ~(air & g.fought)).bit_count()


def room(g: NorthAfrica, side: int, s: int) -> int:
    """How many more combat units of a side a territory takes."""
    return g.board.limit[s] - load(g, side, s)


def open_route(g: NorthAfrica, power: int, z: int) -> bool:
    """Whether a power may ship to a convoy zone (NA-CSZ-d to NA-CSZ-g)."""
    if not g.board.users[z] >> power & 1:
        return False
    port = g.board.port[z]
    if port == NONE or g.board.emblem[port] != NOBODY:
        return True
    owner = g.control[port]
    return owner != NOBODY and bool(g.board.users[z] >> owner & 1)


def open_zones(g: NorthAfrica, power: int) -> int:
    """All convoy zones to which a power may ship."""
    board = g.board
    zones = board.zones_for[power] & board.convoys
    for z in bits(zones & board.contested):
        owner = g.control[board.port[z]]
        if owner == NOBODY or not board.users[z] >> owner & 1:
            zones ^= 1 << z
    return zones


def seat_for(g: NorthAfrica, power: int) -> int:
    """The seat that runs a power."""
    seat = g.terms.seat_of[power]
    return 1 - seat if g.swapped else seat


def side_seats(g: NorthAfrica, side: int) -> tuple[int, ...]:
    """The seats of a side, in the order of their powers."""
    return tuple(dict.fromkeys(seat_for(g, p) for p in SIDE_POWERS[side]))


def everybody(g: NorthAfrica) -> int:
    """The audience of public events: nothing is hidden in this game (D1)."""
    return (1 << len(g.terms.seats)) - 1
