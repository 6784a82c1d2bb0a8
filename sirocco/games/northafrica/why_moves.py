"""Why something cannot be done in phase 3: the limits of the same masks, lifted one by one."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.attacks import ATTACK_LIMITS, MEEK, RANGE, origins, targets
from sirocco.games.northafrica.blitz import (
    BLITZ_LIMITS,
    next_steps,
    onward,
    thrusts,
    waiting,
)
from sirocco.games.northafrica.flights import FLY_LIMITS, strikes
from sirocco.games.northafrica.front import FULL, PEACE, TARGETED, front
from sirocco.games.northafrica.ground import hostile, side_units
from sirocco.games.northafrica.kinds import (
    COAST_ROAD,
    MECHANIZED,
    RIDES,
    SCOUT,
    SUBMARINE,
    TANK,
)
from sirocco.games.northafrica.powers import FRENCH, POWER_NAMES, SIDE, US
from sirocco.games.northafrica.sailing import (
    SAIL_LIMITS,
    SAILED_BEFORE,
    adrift,
    awaiting,
    courses,
)
from sirocco.games.northafrica.stacks import APART
from sirocco.games.northafrica.state import COMBAT_MOVE, FREE, NorthAfrica
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_convoys import LAND
from sirocco.games.northafrica.verbs_moves import (
    AIRLIFT,
    AT,
    ATTACK,
    BLITZ,
    CROSS,
    DRIVE,
    ENGAGE,
    FLY,
    FROM,
    LOAD,
    MOVE,
    PAY,
    RIDE,
    SAIL,
    SAILED,
    STOP,
)
from sirocco.games.northafrica.why_sky import closed_sky, roundabout, shipped
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import local
from sirocco.kernel.refusal import Refused, first_cause


def foreign(g: NorthAfrica, u: int) -> Refused | None:
    """No such unit, or not one of the power whose turn it is."""
    if g.kind[u] == FREE:
        return Refused("There is no such unit.", "NA-ORDER-b")
    if g.owner[u] != g.power:
        french = g.board.chart.nation[g.kind[u]] == FRENCH
        loyal = "NA-FREE-a" if g.owner[u] == US else "NA-VICHY-b"
        return Refused(
            f"It is {POWER_NAMES[g.power]}'s turn: only its own units move and attack.",
            *((loyal,) if french else ()),
            "NA-ORDER-a",
            "NA-P3-a",
            "NA-P5-a",
            "NA-MULTI-a",
            "NA-PLAYERS-e",
        )
    if g.where[u] >= g.board.size:
        return Refused(
            "Units in the Reinforcements Zone do nothing before they are deployed.",
            "NA-SETUP-l",
            "NA-P2-i",
        )
    if (g.army | g.trucks) >> u & 1 and g.board.sea >> g.where[u] & 1:
        return Refused(
            "Land units at sea are cargo: they come ashore in phase 1.",
            "NA-SEA-c",
            "NA-TRANSP-a",
            "NA-P1-a",
            "NA-OVER-b",
            "NA-TERR-c",
        )
    return None


def no_place(g: NorthAfrica, s: int) -> Refused | None:
    """No such space, or one that nothing enters."""
    if s >= g.board.size:
        return Refused("There is no such space.", "NA-SPACES-a")
    if g.board.impassable >> s & 1:
        return Refused(
            "That territory is impassable.", "NA-TERR-a", "NA-ROAD-b", "NA-SAHARA-b", "NA-SPACES-a"
        )
    return None


# Phase 3


def why_orders(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic orders."""
    verb, noun = action & ~NOUN, action & NOUN
    if verb in (ATTACK, BLITZ, FLY, SAIL):
        refused = foreign(g, noun)
        if refused is not None:
            return refused
        if verb == ATTACK:
            return _why_attack(g, noun)
        if verb == BLITZ:
            return _why_blitz(g, noun)
        return _why_fly(g, noun) if verb == FLY else why_sail(g, noun)
    if verb in (MOVE, LAND, DRIVE, LOAD, AIRLIFT):
        return Refused(
            "Only moves that lead to an attack are made in phase 3; others wait for phase 5.",
            "NA-P3-a",
            "NA-P5LAND-c",
            "NA-P3LAND-c",
            "NA-P3START-c",
            "NA-TRUCK-i",
            "NA-TRUCK-h",
            "NA-SUPPLY-e",
            "NA-ORDER-e",
            "NA-ORDER-b",
        )
    if verb == DONE:
        return _why_not_done(g)
    if verb == CROSS:
        return Refused("Nobody waits to cross into that territory.", "NA-DETLAND-f", "D4")
    if verb == SAILED:
        return Refused("No sea unit has entered a mined zone.", "NA-DETSEA-b", "D4")
    if verb == ENGAGE:
        return Refused("All combat moves come before declarations.", "NA-P3-j", "NA-DECL-e")
    if verb == PAY:
        return Refused(
            "Attacks are paid for when all are declared, and only what they cost.",
            "NA-PAY-a",
            "NA-SUPPLY-d",
        )
    return Refused(
        "It is the combat move phase: that is not open now.", "NA-P3-a", "NA-ORDER-e", "NA-ORDER-b"
    )


