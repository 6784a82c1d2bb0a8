"""Events of Victory as lines of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.state import PHASES, Victory
from sirocco.games.victory.terms import OFFICES, POLITICIAN
from sirocco.games.victory.units import ARMS, CODES, KIND, NAMES, SIDE, SIDES, UNIT_NAME
from sirocco.kernel.events import Event, Rolled

NOBODY: Final = "nobody"


def unit_words(u: int) -> str:
    """A block by its side and name: `red AR1`."""
    return f"{SIDES[SIDE[u]]} {UNIT_NAME[u]}"


def kind_words(u: int) -> str:
    """The kind of a block in full: `armor`."""
    return NAMES[KIND[u]].lower()


def _side(side: int) -> str:
    return SIDES[side] if side < 2 else NOBODY


def tell(g: Victory, event: Event, seat: int) -> str:
    """One line, as the seats of the event's audience may read it."""
    teller = _TELLERS.get(type(event))
    return teller(g, event) if teller else ""


def _path(g: Victory, path: tuple[int, ...]) -> str:
    if len(path) < 2:
        return f"in {g.board.title(path[0])}"
    return f"{g.board.title(path[0])} to {g.board.title(path[-1])}"


def _moved(g: Victory, e: ev.Moved) -> str:
    how = "" if e.how == "to" else f" ({e.how})"
    return f"{unit_words(e.unit)}: {_path(g, e.path)}{how}."


def _block_moved(g: Victory, e: ev.BlockMoved) -> str:
    what = "a block" if e.count == 1 else f"{e.count} blocks"
    return f"{SIDES[e.side]} moves {what}: {_path(g, e.path)}."


def _revealed(g: Victory, e: ev.Revealed) -> str:
    faces = ", ".join(f"{unit_words(u)} {cv}" for u, cv in e.faces)
    return f"Face-up at {g.board.title(e.hex)}: {faces}."


def _fired(g: Victory, e: ev.Fired) -> str:
    hits = "no hit" if e.hits == 0 else "1 hit" if e.hits == 1 else f"{e.hits} hits"
    dice = " ".join(map(str, e.faces))
    letter = "ANG"[e.group]
    return f"{unit_words(e.unit)} fires at {ARMS[e.group]} ({letter}{e.firepower}): {dice}, {hits}."


def _eliminated(g: Victory, e: ev.Eliminated) -> str:
    if e.unit >= 0:
        return f"{unit_words(e.unit)} is eliminated at {g.board.title(e.hex)}."
    return f"A {SIDES[e.side]} block is gone from {g.board.title(e.hex)}."


def _retreated(g: Victory, e: ev.Retreated) -> str:
    ship = f" aboard {UNIT_NAME[e.carrier]}" if 0 <= e.carrier < len(UNIT_NAME) else ""
    return f"{unit_words(e.unit)} leaves for {g.board.title(e.path[-1])}{ship}."


def _rolled(g: Victory, e: Rolled) -> str:
    if e.purpose.startswith("fire "):
        return ""  # the fire itself is told with its dice
    return f"Dice for {e.purpose}: {' '.join(map(str, e.faces))}."


def _voted(g: Victory, e: ev.Voted) -> str:
    result = "carried" if e.carried else "lost"
    return f"{SIDES[e.side]} votes on {e.subject}: {e.ayes} ayes, {e.nays} nays, {result}."


def _won(g: Victory, e: ev.GameWon) -> str:
    who = "The game is drawn" if e.side > 1 else f"{SIDES[e.side]} wins"
    return f"{who}: {e.reason}"


