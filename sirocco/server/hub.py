"""Who watches which match in this process, and how they learn that it has changed."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict

from sirocco.server.database import Database


class Hub:
    """Wakes the watchers of a match; with PostgreSQL, those of all processes on the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._watching: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = threading.Event()
        self._listener: threading.Thread | None = None

    def start(self) -> None:
        """Begin to listen, from inside the loop."""
        self._loop = asyncio.get_running_loop()
        if self._database.postgres:
            ready = threading.Event()
            self._listener = threading.Thread(target=self._listen, args=(ready,), daemon=True)
            self._listener.start()
            ready.wait(30)

    def stop(self) -> None:
        self._stop.set()
        if self._listener is not None:
            self._listener.join()

    @property
    def watchers(self) -> int:
        return sum(len(each) for each in self._watching.values())

    def watch(self, match: str) -> asyncio.Event:
        """An event that is set whenever the match may have changed."""
        woken = asyncio.Event()
        self._watching[match].add(woken)
        return woken

    def leave(self, match: str, woken: asyncio.Event) -> None:
        self._watching[match].discard(woken)
        if not self._watching[match]:
            del self._watching[match]

    def wake(self, match: str) -> None:
        for woken in self._watching.get(match, ()):
            woken.set()

    def _wake_all(self) -> None:
        for match in list(self._watching):
            self.wake(match)

    def _listen(self, ready: threading.Event) -> None:
        """A thread of its own that hears what other processes have stored."""
        import psycopg

        assert self._loop is not None
        address = self._database.url.set(drivername="postgresql").render_as_string(False)
        while not self._stop.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute("LISTEN sirocco")
                    ready.set()
                    self._loop.call_soon_threadsafe(self._wake_all)  # what was missed meanwhile
                    while not self._stop.is_set():
                        for note in connection.notifies(timeout=0.5):
                            self._loop.call_soon_threadsafe(self.wake, note.payload)
            except psycopg.OperationalError:
                self._stop.wait(1.0)
