"""Match: lines of play, undo and its stops, branches, records, loading."""

from __future__ import annotations

import pytest

from sirocco.kernel.match import Match
from sirocco.kernel.record import Record, RecordError
from sirocco.kernel.refusal import Refused
from sirocco.verify import verify
from tests.kernel.tiny import TINY


def fresh(seed: int | None = 3, **options: int) -> Match:
    match = Match.new(TINY, "duel", options, seed=seed)
    match.play("left", "hide 2")
    match.play("right", "hide 4")
    return match


def test_pending_names_seat_topic_and_prompt() -> None:
    match = Match.new(TINY, "duel", seed=1)
    assert [(d.seat, d.topic) for d in match.pending] == [("left", "hide"), ("right", "hide")]
    assert match.pending[0].prompt == "Your hide?"


def test_a_line_may_chain_actions_and_is_taken_back_as_one() -> None:
    match = fresh()
    match.play("left", "add 2 add 3")
    assert match.state.score == [5, 0]
    assert match.undo("left") == 2
    assert match.state.score == [0, 0]


def test_a_line_that_fails_in_the_middle_changes_nothing() -> None:
    match = fresh()
    before = TINY.pack(match.state), match.record(), len(match.events)
    with pytest.raises(Refused):
        match.play("left", "add 2 add 9")
    assert (TINY.pack(match.state), match.record(), len(match.events)) == before


def test_what_was_rolled_stays_when_the_rest_of_a_line_fails() -> None:
    match = fresh()
    with pytest.raises(Refused):
        match.play("left", "add 1 roll add 1")
    assert match.state.turn == 1
    assert [text for _, text in match.records.actions()][-2:] == ["add 1", "roll"]


@pytest.mark.parametrize("line", ["roll", "show"])
def test_undo_stops_at_rolls_and_reveals(line: str) -> None:
    match = fresh()
    match.play("left", "add 1")
    match.play("left", line)
    with pytest.raises(Refused):
        match.undo("left")
    assert not match.can_undo("left")


def test_undo_stops_at_another_seat_s_action() -> None:
    match = fresh()
    match.play("left", "done")
    match.play("right", "add 1")
    with pytest.raises(Refused, match="Another seat"):
        match.undo("left")
    match.undo("right")
    assert match.undo("left") == 1
    assert match.pending[0].seat == "left"


def test_undo_restores_the_exact_state_events_and_record() -> None:
    match = fresh()
    match.play("left", "add 1")
    before = TINY.pack(match.state), match.record(), list(match.events)
    match.play("left", "add 3")
    match.undo("left")
    assert (TINY.pack(match.state), match.record(), list(match.events)) == before


def test_wrong_seats_garbage_and_length_are_refused_and_change_nothing() -> None:
    match = fresh()
    before = TINY.pack(match.state), match.record()
    for seat, line in [
        ("right", "add 1"),
        ("left", "hide 1"),
        ("left", "fly away"),
        ("left", ""),
        ("left", "add \x07 1"),
        ("left", "add " * 500),
        ("nobody", "add 1"),
    ]:
        with pytest.raises(Refused):
            match.play(seat, line)
        assert (TINY.pack(match.state), match.record()) == before


def test_the_noun_or_the_verb_may_be_left_out_when_it_is_clear() -> None:
    match = fresh()
    match.play("left", "2")
    assert match.state.score == [2, 0]


def test_why_says_the_reason_without_playing() -> None:
    match = fresh()
    before = TINY.pack(match.state)
    refusal = match.why("left", "add 9")
    assert refusal is not None
    assert refusal.rule == "V-TURN-a"
    assert match.why("left", "add 2 roll") is None
    for line in ("show add 9", "roll add 9"):
        assert match.why("left", line) is None  # nothing is told of what comes after
    assert match.why("left", "add 2 add 9") is not None
    assert TINY.pack(match.state) == before


def played(match: Match) -> Match:
    for line in ("add 1", "roll", "roll", "add 3 done", "show done"):
        match.play(match.pending[0].seat, line)
    return match


def test_a_record_replays_to_the_same_bytes() -> None:
    for seed in (5, None):
        match = played(fresh(seed))
        record = Record.parse(match.record())
        again = Match.replay(TINY, record)
        assert TINY.pack(again.state) == TINY.pack(match.state)
        assert again.record() == match.record()
        assert again.events == match.events


def test_a_sealed_match_verifies() -> None:
    match = played(fresh(None))
    text = match.record()
    verify(text)


def test_replay_names_the_first_action_that_does_not_fit() -> None:
    match = played(fresh(5))
    record = Record.parse(match.record())
    bad = Record(record.headers)
    for entry in record.entries:
        if entry.seat:
            bad.add(entry.seat, "add 5" if entry.number == 3 else entry.text)
        for roll in entry.rolls:
            bad.add_roll(roll)
    with pytest.raises(RecordError, match="action 3"):
        Match.replay(TINY, bad)


def test_loading_goes_on_with_the_same_dice() -> None:
    straight = fresh(5)
    stored = fresh(5)
    for match in (straight, stored):
        match.play("left", "roll")
    loaded = Match.load(TINY, Record.parse(stored.record()))
    straight.play("right", "roll")
    loaded.play("right", "roll")
    assert loaded.record() == straight.record()


def test_a_sealed_match_goes_on_with_its_secrets() -> None:
    match = fresh(None)
    match.play("left", "roll")
    loaded = Match.load(TINY, Record.parse(match.record()), match.secrets)
    match.play("right", "roll")
    loaded.play("right", "roll")
    assert loaded.record() == match.record()
    with pytest.raises(RecordError):
        Match.load(TINY, Record.parse(match.record()))


def test_secrets_of_another_game_are_refused() -> None:
    match, other = fresh(None), fresh(None)
    with pytest.raises(RecordError, match="those of another game"):
        Match.load(TINY, Record.parse(match.record()), other.secrets)
    first = match.secrets.index('"secret": "') + len('"secret": "')
    digit = "0" if match.secrets[first] != "0" else "1"
    damaged = match.secrets[:first] + digit + match.secrets[first + 1 :]
    with pytest.raises(RecordError, match="damaged"):
        Match.load(TINY, Record.parse(match.record()), damaged)


@pytest.mark.parametrize("seed", [5, None])
def test_a_branch_is_a_game_of_its_own(seed: int | None) -> None:
    match = played(fresh(seed))
    branch = match.branch(upto=3)
    assert len(branch.records.actions()) == 3
    branch.play("left", "roll")
    assert Match.replay(TINY, Record.parse(branch.record())).state.score == branch.state.score
    assert len(match.records.actions()) != len(branch.records.actions())


def test_foreign_records_are_refused() -> None:
    match = fresh(5)
    text = match.record().replace("tiny-1", "tiny-2")
    with pytest.raises(RecordError):
        Match.replay(TINY, Record.parse(text))
