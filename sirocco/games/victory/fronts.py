"""Where a starting force stands: its places, what fits into them, what each city must get.

A side has one front; Player B of the Two Front War has two, each with a force of its own (8.4).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sirocco.games.victory.board import Board
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.scenarios import Share, share_of
from sirocco.games.victory.state import Victory
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import (
    AIR_MASK,
    ARMY_MASK,
    BOMBERS,
    KIND_MASK,
    KINDS,
    MARINES,
    NAVAL_MASK,
    SIDE_MASK,
    SIDES,
)
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.refusal import Refused

AIRBASE: Final = data_pack().number("limits.air.airbase")  # V-4.41-b
DECK: Final = data_pack().number("limits.air.carrier")  # V-3.2-f
FULL: Final = data_pack().number("limits.unit.steps")  # V-8.1-b
PER_CITY: Final = data_pack().number("limits.deployment.per_city")  # V-1.4-e

LAND, SEAMEN, SHIPS, PLANES, HEAVIES = range(5)
CLASS: Final[tuple[int, ...]] = tuple(
    SEAMEN
    if KIND_MASK[kind] & MARINES
    else LAND
    if KIND_MASK[kind] & ARMY_MASK
    else SHIPS
    if KIND_MASK[kind] & NAVAL_MASK
    else HEAVIES
    if KIND_MASK[kind] & BOMBERS
    else PLANES
    for kind in range(KINDS)
)
"""Kinds that deploy alike: Army but Marines, Marines, ships, aircraft, Bombers (never aboard)."""
CLASS_KINDS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(kind for kind in range(KINDS) if CLASS[kind] == group) for group in range(5)
)
CLASS_MASK: Final[tuple[int, ...]] = tuple(
    sum(KIND_MASK[kind] for kind in kinds) for kinds in CLASS_KINDS
)
FOOT: Final = ARMY_MASK & ~MARINES


class Tally(NamedTuple):
    """How many units of each class a force has."""

    land: int
    marines: int
    ships: int
    planes: int

    @property
    def anywhere(self) -> int:
        """Units that can be deployed inland."""
        return self.land + self.planes

    @property
    def all(self) -> int:
        return self.land + self.marines + self.ships + self.planes

    def plus(self, group: int, units: int = 1) -> Tally:
        """So many more units of a class."""
        land, marines, ships, planes = self
        if group == LAND:
            return Tally(land + units, marines, ships, planes)
        if group == SEAMEN:
            return Tally(land, marines + units, ships, planes)
        if group == SHIPS:
            return Tally(land, marines, ships + units, planes)
        return Tally(land, marines, ships, planes + units)


def tally(blocks: int) -> Tally:
    """The classes of a set of blocks."""
    return Tally(
        (blocks & FOOT).bit_count(),
        (blocks & MARINES).bit_count(),
        (blocks & NAVAL_MASK).bit_count(),
        (blocks & AIR_MASK).bit_count(),
    )


class Front(NamedTuple):
    """The places of one force, their room in all, and what the scenario gives for them."""

    side: int
    number: int
    places: int
    hexes: tuple[int, ...]  # the same one by one
    units: int
    points: int
    per_city: int
    cities: int
    inland: int  # cities that are no ports
    army: int
    port_army: int
    naval: int
    air: int

    def minimum(self, units: int) -> int:
        """What each city must get when there are so many units (V-1.4-e, A10)."""
        return PER_CITY if units >= PER_CITY * self.cities else self.per_city


def fronts(g: Victory, side: int) -> tuple[Front, ...]:
    """The fronts of a side."""
    key = (g.terms.key, g.board.key)
    found = _FRONTS.get(key)
    if found is None:
        found = (_fronts(g.terms, g.board, 0), _fronts(g.terms, g.board, 1))
        _FRONTS[key] = found
    return found[side]


_FRONTS: Final[dict[tuple[str, str], tuple[tuple[Front, ...], tuple[Front, ...]]]] = {}


def front_of(g: Victory, side: int, u: int) -> Front:
    """The front to which a block of a force belongs."""
    found = fronts(g, side)
    return found[g.front >> u & 1] if len(found) > 1 else found[0]


def blocks_of(g: Victory, front: Front) -> int:
    """The blocks of a front, if they are in the force at all."""
    mine = SIDE_MASK[front.side]
    if len(fronts(g, front.side)) == 1:
        return mine
    return mine & g.front if front.number else mine & ~g.front


def _fronts(terms: Terms, board: Board, side: int) -> tuple[Front, ...]:
    share = share_of(terms.scenario, terms.maps, side)
    home = board.homes[side]
    if not share.per_map:
        return (_front(terms, board, share, side, 0, home),)
    by_map: dict[int, int] = {}  # V-8.4-c: each outer map has its own force, west or north first
    for h in bits(board.grid.all):
        by_map[board.map_of[h]] = by_map.get(board.map_of[h], 0) | 1 << h
    parts = sorted((lowest(hexes), hexes & home) for hexes in by_map.values() if hexes & home)
    return tuple(
        _front(terms, board, share, side, n, places) for n, (_, places) in enumerate(parts)
    )


def _front(terms: Terms, board: Board, share: Share, side: int, number: int, places: int) -> Front:
    cities = places & board.city
    ports = places & board.port
    front = Front(
        side=side,
        number=number,
        places=places,
        hexes=tuple(bits(places)),
        units=0 if terms.by_points else share.units,
        points=share.points if terms.by_points else 0,
        per_city=min(share.per_city, PER_CITY),
        cities=cities.bit_count(),
        inland=(cities & ~ports).bit_count(),
        army=sum([board.army_limit[h] for h in bits(places)]),
        port_army=sum([board.army_limit[h] for h in bits(ports)]),
        naval=sum([board.naval_limit[h] for h in bits(ports)]),
        air=AIRBASE * places.bit_count(),
    )
    _check(board, front, cities)
    return front


def _check(board: Board, front: Front, cities: int) -> None:
    """Refuse maps and numbers with which nobody could deploy (V-1.4-d, V-1.4-e)."""
    for h in bits(cities):
        room = [board.army_limit[h], AIRBASE]
        if board.port >> h & 1:
            room.append(board.naval_limit[h])
        if min(room) < PER_CITY:
            raise Refused(
                f"{board.title(h)} has no room for {PER_CITY} units of each arm.",
                "V-1.4-e",
                "V-1.4-d",
            )
    count = front.units or front.points
    if count < front.minimum(count) * front.cities:
        raise Refused(
            f"The scenario gives {SIDES[front.side]} too little to garrison {front.cities} cities.",
            "V-1.4-a",
            "V-1.4-e",
        )


def planes_fit(light: list[int], heavy: int, ashore: int, decks: list[tuple[int, int]]) -> bool:
    """Whether aircraft find room: so many ashore, the rest aboard (A14, V-3.2-f to V-3.2-h).

    `light` has the strengths of aircraft that Carriers take, `heavy` the number of others, `decks`
    of each Carrier the aircraft and the steps it can still take.

    >>> planes_fit([4, 2, 2], 1, 2, [(2, 4)]), planes_fit([4, 2, 3], 1, 2, [(2, 4)])
    (True, False)
    """
    over = len(light) + heavy - ashore
    if over <= 0:
        return True
    return over <= len(light) and _aboard(sorted(light)[:over], decks)


def _aboard(planes: list[int], decks: list[tuple[int, int]]) -> bool:
    """Whether all these aircraft fit aboard, tried from the strongest down."""
    if not planes:
        return True
    cv = planes[-1]
    for i, (slots, steps) in enumerate(decks):
        if slots and steps >= cv and (slots, steps) not in decks[:i]:
            left = [*decks[:i], (slots - 1, steps - cv), *decks[i + 1 :]]
            if _aboard(planes[:-1], left):
                return True
    return False
