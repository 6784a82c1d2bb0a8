"""Where reinforcements may be deployed in phase 6, as masks with their limits."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import open_route, open_zones, room
from sirocco.games.northafrica.kinds import AAA, AIR, ANTI_TANK, INFANTRY, LAND, SEA
from sirocco.games.northafrica.powers import AXIS, GERMANY, SIDE, UK, US
from sirocco.games.northafrica.prices import prices
from sirocco.games.northafrica.scenarios import closed_to, must_ship, only_ship, pieces
from sirocco.games.northafrica.state import DEPLOY, NorthAfrica
from sirocco.games.northafrica.troops import stack_allowed
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.graph import reach
from sirocco.kernel.refusal import Limit, Refused

SUPPLY: Final = -1
"""In place of a kind: tokens of supply."""

DOCK: Final = Limit(
    1,
    "New ships enter in the sea unit deployment zone of their power.",
    "NA-P6SEA-a",
    "NA-DZONE-a",
    "NA-DZONE-b",
)
SHORE: Final = Refused(
    "Reinforcements go to the staging territory or to a convoy sea zone, and come by sea.",
    "NA-P6LAND-a",
    "NA-OVER-a",
)
EMBLEM: Final = Limit(
    4,
    "That convoy route does not bear this power's emblem.",
    "NA-CSZ-g",
    "NA-CSZ-f",
    "NA-CSZ-d",
    "NA-CSZ-b",
    "NA-P6LAND-a",
)
CLOSED: Final = Limit(
    8,
    "That convoy route is closed: no power whose emblem it bears controls the port.",
    "NA-CSZ-e",
    "NA-CSZ-a",
    "NA-CSZ-f",
    "NA-P6LAND-a",
    "NA-RLPR7-j",
)
START: Final = Limit(
    16,
    "The Atlantic route begins in the Atlantic Ocean zone; nothing is deployed farther on.",
    "NA-P6LAND-e",
    "NA-CSZ-b",
    "NA-ADV-f",
)
FLAK_ONLY: Final = Limit(
    32, "Of land units only AAA may be deployed to the Malta convoy zone.", "NA-P6LAND-d"
)
NO_STAGING: Final = Limit(
    64, "This power has no staging territory there.", "NA-STAGING-a", "NA-P6LAND-f", "NA-RESERVE-d"
)
ISLAND: Final = Limit(
    128,
    "Straight to the islands the Axis deploys only AAA, air units and German anti-tank guns.",
    "NA-P6LAND-h",
)
FULL: Final = Limit(
    256,
    "That territory is full: its stacking limit is reached.",
    "NA-STAGING-c",
    "NA-P6LAND-h",
    "NA-TERR-h",
    "NA-TERR-j",
    "NA-TERR-k",
    "NA-CHART-q",
)
BOUND: Final = Limit(
    512,
    "In the round of the landings this power may deploy to one convoy zone only.",
    "NA-RLPR7-u",
    "NA-TORCHR7-h",
    "NA-ADV-e",
)
TRIPOLI: Final = Limit(
    1024,
    "In round 7 of Operation Torch the only convoy zone of Italy is that of Tripoli.",
    "NA-TORCHR7-e",
)
STACKS: Final = Limit(
    2048, "No piece is left for one more stack of that kind.", "NA-LIMITS-b", "NA-LIMITS-e", "R47"
)
BACK: Final = Limit(4096, "It is in the staging territory already.", "NA-P6LAND-b")
PLACE_LIMITS: Final = (
    DOCK, BACK, START, FLAK_ONLY, ISLAND, CLOSED, EMBLEM, NO_STAGING, FULL, BOUND, TRIPOLI, STACKS,
)  # fmt: skip


def deployable(g: NorthAfrica, kind: int, s: int, lifted: int = 0) -> int:
    """Where the active power may put a unit of a kind, or supply, from the box or from staging."""
    board = g.board
    arm = LAND if kind == SUPPLY else board.chart.arm[kind]
    if arm == SEA:
        return board.sea if lifted & DOCK.bit else board.docks_for[g.power]
    out = convoy_zones(g, kind, arm, s, lifted)
    if s == board.size or lifted & BACK.bit:
        out |= staging(g, kind, lifted)
    if SIDE[g.power] == AXIS:
        out |= islands(g, kind, lifted)
    if arm != AIR and not lifted & BOUND.bit:
        port = must_ship(g, g.power)
        if port != NONE:
            out &= 1 << board.convoy[port]
    if kind != SUPPLY and board.chart.combat_land[kind] and not lifted & STACKS.bit:
        out = with_pieces(g, kind, out)
    return out


ESCORTS: Final = -1
"""In place of a kind and a space: the escorts that can be sent."""
LANES: Final = -2
"""In place of a kind and a space: the convoy zones to which the active power may ship."""


def open_to(g: NorthAfrica, kind: int, s: int) -> int:
    """As `deployable`, kept in `g.quays` from order to order of phase 6."""
    quays = g.quays
    if quays is None:
        quays = g.quays = {}
    key = (kind + 1) << 8 | s
    found = quays.get(key)
    if found is None:
        found = quays[key] = deployable(g, kind, s)
    return found


def deployed(g: NorthAfrica, kind: int, s: int) -> None:
    """A unit of a kind has come from the box: what that does not touch is kept."""
    if g.quays is None:
        return
    if g.board.land >> s & 1 and room(g, SIDE[g.power], s) <= 0:
        g.quays = None
    else:
        gone = {kind + 1, ESCORTS >> 8} if g.board.chart.arm[kind] == AIR else {kind + 1}
        g.quays = {key: found for key, found in g.quays.items() if key >> 8 not in gone}


def lanes(g: NorthAfrica) -> int:
    """The convoy zones to which the active power may ship; in phase 6 kept in `g.quays`."""
    if g.phase != DEPLOY:
        return open_zones(g, g.power)
    quays = g.quays
    if quays is None:
        quays = g.quays = {}
    found = quays.get(LANES)
    if found is None:
        found = quays[LANES] = open_zones(g, g.power)
    return found


def convoy_zones(g: NorthAfrica, kind: int, arm: int, s: int, lifted: int) -> int:
    """NA-P6LAND-a, -c to -e: the power's open convoy zones, hostile ones too."""
    board = g.board
    power = g.power
    if lifted & (EMBLEM.bit | CLOSED.bit):
        zones = board.convoys if lifted & EMBLEM.bit else board.zones_for[power] & board.convoys
        if not lifted & CLOSED.bit:
            zones = sum(1 << z for z in bits(zones) if any(open_route(g, p, z) for p in range(4)))
    else:
        zones = lanes(g)
    if not lifted & START.bit:
        zones &= ~board.farther
        if anzac(g, kind, s):
            zones |= 1 << board.route_zones[1]
    if arm == LAND and kind != SUPPLY and not lifted & FLAK_ONLY.bit:
        if board.chart.type[kind] != AAA:
            zones &= ~board.aaa_only
    port = only_ship(g, power)
    if port != NONE and not lifted & TRIPOLI.bit:
        zones &= 1 << board.convoy[port]
    return zones


