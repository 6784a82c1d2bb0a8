"""Games and positions for the tests of computer players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sirocco.games.victory.game import GAME
from sirocco.games.victory.state import Victory
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending
from sirocco.players import Player, decide, player

Look = Callable[[Victory, int, int], None]
"""At a decision: the state, the seat that decides, the number of the action."""

VALLEY = """ .C2         .           .           .C2
     +     +     +     +     +     +     +
  +    .           .           .           .C1

 .C1         .           .           .

       .           .           .T          .
"""
PLACES = {
    "0101": {"name": "Alba", "owner": "red"},
    "0102": {"name": "Brea", "owner": "red"},
    "0701": {"name": "Dune", "owner": "blue"},
    "0602": {"name": "Elk", "owner": "blue"},
    "0801": {"name": "Fane", "owner": "blue"},
}
"""A road leads from Brea over Alba along the north to Dune and Fane; Elk is a town."""


def valley(phase: str, red: Sequence[str], blue: Sequence[str], **more: Any) -> Victory:
    """A position on a small map, red in the west."""
    table = {"map": VALLEY, "places": PLACES, "phase": phase, "active": "red", "turn": 3}
    table |= {"red": list(red), "blue": list(blue)} | more
    return GAME.from_position(table, Sampled(1))


def play(
    names: Sequence[str],
    seed: int,
    scenario: str = "quick-start",
    options: dict[str, Any] | None = None,
    look: Look | None = None,
    every: int = 1,
) -> Victory:
    """A whole game; `names` are the players of red and blue."""
    chance = Sampled(seed)
    state = GAME.setup(scenario, options or {"limit": 4}, chance)
    players: list[Player] = [
        player(names[side], seed + seat) for seat, side in enumerate(GAME.sides(state))
    ]
    count = 0
    while asks := pending(state):
        seat = asks[0].seat
        if look is not None and count % every == 0:
            look(state, seat, count)
        act(state, seat, decide(players[seat], GAME, state, seat), chance)
        count += 1
    return state


def advice(state: Victory, seat: int = 0, name: str = "cadet") -> list[str]:
    """What a fresh player does until the question goes to somebody else or the phase changes."""
    chooser = player(name, 1)
    phase = state.phase
    out = []
    while asks := [ask for ask in pending(state) if ask.seat == seat]:
        action = decide(chooser, GAME, state, seat)
        out.append(GAME.action_text(state, seat, action))
        act(state, seat, action, Sampled(len(out)))
        if state.phase != phase or out[-1] == "done" or asks[0].topic in ("combat", "hit"):
            break
    return out
