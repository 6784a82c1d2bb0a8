"""The rounds of a battle, fought over every possible state at once."""

import numpy as np

from sirocco.games.victory.odds_side import (
    BLOCKADED,
    HELD,
    MUTUAL,
    SOFT,
    STRENGTH,
    UNITS,
    WON,
    Side,
)
from sirocco.games.victory.odds_spec import (
    ATTACKER,
    DEFENDER,
    DIE,
    OPEN,
    PURSUIT,
    BattleSpec,
    Policy,
)
from sirocco.games.victory.units import AB, AIR, ARM, ARMY, FIREPOWER, MA, NAVAL
from sirocco.odds.cloud import Cloud, Mask, joined
from sirocco.odds.hits import Ints, hits

PASS, LEAVE, LAND, SHOOT = 0, 1, 2, 3
"""What a unit does in its Combat Turn; SHOOT + group is fire at that group."""

FLAGS = 2
"""The third coordinate of the cloud, after the states of both sides."""

# A flag number: four bits of flak permission (side, group), then the bombardment of each side.
NEVER, NOW, EARLIER = 0, 1, 2


def flak_bit(side: int, group: int) -> int:
    """The bit that says: this side's ships or Army were attacked from the air in this round."""
    return 1 << (2 * side + group - NAVAL)


def bombardment(flags: Ints, side: int) -> Ints:
    """When this side bombarded first: NEVER, NOW (in this round) or EARLIER."""
    return flags // (16, 48)[side] % 3


