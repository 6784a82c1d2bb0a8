"""A game at the terminal: whose decision it is, who decides, what is shown to whom."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from sirocco.cli.lines import Reader
from sirocco.cli.words import ending
from sirocco.games import TextBoard, text_board
from sirocco.kernel.events import seen_by
from sirocco.kernel.frames import asked_of
from sirocco.kernel.match import Match
from sirocco.players import Player, decide, player
from sirocco.saves import Save

HUMAN: Final = "human"
ADVISER: Final = "cadet"
MOST_NEWS: Final = 40
"""Lines of news that are shown at once."""
EVEN: Final = 0.5
RECENT: Final = 8
"""Events that are told again when a stored game is taken up."""


class Leave(Exception):
    """Somebody leaves the table."""


class Table:
    """One match with its players, its file and what each seat has been told."""

    def __init__(
        self,
        match: Match,
        players: Mapping[str, str],
        save: Save,
        reader: Reader,
        say: Callable[[str], None] = print,
        seed: int = 0,
    ) -> None:
        self.reader = reader
        self._say = say
        self.seed = seed
        self.sit(match, players, save)

    def sit(self, match: Match, players: Mapping[str, str], save: Save) -> None:
        """Begin, or go on with another game."""
        self.match = match
        self.save = save
        self.names = dict(players)
        self.board: TextBoard = text_board(match.game.id)
        self.again = bool(match.records.actions())
        self.told = [_recent(match, seat) if self.again else 0 for seat in range(len(match.seats))]
        self.advised: set[tuple[int, str]] = set()  # seats and topics
        self.shown = (-1, -1)  # the action and the seat whose question is on the screen
        self.numbered = False  # whether the offers on the screen have numbers
        self._said: dict[tuple[int, str], str] = {}  # what each seat has on its screen
        self._auto: dict[int, str] = {}
        self._advisers: dict[int, Player] = {}
        self.at = -1  # the seat of the person at the keyboard
        self._players: dict[int, Player] = {
            seat: player(name, self.seed + seat)
            for seat, name in enumerate(self.names[name] for name in match.seats)
            if name != HUMAN
        }
        self.humans = [s for s in range(len(match.seats)) if s not in self._players]

    def say(self, text: str) -> None:
        """Put a text on the screen; lines are broken between words."""
        width = self.reader.width()
        for line in text.split("\n"):
            if width and len(line) > width:
                indent = " " * (len(line) - len(line.lstrip()) + 4)
                line = textwrap.fill(
                    line, width - 1, subsequent_indent=indent, break_on_hyphens=False
                )
            self._say(line)

    def show(self, picture: str) -> None:
        """Put lines on the screen as they are."""
        for line in picture.split("\n"):
            self._say(line)

    def greet(self) -> None:
        """Say what is played, by whom, and where it is stored."""
        headers = self.match.records.headers
        self.say(f"{self.match.game.title}, scenario {headers.scenario}.")
        self.say(", ".join(f"{seat}: {who}" for seat, who in self.names.items()) + ".")
        if headers.provenance == "reconstruction":
            self.say("Maps and other data are a reconstruction (sirocco data status tells more).")
        self.say(f"Stored in {self.save.path} after every action.")
        if self.again:
            self.say(f"Taken up after {len(self.match.records.actions())} actions.")
        else:
            self.say(self.board.welcome())
        self.say("Type help at any time.")

    def farewell(self) -> None:
        """Say how the game ended."""
        for seat in self.humans:
            self.news(seat)
        self.say(ending(self.match))

    # Whose turn it is

    def next_seat(self) -> int:
        """The seat that decides next: a computer first, then whoever sits at the keyboard."""
        asked = [ask.seat for ask in self.match.asks]
        for seat in asked:
            if seat in self._players:
                return seat
        return self.at if self.at in asked else asked[0]

    def plays_itself(self, seat: int) -> bool:
        """Whether a computer decides for a seat, always or until the phase is over."""
        if seat not in self._players and self._auto.get(seat) != self._phase(seat):
            self._auto.pop(seat, None)
        return seat in self._players or seat in self._auto

    def let_play(self, seat: int) -> str:
        """A computer player takes one decision of a seat; what it was."""
        match = self.match
        chooser = self._players.get(seat) or self._adviser(seat)
        match.act(seat, decide(chooser, match.game, match.state, seat))
        self.save.sync()
        return match.records.entries[-1].text

    def _adviser(self, seat: int) -> Player:
        if seat not in self._advisers:
            self._advisers[seat] = player(ADVISER, self.seed + seat)
        return self._advisers[seat]

    def hand_to_computer(self, seat: int) -> None:
        """The computer decides for a person until the phase is over."""
        self._auto[seat] = self._phase(seat)

    def _phase(self, seat: int) -> str:
        ask = asked_of(self.match.state, seat)
        return self.board.phase(self.view(seat), ask.topic if ask is not None else "")

    def hand_over(self, seat: int) -> None:
        """Another person takes the keyboard, and sees nothing of the one before."""
        if seat == self.at:
            return
        if len(self.humans) > 1:
            name = self.match.seats[seat]
            if self.at >= 0:
                self.reader.clear()
            self.say(f"Hand the keyboard to {name}. {name}: press Enter when nobody else looks.")
            self.reader.line("", "", lambda text: [])
            if self.at >= 0:
                self.reader.clear()
            self.show_again(seat)
        self.at = seat

    def ask_for_draw(self, mover: int) -> None:
        """Ask everybody else about a draw that a seat has proposed, until one declines."""
        match = self.match
        for seat, name in enumerate(match.seats):
            if match.for_draw >> seat & 1:
                continue
            if not self._wants_draw(seat, match.seats[mover]):
                self.say(f"{name} declines: the game goes on.")
                return
            match.propose_draw(seat)
            self.save.sync()

    def _wants_draw(self, seat: int, mover: str) -> bool:
        """A computer agrees where it stands worse; a person is asked."""
        if seat in self._players:
            return self.match.game.score(self.match.state, seat) < EVEN
        self.hand_over(seat)
        self.say(f"{mover} proposes a draw. Type draw to agree, anything else to play on.")
        name = self.match.seats[seat]
        return self.reader.line(f"{name}> ", name, lambda text: []).strip().lower() == "draw"

    # What a seat is told

    def fresh(self, seat: int, about: str, text: str) -> bool:
        """Whether a seat has not been told just this about something; it is told now."""
        before = self._said.get((seat, about))
        self._said[seat, about] = text
        return text != before

    def show_again(self, seat: int) -> None:
        """Forget what a seat has on its screen, so that its question is shown in full."""
        self.shown = (-1, -1)
        for told in [key for key in self._said if key[0] == seat]:
            del self._said[told]

    def view(self, seat: int) -> Any:
        return self.match.game.view(self.match.state, seat)

    def news(self, seat: int) -> None:
        """Tell a seat what has happened since it was last told."""
        match = self.match
        start = min(self.told[seat], len(match.events))
        fresh = seen_by(match.events[start:], seat)
        self.told[seat] = len(match.events)
        lines = [match.told(event, seat) for event in fresh]
        lines = [line for line in lines if line]
        if len(lines) > MOST_NEWS:
            self.say(f"  ... {len(lines) - MOST_NEWS} earlier lines: log shows them")
            lines = lines[-MOST_NEWS:]
        for line in lines:
            self.say(f"  {line}")

    def keep_copy(self, path: Path) -> None:
        """Write the game to a file of its own as well."""
        Save(path, self.match, self.names).close()


def _recent(match: Match, seat: int) -> int:
    """Where the last events that a seat may see begin."""
    seen = [i for i, event in enumerate(match.events) if event.audience >> seat & 1]
    return seen[-RECENT] if len(seen) >= RECENT else 0
