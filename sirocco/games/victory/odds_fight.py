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
    OddsError,
    Policy,
)
from sirocco.games.victory.units import AB, AIR, ARM, ARMY, FIREPOWER, MA, NAVAL
from sirocco.odds.cloud import Cloud, Mask, joined
from sirocco.odds.hits import Ints, hits

PASS, LEAVE, LAND, SHOOT = 0, 1, 2, 3
"""What a unit does in its Combat Turn; SHOOT + group is fire at that group."""

Units = list[tuple[int, int]]
"""Side and kind of units."""

FLAGS = 2
"""The third coordinate of the cloud, after the states of both sides."""

# A flag number is made of bits, for each side: its ships, its Army attacked from the air in this
# round; bombarded first in this round; bombarded first in an earlier round.


def flak_bit(side: int, group: int) -> int:
    """This side's ships or Army were attacked from the air in this round (V-5.45-b)."""
    return 1 << (2 * side + group - NAVAL)


def now_bit(side: int) -> int:
    """This side bombarded for the first time in this round."""
    return 16 << side


def earlier_bit(side: int) -> int:
    """This side bombarded in an earlier round (V-5.43-c)."""
    return 64 << side


def has_flak(kind: int) -> bool:
    """Ships and Army units with A firepower."""
    return ARM[kind] != AIR and FIREPOWER[kind][AIR] > 0


def has_guns(kind: int) -> bool:
    """Ships that can bombard."""
    return ARM[kind] == NAVAL and FIREPOWER[kind][ARMY] > 0


class Fight:
    """A battle under way: the cloud of its states and the chance lost by pruning."""

    __slots__ = ("spec", "policies", "sides", "least", "cloud", "lost", "over")

    def __init__(self, spec: BattleSpec, attacker: Policy, defender: Policy, least: float) -> None:
        self.spec = spec
        self.policies = (attacker, defender)
        self.sides = (Side(spec, ATTACKER, attacker), Side(spec, DEFENDER, defender))
        self.least = least
        self.lost = 0.0
        self.over: list[float] = []
        flags = sum(flak_bit(*pair) for pair in spec.provoked)
        for side, first in enumerate(spec.bombarded):
            if first:
                flags += now_bit(side) if first == spec.round else earlier_bit(side)
        self.cloud = Cloud.point(0, 0, flags)

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
            self.over.append(sum(map(self._finished, (*settled, self.cloud))))
        return self._finish(joined([*settled, self.cloud]))

    def _round(self, number: int) -> None:
        # V-5.3-b, V-5.3-c: by type, the Defender's units first; A84: in the order listed
        turns = sorted(
            (unit.kind, -side, place)
            for side, units in enumerate(self.spec.sides)
            for place, unit in enumerate(units)
            if not (unit.acted and number == self.spec.round)
        )
        kinds = [(-side, self.spec.sides[-side][place].kind) for _, side, place in turns]
        for turn, (_, side, place) in enumerate(turns):
            self._combat_turn(number, -side, place, kinds[turn + 1 :])
        self.cloud = joined([self._forgotten(self.cloud, number, [])])

    def _forgotten(self, cloud: Cloud, number: int, later: Units) -> Cloud:
        """The cloud without flags of this round that no unit still to come can use."""
        flags = cloud.at[FLAGS]
        kept = 0
        for side, kind in set(later):
            kept |= flak_bit(side, ARM[kind]) if has_flak(kind) else 0
        for side in (ATTACKER, DEFENDER):
            if any(other == side and has_guns(kind) for other, kind in later):
                kept |= now_bit(side) | earlier_bit(side)
            elif number < self.spec.last_round:
                kept |= earlier_bit(side)
                flags = flags | (flags & now_bit(side)) << 2
        return cloud.moved(FLAGS, flags & kept)

    def _combat_turn(self, number: int, side: int, place: int, later: Units) -> None:
        choice = Choices(self, number, side, place).made()
        if not choice.any():
            self.cloud = self._forgotten(self.cloud, number, later)
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
        parts = [self._forgotten(part, number, later) for part in parts]
        self.cloud, lost = joined(parts).pruned(self.least)
        self.lost += lost
        if not len(self.cloud):
            raise OddsError("Pruning at this chance leaves nothing of the battle.")

    def _volley(self, cloud: Cloud, side: int, place: int, group: int) -> list[Cloud]:
        """V-5.4-a: as many dice as the unit has cv at this moment."""
        kind = self.sides[side].units[place].kind
        firepower = self.spec.firepower(side, kind, group)
        strengths = self.fact(cloud, side, UNITS + place)
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
        if ARM[kind] == AIR and group != AIR:
            return flags | flak_bit(1 - side, group)  # V-5.45-b, A42: hit or miss
        if ARM[kind] == NAVAL and group == ARMY:
            first: Ints = np.where(flags & earlier_bit(side), 0, now_bit(side))  # A44
            return flags | first
        return flags

    def _ending(self, cloud: Cloud) -> Ints:
        """How the battle ends in each state if no further round is fought."""
        here = self.fact(cloud, ATTACKER, STRENGTH) > 0
        there = self.fact(cloud, DEFENDER, STRENGTH) > 0
        # V-5.5-c, A92: only troops on the ground count
        expelled = (self.fact(cloud, ATTACKER, ARMY) > 0) & (self.fact(cloud, DEFENDER, ARMY) == 0)
        if self.spec.activated:
            # A57: blockaders stay unless ships or aircraft oppose them
            expelled &= self.fact(cloud, ATTACKER, AIR) + self.fact(cloud, ATTACKER, NAVAL) > 0
        ending = np.full(len(cloud), HELD, dtype=np.int64)
        ending[here & (~there | expelled)] = WON
        ending[~here & ~there] = MUTUAL
        return ending

    def _finished(self, cloud: Cloud) -> float:
        """Chance that one side has no unit left in the hex (A48)."""
        gone = self.fact(cloud, ATTACKER, STRENGTH) * self.fact(cloud, DEFENDER, STRENGTH) == 0
        return float(cloud.chance[gone].sum())

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
        ships = np.zeros(len(cloud), dtype=np.bool_)
        for place, unit in enumerate(self.spec.attacker):
            if ARM[unit.kind] == NAVAL:
                row = self.sides[ATTACKER].place_row(place)
                ships |= self.fact(cloud, ATTACKER, row) == NAVAL
        air, naval = (self.fact(cloud, DEFENDER, group) for group in (AIR, NAVAL))
        clear: Mask = (air == 0) & (naval == 0)
        return ships & clear

    def fact(self, cloud: Cloud, side: int, row: int) -> Ints:
        """A fact of one side in each state of a cloud."""
        return self.sides[side].fact(row, cloud.at[side])


