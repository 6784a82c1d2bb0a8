"""Why something is refused in phases 1, 2 and 6."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import cargo_ashore as ashore
from sirocco.games.northafrica import places as deploy
from sirocco.games.northafrica import purchases as buys
from sirocco.games.northafrica.board import CANAL, NONE
from sirocco.games.northafrica.ground import controller
from sirocco.games.northafrica.kinds import AAA, AIR, ANTI_TANK, SCOUT, SEA
from sirocco.games.northafrica.powers import (
    ALLIES,
    AXIS,
    FRENCH,
    NOBODY,
    POWER_NAMES,
    SIDE,
    SIDE_POWERS,
    US,
)
from sirocco.games.northafrica.scenarios import pieces
from sirocco.games.northafrica.state import FREE, NorthAfrica
from sirocco.games.northafrica.verbs import DONE, NO, TO, YES
from sirocco.games.northafrica.verbs_combat import FIGHT
from sirocco.games.northafrica.verbs_convoys import (
    BUY,
    BUY_SUPPLY,
    DEPLOY_FIVES,
    DEPLOY_ONES,
    DEPLOY_UNIT,
    ESCORT,
    FACING,
    LAND,
    LAND_MINE,
    REPAIR,
    SEA_MINE,
    SHIP,
    SHIP_SUPPLY,
)
from sirocco.games.northafrica.verbs_moves import ATTACK, ENGAGE, FLY
from sirocco.games.northafrica.why_chart import with_row
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import local
from sirocco.kernel.refusal import Refused, first_cause

WHEN: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    LAND: ("Convoys and their aircraft come ashore in phase 1.", ("NA-P1-a", "NA-P1-d")),
    BUY: ("Units are requisitioned in phase 2.", ("NA-P2-a",)),
    BUY_SUPPLY: ("Supply is requisitioned in phase 2.", ("NA-P2-a", "NA-P2-c")),
    LAND_MINE: ("Mines are laid in phase 2.", ("NA-P2-e", "NA-LMINE-b")),
    FACING: ("First name the territory of the mine.", ("NA-LMINE-d", "NA-SMINE-d")),
    SEA_MINE: ("Mines are laid in phase 2.", ("NA-P2-e", "NA-SMINE-a")),
    REPAIR: ("Battleships are repaired in phase 2.", ("NA-REPAIR-a",)),
    DEPLOY_UNIT: (
        "Reinforcements wait in the Reinforcements Zone for phase 6.",
        ("NA-P2-i", "NA-SETUP-l", "NA-P6-a"),
    ),
    DEPLOY_ONES: (
        "Supply waits in the Reinforcements Zone for phase 6.",
        ("NA-P2-i", "NA-SETUP-l", "NA-P6-a"),
    ),
    DEPLOY_FIVES: (
        "Supply waits in the Reinforcements Zone for phase 6.",
        ("NA-P2-i", "NA-SETUP-l", "NA-P6-a"),
    ),
    SHIP: ("Units are sent on from staging territories in phase 6.", ("NA-P6LAND-b",)),
    SHIP_SUPPLY: ("Supply is sent on from staging territories in phase 6.", ("NA-P6LAND-b",)),
    ESCORT: ("Escorts are assigned in phase 6.", ("NA-ESCORT-b",)),
    TO: ("First name what is to go there.", ("NA-SPACES-a",)),
}


def other(action: int, sentence: str, *rules: str) -> Refused:
    """An action that belongs to another moment: when it is due, and what is due now."""
    when, theirs = WHEN.get(action & ~NOUN, ("", ()))
    told = f"{when} {sentence}" if when else sentence
    return Refused(told, *theirs, *rules, "NA-ORDER-e", "NA-ORDER-b")


def not_own(g: NorthAfrica, u: int) -> Refused | None:
    """The refusal for a unit that is not there or not the active power's."""
    if g.kind[u] == FREE:
        return Refused("There is no such unit.", "NA-P6-a")
    if g.owner[u] != g.power:
        name = POWER_NAMES[g.power]
        return Refused(
            f"That unit is not {name}'s; it is {name}'s turn.",
            "NA-P1-b",
            "NA-ORDER-a",
            "NA-PLAYERS-e",
        )
    return None


# Phase 1


