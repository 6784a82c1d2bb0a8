"""Reads matches from the database: whole rooms, what is past, lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sirocco.kernel.match import Match
from sirocco.kernel.record import Record
from sirocco.kernel.refusal import Refused
from sirocco.server import ledger
from sirocco.server.clock import Times
from sirocco.server.database import CHAT, LINES, MATCHES, NEWS, SEATS, Database
from sirocco.server.faults import Missing
from sirocco.server.ledger import WATCHING
from sirocco.server.messages import MatchOut, SeatOut
from sirocco.server.room import CHAT_SHOWN, COMPUTER, Logged, Notice, Room, Said, Seat

LISTED: Final = 100
PAGE: Final = 50
BRANCH: Final = "branch "
RECORD: Final = "sirocco record "
"""How the origin of a branch and of an uploaded record begins."""
_TIMES: Final = msgspec.msgpack.Decoder(Times)
_TEXTS: Final = msgspec.msgpack.Decoder(list[str])
_LOG: Final = msgspec.msgpack.Decoder(list[ledger.News])
_NOTICE: Final = msgspec.msgpack.Decoder(Notice)


class Then(NamedTuple):
    """A seat as it was at an earlier version."""

    seat: int
    side: int
    label: str
    notes: str
    version: int
    lines: int
    times: Times
    orders: list[str]


class Past(NamedTuple):
    """What a seat was shown then, and the position behind it."""

    then: Then
    state: bytes
    tail: bytes
    log: list[Logged]


class Archive:
    """All matches of a database, to read."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def room(self, id: str) -> Room:
        """A match as it is stored, ready to go on."""
        with self.database.look() as db:
            row = _row(db, id)
            seats = [_seat(each) for each in _rows(db, SEATS, id, SEATS.c.seat)]
            line = _line(db, id, row.serial)
            for seat, news in zip(seats, _last_news(db, id), strict=True):
                seat.version, seat.seen, seat.lines = news.version, news.seen, news.lines
                seat.times = _TIMES.decode(news.times)
            counts, chat = _chat(db, id)
        secrets = "" if row.over else row.secrets
        match = ledger.resume(row.game, row.opening, line.state, line.tail, secrets)
        room = Room(dict(row._mapping), match, sorted(seats, key=lambda seat: seat.seat))
        room.undo = msgspec.msgpack.decode(line.undo)
        room.chat, room.counts = chat, counts
        return room

    def stamp(self, id: str) -> int:
        """What has changed if the match has."""
        with self.database.look() as db:
            found = db.scalar(sa.select(MATCHES.c.stamp).where(MATCHES.c.id == id))
        if found is None:
            raise Missing("there is no such match")
        return int(found)

    def log(self, id: str, seat: int, since: int, version: int) -> list[Logged]:
        """The lines of a seat's log after a number, up to a version."""
        with self.database.look() as db:
            return _log(db, id, seat, since, version)

    def past(
        self, id: str, seat: Seat, version: int | None, at: int | None, since: int = 0
    ) -> Past:
        """What a seat was shown at a version, or after a line of the match."""
        mine = (NEWS.c.match == id) & (NEWS.c.seat == seat.seat)
        query = sa.select(NEWS).where(mine).order_by(NEWS.c.version.desc()).limit(1)
        query = query.where(NEWS.c.version == version if at is None else NEWS.c.serial <= at)
        with self.database.look() as db:
            news = db.execute(query).one_or_none()
            if news is None:
                raise Missing("there is no such version")
            last = news.serial
            if at is not None:
                latest = sa.select(MATCHES.c.serial).where(MATCHES.c.id == id)
                last = min(at, int(db.scalar(latest) or 0))
            line = _line(db, id, last)
            log = _log(db, id, seat.seat, since, news.version)
        then = Then(
            seat.seat, seat.side, seat.label, seat.notes, news.version, news.lines,
            _TIMES.decode(news.times), seat.orders,
        )  # fmt: skip
        return Past(then, line.state, line.tail, log)

    def line(self, id: str, serial: int) -> tuple[bytes, bytes]:
        """State and tail after a line."""
        with self.database.look() as db:
            found = _line(db, id, serial)
        return found.state, found.tail

    def before_last_line(self, id: str, seat: int, state: bytes) -> int:
        """The action before the last line of a seat, or -1: one whose position was another."""
        skipped, mine = 0, False
        for row in self._lines_back(id):
            if mine and row.state != state:
                return int(row.last)
            mine = False
            actions = ledger.actions_in(row.entries)
            if row.back:
                skipped += row.back
            elif skipped > 0:
                skipped -= actions.number
            else:
                mine = row.seat == seat and actions.plays
        return -1

    def _lines_back(self, id: str) -> Iterator[Any]:
        """The lines of a match, the latest first, some at a time."""
        serial = 1 << 30
        while True:
            query = sa.select(LINES).where(LINES.c.match == id, LINES.c.serial < serial)
            with self.database.look() as db:
                rows = db.execute(query.order_by(LINES.c.serial.desc()).limit(PAGE)).all()
            if not rows:
                return
            yield from rows
            serial = rows[-1].serial

    def state_after(self, id: str, number: int) -> bytes:
        """The state after an action of the record."""
        query = sa.select(LINES.c.state).where(LINES.c.match == id, LINES.c.last == number)
        with self.database.look() as db:
            found = db.scalar(query.order_by(LINES.c.serial.desc()).limit(1))
        if found is None:
            raise Refused("There is no such position to go back to.")
        return bytes(found)

    def record(self, id: str) -> str:
        """The record of a match that is over; before that it would betray secrets."""
        with self.database.look() as db:
            row = _row(db, id)
            if row.origin.startswith(RECORD):
                return str(row.origin)
            if row.origin.startswith(BRANCH):
                raise Refused("A branch begins in the middle of a game: it has no record.")
            if not row.over:
                raise Refused("The record can be read when the match is over.")
        return self.whole(id).text()

    def whole(self, id: str) -> Record:
        """The record as far as it goes, put together from the lines; for no player's eyes."""
        with self.database.look() as db:
            row = _row(db, id)
            lines = db.execute(
                sa.select(LINES.c.entries, LINES.c.back)
                .where(LINES.c.match == id)
                .order_by(LINES.c.serial)
            ).all()
        return ledger.whole_record(row, lines)

    # Lists

    def matches(self) -> list[MatchOut]:
        """Matches with open seats, and those that are over, the latest first."""
        opened = sa.select(SEATS.c.match).where(SEATS.c.kind == "open")
        listed = (MATCHES.c.over.is_(True) | MATCHES.c.id.in_(opened)) & (MATCHES.c.origin == "")
        with self.database.look() as db:
            query = _brief().where(listed).order_by(MATCHES.c.created.desc()).limit(LISTED)
            return _out(db, db.execute(query).all())

    def some(self, ids: Sequence[str]) -> dict[str, MatchOut]:
        """The matches with these ids."""
        with self.database.look() as db:
            rows = db.execute(_brief().where(MATCHES.c.id.in_(list(ids)))).all()
            return {each.match: each for each in _out(db, rows)}

    def held(self, tokens: Sequence[bytes]) -> list[tuple[str, int, bytes]]:
        """Match, seat and token of the seats that some tokens hold."""
        query = sa.select(SEATS.c.match, SEATS.c.seat, SEATS.c.token)
        with self.database.look() as db:
            rows = db.execute(query.where(SEATS.c.token.in_(list(tokens)))).all()
        return [(row.match, row.seat, row.token) for row in rows if row.token]

    def running(self) -> int:
        with self.database.look() as db:
            query = sa.select(sa.func.count()).where(MATCHES.c.over.is_(False))
            return int(db.scalar(query) or 0)

    def due(self) -> list[str]:
        """Matches in which a computer player must choose."""
        with self.database.look() as db:
            return list(db.scalars(sa.select(MATCHES.c.id).where(MATCHES.c.thinking.is_(True))))

    def flagged(self, now: float) -> list[str]:
        """Matches in which somebody's time is up."""
        query = sa.select(MATCHES.c.id).where(MATCHES.c.flag_at > 0, MATCHES.c.flag_at <= now)
        with self.database.look() as db:
            return list(db.scalars(query.where(MATCHES.c.over.is_(False)).limit(LISTED)))

    def to_notify(self, now: float) -> list[tuple[str, int]]:
        """Seats that are to be told that it is their turn."""
        query = sa.select(SEATS.c.match, SEATS.c.seat)
        query = query.where(SEATS.c.notify_at > 0, SEATS.c.notify_at <= now).limit(LISTED)
        with self.database.look() as db:
            return [(row.match, row.seat) for row in db.execute(query)]


