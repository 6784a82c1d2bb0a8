"""What a side cannot know, drawn anew: complete states that a seat cannot tell from the true one.

Of the other side's standing blocks a seat knows how many there are in each hex. Everything else
about them is dealt again from the unit mix: kinds, strengths, whether they are ashore, at sea,
in the air, based or aboard; so are its reserve, its pool and its secret plans.
"""

from __future__ import annotations

from random import Random
from typing import Final

from sirocco.games.victory.fog_deal import (
    FOOT,
    FULL,
    LIGHT,
    Deal,
    Draw,
    Slots,
    deal_blocks,
    deploying_like,
    slots_by_hex,
)
from sirocco.games.victory.fog_frames import fixed_blocks, mend
from sirocco.games.victory.fog_reserve import deal_reserve
from sirocco.games.victory.fog_secrets import in_secret, redo_plans, redo_set_up
from sirocco.games.victory.state import (
    NO_CARRIER,
    NO_ENTRY,
    PRODUCTION,
    SETUP,
    UNIT_MASKS,
    Victory,
    clone,
)
from sirocco.games.victory.units import (
    AIR_MASK,
    AIRBORNE,
    CARRIERS,
    MARINES,
    NAVAL_MASK,
    OFF,
    SIDE_MASK,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Chance

DEALS: Final = 6
"""Free deals that are tried before the roles of the blocks are kept."""
TRIES: Final = 10
SEEN_MARKS: Final = ("moved", "travelled", "strategic", "front")
"""Marks that stay with the place of a block, whatever it is: the table shows what moved."""
OWN_MARKS: Final = tuple(
    name for name in UNIT_MASKS if name not in SEEN_MARKS and name != "face_up"
)


def resample(g: Victory, seat: int, chance: Chance) -> Victory:
    """A complete state that this seat cannot tell from the true one."""
    foe = 1 - g.terms.side_of[seat]
    draw = Random(chance.dice(1, "resample", 1 << 30)[0]).random
    if g.phase == SETUP and in_secret(g):
        return redo_set_up(g, foe, draw)
    known = (g.face_up | fixed_blocks(g)) & SIDE_MASK[foe]
    groups = slots_by_hex(g, foe, SIDE_MASK[foe] & ~known)
    for tries in range(TRIES):
        deal = Deal(g, foe, SIDE_MASK[foe] & ~known, draw, tries / DEALS)
        if tries < DEALS:
            if not deal_blocks(deal, groups):
                continue
        else:
            keep_roles(deal, groups)
        if g.reserve & SIDE_MASK[foe] and not deal_reserve(deal, tries < DEALS):
            continue
        new = clone(g)
        carry_out(new, deal, groups, known)
        if g.phase == PRODUCTION and not redo_plans(g, new, foe, draw):
            continue
        if mend(g, new, foe, draw):
            return new
    return same_blocks(g, foe, known, groups, draw)


def keep_roles(deal: Deal, groups: Slots) -> None:
    """Deal within the roles that the true blocks have: always possible, and never the truth."""
    g = deal.g
    decks: dict[int, int] = {}  # Carrier with aircraft -> the one dealt in its place
    loads: dict[int, list[int]] = {}
    slots = [slot for _, _, olds in groups for slot in bits(olds)]
    for slot in slots:
        if g.aboard >> slot & 1:
            loads.setdefault(g.carrier[slot], []).append(slot)
    for ship, planes in loads.items():
        known = deal.g.face_up >> ship & 1 or ship not in slots
        steps = g.cv[ship] if known else max(len(planes), deal.steps[int(deal.draw() * 8)])
        decks[ship] = ship if known else deal.give(ship, deal.free & CARRIERS, steps)
        for plane in planes:
            cv = FULL if deal.stern else 1
            deal.aboard.append((deal.give(plane, deal.free & LIGHT, cv), decks[ship]))
    rest = [slot for slot in slots if slot not in deal.slots]
    rest.sort(key=lambda slot: not deal.g.flying >> slot & 1)  # Airborne before other troops
    for slot in rest:
        u = deal.give(slot, deal.free & like(g, slot))
        bit = 1 << u
        deal.at_sea |= bit if g.at_sea >> slot & 1 else 0
        deal.invading |= bit if g.invading >> slot & 1 else 0
        deal.flying |= bit if g.flying >> slot & 1 else 0


def like(g: Victory, slot: int) -> int:
    """The blocks that can have the role of a block."""
    if g.phase == SETUP:
        return deploying_like(slot)
    bit = 1 << slot
    if bit & g.flying:
        return AIRBORNE
    for kinds in (FOOT, MARINES, NAVAL_MASK):
        if bit & kinds:
            return kinds
    return AIR_MASK


def carry_out(new: Victory, deal: Deal, groups: Slots, known: int) -> None:
    """Put the blocks of a deal into their slots."""
    foe = deal.foe
    hidden = SIDE_MASK[foe] & ~known
    where, origin, cv, entry, carrier = new.where, new.origin, new.cv, new.entry, new.carrier
    olds = deal.slots
    stood = [(where[s], origin[s], entry[s]) for s in olds]
    for slot in olds:
        where[slot] = origin[slot] = OFF
        cv[slot] = 0
        carrier[slot] = NO_CARRIER
        entry[slot] = NO_ENTRY
    for name in SEEN_MARKS:
        mask = getattr(new, name)
        marked = mask & hidden
        if marked:
            mask ^= marked
            for slot, u in zip(olds, deal.blocks, strict=True):
                if marked >> slot & 1:
                    mask |= 1 << u
            setattr(new, name, mask)
    for name in OWN_MARKS:
        mask = getattr(new, name)
        if mask & hidden:
            setattr(new, name, mask & ~hidden)
    at = new.at
    for _, h, mask in groups:
        at[h] &= ~mask
    for u, steps, (h, came, side) in zip(deal.blocks, deal.cv, stood, strict=True):
        where[u] = h
        origin[u] = came
        entry[u] = side
        cv[u] = steps
        if h != OFF:
            at[h] |= 1 << u
        else:
            new.reserve |= 1 << u
    new.at_sea |= deal.at_sea
    new.invading |= deal.invading
    new.flying |= deal.flying
    for plane, ship in deal.aboard:
        new.aboard |= 1 << plane
        carrier[plane] = ship


def same_blocks(g: Victory, foe: int, known: int, groups: Slots, draw: Draw) -> Victory:
    """The blocks as they are with other strengths, for positions that allow nothing else."""
    new = clone(g)
    steps = Deal(g, foe, 0, draw).steps
    for _, _, olds in groups:
        for u in bits(olds & ~g.aboard & ~CARRIERS):
            new.cv[u] = steps[int(draw() * 8)]
    return new
