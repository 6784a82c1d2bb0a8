"""Air units, and Airborne units in the air: moves, Strategic Moves, drops (4.4, 4.7, 5.6)."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.attacks import FAR, STRATEGIC, air_room, calm
from sirocco.games.victory.carriers import (
    AIRBASE,
    FLEETS,
    deck_kind,
    deck_load,
    open_deck,
)
from sirocco.games.victory.carriers import (
    DECK as DECK_SIZE,
)
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR_MASK, AIRBORNE, KIND, MOVE_RATE, SIDE, SIDE_MASK
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

DROP_FLIGHT: Final = data_pack().number("units.AB.drop")

DECK: Final = Limit(
    1, "A Carrier in a port or canal hex cannot launch or recover aircraft.", "V-3.2-m"
)
STEAMED: Final = Limit(
    2,
    "A Carrier that made a Strategic Move cannot launch or recover aircraft this turn.",
    "V-3.2-l",
)
FULL_SKY: Final = Limit(
    4,
    "At most two Air units of a side may fight in a battle.",
    "V-4.42-a",
    "V-4.1-d",
    "V-4.1-f",
    "V-5.6-h",
)
FULL_BASE: Final = Limit(
    8,
    "An Airbase holds two Air units.",
    "V-4.41-b",
    "V-2.2-d",
    "V-2.2-f",
    "V-4.1-d",
)
NO_BASE: Final = Limit(
    16,
    "Air units move to a battle or to a friendly city, town or Carrier.",
    "V-4.41-a",
    "V-4.43-a",
    "V-4.3-h",
    "A4",
    "A23",
)
RANGE: Final = Limit(
    32,
    "That is farther than the unit flies in one leg.",
    "V-4.43-a",
    "V-4.43-b",
    "V-4.0-a",
    "A23",
)
AIR_LIMITS: Final = (DECK, STEAMED, FULL_SKY, FULL_BASE, NO_BASE, RANGE)


def may_launch(g: Victory, u: int, lifted: int = 0) -> bool:
    """Whether an Air unit can take off for a normal move where it is based."""
    if not g.aboard >> u & 1:
        return True
    ship = g.carrier[u]
    if g.strategic >> ship & 1 and not lifted & STEAMED.bit:  # V-3.2-l
        return False
    return open_deck(g, ship) or bool(lifted & DECK.bit)


def _ring(g: Victory, u: int, reach: int) -> int:
    """The hexes within range, its own left out."""
    h = g.where[u]
    return g.board.grid.all & ~(1 << h) if reach >= FAR else g.board.ring(reach, h)


def airbases(g: Victory, side: int, among: int, full: bool = False) -> int:
    """Friendly cities and towns of a set in which one more Air unit can land (V-4.41-a, -b)."""
    out = among & g.board.place & g.control[side]  # A79: under blockade it serves
    if full:
        return out
    at, based = g.at, SIDE_MASK[side] & AIR_MASK & ~g.aboard
    for h in bits(out & g.occ[side]):
        if (at[h] & based).bit_count() >= AIRBASE:
            out ^= 1 << h
    return out


def air_targets(g: Victory, side: int, among: int, full: bool = False) -> int:
    """Enemy-occupied hexes of a set that one more Air unit can attack (V-4.43-a, V-4.42-a)."""
    out = among & g.occ[1 - side]
    if not out:
        return 0
    if g.blockading:
        out &= ~(calm(g, side) & g.board.place)
    if full:
        return out
    for h in bits(out & g.occ[side]):
        if not air_room(g, side, h):
            out &= ~(1 << h)
    return out


def air_to(g: Victory, u: int, lifted: int = 0) -> int:
    """Hexes for a normal air move: a battle, or a friendly base (A23).

    Neither terrain nor hexsides nor enemies hinder it (V-4.4-a, V-4.4-b, V-HEXSIDE-d).
    """
    if not may_launch(g, u, lifted):
        return 0
    side = SIDE[u]
    ring = _ring(g, u, FAR if lifted & RANGE.bit else MOVE_RATE[KIND[u]])
    out = air_targets(g, side, ring, bool(lifted & FULL_SKY.bit))
    out |= airbases(g, side, ring, bool(lifted & FULL_BASE.bit))
    if lifted & NO_BASE.bit:
        out |= ring & ~air_targets(g, side, ring, True) & ~airbases(g, side, ring, True)
    return out


# Strategic Moves by air

START: Final = Limit(
    1,
    "A Strategic Move by air begins at a friendly Airbase.",
    "V-4.7-b",
    "V-4.41-a",
    "V-5.6-a",
)
UNDER_WAY: Final = Limit(
    2,
    "A Carrier that moves cannot launch or recover aircraft that make a Strategic Move.",
    "V-3.2-l",
    "A75",
)
IN_PORT: Final = Limit(
    4, "A Carrier in a port or canal hex cannot launch or recover aircraft.", "V-3.2-m", "A75"
)
FULL: Final = Limit(
    8, "An Airbase holds two Air units.", "V-4.41-b", "V-2.2-d", "V-2.2-f", "V-4.1-d"
)
BATTLE: Final = Limit(
    16, "A battle was started there; a Strategic Move takes no part in one.", "V-4.7-a"
)
END: Final = Limit(
    32,
    "A Strategic Move by air ends at a friendly Airbase.",
    "V-4.7-b",
    "V-4.7-a",
    "V-4.41-a",
    "V-4.3-h",
    "V-NEUTRAL-a",
    "A4",
)
SIX: Final = Limit(64, "A Strategic Move is six hexes at most.", "V-4.7-a")
FLY_LIMITS: Final = (START, UNDER_WAY, IN_PORT, FULL, BATTLE, END, SIX)


def may_ferry(g: Victory, u: int, lifted: int = 0) -> bool:
    """Whether a unit is at a friendly Airbase from which it can fly strategically (A75)."""
    if g.aboard >> u & 1:
        ship = g.carrier[u]
        if g.travelled >> ship & 1 and not lifted & UNDER_WAY.bit:
            return False
        return open_deck(g, ship) or bool(lifted & IN_PORT.bit)
    home = g.board.place & g.control[SIDE[u]]
    return bool(home >> g.where[u] & 1 or lifted & START.bit)


def fly(g: Victory, u: int, lifted: int = 0) -> int:
    """Places for a Strategic Move by air; an Airborne unit lands as an Army unit (V-4.7-b)."""
    if not may_ferry(g, u, lifted):
        return 0
    ring = _ring(g, u, FAR if lifted & SIX.bit else STRATEGIC)
    if not lifted & BATTLE.bit:
        ring &= ~g.activated
    on_foot = bool(AIRBORNE >> u & 1)  # V-4.42-d: landed, it fills no room of the Airbase
    out = airbases(g, SIDE[u], ring, on_foot or bool(lifted & FULL.bit))
    return out | ring & ~airbases(g, SIDE[u], ring, True) if lifted & END.bit else out


# On to a Carrier

BOMBER: Final = Limit(1, "Bombers cannot be based on a Carrier.", "V-3.2-g", "V-4.41-c")
SLOTS: Final = Limit(2, "A Carrier holds two Air units.", "V-3.2-f", "V-4.41-b", "V-4.41-c")
STRENGTH: Final = Limit(
    4,
    "The strength of the aircraft aboard cannot be above the Carrier's own.",
    "V-3.2-h",
    "V-4.41-c",
)
RECOVER: Final = Limit(
    8, "A Carrier in a port or canal hex cannot launch or recover aircraft.", "V-3.2-m"
)
CRUISED: Final = Limit(
    16,
    "A Carrier that made a Strategic Move cannot launch or recover aircraft this turn.",
    "V-3.2-l",
)
MOVED: Final = Limit(
    32,
    "A Carrier that moves cannot launch or recover aircraft that make a Strategic Move.",
    "V-3.2-l",
    "A75",
)
FIGHTING: Final = Limit(
    64, "Aircraft cannot land on a Carrier that is in a battle.", "V-4.41-d", "A53"
)
SAME: Final = Limit(128, "The unit is aboard that Carrier already.", "V-4.0-a")
TAKE_OFF: Final = Limit(
    256,
    "The unit cannot take off: its Carrier is in a port or canal hex, or made a Strategic Move.",
    "V-3.2-m",
    "V-3.2-l",
)
NO_START: Final = Limit(
    512,
    "A Strategic Move by air begins at a friendly Airbase, and not on a Carrier that moves.",
    "V-4.7-b",
    "V-3.2-l",
    "V-3.2-m",
)
TOO_FAR: Final = Limit(
    1024, "That is farther than the unit flies in one leg.", "V-4.43-a", "V-4.0-a"
)
SIX_ABOARD: Final = Limit(2048, "A Strategic Move is six hexes at most.", "V-4.7-a")
_DECK_LIMITS: Final = (BOMBER, SLOTS, STRENGTH, RECOVER, FIGHTING, SAME)
ABOARD_LIMITS: Final = (*_DECK_LIMITS, CRUISED, TAKE_OFF, TOO_FAR)
FERRY_LIMITS: Final = (*_DECK_LIMITS, MOVED, NO_START, SIX_ABOARD)


def _takes(g: Victory, ship: int, u: int, lifted: int) -> bool:
    """Whether a Carrier has room for an Air unit."""
    number, steps = deck_load(g, ship) if g.aboard else (0, 0)
    if number >= DECK_SIZE and not lifted & SLOTS.bit:  # V-3.2-f
        return False
    return steps + g.cv[u] <= g.cv[ship] or bool(lifted & STRENGTH.bit)  # V-3.2-h


def decks(g: Victory, u: int, lifted: int, reach: int) -> int:
    """Carriers within reach that can recover an Air unit (V-3.2-g: no Bomber)."""
    if not deck_kind(u) and not lifted & BOMBER.bit:
        return 0
    board, where, side = g.board, g.where, SIDE[u]
    around = board.grid.all if reach >= FAR else board.grid.disk(reach, where[u])
    if not lifted & RECOVER.bit:
        around &= ~board.sheltered  # V-3.2-m
    if not lifted & FIGHTING.bit:
        around &= ~g.occ[1 - side]
    out = 0
    for ship in FLEETS[side]:  # one that is sunk is in no hex
        if around >> where[ship] & 1 and ship != g.carrier[u] and _takes(g, ship, u, lifted):
            out |= 1 << ship
    if lifted & SAME.bit:
        out |= 1 << g.carrier[u]
    return out


def aboard(g: Victory, u: int, lifted: int = 0) -> int:
    """Carriers on to which an Air unit can go by a normal move (V-3.2-k, V-4.41-c)."""
    if not may_launch(g, u) and not lifted & TAKE_OFF.bit:
        return 0
    out = decks(g, u, lifted, FAR if lifted & TOO_FAR.bit else MOVE_RATE[KIND[u]])
    return out if lifted & CRUISED.bit else out & ~g.strategic  # V-3.2-l


def ferry(g: Victory, u: int, lifted: int = 0) -> int:
    """Carriers on to which an Air unit can go by a Strategic Move (A75)."""
    if not may_ferry(g, u) and not lifted & NO_START.bit:
        return 0
    out = decks(g, u, lifted, FAR if lifted & SIX_ABOARD.bit else STRATEGIC)
    return out if lifted & MOVED.bit else out & ~g.travelled  # V-3.2-l


def air_moves(g: Victory, u: int) -> tuple[int, int, int, int]:
    """What `air_to`, `fly`, `aboard` and `ferry` allow; bases and decks are looked up once."""
    launch, strategic = may_launch(g, u), may_ferry(g, u)
    if not (launch or strategic):
        return 0, 0, 0, 0
    board, side, h, rate = g.board, SIDE[u], g.where[u], MOVE_RATE[KIND[u]]
    near, far = board.ring(rate, h), board.ring(STRATEGIC, h)
    bases = airbases(g, side, near | far)
    ships = decks(g, u, 0, max(STRATEGIC, rate))
    to = flights = landings = ferries = 0
    if launch:
        to = air_targets(g, side, near) | bases & near
        landings = _among(g, ships, near | 1 << h) & ~g.strategic if ships else 0
    if strategic:
        flights = bases & far & ~g.activated
        ferries = _among(g, ships, far | 1 << h) & ~g.travelled if ships else 0
    return to, flights, landings, ferries


def _among(g: Victory, ships: int, hexes: int) -> int:
    """Those of a set of Carriers that are in a set of hexes."""
    out = ships
    for ship in bits(ships):
        if not hexes >> g.where[ship] & 1:
            out ^= 1 << ship
    return out


# Paradrops

FROM: Final = Limit(1, "A paradrop starts from a friendly city or town.", "V-5.6-a", "A30")
GROUND: Final = Limit(2, "A paradrop needs a clear or desert hex.", "V-5.6-b")
SKY: Final = Limit(
    4,
    "At most two Air units of a side may be in a battle, flying Airborne units among them.",
    "V-5.6-h",
    "V-4.42-a",
    "V-4.42-d",
)
FLIGHT: Final = Limit(
    16, "An Airborne unit flies four hexes at most to a drop.", "V-5.6-a", "V-XMOVE-b", "V-3.3-d"
)
DROP_LIMITS: Final = (FROM, GROUND, SKY, FLIGHT)


def drop(g: Victory, u: int, lifted: int = 0) -> int:
    """Hexes to which an Airborne unit can fly for a paradrop (V-5.6-a, V-5.6-b)."""
    side, board = SIDE[u], g.board
    if not (board.place & g.control[side]) >> g.where[u] & 1 and not lifted & FROM.bit:
        return 0
    out = _ring(g, u, FAR if lifted & FLIGHT.bit else DROP_FLIGHT)
    if not lifted & GROUND.bit:
        out &= board.drop
    if not lifted & SKY.bit:
        fights = out & g.occ[1 - side] & g.occ[side]
        if g.blockading:
            fights &= ~calm(g, side) | g.activated  # A79
        for h in bits(fights):
            if not air_room(g, side, h):
                out &= ~(1 << h)
    return out
