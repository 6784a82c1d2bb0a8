"""Verbs of phases 1, 2 and 6: convoys, requisition, deployment."""

from __future__ import annotations

from typing import Final

from sirocco.kernel.ask import verb

(
    LAND,
    BUY,
    BUY_SUPPLY,
    LAND_MINE,
    FACING,
    SEA_MINE,
    REPAIR,
    DEPLOY_UNIT,
    DEPLOY_ONES,
    DEPLOY_FIVES,
    SHIP,
    SHIP_SUPPLY,
    ESCORT,
) = (verb(n) for n in range(100, 113))

MALTA: Final = "malta"
ARRIVAL: Final = "arrival"
LANDING: Final = "landing"
LANDING_AT: Final = "landing-at"
REQUISITION_TOPIC: Final = "requisition"
FACING_TOPIC: Final = "facing"
DEPLOYMENT: Final = "deployment"
DEPLOY_TO: Final = "deploy-to"
SUPPLY_TO: Final = "supply-to"
ESCORT_TO: Final = "escort-to"
"""Topics of the questions."""
