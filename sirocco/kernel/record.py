"""The record of a game: a text file that people read, programs replay and anybody can check.

docs/dice.md describes the format. Every line ends with a mark: where it stands, and how the
head hash, which runs over all lines, begins after it.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from sirocco.kernel.chance import Roll
from sirocco.kernel.headers import HASH, Headers, RecordError, check_text, parse_headers
from sirocco.verify import digest, unpack

__all__ = ["Entry", "Headers", "Record", "RecordError"]

TITLE = "sirocco record"
FORMAT = "1"
SETUP = "0 setup"
LONGEST_LINE = 1_000_000
MOST_ROLLS = 9_999
MOST_SIDES = 9_999_999

_ENTRY = re.compile(r"([0-9]{1,9}) ([^ :]+): (.+)")
_ROLL = re.compile(
    r"# ([0-9]{1,9}) \| (?:([0-9]{1,4})d([0-9]{1,7})|(shuffle|deck) ([0-9]{1,4}))"
    r" \| ([0-9]{1,7}(?: [0-9]{1,7})*) \| ([^|]+?)"
    r"(?: \| ([^ |=]+=[0-9a-f]{64}(?: [^ |=]+=[0-9a-f]{64})*))?"
    r"(?: \| ([0-9a-f]{64}(?: [0-9a-f]{64})*))?"
)


class Entry:
    """An action, or the set-up (number 0, no seat), with the rolls that it caused."""

    __slots__ = ("number", "seat", "text", "rolls", "line", "bodies", "heads")

    def __init__(self, number: int, seat: str, text: str, line: int, head: bytes) -> None:
        self.number = number
        self.seat = seat
        self.text = text
        self.rolls: list[Roll] = []
        self.line = line
        body = f"{number} {seat}: {text}" if seat else SETUP
        self.bodies = [body]
        self.heads = [digest("head", head, body)]

    def add(self, body: str) -> None:
        self.heads.append(digest("head", self.heads[-1], body))
        self.bodies.append(body)

    def lines(self) -> list[str]:
        """The lines as they are written to a file."""
        last = len(self.bodies) - 1
        return [
            _marked(self.line + i, body, head, last if i == 0 else 0)
            for i, (body, head) in enumerate(zip(self.bodies, self.heads, strict=True))
        ]


def _marked(line: int, body: str, head: bytes, rolls: int) -> str:
    place = digest("line", line, body, rolls).hex()[:6]
    return f"{body}  ~{place}{head.hex()[:6]}{f' +{rolls}' if rolls else ''}"


def _roll_body(roll: Roll) -> str:
    parts = [f"# {roll.number}", roll.what, " ".join(map(str, roll.faces)), roll.purpose]
    if roll.links:
        parts.append(" ".join([f"{party}={link.hex()}" for party, link in roll.links]))
    if roll.seals:
        parts.append(" ".join([seal.hex() for seal in roll.seals]))
    return " | ".join(parts)


def _parse_roll(body: str) -> Roll:
    found = _ROLL.fullmatch(body)
    if not found:
        raise RecordError(f"{body[:60]!r} is not a roll")
    number, _, sides, kind, size, faces, purpose, links, seals = found.groups("")
    pairs = [pair.split("=") for pair in links.split()]
    return Roll(
        purpose=purpose,
        sides=int(sides or size),
        faces=tuple([int(face) for face in faces.split()]),
        kind=kind or "dice",
        number=int(number),
        links=tuple([(party, bytes.fromhex(link)) for party, link in pairs]),
        seals=tuple([bytes.fromhex(seal) for seal in seals.split()]),
    )


class Record:
    """Headers, the set-up and the actions so far, each with its rolls."""

    __slots__ = ("headers", "entries", "rolls", "deck_key", "_top", "_top_heads")

    def __init__(self, headers: Headers) -> None:
        headers.check()
        self.headers = headers
        self.rolls = 0
        self.deck_key = ""
        self._top = [f"{TITLE} {FORMAT}", *(": ".join(item) for item in headers.items())]
        self._top_heads: list[bytes] = []
        head = b""
        for body in self._top:
            head = digest("head", head, body)
            self._top_heads.append(head)
        self.entries = [Entry(0, "", "", len(self._top) + 1, head)]

    @property
    def head(self) -> bytes:
        """The hash of every line so far: whoever knows it notices any other record."""
        head = self.entries[-1].heads[-1]
        return digest("head", head, f"deck key: {self.deck_key}") if self.deck_key else head

    def actions(self) -> list[tuple[str, str]]:
        return [(entry.seat, entry.text) for entry in self.entries[1:]]

    def all_rolls(self) -> list[Roll]:
        return [roll for entry in self.entries for roll in entry.rolls]

    def add(self, seat: str, text: str) -> bytes:
        """Write an action down; the head that comes back binds the rolls that it will cause."""
        self._check_open()
        if seat not in self.headers.seats:
            raise RecordError(f"{seat[:60]!r} is no seat of this game")
        if why := check_text(text):
            raise RecordError(f"the action {text[:60]!r} {why}")
        last = self.entries[-1]
        line = last.line + len(last.bodies)
        self.entries.append(Entry(last.number + 1, seat, text, line, last.heads[-1]))
        return self.head

    def add_roll(self, roll: Roll) -> bytes:
        """Write down a roll of the last action, or of the set-up."""
        self._check_open()
        self._check_roll(roll)
        entry = self.entries[-1]
        body = _roll_body(roll)
        if len(entry.rolls) == MOST_ROLLS or len(body) > LONGEST_LINE - 50:
            raise RecordError(f"roll {roll.number} is too much for a record")
        entry.rolls.append(roll)
        entry.add(body)
        self.rolls += 1
        return self.head

    def drop(self, count: int) -> bytes:
        """Take back the last actions, unless one of them has rolled."""
        self._check_open()
        if not 0 < count < len(self.entries):
            raise RecordError(f"there are no {count} actions to take back")
        for entry in self.entries[-count:]:
            if entry.rolls:
                raise RecordError(f"action {entry.number} has rolled: it cannot be taken back")
        del self.entries[-count:]
        return self.head

    def close(self, deck_key: str) -> bytes:
        """Open the secret decks of a sealed game that is over; nothing can follow."""
        self._check_open()
        if not self.headers.sealed or not HASH.fullmatch(deck_key):
            raise RecordError("there are no decks to open, or this is not the key to them")
        self.deck_key = deck_key
        return self.head

    def upto(self, last: int) -> "Record":
        """This record as it stood after an action; it shares the entries."""
        new = Record(self.headers)
        new.entries = self.entries[: last + 1]
        new.rolls = sum([len(entry.rolls) for entry in new.entries])
        if last == len(self.entries) - 1:
            new.deck_key = self.deck_key
        return new

    def branch(self, last: int, decks: Mapping[int, tuple[int, ...]]) -> "Record":
        """A record of its own up to an action, for a game that goes on with other dice.

        It is not sealed: its rolls have no links, and decks the order in which they lie.
        """
        headers = replace(self.headers, dice="scripted", anchors={}, deck="")
        new = Record(headers)
        for entry in self.entries[: last + 1]:
            if entry.seat:
                new.add(entry.seat, entry.text)
            for roll in entry.rolls:
                if roll.seals and roll.number not in decks:
                    raise RecordError(f"the deck of roll {roll.number} has not been opened")
                faces = decks[roll.number] if roll.seals else roll.faces
                new.add_roll(roll._replace(faces=faces, links=(), seals=()))
        return new

    def entry_text(self, number: int) -> str:
        """The lines of one entry as they stand in the file; the headers stand above the set-up."""
        lines = self.entries[number].lines()
        if number == 0:
            top = enumerate(zip(self._top, self._top_heads, strict=True), 1)
            lines = [_marked(line, body, head, 0) for line, (body, head) in top] + lines
        return "\n".join(lines) + "\n"

    def closing_text(self) -> str:
        """The line below the last entry, if the decks have been opened."""
        if not self.deck_key:
            return ""
        last = self.entries[-1]
        line = last.line + len(last.bodies)
        return _marked(line, f"deck key: {self.deck_key}", self.head, 0) + "\n"

    def text(self) -> str:
        entries = [self.entry_text(number) for number in range(len(self.entries))]
        return "".join(entries) + self.closing_text()

    @staticmethod
    def parse(source: str | bytes) -> "Record":
        """The record that a text holds; RecordError says what is wrong with it."""
        try:
            rows = unpack(_decode(source))
        except ValueError as error:
            raise RecordError(str(error)) from error
        first = _setup_line(rows)
        record = Record(parse_headers([body for body, _, _ in rows[1:first]]))
        due = rows[first][1]
        for line, (body, rolls, _) in enumerate(rows[first + 1 :], first + 2):
            if body.startswith("# ") == (due == 0):
                raise RecordError(f"line {line} is one roll too many or too few")
            due = due - 1 if due else rolls
            try:
                record._read(body)
            except RecordError as error:
                raise RecordError(f"line {line} cannot stand: {error}") from error
        if due:
            raise RecordError(f"line {len(rows)} is the last, but {due} rolls are missing after it")
        return record

    def _read(self, body: str) -> None:
        if body.startswith("# "):
            self.add_roll(_parse_roll(body))
        elif body.startswith("deck key: "):
            self.close(body.removeprefix("deck key: "))
            return
        else:
            found = _ENTRY.fullmatch(body)
            if not found:
                raise RecordError(f"{body[:60]!r} is not an action")
            number, due = int(found[1]), len(self.entries)
            if number != due:
                how = "is there already" if number < due else "comes too soon"
                raise RecordError(f"action {number} {how}: {due} is due")
            self.add(found[2], found[3])
        if self.entries[-1].bodies[-1] != body:
            raise RecordError(f"{body[:60]!r} is not written as records are")

    def _check_open(self) -> None:
        if self.deck_key:
            raise RecordError("nothing can follow the key of the decks")

    def _check_roll(self, roll: Roll) -> None:
        if roll.number != self.rolls + 1:
            raise RecordError(f"roll {roll.number} stands where {self.rolls + 1} is due")
        if "|" in roll.purpose or check_text(roll.purpose):
            raise RecordError(f"roll {roll.number} has no proper purpose: {roll.purpose[:60]!r}")
        if not _possible(roll):
            raise RecordError(f"roll {roll.number} has impossible faces")
        if [party for party, _ in roll.links] != sorted(self.headers.anchors):
            raise RecordError(f"roll {roll.number} does not have one link of each party")
        if len(roll.seals) != (len(roll.faces) if roll.kind == "deck" and roll.links else 0):
            raise RecordError(f"roll {roll.number} does not have one seal for each card")


def _possible(roll: Roll) -> bool:
    count = len(roll.faces)
    if not (0 < count <= MOST_ROLLS and 0 < roll.sides <= MOST_SIDES):
        return False
    if roll.kind == "dice":
        return min(roll.faces) >= 1 and max(roll.faces) <= roll.sides
    order = sorted(roll.faces) == list(range(count))
    return roll.kind in ("shuffle", "deck") and order and roll.sides == count


def _setup_line(rows: list[tuple[str, int, bytes]]) -> int:
    """The place of the set-up among the lines, once the lines before it look right."""
    if rows[0][0] != f"{TITLE} {FORMAT}":
        raise RecordError(f"line 1 has more than the title: {rows[0][0][:60]!r}")
    first = -1
    for line, (body, rolls, _) in enumerate(rows, 1):
        if rolls and not body[0].isdigit():
            raise RecordError(f"line {line} announces rolls, but is no action")
        if body == SETUP and first < 0:
            first = line - 1
    if first < 0:
        raise RecordError(f"line {len(rows)} is the last, but the set-up has not begun")
    return first


def _decode(source: str | bytes) -> str:
    try:
        raw = source if isinstance(source, bytes) else source.encode()
        text = raw.decode()
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        before = source[: error.start]
        newlines = before.count(b"\n") if isinstance(before, bytes) else before.count("\n")
        raise RecordError(f"line {newlines + 1} is not UTF-8 text") from error
    for line, row in enumerate(text.split("\n"), 1):
        if len(row) > LONGEST_LINE:
            raise RecordError(f"line {line} is longer than {LONGEST_LINE} characters")
        if line == 1 and not re.match(f"{TITLE} [0-9]+ ", row):
            raise RecordError("line 1 is not the title of a Sirocco record: another kind of file")
        if line == 1 and not row.startswith(f"{TITLE} {FORMAT} "):
            raise RecordError("line 1 names a format of records that this program does not know")
    return text
