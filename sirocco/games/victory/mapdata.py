"""What a map says: terrain and features of its hexes, marks on its hexsides.

A cell is (column, row), both from 1. A hexside is (column, row, direction) seen from the hex to
its west or north, so that the direction is NE, SE or S.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

Cell = tuple[int, int]
SideCell = tuple[int, int, int]

# Land terrains in order: of two, the later is the more restrictive (V-2.0-c).
CLEAR: Final = 0
DESERT: Final = 1
FOREST: Final = 2
MARSH: Final = 3
MOUNTAIN: Final = 4
SEA: Final = 5
LAKE: Final = 6
SHOAL: Final = 7
OFF_MAP: Final = 255

TERRAINS: Final = ("clear", "desert", "forest", "marsh", "mountain", "sea", "lake", "shoal")

RED: Final = 0
BLUE: Final = 1
NEUTRAL: Final = 2
NO_PLACE: Final = 3

OWNERS: Final = ("red", "blue", "neutral")


class MapError(ValueError):
    """A map that cannot be read, in one sentence."""


class Hex(NamedTuple):
    """One hex of a map."""

    terrain: int
    city: bool = False
    town: bool = False
    canal: bool = False
    value: int = 0
    name: str = ""
    owner: int = NEUTRAL
    part: int = 0

    @property
    def water(self) -> bool:
        return self.terrain >= SEA

    @property
    def place(self) -> bool:
        return self.city or self.town


class Hexside(NamedTuple):
    """What a hexside is, its marks and its two hexes taken together."""

    land: bool
    water: bool
    shoal: bool
    terrain: int
    road: bool
    river: bool
    alpine: bool

    @property
    def bridge(self) -> bool:
        return self.road and self.river

    @property
    def sea(self) -> bool:
        """Water that ships can cross."""
        return self.water and not self.shoal


@dataclass(frozen=True)
class MapData:
    """A whole map: its hexes, and the marks of those hexsides that have any."""

    name: str
    cols: int
    rows: int
    hexes: dict[Cell, Hex]
    sides: dict[SideCell, str] = field(default_factory=dict)
    mouths: frozenset[SideCell] = frozenset()

    def pairs(self) -> Iterator[tuple[SideCell, Cell]]:
        """Every hexside between two hexes of the map, with the hex on its far side."""
        for col, row in self.hexes:
            for d in (1, 2, 3):
                far = step(col, row, d)
                if far in self.hexes:
                    yield (col, row, d), far

    def hexside(self, side: SideCell) -> Hexside:
        """What one hexside is."""
        near, far = self.hexes[side[0], side[1]], self.hexes[step(*side)]
        return resolve(near, far, self.sides.get(side, ""))


def step(col: int, row: int, d: int) -> Cell:
    """The cell next to a cell in direction d (0 N, then clockwise)."""
    if d == 0:
        return col, row - 1
    if d == 3:
        return col, row + 1
    low = 1 - col % 2  # even columns lie half a hex lower
    upper = d in (1, 5)
    return col + (1 if d < 3 else -1), row + low - (1 if upper else 0)


def side_cell(col: int, row: int, d: int) -> SideCell:
    """The hexside of a cell in direction d, by its one name."""
    if 1 <= d <= 3:
        return col, row, d
    other = step(col, row, d)
    return other[0], other[1], (d + 3) % 6


def label(col: int, row: int) -> str:
    """The printed number of a cell."""
    return f"{col:02}{row:02}"


def side_label(side: SideCell) -> str:
    """The name of a hexside: its two hexes."""
    return f"{label(side[0], side[1])}-{label(*step(*side))}"


LAND_MARKS: Final = ".dfmM"
MARKS: Final = "%ws#+=^" + LAND_MARKS
MARK_WORDS: Final = {
    "coastal": "%",
    "water": "w",
    "shoal": "s",
    "bridge": "#",
    "road": "+",
    "river": "=",
    "alpine": "^",
    "clear": ".",
    "desert": "d",
    "forest": "f",
    "marsh": "m",
    "mountain": "M",
}


def tidy(marks: str) -> str:
    """Marks in their one order; a road and a river together are a bridge."""
    found = set(marks)
    if "+" in found and "=" in found:
        found = found - {"+", "="} | {"#"}
    return "".join(mark for mark in MARKS if mark in found)


def resolve(a: Hex, b: Hex, marks: str) -> Hexside:
    """What a hexside is, from the hexes on both sides and its marks."""
    wet_hexes = a.water + b.water
    coastal = "%" in marks
    water = wet_hexes > 0 or coastal or "w" in marks or "s" in marks
    land = coastal or not water
    # A77: beside a shoal hex every hexside is shoal.
    shoal = water and ("s" in marks or SHOAL in (a.terrain, b.terrain))
    given = [LAND_MARKS.index(mark) for mark in marks if mark in LAND_MARKS]
    if given:
        terrain = given[0]
    else:  # V-2.0-c: the more restrictive of the two
        terrain = max((x.terrain for x in (a, b) if not x.water), default=CLEAR)
    bridge = "#" in marks
    return Hexside(
        land=land,
        water=water,
        shoal=shoal,
        terrain=terrain if land else SEA,
        road=bridge or "+" in marks,
        river=bridge or "=" in marks,
        alpine="^" in marks,
    )


def fault_of_marks(a: Hex, b: Hex, marks: str) -> str:
    """Why these marks cannot stand on a hexside between these hexes; empty if they can."""
    for mark in marks:
        if marks.count(mark) > 1:
            return f"the mark {mark!r} stands there twice"
    if sum(mark in LAND_MARKS for mark in marks) > 1:
        return f"it has two land terrains ({marks!r})"
    if "#" in marks and ("+" in marks or "=" in marks):
        return "a bridge ('#') is already a road over a river"
    if "%" in marks and "w" in marks:
        return "it cannot be both coastal ('%') and all water ('w')"
    side = resolve(a, b, marks)
    if side.road or side.river:
        what = "bridge" if side.bridge else "road" if side.road else "river"
        if a.water or b.water:
            return f"a {what} runs between land hexes only"
        if not side.land:
            return f"a {what} needs land there: add '%' if the hexside is coastal"
    if not side.land and ("^" in marks or any(mark in LAND_MARKS for mark in marks)):
        return "it is all water, so land terrain needs '%' (coastal) there"
    return ""
