"""Two stacks that wear each other down: a Markov chain over the hits that each has taken."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sirocco.odds.hits import Floats


def shift(chances: Floats, top: int) -> Floats:
    """Matrix from hits taken to hits taken after one more volley; no more than `top` count.

    >>> shift(np.array([0.5, 0.5]), 2).tolist()
    [[0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0]]
    """
    matrix: Floats = np.zeros((top + 1, top + 1))
    for taken in range(top + 1):
        for number, chance in enumerate(chances.tolist()):
            matrix[taken, min(top, taken + number)] += chance
    return matrix


@dataclass(frozen=True, slots=True)
class Duel:
    """Joint distribution of the hits taken by both sides when the fighting is over."""

    taken: Floats
    """Entry [a, b]: the chance that the first side took a hits and the second b."""
    rounds: int
    undecided: float
    """Chance that both sides still stood when the last round ended."""

    @property
    def first_destroyed(self) -> float:
        """Chance that the first side is destroyed and the second is not."""
        return float(self.taken[-1, :-1].sum())

    @property
    def second_destroyed(self) -> float:
        """Chance that the second side is destroyed and the first is not."""
        return float(self.taken[:-1, -1].sum())

    @property
    def both_destroyed(self) -> float:
        """Chance that nobody is left."""
        return float(self.taken[-1, -1])


def duel(
    first: Sequence[Floats],
    second: Sequence[Floats],
    rounds: int | None = None,
    at_once: bool = True,
    residue: float = 1e-12,
) -> Duel:
    """Fight rounds until one side is destroyed, `rounds` are over or only `residue` is undecided.

    `first[h]` is the distribution of hits that the first side scores in a round after it has
    taken h hits; its last entry belongs to the destroyed side and scores nothing. `at_once`:
    both fire before losses count; otherwise the second side fires with what the first left it.

    >>> shot = [np.array([0.5, 0.5]), np.array([1.0])]
    >>> fight = duel(shot, shot, rounds=1)
    >>> fight.both_destroyed, fight.first_destroyed, fight.undecided
    (0.25, 0.25, 0.25)
    >>> duel(shot, shot, rounds=1, at_once=False).second_destroyed
    0.5
    """
    top_one, top_two = len(first) - 1, len(second) - 1
    by_first = np.array([shift(chances, top_two) for chances in first])
    by_second = np.array([shift(chances, top_one) for chances in second])
    done: Floats = np.zeros((top_one + 1, top_two + 1))
    now: Floats = np.zeros((top_one + 1, top_two + 1))
    now[0, 0] = 1.0
    fought = 0
    while True:
        done[top_one] += now[top_one]
        done[:top_one, top_two] += now[:top_one, top_two]
        now[top_one] = 0.0
        now[:, top_two] = 0.0
        left = float(now.sum())
        if left <= residue or fought == rounds:
            return Duel(done + now, fought, left)
        now = (
            _both_fire(now, by_first, by_second) if at_once else _in_turn(now, by_first, by_second)
        )
        fought += 1


def _both_fire(now: Floats, by_first: Floats, by_second: Floats) -> Floats:
    """One round in which both sides fire with the strength they had at its start."""
    spread = now[:, None, :] * by_second.transpose(1, 2, 0)
    after: Floats = np.matmul(spread, by_first).sum(axis=0)
    return after


def _in_turn(now: Floats, by_first: Floats, by_second: Floats) -> Floats:
    """One round in which the first side fires, then what is left of the second."""
    hit: Floats = np.matmul(now[:, None, :], by_first)[:, 0, :]
    after: Floats = np.matmul(hit.T[:, None, :], by_second)[:, 0, :].T
    return after
