"""The words of phases 1, 2 and 6: see words.py."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import why_convoys as why
from sirocco.games.northafrica.alike import unit_title
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.purchases import paying
from sirocco.games.northafrica.shut import SHUT_CONVOYS
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE, NO, TO, YES
from sirocco.games.northafrica.verbs_convoys import (
    ARRIVAL,
    BUY,
    BUY_SUPPLY,
    DEPLOY_FIVES,
    DEPLOY_ONES,
    DEPLOY_TO,
    DEPLOY_UNIT,
    DEPLOYMENT,
    ESCORT,
    ESCORT_TO,
    FACING,
    FACING_TOPIC,
    LAND,
    LAND_MINE,
    LANDING,
    LANDING_AT,
    MALTA,
    REPAIR,
    REQUISITION_TOPIC,
    SEA_MINE,
    SHIP,
    SHIP_SUPPLY,
    SUPPLY_TO,
)
from sirocco.games.northafrica.words import Words
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import local
from sirocco.kernel.game import Verb


def _arrival(g: NorthAfrica, ask: Ask) -> str:
    port = g.board.title(local(g, "port"))
    return f"There is no room for all in {port}: who comes ashore?"


def _malta(g: NorthAfrica, ask: Ask) -> str:
    s = lowest(paying(g))
    return f"Spend a supply token of {g.board.title(s)} for its {g.board.rp[s]} points?"


def _requisition(g: NorthAfrica, ask: Ask) -> str:
    return f"{POWER_NAMES[g.power]} has {g.points} Reinforcement Points. What is requisitioned?"


def _facing(g: NorthAfrica, ask: Ask) -> str:
    return f"Which border of {g.board.title(local(g, 'noun'))} is mined?"


def _deployment(g: NorthAfrica, ask: Ask) -> str:
    if ask.mask(DONE):
        return "Send units on from the staging territory, assign escorts, or end the turn?"
    return "What is deployed next?"


def _of_unit(g: NorthAfrica, ask: Ask) -> str:
    return f"Where does {unit_title(g, local(g, 'u'))} go?"


CONVOY_WORDS: Final = Words(
    {
        LAND: Verb("land {}", "unit"),
        BUY: Verb("buy {}", "kind"),
        BUY_SUPPLY: Verb("buy-supply {}", "number"),
        LAND_MINE: Verb("land-mine {}", "space"),
        FACING: Verb("facing {}", "space"),
        SEA_MINE: Verb("sea-mine {}", "space"),
        REPAIR: Verb("repair {}", "unit"),
        DEPLOY_UNIT: Verb("deploy {}", "unit"),
        DEPLOY_ONES: Verb("deploy-ones {}", "number"),
        DEPLOY_FIVES: Verb("deploy-fives {}", "number"),
        SHIP: Verb("ship {}", "unit"),
        SHIP_SUPPLY: Verb("ship-supply {}", "number"),
        ESCORT: Verb("escort {}", "unit"),
    },
    {
        ARRIVAL: _arrival,
        LANDING: "Aircraft of the convoys must land: which is next?",
        LANDING_AT: _of_unit,
        MALTA: _malta,
        REQUISITION_TOPIC: _requisition,
        FACING_TOPIC: _facing,
        DEPLOYMENT: _deployment,
        DEPLOY_TO: _of_unit,
        SUPPLY_TO: "Where does the supply go?",
        ESCORT_TO: _of_unit,
    },
    {
        LAND: ("NA-P1-a", "NA-P1-d"),
        BUY: ("NA-P2-a", "NA-P2-j"),
        BUY_SUPPLY: ("NA-P2-c", "NA-CHART-a", "NA-SUPPLY-j"),
        LAND_MINE: ("NA-LMINE-b", "NA-LMINE-c", "NA-CHART-c"),
        FACING: ("NA-LMINE-d", "NA-LMINE-e"),
        SEA_MINE: ("NA-SMINE-a", "NA-SMINE-c", "NA-CHART-b"),
        REPAIR: ("NA-REPAIR-a",),
        DEPLOY_UNIT: ("NA-P6-a", "NA-P6LAND-a"),
        DEPLOY_ONES: ("NA-P6-a", "NA-P6LAND-a"),
        DEPLOY_FIVES: ("NA-P6-a", "NA-P6LAND-a", "NA-SUPPLY-c"),
        SHIP: ("NA-P6LAND-b", "NA-P6LAND-j"),
        SHIP_SUPPLY: ("NA-P6LAND-b", "NA-SUPPLY-b"),
        ESCORT: ("NA-ESCORT-b",),
    },
    {
        (ARRIVAL, LAND): ("NA-P1-n", "NA-P1-i", "NA-P1-h"),
        (LANDING, LAND): ("NA-P1-d", "NA-P1-k"),
        (LANDING_AT, TO): ("NA-P1-k", "NA-P5AIR-b"),
        (MALTA, YES): ("NA-MALTA-a",),
        (MALTA, NO): ("NA-MALTA-a", "R32"),
        (REQUISITION_TOPIC, DONE): ("NA-P2-b",),
        (DEPLOYMENT, DONE): ("NA-P6-a",),
        (DEPLOY_TO, TO): ("NA-P6LAND-a", "NA-P6SEA-a", "NA-P6LAND-h"),
        (SUPPLY_TO, TO): ("NA-P6LAND-a", "NA-SUPPLY-h"),
        (ESCORT_TO, TO): ("NA-ESCORT-b",),
    },
    {
        ARRIVAL: why.why_arrival,
        LANDING: why.why_landing,
        LANDING_AT: why.why_landing_at,
        MALTA: why.why_malta,
        REQUISITION_TOPIC: why.why_requisition,
        FACING_TOPIC: why.why_facing,
        DEPLOYMENT: why.why_deployment,
        DEPLOY_TO: why.why_deploy_to,
        SUPPLY_TO: why.why_supply_to,
        ESCORT_TO: why.why_escort_to,
    },
    SHUT_CONVOYS,
)
