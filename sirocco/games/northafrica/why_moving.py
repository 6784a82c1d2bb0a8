"""Why something cannot be done in phase 5, and with mines."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.airlift import PASSENGERS, drops
from sirocco.games.northafrica.board import CANAL, NONE
from sirocco.games.northafrica.crowding import berths, crowded, destinations
from sirocco.games.northafrica.flights import LANDING_LIMITS, aloft
from sirocco.games.northafrica.front import ENEMY, WEST, front, patrols, vichy
from sirocco.games.northafrica.kinds import BOMBER, COAST_ROAD
from sirocco.games.northafrica.marches import DISTANCE, MARCH_LIMITS, spent
from sirocco.games.northafrica.sailing import awaiting
from sirocco.games.northafrica.stacks import APART, sets_down
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.trucks import CARGO, capacity, loose_supply, on_road, steps_from
from sirocco.games.northafrica.verbs import DONE
from sirocco.games.northafrica.verbs_convoys import LAND
from sirocco.games.northafrica.verbs_moves import (
    AIRLIFT,
    ATTACK,
    BLITZ,
    DETONATE,
    DRIVE,
    EXCHANGE,
    FLY,
    HALT,
    LOAD,
    LOAD_SUPPLY,
    MOVE,
    MOVE_ALL,
    ON,
    SAIL,
    SAILED,
    TAKE,
)
from sirocco.games.northafrica.why_moves import ROAD, foreign, no_place, why_sail
from sirocco.games.northafrica.why_sky import closed_sky, roundabout, shipped
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import local
from sirocco.kernel.refusal import Refused, first_cause

OFF_ROAD: Final = ("NA-TRUCK-a", "NA-P5LAND-a", "NA-ROAD-a")
"""A truck goes no farther off the coast road than its move value."""


def no_exchange() -> Refused:
    return Refused(
        "Only units of full territories change places, where each makes room for the other.",
        "NA-TERR-h",
        "NA-P5-a",
        "R19",
        "D11",
    )


def jammed(g: NorthAfrica) -> Refused | None:
    """After an exchange nothing else moves before there is room."""
    tight = crowded(g)
    if tight == NONE:
        return None
    return Refused(
        f"There are too many units in {g.board.title(tight)}: first make room there.",
        "NA-TERR-h",
        "R19",
        "D11",
    )


def why_noncombat(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic noncombat: phase 5."""
    verb, u = action & ~NOUN, action & NOUN
    tight = jammed(g)
    if tight is not None:
        return tight
    if verb in (MOVE, LAND, DRIVE, AIRLIFT, SAIL):
        refused = foreign(g, u)
        if refused is not None:
            return refused
        if verb == SAIL:
            return why_sail(g, u)
        if verb == DRIVE:
            return _why_drive(g, u)
        if verb == AIRLIFT:
            return _why_airlift(g, u)
        return _why_move(g, u, verb)
    if verb == EXCHANGE:
        return foreign(g, u) or no_exchange()
    if verb == MOVE_ALL:
        return foreign(g, u) or Refused(
            "Only a stack that lacks a piece to part moves as a whole, all of it fit to.",
            "NA-P5-a",
            "NA-LIMITS-b",
            "R47",
        )
    if verb in (ATTACK, BLITZ, FLY):
        return Refused(
            "Attacks are declared in phase 3; in phase 5 nobody enters hostile ground.",
            "NA-P5LAND-b",
            "NA-P3-j",
            "NA-P5-a",
            "NA-ORDER-e",
            "NA-ORDER-b",
        )
    if verb == DONE:
        if awaiting(g):
            return Refused(
                "Sea units are in mined zones: say that all have sailed.",
                "NA-DETSEA-b",
                "NA-P5SEA-c",
            )
        return Refused(
            "Air units that can land must land.",
            "NA-P5-a",
            "NA-P5AIR-b",
            "NA-P5AIR-d",
            "NA-STEP6-k",
        )
    if verb == SAILED:
        return Refused("No sea unit has entered a mined zone.", "NA-DETSEA-b", "D4")
    if verb in (LOAD, LOAD_SUPPLY, ON, HALT):
        return Refused(
            "Supply and units are carried by trucks: drive one.", "NA-SUPPLY-e", "NA-TRUCK-e"
        )
    return Refused(
        "It is the noncombat move phase: that is not open now.",
        "NA-P5-a",
        "NA-ORDER-e",
        "NA-ORDER-b",
    )


