"""The rows of the terrain effects chart (2.1) that a refusal names beside the limit itself."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.mapdata import CLEAR, DESERT, FOREST, MARSH, MOUNTAIN
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR, ARM, NAVAL

CHART: Final = ("V-TEC-a",)
ARMY_STACK: Final = {
    CLEAR: "V-2.1-b",
    DESERT: "V-2.1-c",
    FOREST: "V-2.1-d",
    MARSH: "V-2.1-f",
    MOUNTAIN: "V-2.1-h",
}
"""The Army Stacking Limit, and the Hexside Limit, of each terrain."""


def land_row(g: Victory, h: int) -> list[str]:
    """The row of the chart by which Army units stack in a hex (V-2.0-d: coastal ones too)."""
    row = [ARMY_STACK[g.board.terrain[h]], "V-2.0-a"]
    return [*row, "V-2.0-d"] if g.board.coastal >> h & 1 else row


def naval_stack(g: Victory, h: int) -> list[str]:
    """The row by which naval units stack in a hex."""
    if g.board.sea >> h & 1:
        return ["V-2.1-v", "V-TEC-c", "V-4.71-h"]
    return ["V-2.1-y", "V-4.1-c", "V-TEC-c"]


def army_row(g: Victory, h: int, d: int) -> list[str]:
    """The row by which Army units cross a hexside of a battle."""
    side = g.board.side(h, d)
    if side.bridge:
        return ["V-2.3-h", "V-2.1-m"]
    if side.road:
        return ["V-2.3-g"]
    if side.river:
        return ["V-2.1-m"]
    row = [ARMY_STACK[side.terrain]]
    row += ["V-2.0-c"] if side.terrain != g.board.terrain[h] else []
    return [*row, "V-2.1-z"] if side.water else row


def naval_row(g: Victory, h: int, d: int) -> str:
    """The row by which naval units cross a hexside of a battle."""
    return "V-2.1-z" if g.board.side(h, d).land else "V-2.1-v"


def room_rules(g: Victory, h: int, kind: int) -> tuple[str, ...]:
    """The limits that leave no room in a city or town for one more unit of a kind."""
    if ARM[kind] == AIR:
        return ("V-4.1-d", "V-4.41-b", "V-2.2-d")
    row = naval_stack(g, h) if ARM[kind] == NAVAL else ["V-4.1-a", *land_row(g, h)]
    return (*row, *CHART)
