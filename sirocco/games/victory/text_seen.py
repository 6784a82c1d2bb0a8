"""A view of Victory opened up for the text board: who stands where, as far as a seat may know."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sirocco.games.victory.board import Board, board_by_key
from sirocco.games.victory.mapdata import TERRAINS
from sirocco.games.victory.state import NO_CARRIER, UNIT_MASKS
from sirocco.games.victory.terms import Terms, terms_from_key
from sirocco.games.victory.units import KIND, NAMES, OFF, SIDE_SIZE, SIDES, UNIT_NAME, unit_index
from sirocco.games.victory.view import FACE_MARKS, Face, View
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Refused

MARK_WORDS: Final = {
    "moved": "moved",
    "at_sea": "at sea",
    "invading": "invading",
    "flying": "in the air",
    "beach": "Beachhead",
    "blockading": "blockading",
    "grounded": "grounded",
    "half": "half-hit",
    "acted": "has acted",
}
"""Marks that people want to hear of."""
NOTHING: Final[frozenset[str]] = frozenset()
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Known(NamedTuple):
    """A block that the seat knows: its own, or one that lies face-up."""

    unit: int
    hex: int
    cv: int
    carrier: int
    entry: int
    marks: frozenset[str]

    @property
    def name(self) -> str:
        return UNIT_NAME[self.unit]

    def words(self) -> str:
        """
        >>> Known(28, 5, 4, NO_CARRIER, 6, frozenset(["moved"])).words()
        'AR1 armor 4 (moved)'
        """
        notes = [told for mark, told in MARK_WORDS.items() if mark in self.marks]
        if self.carrier != NO_CARRIER:
            notes.append(f"aboard {UNIT_NAME[self.carrier]}")
        said = f" ({', '.join(notes)})" if notes else ""
        return f"{self.name} {NAMES[KIND[self.unit]].lower()} {self.cv}{said}"


class Seen:
    """What a view says, by hex."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.board: Board = board_by_key(view.board)
        self.terms: Terms = terms_from_key(view.terms)
        self.side = view.side
        self.foe = 1 - view.side
        self.control = tuple(int.from_bytes(mask, "little") for mask in view.control)
        self.own = _own(view)
        self.faces = {face.unit: _face(face) for face in view.faces}
        self.counts = dict(view.counts)
        self.mine: dict[int, list[Known]] = {}
        for known in self.own.values():
            if known.hex != OFF:
                self.mine.setdefault(known.hex, []).append(known)
        self.open: dict[int, list[Known]] = {}
        for known in self.faces.values():
            self.open.setdefault(known.hex, []).append(known)

    def count(self, side: int, h: int) -> int:
        """How many blocks of a side stand in a hex."""
        return len(self.mine.get(h, ())) if side == self.side else self.counts.get(h, 0)

    def hidden(self, h: int) -> int:
        """How many blocks of the other side in a hex show only their backs."""
        return self.counts.get(h, 0) - len(self.open.get(h, ()))

    def holder(self, h: int) -> str:
        """The side that holds a place, or `nobody`."""
        for side, mask in enumerate(self.control):
            if mask >> h & 1:
                return SIDES[side]
        return "nobody"

    def find(self, text: str) -> int:
        """A hex by number, name or the beginning of a name."""
        wanted = " ".join(text.replace("-", " ").replace("_", " ").split()).casefold()
        board = self.board
        if wanted in board.by_name:
            return board.by_name[wanted]
        if board.grid.knows(wanted):
            return board.grid.index(wanted)
        begun = [h for name, h in board.by_name.items() if wanted and name.startswith(wanted)]
        if len(begun) == 1:
            return begun[0]
        if begun:
            names = ", ".join(board.name_of[h] for h in begun)
            raise Refused(f"{text[:40]!r} may be {names}.")
        raise Refused(f"There is no hex {text[:40]!r}: give a number like 0304, or a name.")

    def unit(self, text: str) -> int:
        """A block of one's own by name, or -1."""
        return unit_index(text, self.side)

    def name(self, h: int) -> str:
        """A hex as it is typed: its name without blanks, or its number."""
        return self.short(h).replace(" ", "-")

    # Words

    def short(self, h: int) -> str:
        """The name of a hex, or its number if it has none."""
        return self.board.name_of.get(h) or self.board.grid.label(h)

    def place_words(self, h: int) -> str:
        """A hex: its name, what it is and whose."""
        board = self.board
        parts = [board.title(h)]
        if board.city >> h & 1:
            parts.append(f"{'port ' if board.port >> h & 1 else ''}city, {board.pp[h]} PP")
        elif board.town >> h & 1:
            parts.append(f"{'port ' if board.port >> h & 1 else ''}town")
        else:
            parts.append(TERRAINS[board.terrain[h]])
        if board.place >> h & 1:
            parts.append(self.holder(h))
        return ", ".join(parts)

    def brief(self, h: int) -> str:
        """A hex in few words, without its number: `Hope, port city, 3 PP, red: AR1 4, IN2 2`."""
        board = self.board
        place = self.place_words(h).removeprefix(board.title(h)).removeprefix(", ")
        named = f"{board.name_of[h]}, {place}" if h in board.name_of else place
        who = ", ".join(f"{known.name} {known.cv}" for known in self.mine.get(h, ()))
        foes = self.counts.get(h, 0)
        told = [words for words in (who, blocks(foes, SIDES[self.foe]) if foes else "") if words]
        return f"{named}: {'; '.join(told)}" if told else named

    def block_words(self, h: int) -> str:
        """Who stands in a hex."""
        parts = []
        mine = self.mine.get(h, [])
        if mine:
            parts.append(", ".join(known.words() for known in mine))
        shown = self.open.get(h, [])
        if shown:
            names = ", ".join(known.words() for known in shown)
            parts.append(f"{SIDES[self.foe]} {names}")
        if self.hidden(h) > 0:
            parts.append(blocks(self.hidden(h), SIDES[self.foe]))
        return "; ".join(parts)

    def sentence(self, h: int) -> str:
        """A hex with who stands in it."""
        who = self.block_words(h)
        return f"{self.place_words(h)}: {who}" if who else self.place_words(h)


@lru_cache(maxsize=64)
def seen_of(view: View) -> Seen:
    """A view opened up; many ask for the same one."""
    return Seen(view)


def blocks(count: int, side: str) -> str:
    """
    >>> blocks(1, "blue"), blocks(2, "red")
    ('one blue block', 'two red blocks')
    """
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {side} block{'' if count == 1 else 's'}"


def _own(view: View) -> dict[int, Known]:
    """All fifty blocks of the seat's side that exist: on the map or in reserve."""
    where = memoryview(view.where).cast("H")
    first = view.side * SIDE_SIZE
    marked: dict[int, list[str]] = {}
    for name, mask in zip(UNIT_MASKS, view.marks, strict=True):
        for i in bits(mask):
            marked.setdefault(i, []).append(name)
    found = {}
    for i, at in enumerate(where):
        marks = frozenset(marked[i]) if i in marked else NOTHING
        if at != OFF or "reserve" in marks:
            u = first + i
            found[u] = Known(u, at, view.cv[i], view.carrier[i], view.entry[i], marks)
    return found


def _face(face: Face) -> Known:
    marks = frozenset(FACE_MARKS[i] for i in bits(face.marks))
    return Known(face.unit, face.hex, face.cv, face.carrier, face.entry, marks)