def _why_move(g: NorthAfrica, u: int, verb: int) -> Refused:
    if g.ships >> u & 1:
        return Refused("Sea units sail.", "NA-P5SEA-a", "NA-NAVAL-a")
    if g.trucks >> u & 1:
        return Refused("Trucks are driven.", "NA-P5LAND-c", "NA-TRUCK-a")
    if verb == LAND and not g.air >> u & 1:
        return Refused("Only air units land.", "NA-P5AIR-a", "NA-P5LAND-a")
    aboard = shipped(g, u)
    if aboard is not None:
        return aboard
    if g.air >> u & 1:
        up = bool(aloft(g) >> u & 1)
        if up != (verb == LAND) and berths(g, u):
            return Refused("It has to land." if up else "It is no longer in the air.", "NA-P5AIR-a")
        return first_cause(
            LANDING_LIMITS,
            lambda lifted: bool(berths(g, u, lifted)),
            Refused("It can land nowhere.", "NA-P5AIR-b", "NA-P5AIR-d"),
        )
    found = first_cause(
        MARCH_LIMITS,
        lambda lifted: bool(destinations(g, u, lifted)),
        Refused("That unit cannot go anywhere.", "NA-P5LAND-a", "NA-SPACES-a"),
    )
    return _by_road(g, u, found)


def _by_road(g: NorthAfrica, u: int, found: Refused) -> Refused:
    """Where it is too far, how far such a unit moves along the coast road."""
    if not set(DISTANCE.rules) <= set(found.rules):
        return found
    chart, kind = g.board.chart, g.kind[u]
    road = ROAD.get(chart.type[kind])
    if road is None:
        return found
    rules = [road]
    if not chart.traits[kind] & COAST_ROAD:
        rules.append("NA-ADV-b")
    if patrols(g, u) and g.fought >> u & 1:
        rules += ["NA-SCOUT-d", "R14"]
    return found.also(*rules)


def why_not_marched(g: NorthAfrica, u: int, s: int) -> Refused:
    """Why a land unit cannot move to a space."""
    if s < g.board.size and g.board.sea >> s & 1:
        return Refused("Land units do not go to sea.", "NA-SEA-c", "NA-OVER-b")
    gone = no_place(g, s)
    if gone is not None:
        return gone
    found = first_cause(
        MARCH_LIMITS,
        lambda lifted: bool(destinations(g, u, lifted) >> s & 1),
        Refused(
            "There is no way there by land.",
            "NA-SPACES-a",
            "NA-ISLAND-a",
            "NA-OVER-b",
            "NA-TERR-b",
            "NA-ROAD-b",
            "NA-TERR-a",
            "NA-P5LAND-a",
        ),
    )
    return _on_patrol(g, u, _by_road(g, u, found))


def _on_patrol(g: NorthAfrica, u: int, found: Refused) -> Refused:
    """A scout car that has attacked enters what it attacked only if that is no longer hostile."""
    if g.fought >> u & 1 and patrols(g, u) and ENEMY.rules[0] in found.rules:
        return found.also("NA-SCOUT-c", "R13")
    return found


def why_not_landed(g: NorthAfrica, u: int, s: int) -> Refused:
    """Why an air unit cannot land in a space."""
    if s < g.board.size and g.board.sea >> s & 1:
        canal = ("NA-SEA-b",) if g.board.route[s] == CANAL else ()
        return Refused("Air units land in territories.", "NA-P5AIR-b", "NA-P5AIR-d", *canal)
    return (
        no_place(g, s)
        or closed_sky(g, s)
        or roundabout(
            g,
            u,
            s,
            first_cause(
                LANDING_LIMITS,
                lambda lifted: bool(berths(g, u, lifted) >> s & 1),
                Refused("The air unit cannot land there.", "NA-P5AIR-b"),
            ),
        )
    )


