"""Production (6.0): both sides plan in secret, then both plans are carried out (A40)."""

from __future__ import annotations

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import cargo, everybody, shown, to_pool
from sirocco.games.victory.command import planner_seats
from sirocco.games.victory.plans import (
    ADD,
    CLOSED,
    LEAVE,
    MERGER,
    NEW,
    OPEN,
    UNNAMED,
    books_of,
    choose_block,
    in_east,
    order,
    parts,
    pool_of,
)
from sirocco.games.victory.spending import (
    build_mask,
    city_mask,
    into_mask,
    merge_mask,
    step_mask,
    strength_mask,
)
from sirocco.games.victory.state import Victory, place
from sirocco.games.victory.units import KIND_MASK, SIDE
from sirocco.games.victory.verbs import BUILD, CITY, DONE, INTO, MERGE, STEP, STRENGTH
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import frame, procedure, together


@procedure
def production(g: Victory) -> Procedure[None]:
    """V-6.0-a: after the victory check, simultaneous."""
    open_books(g)
    seats = planning(g)
    sides = tuple([g.terms.side_of[seat] for seat in seats])
    yield from together(g, [frame(plan, seat) for seat in seats], sides)
    carry_out(g)


def open_books(g: Victory) -> None:
    """Each side's plan begins with the blocks that it may build."""
    for side in (0, 1):
        if not g.plans[side]:
            g.plans[side].append(pool_of(g, side))


def planning(g: Victory) -> list[int]:
    """The seats that take part in production (V-8.5-d)."""
    return [seat for side in (0, 1) for seat in bits(planner_seats(g, side))]


@procedure
def plan(g: Victory, seat: int) -> Procedure[None]:
    """Mergers first, then city after city, until the seat closes its plan."""
    while True:
        answer = yield Ask(seat, "production", plan_choices(g, seat))
        if answer == DONE:
            break
        if answer & ~NOUN == MERGE:
            begin_merger(g, seat, answer & NOUN)
            answer = yield Ask(seat, "into", into_choices(g, seat))
            end_merger(g, seat, answer & NOUN)
        else:
            enter(g, seat, order(OPEN, answer & NOUN, seat))
            yield from spend(g, seat, answer & NOUN)
    close_plan(g, seat)


@procedure
def spend(g: Victory, seat: int, h: int) -> Procedure[None]:
    """V-6.2-c: the points of one city; what is left when the seat turns away is lost (V-6.2-e)."""
    while books_of(g, seat).left(g, h) > 0:
        answer = yield Ask(seat, "spend", spend_choices(g, seat, h))
        if answer == DONE:
            break
        if answer & ~NOUN == STEP:
            enter(g, seat, order(ADD, answer & NOUN, h))
        else:
            u = new_block(g, seat, h, answer & NOUN)
            answer = yield Ask(seat, "strength", strength_choices(g, seat, h))
            name_strength(g, seat, u, h, answer & NOUN)
    enter(g, seat, order(LEAVE, h, seat))


# Choices


def plan_choices(g: Victory, seat: int) -> tuple[tuple[int, int], ...]:
    books = books_of(g, seat)
    cities = city_mask(g, books)
    if g.terms.merging:
        return (CITY, cities), (MERGE, merge_mask(g, books)), (DONE, 1)
    return (CITY, cities), (DONE, 1)


def into_choices(g: Victory, seat: int) -> tuple[tuple[int, int], ...]:
    books = books_of(g, seat)
    return ((INTO, into_mask(g, books, books.merging)),)


def spend_choices(g: Victory, seat: int, h: int) -> tuple[tuple[int, int], ...]:
    books = books_of(g, seat)
    return (STEP, step_mask(g, books, h)), (BUILD, build_mask(g, books, h)), (DONE, 1)


def strength_choices(g: Victory, seat: int, h: int) -> tuple[tuple[int, int], ...]:
    return ((STRENGTH, strength_mask(g, books_of(g, seat).left(g, h))),)


# Entries


