"""Points, hexes and paths of a drawing, in map units: flat-top hexes of radius 56."""

import math
from collections.abc import Sequence
from typing import Final

Point = tuple[float, float]

RADIUS: Final = 56.0
HEIGHT: Final = RADIUS * math.sqrt(3)
MARGIN: Final = 12.0

# Unit vectors of the six directions (N, NE, SE, S, SW, NW); hexside d ends in corners d and d + 1.
ANGLES: Final = tuple(math.radians(60 * d - 90) for d in range(6))
HEADINGS: Final = tuple((math.cos(a), math.sin(a)) for a in ANGLES)
CORNERS: Final = tuple(
    (RADIUS * math.cos(math.radians(60 * k - 120)), RADIUS * math.sin(math.radians(60 * k - 120)))
    for k in range(6)
)


def centre(col: int, row: int) -> Point:
    """The centre of the hex in a column and row, both from 1."""
    drop = 0.0 if col % 2 else HEIGHT / 2
    x = MARGIN + RADIUS + (col - 1) * RADIUS * 1.5
    return x, MARGIN + HEIGHT / 2 + (row - 1) * HEIGHT + drop


def corner(at: Point, k: int, scale: float = 1.0) -> Point:
    """Corner k of a hex, the north-western first, clockwise."""
    dx, dy = CORNERS[k % 6]
    return at[0] + dx * scale, at[1] + dy * scale


def hexagon(at: Point, scale: float = 1.0) -> list[Point]:
    """The six corners of a hex."""
    return [corner(at, k, scale) for k in range(6)]


def beyond(col: int, row: int, d: int) -> tuple[int, int]:
    """Column and row of the neighbour in direction d."""
    if d in (0, 3):
        return col, row + (1 if d else -1)
    low = 1 - col % 2
    return col + (1 if d < 3 else -1), row + low - (1 if d in (1, 5) else 0)


def between(a: Point, b: Point, t: float) -> Point:
    """The point that lies t of the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def distance(a: Point, b: Point) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


# Text of paths


def num(x: float) -> str:
    """A number with one decimal at most.

    >>> num(3.04), num(-0.01), num(2.55)
    ('3', '0', '2.5')
    """
    text = f"{x:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def polygon(points: Sequence[Point], closed: bool = True) -> str:
    """A path of straight lines, in relative steps of a tenth."""
    whole = [(round(x * 10), round(y * 10)) for x, y in points]
    at = whole[0]
    out = [f"M{num(at[0] / 10)} {num(at[1] / 10)}l"]
    first = True
    for x, y in whole[1:]:
        dx, dy = x - at[0], y - at[1]
        if dx or dy:
            step = _pair(dx, dy)
            out.append(step if first or step[0] == "-" else " " + step)
            at, first = (x, y), False
    return "".join(out) + ("z" if closed else "")


def _pair(dx: int, dy: int) -> str:
    return f"{_tenths(dx)} {_tenths(dy)}".replace(" -", "-")


def _tenths(n: int) -> str:
    text = num(n / 10)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def spline(points: Sequence[Point]) -> str:
    """A smooth path through points."""
    out = [f"M{num(points[0][0])} {num(points[0][1])}"]
    last = len(points) - 1
    for i in range(last):
        a, b = points[max(i - 1, 0)], points[i]
        c, e = points[i + 1], points[min(i + 2, last)]
        out.append(
            f"C{num(b[0] + (c[0] - a[0]) / 6)} {num(b[1] + (c[1] - a[1]) / 6)} "
            f"{num(c[0] - (e[0] - b[0]) / 6)} {num(c[1] - (e[1] - b[1]) / 6)} "
            f"{num(c[0])} {num(c[1])}"
        )
    return "".join(out)


def spline_points(points: Sequence[Point], parts: int = 4) -> list[Point]:
    """Points along the same smooth path, for measuring."""
    last = len(points) - 1
    out = [points[0]]
    for i in range(last):
        a, b = points[max(i - 1, 0)], points[i]
        c, e = points[i + 1], points[min(i + 2, last)]
        for k in range(1, parts + 1):
            out.append(
                (
                    _hermite(a[0], b[0], c[0], e[0], k / parts),
                    _hermite(a[1], b[1], c[1], e[1], k / parts),
                )
            )
    return out


def _hermite(a: float, b: float, c: float, e: float, t: float) -> float:
    m, n = (c - a) / 2, (e - b) / 2
    return (
        (2 * t**3 - 3 * t**2 + 1) * b
        + (t**3 - 2 * t**2 + t) * m
        + (3 * t**2 - 2 * t**3) * c
        + (t**3 - t**2) * n
    )


def simplified(ring: Sequence[Point], tolerance: float) -> list[Point]:
    """A closed ring with the points left out that no eye would miss."""
    if len(ring) < 5:
        return list(ring)
    far = max(range(len(ring)), key=lambda i: distance(ring[0], ring[i]))
    there = thinned([*ring[: far + 1]], tolerance)
    back = thinned([*ring[far:], ring[0]], tolerance)
    return there[:-1] + back[:-1]


def thinned(line: list[Point], tolerance: float) -> list[Point]:
    """A line with the points left out that no eye would miss; its ends stay."""
    keep = [False] * len(line)
    keep[0] = keep[-1] = True
    todo = [(0, len(line) - 1)]
    while todo:
        i, j = todo.pop()
        worst, at = tolerance, -1
        for k in range(i + 1, j):
            off = to_segment(line[k], line[i], line[j])
            if off > worst:
                worst, at = off, k
        if at >= 0:
            keep[at] = True
            todo += [(i, at), (at, j)]
    return [p for p, kept in zip(line, keep, strict=True) if kept]


def to_segment(p: Point, a: Point, b: Point) -> float:
    """The distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    if not length:
        return distance(p, a)
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def area(ring: Sequence[Point]) -> float:
    """The area of a ring, negative if it runs the other way round."""
    total = 0.0
    for i, (x, y) in enumerate(ring):
        u, v = ring[i - 1]
        total += u * y - x * v
    return total / 2


def inside(ring: Sequence[Point], at: Point) -> bool:
    """
    >>> square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    >>> inside(square, (1, 3)), inside(square, (5, 3))
    (True, False)
    """
    found = False
    for i, (x, y) in enumerate(ring):
        u, v = ring[i - 1]
        if (y > at[1]) != (v > at[1]) and at[0] < (u - x) * (at[1] - y) / (v - y) + x:
            found = not found
    return found
