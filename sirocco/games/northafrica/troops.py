"""What happens to units and places whatever the phase: losses, capture, component limits."""

from __future__ import annotations

from functools import lru_cache

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import everybody, standing, vichy_units
from sirocco.games.northafrica.kinds import TRUCK, data_pack
from sirocco.games.northafrica.powers import ALLIES, FRENCH, NOBODY, SIDE
from sirocco.games.northafrica.scenarios import pieces
from sirocco.games.northafrica.state import (
    NorthAfrica,
    discharge,
    enlist,
    hand_over,
    put_marker,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.events import Rolled


def piece(g: NorthAfrica, u: int) -> ev.Piece:
    return g.owner[u], g.kind[u]


def roll(g: NorthAfrica, count: int, purpose: str) -> tuple[int, ...]:
    """Throw ten-sided dice in the open (NA-COMP-a)."""
    assert g.chance is not None
    faces = g.chance.dice(count, purpose, 10)
    if g.log is not None:
        g.log.append(Rolled(everybody(g), purpose, 10, faces))
    return faces


def remove(g: NorthAfrica, units: int) -> None:
    """Take units out of play; victory by elimination is looked at by the caller's check."""
    for u in bits(units):
        s = g.where[u]
        if g.log is not None:
            g.log.append(ev.Removed(everybody(g), (piece(g, u),), s))
        discharge(g, u)


def raise_unit(g: NorthAfrica, kind: int, owner: int, s: int) -> int:
    """Bring a unit into play in a space."""
    u = enlist(g, kind, owner, s)
    if g.log is not None:
        g.log.append(ev.Placed(everybody(g), ((owner, kind),), s))
    return u


def capture(g: NorthAfrica, power: int, s: int) -> None:
    """A power's combat land units take a territory: marker, trucks, mines (NA-STEP6-d)."""
    seize_trucks(g, power, s)
    if g.board.valued >> s & 1:
        put_marker(g, s, power)  # NA-STEP6-l: no liberation
        if g.log is not None:
            g.log.append(ev.Captured(everybody(g), power, s))


def settle(g: NorthAfrica, power: int, s: int) -> None:
    """Combat land units of a power end a move, an advance or a retreat in a territory.

    They capture enemy trucks (NA-TCAP-a) and take an RP territory that has no marker and no
    combat units of any other power (NA-TERR-r, ruling 42).
    """
    seize_trucks(g, power, s)
    if g.control[s] == NOBODY and g.board.valued >> s & 1 and not g.board.emblems >> s & 1:
        if not standing(g, s) & ~(g.owned[power] & ~vichy_units(g)):
            put_marker(g, s, power)
            if g.log is not None:
                g.log.append(ev.Captured(everybody(g), power, s))


def seize_trucks(g: NorthAfrica, power: int, s: int) -> None:
    """NA-TCAP-a to -e: enemy trucks change hands, or are replaced."""
    chart = g.board.chart
    for u in bits(g.at[s] & g.trucks):
        if SIDE[g.owner[u]] == SIDE[power]:
            continue
        nation = chart.nation[g.kind[u]]
        if nation != FRENCH and SIDE[nation] == ALLIES:
            hand_over(g, u, power)  # NA-TCAP-c
            g.seized |= 1 << u
        else:
            discharge(g, u)  # NA-TCAP-d
            kind = truck_of(g, power)
            if kind != NONE and g.kinds_at[kind].bit_count() < pieces(g, kind):
                g.seized |= 1 << enlist(g, kind, power, s)


def truck_of(g: NorthAfrica, power: int) -> int:
    """The kind of truck that a power's own pool holds, or NONE."""
    chart = g.board.chart
    for k in range(chart.kinds):
        if chart.type[k] == TRUCK and chart.nation[k] == power:
            return k
    return NONE


def available(g: NorthAfrica, kind: int, s: int, owner: int = NOBODY) -> bool:
    """Whether the components allow one more unit of a kind in a space (NA-LIMITS-a, -b, -e).

    The owner is the power of its nation, unless another is named.
    """
    chart = g.board.chart
    most = pieces(g, kind)
    if g.kinds_at[kind].bit_count() < most:
        return True  # a piece is left: neither a stack nor a chip is lacking
    if not chart.combat_land[kind]:
        return False
    return stack_allowed(g, kind, s, owner) and spare_chips(g) > 0


def stack_allowed(g: NorthAfrica, kind: int, s: int, owner: int = NOBODY) -> bool:
    """Whether a unit in a space has a piece to stand under: one stack, one piece (NA-LIMITS-b).

    Units in the Reinforcements Zone form no stack: their pieces are those that they will get.
    """
    if owner == NOBODY:
        owner = g.board.chart.nation[kind]
    stacks = {(g.where[u], g.owner[u]) for u in bits(g.kinds_at[kind] & ~g.at[g.board.size])}
    stacks.add((s, owner))
    return len(stacks) <= pieces(g, kind)


def spare_chips(g: NorthAfrica) -> int:
    """How many units more than there are pieces the chips can still show (NA-LIMITS-e)."""
    chart = g.board.chart
    over = 0
    for k in range(chart.kinds):
        if chart.combat_land[k]:
            over += max(g.kinds_at[k].bit_count() - chart.pieces[k], 0)
    return chips() - over


@lru_cache(maxsize=1)
def chips() -> int:
    """Units that chips can show beyond the pieces (NA-LIMITS-e)."""
    stock = data_pack().value("limits.stock")
    return int(stock["chips_gray"] + stock["chips_green"] * stock["chip_green_units"])
