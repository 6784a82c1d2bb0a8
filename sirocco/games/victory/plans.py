"""Production plans: secret orders as numbers, and what they leave to spend.

A side's plan is a list. Its first entry is the pool, the blocks off the map when production began
(as a mask over the side's fifty); every other entry is one order, as `order` packs it.
"""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.blocks import blockaded
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.command import command_of, planner_seats
from sirocco.games.victory.state import Victory
from sirocco.games.victory.supply import has_road_to_city
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import SIDE_MASK, SIDE_SIZE
from sirocco.games.victory.victory import city_values
from sirocco.kernel.bits import bits, lowest

OPEN, LEAVE, ADD, NEW, MERGER, CLOSED = range(6)
UNNAMED: Final = 0xFFF
"""The unit of a merger that is still to be named."""
FULL: Final = data_pack().number("limits.unit.steps")
STEP_COST: Final = data_pack().number("limits.unit.step_cost")
CADRE_COST: Final = data_pack().number("options.cadres-2.first_step_cost")


def order(what: int, a: int, b: int = 0, c: int = 0) -> int:
    """One order of a plan: OPEN and LEAVE city, seat; ADD unit, city; NEW unit, city, strength;
    MERGER unit, into; CLOSED seat.
    """
    return what | a << 4 | b << 16 | c << 28


def parts(packed: int) -> tuple[int, int, int, int]:
    """The inverse of `order`.

    >>> parts(order(NEW, 37, 210, 3)) == (NEW, 37, 210, 3)
    True
    """
    return packed & 15, packed >> 4 & 0xFFF, packed >> 16 & 0xFFF, packed >> 28


def cost(terms: Terms, strength: int) -> int:
    """Points for a new unit (V-6.3-a); with Building Cadres 2 its first step is dearer."""
    if not strength:
        return 0
    first = CADRE_COST if terms.cadres2 else STEP_COST  # V-CADRE2-a, A39
    return first + (strength - 1) * STEP_COST


class Books:
    """What a side's plan holds so far, as one of its planners looks at it.

    While a plan is written, `books_of` keeps them in the state and `read` enters what is new.
    """

    __slots__ = (
        "barracks",
        "blocks",
        "busy",
        "city",
        "fresh",
        "freed",
        "gone",
        "growing",
        "grown",
        "idle",
        "into",
        "merging",
        "pool",
        "read_to",
        "seat",
        "shut",
        "side",
        "spent",
        "worth",
    )

    def __init__(self, g: Victory, seat: int) -> None:
        side = g.terms.side_of[seat]
        self.seat = seat
        self.side = side
        self.blocks = planned_blocks(g, seat)
        self.worth = city_values(g.terms, g.board)
        self.read_to = 1  # orders of the plan that are in the books
        self.pool = g.plans[side][0] << side * SIDE_SIZE  # blocks that may be built
        self.gone = 0  # blocks merged into others
        self.freed = 0  # of these, the ones not built again
        self.merging = -1  # the block whose merger still lacks its partner
        self.city = -1  # the city in which this seat is spending
        self.shut = 0  # cities that this seat has opened
        self.busy = 0  # cities in which an ally is spending
        self.grown: dict[int, int] = {}  # steps added to blocks on the map
        self.spent: dict[int, int] = {}  # points by city
        self.fresh: dict[int, int] = {}  # new blocks by city
        self.into: dict[int, int] = {}  # mergers
        # Cities that nobody has opened: of no use; of use while soldiers can be raised; for steps
        self.idle = self.barracks = self.growing = 0
        self.read(g)

    def read(self, g: Victory) -> None:
        """Enter the orders that the plan has now."""
        plan, seat = g.plans[self.side], self.seat
        grown, spent, fresh = self.grown, self.spent, self.fresh
        for packed in plan[self.read_to :]:
            what, a, b, c = packed & 15, packed >> 4 & 0xFFF, packed >> 16 & 0xFFF, packed >> 28
            if what == ADD:
                grown[a] = grown.get(a, 0) + 1
                spent[b] = spent.get(b, 0) + STEP_COST
            elif what == NEW:
                self.pool &= ~(1 << a)
                self.freed &= ~(1 << a)
                fresh[b] = fresh.get(b, 0) | 1 << a
                spent[b] = spent.get(b, 0) + cost(g.terms, c)
            elif what == OPEN:
                self._forget(1 << a)
                if b == seat:
                    self.city = a
                    self.shut |= 1 << a
                else:
                    self.busy |= 1 << a
            elif what == LEAVE:
                if b == seat:
                    self.city = -1
                else:
                    self.busy &= ~(1 << a)
            elif what == MERGER:
                self._merge(g, a, b)
        self.read_to = len(plan)

    def pay(self, g: Victory, h: int, strength: int) -> None:
        """Enter the strength of a new unit that was in the books without one."""
        self.spent[h] += cost(g.terms, strength)

    def note(self, h: int, useful: bool, raises: bool, grows: bool) -> None:
        """What is found about an untouched city: it holds, as the blocks to build get fewer."""
        if not useful:
            self.idle |= 1 << h
        elif raises:
            self.barracks |= 1 << h
        elif grows:
            self.growing |= 1 << h

    def _forget(self, cities: int) -> None:
        self.idle &= ~cities
        self.barracks &= ~cities
        self.growing &= ~cities

    def _merge(self, g: Victory, u: int, v: int) -> None:
        if v == UNNAMED:
            if self.blocks >> u & 1:
                self.merging = u
            return
        self.grown[v] = self.grown.get(v, 0) + self.strength(g, u)
        self.gone |= 1 << u
        self.freed |= 1 << u
        self.into[u] = v

    def strength(self, g: Victory, u: int) -> int:
        """The strength of a block when the plan is carried out."""
        return g.cv[u] + self.grown.get(u, 0)

    def left(self, g: Victory, h: int) -> int:
        """The points of a city that are not spent."""
        return self.worth[h] - self.spent.get(h, 0)

    def ship(self, g: Victory, plane: int) -> int:
        """The Carrier of an Air unit aboard, after the mergers planned."""
        ship = g.carrier[plane]
        while ship in self.into:
            ship = self.into[ship]
        return ship

    def load(self, g: Victory, ship: int) -> tuple[int, int]:
        """Number and summed strength of the Air units aboard a Carrier, as planned."""
        number = total = 0
        for plane in bits(g.at[g.where[ship]] & g.aboard & ~self.gone):
            if self.ship(g, plane) == ship:
                number += 1
                total += self.strength(g, plane)
        return number, total


