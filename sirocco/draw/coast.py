"""The coast: a smooth field, above zero on land, that runs through hexes as the hexsides tell."""

from collections.abc import Iterable
from random import Random
from typing import Final

import numpy as np

from sirocco.draw.contour import contours
from sirocco.draw.geometry import (
    HEADINGS,
    HEIGHT,
    RADIUS,
    Point,
    between,
    beyond,
    centre,
    polygon,
    simplified,
)
from sirocco.draw.raster import Field, Noise, Raster, smoothed
from sirocco.draw.sheet import Sheet
from sirocco.games.hints import Cell, Side

BLEED: Final = 48.0  # land and sea go on so far beyond the frame
SPREAD: Final = 0.42 * RADIUS
SLOPE: Final = 0.05  # of the field, for each map unit
ENTER: Final = 4.0  # the coast enters a hex of pure land or water so far at most
OCTAVES: Final = ((4, 62.0, 0.5), (9, 24.0, 0.4), (13, 11.0, 0.24))
SMALLEST: Final = 260.0
ROOM: Final = {"city": 27.0, "town": 17.0}


def raster_of(sheet: Sheet) -> Raster:
    """The grid of points over a sheet and a little beyond it."""
    return Raster(-BLEED, -BLEED, sheet.width + BLEED, sheet.height + BLEED)


def land_field(sheet: Sheet, raster: Raster, roads: list[tuple[Point, Point]]) -> Field:
    """Above zero where there is land."""
    grounds = _with_rim(sheet)
    field = _blended(raster, list(_anchors(sheet, grounds)))
    rough = raster.filled(0.0)
    for seed, scale, share in OCTAVES:
        rough += share * Noise(seed, scale)(raster.x, raster.y)
    field = field + rough * (1 - np.abs(np.clip(field, -1, 1)))
    field = _with_land(sheet, raster, field, roads)
    return smoothed(_with_water(sheet, raster, field, grounds), 2.4)


def coastline(raster: Raster, field: Field) -> str:
    """The outline of all land as a path."""
    rings = contours(raster, field, SMALLEST)
    return "".join(polygon(simplified(ring, 0.4)) for ring in rings)


def _with_rim(sheet: Sheet) -> dict[tuple[int, int], Cell]:
    """The hexes of the map and a rim around it that repeats its outermost hexes."""
    out = dict(sheet.by_place)
    edge = {
        beyond(col, row, d)
        for col, row in sheet.by_place
        for d in range(6)
        if beyond(col, row, d) not in sheet.by_place
    }
    ring = edge | {beyond(col, row, d) for col, row in edge for d in range(6)}
    for place in sorted(ring - sheet.by_place.keys()):
        out[place] = sheet.nearest(*place)
    return out


def _anchors(sheet: Sheet, grounds: dict[tuple[int, int], Cell]) -> Iterable[tuple[Point, float]]:
    """Points at which the field is given: the middles of hexes and of their hexsides."""
    for (col, row), cell in grounds.items():
        at = centre(col, row)
        yield at, -1.0 if cell.water else _inland(sheet, cell, (col, row))
        for d in (1, 2, 3):
            other = grounds.get(beyond(col, row, d))
            if other is None:
                continue
            u, v = HEADINGS[d]
            mid = at[0] + u * HEIGHT / 2, at[1] + v * HEIGHT / 2
            side = sheet.sides.get((cell.hex, d)) if (col, row) in sheet.by_place else None
            yield mid, _side_value(cell, other, side, Random(f"mid {col} {row} {d}"))


def _inland(sheet: Sheet, cell: Cell, place: tuple[int, int]) -> float:
    """How firm the land is in the middle of a hex: a coast without a place may be cut deep."""
    coastal = any(sheet.shore(cell.hex, d) != "land" for d in range(6))
    if not coastal or cell.place or cell.canal:
        return 1.0
    return Random(f"inland {place[0]} {place[1]}").uniform(0.3, 0.9)


def _side_value(a: Cell, b: Cell, side: Side | None, luck: Random) -> float:
    if a.water and b.water:
        return -1.0
    if a.water or b.water:
        return -luck.uniform(0.08, 0.5)
    if side is None or side.shore == "land":
        return 0.75
    return 0.1 if side.shore == "coast" else -0.5


