"""One side of a battle: its possible states, what changes them, and what can be read off them."""

from collections.abc import Sequence

import numpy as np

from sirocco.games.victory.odds_spec import (
    ATTACKER,
    AWAY,
    DEFENDER,
    DOUBLE,
    GROUNDED,
    BattleSpec,
    Policy,
    Unit,
)
from sirocco.games.victory.units import AIR, ARM, ARMY, NAVAL
from sirocco.odds.hits import Ints
from sirocco.odds.stack import strongest
from sirocco.odds.states import States

# A unit's code: strength, 8 for a half-hit, 16 times its place; 0 is an eliminated unit.
Blocks = tuple[int, ...]
Step = tuple[str, int, bool]

HALF = 8
PLACE = 16
DEAD = 0

# Rows of the table of facts after the three groups; then the strength and the place of each unit.
STRENGTH, SOFT, UNITS = 3, 4, 5

WON, HELD, BLOCKADED, MUTUAL = 0, 1, 2, 3


def code(unit: Unit) -> int:
    """The unit as one number."""
    return unit.cv + HALF * unit.half + PLACE * unit.place


def cv(block: int) -> int:
    """Strength of a coded unit."""
    return block % HALF


class Side:
    """States of one side, numbered as they are met."""

    __slots__ = ("units", "side", "order", "doubled", "garrison", "states", "_facts", "_filled")

    def __init__(self, spec: BattleSpec, side: int, policy: Policy) -> None:
        self.units: tuple[Unit, ...] = spec.sides[side]
        self.side = side
        self.order = loss_order(self.units, policy.losses)
        # V-5.47-a with A46: only the Defender's Army
        self.doubled = side == DEFENDER and spec.terrain in DOUBLE
        # A57: who holds the land does not have to leave it
        self.garrison = side == ATTACKER and spec.activated
        start: Blocks = tuple(code(unit) for unit in self.units)
        self.states: States[Blocks, Step] = States(start, self._step)
        self._facts: Ints = np.zeros((UNITS + 2 * len(self.units), 64), dtype=np.int64)
        self._filled = 0

    def hit(self, group: int, by_army: bool, numbers: Ints) -> Ints:
        """One hit on a target group."""
        return self.states.follow(("hit", group, by_army), numbers)

    def land(self, unit: int, numbers: Ints) -> Ints:
        """A unit drops or lands and becomes an Army unit ashore (V-5.6-c, V-5.7-f)."""
        return self.states.follow(("land", unit, False), numbers)

    def leave(self, unit: int, numbers: Ints) -> Ints:
        """A unit retreats, or dies if it has no way out (V-5.5-g)."""
        return self.states.follow(("leave", unit, False), numbers)

    def finish(self, ending: int, numbers: Ints) -> Ints:
        """What the end of the battle does to the units that are still there."""
        return self.states.follow(("finish", ending, False), numbers)

    def fact(self, row: int, numbers: Ints) -> Ints:
        """One fact of each of these states: a group's units, STRENGTH, SOFT, or one of a unit."""
        known: Ints = self.table()[row]
        return known[numbers]

    def cv_row(self, unit: int) -> int:
        """The row of a unit's strength."""
        return UNITS + unit

    def place_row(self, unit: int) -> int:
        """The row of a unit's place; AWAY if it is eliminated."""
        return UNITS + len(self.units) + unit

    def table(self) -> Ints:
        """Facts of all states met so far: a row for each fact, a column for each state."""
        known = self.states.all
        if len(known) > self._facts.shape[1]:
            longer = np.zeros((self._facts.shape[0], 2 * len(known)), dtype=np.int64)
            longer[:, : self._filled] = self._facts[:, : self._filled]
            self._facts = longer
        for number in range(self._filled, len(known)):
            self._facts[:, number] = read(known[number])
        self._filled = len(known)
        return self._facts[:, : self._filled]

    def _step(self, blocks: Blocks, step: Step) -> Blocks:
        name, which, by_army = step
        if name == "hit":
            return self._hit(blocks, which, by_army)
        if name == "land":
            return replaced(blocks, which, cv(blocks[which]) + PLACE * ARMY)
        if name == "leave":
            return replaced(blocks, which, self._gone(blocks, which))
        return self._finished(blocks, which)

    def _hit(self, blocks: Blocks, group: int, by_army: bool) -> Blocks:
        there = [cv(block) if block // PLACE == group else 0 for block in blocks]
        doubled = self.doubled and group == ARMY
        bearer = next((i for i, block in enumerate(blocks) if block & HALF), None)
        # V-5.46-a: the strongest; V-5.47-d: but first the bearer of a half-hit
        target = bearer if doubled and bearer is not None else strongest(there, self.order)
        if target is None:
            return blocks
        # V-5.46-c, A47: at 1cv immune to aircraft and ships
        if group == ARMY and not by_army and there[target] == 1:
            return blocks
        block = blocks[target]
        if doubled and bearer is None:
            return replaced(blocks, target, block + HALF)  # V-5.47-b
        left = cv(block) - 1
        return replaced(blocks, target, left + PLACE * group if left else DEAD)

    def _gone(self, blocks: Blocks, unit: int) -> int:
        # V-5.47-e: a half-hit vanishes
        return cv(blocks[unit]) + PLACE * AWAY if self.units[unit].exit else DEAD

    def _finished(self, blocks: Blocks, ending: int) -> Blocks:
        return tuple(self._final(blocks, unit, ending) for unit in range(len(blocks)))

    def _final(self, blocks: Blocks, unit: int, ending: int) -> int:
        block = blocks[unit]
        place = block // PLACE
        if not cv(block) or place == AWAY:
            return block
        if place == GROUNDED:
            # V-GROUND-c, A54: lost with the hex
            return DEAD if self.side == DEFENDER and ending == WON else block
        if self.side == DEFENDER:
            # V-5.5-c: the loser's ships and aircraft leave
            return self._gone(blocks, unit) if ending == WON else block
        arm = ARM[self.units[unit].kind]
        if self.garrison and place == ARMY:
            return block
        if (ending == WON and arm != AIR) or (ending == BLOCKADED and arm == NAVAL):
            return block
        return self._gone(blocks, unit)  # V-5.5-b; V-XCOMBAT-j for the winner's aircraft


def loss_order(units: Sequence[Unit], losses: Sequence[int]) -> tuple[int, ...]:
    """Units in the order in which equals take hits; kinds that are not named come last."""
    rank = {kind: place for place, kind in enumerate(losses)}
    return tuple(sorted(range(len(units)), key=lambda i: (rank.get(units[i].kind, len(rank)), i)))


def replaced(blocks: Blocks, unit: int, block: int) -> Blocks:
    """The same blocks but for one."""
    return (*blocks[:unit], block, *blocks[unit + 1 :])


def read(blocks: Blocks) -> list[int]:
    """The facts of one state, in the order of the rows."""
    present = [0, 0, 0]
    strength = soft = 0
    for block in blocks:
        place = block // PLACE
        if cv(block) and place <= ARMY:
            present[place] += 1
            strength += cv(block)
            soft |= place == ARMY and cv(block) > 1
    places = [block // PLACE if cv(block) else AWAY for block in blocks]
    return [*present, strength, int(soft), *(cv(block) for block in blocks), *places]
