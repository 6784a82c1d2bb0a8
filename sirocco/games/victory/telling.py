"""Events of Victory as lines of the log."""

from __future__ import annotations

from typing import Final

from sirocco.games.telling import InWords, Teller, told
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


def tell(g: Victory, event: Event, seat: int) -> str:
    """One line, as the seats of the event's audience may read it."""
    return told(TELLERS, IN_WORDS, g, event)


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
    if e.path[0] == e.path[-1] and not ship:
        return f"{unit_words(e.unit)} stays at {g.board.title(e.path[-1])}."
    return f"{unit_words(e.unit)} leaves for {g.board.title(e.path[-1])}{ship}."


def _rolled(g: Victory, e: Rolled) -> str:
    if e.purpose.startswith("fire "):
        return ""  # the fire itself is told with its dice
    return f"Dice for {e.purpose}: {' '.join(map(str, e.faces))}."


def _built(g: Victory, e: ev.Built) -> str:
    face = f"{CODES[KIND[e.unit]]} {e.cv}"
    return f"{unit_words(e.unit)} ({face}) is built at {g.board.title(e.hex)}."


def _voted(g: Victory, e: ev.Voted) -> str:
    result = "carried" if e.carried else "lost"
    return f"{SIDES[e.side]} votes on {e.subject}: {e.ayes} ayes, {e.nays} nays, {result}."


def _won(g: Victory, e: ev.GameWon) -> str:
    who = "The game is drawn" if e.side > 1 else f"{SIDES[e.side]} wins"
    return f"{who}: {e.reason}"


def _side(g: Victory, side: int) -> str:
    return SIDES[side] if side < 2 else NOBODY


IN_WORDS: Final[InWords[Victory]] = {
    **dict.fromkeys(("side", "first", "attacker", "winner"), _side),
    "seat": lambda g, seat: g.terms.seats[seat],
    "office": lambda g, office: OFFICES[office],
    "phase": lambda g, phase: PHASES[phase],
    "hex": lambda g, h: g.board.title(h),
    "unit": lambda g, u: unit_words(u),
    "into": lambda g, u: UNIT_NAME[u],
    "faces": lambda g, faces: ", ".join([f"{unit_words(u)} {cv}" for u, cv in faces]),
}
TELLERS: Final[dict[type[Event], Teller[Victory]]] = {
    Rolled: _rolled,
    ev.MapChosen: "{side} chooses map {number}.",
    ev.MapsLaid: "The maps lie as {layout}.",
    ev.ForceReady: "{side} has chosen its force.",
    ev.Deployed: "{unit} is deployed at {hex}.",
    ev.BlockDeployed: "{side} deploys a block at {hex}.",
    ev.BlocksShown: "Both sides are deployed.",
    ev.TurnBegan: "Game Turn {turn}: {first} has the initiative.",
    ev.PlayerTurnBegan: "Player Turn of {side}.",
    ev.PhaseClosed: "{side} closes {phase}.",
    ev.Moved: _moved,
    ev.BlockMoved: _block_moved,
    ev.Revealed: "Face-up at {hex}: {faces}.",
    ev.Activated: "{side} starts a battle at {hex}.",
    ev.BattleBegan: "Battle at {hex}, {attacker} attacks.",
    ev.RoundBegan: "Round {number} at {hex}.",
    ev.GroundedUnit: "{unit} is grounded.",
    ev.Fired: _fired,
    ev.StepLost: "{unit} is reduced to {cv}.",
    ev.HalfHit: "{unit} takes a half-hit.",
    ev.Eliminated: _eliminated,
    ev.Lost: "It was {unit}.",
    ev.Landed: "{unit} lands at {hex}.",
    ev.Retreated: _retreated,
    ev.Passed: "{unit} passes.",
    ev.Blockaded: "{unit} blockades {hex}.",
    ev.BattleEnded: "The battle at {hex} is over; {winner} has the hex.",
    ev.ControlChanged: "{hex} is now held by {side}.",
    ev.BeachheadFormed: "{unit} is a Beachhead at {hex}.",
    ev.ControlChecked: "Submarines alone hold no place.",
    ev.SupplyChecked: "The supply of {side} is checked.",
    ev.Attrition: "{unit} is without supply and falls to {cv}.",
    ev.PlanClosed: "{side} has closed its production.",
    ev.PlansOpened: "The plans of both sides are carried out.",
    ev.StepAdded: "{unit} is built up to {cv}.",
    ev.Built: _built,
    ev.BlockBuilt: "{side} builds a block at {hex}.",
    ev.Merged: "{unit} is merged into {into}, now {cv}.",
    ev.BlockMerged: "One {side} block fewer at {hex}.",
    ev.Appointed: "{seat} is now {office}.",
    ev.Deposed: f"{{seat}} is no longer {OFFICES[POLITICIAN]}.",
    ev.MotionPut: "{seat} puts to the vote: {subject}.",
    ev.Voted: _voted,
    ev.GameWon: _won,
}
