"""The log of phases 1, 2 and 6 in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.games.northafrica import events_convoys as ev
from sirocco.games.northafrica import sayings as say
from sirocco.games.northafrica.events import Piece
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.events import Event


def cargo(g: NorthAfrica, pieces: tuple[Piece, ...], supply: int = 0) -> str:
    """`2 German infantry and 3 supply`."""
    words = [say.pieces(g.board.chart, pieces)] if pieces else []
    if supply:
        words.append(f"{supply} supply")
    return say.listed(words)


def named(g: NorthAfrica, piece: Piece) -> str:
    return say.piece(g.board.chart, *piece)


def at(g: NorthAfrica, s: int) -> str:
    return say.place(g.board, s)


def _advanced(g: NorthAfrica, e: ev.Advanced) -> str:
    return f"Convoy of {cargo(g, e.pieces, e.supply)}: from {at(g, e.start)} on to {at(g, e.end)}."


def _arrived(g: NorthAfrica, e: ev.Arrived) -> str:
    return f"Ashore in {at(g, e.port)}: {cargo(g, e.pieces, e.supply)}."


def _stayed(g: NorthAfrica, e: ev.StayedAtSea) -> str:
    return f"{at(g, e.port)} is full; at sea remains: {cargo(g, e.pieces)}."


def _sent_back(g: NorthAfrica, e: ev.SentBack) -> str:
    return (
        f"The port is lost; from {at(g, e.zone)} back to the Reinforcements Zone: "
        f"{cargo(g, e.pieces, e.supply)}."
    )


def _landed(g: NorthAfrica, e: ev.Landed) -> str:
    return f"{named(g, e.piece)} of {at(g, e.start)} lands in {at(g, e.end)}."


def _nowhere(g: NorthAfrica, e: ev.NowhereToLand) -> str:
    return f"Lost, for there is nowhere to land from {at(g, e.space)}: {cargo(g, e.pieces)}."


def _income(g: NorthAfrica, e: ev.Income) -> str:
    return f"{POWER_NAMES[e.power]} has {e.points} Reinforcement Points."


def _island(g: NorthAfrica, e: ev.IslandSupplied) -> str:
    if e.paid:
        return f"{at(g, e.space)} uses up a supply token and brings {e.points} points."
    return f"{at(g, e.space)} gets no supply and brings no points."


def _bought(g: NorthAfrica, e: ev.Bought) -> str:
    where = f" in {at(g, e.space)}" if e.space < g.board.size else ""
    return f"{named(g, e.piece)} requisitioned for {e.cost}{where}."


def _supply_bought(g: NorthAfrica, e: ev.SupplyBought) -> str:
    return f"{POWER_NAMES[e.power]} requisitions a supply token of {e.token}."


def _land_mine(g: NorthAfrica, e: ev.LandMineLaid) -> str:
    return f"{at(g, e.space)} has {say.number(e.mines, 'mine')} facing {at(g, e.facing)} now."


def _sea_mine(g: NorthAfrica, e: ev.SeaMineLaid) -> str:
    return f"{POWER_NAMES[e.power]} lays a sea mine in {at(g, e.zone)}."


def _repaired(g: NorthAfrica, e: ev.Repaired) -> str:
    return f"{named(g, e.piece)} repaired with a supply token of {at(g, e.paid_from)}."


def _points_lost(g: NorthAfrica, e: ev.PointsLost) -> str:
    return f"{e.points} points of {POWER_NAMES[e.power]} are not spent and are lost."


def _lend_lease(g: NorthAfrica, e: ev.LendLease) -> str:
    return f"Lend-Lease: {cargo(g, e.pieces)} in {at(g, e.zone)}."


def _deployed(g: NorthAfrica, e: ev.Deployed) -> str:
    return f"{named(g, e.piece)}: from {at(g, e.start)} to {at(g, e.end)}."


def _supply_deployed(g: NorthAfrica, e: ev.SupplyDeployed) -> str:
    name = POWER_NAMES[e.power]
    return f"{e.value} supply of {name}: from {at(g, e.start)} to {at(g, e.end)}."


def _escorting(g: NorthAfrica, e: ev.Escorting) -> str:
    return f"{named(g, e.piece)} of {at(g, e.start)} escorts the convoy in {at(g, e.end)}."


def _undeployable(g: NorthAfrica, e: ev.Undeployable) -> str:
    return f"No place is left, and so destroyed: {cargo(g, e.pieces, e.supply)}."


TELLERS: Final[dict[type[Event], Callable[[NorthAfrica, Any], str]]] = {
    ev.Advanced: _advanced,
    ev.Arrived: _arrived,
    ev.StayedAtSea: _stayed,
    ev.SentBack: _sent_back,
    ev.Landed: _landed,
    ev.NowhereToLand: _nowhere,
    ev.Income: _income,
    ev.IslandSupplied: _island,
    ev.Bought: _bought,
    ev.SupplyBought: _supply_bought,
    ev.LandMineLaid: _land_mine,
    ev.SeaMineLaid: _sea_mine,
    ev.Repaired: _repaired,
    ev.PointsLost: _points_lost,
    ev.LendLease: _lend_lease,
    ev.Deployed: _deployed,
    ev.SupplyDeployed: _supply_deployed,
    ev.Escorting: _escorting,
    ev.Undeployable: _undeployable,
}
