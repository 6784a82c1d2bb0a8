"""The table as one seat sees it: from its view, its offers and its log, and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sirocco.draw import sheet_of, spaces_of, svg_of
from sirocco.draw.picture import hints_of
from sirocco.games import text_board
from sirocco.games.hints import Face, Scene
from sirocco.kernel.ask import NOUN
from sirocco.kernel.match import Match
from sirocco.server.ledger import WATCHING, public_asks
from sirocco.server.messages import (
    AskOut,
    BoardOut,
    ChatOut,
    KnownOut,
    LogLine,
    OfferOut,
    OutcomeOut,
    PileOut,
    PlaceOut,
    SeatOut,
    SpaceOut,
    SpokenOut,
    StackOut,
    Table,
    You,
)


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
    log: Sequence[tuple[int, str]],
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
        spoken=[],
        log=[LogLine(n, text, spaces_in(board, text)) for n, text in log],
        can_undo=can_undo,
        chat=chat,
        you=None if seat == WATCHING else You(mine.label, mine.notes),
    )
    if seat == WATCHING:
        shown.asks = [AskOut(name, False, f"{name} decides.") for name in public_asks(match)]
    else:
        _fill(shown, match, seat)
    return shown


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
    shown.offers = _offers(match, seat, scene)
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


def _offers(match: Match, seat: int, scene: Scene) -> list[OfferOut]:
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
    return BoardOut(key, sheet.width, sheet.height, sheet.svg, sheet.shape, spaces)


def picture(match: Match, seat: int) -> str:
    """The position as a seat sees it."""
    return svg_of(match.view(seat), match.state.board)
