"""Resigning and agreed draws: who must say it, the record, replay, loading, undo."""

from __future__ import annotations

import pytest

from sirocco.games import game, games
from sirocco.kernel.agreement import WORDS
from sirocco.kernel.game import Outcome
from sirocco.kernel.match import Match
from sirocco.kernel.record import Record, RecordError
from sirocco.kernel.refusal import Refused
from sirocco.verify import verify
from tests.kernel.tiny import TINY


def fresh(seed: int | None = 3) -> Match:
    match = Match.new(TINY, "duel", {}, seed=seed)
    match.play("left", "hide 2")
    match.play("right", "hide 4")
    return match


def bodies(match: Match) -> list[str]:
    return [line.partition("  ~")[0] for line in match.record().splitlines()]


def test_no_game_has_a_verb_that_begins_like_a_word_of_the_table() -> None:
    for id in games():
        firsts = {verb.pattern.split()[0] for verb in game(id).verbs.values()}
        assert not firsts & set(WORDS)


@pytest.mark.parametrize("loser", ["left", "right"])
def test_who_resigns_has_lost_even_out_of_turn(loser: str) -> None:
    match = fresh()
    before = TINY.pack(match.state)
    match.resign(loser)
    assert match.outcome == Outcome((int(loser == "left"),), f"{loser} has resigned")
    assert match.pending == () and match.pending_for("left") == () and match.offers("left") == []
    assert match.log("left")[-1] == match.log("right")[-1] == f"{loser} resigns."
    assert TINY.pack(match.state) == before
    assert bodies(match)[-1] == f"3 {loser}: resign"


def test_nothing_follows_a_resignation() -> None:
    match = fresh()
    match.resign("left")
    record = match.record()
    for line in ("add 1", "resign", "draw", "RESIGN"):
        with pytest.raises(Refused, match="The game is over"):
            match.play("right", line)
        assert "The game is over" in str(match.why("right", line))
    with pytest.raises(Refused, match="The game is over"):
        match.act("left", TINY.offers(match.state, 0)[0].action)
    assert match.record() == record


def test_a_draw_needs_every_seat() -> None:
    match = fresh()
    match.propose_draw("right")
    assert match.for_draw == 0b10
    assert [decision.seat for decision in match.pending] == ["left"]
    with pytest.raises(Refused, match="You have said draw already"):
        match.propose_draw("right")
    match.play("left", " Draw ")
    assert match.outcome == Outcome((), "all agreed on a draw")
    assert bodies(match)[-2:] == ["3 right: draw", "4 left: draw"]
    assert match.log("left")[-2:] == ["right is for a draw.", "left is for a draw."]


def test_the_next_action_turns_a_draw_down() -> None:
    match = fresh()
    match.propose_draw("right")
    match.play("left", "add 1")
    assert match.for_draw == 0
    match.propose_draw("left")
    assert match.outcome is None


def test_a_proposal_stands_again_when_that_action_is_taken_back() -> None:
    match = fresh()
    match.propose_draw("right")
    match.play("left", "add 1")
    match.undo("left")
    assert match.for_draw == 0b10
    match.propose_draw("left")
    assert match.outcome is not None


@pytest.mark.parametrize("word", WORDS[:2])
def test_nothing_behind_a_word_of_the_table_is_taken_back(word: str) -> None:
    match = fresh()
    match.play("left", "add 1")
    match.play("right", word)
    assert not match.can_undo("left")
    with pytest.raises(Refused, match="Nothing can be taken back"):
        match.undo("left")


def test_why_says_nothing_against_what_is_allowed() -> None:
    match = fresh()
    assert match.why("right", "resign") is None and match.why("right", "draw") is None
    match.propose_draw("right")
    assert "already" in str(match.why("right", "draw"))


def test_records_with_words_of_the_table_replay_and_verify() -> None:
    match = fresh(seed=None)
    match.propose_draw("left")
    match.play("left", "roll")
    match.play("right", "roll")
    match.resign("right")
    text = match.record()
    again = Match.replay(TINY, Record.parse(text))
    assert again.record() == text and again.outcome == match.outcome
    assert TINY.pack(again.state) == TINY.pack(match.state)
    assert verify(text)[0] == 2
    assert Match.replay(TINY, Record.parse(text), upto=5).outcome is None


def test_a_stored_game_is_taken_up_with_its_proposal() -> None:
    match = fresh(seed=None)
    match.propose_draw("left")
    again = Match.load(TINY, Record.parse(match.record()), match.secrets)
    assert again.for_draw == 0b01
    again.propose_draw("right")
    assert again.outcome == Outcome((), "all agreed on a draw")


