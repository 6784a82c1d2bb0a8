"""What is drawn on an area map besides borders: anchors of names, road, rivers, glyphs, texts."""

import itertools
import math
from random import Random
from typing import Any, Final

import numpy as np

from sirocco.draw.geometry import Point, distance, spline_points, thinned
from sirocco.draw.raster import Raster

HALF: Final = (62.0, 40.0)  # half the room that a name with pieces wants
COARSE: Final = 6  # map units between places tried for an anchor
SHORE: Final = 8.0  # how far a road keeps from the coast

Grid = Any
Maker = Any
Lines = list[tuple[str, str, list[Point]]]


def marks_text(maker: Maker, lines: Lines) -> str:
    """Everything as lines of the file of outlines."""
    plan, frame = maker.plan, maker.frame
    anchors = {name: anchor(maker, name, lines) for name in spaces_of(plan)}
    out = []
    for name, (x, y) in anchors.items():
        out.append(f"at {name} {x:.0f} {y:.0f} {room(maker, name, (x, y))}")
    for name, box in plan["boxes"].items():
        out.append(f"box {name} " + " ".join(str(n) for n in box))
    road = ashore(maker, [frame.point(*at) for at in plan["lines"]["road"]])
    out.append("road " + numbers(road))
    for kind, table in (("river", "rivers"), ("canal", "canals"), ("field", "fields")):
        for points in plan[table].values():
            smooth = spline_points([frame.point(*at) for at in points], 6)
            out.append(f"{kind} " + numbers(thinned(smooth, 0.4)))
    for points in plan["routes"].values():
        out.append("route " + numbers([(float(x), float(y)) for x, y in points]))
    for kind, spots in glyphs(maker, lines, road, anchors).items():
        out.append(f"{kind} " + " ".join(f"{x:.0f} {y:.0f}" for x, y in spots))
    for kind, rows in plan["texts"].items():
        for words, (lat, lon, size, spacing) in rows.items():
            x, y = frame.point(lat, lon)
            out.append(f"text {kind} {x:.0f} {y:.0f} {size} {spacing} {words}")
    return "\n".join(out) + "\n"


def numbers(points: list[Point]) -> str:
    whole = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [
        whole[0],
        *((b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(whole)),
    ]
    return " ".join(f"{x} {y}" for x, y in steps)


def spaces_of(plan: dict[str, Any]) -> list[str]:
    parts = ("land", "islands", "sea", "convoys", "circles")
    return [name for part in parts for name in plan[part] if name not in ("-", "~")]


def anchor(maker: Maker, name: str, lines: Lines) -> Point:
    """Where the name of a space has most room, or where the plan wants it."""
    if name in maker.plan["at"]:
        return maker.frame.point(*maker.plan["at"][name])
    rim = [p for left, right, points in lines if name in (left, right) for p in dense(points)]
    edge = np.array(rim)
    step = COARSE * 2
    j, i = np.nonzero(maker.label[::step, ::step] == maker.number[name])
    best, at = -1.0, (0.0, 0.0)
    for x, y in zip((i * step / 2).tolist(), (j * step / 2).tolist(), strict=True):
        off = np.maximum(abs(edge[:, 0] - x) / HALF[0], abs(edge[:, 1] - y) / HALF[1]).min()
        if off > best:
            best, at = float(off), (x, y)
    return at


def room(maker: Maker, name: str, at: Point) -> int:
    """How wide the band below a name is that lies wholly in its space, the name in its middle."""
    x, y = at
    band = maker.label[int((y + 4) * 2) : int((y + 32) * 2), :] == maker.number[name]
    inside = band.all(axis=0)
    far = 0
    while far < 240 and inside[int((x - far) * 2)] and inside[int((x + far) * 2)]:
        far += 2
    return 2 * far


def dense(points: list[Point]) -> list[Point]:
    out = []
    for a, b in itertools.pairwise(points):
        parts = max(1, int(distance(a, b) / 8))
        out += [
            (a[0] + (b[0] - a[0]) * k / parts, a[1] + (b[1] - a[1]) * k / parts)
            for k in range(parts)
        ]
    return [*out, points[-1]]


def ashore(maker: Maker, points: list[Point]) -> list[Point]:
    """A smooth line through points, drawn back from the coast and smoothed again."""
    sea = {maker.number[n] for n in (*maker.plan["sea"], *maker.plan["convoys"])}
    land = ~np.isin(maker.label[::2, ::2], list(sea))
    inner = land.copy()
    reach = int(SHORE)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            if dx * dx + dy * dy <= SHORE * SHORE and (dx or dy):
                inner &= np.roll(land, (dy, dx), (0, 1))
    line = [inland(inner, p) for p in spline_points(points, 8)]
    for _ in range(6):
        middle = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(line, line[1:], line[2:], strict=False)
        ]
        line = [line[0], *middle, line[-1]]
    crossed = dict.fromkeys(maker.names[maker.label[int(y * 2), int(x * 2)]] for x, y in line)
    print("the road crosses", *crossed)
    return thinned(line, 0.35)


