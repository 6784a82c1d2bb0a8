"""Dealing blocks to places where a side's hidden blocks stand, by what the others can see.

A slot is a hidden block as the table shows it: its hex, where it came from, the hexside by which
it entered a battle, whether it moved. A deal gives every slot a block, a strength and a role
(ashore, at sea, in the air, based, aboard), all drawn anew within the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sirocco.games.victory.battlefields import battle_hexes
from sirocco.games.victory.blocks import blockade_hexes
from sirocco.games.victory.carriers import AIRBASE
from sirocco.games.victory.carriers import DECK as DECK_SLOTS
from sirocco.games.victory.state import MOVEMENT, NO_ENTRY, SETUP, Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    AIRBORNE,
    ARMY_MASK,
    BOMBERS,
    CARRIERS,
    MARINES,
    NAVAL_MASK,
    SIDE_MASK,
    SUBMARINES,
)
from sirocco.kernel.bits import bits, nth

FOOT: Final = ARMY_MASK & ~MARINES
LIGHT: Final = AIR_MASK & ~BOMBERS
"""Aircraft that Carriers take."""
FULL: Final = 4
AFLOAT_ODDS: Final = 0.2
"""How often a block in a Sea hex is thought to be an Army unit at sea if it could be a ship."""
FRESH: Final = (4, 4, 4, 4, 4, 4, 3, 2)
WORN: Final = (4, 4, 4, 3, 3, 2, 2, 1)
BOUGHT: Final = (4, 4, 3, 3, 2, 2, 1, 1)
"""Strengths that hidden blocks are thought to have: soon after set-up, later, bought by points."""

Draw = Callable[[], float]
Slots = list[tuple[int, int, int]]
"""Of each hex its rank in the order of dealing, its number and the slots in it."""


class Deal:
    """What stands in the slots of a side; the lists `slots`, `blocks` and `cv` run in parallel."""

    __slots__ = (
        "aboard",
        "air",
        "army",
        "at_sea",
        "battles",
        "blocks",
        "cv",
        "decks",
        "draw",
        "flying",
        "foe",
        "free",
        "g",
        "h",
        "invading",
        "lean",
        "naval",
        "sieges",
        "slots",
        "steps",
        "stern",
    )

    def __init__(self, g: Victory, foe: int, free: int, draw: Draw, lean: float = 0) -> None:
        self.g = g
        self.foe = foe
        self.free = free  # blocks that may be dealt
        self.draw = draw
        self.lean = lean  # how often an aircraft is dealt where one can be based
        self.slots: list[int] = []
        self.blocks: list[int] = []
        self.cv: list[int] = []
        self.at_sea = self.invading = self.flying = 0
        self.aboard: list[tuple[int, int]] = []  # aircraft and its Carrier
        self.steps = strengths(g)
        self.stern = g.phase == SETUP and not g.terms.by_points  # all at full strength
        self.battles = battle_hexes(g)
        self.sieges = blockade_hexes(g) & ~self.battles if g.blockading else 0
        # Room for this side in the hex being dealt
        self.h = self.army = self.naval = self.air = 0
        self.decks: list[list[int]] = []  # Carrier, aircraft and steps that it can still take

    # One block

    def give(self, slot: int, allowed: int, cv: int = 0) -> int:
        """Deal one of the allowed blocks to a slot."""
        u = nth(allowed, int(self.draw() * allowed.bit_count()))
        self.free ^= 1 << u
        self.slots.append(slot)
        self.blocks.append(u)
        self.cv.append(cv or self.steps[int(self.draw() * 8)])
        return u

    def to_deck(self, slot: int, deck: list[int], tight: bool) -> int:
        """Deal an aircraft aboard a Carrier; `tight`: the second place aboard is needed too."""
        most = deck[2] - 1 if tight and deck[1] > 1 else deck[2]
        cv = FULL if self.stern else min(self.steps[int(self.draw() * 8)], most)
        u = self.give(slot, self.free & LIGHT, cv)
        self.aboard.append((u, deck[0]))
        deck[1] -= 1
        deck[2] -= cv
        return u

    def open_deck(self) -> list[int] | None:
        """A Carrier in the hex that can take one more aircraft."""
        least = FULL if self.stern else 1
        for deck in self.decks:
            if deck[1] and deck[2] >= least:
                return deck
        return None

    # One hex

    def enter(self, h: int, fixed: int) -> None:
        """The room in a hex beside the blocks that are known."""
        g = self.g
        board = g.board
        self.h = h
        self.army = board.army_limit[h]
        self.naval = board.naval_limit[h]
        self.air = AIRBASE if (board.place & g.control[self.foe]) >> h & 1 else 0
        self.decks = []
        if fixed:
            self.army -= (fixed & ARMY_MASK & ~g.at_sea & ~g.flying).bit_count()
            self.naval -= (fixed & (NAVAL_MASK | g.at_sea)).bit_count()
            self.air -= (fixed & AIR_MASK & ~g.aboard).bit_count()
            for ship in bits(fixed & CARRIERS):
                load = [g.cv[p] for p in bits(fixed & g.aboard) if g.carrier[p] == ship]
                self.decks.append([ship, DECK_SLOTS - len(load), g.cv[ship] - sum(load)])
        if self.sieges >> h & 1:
            self.naval = 0  # V-5.8-b: no ship lies in a blockaded port, none joins unseen
            if not g.at[h] & g.blockading & SIDE_MASK[1 - self.foe]:
                self.army = self.air = 0  # this side blockades: only aircraft aboard are unseen

    def stand(self, slot: int, tight: bool) -> bool:
        """A block that has not come to fight: whatever may stay in the hex."""
        g, h = self.g, self.h
        board = g.board
        haven = self.haven()
        at_sea = board.sea >> h & 1
        allowed = 0
        if self.army > 0:
            allowed = FOOT | MARINES if haven else FOOT
        if self.naval > 0:
            if not at_sea:
                allowed |= NAVAL_MASK if haven else NAVAL_MASK | MARINES
            elif self.draw() < AFLOAT_ODDS or not self.free & NAVAL_MASK:
                allowed |= NAVAL_MASK | ARMY_MASK
            else:
                allowed |= NAVAL_MASK
        if self.air > 0:
            allowed |= AIR_MASK
            if self.lean and self.draw() < self.lean and self.free & AIR_MASK:
                allowed = AIR_MASK
        deck = self.open_deck() if self.decks else None
        if deck is not None:
            allowed |= LIGHT
        if g.terms.submarines and board.place >> h & 1:
            allowed &= self.under_water(slot)
        allowed &= self.free
        if not allowed:
            return False
        return self.settle(slot, allowed, deck, tight)

    def settle(self, slot: int, allowed: int, deck: list[int] | None, tight: bool) -> bool:
        """Deal a block that stays, and give it its role."""
        u = self.give(slot, allowed)
        bit = 1 << u
        if bit & AIR_MASK:
            if self.air > 0 and (deck is None or bit & BOMBERS or self.draw() < 0.5):
                self.air -= 1
                return True
            self.take_back()
            return deck is not None and self.to_deck(slot, deck, tight) >= 0
        if bit & NAVAL_MASK:
            self.naval -= 1
            if bit & CARRIERS:
                if tight and self.cv[-1] < DECK_SLOTS:
                    self.cv[-1] = DECK_SLOTS
                self.decks.append([u, DECK_SLOTS, self.cv[-1]])
            return True
        if self.army > 0 and (bit & FOOT or self.haven()):
            self.army -= 1
            return True
        self.naval -= 1
        self.at_sea |= bit
        return True

    def haven(self) -> int:
        """Whether the hex is a port of the side, where Marines are ashore (A27)."""
        return (self.g.board.port & self.g.control[self.foe]) >> self.h & 1

    def take_back(self) -> None:
        """The block dealt last goes back."""
        self.free |= 1 << self.blocks.pop()
        self.slots.pop()
        self.cv.pop()

    def under_water(self, slot: int) -> int:
        """What a place tells about its blocks: Submarines alone hold nothing (V-SUBCON-a)."""
        g, h = self.g, self.h
        if g.travelled >> slot & 1 or g.at[h] & SIDE_MASK[1 - self.foe]:
            return ~0
        if g.control[1 - self.foe] >> h & 1:
            return SUBMARINES
        if g.control[self.foe] & ~g.board.homes[self.foe] & 1 << h:
            return ~SUBMARINES
        return ~0

    def attack(self, slot: int) -> bool:
        """A block that moved into a battle: by a hexside, by air, or aboard a Carrier."""
        g, h = self.g, self.h
        board = g.board
        d = g.entry[slot]
        if d == NO_ENTRY:
            return self.fly(slot, AIR_MASK | AIRBORNE if board.drop >> h & 1 else AIR_MASK)
        allowed = 0
        if self.army > 0 and board.army_side[6 * h + d]:
            allowed = FOOT
        if self.naval > 0 and board.naval_side[6 * h + d]:
            allowed |= NAVAL_MASK
            if (board.drop & board.coastal) >> h & 1:
                allowed |= MARINES  # A26
        allowed &= self.free
        if not allowed:
            return False
        u = self.give(slot, allowed)
        bit = 1 << u
        if bit & FOOT:
            self.army -= 1
            return True
        self.naval -= 1
        if bit & MARINES:
            self.at_sea |= bit
            self.invading |= bit
        elif bit & CARRIERS:
            self.decks.append([u, DECK_SLOTS, self.cv[-1]])
        return True

    def fly(self, slot: int, allowed: int) -> bool:
        """A block that flew into a battle, or sailed along aboard."""
        in_air = AIRBASE - self.air_here()
        allowed &= self.free
        deck = self.open_deck() if self.decks else None
        if deck is not None and self.free & LIGHT and (in_air <= 0 or self.draw() < 0.5):
            return self.to_deck(slot, deck, False) >= 0
        if in_air <= 0 or not allowed:
            return False
        u = self.give(slot, allowed)
        self.air -= 1  # V-4.42-a: who stands there takes up the same room
        self.flying |= 1 << u & AIRBORNE
        return True

    def air_here(self) -> int:
        """Air units dealt so far to the battle in this hex, and those known there."""
        g = self.g
        known = g.at[self.h] & SIDE_MASK[self.foe] & g.face_up & AIR_MASK & ~g.aboard
        mask = known.bit_count()
        afloat = [plane for plane, _ in self.aboard]
        for slot, u in zip(self.slots, self.blocks, strict=True):
            if g.where[slot] == self.h and (AIR_MASK | self.flying) >> u & 1 and u not in afloat:
                mask += 1
        return mask

    def land_or_fly(self, slot: int) -> bool:
        """An aircraft that answered an attack: in the battle, or back at a base."""
        if self.battles >> self.h & 1:
            return self.fly(slot, AIR_MASK)
        deck = self.open_deck() if self.decks else None
        allowed = AIR_MASK if self.air > 0 else LIGHT if deck is not None else 0
        allowed &= self.free
        return bool(allowed) and self.settle(slot, allowed, deck, False)


def strengths(g: Victory) -> tuple[int, ...]:
    """Eight strengths, one of which a hidden block is thought to have."""
    if g.phase == SETUP:
        return BOUGHT if g.terms.by_points else (FULL,) * 8
    return BOUGHT if g.terms.by_points and g.turn < 3 else FRESH if g.turn < 3 else WORN


def deploying_like(slot: int) -> int:
    """The blocks that are deployed like a block, and make room for the same others."""
    for kinds in (FOOT, MARINES, CARRIERS, NAVAL_MASK & ~CARRIERS, LIGHT):
        if kinds >> slot & 1:
            return kinds
    return BOMBERS


def slots_by_hex(g: Victory, foe: int, hidden: int) -> Slots:
    """The slots of a side, the hexes with the least choice first."""
    board = g.board
    inland, dry = board.land & ~board.coastal, ~board.place
    back = g.travelled if foe != g.side else 0  # aircraft that answered an attack
    sunken = g.control[1 - foe] if g.terms.submarines else 0
    out = []
    for h, here in g.at.items():
        olds = here & hidden
        if olds:
            bit = 1 << h
            rank = 1 if bit & inland & dry else 2 if bit & board.sea else 3 if bit & dry else 5
            if rank == 5 and bit & inland:
                rank = 4
            crowded = olds.bit_count() > board.army_limit[h] + board.naval_limit[h]
            if crowded or here & ~hidden or bit & sunken or (olds & back and rank < 4):
                rank = 0
            out.append((rank, h, olds))
    out.sort()
    return out


def in_order(g: Victory, olds: int) -> list[int]:
    """The slots of a hex by what the table shows of them, never by what stands there.

    Blocks that crossed a hexside come before those that flew or were carried.
    """
    slots = list(bits(olds))
    if len(slots) > 1:
        if olds & (g.moved | g.travelled | g.strategic | g.front):
            marks = (g.moved, g.travelled, g.strategic, g.front)
            slots.sort(key=lambda u: [mask >> u & 1 for mask in marks])
        slots.sort(key=g.origin.__getitem__)
        slots.sort(key=g.entry.__getitem__)
    return slots


def deal_blocks(deal: Deal, groups: Slots) -> bool:
    """Deal to every slot on the map; whether it came out."""
    g, foe = deal.g, deal.foe
    attacker = foe == g.side
    travelled = g.travelled
    mine = SIDE_MASK[foe]
    roomy = attacker and g.phase == MOVEMENT
    for _, h, olds in groups:
        deal.enter(h, g.at[h] & mine & ~olds)
        came = olds & travelled
        if came and attacker:
            came = came if deal.battles >> h & 1 else 0
            for slot in in_order(g, came):
                if not deal.attack(slot):
                    return False
        elif came:
            if not deal.battles >> h & 1 and deal.air < came.bit_count():
                olds &= ~carrier_first(deal, olds & ~came)
            for slot in in_order(g, came):
                if not deal.land_or_fly(slot):
                    return False
        olds &= ~came
        if olds and not stand_all(deal, olds, roomy):
            return False
    return True


def carrier_first(deal: Deal, others: int) -> int:
    """Aircraft came back where there is no base for all: a Carrier is there; its slot."""
    if not others or deal.open_deck() or deal.naval <= 0 or not deal.free & CARRIERS:
        return 0
    slot = in_order(deal.g, others)[0]
    deal.settle(slot, deal.free & CARRIERS, None, True)
    return 1 << slot


def stand_all(deal: Deal, olds: int, roomy: bool) -> bool:
    """Deal to the slots of one hex whose blocks have not come to fight.

    With more blocks than the hex has room for, Carriers come first; in the middle of movement
    (`roomy`) a hex may be over-full.
    """
    slots = in_order(deal.g, olds)
    over = len(slots) - deal.army - deal.naval - deal.air
    if over > 0:
        spare = sum([min(deck[1], deck[2]) for deck in deal.decks])
        while spare < over and deal.naval > 0 and deal.free & CARRIERS and slots:
            deal.settle(slots.pop(), deal.free & CARRIERS, None, True)
            spare += 1 if deal.stern else 2
        if spare < over:
            if not roomy:
                return False
            if deal.g.board.land >> deal.h & 1:
                deal.army += over
            else:
                deal.naval += over
    return all(deal.stand(slot, over > 0) for slot in slots)
