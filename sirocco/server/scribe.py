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
_NOTIFY: Final = sa.text("SELECT pg_notify('sirocco', :ids)")
_HOT: Final = (
    _UPDATE,
    _SEAT,
    _NOTIFY,
    *(sa.insert(table) for table in (MATCHES, SEATS, LINES, NEWS, CHAT)),
)
Rows = list[dict[str, Any]]


class Pen:
    """One connection that only writes, with its few statements prepared as the driver wants them.

    SQLAlchemy makes the statements; row for row, its own way of running them costs more than the
    rules of a game.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Any = None
        self._texts: list[tuple[str, list[str] | None]] = []
        for statement in _HOT:
            compiled = statement.compile(database.engine)
            self._texts.append((str(compiled), getattr(compiled, "positiontup", None)))
        self.update, self.seat, self.notify, *inserts = range(len(_HOT))
        self.match, self.new_seat, self.line, self.news, self.chat = inserts

    def begin(self) -> Any:
        """A cursor in a new transaction."""
        if self._connection is None:
            self._connection = self._database.engine.raw_connection()
        cursor = self._connection.cursor()
        if not self._database.postgres:
            cursor.execute("BEGIN IMMEDIATE")
        return cursor

    def run(self, cursor: Any, which: int, rows: Rows) -> int:
        """One statement for all rows; how many were changed."""
        text, order = self._texts[which]
        if order is None:
            cursor.executemany(text, rows)
        else:
            cursor.executemany(text, [[row[name] for name in order] for row in rows])
        return int(cursor.rowcount)

    def commit(self) -> None:
        """When this returns, the transaction is on disk."""
        self._connection.commit()

    def rollback(self) -> None:
        self._connection.rollback()

    def drop(self) -> None:
        """Something went wrong: the next transaction has a connection of its own."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection = None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


Waiting = tuple[Change, "asyncio.Future[bool]"]


class Scribe:
    """One thread that writes for this process."""

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name
        self._pen = Pen(database)
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
        self._pen.close()

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
        pen = self._pen
        try:
            cursor = pen.begin()
            if not self._rows(cursor, changes):
                pen.rollback()
                return False
            pen.commit()
        except BaseException:
            pen.drop()
            raise
        return True

    def _rows(self, cursor: Any, changes: list[Change]) -> bool:
        pen = self._pen
        new = [change for change in changes if change.stamp < 0]
        old = [change for change in changes if change.stamp >= 0]
        if new:
            pen.run(cursor, pen.match, [change.row for change in new])
            pen.run(cursor, pen.new_seat, [row for change in new for row in change.seats])
        if old:
            rows = [{**c.row, "is_id": c.match, "is_stamp": c.stamp} for c in old]
            if pen.run(cursor, pen.update, rows) != len(rows):
                return False
        seats = [
            {**row, "is_match": row["match"], "is_seat": row["seat"]}
            for change in old
            for row in change.seats
        ]
        for which, rows in (
            (pen.seat, seats),
            (pen.line, [row for change in changes for row in change.lines]),
            (pen.news, [row for change in changes for row in change.news]),
            (pen.chat, [row for change in changes for row in change.chat]),
        ):
            if rows:
                pen.run(cursor, which, rows)
        if self._database.postgres:
            ids = " ".join([self._name, *(change.match for change in changes)])
            pen.run(cursor, pen.notify, [{"ids": ids}])
        return True


def heard(payload: str) -> tuple[str, list[str]]:
    """Who has stored something, and which matches it changed.

    >>> heard("a1 m1 m2")
    ('a1', ['m1', 'm2'])
    """
    name, *matches = payload.split()
    return name, matches
