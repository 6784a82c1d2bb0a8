"""What the table shows beside positions: events on the map, odds of an offer, charts."""

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.board import Board, board_by_key
from sirocco.games.victory.drawing import charts, odds, scene, shows
from sirocco.games.victory.game import GAME
from sirocco.games.victory.showing import _RULES
from sirocco.games.victory.state import COMBAT, MOVEMENT, Victory, place
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import unit_index
from sirocco.games.victory.view import view
from sirocco.kernel.events import Event


@pytest.fixture(scope="module")
def board() -> Board:
    return board_by_key("row:1r,2b")


def table(board: Board, phase: int) -> Victory:
    """Red AR1 of 4 steps at Nexon, two blue blocks at Skelby, one of them with red's IN1."""
    g = Victory(Terms(), board)
    g.phase, g.turn = phase, 2
    g.control = [board.homes[0], board.homes[1]]
    for side, name, where, cv in (
        (0, "AR1", "Nexon", 4),
        (1, "IN1", "Skelby", 3),
        (1, "IN2", "Skelby", 3),
    ):
        u = unit_index(name, side)
        g.cv[u] = cv
        place(g, u, board.find(where))
    return g


def test_a_shot_shows_its_dice_and_which_of_them_hit(board: Board) -> None:
    found = shows(ev.Fired(3, unit_index("AR1", 0), 2, 2, (1, 5, 2), 2), board)
    assert found is not None
    assert (found.dice, found.hits, found.units) == ((1, 5, 2), (0, 2), ("AR1",))
    assert found.words == "Armor AR1 at army, hits on 1-2"


@pytest.mark.parametrize(
    ("event", "side", "travel", "units"),
    [
        (ev.Moved(1, unit_index("AR1", 0), (5, 6, 7), "to"), "red", 1, ("AR1",)),
        (ev.BlockMoved(2, 0, (5, 6, 7), 3), "red", 3, ()),
        (ev.Retreated(3, unit_index("IN1", 1), (5, 6, 7), -1), "blue", 1, ("IN1",)),
    ],
)
def test_pieces_travel_along_their_path(
    board: Board, event: Event, side: str, travel: int, units: tuple[str, ...]
) -> None:
    found = shows(event, board)
    assert found is not None
    assert (found.spaces, found.travel, found.side, found.units) == ((5, 6, 7), travel, side, units)


def test_the_rules_behind_events_are_in_the_catalogue(board: Board) -> None:
    known = GAME.catalogue()
    found = shows(ev.Attrition(1, 0, 2), board)
    assert found is not None and found.rules == ("V-7.4-b",)
    for rules in _RULES.values():
        for id in rules:
            assert id in known.rules or id in known.rulings, id


def test_a_block_that_others_see_has_no_name(board: Board) -> None:
    found = shows(ev.BlockBuilt(2, 1, 9), board)
    assert found is not None and found.spaces == (9,) and not found.units


def test_the_odds_of_an_attack_are_reckoned_for_several_strengths(board: Board) -> None:
    g = table(board, MOVEMENT)
    label = board.grid.label(board.find("Skelby"))
    found = odds(view(g, 0), board, "to {}", label, ("AR1",))
    assert [one.title.split()[-2] for one in found] == ["2", "3", "4"]
    for one in found:
        assert sum(chance for _, chance, _ in one.parts) == pytest.approx(1.0, abs=2e-3)
        assert [tone for _, _, tone in one.parts if tone != "even"] == ["good", "bad"]
    wins = [one.parts[0][1] for one in found]
    assert wins == sorted(wins, reverse=True)


def test_there_are_no_odds_where_nobody_stands(board: Board) -> None:
    g = table(board, MOVEMENT)
    label = board.grid.label(board.find("Tanny"))
    assert odds(view(g, 0), board, "to {}", label, ("AR1",)) == ()


def test_the_odds_of_a_shot_are_binomial(board: Board) -> None:
    g = table(board, COMBAT)
    (found,) = odds(view(g, 0), board, "fire {} army", "AR1", ())
    chances = [chance for _, chance, _ in found.parts]
    assert chances == pytest.approx([16 / 81, 32 / 81, 24 / 81, 8 / 81, 1 / 81])


def test_the_track_tells_turn_and_phase(board: Board) -> None:
    drawn = scene(view(table(board, COMBAT), 0), board)
    assert (drawn.turn, drawn.phases[drawn.phase]) == (2, "combat")


def test_charts_have_as_many_cells_as_heads(board: Board) -> None:
    found = charts(board)
    assert [chart.title for chart in found] == ["Units", "Hexes", "Hexsides"]
    for chart in found:
        assert chart.rows and {len(row) for row in chart.rows} == {len(chart.head)}
    assert ("AR", "Armor", "3", "1", "-", "1-2", "4") in found[0].rows
