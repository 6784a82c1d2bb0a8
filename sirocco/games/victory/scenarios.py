"""Scenarios and options: what players agree on before a game (1.3, section 8).

>>> terms = make_terms("two-front-war", {"seats": 3, "limit": 10})
>>> terms.seats, terms.maps, terms.limit
(('red', 'blue-west', 'blue-east'), 3, 10)
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from sirocco.games.victory.board import Board, board_for
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.layout import SHAPES, LayoutSpec, map_numbers
from sirocco.games.victory.mapdata import MapError
from sirocco.games.victory.terms import OPTIONS, SCENARIOS, Terms
from sirocco.kernel.refusal import Refused

KNOWN: Final = ("maps", *OPTIONS, "limit", "forces", "seats", "layout", "neutral")
"""The options by name; the rest of what a match needs is no matter of the rules."""
FORCES: Final = ("units", "points")
CHOOSE_MAPS: Final = "choose"
LONGEST_LIMIT: Final = 999
NEUTRAL: Final = 2
SIZES: Final = {2: "two", 3: "three", 4: "four"}
PLAYERS: Final = ("a", "b")
"""Player A of a scenario is red, Player B blue."""
SEATS: Final[dict[str, dict[int, tuple[str, bool]]]] = {
    "two-front-war": {2: ("all", False), 3: ("fronts", False)},  # V-8.4-g
    "commanders": {6: ("arms", False), 8: ("arms", True)},  # V-8.5-a, V-8.5-d
    "custom": {2: ("all", False), 3: ("fronts", False), 6: ("arms", False), 8: ("arms", True)},
}
"""By scenario and number of seats: how a side shares its command; whether it has a Politician."""
TWO_SEATS: Final = {2: ("all", False)}
OWNER_LETTERS: Final = "rbn"
_YES: Final = ("true", "on", "yes", "1")
_NO: Final = ("false", "off", "no", "0")


class Share(NamedTuple):
    """What a scenario gives one side; 0 where it gives no number."""

    units: int
    points: int
    win: int
    bonus: int
    per_map: bool
    per_city: int


def table_of(scenario: str, maps: int) -> str:
    """The path of a scenario's table for so many maps in the data pack."""
    return f"scenarios.{scenario}.{SIZES[maps]}"


@lru_cache(maxsize=64)
def share_of(scenario: str, maps: int, side: int) -> Share:
    """The forces and victory condition of a side (V-1.3-a, V-1.4-a)."""
    pack = data_pack()
    path = f"{table_of(scenario, maps)}.{PLAYERS[side]}"
    table = pack.value(path)
    per_city = table.get("per_city", pack.number("limits.deployment.per_city"))
    return Share(
        units=table.get("units", 0),
        points=table.get("points", 0),
        win=pack.number(f"{path}.win"),
        bonus=table.get("bonus", 0),
        per_map=table.get("per_map", False),
        per_city=per_city,
    )


@lru_cache(maxsize=64)
def owners_of(scenario: str, maps: int) -> tuple[int, ...]:
    """Whose map lies at each place of the usual layout: 0 red, 1 blue, 2 nobody's."""
    pack = data_pack()
    layout = pack.text(f"{table_of(scenario, maps)}.layout")
    return tuple("abn".index(owner) for owner in pack.texts(f"layouts.{layout}.owners"))


def usual_shape(maps: int) -> str:
    """How so many maps usually lie (V-MAPS-b)."""
    return "square" if maps == 4 else "row"


def opening_board(terms: Terms) -> Board:
    """The board before the maps are laid: the agreed layout, or the maps to choose from."""
    if terms.layout:
        return board_for(LayoutSpec.parse(terms.layout))
    numbers = tuple(map_numbers(data_pack())[:4])
    count = len(numbers)
    return board_for(LayoutSpec(numbers, (False,) * count, (NEUTRAL,) * count, "row"))


