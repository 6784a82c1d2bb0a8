"""Why a move is refused: the limits of the same masks, lifted one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sirocco.games.victory import moves_air, moves_land, moves_sea, sea_transport, why_production
from sirocco.games.victory.blockade_battles import ACTIVATE_LIMITS, activable
from sirocco.games.victory.carriers import open_deck
from sirocco.games.victory.causes import by_chart, foreign, no_hex, unheld
from sirocco.games.victory.chart_rows import CHART, army_row, land_row, naval_row, naval_stack
from sirocco.games.victory.mapdata import CLEAR, FOREST
from sirocco.games.victory.stacking import crowds, overstacked
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AIR,
    AIR_MASK,
    AIRBORNE,
    ARM,
    ARMY_MASK,
    BLOCKS,
    CARRIERS,
    KIND,
    MARINES,
    NAVAL,
    NAVAL_MASK,
    OFF,
    SIDE,
    UNIT_NAME,
)
from sirocco.games.victory.verbs import (
    ABOARD,
    ACTIVATE,
    BACK,
    DONE,
    DROP,
    FERRY,
    FLY,
    INVADE,
    LOSE,
    MARCH,
    MOVE,
    RESPOND,
    SAIL,
    STAY,
    TO,
    VIA,
)
from sirocco.games.victory.why_response import why_response, why_response_to
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import local
from sirocco.kernel.refusal import Limit, Refused, first_cause

Mask = Callable[[Victory, int, int], int]

VERB_RULES: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    MOVE: (
        "Units are moved in their owner's movement phase.",
        ("V-PTURN-a", "V-PTURN-b", "V-TURN-a", "V-4.0-a"),
    ),
    TO: ("First say which unit is to go somewhere.", ("V-4.0-a", "V-PTURN-a")),
    INVADE: ("Invasions are moves: first take a Marine.", ("V-5.7-a", "V-PTURN-a")),
    DROP: ("Paradrops are moves: first take an Airborne unit.", ("V-5.6-a", "V-PTURN-a")),
    MARCH: ("First take the Army unit that is to march.", ("V-2.3-b", "V-PTURN-a")),
    SAIL: ("First take the unit that is to sail.", ("V-4.7-c", "V-PTURN-a")),
    FLY: ("First take the unit that is to fly.", ("V-4.7-b", "V-PTURN-a")),
    ABOARD: ("First take the Air unit that is to go aboard.", ("V-3.2-k", "V-PTURN-a")),
    FERRY: ("First take the Air unit that is to go aboard.", ("V-4.7-b", "V-PTURN-a")),
    VIA: ("There is no hexside to choose now.", ("V-4.2-a",)),
    STAY: ("No unit has been taken that could stay.", ("V-4.0-a",)),
    BACK: ("Blocks go back only out of over-full hexes while units move.", ("V-4.1-e",)),
    ACTIVATE: (
        "A battle in a blockade hex is started in one's own movement phase.",
        ("V-5.8-i", "V-PTURN-a"),
    ),
    RESPOND: (
        "Air response comes after the Attacker's movement and is the Defender's.",
        ("V-4.44-a", "V-PTURN-d"),
    ),
    DONE: ("There is nothing to close here: answer the question.", ("V-PTURN-a",)),
}

_SIDE_AT_MOST: Final = frozenset(("V-HEXSIDE-e", "V-4.42-a"))
_HALTS: Final = frozenset(("V-4.3-b", "V-2.3-c", "A21", "A26"))
"""Rules by which enemies in a hex keep a move out; in a blockade hex it is A79 that says so."""
_HELD: Final = frozenset(("V-4.7-b", "V-4.7-d", "V-4.7-e", "V-4.71-d", "V-4.41-a"))
"""Rules that keep a move out of places that are not of its side."""
_AFLOAT: Final = frozenset(("V-2.1-aa", "V-4.71-b"))
_START_LIMITS: Final[dict[int, Sequence[Limit]]] = {
    TO: (moves_air.DECK, moves_air.STEAMED),
    FLY: (moves_air.UNDER_WAY, moves_air.IN_PORT, moves_air.START),
    DROP: (moves_air.FROM,),
    MARCH: (moves_land.ASHORE, moves_land.MARINE),
    SAIL: (sea_transport.EMBARK,),
}
"""The limits of where a kind of move begins; those of quays are also limits of its goal."""
_CROWD: Final = moves_land.SIDE_FULL.bit | moves_land.FULL.bit
_SHIPS: Final = moves_sea.SIDE_FULL.bit | moves_sea.FULL.bit


def _wait(what: str) -> Refused:
    return Refused(what, "V-PTURN-a", "V-5.0-a", "V-TURN-a")


# The phase


def why_movement(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic movement: which block is taken, or the end of the phase."""
    verb, noun = action & ~NOUN, action & NOUN
    if verb == MOVE:
        return foreign(g, ask, noun) or _why_not_moved(g, noun)
    if verb == DONE:
        return _why_not_done(g) if noun == 0 else Refused("Just say done.", "V-PTURN-a")
    if verb == BACK:
        return foreign(g, ask, noun) or Refused(
            f"{UNIT_NAME[noun]} has not moved into a hex that is over-full now.",
            "V-4.1-e",
            "V-4.0-c",
        )
    if verb == ACTIVATE:
        if not g.board.grid.all >> noun & 1:
            return no_hex()
        return first_cause(
            ACTIVATE_LIMITS,
            lambda lifted: bool(activable(g, g.side, lifted) >> noun & 1),
            Refused("No battle can be started there.", "V-5.8-i", "A57"),
        )
    known = VERB_RULES.get(verb) or why_production.VERB_RULES.get(verb)
    if known is not None:
        return Refused(known[0], *known[1])
    if verb == LOSE:
        return Refused(*why_production.GIVEN_UP, "V-PTURN-a")
    return _wait("Units are moving: that comes later.")


