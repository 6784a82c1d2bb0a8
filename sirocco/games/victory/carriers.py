"""Carriers as Airbases: room aboard, launch and recovery (3.2, 4.41)."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import BOMBERS, CARRIERS, OFF, SIDE_MASK
from sirocco.kernel.bits import bits

AIRBASE: Final = data_pack().number("limits.air.airbase")
DECK: Final = data_pack().number("limits.air.carrier")


def deck_kind(plane: int) -> bool:
    """V-3.2-g: no Bombers."""
    return not BOMBERS >> plane & 1


def deck_load(g: Victory, ship: int) -> tuple[int, int]:
    """How many Air units are aboard a Carrier on the map, and their strengths together."""
    number = steps = 0
    for plane in bits(g.at[g.where[ship]] & g.aboard):
        if g.carrier[plane] == ship:
            number += 1
            steps += g.cv[plane]
    return number, steps


def open_deck(g: Victory, ship: int) -> bool:
    """V-3.2-m: no launch and no recovery in a port or canal hex."""
    return not g.board.sheltered >> g.where[ship] & 1


FLEETS: Final = tuple(bits(CARRIERS & mine) for mine in SIDE_MASK)


def fleet(g: Victory, side: int) -> list[int]:
    """The Carriers of a side on the map."""
    where = g.where
    return [u for u in FLEETS[side] if where[u] != OFF]
