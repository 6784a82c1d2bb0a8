"""The Python API: a game in five lines, pictures, records, branches."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import sirocco
from sirocco.kernel.record import RecordError


def in_movement(seed: int = 7) -> tuple[sirocco.Match, str]:
    """A game in its first movement phase, and the seat that moves."""
    match = sirocco.new("victory", scenario="quick-start", seed=seed, layout="1,2")
    while match.pending[0].topic != "movement":
        seat = match.pending[0].seat
        offers = [offer.text for offer in match.offers(seat)]
        infantry = [text for text in offers if " IN" in text]
        match.play(seat, (infantry or offers)[0])
    return match, match.pending[0].seat


def test_the_five_lines_of_the_design() -> None:
    match, seat = in_movement()
    unit = next(o.noun for o in match.offers(seat) if o.verb == "move {}")
    at = match.facts(seat)[seat][unit]["at"]
    match.play(seat, f"move {unit}")
    goal = next(offer.noun for offer in match.offers(seat) if offer.verb == "to {}")
    match.undo(seat)
    match.play(seat, f"move {unit} {at}-{goal}")
    assert match.facts(seat)[seat][unit]["at"] == goal
    assert match.record().splitlines()[-1].startswith(f"{len(lines(match))} {seat}: to {goal}")
    assert match.undo(seat) == 2
    with pytest.raises(sirocco.Refused, match="stands in"):
        match.play(seat, f"move {unit} 0101-{goal}")


def lines(match: sirocco.Match) -> list[str]:
    return [row for row in match.record().splitlines() if row.split(" ")[1] in ("red:", "blue:")]


def test_offers_carry_their_rules() -> None:
    match, seat = in_movement()
    assert all(offer.rules for offer in match.offers(seat))
    other = "blue" if seat == "red" else "red"
    assert match.offers(other) == []
    reason = match.why(other, "done")
    assert reason is not None and reason.rules


def test_the_svg_is_what_the_seat_may_know() -> None:
    match, seat = in_movement()
    picture = match.svg(seat)
    assert ET.fromstring(picture).tag.endswith("svg")
    assert match._repr_svg_() == match.svg(match.pending[0].seat)
    assert match.svg("red") != match.svg("blue")


def test_saving_loading_and_replaying(tmp_path: Path) -> None:
    match, _ = in_movement()
    path = tmp_path / "game.txt"
    match.save(path)
    again = sirocco.load(path)
    assert again.record() == match.record()
    assert again.pending == match.pending
    early = sirocco.replay(path, upto=3)
    assert len(lines(early)) == 3
    with pytest.raises(RecordError, match="not overwritten"):
        match.save(path)


def test_a_branch_leaves_the_game_alone() -> None:
    match, seat = in_movement()
    before = match.record()
    branch = match.branch()
    branch.play(seat, "done")
    assert match.record() == before
    assert "dice: scripted" in branch.record()


def test_what_is_told_of_a_match() -> None:
    match = sirocco.new("victory", seed=1, layout="1,2")
    assert "victory quick-start, 0 actions" in repr(match)
    assert match.outcome is None
    assert match.log("red") == ["The maps lie as row:1r,2b."]


def test_unknown_games_scenarios_options_and_seats() -> None:
    with pytest.raises(sirocco.Refused, match="There is no game 'chess'"):
        sirocco.new("chess")
    with pytest.raises(sirocco.Refused, match="There is no option"):
        sirocco.new("victory", weather="rain")
    match = sirocco.new("victory", seed=1)
    with pytest.raises(sirocco.Refused, match="There is no seat"):
        match.view("green")
