"""Combat Resolution (5.0): the Attacker's battles, one after the other."""

from __future__ import annotations

from sirocco.games.victory import events as ev
from sirocco.games.victory.battlefields import (
    AIR_LIMIT,
    ROUNDS,
    WAYS,
    asks,
    battle_hexes,
    entries,
    fighters,
    loser_so_far,
)
from sirocco.games.victory.blocks import everybody, go_ashore, own, remove
from sirocco.games.victory.command import seat_of
from sirocco.games.victory.forced import another_round, leave, must_leave, settle_blockades
from sirocco.games.victory.hits import shed
from sirocco.games.victory.landing import landings
from sirocco.games.victory.rounds import combat_round, next_round
from sirocco.games.victory.state import NO_ENTRY, Victory
from sirocco.games.victory.units import AIR_MASK, OFF
from sirocco.games.victory.verbs import BATTLE, GROUND
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def battles(g: Victory) -> Procedure[None]:
    """Battles one at a time, in the order that the Attacker picks (V-PTURN-i, V-5.1-b)."""
    while True:
        if g.battle == OFF:
            hexes = battle_hexes(g)
            if not hexes:
                return
            if hexes & (hexes - 1):
                order = yield Ask(seat_of(g, g.side), "battle", ((BATTLE, hexes),))
                hexes = 1 << (order & NOUN)
            g.battle = lowest(hexes)
        yield from fight(g)


@procedure
def fight(g: Victory) -> Procedure[None]:
    """One battle, from the reveal to the landings."""
    if g.round == 0:
        reveal(g)
        yield from grounding(g, 1 - g.side)  # the Defender chooses first
        yield from grounding(g, g.side)
    muster(g)
    if g.round == 0:
        next_round(g)
    while True:
        yield from combat_round(g)
        if loser_so_far(g) >= 0 or not another_round(g):
            break
        next_round(g)
    loser = loser_so_far(g)
    if loser < 0:
        loser = must_leave(g)
        if g.round <= ROUNDS or loser != g.side:  # in the pursuit round they have left
            yield from leave(g, loser)
    if loser != g.side:
        take_off(g)
    yield from landings(g, 1 - g.side)
    yield from landings(g, g.side)
    for ship in laden(g):
        yield from shed(g, ship)  # V-4.41-g
    end_battle(g, 1 - loser)


def reveal(g: Victory) -> None:
    """All units in the Battle Hex lie face-up (V-5.1-a)."""
    here = g.at[g.battle]
    hidden = here & ~g.face_up
    g.face_up |= here
    if g.log is not None:
        faces = tuple([(u, g.cv[u]) for u in bits(hidden)])
        g.log.append(ev.BattleBegan(everybody(g), g.battle, g.side))
        if faces:
            g.log.append(ev.Revealed(everybody(g), g.battle, faces))


@procedure
def grounding(g: Victory, side: int) -> Procedure[None]:
    """A side with more than two Air units grounds the others, owner's choice (V-4.42-c)."""
    keep_below(g, side)
    while too_many(g, side):
        answer = yield asks(g, side, "ground", ((GROUND, fighters(g, side) & AIR_MASK),))
        ground(g, answer & NOUN)


def keep_below(g: Victory, side: int) -> None:
    """Aircraft aboard a Carrier in a port or canal hex cannot take off (V-3.2-m, A54)."""
    if g.board.sheltered >> g.battle & 1:
        for u in bits(fighters(g, side) & g.aboard):
            ground(g, u)


def ground(g: Victory, u: int) -> None:
    g.grounded |= 1 << u
    if g.log is not None:
        g.log.append(ev.GroundedUnit(everybody(g), u))


def too_many(g: Victory, side: int) -> bool:
    """V-4.42-a: two Air units of a side take part, flying Airborne included (V-4.42-d)."""
    return (fighters(g, side) & (AIR_MASK | g.flying)).bit_count() > AIR_LIMIT


def muster(g: Victory) -> None:
    """Aircraft take off; the hexsides by which the attack came in are noted."""
    g.face_up |= g.at[g.battle]
    keep_below(g, 0)
    keep_below(g, 1)
    up = g.at[g.battle] & AIR_MASK & ~g.grounded
    for u in bits(up & g.aboard):
        go_ashore(g, u)  # A55: measured again on landing
    g.aloft |= up
    g.out[WAYS] |= entries(g)


def take_off(g: Victory) -> None:
    """Grounded aircraft of a winning Attacker that flew in have no base there: they land too."""
    up = own(g, g.side, g.battle) & g.grounded & ~g.aboard
    g.grounded &= ~up
    g.aloft |= up  # V-4.41-d


def laden(g: Victory) -> tuple[int, ...]:
    """Carriers with aircraft aboard."""
    return tuple(sorted({g.carrier[u] for u in bits(g.aboard)}))


def end_battle(g: Victory, winner: int) -> None:
    """Grounded units of the loser are lost, blocks stand up, the marks of the battle come off."""
    h = g.battle
    lose_grounded(g)
    settle_blockades(g, h)
    here = g.at.get(h, 0)
    for u in bits(here):
        g.entry[u] = NO_ENTRY
    g.face_up &= ~here | g.beach | g.blockading  # V-FOG-c, A83
    g.invading &= ~here
    g.half = g.acted = g.aloft = g.grounded = g.flak = 0  # V-5.47-e
    g.bombarded = bytearray(2)
    g.out = bytearray(len(g.out))
    g.fought |= 1 << h
    g.battle = OFF
    g.round = 0
    if g.log is not None:
        g.log.append(ev.BattleEnded(everybody(g), h, winner))


def lose_grounded(g: Victory) -> None:
    """Grounded Air units die where the Attacker holds the hex alone (V-GROUND-c, A54).

    Those of the Attacker that no Carrier took along cannot fly away (V-GROUND-b).
    """
    attacker, defender = g.side, 1 - g.side
    there = own(g, attacker, g.battle)
    if there & ~g.grounded and not fighters(g, defender):
        for u in bits(own(g, defender, g.battle) & g.grounded):
            remove(g, u)
    elif fighters(g, defender):
        for u in bits(there & g.grounded & ~g.aboard):
            remove(g, u)
