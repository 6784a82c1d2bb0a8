"""The scenarios: their set-ups, their events, their closed borders."""

from __future__ import annotations

from sirocco.games.northafrica.powers import GERMANY, US
from sirocco.games.northafrica.state import NorthAfrica


def first_power(g: NorthAfrica) -> int:
    """The power with the first turn of the round."""
    return next(p for p in range(4) if takes_turn(g, p))


def takes_turn(g: NorthAfrica, power: int) -> bool:
    """NA-WIN-b, NA-WIN-c, NA-ORDER-d."""
    if g.terms.scenario == "last-push":
        return power != US or g.round >= 7
    if g.terms.scenario == "torch":
        return power != GERMANY or g.round > 7
    return True


def round_events(g: NorthAfrica) -> None:
    """What the round track says about the round that begins."""


def closed_to(g: NorthAfrica, side: int) -> int:
    """Territories that units of a side may not enter now (NA-RLP-b, NA-RLPR7-k, NA-RLPR8-a)."""
    return 0
