"""The scenarios: when they begin, who takes turns, what is closed, what is set aside."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.kinds import data_pack, standard_chart
from sirocco.games.northafrica.powers import NOBODY, POWERS, SIDE, SIDES, UK
from sirocco.games.northafrica.state import NorthAfrica

Counted = tuple[int, str]
"""So many pieces of a kind, as a chart lists them."""


class Scenario:
    """One scenario of the data pack, ready for use.

    `first_turn` by power and `open_from` by side are rounds; `set_aside` is by kind; `landing` has
    the table of the landings, `victory` by side the objectives of each level, best first.
    """

    __slots__ = (
        "events",
        "first_round",
        "first_turn",
        "grounded",
        "landing",
        "landing_round",
        "lend_lease",
        "must_ship",
        "name",
        "only_ship",
        "open_from",
        "reserve",
        "set_aside",
        "set_aside_until",
        "title",
        "variable",
        "victory",
    )

    def __init__(self, name: str, table: Mapping[str, Any]) -> None:
        self.name = name
        self.title = str(table["title"])
        self.first_round = int(table["first_round"])
        turns = table.get("first_turn", {})
        self.first_turn = tuple(int(turns.get(power, 1)) for power in POWERS)
        opened = table.get("open_from", {})
        self.open_from = tuple(int(opened.get(side, 1)) for side in SIDES)
        aside = table.get("set_aside", {})
        index = standard_chart().index
        self.set_aside = {index[kind]: n for n, kind in counted(aside.get("pieces", ()))}
        self.set_aside_until = int(aside.get("until", 1))
        self.variable: tuple[tuple[str, int], ...] = tuple(table.get("variable", {}).items())
        reserve = table.get("reserve", {})
        self.reserve = tuple(int(reserve.get(side, 0)) for side in SIDES)
        self.lend_lease: Mapping[str, Any] = table.get("lend_lease", {})
        self.events: dict[int, Mapping[str, Any]] = {
            int(number): row for number, row in table.get("event", {}).items()
        }
        self.landing: Mapping[str, Any] = table.get("landing", {})
        self.landing_round = int(self.landing.get("round", 0))
        self.grounded = frozenset(POWERS.index(p) for p in self.landing.get("grounded", ()))
        self.must_ship = _ports(self.landing, "must_ship")
        self.only_ship = _ports(self.landing, "only_ship")
        self.victory = tuple(_objectives(table.get("victory", {}).get(side, {})) for side in SIDES)


def _ports(landing: Mapping[str, Any], key: str) -> dict[int, str]:
    return {POWERS.index(power): str(port) for power, port in landing.get(key, {}).items()}


def _objectives(table: Mapping[str, Any]) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """For each level, from Total down, the groups of places of which one must be controlled."""
    return tuple(
        tuple(tuple(group.split("+")) for group in table.get(level, ()))
        for level in ("total", "major", "minor")
    )


def counted(lines: tuple[str, ...]) -> list[Counted]:
    """`2 infantry`, `1 tank`: numbers and kinds."""
    out = []
    for line in lines:
        number, _, kind = line.partition(" ")
        out.append((int(number), kind))
    return out


@lru_cache(maxsize=8)
def scenario(name: str) -> Scenario:
    """A scenario by its name (NA-WIN-a)."""
    return Scenario(name, data_pack().value(f"scenarios.{name}"))


def of(g: NorthAfrica) -> Scenario:
    """The scenario that is played."""
    return scenario(g.terms.scenario)


# Turns


def takes_turn(g: NorthAfrica, power: int) -> bool:
    """NA-WIN-b, NA-WIN-c, NA-ORDER-d."""
    return g.round >= of(g).first_turn[power]


def first_power(g: NorthAfrica) -> int:
    """The power with the first turn of the round."""
    return next(p for p in range(4) if takes_turn(g, p))


# What is closed, set aside or forbidden for a time


def closed_to(g: NorthAfrica, side: int) -> int:
    """Territories that units of a side may not enter now (NA-RLP-b, NA-RLPR7-k, NA-RLPR8-a)."""
    return g.board.west if g.round < of(g).open_from[side] else 0


def pieces(g: NorthAfrica, kind: int) -> int:
    """Pieces of a kind that can be in play now (NA-SETUP-g, NA-RLPR7-b)."""
    held = of(g)
    if g.round >= held.set_aside_until:
        return g.board.chart.pieces[kind]
    return g.board.chart.pieces[kind] - held.set_aside.get(kind, 0)


def landing_round(g: NorthAfrica) -> bool:
    """Whether the special rules of the landings are in effect."""
    return g.round == of(g).landing_round


def grounded(g: NorthAfrica, power: int) -> bool:
    """Whether a power cannot requisition air units now (NA-RLPR7-s, NA-TORCHR7-f)."""
    return landing_round(g) and power in of(g).grounded


def must_ship(g: NorthAfrica, power: int) -> int:
    """The port to whose convoy zone a power must ship while it controls it, or NONE.

    NA-RLPR7-u, NA-TORCHR7-h; the option NA-ADV-e lifts it.
    """
    held = of(g)
    if g.round != held.landing_round or g.terms.landing_choice or power not in held.must_ship:
        return NONE
    port = g.board.find(held.must_ship[power])
    return port if port >= 0 and g.control[port] == power else NONE


def only_ship(g: NorthAfrica, power: int) -> int:
    """The only port to which a power may ship now, or NONE (NA-TORCHR7-e)."""
    held = of(g)
    if g.round != held.landing_round or power not in held.only_ship:
        return NONE
    port = g.board.find(held.only_ship[power])
    return port if port >= 0 else NONE


def lend_lease(g: NorthAfrica) -> list[tuple[int, int, int]]:
    """What comes free of charge in phase 6 of this turn: kind, number, zone (NA-RLPR4-a)."""
    row = of(g).lend_lease
    if not row or g.power != UK or g.round != row["round"]:
        return []
    zone = g.board.find(row["zone"])
    index = g.board.chart.index
    return [(index[kind], n, zone) for n, kind in counted(row["pieces"])] if zone >= 0 else []


def objectives_held(g: NorthAfrica, side: int, groups: tuple[tuple[str, ...], ...]) -> bool:
    """Whether a side controls all places of one of the groups."""
    for group in groups:
        found = [g.board.find(name) for name in group]
        if all(s >= 0 and g.control[s] != NOBODY and SIDE[g.control[s]] == side for s in found):
            return True
    return False
