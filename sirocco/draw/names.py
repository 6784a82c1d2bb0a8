"""Places and names: built-up areas, town dots, labels with flag, value and anchor."""

import math
from random import Random
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from sirocco.draw.geometry import HEIGHT, Point, inside, num, polygon, to_segment
from sirocco.draw.raster import Field, Raster
from sirocco.draw.sheet import Sheet
from sirocco.games.hints import Cell

CITY_SIZE: Final = 17.0
TOWN_SIZE: Final = 15.0
FLAG: Final = 18.0  # the room of a flag before a name

# Hundredths of the type size, for letters of the serif face; fallback faces are fitted to it.
_WIDTHS: Final = {
    17: " ", 18: "'", 22: "’", 26: "l", 27: "j", 28: ".", 29: "ií", 33: "tJ", 34: "f", 36: "I-1",
    41: "rs", 43: "c357ç", 46: "eyz9éè", 47: "v46", 48: "a28áàä", 50: "x0óòö", 51: "bg",
    52: "koq", 53: "FL", 54: "dhpS", 55: "uúùü", 56: "n", 57: "Tñ", 58: "PZ", 59: "Y", 60: "E",
    62: "ACV", 63: "B", 64: "R", 65: "G", 66: "KU", 68: "OQX", 69: "D", 73: "N", 74: "w",
    75: "H", 84: "mM", 96: "W",
}  # fmt: skip
_WIDTH: Final = {letter: width for width, letters in _WIDTHS.items() for letter in letters}


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    """How wide a name is."""
    return sum(_WIDTH.get(letter, 55) * size / 100 + spacing for letter in text)


class Label(NamedTuple):
    """Where the parts of a place's label stand."""

    left: float
    base: float
    name_left: float
    name_width: float
    value_left: float
    anchor_left: float
    right: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.left - 3, self.base - 17, self.right + 3, self.base + 6


def label_of(sheet: Sheet, cell: Cell) -> Label:
    """The layout of a label: flag, name, value, anchor, above the middle of the hex."""
    x, y = sheet.centres[cell.hex]
    size = CITY_SIZE if cell.place == "city" else TOWN_SIZE
    width = text_width(cell.name, size, 0.3)
    total = FLAG + width + (21 if cell.value else 0) + (15 if cell.port else 0)
    left = min(max(x - total / 2, 5.0), max(5.0, sheet.width - 5 - total))
    value = left + FLAG + width + 4
    anchor = value + (20 if cell.value else 0)
    return Label(left, y - HEIGHT / 2 + 27, left + FLAG, width, value, anchor, left + total)


# Layers


def built_up(sheet: Sheet, raster: Raster, land: Field, roads: Field) -> str:
    """The grey shapes of the cities with their houses."""
    return "".join(
        _city(sheet, raster, land, roads, cell) for cell in sheet.map.cells if cell.place == "city"
    )


def _city(sheet: Sheet, raster: Raster, land: Field, roads: Field, cell: Cell) -> str:
    x, y = sheet.spots[cell.hex]
    luck = Random(f"city {cell.label}")
    radius = 25.0 + 3 * min(cell.value, 4)
    rim = []
    for k in range(9):
        turn = k * math.tau / 9
        far = radius + luck.uniform(-5, 5)
        point = x + far * 1.12 * math.cos(turn), y + 5 + far * 0.86 * math.sin(turn)
        rim.append(_ashore(raster, land, (x, y), point))
    houses = []
    for i in range(-5, 6):
        for j in range(-4, 5):
            wide, high = luck.uniform(4, 6.6), luck.uniform(3.6, 5.4)
            at = x + i * 8 + luck.uniform(-1, 1), y + 5 + j * 7.2 + luck.uniform(-1, 1)
            if luck.random() < 0.82 and _inside(rim, at) and raster.at(roads, at) > 6.5:
                left, top = num(at[0] - wide / 2), num(at[1] - high / 2)
                houses.append(f"M{left} {top}h{num(wide)}v{num(high)}h{num(-wide)}z")
    return f'<path class="s-urb" d="{polygon(rim)}"/><path class="s-bld" d="{"".join(houses)}"/>'


