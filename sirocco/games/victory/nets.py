"""Hexsides that are closed to somebody, as nets: what a refusal lifts to find its reason."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.victory.board import Board
from sirocco.kernel.hexes import HexGrid, Net, net_union

ALPINE_SIDES: Final = 1
LOWER_RIVERS: Final = 2
WATER_SIDES: Final = 4
DRY_SIDES: Final = 8
SHOAL_SIDES: Final = 16
CANAL_SIDES: Final = 32


@lru_cache(maxsize=256)
def closed_net(board: Board, kind: int) -> Net:
    """The hexsides of one kind that somebody cannot cross."""
    out = [0] * 6
    for at, side in enumerate(board.hexsides):
        if side is None:
            continue
        h, d = divmod(at, 6)
        to = board.grid.neighbour(h, d)
        both = board.land >> h & board.land >> to & 1
        impassable = bool(both) and side.land and board.army_side[at] == 0
        found = (
            (kind == ALPINE_SIDES and impassable and side.alpine)
            or (kind == LOWER_RIVERS and impassable and side.river)
            or (kind == WATER_SIDES and not (both and side.land))
            or (kind == DRY_SIDES and not side.water)
            or (kind == SHOAL_SIDES and side.shoal)
            or (kind == CANAL_SIDES and bool((board.canal >> h | board.canal >> to) & 1))
        )
        if found:
            out[d] |= 1 << h
    return (out[0], out[1], out[2], out[3], out[4], out[5])


def with_closed(board: Board, net: Net, kinds: int) -> Net:
    """A net together with closed hexsides of some kinds."""
    extra: Net = (0, 0, 0, 0, 0, 0)
    bit = 1
    while bit <= kinds:
        if kinds & bit:
            extra = net_union(extra, closed_net(board, bit))
        bit <<= 1
    return net_union(net, extra)


def walk(grid: HexGrid, net: Net, depths: list[int], last: int) -> list[int]:
    """A shortest way from the first layer to a hex of one of the layers, both included."""
    depth = next((i for i, layer in enumerate(depths) if layer >> last & 1), -1)
    if depth < 0:
        raise ValueError("no layer has that hex")
    return grid.way(net, depths[:depth], last)


def crossing(board: Board, net: Net, sources: int, h: int) -> int:
    """The hexes of a set from which the net leads into a hex."""
    sources &= board.grid.near[h]
    out = 0
    if sources:
        for d, n in board.around[h]:
            out |= sources & net[d - 3] & 1 << n  # it looks back the opposite way
    return out
