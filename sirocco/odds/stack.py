"""Losses of a stack."""

from collections.abc import Sequence


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
