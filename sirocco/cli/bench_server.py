"""`sirocco bench server`: a whole server under load, beside the yardstick loop.

The server is a process of its own on a fresh SQLite database; every action is on disk before it
is answered. Clients at both seats of many matches play at random over WebSockets, each action
after the table that it answers has arrived; others only watch.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from sirocco.cli.yard import yardstick
from sirocco.games import text_board
from sirocco.kernel.refusal import Refused

GAME: Final = "victory"
"""A game with hidden pieces in which random play goes on for long."""
MATCHES: Final = 60
WATCHERS: Final = 2_000
WARM: Final = 200
"""Actions of a match before anything is timed: the set-up is over then."""
LATE: Final = 1_000
"""Actions of a match before the second stretch is timed."""
SECONDS: Final = 10.0
"""How long a stretch is."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Offer(msgspec.Struct):
    action: int


class Seen(msgspec.Struct):
    """As much of a table as a random player needs."""

    version: int = 0
    offers: list[Offer] = []
    outcome: dict[str, Any] | None = None
    error: str = ""


DECODE: Final = msgspec.json.Decoder(Seen).decode


class Count:
    """What has been acknowledged and received so far."""

    def __init__(self) -> None:
        self.actions = 0
        self.tables = 0
        self.bytes = 0
        self.watched = 0
        self.refused = 0
        self.over = 0


class Stretch(NamedTuple):
    """Rates of a stretch: by the clock, and by the processor time of the server."""

    actions: float
    tables: float
    megabytes: float
    each_cpu: float


def run(game: str = GAME, matches: int = MATCHES, watchers: int = WATCHERS) -> int:
    """Measure and print; all in one run."""
    before = yardstick()
    print(f"server, {game}: yardstick {before / 1e6:.2f} million iterations per second")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (port, pid):
        early, late, count, held, longest = asyncio.run(load(game, port, pid, matches, watchers))
    yard = max(before, yardstick())
    for name, found in (("early", early), ("late", late)):
        print(
            f"  {name:<6}{found.actions:>8,.0f} actions/s   ratio {1000 * found.actions / yard:.3f}"
            f"   by processor time {1000 * found.each_cpu / yard:.3f}"
            f"   ({found.tables:,.0f} tables/s, {found.megabytes:.1f} MB/s)"
        )
    print(
        f"  {matches} matches, {longest} actions in the longest; "
        f"late/early {late.each_cpu / early.each_cpu:.2f} by processor time"
    )
    print(f"  {held} of {watchers} watching clients held, {count.watched} tables sent to them")
    print(f"  {count.actions} actions acknowledged, {count.refused} refused")
    return 0


@contextmanager
def served(folder: Path) -> Iterator[tuple[int, int]]:
    """A server process on a port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = int(found.getsockname()[1])
    command = [sys.executable, "-m", "sirocco.cli.main", "serve", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder / 'table.db'}", "--rate", "1000000"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise Refused("The server does not start.") from None
                time.sleep(0.05)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def make(port: int, wanted: dict[str, Any]) -> dict[str, Any]:
    """A new match, by a plain HTTP request."""
    body = msgspec.json.encode(wanted)
    head = (
        f"POST /api/matches HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {len(body)}"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{head}\r\n\r\n".encode() + body)
    answer = await reader.read()
    writer.close()
    made: dict[str, Any] = msgspec.json.decode(answer.partition(b"\r\n\r\n")[2])
    if "match" not in made:
        raise Refused(f"The server makes no match: {made.get('reason', answer[:80])}")
    return made


async def load(
    game: str, port: int, pid: int, matches: int, watchers: int
) -> tuple[Stretch, Stretch, Count, int, int]:
    """Play, watch, and time two stretches."""
    scenario, options = text_board(game).long_game()
    wanted = {"game": game, "scenario": scenario, "options": options}
    made = [await make(port, wanted) for _ in range(matches)]
    count = Count()
    played = [0] * matches
    tasks = []
    for number, each in enumerate(made):
        for seat, token in enumerate(each["seats"].values()):
            player = play(port, each["match"], token, count, played, number, 7 * number + seat)
            tasks.append(asyncio.create_task(player))
    viewing = []
    for number in range(watchers):
        viewing.append(asyncio.create_task(watch(port, made[number % matches], count)))
        if number % 50 == 49:
            await asyncio.sleep(0.05)
    while count.watched < watchers and not any(task.done() for task in viewing):
        await asyncio.sleep(0.1)
    await until(played, WARM, tasks)
    early = await stretch(count, pid)
    await until(played, LATE, tasks)
    late = await stretch(count, pid)
    held = sum(not task.done() for task in viewing)
    for task in [*tasks, *viewing]:
        task.cancel()
    await asyncio.gather(*tasks, *viewing, return_exceptions=True)
    return early, late, count, held, max(played)


async def until(played: list[int], most: int, tasks: list[asyncio.Task[None]]) -> None:
    """Wait until the matches have so many actions, in the mean."""
    while sum(played) < most * len(played):
        await asyncio.sleep(0.1)
        for task in tasks:
            if task.done():
                task.result()
                raise Refused("A match has ended before it was measured.")


async def stretch(count: Count, pid: int) -> Stretch:
    start, used = time.perf_counter(), cpu(pid)
    actions, tables, size = count.actions, count.tables, count.bytes
    await asyncio.sleep(SECONDS)
    seconds = time.perf_counter() - start
    done = count.actions - actions
    return Stretch(
        done / seconds,
        (count.tables - tables) / seconds,
        (count.bytes - size) / seconds / 1e6,
        done / (cpu(pid) - used),
    )


async def play(
    port: int, match: str, token: str, count: Count, played: list[int], number: int, seed: int
) -> None:
    """One seat, at random, each action on the table before it."""
    from websockets.asyncio.client import connect

    choice = random.Random(seed)
    address = f"ws://127.0.0.1:{port}/ws/{match}"
    async with connect(
        address, proxy=None, compression=None, max_size=None, open_timeout=60
    ) as live:
        await live.send(f'{{"token": "{token}", "plain": true}}')
        waiting = 0
        while True:
            message = await live.recv(decode=False)
            table = DECODE(message)
            if table.error:
                count.refused += 1
                waiting = 0
                continue
            count.tables += 1
            count.bytes += len(message)
            if waiting and table.version > waiting:
                count.actions += 1
                played[number] += 1
                waiting = 0
            if table.outcome is not None:
                return
            if table.offers and not waiting:
                waiting = table.version
                action = choice.choice(table.offers).action
                await live.send(f'{{"type":"act","version":{waiting},"action":{action}}}')


async def watch(port: int, made: dict[str, Any], count: Count) -> None:
    """Somebody who only watches, until the end."""
    from websockets.asyncio.client import connect

    address = f"ws://127.0.0.1:{port}/ws/{made['match']}"
    async with connect(
        address, proxy=None, compression=None, open_timeout=60, ping_interval=None
    ) as live:
        await live.send(f'{{"token": "{made["watch"]}"}}')
        async for _ in live:
            count.watched += 1
