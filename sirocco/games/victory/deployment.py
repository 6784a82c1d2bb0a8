"""Deploying the starting forces (1.4): three units in turn, or both sides at once in secret.

What is offered always leaves a way to place everything and to garrison every city.
"""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import (
    air_count,
    army_count,
    cargo,
    everybody,
    naval_count,
    own,
    put_aboard,
)
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.command import seat_of, split
from sirocco.games.victory.fronts import (
    AIRBASE,
    CLASS,
    DECK,
    HEAVIES,
    LAND,
    PLANES,
    SEAMEN,
    SHIPS,
    Front,
    blocks_of,
    front_of,
    fronts,
    planes_fit,
    tally,
)
from sirocco.games.victory.state import Victory, place
from sirocco.games.victory.units import (
    AIR_MASK,
    BOMBERS,
    CARRIERS,
    KIND,
    OFF,
    SIDE,
    SIDE_MASK,
)
from sirocco.games.victory.verbs import ABOARD, DEPLOY, TO
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

BATCH: Final = data_pack().number("limits.deployment.batch")

PLACES: Final = Limit(
    1, "Starting units stand in cities and towns only.", "V-1.4-c", "V-8.0-d", "V-1.4-d"
)
FRIENDLY: Final = Limit(
    2,
    "That place does not belong to this force: it deploys in its own cities and towns.",
    "V-8.0-d",
    "V-8.4-c",
    "V-1.4-c",
)
PORT: Final = Limit(
    4, "Ships and Marines are deployed in ports only.", "V-3.2-a", "V-3.3-f", "V-1.4-c", "V-2.2-g"
)
STACKING: Final = Limit(
    8,
    "The hex is full for units of this arm.",
    "V-1.4-d",
    "V-4.1-a",
    "V-4.1-b",
    "V-4.1-c",
    "V-4.1-d",
    "V-STACK-a",
    "V-2.2-d",
    "V-2.2-f",
)
GARRISON: Final = Limit(
    16,
    "The units left could then no longer give every city the garrison that it must have.",
    "V-1.4-e",
)
OTHERS: Final = Limit(
    32, "Units still to be deployed need that room: they fit nowhere else.", "V-1.4-d", "V-1.4-c"
)
TO_LIMITS: Final = (PLACES, FRIENDLY, PORT, STACKING, GARRISON, OTHERS)

HEAVY: Final = Limit(64, "Carriers take no Bombers.", "V-3.2-g", "V-4.41-c")
SLOTS: Final = Limit(128, "That Carrier is full.", "V-3.2-f", "V-4.41-b", "V-1.4-d")
STEPS: Final = Limit(
    256, "Aircraft aboard may not be stronger than their Carrier.", "V-3.2-h", "V-4.41-c"
)
ABOARD_LIMITS: Final = (HEAVY, SLOTS, STEPS, GARRISON, OTHERS)


# The procedure


@procedure
def deploy_in_turns(g: Victory) -> Procedure[None]:
    """V-1.4-f, A13: the second chooser begins; who has placed everything is skipped."""
    g.side = 1 - g.first
    while g.reserve:
        left = BATCH
        while left and g.reserve & SIDE_MASK[g.side]:
            yield from deploy_one(g, g.side)
            left -= 1
        g.side = 1 - g.side


@procedure
def deploy_all(g: Victory, side: int) -> Procedure[None]:
    """All units of a side, while the other side does the same."""
    while g.reserve & SIDE_MASK[side]:
        yield from deploy_one(g, side)


@procedure
def deploy_one(g: Victory, side: int) -> Procedure[None]:
    a = yield split(g, side, "deploy", ((DEPLOY, deployable(g, side)),), 0)
    u = a & NOUN
    a = yield Ask(
        seat_of(g, side, u), "deploy-to", ((TO, destinations(g, u)), (ABOARD, decks_for(g, u)))
    )
    deploy(g, u, a & ~NOUN, a & NOUN)


def deploy(g: Victory, u: int, how: int, noun: int) -> None:
    """A unit takes its place, standing (V-1.4-b)."""
    g.reserve &= ~(1 << u)
    if how == ABOARD:
        put_aboard(g, u, noun)
    else:
        place(g, u, noun)
    if g.log is not None:
        mine = g.terms.side_seats[SIDE[u]]
        g.log.append(ev.Deployed(mine, u, g.where[u]))
        if not g.terms.simultaneous:
            g.log.append(ev.BlockDeployed(everybody(g) & ~mine, SIDE[u], g.where[u]))


def show_blocks(g: Victory) -> None:
    """After deployment at the same time each side sees where the other's blocks stand."""
    if g.log is None:
        return
    for side in (0, 1):
        others = everybody(g) & ~g.terms.side_seats[side]
        for h in bits(g.occ[side]):
            for _ in range(own(g, side, h).bit_count()):
                g.log.append(ev.BlockDeployed(others, side, h))


# What may be deployed, and where


def deployable(g: Victory, side: int) -> int:
    """The units of a side's reserve that can be placed next."""
    out = 0
    known: dict[int, bool] = {}  # units that are alike go to the same places
    for u in bits(g.reserve & SIDE_MASK[side]):
        alike = CLASS[KIND[u]] << 8 | g.cv[u] << 1 | g.front >> u & 1
        if alike not in known:
            known[alike] = bool(destinations(g, u) or decks_for(g, u))
        out |= known[alike] << u
    return out


