"""Stacking when movement ends (4.1): over-full hexes, and blocks that go back where they were."""

from __future__ import annotations

from sirocco.games.victory.blocks import army_count
from sirocco.games.victory.state import NO_ENTRY, Victory
from sirocco.games.victory.units import ARMY_MASK, MARINES, NAVAL_MASK, SIDE, SIDE_MASK
from sirocco.kernel.bits import bits


def crowds(g: Victory, side: int, h: int) -> int:
    """The blocks of the classes, Army or naval, that are over the limit of a hex.

    Blocks count, not steps (V-STACK-a); aircraft aboard fill nothing (V-3.2-j, V-4.42-e).
    """
    here = g.at.get(h, 0) & SIDE_MASK[side]
    if not here & (here - 1):  # alone, or nobody
        return 0
    board = g.board
    naval = here & (NAVAL_MASK | g.at_sea)
    army = here & ARMY_MASK & ~g.at_sea & ~g.flying
    if not g.occ[1 - side] >> h & 1:
        army |= here & g.invading  # V-5.7-g: they come ashore in a place nobody defends
    out = 0
    if army.bit_count() > board.army_limit[h]:  # V-4.1-a, V-4.1-b
        out |= army
    if naval.bit_count() > board.naval_limit[h]:  # V-4.1-c, V-2.1-v, V-2.1-y
        out |= naval
    return out


def restack(g: Victory, side: int, over: int, hexes: tuple[int, ...]) -> int:
    """The over-full hexes of a side after blocks moved in or out of some hexes."""
    for h in hexes:
        if crowds(g, side, h):
            over |= 1 << h
        else:
            over &= ~(1 << h)
    return over


def overstacked(g: Victory, side: int) -> int:
    """The hexes in which a side has more blocks than may stay (V-4.1-e)."""
    at, mine = g.at, SIDE_MASK[side]
    out = 0
    for h in bits(g.occ[side]):
        here = at[h] & mine
        if here & (here - 1) and crowds(g, side, h):  # one alone is no crowd
            out |= 1 << h
    return out


def returnable(g: Victory, side: int, over: int) -> int:
    """Blocks that may go back from over-full hexes: they moved there in this phase (A24)."""
    out = 0
    for h in bits(over):
        for u in bits(crowds(g, side, h) & g.moved):
            if g.origin[u] != h:
                out |= 1 << u
    return out


def unmake_move(g: Victory, u: int) -> None:
    """The marks of a block that is back where its Player Turn began; it has had its move."""
    keep = ~(1 << u)
    g.travelled &= keep
    g.strategic &= keep
    g.dropped &= keep
    g.invading &= keep
    g.face_up &= keep
    g.entry[u] = NO_ENTRY
    h = g.where[u]
    if not 1 << u & ARMY_MASK:
        if g.occ[1 - SIDE[u]] >> h & 1:  # a blockader takes its station again
            g.blockading |= 1 << u
            g.face_up |= 1 << u
        return
    g.at_sea &= keep
    board = g.board
    if board.sea >> h & 1:
        g.at_sea |= 1 << u
    elif 1 << u & MARINES and board.port & g.control[SIDE[u]] & 1 << h:
        if army_count(g, SIDE[u], h) > board.army_limit[h]:
            g.at_sea |= 1 << u  # it waits for room ashore (A32)
    elif 1 << u & MARINES:
        if _was_beachhead(g, u, h):
            g.beach |= 1 << u
            g.face_up |= 1 << u
        else:
            g.at_sea |= 1 << u  # A27


def _was_beachhead(g: Victory, u: int, h: int) -> bool:
    """Whether a Marine must have been ashore on an open coast for all to fit there."""
    natives = 0
    for other in bits(SIDE_MASK[SIDE[u]] & (NAVAL_MASK | MARINES)):
        if g.origin[other] == h:
            natives += 1
    there = g.at[h] & g.beach & SIDE_MASK[SIDE[u]]
    return not there and natives > g.board.naval_limit[h]
