"""How many of a handful of dice hit.

A distribution of hits is an array: entry k is the chance of exactly k hits.
"""

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


def mean(chances: Floats) -> float:
    """Expected number of hits.

    >>> round(mean(hits(4, 2)), 6)
    1.333333
    """
    return float(chances @ np.arange(len(chances)))
