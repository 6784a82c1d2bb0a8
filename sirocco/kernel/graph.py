"""Area maps: areas are bits, and `links[a]` is the set of areas that can be entered from area a.

>>> links = links_of(5, [(0, 1), (1, 2), (2, 3)])
>>> spread(links, 0b00010)
5
>>> path(links, 0, 3, through=0b11111), distance(links, 0, 3, through=0b11111)
([0, 1, 2, 3], 3)
"""

from collections.abc import Iterable
from typing import Final

from sirocco.kernel.bits import bits

Links = tuple[int, ...]

UNBOUNDED: Final = 1 << 30


def links_of(areas: int, borders: Iterable[tuple[int, int]]) -> Links:
    """The links of so many areas with these borders, open both ways."""
    links = [0] * areas
    for a, b in borders:
        if a == b or not (0 <= a < areas and 0 <= b < areas):
            raise ValueError(f"{a} and {b} are no two areas of 0 to {areas - 1}")
        links[a] |= 1 << b
        links[b] |= 1 << a
    return tuple(links)


def links_within(links: Links, mask: int) -> Links:
    """The links that begin and end in the set."""
    return tuple(near & mask if mask >> a & 1 else 0 for a, near in enumerate(links))


def is_symmetric(links: Links) -> bool:
    """Whether each link can be used both ways."""
    return all(links[b] >> a & 1 for a, near in enumerate(links) for b in bits(near))


def spread(links: Links, mask: int) -> int:
    """All areas reached from the set by one link."""
    out = 0
    while mask:
        low = mask & -mask
        out |= links[low.bit_length() - 1]
        mask ^= low
    return out


def flood(links: Links, start: int, within: int) -> int:
    """The set and all that is reached from it over areas of `within`."""
    seen = start
    edge = start
    while edge:
        edge = spread(links, edge) & within & ~seen
        seen |= edge
    return seen


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


def distance(links: Links, start: int, goal: int, through: int) -> int:
    """How many links a shortest path has, -1 if there is none."""
    return len(path(links, start, goal, through)) - 1


def components(links: Links, within: int) -> list[int]:
    """The connected parts of a set under links that are open both ways."""
    parts: list[int] = []
    rest = within
    while rest:
        part = flood(links, rest & -rest, rest)
        parts.append(part)
        rest &= ~part
    return parts