def test_a_record_cannot_go_on_behind_the_end() -> None:
    match = fresh()
    match.resign("left")
    record = Record.parse(match.record())
    record.add("left", "add 1")
    with pytest.raises(RecordError, match="The game is over: left has resigned"):
        Match.replay(TINY, record)


def test_a_branch_before_the_end_is_open_again() -> None:
    match = fresh()
    match.resign("left")
    assert match.branch().outcome is not None
    other = match.branch(upto=2)
    other.play("left", "add 1")
    assert other.outcome is None


def test_a_game_that_is_over_by_its_rules_knows_no_resigning() -> None:
    match = Match.new(TINY, "duel", {"limit": 1}, seed=1)
    for seat, line in (("left", "hide 1"), ("right", "hide 1"), ("left", "done")):
        match.play(seat, line)
    with pytest.raises(Refused, match="The game is over"):
        match.resign("right")


def test_a_team_has_lost_when_all_its_seats_have_resigned() -> None:
    options = {"seats": 3, "layout": "1,2,3"}
    match = Match.new(game("victory"), "two-front-war", options, seed=1)
    match.resign("blue-west")
    assert match.outcome is None
    with pytest.raises(Refused, match="You have said resign already"):
        match.resign("blue-west")
    match.resign("blue-east")
    assert match.outcome == Outcome((0,), "blue-west and blue-east have resigned")


def test_a_team_that_stays_wins_with_all_its_seats() -> None:
    options = {"seats": 3, "layout": "1,2,3"}
    match = Match.new(game("victory"), "two-front-war", options, seed=1)
    match.resign("blue-west")
    match.resign("red")
    assert match.outcome == Outcome((1, 2), "red has resigned")


# Taking back by agreement


def rolled(seed: int | None = None) -> tuple[Match, bytes]:
    """A game in which dice were rolled after the second action, and the state before them."""
    match = fresh(seed)
    before = TINY.pack(match.state)
    match.play("left", "add 1")
    match.play("left", "roll")
    return match, before


@pytest.mark.parametrize("seed", [3, None])
def test_all_seats_agree_to_go_back_behind_dice(seed: int | None) -> None:
    match, before = rolled(seed)
    after, rolls = TINY.pack(match.state), match.records.rolls
    assert not match.propose_takeback("left", 2)
    assert TINY.pack(match.state) == after and match.back == 2 and match.for_back == 1
    with pytest.raises(Refused, match="already"):
        match.propose_takeback("left", 2)
    assert match.propose_takeback("right", 2)
    assert TINY.pack(match.state) == before and match.back == -1
    assert match.log("left")[-1] == "All agreed: it is taken back."
    assert match.records.rolls == rolls  # what was rolled stays in the record
    record = Record.parse(match.record())
    again = Match.replay(TINY, record)
    assert TINY.pack(again.state) == before
    assert TINY.pack(Match.replay(TINY, record, len(record.entries) - 2).state) == after
    if seed is None:
        verify(match.record())
        loaded = Match.load(TINY, record, match.secrets)
        assert TINY.pack(loaded.state) == before and loaded.turned == match.turned


def test_an_action_turns_a_takeback_down() -> None:
    match, _ = rolled(3)
    match.propose_takeback("left", 2)
    seat = next(name for name in match.seats if match.offers(name))
    match.act(seat, match.offers(seat)[0].action)
    after = TINY.pack(match.state)
    assert match.back == -1 and not match.propose_takeback("right", 2)
    assert TINY.pack(match.state) == after


def test_words_before_a_takeback_do_not_count_after_it() -> None:
    match, before = rolled(3)
    match.propose_draw("left")
    match.propose_takeback("left", 2)
    match.propose_takeback("right", 2)
    match.propose_draw("right")
    assert match.outcome is None and match.for_draw == 2
    assert not match.propose_takeback("right", 1)
    assert match.propose_takeback("left", 1) and TINY.pack(match.state) != before


def test_there_is_no_way_forward_by_taking_back() -> None:
    match, _ = rolled(3)
    last = len(match.records.entries) - 1
    for number in (last, last + 1, 99):
        with pytest.raises(Refused, match="no such position"):
            match.propose_takeback("left", number)
    match.propose_takeback("left", last - 1)
    with pytest.raises(Refused, match="no such position"):
        match.propose_takeback("right", last)


def test_a_record_with_a_made_up_takeback_is_refused() -> None:
    match = fresh()
    record = Record.parse(match.record())
    record.add("left", "takeback 77")
    record.add("right", "takeback 77")
    with pytest.raises(RecordError, match="action 3"):
        Match.replay(TINY, record)
