"""What each geomorphic map must hold by itself; mapcheck.py looks at the four together.

A breach is one sentence about one constraint, with the place where it is broken.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple

from sirocco.games.victory.board import Board
from sirocco.games.victory.layout import COLS, ROWS, check_size
from sirocco.games.victory.mapdata import (
    CLEAR,
    FOREST,
    LAKE,
    SEA,
    TERRAINS,
    Cell,
    MapData,
    MapError,
    SideCell,
    label,
    side_label,
    step,
)
from sirocco.games.victory.mapfile import parse
from sirocco.games.victory.rivers import River, corners
from sirocco.kernel.bits import bits
from sirocco.kernel.hexes import Net, net_within

CITY_VALUES: Final = (3, 2, 2, 1, 1, 1)  # V-1.2-a: six cities, 10 PP
TOWNS: Final = (5, 9)
PORT_TOWNS: Final = 2
COASTAL_CITIES: Final = 2
INLAND_CITIES: Final = 2
PORTS: Final = 6  # two naval units each: all twelve can be deployed
RIVER: Final = frozenset("=#")

# The common edge: left and right from the top, upper and lower from the left.
SIDE_EDGE: Final = (CLEAR, FOREST, CLEAR, SEA, SEA, SEA, CLEAR, FOREST, CLEAR)
UPPER_EDGE: Final = (CLEAR,) * 6  # half-hexes of the odd columns
UPPER_SEA: Final = 6  # the even column whose first and last hex are sea; the others' are land
ROAD_ROWS: Final = (3, 7)  # half-hexes of columns 01 and 11 with a road
ROAD_COLS: Final = (3, 9)  # half-hexes of the upper and lower edge with a road

# Every name is letters, capital first, in one or two words, without four consonants in a row.
NAME: Final = re.compile(r"[A-Z][a-z]+(?:[ -][A-Z][a-z]+)?", re.ASCII)
HARSH: Final = re.compile(r"[^aeiouy \-]{4}|^[^aeiouy]+$", re.ASCII | re.IGNORECASE)


class Breach(NamedTuple):
    """One constraint broken: which one, where, and the sentence that says so."""

    check: str
    where: str
    text: str

    def __str__(self) -> str:
        return self.text


class Survey:
    """A map under examination, with its board."""

    __slots__ = ("data", "board", "lines", "half")

    def __init__(self, data: MapData) -> None:
        self.data = data
        self.board = Board(data, "check")
        self.lines: Net = self.board.supply_net
        self.half = {cell for cell in data.hexes if is_half(*cell)}

    def label(self, h: int) -> str:
        return self.board.title(h)

    def cell(self, h: int) -> Cell:
        return self.board.grid.column(h), self.board.grid.row(h)

    def joined(self, h: int, net: Net) -> int:
        """Everything that a net joins to a hex."""
        return self.board.grid.flood(net, 1 << h, self.board.grid.all)


def is_half(col: int, row: int) -> bool:
    """Whether a hex of a geomorphic map is halved by its edge."""
    return col in (1, COLS) or (col % 2 == 1 and row in (1, ROWS))


# One map


def check_map(text: str) -> list[Breach]:
    """Every breach of one map file."""
    try:
        return check_data(parse(text))
    except MapError as error:
        return [Breach("format", "", f"the map cannot be read: {error}")]


def check_data(data: MapData) -> list[Breach]:
    """Every breach of one map."""
    try:
        check_size(data)
        survey = Survey(data)
    except MapError as error:
        return [Breach("format", "", str(error))]
    return [breach for check in MAP_CHECKS for breach in check(survey)]


def _cities(s: Survey) -> Iterator[Breach]:
    """V-1.2-a: six cities worth 10 PP; V-2.2-a: towns."""
    board = s.board
    values = tuple(sorted((board.pp[h] for h in bits(board.city)), reverse=True))
    if values != CITY_VALUES:
        yield Breach(
            "cities",
            "",
            f"the cities are worth {listed(values)}, a map has six worth {listed(CITY_VALUES)}",
        )
    towns = board.town.bit_count()
    if not TOWNS[0] <= towns <= TOWNS[1]:
        yield Breach("towns", "", f"the map has {towns} towns, not {TOWNS[0]} to {TOWNS[1]}")


def _coasts(s: Survey) -> Iterator[Breach]:
    """V-2.2-g: what can be built and deployed needs ports."""
    board = s.board
    counts = (
        ("coastal", "coastal cities", board.city & board.port, COASTAL_CITIES),
        ("inland", "inland cities", board.city & ~board.port, INLAND_CITIES),
        ("ports", "ports", board.port, PORTS),
        ("port-towns", "towns that are ports", board.town & board.port, PORT_TOWNS),
    )
    for check, what, found, due in counts:
        if found.bit_count() < due:
            names = listed([s.label(h) for h in bits(found)]) or "none"
            yield Breach(check, "", f"the map needs at least {due} {what}, it has {names}")


def _places(s: Survey) -> Iterator[Breach]:
    """Places off the joints, named, and on a road or a coast."""
    board = s.board
    for h in bits(board.place):
        cell, where = s.cell(h), board.grid.label(h)
        if cell in s.half:
            yield Breach("half-hex", where, f"{s.label(h)} lies on a half-hex of the edge")
        name = s.data.hexes[cell].name
        if not name:
            yield Breach("names", where, f"the place in hex {where} has no name")
        elif not NAME.fullmatch(name) or HARSH.search(name):
            yield Breach("names", where, f"{name!r} in hex {where} is not a name one can say")
        if board.town >> h & ~(board.road | board.port) >> h & 1:
            yield Breach("lines", where, f"{s.label(h)} has neither road nor port")


def _lines(s: Survey) -> Iterator[Breach]:
    """V-7.2-c: road and sea lines join every city to every other."""
    board = s.board
    cities = bits(board.city)
    if not cities:
        return
    groups = {h: s.joined(h, s.lines) & board.city for h in cities}
    largest = max(groups.values(), key=lambda group: (group.bit_count(), -group))
    for h in cities:
        where = board.grid.label(h)
        if groups[h] == 1 << h:
            yield Breach("lines", where, f"no line joins {s.label(h)} to another city")
        elif groups[h] != largest:
            others = listed([s.label(other) for other in bits(largest)])
            yield Breach("lines", where, f"no line joins {s.label(h)} to {others}")


def _edge_terrain(s: Survey) -> Iterator[Breach]:
    """The common sequence of terrain on all four edges."""
    for cell, terrain in edge_terrain().items():
        found = s.data.hexes[cell].terrain
        if found != terrain:
            yield Breach(
                "edge",
                label(*cell),
                f"half-hex {label(*cell)} is {TERRAINS[found]}, the edge wants {TERRAINS[terrain]}",
            )
    for col, row in product(range(2, COLS, 2), (1, ROWS - 1)):
        found = s.data.hexes[col, row].terrain
        wrong = found != SEA if col == UPPER_SEA else found >= SEA
        if wrong:
            due = "sea" if col == UPPER_SEA else "land"
            yield Breach(
                "edge",
                label(col, row),
                f"hex {label(col, row)} at the edge is {TERRAINS[found]}, the edge wants {due}",
            )


def edge_terrain() -> dict[Cell, int]:
    """The terrain due in each half-hex of a geomorphic map."""
    due: dict[Cell, int] = {}
    for i, terrain in enumerate(UPPER_EDGE):
        due[2 * i + 1, 1] = due[2 * i + 1, ROWS] = terrain
    for i, terrain in enumerate(SIDE_EDGE):
        due[1, i + 1] = due[COLS, i + 1] = terrain
    return due


def road_exits() -> list[Cell]:
    """The half-hexes through which roads leave a geomorphic map."""
    beside = [(col, row) for col in (1, COLS) for row in ROAD_ROWS]
    return sorted(beside + [(col, row) for col in ROAD_COLS for row in (1, ROWS)])


def _edge_marks(s: Survey) -> Iterator[Breach]:
    """Hexsides of half-hexes are plain, but for the roads that leave the map."""
    exits = set(road_exits())
    for side, marks in s.data.sides.items():
        near, far = (side[0], side[1]), step(*side)
        where = side_label(side)
        ends = {near, far} & s.half
        if len(ends) == 2:
            yield Breach("edge", where, f"hexside {where} lies on the edge but is marked {marks!r}")
        elif ends and marks != "+":
            yield Breach("edge", where, f"hexside {where} of a half-hex is marked {marks!r}")
        elif ends and not ends <= exits:
            yield Breach("edge", where, f"the road over {where} leaves the map where none may")
    for side in s.data.sides:
        if RIVER & set(s.data.sides[side]) and _tips(side) & s.half:
            where = side_label(side)
            yield Breach("edge", where, f"the river on {where} runs against the edge")


def _tips(side: SideCell) -> set[Cell]:
    """The two hexes that touch only the ends of a hexside."""
    col, row, d = side
    return {step(col, row, d - 1), step(col, row, (d + 1) % 6)}


def _exits(s: Survey) -> Iterator[Breach]:
    """Each road that leaves the map comes from one of its cities."""
    for cell in road_exits():
        h = s.board.grid.find(*cell)
        where = label(*cell)
        if not s.board.road >> h & 1:
            yield Breach("exits", where, f"no road leaves the map at {where}")
        elif not s.joined(h, s.board.road_net) & s.board.city:
            yield Breach("exits", where, f"the road that leaves the map at {where} meets no city")


def _rivers(s: Survey) -> Iterator[Breach]:
    """V-2.1-r: a river has a mouth and a first bridge."""
    for river in s.board.rivers:
        where = side_label(min(river.sides))
        if not river.mouths:
            yield Breach("rivers", where, f"the river at {where} has no mouth at sea or lake")
        if not river.bridges:
            yield Breach("rivers", where, f"the river at {where} has no bridge")
        for side in sorted(river.sides):
            if _forks(river, side):
                there = side_label(side)
                yield Breach("rivers", there, f"three stretches of a river meet at {there}")


def _forks(river: River, side: SideCell) -> bool:
    """Whether the river divides at an end of this hexside, the first of those that meet there."""
    for corner in corners(side):
        meeting = sorted(other for other in river.sides if corner in corners(other))
        if len(meeting) > 2 and meeting[0] == side:
            return True
    return False


def _waters(s: Survey) -> Iterator[Breach]:
    """V-2.1-t: a canal joins two waters; V-2.1-w: a lake is closed."""
    board, grid = s.board, s.board.grid
    waters = grid.components(board.sea_net, board.sea | board.shore & ~board.canal)
    along = net_within(grid, grid.net, board.canal)
    for canal in grid.components(along, board.canal):
        reached = grid.spread(board.strategic_sea_net, canal) & board.sea
        if sum(1 for water in waters if water & reached) < 2:
            where = grid.label(bits(canal)[0])
            yield Breach("canals", where, f"the canal at {where} does not join two waters")
    lake = 0
    for h in bits(board.sea):
        lake |= (board.terrain[h] == LAKE) << h
    for water in waters:
        if water & lake and water & board.sea & ~lake:
            where = grid.label(bits(water & lake)[0])
            yield Breach("lakes", where, f"ships pass from the lake at {where} to the open sea")


MAP_CHECKS: Final[tuple[Callable[[Survey], Iterator[Breach]], ...]] = (
    _cities,
    _coasts,
    _places,
    _lines,
    _edge_terrain,
    _edge_marks,
    _exits,
    _rivers,
    _waters,
)


def listed(things: Iterable[object]) -> str:
    """Things with commas between them."""
    return ", ".join(str(thing) for thing in things)
