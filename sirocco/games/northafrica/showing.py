"""What the table shows beside positions: events on the map, and the reference charts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.games.hints import Chart, Shows
from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica import events_combat as combat
from sirocco.games.northafrica import events_convoys as convoys
from sirocco.games.northafrica import events_moves as moves
from sirocco.games.northafrica.board import NONE, Board
from sirocco.games.northafrica.events import Piece
from sirocco.games.northafrica.kinds import TRAITS, data_pack
from sirocco.games.northafrica.powers import NATIONS, NOBODY, POWER_NAMES, POWERS
from sirocco.games.northafrica.sayings import number
from sirocco.games.northafrica.sheet import BOX, COLOURS
from sirocco.kernel.bits import bits
from sirocco.kernel.events import Event

NATION_NAMES: Final = ("German", "British", "Italian", "American", "French")


# Events


def shows(event: Event, board: Board) -> Shows | None:
    """What an event looks like on the map."""
    teller = _SHOWS.get(type(event))
    if teller is not None:
        return teller(event, board)
    for name in ("space", "zone", "end"):
        at = getattr(event, name, NONE)
        if at != NONE and 0 <= at <= board.size:
            return Shows((at,))
    return None


def _name(board: Board, s: int) -> str:
    return board.names[s] if s < board.size else BOX


def _travel(board: Board, pieces: tuple[Piece, ...], start: int, end: int) -> Shows:
    """Pieces that go from one space to another."""
    owner = pieces[0][0] if pieces else 0
    units = tuple(
        dict.fromkeys(f"{board.chart.codes[kind]}@{_name(board, end)}" for _, kind in pieces)
    )
    path = (start, end) if start != end else (end,)
    return Shows(path, len(pieces) if len(path) > 1 else 0, COLOURS[owner], units)


def _moved(e: Any, board: Board) -> Shows:
    return _travel(board, (e.piece,), e.start, e.end)


def _sailed(e: Any, board: Board) -> Shows:
    return _travel(board, e.pieces, e.start, e.end)


def _arrived(e: Any, board: Board) -> Shows:
    return _travel(board, e.pieces, e.zone, e.port)


def _declared(e: moves.AttackDeclared, board: Board) -> Shows:
    unit = f"{board.chart.codes[e.piece[1]]}@{_name(board, e.start)}"
    return Shows((e.start, e.target), 0, COLOURS[e.piece[0]], (unit,))


def _fired(e: combat.Fired, board: Board) -> Shows:
    hit = tuple(i for i, face in enumerate(e.faces) if face <= e.value)
    who = number(e.units, board.chart.names[e.kind])
    hits = "hits" if e.units == 1 else "hit"
    words = f"{who}, {hits} on {e.value} or less" + (", flanking" if e.flanking else "")
    return Shows(side=COLOURS[e.power], dice=e.faces, hits=hit, words=words)


def _air_defense(e: combat.AirDefense, board: Board) -> Shows:
    most = data_pack().number("limits.air_defense.hit")
    hit = tuple(i for i, face in enumerate(e.faces) if face <= most)
    return Shows((e.space,), dice=e.faces, hits=hit, words=f"Air defense, hits on {most} or less")


_SHOWS: Final[dict[type[Event], Callable[[Any, Board], Shows]]] = {
    ev.Moved: _moved,
    moves.AttackDeclared: _declared,
    moves.Unloaded: _moved,
    combat.Retreated: _moved,
    combat.Advanced: _moved,
    combat.Fired: _fired,
    combat.AirDefense: _air_defense,
    convoys.Advanced: _sailed,
    convoys.Arrived: _arrived,
    convoys.Landed: _moved,
}


# Charts


def charts(board: Board) -> tuple[Chart, ...]:
    """The reference charts of all nations and the values of the board, as they are in use."""
    found = [_units(board, nation) for nation in range(len(NATIONS))]
    return (*found, _values(board), _basic())


def _units(board: Board, nation: int) -> Chart:
    chart = board.chart
    rows = tuple(
        (
            chart.names[k],
            str(chart.cost[k] or "-"),
            str(chart.attack[k] or "-"),
            str(chart.defense[k] or "-"),
            str(chart.move[k]),
            str(chart.pieces[k]),
            ", ".join(TRAITS[i].replace("-", " ") for i in bits(chart.traits[k])),
        )
        for k in range(chart.kinds)
        if chart.nation[k] == nation
    )
    head = ("unit", "cost", "attack", "defense", "move", "pieces", "characteristics")
    words = "Each die hits on the attack or defense value or less."
    return Chart(f"{NATION_NAMES[nation]} units", head, rows, words)


def _values(board: Board) -> Chart:
    rows = tuple(
        (
            board.title(s),
            str(board.rp[s] or "-"),
            str(board.limit[s]),
            POWER_NAMES[board.emblem[s]] if board.emblem[s] != NOBODY else "",
        )
        for s in bits(board.land & ~board.impassable)
        if board.rp[s] or board.emblem[s] != NOBODY
    )
    return Chart("Territories", ("territory", "points", "units at most", "emblem of"), rows)


def _basic() -> Chart:
    basic = data_pack().value("powers.basic")
    rows = tuple((POWER_NAMES[p], str(basic[name])) for p, name in enumerate(POWERS))
    return Chart("National Basic Reinforcement Points", ("power", "points each turn"), rows)


__all__ = ["charts", "shows"]
