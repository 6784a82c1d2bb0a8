"""Starting forces that are not yet on the map, dealt anew so that all of them can be deployed."""

from __future__ import annotations

from sirocco.games.victory.fog_deal import FOOT, Deal, deploying_like
from sirocco.games.victory.fronts import AIRBASE, Front, fronts
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    ARMY_MASK,
    CARRIERS,
    MARINES,
    NAVAL_MASK,
    SIDE_MASK,
)
from sirocco.kernel.bits import bits, mask_of


def deal_reserve(deal: Deal, freely: bool) -> bool:
    """Deal to the blocks of a side that wait to be deployed; whether it came out."""
    g, foe = deal.g, deal.foe
    waiting = g.reserve & SIDE_MASK[foe]
    both = fronts(g, foe)
    for front in both:
        part = waiting
        if len(both) > 1:
            part &= g.front if front.number else ~g.front
        if not freely:
            for slot in bits(part):
                deal.give(slot, deal.free & deploying_like(slot), g.cv[slot])
        elif not _deal_front(deal, front, bits(part)):
            return False
        if g.terms.by_points:
            _within_points(deal, front, len(both) > 1)
    return True


def _deal_front(deal: Deal, front: Front, slots: tuple[int, ...]) -> bool:
    """V-1.4-d, V-1.4-e: within the room left on a front, enough of it able to stand inland."""
    army, port_army, naval, air = _room(deal, front)
    inland = _lacking(deal.g, front, len(slots))
    for slot in slots:
        allowed = 0
        if army > 0:
            allowed = FOOT | MARINES if port_army > 0 and inland <= 0 else FOOT
        if naval > 0 and inland <= 0:
            allowed |= NAVAL_MASK
        if air > 0:
            allowed |= AIR_MASK
        allowed &= deal.free
        if not allowed:
            return False
        bit = 1 << deal.give(slot, allowed)
        if bit & NAVAL_MASK:
            naval -= 1
            continue
        if bit & AIR_MASK:
            air -= 1
        else:
            army -= 1
            port_army -= 1 if bit & MARINES else 0
        inland -= 1
    return True


def _room(deal: Deal, front: Front) -> tuple[int, int, int, int]:
    """Room on a front for Army units, Marines, ships and aircraft ashore, as dealt so far."""
    g, board = deal.g, deal.g.board
    army, port_army, naval, air = front.army, front.port_army, front.naval, front.air
    afloat = mask_of(plane for plane, _ in deal.aboard)
    for slot, u in zip(deal.slots, deal.blocks, strict=True):
        h, bit = g.where[slot], 1 << u
        if h >= board.grid.size or not front.places >> h & 1:
            continue
        if bit & ARMY_MASK:
            army -= 1
            port_army -= board.port >> h & 1
        elif bit & NAVAL_MASK:
            naval -= 1
        elif not bit & afloat:
            air -= 1
    return army, port_army, naval, min(air, AIRBASE * len(front.hexes))


def _lacking(g: Victory, front: Front, waiting: int) -> int:
    """Units that the inland cities of a front still lack (A10)."""
    board, mine = g.board, SIDE_MASK[front.side]
    on_map = sum([(g.at.get(h, 0) & mine).bit_count() for h in front.hexes])
    least = front.minimum(waiting + on_map)
    short = 0
    for h in front.hexes:
        if board.city & ~board.port & 1 << h:
            short += max(0, least - (g.at.get(h, 0) & mine).bit_count())
    return short


def _within_points(deal: Deal, front: Front, split: bool) -> None:
    """Take steps off until the points of the scenario pay for the force (V-8.2-a)."""
    g = deal.g
    part = [
        i for i, slot in enumerate(deal.slots) if not split or g.front >> slot & 1 == front.number
    ]
    over = sum([deal.cv[i] for i in part]) - front.points
    for least in (3, 2, 1):
        for i in part:
            while over > 0 and deal.cv[i] > least and not CARRIERS >> deal.blocks[i] & 1:
                deal.cv[i] -= 1
                over -= 1
