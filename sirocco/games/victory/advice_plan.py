"""Advice for a movement phase: a plan of orders, tried out on the sketch as it is made.

Attacks with good odds come first, then garrisons in danger, then everybody else closes up to
what is worth taking (advice_march), then aircraft and ships (advice_sky).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sirocco.games.victory.advice_atlas import (
    LIKELY_STEPS,
    STAND,
    Atlas,
    Threats,
    atlas_of,
    stand,
    worth,
)
from sirocco.games.victory.advice_fight import Forecast, forecast, who_fights
from sirocco.games.victory.attacks import air_room, army_room, foes
from sirocco.games.victory.moves_air import air_to, drop
from sirocco.games.victory.moves_land import land_to, land_ways
from sirocco.games.victory.moves_sea import invade, sea_ways, ship_to
from sirocco.games.victory.moving import carry_out
from sirocco.games.victory.plans import FULL
from sirocco.games.victory.state import Victory, clone
from sirocco.games.victory.supply import unsupplied
from sirocco.games.victory.units import (
    AB,
    AIR,
    AR,
    ARM,
    ARMY,
    ARMY_MASK,
    BB,
    DB,
    FA,
    HB,
    IN,
    KIND,
    MA,
    NAVAL,
    OFF,
    SIDE_MASK,
    SIDE_SIZE,
)
from sirocco.games.victory.verbs import DROP, INVADE, TO
from sirocco.games.victory.victory import points
from sirocco.kernel.bits import bits, lowest, mask_of

SURE: Final = 0.97
"""A chance to win at which no more units are sent."""
HOPE: Final = 0.4
"""The least chance to win with which a place is attacked, as a rule."""
PLENTY: Final = 0.6
"""Share of all steps of a side above which it can afford losses."""
LAST_TURNS: Final = 2
"""Game Turns before a time limit in which the score decides how bold one is."""
GAIN: Final = 1.0
"""The least gain, in steps, for which a battle is fought."""
ATTACK_ORDER: Final = {AR: 0, IN: 1, MA: 2, AB: 3}
SUPPORT_ORDER: Final = {FA: 0, DB: 1, HB: 2, BB: 4}
"""One Fighter as escort, then who bombs; further Fighters come last."""


class Order(NamedTuple):
    """What a unit is to do: verb, noun, and the hex from which it enters a battle (or -1)."""

    u: int
    how: int
    noun: int
    via: int


class Attack(NamedTuple):
    """A battle worth fighting, or a place worth taking: its gain and its orders."""

    gain: float
    target: int
    orders: list[Order]


class Mood(NamedTuple):
    """What a step of one's own counts against one of the enemy's, and the least hope to attack."""

    cost: float
    hope: float


def mood_of(g: Victory, side: int) -> Mood:
    """Bold with a full army, bolder when time runs out and the score is not good enough."""
    steps = sum([g.cv[u] for u in bits(SIDE_MASK[side]) if g.where[u] != OFF])
    theirs = sum([(here & SIDE_MASK[1 - side]).bit_count() for here in g.at.values()])
    lead = steps / (LIKELY_STEPS * theirs + 1)
    spare = max(0.0, steps / (SIDE_SIZE * FULL) - PLENTY) + 0.5 * max(0.0, lead - 1.1)
    cost, hope = max(0.5, 1.0 - 1.6 * spare), max(0.2, HOPE - 0.7 * spare)
    if g.terms.limit and g.terms.limit - g.turn < LAST_TURNS:
        if points(g, side) <= points(g, 1 - side):
            return Mood(0.5 * cost, 0.5 * hope)
        return Mood(1.2, HOPE)
    return Mood(cost, hope)


class Plan:
    """The orders of one movement phase, and the sketch as they leave it."""

    __slots__ = ("atlas", "free", "g", "mood", "orders", "reach", "side", "threats")

    def __init__(self, g: Victory, side: int, free: int) -> None:
        self.g = g
        self.side = side
        self.free = free
        self.atlas: Atlas = atlas_of(g.board)
        self.threats = Threats(g, side)
        self.mood = mood_of(g, side)
        self.orders: list[Order] = []
        self.reach = {u: battle_reach(g, u) for u in bits(free)}

    def give(self, order: Order) -> None:
        """Enter an order and carry it out on the sketch."""
        carry_out(self.g, order.u, order.how, order.noun, order.via)
        self.orders.append(order)
        self.free &= ~(1 << order.u)

    def may_leave(self, u: int, target: int = -1) -> bool:
        """Whether enough stays behind where a unit is, with an attack on a target in mind."""
        g, h = self.g, self.g.where[u]
        if not g.control[self.side] >> h & 1:
            return True
        but = 0 if target < 0 else 1 << target
        need = self.threats.need(h, but)
        if not need:
            return True
        here = g.at[h] & SIDE_MASK[self.side] & ~(1 << u)
        left = stand(g, here)
        if need > 1 and not here & ARMY_MASK:
            return False
        return left >= need

    # Attacks

    def attacks(self) -> None:
        """The best battle first, then the next best, as long as one is worth it."""
        known: dict[int, Attack | None] = {}
        targets = self.targets()
        while targets:
            for h in targets:
                if h not in known:
                    known[h] = self.best_attack(h)
            found = [attack for attack in known.values() if attack is not None]
            if not found:
                return
            best = max(found, key=lambda attack: (attack.gain, -attack.target))
            targets.remove(best.target)
            left = mask_of(self.g.where[order.u] for order in best.orders)
            for order in best.orders:
                self.give(order)
            known = {
                h: attack
                for h, attack in known.items()
                if h != best.target and (attack is None or not self._touched(attack, left))
            }

    def _touched(self, attack: Attack, left: int) -> bool:
        """Whether units of an attack were used elsewhere, or units beside them left."""
        return any(
            not self.free >> order.u & 1 or left >> self.g.where[order.u] & 1
            for order in attack.orders
        )

    def targets(self) -> list[int]:
        """Enemy hexes and open places that somebody can reach."""
        g, side, board = self.g, self.side, self.g.board
        within = 0
        for u, mask in self.reach.items():
            if self.free >> u & 1:
                within |= mask
        mine = g.control[side] & ~g.occ[1 - side]
        return list(bits(within & (foes(g, side) | board.place & ~mine & ~g.occ[side])))

    def best_attack(self, h: int) -> Attack | None:
        """The force that should go to a hex, if it is worth it."""
        g, side = self.g, self.side
        if not g.occ[1 - side] >> h & 1:
            return self.walk_in(h)
        trial = clone(g)
        orders: list[Order] = []
        chance = Forecast(0.0, 0.0, 0.0)
        for u in self.candidates(h):
            if chance.win >= SURE and len(orders) > 1:
                break
            order = enter(trial, u, h)
            if order is not None:
                carry_out(trial, u, order.how, h, order.via)
                orders.append(order)
                chance = self.odds(trial, h)
        if not orders:
            return None
        gain = self.gain(trial, h, chance)
        taken = worth(g.board, h) > 0 and bool(trial.at[h] & SIDE_MASK[side] & ARMY_MASK)
        if gain < GAIN or (taken and chance.win < self.mood.hope and chance.balance(True) < GAIN):
            return None
        return Attack(gain, h, orders)

    def odds(self, trial: Victory, h: int) -> Forecast:
        ours, theirs = who_fights(trial, h, self.side), who_fights(trial, h, 1 - self.side)
        return forecast(trial, h, ours, theirs)

    def gain(self, trial: Victory, h: int, chance: Forecast) -> float:
        """Steps and places to be won, less the steps it costs."""
        value = worth(trial.board, h)
        if not trial.at[h] & SIDE_MASK[self.side] & ARMY_MASK:
            value = 0.0
        losses = self.mood.cost * chance.attacker_loses
        return chance.win * value + 0.9 * chance.defender_loses - losses

    def candidates(self, h: int) -> list[int]:
        """Units that can join a battle: troops first, the strongest first, then support."""
        g = self.g
        out = []
        escort = False
        for u in bits(self.free):
            if not self.reach[u] >> h & 1 or g.cv[u] < 2:
                continue
            kind = KIND[u]
            if ARM[kind] == ARMY:
                if self.may_leave(u, h):
                    out.append((0, ATTACK_ORDER[kind], -g.cv[u], u))
            elif kind in SUPPORT_ORDER:
                rank = 3 if escort and kind == FA else SUPPORT_ORDER[kind]
                escort = escort or kind == FA
                out.append((1, rank, -g.cv[u], u))
        out.sort()
        return [u for _, _, _, u in out]

    def walk_in(self, h: int) -> Attack | None:
        """Take a place that nobody holds: the unit that is missed least."""
        g = self.g
        best: Attack | None = None
        for u in bits(self.free & ARMY_MASK):
            if not self.reach[u] >> h & 1 or not self.may_leave(u):
                continue
            order = enter(g, u, h)
            if order is None:
                continue
            starved = self.starves(order)
            if starved and order.how == DROP:  # V-5.6-g
                continue
            gain = worth(g.board, h) + 1 - starved - 0.1 * STAND[KIND[u]] * g.cv[u]
            if best is None or gain > best.gain:
                best = Attack(gain, h, [order])
        return best if best is not None and best.gain >= GAIN else None

    def starves(self, order: Order) -> bool:
        """Whether a unit would be out of supply in a place that it takes."""
        trial = clone(self.g)
        carry_out(trial, order.u, order.how, order.noun, order.via)
        trial.control[self.side] |= 1 << order.noun
        trial.control[1 - self.side] &= ~(1 << order.noun)
        return bool(unsupplied(trial, self.side) >> order.u & 1)


def battle_reach(g: Victory, u: int) -> int:
    """The hexes into which a unit can attack, or walk if nobody is there."""
    kind = KIND[u]
    arm = ARM[kind]
    if arm == AIR:
        return air_to(g, u) & g.occ[1 - g.side]
    if arm == NAVAL:
        return ship_to(g, u) & g.occ[1 - g.side]
    if kind == MA:
        return invade(g, u)
    if kind == AB:
        return land_to(g, u) | drop(g, u)
    return land_to(g, u)


def enter(g: Victory, u: int, h: int) -> Order | None:
    """The order that brings a unit into a hex, over the driest hexside; None if it cannot."""
    kind = KIND[u]
    arm = ARM[kind]
    enemy = bool(g.occ[1 - g.side] >> h & 1)
    if arm == AIR:
        return Order(u, TO, h, -1) if air_room(g, g.side, h) else None
    if arm == NAVAL:
        ways = sea_ways(g, u, h)
        return Order(u, TO, h, lowest(ways)) if ways else None
    if not army_room(g, g.side, h):
        return None
    if kind == MA:
        if not enemy:
            return Order(u, INVADE, h, -1)
        ways = sea_ways(g, u, h)
        return Order(u, INVADE, h, lowest(ways)) if ways else None
    if not enemy:
        if land_to(g, u) >> h & 1:
            return Order(u, TO, h, -1)
        return Order(u, DROP, h, -1) if kind == AB and drop(g, u) >> h & 1 else None
    ways = land_ways(g, u, h)
    if ways:
        return Order(u, TO, h, dry(g, h, ways))
    if kind == AB and drop(g, u) >> h & 1 and air_room(g, g.side, h):
        return Order(u, DROP, h, -1)
    return None


def dry(g: Victory, h: int, ways: int) -> int:
    """The hex of a set from which no river lies between, if there is one."""
    grid, wet = g.board.grid, g.board.wet
    for n in bits(ways):
        if not wet[grid.direction(h, n)] >> h & 1:
            return n
    return lowest(ways)
