"""The text board in random games: every command works at every question and betrays nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sirocco.cli.lines import Complete
from sirocco.cli.session import Session
from sirocco.cli.table import Table
from sirocco.cli.words import following
from sirocco.games import game
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import asked_of
from sirocco.kernel.match import Match
from sirocco.saves import Save

VICTORY = game("victory")
LOOKS = ("?", "map", "list", "units", "score", "status", "help")
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("quick-start", {"limit": 3}),
    ("custom-forces", {"limit": 2, "layout": "3,4t", "merging": True, "pursuit": True}),
    ("sleeping-giant", {"limit": 2, "layout": "column:2,1", "simultaneous": True}),
    ("two-front-war", {"limit": 1, "seats": 3}),
    ("commanders", {"limit": 1, "seats": 8}),
]


class Keyboard:
    """A reader that nobody types at."""

    def line(self, prompt: str, seat: str, complete: Complete) -> str:
        return ""

    def clear(self) -> None:
        pass

    def width(self) -> int:
        return 60


class Desk:
    """A table of people whose screen is a list of lines."""

    def __init__(self, scenario: str, options: dict[str, Any], path: Path, seed: int) -> None:
        self.match = Match.new(VICTORY, scenario, options, seed)
        self.said: list[str] = []
        people = dict.fromkeys(self.match.seats, "human")
        save = Save(path, self.match, people)
        self.table = Table(self.match, people, save, Keyboard(), self.said.append)

    def screen(self, seat: int, *lines: str) -> str:
        """What a seat sees of the question and as answer to some lines."""
        self.said.clear()
        self.table.advised.clear()
        session = Session(self.table, seat)
        session.show_question()
        for line in lines:
            session.take(line)
        return "\n".join(self.said)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A table at the choice of forces."""
    desk = Desk("quick-start", {"layout": "1,2"}, tmp_path / "game.txt", 1)
    yield desk
    desk.table.save.close()


def looks(desk: Desk, seat: int, choice: random.Random) -> list[str]:
    """Every command that only looks, some of them at random places."""
    state = desk.match.state
    labels = state.board.grid.labels(state.board.grid.all)
    ask = asked_of(state, seat)
    assert ask is not None
    action = VICTORY.action_text(state, seat, ask.pick(choice.randrange(ask.count())))
    hexes = choice.sample(labels, 2)
    if state.battle < state.board.grid.size:
        hexes.append(state.board.grid.label(state.battle))
    return [
        *LOOKS,
        *(f"look {h}" for h in hexes),
        *(f"odds {h}" for h in hexes),
        f"why {action}",
        f"why IN1 {hexes[0]}",
        f"why {choice.choice(['move', 'fire', 'retreat'])} AR1 to {hexes[1]}",
    ]


def play_on(desk: Desk, choice: random.Random) -> bool:
    """One random action, mostly by its number, sometimes as words; whether there was any."""
    asks = VICTORY.pending(desk.match.state)
    if not asks:
        return False
    ask = choice.choice(asks)
    actions = ask.actions()
    busy = [a for a in actions if ask.mask(a & ~0x7FF) != 1]
    action = choice.choice(busy if busy and choice.random() < 0.9 else actions)
    text = VICTORY.action_text(desk.match.state, ask.seat, action)
    line = f"#{actions.index(action) + 1}" if choice.random() < 0.5 else text
    before = len(desk.match.records.entries)
    desk.said.clear()
    Session(desk.table, ask.seat).take(line)
    assert len(desk.match.records.entries) == before + 1, (line, desk.said)
    assert desk.match.records.entries[-1].text == text
    return True


@pytest.mark.parametrize(("scenario", "options"), SETTINGS)
def test_every_command_works_and_betrays_nothing(
    scenario: str, options: dict[str, Any], tmp_path: Path
) -> None:
    choice = random.Random(11)
    desk = Desk(scenario, options, tmp_path / "game.txt", 11)
    looked = number = 0
    try:
        while play_on(desk, choice) and number < 1500:
            number += 1
            if number % 23 == 0:
                for ask in VICTORY.pending(desk.match.state):
                    look_twice(desk, ask.seat, choice)
                    looked += 1
    finally:
        desk.table.save.close()
    assert looked > 10


def look_twice(desk: Desk, seat: int, choice: random.Random) -> None:
    """The same screen, whatever is true of what the seat cannot know."""
    lines = looks(desk, seat, choice)
    truth = desk.match.state
    shown = desk.screen(seat, *lines)
    desk.match.state = VICTORY.resample(truth, seat, Sampled(choice.randrange(999)))
    assert desk.screen(seat, *lines) == shown
    desk.match.state = truth


def test_completion_offers_what_may_follow(desk: Desk) -> None:
    session = Session(desk.table, 0)
    assert ("raise", "") in session.complete("")
    assert [word for word, _ in session.complete("ra")] == ["raise"]
    words = session.complete("raise ")
    assert ("IN", "infantry: moves 2, hits air on 1, army on 1-2") in words
    assert [word for word, _ in session.complete("raise IN A")] == ["AR", "AB"]
    assert ("status", "command") in session.complete("st")
    assert ("Hope", "") in session.complete("look Ho")
    assert [word for word, _ in session.complete("why raise F")] == ["FA"]
    assert session.complete("raise " * 40) == []
    assert session.complete("map ") == []


def test_reading_ahead_stops_at_other_seats_and_changes_nothing(desk: Desk) -> None:
    before = VICTORY.pack(desk.match.state)
    assert following(VICTORY, desk.match.state, 0, "raise IN raise ") != []
    assert following(VICTORY, desk.match.state, 0, " ".join(["IN"] * 12 + ["raise", "I"])) == []
    assert VICTORY.pack(desk.match.state) == before


def test_the_cadet_takes_over_for_a_phase(desk: Desk) -> None:
    Session(desk.table, 0).take("auto phase")
    while desk.table.plays_itself(0) and asked_of(desk.match.state, 0) is not None:
        desk.table.let_play(0)
    raised = [text for seat, text in desk.match.records.actions() if seat == "red"]
    assert len(raised) == 20 and all(text.startswith("raise") for text in raised)
    assert not desk.table.plays_itself(0)


def test_the_map_is_cut_into_panels_that_fit(desk: Desk) -> None:
    view = desk.table.view(0)
    for width in (40, 80, 100, 200):
        lines = desk.table.board.picture(view, width).splitlines()
        hexes = [line for line in lines if line[:4].isdigit() and "clear" not in line]
        assert max(map(len, hexes)) <= max(width, 66)
    wide = desk.table.board.picture(view, 200)
    for name in ("AUXE3", "HOPE2", "Garby", "2109."):
        assert name in wide
