"""What may be bought in phase 2, as masks; each limit has its sentence and its rules."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.ground import controller, of_type, room, side_units
from sirocco.games.northafrica.kinds import AIR, BOMBER, SUBMARINE
from sirocco.games.northafrica.places import standing_places
from sirocco.games.northafrica.powers import (
    ALLIES,
    AXIS,
    FRENCH,
    GERMANY,
    NOBODY,
    SIDE,
    SIDE_POWERS,
    UK,
    US,
)
from sirocco.games.northafrica.prices import prices
from sirocco.games.northafrica.scenarios import grounded, pieces
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.supply import in_play, usable
from sirocco.games.northafrica.troops import spare_chips, stack_allowed
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.refusal import Limit

SHERMAN: Final = "british-sherman"
TIGER: Final = "german-tiger"

# Units

CHART: Final = Limit(
    1, "That unit is not on this power's chart.", "NA-P2-j", "NA-PLAYERS-e", "NA-VICHY-b"
)
PRICE: Final = Limit(2, "That unit has no price: it cannot be requisitioned.", "NA-P2-j")
LEND_LEASE: Final = Limit(
    4,
    "Shermans come to the United Kingdom by Lend-Lease only.",
    "NA-P2-d",
    "NA-CHART-k",
    "NA-TORCH-c",
    "NA-RLPR4-a",
)
POINTS: Final = Limit(8, "There are not enough Reinforcement Points left.", "NA-P2-a", "NA-OVER-e")
STOCK: Final = Limit(
    16,
    "No piece of that kind is left, nor a stack and chips for it.",
    "NA-LIMITS-d",
    "NA-LIMITS-a",
    "NA-LIMITS-b",
    "NA-LIMITS-e",
    "NA-COMP-l",
    "R47",
)
ORAN: Final = Limit(
    32, "Free French units are raised only while an Allied power controls Oran.", "NA-FREE-b"
)
ORAN_FULL: Final = Limit(
    64,
    "The territory where Free French units appear is full.",
    "NA-P2-h",
    "NA-P2-g",
    "NA-TERR-h",
    "NA-TERR-j",
)
ONE_A_TURN: Final = Limit(
    128, "Only one of these is raised in a turn, and it has been.", "NA-FREE-b"
)
TIGERS: Final = Limit(
    256, "Tigers are an option, from round 8 on, one in a turn.", "NA-ADV-b", "NA-ADV-a", "NA-P2-j"
)
GROUNDED: Final = Limit(
    512,
    "The United States requisitions no air units in the round of the landings.",
    "NA-RLPR7-s",
    "NA-TORCHR7-f",
)
UNIT_LIMITS: Final = (
    CHART, LEND_LEASE, PRICE, TIGERS, GROUNDED, ORAN, ORAN_FULL, ONE_A_TURN, STOCK, POINTS,
)  # fmt: skip

POOLS: Final = ("NA-COMP-g", "NA-COMP-h", "NA-COMP-i", "NA-COMP-j", "NA-COMP-k")
"""The statements that count the pieces of each nation."""

# Supply

TURN: Final = Limit(
    1, "That is more supply than a power may requisition in a turn.", "NA-P2-c", "R3"
)
TOKENS: Final = Limit(
    2, "There are not so many supply tokens left.", "NA-LIMITS-d", "NA-LIMITS-a", "NA-COMP-c", "R46"
)
SUPPLY_POINTS: Final = Limit(
    4, "There are not enough Reinforcement Points left.", "NA-P2-a", "NA-CHART-a"
)
SUPPLY_LIMITS: Final = (TURN, TOKENS, SUPPLY_POINTS)

# Land mines

GROUND: Final = Limit(
    1,
    "Land mines are laid where the power itself has control or combat land units.",
    "NA-LMINE-b",
    "R8",
)
ONCE: Final = Limit(
    2, "In that space a mine was laid in this turn.", "NA-LMINE-c", "NA-SMINE-c", "NA-CHART-c",
    "NA-CHART-b",
)  # fmt: skip
MINE_POINTS: Final = Limit(
    4, "There are not enough Reinforcement Points left.", "NA-P2-a", "NA-CHART-c", "NA-CHART-b"
)
MINE_TOKENS: Final = Limit(
    8,
    "No land mine token is left for that border.",
    "NA-LIMITS-d",
    "NA-COMP-d",
    "NA-LMINE-f",
    "NA-LIMITS-a",
)
MINE_LIMITS: Final = (GROUND, ONCE, MINE_TOKENS, MINE_POINTS)

# Sea mines

ENEMY_SHIPS: Final = Limit(
    1, "An enemy ship or submarine is in that zone.", "NA-SMINE-a", "NA-ADV-d"
)
ENEMY_DOCK: Final = Limit(16, "The enemy deploys his ships in that zone.", "NA-SMINE-a")
BARRED: Final = Limit(32, "The Axis may lay no mines there.", "NA-SMINE-b", "NA-ADV-d", "NA-CSZ-c")
SEA_TOKENS: Final = Limit(
    8,
    "No sea mine token of that side is left.",
    "NA-LIMITS-d",
    "NA-COMP-e",
    "NA-SMINE-e",
    "NA-LIMITS-a",
)
SEA_LIMITS: Final = (BARRED, ENEMY_DOCK, ENEMY_SHIPS, ONCE, SEA_TOKENS, MINE_POINTS)

# Repair

DAMAGED: Final = Limit(1, "That ship is no damaged battleship of this power.", "NA-REPAIR-a")
BASE: Final = Limit(2, "Battleships are repaired only at the naval base.", "NA-REPAIR-a")
CAIRO: Final = Limit(4, "A repair takes a supply token from Cairo.", "NA-REPAIR-a")
REPAIR_LIMITS: Final = (DAMAGED, BASE, CAIRO)


def income(g: NorthAfrica) -> int:
    """NA-P2-a: basic points and territories, without those that must be paid for with supply."""
    power = g.power
    total = g.board.basic[power] + g.bonus_points[power]
    owned = g.flags[power] & ~g.board.emblems | g.board.emblems_by[power]
    for s in bits(g.board.valued & owned & ~g.board.pays):
        total += g.board.rp[s]
    return total


def paying(g: NorthAfrica) -> int:
    """NA-MALTA-a: territories of the power whose points a token from there would buy."""
    return sum(
        1 << s for s in bits(g.board.pays) if controller(g, s) == g.power and g.supply[s] > 0
    )


def buy_mask(g: NorthAfrica, lifted: int = 0) -> int:
    """The kinds of unit that the active power may requisition now."""
    chart = g.board.chart
    if lifted & CHART.bit:
        kinds: tuple[int, ...] = tuple(range(chart.kinds))
    else:
        kinds = chart.by_nation[g.power]
        if g.power == US:
            kinds += chart.by_nation[FRENCH]
    out = 0
    costs, points = chart.cost, g.points
    for k in kinds:
        if (lifted or 0 < costs[k] <= points) and buyable(g, k, lifted):
            out |= 1 << k
    return out


def buyable(g: NorthAfrica, k: int, lifted: int) -> bool:
    """Whether a kind on the chart may be bought."""
    chart = g.board.chart
    cost = chart.cost[k]
    if not cost:
        sherman = chart.codes[k] == SHERMAN
        if not lifted & (LEND_LEASE if sherman else PRICE).bit:
            return False
    if cost > g.points and not lifted & POINTS.bit:
        return False
    if chart.nation[k] == FRENCH and not _enlistable(g, k, lifted):
        return False
    if chart.codes[k] == TIGER and not lifted & TIGERS.bit:
        if not g.terms.tigers or g.round < prices().tigers_from or g.bank >> k & 1:
            return False
    if chart.arm[k] == AIR and not lifted & GROUNDED.bit and grounded(g, g.power):
        return False
    return bool(lifted & STOCK.bit) or in_stock(g, k)


def _enlistable(g: NorthAfrica, k: int, lifted: int) -> bool:
    """NA-FREE-b, NA-P2-h."""
    oran = lowest(g.board.enlists)
    if oran < 0:
        return bool(lifted & ORAN.bit)
    owner = controller(g, oran)
    if not lifted & ORAN.bit and (owner == NOBODY or SIDE[owner] != ALLIES):
        return False
    if not lifted & ORAN_FULL.bit and room(g, ALLIES, oran) <= 0:
        return False
    return bool(lifted & ONE_A_TURN.bit) or not g.bank >> k & 1


def in_stock(g: NorthAfrica, k: int) -> bool:
    """NA-LIMITS-d: a piece or a stack is there for it, where it will have to stand."""
    if g.kinds_at[k].bit_count() < pieces(g, k):
        return True  # a piece is left, wherever it will stand
    if not g.board.chart.combat_land[k] or spare_chips(g) <= 0:
        return False
    if stack_allowed(g, k, stand_in(g, k), bought_for(g, k)):
        return True
    if g.board.chart.nation[k] == FRENCH:
        return False
    joined = 0  # it needs a piece of its own everywhere but in a stack of its power
    for u in bits(g.kinds_at[k] & g.owned[g.board.chart.nation[k]] & ~g.at[g.board.size]):
        joined |= 1 << g.where[u]
    places = joined & standing_places(g, k) if joined else 0
    return bool(places) and stack_allowed(g, k, lowest(places))


def one_a_turn(g: NorthAfrica, k: int) -> bool:
    """Free French units of a type and Tigers: one in a turn (NA-FREE-b, NA-ADV-b)."""
    return g.board.chart.nation[k] == FRENCH or g.board.chart.codes[k] == TIGER


def bought_for(g: NorthAfrica, k: int) -> int:
    """The owner of a unit that is bought: Free French are the United States' (NA-FREE-a)."""
    return US if g.board.chart.nation[k] == FRENCH else g.power


