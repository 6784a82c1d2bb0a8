"""Where aircraft can go: air retreats (5.54), landings after a battle (4.41), aborted drops."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.battlefields import DROP_RANGE, LANDING, battle_hexes
from sirocco.games.victory.blocks import army_count, blockade_hexes
from sirocco.games.victory.carriers import AIRBASE, DECK, fleet, open_deck
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR_MASK, HB, SIDE_MASK
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

RANGE: Final = 1
CAPTURED: Final = 2
FRIENDLY: Final = 4
ENEMY_THERE: Final = 8
IN_BATTLE: Final = 16
IN_BLOCKADE: Final = 32
FULL: Final = 64
NO_ROOM: Final = 128
BOMBER: Final = 256
IN_PORT: Final = 512
SAILED: Final = 1024
DECK_FULL: Final = 2048

BASE_LIMITS: Final = (
    Limit(IN_BLOCKADE, "No unit may retreat into a blockade hex.", "V-5.8-j", "A79"),
    Limit(IN_BATTLE, "A battle is still to be fought there.", "V-5.5-f", "V-4.41-d", "A53"),
    Limit(ENEMY_THERE, "Enemy units are in that hex.", "V-4.41-a", "V-4.3-f", "V-5.54-a"),
    Limit(
        CAPTURED,
        "Aircraft cannot land at a base captured this turn.",
        "V-4.41-e",
        "V-XCOMBAT-j",
        "V-4.3-h",
        "V-5.54-a",
        "A4",
    ),
    Limit(
        FRIENDLY,
        "Aircraft land in friendly cities and towns and on Carriers only.",
        "V-4.41-a",
        "V-5.54-a",
    ),
    Limit(
        RANGE,
        "That is farther than the landing move.",
        "V-5.54-a",
        "V-4.43-a",
        "V-4.43-b",
        "V-4.44-d",
    ),
    Limit(
        FULL,
        "Two Air units are based there already.",
        "V-4.41-b",
        "V-2.2-d",
        "V-2.2-f",
        "V-5.54-a",
    ),
)
ABORT_FULL: Final = Limit(
    NO_ROOM,
    "That hex is fully stacked with Army units.",
    "V-5.6-h",
    "V-5.5-d",
    "A30",
)
ABORT_LIMITS: Final = (
    Limit(IN_BLOCKADE, "No unit may retreat into a blockade hex.", "V-5.8-j", "A79"),
    Limit(IN_BATTLE, "A battle is still to be fought there.", "V-5.5-f", "A53"),
    Limit(ENEMY_THERE, "Enemy units are in that hex.", "V-4.41-a", "V-5.6-d"),
    Limit(
        CAPTURED,
        "Nothing can land at a base captured this turn.",
        "V-4.41-e",
        "V-4.3-h",
        "A4",
        "A30",
    ),
    Limit(
        FRIENDLY,
        "An aborted drop ends in a friendly city or town.",
        "V-5.6-d",
        "V-4.41-a",
        "A30",
    ),
    Limit(
        RANGE,
        "That is farther than an Airborne unit flies.",
        "V-5.6-a",
        "V-5.6-d",
        "A30",
    ),
    ABORT_FULL,
)
DECK_LIMITS: Final = (
    Limit(BOMBER, "Bombers cannot land on Carriers.", "V-3.2-g", "V-4.41-c"),
    Limit(IN_BLOCKADE, "No unit may retreat into a blockade hex.", "V-5.8-j", "A79"),
    Limit(
        IN_BATTLE, "The Carrier is in a hex where a battle is fought.", "V-5.5-f", "V-4.41-d", "A53"
    ),
    Limit(
        IN_PORT,
        "A Carrier in a port or canal hex recovers no aircraft.",
        "V-3.2-m",
    ),
    Limit(SAILED, "A Carrier that made a Strategic Move recovers no aircraft.", "V-3.2-l"),
    Limit(RANGE, "That is farther than the landing move.", "V-5.54-a", "V-4.43-a", "V-4.43-b"),
    Limit(DECK_FULL, "Two Air units are aboard already.", "V-3.2-f", "V-4.41-c"),
)


def _friendly(g: Victory, side: int, reach: int, landing: bool, lifted: int) -> int:
    """Friendly cities and towns in a set of hexes in which the side may come down.

    Control changes only when the Player Turn closes, so that captured places are out (A4). The
    winner's landing may end in a blockade hex whose land is his, a retreat may not (A79).
    """
    places = g.control[side] & reach
    if lifted & CAPTURED:
        places |= g.board.place & g.occ[side] & reach
    if lifted & FRIENDLY:
        places = g.board.place & reach
    fights = battle_hexes(g)
    blockades = blockade_hexes(g) if g.blockading else 0
    if landing:
        fights &= ~(1 << g.battle)
        if not lifted & ENEMY_THERE:
            places &= ~g.occ[1 - side] | blockades
    else:
        if not lifted & ENEMY_THERE:
            places &= ~g.occ[1 - side] | fights | blockades
        if not lifted & IN_BLOCKADE:
            places &= ~blockades  # V-5.8-j
    if not lifted & IN_BATTLE:
        places &= ~fights  # A53
    return places


def air_bases(g: Victory, side: int, kind: int, landing: bool, lifted: int = 0) -> int:
    """The cities and towns where an Air unit of a kind may land (V-5.54-a, V-4.41-a)."""
    grid = g.board.grid
    reach = grid.all if lifted & RANGE else grid.disk(LANDING[kind], g.battle)
    places = _friendly(g, side, reach, landing, lifted)
    if not lifted & FULL:
        mine = AIR_MASK & SIDE_MASK[side] & ~g.aboard & ~g.aloft
        for h in bits(places & g.occ[side]):
            if (g.at[h] & mine).bit_count() >= AIRBASE:  # V-4.41-b
                places ^= 1 << h
    return places


def abort_bases(g: Victory, side: int, lifted: int = 0) -> int:
    """The cities and towns to which a flying Airborne unit may return (V-5.6-d, A30)."""
    grid = g.board.grid
    reach = grid.all if lifted & RANGE else grid.disk(DROP_RANGE, g.battle)
    places = _friendly(g, side, reach, False, lifted)
    if not lifted & NO_ROOM:
        for h in bits(places & g.occ[side]):
            if army_count(g, side, h) >= g.board.army_limit[h]:
                places ^= 1 << h
    return places


def air_ships(g: Victory, side: int, kind: int, landing: bool, lifted: int = 0) -> int:
    """The Carriers on which an Air unit of a kind may land; steps too many are lost (V-4.41-g)."""
    if kind == HB and not lifted & BOMBER:  # V-3.2-g
        return 0
    ships = fleet(g, side)
    if not ships:
        return 0
    fights = battle_hexes(g)
    if landing:
        fights &= ~(1 << g.battle)
    if lifted & IN_BATTLE:
        fights = 0
    blockades = 0 if lifted & IN_BLOCKADE else blockade_hexes(g)
    grid = g.board.grid
    reach = grid.all if lifted & RANGE else grid.disk(LANDING[kind], g.battle)
    reach &= ~fights & ~blockades  # A53, A79
    out = 0
    for ship in ships:
        if not reach >> g.where[ship] & 1:
            continue
        if not open_deck(g, ship) and not lifted & IN_PORT:  # V-3.2-m
            continue
        if g.strategic >> ship & 1 and not lifted & SAILED:  # V-3.2-l
            continue
        if _aboard(g, ship) < DECK or lifted & DECK_FULL:  # V-3.2-f
            out |= 1 << ship
    return out


def seeming_bases(g: Victory, side: int, kind: int, landing: bool) -> int:
    """Hexes where an Air unit may find a base for all that the enemy can see.

    Which blocks in a place are aircraft, and which blocks at sea are Carriers, is hidden.
    """
    places = air_bases(g, side, kind, landing, FULL)
    if kind == HB:
        return places
    board = g.board
    water = (board.sea | board.coastal) & ~board.port & ~board.canal & ~battle_hexes(g)
    return places | g.occ[side] & water & board.grid.disk(LANDING[kind], g.battle)


def _aboard(g: Victory, ship: int) -> int:
    planes = g.at[g.where[ship]] & g.aboard
    return sum([g.carrier[u] == ship for u in bits(planes)])