def _why_not_done(g: NorthAfrica) -> Refused:
    if waiting(g):
        return Refused("Blitzing units wait for mines: cross first.", "NA-DETLAND-f", "NA-P3-i")
    if awaiting(g):
        return Refused(
            "Sea units are in mined zones: say that all have sailed.", "NA-DETSEA-b", "NA-P3-i"
        )
    if adrift(g):
        return Refused(
            "A sea unit that stopped for mines must sail on to an attack.", "NA-P3-a", "NA-P3-h"
        )
    return Refused("Just say done.", "NA-P3-j")


def _why_attack(g: NorthAfrica, u: int) -> Refused:
    if not (g.army | g.trucks) >> u & 1:
        return Refused(
            "Air and sea units attack the space that they are in: fly or sail there.",
            "NA-P3-d",
            "NA-P3-h",
            "NA-DECL-f",
            "NA-OVER-b",
            "NA-TERR-c",
        )
    return first_cause(
        ATTACK_LIMITS,
        lambda lifted: bool(targets(g, u, lifted)),
        Refused("That unit has nothing to attack.", "NA-P3-b", "NA-DECL-g"),
    )


def why_not_at(g: NorthAfrica, u: int, t: int) -> Refused:
    """Why a land unit cannot attack a space."""
    refused = no_place(g, t)
    if refused is not None:
        return refused
    if g.board.sea >> t & 1:
        return Refused("Land units attack territories.", "NA-DECL-g", "NA-SEA-c", "NA-OVER-b")
    found = first_cause(
        ATTACK_LIMITS,
        lambda lifted: bool(targets(g, u, lifted) >> t & 1),
        Refused(
            "That territory cannot be reached by land: there are no invasions.",
            "NA-OVER-b",
            "NA-DECL-g",
            "NA-TERR-b",
        ),
    )
    return _enemy_supply(g, g.where[u], _by_road(g, u, _condition(g, t, found)))


ROAD: Final = {MECHANIZED: "NA-MECH-a", SCOUT: "NA-SCOUT-a", TANK: "NA-TANK-a"}
"""By type of unit: its move along the coast road, of up to 5 steps in phase 5 only."""


def _by_road(g: NorthAfrica, u: int, found: Refused) -> Refused:
    """Where a target is too far, that the coast road is for phase 5."""
    chart = g.board.chart
    rule = ROAD.get(chart.type[g.kind[u]])
    if rule is None or RANGE.rules[0] not in found.rules:
        return found
    if not chart.traits[g.kind[u]] & COAST_ROAD or not g.board.road >> g.where[u] & 1:
        return found
    return found.also(rule)


def _condition(g: NorthAfrica, t: int, found: Refused) -> Refused:
    """Where a target is not hostile, in which condition it is."""
    if PEACE.rules[0] not in found.rules or front(g).enemy >> t & 1:
        return found
    if hostile(g, 1 - SIDE[g.power], t):
        return found.also("NA-TERR-o")
    carts = ("NA-UNITS-b",) if g.at[t] & g.trucks & side_units(g, 1 - SIDE[g.power]) else ()
    return found.also("NA-TERR-q", *carts)


def _enemy_supply(g: NorthAfrica, s: int, found: Refused) -> Refused:
    """Where supply is short and the enemy holds some next door, that it is his."""
    near = g.board.land_links[s] & front(g).enemy
    if "NA-PAY-c" in found.rules and any(g.supply[t] for t in bits(near)):
        return found.also("NA-SUPPLY-f")
    return found


