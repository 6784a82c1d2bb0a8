"""Outlines of the spaces of an area map: lines between spaces, each shared by its two neighbours.

A file of outlines has a line `size WIDTH HEIGHT` and one line for each stretch of border: the
spaces to its left and right, then points in tenths of a map unit, the first as it is, the others
as steps from the point before. `tools/areas.py` writes it.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final, NamedTuple

from sirocco.kernel.refusal import Refused

Point = tuple[float, float]

OUTSIDE: Final = "."
ASHORE: Final = "-"
WATER: Final = "~"
NOWHERE: Final = (OUTSIDE, ASHORE, WATER)


class Arc(NamedTuple):
    """A stretch of border between two spaces (or what is none)."""

    left: str
    right: str
    points: tuple[Point, ...]


class Outlines(NamedTuple):
    """All borders of a map."""

    width: float
    height: float
    arcs: tuple[Arc, ...]

    @classmethod
    def parse(cls, text: str) -> Outlines:
        """Read a file of outlines.

        >>> Outlines.parse("size 9 9\\nrome ostia 0 10 20 -10").arcs[0].points
        ((0.0, 1.0), (2.0, 0.0))
        """
        width = height = 0.0
        arcs = []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            try:
                if words[0] == "size":
                    width, height = float(words[1]), float(words[2])
                    continue
                arcs.append(_arc(words))
            except (ValueError, IndexError):
                raise Refused(f"Outlines: line {number} is no border.") from None
        return cls(width, height, tuple(arcs))

    def rings(self) -> dict[str, list[list[Point]]]:
        """The rings around each space, as points; the last joins the first."""
        ends: dict[str, dict[Point, list[tuple[Point, ...]]]] = {}
        for arc in self.arcs:
            ends.setdefault(arc.left, {}).setdefault(arc.points[0], []).append(arc.points)
            back = arc.points[::-1]
            ends.setdefault(arc.right, {}).setdefault(back[0], []).append(back)
        return {name: _chained(starts) for name, starts in ends.items() if name != OUTSIDE}

    def lengths(self) -> dict[tuple[str, str], float]:
        """How long the common border of each two neighbours is, names in order."""
        out: dict[tuple[str, str], float] = {}
        for arc in self.arcs:
            pair = min(arc.left, arc.right), max(arc.left, arc.right)
            out[pair] = out.get(pair, 0.0) + _length(arc.points)
        return out


def _arc(words: list[str]) -> Arc:
    numbers = [int(word) for word in words[2:]]
    if len(numbers) < 4 or len(numbers) % 2:
        raise ValueError
    x = y = 0
    points = []
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x / 10, y / 10))
    return Arc(words[0], words[1], tuple(points))


def _chained(starts: dict[Point, list[tuple[Point, ...]]]) -> list[list[Point]]:
    """Stretches of border put together to rings, the space always on the same hand."""
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
        rings.append(ring)
    return rings


def _length(points: tuple[Point, ...]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))
