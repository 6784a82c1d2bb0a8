"""The terms of a match: scenario, options, seats. Fixed when the game is created."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

OPTIONS: Final = ("pursuit", "cadres1", "cadres2", "merging", "submarines", "simultaneous")
"""Optional rules by their short names; `simultaneous` is deployment by both at once."""
SCENARIOS: Final = (
    "quick-start",
    "custom-forces",
    "sleeping-giant",
    "two-front-war",
    "commanders",
    "neutral-centre",
    "custom",
)
"""8.1 to 8.5, a neutral map between the players, and `custom`, a position of one's own.

Any of them may have a time limit (8.6).
"""
DUTIES: Final = ("all", "fronts", "arms")
GENERAL, ADMIRAL, AIR_MARSHAL, POLITICIAN = range(4)
OFFICES: Final = ("general", "admiral", "air-marshal", "politician")


class Terms:
    """What the players agreed on.

    `seats` are the names, `side_of[seat]` the side. `duty` says how a side with several seats
    shares its command: "all" (one seat), "fronts" (8.4 with three seats), "arms" (8.5). `layout`
    is the key of a layout agreed on beforehand, or empty: the players choose their maps. `neutral`:
    one map is nobody's.
    """

    __slots__ = (
        "by_points",
        "cadres1",
        "cadres2",
        "duty",
        "key",
        "layout",
        "limit",
        "maps",
        "merging",
        "neutral",
        "politicians",
        "pursuit",
        "scenario",
        "seats",
        "side_of",
        "seat_lists",
        "side_seats",
        "simultaneous",
        "submarines",
    )

    def __init__(
        self,
        scenario: str = "quick-start",
        maps: int = 2,
        options: tuple[str, ...] = (),
        limit: int = 0,
        by_points: bool = False,
        duty: str = "all",
        politicians: bool = False,
        neutral: bool = False,
        layout: str = "",
    ) -> None:
        self.scenario = scenario
        self.maps = maps
        self.limit = limit
        self.by_points = by_points
        self.duty = duty
        self.politicians = politicians
        self.neutral = neutral
        self.layout = layout
        self.pursuit = "pursuit" in options
        self.cadres1 = "cadres1" in options
        self.cadres2 = "cadres2" in options
        self.merging = "merging" in options
        self.submarines = "submarines" in options
        self.simultaneous = "simultaneous" in options
        self.seats, self.side_of = _seats(duty, politicians)
        self.seat_lists = tuple(
            [seat for seat, side in enumerate(self.side_of) if side == wanted] for wanted in (0, 1)
        )
        self.side_seats = tuple(
            sum(1 << seat for seat, side in enumerate(self.side_of) if side == wanted)
            for wanted in (0, 1)
        )
        chosen = "+".join(name for name in OPTIONS if name in options)
        flags = "".join(
            "1" if flag else "0" for flag in (self.by_points, self.politicians, self.neutral)
        )
        self.key = f"{scenario}/{maps}/{chosen}/{limit}/{duty}/{flags}/{layout}"


@lru_cache(maxsize=256)
def terms_from_key(key: str) -> Terms:
    """The terms that a stored state names; a ValueError if it names none."""
    scenario, maps, chosen, limit, duty, flags, layout = key.split("/")
    options = tuple(chosen.split("+")) if chosen else ()
    known = scenario in SCENARIOS and duty in DUTIES and set(options) <= set(OPTIONS)
    if not known or len(flags) != 3 or not set(flags) <= {"0", "1"}:
        raise ValueError(f"{key!r} names no terms of a match")
    by_points, politicians, neutral = (flag == "1" for flag in flags)
    return Terms(
        scenario, int(maps), options, int(limit), by_points, duty, politicians, neutral, layout
    )


def _seats(duty: str, politicians: bool) -> tuple[tuple[str, ...], bytes]:
    if duty == "fronts":
        return ("red", "blue-west", "blue-east"), bytes((0, 1, 1))
    if duty == "arms":
        offices = OFFICES if politicians else OFFICES[:3]
        names = tuple(f"{side}-{office}" for side in ("red", "blue") for office in offices)
        return names, bytes(i // len(offices) for i in range(2 * len(offices)))
    return ("red", "blue"), bytes((0, 1))
