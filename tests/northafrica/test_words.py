"""The catalogue, the words of all questions, the text board, what is hidden."""

from random import Random

import pytest

from sirocco.games import text_board
from sirocco.games.northafrica.game import GAME
from sirocco.games.northafrica.joint import QUESTIONS
from sirocco.games.northafrica.shorthand import expand
from sirocco.games.northafrica.tables import AREAS, VERBS
from sirocco.games.northafrica.view import sketch, view
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending
from sirocco.kernel.match import Match
from sirocco.kernel.refusal import Refused

BOARD = text_board("northafrica")


def test_the_catalogue_has_all_rulings() -> None:
    catalogue = GAME.catalogue()
    assert len(catalogue) == 487
    wanted = [f"R{n}" for n in range(1, 65)] + [f"D{n}" for n in range(1, 19)]
    wanted += [f"R1{letter}" for letter in "abcdefghijklmnop"]
    assert list(catalogue.rulings) == sorted(wanted, key=list(catalogue.rulings).index)
    assert len(catalogue.rulings) == len(wanted)
    assert "R36" in [found.id for found in catalogue.search("strait messina")]
    assert "R6" in catalogue.explain("NA-BID-b")


def test_no_two_verbs_are_written_alike() -> None:
    patterns = [verb.pattern for area in AREAS for verb in area.verbs.values()]
    assert len(patterns) == len(set(patterns))
    assert all(rules for area in AREAS for rules in area.behind.values())


def test_every_question_has_words_and_a_reason() -> None:
    prompts = {topic for area in AREAS for topic in area.prompts}
    reasons = {topic for area in AREAS for topic in area.why}
    assert set(QUESTIONS) <= prompts
    assert prompts == reasons


def test_the_catalogue_knows_every_rule_that_is_named() -> None:
    catalogue = GAME.catalogue()
    for area in AREAS:
        for rules in (*area.behind.values(), *area.topics.values()):
            assert all(rule in catalogue for rule in rules), rules


@pytest.mark.parametrize("seed", [1, 2])
def test_the_text_board_has_words_for_every_position(seed: int) -> None:
    choice = Random(seed)
    scenario, options = GAME.mixture(choice)
    state = GAME.setup(scenario, options, Sampled(seed))
    for number in range(600):
        asks = pending(state)
        if not asks:
            break
        ask = choice.choice(asks)
        if number % 20 == 0:
            seen = GAME.view(state, ask.seat)
            assert BOARD.status(seen) and BOARD.score(seen) and BOARD.phase(seen, ask.topic)
            assert BOARD.spoken(seen) and BOARD.picture(seen, 80, False)
            assert BOARD.supply(seen, "") and BOARD.units(seen, "")
            place = choice.choice(BOARD.places(seen))
            assert BOARD.look(seen, place) and BOARD.supply(seen, place)
            for offer in GAME.offers(state, ask.seat):
                BOARD.gloss(seen, offer.verb, _noun(offer.verb), offer.noun)
            assert max(len(line) for line in BOARD.picture(seen, 80, False).splitlines()) <= 90
        act(state, ask.seat, ask.pick(choice.randrange(ask.count())), Sampled(number))


def _noun(pattern: str) -> str:
    return next(verb.noun for verb in VERBS.values() if verb.pattern == pattern)


def test_a_sketch_is_the_position() -> None:
    state = GAME.setup("torch", {"players": 3}, Sampled(3))
    drawn = sketch(view(state, 0))
    assert GAME.facts(drawn)["at"] == GAME.facts(state)["at"]
    assert drawn.at == state.at and drawn.owned == state.owned


def test_shorthand_is_played_as_one_line() -> None:
    match = Match.new(GAME, "last-push", {}, 1)
    match.play("allies", "raise 2 infantry 1 aaa")
    facts = GAME.facts(match.state)
    assert facts["units"]["uk"]["atlantic"] == {"infantry": 2, "aaa": 1}
    assert match.undo("allies") == 3


def test_shorthand_leaves_plain_lines_alone() -> None:
    state = GAME.setup("last-push", {}, Sampled(1))
    for line in ("attack tank@tobruk at benghazi", "done", "buy infantry", "lose supply", "x 3 y"):
        assert expand(state, 0, line) == line
    with pytest.raises(Refused, match="may name 40 units"):
        expand(state, 0, "buy 41 infantry")


BROKEN_OFF = [
    ("combat move", "attack tank@brea at alba from"),
    ("combat move", "attack tank from"),
    ("combat move", "attack alba with"),
    ("combat move", "attack 2 tank from brea at"),
    ("noncombat move", "drive truck from"),
    ("noncombat move", "drive truck from brea to"),
    ("noncombat move", "move 2 tank from brea to"),
    ("noncombat move", "move truck@brea to"),
]


@pytest.mark.parametrize(("phase", "line"), BROKEN_OFF)
def test_a_line_that_breaks_off_is_refused(phase: str, line: str) -> None:
    position = {
        "power": "germany",
        "phase": phase,
        "germany": ["tank x2 brea", "truck brea", "infantry brea"],
        "uk": ["infantry alba"],
        "supply": {"brea": 2},
        "board": {"alba": {"borders": ["brea"]}, "brea": {"borders": ["cova"]}, "cova": {}},
    }
    with pytest.raises(Refused, match=r"answers: "):
        GAME.from_position({**position, "answers": {"axis": line}}, Sampled(1), [])


def test_an_answer_of_an_ally_stays_hidden_until_all_are_in() -> None:
    table = {
        "players": 4,
        "phase": "conduct combat",
        "germany": ["tank x2 benghazi at=tobruk"],
        "uk": ["infantry tobruk"],
        "us": ["infantry tobruk"],
        "supply": {"tobruk": 1},
        "battle": {"space": "tobruk"},
        "answers": {"uk": "fight"},
    }
    state = GAME.from_position(table, Sampled(1))
    uk, us = 1, 3
    others = [GAME.resample(state, us, Sampled(seed)).answers[uk] for seed in range(40)]
    assert len(set(others)) == 2
    assert {GAME.resample(state, uk, Sampled(seed)).answers[uk] for seed in range(9)} == {
        state.answers[uk]
    }
    assert GAME.view(state, us) == GAME.view(GAME.resample(state, us, Sampled(3)), us)
