"""What the seats of a match have said beside the rules, and what has come of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sirocco.kernel import agreement
from sirocco.kernel.agreement import BACK, DRAW, RESIGN
from sirocco.kernel.game import Outcome
from sirocco.kernel.record import Entry, Record
from sirocco.kernel.refusal import Refused


class Talk:
    """Who has resigned, and which proposals stand: they do until the next action of the game."""

    def __init__(self, record: Record, resigned: int = 0, turned: int = 0) -> None:
        self.record = record
        self.resigned = resigned
        self.turned = turned  # words of the table up to this entry count no longer

    def standing(self) -> Iterator[Entry]:
        """The words of the table since the last action of the game, the latest first."""
        for entry in reversed(self.record.entries):
            if entry.number <= self.turned or not agreement.said(entry.text):
                break
            yield entry

    def seats_for(self, word: str) -> int:
        """The seats whose word stands, as a mask."""
        names = self.record.headers.seats
        found = 0
        for entry in self.standing():
            if entry.text == word:
                found |= 1 << names.index(entry.seat)
        return found

    @property
    def back(self) -> int:
        """The action to which somebody proposes to go back now, or -1."""
        found = [agreement.back_to(entry.text) for entry in self.standing()]
        return next((number for number in found if number >= 0), -1)

    @property
    def for_back(self) -> int:
        """The seats that are for going back there, as a mask."""
        return self.seats_for(f"{BACK} {self.back}")

    def against(self, seat: int, word: str) -> Refused | None:
        """Why a seat cannot say a word while the game goes on, if it cannot."""
        last = self.record.entries[-1].number
        if agreement.back_to(word) >= last - len(list(self.standing())):
            return Refused("There is no such position to go back to.")
        said = self.resigned if word == RESIGN else self.seats_for(word)
        return Refused(f"You have said {word} already.") if said >> seat & 1 else None

    def end(self, sides: Sequence[int]) -> Outcome | None:
        """The end on which the seats have agreed, or that so many have resigned."""
        names = self.record.headers.seats
        if self.seats_for(DRAW) == (1 << len(names)) - 1:
            return Outcome((), "all agreed on a draw")
        return agreement.resignation(sides, names, self.resigned)
