"""The round track: what happens when a round begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.ground import everybody
from sirocco.games.northafrica.powers import NATIONS, POWERS
from sirocco.games.northafrica.scenarios import counted, of
from sirocco.games.northafrica.state import NorthAfrica, enlist, put_marker
from sirocco.games.northafrica.supply import deliver


def round_events(g: NorthAfrica) -> None:
    """What the round track says about the round that begins (NA-RLP-c, NA-RLPR7-a)."""
    if g.log is not None:
        g.log.append(ev.RoundBegan(everybody(g), g.round))
    held = of(g)
    row = held.events.get(g.round)
    if row is not None:
        place_markers(g, row.get("control", {}))  # NA-RLPR7-c, NA-RLPR7-d, NA-RLPR7-e
        place_supply(g, row.get("supply", {}))  # NA-RLPR7-f
    if g.round == held.landing_round and held.landing["moment"] == "events":
        place_landings(g)


def place_landings(g: NorthAfrica) -> None:
    """NA-RLPR7-g, -h, -i; in Operation Torch a part of the set-up (NA-TORCHR7-a).

    The attack arrow of a landing is its territory's place in `landings`.
    """
    landing = of(g).landing
    for power in ("us", "uk"):
        for name, lines in landing.get(power, {}).items():
            s = g.board.find(name)
            if s < 0:
                continue
            place_units(g, POWERS.index(power), POWERS.index(power), s, lines)
            g.landings |= 1 << s
    place_supply(g, landing.get("supply", {}))


def place_units(g: NorthAfrica, nation: int, owner: int, s: int, lines: tuple[str, ...]) -> None:
    """The units of one row of a chart."""
    placed = []
    for number, word in counted(lines):
        kind = g.board.chart.index[f"{NATIONS[nation]}-{word}"]
        for _ in range(number):
            enlist(g, kind, owner, s)
            placed.append((owner, kind))
    if g.log is not None:
        g.log.append(ev.Placed(everybody(g), tuple(placed), s))


def place_markers(g: NorthAfrica, table: Mapping[str, Any]) -> None:
    """Markers that a chart or an event places: no capture (R22)."""
    for name, power in table.items():
        s = g.board.find(name)
        if s >= 0:
            put_marker(g, s, POWERS.index(power))
            if g.log is not None:
                g.log.append(ev.MarkerPlaced(everybody(g), g.control[s], s))


def place_supply(g: NorthAfrica, table: Mapping[str, Any]) -> None:
    for name, value in table.items():
        s = g.board.find(name)
        if s >= 0:
            deliver(g, s, value, "placed")
