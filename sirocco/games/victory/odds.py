"""Exact odds of a Victory battle under stated policies of both sides.

>>> from sirocco.games.victory.units import AR, IN
>>> spec = BattleSpec((Unit(AR, 2, ARMY),), (Unit(IN, 1, ARMY),))
>>> round(battle(spec).attacker_wins, 4)
0.8549

What the map decides is not reckoned here: a unit either has a way out or has none (`Unit.exit`),
Hexside Limits of retreats (V-5.5-e) and aircraft aboard Carriers (A55) are left aside.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sirocco.games.victory.odds_fight import FLAGS, Fight
from sirocco.games.victory.odds_result import ENDING, BattleResult
from sirocco.games.victory.odds_side import BLOCKADED, HELD, MUTUAL, UNITS, WON, Side, cv
from sirocco.games.victory.odds_spec import (
    ATTACKER,
    DEFENDER,
    DIE,
    FULL,
    BattleSpec,
    OddsError,
    Policy,
    Unit,
)
from sirocco.games.victory.odds_text import parse_battle, parse_policy, report
from sirocco.games.victory.units import AIR, ARM, ARMS, ARMY, CODES, NAVAL
from sirocco.odds.cloud import Cloud, tally
from sirocco.odds.hits import Floats, hits

__all__ = [
    "AIR", "ARMY", "ATTACKER", "DEFENDER", "NAVAL",
    "BattleResult", "BattleSpec", "OddsError", "Policy", "Unit", "Volley",
    "battle", "volley", "parse_battle", "parse_policy", "report",
]  # fmt: skip


def battle(
    spec: BattleSpec,
    attacker: Policy | None = None,
    defender: Policy | None = None,
    prune: float = 0.0,
) -> BattleResult:
    """Reckon a battle to its end; exact unless states below the chance `prune` may be dropped."""
    spec.check()
    fight = Fight(spec, attacker or Policy(), defender or Policy(), prune)
    finals = fight.run()
    endings = finals.marginal(FLAGS, size=len(ENDING))
    return BattleResult(
        spec=spec,
        attacker_wins=float(endings[WON]),
        defender_holds=float(endings[HELD] + endings[BLOCKADED]),
        mutual=float(endings[MUTUAL]),
        blockade=float(endings[BLOCKADED]),
        over=tuple(fight.over),
        strengths=(_strengths(fight, finals, ATTACKER), _strengths(fight, finals, DEFENDER)),
        steps_lost=(_steps_lost(fight, finals, ATTACKER), _steps_lost(fight, finals, DEFENDER)),
        lost_mass=fight.lost,
        finals=finals,
        states=(_left(fight.sides[ATTACKER]), _left(fight.sides[DEFENDER])),
    )


def _left(side: Side) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(cv(block) for block in blocks) for blocks in side.states.all)


def _strengths(fight: Fight, finals: Cloud, side: int) -> tuple[tuple[float, ...], ...]:
    table = fight.sides[side].table()
    rows = [table[UNITS + unit] for unit in range(len(fight.spec.sides[side]))]
    return tuple(tuple(finals.marginal(side, row, size=FULL + 1).tolist()) for row in rows)


def _steps_lost(fight: Fight, finals: Cloud, side: int) -> tuple[float, ...]:
    units = len(fight.spec.sides[side])
    left = fight.sides[side].table()[UNITS : UNITS + units].sum(axis=0)
    whole = sum(unit.cv for unit in fight.spec.sides[side])
    lost: Floats = tally(whole - left[finals.at[side]], finals.chance, whole + 1)
    return tuple(lost.tolist())


@dataclass(frozen=True, slots=True)
class Volley:
    """One unit's fire: chances of its hits, and of the target group's strengths after it."""

    hits: tuple[float, ...]
    left: dict[tuple[int, ...], float]


def volley(
    shooter: Unit,
    group: int,
    targets: Sequence[Unit],
    side: int = ATTACKER,
    terrain: str = "clear",
    city: bool = False,
    losses: Sequence[int] | None = None,
) -> Volley:
    """Fire of one unit at a group of the other side; `side` is the shooter's.

    >>> from sirocco.games.victory.units import AR, IN
    >>> fire = volley(Unit(AR, 2, ARMY), ARMY, [Unit(IN, 2, ARMY), Unit(IN, 1, ARMY)])
    >>> {left: round(chance, 4) for left, chance in fire.left.items()}
    {(2, 1): 0.4444, (1, 1): 0.4444, (0, 1): 0.1111}
    """
    sides = ((shooter,), tuple(targets))
    one, two = sides if side == ATTACKER else sides[::-1]
    spec = BattleSpec(one, two, terrain, city)
    firepower = (
        spec.firepower(side, shooter.kind, group) if shooter.place == ARM[shooter.kind] else 0
    )
    if not firepower:
        raise OddsError(f"{CODES[shooter.kind]} cannot fire at {ARMS[group]} units.")
    policy = Policy() if losses is None else Policy(losses=losses)
    enemy = Side(spec, 1 - side, policy)
    by_army = ARM[shooter.kind] == ARMY
    least = 2 if group == ARMY and not by_army else 1  # V-XCOMBAT-h
    if not any(unit.place == group and unit.cv >= least for unit in targets):
        raise OddsError(f"{shooter} has no {ARMS[group]} unit that it could hit.")
    chances = hits(shooter.cv, firepower, DIE).tolist()
    left: dict[tuple[int, ...], float] = {}
    state = np.zeros(1, dtype=np.int64)
    for chance in chances:
        strengths = tuple(cv(block) for block in enemy.states.all[int(state[0])])
        left[strengths] = left.get(strengths, 0.0) + chance
        state = enemy.hit(group, by_army, state)
    return Volley(tuple(chances), left)
