"""The base map: everything that is printed, drawn once for each board."""

import hashlib
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sirocco.draw import names
from sirocco.draw.coast import coastline, land_field, raster_of
from sirocco.draw.geometry import Point, between, corner, hexagon, num, polygon, spline
from sirocco.draw.raster import Field, Raster
from sirocco.draw.sheet import Sheet
from sirocco.draw.terrain import areas_of, glyph_defs, scattered
from sirocco.draw.ways import Ways, ways_of
from sirocco.games.hints import HexMap


class BaseMap(NamedTuple):
    """A drawn map: its sheet, definitions, and the layers below offers and pieces."""

    sheet: Sheet
    mark: str
    """Part of the ids that belong to this map alone."""
    defs: str
    ground: str
    numbers: str
    lines: str


@lru_cache(maxsize=16)
def base_of(hex_map: HexMap) -> BaseMap:
    """The printed part of a map."""
    sheet = Sheet(hex_map)
    raster = raster_of(sheet)
    ways = ways_of(sheet)
    roads = ways.segments("roads")
    land = land_field(sheet, raster, roads)
    mark = hashlib.sha256(repr(hex_map).encode()).hexdigest()[:8]
    areas = areas_of(sheet, raster, land)
    free = _free(sheet, raster, ways)
    glyphs = "".join(scattered(sheet, raster, area, free) for area in areas)
    defs = (
        f'<path id="land-{mark}" d="{coastline(raster, land)}"/>'
        f'<clipPath id="ashore-{mark}"><use href="#land-{mark}"/></clipPath>'
        f'<clipPath id="frame-{mark}">{_frame(sheet)}</clipPath>' + glyph_defs()
    )
    ground = (
        _water_and_land(sheet, mark)
        + "".join(f'<path class="s-t-{area.kind}" d="{area.outline}"/>' for area in areas)
        + names.built_up(sheet, raster, land, raster.distance(roads, 30))
        + f'<g aria-hidden="true">{glyphs}</g>'
        + f'<path class="s-grid" d="{_grid(sheet)}"/>'
    )
    return BaseMap(sheet, mark, defs, ground, names.numbers(sheet), _lines(sheet, ways, mark))


def _frame(sheet: Sheet) -> str:
    """What of the sheet is map: all of it, or its hexes where they leave gaps."""
    if sheet.whole:
        return f'<rect width="{num(sheet.width)}" height="{num(sheet.height)}"/>'
    return f'<path d="{"".join(polygon(hexagon(at)) for at in sheet.centres.values())}"/>'


def _water_and_land(sheet: Sheet, mark: str) -> str:
    use = f'<use href="#land-{mark}" class='
    return (
        f'<rect class="s-water" width="{num(sheet.width)}" height="{num(sheet.height)}"/>'
        f'{use}"s-shal" stroke-width="30" stroke-opacity=".5"/>'
        f'{use}"s-shal" stroke-width="13" stroke-opacity=".8"/>'
        f'{use}"s-land"/>{use}"s-inn" clip-path="url(#ashore-{mark})"/>'
    )


def _grid(sheet: Sheet) -> str:
    """Every hexside once: three of each hex, and those at the rim."""
    out = []
    for cell in sheet.map.cells:
        at = sheet.centres[cell.hex]
        out.append(polygon([corner(at, k) for k in (1, 2, 3, 4)], closed=False))
        for d in (4, 5, 0):
            if sheet.neighbour(cell.hex, d) is None:
                out.append(polygon([corner(at, d), corner(at, d + 1)], closed=False))
    return "".join(out)


# Lines on the ground


def _lines(sheet: Sheet, ways: Ways, mark: str) -> str:
    ashore = f' clip-path="url(#ashore-{mark})"'
    parts = [
        _strokes("rivc", ways.rivers, ashore),
        _strokes("river", ways.rivers, ashore),
        _strokes("broad", ways.broad, ashore),
        _strokes("canc", ways.canals, ashore),
        _strokes("canal", ways.canals),
        _alpine(sheet),
        _reefs(sheet),
        _strokes("roadc", ways.roads),
        _strokes("road", ways.roads),
        _bridges(ways),
        names.town_dots(sheet),
        names.ground_names(sheet),
    ]
    return "".join(parts)


