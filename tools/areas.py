"""Make the outlines and borders of an area map: python -m tools.areas northafrica

Reads tools/maps/GAME.toml (named points) and tools/maps/coast.csv (the coastline), gives every bit
of a fine grid to a space, walks along the lines between different spaces, and writes
data/reconstruction/sheets/board.txt and the `borders` of data/reconstruction/map.toml of the game.
Run by hand; what it writes is committed.
"""

import csv
import itertools
import math
import re
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import numpy as np

from sirocco.draw.geometry import Point, distance, thinned
from sirocco.draw.raster import Noise
from sirocco.games.outlines import ASHORE, NOWHERE, OUTSIDE, WATER
from sirocco.kernel.packs import Pack
from tools.area_marks import marks_text

HERE: Final = Path(__file__).parent
GAMES: Final = HERE.parent / "sirocco" / "games"
FINE: Final = 2  # cells of the grid a map unit
TOLERANCE: Final = 0.7
LEAST: Final = 40.0  # smaller islands are left out, in square map units
TOUCH: Final = 8.0  # shorter common borders are none
DOUBTFUL: Final = 26.0  # shorter ones are told: a reader of the map would doubt them

Grid = Any


class Frame:
    """The part of the earth that the map shows."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.north, self.down = row["north"], row["down"]
        self.across: list[list[float]] = row["across"]
        self.west = self.across[0][0]
        self.width = round(self.east_of(self.across[-1][0]))
        self.height = round((row["north"] - row["south"]) * self.down)

    def east_of(self, lon: float) -> float:
        """How far a meridian lies from the left edge: the scale changes along the map."""
        total = (lon - self.west) * self.across[0][1] if lon < self.west else 0.0
        for (a, k), (b, m) in itertools.pairwise(self.across):
            part = min(max(lon - a, 0.0), b - a)
            total += part * k + (m - k) * part * part / (2 * (b - a))
        last, scale = self.across[-1]
        return total + max(lon - last, 0.0) * scale

    def point(self, lat: float, lon: float) -> Point:
        return self.east_of(lon), (self.north - lat) * self.down


def read_coast(frame: Frame) -> list[list[Point]]:
    rings: dict[str, list[Point]] = {}
    with (HERE / "maps" / "coast.csv").open(encoding="utf-8") as lines:
        for row in csv.reader(line for line in lines if line[0].isdigit()):
            rings.setdefault(row[0], []).append(frame.point(float(row[3]), float(row[2])))
    return list(rings.values())


def filled(frame: Frame, ring: list[Point]) -> Grid:
    """The cells inside a ring, by the crossings of each line of cells."""
    mask = np.zeros((frame.height * FINE, frame.width * FINE), dtype=bool)
    crossings: dict[int, list[float]] = {}
    for (x, y), (u, v) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if y == v:
            continue
        if y > v:
            x, y, u, v = u, v, x, y
        first = max(0, math.ceil(y * FINE - 0.5))
        last = min(mask.shape[0] - 1, math.ceil(v * FINE - 0.5) - 1)
        for j in range(first, last + 1):
            t = ((j + 0.5) / FINE - y) / (v - y)
            crossings.setdefault(j, []).append(x + (u - x) * t)
    for j, at in crossings.items():
        at.sort()
        for left, right in zip(at[::2], at[1::2], strict=True):
            i0 = max(0, math.ceil(left * FINE - 0.5))
            i1 = min(mask.shape[1], math.ceil(right * FINE - 0.5))
            if i0 < i1:
                mask[j, i0:i1] = True
    return mask


class Maker:
    """The grid and the numbers of its labels."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.frame = Frame(plan["frame"])
        names = [*plan["land"], *plan["islands"], *plan["sea"], *plan["convoys"], *plan["circles"]]
        self.names = [OUTSIDE, ASHORE, WATER, *(n for n in names if n not in (ASHORE, WATER))]
        self.number = {name: i for i, name in enumerate(self.names)}
        across = (np.arange(self.frame.width * FINE) + 0.5) / FINE
        down = (np.arange(self.frame.height * FINE) + 0.5) / FINE
        self.x, self.y = np.meshgrid(across.astype(np.float32), down.astype(np.float32))
        self.label = self.labels()

    def labels(self) -> Grid:
        land = np.zeros(self.x.shape, dtype=bool)
        islands = dict(self.plan["islands"])
        own = []
        for ring in read_coast(self.frame):
            inside = filled(self.frame, ring)
            if inside.sum() < LEAST * FINE * FINE:
                continue
            land |= inside
            for name, at in islands.items():
                i, j = (int(part * FINE) for part in self.frame.point(*at))
                if inside[j, i]:
                    own.append((name, inside))
            if inside.sum() < 40000 * FINE * FINE and not any(p[1] is inside for p in own):
                own.append((ASHORE, inside))
        label = np.where(land, self.cells("land"), self.cells("sea"))
        for name, inside in own:
            label[inside] = self.number[name]
        for name, (lat, lon, radius) in self.plan["convoys"].items():
            label[self.disc(lat, lon, radius) & ~land] = self.number[name]
        for name, (lat, lon, radius) in self.plan["circles"].items():
            label[self.disc(lat, lon, radius)] = self.number[name]
        sea = {self.number[n] for n in (*self.plan["sea"], *self.plan["convoys"])}
        return joined(label, sea, self.number)

    def disc(self, lat: float, lon: float, radius: float) -> Grid:
        x, y = self.frame.point(lat, lon)
        return np.hypot(self.x - x, self.y - y) <= radius

    def cells(self, kind: str) -> Grid:
        """The number of the nearest point's space, for every cell of the grid."""
        far, wide, fine, narrow = self.plan["bend"][kind]
        seed = 1 if kind == "land" else 21
        x = self.x + far * Noise(seed, wide)(self.x, self.y)
        y = self.y + far * Noise(seed + 1, wide)(self.x, self.y)
        if fine:
            x = x + fine * Noise(seed + 2, narrow)(self.x, self.y)
            y = y + fine * Noise(seed + 3, narrow)(self.x, self.y)
        best = np.full(x.shape, np.inf, dtype=np.float32)
        label = np.zeros(x.shape, dtype=np.int16)
        for name, points in self.plan[kind].items():
            for at in points:
                u, v = self.frame.point(*at)
                off = (x - u) ** 2 + (y - v) ** 2
                nearer = off < best
                best[nearer] = off[nearer]
                label[nearer] = self.number[name]
        return label


