"""The table as one seat sees it: from its view, its offers and its log, and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import SystemRandom
from typing import Any, Final

import msgspec

from sirocco.draw import sheet_of, spaces_of, svg_of
from sirocco.draw.picture import hints_of, marks_of, telling_of
from sirocco.games import text_board
from sirocco.games.hints import Face, Scene, Shows
from sirocco.kernel.ask import NOUN
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.match import Match
from sirocco.kernel.refusal import Refused
from sirocco.server.ledger import WATCHING, public_asks
from sirocco.server.messages import (
    AskOut,
    BoardOut,
    ChartOut,
    ChatOut,
    KnownOut,
    LogLine,
    OddsOut,
    OddsPart,
    OfferOut,
    OutcomeOut,
    PileOut,
    PlaceOut,
    PreviewOut,
    SeatOut,
    ShowsOut,
    SpaceOut,
    SpokenOut,
    StackOut,
    Table,
    TrackOut,
    You,
)

MAP_WIDTH: Final = 100


@lru_cache(maxsize=32)
def _labels(board: Any) -> dict[int, str]:
    return {space.number: space.label for space in spaces_of(board)}


@lru_cache(maxsize=32)
def _named(board: Any) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds a space in a text by its label or name, and the label that each of them means."""
    spaces = spaces_of(board)
    label = {space.name: space.label for space in spaces if space.name}
    label |= {space.label: space.label for space in spaces}
    words = "|".join(re.escape(word) for word in sorted(label, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)"), label


def spaces_in(board: Any, text: str) -> list[str]:
    """The spaces that a line names."""
    pattern, label = _named(board)
    return list(dict.fromkeys(label[word] for word in pattern.findall(text)))


def table(
    match: Match,
    row: Any,
    seat: int,
    mine: Any,
    seats: Sequence[SeatOut],
    log: Sequence[Any],
    chat: list[ChatOut],
    can_undo: bool,
) -> Table:
    """The whole table; `mine` is the seat's own row."""
    board = match.state.board
    end = match.outcome
    names = match.seats
    shown = Table(
        match=row.id,
        game=row.game,
        title=row.title,
        version=mine.version,
        seat=None if seat == WATCHING else names[seat],
        seats=list(seats),
        status="",
        outcome=OutcomeOut([names[w] for w in end.winners], end.reason) if end else None,
        asks=[],
        offers=[],
        pieces=[],
        places=[],
        battles=[],
        track=None,
        spoken=[],
        log=[_line(board, each) for each in log],
        can_undo=can_undo,
        chat=chat,
        you=None if seat == WATCHING else You(mine.label, mine.notes),
    )
    if seat == WATCHING:
        shown.asks = [AskOut(name, False, f"{name} decides.") for name in public_asks(match)]
    else:
        _fill(shown, match, seat)
    return shown


def _line(board: Any, row: Any) -> LogLine:
    """A line of the log, which keeps what it shows with the game's numbers of spaces."""
    spaces = spaces_in(board, row.text)
    if not row.shows:
        return LogLine(row.n, row.version, row.text, spaces, None)
    found = msgspec.json.decode(row.shows, type=Shows)
    label = _labels(board)
    path = [label[h] for h in found.spaces if h in label]
    shows = ShowsOut(
        path,
        found.travel,
        found.side,
        list(found.units),
        list(found.dice),
        list(found.hits),
        found.words,
        list(found.rules),
    )
    return LogLine(row.n, row.version, row.text, list(dict.fromkeys([*spaces, *path])), shows)


def _fill(shown: Table, match: Match, seat: int) -> None:
    board = match.state.board
    view = match.view(seat)
    words = text_board(match.game.id)
    scene = hints_of(board).scene(view, board)
    label = _labels(board)
    shown.status = words.status(view)
    shown.asks = [
        AskOut(d.seat, d.seat == match.seats[seat], d.prompt) for d in match.pending_for(seat)
    ]
    shown.offers = _offers(match, seat, view, scene)
    shown.pieces = [
        StackOut(
            label[stack.space],
            [
                PileOut(p.side, p.side in scene.own, [_known(f) for f in p.faces], p.backs)
                for p in stack.piles
            ],
        )
        for stack in scene.stacks
    ]
    owner = dict(scene.flags)
    shown.places = [
        PlaceOut(space.label, space.name, held := owner.get(space.number, ""), held in scene.own)
        for space in spaces_of(board)
        if space.place or space.number in owner
    ]
    shown.battles = [label[h] for h in (scene.battle, *scene.contested) if h >= 0]
    shown.marks = marks_of(board, scene)
    if scene.turn or scene.phases:
        shown.track = TrackOut(scene.turn, scene.turns, list(scene.phases), scene.phase)
    shown.spoken = [
        SpokenOut(next(iter(spaces_in(board, line)), ""), line) for line in words.spoken(view)
    ]


def _known(face: Face) -> KnownOut:
    marks = [*face.badges, *(["moved"] if face.moved else [])]
    return KnownOut(
        face.name,
        face.kind,
        face.strength,
        face.full,
        marks,
        face.count,
        face.text,
        face.rank,
        face.body,
    )


def _offers(match: Match, seat: int, view: Any, scene: Scene) -> list[OfferOut]:
    words = text_board(match.game.id)
    label = _labels(match.state.board)
    foes = {
        label[stack.space]
        for stack in scene.stacks
        if any(pile.side not in scene.own for pile in stack.piles)
    }
    out = []
    for offer in match.offers(seat):
        kind = match.game.verbs[offer.action & ~NOUN].noun
        at = offer.noun if kind == "space" else None
        if at is not None:
            tone = "attack" if at in foes else "move"
        else:
            tone = "plain" if kind else "close"
        unit = offer.noun if kind == "unit" else None
        out.append(
            OfferOut(
                offer.action,
                offer.text,
                offer.verb,
                offer.noun,
                kind,
                at,
                unit,
                offer.rules,
                tone,
                words.gloss(view, offer.verb, kind, offer.noun),
                words.phrase(offer.verb),
                words.label(view, kind, offer.noun) if offer.noun else "",
            )
        )
    return out


@lru_cache(maxsize=16)
def board_of(board: Any) -> BoardOut:
    """The printed map with all its spaces, for a client to lay pieces upon."""
    sheet = sheet_of(board)
    spaces = {
        space.label: SpaceOut(
            round(space.x, 1),
            round(space.y, 1),
            space.title,
            list(space.around),
            space.flag,
            space.outline,
            space.room,
        )
        for space in spaces_of(board)
    }
    key = str(getattr(board, "key", board))
    charts = [
        ChartOut(chart.title, list(chart.head), [list(row) for row in chart.rows], chart.words)
        for chart in telling_of(board).charts(board)
    ]
    return BoardOut(
        key, sheet.width, sheet.height, sheet.svg, sheet.shape, spaces, sheet.key, charts
    )


def preview(match: Match, seat: int, action: int) -> PreviewOut:
    """What an offered action would do, tried in a world that the seat may believe in."""
    board = match.state.board
    offer = next((o for o in match.offers(seat) if o.action == action), None)
    if offer is None:
        raise Refused("That is not offered.")
    luck = Sampled(SystemRandom().getrandbits(60))
    world = match.game.resample(match.state, seat, luck)
    events: list[Event] = []
    match.game.apply(world, seat, action, luck, events)
    telling = telling_of(board)
    shows = [telling.shows(event, board) for event in events if event.audience >> seat & 1]
    first = next((one for one in shows if one is not None and one.travel), Shows())
    view = match.view(seat)
    named = next((one.units for one in shows if one is not None and one.units), ())
    units = first.units or named or _subject(match, seat, view)
    label = _labels(board)
    return PreviewOut(
        [label[h] for h in first.spaces if h in label],
        [
            OddsOut(one.title, [OddsPart(*part) for part in one.parts], one.words)
            for one in telling.odds(view, board, offer.verb, offer.noun, units)
        ],
    )


def _subject(match: Match, seat: int, view: Any) -> tuple[str, ...]:
    """The own unit that the open question names."""
    board = match.state.board
    scene = hints_of(board).scene(view, board)
    prompt = " ".join(d.prompt for d in match.pending_for(seat) if d.seat == match.seats[seat])
    said = set(re.findall(r"\w+", prompt))
    names = (
        face.name
        for stack in scene.stacks
        for pile in stack.piles
        if pile.side in scene.own
        for face in pile.faces
    )
    return tuple(name for name in names if name in said)[:1]


def look(match: Match, seat: int, line: str) -> str:
    """What the text board answers to a line that changes nothing."""
    view, board = match.view(seat), text_board(match.game.id)
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    answers: dict[str, Callable[[], str]] = {
        "look": lambda: board.look(view, rest),
        "units": lambda: "\n".join(board.units(view, rest)),
        "list": lambda: "\n".join(board.spoken(view)),
        "supply": lambda: board.supply(view, rest),
        "score": lambda: board.score(view),
        "status": lambda: board.status(view),
        "map": lambda: board.picture(view, MAP_WIDTH, False),
        "odds": lambda: (
            board.odds(rest, {}) if " vs" in f" {rest.lower()}" else board.odds_here(view, rest)
        ),
    }
    if word.lower() not in answers:
        raise Refused(f"{word[:40]!r} is no question; known are {', '.join(answers)}.")
    return answers[word.lower()]()


def picture(match: Match, seat: int) -> str:
    """The position as a seat sees it."""
    return svg_of(match.view(seat), match.state.board)
