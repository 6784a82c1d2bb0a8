"""Matches between two computer players: pairs of games on one seed with the sides changed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, pending
from sirocco.kernel.game import Game
from sirocco.players import decide, player
from sirocco.players.player import ENDLESS

Setting = tuple[str, Mapping[str, Any]]
"""A scenario with its options."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: who had the first side, how it ended, how much was done in it."""

    number: int
    seed: int
    swapped: bool
    won: int
    """0 the first player of the tournament, 1 the second, -1 nobody."""
    reason: str
    actions: int
    seconds: float
    decisions: tuple[int, int]
    thinking: tuple[float, float]
    """Decisions and seconds of each player."""


@dataclass(slots=True)
class Result:
    """The score of a tournament."""

    names: tuple[str, str]
    played: list[Played] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def wins(self) -> tuple[int, int]:
        """Games won by the first and by the second player."""
        return self._won(0), self._won(1)

    @property
    def draws(self) -> int:
        return self._won(-1)

    @property
    def sides(self) -> tuple[int, int]:
        """Games won by each side, whoever had it: how a scenario is balanced."""
        won = [game.won ^ game.swapped for game in self.played if game.won >= 0]
        return won.count(0), won.count(1)

    def _won(self, who: int) -> int:
        return sum(game.won == who for game in self.played)

    def milliseconds(self, who: int) -> float:
        """What a decision of a player took on average."""
        count = sum(game.decisions[who] for game in self.played)
        return 1000 * sum(game.thinking[who] for game in self.played) / max(1, count)

    def __str__(self) -> str:
        a, b = self.names
        first, second = self.wins
        return (
            f"{a} against {b}: {first} won, {second} lost, {self.draws} drawn of {self.games}; "
            f"the first side won {self.sides[0]}, the second {self.sides[1]} "
            f"({self.milliseconds(0):.1f} and {self.milliseconds(1):.1f} ms a decision, "
            f"{self.seconds:.0f} s)"
        )


def tournament(
    game: Game[Any],
    a: str,
    b: str,
    games: int,
    seed: int = 1,
    setting: Setting | None = None,
    workers: int = 0,
) -> Result:
    """Play so many games; games 2k and 2k+1 have the same seed and the sides changed.

    Without a setting every pair has a scenario and options drawn at random. `workers` is the
    number of processes, 0 for one on each core.
    """
    result = Result((a, b))
    began = time.perf_counter()
    tasks = [(game, a, b, number, seed + number // 2, setting) for number in range(games)]
    result.played.extend(_run(tasks, workers or os.cpu_count() or 1))
    result.seconds = time.perf_counter() - began
    return result


Task = tuple[Game[Any], str, str, int, int, Setting | None]


def _run(tasks: list[Task], workers: int) -> Iterator[Played]:
    if workers == 1 or len(tasks) < 2:
        yield from map(_play, tasks)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_play, tasks)


def _play(task: Task) -> Played:
    return play_one(*task)


def play_one(
    game: Game[Any],
    a: str,
    b: str,
    number: int,
    seed: int,
    setting: Setting | None,
    log: list[Event] | None = None,
) -> Played:
    """One game of a tournament: in odd ones the sides are changed."""
    swapped = bool(number % 2)
    scenario, options = setting or game.mixture(Random(seed))
    chance = Sampled(seed)
    state = game.setup(scenario, options, chance, log)
    sides = game.sides(state)
    who = [side % 2 ^ swapped for side in sides]
    players = [player((a, b)[who[seat]], 1000 * seed + seat) for seat in range(len(who))]
    began = time.perf_counter()
    actions = 0
    decisions, thinking = [0, 0], [0.0, 0.0]
    while asks := pending(state):
        if actions == ENDLESS:
            raise ValueError(f"game {number}, seed {seed}: no end after {ENDLESS} actions")
        seat = asks[0].seat
        before = time.perf_counter()
        action = decide(players[seat], game, state, seat)
        thinking[who[seat]] += time.perf_counter() - before
        decisions[who[seat]] += 1
        act(state, seat, action, chance, log)
        actions += 1
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError(f"game {number}, seed {seed}: it stopped without an outcome")
    return Played(
        number,
        seed,
        swapped,
        who[outcome.winners[0]] if outcome.winners else -1,
        outcome.reason,
        actions,
        time.perf_counter() - began,
        (decisions[0], decisions[1]),
        (thinking[0], thinking[1]),
    )
