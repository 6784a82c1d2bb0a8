"""The rules that keep verbs of moves, mines and convoys shut outside their own questions."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import verbs_convoys as c
from sirocco.games.northafrica import verbs_moves as v
from sirocco.games.northafrica.verbs import YES

_MINES: Final = (
    "NA-DET-c",
    "NA-DET-b",
    "NA-DET-a",
    "NA-DETLAND-a",
    "NA-DETLAND-b",
    "NA-DETLAND-d",
    "NA-DETLAND-e",
    "NA-DETLAND-g",
    "NA-DETSEA-d",
    "NA-SMINE-e",
)

SHUT_MOVES: Final[dict[int, tuple[str, ...]]] = {
    v.ATTACK: ("NA-P3-j", "NA-P3-a", "NA-DECL-h", "NA-P4-f", "NA-MULTI-a"),
    v.AT: ("NA-DECL-g", "NA-P3-j"),
    v.FROM: ("NA-P3-e",),
    v.BLITZ: ("NA-BLITZ-a", "NA-BLITZ-b", "NA-P3-j"),
    v.RIDE: ("NA-BLITZ-f", "NA-BLITZ-g"),
    v.ALONE: ("NA-BLITZ-f",),
    v.STOP: ("NA-BLITZ-e", "R5"),
    v.FLY: ("NA-P3-j", "NA-P3-h", "NA-P3-d"),
    v.SAIL: ("NA-P3-j", "NA-P3SEA-a", "NA-P5SEA-a"),
    v.SAILED: ("NA-DETSEA-b",),
    v.CROSS: ("NA-DETLAND-f",),
    v.ENGAGE: ("NA-DECL-e", "NA-P3START-b"),
    v.PAY: ("NA-PAY-a", "NA-PAY-e", "NA-PAY-f", "NA-SUPPLY-i"),
    v.DETONATE: _MINES,
    v.TURN_BACK: ("NA-DETLAND-i", "NA-DETLAND-e"),
    v.MOVE: ("NA-P5-a", "NA-P3-a"),
    v.EXCHANGE: ("NA-P5-a", "R19"),
    v.MOVE_ALL: ("NA-P5-a", "R47"),
    v.DRIVE: ("NA-P5LAND-c", "NA-TRUCK-i", "NA-TRUCK-h"),
    v.LOAD: ("NA-TRUCK-e", "NA-TRUCK-f", "NA-TRUCK-h"),
    v.LOAD_SUPPLY: ("NA-SUPPLY-e", "NA-TRUCK-e", "NA-TRUCK-f"),
    v.ON: ("NA-TRUCK-a", "NA-TRUCK-f"),
    v.HALT: ("NA-TRUCK-f",),
    v.AIRLIFT: ("NA-ADV-c",),
    v.TAKE: ("NA-ADV-c",),
    v.SINK: ("NA-DETSEA-f", "NA-DETSEA-g"),
    v.SINK_TRANSPORT: ("NA-DETSEA-f", "NA-DETSEA-h"),
    v.ZONE: ("NA-DETSEA-b",),
    v.TAKE_OVER: ("NA-VICHY-c", "NA-TERR-g"),
}

SHUT_CONVOYS: Final[dict[int, tuple[str, ...]]] = {
    c.LAND: ("NA-P1-d", "NA-P5AIR-b"),
    c.BUY: ("NA-P2-a", "NA-OVER-e"),
    c.BUY_SUPPLY: ("NA-P2-a", "NA-P2-c"),
    c.LAND_MINE: ("NA-P2-e", "NA-LMINE-b"),
    c.SEA_MINE: ("NA-P2-e", "NA-SMINE-a"),
    c.FACING: ("NA-LMINE-d",),
    c.REPAIR: ("NA-REPAIR-a",),
    YES: ("NA-MALTA-a",),
    c.DEPLOY_UNIT: ("NA-P6-a", "NA-P2-i", "NA-SETUP-l"),
    c.DEPLOY_ONES: ("NA-P6-a", "NA-P2-i", "NA-SETUP-l"),
    c.DEPLOY_FIVES: ("NA-P6-a", "NA-P2-i", "NA-SETUP-l"),
    c.SHIP: ("NA-P6LAND-b", "NA-STAGING-b"),
    c.SHIP_SUPPLY: ("NA-P6LAND-b", "NA-SUPPLY-e"),
    c.ESCORT: ("NA-ESCORT-b",),
}
