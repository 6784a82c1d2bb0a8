"""A battle that is reckoned, round by round: chances of pairs of states as a matrix.

Rows are states of the attacker, columns states of the defender (odds_side.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from sirocco.games.northafrica.battlefield import ATTACKER, DEFENDER
from sirocco.games.northafrica.combat_opening import numbers as air_defense
from sirocco.games.northafrica.odds_side import (
    ALL,
    NOBODY,
    REST,
    STRIKE,
    Outcome,
    Side,
    State,
    distribution,
)
from sirocco.games.northafrica.odds_spec import BONUS, BONUS_OF_MAIN, BattleSpec, Policy
from sirocco.games.northafrica.pressing import units_a_token
from sirocco.games.northafrica.volley import DIE_FACES
from sirocco.odds.hits import Floats, Ints, hits

TAKEN, HELD, EMPTIED, MUTUAL = range(4)
ENDINGS: Final = ("taken", "held", "emptied", "mutual")
"""The attacker has won the space; defenders remain; all defenders are gone but no land unit can
move in; nobody is left."""
MOST_ROUNDS: Final = 400
CELLS: Final = 4_000_000
"""How large the largest table in use may be."""
LEAST: Final = 1e-10
"""States with less chance are dropped and counted as undecided."""
NO_HITS: Final[Outcome] = (0, 0, 0, 0)


class Grid(NamedTuple):
    """Chances of pairs of states."""

    rows: list[State]
    cols: list[State]
    chance: Floats

    @property
    def total(self) -> float:
        return float(self.chance.sum())

    def part(self, rows: Sequence[int], cols: Sequence[int]) -> Grid:
        return Grid(
            [self.rows[i] for i in rows],
            [self.cols[j] for j in cols],
            self.chance[np.ix_(rows, cols)],
        )


def joined(grids: Sequence[Grid]) -> Grid:
    """One grid of several; states that nobody can be in are dropped."""
    rows = {a: i for i, a in enumerate(dict.fromkeys(a for g in grids for a in g.rows))}
    cols = {d: j for j, d in enumerate(dict.fromkeys(d for g in grids for d in g.cols))}
    chance: Floats = np.zeros((len(rows), len(cols)))
    for g in grids:
        where = np.ix_([rows[a] for a in g.rows], [cols[d] for d in g.cols])
        np.add.at(chance, where, g.chance)
    out = Grid(list(rows), list(cols), chance)
    keep_rows = np.flatnonzero(chance.sum(axis=1)).tolist()
    keep_cols = np.flatnonzero(chance.sum(axis=0)).tolist()
    return out.part(keep_rows, keep_cols)


class Fight:
    """A battle under way: what is undecided is handed on, what has ended is counted here."""

    def __init__(self, spec: BattleSpec, attacker: Policy, defender: Policy) -> None:
        self.spec = spec
        self.sides = (Side(spec, ATTACKER, attacker), Side(spec, DEFENDER, defender))
        self.endings = [0.0] * len(ENDINGS)
        self.left: tuple[dict[State, float], dict[State, float]] = ({}, {})
        self.over: list[float] = []
        self.undecided = 0.0

    def run(self, residue: float) -> None:
        now = self._opening()
        number = 0
        self.over.append(1.0 - now.total)
        while now.rows and now.total > residue and number < MOST_ROUNDS:
            number += 1
            now = self._round(now, number)
            self.over.append(max(0.0, 1.0 - now.total - self.undecided))
        self.undecided += now.total
        self._end(now, HELD)

    # Endings

    def _end(self, grid: Grid, ending: int) -> None:
        self.endings[ending] += grid.total
        for side, states, axis in ((0, grid.rows, 1), (1, grid.cols, 0)):
            held = self.left[side]
            for state, chance in zip(states, grid.chance.sum(axis=axis).tolist(), strict=True):
                if chance:
                    held[state] = held.get(state, 0.0) + chance

    def _end_where(self, grid: Grid, rows: Floats, cols: Floats, ending: int) -> None:
        """End the pairs that both masks name, and take them out of the grid."""
        mask = np.outer(rows, cols)
        ended = grid.chance * mask
        if ended.any():
            self._end(Grid(grid.rows, grid.cols, ended), ending)
            grid.chance[mask > 0.0] = 0.0

    # Before the first round

    def _opening(self) -> Grid:
        """Air Defense takes the first aircraft (NA-AAA-a to -c); AAA alone do not fight."""
        one, two = self.sides
        states = [one.start]
        chances = [1.0]
        if not self.spec.sea:
            shots, hit = air_defense()
            dice = min(shots * two.guns(two.start), one.aircraft(one.start))
            chances = hits(dice, hit, DIE_FACES).tolist()
            for _ in range(dice):
                states.append(one.shot_down(states[-1]))
        grid = Grid(states, [two.start], np.array(chances).reshape(-1, 1))
        every = np.ones(1)
        self._end_where(grid, self._rows(grid, lambda a: not one.active(a, True)), every, HELD)
        if self.spec.only_aaa():
            gone = Grid(grid.rows, [(0,) * two.size + two.start[two.size :]], grid.chance)
            self._empty(gone)
            return Grid([], [], np.zeros((0, 0)))
        return joined([grid])

    def _rows(self, grid: Grid, test: object) -> Floats:
        assert callable(test)
        return np.array([1.0 if test(a) else 0.0 for a in grid.rows])

    def _cols(self, grid: Grid, test: object) -> Floats:
        assert callable(test)
        return np.array([1.0 if test(d) else 0.0 for d in grid.cols])

    # A round

    def _round(self, now: Grid, number: int) -> Grid:
        first = number == 1
        leaving = [j for j, d in enumerate(now.cols) if self._retreats(d, number)]
        staying = [j for j, d in enumerate(now.cols) if not self._retreats(d, number)]
        every = list(range(len(now.rows)))
        if leaving:
            shot = self._exchange(
                now.part(every, leaving), first, ALL, NOBODY, False, (False, False)
            )
            self._fled(shot)
        if not staying:
            return Grid([], [], np.zeros((0, 0)))
        parts: list[Grid] = []
        for block, marked in self._blocks(now.part(every, staying), first):
            parts += self._fire(block, first, marked)
        fought = joined(parts)
        return self._after(fought, number)

    def _retreats(self, d: State, number: int) -> bool:
        """Whether the defenders leave in this round: by policy, or without supply (NA-STEP1-e)."""
        two = self.sides[DEFENDER]
        if self.spec.sea or self.spec.vichy:
            return False
        if two.units(d) <= two.policy.leave or two.only_aaa(d):
            return True
        supply = two.policy.supply
        return supply is not None and number > supply and two.needs_supply(d)

    def _fled(self, grid: Grid) -> None:
        """The defenders are gone; those who have nowhere to go are lost (NA-STEP4-c)."""
        if self.spec.cornered:
            two = self.sides[DEFENDER]
            none = (0,) * two.size + two.start[two.size :]
            grid = Grid(grid.rows, [none], grid.chance.sum(axis=1, keepdims=True))
        self._empty(grid)

    def _empty(self, grid: Grid) -> None:
        """No defender is left in the space."""
        one = self.sides[ATTACKER]
        every = np.ones(len(grid.cols))
        self._end_where(grid, self._rows(grid, one.wins), every, TAKEN)
        self._end_where(grid, self._rows(grid, one.units), every, EMPTIED)
        self._end(grid, MUTUAL)

    def _blocks(self, grid: Grid, first: bool) -> list[tuple[Grid, tuple[bool, bool]]]:
        """Parts in which a property of either side is the same: destroyers, the bonus."""
        one, two = self.sides
        if self.spec.sea:
            row_marks = [one.destroyer(a) for a in grid.rows]
            col_marks = [two.destroyer(d) for d in grid.cols]
        else:
            always = self.spec.bonus == BONUS
            maybe = self.spec.bonus == BONUS_OF_MAIN
            row_marks = [always or (maybe and one.from_main(a, first)) for a in grid.rows]
            col_marks = [False] * len(grid.cols)
        out = []
        for row_mark in (False, True):
            rows = [i for i, mark in enumerate(row_marks) if mark == row_mark]
            for col_mark in (False, True):
                cols = [j for j, mark in enumerate(col_marks) if mark == col_mark]
                if rows and cols:
                    out.append((grid.part(rows, cols), (row_mark, col_mark)))
        return out

    def _fire(self, grid: Grid, first: bool, marked: tuple[bool, bool]) -> list[Grid]:
        """Both sides fire; at sea submarines strike first where no enemy destroyer is there."""
        if not self.spec.sea:
            if self.spec.vichy:
                quiet = self._exchange(grid, first, ALL, ALL, marked[0], (False, False), 0)
                self._empty(quiet)  # NA-VICHY-e: no hit in a round
                return [self._exchange(grid, first, ALL, ALL, marked[0], (False, False), 1)]
            return [self._exchange(grid, first, ALL, ALL, marked[0], (False, False))]
        strikes = (not marked[1], not marked[0])
        who = [STRIKE if strikes[role] else NOBODY for role in (ATTACKER, DEFENDER)]
        grid = self._exchange(grid, first, who[0], who[1], False, marked)
        who = [REST if strikes[role] else ALL for role in (ATTACKER, DEFENDER)]
        return [self._exchange(grid, first, who[0], who[1], False, marked)]

    def _exchange(
        self,
        grid: Grid,
        first: bool,
        attack: int,
        defense: int,
        bonus: bool,
        marked: tuple[bool, bool],
        scored: int = -1,
    ) -> Grid:
        """Both volleys, fired with what stood before either; `scored` 0 or 1: only if the
        defenders hit nothing, or something."""
        one, two = self.sides
        by_attack, outcomes = _table([one.volley(a, first, False, attack) for a in grid.rows])
        by_defense, replies = _table([two.volley(d, first, bonus, defense) for d in grid.cols])
        if scored >= 0:
            keep = [k for k, hit in enumerate(replies) if (hit != NO_HITS) == scored]
            by_defense, replies = by_defense[:, keep], [replies[k] for k in keep]
        rows, to_row = _targets(one, grid.rows, replies, first, marked[1])
        cols, to_col = _targets(two, grid.cols, outcomes, first, marked[0])
        chance: Floats = np.zeros((len(cols), len(rows)))
        width = max(1, CELLS // (len(rows) * len(grid.rows)))
        for start in range(0, len(grid.cols), width):
            some = slice(start, start + width)
            after = _both_fire(grid.chance[:, some], by_attack, by_defense[some], to_row, len(rows))
            np.add.at(chance, to_col[:, some].reshape(-1), after)
        return Grid(rows, cols, chance.T)

    # Steps 4 and 5

    def _after(self, grid: Grid, number: int) -> Grid:
        """Who is left goes on, unless the combat is over or ceases."""
        one, two = self.sides
        no_rows = self._rows(grid, lambda a: not one.active(a, False))
        no_cols = self._cols(grid, lambda d: not two.units(d) and not d[-2])
        for test, ending in ((one.wins, TAKEN), (one.units, EMPTIED), (_always, MUTUAL)):
            self._end_where(grid, self._rows(grid, test), no_cols, ending)
        self._end_where(grid, no_rows, np.ones(len(grid.cols)), HELD)
        if self.spec.cornered:
            alone = self._cols(grid, lambda d: two.only_aaa(d) and two.units(d))
            gone = Grid(
                grid.rows,
                [(0,) * two.size + (0, 0)],
                (grid.chance * alone).sum(axis=1, keepdims=True),
            )
            grid.chance[:, alone > 0.0] = 0.0
            self._empty(gone)
        if self.spec.sea:
            self._no_target(grid)
            grid = grid._replace(cols=[two.escape(d) for d in grid.cols])
            saved = self._cols(grid, lambda d: not two.units(d) and not d[-2])
            self._end_where(grid, np.ones(len(grid.rows)), saved, TAKEN)
        ceased = self._rows(grid, lambda a: not self._presses(a, number))
        self._end_where(grid, ceased, np.ones(len(grid.cols)), HELD)
        rows = [one.pay(a, units_a_token()) if self._presses(a, number) else a for a in grid.rows]
        return self._pruned(joined([Grid(rows, grid.cols, grid.chance)]))

    def _pruned(self, grid: Grid) -> Grid:
        rows = np.flatnonzero(grid.chance.sum(axis=1) > LEAST).tolist()
        cols = np.flatnonzero(grid.chance.sum(axis=0) > LEAST).tolist()
        kept = grid.part(rows, cols)
        self.undecided += grid.total - kept.total
        return kept

    def _presses(self, a: State, number: int) -> bool:
        one = self.sides[ATTACKER]
        policy = one.policy
        if policy.rounds and number >= policy.rounds:
            return False
        if self.spec.sea:
            return one.units(a) > policy.stop
        if one.regular(a) <= policy.stop and policy.stop:
            return False
        return a[-1] < 0 or one.cost(a, units_a_token()) <= a[-1]

    def _no_target(self, grid: Grid) -> None:
        """NA-STEP5-a at sea: a side that has nothing to shoot at."""
        one, two = self.sides
        for i, a in enumerate(grid.rows):
            for j, d in enumerate(grid.cols):
                if grid.chance[i, j] and not (
                    one.can_hit(a, two, d) and (two.can_hit(d, one, a) or d[-2])
                ):
                    row, col = np.zeros(len(grid.rows)), np.zeros(len(grid.cols))
                    row[i] = col[j] = 1.0
                    self._end_where(grid, row, col, HELD)


def _both_fire(
    chance: Floats, by_attack: Floats, by_defense: Floats, to_row: Ints, rows: int
) -> Floats:
    """Chances of the attacker's new states, a row for each outcome h and old state d."""
    # spread[d, a', a]: the chance that the defenders' fire turns a into a'
    spread: Floats = np.zeros((chance.shape[1], rows, chance.shape[0]))
    every = np.arange(chance.shape[0])
    for k in range(len(to_row)):
        spread[:, to_row[k], every] += by_defense[:, k, None]
    shots = chance.T[:, :, None] * by_attack[None, :, :]
    after: Floats = np.matmul(spread, shots)  # [d, a', h]
    return after.transpose(2, 0, 1).reshape(-1, rows)


def _always(_: State) -> bool:
    return True


def _table(
    volleys: list[tuple[tuple[tuple[float, int], ...], ...]],
) -> tuple[Floats, list[Outcome]]:
    """For each state the chances of each outcome that any of them can have."""
    dicts = [distribution(volley) for volley in volleys]
    outcomes = sorted({outcome for chances in dicts for outcome in chances})
    place = {outcome: k for k, outcome in enumerate(outcomes)}
    table: Floats = np.zeros((len(dicts), len(outcomes)))
    for i, chances in enumerate(dicts):
        table[i, [place[outcome] for outcome in chances]] = list(chances.values())
    return table, outcomes


def _targets(
    side: Side, states: list[State], outcomes: list[Outcome], first: bool, reach: bool
) -> tuple[list[State], Ints]:
    """States after each outcome, and for each outcome and state the number of the new one."""
    found: dict[State, int] = {}
    table = np.zeros((len(outcomes), len(states)), dtype=np.int64)
    for k, outcome in enumerate(outcomes):
        for i, state in enumerate(states):
            table[k, i] = found.setdefault(side.after(state, outcome, first, reach), len(found))
    return list(found), table
