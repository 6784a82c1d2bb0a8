"""Victory (8.0): production points of controlled cities, checked once a Game Turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import everybody
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.state import NOBODY, OVER, Victory
from sirocco.games.victory.terms import Terms
from sirocco.kernel.bits import bits

NUMBER: Final = ("", "one", "two", "three", "four")
FORCES: Final = ("a", "b")
"""Player A is red, Player B blue."""
CUSTOM: Final = {2: "quick-start.two", 3: "two-front-war.three", 4: "quick-start.four"}
"""What a position of one's own borrows its victory conditions from."""


@lru_cache(maxsize=64)
def scenario_table(scenario: str, maps: int) -> str:
    """The table of the data pack for a scenario on so many maps."""
    path = f"{scenario}.{NUMBER[maps]}"
    if f"scenarios.{path}" not in data_pack():
        path = CUSTOM[maps]
    return f"scenarios.{path}"


@lru_cache(maxsize=64)
def targets(terms: Terms) -> tuple[int, int]:
    """The points with which each side wins (V-8.0-a, V-8.0-b, V-8.4-e, V-8.4-f)."""
    table = scenario_table(terms.scenario, terms.maps)
    red, blue = (data_pack().number(f"{table}.{force}.win") for force in FORCES)
    return red, blue


def threshold(g: Victory, side: int) -> int:
    """The points with which a side wins."""
    return targets(g.terms)[side]


@lru_cache(maxsize=64)
def home_bonus(terms: Terms) -> tuple[int, int]:
    """What each home city of a side produces beyond its value (V-8.3-d)."""
    table = scenario_table(terms.scenario, terms.maps)
    paths = [f"{table}.{force}.bonus" for force in FORCES]
    red, blue = (data_pack().number(path) if path in data_pack() else 0 for path in paths)
    return red, blue


def city_value(g: Victory, h: int) -> int:
    """The points that a city produces, whoever controls it (V-6.4-a, V-8.3-e)."""
    home = g.board.home[h]
    return g.board.pp[h] + (home_bonus(g.terms)[home] if home < NOBODY else 0)


def points(g: Victory, side: int) -> int:
    """Printed value of the cities that a side controls (A8)."""
    pp = g.board.pp
    return sum([pp[h] for h in bits(g.control[side] & g.board.city)])  # V-2.2-c, V-2.2-e


def check_victory(g: Victory) -> None:
    """V-VCHECK-a, A7: step four of the Game Turn, before production."""
    score = points(g, 0), points(g, 1)
    goal = targets(g.terms)
    for side in (0, 1):
        if score[side] >= goal[side]:  # V-8.6-c: with a time limit too
            _end(g, side, f"cities worth {score[side]} PP, {goal[side]} needed")
            return
    if 0 < g.terms.limit <= g.turn:  # V-8.6-a, V-8.6-b, A9
        winner = 0 if score[0] > score[1] else 1 if score[1] > score[0] else NOBODY
        _end(g, winner, f"time limit, {score[0]} PP to {score[1]} PP")


def _end(g: Victory, side: int, reason: str) -> None:
    g.winner = side
    g.phase = OVER
    if g.log is not None:
        g.log.append(ev.GameWon(everybody(g), side, reason))
