"""A second reading of Victory's rules, plain and slow, to hold against the first.

It is written from the rulebook and the rulings alone, with sets, dicts and searches instead of
masks and nets, and shares with the game only the map as data and the fields of a state.
"""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.mapdata import CLEAR, DESERT, Hex, Hexside, side_cell, step
from sirocco.games.victory.state import NO_ENTRY, Victory
from sirocco.games.victory.units import BLOCKS, CODES, KIND, OFF, SIDE

RATE: Final = {
    "FA": 3, "DB": 3, "HB": 6, "SS": 2, "BB": 3, "CV": 3, "AR": 3, "AB": 2, "MA": 2, "IN": 2,
}  # fmt: skip
LEG: Final = {"FA": 3, "DB": 3, "HB": 6}
POWER: Final = {
    "FA": (2, 0, 1), "DB": (1, 2, 2), "HB": (1, 1, 2), "SS": (0, 2, 0), "BB": (1, 3, 2),
    "CV": (1, 1, 0), "AR": (1, 0, 2), "AB": (0, 0, 1), "MA": (0, 0, 2), "IN": (1, 0, 2),
}  # fmt: skip
AIR: Final = ("FA", "DB", "HB")
NAVAL: Final = ("SS", "BB", "CV")
ARMY: Final = ("AR", "AB", "MA", "IN")
STACK: Final = (4, 3, 3, 2, 2)
HEXSIDE: Final = (2, 2, 1, 1, 1)
STOPS: Final = (False, False, True, True, True)


class Table:
    """A state, laid out to be looked at."""

    def __init__(self, g: Victory) -> None:
        self.g = g
        grid, data = g.board.grid, g.board.data
        self.cell = {grid.find(c, r): (c, r) for c, r in data.hexes}
        self.hexes: dict[int, Hex] = {h: data.hexes[cell] for h, cell in self.cell.items()}
        self.lower = {side for river in g.board.rivers for side in river.lower}
        self.near: dict[int, list[tuple[int, Hexside, bool]]] = {}
        at = {cell: h for h, cell in self.cell.items()}
        self.at = at
        for h, (c, r) in self.cell.items():
            self.near[h] = []
            for d in range(6):
                n = at.get(step(c, r, d))
                if n is not None:
                    side = side_cell(c, r, d)
                    self.near[h].append((n, data.hexside(side), side in self.lower))
        self.units = [u for u in range(BLOCKS) if g.where[u] != OFF]

    # Facts

    def kind(self, u: int) -> str:
        return CODES[KIND[u]]

    def has(self, mark: str, u: int) -> bool:
        return bool(getattr(self.g, mark) >> u & 1)

    def afloat(self, u: int) -> bool:
        return self.kind(u) in NAVAL or self.has("at_sea", u)

    def ashore(self, u: int) -> bool:
        return self.kind(u) in ARMY and not self.has("at_sea", u) and not self.has("flying", u)

    def here(self, h: int, side: int) -> list[int]:
        return [u for u in self.units if self.g.where[u] == h and SIDE[u] == side]

    def enemy(self, h: int, side: int) -> bool:
        return bool(self.here(h, 1 - side))

    def sea(self, h: int) -> bool:
        return self.hexes[h].terrain in (5, 6)

    def land(self, h: int) -> bool:
        return not self.hexes[h].water

    def shore(self, h: int) -> bool:
        return self.land(h) and any(side.sea for _, side, _ in self.near[h])

    def canal(self, h: int) -> bool:
        return self.hexes[h].canal

    def coastal(self, h: int) -> bool:
        return self.shore(h) or self.canal(h)

    def port(self, h: int) -> bool:
        return self.hexes[h].place and self.coastal(h)

    def holds(self, h: int, side: int) -> bool:
        return bool(self.g.control[side] >> h & 1)

    def haven(self, h: int, side: int) -> bool:
        return self.port(h) and self.holds(h, side)

    def open_ground(self, h: int) -> bool:
        return self.hexes[h].terrain in (CLEAR, DESERT)

    def armies(self, h: int, side: int) -> int:
        return sum(self.ashore(u) for u in self.here(h, side))

    def fleet(self, h: int, side: int) -> int:
        return sum(self.afloat(u) for u in self.here(h, side))

    def army_room(self, h: int, side: int) -> bool:
        return self.armies(h, side) < STACK[self.hexes[h].terrain]

    def naval_room(self, h: int, side: int) -> bool:
        return self.fleet(h, side) < (4 if self.sea(h) else 2)

    def army_limit(self, side: Hexside, lower: bool) -> int:
        """Army units over a hexside between two land hexes."""
        if not side.land:
            return 0
        if side.road:
            return 1 if side.river else 2
        if side.alpine or lower:
            return 0
        return 1 if side.river else HEXSIDE[side.terrain]

    def ford(self, a: int, b: int) -> tuple[Hexside, bool]:
        return next((side, lower) for n, side, lower in self.near[a] if n == b)

    def walkable(self, a: int, b: int) -> int:
        """How many Army units the hexside lets into a battle; 0: impassable."""
        side, lower = self.ford(a, b)
        return self.army_limit(side, lower) if self.land(a) and self.land(b) else 0

    def sailable(self, a: int, b: int) -> int:
        side, _ = self.ford(a, b)
        return 0 if not side.sea else 1 if side.land else 2

    def distance(self, a: int) -> dict[int, int]:
        """Flights ignore everything, also that the map may have holes."""
        c0, r0 = self.cell[a]

        def cube(c: int, r: int) -> tuple[int, int]:
            return c, r - (c + 1) // 2 if c % 2 else r - c // 2

        q0, y0 = cube(c0, r0)
        out = {}
        for h, (c, r) in self.cell.items():
            q, y = cube(c, r)
            dq, dy = q - q0, y - y0
            out[h] = max(abs(dq), abs(dy), abs(dq + dy))
        return out

    def blockader(self, u: int) -> bool:
        return self.has("blockading", u)

    def blockade(self, h: int) -> bool:
        return any(self.blockader(u) for s in (0, 1) for u in self.here(h, s))

    def closed_quay(self, h: int, side: int) -> bool:
        return any(self.blockader(u) for u in self.here(h, 1 - side))

    def own_land(self, h: int, side: int) -> bool:
        """A79: a blockade hex whose land is this side's."""
        if not self.closed_quay(h, side):
            return False
        return self.holds(h, side) or any(
            not self.afloat(u) and not self.has("flying", u) for u in self.here(h, side)
        )

    def foe(self, h: int, side: int) -> bool:
        """Whether entry by land or air is an attack."""
        return self.enemy(h, side) and not self.own_land(h, side)

    def came(self, h: int, side: int, by: int, naval: bool) -> int:
        """Blocks of a class that entered a battle over the hexside towards `by`."""
        count = 0
        for u in self.here(h, side):
            d = self.g.entry[u]
            right = self.afloat(u) if naval else self.ashore(u)
            if right and d != NO_ENTRY and self.at.get(step(*self.cell[h], d)) == by:
                count += 1
        return count
