"""The tables of the database, and how to reach it: SQLite by default, PostgreSQL by its address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from sirocco.kernel.refusal import Refused

META: Final = sa.MetaData()

MATCHES: Final = sa.Table(
    "matches",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("title", sa.String(80), nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("opening", sa.Text, nullable=False),  # the record up to the set-up
    sa.Column("secrets", sa.Text, nullable=False),  # of the dice; never sent
    sa.Column("origin", sa.Text, nullable=False),  # of a branch or an uploaded record
    sa.Column("clock", sa.LargeBinary, nullable=False),  # as it stands; empty: there is none
    sa.Column("serial", sa.Integer, nullable=False),  # lines so far, those taken back included
    sa.Column("stamp", sa.Integer, nullable=False),  # grows with every change of any kind
    sa.Column("over", sa.Boolean, nullable=False, index=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("thinking", sa.Boolean, nullable=False, index=True),  # a computer must choose
    sa.Column("flag_at", sa.Float, nullable=False, index=True),  # when time is up; 0: never
    sa.Column("created", sa.Float, nullable=False, index=True),
)
SEATS: Final = sa.Table(
    "seats",
    META,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),  # -1: those who watch
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(80), nullable=False, index=True),
    sa.Column("label", sa.String(80), nullable=False),
    sa.Column("token", sa.LargeBinary, nullable=False),  # its hash; empty: nobody holds it
    sa.Column("notes", sa.Text, nullable=False),
    sa.Column("orders", sa.LargeBinary, nullable=False),  # standing orders
    sa.Column("notice", sa.LargeBinary, nullable=False),  # where it is told that it is its turn
    sa.Column("notify_at", sa.Float, nullable=False, index=True),  # 0: nothing to tell
)
LINES: Final = sa.Table(
    "lines",
    META,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("serial", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("entries", sa.LargeBinary, nullable=False),  # actions with their rolls
    sa.Column("back", sa.Integer, nullable=False),  # actions that this line takes back
    sa.Column("last", sa.Integer, nullable=False),  # number of the record's last entry after it
    sa.Column("state", sa.LargeBinary, nullable=False),  # after it
    sa.Column("tail", sa.LargeBinary, nullable=False),  # where the record stands
    sa.Column("undo", sa.LargeBinary, nullable=False),  # lines that may be taken back
)
NEWS: Final = sa.Table(
    "news",
    META,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("serial", sa.Integer, nullable=False),
    sa.Column("seen", sa.LargeBinary, nullable=False),  # hash of what the seat was shown
    sa.Column("lines", sa.Integer, nullable=False),  # of its log, these included
    sa.Column("log", sa.LargeBinary, nullable=False),  # the new lines
    sa.Column("times", sa.LargeBinary, nullable=False),  # of the clocks, as the seat may see them
)
CHAT: Final = sa.Table(
    "chat",
    META,
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("side", sa.Integer, nullable=False),  # -1: for all
    sa.Column("text", sa.Text, nullable=False),
)


class Database:
    """One database; every change is one transaction that is on disk when it is over."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.postgres = self.url.get_backend_name() == "postgresql"
        if not self.postgres and self.url.get_backend_name() != "sqlite":
            raise Refused(f"The database is SQLite or PostgreSQL, not {url[:40]!r}.")
        if self.postgres:
            self.url = self.url.set(drivername="postgresql+psycopg")
            self.engine: Engine = sa.create_engine(self.url, pool_size=16, max_overflow=16)
        else:
            self.engine = sa.create_engine(self.url, connect_args={"timeout": 30})
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
            sa.event.listen(self.engine, "begin", _begin_sqlite)
        META.create_all(self.engine)

    @contextmanager
    def change(self) -> Iterator[Connection]:
        """A transaction that writes; when the block is left, it is durable."""
        opened = self.engine.connect().execution_options(writes=True)
        with opened as connection, connection.begin():
            yield connection

    @contextmanager
    def look(self) -> Iterator[Connection]:
        """A transaction that reads: all of it is of one moment."""
        with self.engine.connect() as connection:
            if self.postgres:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    def close(self) -> None:
        self.engine.dispose()


def _prepare_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # transactions are begun by hand
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
