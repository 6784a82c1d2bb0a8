"""The sheet of an area map: lines between spaces, each shared by its two neighbours, and more.

A file of outlines has one line for each stretch of border: the spaces to its left and right, then
points in tenths of a map unit, the first as it is, the others as steps from the point before.
Other lines begin with a word of their own:

    size WIDTH HEIGHT            of the sheet, in map units
    at SPACE X Y ROOM            where the name and the pieces of a space stand, and their width
    box SPACE X Y WIDTH HEIGHT   a space that is a box on the sheet
    road|river|canal|field|route points, as above
    peak|dune X Y X Y ...        glyphs
    text KIND X Y SIZE SPACING WORDS

`tools/areas.py` writes it.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import pairwise
from typing import Final, NamedTuple

from sirocco.games.hints import AreaText
from sirocco.kernel.refusal import Refused

Point = tuple[float, float]

OUTSIDE: Final = "."
ASHORE: Final = "-"
WATER: Final = "~"
NOWHERE: Final = (OUTSIDE, ASHORE, WATER)
LINES: Final = ("road", "river", "canal", "field", "route")
GLYPHS: Final = ("peak", "dune")


class Arc(NamedTuple):
    """A stretch of border between two spaces (or what is none)."""

    left: str
    right: str
    points: tuple[Point, ...]


class Outlines:
    """All lines of a sheet."""

    __slots__ = ("arcs", "at", "boxes", "glyphs", "height", "lines", "texts", "width")

    def __init__(self) -> None:
        self.width = self.height = 0.0
        self.arcs: list[Arc] = []
        self.at: dict[str, tuple[float, float, float]] = {}
        self.boxes: dict[str, tuple[float, float, float, float]] = {}
        self.lines: list[tuple[str, tuple[Point, ...]]] = []
        self.glyphs: dict[str, tuple[Point, ...]] = {}
        self.texts: list[AreaText] = []

    @classmethod
    def parse(cls, text: str) -> Outlines:
        """Read a file of outlines.

        >>> Outlines.parse("size 9 9\\nrome ostia 0 10 20 -10").arcs[0].points
        ((0.0, 1.0), (2.0, 0.0))
        """
        out = cls()
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            try:
                out._read(words)
            except (ValueError, IndexError):
                raise Refused(f"Outlines: line {number} cannot be read.") from None
        return out

    def _read(self, words: list[str]) -> None:
        key, rest = words[0], words[1:]
        if key == "size":
            self.width, self.height = float(rest[0]), float(rest[1])
        elif key == "at":
            self.at[rest[0]] = float(rest[1]), float(rest[2]), float(rest[3])
        elif key == "box":
            x, y, width, height = (float(word) for word in rest[1:])
            self.boxes[rest[0]] = x, y, width, height
        elif key == "text":
            x, y, size, spacing = (float(word) for word in rest[1:5])
            self.texts.append(AreaText(rest[0], x, y, size, spacing, " ".join(rest[5:])))
        elif key in LINES:
            self.lines.append((key, _points(rest)))
        elif key in GLYPHS:
            flat = [float(word) for word in rest]
            self.glyphs[key] = tuple(zip(flat[::2], flat[1::2], strict=True))
        else:
            self.arcs.append(Arc(key, rest[0], _points(rest[1:])))

    def outline(self, names: Collection[str]) -> list[tuple[Point, ...]]:
        """The rings around one space, or around several as one; the last point joins the first."""
        starts: dict[Point, list[tuple[Point, ...]]] = {}
        for arc in self.arcs:
            if (arc.left in names) == (arc.right in names):
                continue
            line = arc.points if arc.left in names else arc.points[::-1]
            starts.setdefault(line[0], []).append(line)
        return _chained(starts)

    def between(self) -> dict[tuple[str, str], list[Arc]]:
        """The common border of each two neighbours, names in order."""
        out: dict[tuple[str, str], list[Arc]] = {}
        for arc in self.arcs:
            out.setdefault((min(arc[:2]), max(arc[:2])), []).append(arc)
        return out

    def lengths(self) -> dict[tuple[str, str], float]:
        """How long the common border of each two neighbours is, names in order."""
        return {
            pair: sum(length(arc.points) for arc in arcs) for pair, arcs in self.between().items()
        }


def _points(words: list[str]) -> tuple[Point, ...]:
    numbers = [int(word) for word in words]
    if len(numbers) < 4 or len(numbers) % 2:
        raise ValueError
    x = y = 0
    points = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / 10, y / 10))
    return tuple(points)


def _chained(starts: dict[Point, list[tuple[Point, ...]]]) -> list[tuple[Point, ...]]:
    """Stretches of border put together to rings, the inside always on the same hand."""
    rings = []
    while starts:
        at = next(iter(starts))
        ring: list[Point] = []
        while at in starts:
            line = starts[at].pop()
            if not starts[at]:
                del starts[at]
            ring += line[:-1]
            at = line[-1]
        rings.append(tuple(ring))
    return rings


def length(points: tuple[Point, ...]) -> float:
    """How long a line is."""
    return sum(math.dist(a, b) for a, b in pairwise(points))


def middle(points: tuple[Point, ...]) -> Point:
    """The point half way along a line.

    >>> middle(((0.0, 0.0), (4.0, 0.0), (4.0, 2.0)))
    (3.0, 0.0)
    """
    left = length(points) / 2
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if step >= left and step:
            t = left / step
            return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        left -= step
    return points[-1]
