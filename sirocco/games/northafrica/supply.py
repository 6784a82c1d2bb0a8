"""Supply tokens: who may use them, and where a payment may come from. Values are in tokens of 1."""

from __future__ import annotations

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.ground import everybody, hostile
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits


def usable(g: NorthAfrica, side: int, s: int) -> bool:
    """Whether a side may use the supply in a territory (NA-SUPPLY-f, NA-SUPPLY-g).

    In a contested landing territory it is the Allies' (ruling 26).
    """
    return not hostile(g, side, s) or bool(g.landings >> s & 1 and side)


def sources(g: NorthAfrica, side: int, s: int) -> int:
    """Territories with supply that units in a territory can draw on: it and those around it.

    NA-PAY-c for attackers (s is the attacking territory), NA-STEP1-c for defenders (s is the
    attacked one).
    """
    out = 0
    for t in bits(g.board.land_links[s] | 1 << s):
        if g.supply[t] and usable(g, side, t):
            out |= 1 << t
    return out


def payable(g: NorthAfrica, needs: dict[int, int], spent: dict[int, int]) -> bool:
    """Whether each origin can get its tokens from territories in its reach (NA-PAY-c, R40).

    `spent` tokens of a territory are gone already.
    """
    if not needs:
        return True
    side = SIDE[g.power]
    reach = {o: bits(sources(g, side, o)) for o in needs}
    left = {t: g.supply[t] - spent.get(t, 0) for found in reach.values() for t in found}
    for o, n in needs.items():
        for t in reach[o]:
            n -= left[t]
        if n > 0:
            return False  # not even if it has all of them
    if len(needs) == 1:
        return True
    given: dict[tuple[int, int], int] = {}

    def find(o: int, seen: set[int]) -> bool:
        for t in reach[o]:
            if t in seen:
                continue
            seen.add(t)
            if left[t] > 0:
                left[t] -= 1
                given[o, t] = given.get((o, t), 0) + 1
                return True
            for p in needs:  # somebody else may take another token
                if given.get((p, t), 0) and find(p, seen):
                    given[p, t] -= 1
                    given[o, t] = given.get((o, t), 0) + 1
                    return True
        return False

    return all(find(o, set()) for o, n in needs.items() for _ in range(n))


def spend(g: NorthAfrica, s: int, value: int, why: str) -> None:
    """Tokens leave a territory."""
    g.supply[s] -= value
    if g.log is not None:
        g.log.append(ev.SupplyChanged(everybody(g), s, -value, why))


def deliver(g: NorthAfrica, s: int, value: int, why: str) -> None:
    """Tokens come into a territory."""
    g.supply[s] += value
    if g.log is not None:
        g.log.append(ev.SupplyChanged(everybody(g), s, value, why))


def in_play(g: NorthAfrica) -> int:
    """The value of all supply on the board and in the Reinforcements Zone (NA-COMP-c)."""
    return sum(g.supply) + sum(g.afloat.values()) + sum(g.ones) + 5 * sum(g.fives)