def joined(label: Grid, sea: set[int], number: dict[str, int]) -> Grid:
    """Only the largest piece of each space stays; the others go to their chief neighbour."""
    for _ in range(3):
        changed = False
        pieces, sizes, owner = components(label)
        largest: dict[int, int] = {}
        for piece, size in sizes.items():
            mine = owner[piece]
            if mine not in largest or size > sizes[largest[mine]]:
                largest[mine] = piece
        bare = {number[ASHORE], number[WATER]}
        loose = [p for p in sizes if owner[p] not in bare and largest[owner[p]] != p]
        for piece in loose:
            here = pieces == piece
            near = neighbours(here, label)
            wet = owner[piece] in sea
            fit = {n: c for n, c in near.items() if (n in sea) == wet and n not in bare}
            bare_of = number[WATER] if wet else number[ASHORE]
            label[here] = max(fit, key=lambda n: fit[n]) if fit else bare_of
            changed = True
        for piece, size in sizes.items():
            if owner[piece] in bare and size < LEAST * FINE * FINE:
                here = pieces == piece
                near = neighbours(here, label)
                label[here] = max(near, key=lambda n: near[n])
        if not changed:
            break
    return label


def components(label: Grid) -> tuple[Grid, dict[int, int], dict[int, int]]:
    """Pieces of equal labels that hang together by edges: their numbers, sizes and labels."""
    parent: list[int] = []

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    runs: list[tuple[int, int, int, int]] = []
    before: list[int] = []
    for j in range(label.shape[0]):
        row = label[j]
        cuts = [0, *(np.flatnonzero(np.diff(row)) + 1).tolist(), len(row)]
        now = []
        k = 0
        for left, right in itertools.pairwise(cuts):
            n = len(runs)
            parent.append(n)
            runs.append((j, left, right, int(row[left])))
            now.append(n)
            while k < len(before) and runs[before[k]][2] <= left:
                k += 1
            m = k
            while m < len(before) and runs[before[m]][1] < right:
                if runs[before[m]][3] == runs[n][3]:
                    parent[root(before[m])] = root(n)
                m += 1
        before = now
    pieces = np.zeros(label.shape, dtype=np.int32)
    sizes: dict[int, int] = {}
    owner: dict[int, int] = {}
    for n, (j, left, right, mine) in enumerate(runs):
        top = root(n)
        pieces[j, left:right] = top
        sizes[top] = sizes.get(top, 0) + right - left
        owner[top] = mine
    return pieces, sizes, owner


