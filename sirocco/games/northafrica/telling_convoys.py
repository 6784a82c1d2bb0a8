"""The log of phases 1, 2 and 6 in plain words."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events_convoys as ev
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.telling_words import at, load, named
from sirocco.games.telling import Teller
from sirocco.kernel.events import Event


def _advanced(g: NorthAfrica, e: ev.Advanced) -> str:
    return f"Convoy of {load(g, e.pieces, e.supply)}: from {at(g, e.start)} on to {at(g, e.end)}."


def _arrived(g: NorthAfrica, e: ev.Arrived) -> str:
    return f"Ashore in {at(g, e.port)}: {load(g, e.pieces, e.supply)}."


def _sent_back(g: NorthAfrica, e: ev.SentBack) -> str:
    return (
        f"The port is lost; from {at(g, e.zone)} back to the Reinforcements Zone: "
        f"{load(g, e.pieces, e.supply)}."
    )


def _island(g: NorthAfrica, e: ev.IslandSupplied) -> str:
    if e.paid:
        return f"{at(g, e.space)} uses up a supply token and brings {e.points} points."
    return f"{at(g, e.space)} gets no supply and brings no points."


def _bought(g: NorthAfrica, e: ev.Bought) -> str:
    where = f" in {at(g, e.space)}" if e.space < g.board.size else ""
    return f"{named(g, e.piece)} requisitioned for {e.cost}{where}."


def _undeployable(g: NorthAfrica, e: ev.Undeployable) -> str:
    return f"No place is left, and so destroyed: {load(g, e.pieces, e.supply)}."


TELLERS: Final[dict[type[Event], Teller[NorthAfrica]]] = {
    ev.Advanced: _advanced,
    ev.Arrived: _arrived,
    ev.StayedAtSea: "{port} is full; at sea remains: {pieces}.",
    ev.SentBack: _sent_back,
    ev.Landed: "{piece} of {start} lands in {end}.",
    ev.NowhereToLand: "Lost, for there is nowhere to land from {space}: {pieces}.",
    ev.Income: (lambda g, e: f"{POWER_NAMES[e.power]} has {e.points} Reinforcement Points."),
    ev.IslandSupplied: _island,
    ev.Bought: _bought,
    ev.SupplyBought: "{power} requisitions a supply token of {token}.",
    ev.LandMineLaid: "{space} has {mines} facing {facing} now.",
    ev.SeaMineLaid: "{power} lays a sea mine in {zone}.",
    ev.Repaired: "{piece} repaired with a supply token of {paid_from}.",
    ev.PointsLost: (
        lambda g, e: f"{e.points} points of {POWER_NAMES[e.power]} are not spent and are lost."
    ),
    ev.LendLease: "Lend-Lease: {pieces} in {zone}.",
    ev.Deployed: "{piece}: from {start} to {end}.",
    ev.SupplyDeployed: "{value} supply of {power}: from {start} to {end}.",
    ev.Escorting: "{piece} of {start} escorts the convoy in {end}.",
    ev.Undeployable: _undeployable,
}
