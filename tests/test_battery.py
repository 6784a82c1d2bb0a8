"""The battery on every game, and that it finds what it is there to find."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sirocco.games import game, games
from sirocco.kernel.ask import NOUN
from sirocco.kernel.battery import TRIALS, Report, random_game, run
from sirocco.kernel.chance import Sampled
from sirocco.kernel.refusal import Refused

TRIES = {
    "soundness": 600,
    "storing": 250,
    "notation": 4000,
    "refusing": 800,
    "fog": 1200,
    "believing": 600,
}


@pytest.mark.parametrize("trial", list(TRIALS))
@pytest.mark.parametrize("id", games())
def test_nothing_is_breached(id: str, trial: str) -> None:
    report = run(game(id), trial, TRIES[trial], seed=500)
    assert report.breaches == []
    assert report.tries >= TRIES[trial]
    assert report.ended == report.games > 0


@pytest.mark.parametrize("id", games())
def test_no_verb_takes_a_noun_that_does_not_exist(id: str) -> None:
    found, report = game(id), Report()
    met: set[str] = set()

    def look(_: Any, state: Any, seed: int, choice: Random, report: Report, where: str) -> None:
        for ask in found.pending(state):
            if choice.random() < 0.1 or ask.topic not in met:
                met.add(ask.topic)
                for verb in found.verbs:
                    with pytest.raises(Refused) as refused:
                        found.check(state, ask.seat, verb | choice.randrange(1000, NOUN))
                    assert refused.value.rules, where

    for seed in range(500, 520):
        random_game(found, seed, report, look, 5)
    assert report.breaches == []
    assert met


@pytest.mark.parametrize("id", games())
def test_bytes_that_are_no_state_are_refused(id: str) -> None:
    found = game(id)
    scenario, options = found.mixture(Random(1))
    data = found.pack(found.setup(scenario, options, Sampled(1)))
    for damaged in (b"", data[:-1], data[: len(data) // 2], data + b"\0"):
        with pytest.raises(Refused):
            found.unpack(damaged)


class Broken:
    """A game in which one thing is done wrongly."""

    def __init__(self, whole: Any, what: str, wrong: Any) -> None:
        self._whole = whole
        self._what = what
        self._wrong = wrong

    def __getattr__(self, name: str) -> Any:
        return self._wrong if name == self._what else getattr(self._whole, name)


def _found(trial: str, what: str, wrong: Any) -> list[str]:
    broken: Any = Broken(VICTORY, what, wrong)
    return run(broken, trial, 300, seed=500, games=3).breaches


VICTORY = game("victory")


def test_a_view_that_tells_strengths_is_found() -> None:
    found = _found("fog", "view", lambda g, seat: (VICTORY.view(g, seat).counts, bytes(g.cv)))
    assert any("the view of seat 0 depends on hidden facts" in each for each in found)


def test_facts_that_tell_the_whole_truth_are_found() -> None:
    found = _found("fog", "facts", lambda g, seat: VICTORY.facts(g))
    assert any("the facts for seat 1 depend on hidden facts" in each for each in found)


def test_a_refusal_that_tells_strengths_is_found() -> None:
    found = _found("fog", "why", lambda g, seat, action: Refused(f"Steps: {sum(g.cv)}.", "V-4.0-a"))
    assert any("the refusal of" in each for each in found)


def test_words_that_tell_what_others_are_asked_are_found() -> None:
    def told(g: Any, ask: Any, seat: int) -> tuple[str, str, str]:
        return "", str([sum(g.cv), ask.choices]), ""

    found = _found("fog", "told", told)
    assert any("is told to wait for depends on hidden facts" in each for each in found)


def test_a_resampled_state_that_is_not_sound_is_found() -> None:
    def resample(g: Any, seat: int, chance: Any) -> Any:
        new = VICTORY.clone(g)
        new.cv[next(u for u in range(100) if new.where[u] != 0xFFFF)] = 9
        return new

    broken: Any = Broken(VICTORY, "resample", resample)
    report = Report()
    TRIALS["fog"](broken, _after_set_up(), 1, Random(1), report, "here")
    assert any("a resampled state is not sound" in each for each in report.breaches)


def _after_set_up() -> Any:
    choice, chance = Random(3), Sampled(3)
    state = VICTORY.setup("quick-start", {"layout": "1,3"}, chance)
    while state.phase == 0:
        ask = choice.choice(VICTORY.pending(state))
        VICTORY.apply(state, ask.seat, ask.pick(choice.randrange(ask.count())), chance)
    return state
