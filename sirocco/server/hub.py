"""Who watches which match in this process, and how they learn that it has changed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection

from sirocco.server.database import Database
from sirocco.server.scribe import heard


class Hub:
    """Wakes the watchers of a match; with PostgreSQL, those of all processes on the database."""

    def __init__(
        self, database: Database, name: str, doubt: Callable[[str], None], all: Callable[[], None]
    ) -> None:
        self._database = database
        self._name = name
        self._doubt = doubt
        self._doubt_all = all
        self._watching: dict[str, dict[int, set[asyncio.Event]]] = {}
        self._count = 0
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
        return self._count

    def watch(self, match: str, seat: int) -> asyncio.Event:
        """An event that is set whenever there may be something new for a seat of a match."""
        woken = asyncio.Event()
        self._watching.setdefault(match, {}).setdefault(seat, set()).add(woken)
        self._count += 1
        return woken

    def leave(self, match: str, seat: int, woken: asyncio.Event) -> None:
        self._count -= 1
        seats = self._watching[match]
        seats[seat].discard(woken)
        if not seats[seat]:
            del seats[seat]
        if not seats:
            del self._watching[match]

    def is_live(self, match: str, seat: int) -> bool:
        """Whether somebody follows a match from a seat in this process."""
        return seat in self._watching.get(match, ())

    def wake(self, match: str, only: Collection[int] | None = None) -> None:
        """Let those look again who watch a match; `only` some of its seats."""
        for seat, watching in self._watching.get(match, {}).items():
            if only is None or seat in only:
                for woken in watching:
                    woken.set()

    def _wake_all(self) -> None:
        self._doubt_all()
        for match in list(self._watching):
            self.wake(match)

    def _hear(self, payload: str) -> None:
        name, matches = heard(payload)
        if name != self._name:
            for match in matches:
                self._doubt(match)
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
                            self._loop.call_soon_threadsafe(self._hear, note.payload)
            except psycopg.OperationalError:
                self._stop.wait(1.0)
