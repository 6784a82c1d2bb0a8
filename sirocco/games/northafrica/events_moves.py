"""What happens in the move phases and with mines."""

from __future__ import annotations

from sirocco.games.northafrica.events import Piece
from sirocco.kernel.events import Event


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A unit declares an attack; `start` is where a land unit attacks from."""

    piece: Piece
    start: int
    target: int


class MinesDetonated(Event, frozen=True, tag="mines-detonated"):
    """`facing` is the territory from which the border is crossed; at sea the zone itself."""

    powers: tuple[int, ...]
    space: int
    facing: int
    count: int
    hits: int


class TurnedBack(Event, frozen=True, tag="turned-back"):
    """A land unit is kept from crossing a mined border."""

    piece: Piece
    space: int
    target: int


class ShipDamaged(Event, frozen=True, tag="ship-damaged"):
    piece: Piece
    space: int


class Unloaded(Event, frozen=True, tag="unloaded"):
    """A truck ends its drive."""

    piece: Piece
    start: int
    end: int
    cargo: tuple[Piece, ...]
    supply: int
