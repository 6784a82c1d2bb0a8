"""Losses of a stack: under a stated order of losses a stack is one integer, the hits taken."""

from collections.abc import Sequence

from sirocco.odds.hits import Floats


def strongest(
    strengths: Sequence[int], order: Sequence[int] | None = None, floor: int = 0
) -> int | None:
    """Who takes the next hit: the strongest above `floor`, among equals the first in `order`.

    >>> strongest((2, 4, 4))
    1
    >>> strongest((2, 4, 4), order=(2, 1, 0))
    2
    >>> strongest((1, 1), floor=1) is None
    True
    """
    chosen: int | None = None
    best = floor
    for unit in order if order is not None else range(len(strengths)):
        if strengths[unit] > best:
            chosen, best = unit, strengths[unit]
    return chosen


def strongest_first(
    strengths: Sequence[int], order: Sequence[int] | None = None, floor: int = 0
) -> list[tuple[int, ...]]:
    """The stack after 0, 1, 2 ... hits that each fall on the strongest unit.

    >>> strongest_first((3, 1))
    [(3, 1), (2, 1), (1, 1), (0, 1), (0, 0)]
    >>> strongest_first((3, 1), floor=1)
    [(3, 1), (2, 1), (1, 1)]
    """
    now = list(strengths)
    states = [tuple(now)]
    while (unit := strongest(now, order, floor)) is not None:
        now[unit] -= 1
        states.append(tuple(now))
    return states


def one_by_one(
    strengths: Sequence[int], order: Sequence[int] | None = None
) -> list[tuple[int, ...]]:
    """The stack after 0, 1, 2 ... hits when each unit is used up before the next is touched.

    >>> one_by_one((1, 2), order=(1, 0))
    [(1, 2), (1, 1), (1, 0), (0, 0)]
    """
    now = list(strengths)
    states = [tuple(now)]
    for unit in order if order is not None else range(len(now)):
        while now[unit] > 0:
            now[unit] -= 1
            states.append(tuple(now))
    return states


def struck(
    states: Sequence[tuple[int, ...]], chances: Floats, taken: int = 0
) -> dict[tuple[int, ...], float]:
    """What a volley leaves of a stack that has already taken some hits; surplus hits are lost.

    >>> from sirocco.odds.hits import hits
    >>> struck(strongest_first((2, 1)), hits(2, 3))
    {(2, 1): 0.25, (1, 1): 0.5, (0, 1): 0.25}
    """
    left: dict[tuple[int, ...], float] = {}
    for number, chance in enumerate(chances.tolist()):
        state = states[min(taken + number, len(states) - 1)]
        left[state] = left.get(state, 0.0) + chance
    return left
