"""Victory in words: notation, nouns, prompts and the rules behind each offer."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import verbs as v
from sirocco.games.victory.movement import ways_in
from sirocco.games.victory.plans import Books
from sirocco.games.victory.setup_maps import legend
from sirocco.games.victory.state import PHASES, Victory
from sirocco.games.victory.terms import OFFICES
from sirocco.games.victory.units import ARMS, CODES, OFF, SIDE, SIDES, UNIT_NAME, unit_index
from sirocco.games.victory.why_moves import why_way
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import Frame, Together, asked_of, local
from sirocco.kernel.game import Verb
from sirocco.kernel.hexes import HexError
from sirocco.kernel.refusal import Refused

VERBS: Final[dict[int, Verb]] = {
    v.CHOOSE: Verb("choose {}", "number"),
    v.ARRANGE: Verb("arrange {}", "number"),
    v.RAISE: Verb("raise {}", "kind"),
    v.STRENGTH: Verb("strength {}", "number"),
    v.DEPLOY: Verb("deploy {}", "unit"),
    v.MOVE: Verb("move {}", "unit"),
    v.TO: Verb("to {}", "space"),
    v.INVADE: Verb("invade {}", "space"),
    v.DROP: Verb("drop {}", "space"),
    v.MARCH: Verb("march {}", "space"),
    v.SAIL: Verb("sail {}", "space"),
    v.FLY: Verb("fly {}", "space"),
    v.ABOARD: Verb("aboard {}", "unit"),
    v.FERRY: Verb("ferry {}", "unit"),
    v.VIA: Verb("via {}", "space"),
    v.STAY: Verb("stay"),
    v.BACK: Verb("back {}", "unit"),
    v.ACTIVATE: Verb("activate {}", "space"),
    v.RESPOND: Verb("respond {}", "unit"),
    v.DONE: Verb("done"),
    v.BATTLE: Verb("battle {}", "space"),
    v.GROUND: Verb("ground {}", "unit"),
    v.FIRE: Verb("fire {}", "unit"),
    v.FIRE_AIR: Verb("fire {} air", "unit"),
    v.FIRE_NAVAL: Verb("fire {} naval", "unit"),
    v.FIRE_ARMY: Verb("fire {} army", "unit"),
    v.AT: Verb("at {}", "group"),
    v.LAND: Verb("land {}", "unit"),
    v.ABORT: Verb("abort {}", "unit"),
    v.RETREAT: Verb("retreat {}", "unit"),
    v.PASS: Verb("pass {}", "unit"),
    v.HIT: Verb("hit {}", "unit"),
    v.BLOCKADE: Verb("blockade {}", "unit"),
    v.LOSE: Verb("lose {}", "unit"),
    v.BASE: Verb("base {}", "unit"),
    v.BEACHHEAD: Verb("beachhead {}", "unit"),
    v.CITY: Verb("city {}", "space"),
    v.STEP: Verb("step {}", "unit"),
    v.BUILD: Verb("build {}", "kind"),
    v.MERGE: Verb("merge {}", "unit"),
    v.INTO: Verb("into {}", "unit"),
    v.APPOINT: Verb("appoint {}", "seat"),
    v.OFFICE: Verb("office {}", "office"),
    v.COUP: Verb("coup"),
    v.MOTION: Verb("motion {}", "number"),
    v.AYE: Verb("aye"),
    v.NAY: Verb("nay"),
}


_STRAIGHT: Final = ("march", "sail", "fly", "invade", "drop")
"""Verbs whose hex follows them at once, though people say `to` in between."""


def noun_text(g: Victory, seat: int, kind: str, noun: int) -> str:
    """A noun as it is written: hexes by number, own blocks by their short name."""
    if kind == "unit":
        return UNIT_NAME[noun] if noun < len(UNIT_NAME) else str(noun)
    if kind == "space":
        return g.board.grid.label(noun) if noun < g.board.grid.size else str(noun)
    names = () if kind == "number" else _names(g, kind)
    return names[noun] if noun < len(names) else str(noun)


def noun_of(g: Victory, seat: int, kind: str, text: str) -> int:
    """The noun that a word names for a seat, or -1. A place may be named: `Port-Alex`."""
    if kind == "unit":
        return _unit_of(g, seat, text)
    if kind == "space":
        try:
            return g.board.find(text.replace("-", " ").replace("_", " "))
        except HexError:
            return -1
    if kind == "number":
        return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
    names = _names(g, kind)
    wanted = text.lower()
    return next((i for i, name in enumerate(names) if name.lower() == wanted), -1)


def _unit_of(g: Victory, seat: int, text: str) -> int:
    """`IN3` is a block of the seat's side; `blue-IN3` any block by its full name."""
    colour, dash, name = text.lower().partition("-")
    if dash and colour in SIDES:
        return unit_index(name, SIDES.index(colour))
    return unit_index(text, g.terms.side_of[seat])


