"""Step 6: the conclusion of a combat: advance, capture, clean up."""

from __future__ import annotations

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.battlefield import at_sea, defenders, regular_land
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.casualties import clear_hits
from sirocco.games.northafrica.ground import (
    controller,
    everybody,
    room,
    seat_for,
    side_units,
    standing,
)
from sirocco.games.northafrica.powers import ALLIES, AXIS, NOBODY, SIDE, US
from sirocco.games.northafrica.state import NorthAfrica, aim_at, clone, place
from sirocco.games.northafrica.troops import capture, piece
from sirocco.games.northafrica.verbs_combat import ENTER
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def conclude(g: NorthAfrica) -> Procedure[None]:
    """NA-STEP6. The spoils are the attacker's if land units could move in."""
    taken = False
    if not at_sea(g) and not defenders(g):
        yield from advance(g)
        taken = bool(regular_land(g) & g.at[g.battle])
        if taken:
            capture(g, g.power, g.battle)  # NA-STEP6-d, NA-RLPR7-t
        elif free_french_hold(g):
            capture(g, US, g.battle)  # ruling 15
    if g.log is not None:
        g.log.append(ev.CombatEnded(everybody(g), g.battle, taken))
    if not check_instant(g):
        clean_up(g)


def free_french_hold(g: NorthAfrica) -> bool:
    """Units that surrendered are alone in a territory that bears no Allied marker (ruling 15)."""
    owner = controller(g, g.battle)
    held = bool(standing(g, g.battle) & g.owned[US])
    return held and (owner == NOBODY or SIDE[owner] != ALLIES)


@procedure
def advance(g: NorthAfrica) -> Procedure[None]:
    """NA-STEP6-b: units of the attacker's choice until all have moved or the limit is reached."""
    while waiting(g) and room(g, SIDE[g.power], g.battle) > 0:
        if unit := undisputed(g):
            move_in(g, unit)
        else:
            said = yield Ask(
                seat_for(g, g.power), "advance", ((ENTER, one_of_each(g, waiting(g))),)
            )
            move_in(g, 1 << (said & NOUN))


def undisputed(g: NorthAfrica) -> int:
    """The next who moves in if all fit or all are alike; 0 if there is a choice, or no room."""
    units, places = waiting(g), room(g, SIDE[g.power], g.battle)
    choice = one_of_each(g, units)
    if places <= 0 or (choice & (choice - 1) and places < units.bit_count()):
        return 0
    return choice & -choice


def entered_with(g: NorthAfrica, u: int) -> int:
    """Who else moves in without a question behind a unit."""
    after = clone(g)
    move_in(after, 1 << u)
    while unit := undisputed(after):
        move_in(after, unit)
    return after.at[g.battle] & waiting(g) & ~(1 << u)


def waiting(g: NorthAfrica) -> int:
    """Attacking land units that have not moved in; scout cars never do (NA-SCOUT-c)."""
    return regular_land(g) & ~g.at[g.battle]


def move_in(g: NorthAfrica, unit: int) -> None:
    u = unit.bit_length() - 1
    if g.log is not None:
        g.log.append(ev.Advanced(everybody(g), piece(g, u), g.where[u], g.battle))
    place(g, u, g.battle)


def clean_up(g: NorthAfrica) -> None:
    """NA-STEP6-j: arrows leave, units stand up once nothing attacks out of their territory."""
    s = g.battle
    for key in [key for key in g.arrows if key & 127 == s]:
        del g.arrows[key]
    if g.power == US or not contested(g, s):
        g.landings &= ~(1 << s)
    for u in bits(g.aimed.get(s, 0) & g.fought):
        aim_at(g, u, NONE)
    busy = 0
    if g.withdrawn:
        for units in g.aimed.values():
            for u in bits(units & g.fought):
                busy |= g.at[g.where[u]]
    g.withdrawn &= busy
    g.hit = g.retreating = g.submerged = g.fired = g.escaped = 0
    g.escaped_afloat.clear()
    clear_hits(g)
    g.battle = g.main = NONE
    g.combat_round = g.combat_step = g.raided = g.scored = g.committed = 0


def contested(g: NorthAfrica, s: int) -> bool:
    """Whether a landing force has still to win its territory."""
    there = g.at[s] & g.army
    owner = controller(g, s)
    won = owner != NOBODY and SIDE[owner] == ALLIES and not there & side_units(g, AXIS)
    return bool(there & side_units(g, ALLIES)) and not won
