"""One side of a battle that is reckoned: its states, its dice, what hits do to it.

A state is a tuple: for each group how many units are left; attackers have their tokens for
pressing behind it (-1: enough for ever), defenders the cargo still in the combat and that which
has escaped.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from sirocco.games.northafrica.battlefield import ATTACKER, DEFENDER
from sirocco.games.northafrica.kinds import (
    AAA,
    AIR,
    AIR_DEFENSE,
    DESTROYER,
    HIT_AND_RUN,
    LAND,
    SELF_SUFFICIENT,
    SUBMARINE,
    SUPPORTED,
    SUPPORTS,
    TANK,
    TARGET_AIR,
    TARGET_LAND,
    TARGET_SEA,
    TARGET_TANKS,
    TWO_HITS,
)
from sirocco.games.northafrica.odds_spec import BattleSpec, Group, Policy
from sirocco.games.northafrica.volley import DIE_FACES, numbers
from sirocco.odds.hits import Floats

State = tuple[int, ...]
Outcome = tuple[int, int, int, int]
"""Hits of a volley. On land: of guns, scout cars, dive bombers, others. At sea: of dive bombers,
submarines, other air units, others."""
GUNS, SCOUTS, DIVES, PLAIN = range(4)
RAIDS, SUBS, AIRS = range(3)
Dice = tuple[tuple[float, int], ...]
"""Pools: chance of a hit, number of dice."""
ALL, STRIKE, REST, NOBODY = range(4)
"""Who fires: everybody, submarines alone in step 1, the others after that, nobody."""
PRICELESS: Final = 99
"""Price of what cannot be bought (battleships): given up last, aimed at first."""
_SURFACE: Final = 0
_BELOW: Final = 1
_AIR: Final = 2


class Side:
    """The side's tables; `groups` has a second, damaged group for each kind of battleship."""

    def __init__(self, spec: BattleSpec, role: int, policy: Policy) -> None:
        self.spec = spec
        self.role = role
        self.policy = policy
        chart = spec.chart
        groups: list[Group] = []
        self.twin: list[bool] = []  # the damaged ships of the group before
        for group in spec.sides[role]:
            groups.append(group)
            self.twin.append(False)
            if chart.traits[group.kind] & TWO_HITS and not group.damaged:
                groups.append(Group(group.kind, 0, group.origin, True))
                self.twin.append(True)
        self.groups = tuple(groups)
        self.size = len(groups)
        counts = tuple(group.count for group in groups)
        if role == ATTACKER:
            tail: State = (-1 if policy.supply is None else policy.supply,)
        else:
            tail = (spec.cargo, 0)
        self.start: State = counts + tail
        kinds = [group.kind for group in groups]
        self.arm = [chart.arm[k] for k in kinds]
        self.type = [chart.type[k] for k in kinds]
        self.traits = [chart.traits[k] for k in kinds]
        self.value = [(chart.defense if role else chart.attack)[k] for k in kinds]
        self.worth = [chart.worth[k] or PRICELESS for k in kinds]
        self.runs = [role == ATTACKER and bool(t & HIT_AND_RUN) for t in self.traits]
        self.floats = [_AIR if a == AIR else _BELOW if t == SUBMARINE else _SURFACE
                       for a, t in zip(self.arm, self.type, strict=True)]  # fmt: skip
        self.order = self._order()
        self._after: dict[tuple[State, Outcome, bool, bool], State] = {}

    def _order(self) -> list[int]:
        """Groups in the order in which units are given up: damage first, then by policy."""

        def key(i: int) -> tuple[bool, int, int, int, int]:
            kind = self.groups[i].kind
            named = self.policy.losses
            place = named.index(kind) if kind in named else len(named)
            free = bool(self.traits[i] & TWO_HITS) and not self.groups[i].damaged
            return not free, place, self.worth[i], self.value[i], self.groups[i].origin

        return sorted(range(self.size), key=key)

    # What a state is

    def units(self, state: State) -> int:
        return sum(state[: self.size])

    def active(self, state: State, first: bool) -> int:
        """Units that are still in the combat: scout cars withdraw after the first round."""
        return sum(n for i, n in enumerate(state[: self.size]) if n and (first or not self.runs[i]))

    def regular(self, state: State) -> int:
        """Attacking land units that may move in."""
        return sum(
            n
            for i, n in enumerate(state[: self.size])
            if n and self.arm[i] == LAND and not self.runs[i]
        )

    def wins(self, state: State) -> bool:
        """Whether an emptied space is the attacker's: on land by units that move in."""
        return self.units(state) > 0 if self.spec.sea else self.regular(state) > 0

    def pay(self, state: State, units_a_token: int) -> State:
        """The state after the tokens for pressing are spent."""
        if state[-1] < 0:
            return state
        return (*state[:-1], state[-1] - self.cost(state, units_a_token))

    def can_hit(self, state: State, enemy: Side, theirs: State) -> bool:
        """Whether a unit at sea has a valid target (NA-STEP5-a)."""
        own = {self.floats[i] for i, n in enumerate(state[: self.size]) if n and self.value[i]}
        if not own:
            return False
        there = {enemy.floats[i] for i, n in enumerate(theirs[: enemy.size]) if n}
        if _SURFACE in there or (self.role == ATTACKER and theirs[-2]):
            return True
        if _SURFACE in own and there:
            return True
        if _AIR in own and (_AIR in there or (_BELOW in there and self.destroyer(state))):
            return True
        return _BELOW in own and _BELOW in there

    def cost(self, state: State, units_a_token: int) -> int:
        """Tokens for pressing, each attacking territory apart (NA-STEP5-c)."""
        counted: dict[int, int] = {}
        for i, n in enumerate(state[: self.size]):
            if n and self.arm[i] == LAND and not self.runs[i]:
                origin = self.groups[i].origin
                counted[origin] = counted.get(origin, 0) + n
        return sum(-(-n // units_a_token) for n in counted.values())

    def needs_supply(self, state: State) -> bool:
        """Whether the defenders must pay to fight: not all are exempt (NA-STEP1-g)."""
        return any(
            n and self.arm[i] == LAND and not self.traits[i] & SELF_SUFFICIENT
            for i, n in enumerate(state[: self.size])
        )

    def only_aaa(self, state: State) -> bool:
        return all(not n or self.type[i] == AAA for i, n in enumerate(state[: self.size]))

    def destroyer(self, state: State) -> bool:
        return any(n and self.type[i] == DESTROYER for i, n in enumerate(state[: self.size]))

    def from_main(self, state: State, first: bool) -> bool:
        """Whether land units of the main attack's territory still attack."""
        return any(
            n and self.arm[i] == LAND and self.groups[i].origin == 0 and (first or not self.runs[i])
            for i, n in enumerate(state[: self.size])
        )

    def guns(self, state: State) -> int:
        """Units with Air Defense."""
        return sum(n for i, n in enumerate(state[: self.size]) if self.traits[i] & AIR_DEFENSE)

    def aircraft(self, state: State) -> int:
        return sum(n for i, n in enumerate(state[: self.size]) if self.arm[i] == AIR)

    # Dice

    def volley(self, state: State, first: bool, bonus: bool, who: int) -> tuple[Dice, ...]:
        """The dice of a round, by class of their hits."""
        pools: list[dict[float, int]] = [{}, {}, {}, {}]
        boosted = self._supported(state) if self.role == ATTACKER and not self.spec.sea else None
        for i, n in enumerate(state[: self.size]):
            if not n or not self.value[i] or (self.runs[i] and not first):
                continue
            below = self.floats[i] == _BELOW
            if who == NOBODY or (who != ALL and (who == STRIKE) != below):
                continue
            more = boosted[i] if boosted else 0
            cls = self.hit_class(i, first)
            for value, dice in ((numbers()[2], more), (self.value[i], n - more)):
                if dice:
                    chance = self.chance(i, value, bonus)
                    pools[cls][chance] = pools[cls].get(chance, 0) + dice
        return tuple(tuple(sorted(pool.items())) for pool in pools)

    def chance(self, i: int, value: int, bonus: bool) -> float:
        """NA-STEP2-b, with the rerolls of NA-FLANK-c and NA-TERR-n."""
        faces = DIE_FACES
        if self.role == ATTACKER and self.arm[i] == LAND and self.groups[i].origin:
            faces = numbers()[0] - 1
        elif self.role == DEFENDER and bonus:
            faces = numbers()[1] - 1
        return min(value, faces) / faces

    def hit_class(self, i: int, first: bool) -> int:
        traits = self.traits[i]
        if self.spec.sea:
            if self.role == ATTACKER and traits & TARGET_SEA:
                return RAIDS
            return (PLAIN, SUBS, AIRS)[self.floats[i]]
        if first and traits & TARGET_TANKS:
            return GUNS
        if self.role == ATTACKER and traits & TARGET_AIR:
            return SCOUTS
        return DIVES if self.role == ATTACKER and traits & TARGET_LAND else PLAIN

    def _supported(self, state: State) -> list[int]:
        """How many of each group artillery supports: those that gain most first."""
        left = sum(n for i, n in enumerate(state[: self.size]) if self.traits[i] & SUPPORTS)
        out = [0] * self.size
        support = numbers()[2]
        able = [
            i
            for i in range(self.size)
            if self.traits[i] & SUPPORTED and self.value[i] < support and state[i]
        ]
        able.sort(
            key=lambda i: self.chance(i, self.value[i], False) - self.chance(i, support, False)
        )
        for i in able:
            out[i] = min(left, state[i])
            left -= out[i]
        return out

    # Losses

    def after(self, state: State, hits: Outcome, first: bool, reach: bool) -> State:
        """The state after a volley; `reach`: air hits may fall on submarines."""
        key = (state, hits, first, reach)
        known = self._after.get(key)
        if known is None:
            known = self._at_sea(state, hits, reach) if self.spec.sea else self._on_land(
                state, hits, first
            )  # fmt: skip
            self._after[key] = known
        return known

    def _on_land(self, state: State, hits: Outcome, first: bool) -> State:
        guns, scouts, dives, plain = hits
        if plain:
            return self._lose(
                self.after(state, (guns, scouts, dives, plain - 1), first, False), first
            )
        if dives:
            before = self.after(state, (guns, scouts, dives - 1, 0), first, False)
            dearest = self._dearest(before)
            return self._lose(before, first) if dearest < 0 else _less(before, dearest)
        if scouts:
            before = self.after(state, (guns, scouts - 1, 0, 0), first, False)
            return self._lose(before, first, lambda i: self.arm[i] == AIR)
        if guns:
            before = self.after(state, (guns - 1, 0, 0, 0), first, False)
            return self._lose(before, first, lambda i: self.type[i] == TANK)
        return state

    def _lose(self, state: State, first: bool, wanted: object = None) -> State:
        """One unit less: the first in the order among those wanted, else among all."""
        if callable(wanted):
            for i in self.order:
                if state[i] and wanted(i) and (first or not self.runs[i]):
                    return _less(state, i)
        for i in self.order:
            if state[i] and (first or not self.runs[i]):
                return _less(state, i)
        return state

    def _dearest(self, state: State) -> int:
        """The group that dive bombers aim at: the dearest land units, the strongest of them."""
        there = [i for i in range(self.size) if state[i] and self.arm[i] == LAND]
        if not there:
            return -1
        best = max(there, key=lambda i: (self.worth[i], self.value[i], -self.type[i]))
        same = [i for i in self.order if state[i] and self.type[i] == self.type[best]]
        return same[0]

    def shot_down(self, state: State) -> State:
        """Air Defense: one air unit less (NA-AAA-c)."""
        for i in self.order:
            if state[i] and self.arm[i] == AIR:
                return _less(state, i)
        return state

    def _at_sea(self, state: State, hits: Outcome, reach: bool) -> State:
        raids, subs, air, plain = hits
        for _ in range(raids):
            best = self._best_ship(state)
            if best < 0:
                air += 1
            else:
                state = self._strike(state, best)
        taken = [0, 0, 0]
        left = subs + air + plain
        while left:
            i = self._taker(state, taken, (subs, air, plain), reach)
            if i < 0:
                break
            taken[self.floats[i]] += 1
            state = self._strike(state, i)
            left -= 1
        return self._sink_cargo(state, left)

    def _best_ship(self, state: State) -> int:
        """What a dive bomber aims at: the dearest surface warship."""
        there = [i for i in self.order if state[i] and self.floats[i] == _SURFACE]
        if not there:
            return -1
        best = max(there, key=lambda i: (self.worth[i], self.value[i]))
        return next(i for i in there if self.type[i] == self.type[best])

    def _taker(
        self, state: State, taken: list[int], hits: tuple[int, int, int], reach: bool
    ) -> int:
        """Who takes the next hit so that as many as possible take effect (NA-STEP2-d)."""
        subs, air, plain = hits
        room = (99, plain + subs + (air if reach else 0), plain + air)
        for i in self.order:
            if state[i] and taken[self.floats[i]] < room[self.floats[i]]:
                return i
        return -1

    def _strike(self, state: State, i: int) -> State:
        state = _less(state, i)
        if self.traits[i] & TWO_HITS and not self.groups[i].damaged:
            return (*state[: i + 1], state[i + 1] + 1, *state[i + 2 :])
        return state

    def _sink_cargo(self, state: State, hits: int) -> State:
        if self.role == ATTACKER or not hits:
            return state
        return (*state[:-2], max(0, state[-2] - 2 * hits), state[-1])

    def escape(self, state: State) -> State:
        """NA-STEP4-d: two units of cargo leave the combat."""
        gone = min(2, state[-2])
        return (*state[:-2], state[-2] - gone, state[-1] + gone)


def _less(state: State, i: int) -> State:
    return (*state[:i], state[i] - 1, *state[i + 1 :])


@lru_cache(maxsize=4096)
def distribution(pools: tuple[Dice, ...]) -> dict[Outcome, float]:
    """Chances of the hits of a volley by class."""
    parts = []
    for dice in pools:
        chances: Floats = np.ones(1)
        for chance, count in dice:
            for _ in range(count):
                chances = np.convolve(chances, (1.0 - chance, chance))
        parts.append(chances.tolist())
    a, b, c, d = parts
    return {
        (i, j, k, n): w * x * y * z
        for i, w in enumerate(a)
        for j, x in enumerate(b)
        for k, y in enumerate(c)
        for n, z in enumerate(d)
        if w * x * y * z > 0.0
    }
