"""Random games on all cores: what must always hold, held?"""

from __future__ import annotations

import argparse
import json
import os
import signal
import time
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import Final

from sirocco.cli.args import Commands, count, number
from sirocco.games import game
from sirocco.kernel.battery import TRIALS, Report, random_game, run
from sirocco.kernel.refusal import Refused

GAMES: Final = 100
MOST_GAMES: Final = 1_000_000
"""Games when tries are counted instead."""


def add_commands(commands: Commands) -> None:
    fuzz = commands.add_parser("fuzz", help="play random games and look for what must not be")
    fuzz.add_argument("game", metavar="GAME")
    fuzz.add_argument("--games", type=count, metavar="N", help="games to play (100)")
    fuzz.add_argument(
        "--seed", type=number, default=1, metavar="S", help="number of the first game"
    )
    fuzz.add_argument("--trial", metavar="NAME", help=f"one of {', '.join(TRIALS)}")
    fuzz.add_argument("--tries", type=count, metavar="N", help="stop when it was tried so often")
    fuzz.set_defaults(run=run_fuzz)


def run_fuzz(given: argparse.Namespace) -> int:
    game(given.game)
    if given.trial is not None and given.trial not in TRIALS:
        raise Refused(f"There is no trial {given.trial[:40]!r}; trials are {', '.join(TRIALS)}.")
    if given.tries is not None and given.trial is None:
        raise Refused("--tries counts the tries of a --trial.")
    start = time.perf_counter()
    games = given.games or (MOST_GAMES if given.tries else GAMES)
    report = fuzz(given.game, games, given.seed, given.trial or "", given.tries or 0)
    seconds = time.perf_counter() - start
    for breach in report.breaches:
        print(breach)
    print(_summary(report, given.trial or "", seconds))
    print(_line(given, report, seconds))
    return 1 if report.breaches else 0


def fuzz(id: str, games: int, seed: int, trial: str, tries: int) -> Report:
    """Play the games in chunks on all cores, until they are played or the tries are made."""
    cores = os.cpu_count() or 1
    chunk = max(1, min(5 if trial else 25, games // (4 * cores)))
    total = Report()
    with ProcessPoolExecutor(cores, initializer=leave_interrupts) as pool:
        waiting: set[Future[Report]] = set()
        first, end = seed, seed + games
        while waiting or first < end:
            while first < end and len(waiting) < 2 * cores:
                number = min(chunk, end - first)
                waiting.add(pool.submit(play_chunk, id, first, number, trial))
                first += number
            done = next(as_completed(waiting))
            waiting.remove(done)
            total.add(done.result())
            if tries and total.tries >= tries:
                end = first
    return total


def leave_interrupts() -> None:
    """Ctrl-C is for the process that started the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_chunk(id: str, first: int, number: int, trial: str) -> Report:
    """The games of a few seeds; runs in a process of its own."""
    found = game(id)
    if trial:
        return run(found, trial, 1 << 60, first, games=number)
    report = Report()
    for seed in range(first, first + number):
        random_game(found, seed, report)
    return report


def _summary(report: Report, trial: str, seconds: float) -> str:
    rate = report.actions / seconds
    tries = f"{report.tries} tries of {trial}, {report.breached} breaches\n" if trial else ""
    return (
        f"{tries}{report.games} games, {report.ended} ended, {report.dead_ends} dead ends, "
        f"{report.runaways} runaways, {report.errors} exceptions\n"
        f"{report.actions} actions in {seconds:.1f} s, {rate:,.0f} actions per second"
    )


def _line(given: argparse.Namespace, report: Report, seconds: float) -> str:
    return json.dumps(
        {
            "game": given.game,
            "seed": given.seed,
            "games": report.games,
            "ended": report.ended,
            "dead_ends": report.dead_ends,
            "runaways": report.runaways,
            "exceptions": report.errors,
            "trial": given.trial or "",
            "tries": report.tries,
            "breaches": report.breached,
            "actions": report.actions,
            "seconds": round(seconds, 3),
            "actions_per_second": round(report.actions / seconds),
        }
    )
