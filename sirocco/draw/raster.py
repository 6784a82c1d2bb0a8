"""Fields: a number at each point of a fine grid over the map, and the noise that bends them."""

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from sirocco.draw.geometry import Point

Field = npt.NDArray[np.float64]

STEP: Final = 4.0


class Raster:
    """The grid of points over a rectangle."""

    __slots__ = ("left", "top", "columns", "lines", "x", "y")

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self.left = left
        self.top = top
        self.columns = int((right - left) / STEP) + 2
        self.lines = int((bottom - top) / STEP) + 2
        across = left + STEP * np.arange(self.columns)
        down = top + STEP * np.arange(self.lines)
        self.x: Field
        self.y: Field
        self.x, self.y = np.meshgrid(across, down)

    def filled(self, value: float) -> Field:
        return np.full(self.x.shape, value)

    def window(
        self, left: float, top: float, right: float, bottom: float
    ) -> tuple[slice, slice] | None:
        """The part of the grid inside a rectangle, if any."""
        i0 = max(0, int((left - self.left) / STEP))
        i1 = min(self.columns, int((right - self.left) / STEP) + 2)
        j0 = max(0, int((top - self.top) / STEP))
        j1 = min(self.lines, int((bottom - self.top) / STEP) + 2)
        if i0 >= i1 or j0 >= j1:
            return None
        return slice(j0, j1), slice(i0, i1)

    def sample(self, field: Field, x: Field, y: Field) -> Field:
        """The field at any points, between those of the grid by proportion."""
        u = np.clip((x - self.left) / STEP, 0, self.columns - 1.001)
        v = np.clip((y - self.top) / STEP, 0, self.lines - 1.001)
        i, j = u.astype(np.int64), v.astype(np.int64)
        u, v = u - i, v - j
        upper = field[j, i] * (1 - u) + field[j, i + 1] * u
        lower = field[j + 1, i] * (1 - u) + field[j + 1, i + 1] * u
        out: Field = upper * (1 - v) + lower * v
        return out

    def at(self, field: Field, p: Point) -> float:
        """The field at one point."""
        return float(self.sample(field, np.array([p[0]]), np.array([p[1]]))[0])

    def distance(self, lines: Iterable[tuple[Point, Point]], reach: float) -> Field:
        """The distance of each point from the nearest of some segments, `reach` at most."""
        out = self.filled(reach)
        for a, b in lines:
            part = self.window(
                min(a[0], b[0]) - reach,
                min(a[1], b[1]) - reach,
                max(a[0], b[0]) + reach,
                max(a[1], b[1]) + reach,
            )
            if part is not None:
                out[part] = np.minimum(out[part], _to_segment(self.x[part], self.y[part], a, b))
        return out


def _to_segment(x: Field, y: Field, a: Point, b: Point) -> Field:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    if length:
        t = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / length, 0, 1)
    else:
        t = np.zeros_like(x)
    return np.hypot(x - a[0] - t * dx, y - a[1] - t * dy)


def smoothed(field: Field, radius: float) -> Field:
    """The field blurred over a radius in map units."""
    reach = max(1, round(2.5 * radius / STEP))
    offsets = np.arange(-reach, reach + 1)
    weights = np.exp(-((offsets * STEP / radius) ** 2) / 2)
    weights /= weights.sum()
    out = field
    for axis in (0, 1):
        edges = [(0, 0), (0, 0)]
        edges[axis] = (reach, reach)
        padded = np.pad(out, edges, mode="edge")
        size = out.shape[axis]
        total = np.zeros_like(out)
        for k, weight in enumerate(weights):
            total += weight * padded.take(range(k, k + size), axis=axis)
        out = total
    return out


class Noise:
    """A smooth random field between -1 and 1; the same seed always makes the same one."""

    __slots__ = ("seed", "scale")

    def __init__(self, seed: int, scale: float) -> None:
        self.seed = seed
        self.scale = scale

    def __call__(self, x: Field, y: Field) -> Field:
        x, y = x / self.scale, y / self.scale
        i, j = np.floor(x), np.floor(y)
        u, v = x - i, y - j
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        upper = self._lattice(i, j) * (1 - u) + self._lattice(i + 1, j) * u
        lower = self._lattice(i, j + 1) * (1 - u) + self._lattice(i + 1, j + 1) * u
        out: Field = upper * (1 - v) + lower * v
        return out

    def _lattice(self, i: Field, j: Field) -> Field:
        """A random number for each whole point, by mixing the bits of its place."""
        mixed = (i.astype(np.int64) * 73856093) ^ (j.astype(np.int64) * 19349663)
        bits = (mixed ^ (self.seed * 83492791)).astype(np.uint64)
        bits = (bits ^ (bits >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
        bits = (bits ^ (bits >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
        bits = bits ^ (bits >> np.uint64(33))
        out: Field = (bits >> np.uint64(11)).astype(np.float64) / float(1 << 52) - 1
        return out
