"""A sparse distribution over places with several coordinates."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from sirocco.odds.hits import Floats, Ints

Mask = NDArray[np.bool_]

_DENSE = 1 << 22


class Cloud:
    """Chances of places; a place is a tuple of numbers from 0 up, one array per coordinate.

    >>> cloud = joined([Cloud.point(0, 1).scaled(0.5), Cloud.point(2, 1).scaled(0.5)])
    >>> cloud.marginal(0).tolist(), cloud.marginal(1).tolist()
    ([0.5, 0.0, 0.5], [0.0, 1.0])
    """

    __slots__ = ("at", "chance")

    def __init__(self, at: tuple[Ints, ...], chance: Floats) -> None:
        self.at = at
        self.chance = chance

    @staticmethod
    def point(*place: int) -> "Cloud":
        """All the chance in one place."""
        return Cloud(tuple(np.array([x], dtype=np.int64) for x in place), np.ones(1))

    def __len__(self) -> int:
        return len(self.chance)

    @property
    def total(self) -> float:
        """Sum of the chances."""
        return float(self.chance.sum())

    def where(self, mask: Mask) -> "Cloud":
        """The part of the cloud that the mask keeps."""
        return Cloud(tuple(axis[mask] for axis in self.at), self.chance[mask])

    def moved(self, axis: int, to: Ints) -> "Cloud":
        """The same chances with another value on one axis."""
        return Cloud((*self.at[:axis], to, *self.at[axis + 1 :]), self.chance)

    def scaled(self, factor: float) -> "Cloud":
        """All chances times a factor."""
        return Cloud(self.at, self.chance * factor)

    def pruned(self, least: float) -> tuple["Cloud", float]:
        """The cloud without places of less than this chance, and the chance lost by that.

        >>> cloud = joined([Cloud.point(0).scaled(0.75), Cloud.point(1).scaled(0.25)])
        >>> kept, lost = cloud.pruned(0.5)
        >>> len(kept), lost
        (1, 0.25)
        """
        keep = self.chance >= least
        if bool(keep.all()):
            return self, 0.0
        return self.where(keep), float(self.chance[~keep].sum())

    def marginal(self, axis: int, values: Ints | None = None, size: int = 0) -> Floats:
        """Distribution of one coordinate, or of `values[coordinate]` if given."""
        numbers = self.at[axis] if values is None else values[self.at[axis]]
        return tally(numbers, self.chance, size)


def tally(numbers: Ints, chance: Floats, size: int = 0) -> Floats:
    """Chances added up by number; the result has at least `size` entries.

    >>> tally(np.array([0, 2, 2]), np.array([0.5, 0.25, 0.25]), 4).tolist()
    [0.5, 0.0, 0.5, 0.0]
    """
    return np.asarray(np.bincount(numbers, weights=chance, minlength=size), dtype=np.float64)


def joined(clouds: Iterable[Cloud]) -> Cloud:
    """One cloud of several: chances of the same place are added, places without chance dropped."""
    listed = [cloud for cloud in clouds if len(cloud)]
    if not listed:
        raise ValueError("nothing to join")
    chance = np.concatenate([cloud.chance for cloud in listed])
    at = [np.concatenate(axes) for axes in zip(*(cloud.at for cloud in listed), strict=True)]
    seen = [_seen(axis) for axis in at]
    key: Ints = np.zeros(len(chance), dtype=np.int64)
    for axis, values in zip(at, seen, strict=True):
        key = key * len(values) + _ranks(axis, values)
    places, chance = _summed(key, chance, _product(seen))
    return Cloud(_coordinates(places, seen), chance)


def _seen(axis: Ints) -> Ints:
    """The values that occur, in order."""
    if int(axis.max()) <= max(_DENSE, len(axis)):
        return np.flatnonzero(np.bincount(axis)).astype(np.int64, copy=False)
    return np.unique(axis)


def _ranks(axis: Ints, values: Ints) -> Ints:
    """The place of each value among those that occur."""
    if int(values[-1]) > max(_DENSE, len(axis)):
        return np.searchsorted(values, axis).astype(np.int64, copy=False)
    rank: Ints = np.zeros(int(values[-1]) + 1, dtype=np.int64)
    rank[values] = np.arange(len(values))
    return rank[axis]


def _summed(key: Ints, chance: Floats, room: int) -> tuple[Ints, Floats]:
    if room <= max(_DENSE, 8 * len(key)):
        total = tally(key, chance, room)
        places = np.flatnonzero(total).astype(np.int64, copy=False)
        return places, total[places]
    places, back = np.unique(key, return_inverse=True)
    total = tally(back.astype(np.int64, copy=False), chance)
    keep = total > 0.0
    return places[keep], total[keep]


def _coordinates(places: Ints, seen: list[Ints]) -> tuple[Ints, ...]:
    axes: list[Ints] = []
    for values in reversed(seen):
        places, rank = np.divmod(places, len(values))
        axes.append(values[rank])
    return tuple(reversed(axes))


def _product(seen: list[Ints]) -> int:
    room = 1
    for values in seen:
        room *= len(values)
    if room >= 1 << 62:
        raise OverflowError("too many places to number")
    return room
