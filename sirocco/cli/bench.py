"""How fast the rules run, beside a fixed loop, so that figures compare across machines."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from sirocco.cli.args import Commands
from sirocco.cli.yard import yardstick
from sirocco.games import game, games, text_board
from sirocco.kernel.battery import Report, random_game
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending
from sirocco.kernel.game import Game

SEEDS: Final = range(1, 17)
"""The fixed mixture: one random game each, of ten turns as the book suggests."""
TURNS: Final = 10
SAMPLES: Final = 400
GROUP: Final = 20
"""States that are timed together."""
ROUNDS: Final = 5
"""How often each piece of work is done: the best counts, as the yardstick's best does."""
PIECES: Final = 5
STRETCH: Final = 300
"""Served actions that are timed early and late in the long game: so many pieces, each so long."""
LONG: Final = 12_000
"""Actions played between the two stretches; half of what is left where the game ends before."""


def add_commands(commands: Commands) -> None:
    bench = commands.add_parser("bench", help="measure the speed of the rules")
    bench.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="without it, all games; server: a whole server; table: the client in a browser",
    )
    bench.add_argument("--served", action="store_true", help="as a server plays: stored each time")
    bench.set_defaults(run=run_bench)


def run_bench(given: argparse.Namespace) -> int:
    if given.game == "server":
        from sirocco.cli import bench_server

        return bench_server.run()
    if given.game == "table":
        from sirocco.cli.bench_table import bench_table

        return bench_table()
    for id in (given.game,) if given.game else games():
        found = game(id)
        print(f"{id}: yardstick {yardstick() / 1e6:.2f} million iterations per second")
        if given.served:
            bench_served(found)
        else:
            bench_random(found)
    return 0


Work = Callable[[], int]
"""A piece of work that can be done again; it says how many actions it took."""


def beside(pieces: Sequence[Work]) -> tuple[float, float]:
    """Actions per second of some work, and the ratio to the yardstick run between its rounds.

    Each piece counts with the best of its rounds, so that a busy machine spoils neither side.
    """
    yard = yardstick()
    best = [float("inf")] * len(pieces)
    actions = 0
    for _ in range(ROUNDS):
        actions = 0
        for i, work in enumerate(pieces):
            start = time.process_time()
            actions += work()
            best[i] = min(best[i], time.process_time() - start)
        yard = max(yard, yardstick())
    rate = actions / sum(best)
    return rate, 1000 * rate / yard


def bench_random(found: Game[Any]) -> None:
    """Random play of the fixed mixture without views; then the single costs."""
    usual = text_board(found.id).usual_game()
    _speed(found, "random play", lambda seed: usual)
    _speed(found, "all scenarios", lambda seed: setting(found, seed))
    states = sample(found)
    packed = [found.pack(state) for state in states]
    sizes = [len(data) for data in packed]
    print(f"  state         {sum(sizes) / len(sizes):>10,.0f} bytes mean, {max(sizes):,} at most")
    seats = len(found.seats(states[0]))
    _cost("clone", found.clone, states)
    _cost("pack", found.pack, states)
    _cost("unpack", found.unpack, packed)
    _cost("view", lambda state: found.view(state, 0), states)
    _cost("all views", lambda state: [found.view(state, seat) for seat in range(seats)], states)
    board = text_board(found.id)
    if large := board.odds_examples()[2]:
        _cost("large odds", lambda text: board.odds(text, {}), [large])


def _speed(
    found: Game[Any], name: str, settings: Callable[[int], tuple[str, dict[str, Any]]]
) -> None:
    for seed in SEEDS:  # boards are made when they are first played on
        random_game(found, seed, Report(), setting=settings(seed))
    report = Report()

    def play(seed: int) -> int:
        before = report.actions
        random_game(found, seed, report, setting=settings(seed))
        return report.actions - before

    rate, ratio = beside([partial(play, seed) for seed in SEEDS])
    print(
        f"  {name:<14}{rate:>10,.0f} actions/s   ratio {ratio:.2f}   "
        f"({report.games} games, {report.actions} actions, {report.breached} breaches)"
    )


