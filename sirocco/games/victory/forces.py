"""Starting forces, chosen in secret at the same time (1.4, 8.1 to 8.4).

A force is raised unit by unit. What is offered leaves a way to complete the force so that all of
it can be deployed and every city gets its garrison; the sums behind that are explained at `Need`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import everybody
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.command import command_of, seats_of
from sirocco.games.victory.fronts import (
    CLASS,
    CLASS_KINDS,
    CLASS_MASK,
    DECK,
    FULL,
    HEAVIES,
    PER_CITY,
    PLANES,
    SEAMEN,
    SHIPS,
    Front,
    Tally,
    blocks_of,
    front_of,
    fronts,
    planes_fit,
    tally,
)
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    BOMBERS,
    CARRIERS,
    KIND,
    KIND_MASK,
    SIDE,
    SIDE_MASK,
)
from sirocco.games.victory.verbs import DONE, RAISE, STRENGTH
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Frame, Procedure
from sirocco.kernel.lower import frame, procedure
from sirocco.kernel.refusal import Limit

STEP_COST: Final = data_pack().number("limits.unit.step_cost")

COMMAND: Final = Limit(1, "Each commander raises units of his own arm.", "V-8.5-b", "V-8.5-a")
MIX_LIMIT: Final = Limit(
    2,
    "All blocks of this type are in use: the unit mix has no more.",
    "V-MIX-a",
    "V-MIX-b",
    "V-MIX-c",
    "V-6.2-d",
    "A34",
    "V-8.1-a",
    "V-8.2-a",
)
PURSE: Final = Limit(
    4,
    "The scenario gives no more units or points than that.",
    "V-1.4-a",
    "V-8.2-a",
    "V-8.1-a",
)
PORTS: Final = Limit(
    8,
    "There is no room left in your ports for another unit of this kind.",
    "V-1.4-d",
    "A14",
    "V-3.2-a",
    "V-3.3-f",
    "V-4.1-c",
)
BASES: Final = Limit(
    16,
    "There is no room left in your cities and towns for another unit of this kind; "
    "more aircraft need Carriers raised before them.",
    "V-1.4-d",
    "A14",
    "V-4.1-a",
    "V-4.1-d",
    "V-2.2-d",
    "V-2.2-f",
    "V-4.41-b",
    "V-4.41-c",
)
GARRISONS: Final = Limit(
    32,
    "The force could then no longer put the units that every city must have into each city.",
    "V-1.4-e",
    "A10",
    "A11",
)
RAISE_LIMITS: Final = (COMMAND, MIX_LIMIT, PURSE, PORTS, BASES, GARRISONS)
STRENGTH_LIMITS: Final = (PURSE, BASES, GARRISONS)


class Need(NamedTuple):
    """How many more units a front needs, and how many of them must be able to stand inland.

    Ships and Marines fit into ports only, everything else anywhere. So a force can garrison all
    cities if it is large enough and enough of it can stand inland.
    """

    units: int
    inland: int


# The procedure


def muster_sides(g: Victory) -> tuple[int, ...]:
    """The side of each choice: allies see each other's."""
    return (0, 1, 1) if g.terms.duty == "fronts" else (0, 1)


def musters(g: Victory) -> list[Frame]:
    """The choices that run side by side: one for each side, in 8.4 by three one for each ally."""
    out = []
    for side in (0, 1):
        if g.terms.duty == "fronts" and side == 1:
            out += [frame(muster, side, index) for index in range(len(fronts(g, side)))]
        else:
            out.append(frame(muster_all, side))
    return out


@procedure
def muster_all(g: Victory, side: int) -> Procedure[None]:
    for index in range(len(fronts(g, side))):
        yield from muster(g, side, index)


@procedure
def muster(g: Victory, side: int, index: int) -> Procedure[None]:
    """One force; a number of units is complete by itself, points are closed by their owner."""
    while mustering(g, side, index):
        a = yield muster_asks(g, side, index)
        if a == DONE:
            g.ready |= 1 << g.actor
        else:
            yield from raise_unit(g, side, index, g.actor, a & NOUN)
    announce(g, side, index)


@procedure
def raise_unit(g: Victory, side: int, index: int, seat: int, kind: int) -> Procedure[None]:
    u = lowest(KIND_MASK[kind] & SIDE_MASK[side] & ~g.reserve)
    enlist(g, u, index)
    if g.terms.by_points:
        a = yield Ask(seat, "force-strength", ((STRENGTH, strengths(g, u)),))
        g.cv[u] = a & NOUN


