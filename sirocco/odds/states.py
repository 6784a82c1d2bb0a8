"""States that get a number when they are first met, and steps between them that are remembered."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import numpy as np

from sirocco.odds.hits import Ints

State = TypeVar("State", bound=Hashable)
Step = TypeVar("Step", bound=Hashable)


class States(Generic[State, Step]):
    """Numbered states of one stack.

    `step(state, name)` is a pure function. `follow` applies it to whole arrays of state numbers
    and calls it only once for each state and name.

    >>> falling = States(3, lambda state, name: max(0, state - name))
    >>> falling.follow(2, np.array([0, 0])).tolist()
    [1, 1]
    >>> falling.all
    [3, 1]
    """

    __slots__ = ("all", "_number", "_step", "_known")

    def __init__(self, first: State, step: Callable[[State, Step], State]) -> None:
        self.all: list[State] = [first]
        self._number: dict[State, int] = {first: 0}
        self._step = step
        self._known: dict[Step, Ints] = {}

    def number(self, state: State) -> int:
        """The state's number; a new state gets the next one."""
        number = self._number.get(state)
        if number is None:
            number = len(self.all)
            self._number[state] = number
            self.all.append(state)
        return number

    def follow(self, name: Step, numbers: Ints) -> Ints:
        """Where the step leads from each of these states."""
        known = self._known.get(name)
        if known is None or len(known) < len(self.all):
            known = self._longer(known)
        unknown = np.flatnonzero(np.bincount(numbers, minlength=len(known))[: len(known)])
        unknown = unknown[known[unknown] < 0]
        for number in unknown.tolist():
            known[number] = self.number(self._step(self.all[number], name))
        self._known[name] = known
        return known[numbers]

    def _longer(self, known: Ints | None) -> Ints:
        longer = np.full(2 * len(self.all), -1, dtype=np.int64)
        if known is not None:
            longer[: len(known)] = known
        return longer
