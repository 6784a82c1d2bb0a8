"""Advice before the first round: bids and the British variable reinforcements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sirocco.games.northafrica.kinds import ARTILLERY, INFANTRY, TANK
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE
from sirocco.games.northafrica.verbs_setup import ACCEPT, RAISE
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits

LIKED: Final = (TANK, INFANTRY, ARTILLERY)


def want(g: NorthAfrica, ask: Ask) -> int:
    return ask.pick(0)


def bid(g: NorthAfrica, ask: Ask) -> int:
    """Take the points that are offered."""
    return ACCEPT if ask.allows(ACCEPT) else ask.pick(0)


def share(g: NorthAfrica, ask: Ask) -> int:
    """Half for each power."""
    return ask.pick(ask.count() // 2)


def variable(g: NorthAfrica, ask: Ask) -> int:
    """Land units that fight well, as many as there are points for."""
    chart = g.board.chart
    for type in LIKED:
        for k in bits(ask.mask(RAISE)):
            if chart.type[k] == type:
                return RAISE + k
    return DONE


TOPICS: Final[dict[str, Callable[[NorthAfrica, Ask], int]]] = {
    "want": want,
    "bid": bid,
    "share": share,
    "variable": variable,
}