def enter(g: Victory, seat: int, packed: int) -> None:
    """Write an order into the plan of the seat's side."""
    g.plans[g.terms.side_of[seat]].append(packed)


def new_block(g: Victory, seat: int, h: int, kind: int) -> int:
    """Take a block for a new unit; its strength is named next."""
    u = choose_block(g, books_of(g, seat), KIND_MASK[kind], h)
    enter(g, seat, order(NEW, u, h))
    return u


def name_strength(g: Victory, seat: int, u: int, h: int, strength: int) -> None:
    side = g.terms.side_of[seat]
    orders = g.plans[side]
    for books in g.books.values():
        if books.side == side:
            books.read(g)
            books.pay(g, h, strength)
    orders[orders.index(order(NEW, u, h))] = order(NEW, u, h, strength)


def begin_merger(g: Victory, seat: int, u: int) -> None:
    enter(g, seat, order(MERGER, u, UNNAMED))


def end_merger(g: Victory, seat: int, v: int) -> None:
    orders = g.plans[g.terms.side_of[seat]]
    u = books_of(g, seat).merging
    orders[orders.index(order(MERGER, u, UNNAMED))] = order(MERGER, u, v)
    g.books.clear()  # of every planner of the side


def close_plan(g: Victory, seat: int) -> None:
    side = g.terms.side_of[seat]
    enter(g, seat, order(CLOSED, seat))
    closed = sum([packed & 15 == CLOSED for packed in g.plans[side][1:]])
    if g.log is not None and closed == planner_seats(g, side).bit_count():
        g.log.append(ev.PlanClosed(everybody(g), side))


# Carrying out


def carry_out(g: Victory) -> None:
    """A40: mergers first, then steps and new units; the others see blocks come and go.

    Nothing else leaves the map here: no unit is ever disbanded (V-6.2-h).
    """
    if g.log is not None:
        g.log.append(ev.PlansOpened(everybody(g)))
    for side in (0, 1):
        orders = [parts(packed) for packed in g.plans[side][1:]]
        emptied = [g.where[u] for what, u, _, _ in orders if what == MERGER]
        filled = [h for what, _, h, _ in orders if what == NEW]
        for what, u, v, _ in orders:
            if what == MERGER:
                merge(g, u, v)
        for what, u, h, strength in orders:
            if what == ADD:
                add_step(g, u)
            elif what == NEW:
                build(g, u, h, strength)
        if g.log is not None:
            others = everybody(g) & ~g.terms.side_seats[side]
            g.log += [ev.BlockMerged(others, side, h) for h in sorted(emptied)]
            g.log += [ev.BlockBuilt(others, side, h) for h in sorted(filled)]
    g.plans = [[], []]
    g.books.clear()


def merge(g: Victory, u: int, v: int) -> None:
    """V-MERGE-a: the strengths are added; aircraft change over to the Carrier that stays."""
    for plane in bits(cargo(g, u)):
        g.carrier[plane] = v
    g.cv[v] += g.cv[u]
    to_pool(g, u)
    if g.log is not None:
        g.log.append(ev.Merged(g.terms.side_seats[SIDE[u]], u, v, g.cv[v]))
        if shown(g, v):
            others = everybody(g) & ~g.terms.side_seats[SIDE[v]]
            g.log.append(ev.StepAdded(others, v, g.cv[v]))


def add_step(g: Victory, u: int) -> None:
    """V-6.0-b; the strength of a face-up block is open to all."""
    g.cv[u] += 1
    if g.log is not None:
        audience = everybody(g) if shown(g, u) else g.terms.side_seats[SIDE[u]]
        g.log.append(ev.StepAdded(audience, u, g.cv[u]))


def build(g: Victory, u: int, h: int, strength: int) -> None:
    """V-6.2-a: a new unit stands in its city."""
    place(g, u, h)
    g.cv[u] = strength
    side = SIDE[u]
    if g.terms.duty == "fronts" and side == 1 and in_east(g, h):  # V-8.4-g
        g.front |= 1 << u
    if g.log is not None:
        g.log.append(ev.Built(g.terms.side_seats[side], u, h, strength))
