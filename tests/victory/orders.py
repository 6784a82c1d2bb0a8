"""Small maps, positions and orders for the tests of movement and air response."""

from sirocco.games.victory.board import Board
from sirocco.games.victory.movement import movement
from sirocco.games.victory.response import air_response
from sirocco.games.victory.state import MOVEMENT, Victory, clone
from sirocco.games.victory.store import pack
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import SIDE_SIZE, UNIT_NAME
from sirocco.games.victory.why_moves import WHY
from sirocco.games.victory.words import VERBS, noun_of
from sirocco.kernel.bits import bits
from sirocco.kernel.catalogue import Catalogue
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, asked_of, pending, start
from sirocco.kernel.lower import frame
from sirocco.kernel.refusal import Refused
from tests.victory.ground import RED, lay, unit

VERB_OF = {known.pattern.split()[0]: (verb, known.noun) for verb, known in VERBS.items()}
RULES = Catalogue.load("victory")


def position(
    board: Board,
    *blocks: str,
    side: int = RED,
    phase: int = MOVEMENT,
    terms: Terms | None = None,
    log: list[Event] | None = None,
) -> Victory:
    """A phase begun with blocks such as `red IN1 0304`, `blue SS1 0304 blockading`, `red FA1 CV1`.

    A strength other than 4 stands behind the name: `red CV1=2 0304`.
    """
    g = Victory(terms or Terms("custom"), board)
    g.side, g.phase, g.half_turn, g.turn = side, phase, 1, 1
    g.control = [board.homes[0], board.homes[1]]
    for text in blocks:
        put(g, text)
    g.face_up |= g.beach | g.blockading
    g.origin = g.where[:]
    start(g, frame(movement if phase == MOVEMENT else air_response), Sampled(1), log)
    return g


def put(g: Victory, text: str) -> None:
    """Place one block and the control of the place where it stands."""
    colour, name, where, *marks = text.split()
    name, _, strength = name.partition("=")
    u = lay(g, colour, name, int(strength or 4), where, marks)
    h = g.where[u]
    if g.board.place >> h & 1 and "blockading" not in marks and not g.at[h] & g.blockading:
        g.control[u // SIDE_SIZE] |= 1 << h
        g.control[1 - u // SIDE_SIZE] &= ~(1 << h)


def actions(g: Victory, seat: int, text: str) -> list[int]:
    """The actions of a line of play."""
    out = []
    parts = text.split()
    while parts:
        verb, kind = VERB_OF[parts.pop(0)]
        out.append(verb + noun_of(g, seat, kind, parts.pop(0)) if kind else verb)
    return out


def seat_now(g: Victory) -> int:
    return pending(g)[0].seat


def play(
    g: Victory, *lines: str, seat: int | None = None, log: list[Event] | None = None
) -> Victory:
    """Give orders, each of which must be allowed."""
    for line in lines:
        by = seat_now(g) if seat is None else seat
        for action in actions(g, by, line):
            ask = asked_of(g, by)
            assert ask is not None, line
            if not ask.allows(action):
                raise AssertionError(f"{line}: {WHY[ask.topic](g, ask, action)}")
            act(g, by, action, Sampled(1), log)
    return g


def refused(g: Victory, line: str, seat: int | None = None) -> Refused:
    """The refusal of the last action of a line, in a copy; nothing changes by asking."""
    g = clone(g)
    by = seat_now(g) if seat is None else seat
    *before, last = actions(g, by, line)
    for action in before:
        ask = asked_of(g, by)
        assert ask is not None and ask.allows(action), line
        act(g, by, action, Sampled(1))
    ask = asked_of(g, by)
    assert ask is not None
    assert not ask.allows(last), f"{line} is allowed"
    stored = pack(g)
    reason = WHY[ask.topic](g, ask, last)
    assert pack(g) == stored
    assert reason.rules and all(rule in RULES for rule in reason.rules), reason.rules
    return reason


def offered(g: Victory, line: str, verb: str, seat: int | None = None) -> str:
    """Nouns offered with a verb after a line (in a copy): hexes by number, blocks by name."""
    g = clone(g)
    by = seat_now(g) if seat is None else seat
    for action in actions(g, by, line):
        ask = asked_of(g, by)
        assert ask is not None and ask.allows(action), line
        act(g, by, action, Sampled(1))
    ask = asked_of(g, by)
    assert ask is not None
    code, kind = VERB_OF[verb]
    mask = ask.mask(code)
    if kind == "space":
        return " ".join(g.board.grid.labels(mask))
    return " ".join(UNIT_NAME[u] for u in bits(mask))


def at(g: Victory, name: str, side: int = RED) -> str:
    """The hex in which a block stands."""
    return g.board.grid.label(g.where[unit(name, side)])


def marks(g: Victory, name: str, side: int = RED) -> set[str]:
    """The marks of movement that a block bears."""
    u = unit(name, side)
    looked = (
        "travelled strategic at_sea invading flying dropped beach beach_used blockading face_up"
        " aboard flown"
    )
    return {mark for mark in looked.split() if getattr(g, mark) >> u & 1}
