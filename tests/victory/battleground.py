"""Small maps, positions and a table to fight battles on."""

from collections.abc import Sequence

from sirocco.games.victory.battle import battles
from sirocco.games.victory.board import Board
from sirocco.games.victory.state import COMBAT, Victory
from sirocco.games.victory.store import pack, unpack
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import ARMS, BLOCKS, OFF, SIDE_SIZE, UNIT_NAME
from sirocco.games.victory.verbs import (
    ABOARD,
    ABORT,
    AT,
    BASE,
    BATTLE,
    BLOCKADE,
    FIRE,
    FIRE_AIR,
    FIRE_ARMY,
    FIRE_NAVAL,
    GROUND,
    HIT,
    LAND,
    LOSE,
    PASS,
    RETREAT,
    TO,
)
from sirocco.games.victory.why_battle import WHY
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Scripted
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, asked_of, pending, start
from sirocco.kernel.lower import frame
from sirocco.kernel.refusal import Refused
from tests.victory.ground import COLOURS, RED, lay, make, unit

WORDS = {
    "battle": BATTLE,
    "ground": GROUND,
    "fire": FIRE,
    "at": AT,
    "land": LAND,
    "abort": ABORT,
    "retreat": RETREAT,
    "pass": PASS,
    "hit": HIT,
    "blockade": BLOCKADE,
    "lose": LOSE,
    "base": BASE,
    "to": TO,
    "aboard": ABOARD,
}
FIRE_AT = {"air": FIRE_AIR, "naval": FIRE_NAVAL, "army": FIRE_ARMY}
OVER_HEXES = ("battle", "to")


def field(rows: Sequence[str], owners: dict[str, str], **sides: str) -> Board:
    """A board; owners by colour and hexsides by kind: `red="0101"`, `river="0101-0201"`."""
    return make(rows, sides, owners)


class Table:
    """A position in the combat phase, its dice and what happened."""

    def __init__(
        self,
        board: Board,
        blocks: str,
        dice: str = "",
        *,
        side: int = RED,
        options: tuple[str, ...] = (),
        at: str = "",
        round: int = 0,
        duty: str = "all",
    ) -> None:
        """Blocks by line: `red IN1 4 0304 via 0303 at_sea`; aircraft aboard: `red FA1 2 CV1`."""
        g = Victory(Terms("custom", options=options, duty=duty), board)
        self.g = g
        g.side = side
        g.phase = COMBAT
        g.turn = g.half_turn = 1
        g.control = [board.homes[0], board.homes[1]]
        if at:
            g.battle = board.grid.index(at)
        g.round = round
        for line in blocks.strip().splitlines():
            self._put(line.split())
        g.origin = g.where[:]
        for u in bits(g.travelled):
            g.origin[u] = OFF
        self.chance = Scripted([int(face) for face in dice.replace(" ", "")])
        self.log: list[Event] = []

    def _put(self, words: list[str]) -> None:
        g = self.g
        colour, name, cv, where, *marks = words
        via = ""
        if "via" in marks:
            via = marks.pop(marks.index("via") + 1)
            marks.remove("via")
        u = lay(g, colour, name, int(cv), where, marks)
        if via:
            g.entry[u] = g.board.grid.direction(g.where[u], g.board.grid.index(via))
            g.travelled |= 1 << u

    def begin(self) -> "Table":
        self.g.face_up |= self.g.beach | self.g.blockading
        start(self.g, frame(battles), self.chance, self.log)
        return self

    # Playing

    def action(self, colour: str, word: str, *nouns: str) -> int:
        noun = nouns[0]
        if word == "at":
            return AT + ARMS.index(noun)
        if word in OVER_HEXES:
            return WORDS[word] + self.g.board.find(noun.replace("-", " "))
        verb = FIRE_AT[nouns[1]] if len(nouns) > 1 else WORDS[word]
        return verb + self.unit(noun, colour)

    def unit(self, name: str, colour: str) -> int:
        if "-" in name:
            colour, name = name.split("-")
        return unit(name, COLOURS.index(colour))

    def actions(self, colour: str, text: str) -> list[int]:
        words = text.split()
        starts = [i for i, word in enumerate(words) if word in WORDS]
        ends = [*starts[1:], len(words)]
        return [self.action(colour, *words[a:b]) for a, b in zip(starts, ends, strict=True)]

    def play(self, *lines: str) -> "Table":
        """Lines such as `red: retreat IN1 to 0405`; what is not allowed fails the test."""
        for line in lines:
            colour, text = line.split(":")
            for action in self.actions(colour, text):
                ask = asked_of(self.g, COLOURS.index(colour))
                assert ask is not None, f"{line}: asked is {self.open()}"
                assert ask.allows(action), f"{line}: open is {self.open()}"
                act(self.g, ask.seat, action, self.chance, self.log)
                stored = pack(self.g)
                assert pack(unpack(stored)) == stored
        return self

    def refused(self, line: str) -> Refused:
        """The reason why a line is refused at its last action; those before it are played."""
        colour, text = line.split(":")
        *first, last = self.actions(colour, text)
        seat = COLOURS.index(colour)
        for action in first:
            ask = asked_of(self.g, seat)
            assert ask is not None and ask.allows(action), f"{line}: open is {self.open()}"
            act(self.g, seat, action, self.chance, self.log)
        ask = asked_of(self.g, seat)
        assert ask is not None, f"{line}: asked is {self.open()}"
        assert not ask.allows(last), f"{line} is allowed"
        return WHY[ask.topic](self.g, ask, last)

    # Looking

    def open(self) -> str:
        """The open question in words: `red combat: fire FA1; pass FA1`."""
        return " | ".join(
            f"{self.g.terms.seats[ask.seat]} {ask.topic}: {self.choices(ask)}"
            for ask in pending(self.g)
        )

    def choices(self, ask: Ask) -> str:
        return "; ".join(self.words(action) for action in ask.actions())

    def words(self, action: int) -> str:
        verb, noun = action & ~NOUN, action & NOUN
        for group, fire in FIRE_AT.items():
            if verb == fire:
                return f"fire {UNIT_NAME[noun]} {group}"
        word = next(word for word, known in WORDS.items() if known == verb)
        if word in OVER_HEXES:
            return f"{word} {self.g.board.grid.label(noun)}"
        return f"{word} {ARMS[noun] if word == 'at' else UNIT_NAME[noun]}"

    def offers(self, word: str) -> str:
        """The nouns open with a verb, over all questions: `0304 0305` or `IN1 IN2`."""
        out = []
        for ask in pending(self.g):
            for action in ask.actions():
                text = self.words(action)
                if text.split()[0] == word.split()[0] and text.split()[2:] == word.split()[1:]:
                    out.append(text.split()[1])
        return " ".join(sorted(out))

    def state(self, colour: str) -> str:
        """The blocks of a side: `FA1 3 0405, IN1 2 0304`."""
        g = self.g
        first = COLOURS.index(colour) * SIDE_SIZE
        return ", ".join(
            f"{UNIT_NAME[u]} {g.cv[u]} {g.board.grid.label(g.where[u])}"
            for u in range(first, first + SIDE_SIZE)
            if g.where[u] != OFF
        )

    def marked(self, mark: str) -> str:
        """The blocks with a mark, those of blue in small letters."""
        mask = getattr(self.g, mark)
        return " ".join(
            UNIT_NAME[u] if u < SIDE_SIZE else UNIT_NAME[u].lower()
            for u in range(BLOCKS)
            if mask >> u & 1
        )

    @property
    def over(self) -> bool:
        return not self.g.stack
