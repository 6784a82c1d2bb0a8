"""Stores changes: those that wait are written together, in one transaction on disk.

A change holds only if its match still has the stamp that it was made from: so several processes
may serve one match, and whoever comes second looks again.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sirocco.server.database import CHAT, LINES, MATCHES, NEWS, SEATS, Database
from sirocco.server.room import Change

TOGETHER: Final = 256
"""Changes that are stored in one transaction at most."""

_UPDATE: Final = (
    sa.update(MATCHES)
    .where(MATCHES.c.id == sa.bindparam("is_id"), MATCHES.c.stamp == sa.bindparam("is_stamp"))
    .values(
        {
            name: sa.bindparam(name)
            for name in ("serial", "stamp", "over", "reason", "thinking", "clock", "flag_at")
        }
    )
)
_SEAT: Final = (
    sa.update(SEATS)
    .where(SEATS.c.match == sa.bindparam("is_match"), SEATS.c.seat == sa.bindparam("is_seat"))
    .values(
        {
            name: sa.bindparam(name)
            for name in ("kind", "label", "token", "notes", "orders", "notice", "notify_at")
        }
    )
)

Waiting = tuple[Change, "asyncio.Future[bool]"]


class Scribe:
    """One thread that writes for this process."""

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="scribe", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to write, from inside the loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, then end."""
        self._waiting.put(None)
        self._thread.join()

    async def put(self, change: Change) -> bool:
        """Store a change; when this returns it is on disk, or (False) made from an old stamp."""
        assert self._loop is not None
        done: asyncio.Future[bool] = self._loop.create_future()
        self._waiting.put((change, done))
        return await done

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch, last = [first], False
            while len(batch) < TOGETHER and not last:
                try:
                    found = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if found is None:
                    last = True
                else:
                    batch.append(found)
            self._store(batch)
            if last:
                return

    def _store(self, batch: list[Waiting]) -> None:
        """All together; one by one if one of them is refused or cannot be written."""
        results: list[bool | Exception]
        try:
            together = self._write([change for change, _ in batch])
        except Exception as bad:
            together = False
            if len(batch) == 1:
                self._answer(batch, [bad])
                return
        if together or len(batch) == 1:
            results = [together]
            self._answer(batch, results * len(batch))
            return
        results = []
        for change, _ in batch:
            try:
                results.append(self._write([change]))
            except Exception as bad:
                results.append(bad)
        self._answer(batch, results)

    def _answer(self, batch: list[Waiting], results: Sequence[bool | Exception]) -> None:
        def tell() -> None:
            for (_, done), result in zip(batch, results, strict=True):
                if done.cancelled():
                    continue
                if isinstance(result, bool):
                    done.set_result(result)
                else:
                    done.set_exception(result)

        assert self._loop is not None
        self._loop.call_soon_threadsafe(tell)

    def _write(self, changes: list[Change]) -> bool:
        """One transaction; False, and nothing is changed, if a stamp is not the expected one."""
        changes = sorted(changes, key=lambda change: change.match)  # the same order everywhere
        opened = self._database.engine.connect().execution_options(writes=True)
        with opened as db, db.begin() as transaction:
            if not self._rows(db, changes):
                transaction.rollback()
                return False
        return True

    def _rows(self, db: Connection, changes: list[Change]) -> bool:
        new = [change for change in changes if change.stamp < 0]
        old = [change for change in changes if change.stamp >= 0]
        if new:
            db.execute(sa.insert(MATCHES), [change.row for change in new])
            db.execute(sa.insert(SEATS), [row for change in new for row in change.seats])
        if old:
            rows = [{**c.row, "is_id": c.match, "is_stamp": c.stamp} for c in old]
            if db.execute(_UPDATE, rows).rowcount != len(rows):
                return False
        seats = [
            {**row, "is_match": row["match"], "is_seat": row["seat"]}
            for change in old
            for row in change.seats
        ]
        if seats:
            db.execute(_SEAT, seats)
        for table, rows in (
            (LINES, [row for change in changes for row in change.lines]),
            (NEWS, [row for change in changes for row in change.news]),
            (CHAT, [row for change in changes for row in change.chat]),
        ):
            if rows:
                db.execute(sa.insert(table), rows)
        if self._database.postgres:
            ids = " ".join([self._name, *(change.match for change in changes)])
            db.execute(_NOTIFY, {"ids": ids})
        return True


_NOTIFY: Final = sa.text("SELECT pg_notify('sirocco', :ids)")


def heard(payload: str) -> tuple[str, list[Any]]:
    """Who has stored something, and which matches it changed.

    >>> heard("a1 m1 m2")
    ('a1', ['m1', 'm2'])
    """
    name, *matches = payload.split()
    return name, matches
