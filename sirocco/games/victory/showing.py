"""What the table shows beside positions: events on the map, odds of an offer, charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from sirocco.games.hints import Chart, Odds, Shows
from sirocco.games.victory import events as ev
from sirocco.games.victory.board import Board
from sirocco.games.victory.chart import SideRow
from sirocco.games.victory.mapdata import SEA, TERRAINS
from sirocco.games.victory.odds import OddsError
from sirocco.games.victory.odds_result import BattleResult
from sirocco.games.victory.text_odds import reckoned
from sirocco.games.victory.text_offers import fire_power, on_or_less
from sirocco.games.victory.text_seen import Seen, seen_of
from sirocco.games.victory.units import (
    ARMS,
    CODES,
    FIREPOWER,
    KIND,
    MIX,
    MOVE_RATE,
    NAMES,
    OFF,
    SIDE,
    SIDES,
    UNIT_NAME,
)
from sirocco.games.victory.view import View
from sirocco.kernel.events import Event, Rolled
from sirocco.kernel.refusal import Refused
from sirocco.odds.hits import hits

TONES: Final = ("bad", "even", "good")


# Events


def shows(event: Event, board: Board) -> Shows | None:
    """What an event looks like on the map."""
    teller = _SHOWS.get(type(event))
    rules = _RULES.get(type(event), ())
    at = getattr(event, "hex", -1)
    if teller is not None:
        return teller(event)._replace(rules=rules)
    return Shows((at,) if at >= 0 else (), rules=rules) if at >= 0 or rules else None


def _travel(path: tuple[int, ...], unit: int) -> Shows:
    return Shows(path, 1 if len(path) > 1 else 0, SIDES[SIDE[unit]], (UNIT_NAME[unit],))


def _fired(e: ev.Fired) -> Shows:
    hit = tuple(i for i, face in enumerate(e.faces) if face <= e.firepower)
    kind = NAMES[KIND[e.unit]]
    words = f"{kind} {UNIT_NAME[e.unit]} at {ARMS[e.group]}, hits on {on_or_less(e.firepower)}"
    side = SIDES[SIDE[e.unit]]
    return Shows(side=side, units=(UNIT_NAME[e.unit],), dice=e.faces, hits=hit, words=words)


def _of_unit(e: Any) -> Shows:
    return Shows(side=SIDES[SIDE[e.unit]], units=(UNIT_NAME[e.unit],))


_SHOWS: Final[dict[type[Event], Callable[[Any], Shows]]] = {
    ev.Moved: lambda e: _travel(e.path, e.unit),
    ev.BlockMoved: lambda e: Shows(e.path, e.count if len(e.path) > 1 else 0, SIDES[e.side]),
    ev.Retreated: lambda e: _travel(e.path, e.unit),
    ev.Fired: _fired,
    ev.StepLost: _of_unit,
    ev.HalfHit: _of_unit,
    ev.Attrition: _of_unit,
    ev.StepAdded: _of_unit,
    Rolled: lambda e: Shows(dice=e.faces, words=e.purpose),
}


_RULES: Final[dict[type[Event], tuple[str, ...]]] = {
    Rolled: ("V-INIT-a",),
    ev.Deployed: ("V-1.4-c",),
    ev.BlockDeployed: ("V-1.4-c",),
    ev.TurnBegan: ("V-INIT-a",),
    ev.PlayerTurnBegan: ("V-PTURN-a",),
    ev.PhaseClosed: ("V-PTURN-a",),
    ev.Moved: ("V-4.0-a",),
    ev.BlockMoved: ("V-4.0-a",),
    ev.Revealed: ("V-5.1-a",),
    ev.Activated: ("V-5.8-d",),
    ev.BattleBegan: ("V-5.1-a",),
    ev.RoundBegan: ("V-5.3-b",),
    ev.GroundedUnit: ("V-GROUND-a",),
    ev.Fired: ("V-5.41-a", "V-5.46-a"),
    ev.StepLost: ("V-STEP-b", "V-5.46-a"),
    ev.HalfHit: ("V-5.46-c",),
    ev.Eliminated: ("V-STEP-b",),
    ev.Landed: ("V-5.7-d",),
    ev.Retreated: ("V-5.5-a",),
    ev.Passed: ("V-5.3-a",),
    ev.Blockaded: ("V-5.8-a",),
    ev.BattleEnded: ("V-4.3-a",),
    ev.ControlChanged: ("V-4.3-h",),
    ev.BeachheadFormed: ("V-5.71-a",),
    ev.SupplyChecked: ("V-7.4-a",),
    ev.Attrition: ("V-7.4-b",),
    ev.PlansOpened: ("V-6.0-a",),
    ev.StepAdded: ("V-6.3-a",),
    ev.Built: ("V-6.2-a",),
    ev.BlockBuilt: ("V-6.2-a",),
    ev.Merged: ("V-MERGE-a",),
    ev.BlockMerged: ("V-MERGE-a",),
}
"""The rules behind each kind of event, for whoever reads the log."""


# Odds of an offer


def odds(view: View, board: Board, verb: str, noun: str, units: Sequence[str]) -> tuple[Odds, ...]:
    """How an offer may end: a shot by its hits, a battle by who wins it."""
    seen = seen_of(view)
    fire = _shot(seen, verb.split()[2], noun) if verb.startswith("fire {} ") else ()
    h = view.battle if view.battle != OFF else _where(seen, noun)
    if h == OFF or not seen.counts.get(h):
        return fire
    fought = view.battle != OFF or verb == "battle {}"
    joining = [] if fought else [u for u in units if seen.own[seen.unit(u)].hex != h]
    try:
        found = reckoned(seen, h, joining)
    except (Refused, OddsError):
        return fire
    return fire + tuple(_battle(seen, h, words, result, bool(joining)) for words, result in found)


def _where(seen: Seen, noun: str) -> int:
    grid = seen.board.grid
    return grid.index(noun) if noun in grid.labels(grid.all) else OFF


def _shot(seen: Seen, group: str, name: str) -> tuple[Odds, ...]:
    known = seen.own.get(seen.unit(name))
    if known is None:
        return ()
    power = fire_power(seen, known, ARMS.index(group))
    chances = hits(known.cv, power)
    parts = tuple(
        ("none" if n == 0 else str(n), float(chance), TONES[min(n, 2)])
        for n, chance in enumerate(chances)
    )
    return (Odds(f"Hits on {group}, each die on {on_or_less(power)}", parts),)


def _battle(seen: Seen, h: int, guess: str, result: BattleResult, attacks: bool) -> Odds:
    mine = seen.side if attacks else seen.view.active
    won, held = result.attacker_wins, result.defender_holds
    tones = ("good", "bad") if seen.side == mine else ("bad", "good")
    parts = [(f"{SIDES[mine]} wins", won, tones[0]), (f"{SIDES[1 - mine]} holds", held, tones[1])]
    if result.mutual > 0.0005:
        parts.insert(1, ("nobody left", result.mutual, "even"))
    lost = [result.expected_losses(side) for side in (0, 1)]
    words = f"Steps lost on average: {SIDES[mine]} {lost[0]:.1f}, {SIDES[1 - mine]} {lost[1]:.1f}"
    hidden = f", if each hidden block is {guess}" if guess else ""
    return Odds(f"Battle at {seen.short(h)}{hidden}", tuple(parts), words)


# Charts


def charts(board: Board) -> tuple[Chart, ...]:
    """The unit chart and the terrain effects chart, with the values in use."""
    units = tuple(
        (CODES[k], NAMES[k], str(MOVE_RATE[k]), *map(_power, FIREPOWER[k]), str(MIX[k]))
        for k in range(len(CODES))
    )
    chart = board.chart
    terrain = tuple(
        (land, str(chart.army[i]), _yes(chart.stop[i]), _yes(chart.double[i]))
        for i, land in enumerate(TERRAINS[:SEA])
    )
    sides: list[tuple[str, SideRow]] = [
        (f"{land} hexside", chart.land_sides[i]) for i, land in enumerate(TERRAINS[:SEA])
    ]
    sides += [
        ("alpine hexside", chart.alpine),
        ("river", chart.river),
        ("lower river", chart.lower_river),
        ("bridge", chart.bridge),
        ("road", chart.road),
    ]
    return (
        Chart(
            "Units",
            ("", "unit", "moves", "air", "naval", "army", "blocks"),
            units,
            "Under air, naval and army: each die hits on this or less.",
        ),
        Chart("Hexes", ("ground", "army units", "stops", "double defense"), terrain),
        Chart(
            "Hexsides",
            ("hexside", "army units", "stops", "late", "supply"),
            tuple(
                (name, str(row.army), _yes(row.stop), _yes(row.late), _yes(row.supply))
                for name, row in sides
            ),
            "Army units that may cross into a battle; late: no Combat Turn in round 1.",
        ),
    )


def _power(value: int) -> str:
    return on_or_less(value) if value else "-"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
