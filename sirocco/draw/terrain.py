"""Terrain: areas of woods, marsh, desert, heights and shoals with soft edges, and their glyphs."""

import math
from random import Random
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sirocco.draw.contour import contours
from sirocco.draw.geometry import HEIGHT, Point, area, between, polygon, simplified
from sirocco.draw.raster import STEP, Field, Noise, Raster, smoothed
from sirocco.draw.sheet import Sheet
from sirocco.games.hints import Side

Mask = npt.NDArray[np.bool_]

KINDS: Final = ("desert", "marsh", "forest", "mountain")
SHRINK: Final = 6.0
BEND: Final = 11.0
REACH: Final = 60.0
HOLE: Final = 160.0  # a speck that is smaller is left out


class Glyph(NamedTuple):
    """How the glyphs of a terrain stand."""

    symbol: str
    spacing: float
    jitter: float
    margin: float


GLYPHS: Final = {
    "desert": Glyph("dune", 27, 0.42, 6),
    "marsh": Glyph("reed", 20, 0.42, 5),
    "forest": Glyph("tree", 18, 0.42, 5),
    "mountain": Glyph("peak", 31, 0.3, 11),
    "shoal": Glyph("rock", 17, 0.45, 5),
}
SIZES: Final = (0.85, 1.0, 1.15)


class Area(NamedTuple):
    """All ground of one terrain: its outline, and a field that is above zero inside."""

    kind: str
    outline: str
    field: Field


def areas_of(sheet: Sheet, raster: Raster, land: Field) -> list[Area]:
    """The areas of every terrain that the map has."""
    out = []
    for i, kind in enumerate((*KINDS, "shoal")):
        hexes = {cell.hex for cell in sheet.map.cells if cell.ground == kind}
        extra = [side for side in sheet.map.sides if side.ground == kind]
        if hexes or extra:
            shore = land / 0.05 - 3 if kind != "shoal" else -land / 0.05 - 3
            field = np.minimum(_area_field(sheet, raster, kind, i), shore)
            rings = contours(raster, field)
            kept = [ring for ring in rings if abs(area(ring)) > HOLE]
            outline = "".join(polygon(simplified(ring, 0.6)) for ring in kept)
            out.append(Area(kind, outline, field))
    return out


def _area_field(sheet: Sheet, raster: Raster, kind: str, seed: int) -> Field:
    """The distance from the edge of an area, bent by noise and kept within its hexes."""
    inside = _membership(sheet, raster, kind)
    edge = raster.distance(_borders(sheet, kind), REACH)
    exact = np.where(inside, edge, -edge)
    soft = smoothed(exact, 5.0)
    dx = BEND * Noise(seed * 7 + 3, 26)(raster.x, raster.y)
    dy = BEND * Noise(seed * 7 + 53, 26)(raster.x, raster.y)
    bent = raster.sample(soft, raster.x + dx, raster.y + dy) - SHRINK
    field: Field = np.minimum(bent, exact - 0.5)
    return _on_hexsides(sheet, raster, field, kind)


def _membership(sheet: Sheet, raster: Raster, kind: str) -> Mask:
    inside: Mask = np.zeros(raster.x.shape, dtype=np.bool_)
    for cell in sheet.map.cells:
        if cell.ground == kind:
            x, y = sheet.centres[cell.hex]
            part = raster.window(x - 60, y - 60, x + 60, y + 60)
            if part is not None:
                inside[part] |= _in_hex(raster.x[part] - x, raster.y[part] - y)
    return inside


def _in_hex(dx: Field, dy: Field) -> Mask:
    half = HEIGHT / 2
    slant = np.sqrt(3) / 2
    within: Mask = (
        (np.abs(dy) <= half)
        & (np.abs(slant * dx + dy / 2) <= half)
        & (np.abs(slant * dx - dy / 2) <= half)
    )
    return within


def _borders(sheet: Sheet, kind: str) -> list[tuple[Point, Point]]:
    """The hexsides between ground of this kind and any other."""
    out = []
    for cell in sheet.map.cells:
        if cell.ground == kind:
            for d in range(6):
                other = sheet.neighbour(cell.hex, d)
                if other is None or other.ground != kind:
                    out.append(sheet.side_ends(Side(cell.hex, d, -1)))
    return out


def _on_hexsides(sheet: Sheet, raster: Raster, field: Field, kind: str) -> Field:
    """Ground that lies on single hexsides, and gaps where a hexside is more open."""
    ridge, gap = [], []
    for side in sheet.map.sides:
        if not side.ground:
            continue
        a, b = sheet.side_ends(side)
        middle = between(a, b, 0.2), between(a, b, 0.8)
        if side.ground == kind:
            ridge.append(middle)
        elif kind in (sheet.cells[side.a].ground, sheet.cells[side.b].ground):
            gap.append(middle)
    if ridge:
        rough = 4 * Noise(77, 14)(raster.x, raster.y)
        field = np.maximum(field, 16 - raster.distance(ridge, REACH) + rough)
    if gap:
        field = np.minimum(field, raster.distance(gap, REACH) - 12)
    return field


