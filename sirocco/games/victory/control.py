"""Control of hexes (4.3), set anew at the end of every Player Turn."""

from __future__ import annotations

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import army_count, everybody
from sirocco.games.victory.state import NOBODY, Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    ARMY_MASK,
    MARINES,
    OFF,
    SIDE,
    SIDE_MASK,
    SUBMARINES,
)
from sirocco.kernel.bits import bits


def rank(g: Victory, here: int) -> int:
    """How strongly blocks of one side claim their hex: Army 3, Air 2, Naval 1."""
    if here & ARMY_MASK & ~g.at_sea & ~g.flying:  # V-4.3-e
        return 3
    if here & AIR_MASK & ~g.aboard:  # V-4.3-f
        return 2
    return 1  # V-4.3-g


def adjust_control(g: Victory) -> None:
    """V-4.3-h, A74: who holds what from now on, on both sides; Marines go ashore or to sea."""
    before = g.control[0], g.control[1]
    if g.log is not None and g.terms.submarines:
        g.log.append(ev.ControlChecked(everybody(g)))
    g.control = [*held_places(g)]
    if g.log is not None:
        _tell(g, *before)
    settle_marines(g)
    end_blockades(g)


def release_empty(g: Victory) -> None:
    """V-CONTROL-c: a captured place is given up when want of supply took its last block."""
    before = g.control[0], g.control[1]
    for side in (0, 1):
        lost = g.control[side] & ~g.occ[side] & ~g.board.homes[side]
        if lost:
            g.control[side] ^= lost
            g.control[1 - side] |= lost & g.board.homes[1 - side]
    if g.log is not None:
        _tell(g, *before)


def held_places(g: Victory) -> tuple[int, int]:
    """The places that each side controls by what stands on the map now."""
    board = g.board
    red, blue = g.occ[0] & board.place, g.occ[1] & board.place  # V-4.3-a, V-CONTROL-d
    if g.terms.submarines:
        red &= ~_submarines_only(g, 0)  # V-SUBCON-a
        blue &= ~_submarines_only(g, 1)
    for h in bits(red & blue):  # V-CONTROL-f
        here = g.at[h]
        claims = rank(g, here & SIDE_MASK[0]) - rank(g, here & SIDE_MASK[1])
        if claims > 0 or (claims == 0 and g.control[0] >> h & 1):
            blue ^= 1 << h  # V-5.8-d: ships that blockade change nothing
        else:
            red ^= 1 << h
    vacant = ~(red | blue)
    # V-4.3-d, V-CONTROL-c: empty places fall to their home side; V-NEUTRAL-b, A6: or to nobody.
    return red | board.homes[0] & vacant, blue | board.homes[1] & vacant


def _submarines_only(g: Victory, side: int) -> int:
    """Hexes in which a side has Submarines and nothing else."""
    out = 0
    mine = SIDE_MASK[side]
    for u in bits(SUBMARINES & mine):
        h = g.where[u]
        if h != OFF and not g.at[h] & mine & ~SUBMARINES:
            out |= 1 << h
    return out


def _tell(g: Victory, red: int, blue: int) -> None:
    assert g.log is not None
    changed = (red ^ g.control[0]) | (blue ^ g.control[1])
    for h in bits(changed):
        owner = 0 if g.control[0] >> h & 1 else 1 if g.control[1] >> h & 1 else NOBODY
        g.log.append(ev.ControlChanged(everybody(g), h, owner))


def settle_marines(g: Victory) -> None:
    """A27, V-MARINES-b: ashore in a port of their own side, at sea on any other coast."""
    board = g.board
    for u in bits(MARINES & ~g.beach):
        h = g.where[u]
        if h == OFF:
            continue
        bit = 1 << u
        g.invading &= ~bit
        side = SIDE[u]
        if not g.control[side] >> h & 1:
            g.at_sea |= bit
        elif g.at_sea & bit and army_count(g, side, h) < board.army_limit[h]:  # V-5.7-g
            g.at_sea ^= bit


def end_blockades(g: Victory) -> None:
    """V-BLOCK-a: a blockade lasts while the other side still holds the land of the hex."""
    for u in bits(g.blockading):
        theirs = g.at[g.where[u]] & SIDE_MASK[1 - SIDE[u]]
        if rank(g, theirs) < 2:
            g.blockading &= ~(1 << u)