def _ashore(raster: Raster, land: Field, middle: Point, point: Point) -> Point:
    """A point drawn back towards the middle until it is well ashore."""
    for k in range(20, 0, -1):
        at = (
            middle[0] + (point[0] - middle[0]) * k / 20,
            middle[1] + (point[1] - middle[1]) * k / 20,
        )
        if raster.at(land, at) > 0.18:
            return at
    return middle


def _inside(rim: list[Point], at: Point) -> bool:
    """Whether a house stands within the rim with some room to spare."""
    near = min(to_segment(at, rim[i - 1], rim[i]) for i in range(len(rim)))
    return inside(rim, at) and near > 4.5


def town_dots(sheet: Sheet) -> str:
    out = []
    for cell in sheet.map.cells:
        if cell.place == "town":
            x, y = (num(part) for part in sheet.spots[cell.hex])
            out.append(f'<circle cx="{x}" cy="{y}" r="6.2" class="s-town"/>')
            out.append(f'<circle cx="{x}" cy="{y}" r="1.8" class="s-core"/>')
    return "".join(out)


def place_names(sheet: Sheet, flags: dict[int, str]) -> str:
    """The labels of all places, with the flags of those who hold them."""
    return "".join(
        _label(sheet, cell, flags.get(cell.hex, "")) for cell in sheet.map.cells if cell.place
    )


def _label(sheet: Sheet, cell: Cell, owner: str) -> str:
    at = label_of(sheet, cell)
    out = [flag(owner, at.left, at.base + 2)] if owner else []
    if cell.name:
        css = "s-city" if cell.place == "city" else "s-twn"
        out.append(
            f'<text x="{num(at.name_left)}" y="{num(at.base)}" class="{css}" '
            f'textLength="{num(at.name_width)}" lengthAdjust="spacingAndGlyphs">'
            f"{escape(cell.name)}</text>"
        )
    if cell.value:
        out.append(
            f'<rect x="{num(at.value_left)}" y="{num(at.base - 13)}" width="16" height="16" '
            f'rx="3" class="s-pv"/><text x="{num(at.value_left + 8)}" y="{num(at.base - 0.4)}" '
            f'class="s-n s-pvt">{cell.value}</text>'
        )
    if cell.port:
        out.append(f'<use href="#anchor" x="{num(at.anchor_left + 6)}" y="{num(at.base - 5)}"/>')
    return "".join(out)


def flag(side: str, x: float, y: float) -> str:
    """A flag on its pole: red a pennant, everybody else a rectangle."""
    cloth = "l16 5.5-16 5.5z" if side == "red" else "h15v11h-15z"
    return (
        f'<g class="s-ct s-c-{side}"><path class="s-pole" d="M{num(x)} {num(y)}v-18"/>'
        f'<path class="s-body" d="M{num(x)} {num(y - 18)}{cloth}"/></g>'
    )


def ground_names(sheet: Sheet) -> str:
    """Names of waters and of land that is no place."""
    out = []
    for cell in sheet.map.cells:
        if cell.name and not cell.place:
            x, y = sheet.centres[cell.hex]
            css = "s-sea" if cell.water else "s-reg"
            words = cell.name.split()
            first = y - 11 * (len(words) - 1) + 6
            for i, word in enumerate(words):
                out.append(
                    f'<text x="{num(x)}" y="{num(first + 22 * i)}" class="{css}">'
                    f"{escape(word)}</text>"
                )
    return "".join(out)


def numbers(sheet: Sheet) -> str:
    """The hex numbers."""
    out = []
    for cell in sheet.map.cells:
        x, y = sheet.centres[cell.hex]
        out.append(f'<text x="{num(x)}" y="{num(y - HEIGHT / 2 + 11)}">{cell.label}</text>')
    return "".join(out)