def stand_in(g: NorthAfrica, k: int) -> int:
    """Where a bought unit is put: the box, or for a few kinds straight on the board."""
    chart = g.board.chart
    at_once = 0
    if chart.nation[k] == FRENCH:
        at_once = g.board.enlists  # NA-P2-g
    elif chart.nation[k] == GERMANY and chart.type[k] == SUBMARINE:
        at_once = g.board.docks_for[GERMANY]  # NA-P2-f
    return lowest(at_once) if at_once else g.board.size


def supply_mask(g: NorthAfrica, lifted: int = 0) -> int:
    """Tokens of 1 and 5 that may be bought."""
    p = prices()
    if g.points < p.supply and not lifted:
        return 0
    stock = p.ones + 5 * p.fives
    out = 0
    for token, boxed, most in ((1, sum(g.ones), p.ones), (5, sum(g.fives), p.fives)):
        if g.bought + token > p.supply_a_turn[g.power] and not lifted & TURN.bit:
            continue
        if token * p.supply > g.points and not lifted & SUPPLY_POINTS.bit:
            continue
        if (boxed >= most or in_play(g) + token > stock) and not lifted & TOKENS.bit:
            continue
        out |= 1 << token
    return out


def land_tokens(g: NorthAfrica) -> int:
    """Land mine tokens on the board: each shows one or two mines."""
    return sum([n + 1 >> 1 for n in g.land_mines.values()])


