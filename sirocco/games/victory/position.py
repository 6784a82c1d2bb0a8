"""Positions of Victory as somebody describes them, for cases; docs/cases.md has every key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sirocco.games.victory.battle import too_many
from sirocco.games.victory.battlefields import WAYS
from sirocco.games.victory.blocks import army_count, everybody, naval_count
from sirocco.games.victory.carriers import AIRBASE, DECK
from sirocco.games.victory.command import NO_OFFICE
from sirocco.games.victory.control import rank
from sirocco.games.victory.position_map import find_hex, read_board
from sirocco.games.victory.position_units import (
    DIRECTIONS,
    Line,
    check_units,
    put_units,
    read_lines,
    settle,
)
from sirocco.games.victory.scenarios import SIZES, make_terms
from sirocco.games.victory.state import (
    COMBAT,
    INITIATIVE,
    MOVEMENT,
    NOBODY,
    OVER,
    PHASES,
    SETUP,
    TURN_END,
    VICTORY_CHECK,
    Victory,
)
from sirocco.games.victory.terms import OFFICES, Terms
from sirocco.games.victory.units import (
    AIR_MASK,
    ARMS,
    ARMY,
    CARRIERS,
    NAVAL,
    OFF,
    SIDE_MASK,
    SIDES,
    SUBMARINES,
    UNIT_NAME,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.given import Given, near
from sirocco.kernel.refusal import Refused

PHASE_WORDS: Final[dict[str, int]] = {
    **{word: i for i, word in enumerate(PHASES)},
    "forces": SETUP,
    "deployment": SETUP,
    "response": PHASES.index("air response"),
}
OWNERS: Final = (*SIDES, "nobody")
WINNERS: Final = (*SIDES, "draw")


def build(table: Mapping[str, Any]) -> Victory:
    """The position that a table describes, before it is run to its first decision."""
    given = Given(table, "position")
    terms = _terms(given)
    g = Victory(terms, read_board(given, terms))
    _clock(g, given)
    _offices(g, given)
    _hexes(g, given)
    lines = [
        line for side, name in enumerate(SIDES) for line in read_lines(g, side, given.texts(name))
    ]
    _battle(g, given)
    put_units(g, lines)
    if given.text("phase") != PHASES[SETUP]:
        _control(g, given)
    _stage(g, given, lines)
    settle(g, lines)
    _unveil(g)
    _check(g, lines, given.flag("unchecked"))
    given.done("plans", "map", "layout", "control", *SIDES)
    return g


# Terms and clock


def _terms(given: Given) -> Terms:
    scenario = given.text("scenario", "custom")
    options = given.table("options").plain()
    layout = given.text("layout")
    if layout and scenario != "custom":
        options.setdefault("layout", layout)
    elif layout and layout.count(",") + 1 in SIZES:
        options.setdefault("maps", layout.count(",") + 1)
        if any(part.endswith("n") for part in layout.split(",")):
            options.setdefault("neutral", True)
    return make_terms(scenario, options)


def _clock(g: Victory, given: Given) -> None:
    usual = PHASES[COMBAT if "battle" in given else MOVEMENT]
    word = given.choice("phase", PHASE_WORDS, usual)
    g.phase = PHASE_WORDS[word]
    g.turn = given.number("turn", 1, 1, 999)
    g.side = SIDES.index(given.choice("active", SIDES, SIDES[0]))
    late = g.phase >= VICTORY_CHECK
    g.half_turn = given.number("player_turn", 2 if late else 1, 1, 2)
    first = g.side if g.half_turn == 1 else 1 - g.side
    g.first = SIDES.index(given.choice("first", SIDES, SIDES[first]))
    if MOVEMENT <= g.phase <= TURN_END and (g.first == g.side) != (g.half_turn == 1):
        raise given.fault("first", "does not fit active and player_turn")
    if g.phase in (SETUP, INITIATIVE):
        g.half_turn = 0
        g.turn -= 1  # the Game Turn is counted when its initiative is rolled
    winner = given.choice("winner", WINNERS, "")
    if (g.phase == OVER) != bool(winner):
        raise given.fault("winner", "goes with the phase 'over', and only with it")
    if winner:
        g.winner = WINNERS.index(winner)


def _stage(g: Victory, given: Given, lines: list[Line]) -> None:
    """The set-up from its beginning, with the maps laid, or with the forces raised."""
    word = given.text("phase")
    if g.phase != SETUP:
        return
    if g.terms.scenario == "custom":
        raise given.fault("phase", f"is {word!r}, but the scenario 'custom' has no set-up")
    if word == PHASES[SETUP]:
        for key in ("map", "control", *SIDES):
            if key in given:
                raise given.fault(key, "does not go with the phase 'set-up', where maps are chosen")
    elif word == "deployment":
        if not g.reserve:
            raise given.fault("phase", "is 'deployment', but no unit is in reserve")
        g.first = 1 - g.side  # A13: the second chooser places first
        g.ready = everybody(g)
    elif any(not line.reserve for line in lines):
        raise given.fault("phase", "is 'forces', so all units must be in reserve")


def _offices(g: Victory, given: Given) -> None:
    """8.5: the office of each seat; each begins with the one that it is named after."""
    table = given.table("offices")
    seats = g.terms.seats
    if g.terms.duty == "arms":
        team = len(seats) // 2
        g.offices = bytearray(seat % team for seat in range(len(seats)))
    elif "offices" in given:
        raise given.fault("offices", "goes with a game of commanders (options.seats 6 or 8)")
    for name in table:
        if name not in seats:
            raise table.fault(name, f"names no seat{near(name, seats)}")
        office = table.choice(name, (*OFFICES, "none"), "")
        g.offices[seats.index(name)] = NO_OFFICE if office == "none" else OFFICES.index(office)
    for name in given.texts("ready"):
        if name not in seats:
            raise given.fault("ready", f"names no seat: {name!r}{near(name, seats)}")
        g.ready |= 1 << seats.index(name)


# Hexes


def _hexes(g: Victory, given: Given) -> None:
    for key in ("fought", "activated"):
        mask = 0
        for text in given.texts(key):
            mask |= 1 << find_hex(g.board, text, f"position.{key}")
        setattr(g, key, mask)
    use = given.table("port_use")
    for text in use:
        g.port_use[find_hex(g.board, text, use.name)] = use.number(text, 0, 0, 9)


def _control(g: Victory, given: Given) -> None:
    """Who holds each place: as said, else who has stood there, else its home side."""
    g.control = [g.board.homes[0], g.board.homes[1]]
    for h in bits(g.board.place):
        holder = _holder(g, h)
        if holder < NOBODY:
            _give(g, h, holder)
    table = given.table("control")
    for text in table:
        h = find_hex(g.board, text, table.name)
        if not g.board.place >> h & 1:
            raise table.fault(text, "is neither city nor town")
        _give(g, h, OWNERS.index(table.choice(text, OWNERS, "")))


def _give(g: Victory, h: int, owner: int) -> None:
    for side in (0, 1):
        g.control[side] &= ~(1 << h)
    if owner < NOBODY:
        g.control[owner] |= 1 << h


def _holder(g: Victory, h: int) -> int:
    """The side that has held a place since before this Player Turn, 2 if its home side does."""
    here = g.at.get(h, 0)
    if MOVEMENT <= g.phase <= COMBAT:  # V-4.3-h: entered in this turn, not yet taken
        for u in bits(here & SIDE_MASK[g.side]):
            if g.origin[u] != h or g.entry[u] < len(DIRECTIONS) or g.travelled >> u & 1:
                here &= ~(1 << u)
    if g.terms.submarines:  # V-SUBCON-a
        here &= ~SUBMARINES
    red, blue = here & SIDE_MASK[0], here & SIDE_MASK[1]
    if red and blue:
        claims = rank(g, red) - rank(g, blue)
        if here & g.blockading:
            return 1 if claims < 0 else 0
        return 1 - g.side  # the Attacker came in
    return 0 if red else 1 if blue else NOBODY


# The battle


def _battle(g: Victory, given: Given) -> None:
    if "battle" not in given:
        return
    at = given.value("battle")
    table = Given({"hex": at}, "battle") if isinstance(at, str) else given.table("battle")
    if g.phase != COMBAT:
        raise given.fault("battle", "goes with the phase 'combat'")
    if "hex" not in table:
        raise table.fault("hex", "is missing")
    g.battle = find_hex(g.board, table.text("hex"), table.name)
    g.round = table.number("round", 1, 0, 4)
    for text in table.texts("flak"):
        words = text.split()
        if len(words) != 2 or words[0] not in SIDES or words[1] not in ARMS[NAVAL:]:
            raise table.fault("flak", f"has {text!r}; it lists groups such as 'blue naval'")
        g.flak |= 1 << 3 * SIDES.index(words[0]) + ARMS.index(words[1])
    bombarded = table.table("bombarded")
    for side, name in enumerate(SIDES):
        g.bombarded[side] = bombarded.number(name, 0, 0, 4)
    bombarded.done()
    for text in table.texts("left"):
        _left(g, table, text)
    for text in table.texts("ways"):
        g.out[WAYS] |= 1 << _side_of(g, table, "ways", text)
    table.done()


def _left(g: Victory, table: Given, text: str) -> None:
    """`army 0304` or `naval NE 2`: units that left by a hexside in this round."""
    words = text.split()
    if len(words) not in (2, 3) or words[0] not in ("army", "naval"):
        raise table.fault(
            "left", f"has {text!r}; it lists hexsides such as 'army 0304' or 'naval NE 2'"
        )
    d = _side_of(g, table, "left", words[1])
    count = words[2] if len(words) == 3 else "1"
    if count not in ("1", "2"):
        raise table.fault("left", f"has {text!r}; one or two units leave by a hexside")
    g.out[d + 6 * (words[0] == ARMS[NAVAL])] += int(count)


def _side_of(g: Victory, table: Given, key: str, text: str) -> int:
    if text.upper() in DIRECTIONS:
        return DIRECTIONS.index(text.upper())
    d = g.board.grid.direction(g.battle, find_hex(g.board, text, f"{table.name}.{key}"))
    if d < 0:
        raise table.fault(key, f"has {text!r}, which is not next to the battle")
    return d


def _unveil(g: Victory) -> None:
    """V-4.42-c: with more aircraft than may fight, a first round begins with their choice."""
    if g.round == 1 and not g.acted | g.flak and (too_many(g, 0) or too_many(g, 1)):
        g.round = 0


# What cannot be


def _check(g: Victory, lines: list[Line], unchecked: bool) -> None:
    check_units(g, lines)
    if g.battle != OFF and not (g.occ[0] & g.occ[1]) >> g.battle & 1:
        raise Refused(f"position.battle: {g.board.title(g.battle)} has not units of both sides.")
    if not MOVEMENT <= g.phase <= COMBAT:
        _check_peace(g)
    _check_decks(g, lines)
    if not unchecked:
        for side in (0, 1):
            _check_stacks(g, side, lines)


def _check_peace(g: Victory) -> None:
    """Between the battles sides share a hex only in a blockade."""
    for h in bits(g.occ[0] & g.occ[1]):
        if not g.at[h] & g.blockading:
            raise Refused(
                f"position: both sides are in {g.board.title(h)} in the phase {PHASES[g.phase]!r}, "
                "and nobody blockades it."
            )


def _check_decks(g: Victory, lines: list[Line]) -> None:
    for line in lines:
        if CARRIERS >> line.unit & 1:
            planes = [other for other in lines if other.ship == line.unit]
            if len(planes) > DECK:
                raise planes[DECK].fault(
                    f"{UNIT_NAME[line.unit]} has {DECK} Air units aboard already"
                )
            if sum(plane.cv for plane in planes if not _takes_off(g, plane)) > line.cv:
                raise planes[-1].fault(
                    f"the strength aboard {UNIT_NAME[line.unit]} is above its own {line.cv}"
                )


def _takes_off(g: Victory, plane: Line) -> bool:
    """A55: aircraft of a Carrier that fly in the battle are measured when they land."""
    h = g.where[plane.unit]
    flies = g.round > 0 and h == g.battle and "grounded" not in plane.marks
    return flies and not g.board.sheltered >> h & 1


def _check_stacks(g: Victory, side: int, lines: list[Line]) -> None:
    board = g.board
    for h in bits(g.occ[side]):
        planes = g.at[h] & SIDE_MASK[side] & (AIR_MASK & ~g.aboard & ~g.grounded | g.flying)
        for arm, count, limit in (
            (ARMY, army_count(g, side, h), board.army_limit[h]),
            (NAVAL, naval_count(g, side, h), board.naval_limit[h]),
            (0, planes.bit_count(), AIRBASE),
        ):
            if count > limit:
                here = [line.text for line in lines if g.at[h] >> line.unit & 1]
                mine = [text for text in here if text.startswith(SIDES[side])]
                raise Refused(
                    f"{mine[-1]!r}: {count} {ARMS[arm]} units of {SIDES[side]} are in "
                    f"{board.title(h)}, which holds {limit} (unchecked = true allows it)."
                )
