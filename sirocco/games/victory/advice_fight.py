"""What to expect of a battle, reckoned quickly: mean losses of both sides and a chance to win.

Steps are spread evenly over the kinds of a group and every volley has its mean of hits, so that a
forecast takes a fraction of a millisecond; `odds` reckons exactly where time does not matter.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import Final, NamedTuple

from sirocco.games.victory.battlefields import CITY_FIRE, ROUNDS
from sirocco.games.victory.state import NO_ENTRY, Victory
from sirocco.games.victory.units import (
    AB,
    AIR,
    AIR_MASK,
    ARM,
    ARMY,
    ARMY_MASK,
    FA,
    FIREPOWER,
    IN,
    KIND,
    KINDS,
    MA,
    NAVAL,
    SIDE_MASK,
)
from sirocco.kernel.bits import bits

DIE: Final = 6
SPREAD: Final = 2.0
"""Variance of a whole battle as a multiple of that of its volleys."""


class Forecast(NamedTuple):
    """The Attacker's chance to win the hex, and the steps that each side should lose."""

    win: float
    attacker_loses: float
    defender_loses: float

    def balance(self, side_attacks: bool) -> float:
        """Steps of the enemy for steps of one's own."""
        gain = self.defender_loses - self.attacker_loses
        return gain if side_attacks else -gain


class Line:
    """One side of a battle: steps by kind, the group each kind is in, and sums by group."""

    __slots__ = ("group", "hits", "held", "kinds", "late", "spared", "steps", "total", "variance")

    def __init__(self, g: Victory, units: int, attacks: bool) -> None:
        self.steps = [0.0] * KINDS
        self.late = [0.0] * KINDS  # dice that are missing in the first round reckoned
        self.group = [ARM[k] for k in range(KINDS)]
        self.held = [0.0] * KINDS  # kinds that must come down before they fire
        self.total = [0.0, 0.0, 0.0]
        self.spared = 0.0  # Army steps that only Army units can take away
        self.hits = [0.0, 0.0, 0.0]
        self.variance = [0.0, 0.0, 0.0]
        cv, wet = g.cv, g.board.wet
        for u in bits(units):
            kind = KIND[u]
            self.steps[kind] += cv[u]
            if g.flying >> u & 1:
                self.group[kind] = AIR
                self.held[kind] += cv[u]
            elif g.at_sea >> u & 1:
                self.group[kind] = NAVAL
                self.held[kind] += cv[u]
            elif ARM[kind] == ARMY:
                self.spared += 1
            if g.acted >> u & 1:
                self.late[kind] += cv[u]
            elif attacks and g.round < 2 and ARM[kind] == ARMY and g.entry[u] != NO_ENTRY:
                if wet[g.entry[u]] >> g.where[u] & 1:  # V-2.1-p
                    self.late[kind] += cv[u]
        self.kinds = [k for k in range(KINDS) if self.steps[k]]
        for k in self.kinds:
            self.total[self.group[k]] += self.steps[k]

    def all(self) -> float:
        return self.total[0] + self.total[1] + self.total[2]

    def lose(self, group: int, hits: float, by_army: bool) -> None:
        """Mean hits on a group, taken by all its kinds alike."""
        have = self.total[group]
        if have <= 0:
            return
        least = self.spared if group == ARMY and not by_army else 0.0
        left = max(min(least, have), have - hits)
        share = left / have
        for k in self.kinds:
            if self.group[k] == group:
                self.steps[k] *= share
        if group == ARMY and left < self.spared:
            self.spared = left
        self.total[group] = left

    def come_down(self) -> None:
        """V-5.6-c, V-5.7-d: who was in the air or off the coast is ashore."""
        for k in (AB, MA):
            if self.held[k] and self.group[k] != ARMY:
                self.total[self.group[k]] -= self.steps[k]
                self.group[k] = ARMY
                self.total[ARMY] += self.steps[k]
                self.spared += self.steps[k] / 3
                self.held[k] = 0.0


