"""Courses of rivers: where the mouths are and which stretch below the first bridge is barred.

A river runs along hexsides from corner to corner. A corner of the hex grid is known by its place
in a picture with whole numbers: the centre of a hex is (3 * column, 2 * row + half).
"""

from typing import Final, NamedTuple

from sirocco.games.victory.mapdata import Cell, Hexside, MapData, SideCell, side_cell, step

Corner = tuple[int, int]

# The two corners of a hexside, from the centre of the hex that gives it its name (`side_cell`).
_ENDS: Final = {
    1: ((1, -1), (2, 0)),
    2: ((2, 0), (1, 1)),
    3: ((1, 1), (-1, 1)),
}


class River(NamedTuple):
    """One connected river with its tributaries."""

    sides: frozenset[SideCell]
    bridges: frozenset[SideCell]
    mouths: frozenset[Corner]
    lower: frozenset[SideCell]


def corners(side: SideCell) -> tuple[Corner, Corner]:
    """The two ends of a hexside."""
    col, row, d = side
    x, y = 3 * col, 2 * row + (1 if col % 2 == 0 else 0)
    (ax, ay), (bx, by) = _ENDS[d]
    return (x + ax, y + ay), (x + bx, y + by)


def rivers(data: MapData) -> list[River]:
    """The rivers of a map, in the order of their first hexside."""
    facts = {
        side: data.hexside(side)
        for side, marks in sorted(data.sides.items())
        if set(marks) & {*"=#"}
    }
    at: dict[Corner, list[SideCell]] = {}
    for side in facts:
        for corner in corners(side):
            at.setdefault(corner, []).append(side)
    out = []
    seen: set[SideCell] = set()
    for side in facts:
        if side not in seen:
            course = _course(side, at)
            seen |= course
            out.append(_river(data, facts, at, course))
    return out


def _course(start: SideCell, at: dict[Corner, list[SideCell]]) -> set[SideCell]:
    course = {start}
    queue = [start]
    while queue:
        for corner in corners(queue.pop()):
            for side in at[corner]:
                if side not in course:
                    course.add(side)
                    queue.append(side)
    return course


def _river(
    data: MapData,
    facts: dict[SideCell, Hexside],
    at: dict[Corner, list[SideCell]],
    course: set[SideCell],
) -> River:
    bridges = frozenset(side for side in course if facts[side].bridge)
    given = course & data.mouths
    mouths: set[Corner] = set()
    for side in sorted(course):
        for corner in corners(side):
            if given:
                if side in given and _is_end(data, at, side, corner):
                    mouths.add(corner)
            elif len(at[corner]) == 1 and _touches_water(data, side, corner):
                mouths.add(corner)
    # A93: a river without any bridge is impassable over its whole length.
    lower = _below_bridges(mouths, at, bridges) if bridges else frozenset(course)
    return River(frozenset(course), bridges, frozenset(mouths), lower)


def _is_end(
    data: MapData, at: dict[Corner, list[SideCell]], side: SideCell, corner: Corner
) -> bool:
    """Whether a hexside given as mouth has its mouth at this end of it."""
    a, b = corners(side)
    other = b if corner == a else a
    if _touches_water(data, side, corner) != _touches_water(data, side, other):
        return _touches_water(data, side, corner)
    return len(at[corner]) <= len(at[other])


def _touches_water(data: MapData, side: SideCell, corner: Corner) -> bool:
    """Whether the sea or a lake comes to this end of a river hexside."""
    near: Cell = side[0], side[1]
    d = side[2]
    turn = 1 if corner == corners(side)[1] else -1
    third = step(near[0], near[1], (d + turn) % 6)
    if third in data.hexes and data.hexes[third].water:
        return True
    if data.hexside(side).water:
        return True
    if third not in data.hexes:
        return False
    far = step(*side)
    onward = next(e for e in range(6) if step(far[0], far[1], e) == third)
    return (
        data.hexside(side_cell(near[0], near[1], (d + turn) % 6)).water
        or data.hexside(side_cell(far[0], far[1], onward)).water
    )


def _below_bridges(
    mouths: set[Corner], at: dict[Corner, list[SideCell]], bridges: frozenset[SideCell]
) -> frozenset[SideCell]:
    """V-2.1-r: from the mouths upstream until a bridge is met."""
    lower: set[SideCell] = set()
    seen = set(mouths)
    queue = sorted(mouths)
    while queue:
        for side in at[queue.pop()]:
            if side in bridges or side in lower:
                continue
            lower.add(side)
            for corner in corners(side):
                if corner not in seen:
                    seen.add(corner)
                    queue.append(corner)
    return frozenset(lower)