def why_arrival(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    u = action & NOUN
    if action & ~NOUN != LAND:
        return other(
            action,
            "What has room must come ashore; name who does.",
            "NA-P1-h",
            "NA-P1-n",
            "NA-P1-i",
        )
    gone = not_own(g, u)
    if gone is not None:
        return gone
    if g.air >> u & 1:
        port = local(g, "port")
        return first_cause(
            ashore.LANDING_LIMITS,
            lambda lifted: bool(ashore.landing_spots(g, u, lifted) >> port & 1),
            Refused("That aircraft is not in a convoy zone.", "NA-P1-d"),
        )
    return Refused("That unit does not wait in this convoy.", "NA-P1-a", "NA-P1-n")


def why_landing(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    u = action & NOUN
    if action & ~NOUN != LAND:
        return other(action, "Aircraft in convoy zones must land now.", "NA-P1-d", "NA-P1-k")
    return not_own(g, u) or Refused("That unit has not to land now.", "NA-P1-d", "NA-P1-l")


def why_landing_at(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    u, s = local(g, "u"), action & NOUN
    if action & ~NOUN != TO:
        return other(action, "Name the territory where it lands.", "NA-P1-k", "NA-P1-d")
    return why_landing_place(g, u, s)


def why_landing_place(g: NorthAfrica, u: int, s: int) -> Refused:
    """Why an air unit cannot land in a space."""
    return first_cause(
        ashore.LANDING_LIMITS,
        lambda lifted: bool(ashore.landing_spots(g, u, lifted) >> s & 1),
        ashore.ELIGIBLE.refusal(),
    )


# Phase 2


def why_malta(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    assert action not in (YES, NO)
    return other(
        action,
        "First decide whether the island's points are paid for with one of its supply tokens.",
        "NA-MALTA-a",
    )


def why_requisition(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    what, noun = action & ~NOUN, action & NOUN
    if what == BUY:
        if noun >= g.board.chart.kinds:
            return buys.CHART.refusal()
        return _why_buy(g, noun)
    if what == BUY_SUPPLY:
        return first_cause(
            buys.SUPPLY_LIMITS,
            lambda lifted: bool(buys.supply_mask(g, lifted) >> noun & 1),
            Refused("Supply tokens are worth 1 or 5.", "NA-SUPPLY-a", "NA-SUPPLY-j"),
        )
    if what == LAND_MINE:
        return first_cause(
            buys.MINE_LIMITS,
            lambda lifted: bool(buys.land_mine_mask(g, lifted) >> noun & 1),
            Refused(
                "A land mine lies on a border between two territories.", "NA-LMINE-d", "NA-LMINE-b"
            ),
        )
    if what == SEA_MINE:
        return _why_sea_mine(g, noun)
    if what == REPAIR:
        return _why_repair(g, noun)
    if action in (YES, NO):
        return Refused(
            "Malta's points are decided at the beginning of phase 2, if supply is there.",
            "NA-MALTA-a",
        )
    return other(action, "Now reinforcements are requisitioned.", "NA-P2-a")


def _why_sea_mine(g: NorthAfrica, z: int) -> Refused:
    found = first_cause(
        buys.SEA_LIMITS,
        lambda lifted: bool(buys.sea_mine_mask(g, lifted) >> z & 1),
        Refused("Sea mines are laid in sea zones.", "NA-SMINE-a", "NA-SMINE-d"),
    )
    if z < g.board.size and g.board.route[z] == CANAL:
        return found.also("NA-ADV-d")
    return found


def _why_repair(g: NorthAfrica, u: int) -> Refused:
    found = first_cause(
        buys.REPAIR_LIMITS,
        lambda lifted: bool(buys.repair_mask(g, lifted) >> u & 1),
        buys.DAMAGED.refusal(),
    )
    if found.reason == buys.CAIRO.sentence and any(g.supply[s] for s in bits(g.board.repairs)):
        return found.also("NA-SUPPLY-f")  # the enemy has it
    return found


def _why_buy(g: NorthAfrica, kind: int) -> Refused:
    found = first_cause(
        buys.UNIT_LIMITS,
        lambda lifted: bool(buys.buy_mask(g, lifted) >> kind & 1),
        buys.CHART.refusal(),
    )
    foreign = buys.CHART.rules[0] in found.rules
    if foreign and g.power == US and g.board.chart.type[kind] == SCOUT:
        return found.also("NA-COMP-l", "NA-COMP-j")
    if foreign and g.board.chart.nation[kind] == FRENCH:
        french = ("NA-FREE-b", "NA-FREE-a", "NA-VICHY-b")
        return found.also(*french)
    if buys.STOCK.rules[0] not in found.rules:
        return with_row(g, kind, found)
    chips = ("NA-COMP-f",) if g.board.chart.combat_land[kind] else ()
    aside = ("NA-SETUP-g", "NA-RLPR7-b") if pieces(g, kind) < g.board.chart.pieces[kind] else ()
    pool = buys.POOLS[g.board.chart.nation[kind]]
    return found.also(pool, *chips, *aside)


def why_facing(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    s, t = local(g, "noun"), action & NOUN
    if action & ~NOUN != FACING:
        return other(action, "Name the neighbour that the mine faces.", "NA-LMINE-d")
    return why_border(g, s, t)


def why_border(g: NorthAfrica, s: int, t: int) -> Refused:
    """Why a land mine in a territory cannot face another space."""
    return first_cause(
        (buys.MINE_TOKENS,),
        lambda lifted: bool(buys.minable_borders(g, s, lifted) >> t & 1),
        Refused("A land mine faces one adjacent territory.", "NA-LMINE-d"),
    )


# Phase 6


def why_deployment(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    what, noun = action & ~NOUN, action & NOUN
    if what == DONE:
        return Refused(
            "Everything in the Reinforcements Zone that has a place must be deployed.", "NA-P6-a"
        )
    if what == DEPLOY_UNIT:
        return not_own(g, noun) or _why_deploy(g, noun)
    if what == SHIP:
        return not_own(g, noun) or _why_ship(g, noun)
    if what == ESCORT:
        return not_own(g, noun) or _why_escort(g, noun)
    if what in (DEPLOY_ONES, DEPLOY_FIVES):
        return Refused(
            "There are not so many tokens of that value in the Reinforcements Zone, and no change "
            "is made there.",
            "NA-SUPPLY-c",
            "NA-SUPPLY-j",
        )
    if what == SHIP_SUPPLY:
        return _why_ship_supply(g, noun)
    quiet = ("NA-P6-b",) if what in (FIGHT, ATTACK, FLY, ENGAGE) else ()
    return other(action, "Now reinforcements are deployed and escorts assigned.", "NA-P6-a", *quiet)


def _why_deploy(g: NorthAfrica, u: int) -> Refused:
    box = g.board.size
    if g.where[u] != box:
        what = "has been deployed" if g.fresh >> u & 1 else "is not in the Reinforcements Zone"
        return Refused(f"That unit {what}.", "NA-P6LAND-a", "NA-SETUP-l")
    return first_cause(
        deploy.PLACE_LIMITS,
        lambda lifted: bool(deploy.deployable(g, g.kind[u], box, lifted)),
        deploy.SHORE,
    )


def _why_ship(g: NorthAfrica, u: int) -> Refused:
    home = lowest(g.board.staging_for[g.power])
    if home < 0:
        return deploy.NO_STAGING.refusal()
    if g.where[u] != home:
        return Refused(
            "Only what is in the staging territory is sent on by convoy.", "NA-P6LAND-b", "NA-P6-a"
        )
    if g.fresh >> u & 1:
        return Refused(
            "It came to the staging territory in this phase and is sent on in a later one.",
            "NA-STAGING-b",
            "NA-P6LAND-b",
        )
    return first_cause(
        deploy.PLACE_LIMITS[2:],
        lambda lifted: bool(deploy.deployable(g, g.kind[u], home, lifted)),
        deploy.SHORE,
    )


def _why_ship_supply(g: NorthAfrica, count: int) -> Refused:
    home = deploy.supply_base(g)
    if home < 0:
        return deploy.NO_STAGING.refusal()
    if 0 < count <= g.supply[home]:
        if deploy.deployable(g, deploy.SUPPLY, home):
            return Refused(
                "That supply came to the staging territory in this phase and is sent on in a "
                "later one.",
                "NA-STAGING-b",
                "NA-SUPPLY-c",
            )
        return first_cause(
            deploy.PLACE_LIMITS[2:],
            lambda lifted: bool(deploy.deployable(g, deploy.SUPPLY, home, lifted)),
            deploy.SHORE,
        )
    return Refused("There is not so much supply in the staging territory.", "NA-P6LAND-b")


def _why_escort(g: NorthAfrica, u: int) -> Refused:
    if not g.air >> u & 1:
        return Refused("Only air units are assigned as escorts.", "NA-ESCORT-b", "NA-ESCORT-a")
    if g.where[u] == g.board.size:
        return Refused(
            "Nothing in the Reinforcements Zone can act; deploy it.", "NA-SETUP-l", "NA-ESCORT-b"
        )
    return first_cause(
        deploy.ESCORT_LIMITS,
        lambda lifted: bool(deploy.escort_mask(g, lifted) >> u & 1),
        deploy.OWN_ROUTE.refusal(),
    )


def why_deploy_to(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    u, s = local(g, "u"), action & NOUN
    if action & ~NOUN != TO:
        return other(action, "Name the place to which it is deployed.", "NA-P6LAND-a")
    return why_place(g, g.kind[u], g.where[u], s)


def why_supply_to(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN != TO:
        return other(action, "Name the place to which the supply goes.", "NA-P6LAND-a")
    return why_place(g, deploy.SUPPLY, local(g, "start"), action & NOUN)


def why_deployed(g: NorthAfrica, u: int, s: int) -> Refused:
    """Why a unit of the Reinforcements Zone, or one that has just left it, cannot go to a space."""
    box = g.board.size
    if g.where[u] != box and deploy.deployable(g, g.kind[u], box) >> s & 1:
        return _why_deploy(g, u)
    return why_place(g, g.kind[u], box, s)


def why_sent(g: NorthAfrica, u: int, s: int) -> Refused:
    """Why a unit cannot be shipped to a space, or not from where it is."""
    start = g.where[u]
    if g.fresh >> u & 1 or not g.board.staging_for[g.power] >> start & 1:
        return _why_ship(g, u)
    return why_place(g, g.kind[u], start, s)


def why_supply_sent(g: NorthAfrica, ask: Ask, action: int, s: int) -> Refused | None:
    """Why supply that is not there in such a number could not go to a space either, if so."""
    start = deploy.supply_base(g) if action & ~NOUN == SHIP_SUPPLY else g.board.size
    if start < 0 or deploy.deployable(g, deploy.SUPPLY, start) >> s & 1:
        return None
    there, alone = why_place(g, deploy.SUPPLY, start, s), why_deployment(g, ask, action)
    return Refused(there.reason, *dict.fromkeys((*there.rules, *alone.rules)))


def why_place(g: NorthAfrica, kind: int, start: int, s: int) -> Refused:
    """Why a unit or supply cannot be deployed to a space."""
    found = first_cause(
        deploy.PLACE_LIMITS,
        lambda lifted: bool(deploy.deployable(g, kind, start, lifted) >> s & 1),
        deploy.DOCK.refusal() if kind >= 0 and g.board.chart.arm[kind] == SEA else deploy.SHORE,
    )
    return found.also(*(_at_sea if g.board.sea >> s & 1 else _on_land)(g, kind, s, found))


def _at_sea(g: NorthAfrica, kind: int, z: int, found: Refused) -> tuple[str, ...]:
    """What else keeps units out of a zone: the enemy in its port, the route of another power."""
    foreign = deploy.EMBLEM.rules[0] in found.rules
    if foreign and g.board.route[z]:
        return (*_captured(g, z), "NA-DZONE-c", "R29")
    if foreign or deploy.CLOSED.rules[0] in found.rules:
        return _captured(g, z)
    return ("NA-SEA-c",) if found is deploy.SHORE and kind != deploy.SUPPLY else ()


def _on_land(g: NorthAfrica, kind: int, s: int, found: Refused) -> tuple[str, ...]:
    """What else says that a territory is no place to deploy to."""
    board, chart, side = g.board, g.board.chart, SIDE[g.power]
    out: list[str] = []
    if side == ALLIES and board.direct >> s & 1:
        out += deploy.ISLAND.rules
    if found is deploy.SHORE and kind != deploy.SUPPLY:
        if side == AXIS and (chart.arm[kind] == AIR or chart.type[kind] in (AAA, ANTI_TANK)):
            out += deploy.ISLAND.rules
        if board.emblems & ~_emblems(g, side) & 1 << s:
            out += ("NA-TERR-b", "NA-OVER-b")
    if any(staging >> s & 1 for staging in board.staging_for):
        out += deploy.NO_STAGING.rules[:1]
    return tuple(out)


def _emblems(g: NorthAfrica, side: int) -> int:
    """The territories that belong to powers of a side for ever."""
    a, b = SIDE_POWERS[side]
    return g.board.emblems_by[a] | g.board.emblems_by[b]


def _captured(g: NorthAfrica, z: int) -> tuple[str, ...]:
    """The rule that closes the convoy zone of a port in the hands of the other side."""
    port = g.board.port[z] if z < g.board.size else NONE
    owner = controller(g, port) if port != NONE else NOBODY
    if owner == NOBODY or any(SIDE[p] == SIDE[owner] for p in bits(g.board.users[z])):
        return ()
    return ("NA-STEP6-h",) if SIDE[owner] == ALLIES else ("NA-STEP6-f",)


def why_escort_to(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    u, s = local(g, "u"), action & NOUN
    if action & ~NOUN != TO:
        return other(action, "Name the convoy zone that it guards.", "NA-ESCORT-b")
    return why_escort_place(g, u, s)


def why_escort_place(g: NorthAfrica, u: int, s: int) -> Refused:
    """Why an air unit cannot be sent to a zone."""
    if s < g.board.size and g.board.route[s] == CANAL:
        return Refused("The Suez Canal is entered from the Indian Ocean only.", "NA-SEA-b")
    return first_cause(
        deploy.ESCORT_LIMITS,
        lambda lifted: bool(
            deploy.escort_mask(g, lifted) >> u & deploy.escort_zones(g, u, lifted) >> s & 1
        ),
        deploy.OWN_ROUTE.refusal(),
    )