def enlist(g: Victory, u: int, index: int) -> None:
    """A block joins the force: full strength (V-8.1-b), or one step until its owner says more."""
    g.reserve |= 1 << u
    g.cv[u] = 1 if g.terms.by_points else FULL
    if index:
        g.front |= 1 << u


def announce(g: Victory, side: int, index: int) -> None:
    """Everybody hears that a side has its force, nobody what it is (V-FOG-b)."""
    team = g.terms.side_seats[side]
    if g.terms.duty == "fronts" and side == 1:
        g.ready |= 1 << seats_of(g, side)[index]
    elif index < len(fronts(g, side)) - 1:
        g.ready &= ~team
    else:
        g.ready |= team
    if g.log is not None and g.ready & team == team:
        g.log.append(ev.ForceReady(everybody(g), side))


# What may be raised


def muster_asks(g: Victory, side: int, index: int) -> tuple[Ask, ...]:
    """One question for each seat that can raise something; none when the force is complete."""
    front = fronts(g, side)[index]
    out = []
    for seat in muster_seats(g, front):
        mask = raisable(g, front, seat)
        if mask:
            close = ((DONE, 1),) if may_close(g, front, seat) else ()
            out.append(Ask(seat, "force", ((RAISE, mask), *close)))
    return tuple(out)


def mustering(g: Victory, side: int, index: int) -> bool:
    """Whether a force is still to be raised."""
    front = fronts(g, side)[index]
    if not g.terms.by_points:
        return purse(g, front) > 0
    left = purse(g, front)
    if left < 1 or not muster_seats(g, front):
        return False
    free = free_blocks(g, front)
    have, stock = tally(force_of(g, front)), tally(free)
    return any(
        free & CLASS_MASK[group]
        and has_room(g, front, have, group, 0)
        and leaves_enough(g, front, have, left, stock, group)
        for group in range(HEAVIES + 1)
    )


def muster_seats(g: Victory, front: Front) -> list[int]:
    """The seats that still raise units for a front."""
    seats = seats_of(g, front.side)
    if g.terms.duty == "fronts" and front.side == 1:
        seats = [seats[front.number]]
    return [seat for seat in seats if not g.ready >> seat & 1]


def free_blocks(g: Victory, front: Front) -> int:
    """The blocks that can still be raised, by seats that have not closed."""
    free = SIDE_MASK[front.side] & ~g.reserve
    return free & _commanded(g, front, -1) if g.terms.duty == "arms" else free


def _commanded(g: Victory, front: Front, without: int) -> int:
    out = 0
    for seat in muster_seats(g, front):
        if seat != without:
            out |= command_of(g, seat)
    return out


def force_of(g: Victory, front: Front) -> int:
    """The blocks raised for a front so far."""
    return blocks_of(g, front) & g.reserve


def purse(g: Victory, front: Front) -> int:
    """How many more units a front can have at most."""
    force = force_of(g, front)
    if not g.terms.by_points:
        return front.units - force.bit_count()
    return (front.points - STEP_COST * sum([g.cv[u] for u in bits(force)])) // STEP_COST


def raisable(g: Victory, front: Front, seat: int, lifted: int = 0) -> int:
    """The kinds of which a seat may raise one more unit (V-8.1-a, V-8.2-a)."""
    left = purse(g, front)
    if left < 1 and not lifted & PURSE.bit:
        return 0
    mine = SIDE_MASK[front.side]
    if g.terms.duty == "arms" and not lifted & COMMAND.bit:
        mine = command_of(g, seat)
    if not lifted & MIX_LIMIT.bit:
        mine &= ~g.reserve
    have = tally(force_of(g, front))
    stock = tally(free_blocks(g, front))
    any_will_do = bool(lifted & GARRISONS.bit) or plenty(g, front, have, left, stock)
    out = 0
    for group in range(HEAVIES + 1):
        kinds = 0
        for kind in CLASS_KINDS[group]:
            if mine & KIND_MASK[kind]:
                kinds |= 1 << kind
        if kinds and has_room(g, front, have, group, lifted):
            if any_will_do or leaves_enough(g, front, have, left, stock, group):
                out |= kinds
    return out


def plenty(g: Victory, front: Front, have: Tally, left: int, stock: Tally) -> bool:
    """Whether a force of so many units could be completed if one of every class came next."""
    if g.terms.by_points:
        return False
    inland = front.minimum(front.units) * front.inland - have.anywhere
    need = Need(left - 1, max(0, inland))
    have = Tally(have.land + 1, have.marines + 1, have.ships + 1, have.planes + 1)
    stock = Tally(stock.land - 1, stock.marines - 1, stock.ships - 1, stock.planes - 1)
    return _can_have(front, have, need, left - 1, stock) and _for_all(g, front, need, stock)


