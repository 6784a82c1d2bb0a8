"""Computer players at the table: they choose in processes of their own and block nobody.

A worker gets a world as its player's seat may imagine it, never the true one. The same worker
serves a match from one decision to the next, so that a player keeps its plan.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final
from zlib import crc32

from sirocco.games import game as game_of
from sirocco.players import Player, decide, player
from sirocco.server.faults import Missing
from sirocco.server.store import Question, Store

WORDS: Final = logging.getLogger("sirocco.server")
REMEMBERED: Final = 256
"""Players that a worker remembers; one that was forgotten plans anew."""
_PLAYERS: OrderedDict[tuple[str, int], Player] = OrderedDict()


def choose(question: Question) -> int:
    """Let a player answer, in a worker."""
    game = game_of(question.game)
    key = question.match, question.seat
    if key not in _PLAYERS:
        _PLAYERS[key] = player(question.player, crc32(repr(key).encode()))
    _PLAYERS.move_to_end(key)
    while len(_PLAYERS) > REMEMBERED:
        _PLAYERS.popitem(last=False)
    return decide(_PLAYERS[key], game, game.unpack(question.state), question.seat)


class Thinking:
    """Keeps every computer player of this process at work."""

    def __init__(self, store: Store, workers: int) -> None:
        self._store = store
        self._pools = [one_process() for _ in range(workers)]
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._stopped = False

    async def start(self) -> None:
        """Take up what computer players had to choose when the server stopped."""
        for match in await self._store.call(self._store.archive.due):
            self.look_at(match)

    def stop(self) -> None:
        self._stopped = True
        for task in self._tasks.values():
            task.cancel()
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)

    def look_at(self, match: str) -> None:
        """A match has changed: a computer player may have to choose."""
        if self._stopped:
            return
        if match in self._tasks:
            self._again.add(match)
            return
        task = asyncio.get_running_loop().create_task(self._play(match))
        self._tasks[match] = task
        task.add_done_callback(lambda _: self._done(match))

    def _done(self, match: str) -> None:
        del self._tasks[match]
        if match in self._again:
            self._again.discard(match)
            self.look_at(match)

    async def _play(self, match: str) -> None:
        loop = asyncio.get_running_loop()
        number = crc32(match.encode()) % len(self._pools)
        try:
            while True:
                self._again.discard(match)
                asked = await self._store.question(match)
                if asked is None:
                    return
                try:
                    action = await loop.run_in_executor(self._pools[number], choose, asked)
                except BrokenProcessPool:
                    WORDS.warning("a worker died; match %s is taken up by a new one", match)
                    self._pools[number] = one_process()
                    await asyncio.sleep(0.2)
                    continue
                await self._store.answer(asked, action)
        except Missing:
            return
        except Exception:
            WORDS.exception("the computer player of match %s has stopped", match)


def one_process() -> ProcessPoolExecutor:
    """A process of its own for work that takes long."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))
