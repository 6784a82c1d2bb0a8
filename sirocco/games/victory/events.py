"""What happens in a game of Victory. Sides, hexes, kinds and blocks are given by number.

An event about a standing block exists twice: with the block for its owner's seats, and as a
nameless `...Block` event for the others.
"""

from __future__ import annotations

from typing import ClassVar

from sirocco.kernel.events import Event

# Set-up


class MapChosen(Event, frozen=True, tag="map-chosen"):
    side: int
    number: int


class MapsLaid(Event, frozen=True, tag="maps-laid"):
    layout: str


class ForceReady(Event, frozen=True, tag="force-ready"):
    """A side has chosen its starting force (what it is stays secret)."""

    side: int


class Deployed(Event, frozen=True, tag="deployed"):
    unit: int
    hex: int


class BlockDeployed(Event, frozen=True, tag="block-deployed"):
    side: int
    hex: int


class BlocksShown(Event, frozen=True, tag="blocks-shown"):
    """After deployment at the same time all see where blocks stand."""

    reveals: ClassVar[bool] = True


# Sequence


class TurnBegan(Event, frozen=True, tag="turn-began"):
    turn: int
    first: int


class PlayerTurnBegan(Event, frozen=True, tag="player-turn-began"):
    side: int


class PhaseClosed(Event, frozen=True, tag="phase-closed"):
    side: int
    phase: int


# Movement


class Moved(Event, frozen=True, tag="moved"):
    """A block moved; `how` is the word of the notation (to, march, sail, fly, invade ...)."""

    unit: int
    path: tuple[int, ...]
    how: str


class BlockMoved(Event, frozen=True, tag="block-moved"):
    """Others see blocks (a Carrier takes its aircraft along) go from hex to hex."""

    side: int
    path: tuple[int, ...]
    count: int


class Revealed(Event, frozen=True, tag="revealed"):
    """Faces that everybody may now see, as (block, strength)."""

    hex: int
    faces: tuple[tuple[int, int], ...]

    reveals: ClassVar[bool] = True


class Activated(Event, frozen=True, tag="activated"):
    side: int
    hex: int


# Battle (all faces in the Battle Hex are open)


class BattleBegan(Event, frozen=True, tag="battle-began"):
    hex: int
    attacker: int


class RoundBegan(Event, frozen=True, tag="round-began"):
    hex: int
    number: int


class GroundedUnit(Event, frozen=True, tag="grounded"):
    unit: int


class Fired(Event, frozen=True, tag="fired"):
    unit: int
    group: int
    firepower: int
    faces: tuple[int, ...]
    hits: int


class StepLost(Event, frozen=True, tag="step-lost"):
    unit: int
    cv: int


class HalfHit(Event, frozen=True, tag="half-hit"):
    unit: int


class Eliminated(Event, frozen=True, tag="eliminated"):
    """A block left the map; `unit` is -1 where its face is hidden from the audience."""

    side: int
    hex: int
    unit: int


class Lost(Event, frozen=True, tag="lost"):
    """Which block it was, for its owner."""

    unit: int


class Landed(Event, frozen=True, tag="landed"):
    """Airborne dropped, Marines came ashore."""

    unit: int
    hex: int


class Retreated(Event, frozen=True, tag="retreated"):
    """A face-up block left the battle; aircraft that go home after it, too."""

    unit: int
    path: tuple[int, ...]
    carrier: int


class Passed(Event, frozen=True, tag="passed"):
    unit: int


class Blockaded(Event, frozen=True, tag="blockaded"):
    unit: int
    hex: int


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    """`winner` is the side that has the hex alone or keeps it."""

    hex: int
    winner: int


# End of a Player Turn


class ControlChanged(Event, frozen=True, tag="control-changed"):
    """`side` is 2 when a place is nobody's."""

    hex: int
    side: int


class ControlChecked(Event, frozen=True, tag="control-checked"):
    """With Submarine Control: who holds a place can show that only Submarines are there."""

    reveals: ClassVar[bool] = True


class BeachheadFormed(Event, frozen=True, tag="beachhead-formed"):
    unit: int
    hex: int

    reveals: ClassVar[bool] = True


class SupplyChecked(Event, frozen=True, tag="supply-checked"):
    """Supply is checked: blocks may be seen to vanish."""

    side: int

    reveals: ClassVar[bool] = True


class Attrition(Event, frozen=True, tag="attrition"):
    """An unsupplied block lost a step (for its owner)."""

    unit: int
    cv: int


# Production, council, end


class PlanClosed(Event, frozen=True, tag="plan-closed"):
    side: int


class PlansOpened(Event, frozen=True, tag="plans-opened"):
    """All plans are closed and carried out: blocks are seen to come and go."""

    reveals: ClassVar[bool] = True


class StepAdded(Event, frozen=True, tag="step-added"):
    unit: int
    cv: int


class Built(Event, frozen=True, tag="built"):
    unit: int
    hex: int
    cv: int


class BlockBuilt(Event, frozen=True, tag="block-built"):
    side: int
    hex: int


class Merged(Event, frozen=True, tag="merged"):
    unit: int
    into: int
    cv: int


class BlockMerged(Event, frozen=True, tag="block-merged"):
    """Others see one block fewer in a hex."""

    side: int
    hex: int


class Appointed(Event, frozen=True, tag="appointed"):
    seat: int
    office: int


class Deposed(Event, frozen=True, tag="deposed"):
    """A Politician lost his office."""

    seat: int


class MotionPut(Event, frozen=True, tag="motion-put"):
    """A seat put a coup or a motion to its team's vote."""

    seat: int
    subject: str


class Voted(Event, frozen=True, tag="voted"):
    """The result of a vote; `subject` is "coup" or "motion" with its number."""

    side: int
    subject: str
    ayes: int
    nays: int
    carried: bool


class GameWon(Event, frozen=True, tag="game-won"):
    """`side` is 2 for a draw."""

    side: int
    reason: str