def leaves_enough(
    g: Victory, front: Front, have: Tally, left: int, stock: Tally, group: int
) -> bool:
    """Whether one more unit of a class leaves a way to complete the force."""
    return can_complete(g, front, have.plus(group), left - 1, stock.plus(group, -1))


def has_room(g: Victory, front: Front, have: Tally, group: int, lifted: int) -> bool:
    """Whether there is room for one more unit of a class (V-1.4-d, A14)."""
    if group == SHIPS and have.ships >= front.naval and not lifted & PORTS.bit:
        return False
    if group == SEAMEN and have.marines >= front.port_army and not lifted & PORTS.bit:
        return False
    if lifted & BASES.bit or group == SHIPS:
        return True
    if group < PLANES:
        return have.land + have.marines < front.army
    cv = 1 if g.terms.by_points else FULL
    return have.planes < front.air or planes_have_room(g, front, group, cv)


def planes_have_room(g: Victory, front: Front, group: int, cv: int, but: int = 0) -> bool:
    """Whether the aircraft of a force, but some, and one more of that strength find room."""
    force = force_of(g, front) & ~but
    light = [g.cv[u] for u in bits(force & AIR_MASK & ~BOMBERS)]
    heavy = (force & BOMBERS).bit_count()
    if group == HEAVIES:
        heavy += 1
    else:
        light.append(cv)
    decks = [(DECK, g.cv[u]) for u in bits(force & CARRIERS)]
    return planes_fit(light, heavy, front.air, decks)


def can_complete(g: Victory, front: Front, have: Tally, left: int, stock: Tally) -> bool:
    """Whether the stock suffices for all fronts of a side, this one with these numbers."""
    need = need_of(g, front, have, left, stock)
    return need is not None and _for_all(g, front, need, stock)


def _for_all(g: Victory, front: Front, need: Need, stock: Tally) -> bool:
    """Whether the stock suffices for what a front needs and for the other fronts of its side."""
    units, inland = need
    for other in fronts(g, front.side):
        if other.number != front.number:
            lack = need_of(g, other, tally(force_of(g, other)), purse(g, other), stock)
            if lack is None:
                return False
            units += lack.units
            inland += lack.inland
    return inland <= stock.anywhere and units <= stock.all  # fronts draw on the same blocks


def need_of(g: Victory, front: Front, have: Tally, left: int, stock: Tally) -> Need | None:
    """What a front lacks (A10, A11, A94); None if the stock and its room cannot give it."""
    if not g.terms.by_points:
        least = front.minimum(front.units)
        need = Need(left, max(0, least * front.inland - have.anywhere))
        return need if _can_have(front, have, need, left, stock) else None
    for least in dict.fromkeys((front.per_city, PER_CITY)):
        inland = max(0, least * front.inland - have.anywhere)
        need = Need(max(inland, least * front.cities - have.all), inland)
        if front.minimum(have.all + need.units) == least:
            if _can_have(front, have, need, left, stock):
                return need
    return None


def _can_have(front: Front, have: Tally, need: Need, left: int, stock: Tally) -> bool:
    """Whether the purse, the stock and the room on a front suffice for a need."""
    if need.units > left or need.inland > left:
        return False
    army = front.army - have.land - have.marines
    planes = min(stock.planes, max(0, front.air - have.planes))
    marines = min(stock.marines, front.port_army - have.marines)
    ships = min(stock.ships, front.naval - have.ships)
    if need.inland > min(stock.land, army) + planes:
        return False
    return need.units <= min(stock.land + marines, army) + planes + ships


def may_close(g: Victory, front: Front, seat: int) -> bool:
    """Whether a seat may leave the rest of the points unspent (A94)."""
    if not g.terms.by_points:
        return False
    others = free_blocks(g, front) & _commanded(g, front, seat) if g.terms.duty == "arms" else 0
    have = tally(force_of(g, front))
    return need_of(g, front, have, purse(g, front), tally(others)) is not None


def strengths(g: Victory, u: int, lifted: int = 0) -> int:
    """The strengths that a unit just raised may have, as a mask of numbers (V-8.2-a)."""
    front = front_of(g, SIDE[u], u)
    group = CLASS[KIND[u]]
    have = tally(force_of(g, front))
    stock = tally(free_blocks(g, front))
    left = purse(g, front) + g.cv[u]
    out = 0
    for cv in range(1, FULL + 1):
        if cv > left and not lifted & PURSE.bit:
            break
        if group >= PLANES and not lifted & BASES.bit:
            if not planes_have_room(g, front, group, cv, 1 << u):
                break
        if lifted & GARRISONS.bit or can_complete(g, front, have, left - cv, stock):
            out |= 1 << cv
    return out
