"""A map laid out on its sheet: where each hex, hexside and place lies."""

import math
from random import Random
from typing import Final

from sirocco.draw.geometry import (
    HEADINGS,
    HEIGHT,
    MARGIN,
    RADIUS,
    Point,
    between,
    beyond,
    centre,
    corner,
)
from sirocco.games.hints import Cell, HexMap, Side

Corner = tuple[int, int]  # a corner of the grid in whole numbers: thirds of columns, half rows

_AROUND: Final = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
SHIFT: Final = 10.0


class Sheet:
    """A hex map with the places of everything on it, in map units."""

    __slots__ = (
        "map",
        "cells",
        "by_place",
        "sides",
        "whole",
        "width",
        "height",
        "centres",
        "spots",
    )

    def __init__(self, hex_map: HexMap) -> None:
        if not hex_map.cells:
            raise ValueError("a map without hexes cannot be drawn")
        self.map = hex_map
        self.cells = {cell.hex: cell for cell in hex_map.cells}
        self.by_place = {(cell.col, cell.row): cell for cell in hex_map.cells}
        self.sides: dict[tuple[int, int], Side] = {}
        for side in hex_map.sides:
            self.sides[side.a, side.d] = side
            self.sides[side.b, (side.d + 3) % 6] = side
        self.whole = self._is_whole()
        self.centres = {cell.hex: centre(cell.col, cell.row) for cell in hex_map.cells}
        self.width = max(x for x, _ in self.centres.values()) + RADIUS + MARGIN
        self.height = max(y for _, y in self.centres.values()) + HEIGHT / 2 + MARGIN
        self.spots = {cell.hex: self._spot(cell) for cell in hex_map.cells}

    def _is_whole(self) -> bool:
        """Whether the hexes fill a rectangle; low columns may be one hex shorter."""
        cols = max(cell.col for cell in self.map.cells)
        rows = max(cell.row for cell in self.map.cells)
        due = {(c, r) for c in range(1, cols + 1) for r in range(1, rows + (c % 2))}
        return due <= self.by_place.keys()

    def shore(self, h: int, d: int) -> str:
        """What a hexside is: land, coast or water; at the rim of the map as the hex itself."""
        side = self.sides.get((h, d))
        if side is None:
            return "water" if self.cells[h].water else "land"
        return side.shore

    def neighbour(self, h: int, d: int) -> Cell | None:
        cell = self.cells[h]
        return self.by_place.get(beyond(cell.col, cell.row, d))

    def nearest(self, col: int, row: int) -> Cell:
        """The hex of the map that lies nearest to a place beyond its rim."""
        x, y = centre(col, row)
        return min(
            self.map.cells,
            key=lambda c: (
                round(math.dist(self.centres[c.hex], (x, y))),
                abs(c.col - col),
                c.col,
                c.row,
            ),
        )

    def side_mid(self, side: Side) -> Point:
        a, b = self.side_ends(side)
        return between(a, b, 0.5)

    def side_ends(self, side: Side) -> tuple[Point, Point]:
        at = self.centres[side.a]
        return corner(at, side.d), corner(at, side.d + 1)

    def side_corners(self, side: Side) -> tuple[Corner, Corner]:
        cell = self.cells[side.a]
        x, y = 3 * cell.col, 2 * cell.row + (1 - cell.col % 2)
        (ax, ay), (bx, by) = _AROUND[side.d], _AROUND[(side.d + 1) % 6]
        return (x + ax, y + ay), (x + bx, y + by)

    def dry_end(self, side: Side) -> int:
        """Which end of a hexside with land and water is the land's: 0 or 1."""
        wet = [self._wetness(side, turn) for turn in (-1, 1)]
        if wet[0] == wet[1]:
            return Random(f"dry {side.a} {side.d}").randrange(2)
        return 0 if wet[0] < wet[1] else 1

    def _wetness(self, side: Side, turn: int) -> int:
        third = self.neighbour(side.a, (side.d + turn) % 6)
        score = 0 if third is None else 3 * third.water
        score += self.shore(side.a, (side.d + turn) % 6) != "land"
        return score + (self.shore(side.b, (side.d + 3 - turn) % 6) != "land")

    def _spot(self, cell: Cell) -> Point:
        """Where the roads of a hex meet: its centre, moved inland on a coast."""
        x, y = self.centres[cell.hex]
        if cell.water:
            return x, y
        dx = dy = 0.0
        for d, (u, v) in enumerate(HEADINGS):
            pull = {"land": 0.0, "coast": -0.5, "water": -1.0}[self.shore(cell.hex, d)]
            dx, dy = dx + pull * u, dy + pull * v
        length = math.hypot(dx, dy)
        if length > 0.1:
            return x + SHIFT * dx / max(length, 1), y + SHIFT * dy / max(length, 1)
        luck = Random(f"spot {cell.label}")
        far = 0.0 if cell.place else 6.0
        return x + luck.uniform(-far, far), y + luck.uniform(-far, far)


def corner_point(at: Corner) -> Point:
    """Where a corner of the grid lies."""
    x = MARGIN + RADIUS + (at[0] - 3) * RADIUS / 2
    return x, MARGIN + HEIGHT / 2 + (at[1] - 2) * HEIGHT / 2
