"""Arrows of attack on a map of areas, with their labels."""

import math
from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape

from sirocco.draw.areas_base import pieces_at
from sirocco.draw.areas_tokens import Room, freest
from sirocco.draw.geometry import Point, distance, num
from sirocco.games.hints import Area, Attack, Gate

ARROW: Final = 72.0  # the length of an arrow


def arrow(
    attack: Attack,
    areas: Mapping[int, Area],
    gates: Mapping[tuple[int, int], Gate],
    taken: list[Room],
) -> str:
    """A tapering arrow across the border, in the attacker's colour, with a label."""
    start, end = pieces_at(areas[attack.origin]), pieces_at(areas[attack.target])
    far = max(distance(start, end), 1.0)
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    gate = gates.get((attack.origin, attack.target))
    x, y = (gate.x, gate.y) if gate else ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    half = ARROW / 2
    body, middle = _taper((x - half * dx, y - half * dy), (x + half * dx, y + half * dy))
    steep = abs(dy) > abs(dx)
    tag = _tag(attack.words, middle, steep, taken) if attack.words else ""
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


def _tag(words: str, at: Point, steep: bool, taken: list[Room]) -> str:
    """A label beside a steep arrow, else below it; elsewhere if that covers less."""
    half = 3.8 * len(words) + 8
    beside = [(at[0] + half + 14, at[1]), (at[0] - half - 14, at[1])]
    under = [(at[0], at[1] + far) for far in (24, -24, 46, -46)]
    spots = [*beside, *under] if steep else [*under, *beside]
    x, y = spots[freest([Room(x - half, y - 12, x + half, y + 11) for x, y in spots], taken)]
    return (
        f'<g transform="translate({num(x)} {num(y)})"><rect x="{num(-half)}" y="-12" '
        f'width="{num(2 * half)}" height="23" rx="11.5" class="s-tag"/>'
        f'<text y="5" class="s-n s-tagn" font-size="15">{escape(words)}</text></g>'
    )