def neighbours(here: Grid, label: Grid) -> dict[int, int]:
    """Which labels lie beside a piece, with the length of the common border."""
    found: dict[int, int] = {}
    for a, b in ((np.s_[1:], np.s_[:-1]), (np.s_[:-1], np.s_[1:])):
        for one, other in (((a,), (b,)), ((np.s_[:], a), (np.s_[:], b))):
            edge = here[one] & ~here[other]
            for n, c in zip(*np.unique(label[other][edge], return_counts=True), strict=True):
                found[int(n)] = found.get(int(n), 0) + int(c)
    return found


# Lines between spaces

Corner = tuple[int, int]


def arcs(label: Grid) -> list[tuple[int, int, list[Corner]]]:
    """The lines between spaces, from junction to junction: left label, right label, corners."""
    padded = np.zeros((label.shape[0] + 2, label.shape[1] + 2), dtype=label.dtype)
    padded[1:-1, 1:-1] = label
    steps: dict[Corner, list[Corner]] = {}
    down = np.argwhere(padded[1:-1, :-1] != padded[1:-1, 1:]).tolist()
    across = np.argwhere(padded[:-1, 1:-1] != padded[1:, 1:-1]).tolist()
    for j, i in down:
        steps.setdefault((i, j), []).append((i, j + 1))
        steps.setdefault((i, j + 1), []).append((i, j))
    for j, i in across:
        steps.setdefault((i, j), []).append((i + 1, j))
        steps.setdefault((i + 1, j), []).append((i, j))

    def sides(a: Corner, b: Corner) -> tuple[int, int]:
        (i, j), (k, m) = a, b
        if i == k:  # down or up: the cells left and right of the line
            row = min(j, m) + 1
            west, east = int(padded[row, i]), int(padded[row, i + 1])
            return (east, west) if m > j else (west, east)
        column = min(i, k) + 1
        upper, lower = int(padded[j, column]), int(padded[j + 1, column])
        return (upper, lower) if k > i else (lower, upper)

    junctions = {c for c, near in steps.items() if len(near) != 2}
    done: set[tuple[Corner, Corner]] = set()
    out = []

    def walk(a: Corner, b: Corner) -> None:
        line = [a, b]
        done.add((a, b))
        done.add((b, a))
        while line[-1] not in junctions and line[-1] != line[0]:
            here, back = line[-1], line[-2]
            onward = next(c for c in steps[here] if c != back)
            done.add((here, onward))
            done.add((onward, here))
            line.append(onward)
        left, right = sides(a, b)
        out.append((left, right, line))

    for a in sorted(junctions):
        for b in steps[a]:
            if (a, b) not in done:
                walk(a, b)
    for a, near in steps.items():
        if (a, near[0]) not in done:
            walk(a, near[0])
    return out


