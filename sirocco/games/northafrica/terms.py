"""The terms of a match: scenario, options, seats. Fixed when the game is created."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Final

from sirocco.games.northafrica.powers import SIDE, SIDES
from sirocco.kernel.given import near
from sirocco.kernel.refusal import Refused

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


KNOWN: Final = ("players", *OPTIONS)
"""What may be agreed on besides the scenario."""
_YES: Final = ("true", "on", "yes", "1")
_NO: Final = ("false", "off", "no", "0")


def make_terms(scenario: str, options: Mapping[str, object]) -> Terms:
    """The terms of a match; what does not exist or cannot be combined is refused.

    >>> make_terms("torch", {"players": 3, "tigers": True}).seats
    ('germany', 'italy', 'allies')
    """
    playable = tuple(name for name in SCENARIOS if name != "custom")
    if scenario not in playable:
        hint = near(scenario, playable) or f"; there are {' and '.join(playable)}"
        raise Refused(f"There is no scenario {scenario!r}{hint}.", "NA-WIN-a")
    for name in options:
        if name not in KNOWN:
            raise Refused(f"There is no option {name!r}{near(name, KNOWN)}.", "NA-ADV-a")
    players = players_of(options.get("players", 2))
    chosen = tuple(name for name in OPTIONS if _flag(options, name))
    return fitting(scenario, players, chosen)


def fitting(scenario: str, players: int, options: tuple[str, ...]) -> Terms:
    """The terms, unless the choices exclude each other."""
    if "bidding" in options and players != 2:
        raise Refused("Bidding is for two players, one for each side.", "NA-BID-a", "D17")
    return Terms(scenario, players, options)


def players_of(value: object) -> int:
    """The number of players, from an option or a position."""
    count = int(value) if isinstance(value, str) and value.isdecimal() else value
    if isinstance(count, bool) or not isinstance(count, int) or not 2 <= count <= 4:
        raise Refused(f"players must be 2, 3 or 4, not {value!r}.", "NA-PLAYERS-f")
    return count


def _flag(options: Mapping[str, object], name: str) -> bool:
    value = options.get(name, False)
    word = str(value).lower()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise Refused(f"Option {name} is true or false, not {value!r}.", "NA-ADV-a")


def mixture(choice: Random) -> tuple[str, dict[str, object]]:
    """A random scenario with random options; every game ends after its last round."""
    options: dict[str, object] = {}
    players = choice.choice((2, 2, 3, 4))
    if players != 2:
        options["players"] = players
    for name in OPTIONS:
        if choice.random() < 0.3 and (name != "bidding" or players == 2):
            options[name] = True
    return choice.choice(("last-push", "torch")), options