def past_match(room: Room, past: Past) -> Match:
    """The match as it stood then, to look at."""
    return ledger.resume(room.game, room.opening, past.state, past.tail)


# Rows


def _row(db: Connection, id: str) -> Any:
    row = db.execute(sa.select(MATCHES).where(MATCHES.c.id == id)).one_or_none()
    if row is None:
        raise Missing("there is no such match")
    return row


def _rows(db: Connection, table: sa.Table, id: str, order: Any) -> Sequence[Any]:
    return db.execute(sa.select(table).where(table.c.match == id).order_by(order)).all()


def _line(db: Connection, id: str, serial: int) -> Any:
    return db.execute(sa.select(LINES).where(LINES.c.match == id, LINES.c.serial == serial)).one()


def _last_news(db: Connection, id: str) -> Sequence[Any]:
    last = (
        sa.select(NEWS.c.seat, sa.func.max(NEWS.c.version).label("version"))
        .where(NEWS.c.match == id)
        .group_by(NEWS.c.seat)
        .subquery()
    )
    same = (NEWS.c.seat == last.c.seat) & (NEWS.c.version == last.c.version)
    query = sa.select(NEWS).join(last, same).where(NEWS.c.match == id).order_by(NEWS.c.seat)
    return db.execute(query).all()


def _log(db: Connection, id: str, seat: int, since: int, version: int) -> list[Logged]:
    query = (
        sa.select(NEWS.c.version, NEWS.c.lines, NEWS.c.log)
        .where(NEWS.c.match == id, NEWS.c.seat == seat)
        .where(NEWS.c.version <= version, NEWS.c.lines > since)
        .order_by(NEWS.c.version)
    )
    found = []
    for version, lines, log in db.execute(query):
        new = _LOG.decode(log)
        numbered = enumerate(new, lines - len(new) + 1)
        found += [Logged(n, version, *line) for n, line in numbered if n > since]
    return found


