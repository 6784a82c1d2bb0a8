"""How many of a handful of dice hit.

A distribution of hits is an array: entry k is the chance of exactly k hits.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def weights(dice: int, hits_on: int, sides: int = 6) -> tuple[int, ...]:
    """Of all `sides ** dice` rolls, how many have 0, 1, 2 ... dice of at most `hits_on`.

    >>> weights(3, 2)
    (64, 96, 48, 8)
    >>> sum(weights(3, 2)) == 6**3
    True
    """
    if dice < 0 or sides < 1 or not 0 <= hits_on <= sides:
        raise ValueError(f"no such volley: {dice} dice of {sides} sides, hitting on {hits_on}")
    miss = sides - hits_on
    return tuple(comb(dice, k) * hits_on**k * miss ** (dice - k) for k in range(dice + 1))


@lru_cache(maxsize=1024)
def hits(dice: int, hits_on: int, sides: int = 6) -> Floats:
    """Distribution of the hits of one volley; the array is shared and cannot be written.

    >>> hits(2, 3).tolist()
    [0.25, 0.5, 0.25]
    """
    whole = sides**dice
    chances = np.array([weight / whole for weight in weights(dice, hits_on, sides)])
    chances.setflags(write=False)
    return chances


def together(parts: Iterable[Floats]) -> Floats:
    """Sum of the hits of independent volleys.

    >>> together([hits(1, 3), hits(1, 3)]).tolist()
    [0.25, 0.5, 0.25]
    >>> together([]).tolist()
    [1.0]
    """
    total: Floats = np.ones(1)
    for part in parts:
        total = np.convolve(total, part)
    return total


def pool(parts: Iterable[tuple[int, int]], sides: int = 6) -> Floats:
    """Hits of a mixed pool, given as pairs (dice, hits on).

    >>> pool([(1, 3), (1, 2)]).round(4).tolist()
    [0.3333, 0.5, 0.1667]
    """
    return together(hits(dice, hits_on, sides) for dice, hits_on in parts)


def each(chances: Sequence[float]) -> Floats:
    """Hits of single shots with a chance of their own each.

    >>> each([0.5, 0.2]).round(4).tolist()
    [0.4, 0.5, 0.1]
    """
    return together(np.array([1.0 - chance, chance]) for chance in chances)


def mixture(parts: Iterable[tuple[float, Floats]]) -> Floats:
    """One of several distributions, each taken with its weight.

    >>> mixture([(0.5, hits(1, 3)), (0.5, hits(0, 3))]).tolist()
    [0.75, 0.25]
    """
    listed = list(parts)
    total: Floats = np.zeros(max((len(chances) for _, chances in listed), default=1))
    for weight, chances in listed:
        total[: len(chances)] += weight * chances
    return total


def capped(chances: Floats, most: int) -> Floats:
    """Hits beyond `most` are lost: their chance falls on `most`.

    >>> capped(hits(2, 3), 1).tolist()
    [0.25, 0.75]
    """
    if len(chances) <= most + 1:
        return chances
    return np.append(chances[:most], chances[most:].sum())


def mean(chances: Floats) -> float:
    """Expected number of hits.

    >>> round(mean(hits(4, 2)), 6)
    1.333333
    """
    return float(chances @ np.arange(len(chances)))


def at_least(chances: Floats, number: int) -> float:
    """Chance of `number` hits or more.

    >>> at_least(hits(2, 3), 1)
    0.75
    """
    return float(chances[max(0, number) :].sum())
