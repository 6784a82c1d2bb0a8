"""What a computer player is given, and how it is let play.

A player gets a seat's view, the open question of that seat and, if it wants, imagined worlds.
The true state stays in this file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Final

from sirocco.kernel.ask import Ask
from sirocco.kernel.chance import Chance, Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, asked_of, pending
from sirocco.kernel.game import Game, Outcome
from sirocco.kernel.refusal import Refused

Imagine = Callable[[int], list[Any]]
"""So many complete states that the seat cannot tell from the true one."""

ENDLESS: Final = 200_000
"""Actions after which a game counts as endless."""


class Player(ABC):
    """A computer player of one seat. What it remembers is its own; it is never shared."""

    name: ClassVar[str]

    def __init__(self, seed: int) -> None:
        self.choice = Random(seed)
        self._dreams = Random(seed + 1)

    @abstractmethod
    def choose(self, game: Game[Any], view: Any, ask: Ask, imagine: Imagine) -> int:
        """The answer to a question: one of those that it allows."""

    def dream(self) -> int:
        """The seed of the next imagined world."""
        return int(self._dreams.random() * (1 << 30))


def decide(player: Player, game: Game[Any], state: Any, seat: int) -> int:
    """Let a player answer the open question of a seat."""
    open_ask = asked_of(state, seat)
    if open_ask is None:
        raise Refused(f"Nothing is asked of {game.seats(state)[seat]} now.")

    def imagine(worlds: int) -> list[Any]:
        return [game.resample(state, seat, Sampled(player.dream())) for _ in range(worlds)]

    ask = Ask(open_ask.seat, open_ask.topic, open_ask.choices)
    action = player.choose(game, game.view(state, seat), ask, imagine)
    if not open_ask.allows(action):
        raise ValueError(f"player {player.name} answers '{ask.topic}' with {action}: not offered")
    return action


def play_out(
    game: Game[Any],
    state: Any,
    players: Sequence[Player],
    chance: Chance,
    log: list[Event] | None = None,
) -> Outcome:
    """Play a game to its end, one player for each seat; the state is changed."""
    for _ in range(ENDLESS):
        asks = pending(state)
        if not asks:
            break
        seat = asks[0].seat
        act(state, seat, decide(players[seat], game, state, seat), chance, log)
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError(f"the game has not ended after {ENDLESS} actions")
    return outcome
