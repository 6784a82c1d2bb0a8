"""Tournaments: pairs of games with the sides changed, the score, the cadet's strength."""

from __future__ import annotations

from sirocco.games.victory.game import GAME
from sirocco.players.tourney import Played, Result, play_one, tournament

SETTING = ("quick-start", {"limit": 10})


def played(number: int, won: int) -> Played:
    return Played(number, 1, bool(number % 2), won, "", 10, 1.0, (4, 6), (0.02, 0.03))


def test_the_score() -> None:
    result = Result(("a", "b"), [played(0, 0), played(1, 0), played(2, 1), played(3, -1)], 7.0)
    assert (result.games, result.wins, result.draws) == (4, (2, 1), 1)
    assert result.sides == (1, 2)
    assert (result.milliseconds(0), result.milliseconds(1)) == (5.0, 5.0)
    assert str(result).startswith("a against b: 2 won, 1 lost, 1 drawn of 4")


def test_pairs_have_one_seed_and_the_sides_changed() -> None:
    games = tournament(GAME, "cadet", "random", 4, 7, ("quick-start", {"limit": 1}), 1).played
    assert [(game.number, game.seed, game.swapped) for game in games] == [
        (0, 7, False),
        (1, 7, True),
        (2, 8, False),
        (3, 8, True),
    ]


def test_processes_change_nothing_but_the_time() -> None:
    setting = ("quick-start", {"limit": 2})
    one = tournament(GAME, "cadet", "cadet", 4, 3, setting, workers=1)
    two = tournament(GAME, "cadet", "cadet", 4, 3, setting, workers=2)
    outcomes = [[(g.won, g.actions, g.decisions) for g in r.played] for r in (one, two)]
    assert outcomes[0] == outcomes[1]


def test_both_sides_of_a_pair_are_played_by_the_right_player() -> None:
    """The winner of a game is told by player, not by side."""
    for number in (0, 1):
        game = play_one(GAME, "cadet", "random", number, 5, SETTING)
        assert game.won == 0
        game = play_one(GAME, "random", "cadet", number, 5, SETTING)
        assert game.won == 1


def test_without_a_setting_scenarios_are_drawn() -> None:
    result = tournament(GAME, "random", "random", 6, 1, None, 1)
    assert result.games == 6 and sum(result.wins) + result.draws == 6


def test_the_cadet_beats_random_play() -> None:
    result = tournament(GAME, "cadet", "random", 20, 1, SETTING)
    assert result.wins[0] >= 19, str(result)
