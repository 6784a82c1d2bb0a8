"""The clocks of a match: time for each seat, more with each of its lines."""

from __future__ import annotations

from typing import Final

import msgspec

Times = list[tuple[float, float | None]]
"""For each seat the seconds left and, if its clock runs, the moment from which to count."""
SHORTEST: Final = 10
LONGEST: Final = 366 * 24 * 3600


class _Set(msgspec.Struct, array_like=True):
    main: float
    more: float
    left: list[float]
    running: int
    since: float


class Clock:
    """Seconds left of each seat; those that must choose use them up.

    >>> clock = Clock(60, 5, 2)
    >>> clock.turn(100.0, -1, 0b01)
    >>> clock.turn(130.0, 0, 0b10)
    >>> clock.left, clock.flag_at(), sorted(clock.late(191.0))
    ([35.0, 60], 190.0, [1])
    """

    def __init__(self, main: float, more: float, seats: int) -> None:
        self.main = main
        self.more = more
        self.left: list[float] = [main] * seats
        self.running = 0
        self.since = 0.0

    @property
    def ticks(self) -> bool:
        return self.main > 0

    def turn(self, now: float, actor: int, running: int) -> None:
        """Time has gone by, a seat has acted, and others may have to choose now."""
        if not self.ticks:
            return
        for seat, left in enumerate(self.left):
            if self.running >> seat & 1:
                self.left[seat] = left - (now - self.since)
        if actor >= 0 and self.running >> actor & 1:
            self.left[actor] += self.more
        self.running = running
        self.since = now

    def flag_at(self) -> float:
        """When the next time is up; 0: never."""
        if not self.ticks or not self.running:
            return 0.0
        left = [each for seat, each in enumerate(self.left) if self.running >> seat & 1]
        return self.since + min(left)

    def late(self, now: float) -> set[int]:
        """Seats whose time is up."""
        gone = now - self.since
        return {
            seat
            for seat, left in enumerate(self.left)
            if self.ticks and self.running >> seat & 1 and left <= gone
        }

    def seen(self, told: set[int]) -> Times:
        """The clocks as somebody sees them who is told which seats must choose."""
        if not self.ticks:
            return []
        return [
            (round(left, 1), self.since if seat in told and self.running >> seat & 1 else None)
            for seat, left in enumerate(self.left)
        ]

    def pack(self) -> bytes:
        if not self.ticks:
            return b""
        return msgspec.msgpack.encode(
            _Set(self.main, self.more, self.left, self.running, self.since)
        )

    @staticmethod
    def read(data: bytes, seats: int) -> Clock:
        """The clock of a match, from its row or its last line."""
        if not data:
            return Clock(0, 0, seats)
        found = msgspec.msgpack.decode(data, type=_Set)
        clock = Clock(found.main, found.more, seats)
        clock.left, clock.running, clock.since = found.left, found.running, found.since
        return clock
