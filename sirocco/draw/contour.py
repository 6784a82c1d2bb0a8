"""Contours: the closed lines along which a field is zero (marching squares)."""

import numpy as np

from sirocco.draw.geometry import Point, area
from sirocco.draw.raster import STEP, Field, Raster

Edge = tuple[int, int, int]  # line, column, 0 for the edge to the right or 1 for the edge down


def contours(raster: Raster, field: Field, least: float = 0.0) -> list[list[Point]]:
    """The rings around all ground above zero, holes running the other way round.

    Rings of a smaller area than `least` are left out.
    """
    closed = field.copy()
    closed[0], closed[-1], closed[:, 0], closed[:, -1] = -1.0, -1.0, -1.0, -1.0
    onward = _links(closed)
    rings = []
    while onward:
        start = min(onward)
        ring = [start]
        at = onward.pop(start)
        while at != start:
            ring.append(at)
            at = onward.pop(at)
        points = [_crossing(raster, closed, edge) for edge in ring]
        if abs(area(points)) >= least:
            rings.append(points)
    return rings


def _links(field: Field) -> dict[Edge, Edge]:
    """From each crossed edge of the grid the next one, ground above zero on the same hand."""
    inside = field > 0
    count = inside[:-1, :-1].astype(np.int64) + inside[:-1, 1:] + inside[1:, 1:] + inside[1:, :-1]
    onward: dict[Edge, Edge] = {}
    for j, i in np.argwhere((count > 0) & (count < 4)).tolist():
        walk = [inside[j, i], inside[j, i + 1], inside[j + 1, i + 1], inside[j + 1, i]]
        edges = [(j, i, 0), (j, i + 1, 1), (j + 1, i, 0), (j, i, 1)]
        leaving = [k for k in range(4) if walk[k] and not walk[(k + 1) % 4]]
        entering = [k for k in range(4) if not walk[k] and walk[(k + 1) % 4]]
        if len(leaving) == 1:
            onward[edges[leaving[0]]] = edges[entering[0]]
            continue
        joined = field[j : j + 2, i : i + 2].sum() > 0  # a saddle: which corners hang together
        for k in leaving:
            to = (k + 1) % 4 if joined else (k + 3) % 4
            onward[edges[k]] = edges[to]
    return onward


def _crossing(raster: Raster, field: Field, edge: Edge) -> Point:
    j, i, down = edge
    a = float(field[j, i])
    b = float(field[j + 1, i] if down else field[j, i + 1])
    t = a / (a - b)
    x, y = raster.left + STEP * i, raster.top + STEP * j
    return (x, y + STEP * t) if down else (x + STEP * t, y)
