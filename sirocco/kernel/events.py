"""What happened, as typed events, each with the seats that may see it."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """Something that happened. `audience` is the set of seats that may see it, as a mask.

    A game makes one class per kind of event. `reveals` marks those by which a secret comes to
    light: no action behind them can be taken back.
    """

    audience: int

    reveals: ClassVar[bool] = False


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice were thrown."""

    purpose: str
    sides: int
    faces: tuple[int, ...]


def seen_by(events: list[Event], seat: int) -> list[Event]:
    """The events that a seat may see, in order."""
    return [event for event in events if event.audience >> seat & 1]
