"""Advice for battles: fire, landings, retreats, losses, and the Defender's aircraft."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.advice_atlas import Threats, stand, worth
from sirocco.games.victory.advice_fight import Forecast, forecast, ground_force, who_fights
from sirocco.games.victory.battlefields import CITY_FIRE, ROUNDS, battle_hexes, group_of
from sirocco.games.victory.response import response_to
from sirocco.games.victory.state import Victory
from sirocco.games.victory.supply import sure_supply_map
from sirocco.games.victory.units import (
    AB,
    AIR,
    AIR_MASK,
    AR,
    ARM,
    ARMY,
    ARMY_MASK,
    BB,
    CV,
    DB,
    FA,
    FIREPOWER,
    HB,
    IN,
    KIND,
    KINDS,
    MA,
    NAVAL,
    SIDE,
    SIDE_MASK,
    SS,
)
from sirocco.games.victory.verbs import (
    ABOARD,
    ABORT,
    AT,
    BASE,
    BATTLE,
    BLOCKADE,
    DONE,
    FIRE_AIR,
    FIRE_ARMY,
    FIRE_NAVAL,
    GROUND,
    HIT,
    LAND,
    LOSE,
    PASS,
    RESPOND,
    RETREAT,
    STAY,
    TO,
)
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits, lowest

FIRE_AT: Final = ((AIR, FIRE_AIR), (NAVAL, FIRE_NAVAL), (ARMY, FIRE_ARMY))
PRIZE: Final = (1.1, 1.0, 1.15)
"""What a step of each group is worth as a target."""
DEAR: Final[tuple[int, ...]] = tuple(
    {AR: 9, HB: 8, DB: 8, FA: 7, BB: 6, IN: 5, CV: 4, MA: 3, SS: 2, AB: 1}[k] for k in range(KINDS)
)
"""Which kinds are missed most when they lose a step."""
DESPAIR: Final = -1.5
"""A unit leaves a battle that promises no more than this, in steps."""


def battle(g: Victory, ask: Ask, side: int) -> int:
    """The battle with the most to win first."""
    return BATTLE + max(bits(ask.mask(BATTLE)), key=lambda h: (worth(g.board, h), -h))


def ground(g: Victory, ask: Ask, side: int) -> int:
    """The Air unit that helps least stays on the ground."""
    enemy = g.at[g.battle] & SIDE_MASK[1 - side]
    fliers = bool(enemy & AIR_MASK)

    def use(u: int) -> float:
        return g.cv[u] * FIREPOWER[KIND[u]][AIR if fliers and KIND[u] == FA else ARMY]

    return GROUND + min(bits(ask.mask(GROUND)), key=lambda u: (use(u), u))


# A Combat Turn


def outlook(g: Victory) -> Forecast:
    """What is to be expected of the rest of the battle."""
    rounds = max(1, ROUNDS + 1 - g.round)
    h = g.battle
    return forecast(g, h, who_fights(g, h, g.side), who_fights(g, h, 1 - g.side), rounds)


def promise(g: Victory, side: int) -> float:
    """What staying in the battle is worth to a side, in steps; leaving it is worth nothing."""
    chance = outlook(g)
    attacks = side == g.side
    prize = worth(g.board, g.battle) if ground_force(g, g.battle, side) or not attacks else 0.0
    win = chance.win if attacks else 1 - chance.win
    return win * prize + chance.balance(attacks)


def combat(g: Victory, ask: Ask, side: int) -> int:
    """Come down, fire at what counts most, or leave while there is something to save."""
    leavers = ask.mask(RETREAT) | ask.mask(ABORT)
    if leavers and g.round < ROUNDS + 1 and promise(g, side) < DESPAIR:
        u = max(bits(leavers), key=lambda u: (g.cv[u], DEAR[KIND[u]], -u))
        return (RETREAT if ask.mask(RETREAT) >> u & 1 else ABORT) + u
    if ask.mask(LAND):
        return LAND + lowest(ask.mask(LAND))
    for u in bits(ask.mask(RETREAT) & AIR_MASK):
        if outmatched(g, u):
            return RETREAT + u
    best, most = -1, 0.0
    for group, verb in FIRE_AT:
        for u in bits(ask.mask(verb)):
            value = effect(g, u, group)
            if value > most:
                best, most = verb + u, value
    if best >= 0:
        return best
    return _wait(g, ask, leavers)


def outmatched(g: Victory, u: int) -> bool:
    """Whether enemy Fighters would do more to an aircraft, round by round, than it can do."""
    side = SIDE[u]
    hunters = group_of(g, 1 - side, AIR)
    danger = sum([g.cv[e] * FIREPOWER[KIND[e]][AIR] / 6 for e in bits(hunters)])
    mates = group_of(g, side, AIR).bit_count()
    after = ROUNDS - g.round
    if not danger or after < 1:
        return False
    groups = [group for group in (AIR, NAVAL, ARMY) if FIREPOWER[KIND[u]][group]]
    use = max([effect(g, u, group) for group in groups if group_of(g, 1 - side, group)], default=0)
    return min(float(g.cv[u]), after * danger / mates) > (after + 1) * use + 0.5


def _wait(g: Victory, ask: Ask, leavers: int) -> int:
    """Nothing to fire at: who can do no good goes, ships stay as a blockade, the rest pass."""
    if ask.mask(BLOCKADE):
        return BLOCKADE + lowest(ask.mask(BLOCKADE))
    if ask.mask(PASS):
        return PASS + lowest(ask.mask(PASS))
    if leavers:
        u = lowest(leavers)
        return (RETREAT if ask.mask(RETREAT) >> u & 1 else ABORT) + u
    return ask.pick(0)


def effect(g: Victory, u: int, group: int) -> float:
    """Steps that a volley should take away, by their worth, less the flak that it provokes."""
    side = SIDE[u]
    power = FIREPOWER[KIND[u]][group]
    if KIND[u] == IN and group == ARMY and side != g.side and g.board.city >> g.battle & 1:
        power = CITY_FIRE  # V-3.3-i
    enemy = bits(group_of(g, 1 - side, group))
    arm = ARM[KIND[u]]
    spared = 1 if group == ARMY and arm != ARMY else 0  # V-5.46-c
    most = sum([g.cv[e] - spared for e in enemy])
    hits = min(float(most), g.cv[u] * power / 6)
    if group == ARMY and side == g.side and g.board.double >> g.battle & 1:
        hits /= 2
    value = hits * PRIZE[group]
    if arm == AIR and group != AIR and not g.flak >> (3 * (1 - side) + group) & 1:
        others = g.at[g.battle] & SIDE_MASK[side] & ~g.grounded & ~AIR_MASK & ~g.flying
        if not others:  # they have nothing else to fire at
            value -= sum([g.cv[e] * FIREPOWER[KIND[e]][AIR] / 6 for e in enemy])
    return value


def declare(g: Victory, ask: Ask, side: int) -> int:
    """The own arm's natural target: troops, then ships, then aircraft."""
    groups = ask.mask(AT)
    for group in (ARMY, NAVAL, AIR):
        if groups >> group & 1:
            return AT + group
    return ask.pick(0)


