"""Moves carried out: blocks change hexes, marks are set, the table is told."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.attacks import calm
from sirocco.games.victory.blocks import cargo, everybody, go_ashore, put_aboard, shift
from sirocco.games.victory.moves_land import land_path, march_path
from sirocco.games.victory.moves_sea import sail_path, sea_path
from sirocco.games.victory.sea_transport import harbour, use_quay
from sirocco.games.victory.stacking import unmake_move
from sirocco.games.victory.state import NO_ENTRY, Victory, lift
from sirocco.games.victory.units import AIR_MASK, ARMY_MASK, CARRIERS, MARINES, NAVAL_MASK, SIDE
from sirocco.games.victory.verbs import (
    ABOARD,
    DROP,
    FERRY,
    FLY,
    INVADE,
    MARCH,
    SAIL,
    TO,
)

WORDS: Final[dict[int, str]] = {
    TO: "to",
    INVADE: "invade",
    DROP: "drop",
    MARCH: "march",
    SAIL: "sail",
    FLY: "fly",
    ABOARD: "aboard",
    FERRY: "ferry",
}
STRATEGIC_MOVES: Final = (MARCH, SAIL, FLY, FERRY)


def carry_out(g: Victory, u: int, how: int, h: int, via: int) -> None:
    """Move a block to a hex; `via` is the hex from which it crosses into a battle, or -1."""
    army = ARMY_MASK >> u & 1
    path = _path(g, u, how, h, via) if g.log is not None else ()
    attack = is_attack(g, u, how, h)
    if how == SAIL and army:
        _embark(g, u)
    elif how == FLY:
        _hold_carrier(g, u)
    _leave(g, u)
    shift(g, u, h)  # V-3.2-i: aircraft aboard go along
    _mark_moved(g, u, how)
    g.entry[u] = g.board.grid.direction(h, via) if via >= 0 else NO_ENTRY
    if army:
        _arrive(g, u, how, h, attack)
    if g.log is not None:
        tell_move(g, u, path, WORDS[how], 1 + cargo(g, u).bit_count() if CARRIERS >> u & 1 else 1)
    if attack:
        if g.at[h] & g.blockading and not g.activated >> h & 1:  # A79
            g.activated |= 1 << h
            if g.log is not None:
                g.log.append(ev.Activated(everybody(g), g.side, h))
    elif how in (DROP, INVADE):
        _reveal(g, u)


def is_attack(g: Victory, u: int, how: int, h: int) -> bool:
    """Whether that move is into a battle (V-PTURN-c, A79)."""
    side = SIDE[u]
    if not g.occ[1 - side] >> h & 1 or how in STRATEGIC_MOVES:
        return False
    if how == INVADE or 1 << u & NAVAL_MASK:
        return True
    friendly = calm(g, side) if g.blockading else 0
    if how == DROP:
        friendly &= ~g.activated
    if 1 << u & AIR_MASK:
        friendly &= g.board.place
    return not friendly >> h & 1


def _path(g: Victory, u: int, how: int, h: int, via: int) -> tuple[int, ...]:
    """The hexes that the others see a block go through."""
    if how == MARCH:
        return march_path(g, u, h)
    if how == SAIL:
        return sail_path(g, u, h)
    if how in (FLY, DROP) or 1 << u & AIR_MASK:
        return flight(g, g.where[u], h)
    if 1 << u & (NAVAL_MASK | MARINES):
        return sea_path(g, u, h, via)
    return land_path(g, u, h, via)


def flight(g: Victory, start: int, h: int) -> tuple[int, ...]:
    """The way of a flight (V-4.4-a: over everything)."""
    grid = g.board.grid
    return tuple(grid.path(grid.net, start, h, grid.all, grid.size)) or (start, h)


def _embark(g: Victory, u: int) -> None:
    """V-4.72-a, A25: a unit that is ashore uses the port or Beachhead where it starts."""
    h = g.where[u]
    if not g.at_sea >> u & 1 and (harbour(g, SIDE[u], h) or not g.beach >> u & 1):
        use_quay(g, u, h)


def _leave(g: Victory, u: int) -> None:
    """What a block was in the hex that it leaves: Beachhead, blockader, aircraft aboard."""
    keep = ~(1 << u)
    g.beach &= keep  # V-5.71-i
    g.blockading &= keep
    g.face_up &= keep
    if g.aboard >> u & 1:
        _launch(g, u)


def _launch(g: Victory, u: int) -> None:
    g.flown |= 1 << g.carrier[u]
    go_ashore(g, u)


def _mark_moved(g: Victory, u: int, how: int) -> None:
    g.moved |= 1 << u  # V-4.0-c
    g.travelled |= 1 << u
    if how in STRATEGIC_MOVES:
        g.strategic |= 1 << u  # V-4.7-f


def _arrive(g: Victory, u: int, how: int, h: int, attack: bool) -> None:
    """The class of an Army unit where it arrives: ashore, at sea, in the air."""
    bit = 1 << u
    g.at_sea &= ~bit
    if how == INVADE:
        g.at_sea |= bit  # V-5.7-f
        if attack or g.board.place >> h & 1:
            g.invading |= bit
    elif how == DROP:
        if attack:
            g.flying |= bit  # V-5.6-c
        else:
            g.dropped |= bit
    elif g.board.sea >> h & 1:
        g.at_sea |= bit  # V-4.71-c
    elif how == SAIL:
        use_quay(g, u, h)  # V-4.72-a
    elif bit & MARINES and not harbour(g, SIDE[u], h):
        g.at_sea |= bit  # V-MARINES-b, A27


def _reveal(g: Victory, u: int) -> None:
    """V-5.6-f, V-5.7-c: a drop or landing in a vacant hex is face-up."""
    g.face_up |= 1 << u
    if g.log is not None:
        g.log.append(ev.Revealed(everybody(g), g.where[u], ((u, g.cv[u]),)))


def tell_move(g: Victory, u: int, path: tuple[int, ...], how: str, count: int) -> None:
    """The owner's seats see the block, the others that blocks moved and how they went."""
    assert g.log is not None
    side = SIDE[u]
    friends = g.terms.side_seats[side]
    g.log.append(ev.Moved(friends, u, path, how))
    g.log.append(ev.BlockMoved(everybody(g) & ~friends, side, path, count))


def go_aboard(g: Victory, u: int, ship: int, how: int) -> None:
    """An Air unit flies on to a Carrier (V-3.2-k); strategically only if that stays (A75)."""
    path = flight(g, g.where[u], g.where[ship]) if g.log is not None else ()
    if how == FERRY:
        _hold_carrier(g, u)
        g.moved |= 1 << ship
    _leave(g, u)
    lift(g, u)
    put_aboard(g, u, ship)
    g.flown |= 1 << ship
    _mark_moved(g, u, how)
    if g.log is not None:
        tell_move(g, u, path, WORDS[how], 1)


def _hold_carrier(g: Victory, u: int) -> None:
    """V-3.2-l, A75: a Carrier that launches a Strategic Move does not move any more."""
    if g.aboard >> u & 1:
        g.moved |= 1 << g.carrier[u]


def go_back(g: Victory, u: int) -> None:
    """A block leaves an over-full hex for where it was; it stays marked as moved (A24)."""
    h = g.where[u]
    count = 1 + cargo(g, u).bit_count() if CARRIERS >> u & 1 else 1
    shift(g, u, g.origin[u])
    unmake_move(g, u)
    if g.log is not None:
        tell_move(g, u, flight(g, h, g.origin[u]), "back", count)
