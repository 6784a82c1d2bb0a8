"""Prices, stocks and ranges of the rulebook's tables, read once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.powers import POWERS


class Prices(NamedTuple):
    """NA-CHART-a to -d, NA-COMP-c to -e, NA-P2-c and the rounds of single rules."""

    supply: int
    sea_mine: int
    land_mine: int
    supply_a_turn: tuple[int, ...]
    ones: int
    fives: int
    land_tokens: int
    sea_tokens: tuple[int, int]  # by side
    landing: int  # spaces to a landing in phase 1
    escort: int  # spaces to a convoy zone in phase 6
    tigers_from: int  # the round


@lru_cache(maxsize=1)
def prices() -> Prices:
    """The numbers of the data pack."""
    n = data_pack().number
    return Prices(
        supply=n("limits.price.supply"),
        sea_mine=n("limits.price.sea_mine"),
        land_mine=n("limits.price.land_mine"),
        supply_a_turn=tuple(n(f"limits.supply_a_turn.{p}") for p in POWERS),
        ones=n("limits.stock.supply_ones"),
        fives=n("limits.stock.supply_fives"),
        land_tokens=n("limits.stock.land_mines"),
        sea_tokens=(n("limits.stock.sea_mines_axis"), n("limits.stock.sea_mines_allies")),
        landing=n("limits.range.landing"),
        escort=n("limits.range.escort"),
        tigers_from=n("limits.options.tigers_from"),
    )