def anzac(g: NorthAfrica, kind: int, s: int) -> bool:
    """NA-ADV-f: one British infantry a turn from the box straight to the Indian Ocean."""
    chart = g.board.chart
    return (
        g.terms.anzac
        and s == g.board.size
        and kind != SUPPLY
        and chart.nation[kind] == UK == g.power
        and chart.type[kind] == INFANTRY
        and not g.bank >> kind & 1
        and g.board.route_zones[1] >= 0
    )


def staging(g: NorthAfrica, kind: int, lifted: int = 0) -> int:
    """The power's staging territory, if it has room; NA-P6LAND-i: trucks and supply always."""
    board = g.board
    out = board.staging_for[g.power]
    if lifted & NO_STAGING.bit or (g.power == US and kind == SUPPLY and g.terms.reserve):
        for p in range(4):
            if SIDE[p] == SIDE[g.power]:
                out |= board.staging_for[p]  # NA-RESERVE-d
    return _with_room(g, kind, out, lifted)


def islands(g: NorthAfrica, kind: int, lifted: int = 0) -> int:
    """NA-P6LAND-h: Sicily, Sardinia and Crete."""
    if not lifted & ISLAND.bit:
        if kind == SUPPLY:
            return 0
        chart = g.board.chart
        type = chart.type[kind]
        gun = type == ANTI_TANK and chart.nation[kind] == GERMANY
        if chart.arm[kind] != AIR and type != AAA and not gun:
            return 0
    return _with_room(g, kind, g.board.direct, lifted)


def _with_room(g: NorthAfrica, kind: int, spaces: int, lifted: int) -> int:
    chart = g.board.chart
    if kind == SUPPLY or lifted & FULL.bit:
        return spaces
    if chart.arm[kind] == LAND and not chart.combat_land[kind]:
        return spaces
    for s in bits(spaces):
        if room(g, SIDE[g.power], s) <= 0:
            spaces ^= 1 << s
    return spaces


