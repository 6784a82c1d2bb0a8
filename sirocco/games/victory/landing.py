"""Coming down: paradrops (5.6) and Marines (5.7) in their Combat Turn, aircraft after a battle."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.battlefields import asks, fighters, given, group_of, in_pursuit
from sirocco.games.victory.blocks import army_count, everybody, remove
from sirocco.games.victory.departure import withdraw
from sirocco.games.victory.retreat import seemingly_free
from sirocco.games.victory.retreat_air import abort_bases, air_bases, air_ships, seeming_bases
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import KIND, NAVAL, SIDE
from sirocco.games.victory.verbs import ABORT, BASE, LAND, LOSE
from sirocco.kernel.ask import NOUN
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

WATER_HELD: Final = 1
ROOM: Final = 2
TERRAIN: Final = 4
LEAVING: Final = 8

NO_ROOM: Final = Limit(
    ROOM,
    "There is no room for another Army unit ashore.",
    "V-5.6-h",
    "V-5.7-g",
    "V-4.1-a",
    "A32",
)
LIMITS: Final = (
    Limit(LEAVING, "In the pursuit round the Attacker's units must retreat.", "V-PURSUIT-b"),
    Limit(TERRAIN, "Only Clear and Desert hexes can be landed in.", "V-5.6-b", "V-5.7-a"),
    Limit(
        WATER_HELD,
        "Marines cannot land while enemy naval units are in the Battle Hex.",
        "V-5.7-e",
    ),
    NO_ROOM,
)


def landers(g: Victory, units: int, lifted: int = 0) -> int:
    """Those units of one side that can land in the Battle Hex now."""
    coming = units & (g.flying | g.invading)
    if not coming:
        return 0
    side, h = SIDE[lowest(coming)], g.battle
    if in_pursuit(g, side) and not lifted & LEAVING:
        return 0
    if army_count(g, side, h) >= g.board.army_limit[h] and not lifted & ROOM:  # A32
        return 0
    if not g.board.drop >> h & 1 and not lifted & TERRAIN:  # V-5.6-b, V-5.7-a
        return 0
    if group_of(g, 1 - side, NAVAL) and not lifted & WATER_HELD:  # V-5.7-e
        coming &= ~g.invading
    return coming


def land(g: Victory, u: int) -> None:
    """The unit is on the ground: an Army unit from now on (V-XCOMBAT-e, V-XCOMBAT-f)."""
    bit = 1 << u
    if g.flying & bit:
        g.flying &= ~bit
        g.dropped |= bit
    g.at_sea &= ~bit
    g.invading &= ~bit
    if g.log is not None:
        g.log.append(ev.Landed(everybody(g), u, g.battle))


@procedure
def landings(g: Victory, side: int) -> Procedure[None]:
    """After the battle a side's aircraft land, one by one in its owner's order (V-4.41-d).

    An Airborne unit whose battle was won before its Combat Turn drops now, or aborts.
    """
    while True:
        bases, drops, aborts = homecoming(g, side)
        if not bases | drops | aborts | seemingly_home(g, side):
            break
        answer = yield asks(g, side, "landing", landing_choices(g, side, bases, drops, aborts))
        u = answer & NOUN
        if answer == LOSE + u:
            break
        if answer == LAND + u:
            land(g, u)
        else:
            yield from withdraw(g, u, answer == BASE + u)
    for lost in bits(fighters(g, side) & (g.aloft | g.flying)):
        remove(g, lost)  # V-4.41-f, A30


def landing_choices(
    g: Victory, side: int, bases: int, drops: int, aborts: int
) -> tuple[tuple[int, int], ...]:
    """Ways down; where nothing is left but losses, one that the enemy cannot foresee."""
    if bases | drops | aborts:
        return given((BASE, bases), (LAND, drops), (ABORT, aborts))
    return ((LOSE, seemingly_home(g, side)),)


def seemingly_home(g: Victory, side: int) -> int:
    """The aircraft of a side that could land for all that the enemy can see."""
    out = 0
    for u in bits(fighters(g, side) & g.aloft):
        if seeming_bases(g, side, KIND[u], True):
            out |= 1 << u
    return out | seemingly_free(g, fighters(g, side) & g.flying)


def homecoming(g: Victory, side: int) -> tuple[int, int, int]:
    """The aircraft of a side that can land at a base now, drop now, or abort their drop."""
    up = fighters(g, side) & g.aloft
    bases = 0
    known = -1
    free = False
    for u in bits(up):
        if KIND[u] != known:
            known = KIND[u]
            free = bool(air_bases(g, side, known, True) or air_ships(g, side, known, True))
        if free:
            bases |= 1 << u
    flying = fighters(g, side) & g.flying
    if not flying:
        return bases, 0, 0
    return bases, landers(g, flying), flying if abort_bases(g, side) else 0
