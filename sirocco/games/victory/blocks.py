"""Blocks on the map: classes, counts, who holds what, rolls and losses."""

from __future__ import annotations

from sirocco.games.victory import events as ev
from sirocco.games.victory.state import NO_CARRIER, NO_ENTRY, Victory, lift, place, shift_one
from sirocco.games.victory.units import (
    ARMY_MASK,
    CARRIERS,
    MARINES,
    NAVAL_MASK,
    SIDE,
    SIDE_MASK,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.events import Rolled


def own(g: Victory, side: int, h: int) -> int:
    """The blocks of a side in a hex."""
    return g.at.get(h, 0) & SIDE_MASK[side]


def army_count(g: Victory, side: int, h: int) -> int:
    """Blocks that count for Army stacking."""
    return (own(g, side, h) & ARMY_MASK & ~g.at_sea & ~g.flying).bit_count()


def naval_count(g: Victory, side: int, h: int) -> int:
    """Blocks that count for naval stacking."""
    return (own(g, side, h) & (NAVAL_MASK | g.at_sea)).bit_count()


def naval_load(g: Victory, side: int, h: int) -> int:
    """Naval stacking, with Marines that landed on an open coast: at sea after the battle (A27)."""
    ashore = 0
    if not g.board.port >> h & 1:
        ashore = (own(g, side, h) & MARINES & ~g.at_sea & ~g.beach).bit_count()
    return naval_count(g, side, h) + ashore


def cargo(g: Victory, u: int) -> int:
    """The Air units aboard a Carrier."""
    out = 0
    for plane in bits(g.at.get(g.where[u], 0) & g.aboard):
        if g.carrier[plane] == u:
            out |= 1 << plane
    return out


def blockaded(g: Victory, h: int, side: int) -> bool:
    """Whether ships of the other side blockade this hex against a side."""
    return bool(g.at.get(h, 0) & g.blockading & SIDE_MASK[1 - side])


def blockade_hexes(g: Victory) -> int:
    """Hexes in which somebody blockades somebody."""
    out = 0
    for u in bits(g.blockading):
        out |= 1 << g.where[u]
    return out


def roll(g: Victory, count: int, purpose: str) -> tuple[int, ...]:
    """Throw dice in the open."""
    assert g.chance is not None
    faces = g.chance.dice(count, purpose)
    if g.log is not None:
        g.log.append(Rolled(everybody(g), purpose, 6, faces))
    return faces


def everybody(g: Victory) -> int:
    """The audience of public events."""
    return (1 << len(g.terms.seats)) - 1


def put_aboard(g: Victory, plane: int, ship: int) -> None:
    """Base an Air unit that stands in no hex on a Carrier."""
    place(g, plane, g.where[ship])
    g.aboard |= 1 << plane
    g.carrier[plane] = ship


def go_ashore(g: Victory, plane: int) -> None:
    """An Air unit is no longer aboard its Carrier."""
    g.aboard &= ~(1 << plane)
    g.carrier[plane] = NO_CARRIER


def shift(g: Victory, u: int, h: int) -> None:
    """Move a block that is on the map to another hex; a Carrier takes its aircraft along."""
    if CARRIERS >> u & 1:
        for plane in bits(cargo(g, u)):
            shift_one(g, plane, h)
    shift_one(g, u, h)


def remove(g: Victory, u: int) -> None:
    """A block leaves the map for the pool (V-6.2-d, A35); aircraft aboard sink with a Carrier.

    Aircraft of a sunk Carrier that fly in the current battle stay, without a ship (A55).
    """
    if CARRIERS >> u & 1:
        for plane in bits(cargo(g, u)):
            go_ashore(g, plane)
            if not g.aloft >> plane & 1:
                remove(g, plane)
    if g.log is not None:
        g.log.append(ev.Eliminated(everybody(g), SIDE[u], g.where[u], u if shown(g, u) else -1))
        if not shown(g, u):
            g.log.append(ev.Lost(g.terms.side_seats[SIDE[u]], u))
    to_pool(g, u)


def to_pool(g: Victory, u: int) -> None:
    """Take a block off the map with all its marks, without a word."""
    lift(g, u)
    g.cv[u] = 0
    keep = ~(1 << u)
    g.moved &= keep
    g.travelled &= keep
    g.strategic &= keep
    g.at_sea &= keep
    g.invading &= keep
    g.flying &= keep
    g.dropped &= keep
    g.beach &= keep
    g.beach_used &= keep
    g.blockading &= keep
    g.face_up &= keep
    g.grounded &= keep
    g.half &= keep
    g.acted &= keep
    g.aloft &= keep
    g.front &= keep
    g.aboard &= keep
    g.flown &= keep
    g.carrier[u] = NO_CARRIER
    g.entry[u] = NO_ENTRY


def shown(g: Victory, u: int) -> bool:
    """Whether everybody sees the face of a block."""
    return bool(g.face_up >> u & 1)
