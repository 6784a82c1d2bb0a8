"""Whole games leave the same fingerprints, until a rule or a word changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sirocco.kernel.casefile import CaseError, load_cases
from sirocco.kernel.cases import run_case, run_cases
from sirocco.kernel.refusal import Refused
from sirocco.kernel.whole import WholeGame, prints_of
from tests.kernel.tiny import Tiny, TinyGame

OPTIONS = {"limit": 60}


def whole(game: TinyGame, seed: int = 3) -> WholeGame:
    prints, broken = prints_of(game, seed, "duel", OPTIONS)
    assert prints and not broken
    data = game.pack_of_data()[0]
    return WholeGame("f.toml", "T", "tiny", data, seed, "duel", OPTIONS, tuple(prints))


def changed(one: WholeGame, **what: object) -> WholeGame:
    values = {name: getattr(one, name) for name in WholeGame.__slots__}
    return WholeGame(**{**values, **what})


def test_a_game_leaves_the_same_prints_again() -> None:
    game = TinyGame()
    assert run_case(whole(game), game) == ""
    assert whole(game) != whole(game, 4)


def test_a_changed_rule_shows_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    game = TinyGame()
    one = whole(game)

    def told(self: TinyGame, state: Tiny, seat: int, action: int) -> Refused:
        return Refused("Otherwise.", "T-1")

    monkeypatch.setattr(TinyGame, "why", told)
    assert run_case(one, game) == "what is refused: otherwise in decisions 0 to 99"


def test_a_longer_game_and_other_data_show() -> None:
    game = TinyGame()
    one = whole(game)
    more = changed(one, prints=(*one.prints, one.prints[0]))
    assert run_case(more, game) == (
        f"it leaves {len(one.prints)} prints, not {len(one.prints) + 1}"
    )
    assert "it was played with the data 9" in run_case(changed(one, data="9"), game)
    assert "set-up: There is no scenario 'war'" in run_case(changed(one, scenario="war"), game)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[whole]]\ntitle = 'T'\ngame = 'victory'", "whole 1.data is missing"),
        ("[[whole]]\nprints = ['x']", "title is missing"),
        ("[[whole]]\ncolour = 1", "no key 'colour'"),
        (
            "[[whole]]\ntitle='T'\ngame='victory'\ndata='1'\nscenario='s'\nprints=['12']",
            "three sums of eight digits each, not '12'",
        ),
    ],
)
def test_a_file_that_says_it_wrongly_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "w.toml"
    path.write_text(text)
    with pytest.raises(CaseError, match=fault):
        load_cases([path])


def test_whole_games_count_as_cases(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    path.write_text(
        "[[whole]]\ntitle='T'\ngame='victory'\ndata='1'\nscenario='quick-start'\nseed=1\n"
        "options={limit=1}\nprints=['00000000 00000000 00000000']\n"
    )
    lines: list[str] = []
    assert run_cases([path], lines.append) == (0, 1)
    assert "what is asked and done" in lines[0] and lines[-1] == "0 passed, 1 failed"
