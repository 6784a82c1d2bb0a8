"""What stands on a map of areas: counters in rows, supply, mines, arrows of attack."""

import itertools
import math
from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape

from sirocco.draw.areas_base import pieces_at
from sirocco.draw.counters import count
from sirocco.draw.geometry import Point, distance, num
from sirocco.draw.symbols import LAND, box_of
from sirocco.games.hints import Area, Attack, Face, Gate, Stack, Token

SIZE: Final = 34.0
GAP: Final = 3.0
LEADING: Final = 6.0
APART: Final = 8.0  # between the pieces of two sides
SMALL: Final = 30.0
CRATE: Final = 30.0
ARROW: Final = 72.0  # the length of an arrow


def counters(pieces: Stack, area: Area) -> str:
    """The pieces of an area: one face for pieces alike, in rows below its name."""
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
            out.append(_piece(x, y, face, size))
            x += _wide(face, size) + GAP
    return "".join(out)


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
    alike = count(36.5, 36.5, face.count, 10.5) if face.count > 1 else ""
    return (
        f'<g class="s-ct s-c-{face.side}" transform="translate({num(x)} {num(y)}) '
        f'scale({scale:.3g})"><use href="#card-40"/>{flash}{symbol}{alike}</g>'
    )


def _crate(x: float, y: float, face: Face) -> str:
    return (
        f'<g class="s-ct s-c-{face.side}" transform="translate({num(x)} {num(y)})">'
        f'<use href="#crate"/>{count(11, 10, face.count, 8.8)}</g>'
    )


# Tokens


def token(item: Token, areas: Mapping[int, Area], gates: Mapping[tuple[int, int], Gate]) -> str:
    """Mines on a border or in a zone, or the sign of an open route."""
    area = areas[item.space]
    if item.kind == "open":
        return _open(item, area)
    if item.toward < 0:
        x, y = area.x + 40, area.y - 12
        number = count(x + 9, y + 8, item.number, 7.5) if item.number > 1 else ""
        return (
            f'<g class="s-ct s-c-{item.side}"><circle class="s-body" cx="{num(x)}" cy="{num(y)}" '
            f'r="12"/><use href="#mine" x="{num(x)}" y="{num(y)}"/></g>{number}'
        )
    gate = gates.get((item.space, item.toward))
    if gate is None:
        return ""
    return _minefield(item, area, (gate.x, gate.y))


def _open(item: Token, area: Area) -> str:
    if item.side not in area.emblems or area.ground == "box":
        return ""
    i, gap = area.emblems.index(item.side), 23.0
    x = area.x - gap * (len(area.emblems) - 1) / 2 + gap * i
    return (
        f'<use href="#disc-{item.side}" transform="translate({num(x)} {num(area.y - 35)}) '
        f'scale(.82)"/>'
    )


def _minefield(item: Token, area: Area, border: Point) -> str:
    """Mines in a row just inside a border, a chevron towards the other side."""
    far = max(distance((area.x, area.y), border), 1.0)
    dx, dy = (border[0] - area.x) / far, (border[1] - area.y) / far
    x, y = border[0] - 12 * dx, border[1] - 12 * dy
    turn = math.degrees(math.atan2(dy, dx))
    shown = min(item.number, 3)
    mines = "".join(
        f'<use href="#mine" y="{num(17 * (i - (shown - 1) / 2))}"/>' for i in range(shown)
    )
    number = count(0, 0, item.number, 8) if item.number > 3 else ""
    at = f"translate({num(x)} {num(y)}) rotate({num(turn)})"
    return (
        f'<g class="s-mine" transform="{at}"><title>{item.number} mines</title>{mines}'
        f'<path d="M13-8 21 0 13 8" class="s-mf"/>{number}</g>'
    )


# Attacks


def arrow(attack: Attack, areas: Mapping[int, Area], gates: Mapping[tuple[int, int], Gate]) -> str:
    """A tapering arrow across the border, in the attacker's colour, with a label."""
    start, end = pieces_at(areas[attack.origin]), pieces_at(areas[attack.target])
    far = max(distance(start, end), 1.0)
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    gate = gates.get((attack.origin, attack.target))
    x, y = (gate.x, gate.y) if gate else ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    half = ARROW / 2
    body, middle = _taper((x - half * dx, y - half * dy), (x + half * dx, y + half * dy))
    steep = abs(dy) > abs(dx)
    tag = _tag(attack.words, middle, steep) if attack.words else ""
    return (
        f'<g class="s-ct s-c-{attack.side}"><path d="{body}" class="s-rimw"/>'
        f'<path class="s-body s-at" d="{body}"/></g>{tag}'
    )


def _taper(p: Point, q: Point, bend: float = 12.0) -> tuple[str, Point]:
    """An arrow from 8 to 17 wide that bends a little."""
    length = max(distance(p, q), 1.0)
    nx, ny = -(q[1] - p[1]) / length, (q[0] - p[0]) / length
    c = ((p[0] + q[0]) / 2 + nx * bend, (p[1] + q[1]) / 2 + ny * bend)

    def at(t: float) -> Point:
        s = 1 - t
        return (
            s * s * p[0] + 2 * t * s * c[0] + t * t * q[0],
            s * s * p[1] + 2 * t * s * c[1] + t * t * q[1],
        )

    def heading(t: float) -> Point:
        x = (1 - t) * (c[0] - p[0]) + t * (q[0] - c[0])
        y = (1 - t) * (c[1] - p[1]) + t * (q[1] - c[1])
        far = math.hypot(x, y) or 1.0
        return x / far, y / far

    neck = max(0.3, 1 - 30 / length)
    left, right = [], []
    for i in range(13):
        t = neck * i / 12
        (x, y), (u, v) = at(t), heading(t)
        half = (8 + 9 * i / 12) / 2
        left.append((x - v * half, y + u * half))
        right.append((x + v * half, y - u * half))
    (x, y), (u, v) = at(neck), heading(neck)
    head = [(x - v * 17, y + u * 17), at(1.0), (x + v * 17, y - u * 17)]
    points = [*left, *head, *right[::-1]]
    return "M" + "L".join(f"{num(a)} {num(b)}" for a, b in points) + "Z", at(0.45)


def _tag(words: str, at: Point, beside: bool) -> str:
    """A label beside a steep arrow, else below it."""
    half = 3.4 * len(words) + 7
    x, y = (at[0] + half + 14, at[1]) if beside else (at[0], at[1] + 24)
    return (
        f'<g transform="translate({num(x)} {num(y)})"><rect x="{num(-half)}" y="-12" '
        f'width="{num(2 * half)}" height="23" rx="11.5" class="s-tag"/>'
        f'<text y="5" class="s-n s-tagn" font-size="15">{escape(words)}</text></g>'
    )
