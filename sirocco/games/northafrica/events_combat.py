"""What happens in combat; every seat may see everything (D1)."""

from __future__ import annotations

from sirocco.games.northafrica.events import Piece
from sirocco.kernel.events import Event


class CombatBegan(Event, frozen=True, tag="combat-began"):
    power: int
    space: int


class RoundFought(Event, frozen=True, tag="combat-round-began"):
    space: int
    number: int


class MainAttack(Event, frozen=True, tag="main-attack"):
    space: int


class Fired(Event, frozen=True, tag="fired"):
    """Units of a kind fired: value, all faces with rerolls, and the hits."""

    power: int
    kind: int
    units: int
    value: int
    faces: tuple[int, ...]
    hits: int
    flanking: bool
    step: int


class AirDefense(Event, frozen=True, tag="air-defense"):
    space: int
    faces: tuple[int, ...]
    hits: int


class Ordered(Event, frozen=True, tag="combat-ordered"):
    """Defenders fight or retreat; `why` names the rule if they had no choice."""

    space: int
    fight: bool
    pieces: tuple[Piece, ...]
    why: str


class Targeted(Event, frozen=True, tag="targeted"):
    """The firing player names what must take a hit (a number in hits.TARGETS)."""

    role: int
    target: int


class Struck(Event, frozen=True, tag="struck"):
    """A unit takes a hit: set aside, or a battleship damaged."""

    piece: Piece
    space: int
    damaged: bool


class Submerged(Event, frozen=True, tag="submerged"):
    piece: Piece
    space: int


class CargoLost(Event, frozen=True, tag="cargo-lost"):
    """Units or tokens (value by power) went down with a transport."""

    space: int
    pieces: tuple[Piece, ...]
    tokens: tuple[int, ...]


class Escaped(Event, frozen=True, tag="cargo-escaped"):
    space: int
    pieces: tuple[Piece, ...]
    tokens: tuple[int, ...]


class Retreated(Event, frozen=True, tag="retreated"):
    piece: Piece
    start: int
    end: int


class Surrendered(Event, frozen=True, tag="surrendered"):
    space: int
    units: int


class Withdrew(Event, frozen=True, tag="withdrew"):
    piece: Piece
    space: int
    hit_and_run: bool


class Reinforced(Event, frozen=True, tag="reinforced"):
    piece: Piece
    start: int
    space: int


class Pressed(Event, frozen=True, tag="pressed"):
    power: int
    space: int


class Ceased(Event, frozen=True, tag="ceased"):
    power: int
    space: int


class Advanced(Event, frozen=True, tag="advanced"):
    piece: Piece
    start: int
    end: int


class CombatEnded(Event, frozen=True, tag="combat-ended"):
    space: int
    taken: bool