class Choices:
    """The choice of one unit in its Combat Turn, in all states of the cloud at once."""

    __slots__ = (
        "fight", "spec", "policy", "number", "side", "unit", "at", "cv_row", "open", "chosen",
    )  # fmt: skip

    def __init__(self, fight: Fight, number: int, side: int, place: int) -> None:
        self.fight = fight
        self.spec = fight.spec
        self.policy = fight.policies[side]
        self.number = number
        self.side = side
        self.unit = fight.spec.sides[side][place]
        self.at = self._own(fight.sides[side].place_row(place))
        self.cv_row = fight.sides[side].cv_row(place)
        # A48: the battle is over when one side has nobody left
        self.open: Mask = (self.at <= ARMY) & (self._enemy(STRENGTH) > 0)
        self.chosen: Ints = np.zeros(len(fight.cloud), dtype=np.int64)

    def _own(self, row: int) -> Ints:
        return self.fight.fact(self.fight.cloud, self.side, row)

    def _enemy(self, row: int) -> Ints:
        return self.fight.fact(self.fight.cloud, 1 - self.side, row)

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
        clear = (self._enemy(AIR) == 0) & (self._enemy(NAVAL) == 0)
        if self.spec.port and self.policy.blockade and ARM[self.unit.kind] == NAVAL:
            self._take(clear, PASS)
        if self.spec.activated:
            self._take(self.at == ARMY, PASS)  # A57: the garrison never has to leave
        self._take(self.open, LEAVE)

    def _wish_to_leave(self) -> Mask:
        policy = self.policy
        if self.unit.kind in policy.leave.get(self.number, frozenset()):
            return np.ones(len(self.chosen), dtype=np.bool_)
        weak: Mask = np.zeros(len(self.chosen), dtype=np.bool_)
        if policy.side_below:
            weak |= self._own(STRENGTH) < policy.side_below
        if policy.unit_below:
            weak |= self._own(self.cv_row) < policy.unit_below
        return weak

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
            self._take((self.at == NAVAL) & (self._enemy(NAVAL) == 0) & self._room(), LAND)

    def _room(self) -> Mask:
        room: Mask = self._own(ARMY) < self.spec.army_room
        return room

    def _may_fire(self, group: int) -> Mask:
        arm = ARM[self.unit.kind]
        target: Mask = self._enemy(group) > 0
        if group == ARMY and arm != ARMY:
            target = self._enemy(SOFT) > 0  # V-XCOMBAT-h, A45
        flags = self.fight.cloud.at[FLAGS]
        if group == AIR and arm != AIR:
            target = target & (flags & flak_bit(self.side, arm) > 0)  # V-5.45-c
        if group == ARMY and arm == NAVAL:
            once = flags & earlier_bit(self.side) == 0  # V-5.43-c, A44
            target = target & (once | (self._own(ARMY) > 0))
            target = target & (self._enemy(NAVAL) == 0)  # V-5.43-b, A43
        return target