def hit(g: Victory, ask: Ask, verb: int) -> int:
    """The unit that is missed least loses the step; who has fired rather than who has not."""
    units = bits(ask.mask(verb))
    return verb + min(units, key=lambda u: (not g.acted >> u & 1, DEAR[KIND[u]], u))


def take_hit(g: Victory, ask: Ask, side: int) -> int:
    return hit(g, ask, HIT)


def take_excess(g: Victory, ask: Ask, side: int) -> int:
    return hit(g, ask, LOSE)


# Leaving and landing


def leave(g: Victory, ask: Ask, side: int) -> int:
    """Who must go: ships blockade if they may, the dearest units take the room there is."""
    ships = ask.mask(BLOCKADE)
    if ships:
        return BLOCKADE + lowest(ships)
    units = bits(ask.mask(RETREAT))
    if not units:
        return LOSE + lowest(ask.mask(LOSE))
    return RETREAT + max(units, key=lambda u: (g.cv[u], DEAR[KIND[u]], -u))


def landing(g: Victory, ask: Ask, side: int) -> int:
    """Paratroops come down on won ground; aircraft with the shortest way home land first."""
    for verb in (LAND, BASE, ABORT):
        units = bits(ask.mask(verb))
        if units:
            return verb + min(units, key=lambda u: (KIND[u] == HB, -g.cv[u], u))
    return ask.pick(0)


def refuge(g: Victory, ask: Ask, side: int) -> int:
    """Where a unit goes from a battle: in supply, among friends, away from the enemy."""
    hexes = bits(ask.mask(TO))
    if not hexes:
        return ABOARD + lowest(ask.mask(ABOARD))
    supplied = sure_supply_map(g, side)
    threats = Threats(g, side)

    def shelter(h: int) -> float:
        here = g.at.get(h, 0) & SIDE_MASK[side]
        value = 3.0 * (supplied >> h & 1) + 0.2 * min(10.0, stand(g, here))
        if g.control[side] >> h & 1:
            value += 1.0 + 0.2 * worth(g.board, h)
        if not here & ARMY_MASK:
            value -= threats.against(h)
        return value

    return TO + max(hexes, key=lambda h: (shelter(h), -h))


# The Defender's aircraft


def best_response(g: Victory, ask: Ask, side: int) -> tuple[int, int]:
    """An Air unit that should join a battle and where to, as two answers; or done."""
    best, where, most = -1, -1, 0.5
    for u in bits(ask.mask(RESPOND)):
        for h in bits(response_to(g, u)):
            value = help_of(g, u, h, side)
            if value > most:
                best, where, most = u, h, value
    return (RESPOND + best, TO + where) if best >= 0 else (DONE, STAY)


def help_of(g: Victory, u: int, h: int, side: int) -> float:
    """How much better a battle goes with an aircraft more, in steps."""
    ours, theirs = who_fights(g, h, side), who_fights(g, h, 1 - side)
    if not ours:
        return 0.0
    before = forecast(g, h, theirs, ours)
    after = forecast(g, h, theirs, ours | 1 << u)
    value = (before.win - after.win) * worth(g.board, h)
    return value + after.balance(False) - before.balance(False)


def respond_to(g: Victory, ask: Ask, side: int) -> int:
    """For who comes in late: the battle with the most at stake."""
    hexes = bits(ask.mask(TO) & battle_hexes(g))
    if not hexes:
        return STAY
    return TO + max(hexes, key=lambda h: (worth(g.board, h), -h))