def setting(found: Game[Any], seed: int) -> tuple[str, dict[str, Any]]:
    """Scenario and options of a game of the fixed mixture."""
    scenario, options = found.mixture(random.Random(seed))
    if "limit" in dict(text_board(found.id).options()):
        options["limit"] = TURNS
    return scenario, options


def sample(found: Game[Any]) -> list[Any]:
    """States of the fixed mixture, spread over its games."""
    states: list[Any] = []

    def keep(
        game: Game[Any], state: Any, seed: int, choice: random.Random, report: Report, at: str
    ) -> None:
        states.append(game.clone(state))

    for seed in SEEDS:
        random_game(found, seed, Report(), keep, 37, setting(found, seed))
    step = max(1, len(states) // SAMPLES)
    return [state for state in states[::step] if len(found.seats(state)) == 2] or states[::step]


def _cost(name: str, work: Callable[[Any], object], inputs: list[Any]) -> None:
    """What a piece of work costs: each group of inputs counts with its best round."""
    total = 0.0
    for first in range(0, len(inputs), GROUP):
        best = float("inf")
        for _ in range(ROUNDS):
            start = time.process_time()
            for item in inputs[first : first + GROUP]:
                work(item)
            best = min(best, time.process_time() - start)
        total += best
    print(f"  {name:<14}{1e6 * total / len(inputs):>10.1f} µs")


def bench_served(found: Game[Any]) -> None:
    """Each action from stored bytes to stored bytes with a view for each seat, early and late."""
    state = long_game(found, Sampled(5))
    early, ratio = _served(found, state)
    print(f"  served early  {early:>10,.0f} actions/s   ratio {ratio:.2f}")
    lasts = _play(found, found.clone(state), LONG, random.Random(5), Sampled(6))
    between = lasts if lasts == LONG else lasts // 2
    _play(found, state, between, random.Random(5), Sampled(6))
    late, ratio = _served(found, state)
    print(f"  served late   {late:>10,.0f} actions/s   ratio {ratio:.2f}")
    print(f"  {between} actions lie between; late/early {late / early:.2f}")


def _served(found: Game[Any], state: Any) -> tuple[float, float]:
    """The speed of the actions that follow a state: the same ones in every round."""
    seats = len(found.seats(state))
    stored = [found.pack(state)]
    for piece in range(PIECES):
        stored.append(_serve(found, stored[-1], seats, piece)[0])
    return beside([partial(_count, found, stored[i], seats, i) for i in range(PIECES)])


def long_game(found: Game[Any], chance: Sampled) -> Any:
    """A two-handed game without an early end, past its set-up."""
    scenario, options = text_board(found.id).long_game()
    state = found.setup(scenario, options, chance)
    _play(found, state, 600, random.Random(1), chance)
    return state


def _play(found: Game[Any], state: Any, most: int, choice: random.Random, chance: Sampled) -> int:
    for number in range(most):
        asks = pending(state)
        if not asks:
            return number
        ask = asks[int(choice.random() * len(asks))]
        act(state, ask.seat, ask.pick(int(choice.random() * ask.count())), chance)
    return most


def _count(found: Game[Any], data: bytes, seats: int, piece: int) -> int:
    return _serve(found, data, seats, piece)[1]


def _serve(found: Game[Any], data: bytes, seats: int, piece: int) -> tuple[bytes, int]:
    """Play a stretch from stored bytes; what is stored at its end, and its actions."""
    choice, chance = random.Random(piece), Sampled(piece)
    for number in range(STRETCH):
        state = found.unpack(data)
        asks = pending(state)
        if not asks:
            return data, number
        ask = asks[int(choice.random() * len(asks))]
        action = ask.pick(int(choice.random() * ask.count()))
        found.apply(state, ask.seat, action, chance, [])
        data = found.pack(state)
        for seat in range(seats):
            found.view(state, seat)
    return data, STRETCH
