"""Phase 4: conduct combat (NA-P4). One space at a time, round by round, step by step."""

from __future__ import annotations

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.battlefield import (
    ATTACKER,
    DEFENDER,
    attackers,
    defenders,
)
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.casualties import announce, take_hits
from sirocco.games.northafrica.combat_opening import main_attack, open_combat, raids
from sirocco.games.northafrica.conclusion import conclude
from sirocco.games.northafrica.ground import everybody, seat_for, side_units
from sirocco.games.northafrica.orders import has_targets, issue_orders
from sirocco.games.northafrica.powers import ALLIES, SIDE, US
from sirocco.games.northafrica.pressing import press_or_cease
from sirocco.games.northafrica.retreats import clear_the_field
from sirocco.games.northafrica.state import OVER, NorthAfrica, aim_at
from sirocco.games.northafrica.troops import remove
from sirocco.games.northafrica.verbs_combat import FIGHT
from sirocco.games.northafrica.victory import check_instant
from sirocco.games.northafrica.volley import shoot
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def conduct_combat(g: NorthAfrica) -> Procedure[None]:
    """NA-P4-e: each contested space is fought out before the next; the attacker chooses."""
    declare(g)
    while g.battle != NONE or open_combats(g):
        if g.battle == NONE:
            spaces = open_combats(g)
            if spaces & (spaces - 1):
                said = yield Ask(seat_for(g, g.power), "fight", ((FIGHT, open_combats(g)),))
                begin(g, said & NOUN)
            else:
                begin(g, lowest(spaces))
        yield from combat(g)
        if g.phase == OVER:
            return


def declare(g: NorthAfrica) -> None:
    """Attacks that were declared bar retreats (NA-STEP1-k); the landings are declared already."""
    if g.power == US:
        for s in bits(g.landings):  # NA-RLPR7-m, NA-TORCHR7-a
            for u in bits(g.at[s] & g.army & side_units(g, ALLIES)):
                aim_at(g, u, s)
            if not g.at[s] & g.army & side_units(g, ALLIES):
                g.landings ^= 1 << s
    ours = side_units(g, SIDE[g.power])
    for s, units in g.aimed.items():
        g.fought |= units & ours
        if units & ours & g.army:
            g.barred |= 1 << s


def open_combats(g: NorthAfrica) -> int:
    """The spaces with attacks that are still to be fought."""
    fought = g.fought
    out = 0
    for s, units in g.aimed.items():
        if units & fought:
            out |= 1 << s
    return out


def begin(g: NorthAfrica, s: int) -> None:
    g.battle = s
    g.combat_round = 0
    g.combat_step = 1
    if g.log is not None:
        g.log.append(ev.CombatBegan(everybody(g), g.power, s))


@procedure
def combat(g: NorthAfrica) -> Procedure[None]:
    """NA-COMBAT-a: rounds of five steps, and the conclusion."""
    if g.main == NONE:
        yield from main_attack(g)
    if g.combat_round == 0:
        yield from open_combat(g)
    while g.combat_step < 6:
        if g.phase == OVER:
            return
        if g.combat_step == 1:
            yield from issue_orders(g)
        elif g.combat_step == 2:
            yield from attackers_fire(g)
        elif g.combat_step == 3:
            yield from defenders_fire(g)
        elif g.combat_step == 4:
            yield from clear_the_field(g)
        else:
            yield from press_or_cease(g)
    if g.phase != OVER:
        yield from conclude(g)


@procedure
def attackers_fire(g: NorthAfrica) -> Procedure[None]:
    """Step 2. With hits in the fields the dice have been rolled already."""
    if not any(g.hits):
        yield from raids(g)
        if has_targets(g, ATTACKER):
            shoot(g, ATTACKER, attackers(g) & ~g.fired, 2)
    if any(g.hits):
        yield from announce(g, DEFENDER)
        yield from take_hits(g, DEFENDER)
    g.combat_step = 3


@procedure
def defenders_fire(g: NorthAfrica) -> Procedure[None]:
    """Step 3: set-aside casualties fire too, retreating units do not (NA-STEP3-a)."""
    if not any(g.hits) and has_targets(g, DEFENDER):
        shoot(g, DEFENDER, defenders(g) & ~g.fired & ~g.retreating, 3)
    if any(g.hits):
        yield from announce(g, ATTACKER)
        yield from take_hits(g, ATTACKER)
    remove(g, g.hit & attackers(g))  # NA-STEP3-d
    if not check_instant(g):
        g.combat_step = 4
