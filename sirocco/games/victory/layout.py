"""Layouts: which maps lie where, turned or not, and whose they are; joined into one map.

A geomorphic map has 11 columns; odd columns have 9 hexes of which the first and last are halves,
even columns 8, and columns 01 and 11 are halves too. Halves that meet at a joint are one hex.

>>> spec = LayoutSpec(maps=(1, 3), turned=(False, True), owners=(0, 1), shape="row")
>>> spec.key()
'row:1r,3tb'
>>> LayoutSpec.parse("row:1r,3tb") == spec
True
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.mapdata import (
    OWNERS,
    Cell,
    Hex,
    MapData,
    MapError,
    SideCell,
    label,
    side_cell,
    side_label,
    step,
)
from sirocco.games.victory.mapfile import parse_table
from sirocco.kernel.packs import Pack
from sirocco.kernel.tables import OWNER

COLS: Final = 11
ROWS: Final = 9  # of odd columns; even columns have one less
SHAPES: Final = ("row", "column", "square")
_SIDES: Final = "rbn"  # letters of the owners in a key
_PART: Final = re.compile(r"([1-9][0-9]?)(t?)([rbn])", re.ASCII)


class LayoutSpec(NamedTuple):
    """Which maps lie where: in a row from the left, a column from the top, or a square.

    In a square the first two maps are the upper ones. Owners are 0 red, 1 blue, 2 neutral.
    """

    maps: tuple[int, ...]
    turned: tuple[bool, ...]
    owners: tuple[int, ...]
    shape: str = "row"

    def key(self) -> str:
        """The text that names this layout."""
        parts = [
            f"{number}{'t' if turned else ''}{_SIDES[owner]}"
            for number, turned, owner in zip(self.maps, self.turned, self.owners, strict=True)
        ]
        return f"{self.shape}:{','.join(parts)}"

    @classmethod
    def parse(cls, key: str) -> "LayoutSpec":
        """The layout that a text names."""
        shape, colon, rest = key.partition(":")
        found = [_PART.fullmatch(part) for part in rest.split(",")]
        maps, turned, owners = [], [], []
        for match in found:
            if match is None or not colon:
                raise MapError(f"{key!r} names no layout of maps, as row:1r,3tb does")
            maps.append(int(match[1]))
            turned.append(match[2] == "t")
            owners.append(_SIDES.index(match[3]))
        return cls(tuple(maps), tuple(turned), tuple(owners), shape).checked()

    def checked(self) -> "LayoutSpec":
        """This layout, or a MapError that says why it cannot be laid."""
        count = len(self.maps)
        if not (count == len(self.turned) == len(self.owners)) or not count:
            raise MapError("a layout says of each map whether it is turned and whose it is")
        if self.shape not in SHAPES:
            raise MapError(f"maps lie in a {', a '.join(SHAPES)}, not in a {self.shape!r}")
        if self.shape == "square" and count != 4:
            raise MapError(f"a square has four maps, not {count}")
        if len(set(self.maps)) != count:
            raise MapError("each map lies on the table only once")
        if not all(0 <= owner < len(OWNERS) for owner in self.owners):
            raise MapError("the owner of a map is 0 (red), 1 (blue) or 2 (neutral)")
        return self

    def position(self, i: int) -> Cell:
        """Where map i lies: maps to its left, maps above it."""
        if self.shape == "square":
            return i % 2, i // 2
        return (i, 0) if self.shape == "row" else (0, i)


MAPS: Final = Path(__file__).parent / "data" / "reconstruction" / "maps"  # shipped map files


def map_numbers(pack: Pack) -> list[int]:
    """The numbers of the geomorphic maps that a data pack has."""
    keys = pack.keys("maps")
    return sorted(int(key[3:]) for key in keys if key.startswith("map") and key[3:].isdigit())


def load_map(number: int, pack: Pack | None = None) -> MapData:
    """Geomorphic map `number` of a data pack, with every place neutral."""
    return _load_map(number, pack or data_pack())


@lru_cache(maxsize=64)
def _load_map(number: int, pack: Pack) -> MapData:
    path = f"maps.map{number}"
    if f"{path}.map" not in pack:
        raise MapError(f"there is no map {number}")
    try:
        data = parse_table(map_table(path, pack))
        check_size(data)
    except MapError as error:
        raise MapError(f"map {number}: {error}") from None
    return data


def map_table(path: str, pack: Pack) -> dict[str, object]:
    """The table of a map file; an owner's picture brings its own places and hexsides."""
    layer = pack.leaf(f"{path}.map").file.partition("/")[0]
    table: dict[str, object] = {}
    for place, leaf in pack.leaves.items():
        if place.startswith(f"{path}.") and (layer != OWNER or leaf.provenance == OWNER):
            *parents, key = place[len(path) + 1 :].split(".")
            inner = table
            for parent in parents:
                below = inner.setdefault(parent, {})
                assert isinstance(below, dict)
                inner = below
            inner[key] = list(leaf.value) if isinstance(leaf.value, tuple) else leaf.value
    return table


