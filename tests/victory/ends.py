"""Small maps and positions for the tests of the end of a turn."""

from sirocco.games.victory.beachheads import beachheads
from sirocco.games.victory.board import Board
from sirocco.games.victory.control import held_places
from sirocco.games.victory.production import production
from sirocco.games.victory.state import PRODUCTION, TURN_END, Victory
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import CODES, SIDE_SIZE, UNIT_NAME
from sirocco.games.victory.verbs import (
    BEACHHEAD,
    BUILD,
    CITY,
    DONE,
    INTO,
    MERGE,
    STEP,
    STRENGTH,
)
from sirocco.games.victory.why_production import WHY
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, asked_of, start
from sirocco.kernel.lower import frame
from tests.victory.ground import RED, lay, unit

WORDS = {
    "beachhead": BEACHHEAD,
    "city": CITY,
    "step": STEP,
    "build": BUILD,
    "strength": STRENGTH,
    "merge": MERGE,
    "into": INTO,
    "done": DONE,
}


def position(board: Board, *blocks: str, side: int = RED, terms: Terms | None = None) -> Victory:
    """Blocks as `red IN1 2 0304`, with marks `red MA1 4 0304 at_sea`, aboard `red FA1 2 CV1`."""
    g = Victory(terms or Terms("custom"), board)
    g.side = side
    g.phase = TURN_END
    g.half_turn = 1
    g.turn = 1
    for text in blocks:
        colour, name, cv, where, *marks = text.split()
        lay(g, colour, name, int(cv), where, marks)
    g.face_up |= g.beach | g.blockading
    g.control = [*held_places(g)]
    return g


def names(mask: int) -> str:
    """Blocks by name; those of blue in small letters."""
    out = [UNIT_NAME[u] if u < SIDE_SIZE else UNIT_NAME[u].lower() for u in bits(mask)]
    return " ".join(out)


def labels(g: Victory, mask: int) -> str:
    return " ".join(g.board.grid.labels(mask))


def begin(g: Victory, log: list[Event] | None = None) -> None:
    """Run the Beachheads or the production of a position to its first question."""
    first = frame(production) if g.phase == PRODUCTION else frame(beachheads)
    start(g, first, Sampled(1), log)


def action_of(g: Victory, seat: int, word: str, noun: str) -> int:
    side = g.terms.side_of[seat]
    verb = WORDS[word]
    if word == "done":
        return verb
    if word == "city":
        return verb + g.board.grid.index(noun)
    if word == "build":
        return verb + CODES.index(noun)
    if word == "strength":
        return verb + int(noun)
    other = noun != noun.upper()
    return verb + unit(noun, 1 - side if other else side)


def actions(g: Victory, seat: int, text: str) -> list[int]:
    parts = text.split()
    out = []
    while parts:
        word = parts.pop(0)
        out.append(action_of(g, seat, word, "" if word == "done" else parts.pop(0)))
    return out


def play(g: Victory, seat: int, text: str, log: list[Event] | None = None) -> None:
    """Several answers in one line: `city 0101 step IN1 build FA strength 2 done`."""
    for action in actions(g, seat, text):
        ask = asked_of(g, seat)
        assert ask is not None, "the seat is not asked"
        assert ask.allows(action), f"{text}: {WHY[ask.topic](g, ask, action)}"
        act(g, seat, action, Sampled(1), log)


def offered(g: Victory, seat: int, word: str) -> str:
    """What is offered with a verb, in words."""
    ask = asked_of(g, seat)
    assert ask is not None
    mask = ask.mask(WORDS[word])
    if word == "city":
        return labels(g, mask)
    if word == "build":
        return " ".join(CODES[k] for k in bits(mask))
    if word == "strength":
        return " ".join(str(n) for n in bits(mask))
    return names(mask)


def refusal(g: Victory, seat: int, text: str) -> str:
    """The first rule behind the refusal of one action."""
    (action,) = actions(g, seat, text)
    ask = asked_of(g, seat)
    assert ask is not None and not ask.allows(action)
    return WHY[ask.topic](g, ask, action).rule