def _names(g: Victory, kind: str) -> tuple[str, ...]:
    if kind == "kind":
        return CODES
    if kind == "group":
        return ARMS
    if kind == "office":
        return OFFICES
    return g.terms.seats


PROMPTS: Final[dict[str, str]] = {
    "choose-map": "Choose a map.",
    "arrange": "Decide how the maps lie: {legend}.",
    "turn-maps": "Decide which maps are turned (t): {legend}.",
    "force": "Choose your starting force: which kind of unit next?",
    "force-strength": "How many steps?",
    "strength": "How many steps?",
    "deploy": "Deploy your force: which unit next?",
    "deploy-to": "Where is {unit} deployed?",
    "council": "War council: appointments, a coup, a motion, or nothing more.",
    "office": "Which office is it to be?",
    "vote": "Aye or nay?",
    "movement": "Move your units, one after the other; then close the phase.",
    "destination": "Where does {unit} go?",
    "entry": "From which hex does {unit} enter the battle?",
    "response": "Air response: send aircraft to join battles within two hexes, then close.",
    "response-to": "Which battle does {unit} join?",
    "battle": "Which battle is fought next?",
    "ground": "More than two aircraft here: which one stays on the ground?",
    "combat": "Combat Turn, round {round} at {hex}: which unit acts, and how?",
    "declare": "At which group does {unit} fire?",
    "retreat": "Where does {unit} retreat to?",
    "hit": "Your strongest units are level: which one takes the hit?",
    "excess": "Too many steps aboard: which aircraft loses one?",
    "leave": "These units must leave the battle: which one next?",
    "landing": "The battle is over: which aircraft lands next?",
    "base": "Where does {unit} land?",
    "beachheads": "Turn Marines into Beachheads, or close the turn.",
    "production": "Production: choose a city to spend its points, or close the plan.",
    "spend": "Spend the points of {hex}, {left} left: steps, a new unit, or nothing more.",
    "into": "Into which unit is it merged?",
}


def prompt(g: Victory, ask: Ask) -> str:
    """The question in plain words."""
    text = PROMPTS[ask.topic]
    if "{unit}" in text:
        text = text.replace("{unit}", subject(g, ask))
    if "{round}" in text:
        text = text.replace("{round}", str(g.round))
    if "{hex}" in text:
        text = text.replace("{hex}", _place(g, ask))
    if "{left}" in text:
        books = Books(g, ask.seat)
        text = text.replace("{left}", str(books.left(g, books.city)))
    if "{legend}" in text:
        text = text.replace("{legend}", legend(g, ask.topic))
    return text


def _asking(g: Victory, ask: Ask) -> Frame | None:
    """The frame that asks, also where several procedures run side by side."""
    top = g.stack[-1] if g.stack else None
    if isinstance(top, Together):
        for stack in top.stacks:
            asks = stack[-1].ask(g) if stack else ()
            if any(a.seat == ask.seat for a in (asks if isinstance(asks, tuple) else (asks,))):
                return stack[-1]
    return top


def subject(g: Victory, ask: Ask) -> str:
    """The unit that the open question is about, from the frame that asks."""
    u = getattr(_asking(g, ask), "u", None)
    return UNIT_NAME[u] if isinstance(u, int) and 0 <= u < len(UNIT_NAME) else "it"


