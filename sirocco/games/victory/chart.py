"""The Terrain Effects Chart, read from the data pack."""

from functools import lru_cache
from typing import NamedTuple

from sirocco.games.victory.mapdata import SEA, TERRAINS, Hexside
from sirocco.kernel.packs import Pack


class SideRow(NamedTuple):
    """What a kind of hexside does to Army units and supply."""

    army: int
    stop: bool
    late: bool
    supply: bool


class Chart(NamedTuple):
    """The numbers of the chart; tuples are by land terrain."""

    army: tuple[int, ...]
    stop: tuple[bool, ...]
    double: tuple[bool, ...]
    sea: int
    coastal: int
    canal: int
    canal_stop: bool
    land_sides: tuple[SideRow, ...]
    alpine: SideRow
    river: SideRow
    lower_river: SideRow
    bridge: SideRow
    road: SideRow
    sea_side: int
    coastal_side: int

    def row(self, side: Hexside, lower: bool) -> SideRow:
        """The row that counts for Army units on a hexside with land on it."""
        if side.bridge:  # V-2.3-h
            return self.bridge
        if side.road:  # V-2.3-g, A18
            return self.road
        if lower:  # V-2.1-r, V-2.1-s
            return self.lower_river
        if side.alpine:  # V-2.1-k, V-2.1-l
            return self.alpine
        land = self.land_sides[side.terrain]
        if side.river:  # V-2.1-m
            return self.river._replace(army=min(self.river.army, land.army))
        return land

    def naval(self, side: Hexside) -> int:
        """The limit of naval units on a hexside."""
        if not side.sea:  # V-2.1-aa, A76
            return 0
        return self.coastal_side if side.land else self.sea_side  # A16


@lru_cache(maxsize=1)
def data_pack() -> Pack:
    """The data pack of Victory on this machine."""
    return Pack.in_use("victory")


def _side(pack: Pack, kind: str) -> SideRow:
    path = f"terrain.hexside.{kind}"
    return SideRow(
        pack.number(f"{path}.army"),
        pack.flag(f"{path}.stop"),
        pack.flag(f"{path}.late"),
        pack.flag(f"{path}.supply"),
    )


def chart_of(pack: Pack) -> Chart:
    """The chart of a data pack."""
    lands = TERRAINS[:SEA]
    return Chart(
        army=tuple(pack.number(f"terrain.hex.{land}.army") for land in lands),
        stop=tuple(pack.flag(f"terrain.hex.{land}.stop") for land in lands),
        double=tuple(pack.flag(f"terrain.hex.{land}.double_defense") for land in lands),
        sea=pack.number("terrain.hex.sea.naval"),
        coastal=pack.number("terrain.water.coastal.naval"),
        canal=pack.number("terrain.water.canal.naval"),
        canal_stop=pack.flag("terrain.water.canal.stop"),
        land_sides=tuple(_side(pack, land) for land in lands),
        alpine=_side(pack, "alpine"),
        river=_side(pack, "river"),
        lower_river=_side(pack, "lower-river"),
        bridge=_side(pack, "bridge"),
        road=_side(pack, "road"),
        sea_side=pack.number("terrain.shore.sea.naval"),
        coastal_side=pack.number("terrain.shore.coastal.naval"),
    )
