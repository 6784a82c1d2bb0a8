"""The pieces on a map of areas: counters in rows, and supply."""

import itertools
import math
from typing import Final, NamedTuple

from sirocco.draw.areas_base import pieces_at
from sirocco.draw.counters import count
from sirocco.draw.geometry import num
from sirocco.draw.symbols import LAND, box_of
from sirocco.games.hints import Area, Face, Stack

SIZE: Final = 34.0
GAP: Final = 3.0
LEADING: Final = 6.0
APART: Final = 8.0  # between the pieces of two sides
SMALL: Final = 30.0
CRATE: Final = 30.0


class Placed(NamedTuple):
    """A face with the corner of its place."""

    x: float
    y: float
    face: Face
    size: float


def counters(pieces: Stack, area: Area) -> str:
    """The pieces of an area with their counts above them."""
    all_placed = placed(pieces, area)
    faces = "".join(_piece(*one) for one in all_placed)
    return faces + "".join(_alike(*one) for one in all_placed if one.face.body != "crate")


def placed(pieces: Stack, area: Area) -> list[Placed]:
    """Where the pieces of an area lie: one face for pieces alike, in rows below its name."""
    faces = [(i, face) for i, pile in enumerate(pieces.piles) for face in pile.faces]
    size = SIZE
    rows = _rows(faces, size, area.room)
    if len(rows) > 2:
        size = SMALL
        rows = _rows(faces, size, area.room)
    middle, top = pieces_at(area)
    top -= size / 2
    if area.ground == "box":
        top = area.rings[0][0][1] + 38
    elif area.ground == "circle":
        top -= (len(rows) - 1) * (size + LEADING) / 2
    out = []
    for line, row in enumerate(rows):
        y = top + line * (size + LEADING)
        x = middle - _width(row, size) / 2
        for i, (side, face) in enumerate(row):
            if i and row[i - 1][0] != side:
                x += APART
            out.append(Placed(x, y, face, size))
            x += _wide(face, size) + GAP
    return out


def _rows(faces: list[tuple[int, Face]], size: float, room: float) -> list[list[tuple[int, Face]]]:
    """Faces in as few rows as the room allows, all about as long; of three rows none is longer."""
    wide = sum(_wide(face, size) + GAP for _, face in faces)
    lines = max(1, math.ceil(wide / room))
    most = wide / lines + size / 2
    rows: list[list[tuple[int, Face]]] = [[]]
    for item in faces:
        if rows[-1] and _width([*rows[-1], item], size) > most:
            rows.append([])
        rows[-1].append(item)
    return rows


def _width(row: list[tuple[int, Face]], size: float) -> float:
    turns = sum(1 for a, b in itertools.pairwise(row) if a[0] != b[0])
    return sum(_wide(face, size) + GAP for _, face in row) - GAP + APART * turns


def _wide(face: Face, size: float) -> float:
    return CRATE if face.body == "crate" else size


def _piece(x: float, y: float, face: Face, size: float) -> str:
    if face.body == "crate":
        return _crate(x + CRATE / 2, y + size / 2, face)
    scale = size / 40
    flash = f'<use href="#f-{face.side}" x="2.4" y="2.4" width="9" height="9"/>'
    wide, high = (part * (26 if face.kind in LAND else 29) for part in box_of(face.kind))
    css = ' class="s-sym"' if face.kind in LAND else ""
    symbol = (
        f'<use href="#u-{face.kind}"{css} x="{num(20 - wide / 2)}" y="{num(22 - high / 2)}" '
        f'width="{num(wide)}" height="{num(high)}"/>'
    )
    if face.moved:
        symbol = f'<g opacity=".55">{symbol}</g><use href="#m-moved" transform="translate(38 3)"/>'
    return (
        f'<g class="s-ct s-c-{face.side}" transform="translate({num(x)} {num(y)}) '
        f'scale({scale:.3g})"><use href="#card-40"/>{flash}{symbol}</g>'
    )


def _alike(x: float, y: float, face: Face, size: float) -> str:
    """How many pieces alike lie here; no neighbour may hide it."""
    return count(x + size * 0.96, y + size * 0.96, face.count) if face.count > 1 else ""


def _crate(x: float, y: float, face: Face) -> str:
    return (
        f'<g class="s-ct s-c-{face.side}" transform="translate({num(x)} {num(y)})">'
        f'<use href="#crate"/>{count(11, 10, face.count, 8.8)}</g>'
    )