class Fight:
    """A battle under way: the cloud of its states and the chance lost by pruning."""

    __slots__ = ("spec", "policies", "sides", "least", "cloud", "lost", "over", "_flak", "_guns")

    def __init__(self, spec: BattleSpec, attacker: Policy, defender: Policy, least: float) -> None:
        self.spec = spec
        self.policies = (attacker, defender)
        self.sides = (Side(spec, ATTACKER, attacker), Side(spec, DEFENDER, defender))
        self.least = least
        self.lost = 0.0
        self.over: list[float] = []
        # Flags that nobody can use are not kept: fewer states.
        self._flak = frozenset(
            (side, place)
            for side, units in enumerate(spec.sides)
            for unit in units
            for place in (NAVAL, ARMY)
            if ARM[unit.kind] == place and FIREPOWER[unit.kind][AIR]
        )
        self._guns = tuple(
            any(ARM[unit.kind] == NAVAL and FIREPOWER[unit.kind][ARMY] for unit in units)
            for units in spec.sides
        )
        self.cloud = Cloud.point(0, 0, self._first_flags())

    def _first_flags(self) -> int:
        flags = sum(flak_bit(*pair) for pair in self.spec.provoked & self._flak)
        for side, first in enumerate(self.spec.bombarded):
            if first and self._guns[side]:
                flags += (16, 48)[side] * (NOW if first == self.spec.round else EARLIER)
        return flags

    def run(self) -> Cloud:
        """Fight all rounds; the result's third coordinate is the ending."""
        settled: list[Cloud] = []
        for number in range(self.spec.round, self.spec.last_round + 1):
            if number == PURSUIT:
                # A59: no fourth round if the Defender must leave
                done = self._ending(self.cloud) != HELD
                settled.append(self.cloud.where(done))
                self.cloud = self.cloud.where(~done)
            if len(self.cloud):
                self._round(number)
            self.over.append(sum(part.total for part in settled) + self._finished())
        return self._finish(joined([*settled, self.cloud]))

    def _round(self, number: int) -> None:
        # V-5.3-b, V-5.3-c: by type, the Defender's units first; A84: in the order listed
        turns = sorted(
            (unit.kind, -side, place)
            for side, units in enumerate(self.spec.sides)
            for place, unit in enumerate(units)
            if not (unit.acted and number == self.spec.round)
        )
        for _, side, place in turns:
            self._combat_turn(number, -side, place)
        flags = self.cloud.at[FLAGS]
        guns = sum((16, 48)[side] * EARLIER * (bombardment(flags, side) > NEVER) for side in (0, 1))
        self.cloud = joined([self.cloud.moved(FLAGS, np.asarray(guns, dtype=np.int64))])

    def _combat_turn(self, number: int, side: int, place: int) -> None:
        choice = self._choices(number, side, place)
        if not choice.any():
            return
        parts = [self.cloud.where(choice == PASS)]
        own = self.sides[side]
        going = self.cloud.where(choice == LEAVE)
        if len(going):
            parts.append(going.moved(side, own.leave(place, going.at[side])))
        landing = self.cloud.where(choice == LAND)
        if len(landing):
            parts.append(landing.moved(side, own.land(place, landing.at[side])))
        for group in (AIR, NAVAL, ARMY):
            firing = self.cloud.where(choice == SHOOT + group)
            if len(firing):
                parts.extend(self._volley(firing, side, place, group))
        self.cloud, lost = joined(parts).pruned(self.least)
        self.lost += lost

    def _volley(self, cloud: Cloud, side: int, place: int, group: int) -> list[Cloud]:
        """V-5.4-a: as many dice as the unit has cv at this moment."""
        kind = self.sides[side].units[place].kind
        firepower = self.spec.firepower(side, kind, group)
        strengths = self.sides[side].facts(cloud.at[side])[:, UNITS + place]
        enemy = 1 - side
        cloud = cloud.moved(FLAGS, self._flags_after(cloud.at[FLAGS], side, kind, group))
        parts: list[Cloud] = []
        for dice in np.unique(strengths).tolist():
            firing = cloud.where(strengths == dice)
            for chance in hits(dice, firepower, DIE).tolist():
                parts.append(firing.scaled(chance))
                struck = self.sides[enemy].hit(group, ARM[kind] == ARMY, firing.at[enemy])
                firing = firing.moved(enemy, struck)
        return parts

    def _flags_after(self, flags: Ints, side: int, kind: int, group: int) -> Ints:
        if ARM[kind] == AIR and (1 - side, group) in self._flak:
            return flags | flak_bit(1 - side, group)  # V-5.45-b, A42: hit or miss
        if ARM[kind] == NAVAL and group == ARMY:
            first: Ints = (bombardment(flags, side) == NEVER) * (16, 48)[side]  # A44
            return flags + first
        return flags

    def _choices(self, number: int, side: int, place: int) -> Ints:
        """What the unit does in each state of the cloud."""
        return Choices(self, number, side, place).made()

    def _ending(self, cloud: Cloud) -> Ints:
        """How the battle ends in each state if no further round is fought."""
        attacker = self.sides[ATTACKER].facts(cloud.at[ATTACKER])
        defender = self.sides[DEFENDER].facts(cloud.at[DEFENDER])
        here = attacker[:, STRENGTH] > 0
        there = defender[:, STRENGTH] > 0
        # V-5.5-c, A92: only troops on the ground count
        expelled = (attacker[:, ARMY] > 0) & (defender[:, ARMY] == 0)
        if self.spec.activated:
            # A57: blockaders stay unless ships or aircraft oppose them
            expelled &= attacker[:, AIR] + attacker[:, NAVAL] > 0
        ending = np.full(len(cloud), HELD, dtype=np.int64)
        ending[here & (~there | expelled)] = WON
        ending[~here & ~there] = MUTUAL
        return ending

    def _finished(self) -> float:
        """Chance that one side has no unit left in the hex (A48)."""
        attacker = self.sides[ATTACKER].facts(self.cloud.at[ATTACKER])[:, STRENGTH]
        defender = self.sides[DEFENDER].facts(self.cloud.at[DEFENDER])[:, STRENGTH]
        return float(self.cloud.chance[(attacker == 0) | (defender == 0)].sum())

    def _finish(self, cloud: Cloud) -> Cloud:
        ending = self._ending(cloud)
        if self.spec.port and self.policies[ATTACKER].blockade and not self.spec.activated:
            ending[(ending == HELD) & self._may_blockade(cloud)] = BLOCKADED
        parts: list[Cloud] = []
        for way in (WON, HELD, BLOCKADED, MUTUAL):
            part = cloud.where(ending == way)
            for axis, side in enumerate(self.sides):
                if len(part):
                    part = part.moved(axis, side.finish(way, part.at[axis]))
            parts.append(part.moved(FLAGS, np.full(len(part), way, dtype=np.int64)))
        return joined(parts)

    def _may_blockade(self, cloud: Cloud) -> Mask:
        """V-5.8-b: no enemy ship or aircraft in the hex; A91: ships only."""
        facts = self.sides[ATTACKER].facts(cloud.at[ATTACKER])
        enemy = self.sides[DEFENDER].facts(cloud.at[DEFENDER])
        units = self.spec.attacker
        ships = np.zeros(len(cloud), dtype=np.bool_)
        for place, unit in enumerate(units):
            if ARM[unit.kind] == NAVAL:
                ships |= facts[:, UNITS + len(units) + place] == NAVAL
        clear: Mask = (enemy[:, AIR] == 0) & (enemy[:, NAVAL] == 0)
        return ships & clear


