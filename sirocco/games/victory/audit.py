"""What must hold in every position of Victory; for fuzzing, cases and stored games."""

from __future__ import annotations

from sirocco.games.victory.blocks import army_count, naval_load
from sirocco.games.victory.state import (
    COMBAT,
    MOVEMENT,
    NO_CARRIER,
    UNIT_MASKS,
    Victory,
)
from sirocco.games.victory.telling import unit_words
from sirocco.games.victory.units import (
    AIR_MASK,
    AIRBORNE,
    ARMY_MASK,
    BLOCKS,
    BOMBERS,
    CARRIERS,
    MARINES,
    NAVAL_MASK,
    OFF,
    SIDE,
    SIDE_MASK,
    SIDES,
)
from sirocco.kernel.bits import bits


def audit(g: Victory) -> list[str]:
    """Sentences about what does not hold; none for a sound position."""
    return [*_indexes(g), *_blocks(g), *_marks(g), *_carriers(g), *_stacking(g), *_places(g)]


def _indexes(g: Victory) -> list[str]:
    at: dict[int, int] = {}
    occ = [0, 0]
    for u in range(BLOCKS):
        h = g.where[u]
        if h != OFF:
            at[h] = at.get(h, 0) | 1 << u
            occ[SIDE[u]] |= 1 << h
    out = []
    if at != g.at:
        out.append("the index of blocks by hex is wrong")
    if occ != g.occ:
        out.append("the index of occupied hexes is wrong")
    return out


def _blocks(g: Victory) -> list[str]:
    out = []
    board = g.board
    for u in range(BLOCKS):
        on = g.where[u] != OFF
        if on and not 1 <= g.cv[u] <= 4:
            out.append(f"{unit_words(u)} has {g.cv[u]} steps")
        if not on and g.cv[u] and not g.reserve >> u & 1:
            out.append(f"{unit_words(u)} is off the map with {g.cv[u]} steps")
        if on and g.reserve >> u & 1:
            out.append(f"{unit_words(u)} is both on the map and in reserve")
        if not on:
            continue
        here = 1 << g.where[u]
        if not board.grid.all & here:
            out.append(f"{unit_words(u)} stands off the map")
        if NAVAL_MASK >> u & 1 and not (board.sea | board.coastal | board.canal) & here:
            out.append(f"{unit_words(u)} is a ship on land")
        if ARMY_MASK >> u & 1 and not (g.at_sea | g.flying) >> u & 1 and not board.land & here:
            out.append(f"{unit_words(u)} stands ashore in water")
        if g.at_sea >> u & 1 and not (board.sea | board.coastal | board.canal) & here:
            out.append(f"{unit_words(u)} is at sea on dry land")
    return out


def _marks(g: Victory) -> list[str]:
    out = []
    on = 0
    for u in range(BLOCKS):
        if g.where[u] != OFF:
            on |= 1 << u
    for name in UNIT_MASKS:
        if name not in ("reserve", "front") and getattr(g, name) & ~on:
            out.append(f"the mark {name} stands on a block off the map")
    only = {
        "at_sea": ARMY_MASK,
        "invading": MARINES,
        "flying": AIRBORNE,
        "dropped": AIRBORNE,
        "beach": MARINES,
        "blockading": NAVAL_MASK,
        "grounded": AIR_MASK,
        "half": ARMY_MASK,
        "aboard": AIR_MASK & ~BOMBERS,
    }
    for name, allowed in only.items():
        if getattr(g, name) & ~allowed:
            out.append(f"the mark {name} stands on a block that cannot have it")
    if g.phase != COMBAT and (g.grounded | g.half | g.aloft | g.acted):
        out.append("marks of a battle outlive it")
    if g.beach & g.at_sea:
        out.append("a Beachhead is at sea")
    return out


def _carriers(g: Victory) -> list[str]:
    out = []
    loads: dict[int, list[int]] = {}
    for plane in bits(AIR_MASK):
        ship = g.carrier[plane]
        aboard = g.aboard >> plane & 1
        if aboard != (ship != NO_CARRIER):
            out.append(f"{unit_words(plane)} is aboard no ship, or a ship's and not aboard")
        elif aboard:
            if not CARRIERS >> ship & 1 or g.where[ship] != g.where[plane]:
                out.append(f"{unit_words(plane)} is not where its Carrier is")
            loads.setdefault(ship, []).append(plane)
    for ship, planes in loads.items():
        if g.phase != COMBAT and (len(planes) > 2 or sum(g.cv[p] for p in planes) > g.cv[ship]):
            out.append(f"{unit_words(ship)} carries more than it can")
    return out


def _stacking(g: Victory) -> list[str]:
    """Stacking holds for everybody but a side that is still moving (V-4.1-e)."""
    out = []
    for side in (0, 1):
        hexes = g.occ[side]
        if g.phase == MOVEMENT and side == g.side:
            continue
        for h in bits(hexes):
            if army_count(g, side, h) > g.board.army_limit[h]:
                out.append(f"too many {SIDES[side]} Army units in {g.board.title(h)}")
            if naval_load(g, side, h) > g.board.naval_limit[h]:
                out.append(f"too many {SIDES[side]} naval units in {g.board.title(h)}")
            planes = g.at[h] & AIR_MASK & ~g.aboard & SIDE_MASK[side]
            if planes.bit_count() > 2 and h != g.battle:  # those of Carriers are aloft there
                out.append(f"too many {SIDES[side]} Air units in {g.board.title(h)}")
    return out


def _places(g: Victory) -> list[str]:
    out = []
    if g.control[0] & g.control[1]:
        out.append("a place is held by both sides")
    if (g.control[0] | g.control[1]) & ~g.board.place:
        out.append("a hex without a place has an owner")
    return out