def _why_not_moved(g: Victory, u: int) -> Refused:
    name = UNIT_NAME[u]
    if g.beach_used >> u & 1:
        return Refused(
            f"{name} is a Beachhead that was used this turn and cannot move.", "V-5.71-h", "A28"
        )
    if CARRIERS >> u & 1 and not g.travelled >> u & 1 and g.flown >> u & 1:
        return Refused(
            f"{name} stays: its aircraft made a Strategic Move.", "V-3.2-l", "V-4.0-c", "A75"
        )
    return Refused(
        f"{name} has had its move this turn.",
        "V-4.0-c",
        "V-4.7-f",
        "V-4.7-a",
        "V-4.71-e",
        "V-MOVETIP-a",
    )


def _why_not_done(g: Victory) -> Refused:
    """V-4.1-e: which hex is over-full, and by which limits."""
    over = overstacked(g, g.side)
    rules: list[str] = ["V-4.1-e", "A24", "V-STACK-a"]
    names = []
    for h in bits(over):
        names.append(g.board.title(h))
        crowd = crowds(g, g.side, h)
        if crowd & ARMY_MASK & ~g.at_sea:
            rules += ["V-4.1-a", "V-4.1-b", *land_row(g, h)]
        if crowd & (NAVAL_MASK | g.at_sea):
            rules += naval_stack(g, h)
        rules += ["V-5.6-h"] if crowd & g.dropped else []
        rules += ["V-5.7-g"] if crowd & g.invading else []
    where = ", ".join(names)
    return Refused(f"Too many units stand in {where}.", *rules, *CHART)


# The block taken


