"""What people agree on beside the rules: a side resigns, all agree on a draw, or to take back.

These are words of the table, not of any game: they may be said at any time by any seat, stand in
the record like actions, and no game may have a verb that begins with one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sirocco.kernel.events import Event
from sirocco.kernel.game import Outcome

RESIGN: Final = "resign"
DRAW: Final = "draw"
BACK: Final = "takeback"
"""With a number: back to the position after that action."""
WORDS: Final = (RESIGN, DRAW, BACK)


def said(text: str) -> bool:
    """Whether an entry of a record is a word of the table.

    >>> [said(text) for text in ("draw", "takeback 12", "drawn", "takeback")]
    [True, True, False, False]
    """
    return text.startswith(WORDS) and (text in (RESIGN, DRAW) or back_to(text) >= 0)


def back_to(text: str) -> int:
    """The action behind which somebody wants to go back, or -1."""
    word, _, number = text.partition(" ")
    return int(number) if word == BACK and number.isdecimal() and number.isascii() else -1


class Resigned(Event, frozen=True, tag="resigned"):
    """A seat gives up; its side has lost when all its seats have."""

    seat: int


class DrawProposed(Event, frozen=True, tag="draw"):
    """A seat wants a draw; the next action of the game turns it down."""

    seat: int


class TakebackProposed(Event, frozen=True, tag="takeback"):
    """A seat wants to take back; the next action of the game turns it down."""

    seat: int


class TakenBack(Event, frozen=True, tag="taken-back"):
    """All have agreed: the position is an earlier one again."""

    seat: int


def resignation(sides: Sequence[int], names: Sequence[str], resigned: int) -> Outcome | None:
    """The end of a game in which so many have resigned that one side is left.

    >>> resignation((0, 1), ("red", "blue"), 0b10)
    Outcome(winners=(0,), reason='blue has resigned')
    >>> resignation((0, 1, 1), ("red", "west", "east"), 0b10) is None
    True
    """
    left = {side for seat, side in enumerate(sides) if not resigned >> seat & 1}
    if len(left) > 1 or not resigned:
        return None
    lost = [name for name, side in zip(names, sides, strict=True) if side not in left]
    winners = tuple([seat for seat, side in enumerate(sides) if side in left])
    return Outcome(winners, f"{' and '.join(lost)} {'has' if len(lost) == 1 else 'have'} resigned")


def told(event: Event, names: Sequence[str]) -> str:
    """A line of the log, or nothing if the event belongs to the game."""
    if isinstance(event, Resigned):
        return f"{names[event.seat]} resigns."
    if isinstance(event, DrawProposed):
        return f"{names[event.seat]} is for a draw."
    if isinstance(event, TakebackProposed):
        return f"{names[event.seat]} is for taking back."
    if isinstance(event, TakenBack):
        return "All agreed: it is taken back."
    return ""
