"""Sets of small numbers held as the bits of one int.

>>> bits(0b10110)
(1, 2, 4)
>>> lowest(0b10100), nth(0b10110, 2), count(0b10110)
(2, 4, 3)
"""

from collections.abc import Callable, Iterable
from typing import Final

Members = tuple[int, ...]

_IN_BYTE: Final[list[Members]] = [
    tuple(bit for bit in range(8) if value >> bit & 1) for value in range(256)
]
_TABLE: Final[list[list[Members]]] = []  # by byte position, then by value of that byte


SINGLE: Final = 2048
_ONE: Final[list[int]] = [1 << bit for bit in range(SINGLE)]


def _grow(positions: int) -> None:
    for position in range(len(_TABLE), positions):
        base = 8 * position
        _TABLE.append([tuple(base + bit for bit in members) for members in _IN_BYTE])


KEPT: Final = 8192


class _Known(dict[int, Members]):
    """The members of the sets that were asked for: most are asked for again and again."""

    def __missing__(self, mask: int) -> Members:
        if len(self) >= KEPT:
            self.clear()
        found = self[mask] = tuple(_members(mask))
        return found


bits: Final[Callable[[int], Members]] = _Known({0: ()}).__getitem__
"""The members of a set, lowest first."""


def _members(mask: int) -> list[int]:
    if mask < 0:
        raise ValueError("a set of bits is never negative")
    out: list[int] = []
    length = mask.bit_length()
    if mask.bit_count() * 13 < length + 80 and length <= SINGLE:
        append = out.append  # thin sets: one step for each member
        while mask:
            top = mask.bit_length() - 1
            append(top)
            mask ^= _ONE[top]
        out.reverse()
        return out
    width = (length + 7) >> 3
    if width > len(_TABLE):
        _grow(width)
    for value, members in zip(mask.to_bytes(width, "little"), _TABLE, strict=False):
        if value:
            out += members[value]
    return out


def lowest(mask: int) -> int:
    """The lowest member of a set, -1 of the empty set."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """The highest member of a set, -1 of the empty set."""
    return mask.bit_length() - 1


def nth(mask: int, k: int) -> int:
    """Member number k of a set, counted from 0 at the lowest.

    >>> [nth(0b1011, k) for k in range(3)]
    [0, 1, 3]
    """
    if not 0 <= k < mask.bit_count():
        raise IndexError(f"member {k} of a set of {mask.bit_count()}")
    base = 0
    while k > 7:  # halve the set until few members are left
        half = mask.bit_length() >> 1
        low = mask & ((1 << half) - 1)
        below = low.bit_count()
        if k < below:
            mask = low
        else:
            k -= below
            base += half
            mask >>= half
    while k:
        mask &= mask - 1
        k -= 1
    return base + (mask & -mask).bit_length() - 1


def count(mask: int) -> int:
    """How many members a set has."""
    return mask.bit_count()


def mask_of(members: Iterable[int]) -> int:
    """The set with these members.

    >>> mask_of([1, 2, 4])
    22
    """
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def packed(mask: int) -> bytes:
    """A set as bytes, as short as possible.

    >>> unpacked(packed(0b1_0000_0001)) == 0b1_0000_0001, packed(0)
    (True, b'')
    """
    return mask.to_bytes((mask.bit_length() + 7) // 8, "little")


def unpacked(data: bytes) -> int:
    """The set behind the bytes."""
    return int.from_bytes(data, "little")
