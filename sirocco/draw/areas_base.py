"""The printed part of a map of areas: coast, ground, borders, lines, names, boxes."""

import hashlib
import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from sirocco.draw.areas_style import AREA_DEFS
from sirocco.draw.geometry import area as signed_area
from sirocco.draw.geometry import num, polygon, spline
from sirocco.draw.names import text_width
from sirocco.draw.terrain import glyph_defs
from sirocco.games.hints import Area, AreaMap, AreaText, Point, Ring

NAME_SIZE: Final = 21.0
BOX_SIZE: Final = 18.0
DISC: Final = 25.0  # the room of a holder's disc before a name
VALUE: Final = 22.0  # the room of a value behind a name
PIECES_BELOW: Final = 18.0  # pieces stand so far below the middle of an area
CONVOY_BELOW: Final = 26.0
CIRCLE_RIGHT: Final = 28.0  # pieces stand to the right of a circle
NAME_ABOVE: Final = 8.0  # and the name so far above it


class Base(NamedTuple):
    """A drawn map: definitions, the layers below offers, and the names above them."""

    mark: str
    defs: str
    ground: str
    lines: str
    names: str
    outlines: dict[int, str]
    """The path of each space; `shape` uses it by name."""

    def shape(self, s: int, css: str, more: str = "") -> str:
        return _shape(self.mark, s, css, more)


@lru_cache(maxsize=8)
def base_of(drawn: AreaMap) -> Base:
    """The printed part of a map."""
    mark = hashlib.sha256(repr(drawn).encode()).hexdigest()[:8]
    outlines = {area.space: outline(area.rings) for area in drawn.areas}
    shapes = "".join(f'<path id="a-{mark}-{s}" d="{d}"/>' for s, d in outlines.items())
    defs = (
        f'{shapes}<path id="land-{mark}" d="{outline(drawn.land)}"/>'
        f'<clipPath id="ashore-{mark}"><use href="#land-{mark}"/></clipPath>'
        f'<clipPath id="frame-{mark}"><rect width="{num(drawn.width)}" '
        f'height="{num(drawn.height)}"/></clipPath>' + glyph_defs() + AREA_DEFS
    )
    return Base(
        mark,
        defs,
        _ground(drawn, mark),
        _lines(drawn, mark),
        _names(drawn),
        outlines,
    )


def _shape(mark: str, s: int, css: str, more: str = "") -> str:
    return f'<use href="#a-{mark}-{s}" class="{css}"{more}/>'


def pieces_at(area: Area) -> Point:
    """The middle of the pieces of an area."""
    if area.ground == "circle":
        return area.x + CIRCLE_RIGHT + area.room / 2, area.y
    if area.ground == "box":
        (left, top), _, (right, bottom), _ = area.rings[0]
        return (left + right) / 2, (top + bottom) / 2 + 12
    return area.x, area.y + (CONVOY_BELOW if area.ground == "convoy" else PIECES_BELOW)


def outline(rings: Sequence[Ring]) -> str:
    """The rings of an area as a path."""
    return "".join(polygon(list(ring)) for ring in rings)


# Ground


def _ground(drawn: AreaMap, mark: str) -> str:
    use = f'<use href="#land-{mark}" class='
    parts = [
        f'<rect class="s-water" width="{num(drawn.width)}" height="{num(drawn.height)}"/>',
        f'{use}"s-shal" stroke-width="30" stroke-opacity=".5"/>',
        f'{use}"s-shal" stroke-width="13" stroke-opacity=".8"/>',
        f'{use}"s-land"/>{use}"s-inn" clip-path="url(#ashore-{mark})"/>',
    ]
    for area in drawn.areas:
        if area.ground == "desert":
            parts.append(_shape(mark, area.space, "s-t-desert"))
        elif area.ground == "impassable":
            parts.append(
                _shape(mark, area.space, "s-bar")
                + f'<path class="s-hach" d="{"".join(_hachures(area.rings))}"/>'
            )
    fields = "".join(polygon(list(points)) for kind, points in drawn.lines if kind == "field")
    if fields:
        parts.append(f'<path class="s-green" clip-path="url(#ashore-{mark})" d="{fields}"/>')
    parts.append(f'<g aria-hidden="true">{_glyphs(drawn)}</g>')
    return "".join(parts)


