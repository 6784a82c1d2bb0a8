"""Whole battles against a plain reference: every roll of every volley, one block at a time."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sirocco.games.victory.odds import BattleSpec, OddsError, Policy, Unit, battle, parse_battle
from sirocco.games.victory.units import CODES

AIR, SEA, LAND, GROUNDED, GONE = range(5)
CHART = {
    "FA": (2, 0, 1), "DB": (1, 2, 2), "HB": (1, 1, 2), "SS": (0, 2, 0), "BB": (1, 3, 2),
    "CV": (1, 1, 0), "AR": (1, 0, 2), "AB": (0, 0, 1), "MA": (0, 0, 2), "IN": (1, 0, 2),
}  # fmt: skip
SHIPS, PLANES = ("SS", "BB", "CV"), ("FA", "DB", "HB")
ROOM = {"clear": 4, "desert": 3, "forest": 3, "marsh": 2, "mountain": 2, "sea": 0}


class Block(NamedTuple):
    side: int
    number: int
    cv: int
    place: int
    half: bool = False


class Table(NamedTuple):
    """Everything that changes in a battle."""

    blocks: tuple[Block, ...]
    angry: frozenset[tuple[int, int]]
    first_shells: tuple[int, int]


@cache
def rolls(dice: int, firepower: int) -> dict[int, float]:
    """Chance of each number of hits, by rolling every possible roll."""
    counted = Counter(
        sum(face <= firepower for face in roll) for roll in product(range(1, 7), repeat=dice)
    )
    return {number: count / 6**dice for number, count in counted.items()}


class Reference:
    """The same battle in the words of the rulebook, slow and simple."""

    def __init__(self, spec: BattleSpec, policies: tuple[Policy, Policy]) -> None:
        self.spec = spec
        self.policies = policies

    def unit(self, block: Block) -> Unit:
        return self.spec.sides[block.side][block.number]

    def code(self, block: Block) -> str:
        return CODES[self.unit(block).kind]

    def here(self, table: Table, side: int, place: int | None = None) -> list[Block]:
        places = (AIR, SEA, LAND) if place is None else (place,)
        return [b for b in table.blocks if b.side == side and b.cv and b.place in places]

    def change(self, table: Table, new: Block) -> Table:
        key = (new.side, new.number)
        changed = tuple(new if (b.side, b.number) == key else b for b in table.blocks)
        return table._replace(blocks=changed)

    def withdrawn(self, block: Block) -> Block:
        if self.unit(block).exit:
            return block._replace(place=GONE, half=False)
        return block._replace(cv=0, half=False)

    def one_hit(self, table: Table, side: int, place: int, by_troops: bool) -> Table:
        targets = self.here(table, side, place)
        if not targets:
            return table
        double = place == LAND and side == 1 and self.spec.terrain in ("marsh", "mountain")
        wounded = [b for b in targets if b.half]
        most = max(b.cv for b in targets)
        tied = [b for b in targets if b.cv == most]
        wanted = list(self.policies[side].losses)
        tied.sort(key=lambda b: (wanted.index(self.unit(b).kind), b.number))
        victim = wounded[0] if double and wounded else tied[0]
        if place == LAND and not by_troops and victim.cv == 1:
            return table
        if double and not victim.half:
            return self.change(table, victim._replace(half=True))
        return self.change(table, victim._replace(cv=victim.cv - 1, half=False))

    def can_fire(self, table: Table, me: Block, group: int, number: int) -> bool:
        code = self.code(me)
        foes = self.here(table, 1 - me.side, group)
        if not CHART[code][group] or not foes:
            return False
        if code in PLANES:
            return group != LAND or any(b.cv > 1 for b in foes)
        if code in SHIPS:
            if group == AIR:
                return (me.side, SEA) in table.angry
            if group == SEA:
                return True
            if self.here(table, 1 - me.side, SEA) or all(b.cv == 1 for b in foes):
                return False
            first = table.first_shells[me.side]
            return first in (0, number) or bool(self.here(table, me.side, LAND))
        return group == LAND or (me.side, LAND) in table.angry

    def fire(self, table: Table, me: Block, group: int, number: int) -> dict[Table, float]:
        code = self.code(me)
        firepower = CHART[code][group]
        if code == "IN" and group == LAND and me.side == 1 and self.spec.city:
            firepower = 3
        if code in PLANES and group != AIR:
            table = table._replace(angry=table.angry | {(1 - me.side, group)})
        if code in SHIPS and group == LAND and not table.first_shells[me.side]:
            shells = list(table.first_shells)
            shells[me.side] = number
            table = table._replace(first_shells=(shells[0], shells[1]))
        after: dict[Table, float] = {}
        for hits, chance in rolls(me.cv, firepower).items():
            struck = table
            for _ in range(hits):
                struck = self.one_hit(struck, 1 - me.side, group, code not in PLANES + SHIPS)
            after[struck] = after.get(struck, 0.0) + chance
        return after

    def turn(self, table: Table, side: int, unit: int, number: int) -> dict[Table, float]:
        me = next(b for b in table.blocks if (b.side, b.number) == (side, unit))
        mine, foes = self.here(table, side), self.here(table, 1 - side)
        code, policy = self.code(me), self.policies[side]
        stay = {table: 1.0}
        if me not in mine or not foes or (self.unit(me).river and number == 1):
            return stay
        if number == 4 and side == 0:
            clear = all(b.place == LAND for b in foes)
            if code in SHIPS and self.spec.port and policy.blockade and clear:
                return stay
            return {self.change(table, self.withdrawn(me)): 1.0}
        unwilling = (
            self.unit(me).kind in policy.leave.get(number, ())
            or sum(b.cv for b in mine) < policy.side_below
            or me.cv < policy.unit_below
        )
        room = len(self.here(table, side, LAND)) < ROOM[self.spec.terrain]
        ashore = {self.change(table, me._replace(place=LAND)): 1.0}
        if code == "AB" and me.place == AIR:
            if policy.land and room and not unwilling:
                return ashore
            return {self.change(table, self.withdrawn(me)): 1.0}
        if unwilling and self.unit(me).exit:
            return {self.change(table, self.withdrawn(me)): 1.0}
        if code in ("AR", "AB", "MA", "IN") and me.place == SEA:
            coast = code == "MA" and side == 0 and self.spec.terrain in ("clear", "desert")
            ships = self.here(table, 1 - side, SEA)
            return ashore if coast and policy.land and room and not ships else stay
        for group in policy.preference(self.unit(me).kind, number):
            if self.can_fire(table, me, group, number):
                return self.fire(table, me, group, number)
        return stay

    def expelled(self, table: Table) -> bool:
        return bool(self.here(table, 0, LAND)) and not self.here(table, 1, LAND)

    def ending(self, table: Table) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
        one, two = self.here(table, 0), self.here(table, 1)
        won = bool(one) and (not two or self.expelled(table))
        name = "won" if won else "held"
        ships = [b for b in one if self.code(b) in SHIPS]
        staying: list[Block] = []
        if not won and ships and self.spec.port and self.policies[0].blockade:
            if all(b.place == LAND for b in two):
                name, staying = "blockaded", ships
        for block in table.blocks:
            if block.place == GROUNDED and won and block.side == 1:
                table = self.change(table, block._replace(cv=0))
        leaving = [b for b in one if b not in staying and (not won or self.code(b) in PLANES)]
        for block in leaving + (two if won else []):
            table = self.change(table, self.withdrawn(block))
        left = [tuple(b.cv for b in table.blocks if b.side == side) for side in (0, 1)]
        return name, left[0], left[1]

    def fight(self) -> dict[tuple[str, tuple[int, ...], tuple[int, ...]], float]:
        spec = self.spec
        blocks = tuple(
            Block(side, i, unit.cv, unit.place, unit.half)
            for side, units in enumerate(spec.sides)
            for i, unit in enumerate(units)
        )
        now = {Table(blocks, spec.provoked, spec.bombarded): 1.0}
        for number in range(spec.round, (4 if spec.pursuit else 3) + 1):
            for kind, side in product(range(10), (1, 0)):
                for i, unit in enumerate(spec.sides[side]):
                    if unit.kind == kind and not (unit.acted and number == spec.round):
                        now = self.everywhere(now, side, i, number)
            calm: dict[Table, float] = {}
            for table, chance in now.items():
                quiet = table._replace(angry=frozenset())
                calm[quiet] = calm.get(quiet, 0.0) + chance
            now = calm
        ends: dict[tuple[str, tuple[int, ...], tuple[int, ...]], float] = {}
        for table, chance in now.items():
            key = self.ending(table)
            ends[key] = ends.get(key, 0.0) + chance
        return ends

    def everywhere(
        self, now: dict[Table, float], side: int, unit: int, number: int
    ) -> dict[Table, float]:
        after: dict[Table, float] = {}
        for table, chance in now.items():
            if number == 4 and self.expelled(table):
                after[table] = after.get(table, 0.0) + chance
                continue
            for new, p in self.turn(table, side, unit, number).items():
                after[new] = after.get(new, 0.0) + chance * p
        return after


def agree(spec: BattleSpec, attacker: Policy, defender: Policy) -> None:
    expected = Reference(spec, (attacker, defender)).fight()
    result = battle(spec, attacker, defender)
    joint = result.joint()
    assert result.lost_mass == 0.0
    assert sum(joint.values()) == pytest.approx(1.0, abs=1e-12)
    for key in expected.keys() | joint.keys():
        assert joint.get(key, 0.0) == pytest.approx(expected.get(key, 0.0), abs=1e-12), key


@pytest.mark.parametrize(
    ("text", "terrain", "city", "pursuit"),
    [
        ("AR2 vs IN1", "clear", False, False),
        ("AR2 IN2 vs IN3", "clear", True, False),
        ("AR2 IN1 FA2 vs IN2 DB2", "clear", True, True),
        ("AR2:river IN2 vs IN2", "desert", False, False),
        ("AR3 FA1 vs IN2 IN1", "mountain", False, False),
        ("AR3 HB2 vs IN2:half IN1", "marsh", True, True),
        ("FA2 AB2 MA2 BB2 vs FA2 DB1 IN2", "clear", True, False),
        ("MA2 BB3 vs IN3 SS1", "desert", False, True),
        ("BB2 CV1 vs IN3 AR1", "clear", True, False),
        ("SS2 BB2 FA1 vs CV2 IN2 DB1", "sea", False, False),
        ("HB3:trapped vs IN3 FA1:grounded", "forest", False, False),
        ("AR2 HB2 vs IN1:half IN3", "mountain", False, False),
        ("2xAR1 IN1 AB2 vs IN2 FA1", "desert", False, False),
        ("AR2:acted IN2 FA1 vs IN2:acted AR1 DB1:acted", "clear", True, False),
        ("AR2:trapped FA2 vs IN1 HB1:trapped", "clear", False, True),
    ],
)
def test_chosen_battles(text: str, terrain: str, city: bool, pursuit: bool) -> None:
    spec = parse_battle(text, terrain=terrain, city=city, pursuit=pursuit)
    agree(spec, Policy(), Policy())


def test_ships_do_not_bombard_past_ships() -> None:
    shells = Policy(targets={4: [2, 1]})
    agree(parse_battle("BB2 vs IN3 SS1"), shells, Policy())
    agree(parse_battle("MA1 BB1 IN2 vs BB2 IN2", city=True), Policy(), shells)


def test_flak_permission_ends_with_its_round() -> None:
    """Everybody has acted in round 2: in round 3 nobody has been attacked from the air yet."""
    plain = parse_battle("FA2:acted BB1:acted vs IN2:acted", round=2)
    spec = replace(plain, provoked=frozenset({(1, LAND)}), bombarded=(2, 0))
    agree(spec, Policy(targets={0: [AIR], 4: [LAND]}), Policy(targets={9: [AIR]}))
    assert battle(spec, Policy(targets={0: [AIR]})).strengths[0][0][2] == pytest.approx(1)


GROUPS = st.permutations([0, 1, 2]).flatmap(
    lambda groups: st.integers(1, 3).map(lambda n: groups[:n])
)
KINDS = st.integers(0, 9)
POLICY = st.builds(
    Policy,
    targets=st.dictionaries(KINDS, GROUPS, max_size=6),
    round_targets=st.dictionaries(st.tuples(st.integers(1, 3), KINDS), GROUPS, max_size=2),
    losses=st.permutations(range(10)),
    leave=st.dictionaries(st.integers(1, 4), st.frozensets(KINDS, max_size=2), max_size=1),
    side_below=st.sampled_from([0, 0, 0, 2, 4]),
    unit_below=st.sampled_from([0, 0, 0, 2]),
    land=st.sampled_from([True, True, True, False]),
    blockade=st.booleans(),
)


@st.composite
def units(draw: st.DrawFn, side: int) -> tuple[Unit, ...]:
    some = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(KINDS)
        arm = 0 if kind < 3 else 1 if kind < 6 else 2
        place = draw(st.sampled_from([arm, arm, arm, *{2: [1, 1], 0: [3], 1: [1]}[arm]]))
        if kind == 7 and side == 0:
            place = draw(st.sampled_from([0, 0, 2]))
        crossed = side == 0 and place == 2 and draw(st.booleans())
        way_out = draw(st.sampled_from([True, True, False]))
        cv = draw(st.integers(1, 3 if side else 2))
        acted = draw(st.sampled_from([False] * 5 + [True]))
        some.append(Unit(kind, cv, place, river=crossed, acted=acted, exit=way_out))
    return tuple(some)


@st.composite
def battles(draw: st.DrawFn) -> BattleSpec:
    terrain = draw(st.sampled_from(["clear", "desert", "mountain", "marsh", "forest", "sea"]))
    coastal = terrain != "sea" and draw(st.sampled_from([True, True, False]))
    number = draw(st.sampled_from([1, 1, 1, 2, 3]))
    return BattleSpec(
        attacker=draw(units(0)),
        defender=draw(units(1)),
        terrain=terrain,
        city=terrain != "sea" and draw(st.booleans()),
        coastal=coastal,
        port=coastal and draw(st.booleans()),
        pursuit=draw(st.booleans()),
        round=number,
        provoked=draw(st.frozensets(st.tuples(st.integers(0, 1), st.integers(1, 2)), max_size=1)),
        bombarded=(draw(st.integers(0, number)), draw(st.integers(0, number))),
    )


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
@given(battles(), POLICY, POLICY)
def test_any_small_battle(spec: BattleSpec, attacker: Policy, defender: Policy) -> None:
    try:
        spec.check()
    except OddsError:
        assume(False)
    agree(spec, attacker, defender)