def why_destination(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic destination: where the block taken cannot go, and why."""
    verb, noun = action & ~NOUN, action & NOUN
    u = local(g, "u")
    name = UNIT_NAME[u]
    if verb in (MOVE, DONE, BACK, ACTIVATE, VIA):
        return Refused(f"First say where {name} goes, or that it stays.", "V-4.0-a", "V-4.0-c")
    if verb in (ABOARD, FERRY):
        return _why_deck(g, u, verb, noun)
    if verb not in VERB_RULES or verb == RESPOND:
        return _wait("Units are moving: that comes later.")
    if verb == STAY:
        return Refused("Just say stay.", "V-4.0-a")
    if not g.board.grid.all >> noun & 1:
        return no_hex()
    if noun == g.where[u]:
        docked = bool(1 << u & g.aboard) and not open_deck(g, g.carrier[u])
        deck = moves_air.DECK.rules if docked else ()
        return Refused(f"{name} is there already; it may stay.", "V-4.0-a", *deck)
    wrong = _wrong_kind(u, verb)
    if wrong is not None:
        return wrong
    return _why_hex(g, u, verb, noun)


def _wrong_kind(u: int, verb: int) -> Refused | None:
    """A kind of move that this kind of unit does not know."""
    arm = ARM[KIND[u]]
    if verb == INVADE and not MARINES >> u & 1:
        return Refused("Only Marines make Amphibious Invasions.", "V-3.3-k", "V-5.7-a")
    if verb == DROP and not AIRBORNE >> u & 1:
        return Refused("Only Airborne units make paradrops.", "V-3.3-j", "V-5.6-a")
    if verb == MARCH and arm in (AIR, NAVAL):
        return Refused("Only Army units march by road.", "V-2.3-b", "V-4.7-e")
    if verb == SAIL and arm == AIR:
        return Refused("Air units make their Strategic Move by air.", "V-4.7-b")
    if verb == FLY and arm != AIR and not AIRBORNE >> u & 1:
        return Refused("Only Air and Airborne units fly.", "V-4.7-b")
    return None


def _mask_of(u: int, verb: int) -> tuple[Mask, Sequence[Limit]]:
    """The mask that decides a kind of move of a unit, with its limits."""
    arm = ARM[KIND[u]]
    if verb == TO and arm == AIR:
        return moves_air.air_to, moves_air.AIR_LIMITS
    if verb == TO and arm == NAVAL:
        return moves_sea.ship_to, moves_sea.SHIP_LIMITS
    if verb == TO and MARINES >> u & 1:
        return moves_sea.marine_to, moves_sea.MARINE_LIMITS
    if verb == TO:
        return moves_land.land_to, moves_land.LAND_LIMITS
    if verb == INVADE:
        return moves_sea.invade, moves_sea.INVADE_LIMITS
    if verb == DROP:
        return moves_air.drop, moves_air.DROP_LIMITS
    if verb == MARCH:
        return moves_land.march, moves_land.MARCH_LIMITS
    if verb == FLY:
        return moves_air.fly, moves_air.FLY_LIMITS
    if arm == NAVAL:
        return moves_sea.ship_sail, moves_sea.SAIL_LIMITS
    return sea_transport.transport, sea_transport.TRANSPORT_LIMITS


def _why_hex(g: Victory, u: int, verb: int, h: int) -> Refused:
    """What is to blame where the unit is, and what on its way and at the goal."""
    mask, limits = _mask_of(u, verb)
    start = _why_start(g, u, verb)
    begun = _begun(verb) if start is not None else 0
    if start is not None and mask(g, u, begun) >> h & 1:
        return start
    unreachable = Refused("That hex cannot be reached by such a move.", "V-4.0-a")
    cause = first_cause(
        [limit for limit in limits if not limit.bit & begun],
        lambda lifted: bool(mask(g, u, lifted | begun) >> h & 1),
        unreachable,
    )
    if start is not None and cause is unreachable:
        return start
    if cause is not unreachable:
        cause = by_chart(cause, "V-4.0-a", u)
    cause = _with_rulings(g, u, verb, h, _with_terrain(g, u, h, cause))
    if start is None:
        return cause
    return start.also(*cause.rules)


def _begun(verb: int) -> int:
    """The limits of where a move begins that must be lifted to see what its goal is like."""
    return sum(limit.bit for limit in _START_LIMITS.get(verb, ()))


def _why_start(g: Victory, u: int, verb: int) -> Refused | None:
    """Why a unit cannot begin such a move where it is, whatever the goal."""
    if verb == SAIL and 1 << u & ARMY_MASK and not sea_transport.can_embark(g, u):
        limits: Sequence[Limit] = sea_transport.START_LIMITS
        cause = _start_cause(limits, lambda lifted: sea_transport.can_embark(g, u, lifted))
        return _with_rulings(g, u, verb, g.where[u], cause)
    if verb == TO and 1 << u & AIR_MASK and not moves_air.may_launch(g, u):
        return _start_cause(_START_LIMITS[TO], lambda lifted: moves_air.may_launch(g, u, lifted))
    if verb == FLY and not moves_air.may_ferry(g, u):
        return _start_cause(_START_LIMITS[FLY], lambda lifted: moves_air.may_ferry(g, u, lifted))
    if verb == DROP and not moves_air.drop(g, u, ~moves_air.FROM.bit):
        return moves_air.FROM.refusal()
    if verb == MARCH and not moves_land.may_march(g, u):
        limits = _START_LIMITS[MARCH]
        return _start_cause(limits, lambda lifted: moves_land.may_march(g, u, lifted))
    return None


def _start_cause(limits: Sequence[Limit], allowed: Callable[[int], bool]) -> Refused:
    return first_cause(limits, allowed, limits[-1].refusal())


def _with_terrain(g: Victory, u: int, h: int, cause: Refused) -> Refused:
    """A refusal by a limit of the chart names the row of the chart, too."""
    board = g.board
    named = set(cause.rules)
    more: list[str] = []
    if named.issuperset(moves_land.SIDE_FULL.rules):
        more.append("V-2.0-b")
        for n in bits(moves_land.land_ways(g, u, h, _CROWD)):
            more += army_row(g, h, board.grid.direction(h, n))
    if named.issuperset(moves_sea.SIDE_FULL.rules):
        for n in bits(moves_sea.sea_ways(g, u, h, _SHIPS)):
            more.append(naval_row(g, h, board.grid.direction(h, n)))
    room = named.issuperset(moves_land.FULL.rules) or named.issuperset(sea_transport.NO_ROOM.rules)
    if room and board.land >> h & 1:
        more += land_row(g, h)
    if named.issuperset(moves_sea.FULL.rules):
        more += naval_stack(g, h)
    more += CHART if more else ()
    more += _most_at_once(g, h) if named & _SIDE_AT_MOST else ()
    return cause.also(*more)


def _most_at_once(g: Victory, h: int) -> tuple[str, ...]:
    """The book's own examples of how many units of one side attack such a hex."""
    board, at = g.board, 1 << h
    coastal = bool(board.coastal & at)
    if board.terrain[h] == FOREST:
        return ("V-XAIRSTACK-a", "V-XNAVSTACK-a") if coastal else ("V-XAIRSTACK-a",)
    open_city = coastal and board.city & at and board.terrain[h] == CLEAR
    return ("V-MAXSTACK-a",) if open_city else ()


def _with_rulings(g: Victory, u: int, verb: int, h: int, cause: Refused) -> Refused:
    """A refusal names the statements, too, that speak of just such a hex or road."""
    board, named = g.board, set(cause.rules)
    more: list[str] = []
    if named.issuperset(moves_land.LEAVE.rules):
        more += moves_land.passed_stops(g, u, h)
    if named.issuperset(moves_land.AFLOAT.rules) and board.coastal & ~_home(g, u) & 1 << h:
        more += ["V-3.3-k", "V-4.71-d"]
    if named & _HALTS and any(g.where[ship] == h for ship in bits(g.blockading)):
        more += ["A79", "V-5.8-e"] if verb == SAIL and 1 << u & ARMY_MASK else ["A79"]
    if verb == INVADE and board.sea & g.occ[1 - SIDE[u]] & 1 << h:
        more.append("A26")
    if 1 << u & (AIR_MASK | AIRBORNE) and board.place & _captured(g, SIDE[u]) & 1 << h:
        more.append("V-4.41-e")
    if named & _HELD and board.place & g.control[1 - SIDE[u]] & 1 << h:
        more += ["V-CONTROL-b", "V-CONTROL-a"]
        more += [] if g.occ[1 - SIDE[u]] >> h & 1 else ["V-4.3-d"]
        more += unheld(g, SIDE[u], h)
    if named.issuperset(moves_sea.DRY.rules):
        more += ["V-4.7-c"] if verb == SAIL else []
        if board.land & ~board.coastal & 1 << h:
            more += ["V-2.1-x", "V-2.2-g"] if board.place & 1 << h else ["V-2.1-x"]
    if "V-4.72-a" in named and g.at.get(h, 0) & g.beach:
        more.append("A80")
    if "V-4.71-d" in named:
        more += ["A20"] if board.canal & 1 << h else []
        more += ["A25"] if MARINES >> u & 1 else []
    if named & _AFLOAT and board.place & ~board.coastal & 1 << h:
        more += ["A77", "V-2.2-g"]
    return cause.also(*more)


def _home(g: Victory, u: int) -> int:
    """The ports of a unit's side."""
    return g.board.port & g.control[SIDE[u]]


def _captured(g: Victory, side: int) -> int:
    """Hexes that units of a side have taken in this Player Turn (V-4.3-h)."""
    return g.occ[side] & ~g.occ[1 - side] & ~g.control[side]


def _why_deck(g: Victory, u: int, verb: int, ship: int) -> Refused:
    """On to a Carrier."""
    if not AIR_MASK >> u & 1:
        return Refused("Carriers take Air units aboard, nobody else.", "V-3.2-f", "V-3.2-e", "A30")
    if ship >= BLOCKS or not CARRIERS >> ship & 1 or SIDE[ship] != SIDE[u]:
        return Refused("Air units go aboard Carriers of their own side.", "V-4.41-a", "V-3.2-e")
    if g.where[ship] == OFF:
        return Refused(f"{UNIT_NAME[ship]} is not on the map.", "V-4.41-a")
    mask: Mask = moves_air.aboard if verb == ABOARD else moves_air.ferry
    limits = moves_air.ABOARD_LIMITS if verb == ABOARD else moves_air.FERRY_LIMITS
    cause = first_cause(
        limits,
        lambda lifted: bool(mask(g, u, lifted) >> ship & 1),
        Refused("The unit cannot go aboard that Carrier.", "V-4.41-c"),
    )
    return by_chart(cause, "V-4.0-a", u)


def why_entry(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic entry: from which hex the block cannot cross into the battle."""
    verb, noun = action & ~NOUN, action & NOUN
    u, h = local(g, "u"), local(g, "h")
    if verb != VIA:
        later = () if verb in VERB_RULES else ("V-5.0-a", "V-PTURN-a")
        return Refused(
            f"First say from which hex {UNIT_NAME[u]} enters the battle.",
            "V-4.2-a",
            "V-HEXSIDE-a",
            *later,
        )
    return why_way(g, u, h, noun)


def why_way(g: Victory, u: int, h: int, noun: int) -> Refused:
    """Why a block cannot cross from a hex into the battle in another."""
    if not g.board.grid.all >> noun & 1:
        return no_hex()
    by_sea = bool(1 << u & (NAVAL_MASK | MARINES))
    ways: Callable[[int], int] = (
        (lambda lifted: moves_sea.sea_ways(g, u, h, lifted))
        if by_sea
        else (lambda lifted: moves_land.land_ways(g, u, h, lifted))
    )
    apart = Refused("That hex does not lie beside the battle.", "V-4.2-a", "V-4.0-a")
    cause = first_cause(
        moves_sea.SHIP_LIMITS if by_sea else moves_land.LAND_LIMITS,
        lambda lifted: bool(ways(lifted) >> noun & 1),
        apart,
    )
    return apart if cause is apart else _with_terrain(g, u, h, by_chart(cause, "V-4.0-a", u))


WHY: Final[dict[str, Callable[[Victory, Ask, int], Refused]]] = {
    "movement": why_movement,
    "destination": why_destination,
    "entry": why_entry,
    "response": why_response,
    "response-to": why_response_to,
}
