"""The victory check (8.0, 8.4, 8.6)."""

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.board import board_for
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.state import OVER, VICTORY_CHECK, Victory
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.victory import check_victory, points, threshold
from sirocco.kernel.bits import bits
from sirocco.kernel.events import Event

TWO = board_for(LayoutSpec((1, 2), (False, False), (0, 1), "row"))
THREE = board_for(LayoutSpec((1, 2, 3), (False, False, False), (1, 0, 1), "row"))
FOUR = board_for(LayoutSpec((1, 2, 3, 4), (False,) * 4, (0, 1, 0, 1), "square"))


def holding(terms: Terms, red: int, blue: int) -> Victory:
    """A position in which the sides control cities worth so many points."""
    board = {2: TWO, 3: THREE, 4: FOUR}[terms.maps]
    g = Victory(terms, board)
    g.turn = 1
    g.phase = VICTORY_CHECK
    free = sorted(bits(board.city), key=lambda h: -board.pp[h])
    for side, goal in ((0, red), (1, blue)):
        left = goal
        for h in list(free):
            if board.pp[h] <= left:
                left -= board.pp[h]
                g.control[side] |= 1 << h
                free.remove(h)
        assert points(g, side) == goal
    return g


def outcome(terms: Terms, red: int, blue: int, turn: int = 1) -> int:
    g = holding(terms, red, blue)
    g.turn = turn
    check_victory(g)
    assert (g.phase == OVER) == (g.winner >= 0)
    return g.winner


@pytest.mark.parametrize("scenario", ["quick-start", "custom-forces", "sleeping-giant"])
def test_two_and_four_maps(scenario: str) -> None:  # V-8.0-a, V-8.0-b
    two, four = Terms(scenario, 2), Terms(scenario, 4)
    assert outcome(two, 14, 6) == -1
    assert outcome(two, 15, 5) == 0
    assert outcome(two, 2, 17) == 1
    assert outcome(four, 29, 11) == -1
    assert outcome(four, 10, 30) == 1


def test_home_maps_alone_win_nothing() -> None:  # A8: the bonus of 8.3 does not count
    g = Victory(Terms("sleeping-giant"), TWO)
    g.control = [TWO.homes[0], TWO.homes[1]]
    assert (points(g, 0), points(g, 1)) == (10, 10)
    check_victory(g)
    assert g.winner == -1


def test_two_front_war() -> None:  # V-8.4-e, V-8.4-f
    terms = Terms("two-front-war", 3)
    assert outcome(terms, 19, 11) == -1
    assert outcome(terms, 20, 10) == 0
    assert outcome(terms, 6, 24) == -1
    assert outcome(terms, 5, 25) == 1


def test_commanders_and_positions_of_ones_own() -> None:  # A12
    assert outcome(Terms("commanders", 4, duty="arms"), 30, 10) == 0
    g = holding(Terms("custom"), 0, 0)
    assert (threshold(g, 0), threshold(g, 1)) == (15, 15)


def test_towns_count_nothing() -> None:  # V-2.2-e
    g = Victory(Terms(), TWO)
    g.control[0] = TWO.town
    assert points(g, 0) == 0


def test_time_limit() -> None:  # V-8.6-a, V-8.6-b, A9
    terms = Terms(limit=10)
    assert outcome(terms, 11, 9, turn=9) == -1
    assert outcome(terms, 11, 9, turn=10) == 0
    assert outcome(terms, 9, 11, turn=10) == 1
    assert outcome(terms, 10, 10, turn=10) == 2
    assert outcome(terms, 15, 5, turn=3) == 0  # V-8.6-c
    assert outcome(Terms(), 11, 9, turn=500) == -1


def test_the_news() -> None:
    g = holding(Terms(), 16, 4)
    log: list[Event] = []
    g.log = log
    check_victory(g)
    (event,) = log
    assert isinstance(event, ev.GameWon)
    assert (event.audience, event.side) == (3, 0)
    assert "16" in event.reason