def aim(kind: int, enemy: Line, provoked: bool) -> int:
    """The group that a kind would fire at, or -1."""
    power = FIREPOWER[kind]
    arm = ARM[kind]
    army, naval, air = enemy.total[ARMY], enemy.total[NAVAL], enemy.total[AIR]
    if kind == FA and air > 0:
        return AIR
    if arm == NAVAL and naval > 0 and power[NAVAL]:
        return NAVAL
    if army > 0 and power[ARMY] and (arm == ARMY or army > enemy.spared + 0.1):
        if arm != NAVAL or naval <= 0:
            return ARMY
    if naval > 0 and power[NAVAL]:
        return NAVAL
    if air > 0 and power[AIR] and (arm == AIR or provoked):
        return AIR
    return -1


def forecast(g: Victory, h: int, attacker: int, defender: int, rounds: int = ROUNDS) -> Forecast:
    """A battle in a hex between two sets of blocks, with so many rounds to go."""
    board = g.board
    city = bool(board.city >> h & 1)
    double = bool(board.double >> h & 1)
    lines = Line(g, attacker, True), Line(g, defender, False)
    start = lines[0].all(), lines[1].all()
    army = lines[0].total[ARMY] + sum(lines[0].held), lines[1].total[ARMY]
    naval = lines[1].total[NAVAL]
    for number in range(rounds):
        _round(lines, city, double, number == 0)
        lines[0].come_down()
    one, two = lines
    losses = start[0] - one.all(), start[1] - two.all()
    win = 0.0
    if army[1] > 0:
        win = _passes(two.hits[ARMY] - army[1], two.variance[ARMY])
        if one.total[ARMY] <= 0 < army[0]:
            win *= 0.5
    elif army[0] > 0:
        win = _passes(army[0] - one.hits[ARMY], one.variance[ARMY])
    elif naval > 0 and start[0] > 0:
        win = _passes(two.hits[NAVAL] - naval, two.variance[NAVAL])
    elif start[0] > 0 and start[1] > 0:
        win = _passes(two.hits[AIR] - two.total[AIR], two.variance[AIR])
    return Forecast(win, losses[0], losses[1])


def _round(lines: tuple[Line, Line], city: bool, double: bool, first: bool) -> None:
    provoked = [[False] * 3, [False] * 3]
    for kind in range(KINDS):
        for shooter in (1, 0):  # V-5.3-c: the Defender first
            line, enemy = lines[shooter], lines[1 - shooter]
            dice = line.steps[kind] - line.held[kind]
            if first:
                dice -= line.late[kind]
            if dice <= 0.05:
                continue
            group = aim(kind, enemy, provoked[shooter][ARM[kind]])
            if enemy.total[ARMY] <= 0:  # fire to spare makes victory surer
                spare = dice * FIREPOWER[kind][ARMY] / DIE
                enemy.hits[ARMY] += spare
                enemy.variance[ARMY] += spare / 2
            if group < 0:
                continue
            power = FIREPOWER[kind][group]
            if kind == IN and group == ARMY and shooter == 1 and city:
                power = CITY_FIRE  # V-3.3-i
            chance = power / DIE
            hits = dice * chance
            if ARM[kind] == AIR and group != AIR:
                provoked[1 - shooter][group] = True
            if double and group == ARMY and shooter == 0:
                hits /= 2  # V-5.47-a
            enemy.hits[group] += hits
            enemy.variance[group] += hits * (1 - chance)
            enemy.lose(group, hits, ARM[kind] == ARMY)


def _passes(margin: float, variance: float) -> float:
    """The chance that a normal value with that mean and variance is above zero."""
    deviation = sqrt(SPREAD * variance + 0.3)
    return 0.5 * (1 + erf(margin / (deviation * sqrt(2))))


def ground_force(g: Victory, h: int, side: int) -> int:
    """Army units of a side ashore in a hex."""
    return g.at.get(h, 0) & SIDE_MASK[side] & ARMY_MASK & ~g.at_sea & ~g.flying


def who_fights(g: Victory, h: int, side: int) -> int:
    """The blocks of a side that would take part in a battle: two Air units at most."""
    here = g.at.get(h, 0) & SIDE_MASK[side] & ~g.grounded
    if g.board.sheltered >> h & 1:
        here &= ~(g.aboard & AIR_MASK)
    planes = bits(here & AIR_MASK)
    for u in planes[2:]:
        here &= ~(1 << u)
    return here
