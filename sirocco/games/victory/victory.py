"""Victory (8.0): production points of controlled cities, checked once a Game Turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import everybody
from sirocco.games.victory.board import Board
from sirocco.games.victory.scenarios import Share, share_of
from sirocco.games.victory.state import NOBODY, OVER, Victory
from sirocco.games.victory.terms import Terms
from sirocco.kernel.bits import bits

MODEL: Final = "quick-start"
THREE_MAPS: Final = "two-front-war"
"""The scenarios from which a position of one's own has its victory conditions.

On three maps they are those of 8.4, unless one of the maps is nobody's.
"""


def model_of(terms: Terms) -> str:
    """The scenario whose victory conditions hold."""
    if terms.scenario != "custom":
        return terms.scenario
    return THREE_MAPS if terms.maps == 3 and not terms.neutral else MODEL


@lru_cache(maxsize=64)
def shares(terms: Terms) -> tuple[Share, Share]:
    """What the scenario says of each side."""
    scenario = model_of(terms)
    return share_of(scenario, terms.maps, 0), share_of(scenario, terms.maps, 1)


def threshold(g: Victory, side: int) -> int:
    """The points with which a side wins (V-8.0-a, V-8.0-b, V-8.4-e, V-8.4-f)."""
    return shares(g.terms)[side].win


def city_value(g: Victory, h: int) -> int:
    """The points that a city produces, whoever controls it (V-6.4-a, V-8.3-d, V-8.3-e)."""
    return city_values(g.terms, g.board)[h]


@lru_cache(maxsize=64)
def city_values(terms: Terms, board: Board) -> tuple[int, ...]:
    """The same for every hex (V-6.1-a): the printed value, and the home side's bonus."""
    bonus = [share.bonus for share in shares(terms)]
    return tuple(
        pp + (bonus[home] if home < NOBODY else 0)
        for pp, home in zip(board.pp, board.home, strict=True)
    )


def points(g: Victory, side: int) -> int:
    """Printed value of the cities that a side controls (A8)."""
    pp = g.board.pp
    return sum([pp[h] for h in bits(g.control[side] & g.board.city)])  # V-2.2-c, V-2.2-e


def check_victory(g: Victory) -> None:
    """V-VCHECK-a, A7: step four of the Game Turn, before production."""
    score = points(g, 0), points(g, 1)
    for side in (0, 1):
        goal = threshold(g, side)
        if score[side] >= goal:  # V-8.6-c: with a time limit too
            _end(g, side, f"cities worth {score[side]} PP, {goal} needed")
            return
    if 0 < g.terms.limit <= g.turn:  # V-8.6-a, V-8.6-b, A9
        winner = 0 if score[0] > score[1] else 1 if score[1] > score[0] else NOBODY
        _end(g, winner, f"time limit, {score[0]} PP to {score[1]} PP")


def _end(g: Victory, side: int, reason: str) -> None:
    g.winner = side
    g.phase = OVER
    if g.log is not None:
        g.log.append(ev.GameWon(everybody(g), side, reason))
