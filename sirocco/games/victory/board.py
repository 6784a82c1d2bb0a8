r"""The board of a game: everything the rules ask of the map, computed once.

Masks are sets of hexes (one bit for each hex index of the grid); "by hex" tables are bytes with
one entry for each hex index, "by hexside" tables have entry 6 * hex + direction.

>>> board = Board.from_text('map = " .C2\\n\\n       ~"')
>>> board.grid.labels(board.port)
['0101']
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from sirocco.games.victory.chart import Chart, chart_of, data_pack
from sirocco.games.victory.layout import LayoutSpec, join
from sirocco.games.victory.mapdata import (
    CLEAR,
    DESERT,
    LAKE,
    NO_PLACE,
    OFF_MAP,
    SEA,
    SHOAL,
    Hexside,
    MapData,
    MapError,
)
from sirocco.games.victory.mapfile import find_cell, owner_of, parse
from sirocco.games.victory.rivers import River, rivers
from sirocco.kernel.bits import bits, mask_of
from sirocco.kernel.hexes import HexGrid, Net, net_minus, net_union, net_within
from sirocco.kernel.packs import Pack


class Board:
    """One map or one layout of maps, ready for play. Never changed after it is built."""

    __slots__ = (
        "grid",
        "quiet_land",
        "quiet_march",
        "quiet_sail",
        "quiet_sea",
        "rings",
        "around",
        "name",
        "key",
        "data",
        "chart",
        "map_of",
        "terrain",
        "pp",
        "land",
        "sea",
        "shoal",
        "shore",
        "coastal",
        "open_water",
        "navigable",
        "beaches",
        "canal",
        "sheltered",
        "city",
        "town",
        "place",
        "port",
        "stop",
        "halt",
        "double",
        "drop",
        "road",
        "army_limit",
        "naval_limit",
        "name_of",
        "by_name",
        "home",
        "homes",
        "hexsides",
        "rivers",
        "army_side",
        "naval_side",
        "wet",
        "land_net",
        "ford_net",
        "free_net",
        "road_net",
        "sea_net",
        "strategic_sea_net",
        "supply_next_net",
        "sea_link_net",
        "supply_net",
    )

    def __init__(self, data: MapData, key: str, chart: Chart | None = None) -> None:
        every = [(c, r) for c in range(1, data.cols + 1) for r in range(1, data.rows + 1)]
        self.grid = HexGrid(
            data.cols, data.rows, [cell for cell in every if cell not in data.hexes]
        )
        self.name = data.name
        self.key = key
        # Where a unit gets when no enemy is in its way, by movement rate and hex: kept when first
        # asked for, and true as long as none of these hexes holds an enemy. Over water and on
        # roads also where it gets in fewer steps.
        self.quiet_land: dict[tuple[int, int], int] = {}
        self.quiet_sea: dict[tuple[int, int], tuple[int, ...]] = {}
        self.quiet_march: dict[int, tuple[int, ...]] = {}
        self.quiet_sail: dict[int, tuple[int, ...]] = {}
        self.rings: dict[int, list[int]] = {}  # by range and hex: the hexes within it but itself
        self.data = data
        self.chart = chart or chart_of(data_pack())
        self._read_hexes()
        self._read_names()
        self._read_hexsides()
        self._read_limits()
        self._read_sea_nets()
        # By hex: each neighbour with the direction in which it lies
        self.around = [self._around(h) for h in range(self.grid.size)]

    @classmethod
    def from_text(
        cls, text: str, owners: Mapping[str, str] | None = None, pack: Pack | None = None
    ) -> "Board":
        """The board of a map file; `owners` names owners of places by hex number or name."""
        return board_from_text(text, owners or {}, pack)

    # Hexes

    def _read_hexes(self) -> None:
        grid = self.grid
        terrain = bytearray([OFF_MAP]) * grid.size
        pp = bytearray(grid.size)
        part = bytearray(grid.size)
        home = bytearray([NO_PLACE]) * grid.size
        self.city = self.town = self.canal = 0
        for cell, found in self.data.hexes.items():
            h = grid.find(*cell)
            terrain[h] = found.terrain
            pp[h] = found.value
            part[h] = found.part
            if found.place:
                home[h] = found.owner
            self.city |= found.city << h
            self.town |= found.town << h
            self.canal |= found.canal << h
        self.place = self.city | self.town
        self.terrain = bytes(terrain)
        self.pp = bytes(pp)
        self.map_of = bytes(part)
        self.home = bytes(home)
        self.homes = tuple(
            mask_of(h for h in bits(self.place) if home[h] == owner) for owner in range(3)
        )
        self.sea = self._of_terrain(SEA) | self._of_terrain(LAKE)  # V-2.1-w: lakes are sea
        self.shoal = self._of_terrain(SHOAL)
        self.land = grid.all & ~self.sea & ~self.shoal
        self.stop = self.double = 0
        for h in bits(self.land):
            self.stop |= self.chart.stop[terrain[h]] << h  # V-2.1-e, -g, -i
            self.double |= self.chart.double[terrain[h]] << h
        self.halt = self.canal if self.chart.canal_stop else 0  # V-2.1-u
        self.drop = self._of_terrain(CLEAR) | self._of_terrain(DESERT)

    def _of_terrain(self, terrain: int) -> int:
        return mask_of(h for h in bits(self.grid.all) if self.terrain[h] == terrain)

    def _read_names(self) -> None:
        self.name_of: dict[int, str] = {}
        self.by_name: dict[str, int] = {}
        for cell, found in self.data.hexes.items():
            h = self.grid.find(*cell)
            if found.name:
                if found.name.casefold() in self.by_name:
                    raise MapError(f"two hexes of the map have the name {found.name!r}")
                self.name_of[h] = found.name
                self.by_name[found.name.casefold()] = h

    # Hexsides

    def _read_hexsides(self) -> None:
        grid, data, chart = self.grid, self.data, self.chart
        self.rivers: list[River] = rivers(data)
        lower = frozenset(side for river in self.rivers for side in river.lower)
        count = 6 * grid.size
        sides: list[Hexside | None] = [None] * count
        army, naval = bytearray(count), bytearray(count)
        road, fords, late, supply = [[False] * count for _ in range(4)]
        for side, far in data.pairs():
            fact = data.hexside(side)
            a, b = grid.find(side[0], side[1]), grid.find(*far)
            both_land = bool(self.land >> a & self.land >> b & 1)
            for at in (6 * a + side[2], 6 * b + (side[2] + 3) % 6):
                sides[at] = fact
                naval[at] = chart.naval(fact)
                supply[at] = both_land
                if both_land and fact.land:
                    row = chart.row(fact, side in lower)
                    army[at] = row.army
                    road[at] = fact.road
                    fords[at] = row.stop and row.army > 0
                    late[at] = row.late or side in lower  # V-2.1-p, A2
                    supply[at] = row.supply
        self.hexsides = sides
        self.army_side = bytes(army)
        self.naval_side = bytes(naval)
        self.road_net = self._net_of(road)
        self.wet = self._net_of(late)
        self.land_net = self._net_of([limit > 0 for limit in self.army_side])
        self.ford_net = self._net_of(fords)
        self.free_net = net_minus(self.land_net, self.ford_net)
        self.supply_next_net = self._net_of(supply)  # V-7.0-b, A65
        self.road = 0
        for crossings in self.road_net:
            self.road |= crossings

    def _net_of(self, table: list[bool]) -> Net:
        """The net of the hexsides that a by-hexside table marks."""
        out = [0] * 6
        for h in bits(self.grid.all):
            for d in range(6):
                if table[6 * h + d]:
                    out[d] |= 1 << h
        return (out[0], out[1], out[2], out[3], out[4], out[5])

    def _read_limits(self) -> None:
        grid, chart = self.grid, self.chart
        water = self._net_of([limit > 0 for limit in self.naval_side])
        touching = 0
        for crossings in water:
            touching |= crossings
        self.shore = self.land & touching  # V-2.1-x; A77: not by shoal hexsides alone
        self.coastal = self.shore | self.canal  # A20
        self.port = self.place & self.coastal  # V-2.2-g
        self.sheltered = self.port | self.canal  # V-3.2-m: no launch from a deck there
        self.open_water = self.sea | self.shore & ~self.place  # where Marines end a move anyway
        self.beaches = self.coastal & self.drop
        army = bytearray(grid.size)
        naval = bytearray(grid.size)
        for h in bits(self.land):
            army[h] = chart.army[self.terrain[h]]
        for h in bits(self.sea):
            naval[h] = chart.sea
        for h in bits(self.shore):
            naval[h] = chart.coastal  # V-2.1-y
        for h in bits(self.canal):
            naval[h] = chart.canal  # A20
        self.army_limit = bytes(army)
        self.naval_limit = bytes(naval)
        self.navigable = mask_of(h for h in bits(grid.all) if naval[h])

    def _read_sea_nets(self) -> None:
        grid = self.grid
        water = self._net_of([limit > 0 for limit in self.naval_side])
        ships = self.sea | self.shore
        self.sea_net = net_within(grid, water, ships & ~self.canal)  # V-2.1-t, A76
        along = net_within(grid, grid.net, self.canal)
        self.strategic_sea_net = net_union(net_within(grid, water, ships), along)
        # A68, A77: sea hexes, entered from a port; coast to coast is no sea line.
        ends = self.port & ~self.canal
        coastwise = net_within(grid, water, ends)
        self.sea_link_net = net_minus(net_within(grid, water, self.sea | ends), coastwise)
        self.supply_net = net_union(self.road_net, self.sea_link_net)  # A78, V-7.3-c

    def _around(self, h: int) -> tuple[tuple[int, int], ...]:
        pairs = [(d, self.grid.neighbour(h, d)) for d in range(6)]
        return tuple([(d, to) for d, to in pairs if to >= 0])

    def ring(self, n: int, h: int) -> int:
        """The hexes at most n away from h, without h."""
        known = self.rings.get(n)
        if known is None:
            disks = enumerate(self.grid.disks(n))
            known = self.rings[n] = [disk & ~(1 << at) for at, disk in disks]
        return known[h]

    def side(self, h: int, d: int) -> Hexside:
        """What the hexside of a hex in a direction is."""
        found = self.hexsides[6 * h + d]
        if found is None:
            raise MapError(f"hex {self.grid.label(h)} has no hexside there: the map ends")
        return found

    def title(self, h: int) -> str:
        """The name of a hex with its number, or the number alone."""
        name = self.name_of.get(h)
        return f"{name} ({self.grid.label(h)})" if name else self.grid.label(h)

    def find(self, text: str) -> int:
        """The hex with this number or this name."""
        h = self.by_name.get(text.strip().casefold())
        return self.grid.index(text.strip()) if h is None else h


_BOARDS: Final[dict[str, Board]] = {}  # every board that was built, by its key


def board_for(layout: LayoutSpec, pack: Pack | None = None) -> Board:
    """The board of a layout of maps."""
    pack = pack or data_pack()
    key = layout.key() + _suffix(pack)
    if key not in _BOARDS:
        _BOARDS[key] = Board(join(layout, pack), key, chart_of(pack))
    return _BOARDS[key]


def board_from_text(text: str, owners: Mapping[str, str], pack: Pack | None = None) -> Board:
    """The board of a map file, with owners of places by hex number or name."""
    pack = pack or data_pack()
    digest = hashlib.sha256(repr((text, sorted(owners.items()))).encode()).hexdigest()[:20]
    key = f"custom:{digest}{_suffix(pack)}"
    if key not in _BOARDS:
        _BOARDS[key] = Board(with_owners(parse(text), owners), key, chart_of(pack))
    return _BOARDS[key]


def with_owners(data: MapData, owners: Mapping[str, str]) -> MapData:
    """A map whose places, named or numbered, belong to these owners."""
    hexes = dict(data.hexes)
    cells = {found.name.casefold(): cell for cell, found in hexes.items() if found.name}
    for where, owner in owners.items():
        cell = cells.get(where.casefold()) or find_cell(hexes, where)
        if not hexes[cell].place:
            raise MapError(f"hex {where} has an owner but is neither city nor town")
        hexes[cell] = hexes[cell]._replace(owner=owner_of(owner, f"place {where}"))
    return replace(data, hexes=hexes)


def board_by_key(key: str) -> Board:
    """The board that a saved state names."""
    board = _BOARDS.get(key)
    if board is not None:
        return board
    if key.startswith("custom:") or "@" in key:
        raise MapError(f"the map or tables of the custom board {key} have not been read yet")
    return board_for(LayoutSpec.parse(key))


def _suffix(pack: Pack) -> str:
    """Part of a board's key that tells tables of somebody's own from those in use."""
    return "" if pack.hash == data_pack().hash else f"@{pack.hash[:12]}"