def books_of(g: Victory, seat: int) -> Books:
    """The books of a planner, up to date."""
    books = g.books.get(seat)
    if books is None:
        books = g.books[seat] = Books(g, seat)
    elif books.read_to < len(g.plans[books.side]):
        books.read(g)
    return books


def planned_blocks(g: Victory, seat: int) -> int:
    """The blocks for which a seat plans: its side's, or its own command's (V-8.5-b, V-8.5-d)."""
    side = g.terms.side_of[seat]
    if planner_seats(g, side) == 1 << seat:
        return SIDE_MASK[side]
    return command_of(g, seat)


def may_build_at(g: Victory, seat: int, h: int) -> bool:
    """V-8.4-g: each of two allies builds on the map that he commands."""
    if g.terms.duty != "fronts" or g.terms.side_of[seat] == 0:
        return True
    east = seat != lowest(g.terms.side_seats[1])
    return east == in_east(g, h)


def in_east(g: Victory, h: int) -> bool:
    """Whether a hex is blue-east's: not on the first of the maps that blue owns.

    On a single map, a picture of one's own, it lies east of the middle of red's places.
    """
    board = g.board
    if max(board.map_of):
        return board.map_of[h] != board.map_of[lowest(board.homes[1])]
    columns = [board.grid.column(place) for place in bits(board.homes[0])]
    return bool(columns) and board.grid.column(h) * len(columns) > sum(columns)


def produces(g: Victory, side: int, h: int) -> bool:
    """V-5.8-g, A33, A37: whether the points of a controlled city can be used."""
    return not blockaded(g, h, side) or has_road_to_city(g, side, h)


def pool_of(g: Victory, side: int) -> int:
    """The blocks of a side that are neither on the map nor waiting to be deployed (A35)."""
    on_map = sum(g.at.values())  # each block is in one hex
    return (SIDE_MASK[side] & ~on_map & ~g.reserve) >> side * SIDE_SIZE


def choose_block(g: Victory, books: Books, kind_mask: int, h: int) -> int:
    """The block that becomes a new unit in a city: freed ones first (V-MERGE-b)."""
    return lowest(freed_for(g, books, h) & kind_mask or books.pool & kind_mask)


def freed_for(g: Victory, books: Books, h: int) -> int:
    """Blocks freed by mergers that may be built in a city: those of other hexes (V-MERGE-b)."""
    return books.freed & ~g.at.get(h, 0)
