"""A server that is killed at any moment has every action that it acknowledged, and no half of one.

The server is a process of its own, `sirocco serve`, with a real database under it. Two hundred
matches are played at once over WebSockets; in the middle of it the server is killed with SIGKILL
and started again, and what it then holds is compared with everything that its clients were told.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import signal
import subprocess
import sys
import time
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from sirocco.games import game
from sirocco.kernel.match import Match
from sirocco.kernel.record import Record
from sirocco.server.archive import Archive
from sirocco.server.database import Database
from tests.server.served import OPTIONS, QUICK, free_port

MATCHES_PLAYED = 200
KILLS = 2
WANTED = (
    {**QUICK, "options": {**OPTIONS, "limit": 20}},
    {"game": "northafrica", "scenario": "last-push", "options": {}},
)
"""Matches in which both seats choose at the same time, and matches in which mostly one does."""
GONE = (ConnectionClosed, InvalidMessage, InvalidStatus, OSError, TimeoutError)


class Process:
    """`sirocco serve` on a port."""

    def __init__(self, url: str) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "sirocco.cli.main", "serve", "--port", str(self.port)]
        command += ["--database", url, "--rate", "100000"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while not self._answers():
            assert time.monotonic() < until and self._process.poll() is None, "it does not start"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            address = f"http://127.0.0.1:{self.port}/api/matches"
            return httpx.get(address, trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(30)


def essence(table: dict[str, Any]) -> str:
    """What a table says, without what depends on when somebody asks."""
    kept = {name: part for name, part in table.items() if name not in ("log", "can_undo")}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


class Seat:
    """A client at one seat: it plays at random, and remembers all that it was told."""

    def __init__(self, match: str, token: str, seed: int) -> None:
        self.match, self.token = match, token
        self.choice = random.Random(seed)
        self.told: dict[int, str] = {}
        self.log: dict[int, str] = {}
        self.live = False
        self.sent = 0
        self.acknowledged = 0

    async def play(self, port: int) -> None:
        """Until the server is gone.

        Seats that choose at the same time may cross: the later one is told that its table was
        stale. So an action counts as acknowledged where nobody else could change the table.
        """
        waiting = 0
        alone = True
        self.live = False
        try:
            address = f"ws://127.0.0.1:{port}/ws/{self.match}"
            async with connect(address, proxy=None, open_timeout=120) as live:
                since = max(self.log, default=0)
                await live.send(json.dumps({"token": self.token, "since": since}))
                while True:
                    table = json.loads(await live.recv())
                    if table["type"] == "refused":
                        assert table["error"] == "stale", table
                        continue
                    self.hear(table)
                    self.live = True
                    if waiting and table["version"] > waiting:
                        self.acknowledged += alone
                        waiting = 0
                    if table["offers"] and not waiting:
                        waiting = table["version"]
                        alone = all(ask["mine"] for ask in table["asks"])
                        action = self.choice.choice(table["offers"])["action"]
                        self.sent += 1
                        act = {"type": "act", "version": waiting, "action": action}
                        await live.send(json.dumps(act))
        except GONE:
            return

    def hear(self, table: dict[str, Any]) -> None:
        known = self.told.setdefault(table["version"], essence(table))
        assert known == essence(table)
        for line in table["log"]:
            assert line["n"] not in self.log  # none is doubled
            self.log[line["n"]] = line["text"]
        assert sorted(self.log) == list(range(1, len(self.log) + 1))  # none is lost


def check(seat: Seat, client: httpx.Client) -> None:
    """The server holds all that this seat was told: the last tables, and every line."""
    headers = {"authorization": f"Bearer {seat.token}"}
    for version in sorted(seat.told)[-2:]:
        found = client.get(
            f"/api/matches/{seat.match}/history?upto={version}", headers=headers
        ).json()
        assert essence(found) == seat.told[version]
    lines = {line["n"]: line["text"] for line in found["log"]}
    assert lines == {n: seat.log[n] for n in lines} and len(lines) == len(seat.log)


async def play_all(seats: list[Seat], process: Process, seconds: float) -> None:
    """Kill the server so many seconds after every seat has heard from it."""
    for seat in seats:
        seat.live = False
    playing = [asyncio.create_task(seat.play(process.port)) for seat in seats]
    until = time.monotonic() + 120
    while not all(seat.live for seat in seats):
        assert time.monotonic() < until, "not every seat hears from the server"
        await asyncio.sleep(0.05)
    await asyncio.sleep(seconds)
    process.kill()
    await asyncio.gather(*playing)


def test_nothing_acknowledged_is_lost(url: str) -> None:
    process = Process(url)
    try:
        matches = make_all(process)
        seats = [seat for match in matches for seat in match]
        luck = random.Random(4)
        for _ in range(KILLS):
            asyncio.run(play_all(seats, process, 1.0 + luck.random()))
            process = Process(url)
            address = f"http://127.0.0.1:{process.port}"
            with httpx.Client(base_url=address, trust_env=False, timeout=60) as client:
                for seat in seats:
                    check(seat, client)
    finally:
        process.kill()
    compare_records(matches, url)
    acknowledged = sum(seat.acknowledged for seat in seats)
    print(f"{acknowledged} acknowledged actions in {len(matches)} matches, {KILLS} kills, 0 lost")
    assert acknowledged > MATCHES_PLAYED // 2


def make_all(process: Process) -> list[list[Seat]]:
    """All matches, with a client for each seat."""
    matches: list[list[Seat]] = []
    with httpx.Client(base_url=f"http://127.0.0.1:{process.port}", trust_env=False) as client:
        for number in range(MATCHES_PLAYED):
            made = make(client, WANTED[number % len(WANTED)])
            tokens = enumerate(made["seats"].values())
            matches.append([Seat(made["match"], token, 2 * number + i) for i, token in tokens])
    return matches


def make(client: httpx.Client, wanted: dict[str, Any]) -> dict[str, Any]:
    """A new match; one that is refused because so many are made is asked for again."""
    while True:
        answer = client.post("/api/matches", json=wanted, timeout=60)
        if answer.status_code == 201:
            made: dict[str, Any] = answer.json()
            return made
        assert answer.status_code == 429, answer.text
        time.sleep(0.5)


def compare_records(matches: list[list[Seat]], url: str) -> None:
    """Every record replays to the stored state; every acknowledged action is in it."""
    database = Database(url)
    archive = Archive(database)
    for match in matches:
        room = archive.room(match[0].match)
        record = Record.parse(archive.whole(match[0].match).text())
        actions = len(record.entries) - 1
        assert sum(s.acknowledged for s in match) <= actions <= sum(s.sent for s in match)
        played = game(room.game)
        assert played.pack(room.match.state) == played.pack(Match.replay(played, record).state)
    database.close()
