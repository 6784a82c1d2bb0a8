"""Courses of roads, rivers and canals as points on the sheet."""

import itertools
import math
from collections.abc import Callable, Hashable, Mapping
from random import Random
from typing import Final, NamedTuple, TypeVar

from sirocco.draw.geometry import HEADINGS, Point, between, spline_points
from sirocco.draw.sheet import Corner, Sheet, corner_point
from sirocco.games.hints import Side

Node = TypeVar("Node", bound=Hashable)

BEND: Final = 7.0
WOBBLE: Final = 4.5
MOUTH: Final = 34.0


class Bridge(NamedTuple):
    """Where a road crosses a river, and the heading of the road in degrees."""

    at: Point
    heading: float


class Ways(NamedTuple):
    """All lines of a map that are drawn as strokes."""

    roads: list[list[Point]]
    rivers: list[list[Point]]
    broad: list[list[Point]]
    canals: list[list[Point]]
    bridges: list[Bridge]

    def segments(self, which: str) -> list[tuple[Point, Point]]:
        """The pieces of the smooth courses, for measuring distances."""
        out = []
        for line in getattr(self, which):
            points = spline_points(line)
            out += list(itertools.pairwise(points))
        return out


def ways_of(sheet: Sheet) -> Ways:
    """The courses of everything that runs over a map."""
    rivers, broad = _rivers(sheet)
    return Ways(_roads(sheet), rivers, broad, _canals(sheet), _bridges(sheet))


def chains(links: Mapping[Node, list[Node]], where: Callable[[Node], Point]) -> list[list[Node]]:
    """A network cut into lines that run on as straight as they can through each node."""
    through: dict[tuple[Node, Node], Node] = {}
    for node, others in links.items():
        free = list(others)
        while len(free) > 1:
            pairs = [(a, b) for i, a in enumerate(free) for b in free[i + 1 :]]
            a, b = min(pairs, key=lambda pair: _turn(where(pair[0]), where(node), where(pair[1])))
            if len(others) > 2 and _turn(where(a), where(node), where(b)) > 1.9:
                break
            through[a, node], through[b, node] = b, a
            free = [other for other in free if other not in (a, b)]
    left = {frozenset((a, b)) for a, others in links.items() for b in others}
    ends = [(a, b) for a, others in links.items() for b in others if (b, a) not in through]
    starts = ends + [(a, b) for a, others in links.items() for b in others]
    out = []
    for a, b in starts:
        if frozenset((a, b)) in left:
            line = [a, b]
            left.discard(frozenset((a, b)))
            while (line[-2], line[-1]) in through:
                onward = through[line[-2], line[-1]]
                if frozenset((line[-1], onward)) not in left:
                    break
                left.discard(frozenset((line[-1], onward)))
                line.append(onward)
            out.append(line)
    return out


def _turn(a: Point, b: Point, c: Point) -> float:
    """By how much a line from a over b to c turns, in radians."""
    before = math.atan2(b[1] - a[1], b[0] - a[0])
    after = math.atan2(c[1] - b[1], c[0] - b[0])
    return abs(math.remainder(after - before, math.tau))


# Roads


def _roads(sheet: Sheet) -> list[list[Point]]:
    links: dict[int, list[int]] = {}
    bends: dict[tuple[int, int], Point] = {}
    for side in sheet.map.sides:
        if side.road:
            links.setdefault(side.a, []).append(side.b)
            links.setdefault(side.b, []).append(side.a)
            bends[side.a, side.b] = bends[side.b, side.a] = crossing(sheet, side)
    out = []
    for line in chains(links, lambda h: sheet.spots[h]):
        points = [sheet.spots[line[0]]]
        for a, b in itertools.pairwise(line):
            points += [bends[a, b], sheet.spots[b]]
        if len(links[line[0]]) == 1:
            points = _leaving(sheet, line[0]) + points
        if len(links[line[-1]]) == 1:
            points = points + _leaving(sheet, line[-1])[::-1]
        out.append(points)
    return out


def crossing(sheet: Sheet, side: Side) -> Point:
    """Where a road crosses a hexside: near its middle, at a coast on the land's end."""
    a, b = sheet.side_ends(side)
    luck = Random(f"road {sheet.cells[side.a].label} {side.d}")
    along = 0.5 + luck.uniform(-BEND, BEND) / 56
    if side.shore == "coast":
        along = 0.3 if sheet.dry_end(side) == 0 else 0.7
    x, y = between(a, b, along)
    off = 0.0 if side.river else luck.uniform(-BEND, BEND) / 2
    u, v = HEADINGS[side.d]
    return x + u * off, y + v * off


def _leaving(sheet: Sheet, h: int) -> list[Point]:
    """The rest of a road that leaves a map at its rim, from beyond the frame."""
    cell = sheet.cells[h]
    if cell.place or not sheet.whole:
        return []
    x, y = sheet.centres[h]
    cols = max(col for col, _ in sheet.by_place)
    rows = max(row for col, row in sheet.by_place if col == cell.col)
    if cell.col in (1, cols):
        return [(-30.0 if cell.col == 1 else sheet.width + 30, y)]
    if cell.row in (1, rows):
        return [(x, -30.0 if cell.row == 1 else sheet.height + 30)]
    return []


