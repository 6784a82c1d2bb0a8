"""The headers of a record: what a reader must know before the first action."""

import re
from dataclasses import dataclass, field

LONGEST_TEXT = 2_000
HASH = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_SEAT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
_DICE = re.compile(r"seed -?[0-9]{1,40}|scripted|sealed [A-Za-z0-9_-]{1,64}")
_DATA = re.compile(r"[^ ]+ [^ ]+")
_ONCE = ("game", "rules", "data", "provenance", "scenario", "seats", "dice", "deck")
_GROUPS = ("option ", "anchor ", "x-")


class RecordError(Exception):
    """One sentence that says what is wrong, and in which line when there is one."""


class HeaderError(RecordError):
    """One header is wrong."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"the header {name[:60]!r} {why}")
        self.name = name


def check_text(text: str) -> str:
    """What keeps a text from standing in a record, if anything does."""
    if not text or text != text.strip() or not text.isprintable():
        return "is not one line of plain text"
    if len(text) > LONGEST_TEXT:
        return f"is longer than {LONGEST_TEXT} characters"
    return ""


@dataclass(frozen=True)
class Headers:
    """`dice` is `seed 7`, `scripted` or `sealed ID`; `extra` is free."""

    game: str
    rules: str
    data_version: str
    data_hash: str
    scenario: str
    seats: tuple[str, ...]
    dice: str
    provenance: str = "reconstruction"
    options: dict[str, str] = field(default_factory=dict)
    anchors: dict[str, str] = field(default_factory=dict)
    deck: str = ""
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def sealed(self) -> bool:
        return self.dice.startswith("sealed ")

    def items(self) -> list[tuple[str, str]]:
        """Names and values in the order in which they are written."""
        items = [
            ("game", self.game),
            ("rules", self.rules),
            ("data", f"{self.data_version} {self.data_hash}"),
            ("provenance", self.provenance),
            ("scenario", self.scenario),
        ]
        items += [(f"option {name}", self.options[name]) for name in sorted(self.options)]
        items += [("seats", " ".join(self.seats)), ("dice", self.dice)]
        items += [(f"anchor {party}", self.anchors[party]) for party in sorted(self.anchors)]
        items += [("deck", self.deck)] if self.deck else []
        return items + [(f"x-{name}", self.extra[name]) for name in sorted(self.extra)]

    def check(self) -> None:
        for name, value in self.items():
            if why := check_text(value):
                raise HeaderError(name, why)
        for name in self.options:
            if not _NAME.fullmatch(name):
                raise HeaderError(f"option {name}", "has a name that is not allowed")
        for name in self.extra:
            if not _NAME.fullmatch(name):
                raise HeaderError(f"x-{name}", "has a name that is not allowed")
        if not _DATA.fullmatch(f"{self.data_version} {self.data_hash}"):
            raise HeaderError("data", "is not a version and a hash")
        if not all(_SEAT.fullmatch(seat) and seat != "server" for seat in self.seats):
            raise HeaderError("seats", "has a name that is not allowed")
        if len(set(self.seats)) < len(self.seats):
            raise HeaderError("seats", "names a seat twice")
        self._check_dice()

    def _check_dice(self) -> None:
        if not _DICE.fullmatch(self.dice):
            raise HeaderError("dice", "is neither 'seed N' nor 'scripted' nor 'sealed ID'")
        parties = {"server", *self.seats} if self.sealed else set()
        for party in sorted(parties ^ self.anchors.keys()):
            why = "is missing" if party in parties else "belongs to nobody at this table"
            raise HeaderError(f"anchor {party}", why)
        if bool(self.deck) != self.sealed:
            raise HeaderError("deck", "is missing" if self.sealed else "belongs to sealed dice")
        for name, value in self.items():
            if (name == "deck" or name.startswith("anchor ")) and not HASH.fullmatch(value):
                raise HeaderError(name, "is not a hash")


def parse_headers(bodies: list[str]) -> Headers:
    """Headers from the lines between the title, which is line 1, and the set-up."""
    found: dict[str, str] = {}
    lines: dict[str, int] = {}
    for line, body in enumerate(bodies, 2):
        name, _, value = body.partition(": ")
        if not value or not (name in _ONCE or name.startswith(_GROUPS)):
            raise RecordError(f"line {line} has an unknown or empty header: {body[:60]!r}")
        if name in found:
            raise RecordError(f"line {line} repeats the header {name[:60]!r}")
        found[name] = value
        lines[name] = line
    for name in _ONCE:
        if name not in found and name != "deck":
            raise RecordError(f"the header {name!r} is missing")
    headers = _build(found)
    try:
        headers.check()
    except HeaderError as error:
        where = f"line {lines[error.name]}: " if error.name in lines else ""
        raise RecordError(f"{where}{error}") from error
    for line, (body, item) in enumerate(zip(bodies, headers.items(), strict=True), 2):
        if body != ": ".join(item):
            raise RecordError(f"line {line} is out of order: the header {item[0]!r} is due here")
    return headers


def _build(found: dict[str, str]) -> Headers:
    version, _, pack = found["data"].partition(" ")
    groups = {
        prefix: {n.removeprefix(prefix): found[n] for n in found if n.startswith(prefix)}
        for prefix in _GROUPS
    }
    return Headers(
        game=found["game"],
        rules=found["rules"],
        data_version=version,
        data_hash=pack,
        scenario=found["scenario"],
        seats=tuple(found["seats"].split(" ")),
        dice=found["dice"],
        provenance=found["provenance"],
        options=groups["option "],
        anchors=groups["anchor "],
        deck=found.get("deck", ""),
        extra=groups["x-"],
    )
