"""Convoys: every question has its words, every verb its rules."""

from __future__ import annotations

from sirocco.games.northafrica.words_convoys import CONVOY_WORDS


def test_every_question_has_a_prompt_and_reasons() -> None:
    assert set(CONVOY_WORDS.prompts) == set(CONVOY_WORDS.why)


def test_every_verb_has_rules_behind_it() -> None:
    assert set(CONVOY_WORDS.verbs) == set(CONVOY_WORDS.behind)