def _bridges(sheet: Sheet) -> list[Bridge]:
    out = []
    for side in sheet.map.sides:
        if side.road and side.river:
            (ax, ay), (bx, by) = sheet.spots[side.a], sheet.spots[side.b]
            heading = math.degrees(math.atan2(by - ay, bx - ax))
            out.append(Bridge(crossing(sheet, side), heading))
    return out


# Rivers


def _rivers(sheet: Sheet) -> tuple[list[list[Point]], list[list[Point]]]:
    """The whole courses, and the stretches that cannot be crossed."""
    links: dict[Corner, list[Corner]] = {}
    found: dict[frozenset[Corner], Side] = {}
    for side in sheet.map.sides:
        if side.river:
            a, b = sheet.side_corners(side)
            links.setdefault(a, []).append(b)
            links.setdefault(b, []).append(a)
            found[frozenset((a, b))] = side
    courses, broad = [], []
    for line in chains(links, corner_point):
        mouths = [len(links[end]) == 1 and _at_water(sheet, end) for end in (line[0], line[-1])]
        points: list[Point] = [_out_to_sea(line[1], line[0])] if mouths[0] else []
        stretch: list[Point] = list(points)
        for i, (a, b) in enumerate(itertools.pairwise(line)):
            reach = _reach(a, b)
            points += reach
            wide = found[frozenset((a, b))].river == 2
            if wide:
                stretch += reach
            if stretch and (not wide or i == len(line) - 2):
                stretch.append(_settled(b if wide else a))
                if wide and mouths[1]:
                    stretch.append(_out_to_sea(line[-2], line[-1]))
                if len(stretch) > 2:
                    broad.append(stretch)
                stretch = []
        points.append(_settled(line[-1]))
        if mouths[1]:
            points.append(_out_to_sea(line[-2], line[-1]))
        courses.append(points)
    return courses, broad


def _at_water(sheet: Sheet, at: Corner) -> bool:
    """Whether one of the hexes around a corner is water, or one of their hexsides there."""
    for cell in sheet.map.cells:
        x, y = 3 * cell.col, 2 * cell.row + (1 - cell.col % 2)
        if abs(x - at[0]) + abs(y - at[1]) <= 2 and abs(y - at[1]) <= 1:
            if cell.water:
                return True
    return any(side.shore != "land" and at in sheet.side_corners(side) for side in sheet.map.sides)


def _settled(at: Corner) -> Point:
    """Where a river turns: near the corner of the grid."""
    luck = Random(f"turn {at[0]} {at[1]}")
    x, y = corner_point(at)
    return x + luck.uniform(-1.5, 1.5), y + luck.uniform(-1.5, 1.5)


def _reach(a: Corner, b: Corner) -> list[Point]:
    """The course along one hexside without its end; the same seen from either end."""
    low, high = min(a, b), max(a, b)
    p, q = corner_point(low), corner_point(high)
    luck = Random(f"reach {low[0]} {low[1]} {high[0]} {high[1]}")
    length = math.dist(p, q)
    u, v = -(q[1] - p[1]) / length, (q[0] - p[0]) / length
    inner = []
    for t in (0.33, 0.67):
        x, y = between(p, q, t)
        off = luck.uniform(-WOBBLE, WOBBLE)
        inner.append((x + u * off, y + v * off))
    return [_settled(a), *(inner if a == low else reversed(inner))]


def _out_to_sea(before: Corner, end: Corner) -> Point:
    (ax, ay), (bx, by) = corner_point(before), corner_point(end)
    far = math.dist((ax, ay), (bx, by))
    return bx + (bx - ax) / far * MOUTH, by + (by - ay) / far * MOUTH


# Canals


def _canals(sheet: Sheet) -> list[list[Point]]:
    """From hex to hex along a canal, and out to each water it reaches."""
    out = []
    for cell in sheet.map.cells:
        if not cell.canal:
            continue
        at = _bank(sheet, cell.hex)
        for d in (1, 2, 3):
            other = sheet.neighbour(cell.hex, d)
            if other is not None and other.canal:
                a, b = at, _bank(sheet, other.hex)
                out.append([a, between(a, b, 0.5), b])
        for d in _outlets(sheet, cell.hex):
            u, v = HEADINGS[d]
            x, y = sheet.centres[cell.hex]
            out.append([at, (x + u * 28, y + v * 28), (x + u * 45, y + v * 45)])
    return out


def _bank(sheet: Sheet, h: int) -> Point:
    """Where a canal passes through a hex: beside its place or road."""
    x, y = sheet.centres[h]
    return (x, y + 20) if sheet.cells[h].place else (x, y + 8)


def _outlets(sheet: Sheet, h: int) -> list[int]:
    """For each stretch of water hexsides around a hex the direction in its middle."""
    wet = [sheet.shore(h, d) == "water" for d in range(6)]
    if all(wet):
        return [2]
    out = []
    for d in range(6):
        if wet[d] and not wet[d - 1]:
            length = 1
            while wet[(d + length) % 6]:
                length += 1
            out.append((d + length // 2) % 6)
    return out
