"""Hex maps: flat-top hexes in columns, sets of hexes as bit masks.

A label is column and row, two digits each, from 1 ("0304" is column 3, row 4). Columns with an
even number lie half a hex lower. A hex is known inside by its index, chosen so that each of the
six directions is one fixed offset; a set of hexes is an int with one bit for each index.

A `Net` holds six masks: the hexes from which the hexside in that direction may be crossed.

>>> grid = HexGrid(4, 3)
>>> grid.labels(grid.near[grid.index("0202")])
['0102', '0103', '0201', '0203', '0302', '0303']
>>> grid.distance(grid.index("0101"), grid.index("0403"))
4
"""

from collections.abc import Iterable
from typing import Final

from sirocco.kernel.bits import bits

Net = tuple[int, int, int, int, int, int]

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")


class HexError(ValueError):
    """A label that names no hex of the map."""


class HexGrid:
    """The hexes of one map and the arithmetic of sets of them."""

    __slots__ = (
        "cols",
        "rows",
        "stride",
        "shift",
        "size",
        "all",
        "offset",
        "near",
        "net",
        "_col",
        "_row",
        "_next",
        "_label",
        "_index",
        "_disks",
    )

    def __init__(self, cols: int, rows: int, holes: Iterable[tuple[int, int]] = ()) -> None:
        """A map of so many columns and rows; `holes` are (column, row) pairs off the map."""
        if not (1 <= cols <= 99 and 1 <= rows <= 99):
            raise HexError(f"a map has 1 to 99 columns and rows, not {cols} by {rows}")
        self.cols = cols
        self.rows = rows
        self.shift = (cols - 1) // 2
        self.stride = rows + self.shift + 1  # one slot in each column stays empty: no wrap
        self.size = cols * self.stride
        self.offset: tuple[int, ...] = (
            -1,
            self.stride - 1,
            self.stride,
            1,
            1 - self.stride,
            -self.stride,
        )
        self._col = [-1] * self.size
        self._row = [-1] * self.size
        self._label = [""] * self.size
        self._index: dict[str, int] = {}
        self.all = 0
        off = set(holes)
        for col in range(1, cols + 1):
            for row in range(1, rows + 1):
                if (col, row) not in off:
                    self._add(col, row)
        self.net: Net = self._crossings()
        self._next: list[int] = [-1] * (6 * self.size)
        self.near: list[int] = [0] * self.size
        for d in range(6):
            for h in bits(self.net[d]):
                to = h + self.offset[d]
                self._next[6 * h + d] = to
                self.near[h] |= 1 << to
        self._disks: list[list[int]] = []

    def _add(self, col: int, row: int) -> None:
        h = (col - 1) * self.stride + row - 1 - (col - 1) // 2 + self.shift
        self._col[h] = col
        self._row[h] = row
        self._label[h] = f"{col:02}{row:02}"
        self._index[self._label[h]] = h
        self.all |= 1 << h

    def _crossings(self) -> Net:
        one, long, short = 1, self.stride, self.stride - 1
        hexes = self.all
        return (
            hexes & hexes << one,
            hexes & hexes >> short,
            hexes & hexes >> long,
            hexes & hexes >> one,
            hexes & hexes << short,
            hexes & hexes << long,
        )

    # Names

    def label(self, h: int) -> str:
        """The printed number of a hex: column and row."""
        return self._label[h]

    def labels(self, mask: int) -> list[str]:
        """The printed numbers of a set of hexes, in order of the numbers."""
        return sorted(self._label[h] for h in bits(mask))

    def knows(self, label: str) -> bool:
        """Whether a hex has this printed number."""
        return label in self._index

    def index(self, label: str) -> int:
        """The hex with this printed number."""
        h = self._index.get(label)
        if h is None:
            if len(label) != 4 or not (label.isascii() and label.isdigit()):
                raise HexError(f"{label!r} is no hex number: two digits column, two digits row")
            raise HexError(f"there is no hex {label} on this map")
        return h

    def find(self, col: int, row: int) -> int:
        """The hex in this column and row, both from 1; -1 if it is off the map."""
        return self._index.get(f"{col:02}{row:02}", -1)

    def column(self, h: int) -> int:
        """The column of a hex, from 1."""
        return self._col[h]

    def row(self, h: int) -> int:
        """The row of a hex, from 1."""
        return self._row[h]

    def mask(self, labels: Iterable[str]) -> int:
        """The set of the hexes with these printed numbers."""
        out = 0
        for label in labels:
            out |= 1 << self.index(label)
        return out

    # Neighbours and distances

    def neighbour(self, h: int, d: int) -> int:
        """The hex next to h in direction d, -1 if that is off the map."""
        return self._next[6 * h + d]

    def direction(self, a: int, b: int) -> int:
        """The direction of the hexside from a to its neighbour b, -1 if they do not touch."""
        base = 6 * a
        for d in range(6):
            if self._next[base + d] == b:
                return d
        return -1

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b, as the crow flies."""
        dq = self._col[b] - self._col[a]
        dr = b - a - dq * self.stride
        if dq < 0:
            dq, dr = -dq, -dr
        if dr >= 0:
            return dq + dr
        return dq if -dr <= dq else -dr

    def disks(self, n: int) -> list[int]:
        """For each hex the set of hexes at most n away, itself among them."""
        while len(self._disks) <= n:
            self._disks.append(self._disk_table(len(self._disks)))
        return self._disks[n]

    def disk(self, n: int, h: int) -> int:
        """The hexes at most n away from h, h among them."""
        if n < len(self._disks):
            return self._disks[n][h]
        return self.disks(n)[h]

    def _disk_table(self, n: int) -> list[int]:
        table = [0] * self.size
        stride = self.stride
        for h in bits(self.all):
            q, r = divmod(h, stride)
            mask = 0
            for column in range(max(0, q - n), min(self.cols, q + n + 1)):
                dq = column - q
                first = max(0, r + max(-n, -dq - n))
                last = min(stride - 1, r + min(n, n - dq))
                if first <= last:
                    mask |= ((1 << (last - first + 1)) - 1) << (column * stride + first)
            table[h] = mask & self.all
        return table

    # Sets that grow over a net

    def shifted(self, mask: int, d: int) -> int:
        """The hexes that lie in direction d of those of the set."""
        offset = self.offset[d]
        return (mask << offset if offset > 0 else mask >> -offset) & self.all

    def spread(self, net: Net, mask: int) -> int:
        """All hexes reached from the set by one crossing."""
        stride = self.stride
        return (
            (mask & net[0]) >> 1
            | (mask & net[1]) << (stride - 1)
            | (mask & net[2]) << stride
            | (mask & net[3]) << 1
            | (mask & net[4]) >> (stride - 1)
            | (mask & net[5]) >> stride
        )

    def flood(self, net: Net, start: int, within: int) -> int:
        """The set and all that is reached from it over hexes of `within`."""
        n, ne, se, s, sw, nw = net
        long = self.stride
        short = long - 1
        seen = start
        room = within & ~start
        edge = start
        while edge:
            edge = (
                (edge & n) >> 1
                | (edge & ne) << short
                | (edge & se) << long
                | (edge & s) << 1
                | (edge & sw) >> short
                | (edge & nw) >> long
            ) & room
            seen |= edge
            room ^= edge
        return seen

    def reach(self, net: Net, start: int, steps: int, through: int) -> int:
        """The set and all that is reached in so many crossings.

        A hex outside `through` may be entered but not left again; the start may be left.
        """
        return self._go_on(net, start, start, steps, through)

    def _go_on(self, net: Net, seen: int, edge: int, steps: int, through: int) -> int:
        """What has been seen and all that is reached from its edge in so many crossings."""
        n, ne, se, s, sw, nw = net
        long = self.stride
        short = long - 1
        while steps > 0 and edge:
            edge = (
                (edge & n) >> 1
                | (edge & ne) << short
                | (edge & se) << long
                | (edge & s) << 1
                | (edge & sw) >> short
                | (edge & nw) >> long
            ) & ~seen
            seen |= edge
            edge &= through
            steps -= 1
        return seen

    def balls(self, net: Net, start: int, steps: int, through: int) -> tuple[int, ...]:
        """What `reach` finds in no crossing, in one, and so on."""
        return tuple([self.reach(net, start, n, through) for n in range(steps + 1)])

    def reach_on(self, net: Net, balls: tuple[int, ...], stops: int) -> int:
        """What `reach` finds where more hexes stop a move than when the `balls` were found.

        `stops` are all hexes that cannot be left, those known to the balls among them.
        """
        stops &= ~balls[0]
        steps = len(balls) - 1
        if not balls[steps] & stops:
            return balls[steps]
        near = 1
        while not balls[near] & stops:
            near += 1
        seen = balls[near]
        if near == steps:
            return seen
        return self._go_on(net, seen, (seen ^ balls[near - 1]) & ~stops, steps - near, ~stops)

    def path(self, net: Net, start: int, goal: int, through: int, steps: int) -> list[int]:
        """A shortest path from start to goal, both included; empty if there is none.

        Only hexes of `through` are passed; of equal paths the one that comes to its goal, and
        to each hex before it, from the direction first in the order N, NE, SE, S, SW, NW.
        """
        if start == goal:
            return [start]
        if steps < 1:
            return []
        return self.way(net, self.layers(net, 1 << start, through, steps, 1 << goal), goal)

    def layers(self, net: Net, start: int, through: int, steps: int, aim: int = 0) -> list[int]:
        """From a set of hexes, those from which a move may make its next step, by steps made.

        With an aim, no more of them than are needed to step into one of its hexes.
        """
        n, ne, se, s, sw, nw = net
        long = self.stride
        short = long - 1
        edge = start
        room = through & ~start
        out = [edge]
        while len(out) < steps:
            edge = (
                (edge & n) >> 1
                | (edge & ne) << short
                | (edge & se) << long
                | (edge & s) << 1
                | (edge & sw) >> short
                | (edge & nw) >> long
            )
            if edge & aim:
                break
            edge &= room
            if not edge:
                break
            out.append(edge)
            room ^= edge
        return out

    def way(self, net: Net, layers: list[int], goal: int) -> list[int]:
        """A way from the first of some layers over all others to a hex; empty if there is none."""
        out = [goal]
        h = goal
        for layer in reversed(layers):
            base = 6 * h
            for d in range(6):
                h = self._next[base + d]
                if h >= 0 and layer >> h & 1 and net[d - 3] >> h & 1:  # it looks back
                    break
            else:
                return []
            out.append(h)
        out.reverse()
        return out

    def components(self, net: Net, within: int) -> list[int]:
        """The connected parts of a set under a net whose crossings run both ways."""
        parts: list[int] = []
        rest = within
        while rest:
            part = self.flood(net, rest & -rest, rest)
            parts.append(part)
            rest &= ~part
        return parts


def net_within(grid: HexGrid, net: Net, mask: int) -> Net:
    """The crossings of a net that begin and end in the set."""
    out = [net[d] & mask & grid.shifted(mask, (d + 3) % 6) for d in range(6)]
    return (out[0], out[1], out[2], out[3], out[4], out[5])


def net_union(a: Net, b: Net) -> Net:
    """The crossings of either net."""
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3], a[4] | b[4], a[5] | b[5])


def net_minus(a: Net, b: Net) -> Net:
    """The crossings of the first net that the second has not."""
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3], a[4] & ~b[4], a[5] & ~b[5])
