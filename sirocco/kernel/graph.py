"""Area maps: areas are bits, and `links[a]` is the set of areas that can be entered from area a.

>>> links = (0b0010, 0b0101, 0b1010, 0b0100)
>>> spread(links, 0b0010)
5
>>> path(links, 0, 3, through=0b1111)
[0, 1, 2, 3]
"""

from typing import Final

from sirocco.kernel.bits import bits

Links = tuple[int, ...]

UNBOUNDED: Final = 1 << 30


def spread(links: Links, mask: int) -> int:
    """All areas reached from the set by one link."""
    out = 0
    while mask:
        low = mask & -mask
        out |= links[low.bit_length() - 1]
        mask ^= low
    return out


def reach(links: Links, start: int, steps: int, through: int) -> int:
    """The set and all that is reached over so many links.

    An area outside `through` may be entered but not left again; the start may be left.
    """
    seen = start
    edge = start
    while steps > 0 and edge:
        edge = spread(links, edge) & ~seen
        seen |= edge
        edge &= through
        steps -= 1
    return seen


def path(links: Links, start: int, goal: int, through: int, steps: int = UNBOUNDED) -> list[int]:
    """A shortest path from start to goal, both included; empty if there is none.

    Only areas of `through` are passed; of equal paths the one whose last areas are the lowest.
    """
    if links[start] >> goal & 1 and start != goal and steps > 0:
        return [start, goal]
    layers = [1 << start]
    seen = 1 << start
    while not layers[-1] >> goal & 1:
        edge = layers[-1] if len(layers) == 1 else layers[-1] & through
        edge = spread(links, edge) & ~seen
        if not edge or len(layers) > steps:
            return []
        seen |= edge
        layers.append(edge)
    out = [goal]
    for depth in range(len(layers) - 2, -1, -1):
        layer = layers[depth] & through if depth else layers[0]
        out.append(next(a for a in bits(layer) if links[a] >> out[-1] & 1))
    out.reverse()
    return out