def with_pieces(g: NorthAfrica, kind: int, spaces: int) -> int:
    """NA-LIMITS-b: spaces where the unit joins a stack, or where a piece is left for a new one."""
    if g.kinds_at[kind].bit_count() <= pieces(g, kind):
        return spaces
    for s in bits(spaces):
        if not stack_allowed(g, kind, s):
            spaces ^= 1 << s
    return spaces


def standing_places(g: NorthAfrica, kind: int) -> int:
    """Where a unit that is bought now could be deployed, whatever the room."""
    return deployable(g, kind, g.board.size, FULL.bit | STACKS.bit)


# What can be taken


def boxed(g: NorthAfrica) -> int:
    """The active power's units in the Reinforcements Zone."""
    return g.at[g.board.size] & g.owned[g.power]


def deploy_mask(g: NorthAfrica, lifted: int = 0) -> int:
    """Units of the box that have a place to go to."""
    return _with_places(g, boxed(g), g.board.size, lifted)


def ship_mask(g: NorthAfrica, lifted: int = 0) -> int:
    """NA-P6LAND-b: land and air units in the staging territory that can be sent on.

    What came there in this phase waits for a later one (NA-STAGING-b).
    """
    home = lowest(g.board.staging_for[g.power])
    if home < 0:
        return 0
    return _with_places(g, g.at[home] & g.owned[g.power] & ~g.fresh, home, lifted)


def _with_places(g: NorthAfrica, units: int, s: int, lifted: int) -> int:
    """Those of some units in a space that have a place to go to, alike ones once."""
    out = 0
    for u in bits(one_of_each(g, units)):
        kind = g.kind[u]
        if deployable(g, kind, s, lifted) if lifted else open_to(g, kind, s):
            out |= 1 << u
    return out


def supply_base(g: NorthAfrica) -> int:
    """The territory from which the power ships supply, or -1."""
    return lowest(staging(g, SUPPLY))


def shippable_supply(g: NorthAfrica) -> int:
    """The value in the staging territory that was there before this phase."""
    home = supply_base(g)
    left = g.supply[home] - g.staged if home >= 0 else 0
    return left if left > 0 and open_to(g, SUPPLY, home) else 0


# Escorts

MOVED: Final = Limit(
    1, "An air unit that moved in phase 3 or 5 cannot be sent as an escort.", "NA-ESCORT-b"
)
BASED: Final = Limit(
    2, "Only air units of this power on land are sent out as escorts.", "NA-ESCORT-b", "NA-P1-l"
)
FAR: Final = Limit(4, "An escort flies at most two spaces.", "NA-ESCORT-b")
OWN_ROUTE: Final = Limit(
    8, "Escorts go to zones with an open convoy route of their own power.", "NA-ESCORT-b",
    "NA-CSZ-e",
)  # fmt: skip
ESCORT_LIMITS: Final = (MOVED, BASED, FAR, OWN_ROUTE)


def escort_zones(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """Convoy zones to which an air unit can be sent."""
    board = g.board
    zones = board.sea
    if not lifted & OWN_ROUTE.bit:
        zones = lanes(g)
    if not lifted & FAR.bit and zones:
        through = ~closed_to(g, SIDE[g.power])
        zones &= reach(board.air_links[g.power], 1 << g.where[u], prices().escort, through)
    return zones


def escorts(g: NorthAfrica) -> int:
    """Air units that can be sent as escorts, kept in `g.quays` from order to order."""
    quays = g.quays
    if quays is None:
        quays = g.quays = {}
    found = quays.get(ESCORTS)
    if found is None:
        found = quays[ESCORTS] = escort_mask(g)
    return found


def escort_mask(g: NorthAfrica, lifted: int = 0) -> int:
    """NA-ESCORT-b: air units on land that neither moved nor fought, just deployed or not."""
    units = g.owned[g.power] & g.air & ~g.at[g.board.size]
    if not lifted & MOVED.bit:
        units &= ~(g.moved | g.travelled | g.fought)
    if not lifted & BASED.bit:
        for u in bits(units):
            if g.board.sea >> g.where[u] & 1:
                units ^= 1 << u
    out = 0
    for u in bits(one_of_each(g, units)):
        if escort_zones(g, u, lifted):
            out |= 1 << u
    return out
