"""What production points may be spent on (6.2 to 6.4, cadres, merging), with the limits."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.blocks import blockaded
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.plans import (
    FULL,
    STEP_COST,
    Books,
    cost,
    freed_for,
    may_build_at,
    produces,
)
from sirocco.games.victory.state import NOBODY, Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    ARMY_MASK,
    CARRIERS,
    KIND,
    KIND_MASK,
    MA,
    NAVAL_MASK,
    SIDE_MASK,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

ABOARD_LIMIT: Final = data_pack().number("limits.air.carrier")
BASE_LIMIT: Final = data_pack().number("limits.air.airbase")
STRENGTHS: Final = (1 << FULL + 1) - 2
"""Strengths 1 to 4 as a mask."""

# Cities
IS_CITY: Final = Limit(
    1, "Production points come from cities only.", "V-PROD-a", "V-6.2-a", "V-6.2-b", "V-2.2-e"
)
CONTROLLED: Final = Limit(
    2, "That city is not under your control.", "V-PROD-b", "V-6.4-a", "V-CONTROL-a"
)
BLOCKADE: Final = Limit(
    4,
    "A blockaded city without a road to another friendly city produces nothing.",
    "V-5.8-g",
    "A33",
)
ONCE: Final = Limit(8, "That city's points are spent or given up.", "V-6.2-e", "V-6.2-c")
ALLY: Final = Limit(16, "An ally is spending the points of that city.", "V-6.0-a")
NO_USE: Final = Limit(
    32, "Nothing there can grow and nothing new can be built.", "V-WASTE-a", "V-WASTE-b"
)
YOURS: Final = Limit(
    64, "Nothing that this seat commands can grow or be built there.", "V-8.5-b", "V-8.4-g"
)
CITY_LIMITS: Final = (IS_CITY, CONTROLLED, BLOCKADE, YOURS, NO_USE, ALLY, ONCE)

# Steps
IN_CITY: Final = Limit(
    1, "A city's points serve units in that city only.", "V-6.2-b", "V-6.2-c", "V-PROD-a"
)
AT_FULL: Final = Limit(2, "That unit is at full strength.", "V-3.0-a", "V-STEP-a")
DECK: Final = Limit(4, "The Carrier is too weak for one more step aboard.", "V-3.2-h", "A36")
POINTS: Final = Limit(
    8,
    "The points of this city do not pay for that.",
    "V-6.3-a",
    "V-6.2-c",
    "V-6.1-a",
    "V-2.2-b",
    "V-XBUILD-a",
)
COMMAND: Final = Limit(16, "Another seat plans for that unit.", "V-8.5-b", "V-8.5-d", "V-8.4-g")
STEP_LIMITS: Final = (COMMAND, IN_CITY, POINTS, DECK, AT_FULL)

# New units
CAPTURED: Final = Limit(1, "No new unit is built in an enemy city.", "V-6.4-b")
NEUTRAL: Final = Limit(2, "No new unit is built in a neutral city.", "V-NEUTRAL-c")
MIX: Final = Limit(
    4,
    "All units of that kind are in use.",
    "V-6.2-d",
    "V-MIX-a",
    "V-MIX-b",
    "V-MIX-c",
    "V-MERGE-b",
    "A34",
)
SEAPORT: Final = Limit(
    64,
    "Naval units and Marines need a coastal city.",
    "V-6.2-f",
    "V-2.2-g",
    "A77",
)
UNBLOCKED: Final = Limit(
    128,
    "Naval units and Marines cannot be built in a blockaded city.",
    "V-6.2-f",
    "V-5.8-g",
    "A33",
)
ROOM: Final = Limit(256, "The hex is full for units of that arm.", "V-WASTE-b")
CADRES: Final = Limit(
    512, "The first step of a new unit costs two points.", "V-CADRE2-b", "V-CADRE2-a"
)
FRONT: Final = Limit(1024, "Your ally builds on that map.", "V-8.4-g")
BUILD_LIMITS: Final = (
    COMMAND,
    FRONT,
    NEUTRAL,
    CAPTURED,
    SEAPORT,
    UNBLOCKED,
    CADRES,
    POINTS,
    ROOM,
    MIX,
)

# Strength of a new unit
ONE_STEP: Final = Limit(1, "A new unit starts at 1cv.", "V-CADRE1-a")
DEARER: Final = Limit(2, "The first step of a new unit costs two points.", "V-CADRE2-a")
PRICE: Final = Limit(
    8,
    "The points of this city do not pay for that.",
    "V-6.3-a",
    "V-6.2-c",
    "V-6.3-b",
    "V-6.1-a",
    "V-2.2-b",
    "V-XBUILD-a",
)
STRENGTH_LIMITS: Final = (DEARER, PRICE, ONE_STEP)

# Mergers
OPTION: Final = Limit(
    1, "Strength is never shifted between units.", "V-6.2-g", "V-MERGE-a", "V-MERGE-c", "V-ORG-a"
)
BEFORE: Final = Limit(2, "Mergers come before the points are spent.", "V-MERGE-a", "V-6.0-b")
SAME_KIND: Final = Limit(4, "Only units of one type can be merged.", "V-MERGE-a", "V-MERGE-c")
SAME_HEX: Final = Limit(8, "Only units in one hex can be merged.", "V-MERGE-a", "V-MERGE-c")
SUM: Final = Limit(
    32,
    "Merged they would have more than four steps.",
    "V-3.0-a",
    "V-STEP-a",
    "V-MERGE-a",
    "V-MERGE-c",
    "A38",
)
CARGO: Final = Limit(64, "The Carrier could not hold all these aircraft.", "V-3.2-f", "V-3.2-h")
MERGE_LIMITS: Final = (OPTION, COMMAND, SAME_KIND, SAME_HEX, BEFORE, CARGO, SUM)


def city_mask(g: Victory, books: Books, lifted: int = 0) -> int:
    """V-PROD-b, V-8.4-d: the cities whose points a planner can still use."""
    board = g.board
    cities = board.city if not lifted & IS_CITY.bit else board.grid.all
    if not lifted & CONTROLLED.bit:
        cities &= g.control[books.side]
    if not lifted & ONCE.bit:
        cities &= ~books.shut
    if not lifted & ALLY.bit:
        cities &= ~books.busy
    shared = FRONT.bit | COMMAND.bit if lifted & YOURS.bit else 0
    recruits = books.pool & ARMY_MASK & ~KIND_MASK[MA]
    if g.terms.duty == "arms":
        recruits &= books.blocks
    first = cost(g.terms, 1)
    out = 0
    if not lifted:
        cities &= ~books.idle
        out = cities & (books.growing | books.barracks if recruits else books.growing)
    for h in bits(cities ^ out):
        left = books.left(g, h)
        raises = grows = False
        if left <= 0 and board.city >> h & 1:
            useful = bool(lifted & ONCE.bit)
        else:
            raises = bool(recruits) and left >= first and _barracks(g, books, h)
            grows = not raises and bool(step_mask(g, books, h, shared))
            useful = raises or grows or bool(lifted & NO_USE.bit | new_blocks(g, books, h, shared))
        if useful and not lifted & BLOCKADE.bit:
            useful = produces(g, books.side, h)
        if useful:
            out |= 1 << h
        if not lifted and h not in books.spent:
            books.note(h, useful, raises, grows)
    return out


def _barracks(g: Victory, books: Books, h: int) -> bool:
    """Whether a home city has room for soldiers at first sight: then it is of use."""
    if g.board.home[h] != books.side or not may_build_at(g, books.seat, h):
        return False
    here = g.at.get(h, 0) & SIDE_MASK[books.side] & ARMY_MASK | books.fresh.get(h, 0)
    return here.bit_count() < g.board.army_limit[h]


def step_mask(g: Victory, books: Books, h: int, lifted: int = 0) -> int:
    """V-6.2-b: the units that may get a step from a city."""
    if not lifted & POINTS.bit and books.left(g, h) < STEP_COST:
        return 0
    units = g.at.get(h, 0) & SIDE_MASK[books.side] & ~books.gone
    if lifted & IN_CITY.bit:
        units = _on_map(g, books)
    if not lifted & COMMAND.bit:
        units &= books.blocks
    cv, grown = g.cv, books.grown
    out = 0
    for u in bits(units):
        if cv[u] + grown.get(u, 0) < FULL or lifted & AT_FULL.bit:
            if not g.aboard >> u & 1 or lifted & DECK.bit or _deck_room(g, books, u, 1):
                out |= 1 << u
    return out


def _on_map(g: Victory, books: Books) -> int:
    out = 0
    for h in bits(g.occ[books.side]):
        out |= g.at[h]
    return out & SIDE_MASK[books.side] & ~books.gone


def _deck_room(g: Victory, books: Books, plane: int, steps: int) -> bool:
    """A36, V-3.2-h: whether the Carrier of a plane holds so many steps more."""
    ship = books.ship(g, plane)
    return books.load(g, ship)[1] + steps <= books.strength(g, ship)


def build_mask(g: Victory, books: Books, h: int, lifted: int = 0) -> int:
    """V-6.2-a: the kinds of unit that may be built in a city."""
    blocks = new_blocks(g, books, h, lifted)
    out = 0
    while blocks:
        k = KIND[(blocks & -blocks).bit_length() - 1]
        out |= 1 << k
        blocks &= ~KIND_MASK[k]
    return out


def new_blocks(g: Victory, books: Books, h: int, lifted: int = 0) -> int:
    """The blocks that may become a new unit in a city."""
    side = books.side
    home = g.board.home[h]
    if home != side and not lifted & (NEUTRAL.bit if home == NOBODY else CAPTURED.bit):
        return 0
    left = books.left(g, h)
    if left < cost(g.terms, 1) and not lifted & POINTS.bit:
        if left < STEP_COST or not lifted & CADRES.bit:
            return 0
    if not may_build_at(g, books.seat, h) and not lifted & FRONT.bit:
        return 0
    blocks = SIDE_MASK[side] if lifted & MIX.bit else books.pool | freed_for(g, books, h)
    if g.terms.duty == "arms" and not lifted & COMMAND.bit:
        blocks &= books.blocks
    return blocks & _arms_with_room(g, books, h, lifted) if blocks else 0


def _arms_with_room(g: Victory, books: Books, h: int, lifted: int) -> int:
    """All blocks of the arms for which a city hex has room (V-WASTE-b), as a mask."""
    board = g.board
    here = g.at.get(h, 0) & SIDE_MASK[books.side] & ~books.gone | books.fresh.get(h, 0)
    free = lifted & ROOM.bit
    out = 0
    if free or (here & AIR_MASK & ~g.aboard).bit_count() < BASE_LIMIT:
        out = AIR_MASK
    if free or (here & ARMY_MASK & ~g.at_sea).bit_count() < board.army_limit[h]:
        out |= ARMY_MASK
    if free or (here & (NAVAL_MASK | g.at_sea)).bit_count() < board.naval_limit[h]:
        out |= NAVAL_MASK
    coastal = board.port >> h & 1 or lifted & SEAPORT.bit
    unblocked = lifted & UNBLOCKED.bit or not blockaded(g, h, books.side)
    if not (coastal and unblocked):  # V-6.2-f
        out &= ~(NAVAL_MASK | KIND_MASK[MA])
    elif not board.port >> h & 1:
        out |= NAVAL_MASK  # the coast alone is missing, not the room
    return out


def strength_mask(g: Victory, left: int, lifted: int = 0) -> int:
    """V-6.3-b: the strengths that the points left of a city pay for."""
    if g.terms.cadres1 and not lifted & ONE_STEP.bit:  # V-CADRE1-a
        return 2
    if lifted & POINTS.bit:
        return STRENGTHS
    if lifted & DEARER.bit:
        left += cost(g.terms, 1) - STEP_COST
    out = 0
    for n in range(1, FULL + 1):
        if cost(g.terms, n) <= left:
            out |= 1 << n
    return out


def merge_mask(g: Victory, books: Books, lifted: int = 0) -> int:
    """V-MERGE-a: the units that may be dissolved into another."""
    if not g.terms.merging and not lifted & OPTION.bit:
        return 0
    if books.shut and not lifted & BEFORE.bit:
        return 0
    units = 0
    for h in bits(g.occ[books.side]):
        here = g.at[h] & SIDE_MASK[books.side]
        if lifted:
            units |= here
        elif here & (here - 1):
            units |= _pairs(here)
    out = 0
    for u in bits(units & SIDE_MASK[books.side] & ~books.gone):
        if into_mask(g, books, u, lifted):
            out |= 1 << u
    return out


def _pairs(here: int) -> int:
    """The blocks of a hex that have another of their kind beside them."""
    out = 0
    while here:
        alike = here & KIND_MASK[KIND[(here & -here).bit_length() - 1]]
        if alike & (alike - 1):
            out |= alike
        here ^= alike
    return out


def into_mask(g: Victory, books: Books, u: int, lifted: int = 0) -> int:
    """The units into which a unit may be merged, completely and within 4cv (A38)."""
    mine = SIDE_MASK[books.side] & ~books.gone
    others = g.at.get(g.where[u], 0) & mine
    if lifted & SAME_HEX.bit:
        others = _on_map(g, books)
    if not lifted & SAME_KIND.bit:
        others &= KIND_MASK[KIND[u]]
    others &= ~(1 << u)
    if not lifted & COMMAND.bit:
        if not books.blocks >> u & 1:
            return 0
        others &= books.blocks
    out = 0
    for v in bits(others):
        if books.strength(g, u) + books.strength(g, v) <= FULL or lifted & SUM.bit:
            if lifted & CARGO.bit or _aircraft_fit(g, books, u, v):
                out |= 1 << v
    return out


def _aircraft_fit(g: Victory, books: Books, u: int, v: int) -> bool:
    """Whether the aircraft of both Carriers, or the stronger plane aboard, find room."""
    if CARRIERS >> u & CARRIERS >> v & 1:
        return books.load(g, u)[0] + books.load(g, v)[0] <= ABOARD_LIMIT  # V-3.2-f
    if not g.aboard >> v & 1:
        return True
    if g.aboard >> u & 1 and books.ship(g, u) == books.ship(g, v):
        return True
    return _deck_room(g, books, v, books.strength(g, u))  # V-3.2-h
