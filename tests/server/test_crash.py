"""A server that is killed at any moment has every action that it acknowledged, and no half of one.

The server is a process of its own, `sirocco serve`, with a real database under it.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import httpx

from sirocco.games import game
from sirocco.kernel.match import Match
from sirocco.kernel.record import Record
from sirocco.server.database import MATCHES, Database
from tests.server.served import OPTIONS, QUICK, Client, free_port

MATCHES_PLAYED = 6
KILLS = 3


class Process:
    """`sirocco serve` on a port."""

    def __init__(self, url: str, port: int) -> None:
        command = [sys.executable, "-m", "sirocco.cli.main", "serve", "--port", str(port)]
        command += ["--database", url, "--rate", "100000"]
        self.port = port
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


class Player(threading.Thread):
    """Plays both seats of a match until the server is gone, and remembers what it was told."""

    def __init__(self, made: dict[str, Any], seed: int) -> None:
        super().__init__()
        self.made = made
        self.choice = random.Random(seed)
        self.told: dict[str, dict[str, Any]] = {}
        self.acknowledged = 0
        self.sent = 0

    def seats(self, port: int) -> dict[str, Client]:
        return {name: Client(port, self.made["match"], t) for name, t in self.made["seats"].items()}

    def aim(self, port: int) -> None:
        self.port = port

    def run(self) -> None:
        seats = self.seats(self.port)
        try:
            while True:
                for name, seat in seats.items():
                    table = seat.table()
                    if table["offers"]:
                        self.sent += 1
                        action = self.choice.choice(table["offers"])["action"]
                        answer = seat.act(table, action=action)
                        assert answer.status_code == 200, answer.text
                        self.acknowledged += 1
                        self.told[name] = answer.json()
        except httpx.TransportError:
            pass
        finally:
            for seat in seats.values():
                seat.close()


def check(player: Player, port: int) -> None:
    """The server holds all that this player was told, and at most the action under way besides."""
    seats = player.seats(port)
    for name, told in player.told.items():
        past = seats[name].get(f"history?upto={told['version']}").json()
        assert {**past, "can_undo": False} == {**told, "can_undo": False}
    for seat in seats.values():
        seat.close()


def test_nothing_acknowledged_is_lost(url: str) -> None:
    process = Process(url, free_port())
    options = {**OPTIONS, "limit": 20}
    address = f"http://127.0.0.1:{process.port}/api/matches"
    made = [
        httpx.post(address, json={**QUICK, "options": options}, trust_env=False, timeout=30).json()
        for _ in range(MATCHES_PLAYED)
    ]
    players = [Player(each, seed) for seed, each in enumerate(made)]
    luck = random.Random(4)
    for round_ in range(KILLS):
        for player in players:
            player.aim(process.port)
            player.start()
        time.sleep(1.0 + luck.random())
        process.kill()
        for player in players:
            player.join(60)
            assert not player.is_alive()
        process = Process(url, free_port())
        for player in players:
            check(player, process.port)
        if round_ < KILLS - 1:
            players = [again(player) for player in players]
    compare_records(players, process.port, url)
    process.kill()
    assert sum(player.acknowledged for player in players) > 10


def again(player: Player) -> Player:
    new = Player(player.made, player.choice.randrange(1000))
    new.told, new.acknowledged, new.sent = player.told, player.acknowledged, player.sent
    return new


def compare_records(players: list[Player], port: int, url: str) -> None:
    """Every record replays to the stored state and has as many actions as were acknowledged."""
    victory = game("victory")
    database = Database(url)
    for player in players:
        seats = player.seats(port)
        red = seats["red"]
        red.post("resign", {"version": red.table()["version"]})
        record = Record.parse(red.get("record").text)
        actions = len(record.entries) - 2
        assert player.acknowledged <= actions <= player.sent
        with database.look() as db:
            row = db.execute(MATCHES.select().where(MATCHES.c.id == red.match)).one()
        assert row.state == victory.pack(Match.replay(victory, record).state)
        for seat in seats.values():
            seat.close()
    database.close()
