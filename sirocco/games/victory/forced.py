"""The end of an undecided battle: who must leave (5.5), and blockades instead (5.8)."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.battlefields import (
    ROUNDS,
    WAYS,
    asks,
    fighters,
    given,
    holds_land,
    on_ground,
)
from sirocco.games.victory.blocks import everybody, own, remove
from sirocco.games.victory.departure import withdraw
from sirocco.games.victory.retreat import retreaters, seemingly_free
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR_MASK, ARMY_MASK, NAVAL_MASK, SIDE, SIDE_MASK
from sirocco.games.victory.verbs import BLOCKADE, LOSE, RETREAT
from sirocco.kernel.ask import NOUN
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

SHIPS_ONLY: Final = 1
NO_PORT: Final = 2
OPPOSED: Final = 4
DEFENDING: Final = 8
TOO_EARLY: Final = 16

LIMITS: Final = (
    Limit(SHIPS_ONLY, "Only ships can blockade.", "V-5.8-a"),
    Limit(NO_PORT, "Only a port or a Beachhead can be blockaded.", "V-5.8-a"),
    Limit(
        OPPOSED,
        "No blockade while enemy Naval or Air units are in the hex.",
        "V-5.8-b",
        "V-CONTROL-g",
        "A58",
        "A57",
    ),
    Limit(
        DEFENDING,
        "Only attacking ships, and those that blockaded, may stay.",
        "V-5.8-a",
        "A57",
    ),
    Limit(
        TOO_EARLY,
        "A blockade is declared only when the ship would have to retreat.",
        "V-5.8-a",
        "A91",
    ),
)


def must_leave(g: Victory) -> int:
    """The side that has to leave when the last round is over."""
    attacker, defender = g.side, 1 - g.side
    if not on_ground(g, defender):
        if on_ground(g, attacker):
            return defender  # V-5.5-c, V-XCOMBAT-i, A92
        if holds_land(g, attacker) and fighters(g, attacker) & AIR_MASK:
            return defender  # V-CONTROL-g: ships leave a hex that enemy aircraft control
    return attacker  # V-5.5-b


def blockaders(g: Victory, units: int, leaving: bool, lifted: int = 0) -> int:
    """Those units of one side that may stay as a blockade instead of retreating (V-5.8-a)."""
    h = g.battle
    ships = units if lifted & SHIPS_ONLY else units & NAVAL_MASK
    if not ships or not (leaving or lifted & TOO_EARLY):  # A91
        return 0
    side = SIDE[lowest(ships)]
    enemy = own(g, 1 - side, h)
    if not (g.board.port >> h & 1 or enemy & g.beach or lifted & NO_PORT):
        return 0
    if enemy & (AIR_MASK | NAVAL_MASK | g.at_sea | g.flying) and not lifted & OPPOSED:
        return 0  # V-5.8-b, A58
    if side != g.side and not lifted & DEFENDING:
        ships &= g.blockading  # A57
    return ships


def declare_blockade(g: Victory, u: int) -> None:
    """The ship stays, face-up (V-5.8-c); the land and the hex stay the enemy's (V-5.8-d)."""
    g.blockading |= 1 << u
    if g.log is not None:
        g.log.append(ev.Blockaded(everybody(g), u, g.battle))


@procedure
def leave(g: Victory, side: int) -> Procedure[None]:
    """Forced retreats, one unit at a time in the owner's order, with fresh Hexside Limits (A49)."""
    new_limits(g)
    staying = 0
    while True:
        units = fighters(g, side) & ~staying
        goers = retreaters(g, units)
        ships = blockaders(g, units, True)
        if not goers | ships | seemingly_free(g, units):
            break
        answer = yield asks(g, side, "leave", leave_choices(g, units, goers, ships))
        u = answer & NOUN
        if answer == LOSE + u:
            break
        if answer == BLOCKADE + u:
            declare_blockade(g, u)
            staying |= 1 << u
        else:
            yield from withdraw(g, u, False)
    for lost in bits(fighters(g, side) & ~staying):
        remove(g, lost)  # V-5.5-g


def leave_choices(g: Victory, units: int, goers: int, ships: int) -> tuple[tuple[int, int], ...]:
    """Retreat or blockade; where nothing is left but losses, one that the enemy cannot foresee."""
    if goers | ships:
        return given((RETREAT, goers), (BLOCKADE, ships))
    return ((LOSE, seemingly_free(g, units)),)


def new_limits(g: Victory) -> None:
    """Hexside Limits count anew (V-5.5-e); the ways of entry stay."""
    ways = g.out[WAYS]
    g.out = bytearray(len(g.out))
    g.out[WAYS] = ways


def another_round(g: Victory) -> bool:
    """Whether an undecided battle goes on (V-5.31-a, V-PURSUIT-a).

    The pursuit round takes the place of the Attacker's forced retreat only (A59).
    """
    if g.round < ROUNDS:
        return True
    return g.terms.pursuit and g.round == ROUNDS and must_leave(g) == g.side


def settle_blockades(g: Victory, h: int) -> None:
    """A ship blockades while enemies hold the land of the port or Beachhead (V-BLOCK-a)."""
    here = g.at.get(h, 0)
    for side in (0, 1):
        ships = here & SIDE_MASK[side] & g.blockading
        if ships:
            enemy = here & SIDE_MASK[1 - side]
            land = enemy & (ARMY_MASK & ~g.at_sea | AIR_MASK & ~g.aboard)
            if not land or not (g.board.port >> h & 1 or enemy & g.beach):
                g.blockading &= ~ships