def make_terms(scenario: str, options: Mapping[str, object]) -> Terms:
    """The terms of a match; what does not exist or cannot be combined is refused."""
    if scenario not in SCENARIOS:  # V-1.3-a
        raise Refused(
            f"There is no scenario {scenario[:40]!r}{near(scenario, SCENARIOS)}", "V-1.3-a"
        )
    for name in options:
        if name not in KNOWN:
            raise Refused(f"There is no option {name[:40]!r}{near(name, KNOWN)}", "V-ORG-a")
    chosen = tuple(name for name in OPTIONS if _flag(options, name))  # V-ORG-a: off unless agreed
    maps = _maps(scenario, options)
    duty, politicians = _seats(scenario, options)
    neutral = NEUTRAL in owners_of(scenario, maps) if scenario != "custom" else _neutral(options)
    if "neutral" in options and _flag(options, "neutral") != neutral:
        raise Refused(_about_neutral(scenario, maps, neutral), "V-NEUTRAL-a", "V-MAPS-b")
    return Terms(
        scenario,
        maps,
        chosen,
        _limit(options),
        _by_points(scenario, maps, options),
        duty,
        politicians,
        neutral,
        _layout(scenario, maps, options),
    )


def near(word: object, known: Sequence[str]) -> str:
    """The end of a sentence that names the nearest known names."""
    close = difflib.get_close_matches(str(word).lower(), known, 2, 0.5)
    if close:
        return f"; near it: {', '.join(close)}."
    return f"; known are {', '.join(known)}."


# Single options


def _flag(options: Mapping[str, object], name: str) -> bool:
    value = options.get(name, False)
    if isinstance(value, bool):
        return value
    word = str(value).lower()
    if word in _YES or word in _NO:
        return word in _YES
    raise Refused(f"Option {name} is on or off, not {word[:40]!r}.", "V-ORG-a")


def _number(options: Mapping[str, object], name: str, rule: str) -> int:
    value = options[name]
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdigit() and len(text) < 10):
        wanted = "a whole number of at most nine digits, without a sign"
        raise Refused(f"Option {name} is {wanted}, not {text[:40]!r}.", rule)
    return int(text)


def _neutral(options: Mapping[str, object]) -> bool:
    return "neutral" in options and _flag(options, "neutral")


def _sizes(scenario: str) -> list[int]:
    """The numbers of maps that a scenario can be played on."""
    if scenario == "custom":
        return list(SIZES)
    return [maps for maps in SIZES if table_of(scenario, maps) in data_pack()]


def _maps(scenario: str, options: Mapping[str, object]) -> int:
    """V-MAPS-b, V-8.4-a, V-8.5-a: as many as agreed, or as the scenario and layout say."""
    sizes = _sizes(scenario)
    if "maps" in options:
        maps = _number(options, "maps", "V-MAPS-b")
    elif options.get("layout", CHOOSE_MAPS) != CHOOSE_MAPS:
        maps = str(options["layout"]).count(",") + 1
    elif _neutral(options) and 3 in sizes:
        maps = 3
    else:
        maps = sizes[0]
    if maps not in sizes:
        told = " or ".join(str(n) for n in sizes)
        raise Refused(f"Scenario {scenario} has {told} maps, not {maps}.", "V-MAPS-b", "V-1.3-a")
    return maps


def _about_neutral(scenario: str, maps: int, neutral: bool) -> str:
    if neutral:
        return (
            f"Scenario {scenario} on {maps} maps has a neutral map: option neutral cannot be off."
        )
    return (
        f"Scenario {scenario} on {maps} maps has no neutral map; "
        "quick-start, custom-forces and sleeping-giant have one on 3 maps, neutral-centre always."
    )


def _seats(scenario: str, options: Mapping[str, object]) -> tuple[str, bool]:
    table = SEATS.get(scenario, TWO_SEATS)
    if "seats" not in options:
        return table[min(table)]
    count = _number(options, "seats", "V-8.5-a")
    if count not in table:
        told = " or ".join(str(n) for n in table)
        raise Refused(
            f"Scenario {scenario} has {told} seats, not {count}.", "V-1.3-a", "V-8.4-g", "V-8.5-a"
        )
    return table[count]


