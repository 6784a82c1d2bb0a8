"""The sequence of play, read like the outline in the book.

Where the game stands is also told by `phase`, `stage`, `power` and the fields of the combat, so
that a position may be entered in any phase: each procedure begins where these fields say.
"""

from __future__ import annotations

from functools import lru_cache

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.advance import advance_convoys
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.combat import conduct_combat
from sirocco.games.northafrica.combat_moves import combat_moves
from sirocco.games.northafrica.deployment import deploy_reinforcements
from sirocco.games.northafrica.ground import controlled, everybody
from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.noncombat import noncombat_moves
from sirocco.games.northafrica.powers import SIDE, US
from sirocco.games.northafrica.requisition import requisition
from sirocco.games.northafrica.round_track import round_events
from sirocco.games.northafrica.scenarios import first_power, takes_turn
from sirocco.games.northafrica.setup import set_up
from sirocco.games.northafrica.state import (
    ADVANCE,
    COMBAT,
    COMBAT_MOVE,
    DEPLOY,
    EVENTS,
    NONCOMBAT,
    OVER,
    REQUISITION,
    ROUND_END,
    SETUP,
    NorthAfrica,
)
from sirocco.games.northafrica.victory import final_evaluation, note_presence
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def game(g: NorthAfrica) -> Procedure[None]:
    if g.phase == SETUP:
        yield from set_up(g)
        g.phase = EVENTS
    while g.phase != OVER:
        yield from game_round(g)


@procedure
def game_round(g: NorthAfrica) -> Procedure[None]:
    """NA-ORDER-a: a turn for each power, then the marker moves on."""
    if g.phase == EVENTS:
        round_events(g)
        begin_turn(g, first_power(g))
    while g.phase < ROUND_END:
        yield from turn(g)
    if g.phase == ROUND_END:
        end_round(g)


@procedure
def turn(g: NorthAfrica) -> Procedure[None]:
    """NA-ORDER-b: the six phases, each finished before the next begins (NA-ORDER-e)."""
    if g.phase == ADVANCE:
        yield from advance_convoys(g)
        next_phase(g, REQUISITION)
    if g.phase == REQUISITION:
        yield from requisition(g)
        next_phase(g, COMBAT_MOVE)
    if g.phase == COMBAT_MOVE:
        yield from combat_moves(g)
        next_phase(g, COMBAT)
    if g.phase == COMBAT:
        yield from conduct_combat(g)
        next_phase(g, NONCOMBAT)
    if g.phase == NONCOMBAT:
        yield from noncombat_moves(g)
        next_phase(g, DEPLOY)
    if g.phase == DEPLOY:
        yield from deploy_reinforcements(g)
        end_turn(g)


def next_phase(g: NorthAfrica, phase: int) -> None:
    """Go on to a phase, unless the game has ended meanwhile (NA-WIN-e)."""
    if g.phase == OVER:
        return
    note_presence(g)
    g.phase = phase
    g.stage = 0
    g.fresh = 0
    g.fresh_afloat.clear()
    g.tracks.clear()
    g.halfway = g.fleeing = g.legs = 0
    g.memo = g.market = g.quays = None
    if g.log is not None:
        g.log.append(ev.PhaseBegan(everybody(g), g.power, phase))


def begin_turn(g: NorthAfrica, power: int) -> None:
    """The marks of the turn before are gone; who may land where is noted (NA-P5AIR-b)."""
    g.power = power
    g.phase = ADVANCE
    g.stage = 0
    side = SIDE[power]
    g.moved = g.fought = g.turned = g.travelled = g.carried = g.blitzed = g.seized = g.fresh = 0
    g.barred = g.held = g.laid = g.bought = g.bank = g.points = g.paid = 0
    g.closed.clear()
    g.arrows.clear()
    g.used = bytearray(len(g.used))
    g.target = bytearray([NONE]) * len(g.target)
    g.aimed.clear()
    g.hauled = bytearray(len(g.hauled))
    g.friendly = controlled(g, side)
    if g.log is not None:
        g.log.append(ev.TurnBegan(everybody(g), g.round, power))


def end_turn(g: NorthAfrica) -> None:
    """The next power in order that takes a turn in this round, or the end of the round."""
    if g.phase == OVER:
        return
    for power in range(g.power + 1, US + 1):
        if takes_turn(g, power):  # NA-ORDER-d
            begin_turn(g, power)
            return
    g.phase = ROUND_END


@lru_cache(maxsize=1)
def rounds() -> int:
    return data_pack().number("limits.game.rounds")


def end_round(g: NorthAfrica) -> None:
    """NA-ORDER-c: the marker moves on; after the last round the table is consulted."""
    if g.round >= rounds():
        final_evaluation(g)
        return
    g.round += 1
    g.phase = EVENTS