def why_from(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic attack_from."""
    verb, s = action & ~NOUN, action & NOUN
    if verb != FROM or s >= g.board.size:
        return Refused("Say from where the unit attacks.", "NA-P3-e", "D6")
    return why_not_from(g, local(g, "u"), local(g, "target"), s)


def why_not_from(g: NorthAfrica, u: int, t: int, s: int) -> Refused:
    """Why a unit cannot attack a target from a certain place."""
    limits = [limit for limit in ATTACK_LIMITS if limit is not PEACE]
    found = first_cause(
        limits,
        lambda lifted: bool(origins(g, u, t, lifted) >> s & 1),
        Refused("The target does not border that territory.", "NA-DECL-g", "NA-SPACES-a"),
    )
    return _enemy_supply(g, s, _by_road(g, u, found))


def _why_blitz(g: NorthAfrica, u: int) -> Refused:
    if g.trucks >> u & 1:
        return MEEK.refusal()
    return first_cause(
        BLITZ_LIMITS,
        lambda lifted: bool(thrusts(g, u, lifted)),
        Refused("That unit cannot blitz.", "NA-BLITZ-a", "NA-BLITZ-b"),
    )


def why_not_blitzed(g: NorthAfrica, u: int, t: int) -> Refused:
    """Why a unit cannot blitz into a space."""
    return no_place(g, t) or first_cause(
        BLITZ_LIMITS,
        lambda lifted: bool(thrusts(g, u, lifted) >> t & 1),
        Refused("The tank cannot go there.", "NA-BLITZ-a", "NA-SPACES-a"),
    )


def why_ride(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic ride."""
    verb, c = action & ~NOUN, action & NOUN
    if verb == RIDE:
        refused = foreign(g, c)
        if refused is not None:
            return refused
        if not g.board.chart.traits[g.kind[c]] & RIDES:
            return Refused(
                "Only mechanized infantry rides along with a blitzing tank.", "NA-BLITZ-f"
            )
        return Refused(
            "It must start with the tank and not have moved or attacked; one for each tank.",
            "NA-BLITZ-f",
            "NA-BLITZ-g",
            "NA-P3-j",
        )
    return Refused("Say who rides along, or that the tank goes alone.", "NA-BLITZ-f", "D6")


def why_blitz_on(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic blitz_on: the second step."""
    verb, s = action & ~NOUN, action & NOUN
    u = local(g, "u")
    here = g.where[u]
    if verb in (STOP, AT) and front(g).over >> here & 1:
        return FULL.refusal()
    if verb == STOP:
        return Refused(
            "A blitzing unit in attack position attacks or goes on.",
            "NA-DECL-a",
            "NA-BLITZ-d",
            "R5",
        )
    if verb == AT:
        if front(g).over >> here & 1:
            return FULL.refusal()
        refused = no_place(g, s)
        return refused or why_not_from(g, u, s, here)
    if verb != TO:
        return Refused("The blitzing unit must act first.", "NA-BLITZ-d", "NA-BLITZ-e")
    refused = no_place(g, s)
    if refused is not None:
        return refused
    if not g.board.land_links[here] >> s & 1:
        return Refused("The second step goes to a neighbouring territory.", "NA-BLITZ-e")
    if front(g).enemy >> s & 1:
        return Refused(
            "The second step leads into friendly or neutral territory.", "NA-BLITZ-e", "NA-P3-f"
        )
    if g.held >> s & 1:
        return Refused("Nobody follows behind a blitz in the same phase.", "NA-P3-k")
    if g.barred >> s & 1:
        return TARGETED.refusal()
    if front(g).full >> s & 1:
        return Refused("The stacking limit leaves no room there.", "NA-TERR-h", "R19")
    steps = next_steps(g, u)[1][1]
    if (onward(g, here) & ~steps) >> s & 1 and g.used[u] < g.board.chart.move[g.kind[u]]:
        return APART.refusal()
    if not onward(g, here) or not steps:
        return Refused("It has no movement left.", "NA-P3LAND-a", "NA-BLITZ-e")
    return Refused(
        "The unit may not enter that territory.",
        "NA-SAHARA-a",
        "NA-RLP-b",
        "NA-TERR-d",
        "NA-TERR-b",
    )


def _why_fly(g: NorthAfrica, u: int) -> Refused:
    if not g.air >> u & 1:
        return Refused("Only air units fly.", "NA-TERR-c", "NA-P3AIR-a")
    return shipped(g, u) or first_cause(
        FLY_LIMITS,
        lambda lifted: bool(strikes(g, u, lifted)),
        Refused("That air unit cannot attack anything.", "NA-P3-h", "NA-P3AIR-c"),
    )


def why_not_flown(g: NorthAfrica, u: int, t: int) -> Refused:
    """Why an air unit cannot attack a space."""
    return (
        no_place(g, t)
        or closed_sky(g, t)
        or roundabout(
            g,
            u,
            t,
            first_cause(
                FLY_LIMITS,
                lambda lifted: bool(strikes(g, u, lifted) >> t & 1),
                Refused("The air unit cannot go there.", "NA-P3-h", "NA-SEA-b"),
            ),
        )
    )


def why_sail(g: NorthAfrica, u: int) -> Refused:
    """Why a sea unit cannot sail at all."""
    if not g.ships >> u & 1:
        return Refused(
            "Only sea units sail; land units are at sea only in convoys.", "NA-SEA-c", "NA-TERR-c"
        )
    found = first_cause(
        SAIL_LIMITS,
        lambda lifted: bool(courses(g, u, lifted)),
        Refused("That sea unit cannot go anywhere.", "NA-SPACES-a", "NA-P1-m"),
    )
    return _halted(g, u, found)


def _halted(g: NorthAfrica, u: int, found: Refused) -> Refused:
    """With the rule that has stopped a submarine beside an enemy destroyer."""
    stopped = g.types_at[SUBMARINE] >> u & front(g).hunting_zones(g) >> g.where[u] & 1
    if stopped and set(SAILED_BEFORE.rules) <= set(found.rules):
        rule = "NA-P3SUB-b" if g.phase == COMBAT_MOVE else "NA-P5SEA-b"
        return found.also(rule)
    return found


def why_not_sailed(g: NorthAfrica, u: int, z: int) -> Refused:
    """Why a sea unit cannot sail to a space."""
    if z < g.board.size and g.board.land >> z & 1:
        return Refused(
            "Sea units never enter a territory.",
            "NA-TERR-c",
            "NA-NAVAL-a",
            "NA-OVER-b",
            "NA-ISLAND-c",
        )
    if any(s < g.board.size and 1 <= g.board.route[s] <= 3 for s in (g.where[u], z)):
        return Refused(
            "Ships go through the zones of the Atlantic route in phase 1 only, British ones.",
            "NA-SEA-b",
            "NA-CSZ-c",
            "NA-DZONE-c",
            "NA-P1-m",
            "R29",
        )
    gone = no_place(g, z)
    if gone is not None:
        return gone
    phase = ("NA-P3SEA-a",) if g.phase == COMBAT_MOVE else ("NA-P5SEA-a",)
    found = first_cause(
        SAIL_LIMITS,
        lambda lifted: bool(courses(g, u, lifted) >> z & 1),
        Refused("There is no way there by sea.", "NA-SPACES-a", "NA-SEA-b", "R29", *phase),
    )
    return _halted(g, u, found)


def why_declarations(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic declarations."""
    verb, u = action & ~NOUN, action & NOUN
    if verb == ENGAGE:
        return foreign(g, u) or Refused(
            "Only sea units in a friendly zone with enemy units can choose to attack there.",
            "NA-DECL-e",
            "NA-P3START-b",
            "NA-DECL-c",
            "NA-DECL-f",
        )
    return Refused("Combat moves are over; attacks are declared now.", "NA-P3-j", "NA-DECL-e")


def why_payment(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic payment."""
    verb, s = action & ~NOUN, action & NOUN
    if verb != PAY or s >= g.board.size:
        return Refused("The attack must be paid for first.", "NA-PAY-a", "NA-SUPPLY-d")
    if not g.supply[s]:
        return Refused("There is no supply.", "NA-PAY-c")
    if front(g).enemy >> s & 1:
        return Refused(
            "The enemy has that supply: it comes from friendly or neutral territories.",
            "NA-PAY-c",
            "NA-SUPPLY-f",
        )
    return Refused(
        "Supply comes from the attacking territory or one next to it, "
        "so that all attacks can be paid for.",
        "NA-PAY-c",
        "NA-PAY-b",
        "NA-SUPPLY-f",
        "D5",
    )