def _blended(raster: Raster, anchors: list[tuple[Point, float]]) -> Field:
    """The given values, each spreading around its point."""
    total, weight = raster.filled(0.0), raster.filled(1e-9)
    reach = 3.2 * SPREAD
    for (x, y), value in anchors:
        part = raster.window(x - reach, y - reach, x + reach, y + reach)
        if part is not None:
            away = (raster.x[part] - x) ** 2 + (raster.y[part] - y) ** 2
            near = np.exp(-away / (2 * SPREAD**2))
            total[part] += near * value
            weight[part] += near
    out: Field = total / weight
    return out


def _with_land(
    sheet: Sheet, raster: Raster, field: Field, roads: list[tuple[Point, Point]]
) -> Field:
    """Land where there must be: in inland hexes, on land hexsides, at places and roads."""
    dry: list[tuple[Point, Point]] = []
    for side in sheet.map.sides:
        a, b = sheet.side_ends(side)
        if side.shore == "land":
            dry.append((between(a, b, 0.28), between(a, b, 0.72)))
        elif side.shore == "coast":
            t = 0.24 if sheet.dry_end(side) == 0 else 0.76
            dry.append((between(a, b, t), between(a, b, t)))
    field = np.maximum(field, (9.0 - raster.distance(dry, 30)) * SLOPE)
    field = np.maximum(field, (9.0 - raster.distance(roads, 30)) * SLOPE)
    for cell in sheet.map.cells:
        at = sheet.centres[cell.hex]
        if not cell.water:
            room = ROOM.get(cell.place, 12.0)
            spot = sheet.spots[cell.hex]
            _raise(raster, field, spot, room)
            if all(sheet.shore(cell.hex, d) == "land" for d in range(6)):
                _bound(raster, field, at, land=True)
    return field


def _raise(raster: Raster, field: Field, at: Point, radius: float) -> None:
    part = raster.window(at[0] - 50, at[1] - 50, at[0] + 50, at[1] + 50)
    if part is not None:
        away = np.hypot(raster.x[part] - at[0], raster.y[part] - at[1])
        field[part] = np.maximum(field[part], (radius - away) * SLOPE)


def _with_water(
    sheet: Sheet, raster: Raster, field: Field, grounds: dict[tuple[int, int], Cell]
) -> Field:
    """Water where there must be: in water hexes and on water hexsides."""
    for (col, row), cell in grounds.items():
        if cell.water:
            _bound(raster, field, centre(col, row), land=False)
    wet: list[tuple[Point, Point]] = []
    straits: list[tuple[Point, Point]] = []
    for side in sheet.map.sides:
        a, b = sheet.side_ends(side)
        if side.shore == "water":
            if sheet.cells[side.a].water or sheet.cells[side.b].water:
                wet.append((between(a, b, 0.22), between(a, b, 0.78)))
            else:
                straits.append((a, b))
        elif side.shore == "coast":
            t = (0.85, 1.35) if sheet.dry_end(side) == 0 else (-0.35, 0.15)
            straits.append((between(a, b, t[0]), between(a, b, t[1])))
    field = np.minimum(field, (raster.distance(wet, 30) - 4.0) * SLOPE)
    return np.minimum(field, (raster.distance(straits, 30) - 8.0) * SLOPE)


def _bound(raster: Raster, field: Field, at: Point, land: bool) -> None:
    """Keep the coast out of a hex of pure land or water but for its very edge."""
    part = raster.window(at[0] - RADIUS, at[1] - RADIUS, at[0] + RADIUS, at[1] + RADIUS)
    if part is None:
        return
    dx, dy = raster.x[part] - at[0], raster.y[part] - at[1]
    out = np.zeros_like(dx)
    for u, v in HEADINGS[:3]:
        out = np.maximum(out, np.abs(dx * u + dy * v))
    depth = HEIGHT / 2 - out
    here = field[part]
    if land:
        bounded = np.maximum(here, (depth - ENTER) * SLOPE)
    else:
        bounded = np.minimum(here, (ENTER - depth) * SLOPE)
    field[part] = np.where(depth > 0, bounded, here)
