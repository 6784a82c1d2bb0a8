"""The terms of a match: scenario, options, seats. Fixed when the game is created."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.northafrica.powers import SIDE, SIDES

SCENARIOS: Final = ("last-push", "torch", "custom")
"""The two of the book, and `custom`, a position of one's own (no events, no closed borders)."""
OPTIONS: Final = (
    "bidding",
    "reinforcing",
    "tie-break",
    "tigers",
    "air-transport",
    "suez-mining",
    "landing-choice",
    "anzac",
    "reserve",
)
"""Optional rules, each a switch of its own (D17)."""


class Terms:
    """What the players agreed on.

    `players` is 2, 3 or 4; `seat_of[power]` the seat that runs a power, `side_of[seat]` its side.
    With bidding the seats are `first` and `second`, and who runs which side is settled in play:
    `State.swapped` says whether the first seat has the Allies.
    """

    __slots__ = (
        "key",
        "options",
        "players",
        "scenario",
        "seat_of",
        "seats",
        "side_of",
        *(name.replace("-", "_") for name in OPTIONS),
    )

    def __init__(
        self, scenario: str = "last-push", players: int = 2, options: tuple[str, ...] = ()
    ) -> None:
        self.scenario = scenario
        self.players = players
        self.options = tuple(name for name in OPTIONS if name in options)
        self.bidding = "bidding" in options
        self.reinforcing = "reinforcing" in options
        self.tie_break = "tie-break" in options
        self.tigers = "tigers" in options
        self.air_transport = "air-transport" in options
        self.suez_mining = "suez-mining" in options
        self.landing_choice = "landing-choice" in options
        self.anzac = "anzac" in options
        self.reserve = "reserve" in options
        self.seats, self.seat_of = _seats(players, self.bidding)
        self.side_of = bytes(
            next(SIDE[p] for p in range(4) if self.seat_of[p] == seat)
            for seat in range(len(self.seats))
        )
        self.key = f"{scenario}/{players}/{'+'.join(self.options)}"


def _seats(players: int, bidding: bool) -> tuple[tuple[str, ...], bytes]:
    """NA-PLAYERS-b to -d: who runs which powers."""
    if players == 2:
        names = ("first", "second") if bidding else SIDES
        return names, bytes((0, 1, 0, 1))
    if players == 3:
        return ("germany", "italy", "allies"), bytes((0, 2, 1, 2))
    return ("germany", "uk", "italy", "us"), bytes((0, 1, 2, 3))


@lru_cache(maxsize=256)
def terms_from_key(key: str) -> Terms:
    """The terms that a stored state names; a ValueError if it names none."""
    scenario, players, chosen = key.split("/")
    options = tuple(chosen.split("+")) if chosen else ()
    if scenario not in SCENARIOS or players not in ("2", "3", "4") or set(options) - set(OPTIONS):
        raise ValueError(f"{key!r} names no terms of a match")
    return Terms(scenario, int(players), options)
