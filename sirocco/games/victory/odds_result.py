"""The outcome of a battle as distributions."""

from dataclasses import dataclass

import numpy as np

from sirocco.games.victory.odds_side import BLOCKADED, HELD, MUTUAL, WON
from sirocco.games.victory.odds_spec import ATTACKER, DEFENDER, BattleSpec
from sirocco.odds.cloud import Cloud
from sirocco.odds.hits import mean

ENDING = {WON: "won", HELD: "held", BLOCKADED: "blockaded", MUTUAL: "mutual"}


@dataclass(frozen=True, slots=True)
class BattleResult:
    """The distribution of a battle's outcome; `lost_mass` is what pruning took from it."""

    spec: BattleSpec
    attacker_wins: float
    defender_holds: float
    mutual: float
    blockade: float
    """Part of `defender_holds`: the Attacker's ships stay as a blockade."""
    over: tuple[float, ...]
    """Chance that one side had nobody left in the hex after each round that was fought."""
    strengths: tuple[tuple[tuple[float, ...], ...], tuple[tuple[float, ...], ...]]
    """By side and unit: chances of ending with 0 (lost), 1, 2, 3, 4cv; retreated units count."""
    steps_lost: tuple[tuple[float, ...], tuple[float, ...]]
    """By side: chances of having lost 0, 1, 2 ... steps in all."""
    lost_mass: float
    finals: Cloud
    """Joint distribution over (state of the attacker, state of the defender, ending)."""
    states: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    """By side: the strengths of its units in each state that `finals` numbers."""

    def expected_losses(self, side: int) -> float:
        """Mean number of steps that a side loses."""
        return mean(np.array(self.steps_lost[side]))

    def survival(self, side: int, unit: int) -> float:
        """Chance that a unit is not eliminated."""
        return sum(self.strengths[side][unit][1:])

    def joint(self) -> dict[tuple[str, tuple[int, ...], tuple[int, ...]], float]:
        """Chances of (ending, strengths of the attacker, strengths of the defender)."""
        table: dict[tuple[str, tuple[int, ...], tuple[int, ...]], float] = {}
        axes = [axis.tolist() for axis in self.finals.at]
        for one, two, ending, chance in zip(*axes, self.finals.chance.tolist(), strict=True):
            key = (ENDING[ending], self.states[ATTACKER][one], self.states[DEFENDER][two])
            table[key] = table.get(key, 0.0) + chance
        return table