def _place(g: Victory, ask: Ask) -> str:
    h = getattr(_asking(g, ask), "h", g.battle)
    if isinstance(h, int) and h < g.board.grid.size:
        return g.board.title(h)
    return "this hex"


def told(g: Victory, ask: Ask, seat: int) -> tuple[str, str, str]:
    """What a seat is told about an open question: who decides, the topic, the question.

    Allies share what their side knows. The other side learns which side decides and the phase;
    the seat could betray the arm of a block.
    """
    side = g.terms.side_of[ask.seat]
    if seat == ask.seat or side == g.terms.side_of[seat]:
        return g.terms.seats[ask.seat], ask.topic, prompt(g, ask)
    return SIDES[side], "", f"{SIDES[side]} decides ({PHASES[g.phase]})."


def verb_word(action: int) -> str:
    """The first word of an action's verb."""
    known = VERBS.get(action & ~NOUN)
    return known.pattern.split()[0] if known else "that"


def implied(g: Victory, seat: int, action: int, rest: list[str]) -> int:
    """`via 0304` after `to 0405` where one way in is left, so that it is not asked."""
    ask = asked_of(g, seat)
    if len(rest) < 2 or rest[0].lower() != "via" or ask is None or ask.topic != "destination":
        return 0
    via = noun_of(g, seat, "space", rest[1])
    u, h = local(g, "u"), action & NOUN
    ways = ways_in(g, u, action & ~NOUN, h)
    if via < 0 or not ways or ways & (ways - 1):
        return 0
    if ways != 1 << via:
        raise why_way(g, u, h, via)
    return 2


def expand(g: Victory, seat: int, text: str) -> str:
    """`move AR1 0304-0405` is short for `move AR1 to 0405`, with a check of the start.

    `move AR1 from 0304 to 0405` is checked likewise, `march to 0405` is `march 0405`, and
    `fire BB1 at army` is `fire BB1 army`.
    """
    parts = text.split()
    for i, part in enumerate(parts):
        word, before = part.lower(), parts[i - 1].lower() if i else ""
        start, dash, end = part.partition("-")
        if dash and len(start) == len(end) == 4 and start.isdigit() and end.isdigit():
            _stands(g, seat, before, start)
            parts[i] = f"to {end}"
        elif word == "from" and i + 1 < len(parts) and _stands(g, seat, before, parts[i + 1]):
            parts[i : i + 2] = "", ""
        elif word == "to" and before in _STRAIGHT:
            parts[i] = ""
        elif word == "fire":
            _aim(g, seat, parts, i + 2)
    return " ".join(filter(None, parts))


def _stands(g: Victory, seat: int, name: str, start: str) -> bool:
    """Whether a unit and a hex are named; a unit of one's own must stand in it (V-FOG-b)."""
    u, h = _unit_of(g, seat, name), noun_of(g, seat, "space", start)
    if u >= 0 and SIDE[u] == g.terms.side_of[seat] and g.where[u] != h:
        here = noun_text(g, seat, "space", g.where[u]) if g.where[u] != OFF else "no hex"
        raise Refused(f"{UNIT_NAME[u]} stands in {here}, not in {start}.", "V-4.0-a")
    return u >= 0


def _aim(g: Victory, seat: int, parts: list[str], i: int) -> None:
    """The target of a fire order, which begins at word i: one group, not two and not a unit."""
    aim = [part.lower() for part in parts[i : i + 3]]
    if aim[:1] == ["at"]:
        del parts[i], aim[0]
    if len(aim) > 1 and aim[0] in ARMS and aim[1] in ARMS:
        raise Refused("All dice of a unit go to one target group.", "V-5.42-f", "V-5.3-a")
    u = _unit_of(g, seat, aim[0]) if aim else -1
    if u >= 0 and g.battle != OFF and (SIDE[u] != g.terms.side_of[seat] or g.where[u] != g.battle):
        raise Refused("Fire is directed at a group, never at a single unit.", "V-5.42-a")
