"""The log of phases 3 and 5 and of mines in plain words."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events_moves as ev
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.sayings import listed, number
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.telling_words import at, load, named
from sirocco.games.telling import Teller
from sirocco.kernel.events import Event


def _declared(g: NorthAfrica, e: ev.AttackDeclared) -> str:
    who, target = named(g, e.piece), at(g, e.target)
    if e.start == e.target:
        return f"{who} attacks in {target}."
    return f"{who} attacks {target} from {at(g, e.start)}."


def _mines(g: NorthAfrica, e: ev.MinesDetonated) -> str:
    owners = listed([POWER_NAMES[p] for p in e.powers])
    where = at(g, e.space)
    if e.facing != e.space:
        where = f"{where}, on the border to {at(g, e.facing)}"
    return f"{number(e.count, 'mine')} of {owners} in {where}: {number(e.hits, 'hit')}."


def _unloaded(g: NorthAfrica, e: ev.Unloaded) -> str:
    cargo = load(g, e.cargo, e.supply)
    way = f"{at(g, e.start)} to {at(g, e.end)}"
    return f"{named(g, e.piece)}: {way}{f' with {cargo}' if cargo else ''}."


TELLERS: Final[dict[type[Event], Teller[NorthAfrica]]] = {
    ev.AttackDeclared: _declared,
    ev.MinesDetonated: _mines,
    ev.TurnedBack: "{piece} is turned back before {target} and stays in {space}.",
    ev.ShipDamaged: "{piece} is damaged, {space}.",
    ev.Unloaded: _unloaded,
}
