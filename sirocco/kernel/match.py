"""A game in progress: state, events, undo, branches and the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sirocco.kernel import agreement
from sirocco.kernel.agreement import (
    BACK,
    DRAW,
    RESIGN,
    DrawProposed,
    Resigned,
    TakebackProposed,
    TakenBack,
)
from sirocco.kernel.chance import (
    Recorder,
    Recording,
    Replayed,
    ReplayMismatch,
    Roll,
    Sampled,
)
from sirocco.kernel.events import Event
from sirocco.kernel.frames import asked_of
from sirocco.kernel.game import Game
from sirocco.kernel.notation import read_action, read_exactly, words_of
from sirocco.kernel.opening import check_rolls, check_rules, decks_of, headers_of
from sirocco.kernel.record import Entry, Headers, Record, RecordError
from sirocco.kernel.refusal import Refused
from sirocco.kernel.sealed import Sealed
from sirocco.kernel.shown import Decision, Shown
from sirocco.kernel.talk import Talk


@dataclass(slots=True)
class _Step:
    """What taking back an action needs."""

    seat: int
    before: Any
    events: int
    line: int


class Match(Shown):
    """One game being played, by whatever channel.

    All changes go through `act` and `play`; a refused one leaves the match as it was.
    """

    def __init__(self, game: Game[Any], state: Any, record: Record, chance: Recorder) -> None:
        super().__init__(game, state, record)
        self._chance = chance
        self._steps: list[_Step] = []
        self._lines = 0
        self._past: Callable[[int], Any] | None = None

    # Beginnings

    @classmethod
    def new(
        cls,
        game: Game[Any],
        scenario: str,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Match:
        """A fresh game: sealed dice with secrets of this machine, or plain ones from a seed."""
        options = dict(options or {})
        probe = game.setup(scenario, options, Sampled(0))
        seats = game.seats(probe)
        if seed is None:
            sealed = Sealed.fresh(seats)
            headers = headers_of(game, scenario, options, seats, sealed)
            return cls._begin(game, headers, options, sealed)
        headers = headers_of(game, scenario, options, seats, seed)
        return cls._begin(game, headers, options, Recording(Sampled(seed)))

    @classmethod
    def _begin(
        cls, game: Game[Any], headers: Headers, options: Mapping[str, Any], chance: Recorder
    ) -> Match:
        record = Record(headers)
        chance.bind(record.head)
        log: list[Event] = []
        state = game.setup(headers.scenario, options, chance, log)
        match = cls(game, state, record, chance)
        match.events = log
        for roll in chance.take():
            record.add_roll(roll)
        return match

    @classmethod
    def replay(cls, game: Game[Any], record: Record, upto: int | None = None) -> Match:
        """Play a record again, to the end or to an action; the first that does not fit is named.

        It is there to look at: `branch` makes a game of its own from it.
        """
        return cls._again(game, record, Replayed(record.all_rolls(), decks_of(record)), upto)

    @classmethod
    def load(cls, game: Game[Any], record: Record, secrets: str = "") -> Match:
        """Take up a stored game where it stopped, with the same dice to come."""
        dice = record.headers.dice
        if dice.startswith("seed "):
            return cls._again(game, record, Recording(Sampled(int(dice[5:]))), None)
        if record.headers.sealed and secrets:
            sealed = Sealed.restore(secrets, record.rolls)
            if sealed.anchors() != record.headers.anchors:
                raise RecordError("the secrets of the dice are damaged or those of another game")
            rolls = record.all_rolls()
            match = cls._again(game, record, Replayed(rolls, sealed.decks(rolls)), None)
            match._chance = sealed
            return match
        raise RecordError("this record cannot be continued here: its dice are held elsewhere")

    @classmethod
    def resume(
        cls,
        game: Game[Any],
        state: Any,
        record: Record,
        chance: Recorder,
        resigned: int = 0,
        turned: int = 0,
    ) -> Match:
        """Go on from a stored state; of the record, the end since the last action is enough."""
        match = cls(game, state, record, chance)
        match._talk = Talk(record, resigned, turned)
        return match

    @property
    def secrets(self) -> str:
        """What is needed to go on with sealed dice later; never part of the record."""
        return self._chance.export() if isinstance(self._chance, Sealed) else ""

    def settle(self) -> None:
        """Keep only what going on needs: nothing before now can be taken back or told again."""
        entries = self._record.entries
        first = len(entries) - 1
        while first and agreement.said(entries[first].text):
            first -= 1
        del entries[:first]
        self._steps.clear()
        self.events = []

    @classmethod
    def retrace(cls, game: Game[Any], record: Record) -> Iterator[Match]:
        """Play a record again step by step: the match after the set-up, and after each entry."""
        return cls._steps_of(game, record, Replayed(record.all_rolls(), decks_of(record)), None)

    @classmethod
    def _again(cls, game: Game[Any], record: Record, chance: Recorder, upto: int | None) -> Match:
        for match in cls._steps_of(game, record, chance, upto):
            found = match
        return found

    @classmethod
    def _steps_of(
        cls, game: Game[Any], record: Record, chance: Recorder, upto: int | None
    ) -> Iterator[Match]:
        headers = record.headers
        check_rules(game, headers)
        try:
            match = cls._begin(game, headers, headers.options, chance)
        except (Refused, ReplayMismatch) as bad:
            raise RecordError(f"the set-up cannot be replayed: {bad}") from None
        check_rolls(record.entries[0], match._record.entries[0].rolls)
        last = len(record.entries) - 1 if upto is None else min(upto, len(record.entries) - 1)
        entries = record.entries[: last + 1]
        states: list[Any] | None = None
        if any(agreement.back_to(entry.text) >= 0 for entry in entries):
            states = [game.clone(match.state)]
            match._past = lambda number: game.clone(states[number])
        yield match
        for entry in entries[1:]:
            try:
                rolls = match._once_more(entry)
            except (Refused, ReplayMismatch) as bad:
                raise RecordError(
                    f"action {entry.number} ({entry.seat}: {entry.text}) cannot be replayed: {bad}"
                ) from None
            check_rolls(entry, rolls)
            if states is not None:
                states.append(game.clone(match.state))
            yield match
        match._past = None
        match._record = match._talk.record = record.upto(last)

    def _once_more(self, entry: Entry) -> list[Roll]:
        """Repeat what a record has written down already; the rolls that it made now."""
        self._check_open()
        seat, text = self.seat(entry.seat), entry.text
        record = self._record
        if agreement.said(text):
            bad = self._against(seat, text)
            if bad is not None:
                raise bad
            record.entries.append(entry)  # it may end the game, or take it back
            self._note(seat, text)
            return []
        game, state = self.game, self.state
        words = text.split()
        action = read_exactly(game, state, asked_of(state, seat), words)
        if action < 0:
            action, used = read_action(game, state, seat, words)
            if used != len(words):
                raise Refused(f"'{text}' is more than one action.")
        game.apply(state, seat, action, self._chance, self.events)
        record.entries.append(entry)
        record.rolls += len(entry.rolls)
        return self._chance.take()

    # Acting

    def play(self, seat: str | int, text: str) -> list[Event]:
        """Play a line: one or more actions of a seat, all of them or (before a roll) none."""
        number = self.seat(seat)
        if text.strip().lower() in (RESIGN, DRAW):
            self._agree(number, text.strip().lower())
            return self.events[-1:]
        words_of(text)
        words = self.game.expand(self.state, number, text).split()
        self._lines += 1
        steps, events = len(self._steps), len(self.events)
        said: list[int] = []
        while words:
            try:
                action, used = read_action(self.game, self.state, number, words, said)
                self._apply(number, action)
            except Refused:
                self._lines -= 1
                while len(self._steps) > steps:
                    self._take_back()
                raise
            said.append(action)
            words = words[used:]
            steps = min(steps, len(self._steps))
        return self.events[events:]

    def act(self, seat: str | int, action: int) -> list[Event]:
        """Play one action by its number, as offers name it."""
        self._lines += 1
        events = len(self.events)
        self._apply(self.seat(seat), action)
        return self.events[events:]

    def _apply(self, seat: int, action: int) -> None:
        game, state, record = self.game, self.state, self._record
        self._check_open()
        game.check(state, seat, action)
        before = game.clone(state)
        head = record.add(self.seats[seat], game.action_text(state, seat, action))
        self._chance.bind(head)
        log: list[Event] = []
        try:
            game.apply(state, seat, action, self._chance, log)
        except BaseException:
            self.state = before
            self._chance.drop()
            record.drop(1)
            raise
        rolls = self._chance.take()
        for roll in rolls:
            record.add_roll(roll)
        if rolls or any(event.reveals for event in log):
            self._steps.clear()
        else:
            self._steps.append(_Step(seat, before, len(self.events), self._lines))
        self.events += log

    def why(self, seat: str | int, text: str) -> Refused | None:
        """Why a line is not allowed, or None if it is.

        What comes after a roll or a reveal is not looked at: the answer could betray it.
        """
        number = self.seat(seat)
        try:
            self._check_open()
        except Refused as over:
            return over
        if text.strip().lower() in (RESIGN, DRAW):
            return self._against(number, text.strip().lower())
        trial = self.game.clone(self.state)
        chance = Recording(Sampled(0))
        log: list[Event] = []
        said: list[int] = []
        try:
            words_of(text)
            words = self.game.expand(trial, number, text).split()
            while words:
                action, used = read_action(self.game, trial, number, words, said)
                self.game.apply(trial, number, action, chance, log)
                if chance.take() or any(event.reveals for event in log):
                    break
                said.append(action)
                words = words[used:]
        except Refused as reason:
            return reason
        return None

    # Ending it before the rules do

    def resign(self, seat: str | int) -> None:
        """Give up; a side has lost when all its seats have."""
        self._agree(self.seat(seat), RESIGN)

    def propose_draw(self, seat: str | int) -> None:
        """Propose a draw, or agree to one: it is drawn when all seats have.

        A proposal stands until the next action of the game.
        """
        self._agree(self.seat(seat), DRAW)

    def propose_takeback(
        self, seat: str | int, number: int, past: Callable[[int], Any] | None = None
    ) -> bool:
        """Propose to go back to the position after an action, or agree to it; whether all have.

        A proposal stands until the next action of the game. What was rolled stays in the record,
        and its links are not used again. `past` gives the state after an action, for a match
        that was resumed without its record.
        """
        before = self._talk.turned
        self._past = past
        self._agree(self.seat(seat), f"{BACK} {number}")
        return self._talk.turned != before

    def _agree(self, seat: int, word: str) -> None:
        """Write down what a seat said; nothing before it can be taken back."""
        bad = self._against(seat, word)
        if bad is not None:
            raise bad
        self._record.add(self.seats[seat], word)
        self._note(seat, word)

    def _note(self, seat: int, word: str) -> None:
        """What a seat said takes effect."""
        self._steps.clear()
        everybody = (1 << len(self.seats)) - 1
        if word == RESIGN:
            self._talk.resigned |= 1 << seat
            self.events.append(Resigned(everybody, seat))
        elif word == DRAW:
            self.events.append(DrawProposed(everybody, seat))
        else:
            self.events.append(TakebackProposed(everybody, seat))
            if self.for_back == everybody:
                self.state = self._state_after(self.back)
                self._talk.turned = self._record.entries[-1].number
                self.events.append(TakenBack(everybody, seat))

    def _state_after(self, number: int) -> Any:
        """The state as it was after an action of the record."""
        if self._past is not None:
            return self._past(number)
        before = self._record.upto(number)
        chance = Replayed(before.all_rolls(), self._decks())
        return Match._again(self.game, before, chance, None).state

    def _against(self, seat: int, word: str) -> Refused | None:
        """Why a seat cannot say a word of the table now, if it cannot."""
        if self.outcome is not None:
            return Refused("The game is over.")
        return self._talk.against(seat, word)

    # Undo and branches

    def can_undo(self, seat: str | int) -> bool:
        """Whether a seat may take its last line back."""
        return bool(self._steps) and self._steps[-1].seat == self.seat(seat)

    def undo(self, seat: str | int) -> int:
        """Take back the seat's last line; how many actions that were.

        Nothing behind a roll, a reveal or another seat's action can be taken back.
        """
        if not self._steps:
            raise Refused(
                "Nothing can be taken back: dice, a reveal, a resignation, "
                "a draw proposed or the start lie before it."
            )
        if self._steps[-1].seat != self.seat(seat):
            raise Refused("Another seat has acted since: nothing can be taken back.")
        line = self._steps[-1].line
        count = 0
        while self._steps and self._steps[-1].line == line and self.can_undo(seat):
            self._take_back()
            count += 1
        return count

    def _take_back(self) -> None:
        step = self._steps.pop()
        self.state = step.before
        del self.events[step.events :]
        self._record.drop(1)

    def branch(self, upto: int | None = None, seed: int = 0) -> Match:
        """A game of its own from here, or from behind an earlier action, with other dice."""
        last = len(self._record.entries) - 1 if upto is None else upto
        match = Match.replay(self.game, self._record.branch(last, self._decks()))
        match._chance = Recording(Sampled(seed), match._record.rolls)
        return match

    def _decks(self) -> dict[int, tuple[int, ...]]:
        """The orders of the sealed decks, as far as this match knows them."""
        if isinstance(self._chance, Sealed):
            return self._chance.decks(self._record.all_rolls())
        return decks_of(self._record)


__all__ = ["Decision", "Match"]
