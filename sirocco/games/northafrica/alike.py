"""Units that are alike: same kind, owner, space and marks. They are named and offered as one."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from sirocco.games.northafrica.powers import FRENCH, NATIONS, POWERS
from sirocco.games.northafrica.sayings import piece, place
from sirocco.games.northafrica.state import FREE, MARKS, NorthAfrica
from sirocco.kernel.bits import bits, lowest

ROSTER_NATIONS: Final = {
    **{f"{power}-": nation for power, nation in zip(POWERS, NATIONS, strict=False)},
    "vichy-": NATIONS[FRENCH],
    "free-french-": NATIONS[FRENCH],
}
IN_FULL: Final = {
    "mechanized-infantry": "mechanized",
    "anti-tank-gun": "anti-tank",
    "scout-car": "scout",
    "anti-aircraft-artillery": "aaa",
    "matilda-ii": "matilda",
    "lend-lease-sherman": "sherman",
    "tiger-tank": "tiger",
}
"""Types that people may write in full."""
Likeness = tuple[int, int, int, int, int]
_GET_MARKS: Final = attrgetter(*MARKS)


def likeness(g: NorthAfrica, u: int) -> Likeness:
    """Two units with the same likeness can stand for each other."""
    marks = 0
    for i, mask in enumerate(_GET_MARKS(g)):
        if mask >> u & 1:
            marks |= 1 << i
    return g.kind[u], g.owner[u], g.used[u], g.target[u], marks


def one_of_each(g: NorthAfrica, units: int) -> int:
    """Of units that are alike and in the same space only the first: what is offered (D8)."""
    if units & (units - 1) == 0:
        return units
    kind, where, kinds_at, at = g.kind, g.where, g.kinds_at, g.at
    live: list[int] | None = None
    out = 0
    while units:
        low = units & -units
        u = low.bit_length() - 1
        out |= low
        alike = kinds_at[kind[u]] & at[where[u]] & units
        if alike != low:
            if live is None:
                live = [mask for mask in _GET_MARKS(g) if mask & units]
            alike = _matching(g, u, alike, live)
        units ^= alike
    return out


def _matching(g: NorthAfrica, u: int, units: int, live: list[int]) -> int:
    """Of units of a kind in a space those with the owner, points, target and marks of one."""
    low = 1 << u
    units &= g.owned[g.owner[u]]
    for mask in live:
        units &= mask if mask & low else ~mask
    if units != low:
        used, target = g.used, g.target
        points, aim = used[u], target[u]
        for v in bits(units ^ low):
            if used[v] != points or target[v] != aim:
                units ^= 1 << v
    return units


def groups(g: NorthAfrica, kind: int, s: int) -> list[tuple[Likeness, int]]:
    """The units of a kind in a space, grouped: likeness and set, in the order of their numbers."""
    found: dict[Likeness, int] = {}
    for u in bits(g.kinds_at[kind] & g.at[s]):
        key = likeness(g, u)
        found[key] = found.get(key, 0) | 1 << u
    return sorted(found.items())


def unit_name(g: NorthAfrica, u: int) -> str:
    """`german-tank@tobruk`, with `#2` behind it where units of that kind there are not alike."""
    kind, s = g.kind[u], g.where[u]
    if kind == FREE:
        return str(u)
    base = f"{g.board.chart.codes[kind]}@{space_name(g, s)}"
    there = groups(g, kind, s)
    if len(there) == 1:
        return base
    number = next(i for i, (_, units) in enumerate(there) if units >> u & 1)
    return f"{base}#{number + 1}"


def unit_title(g: NorthAfrica, u: int) -> str:
    """`the German Panzer IV in Tobruk`: a unit in a sentence."""
    return f"the {piece(g.board.chart, g.owner[u], g.kind[u])} in {place(g.board, g.where[u])}"


def space_name(g: NorthAfrica, s: int) -> str:
    return g.board.names[s] if s < g.board.size else "box"


def unit_of(
    g: NorthAfrica, power: int, text: str, offered: int = 0, meant: tuple[int, ...] = ()
) -> int:
    """The unit that a word names, or -1: `german-tank@tobruk#2`, `tank@tobruk`, `tank`.

    Where several units fit, those that are offered come first; without a space they must be of
    one kind in one space.
    If none that fits is offered, it is one of the first set of `meant` in which any does.
    """
    word, _, number = text.lower().partition("#")
    code, at, place = word.partition("@")
    s = -1
    if at:
        s = g.board.size if place == "box" else g.board.find(place)
        if s < 0:
            return -1
    found: list[int] = []
    for kind in kinds_named(g, power, code):
        spaces = [s] if at else sorted({g.where[u] for u in bits(g.kinds_at[kind])})
        there = [units for space in spaces for _, units in groups(g, kind, space)]
        if there and number:
            n = int(number) - 1 if number.isdecimal() else -1
            if len(spaces) > 1 or not 0 <= n < len(there):
                return -1
            return lowest(there[n] & offered or there[n])
        found += there
    open_now = [units & offered for units in found if units & offered]
    if open_now:
        stacks = {(g.kind[u], g.where[u]) for u in map(lowest, open_now)}
        return lowest(open_now[0]) if at or len(stacks) == 1 else -1
    if len(found) == 1 or (found and at and not meant):
        return lowest(found[0])
    return next((lowest(units & near) for near in meant for units in found if units & near), -1)


def short_name(code: str) -> str:
    """`scout-cars` is `scout`, `german-anti-tank-gun` is `german-anti-tank`.

    >>> short_name("german-anti-tank-gun"), short_name("infantry"), short_name("tanks")
    ('german-anti-tank', 'infantry', 'tank')
    """
    code = code.removesuffix("s")
    for long, short in IN_FULL.items():
        if code.endswith(long):
            return code.removesuffix(long) + short
    return code


def kinds_named(g: NorthAfrica, power: int, code: str) -> list[int]:
    """The kinds that a word may mean: a full code, or a type of the power's own nation first.

    A unit may be called by its roster, too: `uk-infantry`, `vichy-tank`.
    """
    chart, code = g.board.chart, short_name(code)
    if code in chart.index:
        return [chart.index[code]]
    for roster, nation in ROSTER_NATIONS.items():
        if code.startswith(roster):
            code = f"{nation}-{code.removeprefix(roster)}"
            return [chart.index[code]] if code in chart.index else []
    fits = [k for k, known in enumerate(chart.codes) if known.partition("-")[2] == code]
    return sorted(fits, key=lambda k: chart.nation[k] != power)