def _limit(options: Mapping[str, object]) -> int:
    """V-8.6-a; 0 is no limit."""
    if "limit" not in options:
        return 0
    limit = _number(options, "limit", "V-8.6-a")
    if limit > LONGEST_LIMIT:
        raise Refused(
            f"A time limit has at most {LONGEST_LIMIT} Game Turns, not {limit}; 0 is none.",
            "V-8.6-a",
        )
    return limit


def _by_points(scenario: str, maps: int, options: Mapping[str, object]) -> bool:
    """Full-strength units or points (V-8.1-a, V-8.2-a, V-8.3-a, V-8.4-b)."""
    given: tuple[str, ...] = FORCES[:1]
    if scenario != "custom":
        share = share_of(scenario, maps, 0)
        given = tuple(force for force in FORCES if getattr(share, force))
    wanted = str(options.get("forces", given[0]))
    if wanted not in FORCES:
        raise Refused(f"Forces are given in units or points, not {str(wanted)[:40]!r}.", "V-1.4-a")
    if wanted not in given:
        other = "custom-forces" if wanted == "points" else "quick-start"
        raise Refused(
            f"Scenario {scenario} gives {given[0]}, not {wanted}: that is {other}.",
            "V-1.4-a",
            "V-8.1-a",
            "V-8.2-a",
        )
    return wanted == "points"


# Layouts agreed on beforehand


def _layout(scenario: str, maps: int, options: Mapping[str, object]) -> str:
    """The key of the layout that an option names: `1,3t`, `column:1,3t` or `row:3tb,1r`."""
    text = str(options.get("layout", CHOOSE_MAPS)).strip().lower()
    if text == CHOOSE_MAPS or scenario == "custom":
        return ""
    shape, colon, rest = text.rpartition(":")
    if not colon:
        shape = usual_shape(maps)
    parts = [part.strip() for part in rest.split(",")]
    usual = owners_of(scenario, maps)
    if len(parts) != maps:
        raise Refused(f"Layout {text!r} has {len(parts)} maps; the game has {maps}.", "V-MAPS-b")
    full = [
        part if part[-1:] in OWNER_LETTERS and part else part + OWNER_LETTERS[owner]
        for part, owner in zip(parts, usual, strict=True)
    ]
    try:
        spec = LayoutSpec.parse(f"{shape}:{','.join(full)}")
        _check_owners(spec, usual, text)
        board_for(spec)
    except MapError as error:
        hint = "." if shape in SHAPES else near(shape, SHAPES)
        told = f"Layout {text!r} cannot be laid: {error}{hint}"
        raise Refused(told, "V-MAPS-a", "V-1.1-b") from None
    return spec.key()


def _check_owners(spec: LayoutSpec, usual: tuple[int, ...], text: str) -> None:
    """Each side has its due number of maps; in a row of three the centre is fixed."""
    fits = sorted(spec.owners) == sorted(usual)
    if len(usual) == 3:
        fits = fits and spec.owners[1] == usual[1]  # V-8.4-a
    if not fits:
        due = ",".join(OWNER_LETTERS[owner] for owner in usual)
        raise Refused(
            f"In layout {text!r} the maps do not belong to the sides as they must ({due}).",
            "V-1.1-a",
            "V-8.4-a",
        )


# A mixture of everything


def mixture(choice: Random) -> tuple[str, dict[str, Any]]:
    """A scenario and options drawn at random; all that can be combined comes up."""
    scenario = choice.choice([name for name in SCENARIOS if name != "custom"])
    maps = choice.choice(_sizes(scenario))
    share = share_of(scenario, maps, 0)
    options: dict[str, Any] = {name: choice.random() < 0.4 for name in OPTIONS}
    options["maps"] = maps
    options["limit"] = choice.randint(1, 6)
    options["forces"] = choice.choice([force for force in FORCES if getattr(share, force)])
    options["seats"] = choice.choice(list(SEATS.get(scenario, TWO_SEATS)))
    if choice.random() < 0.5:
        numbers = choice.sample(map_numbers(data_pack()), maps)
        parts = [f"{number}{choice.choice(('', 't'))}" for number in numbers]
        shape = "square" if maps == 4 else choice.choice(("row", "column")) if maps == 2 else "row"
        options["layout"] = f"{shape}:{','.join(parts)}"
    return scenario, options
