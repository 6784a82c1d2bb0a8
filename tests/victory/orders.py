"""Small maps, positions and orders for the tests of movement and air response."""

from collections.abc import Sequence

from sirocco.games.victory.board import Board
from sirocco.games.victory.movement import movement
from sirocco.games.victory.response import air_response
from sirocco.games.victory.state import MOVEMENT, Victory, clone, place
from sirocco.games.victory.store import pack
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import SIDE_SIZE, UNIT_NAME, unit_index
from sirocco.games.victory.why_moves import WHY
from sirocco.games.victory.words import VERBS, noun_of
from sirocco.kernel.bits import bits
from sirocco.kernel.catalogue import Catalogue
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, asked_of, pending, start
from sirocco.kernel.lower import frame
from sirocco.kernel.refusal import Refused

RED, BLUE = 0, 1
VERB_OF = {known.pattern.split()[0]: (verb, known.noun) for verb, known in VERBS.items()}
RULES = Catalogue.load("victory")


def draw(rows: Sequence[str]) -> str:
    """The picture of a map from rows of hexes, each a word such as `.C2`, `~`, `-` for none."""
    words = [row.split() for row in rows]
    canvas = [[" "] * (6 * len(words[0]) + 4) for _ in range(4 * len(rows) + 2)]
    for y, row in enumerate(words):
        for x, word in enumerate(row):
            if word != "-":
                for i, char in enumerate(word):
                    canvas[4 * y + 2 * (x % 2)][6 * x + 1 + i] = char
    return "".join("".join(line).rstrip() + "\n" for line in canvas)


def make(rows: Sequence[str], sides: dict[str, str], owners: dict[str, str]) -> Board:
    """A board; `sides` names hexsides by kind: {"road": "0101-0201 0201-0301"}."""
    marks: dict[str, list[str]] = {}
    for kind, names in sides.items():
        for name in names.split():
            marks.setdefault(name, []).append(kind)
    table = "".join(f'"{name}" = "{" ".join(kinds)}"\n' for name, kinds in marks.items())
    owned = {number: side for side, numbers in owners.items() for number in numbers.split()}
    return Board.from_text(f"map = '''\n{draw(rows)}'''\n[hexsides]\n{table}", owned)


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
    u = unit_index(name, ("red", "blue").index(colour))
    g.cv[u] = int(strength or 4)
    ship = unit_index(where, u // SIDE_SIZE)
    h = g.where[ship] if ship >= 0 else g.board.grid.index(where)
    place(g, u, h)
    if ship >= 0:
        g.carrier[u] = ship
        g.aboard |= 1 << u
    for mark in marks:
        setattr(g, mark, getattr(g, mark) | 1 << u)
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


def unit(name: str, side: int = RED) -> int:
    u = unit_index(name, side)
    assert u >= 0
    return u


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