def minable_borders(g: NorthAfrica, s: int, lifted: int = 0) -> int:
    """The neighbours that a land mine in a territory may face (NA-LMINE-d)."""
    near = g.board.land_links[s]
    if lifted & MINE_TOKENS.bit or land_tokens(g) < prices().land_tokens:
        return near
    # NA-LMINE-e: a token with one mine is turned over and takes none from the stock
    return sum(1 << t for t in bits(near) if g.land_mines.get(128 * s + t, 0) & 1)


def land_mine_mask(g: NorthAfrica, lifted: int = 0) -> int:
    """Territories in which the power may lay or upgrade a land mine."""
    if g.points < prices().land_mine and not lifted & MINE_POINTS.bit:
        return 0
    ground = g.board.land & ~g.board.impassable
    if not lifted & ONCE.bit:
        ground &= ~g.laid
    if not lifted & GROUND.bit:
        power, at = g.power, g.at
        army = g.owned[power] & g.army
        own = g.board.emblems_by[power] & g.board.valued | g.flags[power]
        for s in bits(ground & ~own):
            if at[s] & army:
                own |= 1 << s
        ground &= own
    if lifted & MINE_TOKENS.bit or land_tokens(g) < prices().land_tokens:
        return ground & g.board.bordered
    turned = 0  # NA-LMINE-e: a token with one mine is turned over and takes none from the stock
    for key, n in g.land_mines.items():
        if n & 1:
            turned |= 1 << (key >> 7)
    return ground & turned


def sea_tokens(g: NorthAfrica, side: int) -> int:
    """Sea mine tokens of a side on the board."""
    return sum([n for key, n in g.sea_mines.items() if SIDE[key & 3] == side])


def sea_mine_mask(g: NorthAfrica, lifted: int = 0) -> int:
    """Zones in which the power may lay a sea mine."""
    side = SIDE[g.power]
    if g.points < prices().sea_mine and not lifted & MINE_POINTS.bit:
        return 0
    if sea_tokens(g, side) >= prices().sea_tokens[side] and not lifted & SEA_TOKENS.bit:
        return 0
    zones = g.board.sea
    if not lifted & ONCE.bit:
        zones &= ~g.laid
    if not lifted & ENEMY_DOCK.bit:
        a, b = SIDE_POWERS[1 - side]
        zones &= ~(g.board.docks_for[a] | g.board.docks_for[b])
    if side == AXIS and not lifted & BARRED.bit:
        zones &= ~g.board.barred | canal_in_reach(g)
    if not lifted & ENEMY_SHIPS.bit:
        at, ships = g.at, side_units(g, 1 - side) & g.ships
        for z in g.board.zones:
            if at[z] & ships:
                zones &= ~(1 << z)
    return zones & g.board.sea


def canal_in_reach(g: NorthAfrica) -> int:
    """NA-ADV-d: the zone of the Suez Canal, if the power has a bomber on Crete."""
    canal = g.board.route_zones[2]
    if not g.terms.suez_mining or canal < 0:
        return 0
    bombers = g.owned[g.power] & of_type(g, BOMBER)
    near = any(g.at[s] & bombers for s in bits(g.board.mines_canal))
    return 1 << canal if near else 0


def repair_mask(g: NorthAfrica, lifted: int = 0) -> int:
    """NA-REPAIR-a: damaged British battleships at the base, if Cairo can pay."""
    if g.power != UK:
        return 0
    cairo = lowest(g.board.repairs)
    if not lifted & CAIRO.bit:
        if cairo < 0 or not g.supply[cairo] or not usable(g, SIDE[UK], cairo):
            return 0
    ships = g.owned[UK] & g.ships
    if not lifted & DAMAGED.bit:
        ships &= g.damaged
    if not lifted & BASE.bit:
        ships &= g.at[lowest(g.board.base)] if g.board.base else 0
    return one_of_each(g, ships)
