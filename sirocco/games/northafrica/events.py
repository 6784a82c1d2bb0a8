"""What happens in a game; every seat may see everything (D1). Powers, spaces and units by number.

A unit is told as `(owner, kind)`: it may be gone when somebody reads about it.
"""

from __future__ import annotations

from typing import ClassVar

from sirocco.kernel.events import Event

Piece = tuple[int, int]
"""Owner and kind of a unit."""


# Sequence


class RoundBegan(Event, frozen=True, tag="round-began"):
    round: int


class TurnBegan(Event, frozen=True, tag="turn-began"):
    round: int
    power: int


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    power: int
    phase: int


class Answered(Event, frozen=True, tag="answered"):
    """Allies were asked together; all answers are in and are shown now."""

    seats: tuple[int, ...]
    answers: tuple[int, ...]

    reveals: ClassVar[bool] = True


class Ended(Event, frozen=True, tag="ended"):
    winner: int
    level: int
    how: str


# Set-up


class Bid(Event, frozen=True, tag="bid"):
    """A seat offers points for a side."""

    seat: int
    side: int
    points: int


class BidAccepted(Event, frozen=True, tag="bid-accepted"):
    """A seat takes the points and the other side."""

    seat: int
    side: int
    points: int


class BidShared(Event, frozen=True, tag="bid-shared"):
    """A power gets its share of the points."""

    power: int
    points: int


# The board


class Captured(Event, frozen=True, tag="captured"):
    power: int
    space: int


class MarkerPlaced(Event, frozen=True, tag="marker-placed"):
    """A control marker came by set-up or event, without a capture."""

    power: int
    space: int


class Placed(Event, frozen=True, tag="placed"):
    """Units came into play."""

    pieces: tuple[Piece, ...]
    space: int


class Removed(Event, frozen=True, tag="removed"):
    """Units left play."""

    pieces: tuple[Piece, ...]
    space: int


class Moved(Event, frozen=True, tag="moved"):
    piece: Piece
    start: int
    end: int
    how: str


class SupplyChanged(Event, frozen=True, tag="supply-changed"):
    """Supply came (more than 0) or went; `why` says how."""

    space: int
    value: int
    why: str
