"""The log of phases 3 and 5 and of mines in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.games.northafrica import events_moves as ev
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.sayings import cap, listed, number, piece, pieces, place
from sirocco.games.northafrica.state import NorthAfrica


def _declared(g: NorthAfrica, e: ev.AttackDeclared) -> str:
    who = piece(g.board.chart, *e.piece)
    if e.start == e.target:
        return f"{who} attacks in {place(g.board, e.target)}."
    return f"{who} attacks {place(g.board, e.target)} from {place(g.board, e.start)}."


def _mines(g: NorthAfrica, e: ev.MinesDetonated) -> str:
    owners = listed([POWER_NAMES[p] for p in e.powers])
    where = place(g.board, e.space)
    if e.facing != e.space:
        where = f"{where}, on the border to {place(g.board, e.facing)}"
    return f"{number(e.count, 'mine')} of {owners} in {where}: {number(e.hits, 'hit')}."


def _turned(g: NorthAfrica, e: ev.TurnedBack) -> str:
    who = piece(g.board.chart, *e.piece)
    return f"{who} is turned back before {place(g.board, e.target)} and stays in " + (
        f"{place(g.board, e.space)}."
    )


def _damaged(g: NorthAfrica, e: ev.ShipDamaged) -> str:
    return f"{piece(g.board.chart, *e.piece)} is damaged, {place(g.board, e.space)}."


def _unloaded(g: NorthAfrica, e: ev.Unloaded) -> str:
    way = f"{place(g.board, e.start)} to {place(g.board, e.end)}"
    cargo = [pieces(g.board.chart, e.cargo)] if e.cargo else []
    if e.supply:
        cargo.append(f"{e.supply} supply")
    load = f" with {listed(cargo)}" if cargo else ""
    return f"{cap(piece(g.board.chart, *e.piece))}: {way}{load}."


TELLERS: Final[dict[type, Callable[[NorthAfrica, Any], str]]] = {
    ev.AttackDeclared: _declared,
    ev.MinesDetonated: _mines,
    ev.TurnedBack: _turned,
    ev.ShipDamaged: _damaged,
    ev.Unloaded: _unloaded,
}
