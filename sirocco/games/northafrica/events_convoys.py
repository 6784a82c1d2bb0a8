"""What happens in phases 1, 2 and 6. Powers, spaces and kinds by number, as in events.py."""

from __future__ import annotations

from sirocco.games.northafrica.events import Piece
from sirocco.kernel.events import Event

# Phase 1


class Advanced(Event, frozen=True, tag="convoy-advanced"):
    """A convoy went on to the next zone of the Atlantic route."""

    power: int
    start: int
    end: int
    pieces: tuple[Piece, ...]
    supply: int


class Arrived(Event, frozen=True, tag="arrived"):
    """Cargo came ashore."""

    power: int
    zone: int
    port: int
    pieces: tuple[Piece, ...]
    supply: int


class StayedAtSea(Event, frozen=True, tag="stayed-at-sea"):
    """There was no room ashore."""

    zone: int
    port: int
    pieces: tuple[Piece, ...]


class SentBack(Event, frozen=True, tag="sent-back"):
    """A convoy whose port is lost returned to the Reinforcements Zone."""

    power: int
    zone: int
    port: int
    pieces: tuple[Piece, ...]
    supply: int


class Landed(Event, frozen=True, tag="landed"):
    """An air unit left a convoy zone."""

    piece: Piece
    start: int
    end: int


class NowhereToLand(Event, frozen=True, tag="nowhere-to-land"):
    """Air units were lost."""

    pieces: tuple[Piece, ...]
    space: int


# Phase 2


class Income(Event, frozen=True, tag="income"):
    power: int
    points: int


class IslandSupplied(Event, frozen=True, tag="island-supplied"):
    """Whether a token was spent for the points of Malta."""

    space: int
    paid: bool
    points: int


class Bought(Event, frozen=True, tag="bought"):
    """A unit was requisitioned and put into a space (or the box)."""

    piece: Piece
    cost: int
    space: int


class SupplyBought(Event, frozen=True, tag="supply-bought"):
    power: int
    token: int


class LandMineLaid(Event, frozen=True, tag="land-mine-laid"):
    power: int
    space: int
    facing: int
    mines: int


class SeaMineLaid(Event, frozen=True, tag="sea-mine-laid"):
    power: int
    zone: int
    tokens: int


class Repaired(Event, frozen=True, tag="repaired"):
    piece: Piece
    zone: int
    paid_from: int


class PointsLost(Event, frozen=True, tag="points-lost"):
    power: int
    points: int


# Phase 6


class LendLease(Event, frozen=True, tag="lend-lease"):
    pieces: tuple[Piece, ...]
    zone: int


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit went from the Reinforcements Zone or a staging territory to a space."""

    piece: Piece
    start: int
    end: int


class SupplyDeployed(Event, frozen=True, tag="supply-deployed"):
    power: int
    value: int
    start: int
    end: int


class Escorting(Event, frozen=True, tag="escorting"):
    piece: Piece
    start: int
    end: int


class Undeployable(Event, frozen=True, tag="undeployable"):
    """What found no place was destroyed."""

    power: int
    pieces: tuple[Piece, ...]
    supply: int
