"""A seat's own sketch of the position, drawn from its view alone.

Own blocks and open faces stand as they are; for every hidden block of the other side a likely one
is pencilled in. The sketch is a state like any other, so that moves can be tried on it.
"""

from __future__ import annotations

from array import array
from typing import Final

from sirocco.games.victory.board import Board, board_by_key
from sirocco.games.victory.plans import FULL
from sirocco.games.victory.state import UNIT_MASKS, Victory, place
from sirocco.games.victory.terms import terms_from_key
from sirocco.games.victory.units import (
    AIR_MASK,
    AR,
    ARMY_MASK,
    BB,
    CARRIERS,
    CV,
    DB,
    FA,
    HB,
    IN,
    KIND_MASK,
    MA,
    NAVAL_MASK,
    OFF,
    SIDE_MASK,
    SIDE_SIZE,
    SS,
)
from sirocco.games.victory.view import FACE_MARKS, View
from sirocco.kernel.bits import bits, lowest

AT_SEA: Final = (BB, SS, CV, BB, SS, MA, IN)
IN_PORT: Final = (IN, FA, IN, BB, AR, IN, DB, SS, IN)
IN_PLACE: Final = (IN, FA, IN, AR, IN, DB, IN, HB)
IN_FIELD: Final = (IN, AR, IN, AR, MA, IN)
"""What hidden blocks probably are, by where they stand, in the order of their number there."""
FRESH_TURNS: Final = 2
"""Game Turns in which units of a scenario that gives full-strength ones count as whole."""


def sketch(view: View) -> Victory:
    """The position as the seat of a view may take it to be."""
    g = Victory(terms_from_key(view.terms), board_by_key(view.board))
    g.phase, g.turn, g.half_turn = view.phase, view.turn, view.half_turn
    g.first, g.side, g.winner = view.first, view.active, view.winner
    g.battle, g.round, g.flak = view.battle, view.round, view.flak
    g.control = [int.from_bytes(places, "little") for places in view.control]
    g.activated = int.from_bytes(view.activated, "little")
    g.fought = int.from_bytes(view.fought, "little")
    g.bombarded, g.out = bytearray(view.bombarded), bytearray(view.out)
    g.draft, g.offices, g.ready = list(view.draft), bytearray(view.offices), view.ready
    g.port_use = dict(view.port_use)
    g.plans[view.side] = list(view.plan)
    _draw_own(g, view)
    _draw_faces(g, view)
    _pencil_in(g, view)
    return g


def _draw_own(g: Victory, view: View) -> None:
    low = view.side * SIDE_SIZE
    high = low + SIDE_SIZE
    where = array("H", view.where)
    g.origin[low:high] = array("H", view.origin)
    g.cv[low:high] = view.cv
    g.carrier[low:high] = view.carrier
    g.entry[low:high] = view.entry
    for name, mask in zip(UNIT_MASKS, view.marks, strict=True):
        setattr(g, name, mask << low)
    for i, h in enumerate(where):
        if h != OFF:
            place(g, low + i, h)


def _draw_faces(g: Victory, view: View) -> None:
    for face in view.faces:
        u, bit = face.unit, 1 << face.unit
        place(g, u, face.hex)
        g.origin[u] = face.hex
        g.cv[u], g.carrier[u], g.entry[u] = face.cv, face.carrier, face.entry
        g.face_up |= bit
        for i, name in enumerate(FACE_MARKS):
            if face.marks >> i & 1:
                setattr(g, name, getattr(g, name) | bit)


def _pencil_in(g: Victory, view: View) -> None:
    pool = SIDE_MASK[1 - view.side] & ~g.face_up
    whole = not g.terms.by_points and g.turn <= FRESH_TURNS
    for h, count in view.counts:
        shown = (g.at.get(h, 0) & SIDE_MASK[1 - view.side]).bit_count()
        likely = _likely(g.board, h)
        for i in range(count - shown):
            u = _take(pool, likely[i % len(likely)], bool(g.board.sea >> h & 1))
            pool &= ~(1 << u)
            place(g, u, h)
            g.origin[u] = h
            g.cv[u] = FULL if whole else FULL - 1
            if g.board.sea >> h & 1 and ARMY_MASK >> u & 1:
                g.at_sea |= 1 << u
            elif g.board.sea >> h & 1 and AIR_MASK >> u & 1:
                _put_on_deck(g, u, h)


def _likely(board: Board, h: int) -> tuple[int, ...]:
    if board.sea >> h & 1:
        return AT_SEA
    if board.port >> h & 1:
        return IN_PORT
    return IN_PLACE if board.place >> h & 1 else IN_FIELD


def _take(pool: int, kind: int, at_sea: bool) -> int:
    """A block of a kind, or of another one that can be there."""
    for mask in (KIND_MASK[kind], NAVAL_MASK if at_sea else ARMY_MASK):
        if pool & mask:
            return lowest(pool & mask)
    return lowest(pool)


def _put_on_deck(g: Victory, u: int, h: int) -> None:
    ships = bits(g.at[h] & CARRIERS)
    if ships:
        g.aboard |= 1 << u
        g.carrier[u] = ships[0]
