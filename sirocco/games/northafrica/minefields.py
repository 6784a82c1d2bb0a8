"""Enemy mines in convoy zones that have just received cargo (NA-P6LAND-g, NA-P1-p)."""

from __future__ import annotations

from sirocco.games.northafrica.powers import SIDE, SIDE_POWERS
from sirocco.games.northafrica.state import NorthAfrica


def mined_zones(g: NorthAfrica) -> int:
    """Convoy zones with enemy mines and something in them that has just come."""
    out = 0
    for key, tokens in g.sea_mines.items():
        z = key >> 2
        if not tokens or SIDE[key & 3] == SIDE[g.power] or not g.board.convoys >> z & 1:
            continue
        new = g.at[z] & g.fresh & ~g.air
        if new or any(g.fresh_afloat.get(4 * z + p) for p in SIDE_POWERS[SIDE[g.power]]):
            out |= 1 << z
    return out
