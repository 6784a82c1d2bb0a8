"""How the land looks to the side whose turn it is: what its units may enter and attack.

A `Front` is worked out once after every order and kept in `g.memo`; nothing of it is stored.
With limits lifted it is worked out afresh, to find the reason of a refusal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.northafrica.kinds import DESTROYER, HIT_AND_RUN, SAHARA, SUBMARINE, data_pack
from sirocco.games.northafrica.powers import FRENCH, NOBODY, SIDE, SIDE_POWERS
from sirocco.games.northafrica.scenarios import closed_to
from sirocco.games.northafrica.stacks import chip_kinds, short_of
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits
from sirocco.kernel.graph import reach, spread
from sirocco.kernel.refusal import Limit

WEST: Final = Limit(
    1,
    "Northwest Africa is still closed to that side.",
    "NA-RLP-b",
    "NA-RLPR7-k",
    "NA-RLPR7-l",
    "NA-RLPR8-a",
    "NA-TERR-d",
)
DESERT: Final = Limit(
    1 << 1, "Of land units only scout cars enter or attack the Sahara.", "NA-SAHARA-a", "NA-SCOUT-e"
)
EMBLEM: Final = Limit(
    1 << 2,
    "Enemy land units never enter a territory with a permanent emblem.",
    "NA-TERR-b",
    "NA-OVER-b",
)
HELD: Final = Limit(
    1 << 3, "Nobody follows behind a blitz in the same phase.", "NA-P3-k", "NA-P3-j"
)
ENEMY: Final = Limit(
    1 << 4,
    "Land units move through and end in friendly or neutral territories only.",
    "NA-P3-f",
    "NA-P3-g",
    "NA-P5LAND-b",
    "NA-P5LAND-a",
    "NA-TERR-p",
)
FULL: Final = Limit(
    1 << 5,
    "The stacking limit leaves no room there.",
    "NA-TERR-h",
    "NA-TERR-j",
    "NA-TERR-k",
    "NA-CHART-q",
    "R19",
)
PEACE: Final = Limit(
    1 << 6,
    "A land attack needs a hostile territory (or, for scout cars, a neutral one with supply).",
    "NA-DECL-g",
    "NA-P3-b",
    "NA-P3-c",
    "NA-TERR-p",
)
SUPPLY: Final = Limit(
    1 << 7,
    "There is not enough supply in reach for all attacks together.",
    "NA-P3-b",
    "NA-PAY-a",
    "NA-PAY-b",
    "NA-PAY-c",
    "NA-DECL-i",
    "D5",
)
TARGETED: Final = Limit(
    1 << 17, "That territory is the target of a declared attack.", "NA-P3-a", "NA-DECL-a"
)
GROUND_LIMITS: Final = (WEST, DESERT, EMBLEM, HELD, ENEMY, FULL)


class Front:
    """The masks of one moment.

    enemy      territories hostile to the active side        defended  those with combat units
    ways       where its land units may move in phase 3      tracks    the same for scout cars
    roads      where land units may move in phase 5          sands     the same for scout cars
    prey       territories that land units may attack        game      those and the Sahara
    awaited    territories that blitzing units wait to cross into
    full       territories without room for one more unit of the side   over  beyond the limit
    pledged    origin*128+target: units that count for the cost of that attack
    needs      supply that the attacks ordered so far cost, by origin   total  all of it
    short      own kinds of combat land units of which chips show some (stacks)
    funds      whether an origin can be given one token more (pledges)
    bold       units that may be ordered to attack (attacks)   wings  that may fly to (flights)
    exits      where the units of each full territory could go (crowding)

    What is worked out on demand is kept: `known` as long as the enemy does not change, `passing`
    until somebody moves.
    """

    __slots__ = (
        "air",
        "awaited",
        "berths",
        "bold",
        "chips",
        "defended",
        "exits",
        "enemy",
        "full",
        "funds",
        "game",
        "hostile",
        "known",
        "left",
        "lifted",
        "mined",
        "needs",
        "over",
        "parked",
        "passing",
        "pledged",
        "prey",
        "homes",
        "hunting",
        "raided",
        "rim",
        "roads",
        "sails",
        "sands",
        "short",
        "skirts",
        "swaps",
        "tanks",
        "total",
        "tracks",
        "walkers",
        "watched",
        "ways",
        "wings",
    )

    def __init__(self, g: NorthAfrica, lifted: int) -> None:
        self.lifted = lifted
        board = g.board
        side = SIDE[g.power]
        combat = g.army | g.air & ~g.fought
        ours = g.sides[side] & combat
        theirs = g.sides[1 - side] & combat
        at, limit = g.at, board.limit
        emblems = board.emblems_of[1 - side]
        defended = full = over = 0
        for s in board.territories:
            here = at[s]
            if here:
                if here & theirs:
                    defended |= 1 << s
                count = (here & ours).bit_count()
                if count >= limit[s]:
                    full |= 1 << s
                    if count > limit[s]:
                        over |= 1 << s
        a, b = SIDE_POWERS[1 - side]
        enemy = defended | emblems | g.flags[a] | g.flags[b]
        self.enemy = enemy
        self.defended = defended
        self.over = over
        self.chips = chip_kinds(g)
        self.short = short_of(g, self.chips)  # no piece is left for one more stack
        self.full = 0 if lifted & FULL.bit else full
        shut = board.impassable
        if not lifted & WEST.bit:
            shut |= closed_to(g, side)
        closed = shut | (0 if lifted & ENEMY.bit else enemy)
        if not lifted & EMBLEM.bit:
            closed |= emblems
        desert = 0 if lifted & DESERT.bit else board.sahara
        self.sands = board.land & ~closed
        self.roads = self.sands & ~desert
        held = 0 if lifted & HELD.bit else g.held
        self.tracks = self.sands & ~held
        self.ways = self.roads & ~held
        prey = board.land if lifted & PEACE.bit else enemy
        if not lifted & EMBLEM.bit:
            prey &= ~emblems
        self.awaited = 0
        crossing = 0 if lifted & HELD.bit else g.owned[g.power] & g.blitzed & ~g.moved
        if crossing:
            for s, units in g.aimed.items():
                if units & crossing:
                    self.awaited |= 1 << s
        self.game = prey & ~shut & ~self.awaited
        self.prey = self.game & ~desert
        self.pledged: dict[int, int] = {}
        self.needs: dict[int, int] = {}
        self.total = 0
        self._pledges(g)
        self.funds: dict[int, bool] = {}
        self.bold = -1
        self.known: dict[int, int] = {}
        self.passing: dict[int, int] = {}
        self.berths: dict[int, int] = {}  # landing territories and their room (flights)
        self.air: tuple[int, int] | None = None  # open bases (flights)
        self.raided = self.watched = self.hostile = self.hunting = self.sails = -1
        self.mined = self.rim = self.skirts = self.walkers = self.wings = -1
        self.left = self.tanks = self.swaps = -1
        self.homes: tuple[int, int] | None = None  # air units that may land elsewhere (crowding)
        self.exits: dict[int, int] | None = None
        self.parked = (0, 0)  # trucks that have not driven, and those that can (trucks)

    def _pledges(self, g: NorthAfrica) -> None:
        """What the attacks ordered so far will cost (NA-PAY-a, NA-PAY-b)."""
        fought = g.fought & g.army & g.owned[g.power]
        for target, units in g.aimed.items():
            for u in bits(units & fought):
                if not patrols(g, u):  # NA-PAY-e
                    key = 128 * g.where[u] + target
                    self.pledged[key] = self.pledged.get(key, 0) + 1
        for key, n in self.pledged.items():
            if self.defended >> (key & 127) & 1:  # NA-PAY-f
                cost = price(n)
                self.needs[key >> 7] = self.needs.get(key >> 7, 0) + cost
                self.total += cost

    def _copy(self) -> Front:
        new = Front.__new__(Front)
        new.lifted = self.lifted
        new.enemy = self.enemy
        new.defended = self.defended
        new.over = self.over
        new.full = self.full
        new.sands = self.sands
        new.roads = self.roads
        new.tracks = self.tracks
        new.ways = self.ways
        new.game = self.game
        new.prey = self.prey
        new.awaited = self.awaited
        new.pledged = self.pledged
        new.needs = self.needs
        new.total = self.total
        new.funds = self.funds
        new.known = self.known
        new.watched = self.watched
        new.hostile = self.hostile
        new.hunting = self.hunting
        new.passing = {}
        new.berths = {}
        new.air = new.homes = new.exits = None
        new.raided = new.skirts = new.walkers = new.bold = new.wings = new.left = new.swaps = -1
        new.rim = self.rim
        new.mined = self.mined
        new.tanks = self.tanks
        new.parked = self.parked
        new.chips = self.chips
        new.short = self.short
        new.sails = self.sails
        return new

    def moved(self, g: NorthAfrica, *spaces: int) -> Front:
        """The front after units of the side have left and entered some spaces."""
        new = self._copy()
        board, at = g.board, g.at
        counted = g.sides[SIDE[g.power]] & (g.army | g.air & ~g.fought)  # NA-TERR-h, NA-TERR-i
        for s in spaces:
            bit = 1 << s
            if board.land & bit:  # NA-OVER-c
                left = board.limit[s] - (at[s] & counted).bit_count()
                new.full = new.full | bit if left <= 0 else new.full & ~bit
                new.over = new.over | bit if left < 0 else new.over & ~bit
        if self.chips:
            new.short = short_of(g, self.chips)
        return new

    def flown(self, g: NorthAfrica, s: int) -> Front:
        """The front after an air unit has left a space to attack."""
        new = self.moved(g, s)
        if new.full == self.full and (g.board.sea >> s & 1 or g.control[s] != NOBODY):
            new.bold, new.left = self.bold, self.left  # nothing on land has changed
        return new

    def sailed(self) -> Front:
        """The front after a sea unit has sailed: nothing on land has changed."""
        new = self._copy()
        new.passing, new.berths, new.air = self.passing, self.berths, self.air
        new.raided, new.skirts = self.raided, self.skirts
        new.walkers, new.homes, new.bold = self.walkers, self.homes, self.bold
        new.exits = self.exits
        new.wings, new.left = self.wings, self.left
        return new

    def paid(self) -> Front:
        """The front after supply has been spent on attacks."""
        new = self._copy()
        new.funds, new.known = {}, {}
        return new

    def attacked(self, g: NorthAfrica, u: int, target: int) -> Front:
        """The front after a land unit has declared an attack from where it stands."""
        new = self._copy()
        new.left = self.left
        base = g.where[u]
        wide = self.air is not None and self.air[1] >> base & 1
        if wide or not g.friendly >> base & 1:  # no more room for landings by that
            new.berths, new.air = self.berths, self.air
            if self.enemy >> target & 1:
                new.passing, new.wings = self.passing, self.wings
        if patrols(g, u):
            return new
        key = 128 * g.where[u] + target
        n = self.pledged.get(key, 0)
        new.pledged = {**self.pledged, key: n + 1}
        if self.defended >> target & 1 and price(n + 1) > price(n):
            new.needs = {**self.needs, key >> 7: self.needs.get(key >> 7, 0) + 1}
            new.total += 1
            new.funds = {}
        return new

    def stands(self, g: NorthAfrica, s: int, points: int, scout: bool) -> int:
        """Where a unit may stand after a combat move of so many steps, its own place included."""
        if points <= 0:
            return 1 << s
        key = (s << 8 | points) << 1 | scout
        found = self.passing.get(key)
        if found is None:
            ways = self.tracks if scout else self.ways
            ends = ways & ~self.full
            if not self.lifted & TARGETED.bit:
                ends &= ~(g.barred & ~g.held & ~self.enemy)
            found = reach(g.board.land_links, 1 << s, points, ways) & ends | 1 << s
            self.passing[key] = found
        return found

    def marches(self, g: NorthAfrica, s: int, points: int, scout: bool) -> int:
        """Where a land unit may come in phase 5 by its move value."""
        key = (s << 8 | points) << 1 | scout
        found = self.known.get(key)
        if found is None:
            ways = self.sands if scout else self.roads
            found = reach(g.board.land_links, 1 << s, points, ways) & ways
            self.known[key] = found
        return found

    def stock(self, g: NorthAfrica, s: int) -> int:
        """Supply in reach of a territory (NA-PAY-c)."""
        key = ~s
        found = self.known.get(key)
        if found is None:
            found = 0
            for t in bits((g.board.land_links[s] | 1 << s) & ~self.enemy):
                found += g.supply[t]
            self.known[key] = found
        return found

    def raids(self, g: NorthAfrica) -> int:
        """What scout cars may attack: neutral territories with supply besides (NA-P3-c)."""
        if self.raided < 0:
            neutral = self.sands & ~g.board.emblems & ~self.enemy
            combat = g.army | g.air & ~g.fought
            out = self.game
            for s in bits(neutral):
                if g.supply[s] and g.control[s] == NOBODY and not g.at[s] & combat:
                    out |= 1 << s
            self.raided = out
        return self.raided

    def edge(self, g: NorthAfrica, raids: bool) -> int:
        """The territories that border what may be attacked, by scout cars or by others."""
        if raids:
            if self.skirts < 0:
                self.skirts = _beside(g, self.raids(g))
            return self.skirts
        if self.rim < 0:
            self.rim = _beside(g, self.game)
        return self.rim

    def waters(self, g: NorthAfrica) -> int:
        """The sea zones with anything of the enemy in them (NA-P3-d)."""
        if self.watched < 0:
            side = SIDE[g.power]
            theirs = g.sides[1 - side]
            at = g.at
            out = 0
            for z in g.board.zones:
                if at[z] & theirs:
                    out |= 1 << z
            for key, tokens in g.afloat.items():
                if tokens and SIDE[key & 3] != side:
                    out |= 1 << (key >> 2)
            self.watched = out
        return self.watched

    def mined_zones(self, g: NorthAfrica) -> int:
        """The sea zones with mines of the enemy: they are always active (NA-DETSEA-a)."""
        if self.mined < 0:
            side = SIDE[g.power]
            self.mined = 0
            for key in g.sea_mines:
                if SIDE[key & 3] != side:
                    self.mined |= 1 << (key >> 2)
        return self.mined

    def hostile_zones(self, g: NorthAfrica) -> int:
        """NA-SEA-e."""
        if self.hostile < 0:
            side = SIDE[g.power]
            strong = g.sides[1 - side] & (g.air | g.ships & ~g.types_at[SUBMARINE])
            self.hostile = sum([1 << z for z in bits(self.waters(g)) if g.at[z] & strong])
        return self.hostile

    def abandoned(self, g: NorthAfrica) -> int:
        """Neutral territories with nothing but trucks of the enemy (NA-BLITZ-b)."""
        if self.left < 0:
            self.left = 0
            trucks = g.sides[1 - SIDE[g.power]] & g.trucks
            for s in {g.where[u] for u in bits(trucks)}:
                if self.roads >> s & 1 and g.control[s] == NOBODY:
                    if not g.at[s] & (g.army | g.air):
                        self.left |= 1 << s
        return self.left

    def armour(self, g: NorthAfrica) -> int:
        """All units that blitz; those that are gone may be among them."""
        if self.tanks < 0:
            self.tanks = 0
            for k in g.board.chart.blitzers:
                self.tanks |= g.kinds_at[k]
        return self.tanks

    def hunting_zones(self, g: NorthAfrica) -> int:
        """The hostile zones with an enemy destroyer: submarines stop there (NA-P3SUB-a)."""
        if self.hunting < 0:
            side = SIDE[g.power]
            hunters = g.sides[1 - side] & g.types_at[DESTROYER]
            self.hunting = sum([1 << z for z in bits(self.hostile_zones(g)) if g.at[z] & hunters])
        return self.hunting


def _beside(g: NorthAfrica, wanted: int) -> int:
    """The territories that border some of the wanted ones."""
    return spread(g.board.land_back, wanted)


def front(g: NorthAfrica, lifted: int = 0) -> Front:
    """The front as it is, or without some limits."""
    if lifted:
        return Front(g, lifted)
    found: Front | None = g.memo
    if found is None:
        found = Front(g, 0)
        g.memo = found
    return found


def price(units: int) -> int:
    """Supply tokens for so many attacking units (NA-PAY-a)."""
    return -(-units // units_a_token())


@lru_cache(maxsize=1)
def units_a_token() -> int:
    return data_pack().number("limits.supply.units_a_token")


def vichy(g: NorthAfrica, u: int) -> bool:
    """Whether a unit is Vichy French."""
    return g.board.chart.nation[g.kind[u]] == FRENCH and not SIDE[g.owner[u]]


def patrols(g: NorthAfrica, u: int) -> bool:
    """Whether a unit is a scout car: it attacks without supply and moves on afterwards."""
    return bool(g.board.chart.traits[g.kind[u]] & HIT_AND_RUN)


def roams(g: NorthAfrica, u: int) -> bool:
    """NA-SCOUT-e: whether a unit may enter the Sahara."""
    return bool(g.board.chart.traits[g.kind[u]] & SAHARA)


def cannot_attack(g: NorthAfrica, u: int) -> bool:
    """NA-P3LAND-c."""
    return not g.board.chart.fights[g.kind[u]]