def destinations(g: Victory, u: int, lifted: int = 0) -> int:
    """The hexes where a unit may be deployed (V-1.4-c to V-1.4-e, V-8.0-d, A14)."""
    front = front_of(g, SIDE[u], u)
    out = front.places
    if lifted & FRIENDLY.bit:
        out = g.board.place
    if lifted & PLACES.bit:
        out = g.board.grid.all & ~(g.board.place & ~front.places)
    if lifted & PLACES.bit and lifted & FRIENDLY.bit:
        out = g.board.grid.all
    group = CLASS[KIND[u]]
    if group in (SEAMEN, SHIPS) and not lifted & PORT.bit:
        out &= g.board.port
    if not lifted & STACKING.bit:
        out &= ~_full(g, front.side, group, out)
    if not lifted & GARRISON.bit:
        out &= garrison_hexes(g, front, u)
    if not lifted & OTHERS.bit:
        out &= _room_left(g, front, u)
    return out


def _full(g: Victory, side: int, group: int, hexes: int) -> int:
    """Those of some hexes that take no more units of a class (V-1.4-d)."""
    board = g.board
    out = 0
    for h in bits(hexes):
        if group in (LAND, SEAMEN):
            full = army_count(g, side, h) >= board.army_limit[h]
        elif group == SHIPS:
            full = naval_count(g, side, h) >= board.naval_limit[h] and bool(board.port >> h & 1)
        else:
            full = air_count(g, side, h) >= AIRBASE
        if full:
            out |= 1 << h
    return out


def thin_cities(g: Victory, front: Front) -> tuple[int, int, int, int]:
    """Cities that lack units, inland and ports, and how many units they lack in all."""
    force = blocks_of(g, front)
    on_map = 0
    for h in bits(front.places):
        on_map += own(g, front.side, h).bit_count()
    least = front.minimum((force & g.reserve).bit_count() + on_map)  # A10
    hexes = [0, 0]
    lacking = [0, 0]
    for h in bits(front.places & g.board.city):
        short = least - own(g, front.side, h).bit_count()
        if short > 0:
            port = g.board.port >> h & 1
            hexes[port] |= 1 << h
            lacking[port] += short
    return hexes[0], hexes[1], lacking[0], lacking[1]


def garrison_hexes(g: Victory, front: Front, u: int) -> int:
    """Where a unit can go so that the others still suffice for every city (V-1.4-e)."""
    inland, ports, short_inland, short_ports = thin_cities(g, front)
    rest = tally(blocks_of(g, front) & g.reserve & ~(1 << u))
    everywhere = g.board.grid.all
    if CLASS[KIND[u]] not in (SEAMEN, SHIPS) and rest.anywhere < short_inland:
        return inland
    if rest.all < short_inland + short_ports:
        return inland | ports
    return everywhere


def _room_left(g: Victory, front: Front, u: int) -> int:
    """Where a unit can go so that the others still find room."""
    everywhere = g.board.grid.all
    group = CLASS[KIND[u]]
    if group == LAND:
        marines = tally(blocks_of(g, front) & g.reserve).marines
        ports = front.places & g.board.port
        if marines and _army_room(g, front, ports) <= marines:
            return everywhere & ~ports
    elif group >= PLANES and not planes_left_fit(g, front, u, -1):
        return 0
    return everywhere


def _army_room(g: Victory, front: Front, hexes: int) -> int:
    limit = g.board.army_limit
    return sum([limit[h] - army_count(g, front.side, h) for h in bits(hexes)])


def planes_left_fit(g: Victory, front: Front, u: int, ship: int) -> bool:
    """Whether the other aircraft find room when one is put ashore, or aboard a ship."""
    force = blocks_of(g, front)
    rest = force & g.reserve & AIR_MASK & ~(1 << u)
    ashore = front.air - sum([air_count(g, front.side, h) for h in bits(front.places)])
    if ship < 0:
        ashore -= 1
    if rest.bit_count() <= ashore:
        return True
    decks = []
    for c in bits(force & CARRIERS):
        if g.reserve >> c & 1 or g.where[c] != OFF:
            slots, steps = _deck(g, c)
            if c == ship:
                slots, steps = slots - 1, steps - g.cv[u]
            decks.append((slots, steps))
    light = [g.cv[p] for p in bits(rest & ~BOMBERS)]
    return planes_fit(light, (rest & BOMBERS).bit_count(), ashore, decks)


def _deck(g: Victory, ship: int) -> tuple[int, int]:
    """The aircraft and the steps that a Carrier can still take."""
    aboard = bits(cargo(g, ship)) if g.where[ship] != OFF else []
    return DECK - len(aboard), g.cv[ship] - sum([g.cv[p] for p in aboard])


def decks_for(g: Victory, u: int, lifted: int = 0) -> int:
    """The Carriers, deployed before, aboard which an aircraft may start (A14)."""
    group = CLASS[KIND[u]]
    if group < PLANES or (group == HEAVIES and not lifted & HEAVY.bit):
        return 0
    front = front_of(g, SIDE[u], u)
    out = 0
    needed = g.board.grid.all if lifted & GARRISON.bit else garrison_hexes(g, front, u)
    for ship in bits(blocks_of(g, front) & CARRIERS):
        h = g.where[ship]
        if h == OFF or not needed >> h & 1:
            continue
        slots, steps = _deck(g, ship)
        if slots < 1 and not lifted & SLOTS.bit:
            continue
        if steps < g.cv[u] and not lifted & STEPS.bit:
            continue
        if lifted & OTHERS.bit or planes_left_fit(g, front, u, ship):
            out |= 1 << ship
    return out


def all_deployed(g: Victory) -> bool:
    """Nothing is left to deploy, and every city has its garrison (V-1.4-e)."""
    return not g.reserve and not any(
        sum(thin_cities(g, front)[2:]) for side in (0, 1) for front in fronts(g, side)
    )