def _hachures(rings: Sequence[Ring]) -> list[str]:
    """Short strokes from the rim inwards."""
    out = []
    for ring in rings:
        turn = 1.0 if signed_area(ring) > 0 else -1.0
        luck = Random(f"hachures {ring[0]}")
        left = 3.0
        for a, b in pairwise((*ring, ring[0])):
            step = math.dist(a, b)
            while left < step:
                t = left / step
                x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
                far = turn * luck.uniform(8, 13) / step
                dx, dy = -(b[1] - a[1]) * far, (b[0] - a[0]) * far
                out.append(f"M{num(x)} {num(y)}l{num(dx)} {num(dy)}")
                left += 6
            left -= step
    return out


def _glyphs(drawn: AreaMap) -> str:
    luck = Random("sizes")
    return "".join(
        f'<use href="#{kind}{luck.randrange(3)}" x="{x:.0f}" y="{y:.0f}"/>'
        if kind != "peak"
        else f'<use href="#hill" x="{x:.0f}" y="{y:.0f}"/>'
        for kind, spots in drawn.glyphs
        for x, y in spots
    )


# Lines


def _lines(drawn: AreaMap, mark: str) -> str:
    by_kind: dict[str, list[tuple[Point, ...]]] = {}
    for kind, points in drawn.lines:
        by_kind.setdefault(kind, []).append(points)
    border = _straight([*by_kind.get("border", ()), *by_kind.get("front", ())])
    front = _straight(by_kind.get("front", ()))
    shapes = {
        ground: "".join(
            _shape(mark, area.space, css) for area in drawn.areas if area.ground == ground
        )
        for ground, css in (("convoy", "s-convoy"), ("circle", "s-circle"), ("box", "s-inset"))
    }
    ashore = f'clip-path="url(#ashore-{mark})" '
    return (
        f'<path class="s-edgel" d="{border}"/>'
        f'<path class="s-front" d="{front}"/><path class="s-edge" d="{border}"/>'
        f'<path class="s-zone" d="{_straight(by_kind.get("zone", ()))}"/>'
        f'{shapes["convoy"]}<use href="#land-{mark}" class="s-shore"/>'
        f"{shapes['circle']}{shapes['box']}"
        f'<path class="s-stream" {ashore}d="{_smooth(by_kind.get("river", ()))}"/>'
        f'<path class="s-stream s-cut" d="{_smooth(by_kind.get("canal", ()))}"/>'
        + "".join(
            f'<path class="s-route" marker-end="url(#onward)" d="{spline(list(points))}"/>'
            for points in by_kind.get("route", ())
        )
        + f'<path class="s-highc" d="{_smooth(by_kind.get("road", ()))}"/>'
        f'<path class="s-high" d="{_smooth(by_kind.get("road", ()))}"/>'
    )


def _straight(lines: Sequence[tuple[Point, ...]]) -> str:
    return "".join(polygon(list(points), closed=False) for points in lines)


def _smooth(lines: Sequence[tuple[Point, ...]]) -> str:
    return "".join(spline(list(points)) for points in lines)


# Names


class Label(NamedTuple):
    """Where the parts of an area's name stand."""

    left: float
    base: float
    name_left: float
    width: float
    value_left: float

    @property
    def disc(self) -> Point:
        return self.left + 10, self.base - 6.5


def label_of(area: Area) -> Label:
    """Disc, name and value, together above the middle of the area."""
    width = text_width(area.name, NAME_SIZE, 0.4)
    disc = DISC if area.held else 0.0
    total = disc + width + (VALUE + (8 if area.value > 9 else 0) if area.value else 0)
    left = area.x - total / 2
    return Label(left, area.y - NAME_ABOVE, left + disc, width, left + disc + width + 4)


def disc_of(area: Area) -> Point | None:
    """Where the disc of its holder stands."""
    if not area.held:
        return None
    return (area.x, area.y - 11) if area.ground == "circle" else label_of(area).disc


def _names(drawn: AreaMap) -> str:
    out = [_text(text) for text in drawn.texts]
    out += [_DRAW[area.ground](area) for area in drawn.areas]
    return "".join(out)


def _text(text: AreaText) -> str:
    css = "s-wat" if text.kind == "water" else "s-cty"
    return (
        f'<text x="{num(text.x)}" y="{num(text.y)}" class="{css}" font-size="{num(text.size)}" '
        f'letter-spacing="{num(text.spacing)}">{escape(text.words)}</text>'
    )