# Glyphs


def scattered(sheet: Sheet, raster: Raster, region: Area, free: Field) -> str:
    """The glyphs of an area where there is room; `free` is the distance from what is kept clear."""
    glyph = GLYPHS[region.kind]
    spots = _spots(raster, region, glyph)
    x, y = np.array([spot[0] for spot in spots]), np.array([spot[1] for spot in spots])
    within = raster.sample(region.field, x, y) > glyph.margin - 1
    room = raster.sample(free, x, y) > glyph.margin
    kept = [spot for spot, fits in zip(spots, (within & room).tolist(), strict=True) if fits]
    kept += _at_least_one(sheet, raster, region, free, kept)
    kept.sort(key=lambda spot: (spot[1], spot[0]))
    return "".join(f'<use href="#{glyph.symbol}{k}" x="{u:.0f}" y="{v:.0f}"/>' for u, v, k in kept)


def _at_least_one(
    sheet: Sheet, raster: Raster, region: Area, free: Field, kept: list[tuple[float, float, int]]
) -> list[tuple[float, float, int]]:
    """A small glyph for each hex and hexside of the area that would have none."""
    out = []
    for cell in sheet.map.cells:
        x, y = sheet.centres[cell.hex]
        if cell.ground == region.kind and all(math.dist((x, y), s[:2]) > 44 for s in kept):
            offsets = [(6.0 * i, 6.0 * j) for i in range(-6, 7) for j in range(-6, 7)]
            px = np.array([x + dx for dx, _ in offsets])
            py = np.array([y + dy for _, dy in offsets])
            room = np.minimum(raster.sample(region.field, px, py), raster.sample(free, px, py))
            best = int(np.argmax(room))
            if room[best] > 3:
                out.append((float(px[best]), float(py[best]), 0))
    for side in sheet.map.sides:
        x, y = sheet.side_mid(side)
        if side.ground == region.kind and all(math.dist((x, y), s[:2]) > 20 for s in kept):
            out.append((x, y, 0))
    return out


def _spots(raster: Raster, region: Area, glyph: Glyph) -> list[tuple[float, float, int]]:
    """Places on a jittered grid over the whole map."""
    luck = Random(f"glyphs {region.kind}")
    right = raster.left + STEP * raster.columns
    bottom = raster.top + STEP * raster.lines
    out = []
    y, line = raster.top, 0
    while y < bottom:
        x = raster.left + (glyph.spacing / 2 if line % 2 else 0)
        while x < right:
            dx = luck.uniform(-1, 1) * glyph.spacing * glyph.jitter
            dy = luck.uniform(-1, 1) * glyph.spacing * glyph.jitter * 0.7
            out.append((x + dx, y + dy, luck.randrange(len(SIZES))))
            x += glyph.spacing
        y += glyph.spacing * 0.72
        line += 1
    return out


SHAPES: Final = {
    "tree": '<path d="M0 5V2" class="s-ti"/><path d="M-4.4 2.4Q-5.4-1.6-2.4-3Q-1.6-6.8 1.4-5.6'
    'Q4.8-5 4.4-1.6Q6 .6 4 2.4Z" class="s-tf"/>',
    "reed": '<path d="M-5 2.6H5M-3 2.2V-2.4M0 2.2V-4.6M3 2.2V-1.8" class="s-ri"/>',
    "peak": '<path d="M-17 9C-12 4-9-4-5-9Q-2-13 1-9.5C4-5 6-6 9-1.5Q12 3 18 9Z" class="s-pf"/>'
    '<path d="M-2.4-11.4Q-.6-12 1-9.5C4-5 6-6 9-1.5Q12 3 18 9H9Q8 4 4.6 2.4Q5.4-1 1.4-3'
    'Q1.4-7-2.4-11.4Z" class="s-ps"/><path d="M-17 9C-12 4-9-4-5-9Q-2-13 1-9.5C4-5 6-6 9-1.5'
    'Q12 3 18 9M-6-1Q-7.4 3-10 6.6M-1.6-4Q-2.4 1-5 5.4" class="s-pl"/>',
    "dune": '<path d="M-7 1Q-3-3.4 0 .2Q3-2.4 7 1" class="s-du"/>',
    "rock": '<path d="M-4 1.6H4M0-3V1.6M-2.6-1.2 2.6-1.2" class="s-rk"/>',
}


def glyph_defs() -> str:
    """The glyphs in three sizes each."""
    return "".join(
        f'<g id="{name}{k}"><g transform="scale({size:g})">{shape}</g></g>'
        for name, shape in SHAPES.items()
        for k, size in enumerate(SIZES)
    )
