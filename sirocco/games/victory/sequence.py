"""The sequence of play of Victory, read like the outline in the book.

Where the game stands is also told by `phase`, `half_turn` and the fields of the battle, so that
a position may be entered in any phase: each procedure begins where these fields say.
"""

from __future__ import annotations

from sirocco.games.victory import events as ev
from sirocco.games.victory.battle import battles
from sirocco.games.victory.beachheads import beachheads
from sirocco.games.victory.blocks import everybody, roll
from sirocco.games.victory.commanders import councils
from sirocco.games.victory.control import adjust_control, release_empty
from sirocco.games.victory.movement import movement
from sirocco.games.victory.production import production
from sirocco.games.victory.response import air_response
from sirocco.games.victory.setup import set_up
from sirocco.games.victory.state import (
    COMBAT,
    INITIATIVE,
    MOVEMENT,
    OVER,
    PRODUCTION,
    RESPONSE,
    SETUP,
    TURN_END,
    VICTORY_CHECK,
    Victory,
)
from sirocco.games.victory.supply import check_dropped, check_supply
from sirocco.games.victory.units import SIDES
from sirocco.games.victory.victory import check_victory
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def game(g: Victory) -> Procedure[None]:
    if g.phase == SETUP:
        yield from set_up(g)
        g.phase = INITIATIVE  # V-1.4-g
    while g.phase != OVER:
        yield from game_turn(g)


@procedure
def game_turn(g: Victory) -> Procedure[None]:
    """V-TURN-a: initiative, two Player Turns, victory check, production."""
    if g.phase == INITIATIVE:
        g.turn += 1
        if g.terms.duty == "arms":
            yield from councils(g)
        roll_initiative(g)
        begin_player_turn(g, g.first, 1)
    while g.phase < VICTORY_CHECK:
        yield from player_turn(g)
    if g.phase == VICTORY_CHECK:
        check_victory(g)
        if g.phase == OVER:
            return
        g.phase = PRODUCTION
    yield from production(g)
    g.phase = INITIATIVE  # V-TURN-b


@procedure
def player_turn(g: Victory) -> Procedure[None]:
    """V-PTURN-a: movement, air response, combat, control, supply check."""
    if g.phase == MOVEMENT:
        yield from movement(g)
        g.phase = RESPONSE
    if g.phase == RESPONSE:
        yield from air_response(g)
        g.phase = COMBAT
    if g.phase == COMBAT:
        yield from battles(g)
        adjust_control(g)  # V-PTURN-n
        g.phase = TURN_END
    yield from beachheads(g)
    check_dropped(g)  # V-5.6-g
    release_empty(g)
    check_supply(g)  # V-7.4-a
    release_empty(g)
    end_player_turn(g)


def roll_initiative(g: Victory) -> None:
    """V-INIT-a, V-INIT-b: 2d6 each, the higher total first, ties again."""
    red = blue = 0
    while red == blue:
        red = sum(roll(g, 2, f"initiative {SIDES[0]}"))
        blue = sum(roll(g, 2, f"initiative {SIDES[1]}"))
    g.first = 0 if red > blue else 1
    if g.log is not None:
        g.log.append(ev.TurnBegan(everybody(g), g.turn, g.first))


def begin_player_turn(g: Victory, side: int, half_turn: int) -> None:
    """The marks of the turn before are gone; every block notes where it stands."""
    g.side = side
    g.half_turn = half_turn
    g.phase = MOVEMENT
    g.moved = g.travelled = g.strategic = g.dropped = g.beach_used = 0
    g.flown = g.activated = g.fought = g.ready = 0
    g.port_use.clear()
    g.origin = g.where[:]
    if g.log is not None:
        g.log.append(ev.PlayerTurnBegan(everybody(g), side))


def end_player_turn(g: Victory) -> None:
    """V-PTURN-o: the second Player Turn mirrors the first; then the victory check."""
    g.face_up = g.beach | g.blockading  # V-FOG-c, A83
    g.dropped = 0
    if g.half_turn == 1:
        begin_player_turn(g, 1 - g.side, 2)
    else:
        g.phase = VICTORY_CHECK
