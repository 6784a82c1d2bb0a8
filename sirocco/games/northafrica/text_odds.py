"""Odds in words."""

from __future__ import annotations

from collections.abc import Mapping

from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.refusal import Refused


def odds_here(g: NorthAfrica, text: str) -> str:
    raise Refused("There are no odds here yet.")


def odds(text: str, options: Mapping[str, str]) -> str:
    raise Refused("There are no odds here yet.")