def inland(inner: Grid, p: Point) -> Point:
    x, y = int(p[0]), int(p[1])
    if inner[y, x]:
        return p
    top, left = max(0, y - 50), max(0, x - 50)
    j, i = np.nonzero(inner[top : y + 50, left : x + 50])
    k = int(np.argmin((i + left - x) ** 2 + (j + top - y) ** 2))
    return float(i[k] + left), float(j[k] + top)


def glyphs(
    maker: Maker, lines: Lines, road: list[Point], anchors: dict[str, Point]
) -> dict[str, list[Point]]:
    """Dunes in the desert and peaks along the ridges, clear of names, lines and the road."""
    plan, frame = maker.plan, maker.frame
    raster = Raster(0, 0, frame.width, frame.height)
    segments = [pair for _, _, points in lines for pair in itertools.pairwise(points)]
    free = raster.distance(segments, 40) - 9
    free = np.minimum(free, raster.distance(list(itertools.pairwise(road)), 40) - 12)
    for name, (x, y) in anchors.items():
        if name in plan["land"]:
            box = np.maximum(abs(raster.x - x) - 76, abs(raster.y - y) - 36)
            free = np.minimum(free, box)
    for rows in plan["texts"].values():
        for words, (lat, lon, size, spacing) in rows.items():
            x, y = frame.point(lat, lon)
            wide = len(words) * (size * 0.52 + spacing) / 2
            free = np.minimum(
                free, np.maximum(abs(raster.x - x) - wide, abs(raster.y - y + 6) - 16)
            )
    for points in plan["rivers"].values():
        line = [frame.point(*at) for at in points]
        free = np.minimum(free, raster.distance(list(itertools.pairwise(line)), 40) - 14)
    ridges = raster.filled(-40.0)
    for points, width in plan["hills"].values():
        line = [frame.point(*at) for at in points]
        off = raster.distance(list(itertools.pairwise(line)), 80)
        ridges = np.maximum(ridges, width - off)
    label = maker.label[::2, ::2]
    desert = {maker.number[n] for n in plan["desert"]["spaces"]}
    land = {maker.number[n] for n in (*plan["land"], "-")}

    def fits(p: Point, kinds: set[int], margin: float) -> bool:
        x, y = int(p[0]), int(p[1])
        if not (0 < x < label.shape[1] and 0 < y < label.shape[0]):
            return False
        return int(label[y, x]) in kinds and raster.at(free, p) > margin

    peaks = [
        p for p in grid(frame, 30, 0.42, "peaks") if fits(p, land, 6) and raster.at(ridges, p) > 0
    ]
    dunes = [
        p
        for p in grid(frame, 44, 0.42, "dunes")
        if fits(p, desert, 5) and raster.at(ridges, p) < -14
    ]
    return {"peak": sorted(peaks, key=lambda p: p[1]), "dune": dunes}


def grid(frame: Any, spacing: float, jitter: float, seed: str) -> list[Point]:
    luck = Random(seed)
    out = []
    rows = math.ceil(frame.height / (spacing * 0.7))
    for line in range(rows):
        x = spacing / 2 if line % 2 else 0.0
        while x < frame.width:
            out.append(
                (
                    x + luck.uniform(-jitter, jitter) * spacing,
                    line * spacing * 0.7 + luck.uniform(-jitter, jitter) * spacing * 0.6,
                )
            )
            x += spacing
    return out
