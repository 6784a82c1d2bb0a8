"""Deploying the starting forces (1.4): three units in turn, or both sides at once in secret.

What is offered always leaves a way to place everything and to garrison every city.
"""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import (
    cargo,
    everybody,
    own,
    put_aboard,
)
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.command import seat_of, split
from sirocco.games.victory.fronts import (
    AIRBASE,
    CLASS,
    CLASS_MASK,
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
    ARMY_MASK,
    BOMBERS,
    CARRIERS,
    KIND,
    NAVAL_MASK,
    OFF,
    SIDE,
    SIDE_MASK,
)
from sirocco.games.victory.verbs import ABOARD, DEPLOY, TO
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
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
    4,
    "Ships and Marines are deployed in ports only.",
    "V-3.2-a",
    "V-3.3-f",
    "V-1.4-c",
    "V-2.2-g",
    "A14",
)
STACKING: Final = Limit(
    8,
    "The hex is full for units of this arm.",
    "V-1.4-d",
    "A14",
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
    "A10",
    "A11",
)
OTHERS: Final = Limit(
    32,
    "Units still to be deployed need that room: they fit nowhere else.",
    "V-1.4-d",
    "V-1.4-c",
    "A14",
)
TO_LIMITS: Final = (PLACES, FRIENDLY, PORT, STACKING, GARRISON, OTHERS)