def _land_name(area: Area) -> str:
    at = label_of(area)
    out = [
        f'<text x="{num(at.name_left)}" y="{num(at.base)}" class="s-area" '
        f'textLength="{num(at.width)}" lengthAdjust="spacingAndGlyphs">{escape(area.name)}</text>'
    ]
    if area.value:
        out.append(value_box(at.value_left, at.base - 14.5, area.value))
    if area.emblems:
        x, y = at.disc
        out.append(f'<use href="#disc-{area.emblems[0]}" x="{num(x)}" y="{num(y)}"/>')
    if area.notes:
        words = " · ".join(area.notes)
        out.append(
            f'<text x="{num(area.x)}" y="{num(at.base - 19)}" class="s-note">{escape(words)}</text>'
        )
    return "".join(out)


def value_box(left: float, top: float, value: int) -> str:
    """A number in a dark square."""
    wide = 18 if value < 10 else 25
    return (
        f'<rect x="{num(left)}" y="{num(top)}" width="{wide}" height="18" rx="3.5" class="s-pv"/>'
        f'<text x="{num(left + wide / 2)}" y="{num(top + 13.9)}" class="s-n s-pva">{value}</text>'
    )


def _barred_name(area: Area) -> str:
    lines = [*area.name.split(), *area.notes]
    first = area.y - 8.5 * (len(lines) - 1) + 5
    out = []
    for i, words in enumerate(lines):
        css = "s-dep" if i < len(lines) - len(area.notes) else "s-imp"
        out.append(
            f'<text x="{num(area.x)}" y="{num(first + 17.5 * i)}" class="{css}">'
            f"{escape(words)}</text>"
        )
    return "".join(out)


def _sea_name(area: Area) -> str:
    out = [
        f'<text x="{num(area.x)}" y="{num(area.y - 4)}" class="s-zn">{escape(area.number)}</text>'
    ]
    for i, words in enumerate(area.notes):
        out.append(
            f'<text x="{num(area.x)}" y="{num(area.y - 29 - 13 * i)}" class="s-seanote">'
            f"{escape(words)}</text>"
        )
    return "".join(out) + _docks(area, area.x + 24, area.y - 12)


def _docks(area: Area, x: float, y: float) -> str:
    """A ship and a disc for each side whose new ships appear here."""
    out = []
    for i, side in enumerate(area.docks):
        out.append(
            f'<g transform="translate({num(x + 66 * i)} {num(y)})"><use href="#u-destroyer" '
            f'class="s-dock" y="-10" width="40" height="20"/>'
            f'<use href="#disc-{side}" transform="translate(48 1) scale(.7)"/></g>'
        )
    return "".join(out)


def _convoy_name(area: Area) -> str:
    words = area.name.rsplit(" ", 1)
    if area.number:
        words[-1] += f" {area.number}"
    out = []
    for i, line in enumerate(words):
        y = area.y - 12 + 15 * i
        out.append(f'<text x="{num(area.x)}" y="{num(y)}" class="s-cz">{escape(line)}</text>')
    gap = 23.0
    left = area.x - gap * (len(area.emblems) - 1) / 2
    for i, side in enumerate(area.emblems):
        out.append(
            f'<g class="s-ghost" transform="translate({num(left + gap * i)} {num(area.y - 35)}) '
            f'scale(.82)"><use href="#disc-{side}"/></g>'
        )
    return "".join(out)


def _circle_name(area: Area) -> str:
    x, y = area.x, area.y
    out = [f'<text x="{num(x)}" y="{num(y - 30)}" class="s-isl">{escape(area.name)}</text>']
    if area.emblems:
        out.append(f'<use href="#disc-{area.emblems[0]}" x="{num(x)}" y="{num(y - 11)}"/>')
    if area.value:
        out.append(value_box(x - 9 - (3.5 if area.value > 9 else 0), y + 2, area.value))
    return "".join(out)


def _box_name(area: Area) -> str:
    (left, top), _, (right, bottom), _ = area.rings[0]
    out = []
    for side in area.emblems:
        out.append(f'<use href="#disc-{side}" x="{num(left + 22)}" y="{num(top + 19)}"/>')
        left += 26
    width = min(text_width(area.name, BOX_SIZE, 0.4), right - left - 20)
    out.append(
        f'<text x="{num(left + 12)}" y="{num(top + 26)}" class="s-boxn" '
        f'textLength="{num(width)}" lengthAdjust="spacingAndGlyphs">{escape(area.name)}</text>'
    )
    return "".join(out) + _docks(area, right - 66, bottom - 18)


_DRAW: Final = {
    "land": _land_name,
    "desert": _land_name,
    "impassable": _barred_name,
    "sea": _sea_name,
    "convoy": _convoy_name,
    "circle": _circle_name,
    "box": _box_name,
}
