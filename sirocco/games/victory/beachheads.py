"""Beachheads (5.71), formed at the end of the owner's Player Turn."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import army_count, everybody
from sirocco.games.victory.command import close, split
from sirocco.games.victory.control import rank
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import MARINES, OFF, SIDE_MASK
from sirocco.games.victory.verbs import BEACHHEAD, DONE
from sirocco.kernel.ask import NOUN
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

MARINE: Final = Limit(1, "Only a Marine can be a Beachhead.", "V-BEACH-a", "V-5.71-a")
COAST: Final = Limit(2, "A Beachhead lies in a coastal hex.", "V-5.71-a")
TERRAIN: Final = Limit(4, "A Beachhead needs Clear or Desert terrain.", "V-5.71-a")
FRIENDLY: Final = Limit(8, "A Beachhead needs a friendly hex.", "V-5.71-a", "V-CONTROL-b")
SINGLE: Final = Limit(16, "A hex holds one Beachhead only.", "V-5.71-c")
ROOM: Final = Limit(
    32, "There is no room for one more Army unit ashore.", "V-5.7-g", "V-4.1-a", "V-4.1-b"
)
LIMITS: Final = (MARINE, FRIENDLY, COAST, TERRAIN, ROOM, SINGLE)


@procedure
def beachheads(g: Victory) -> Procedure[None]:
    """V-5.71-b, A29: after the control step and before the supply checks.

    Asked whenever a block stands where a Marine could form one: the question betrays nothing.
    """
    while landing_hexes(g, g.side):
        choices = ((BEACHHEAD, beach_mask(g, g.side)),)
        order = yield split(g, g.side, "beachheads", choices, DONE, MARINES)
        if order == DONE:
            if close(g, g.side, MARINES):
                break
        else:
            form_beachhead(g, order & NOUN)
    g.ready &= ~g.terms.side_seats[g.side]


def landing_hexes(g: Victory, side: int) -> int:
    """Hexes in which a Marine of a side might form a Beachhead, by what all can see."""
    taken = 0
    for u in bits(g.beach & SIDE_MASK[side]):
        taken |= 1 << g.where[u]
    out = g.occ[side] & g.board.coastal & g.board.drop & ~taken
    for h in bits(out & g.occ[1 - side]):
        if not _friendly(g, side, h):
            out ^= 1 << h
    return out


def _friendly(g: Victory, side: int, h: int) -> bool:
    """Whether a side holds a hex in which it has blocks: not one that it blockades (V-5.8-d)."""
    here = g.at[h]
    theirs = here & SIDE_MASK[1 - side]
    return not theirs or rank(g, here & SIDE_MASK[side]) > rank(g, theirs)


def beach_mask(g: Victory, side: int, lifted: int = 0) -> int:
    """V-5.71-a: the blocks of a side that may become a Beachhead now."""
    board = g.board
    hexes = g.occ[side]
    if not lifted & COAST.bit:
        hexes &= board.coastal
    if not lifted & TERRAIN.bit:
        hexes &= board.drop
    blocks = SIDE_MASK[side] & ~g.beach
    if not lifted & MARINE.bit:
        blocks &= MARINES
    out = 0
    for u in bits(blocks):
        h = g.where[u]
        if h == OFF or not hexes >> h & 1:
            continue
        if not _friendly(g, side, h) and not lifted & FRIENDLY.bit:
            continue
        if g.at[h] & SIDE_MASK[side] & g.beach and not lifted & SINGLE.bit:
            continue
        if g.at_sea >> u & 1 and army_count(g, side, h) >= board.army_limit[h]:
            if not lifted & ROOM.bit:
                continue
        out |= 1 << u
    return out


def form_beachhead(g: Victory, u: int) -> None:
    """V-5.71-b: the Marine is turned face-up and is ashore (V-MARINES-b)."""
    bit = 1 << u
    g.beach |= bit
    g.face_up |= bit
    g.at_sea &= ~bit
    g.invading &= ~bit
    if g.log is not None:
        h = g.where[u]
        g.log.append(ev.BeachheadFormed(everybody(g), u, h))
        g.log.append(ev.Revealed(everybody(g), h, ((u, g.cv[u]),)))
