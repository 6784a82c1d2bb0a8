"""A battle to be reckoned: forces, ground, and the policies of both sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sirocco.games.northafrica.battlefield import ATTACKER, DEFENDER
from sirocco.games.northafrica.kinds import (
    AAA,
    AIR,
    LAND,
    SEA,
    TWO_HITS,
    Chart,
    standard_chart,
)

NO_BONUS, BONUS, BONUS_OF_MAIN = range(3)
"""Defensive bonus: none, always, or while units of the main attack's territory attack."""
MOST_UNITS: Final = 40


class OddsError(ValueError):
    """A battle that cannot be reckoned, in one sentence."""


@dataclass(frozen=True, slots=True)
class Group:
    """Units of a kind; `origin` 0 is the main attack's territory, others flank."""

    kind: int
    count: int
    origin: int = 0
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Policy:
    """How a side fights.

    losses   kinds in the order in which they are given up; those not named follow, cheapest first
    supply   tokens for fighting (defender) or for pressing (attacker); None: enough for ever
    rounds   attacker: cease after so many rounds; 0: never
    stop     attacker: cease with so many land units or fewer
    leave    defender: retreat with so many units or fewer
    """

    losses: tuple[int, ...] = ()
    supply: int | None = None
    rounds: int = 0
    stop: int = 0
    leave: int = 0


@dataclass(frozen=True, slots=True)
class BattleSpec:
    """Who fights whom, where.

    Hits that may be aimed are aimed: anti-tank guns at tanks, scout cars at air units, dive
    bombers at the dearest type of land (or sea) unit. Submarines strike and do not submerge.
    `cargo` counts land units on the defenders' transports, of which two escape in each round.
    Supply is one pool for all attacking territories. Defenders that retreat all retreat; with
    `cornered` they have nowhere to go.
    """

    attacker: tuple[Group, ...]
    defender: tuple[Group, ...]
    sea: bool = False
    bonus: int = NO_BONUS
    cargo: int = 0
    cornered: bool = False
    vichy: bool = False
    chart: Chart = field(default_factory=standard_chart)

    @property
    def sides(self) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
        return self.attacker, self.defender

    def check(self) -> None:
        """Refuse what cannot meet."""
        arm = self.chart.arm
        for role, groups in enumerate(self.sides):
            name = ("attacker", "defender")[role]
            if not groups and not (role == DEFENDER and self.cargo):
                raise OddsError(f"The {name} has no unit.")
            if sum(group.count for group in groups) > MOST_UNITS:
                raise OddsError(f"The {name} has more than {MOST_UNITS} units.")
            for group in groups:
                code = self.chart.codes[group.kind]
                if arm[group.kind] == (LAND if self.sea else SEA):
                    raise OddsError(f"{code} does not fight {'at sea' if self.sea else 'on land'}.")
                if arm[group.kind] == LAND and not self.chart.combat_land[group.kind]:
                    raise OddsError(f"{code} is no combat unit (NA-UNITS-b).")
                if role == ATTACKER and not self.chart.attack[group.kind]:
                    raise OddsError(f"{code} cannot attack.")
                if group.damaged and not self.chart.traits[group.kind] & TWO_HITS:
                    raise OddsError(f"{code} is destroyed by its first hit.")

    def only_aaa(self) -> bool:
        """Whether no combat is necessary (NA-P4-i)."""
        return not self.sea and all(self.chart.type[group.kind] == AAA for group in self.defender)


__all__ = [
    "AIR", "ATTACKER", "BONUS", "BONUS_OF_MAIN", "DEFENDER", "NO_BONUS",
    "BattleSpec", "Group", "OddsError", "Policy",
]  # fmt: skip