def why_not_dropped(g: NorthAfrica, u: int, s: int) -> Refused:
    """Why a bomber with a passenger cannot land in a space."""
    if drops(g, u) & ~drops(g, u, local(g, "cargo", 0)) & 1 << s:
        return APART.refusal()
    if s < g.board.size and not drops(g, u) >> s & 1 and berths(g, u) >> s & 1:
        return Refused("There is no room for both.", "NA-TERR-h", "NA-ADV-c", "R19")
    found = why_not_landed(g, u, s)
    return Refused(found.reason, "NA-ADV-c", *found.rules)


def _why_drive(g: NorthAfrica, u: int) -> Refused:
    if not g.trucks >> u & 1:
        return Refused("Only trucks are driven.", "NA-TRUCK-a", "NA-SUPPLY-e")
    if g.seized >> u & 1:
        return Refused("A captured truck waits for the next turn.", "NA-TCAP-e")
    if g.travelled >> u & 1:
        return Refused("That truck has made its drive.", "NA-P5-a", "NA-TRUCK-f")
    return Refused("That truck cannot go anywhere.", "NA-P5LAND-b", "NA-SPACES-a", "NA-SEA-c")


def why_drive(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic drive: on the way."""
    verb, noun = action & ~NOUN, action & NOUN
    u = local(g, "u")
    if verb == HALT:
        return _why_not_halt(g)
    if verb == ON:
        return why_not_driven(g, u, noun)
    if verb == LOAD_SUPPLY:
        return _why_no_supply(g, u, noun)
    if verb == LOAD:
        return _why_not_loaded(g, u, noun)
    return Refused("The truck must end its drive first.", "NA-TRUCK-f")


def _why_not_halt(g: NorthAfrica) -> Refused:
    if local(g, "steps", 0) == 0:
        return Refused("The truck has not driven yet.", "NA-TRUCK-f")
    if local(g, "loaded", 0):
        return Refused("Nothing is loaded where a drive ends.", "NA-TRUCK-f", "NA-TRUCK-e")
    cargo = local(g, "cargo", 0)
    if not sets_down(g, cargo, g.where[local(g, "u")]):
        return APART.refusal()
    return Refused("There is no room to unload here.", "NA-TERR-h", "NA-TRUCK-f", "R19")


def why_not_driven(g: NorthAfrica, u: int, s: int) -> Refused:
    """Why a truck cannot drive on into a space."""
    gone = no_place(g, s)
    if gone is not None:
        return gone
    here = g.where[u]
    f = front(g)
    if not g.board.land_links[here] >> s & 1:
        return Refused("A truck drives from territory to territory.", "NA-SPACES-a", "NA-SEA-c")
    if f.enemy >> s & 1:
        return Refused("Trucks do not enter hostile territory.", "NA-P5LAND-b", "NA-P5LAND-a")
    if g.board.sahara >> s & 1:
        return Refused("Only scout cars enter the Sahara.", "NA-SAHARA-a")
    if not f.roads >> s & 1:
        return WEST.refusal()
    steps = local(g, "steps", 0)
    move = g.board.chart.move[g.kind[u]]
    if steps >= move and not (on_road(g, here) and on_road(g, s) and local(g, "road", 0)):
        return Refused(
            "Beyond its move value a truck keeps to the coast road from the start.", *OFF_ROAD
        )
    if steps >= move and not ask_room(g, u):
        return Refused("A drive has at most 5 steps.", "NA-TRUCK-a", "NA-ROAD-a")
    return Refused(
        "Its cargo would find no room beyond, or no pieces.",
        "NA-TERR-h",
        "NA-TRUCK-f",
        "D11",
        *(APART.rules if f.short else ()),
    )


def ask_room(g: NorthAfrica, u: int) -> bool:
    """Whether the truck could drive on if it were empty."""
    return bool(steps_from(g, u, local(g, "steps", 0), bool(local(g, "road", 0)), 0))


def _why_no_supply(g: NorthAfrica, u: int, count: int) -> Refused:
    free = capacity() - local(g, "cargo", 0).bit_count() - local(g, "tokens", 0)
    here = g.where[u]
    if count > free:
        return Refused(f"A truck carries {capacity()} in all.", "NA-TRUCK-b")
    if count > g.supply[here]:
        return Refused("There is not so much supply here.", "NA-SUPPLY-e", "NA-TRUCK-e")
    if count > loose_supply(g, u):
        return Refused(
            "That supply has been on a truck in this turn, or the enemy has it.",
            "NA-TRUCK-j",
            "R45",
            "NA-SUPPLY-f",
        )
    return Refused("Nothing is loaded where a drive ends.", "NA-TRUCK-f", "NA-TRUCK-e")


def _why_not_loaded(g: NorthAfrica, u: int, c: int) -> Refused:
    refused = foreign(g, c)
    if refused is not None:
        return Refused(refused.reason, "NA-TRUCK-d", *refused.rules)
    if g.board.chart.type[g.kind[c]] not in CARGO or vichy(g, c):
        return Refused(
            "Trucks carry infantry, artillery, anti-tank guns, AAA and supply.",
            "NA-TRUCK-c",
            "NA-VICHY-b",
        )
    if g.carried >> c & 1:
        return Refused("It has been carried in this turn.", "NA-TRUCK-j", "NA-TRUCK-g")
    if spent(g) >> c & 1:
        return Refused(
            "Cargo must not have moved or fought in this turn.", "NA-TRUCK-h", "NA-TRUCK-g"
        )
    if g.where[c] != g.where[u]:
        return Refused("It is not where the truck is.", "NA-TRUCK-e")
    if local(g, "cargo", 0).bit_count() + local(g, "tokens", 0) >= capacity():
        return Refused(f"A truck carries {capacity()} in all.", "NA-TRUCK-b")
    return Refused(
        "Nothing is loaded where a drive ends, or without room and a piece to unload it.",
        "NA-TRUCK-f",
        "NA-TERR-h",
        *(APART.rules if front(g).short else ()),
    )


def _why_airlift(g: NorthAfrica, u: int) -> Refused:
    if not g.terms.air_transport:
        return Refused(
            "Air transport is not agreed on for this game.", "NA-ADV-c", "NA-ADV-a", "D17"
        )
    if not g.air >> u & 1 or g.board.chart.type[g.kind[u]] != BOMBER:
        return Refused("Only Axis bombers carry units.", "NA-ADV-c")
    if spent(g) >> u & 1:
        return Refused("That bomber has flown in this turn.", "NA-P5-a", "NA-ADV-c")
    return Refused(
        "Bomber and cargo must start together in Italy and find room together.", "NA-ADV-c"
    )


def why_airlift(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic airlift: the passenger."""
    verb, c = action & ~NOUN, action & NOUN
    if verb != TAKE:
        return Refused("Say which unit the bomber takes.", "NA-ADV-c")
    refused = foreign(g, c)
    if refused is not None:
        return Refused(refused.reason, "NA-ADV-c", *refused.rules)
    if g.board.chart.type[g.kind[c]] not in PASSENGERS:
        return Refused("Bombers do not carry units of that kind.", "NA-ADV-c")
    return Refused("It must be with the bomber and not have moved or fought.", "NA-ADV-c")


def why_mines(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topics land_mines and sea_mines."""
    if action & ~NOUN != DETONATE:
        return Refused("First the owner of the mines decides.", "NA-DET-b", "D4")
    at_sea = ask.topic == "sea_mines"
    theirs = ("NA-DETSEA-d", "NA-SMINE-e") if at_sea else ("NA-DETLAND-e", "NA-DETLAND-g")
    return Refused("Only the own mines that lie there can go off.", "NA-DET-b", *theirs)
