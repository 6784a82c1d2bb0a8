"""The table as one seat sees it: from its view, its offers and its log, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sirocco.draw.geometry import beyond
from sirocco.draw.picture import base_map, hints_of, svg_of
from sirocco.draw.sheet import Sheet
from sirocco.games import text_board
from sirocco.games.hints import Face, HexMap, Scene
from sirocco.kernel.ask import NOUN
from sirocco.kernel.match import Match
from sirocco.server.ledger import WATCHING, WORD, public_asks
from sirocco.server.messages import (
    AskOut,
    BoardOut,
    ChatOut,
    HexOut,
    KnownOut,
    LogLine,
    OfferOut,
    OutcomeOut,
    PileOut,
    PlaceOut,
    SeatOut,
    SpokenOut,
    StackOut,
    Table,
    You,
)


@lru_cache(maxsize=32)
def _ground(board: Any) -> HexMap:
    return hints_of(board).ground(board)


@lru_cache(maxsize=32)
def _labels(board: Any) -> dict[int, str]:
    return {cell.hex: cell.label for cell in _ground(board).cells}


@lru_cache(maxsize=32)
def _known_labels(board: Any) -> frozenset[str]:
    return frozenset(_labels(board).values())


def hexes_in(board: Any, text: str) -> list[str]:
    """The hexes that a line names by their labels."""
    known = _known_labels(board)
    return list(dict.fromkeys(word for word in WORD.findall(text) if word in known))


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
        log=[LogLine(n, text, hexes_in(board, text)) for n, text in log],
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
            label[stack.hex],
            [PileOut(p.side, [_known(face) for face in p.faces], p.backs) for p in stack.piles],
        )
        for stack in scene.stacks
    ]
    owner = dict(scene.flags)
    shown.places = [
        PlaceOut(cell.label, cell.name, owner.get(cell.hex, ""))
        for cell in _ground(board).cells
        if cell.place or cell.hex in owner
    ]
    shown.battles = [label[h] for h in (scene.battle, *scene.contested) if h >= 0]
    shown.spoken = [
        SpokenOut(next(iter(hexes_in(board, line)), ""), line) for line in words.spoken(view)
    ]


def _known(face: Face) -> KnownOut:
    marks = [*face.badges, *(["moved"] if face.moved else [])]
    return KnownOut(face.name, face.kind, face.strength, face.full, marks)


def _offers(match: Match, seat: int, scene: Scene) -> list[OfferOut]:
    label = _labels(match.state.board)
    own = _colours(match, seat)
    foes = {
        label[stack.hex] for stack in scene.stacks if any(p.side not in own for p in stack.piles)
    }
    out = []
    for offer in match.offers(seat):
        kind = match.game.verbs[offer.action & ~NOUN].noun
        at = offer.noun if kind == "hex" else None
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


def _colours(match: Match, seat: int) -> set[str]:
    """The colours that may stand for a seat's side: its seats' names, or how they begin."""
    sides = match.game.sides(match.state)
    names = [name for name, side in zip(match.seats, sides, strict=True) if side == sides[seat]]
    return {*names, *(WORD.findall(name)[0] for name in names)}


@lru_cache(maxsize=16)
def board_of(board: Any) -> BoardOut:
    """The base map with all its hexes, for a client to lay pieces upon."""
    ground = _ground(board)
    sheet = Sheet(ground)
    by_place = {(cell.col, cell.row): cell.label for cell in ground.cells}
    hexes = {}
    for cell in ground.cells:
        x, y = sheet.centres[cell.hex]
        around = [by_place.get(beyond(cell.col, cell.row, d), "") for d in range(6)]
        told = ", ".join(part for part in (f"{cell.label} {cell.name}".strip(), cell.words) if part)
        hexes[cell.label] = HexOut(round(x, 1), round(y, 1), told, around)
    key = str(getattr(board, "key", ground.title))
    return BoardOut(key, sheet.width, sheet.height, base_map(board), hexes)


def picture(match: Match, seat: int) -> str:
    """The position as a seat sees it."""
    return svg_of(match.view(seat), match.state.board)
