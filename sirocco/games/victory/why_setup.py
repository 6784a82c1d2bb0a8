"""Why something is refused in set-up and in war councils."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sirocco.games.victory.causes import asked_first
from sirocco.games.victory.chart_rows import room_rules
from sirocco.games.victory.commanders import politician
from sirocco.games.victory.deployment import (
    ABOARD_LIMITS,
    PLACES,
    SLOTS,
    STACKING,
    TO_LIMITS,
    decks_for,
    deployable,
    destinations,
)
from sirocco.games.victory.forces import (
    MIX_LIMIT,
    PURSE,
    RAISE_LIMITS,
    STRENGTH_LIMITS,
    purse,
    raisable,
    strengths,
)
from sirocco.games.victory.fronts import FULL, fronts
from sirocco.games.victory.setup_maps import TAKEN, maps_left
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    BLOCKS,
    CARRIERS,
    KIND,
    KINDS,
    OFF,
    SIDE,
    SIDE_MASK,
    UNIT_NAME,
)
from sirocco.games.victory.verbs import (
    ABOARD,
    APPOINT,
    ARRANGE,
    AYE,
    CHOOSE,
    COUP,
    DEPLOY,
    DONE,
    MOTION,
    NAY,
    OFFICE,
    RAISE,
    STRENGTH,
    TO,
)
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import Frame, Together
from sirocco.kernel.refusal import Refused, first_cause

VERB_RULES: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    CHOOSE: (
        "Maps are chosen at the start of set-up, each player in his turn.",
        ("V-1.1-a", "V-MAPS-c", "V-MAPS-e"),
    ),
    ARRANGE: (
        "Maps are arranged once, when all are chosen, by the player with the final adjustment.",
        ("V-1.1-b", "V-MAPS-d", "V-MAPS-f"),
    ),
    RAISE: (
        "Starting forces are chosen in set-up, once the maps lie; later units are built.",
        ("V-1.4-a", "V-6.2-a"),
    ),
    STRENGTH: (
        "A strength is named right after a unit is raised or built.",
        ("V-1.4-b", "V-8.1-b", "V-6.3-a"),
    ),
    DEPLOY: (
        "Starting units are deployed in set-up, once the forces are chosen.",
        ("V-1.4-f", "V-1.4-g", "V-1.4-a", "V-1.3-a"),
    ),
    APPOINT: ("Only a Politician appoints, and in a war council.", ("V-8.5-e", "V-8.5-d")),
    OFFICE: ("First the Politician names the seat that he appoints.", ("V-8.5-e",)),
    COUP: (
        "A coup is moved in a war council, by a commander, against his side's Politician.",
        ("V-8.5-f",),
    ),
    MOTION: ("Motions are put in war councils of the Commanders.", ("V-8.5-c",)),
    AYE: ("Nothing is put to the vote.", ("V-8.5-c", "V-8.5-f")),
    NAY: ("Nothing is put to the vote.", ("V-8.5-c", "V-8.5-f")),
}

_FORCES: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "quick-start": (("V-8.1-a",), ("V-8.1-a",)),
    "custom-forces": (("V-8.2-a",), ("V-8.2-a",)),
    "sleeping-giant": (("V-8.3-a",), ("V-8.3-c",)),
    "two-front-war": (("V-8.4-b", "A73"), ("V-8.4-c",)),
    "commanders": (("V-8.5-a", "A12"), ("V-8.5-a", "A12")),
}
"""The rules that give each side of a scenario its force."""


def force_rules(g: Victory, side: int) -> tuple[str, ...]:
    """The rules by which a side has just this force; V-8.0-c: doubled for four maps."""
    own = _FORCES.get(g.terms.scenario, ((), ()))[side]
    return ("V-1.4-a", *own, *(("V-8.0-c",) if g.terms.maps == 4 else ()))


def asking_frame(g: Victory, seat: int) -> Frame:
    """The frame that asks a seat; of several side by side, its own."""
    top = g.stack[-1]
    if isinstance(top, Together):
        for stack in top.stacks:
            if stack:
                asks = stack[-1].ask(g)
                for ask in asks if isinstance(asks, tuple) else (asks,):
                    if ask.seat == seat:
                        return stack[-1]
    return top


def _field(g: Victory, ask: Ask, name: str) -> int:
    value = getattr(asking_frame(g, ask.seat), name)
    assert isinstance(value, int)
    return value


def _other(action: int, sentence: str, *rules: str) -> Refused:
    """A verb of another question: its own general reason, if it is one of set-up's."""
    known = VERB_RULES.get(action & ~NOUN)
    if known is not None:
        return Refused(known[0], *known[1])
    return Refused(sentence, *rules)