def _strokes(css: str, lines: list[list[Point]], more: str = "") -> str:
    if not lines:
        return ""
    return f'<path class="s-{css}"{more} d="{"".join(spline(line) for line in lines)}"/>'


def _bridges(ways: Ways) -> str:
    return "".join(
        f'<g transform="translate({num(x)} {num(y)}) rotate({num(heading)})">'
        '<rect x="-10" y="-5" width="20" height="10" class="s-brc"/>'
        '<path d="M-12-7.5-9-5H9L12-7.5M-12 7.5-9 5H9L12 7.5" class="s-brg"/>'
        '<path d="M-10 0H10" class="s-road"/></g>'
        for (x, y), heading in ways.bridges
    )


def _alpine(sheet: Sheet) -> str:
    """A ridge along each alpine hexside, with a gap where a road crosses it."""
    sides = [side for side in sheet.map.sides if side.alpine]
    if not sides:
        return ""
    stretches: list[tuple[Point, Point]] = []
    peaks: list[Point] = []
    for side in sides:
        a, b = sheet.side_ends(side)
        parts = ((0.06, 0.36), (0.64, 0.94)) if side.road else ((0.06, 0.94),)
        for low, high in parts:
            stretches.append((between(a, b, low), between(a, b, high)))
            spots = (low, high) if side.road else (0.12, 0.37, 0.63, 0.88)
            peaks += [between(a, b, t) for t in spots]
    d = "".join(polygon([a, b], closed=False) for a, b in stretches)
    ridge = f'<path class="s-alpc" d="{d}"/><path class="s-alp" d="{d}"/>'
    peaks.sort(key=lambda p: (p[1], p[0]))
    return ridge + "".join(
        f'<use href="#peak1" transform="translate({num(x)} {num(y)}) scale(.52)"/>'
        for x, y in peaks
    )


def _reefs(sheet: Sheet) -> str:
    """Dots along hexsides whose water is barred."""
    out = []
    for side in sheet.map.sides:
        grounds = (sheet.cells[side.a].ground, sheet.cells[side.b].ground)
        if side.shoal and "shoal" not in grounds:
            a, b = sheet.side_ends(side)
            out.append(polygon([between(a, b, 0.08), between(a, b, 0.92)], closed=False))
    return f'<path class="s-reef" d="{"".join(out)}"/>' if out else ""


# Where glyphs may stand


def _free(sheet: Sheet, raster: Raster, ways: Ways) -> Field:
    """How far each point is from everything that glyphs must not touch."""
    out = raster.distance(ways.segments("roads"), 40) - 4
    for which, width in (("rivers", 4.0), ("canals", 6.0)):
        out = np.minimum(out, raster.distance(ways.segments(which), 40) - width)
    ridges = [sheet.side_ends(side) for side in sheet.map.sides if side.alpine]
    out = np.minimum(out, raster.distance(ridges, 40) - 7)
    for cell in sheet.map.cells:
        x, y = sheet.centres[cell.hex]
        _keep_clear(raster, out, (x - 10, y - 47, x + 10, y - 36), -1)
        if cell.place:
            _keep_clear(raster, out, names.label_of(sheet, cell).box, 0)
            px, py = sheet.spots[cell.hex]
            room = 24 if cell.place == "city" else 9
            _keep_clear(raster, out, (px - room, py - room + 4, px + room, py + room), 0)
        elif cell.name:
            wide = max(names.text_width(word, 18, 3) for word in cell.name.split()) / 2
            high = 11 * len(cell.name.split())
            _keep_clear(raster, out, (x - wide, y - high, x + wide, y + high), 0)
    return out


def _keep_clear(
    raster: Raster, field: Field, box: tuple[float, float, float, float], margin: float
) -> None:
    """Lower a field around a box."""
    left, top, right, bottom = box
    part = raster.window(left - 30, top - 30, right + 30, bottom + 30)
    if part is not None:
        dx = np.maximum(np.maximum(left - raster.x[part], raster.x[part] - right), 0)
        dy = np.maximum(np.maximum(top - raster.y[part], raster.y[part] - bottom), 0)
        field[part] = np.minimum(field[part], np.hypot(dx, dy) - margin)