def drawn(line: list[Corner]) -> list[Point]:
    """An arc in map units, without the steps of the grid; a ring keeps its closing point."""
    points = [(i / FINE, j / FINE) for i, j in line]
    if points[0] == points[-1]:
        far = max(range(len(points)), key=lambda k: distance(points[0], points[k]))
        return [*thinned(points[: far + 1], TOLERANCE)[:-1], *thinned(points[far:], TOLERANCE)]
    return thinned(points, TOLERANCE)


def length(points: list[Point]) -> float:
    return sum(distance(a, b) for a, b in itertools.pairwise(points))


# Files


def outlines_text(maker: Maker, lines: list[tuple[str, str, list[Point]]]) -> str:
    head = (
        "# Lines between spaces, made by tools/areas.py from tools/maps: left, right, then\n"
        "# points in tenths of a map unit, the first as it is, the others as steps.\n"
        "# - is land, ~ water that is no space, . is outside. Coast: Natural Earth.\n"
        f"size {maker.frame.width} {maker.frame.height}\n"
    )
    out = []
    for left, right, points in sorted(lines):
        whole = [(round(x * 10), round(y * 10)) for x, y in points]
        steps = [f"{whole[0][0]} {whole[0][1]}"]
        steps += [f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in itertools.pairwise(whole)]
        out.append(f"{left} {right} " + " ".join(steps))
    return head + marks_text(maker, lines) + "\n".join(out) + "\n"


def apart(game: str) -> set[tuple[str, str]]:
    """Neighbours whose common border is a strait or leads one way only."""
    found = set()
    for name, row in Pack.shipped(game).value("map").items():
        for other in (*row.get("straits", ()), *row.get("into", ())):
            found |= {(name, other), (other, name)}
    return found


def borders_by_length(
    lines: list[tuple[str, str, list[Point]]],
) -> list[tuple[tuple[str, str], float]]:
    long: dict[tuple[str, str], float] = {}
    for left, right, points in lines:
        pair = min(left, right), max(left, right)
        long[pair] = long.get(pair, 0.0) + length(points)
    return sorted(long.items(), key=lambda item: item[1])


def borders_of(
    lines: list[tuple[str, str, list[Point]]], shut: set[tuple[str, str]]
) -> dict[str, set[str]]:
    near: dict[str, set[str]] = {}
    for (a, b), total in borders_by_length(lines):
        if total >= TOUCH and (a, b) not in shut and not {a, b} & set(NOWHERE):
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    return near


def with_borders(text: str, near: dict[str, set[str]], order: list[str]) -> str:
    """The table of the map with its lines `borders` put right."""
    parts = re.split(r"(?m)^(?=\[)", text)
    for k, part in enumerate(parts):
        found = re.match(r"\[([a-z0-9-]+)\]\n", part)
        if not found or found[1] not in near:
            continue
        names = sorted(near[found[1]], key=order.index)
        line = "borders = [" + ", ".join(f'"{n}"' for n in names) + "]\n"
        body = re.sub(r"(?m)^borders = .*\n", "", part).rstrip("\n")
        parts[k] = f"{body}\n{line}\n"
    return "".join(parts).rstrip("\n") + "\n"


def main() -> None:
    game = sys.argv[1]
    with (HERE / "maps" / f"{game}.toml").open("rb") as file:
        maker = Maker(tomllib.load(file))
    lines = [
        (maker.names[left], maker.names[right], drawn(line))
        for left, right, line in arcs(maker.label)
    ]
    folder = GAMES / game / "data" / "reconstruction"
    (folder / "sheets" / "board.txt").write_text(outlines_text(maker, lines), encoding="utf-8")
    table = folder / "map.toml"
    near = borders_of(lines, apart(game))
    table.write_text(
        with_borders(table.read_text(encoding="utf-8"), near, maker.names), encoding="utf-8"
    )
    for (a, b), total in borders_by_length(lines):
        if total < DOUBTFUL and not {a, b} & set(NOWHERE):
            print(f"{a} and {b} touch by {total:.0f} only")


if __name__ == "__main__":
    main()
