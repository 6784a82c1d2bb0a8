"""Exact odds of a battle under stated policies of both sides.

>>> from sirocco.games.northafrica.kinds import standard_chart
>>> code = standard_chart().index
>>> spec = BattleSpec((Group(code["british-matilda"], 1),), (Group(code["british-infantry"], 1),))
>>> round(battle(spec).taken, 4)
0.4828

The battle is a Markov chain over pairs of states, one step a round (odds_fight.py); rounds go on
until less than `residue` is undecided. What the map decides is not reckoned: supply is one pool
for a side, retreating defenders have a way out or none.
"""

from __future__ import annotations

from dataclasses import dataclass

from sirocco.games.northafrica.battlefield import ATTACKER, DEFENDER
from sirocco.games.northafrica.odds_fight import HELD, TAKEN, Fight
from sirocco.games.northafrica.odds_spec import BattleSpec, Group, OddsError, Policy


@dataclass(frozen=True, slots=True)
class BattleResult:
    """How a battle ends: chances of the endings, what is left, how long it takes."""

    spec: BattleSpec
    endings: tuple[float, float, float, float]
    left: tuple[dict[tuple[int, ...], float], dict[tuple[int, ...], float]]
    """For each side the chances of what is left: units by group of the spec."""
    cargo: tuple[float, float]
    """Cargo sunk and cargo saved on average."""
    over: tuple[float, ...]
    """Chance that the battle is over after 0, 1, 2 ... rounds."""
    undecided: float

    @property
    def taken(self) -> float:
        """Chance that the attacker takes the territory, or clears the zone."""
        return self.endings[TAKEN]

    @property
    def held(self) -> float:
        """Chance that defenders remain."""
        return self.endings[HELD]

    def mean_left(self, role: int, group: int) -> float:
        """Units of a group of the spec that are left on average."""
        return sum(left[group] * chance for left, chance in self.left[role].items())

    def lost(self, role: int) -> float:
        """Units lost on average."""
        groups = self.spec.sides[role]
        return sum(g.count - self.mean_left(role, i) for i, g in enumerate(groups))

    def points_lost(self, role: int) -> float:
        """Reinforcement Points lost on average."""
        worth = self.spec.chart.worth
        groups = self.spec.sides[role]
        return sum(
            (g.count - self.mean_left(role, i)) * worth[g.kind] for i, g in enumerate(groups)
        )

    @property
    def rounds(self) -> float:
        """Rounds fought on average."""
        return sum(1.0 - chance for chance in self.over)


def battle(
    spec: BattleSpec,
    attacker: Policy | None = None,
    defender: Policy | None = None,
    residue: float = 1e-9,
) -> BattleResult:
    """Reckon a battle to its end."""
    spec.check()
    fight = Fight(spec, attacker or Policy(), defender or Policy())
    fight.run(residue)
    cargo = fight.left[DEFENDER].items()
    saved = sum((d[-1] + d[-2]) * chance for d, chance in cargo)
    one, two, three, four = fight.endings
    return BattleResult(
        spec,
        (one, two, three, four),
        (_left(fight, ATTACKER), _left(fight, DEFENDER)),
        (spec.cargo - saved, saved),
        tuple(fight.over),
        fight.undecided,
    )


def _left(fight: Fight, role: int) -> dict[tuple[int, ...], float]:
    """Units by group of the spec: the damaged are counted with the others."""
    side = fight.sides[role]
    out: dict[tuple[int, ...], float] = {}
    for state, chance in fight.left[role].items():
        counts: list[int] = []
        for count, twin in zip(state, side.twin, strict=False):
            if twin:
                counts[-1] += count
            else:
                counts.append(count)
        key = tuple(counts)
        out[key] = out.get(key, 0.0) + chance
    return out


__all__ = ["BattleResult", "BattleSpec", "Group", "OddsError", "Policy", "battle"]