# Maps


def choice_rules(g: Victory) -> tuple[str, ...]:
    """The rules that say who chooses how many maps, and when."""
    if g.terms.maps == 3:
        return ("V-8.4-a", "V-1.1-a")
    return ("V-MAPS-e", "V-MAPS-c") if g.terms.maps == 4 else ("V-MAPS-c", "V-1.1-a")


def why_choose(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic choose-map."""
    number = action & NOUN
    if action & ~NOUN != CHOOSE:
        return _other(action, "First the maps are chosen.", "V-1.1-a", "V-MAPS-c")
    return first_cause(
        (TAKEN,),
        lambda lifted: bool(maps_left(g, lifted) >> number & 1),
        Refused(f"There is no map {number}.", "V-MAPS-a"),
    )


def why_arrange(g: Victory, ask: Ask, action: int) -> Refused:
    """Topics arrange and turn-maps."""
    if action & ~NOUN != ARRANGE:
        return _other(action, "First it is decided how the maps lie.", "V-MAPS-d", "V-MAPS-f")
    last = ask.mask(ARRANGE).bit_length() - 1
    return Refused(f"The arrangements are numbered from 1 to {last}.", "V-1.1-b", "V-MAPS-a")


# Forces


def why_force(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic force."""
    verb, kind = action & ~NOUN, action & NOUN
    side = g.terms.side_of[ask.seat]
    front = fronts(g, side)[_field(g, ask, "index")]
    if verb == RAISE:
        if kind >= KINDS:
            return Refused("There is no such kind of unit.", *MIX_LIMIT.rules)
        cause = first_cause(
            RAISE_LIMITS,
            lambda lifted: bool(raisable(g, front, ask.seat, lifted) >> kind & 1),
            PURSE.refusal(),
        )
        return _by_scenario(g, side, cause)
    if action == DONE and not g.terms.by_points:
        left = purse(g, front)
        return Refused(
            f"The scenario gives {front.units} units: {left} are still to be raised.",
            *force_rules(g, side),
        )
    if action == DONE:
        return Refused("The force does not yet suffice to garrison every city.", "V-1.4-e", "A94")
    return _other(action, "First the starting force is chosen.", "V-1.4-a", "V-1.4-g")


def why_strength(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic force-strength."""
    cv = action & NOUN
    if action & ~NOUN != STRENGTH:
        return asked_first(
            "First say how many steps the unit has.",
            "V-8.2-a",
            "V-1.4-b",
            beside=_other(action, ""),
        )
    if not 1 <= cv <= FULL:
        return Refused(f"A unit has one to {FULL} steps.", "V-3.0-a", "V-STEP-a", "V-8.2-a")
    u = _field(g, ask, "u")
    cause = first_cause(
        STRENGTH_LIMITS,
        lambda lifted: bool(strengths(g, u, lifted) >> cv & 1),
        PURSE.refusal(),
    )
    return _by_scenario(g, SIDE[u], cause)


def _by_scenario(g: Victory, side: int, cause: Refused) -> Refused:
    """A refusal for want of units or points names the rules that give the force."""
    if not set(PURSE.rules).issubset(cause.rules):
        return cause
    return cause.also(*force_rules(g, side))


# Deployment


def why_deploy(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic deploy."""
    u = action & NOUN
    side = g.terms.side_of[ask.seat]
    if action & ~NOUN != DEPLOY:
        told = "Deployment goes on until every unit of the force stands on the map."
        return _other(action, told, "V-1.4-f", "V-1.4-g")
    if u >= BLOCKS or not SIDE_MASK[side] >> u & 1:
        return Refused("You deploy units of your own side only.", "V-1.4-f", "V-1.4-a")
    if g.where[u] != OFF:
        return Refused(f"{UNIT_NAME[u]} is deployed already.", "V-1.4-f")
    if not g.reserve >> u & 1:
        return Refused(f"{UNIT_NAME[u]} is not in your starting force.", "V-1.4-a")
    if deployable(g, side) >> u & 1:
        return Refused("Another seat commands that unit.", "V-8.5-b", "V-8.4-g")
    return first_cause(
        TO_LIMITS,
        lambda lifted: bool(destinations(g, u, lifted) | decks_for(g, u, lifted)),
        Refused(f"There is no room for {UNIT_NAME[u]} now.", "V-1.4-d"),
    )


def why_deploy_to(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic deploy-to."""
    verb, noun = action & ~NOUN, action & NOUN
    u = _field(g, ask, "u")
    if verb == TO:
        if not g.board.grid.all >> noun & 1:
            return Refused("There is no such hex on this map.", "V-1.4-c")
        cause = first_cause(
            TO_LIMITS,
            lambda lifted: bool(destinations(g, u, lifted) >> noun & 1),
            PLACES.refusal(),
        )
        if not set(STACKING.rules).issubset(cause.rules):
            return cause
        return cause.also(*room_rules(g, noun, KIND[u]))
    if verb == ABOARD:
        return _why_aboard(g, u, noun)
    return asked_first(
        f"First {UNIT_NAME[u]} is deployed.", "V-1.4-c", "V-1.4-f", beside=_other(action, "")
    )


def _why_aboard(g: Victory, u: int, ship: int) -> Refused:
    if ship >= BLOCKS or not SIDE_MASK[SIDE[u]] >> ship & 1:
        return Refused("Units start aboard own Carriers only.", "V-4.41-a", "V-3.2-e")
    if not CARRIERS >> ship & 1:
        return Refused(f"{UNIT_NAME[ship]} is no Carrier.", "V-3.2-e", "V-4.41-a")
    if not AIR_MASK >> u & 1:
        return Refused("Only Air units are based on Carriers.", "V-3.2-f", "V-3.2-e")
    if g.where[ship] == OFF:
        return Refused(f"{UNIT_NAME[ship]} is not deployed.", "V-1.4-c", "V-3.2-e")
    return first_cause(
        ABOARD_LIMITS,
        lambda lifted: bool(decks_for(g, u, lifted) >> ship & 1),
        Refused("That Carrier belongs to the other force.", "V-8.4-c", *SLOTS.rules),
    )


# Councils


def why_council(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic council."""
    verb, noun = action & ~NOUN, action & NOUN
    side = g.terms.side_of[ask.seat]
    if verb == APPOINT and politician(g, side) == ask.seat:
        if noun == ask.seat:
            return Refused("A Politician does not appoint himself.", "V-8.5-e")
        return Refused("He appoints members of his own team.", "V-8.5-e", "V-8.5-a")
    if verb == COUP and politician(g, side) == ask.seat:
        return Refused("A coup is moved by the other members of the team.", "V-8.5-f")
    if verb == COUP:
        return Refused("There is no Politician to be removed.", "V-8.5-f", "V-8.5-d")
    if verb == MOTION:
        return Refused("Motions are numbered from 1 to 9.", "V-8.5-c")
    return _other(action, "First the war council is closed.", "V-8.5-c", "V-TURN-a")


def why_office(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic office."""
    who = _field(g, ask, "who")
    if action & ~NOUN != OFFICE:
        return asked_first("First the appointment is made.", "V-8.5-e", beside=_other(action, ""))
    if action & NOUN == g.offices[who]:
        return Refused(f"{g.terms.seats[who]} has that command.", "V-8.5-e")
    return Refused("Appointments are to a military command.", "V-8.5-e", "V-8.5-a")


def why_vote(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic vote."""
    return Refused("A vote is open: aye or nay.", "V-8.5-c", "V-8.5-f")


WHY: Final[dict[str, Callable[[Victory, Ask, int], Refused]]] = {
    "choose-map": why_choose,
    "arrange": why_arrange,
    "turn-maps": why_arrange,
    "force": why_force,
    "force-strength": why_strength,
    "deploy": why_deploy,
    "deploy-to": why_deploy_to,
    "council": why_council,
    "office": why_office,
    "vote": why_vote,
}