class Choices:
    """The choice of one unit in its Combat Turn, in all states of the cloud at once."""

    __slots__ = (
        "spec", "policy", "number", "side", "unit", "own", "enemy", "flags", "cv", "at",
        "open", "chosen",
    )  # fmt: skip

    def __init__(self, fight: Fight, number: int, side: int, place: int) -> None:
        cloud = fight.cloud
        self.spec = fight.spec
        self.policy = fight.policies[side]
        self.number = number
        self.side = side
        self.unit = fight.spec.sides[side][place]
        self.own = fight.sides[side].facts(cloud.at[side])
        self.enemy = fight.sides[1 - side].facts(cloud.at[1 - side])
        self.flags = cloud.at[FLAGS]
        units = len(fight.spec.sides[side])
        self.cv = self.own[:, UNITS + place]
        self.at = self.own[:, UNITS + units + place]
        # A48: the battle is over when one side has nobody left
        self.open: Mask = (self.at <= ARMY) & (self.enemy[:, STRENGTH] > 0)
        self.chosen: Ints = np.zeros(len(cloud), dtype=np.int64)

    def made(self) -> Ints:
        """PASS, LEAVE, LAND or SHOOT + group for each state."""
        if not self.open.any() or (self.unit.river and self.number == 1):  # V-2.1-p
            return self.chosen
        if self.number == PURSUIT and self.side == ATTACKER:
            self._pursued()
            return self.chosen
        wish = self._wish_to_leave()
        self._drop(wish)
        if self.unit.exit:  # A60: no retreat without a destination
            self._take(wish, LEAVE)
        self._land()
        if ARM[self.unit.kind] == ARMY:
            self._take(self.at != ARMY, PASS)  # V-4.71-f
        for group in self.policy.preference(self.unit.kind, self.number):
            if FIREPOWER[self.unit.kind][group]:
                self._take(self._may_fire(group), SHOOT + group)
        return self.chosen

    def _take(self, where: Mask, what: int) -> None:
        where = where & self.open
        self.chosen[where] = what
        self.open &= ~where

    def _pursued(self) -> None:
        """V-PURSUIT-b: the Attacker's units retreat; A59: ships may blockade instead."""
        clear = (self.enemy[:, AIR] == 0) & (self.enemy[:, NAVAL] == 0)
        if self.spec.port and self.policy.blockade and ARM[self.unit.kind] == NAVAL:
            self._take(clear, PASS)
        if self.spec.activated:
            self._take(self.at == ARMY, PASS)  # A57: the garrison never has to leave
        self._take(self.open, LEAVE)

    def _wish_to_leave(self) -> Mask:
        policy = self.policy
        if self.unit.kind in policy.leave.get(self.number, frozenset()):
            return np.ones(len(self.chosen), dtype=np.bool_)
        weak: Mask = self.own[:, STRENGTH] < policy.side_below
        return weak | (self.cv < policy.unit_below)

    def _drop(self, wish: Mask) -> None:
        """V-5.6-d: drop or abort; A32: only with Army room."""
        if self.unit.kind != AB:
            return
        flying = self.at == AIR
        if self.policy.land:
            self._take(flying & ~wish & self._room(), LAND)
        self._take(flying, LEAVE)

    def _land(self) -> None:
        """V-5.7-e: not before the enemy's ships are gone; A32, A88."""
        if self.unit.kind != MA or self.side == DEFENDER or self.spec.terrain not in OPEN:
            return
        if self.policy.land:
            self._take((self.at == NAVAL) & (self.enemy[:, NAVAL] == 0) & self._room(), LAND)

    def _room(self) -> Mask:
        room: Mask = self.own[:, ARMY] < self.spec.army_room
        return room

    def _may_fire(self, group: int) -> Mask:
        arm = ARM[self.unit.kind]
        target: Mask = self.enemy[:, group] > 0
        if group == ARMY and arm != ARMY:
            target = self.enemy[:, SOFT] > 0  # V-XCOMBAT-h, A45
        if group == AIR and arm != AIR:
            target = target & (self.flags & flak_bit(self.side, arm) > 0)  # V-5.45-c
        if group == ARMY and arm == NAVAL:
            once = bombardment(self.flags, self.side) != EARLIER  # V-5.43-c, A44
            target = target & (once | (self.own[:, ARMY] > 0))
            target = target & (self.enemy[:, NAVAL] == 0)  # V-5.43-b, A43
        return target
