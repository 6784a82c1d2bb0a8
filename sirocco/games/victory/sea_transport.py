"""Sea Movement of Army units: ports, Beachheads, their capacity (4.71, 4.72, 5.71)."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.attacks import army_full
from sirocco.games.victory.blocks import blockaded
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.moves_sea import DRY, ENEMY, SHOAL, SIX, sail_reach
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import MARINES, SIDE, SIDE_MASK
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

PORT_CAPACITY: Final = data_pack().number("limits.port.army")
BEACH_CAPACITY: Final = data_pack().number("limits.port.beachhead")

EMBARK: Final = Limit(
    128,
    "Army units embark at friendly ports and Beachheads only.",
    "V-4.71-b",
    "V-2.2-h",
    "V-3.3-b",
    "V-5.71-e",
    "A4",
    "V-4.3-h",
)
BLOCKADED: Final = Limit(
    256,
    "There is no Sea Movement into or out of a blockaded port or Beachhead.",
    "V-5.8-e",
    "A79",
)
USED: Final = Limit(
    512,
    "As many Army units as the port takes have embarked or disembarked there this turn.",
    "V-4.72-a",
)
BEACH_USED: Final = Limit(
    1024,
    "A Beachhead lets one Army unit in or one out in a turn.",
    "V-4.72-b",
    "V-5.71-e",
)
COAST: Final = Limit(
    2048,
    "Sea Movement ends at sea, in a friendly port or at a Beachhead, on no other coast.",
    "V-4.71-d",
    "V-4.71-b",
    "V-2.2-h",
    "V-5.71-d",
    "V-MARINES-a",
    "V-3.3-k",
    "V-NEUTRAL-a",
    "V-4.3-h",
    "A21",
    "A4",
)
MARINE_COAST: Final = Limit(
    4096,
    "Marines end a Strategic Move at sea or in a friendly port.",
    "V-4.71-d",
    "V-MARINES-b",
    "A25",
)
NO_ROOM: Final = Limit(
    8192,
    "No Army unit disembarks where the Army stacking limit is reached.",
    "V-4.72-d",
    "V-4.1-a",
)
START_LIMITS: Final = (BLOCKADED, USED, BEACH_USED, EMBARK)
TRANSPORT_LIMITS: Final = (
    EMBARK,
    BLOCKADED,
    USED,
    BEACH_USED,
    NO_ROOM,
    MARINE_COAST,
    COAST,
    ENEMY,
    SHOAL,
    DRY,
    Limit(SIX.bit, "Sea Movement is six hexes at most.", "V-4.71-a", "V-4.7-a"),
)


def harbour(g: Victory, side: int, h: int) -> bool:
    """Whether a hex is a port that a side controls (V-2.2-g, A4)."""
    return bool(g.board.port & g.control[side] & 1 << h)


def beachhead(g: Victory, side: int, h: int) -> int:
    """The Beachhead of a side in a hex, as a mask; in a port it has no effect (A80)."""
    if g.board.port >> h & 1:
        return 0
    return g.at.get(h, 0) & g.beach & SIDE_MASK[side]


def open_quays(g: Victory, side: int, among: int, lifted: int) -> int:
    """The hexes of a set in which one more Army unit may embark or disembark now.

    Ships there do not matter (V-4.72-c); a Beachhead is one since an earlier turn (V-5.71-d).
    """
    port, where = g.board.port, g.where
    out = among & port & g.control[side]
    if g.beach:
        for u in bits(g.beach & SIDE_MASK[side]):
            out |= 1 << where[u] & among & ~port  # A80
    if not out:
        return 0
    if g.blockading and not lifted & BLOCKADED.bit:
        for u in bits(g.blockading & SIDE_MASK[1 - side]):
            out &= ~(1 << where[u])  # V-5.8-e
    for h, used in g.port_use.items():
        if port >> h & 1:
            full = used >= PORT_CAPACITY and not lifted & USED.bit  # V-4.72-a
        else:
            full = used >= BEACH_CAPACITY and not lifted & BEACH_USED.bit  # V-4.72-b
        if full:
            out &= ~(1 << h)
    return out


def can_embark(g: Victory, u: int, lifted: int = 0) -> bool:
    """Whether an Army unit may begin Sea Movement where it is (V-4.71-b, A25)."""
    bit, h, side = 1 << u, g.where[u], SIDE[u]
    if bit & g.at_sea:
        return True
    if bit & g.beach and not harbour(g, side, h):  # V-5.8-e: out of a Beachhead too
        return not blockaded(g, h, side) or bool(lifted & BLOCKADED.bit)
    return bool(open_quays(g, side, 1 << h, lifted) or lifted & EMBARK.bit)


def transport(g: Victory, u: int, lifted: int = 0) -> int:
    """Hexes in which an Army unit's Sea Movement may end (V-4.71-c, V-4.71-d)."""
    if not can_embark(g, u, lifted):
        return 0
    board, side = g.board, SIDE[u]
    reach = sail_reach(g, u, lifted)
    if lifted & BLOCKADED.bit:
        reach |= sail_reach(g, u, lifted | ENEMY.bit) & _quays(g, side, u, 0)
    quays = reach & _quays(g, side, u, lifted)
    if quays:
        if not lifted & COAST.bit:
            quays = open_quays(g, side, quays, lifted)
        if not lifted & NO_ROOM.bit:
            quays ^= army_full(g, side, quays)  # V-4.72-d
    return reach & board.sea | quays


def _quays(g: Victory, side: int, u: int, lifted: int) -> int:
    """Hexes where it could come ashore: friendly ports, Beachheads (not for Marines: A25)."""
    if lifted & COAST.bit:
        return g.board.land
    out = g.board.port & g.control[side]
    if not 1 << u & MARINES or lifted & MARINE_COAST.bit:
        for b in bits(g.beach & SIDE_MASK[side]):
            out |= 1 << g.where[b]
    return out


def use_quay(g: Victory, u: int, h: int) -> None:
    """Book one Army unit in or out of a port or Beachhead."""
    g.port_use[h] = g.port_use.get(h, 0) + 1
    g.beach_used |= beachhead(g, SIDE[u], h)  # A28