def column_length(col: int) -> int:
    """How many hexes a column of a geomorphic map has."""
    return ROWS if col % 2 else ROWS - 1


def check_size(data: MapData) -> None:
    """Refuse a map that cannot be joined because of its size."""
    due = {(c, r) for c in range(1, COLS + 1) for r in range(1, column_length(c) + 1)}
    for cell in sorted(due ^ data.hexes.keys()):
        what = "lacks" if cell in due else "has one hex too many,"
        raise MapError(f"map {data.name!r} {what} {label(*cell)}: it does not fit other maps")


def turned_cell(col: int, row: int) -> Cell:
    """Where a hex of a geomorphic map lies when the map is turned by 180 degrees."""
    return COLS + 1 - col, column_length(col) + 1 - row


def turn(data: MapData) -> MapData:
    """A geomorphic map turned by 180 degrees."""

    def side(at: SideCell) -> SideCell:
        col, row = turned_cell(at[0], at[1])
        return side_cell(col, row, (at[2] + 3) % 6)

    return MapData(
        name=data.name,
        cols=data.cols,
        rows=data.rows,
        hexes=dict(sorted((turned_cell(*cell), found) for cell, found in data.hexes.items())),
        sides=dict(sorted((side(at), marks) for at, marks in data.sides.items())),
        mouths=frozenset(side(at) for at in data.mouths),
    )


def join(spec: LayoutSpec, pack: Pack | None = None) -> MapData:
    """The maps of a layout as one map."""
    spec = spec.checked()
    return join_maps(spec, [load_map(number, pack) for number in spec.maps])


def join_maps(spec: LayoutSpec, maps: list[MapData]) -> MapData:
    """These maps, laid and owned as the layout says, as one map."""
    hexes: dict[Cell, Hex] = {}
    sides: dict[SideCell, str] = {}
    mouths: set[SideCell] = set()
    laid: list[tuple[int, set[Cell]]] = []
    for i, data in enumerate(maps):
        check_size(data)
        if spec.turned[i]:
            data = turn(data)
        right, down = spec.position(i)
        dc, dr = right * (COLS - 1), down * (ROWS - 1)
        number, owner = spec.maps[i], spec.owners[i]
        mine: set[Cell] = set()
        for (col, row), found in data.hexes.items():
            cell = col + dc, row + dr
            mine.add(cell)
            if found.place:
                found = found._replace(owner=owner)
            found = found._replace(part=number)
            before = hexes.setdefault(cell, found)
            if before._replace(part=number) != found:
                raise MapError(
                    f"maps {before.part} and {number} do not match in hex {label(*cell)}"
                )
        shifted = {(col + dc, row + dr, d): marks for (col, row, d), marks in data.sides.items()}
        _check_joint(laid, number, mine, sides, shifted)
        sides.update(shifted)
        mouths.update((col + dc, row + dr, d) for col, row, d in data.mouths)
        laid.append((number, mine))
    return MapData(
        name=" + ".join(data.name for data in maps),
        cols=max(col for col, _ in hexes),
        rows=max(row for _, row in hexes),
        hexes=dict(sorted(hexes.items())),
        sides=dict(sorted(sides.items())),
        mouths=frozenset(mouths),
    )


def _check_joint(
    laid: list[tuple[int, set[Cell]]],
    number: int,
    mine: set[Cell],
    sides: dict[SideCell, str],
    added: dict[SideCell, str],
) -> None:
    """Refuse maps that show different marks on a hexside of their common edge."""
    for other, cells in laid:
        common = cells & mine
        for col, row in sorted(common):
            for d in (1, 2, 3):
                side = (col, row, d)
                if step(col, row, d) in common and sides.get(side, "") != added.get(side, ""):
                    raise MapError(
                        f"maps {other} and {number} do not match on hexside {side_label(side)}"
                    )