def _seat(row: Any) -> Seat:
    seat = Seat(row.seat, row.name, row.side, row.kind, bytes(row.token))
    seat.label, seat.notes, seat.notify_at = row.label, row.notes, row.notify_at
    seat.orders = _TEXTS.decode(row.orders)
    seat.notice = _NOTICE.decode(row.notice)
    return seat


def _chat(db: Connection, id: str) -> tuple[dict[int, int], list[Said]]:
    """How many lines each side has, and the last of each."""
    query = sa.select(CHAT.c.side, sa.func.count()).where(CHAT.c.match == id)
    rows = db.execute(query.group_by(CHAT.c.side))
    counts = {int(row[0]): int(row[1]) for row in rows}
    chat: list[Said] = []
    for side in counts:
        lines = sa.select(CHAT).where(CHAT.c.match == id, CHAT.c.side == side)
        last = db.execute(lines.order_by(CHAT.c.n.desc()).limit(CHAT_SHOWN))
        chat += [Said(row.n, row.seat, row.side, row.text) for row in last]
    return counts, sorted(chat)


def _brief() -> sa.Select[Any]:
    columns = ("id", "game", "title", "scenario", "over", "reason", "created")
    return sa.select(*(MATCHES.c[name] for name in columns))


def _out(db: Connection, rows: Sequence[Any]) -> list[MatchOut]:
    ids = [row.id for row in rows]
    columns = sa.select(SEATS.c.match, SEATS.c.name, SEATS.c.side, SEATS.c.kind, SEATS.c.label)
    query = columns.where(SEATS.c.match.in_(ids), SEATS.c.seat != WATCHING)
    seats: dict[str, list[SeatOut]] = {id: [] for id in ids}
    for row in db.execute(query.order_by(SEATS.c.match, SEATS.c.seat)):
        label = row.label or (row.kind.removeprefix(COMPUTER) if ":" in row.kind else "")
        seats[row.match].append(SeatOut(row.name, row.side, row.kind.partition(":")[0], label))
    return [
        MatchOut(row.id, row.game, row.title, row.scenario, seats[row.id], row.over, row.reason)
        for row in rows
    ]
