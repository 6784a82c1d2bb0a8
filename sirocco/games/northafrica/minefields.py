"""Enemy mines in convoy zones that have just received cargo (NA-P6LAND-g, NA-P1-p)."""

from __future__ import annotations

from sirocco.games.northafrica.ground import seat_for
from sirocco.games.northafrica.joint import decide
from sirocco.games.northafrica.mines_sea import ORDER, layers, sea_mines
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.ask import NOUN
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


def mined_zones(g: NorthAfrica) -> int:
    """Zones with enemy mines and cargo or ships in them that have just come (NA-DET-a)."""
    side = SIDE[g.power]
    at, new = g.at, g.fresh & ~g.air
    loaded = 0
    for key in g.fresh_afloat:
        loaded |= 1 << (key >> 2)
    out = 0
    for key in g.sea_mines:
        if SIDE[key & 3] != side:
            z = key >> 2
            if at[z] & new:
                out |= 1 << z
            out |= loaded & 1 << z
    return out


@procedure
def mined_convoys(g: NorthAfrica) -> Procedure[None]:
    """One zone after the other, in the order that the owners of the mines choose."""
    decided = 0
    while mined_zones(g) & ~decided:
        zones = mined_zones(g) & ~decided
        z = lowest(zones)
        if zones & (zones - 1):
            said = yield from decide(g, layers(g, zones), seat_for(g, g.power), ORDER, zones)
            z = said & NOUN
        yield from sea_mines(g, z)
        decided |= 1 << z
