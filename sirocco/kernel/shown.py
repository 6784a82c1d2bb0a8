"""A game in progress as somebody looks at it: questions, views, log, record. Changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sirocco.kernel import agreement
from sirocco.kernel.agreement import DRAW
from sirocco.kernel.ask import Ask
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.game import Game, Offer, Outcome
from sirocco.kernel.record import Record
from sirocco.kernel.refusal import Refused
from sirocco.kernel.talk import Talk


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody must choose: the seat's name, what about, and the question in plain words."""

    seat: str
    topic: str
    prompt: str


class Shown:
    """What a match shows, and to whom."""

    def __init__(self, game: Game[Any], state: Any, record: Record) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []
        self._record = record
        self._talk = Talk(record)

    def seat(self, name: str | int) -> int:
        """The number of a seat by its name."""
        names = self.game.seats(self.state)
        if isinstance(name, int):
            if 0 <= name < len(names):
                return name
        elif name in names:
            return names.index(name)
        raise Refused(f"There is no seat '{name}' in this game; seats are {', '.join(names)}.")

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats(self.state)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions; none when the game is over."""
        return () if self._agreed_end() else self.game.pending(self.state)

    @property
    def pending(self) -> tuple[Decision, ...]:
        """Who must choose what, with all questions; empty when the game is over.

        It may tell what is hidden: `pending_for` is for the eyes of one seat.
        """
        names = self.seats
        return tuple(
            Decision(names[ask.seat], ask.topic, self.game.prompt(self.state, ask))
            for ask in self.asks
        )

    def pending_for(self, seat: str | int) -> tuple[Decision, ...]:
        """Who must choose, as a seat may know it: other sides' questions stay their own."""
        number = self.seat(seat)
        told = dict.fromkeys(self.game.told(self.state, ask, number) for ask in self.asks)
        return tuple(Decision(*each) for each in told)

    def offers(self, seat: str | int) -> list[Offer]:
        """Every legal action of a seat now, with the rules behind it."""
        number = self.seat(seat)
        return [] if self._agreed_end() else self.game.offers(self.state, number)

    def view(self, seat: str | int) -> Any:
        """What a seat may know."""
        return self.game.view(self.state, self.seat(seat))

    def log(self, seat: str | int) -> list[str]:
        """What happened, as a seat may read it."""
        number = self.seat(seat)
        lines = (self.told(event, number) for event in seen_by(self.events, number))
        return [line for line in lines if line]

    def told(self, event: Event, seat: int) -> str:
        """An event as a line of the log, as that seat may read it; may be empty."""
        said = agreement.told(event, self.seats)
        return said or self.game.describe(self.state, event, seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or by what the players said."""
        return self._agreed_end() or self.game.outcome(self.state)

    def record(self) -> str:
        """The record so far, as text."""
        return self._record.text()

    @property
    def records(self) -> Record:
        """The record so far, entry by entry."""
        return self._record

    # What the seats have said

    @property
    def resigned(self) -> int:
        """The seats that have resigned, as a mask."""
        return self._talk.resigned

    @property
    def turned(self) -> int:
        """The entry with which the match last went back by agreement, or 0."""
        return self._talk.turned

    @property
    def for_draw(self) -> int:
        """The seats that are for a draw now, as a mask."""
        return self._talk.seats_for(DRAW)

    @property
    def back(self) -> int:
        """The action to which somebody proposes to go back now, or -1."""
        return self._talk.back

    @property
    def for_back(self) -> int:
        """The seats that are for going back there, as a mask."""
        return self._talk.for_back

    def _agreed_end(self) -> Outcome | None:
        if not agreement.said(self._record.entries[-1].text):
            return None
        return self._talk.end(self.game.sides(self.state))

    def _check_open(self) -> None:
        end = self._agreed_end()
        if end is not None:
            raise Refused(f"The game is over: {end.reason}.")
