"""The text board in random games: every command works at every question and betrays nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sirocco.cli.lines import Complete, Piped, Terminal
from sirocco.cli.session import Session
from sirocco.cli.table import Table
from sirocco.cli.words import begins, following
from sirocco.games import game
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import asked_of
from sirocco.kernel.match import Match
from sirocco.saves import Save

VICTORY = game("victory")
LOOKS = ("?", "map", "list", "units", "supply", "supply map", "score", "status", "help")
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
        return 100

    def colour(self) -> bool:
        return False


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
        self.table.show_again(seat)
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
        *(f"odds {h} with AR1 FA1 MA1" for h in hexes),
        *(f"{word} {h}" for h in hexes for word in ("who", "supply")),
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


def test_completion_knows_parts_of_words_and_names_of_spaces(desk: Desk) -> None:
    assert begins("german-tank@tobruk", "Ta") and not begins("tank", "an")
    Session(desk.table, 0).take("raise" + 4 * " AR" + 4 * " FA" + 12 * " IN")
    Session(desk.table, 1).take("auto phase")
    while desk.match.pending[0].topic == "force":
        desk.table.let_play(1)
    seat = desk.match.asks[0].seat
    session = Session(desk.table, seat)
    city = ("Donzy", "Hope")[seat]
    named = [word for word, _ in session.complete(f"deploy IN1 to {city[:3].lower()}")]
    assert named == [city]
    before = len(desk.match.records.entries)
    session.take(f"deploy IN1 to {city}")
    assert len(desk.match.records.entries) == before + 2


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
        lines = desk.table.board.picture(view, width, False).splitlines()
        hexes = [line for line in lines if line[:4].isdigit() and "clear" not in line]
        assert max(map(len, hexes)) <= max(width, 66)
    wide = desk.table.board.picture(view, 200, False)
    for name in ("AUXE3", "HOPE2", "Garby", "2109."):
        assert name in wide


def test_colours_change_nothing_but_colours(desk: Desk) -> None:
    view, board = desk.table.view(0), desk.table.board
    coloured = re.sub(r"\033\[[0-9;]*m", "", board.picture(view, 80, True))
    plain = board.picture(view, 80, False)
    assert [line.rstrip() for line in coloured.splitlines()] == plain.splitlines()
    assert "\033[" in board.picture(view, 80, True) and "\033[" not in plain


@pytest.mark.parametrize(
    ("variables", "colours"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
    ],
)
def test_who_wants_no_colours_gets_none(
    variables: dict[str, str], colours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert Terminal().colour() is colours
    assert not Piped().colour()


POSITION = {
    "map": """\
 .C2         .C3
     +     +
       .      +    .

 .           .C1

       .           .
""",
    "phase": "movement",
    "active": "red",
    "homes": {"0101": "red", "0301": "red", "0302": "blue"},
    "red": ["AR1 4 0101", "IN1 3 0301", "FA1 2 0301"],
    "blue": ["IN1 2 0302"],
}


@pytest.fixture
def field(tmp_path: Path) -> Iterator[Desk]:
    """A table in the middle of red's movement."""
    desk = Desk("quick-start", {"layout": "1,2"}, tmp_path / "game.txt", 1)
    desk.match.state = VICTORY.from_position(POSITION, Sampled(1))
    yield desk
    desk.table.save.close()


def test_who_can_go_where(field: Desk) -> None:
    assert "  to 0302: " in field.screen(0, "who 0302")
    told = field.screen(0, "who 0302").partition("  to 0302: ")[2]
    assert "AR1" in told and "IN1" in told and "FA1" in told
    assert "No: No unit that you may name now can go to 'Atlantis'" in field.screen(
        0, "who Atlantis"
    )
    assert field.match.records.actions() == []


def test_odds_of_an_attack_before_it_is_made(field: Desk) -> None:
    shown = field.screen(0, "odds 0302 with AR1, FA1", "odds 0302 with IN9", "odds 0302")
    assert "one blue block hidden. If each is infantry of" in shown
    assert "steps lost on average: red" in shown
    assert "'IN9' is no unit of yours elsewhere on the map." in shown
    assert "there are not blocks of both sides" in shown


def test_supply_names_units_and_hexes(field: Desk) -> None:
    shown = field.screen(0, "supply", "supply 0302", "supply map")
    assert "All your units are in supply, or need none." in shown
    assert "* your Army units there are in supply" in shown and "0201.*" in shown
    lost = {"0101": "red", "0301": "blue", "0302": "blue"}
    cut = dict(POSITION, control=lost, red=["AR1 4 0202"])
    field.match.state = VICTORY.from_position(cut, Sampled(1))
    assert "  0202: AR1 armor 4" in field.screen(0, "supply")
    assert "may be out of supply." in field.screen(0, "supply 0202")


def test_a_unit_that_is_being_moved_is_not_mixed_up_with_another(field: Desk) -> None:
    field.screen(0, "move AR1")
    assert "First say where AR1 goes" in field.screen(0, "why IN1 0202")
    assert "It is allowed: to 0201" in field.screen(0, "why AR1 0201")
    assert "stay               remains where it is; its move is over" in field.screen(0, "? stay")


def test_a_plan_shows_what_is_spent_and_what_is_left(field: Desk) -> None:
    spending = dict(POSITION, phase="production")
    field.match.state = VICTORY.from_position(spending, Sampled(1))
    assert "PP to spend: " in field.screen(0)
    shown = field.screen(0, "city 0301", "build IN", "2", "status", "? done")
    assert "Planned: " in shown and "new with 2" in shown and "1 of 3 PP left." in shown
    assert "done               leave the city; points left over are lost" in shown


def test_a_council_is_explained(tmp_path: Path) -> None:
    options = {"limit": 1, "seats": 8, "layout": "1,2,3,4"}
    desk = Desk("commanders", options, tmp_path / "game.txt", 1)
    try:
        while desk.match.pending[0].topic != "council":
            desk.table.let_play(desk.match.asks[0].seat)
        seat = desk.match.seats.index("red-politician")
        shown = desk.screen(seat, "?")
        assert re.search(r"appoint red-general +now general", shown)
        assert "motion 1 2 3 4 5 6 7 8 9" in shown and "agree on by talking" in shown
        assert "each seat" in shown and re.search(r"done +nothing to say", shown)
    finally:
        desk.table.save.close()
