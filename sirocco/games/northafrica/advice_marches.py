"""Advice for phase 5: up to the front, supply behind the troops, aircraft home."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.advice_value import (
    FAR,
    SAFE,
    distances,
    goals,
    guard,
    place_worth,
    threat,
)
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.crowding import destinations
from sirocco.games.northafrica.ground import room, side_units, standing
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs_moves import HALT, LOAD_SUPPLY, ON
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits, highest, lowest
from sirocco.kernel.frames import local

GARRISON: Final = 2
"""Land units that a capital or port keeps when the enemy is near."""
NEAR: Final = 3
PLENTY: Final = 12
KEPT_SUPPLY: Final = 2


class Marching:
    """Where each unit would go, worked out once for a position."""

    def __init__(self, g: NorthAfrica) -> None:
        self.side = SIDE[g.power]
        self.away = distances(g, goals(g, self.side), self.side)
        enemy = 0
        for s in bits(g.board.africa):
            if standing(g, s) & side_units(g, 1 - self.side):
                enemy |= 1 << s
        self.danger = distances(g, enemy, self.side)
        home = g.board.capital[self.side]
        self.home = home if home != NONE and self.unsafe(g, home) else -1

    def unsafe(self, g: NorthAfrica, home: int) -> bool:
        """Whether the own capital is held too thinly for what stands near it."""
        if not g.friendly >> home & 1 or self.danger[home] > NEAR:
            return False
        return guard(g, self.side, home) < max(SAFE, threat(g, self.side, home))

    def next(self, g: NorthAfrica, units: int) -> tuple[int, int]:
        """The unit that gains most by a march, and its goal; -1 if none gains."""
        best, found = 0, (-1, -1)
        for u in bits(units):
            s = g.where[u]
            if self.must_stay(g, s):
                continue
            open_to = with_room(g, self.side, destinations(g, u))
            if s == self.home:
                continue
            if self.home >= 0 and open_to >> self.home & 1:
                return u, self.home
            for t in bits(open_to):
                gain = self.gain(g, u, s, t)
                if gain > best:
                    best, found = gain, (u, t)
        return found

    def gain(self, g: NorthAfrica, u: int, s: int, t: int) -> int:
        """How much better a place is for a unit."""
        if self.away[t] == FAR:
            return 0
        closer = self.away[s] - self.away[t]
        if closer <= 0:
            return 0
        if self.danger[t] <= 1:  # do not walk into a beating
            force = guard(g, self.side, t) + g.board.chart.defense[g.kind[u]]
            if force * 2 < threat(g, self.side, t) and place_worth(g, t) <= 2:
                return 0
        return 10 * closer + place_worth(g, t) % 10

    def must_stay(self, g: NorthAfrica, s: int) -> bool:
        """Whether a place of worth would be bared."""
        if place_worth(g, s) <= 2 or not g.friendly >> s & 1:
            return False
        if self.danger[s] > NEAR and s not in g.board.capital:
            return False
        own = standing(g, s) & side_units(g, self.side) & g.army
        return own.bit_count() <= GARRISON


def landing_place(g: NorthAfrica, places: int) -> int:
    """The base nearest to the enemy that is not about to be overrun."""
    side = SIDE[g.power]
    away = distances(g, goals(g, side), side)

    def cost(s: int) -> tuple[int, int]:
        risk = 5 if threat(g, side, s) > 2 * guard(g, side, s) else 0
        return min(away[s], 20) + risk, s

    return min(bits(places), key=cost) if places else lowest(places)


class Haulage:
    """What trucks do: supply from where it lies idle to where the troops are short of it."""

    def __init__(self, g: NorthAfrica) -> None:
        self.side = SIDE[g.power]
        self.away = distances(g, goals(g, self.side), self.side)
        self.goal = self.depot(g)

    def depot(self, g: NorthAfrica) -> int:
        """The own territory nearest to the enemy where land units stand."""
        own = side_units(g, self.side) & g.army
        held = [s for s in bits(g.board.africa) if g.at[s] & own and self.away[s] < FAR]
        return min(held, key=lambda s: (self.away[s], -(g.at[s] & own).bit_count(), s), default=-1)

    def useful(self, g: NorthAfrica, u: int) -> bool:
        """Whether a drive of a truck helps: it brings supply forward, or goes to fetch some."""
        s = g.where[u]
        if self.goal < 0 or g.supply[self.goal] >= PLENTY:
            return False
        if spare(g, s) and self.away[s] > self.away[self.goal]:
            return True
        return self.store(g, u) >= 0

    def store(self, g: NorthAfrica, u: int) -> int:
        """The nearest territory behind the front with supply to spare, or -1."""
        if spare(g, g.where[u]):
            return -1
        stores = [
            s
            for s in bits(g.board.africa)
            if spare(g, s) and self.away[self.goal] < self.away[s] < FAR
        ]
        return min(stores, key=lambda s: (abs(self.away[s] - self.away[g.where[u]]), s), default=-1)

    def next(self, g: NorthAfrica, ask: Ask) -> int:
        """Load what is to spare, drive towards the depot (or the store), then halt."""
        tokens = ask.mask(LOAD_SUPPLY)
        here = truck_at(g, ask)
        if tokens and spare(g, here):
            return LOAD_SUPPLY + min(highest(tokens), max(spare(g, here), 1))
        aim = self.away[self.goal] if self.goal >= 0 else 0
        ways = ask.mask(ON)
        if ways:
            best = min(bits(ways), key=lambda s: (abs(self.away[s] - aim), s))
            if here < 0 or abs(self.away[best] - aim) < abs(self.away[here] - aim):
                return ON + best
        return HALT if ask.allows(HALT) else ON + lowest(ways)


def spare(g: NorthAfrica, s: int) -> int:
    """Tokens that a territory can do without."""
    return max(g.supply[s] - g.hauled[s] - KEPT_SUPPLY, 0)


def truck_at(g: NorthAfrica, ask: Ask) -> int:
    """Where the truck under way stands, as its next steps tell."""
    found = local(g, "u")
    return g.where[found] if found >= 0 else -1


def with_room(g: NorthAfrica, side: int, places: int) -> int:
    """Those that are not full."""
    return sum(1 << s for s in bits(places) if room(g, side, s) > 0)
