"""The computer player: it answers every question of whole games, and beats random play."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sirocco.games.northafrica.advice import Adviser
from sirocco.games.northafrica.advice_value import duel
from sirocco.games.northafrica.game import GAME
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import asked_of
from sirocco.players.tourney import tournament


@pytest.mark.parametrize("scenario", ["last-push", "torch"])
def test_the_cadet_beats_random_play(scenario: str) -> None:
    result = tournament(GAME, "cadet", "random", 10, 1, (scenario, {}), 1)
    assert result.wins[0] >= 9, str(result)


@pytest.mark.parametrize("players", [3, 4])
def test_it_plays_with_every_number_of_seats(players: int) -> None:
    result = tournament(GAME, "cadet", "cadet", 1, 5, ("torch", {"players": players}), 1)
    assert result.games == 1 and result.played[0].actions > 200


def answer(position: Mapping[str, object]) -> str:
    g = GAME.from_position(position, Sampled(1))
    ask = asked_of(g, 0)
    assert ask is not None
    return GAME.action_text(g, 0, Adviser().choose(GAME.view(g, 0), ask, lambda n: [g] * n))


def test_it_attacks_what_it_can_beat() -> None:
    position = {
        "phase": "combat move",
        "power": "germany",
        "germany": ["tank x4 benghazi", "infantry x2 benghazi"],
        "uk": ["infantry tobruk"],
        "control": {"tobruk": "uk", "benghazi": "germany"},
        "supply": {"benghazi": 5, "tobruk": 3},
    }
    assert answer(position).startswith("attack german-tank@benghazi")


def test_it_leaves_alone_what_it_cannot() -> None:
    position = {
        "phase": "combat move",
        "power": "germany",
        "germany": ["infantry x2 benghazi"],
        "uk": ["infantry x5 tobruk", "matilda x4 tobruk"],
        "control": {"tobruk": "uk", "benghazi": "germany"},
        "supply": {"benghazi": 5, "tobruk": 3},
    }
    assert answer(position) == "done"


def test_it_buys_supply_first() -> None:
    position = {"phase": "requisition", "power": "germany", "control": {"tripoli": "germany"}}
    assert answer(position).endswith("5")


def test_an_average_fight() -> None:
    assert duel([5, 5, 5], [], 3, False) == (3.0, 0.0)
    ours, theirs = duel([5] * 6, [3, 3], 4, False)
    assert theirs == 0 and ours > 4
    better = duel([5] * 3, [3] * 3, 2, False)
    worse = duel([5] * 3, [3] * 3, 2, True)
    assert worse[0] < better[0]