HEAVY: Final = Limit(64, "Carriers take no Bombers.", "V-3.2-g", "V-4.41-c", "A14")
SLOTS: Final = Limit(128, "That Carrier is full.", "V-3.2-f", "V-4.41-b", "V-1.4-d", "A14")
STEPS: Final = Limit(
    256, "Aircraft aboard may not be stronger than their Carrier.", "V-3.2-h", "V-4.41-c", "A14"
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
    a = yield Ask(seat_of(g, side, u), "deploy-to", places_for(g, u))
    deploy(g, u, a & ~NOUN, a & NOUN)


def deploy(g: Victory, u: int, how: int, noun: int) -> None:
    """A unit takes its place, standing (V-1.4-b)."""
    g.reserve &= ~(1 << u)
    if how == ABOARD:
        put_aboard(g, u, noun)
    else:
        place(g, u, noun)
    front = front_of(g, SIDE[u], u)
    ground = g.grounds.get((front.side, front.number))
    if ground is not None:
        ground.settle(g, u)
    if g.log is not None:
        mine = g.terms.side_seats[SIDE[u]]
        g.log.append(ev.Deployed(mine, u, g.where[u]))
        if not g.terms.simultaneous:
            g.log.append(ev.BlockDeployed(everybody(g) & ~mine, SIDE[u], g.where[u]))


def show_blocks(g: Victory) -> None:
    """After deployment at the same time each side sees where the other's blocks stand."""
    if g.log is None:
        return
    g.log.append(ev.BlocksShown(everybody(g)))
    for side in (0, 1):
        others = everybody(g) & ~g.terms.side_seats[side]
        for h in bits(g.occ[side]):
            for _ in range(own(g, side, h).bit_count()):
                g.log.append(ev.BlockDeployed(others, side, h))


# What may be deployed, and where

AFLOAT: Final = (SEAMEN, SHIPS)
"""Classes that fit into ports only."""


class Ground:
    """The room on a front and what its cities lack, as the units deployed so far leave it.

    While a side deploys, `ground_of` keeps it in the state and `settle` enters each unit.
    """

    __slots__ = (
        "air_room",
        "front",
        "full_air",
        "full_army",
        "full_naval",
        "inland",
        "lack",
        "least",
        "port_room",
        "ports",
        "rest",
        "short_inland",
        "short_ports",
    )

    def __init__(self, g: Victory, front: Front) -> None:
        self.front = front
        self.rest = tally(blocks_of(g, front) & g.reserve)
        self.full_army = self.full_naval = self.full_air = 0  # hexes
        self.air_room, self.port_room = front.air, front.port_army
        used = bits(g.occ[front.side] & front.places)
        on_map = sum([own(g, front.side, h).bit_count() for h in used])
        self.least = front.minimum(self.rest.all + on_map)  # A10
        cities = front.places & g.board.city
        self.ports = cities & g.board.port  # cities that lack units
        self.inland = cities ^ self.ports
        self.short_ports = self.least * (front.cities - front.inland)
        self.short_inland = self.least * front.inland
        self.lack = dict.fromkeys(bits(cities), self.least)
        for h in used:
            self._look(g, h)
            here = own(g, front.side, h)
            self.air_room -= (here & AIR_MASK & ~g.aboard).bit_count()
            if g.board.port >> h & 1:
                self.port_room -= (here & ARMY_MASK).bit_count()

    def settle(self, g: Victory, u: int) -> None:
        """A unit of the reserve has taken its place."""
        group, h = CLASS[KIND[u]], g.where[u]
        self.rest = self.rest.plus(group, -1)
        if group >= PLANES:
            self.air_room -= not g.aboard >> u & 1
        elif group != SHIPS:
            self.port_room -= g.board.port >> h & 1
        self._look(g, h)

    def _look(self, g: Victory, h: int) -> None:
        """What the units that stand in a hex have filled."""
        board, bit = g.board, 1 << h
        here = g.at[h] & SIDE_MASK[self.front.side]
        if (here & ARMY_MASK).bit_count() >= board.army_limit[h]:
            self.full_army |= bit
        if (here & AIR_MASK & ~g.aboard).bit_count() >= AIRBASE:
            self.full_air |= bit
        if board.port & bit and (here & NAVAL_MASK).bit_count() >= board.naval_limit[h]:
            self.full_naval |= bit
        if h not in self.lack:
            return
        lack = max(0, self.least - here.bit_count())
        filled = self.lack[h] - lack
        self.lack[h] = lack
        if board.port & bit:
            self.short_ports -= filled
        else:
            self.short_inland -= filled
        if not lack:
            self.ports &= ~bit
            self.inland &= ~bit

    def full(self, group: int) -> int:
        """The hexes without room for one more unit of a class (V-1.4-d)."""
        if group >= PLANES:
            return self.full_air
        return self.full_naval if group == SHIPS else self.full_army

    def garrisons(self, group: int, hexes: int) -> int:
        """Of some hexes, those where a unit leaves enough others for every city (V-1.4-e)."""
        anywhere = self.rest.anywhere
        if group not in AFLOAT and anywhere - 1 < self.short_inland:
            return hexes & self.inland
        if self.rest.all - 1 < self.short_inland + self.short_ports:
            return hexes & (self.inland | self.ports)
        return hexes


def ground_of(g: Victory, front: Front) -> Ground:
    """The ground of a front while units are deployed."""
    key = (front.side, front.number)
    ground = g.grounds.get(key)
    if ground is None:
        ground = g.grounds[key] = Ground(g, front)
    return ground


def deployable(g: Victory, side: int) -> int:
    """The units of a side's reserve that can be placed next."""
    out = 0
    for front in fronts(g, side):
        ground = ground_of(g, front)
        force = blocks_of(g, front) & g.reserve
        for group in range(HEAVIES + 1):  # units of a class go to the same hexes
            units = force & CLASS_MASK[group]
            if group < PLANES or ground.rest.planes <= ground.air_room:
                if units and _hexes_for(g, ground, lowest(units), 0):
                    out |= units
                    continue
            for u in bits(units & AIR_MASK):
                if _hexes_for(g, ground, u, 0) or _decks_for(g, ground, u, 0):
                    out |= 1 << u
    return out


def places_for(g: Victory, u: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Everything that can be done with the unit taken."""
    ground = ground_of(g, front_of(g, SIDE[u], u))
    return (TO, _hexes_for(g, ground, u, 0)), (ABOARD, _decks_for(g, ground, u, 0))


def destinations(g: Victory, u: int, lifted: int = 0) -> int:
    """The hexes where a unit may be deployed (V-1.4-c to V-1.4-e, V-8.0-d, A14)."""
    return _hexes_for(g, Ground(g, front_of(g, SIDE[u], u)), u, lifted)


def decks_for(g: Victory, u: int, lifted: int = 0) -> int:
    """The Carriers, deployed before, aboard which an aircraft may start (A14)."""
    return _decks_for(g, Ground(g, front_of(g, SIDE[u], u)), u, lifted)


def _hexes_for(g: Victory, ground: Ground, u: int, lifted: int) -> int:
    board, front = g.board, ground.front
    group = CLASS[KIND[u]]
    out = front.places
    if lifted & FRIENDLY.bit:
        out = board.place
    if lifted & PLACES.bit:
        out |= board.grid.all & ~board.place
    if group in AFLOAT and not lifted & PORT.bit:
        out &= board.port
    if not lifted & STACKING.bit:
        out &= ~ground.full(group)
    if not lifted & GARRISON.bit:
        out = ground.garrisons(group, out)
    if not lifted & OTHERS.bit:
        if group == LAND and ground.port_room <= ground.rest.marines:
            out &= ~board.port
        if group >= PLANES and not _planes_left_fit(g, ground, u, -1):
            return 0
    return out


def _decks_for(g: Victory, ground: Ground, u: int, lifted: int) -> int:
    group = CLASS[KIND[u]]
    if group < PLANES or (group == HEAVIES and not lifted & HEAVY.bit):
        return 0
    out = 0
    for ship in bits(blocks_of(g, ground.front) & CARRIERS):
        h = g.where[ship]
        if h == OFF or not (lifted & GARRISON.bit or ground.garrisons(group, 1 << h)):
            continue
        slots, steps = _deck(g, ship)
        if slots < 1 and not lifted & SLOTS.bit:
            continue
        if steps < g.cv[u] and not lifted & STEPS.bit:
            continue
        if lifted & OTHERS.bit or _planes_left_fit(g, ground, u, ship):
            out |= 1 << ship
    return out


def _planes_left_fit(g: Victory, ground: Ground, u: int, ship: int) -> bool:
    """Whether the other aircraft find room when one is put ashore, or aboard a ship."""
    ashore = ground.air_room - (ship < 0)
    if ground.rest.planes - 1 <= ashore:
        return True
    force = blocks_of(g, ground.front)
    decks = []
    for c in bits(force & CARRIERS):
        if g.reserve >> c & 1 or g.where[c] != OFF:
            slots, steps = _deck(g, c)
            if c == ship:
                slots, steps = slots - 1, steps - g.cv[u]
            decks.append((slots, steps))
    rest = force & g.reserve & AIR_MASK & ~(1 << u)
    light = [g.cv[p] for p in bits(rest & ~BOMBERS)]
    return planes_fit(light, (rest & BOMBERS).bit_count(), ashore, decks)


def _deck(g: Victory, ship: int) -> tuple[int, int]:
    """The aircraft and the steps that a Carrier can still take."""
    aboard = bits(cargo(g, ship)) if g.where[ship] != OFF else []
    return DECK - len(aboard), g.cv[ship] - sum([g.cv[p] for p in aboard])
