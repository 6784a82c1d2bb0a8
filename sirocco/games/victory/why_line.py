"""Why a unit that cannot leave or land now could not go where a line sends it, either."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.reasons import why
from sirocco.games.victory.retreat import retreat_hexes, retreat_ships
from sirocco.games.victory.retreat_air import air_bases, air_ships
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR_MASK, BLOCKS, KIND, OFF, SIDE
from sirocco.games.victory.verbs import ABORT, BASE, RETREAT
from sirocco.games.victory.why_retreat import why_deck, why_destination
from sirocco.games.victory.words import noun_of
from sirocco.kernel.ask import NOUN
from sirocco.kernel.refusal import Refused

LEAVING: Final = (RETREAT, ABORT, BASE)
AIMS: Final = {"to": "space", "aboard": "unit"}


def why_line(g: Victory, seat: int, action: int, rest: list[str]) -> Refused | None:
    """The reasons of the order alone, then those of the place that the line names."""
    u = action & NOUN
    if action & ~NOUN not in LEAVING or u >= BLOCKS or SIDE[u] != g.terms.side_of[seat]:
        return None
    if g.battle == OFF or g.where[u] != g.battle or len(rest) < 2:
        return None
    there = _why_there(g, seat, u, rest, action & ~NOUN == BASE)
    return why(g, seat, action).also(*there.rules) if there else None


def _why_there(g: Victory, seat: int, u: int, rest: list[str], home: bool) -> Refused | None:
    """Why the hex or Carrier is closed to the unit; nothing if it is open, or not named."""
    word = rest[0].lower()
    noun = noun_of(g, seat, AIMS[word], rest[1]) if word in AIMS else -1
    if noun < 0:
        return None
    side, kind = SIDE[u], KIND[u]
    landing = home and AIR_MASK >> u & 1
    if word == "to":
        open_to = air_bases(g, side, kind, True) if landing else retreat_hexes(g, u)
        return None if open_to >> noun & 1 else why_destination(g, u, noun, home)
    open_to = air_ships(g, side, kind, True) if landing else retreat_ships(g, u)
    return None if open_to >> noun & 1 else why_deck(g, u, noun, home)
