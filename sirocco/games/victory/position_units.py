"""Blocks of a described position: short lines such as `AR1 4 0304 moved from=0203`."""

from __future__ import annotations

from typing import Final, NamedTuple

from sirocco.games.victory.position_map import find_hex
from sirocco.games.victory.state import (
    MOVEMENT,
    NO_ENTRY,
    SETUP,
    TURN_END,
    UNIT_MASKS,
    Victory,
    place,
)
from sirocco.games.victory.units import (
    AIR_MASK,
    AIRBORNE,
    ARMY_MASK,
    BOMBERS,
    CARRIERS,
    MARINES,
    NAVAL_MASK,
    OFF,
    SIDE,
    SIDE_MASK,
    SIDES,
    UNIT_NAME,
    unit_index,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.given import near
from sirocco.kernel.refusal import Refused

WORD_OF: Final[dict[str, str]] = {
    "beach": "beachhead",
    "beach_used": "beachhead-used",
    "half": "half-hit",
}
MARK_WORDS: Final[dict[str, str]] = {
    WORD_OF.get(name, name.replace("_", "-")): name
    for name in UNIT_MASKS
    if name not in ("aboard", "reserve")
}
"""The word of each mark, and the name of its mask in the state."""
ASHORE: Final = "ashore"
DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
FULL: Final = 4
WHO: Final[dict[str, tuple[int, str]]] = {
    "at_sea": (ARMY_MASK, "Army units"),
    "invading": (MARINES, "Marines"),
    "flying": (AIRBORNE, "Airborne units"),
    "dropped": (AIRBORNE, "Airborne units"),
    "beach": (MARINES, "Marines"),
    "beach_used": (MARINES, "Marines"),
    "blockading": (NAVAL_MASK, "ships"),
    "grounded": (AIR_MASK, "Air units"),
    "aloft": (AIR_MASK, "Air units"),
    "half": (ARMY_MASK, "Army units"),
    "flown": (CARRIERS, "Carriers"),
}
"""Which blocks may have a mark."""


class Line(NamedTuple):
    """One block as a line describes it; `ship` is -1 unless it is aboard one."""

    text: str
    unit: int
    cv: int
    hex: int
    ship: int
    reserve: bool
    marks: frozenset[str]
    entry: str
    origin: str

    def fault(self, what: str) -> Refused:
        return Refused(f"{self.text!r}: {what}.")


def read_lines(g: Victory, side: int, texts: list[str]) -> list[Line]:
    """The lines of a side; a unit that is named twice is refused."""
    out: list[Line] = []
    for text in texts:
        line = _read(g, side, text)
        if any(line.unit == other.unit for other in out):
            raise line.fault(f"{UNIT_NAME[line.unit]} of {SIDES[side]} is there twice")
        out.append(line)
    return out


def _read(g: Victory, side: int, text: str) -> Line:
    words = text.split()
    shown = f"{SIDES[side]} {text}"
    if len(words) < 2:
        raise Refused(f"{shown!r}: a unit needs a name and a place, as in 'AR1 4 0304'.")
    unit = unit_index(words[0], side)
    if unit < 0:
        raise Refused(f"{shown!r}: there is no unit {words[0]!r}, FA1 to IN12 are.")
    cv, words = _strength(words[1:])
    if not 1 <= cv <= FULL:
        raise Refused(f"{shown!r}: a unit has 1 to {FULL} steps.")
    if not words:
        raise Refused(f"{shown!r}: a unit needs a place.")
    ship, where, reserve = -1, OFF, words[0] == "reserve"
    if words[0] not in ("aboard", "reserve"):
        where = find_hex(g.board, words[0], repr(shown))
    if "aboard" in words and not reserve:  # alone, or behind the hex of the Carrier
        i = words.index("aboard")
        ship = unit_index(words[i + 1], side) if len(words) > i + 1 else -1
        if ship < 0 or not CARRIERS >> ship & 1:
            raise Refused(f"{shown!r}: it must be aboard a Carrier, CV1 to CV4.")
        del words[i + 1], words[i : i + (i > 0)]
    return _marks(Line(shown, unit, cv, where, ship, reserve, frozenset(), "", ""), words[1:])


def _strength(words: list[str]) -> tuple[int, list[str]]:
    """The steps of a unit, wherever they stand, and the other words."""
    for i, word in enumerate(words):
        steps = word.lower().removesuffix("cv")
        if len(steps) < 4 and steps.lstrip("-").isdigit():
            return int(steps), words[:i] + words[i + 1 :]
    return FULL, words


def _marks(line: Line, words: list[str]) -> Line:
    marks = set()
    entry = origin = ""
    for word in words:
        key, equals, value = word.partition("=")
        mark = word.lower().replace("_", "-")
        if equals and key == "entry":
            entry = value
        elif equals and key == "from":
            origin = value
        elif mark in MARK_WORDS:
            marks.add(MARK_WORDS[mark])
        elif mark == ASHORE:
            marks.add(ASHORE)
        else:
            raise line.fault(
                f"{word!r} is no mark{near(word, [*MARK_WORDS, ASHORE, 'entry=', 'from='])}"
            )
    for name in marks:
        if name in WHO and not WHO[name][0] >> line.unit & 1:
            word = WORD_OF.get(name, name.replace("_", "-"))
            raise line.fault(f"only {WHO[name][1]} can be {word}")
    if line.reserve and (marks - {"front"} or entry or origin):
        raise line.fault("a unit in reserve has no marks")
    return line._replace(marks=frozenset(marks), entry=entry, origin=origin)


def put_units(g: Victory, lines: list[Line]) -> None:
    """Place the blocks of both sides, ships before what is aboard them."""
    for line in lines:
        g.cv[line.unit] = line.cv
        if line.reserve:
            g.reserve |= 1 << line.unit
        elif line.ship < 0:
            place(g, line.unit, line.hex)
    for line in lines:
        if line.ship >= 0:
            _put_aboard(g, line)
    for line in lines:
        _set_marks(g, line)


def _put_aboard(g: Victory, line: Line) -> None:
    ship = line.ship
    if not AIR_MASK >> line.unit & 1:
        raise line.fault("only Air units go aboard")
    if BOMBERS >> line.unit & 1:
        raise line.fault("Bombers do not go aboard a Carrier")
    if g.where[ship] == OFF:
        raise line.fault(f"{UNIT_NAME[ship]} is not on the map")
    if line.hex not in (OFF, g.where[ship]):
        raise line.fault(f"{UNIT_NAME[ship]} is in {g.board.title(g.where[ship])}")
    place(g, line.unit, g.where[ship])
    g.aboard |= 1 << line.unit
    g.carrier[line.unit] = ship


def _set_marks(g: Victory, line: Line) -> None:
    """The marks of a line, and those that follow from them."""
    u, h = line.unit, g.where[line.unit]
    bit = 1 << u
    for name in line.marks - {ASHORE}:
        setattr(g, name, getattr(g, name) | bit)
    if line.reserve:
        return
    g.origin[u] = h
    if line.origin:
        g.origin[u] = find_hex(g.board, line.origin, repr(line.text))
    flew = bool(AIR_MASK & bit or line.marks & {"flying", "dropped"})  # V-HEXSIDE-d, A86
    if line.entry and flew and ARMY_MASK & bit:
        raise line.fault("a paradrop crosses no hexside")
    if line.entry:
        g.entry[u] = _direction(g, line, h)
    elif line.origin and g.occ[1 - SIDE[u]] >> h & 1 and not flew:
        d = g.board.grid.direction(h, g.origin[u])
        g.entry[u] = d if d >= 0 else NO_ENTRY
    came = bool(line.entry or line.origin)
    if came or line.marks & {"strategic", "dropped", "invading", "flying"}:
        g.travelled |= bit
        if g.phase == MOVEMENT:
            g.moved |= bit


def _direction(g: Victory, line: Line, h: int) -> int:
    """The hexside by which a unit came: a direction, or the hex on its other side."""
    if line.entry.upper() in DIRECTIONS:
        d = DIRECTIONS.index(line.entry.upper())
    else:
        d = g.board.grid.direction(h, find_hex(g.board, line.entry, repr(line.text)))
    if d < 0 or g.board.grid.neighbour(h, d) < 0:
        raise line.fault(f"entry={line.entry} is no hexside of {g.board.grid.label(h)}")
    return d


# What follows from control: where Army units and Marines are ashore, who lies face-up


def settle(g: Victory, lines: list[Line]) -> None:
    """Ashore or at sea, face-up or standing, unless a line says so itself."""
    board = g.board
    for line in lines:
        u = line.unit
        h = g.where[u]
        if h == OFF:
            continue
        bit = 1 << u
        side = SIDE[u]
        if ARMY_MASK & bit and ASHORE not in line.marks and not g.flying & bit:
            haven = board.port & g.control[side]
            open_coast = MARINES & bit and not (g.beach & bit or haven >> h & 1)
            if board.sea >> h & 1 or open_coast or g.invading & bit:
                g.at_sea |= bit
        if (g.beach | g.blockading) & bit:
            g.face_up |= bit
        enemy = g.occ[1 - side] >> h & 1
        if enemy and _attacks_by_sea(g, u):
            g.invading |= bit
            g.travelled |= bit
        if g.dropped & bit and not g.fought >> h & 1:
            g.face_up |= bit
        if g.invading & bit and not enemy:
            g.face_up |= bit
    _settle_beachheads(g)


def _settle_beachheads(g: Victory) -> None:
    """V-4.72-b, A28: a Beachhead is used if an Army unit came or went there, and the reverse."""
    for u in bits(g.beach & SIDE_MASK[g.side]):
        h = g.where[u]
        if g.board.port >> h & 1:  # A80
            continue
        if g.beach_used >> u & 1:
            g.port_use[h] = max(1, g.port_use.get(h, 0))
        elif g.port_use.get(h):
            g.beach_used |= 1 << u


def _attacks_by_sea(g: Victory, u: int) -> bool:
    """A26: every Marine of the active side off a coast with enemies has come to invade it."""
    if not (MARINES & g.at_sea) >> u & 1 or SIDE[u] != g.side or g.phase == TURN_END:
        return False
    return bool((g.board.coastal & ~g.fought) >> g.where[u] & 1)


# What cannot be


def check_units(g: Victory, lines: list[Line]) -> None:
    """Refuse what cannot stand where it is said to stand."""
    for line in lines:
        if not line.reserve:
            _check_place(g, line)
            _check_marks(g, line)
        elif g.phase != SETUP:
            raise line.fault("units are in reserve only during the set-up")


def _check_place(g: Victory, line: Line) -> None:
    board, u = g.board, line.unit
    here = 1 << g.where[u]
    water = board.sea | board.coastal | board.canal
    at_sea = g.at_sea >> u & 1
    title = board.title(g.where[u])
    if NAVAL_MASK >> u & 1 and not water & here:
        raise line.fault(f"a ship cannot be in {title}")
    if at_sea and not water & here:
        raise line.fault(f"it cannot be at sea in {title}")
    if at_sea and g.beach >> u & 1:
        raise line.fault("a Beachhead is ashore")
    if ARMY_MASK >> u & 1 and not at_sea and not g.flying >> u & 1 and not board.land & here:
        raise line.fault(f"it cannot be ashore in {title}")
    if MARINES >> u & 1 and not water & here:
        raise line.fault(f"a Marine cannot be in {title}, which is not on the coast")
    if AIR_MASK >> u & 1 and line.ship < 0 and not board.place & here:
        if not g.occ[1 - SIDE[u]] & here or not MOVEMENT <= g.phase < TURN_END:
            raise line.fault(f"an Air unit has no base in {title} and nothing to attack there")


def _check_marks(g: Victory, line: Line) -> None:
    board, u = g.board, line.unit
    h = g.where[u]
    side = SIDE[u]
    theirs = g.occ[1 - side] >> h & 1
    if g.beach >> u & 1:
        if not board.coastal & board.drop & 1 << h:
            raise line.fault("a Beachhead needs a coastal Clear or Desert hex")
        if (g.at[h] & g.beach & SIDE_MASK[side]).bit_count() > 1:
            raise line.fault("a hex holds one Beachhead only")
    if g.blockading >> u & 1:
        beaches = g.at[h] & g.beach
        if not theirs or not (board.port >> h & 1 or beaches):
            raise line.fault("a ship blockades a port or Beachhead in which there are enemy units")
    battle_marks = line.marks & {"grounded", "aloft", "half", "acted"}
    if battle_marks and h != g.battle:
        word = WORD_OF.get(min(battle_marks), min(battle_marks))
        raise line.fault(f"{word} is a mark of the battle being fought, and it is not in it")
    if g.flying >> u & 1 and not MOVEMENT <= g.phase < TURN_END:
        raise line.fault("Airborne units fly only from the movement to the end of combat")
