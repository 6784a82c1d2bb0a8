"""Convoys: every event has its line of the log, and every question its words."""

from __future__ import annotations

from sirocco.games.northafrica import events_convoys
from sirocco.games.northafrica.telling_convoys import TELLERS
from sirocco.games.northafrica.words_convoys import CONVOY_WORDS
from sirocco.kernel.events import Event


def test_every_event_is_told() -> None:
    known = {
        kind
        for kind in vars(events_convoys).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    assert known == set(TELLERS)


def test_every_question_has_a_prompt_and_reasons() -> None:
    assert set(CONVOY_WORDS.prompts) == set(CONVOY_WORDS.why)


def test_every_verb_has_rules_behind_it() -> None:
    assert set(CONVOY_WORDS.verbs) == set(CONVOY_WORDS.behind)
