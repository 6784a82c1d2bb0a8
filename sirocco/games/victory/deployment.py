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


class Ground:
    """The room on a front and what its cities lack, as the units deployed so far leave it."""

    __slots__ = ("front", "full", "inland", "ports", "rest", "room", "short_inland", "short_ports")

    def __init__(self, g: Victory, front: Front) -> None:
        self.front = front
        self.rest = tally(blocks_of(g, front) & g.reserve)
        board, at, side = g.board, g.at, SIDE_MASK[front.side]
        army = naval = air = on_map = 0
        air_room, port_room = front.air, front.port_army
        counts: list[tuple[int, int]] = []
        for h in bits(g.occ[front.side] & front.places):
            here = at[h] & side
            units = here.bit_count()
            on_map += units
            soldiers = (here & ARMY_MASK).bit_count()
            planes = (here & AIR_MASK & ~g.aboard).bit_count()
            army |= (soldiers >= board.army_limit[h]) << h
            air |= (planes >= AIRBASE) << h
            air_room -= planes
            if board.port >> h & 1:
                naval |= ((here & NAVAL_MASK).bit_count() >= board.naval_limit[h]) << h
                port_room -= soldiers
            if board.city >> h & 1:
                counts.append((1 << h, units))
        self.full = (army, army, naval, air, air)
        self.room = (port_room, air_room)
        least = front.minimum(self.rest.all + on_map)  # A10
        cities = front.places & board.city
        self.ports = cities & board.port
        self.inland = cities ^ self.ports
        self.short_ports = least * (front.cities - front.inland)
        self.short_inland = least * front.inland
        for city, units in counts:
            filled = least if units >= least else units
            if self.ports & city:
                self.short_ports -= filled
            elif self.inland & city:
                self.short_inland -= filled
            if units >= least:
                self.ports &= ~city
                self.inland &= ~city

    def garrisons(self, group: int, hexes: int) -> int:
        """Of some hexes, those where a unit leaves enough others for every city (V-1.4-e)."""
        anywhere = self.rest.anywhere
        if group not in (SEAMEN, SHIPS) and anywhere - 1 < self.short_inland:
            return hexes & self.inland
        if self.rest.all - 1 < self.short_inland + self.short_ports:
            return hexes & (self.inland | self.ports)
        return hexes


def deployable(g: Victory, side: int) -> int:
    """The units of a side's reserve that can be placed next."""
    out = 0
    for front in fronts(g, side):
        ground = Ground(g, front)
        force = blocks_of(g, front) & g.reserve
        for group in range(HEAVIES + 1):  # units of a class go to the same hexes
            units = force & CLASS_MASK[group]
            if group < PLANES or ground.rest.planes <= ground.room[1]:
                if units and _hexes_for(g, ground, lowest(units), 0):
                    out |= units
                    continue
            for u in bits(units & AIR_MASK):
                if _hexes_for(g, ground, u, 0) or _decks_for(g, ground, u, 0):
                    out |= 1 << u
    return out


def places_for(g: Victory, u: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Everything that can be done with the unit taken."""
    ground = Ground(g, front_of(g, SIDE[u], u))
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
    if group in (SEAMEN, SHIPS) and not lifted & PORT.bit:
        out &= board.port
    if not lifted & STACKING.bit:
        out &= ~ground.full[group]
    if not lifted & GARRISON.bit:
        out = ground.garrisons(group, out)
    if not lifted & OTHERS.bit:
        if group == LAND and ground.room[0] <= ground.rest.marines:
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
    ashore = ground.room[1] - (ship < 0)
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


def all_deployed(g: Victory) -> bool:
    """Nothing is left to deploy, and every city has its garrison (V-1.4-e)."""
    grounds = [Ground(g, front) for side in (0, 1) for front in fronts(g, side)]
    return not g.reserve and not any(each.short_inland + each.short_ports for each in grounds)