_TELLERS: Final[dict[type[Event], Callable[[Victory, Any], str]]] = {
    Rolled: _rolled,
    ev.MapChosen: lambda g, e: f"{_side(e.side)} chooses map {e.number}.",
    ev.MapsLaid: lambda g, e: f"The maps lie as {e.layout}.",
    ev.ForceReady: lambda g, e: f"{_side(e.side)} has chosen its force.",
    ev.Deployed: lambda g, e: f"{unit_words(e.unit)} is deployed at {g.board.title(e.hex)}.",
    ev.BlockDeployed: lambda g, e: f"{_side(e.side)} deploys a block at {g.board.title(e.hex)}.",
    ev.BlocksShown: lambda g, e: "Both sides are deployed.",
    ev.TurnBegan: lambda g, e: f"Game Turn {e.turn}: {_side(e.first)} has the initiative.",
    ev.PlayerTurnBegan: lambda g, e: f"Player Turn of {_side(e.side)}.",
    ev.PhaseClosed: lambda g, e: f"{_side(e.side)} closes {PHASES[e.phase]}.",
    ev.Moved: _moved,
    ev.BlockMoved: _block_moved,
    ev.Revealed: _revealed,
    ev.Activated: lambda g, e: f"{_side(e.side)} starts a battle at {g.board.title(e.hex)}.",
    ev.BattleBegan: lambda g, e: f"Battle at {g.board.title(e.hex)}, {_side(e.attacker)} attacks.",
    ev.RoundBegan: lambda g, e: f"Round {e.number} at {g.board.title(e.hex)}.",
    ev.GroundedUnit: lambda g, e: f"{unit_words(e.unit)} is grounded.",
    ev.Fired: _fired,
    ev.StepLost: lambda g, e: f"{unit_words(e.unit)} is reduced to {e.cv}.",
    ev.HalfHit: lambda g, e: f"{unit_words(e.unit)} takes a half-hit.",
    ev.Eliminated: _eliminated,
    ev.Lost: lambda g, e: f"It was {unit_words(e.unit)}.",
    ev.Landed: lambda g, e: f"{unit_words(e.unit)} lands at {g.board.title(e.hex)}.",
    ev.Retreated: _retreated,
    ev.Passed: lambda g, e: f"{unit_words(e.unit)} passes.",
    ev.Blockaded: lambda g, e: f"{unit_words(e.unit)} blockades {g.board.title(e.hex)}.",
    ev.BattleEnded: lambda g, e: (
        f"The battle at {g.board.title(e.hex)} is over; {_side(e.winner)} has the hex."
    ),
    ev.ControlChanged: lambda g, e: f"{g.board.title(e.hex)} is now held by {_side(e.side)}.",
    ev.BeachheadFormed: lambda g, e: (
        f"{unit_words(e.unit)} is a Beachhead at {g.board.title(e.hex)}."
    ),
    ev.ControlChecked: lambda g, e: "Submarines alone hold no place.",
    ev.SupplyChecked: lambda g, e: f"The supply of {_side(e.side)} is checked.",
    ev.Attrition: lambda g, e: f"{unit_words(e.unit)} is without supply and falls to {e.cv}.",
    ev.PlanClosed: lambda g, e: f"{_side(e.side)} has closed its production.",
    ev.PlansOpened: lambda g, e: "The plans of both sides are carried out.",
    ev.StepAdded: lambda g, e: f"{unit_words(e.unit)} is built up to {e.cv}.",
    ev.Built: lambda g, e: (
        f"{unit_words(e.unit)} ({CODES[KIND[e.unit]]} {e.cv}) is built at {g.board.title(e.hex)}."
    ),
    ev.BlockBuilt: lambda g, e: f"{_side(e.side)} builds a block at {g.board.title(e.hex)}.",
    ev.Merged: lambda g, e: f"{unit_words(e.unit)} is merged into {UNIT_NAME[e.into]}, now {e.cv}.",
    ev.BlockMerged: lambda g, e: f"One {_side(e.side)} block fewer at {g.board.title(e.hex)}.",
    ev.Appointed: lambda g, e: f"{g.terms.seats[e.seat]} is now {OFFICES[e.office]}.",
    ev.Deposed: lambda g, e: f"{g.terms.seats[e.seat]} is no longer {OFFICES[POLITICIAN]}.",
    ev.MotionPut: lambda g, e: f"{g.terms.seats[e.seat]} puts to the vote: {e.subject}.",
    ev.Voted: _voted,
    ev.GameWon: _won,
}
