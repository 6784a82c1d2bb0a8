"""What goes over the wire, both ways. Names are those of docs/server.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from sirocco.kernel.game import Offer
from sirocco.server.clock import LONGEST, SHORTEST

LONGEST_NAME = 80
Short = Annotated[str, Meta(max_length=LONGEST_NAME)]
Line = Annotated[str, Meta(min_length=1, max_length=400)]
ChatText = Annotated[str, Meta(min_length=1, max_length=1000)]
NotesText = Annotated[str, Meta(max_length=20_000)]
Whole = Annotated[int, Meta(ge=0, le=2**40)]
Address = Annotated[str, Meta(max_length=400)]


# From people


class ClockIn(Struct, forbid_unknown_fields=True):
    """Seconds for each seat, and seconds more with each of its lines."""

    main: Annotated[int, Meta(ge=SHORTEST, le=LONGEST)]
    more: Annotated[int, Meta(ge=0, le=LONGEST)] = 0


class NewMatch(Struct, forbid_unknown_fields=True):
    """A match to be made; a seat is for a `person`, `open`, or `computer:NAME`."""

    game: Short
    scenario: Short = ""
    options: dict[Short, str | int | bool] = {}
    seats: dict[Short, Short] = {}
    title: Short = ""
    clock: ClockIn | None = None


class Branch(Struct, forbid_unknown_fields=True):
    """What if: a match of one's own from a table of the past, as its seat may know it."""

    version: Whole
    seat: Short = ""
    """Whose eyes, when the match is over and no token is sent."""
    seats: dict[Short, Short] = {}
    """Who plays the other seats; a computer player if nothing is said."""


class Orders(Struct, forbid_unknown_fields=True):
    """The standing orders of a seat, by their ids."""

    orders: Annotated[list[Short], Meta(max_length=50)]


class NoticeIn(Struct, forbid_unknown_fields=True):
    """Where a seat wants to be told that it is its turn; nothing: nowhere."""

    mail: Address = ""
    webhook: Address = ""
    code: Short = ""
    """The code that was sent to the mail address."""


class HeldSeat(Struct, forbid_unknown_fields=True):
    match: Short
    token: Short


class Mine(Struct, forbid_unknown_fields=True):
    """The seats that somebody holds."""

    held: Annotated[list[HeldSeat], Meta(max_length=200)]


class Join(Struct, forbid_unknown_fields=True):
    """Somebody takes an open seat."""

    seat: Short
    name: Short = ""


class Act(Struct, forbid_unknown_fields=True):
    """An action by its number or a line of play, at a version of the table."""

    version: Whole
    action: Whole | None = None
    line: Line | None = None


class AtVersion(Struct, forbid_unknown_fields=True):
    """Undo, resign, draw or takeback, at a version of the table."""

    version: Whole


class Preview(Struct, forbid_unknown_fields=True):
    """An offered action that somebody thinks about."""

    action: Whole


class Ask(Struct, forbid_unknown_fields=True):
    """A line of play that somebody wonders about."""

    line: Line


class Say(Struct, forbid_unknown_fields=True):
    """A line of chat."""

    text: ChatText
    to: Literal["all", "side"] = "all"


class Notes(Struct, forbid_unknown_fields=True):
    """Private notes of a seat."""

    notes: NotesText


class Hello(Struct, forbid_unknown_fields=True):
    """The first message on a WebSocket: the seat's token and the last log line known."""

    token: Short = ""
    since: Whole = 0
    plain: bool = False
    """Whether to send plain views instead of tables."""


class SocketAct(Struct, tag_field="type", tag="act", forbid_unknown_fields=True):
    """An action on a WebSocket."""

    version: Whole
    action: Whole | None = None
    line: Line | None = None


# To people


class SeatOut(Struct):
    name: str
    side: int
    kind: str
    label: str


class AskOut(Struct):
    seat: str
    mine: bool
    prompt: str


class OfferOut(Struct):
    action: int
    text: str
    verb: str
    noun: str
    kind: str
    space: str | None
    unit: str | None
    rules: tuple[str, ...]
    tone: str
    gloss: str
    phrase: str
    """The verb in plain words, `{}` where the noun stands."""
    label: str
    """The noun in plain words."""


class KnownOut(Struct):
    """A piece whose face is seen; `count` pieces alike."""

    name: str
    symbol: str
    steps: int
    most: int
    marks: list[str]
    count: int
    text: str
    rank: str
    body: str


class PileOut(Struct):
    """The pieces of one side in a space; `mine` if they are the seat's own."""

    side: str
    mine: bool
    known: list[KnownOut]
    hidden: int


class StackOut(Struct):
    space: str
    piles: list[PileOut]


class PlaceOut(Struct):
    space: str
    name: str
    owner: str
    mine: bool


class SpokenOut(Struct):
    space: str
    text: str


