"""Retreats of Army and naval units (5.5 to 5.53): how a unit may leave, and to where."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.battlefields import WAYS, battle_hexes, group_of
from sirocco.games.victory.blocks import army_count, blockade_hexes, naval_load
from sirocco.games.victory.retreat_air import (
    NO_ROOM,
    abort_bases,
    air_bases,
    air_ships,
    seeming_bases,
)
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    AIRBORNE,
    KIND,
    MARINES,
    NAVAL,
    NAVAL_MASK,
    SIDE,
    SIDE_MASK,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

# Ways to leave a battle
BY_AIR, ABORTING, BY_LAND, DROPPED, INVADER, MARINE, AFLOAT_MARINE, AFLOAT, SHIP = range(9)

ENEMY: Final = 1
BATTLE: Final = 2
BLOCKADED: Final = 4
STACK: Final = 8
HEXSIDE: Final = 16
ENTRY: Final = 32
TAKEN: Final = 64
IMPASSABLE: Final = 128
ENEMY_PLACE: Final = 256
UNFRIENDLY: Final = 512
TO_SEA: Final = 1024
INVADED: Final = 2048
UNDER_GUNS: Final = 4096
NO_COAST: Final = 8192
NO_WATER: Final = 16384

SIDE_FULL: Final = Limit(
    HEXSIDE,
    "The Hexside Limit is used up for this round.",
    "V-5.5-e",
    "V-4.2-b",
    "V-5.53-b",
)
FULL: Final = Limit(STACK, "That hex is fully stacked.", "V-5.5-d", "V-5.53-b")
LIMITS: Final = (
    Limit(
        BLOCKADED,
        "No unit may retreat into a blockade hex.",
        "V-5.8-j",
        "A79",
    ),
    Limit(BATTLE, "No unit may retreat into another Battle Hex.", "V-5.5-f"),
    Limit(ENEMY, "Enemy units are in that hex.", "V-5.51-a", "V-5.53-a", "V-4.3-b", "A50"),
    Limit(TO_SEA, "Army units other than Marines never retreat to sea.", "V-5.52-a", "V-5.51-a"),
    Limit(
        IMPASSABLE,
        "That hexside cannot be crossed.",
        "V-5.51-a",
        "V-2.1-k",
        "V-2.1-r",
        "A87",
    ),
    Limit(
        NO_WATER,
        "Naval units and Marines cross only hexsides with sea, and leave no canal.",
        "V-5.53-a",
        "V-3.2-a",
        "V-3.3-g",
        "V-3.3-f",
        "V-2.1-t",
        "V-2.1-aa",
        "A76",
        "A87",
    ),
    Limit(
        INVADED,
        "Marines that invaded retreat only into a Sea hex.",
        "V-5.52-b",
        "A52",
        "A26",
    ),
    Limit(
        UNDER_GUNS,
        "Defending Marines cannot go to sea while enemy naval units are in the Battle Hex.",
        "V-5.52-c",
    ),
    Limit(
        NO_COAST,
        "From the sea an Army unit comes ashore only in a friendly port.",
        "V-4.71-d",
        "V-3.3-k",
        "V-5.52-a",
        "A85",
    ),
    Limit(ENTRY, "The Attacker leaves only across hexsides by which he came in.", "V-5.51-b"),
    Limit(
        TAKEN,
        "The Defender cannot leave across a hexside by which the attack came in.",
        "V-5.51-c",
        "A51",
    ),
    Limit(
        UNFRIENDLY,
        "A dropped Airborne unit retreats only to an adjacent friendly land hex.",
        "V-5.6-j",
        "V-5.6-i",
        "A86",
    ),
    Limit(
        ENEMY_PLACE,
        "That city or town is controlled by the enemy.",
        "V-5.53-a",
        "V-5.51-a",
        "V-4.3-d",
        "A50",
    ),
    SIDE_FULL,
    FULL,
)


def manner(g: Victory, u: int) -> int:
    """In which way a unit leaves the battle."""
    bit = 1 << u
    if AIR_MASK & bit:
        return BY_AIR
    if NAVAL_MASK & bit:
        return SHIP
    if g.flying & bit:
        return ABORTING
    if MARINES & bit:
        # A26: every attacking Marine has invaded, unless it garrisons the hex
        if g.invading & bit or (SIDE[u] == g.side and not _garrison(g, u)):
            return INVADER
        return AFLOAT_MARINE if g.at_sea & bit else MARINE
    if g.at_sea & bit:
        return AFLOAT
    if AIRBORNE & g.dropped & bit and SIDE[u] == g.side:
        return DROPPED
    return BY_LAND


def _garrison(g: Victory, u: int) -> bool:
    return bool(g.beach >> u & 1 or g.control[SIDE[u]] >> g.battle & 1)


def retreat_hexes(g: Victory, u: int, lifted: int = 0) -> int:
    """The hexes to which a unit may retreat now (for aircraft: to land)."""
    return hexes_by(g, SIDE[u], manner(g, u), KIND[u], lifted)


def hexes_by(g: Victory, side: int, way: int, kind: int, lifted: int = 0) -> int:
    """The hexes to which units of a side may go in one of the ways to leave."""
    if way == BY_AIR:
        return air_bases(g, side, kind, False, lifted)
    if way == ABORTING:
        return abort_bases(g, side, lifted)
    if way in (BY_LAND, DROPPED):
        return _by_land(g, side, way, lifted)
    return _by_sea(g, side, way, lifted)


def retreat_ships(g: Victory, u: int, lifted: int = 0) -> int:
    """The Carriers on which an Air unit may land in retreat."""
    return air_ships(g, SIDE[u], KIND[u], False, lifted) if AIR_MASK >> u & 1 else 0


def retreaters(g: Victory, units: int) -> int:
    """Those units of one side that can retreat now (A60)."""
    out = 0
    known = -1
    free = False
    for u in bits(units):
        way = manner(g, u)
        key = way if way != BY_AIR else -2 - KIND[u]
        if key != known:  # units that leave in the same way have the same ways open
            known = key
            free = bool(hexes_by(g, SIDE[u], way, KIND[u]) or retreat_ships(g, u))
        if free:
            out |= 1 << u
    return out


def seemingly_free(g: Victory, units: int) -> int:
    """Those units of one side that could leave for all that the enemy can see.

    He knows hexes, ranges and the number of blocks, but not which of them are aircraft, Army
    units or Carriers: whether a base, port or coast is full is the owner's secret.
    """
    out = 0
    for u in bits(units):
        if AIR_MASK >> u & 1:
            free = seeming_bases(g, SIDE[u], KIND[u], False)
        elif g.flying >> u & 1:
            free = abort_bases(g, SIDE[u], NO_ROOM)
        else:
            free = retreat_hexes(g, u, STACK) & ~_plainly_full(g, SIDE[u])
        if free:
            out |= 1 << u
    return out


def _plainly_full(g: Victory, side: int) -> int:
    """Neighbours where all blocks are Army units and as many as can stack."""
    board = g.board
    out = 0
    inland = board.land & ~board.place & ~board.coastal
    for h in bits(board.grid.near[g.battle] & g.occ[side] & inland):
        if army_count(g, side, h) >= board.army_limit[h]:
            out |= 1 << h
    return out


def _open_hexes(g: Victory, side: int, lifted: int) -> int:
    """Neighbours of the Battle Hex that neither the enemy nor a battle closes."""
    battles = battle_hexes(g)
    blockades = blockade_hexes(g) if g.blockading else 0
    shut = 0
    if not lifted & ENEMY:
        shut = g.occ[1 - side] & ~battles & ~blockades
    if not lifted & BATTLE:
        shut |= battles  # V-5.5-f
    if not lifted & BLOCKADED:
        shut |= blockades  # V-5.8-j
    return g.board.grid.near[g.battle] & ~shut


def _by_land(g: Victory, side: int, way: int, lifted: int) -> int:
    """Adjacent land hexes for Army units ashore (V-5.51-a)."""
    board, h = g.board, g.battle
    free = _open_hexes(g, side, lifted)
    if not lifted & TO_SEA:
        free &= board.land  # V-5.52-a
    ways = g.out[WAYS]
    if way == DROPPED:
        use = 63  # A86
        if not lifted & UNFRIENDLY:
            free &= g.control[side] | _long_held(g, side)  # V-5.6-j
    elif side == g.side:
        use = 63 if lifted & ENTRY else ways  # V-5.51-b; A50: also an enemy place it came from
    else:
        use = 63 if lifted & TAKEN else 63 & ~ways  # V-5.51-c, A51
        if not lifted & ENEMY_PLACE:
            free &= ~g.control[1 - side]  # A50
    out = 0
    if not free:
        return 0
    for d, to in board.around[h]:
        if not (use >> d & 1 and free >> to & 1):
            continue
        if not board.land >> to & 1:
            out |= 1 << to
            continue
        limit = board.army_side[6 * h + d]
        if not limit and not lifted & IMPASSABLE:  # A87
            continue
        if limit and g.out[d] >= limit and not lifted & HEXSIDE:  # V-5.5-e
            continue
        if army_count(g, side, to) < board.army_limit[to] or lifted & STACK:  # V-5.5-d
            out |= 1 << to
    return out


def _long_held(g: Victory, side: int) -> int:
    """Hexes in which an own unit has stood since before the Player Turn (A86)."""
    out = 0
    for u in bits(SIDE_MASK[side] & ~g.travelled):
        if g.where[u] == g.origin[u]:
            out |= 1 << g.where[u]
    return out & g.occ[side]


def _by_sea(g: Victory, side: int, way: int, lifted: int) -> int:
    """Adjacent Sea and coastal hexes for naval units, Marines and Army units at sea."""
    board, h = g.board, g.battle
    free = _open_hexes(g, side, lifted)
    if not lifted & ENEMY_PLACE:
        free &= ~g.control[1 - side]  # V-5.53-a
    if way == INVADER and not lifted & INVADED:
        free &= board.sea  # V-5.52-b, A52
    if way == MARINE and not lifted & UNDER_GUNS and group_of(g, 1 - side, NAVAL):
        free &= ~board.sea  # V-5.52-c
    haven = board.port & g.control[side] if way in (MARINE, AFLOAT_MARINE, AFLOAT) else 0
    if way == AFLOAT and not lifted & NO_COAST:
        free &= board.sea | haven  # A85
    out = 0
    if not free:
        return 0
    for d, to in board.around[h]:
        if not free >> to & 1:
            continue
        if not board.sea_net[d] >> h & 1 and not lifted & NO_WATER:  # A76, A87
            continue
        if way == MARINE and g.out[WAYS] >> d & 1 and not lifted & TAKEN:  # V-5.51-c
            continue
        if not lifted & HEXSIDE and _full(g, way, d):  # V-5.5-e, V-5.53-b
            continue
        if lifted & STACK or _has_room(g, side, to, haven):
            out |= 1 << to
    return out


def crosses_as_army(g: Victory, way: int, d: int) -> bool:
    """Whether a retreat counts for the hexside's Army limit rather than the naval one.

    V-5.52-c: a defending Marine leaves for a coast like other Army units where these can cross.
    """
    if way == MARINE:
        return g.board.army_side[6 * g.battle + d] > 0
    return way in (BY_LAND, DROPPED)


def _full(g: Victory, way: int, d: int) -> bool:
    """Whether as many units as the hexside allows have left across it in this round."""
    if crosses_as_army(g, way, d):
        return g.out[d] >= g.board.army_side[6 * g.battle + d]
    limit = g.board.naval_side[6 * g.battle + d]
    return limit > 0 and g.out[6 + d] >= limit


def _has_room(g: Victory, side: int, to: int, haven: int) -> bool:
    """Stacking (V-5.5-d): in a friendly port Army units are ashore, elsewhere at sea (A27, A85)."""
    if haven >> to & 1:
        return army_count(g, side, to) < g.board.army_limit[to]
    limit = g.board.naval_limit[to]
    return not limit or naval_load(g, side, to) < limit
