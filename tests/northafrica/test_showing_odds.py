"""Odds beside the offers of an attack."""

from __future__ import annotations

from typing import Any

import pytest

from sirocco.draw.picture import telling_of
from sirocco.games.northafrica.game import GAME
from sirocco.kernel.chance import Sampled

POSITION: dict[str, Any] = {
    "phase": "combat move",
    "power": "germany",
    "germany": ["tank x3 benghazi", "infantry benghazi"],
    "uk": ["infantry tobruk"],
    "control": {"tobruk": "uk", "benghazi": "germany"},
    "supply": {"benghazi": 5, "tobruk": 3},
}


def odds(verb: str, noun: str, units: tuple[str, ...], seat: int = 0) -> list[Any]:
    g = GAME.from_position(POSITION, Sampled(1))
    return list(telling_of(g.board).odds(GAME.view(g, seat), g.board, verb, noun, units))


def test_an_attack_with_the_unit_in_hand() -> None:
    (one,) = odds("at {}", "tobruk", ("german-tank@benghazi",))
    assert "Tobruk" in one.title
    assert sum(chance for _, chance, _ in one.parts) == pytest.approx(1, abs=1e-6)
    assert one.parts[0][0] == "attacker wins" and 0.3 < one.parts[0][1] < 0.9
    assert one.parts[0][2] == "good"


def test_more_units_win_more_often() -> None:
    (one,) = odds("at {}", "tobruk", ("german-tank@benghazi",))
    (two,) = odds("at {}", "tobruk", ("german-tank@benghazi",) * 2)
    assert two.parts[0][1] > one.parts[0][1]


def test_the_other_side_sees_it_the_other_way_round() -> None:
    (one,) = odds("at {}", "tobruk", ("german-tank@benghazi",), seat=1)
    assert one.parts[0][2] == "bad"


@pytest.mark.parametrize(
    ("verb", "noun", "units"),
    [("at {}", "tobruk", ()), ("to {}", "sirte", ("german-tank@benghazi",)), ("done", "", ())],
)
def test_where_nothing_is_fought_there_are_no_odds(
    verb: str, noun: str, units: tuple[str, ...]
) -> None:
    assert odds(verb, noun, units) == []