class ShowsOut(Struct):
    """What an event looks like: pieces that travel along the spaces, dice and what they did."""

    spaces: list[str]
    travel: int
    side: str
    units: list[str]
    dice: list[int]
    hits: list[int]
    words: str
    rules: list[str]


class LogLine(Struct):
    n: int
    version: int
    text: str
    spaces: list[str]
    shows: ShowsOut | None


class ChatOut(Struct):
    n: int
    seat: str
    to: str
    text: str


class OutcomeOut(Struct):
    winners: list[str]
    reason: str


class TrackOut(Struct):
    """The turn, the last turn if it is known, and the phases of a turn."""

    turn: int
    turns: int
    phases: list[str]
    phase: int


class OddsPart(Struct):
    words: str
    chance: float
    tone: str


class OddsOut(Struct):
    title: str
    parts: list[OddsPart]
    words: str


class PreviewOut(Struct):
    """What an offer would do: the way of the pieces, and how a battle may end."""

    path: list[str]
    odds: list[OddsOut]


class TextOut(Struct):
    text: str


class ChartOut(Struct):
    title: str
    head: list[str]
    rows: list[list[str]]
    words: str


class You(Struct):
    name: str
    notes: str


class ClockOut(Struct):
    """Seconds left, at a moment (in seconds since 1970) if the clock runs."""

    seat: str
    left: float
    since: float | None


class ProposalOut(Struct):
    """A draw or a takeback, and the seats that are for it."""

    kind: str
    seats: list[str]


class OrderOut(Struct):
    """A standing order of the game, and whether the seat has given it."""

    id: str
    title: str
    given: bool


class Table(Struct):
    """All that a seat is shown; nothing in it comes from anything but its view and events."""

    match: str
    game: str
    title: str
    version: int
    seat: str | None
    seats: list[SeatOut]
    status: str
    outcome: OutcomeOut | None
    asks: list[AskOut]
    offers: list[OfferOut]
    pieces: list[StackOut]
    places: list[PlaceOut]
    battles: list[str]
    track: TrackOut | None
    spoken: list[SpokenOut]
    log: list[LogLine]
    can_undo: bool
    chat: list[ChatOut]
    you: You | None
    type: Literal["table"] = "table"
    clocks: list[ClockOut] = []
    proposals: list[ProposalOut] = []
    orders: list[OrderOut] = []
    marks: str = ""
    """What lies upon the pieces, as part of an SVG."""


class NewsLine(Struct):
    n: int
    text: str


class ViewOut(Struct):
    """A table for programs: the view as the game has it, without drawing and words."""

    match: str
    version: int
    seat: str | None
    asks: list[str]
    offers: list[Offer]
    view: Any
    outcome: OutcomeOut | None
    log: list[NewsLine]
    type: Literal["view"] = "view"


class Made(Struct):
    """A match that was made: who holds a token holds the seat."""

    match: str
    seats: dict[str, str]
    watch: str


class Uploaded(Struct):
    """The match that shows an uploaded record."""

    match: str


class Token(Struct):
    token: str


class RefusedOut(Struct):
    """What was not done, and why."""

    error: str
    reason: str
    rules: tuple[str, ...] = ()
    version: int = 0
    type: Literal["refused"] = "refused"


class WhyOut(Struct):
    allowed: bool
    reason: str = ""
    rules: tuple[str, ...] = ()


class MatchOut(Struct):
    match: str
    game: str
    title: str
    scenario: str
    seats: list[SeatOut]
    over: bool
    reason: str


class MineOut(Struct):
    """A match in which somebody holds a seat; whether it must choose."""

    match: MatchOut
    seat: str
    asked: bool
    version: int


class NoticeOut(Struct):
    """How a seat is told of its turn; what this server can do."""

    mail: str
    webhook: str
    confirmed: bool
    can_mail: bool
    webhook_hosts: list[str]


class RuleOut(Struct):
    id: str
    title: str
    text: str
    kind: str
    topic: str


class ScenarioOut(Struct):
    id: str
    title: str


class OptionOut(Struct):
    id: str
    title: str


class GameOut(Struct):
    id: str
    title: str
    blurb: str
    scenarios: list[ScenarioOut]
    seats: dict[str, list[str]]
    options: list[OptionOut]
    usual: dict[str, Any]
    players: list[str]
    provenance: str


class SpaceOut(Struct):
    """A space of the map, in map units: where pieces stand, its words, its neighbours."""

    x: float
    y: float
    title: str
    around: list[str]
    flag: tuple[float, float] | None
    outline: str
    room: float


class BoardOut(Struct):
    """The printed map; `shape` is the path around the origin of spaces without an outline."""

    key: str
    width: float
    height: float
    svg: str
    shape: str
    spaces: dict[str, SpaceOut]
    legend: str
    charts: list[ChartOut]


encode = msgspec.json.Encoder().encode
