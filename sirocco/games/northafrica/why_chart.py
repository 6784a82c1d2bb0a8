"""The statements of the reference charts that stand behind a refusal."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.attacks import MEEK, RANGE
from sirocco.games.northafrica.blitz import NO_BLITZ
from sirocco.games.northafrica.flights import AIR_RANGE
from sirocco.games.northafrica.marches import DISTANCE
from sirocco.games.northafrica.purchases import LEND_LEASE, POINTS, PRICE
from sirocco.games.northafrica.sailing import KNOTS
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.why_moving import OFF_ROAD
from sirocco.kernel.refusal import Refused

ROWS: Final = {
    "british-infantry": "NA-CHART-e",
    "british-artillery": "NA-CHART-f",
    "british-anti-tank": "NA-CHART-g",
    "british-aaa": "NA-CHART-h",
    "british-scout": "NA-CHART-i",
    "british-matilda": "NA-CHART-j",
    "british-sherman": "NA-CHART-k",
    "british-truck": "NA-CHART-l",
    "british-fighter": "NA-CHART-m",
    "british-bomber": "NA-CHART-n",
    "british-destroyer": "NA-CHART-o",
    "british-submarine": "NA-CHART-p",
}
"""The statement of each row that the book prints."""

LIMITS: Final = (MEEK, RANGE, NO_BLITZ, AIR_RANGE, DISTANCE, KNOTS, LEND_LEASE, POINTS, PRICE)
BY_CHART: Final = tuple(
    frozenset(rules) for rules in (*(limit.rules for limit in LIMITS), OFF_ROAD)
)
"""The limits that come from a value or a characteristic of the chart."""


def with_row(g: NorthAfrica, kind: int, found: Refused) -> Refused:
    """The refusal, with the row of a kind of unit if that row is to blame (NA-UNITS-a)."""
    rules = frozenset(found.rules)
    if not any(limit <= rules for limit in BY_CHART):
        return found
    row = ROWS.get(g.board.chart.codes[kind])
    return found.also(*((row,) if row else ()), "NA-UNITS-a")
