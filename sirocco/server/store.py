"""Matches in the database. Every function that changes one is one transaction."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sirocco.games import game as game_of
from sirocco.games import text_board
from sirocco.kernel import agreement
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.match import Match
from sirocco.kernel.refusal import Refused
from sirocco.players import NAMES
from sirocco.server import ledger, shown
from sirocco.server.database import CHAT, LINES, LOG, MATCHES, SEATS, VERSIONS, Database
from sirocco.server.ledger import WATCHING
from sirocco.server.messages import ChatOut, Made, MatchOut, NewMatch, SeatOut, Table

COMPUTER: Final = "computer:"
MOST_MATCHES: Final = 10_000
"""Matches that may be running at once."""
MOST_CHAT: Final = 5_000
"""Lines of chat in a match."""
CHAT_SHOWN: Final = 200
MOST_BACK: Final = 500
"""Lines that may be taken back one after the other."""
LISTED: Final = 100


class Missing(Exception):
    """There is no such thing, or not for this caller."""


class Forbidden(Exception):
    """The caller does not hold the seat that may do this."""


class Stale(Exception):
    """The table has changed since: the caller must look again."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version


class Question(NamedTuple):
    """What a computer player must answer, in a world as its seat may imagine it."""

    match: str
    serial: int
    seat: int
    game: str
    player: str
    state: bytes


class Changed(NamedTuple):
    """What came of a line: a refusal may follow actions that stand."""

    refused: Refused | None
    version: int


Do = Callable[[Match, int], object]


class Store:
    """All matches of a database."""

    def __init__(self, database: Database, most_matches: int = MOST_MATCHES) -> None:
        self.database = database
        self.most_matches = most_matches

    # Making and joining

    def make(self, wanted: NewMatch) -> Made:
        """A new match; its maker gets the tokens of all seats for people."""
        game = game_of(wanted.game)
        check_name(wanted.title)
        usual, options = text_board(wanted.game).usual_game()
        scenario = wanted.scenario or usual
        options = wanted.options if wanted.scenario else {**options, **wanted.options}
        match = Match.new(game, scenario, options)
        kinds = _kinds(match.seats, wanted.seats)
        tokens = {
            name: secrets.token_urlsafe(32) if kind == "person" else ""
            for name, kind in kinds.items()
        }
        watch = secrets.token_urlsafe(32)
        id = secrets.token_urlsafe(12)
        sides = game.sides(match.state)
        with self.database.change() as db:
            running = db.scalar(sa.select(sa.func.count()).where(MATCHES.c.over.is_(False)))
            if (running or 0) >= self.most_matches:
                raise Refused("This server has as many matches as it can hold; try again later.")
            state, tail = game.pack(match.state), ledger.tail_of(match.records)
            db.execute(
                sa.insert(MATCHES).values(
                    id=id,
                    game=game.id,
                    title=wanted.title or game.title,
                    scenario=scenario,
                    opening=match.record(),
                    secrets=match.secrets,
                    state=state,
                    serial=0,
                    tail=tail,
                    undo=ledger.pack([]),
                    resigned=0,
                    over=False,
                    reason="",
                    thinking=_thinking(match, [kinds[name] for name in match.seats]),
                    created=time.time(),
                )
            )
            db.execute(
                sa.insert(LINES).values(
                    match=id, serial=0, seat=-1, entries=ledger.written([]), back=0,
                    state=state, tail=tail,
                )
            )  # fmt: skip
            rows = [(number, name, sides[number]) for number, name in enumerate(match.seats)]
            for number, name, side in [*rows, (WATCHING, "", -1)]:
                token = watch if number == WATCHING else tokens[name]
                kind = "watch" if number == WATCHING else kinds[name]
                db.execute(
                    sa.insert(SEATS).values(
                        match=id, seat=number, name=name, side=side, kind=kind, label="",
                        token=hashed(token), version=0, seen=b"", lines=0, notes="",
                    )
                )  # fmt: skip
            _tell(db, id, 0, match, match.events, _seat_rows(db, id))
        return Made(id, {name: token for name, token in tokens.items() if token}, watch)

    def join(self, id: str, seat: str, label: str) -> str:
        """Take an open seat: the token that holds it from now on."""
        check_name(label)
        token = secrets.token_urlsafe(32)
        with self.database.change() as db:
            self._row(db, id, lock=True)
            taken = db.execute(
                sa.update(SEATS)
                .where(SEATS.c.match == id, SEATS.c.name == seat, SEATS.c.kind == "open")
                .values(kind="person", label=label, token=hashed(token))
            )
            if taken.rowcount != 1:
                raise Refused(f"Seat {seat[:40]!r} is not open.")
            self._notify(db, id)
        return token

    def renew(self, id: str, token: str) -> str:
        """A new token for a seat; the old one holds nothing any more."""
        fresh = secrets.token_urlsafe(32)
        with self.database.change() as db:
            self._row(db, id, lock=True)
            mine = self._mine(db, id, token, acting=True)
            db.execute(_seat(id, mine.seat).values(token=hashed(fresh)))
        return fresh

    # Acting

    def act(self, id: str, token: str, version: int, do: Do) -> Changed:
        """Let the holder of a token act; what stands is stored before this returns."""
        with self.database.change() as db:
            row = self._row(db, id, lock=True)
            mine = self._mine(db, id, token, acting=True)
            if mine.version != version:
                raise Stale(mine.version)
            bad = self._carry_out(db, row, mine.seat, do)
            version = _seat_rows(db, id)[mine.seat].version
        return Changed(bad, version)

    def answer(self, question: Question, action: int) -> bool:
        """Carry out what a computer player chose, unless the match has gone on meanwhile."""
        with self.database.change() as db:
            row = self._row(db, question.match, lock=True)
            if row.serial != question.serial or row.over:
                return False
            bad = self._carry_out(db, row, question.seat, lambda m, seat: m.act(seat, action))
            if bad is not None:
                raise bad
        return True

    def _carry_out(self, db: Connection, row: Any, seat: int, do: Do) -> Refused | None:
        match = ledger.resume(row)
        before = len(match.records.entries)
        refused = None
        try:
            do(match, seat)
        except Refused as bad:
            refused = bad
        entries = match.records.entries[before:]
        if entries:
            back = [] if _final(match.events, entries) else msgspec.msgpack.decode(row.undo)
            if not _final(match.events, entries):
                back = [*back, (row.serial + 1, seat, row.serial, len(entries))][-MOST_BACK:]
            self._write(db, row, match, seat, ledger.written(entries), 0, back)
        return refused

    def undo(self, id: str, token: str, version: int) -> None:
        """Take the seat's last line back."""
        with self.database.change() as db:
            row = self._row(db, id, lock=True)
            mine = self._mine(db, id, token, acting=True)
            if mine.version != version:
                raise Stale(mine.version)
            stack = msgspec.msgpack.decode(row.undo)
            if not stack or stack[-1][1] != mine.seat:
                raise Refused("Nothing can be taken back: dice, a reveal or another seat's action.")
            _, _, prior, count = stack.pop()
            line = db.execute(
                sa.select(LINES).where(LINES.c.match == id, LINES.c.serial == prior)
            ).one()
            match = ledger.look(row, line.state, line.tail)
            told = f"{mine.name} takes back the last line."
            self._write(db, row, match, mine.seat, ledger.written([]), count, stack, told)

    def _write(
        self,
        db: Connection,
        row: Any,
        match: Match,
        seat: int,
        entries: bytes,
        back: int,
        undo: list[Any],
        told: str = "",
    ) -> None:
        """One line of the match: the state behind it, the news for each seat, the wake-up."""
        serial = row.serial + 1
        state, tail = match.game.pack(match.state), ledger.tail_of(match.records)
        end = match.outcome
        seats = _seat_rows(db, row.id)
        kinds = [seats[number].kind for number in range(len(match.seats))]
        db.execute(
            sa.insert(LINES).values(
                match=row.id, serial=serial, seat=seat, entries=entries, back=back,
                state=state, tail=tail,
            )
        )  # fmt: skip
        db.execute(
            sa.update(MATCHES)
            .where(MATCHES.c.id == row.id)
            .values(
                state=state,
                serial=serial,
                tail=tail,
                undo=ledger.pack(undo),
                resigned=match.resigned,
                over=end is not None,
                reason="" if end is None else end.reason,
                thinking=_thinking(match, kinds),
            )
        )
        _tell(db, row.id, serial, match, match.events, seats, told)
        self._notify(db, row.id)

    # Talking

    def say(self, id: str, token: str, text: str, to: str) -> None:
        """A line of chat, to all or to the seats of one's side."""
        if not text.replace("\n", " ").isprintable() or not text.strip():
            raise Refused("Chat is printable text.")
        with self.database.change() as db:
            self._row(db, id, lock=True)
            mine = self._mine(db, id, token, acting=True)
            count = db.scalar(sa.select(sa.func.count()).where(CHAT.c.match == id)) or 0
            if count >= MOST_CHAT:
                raise Refused("This match has as much chat as it can hold.")
            side = mine.side if to == "side" else -1
            db.execute(
                sa.insert(CHAT).values(
                    match=id, n=count + 1, seat=mine.seat, side=side, text=text.strip()
                )
            )
            self._notify(db, id)

    def notes(self, id: str, token: str) -> str:
        with self.database.look() as db:
            return str(self._mine(db, id, token, acting=True).notes)

    def write_notes(self, id: str, token: str, text: str) -> None:
        with self.database.change() as db:
            mine = self._mine(db, id, token, acting=True)
            db.execute(_seat(id, mine.seat).values(notes=text))

    # Looking

    def table(self, id: str, token: str, since: int = 0, version: int | None = None) -> Table:
        """The table of the token's seat, now or as it was at an earlier version."""
        with self.database.look() as db:
            row = self._row(db, id)
            mine = self._mine(db, id, token)
            seats = _seats_out(_seat_rows(db, id))
            match = ledger.resume(row)
            undo = msgspec.msgpack.decode(row.undo)
            can_undo = not row.over and bool(undo) and undo[-1][1] == mine.seat
            if version is not None and version != mine.version:
                match, mine = self._past(db, row, mine, version)
                can_undo = False
            log = db.execute(
                sa.select(LOG.c.n, LOG.c.version, LOG.c.text, LOG.c.shows)
                .where(LOG.c.match == id, LOG.c.seat == mine.seat, LOG.c.n > since)
                .where(LOG.c.version <= mine.version)
                .order_by(LOG.c.n)
            )
            lines = log.all()
            chat = _chat(db, id, mine.side, seats)
        return shown.table(match, row, mine.seat, mine, seats, lines, chat, can_undo)

    def _past(self, db: Connection, row: Any, mine: Any, version: int) -> tuple[Match, Any]:
        found = db.execute(
            sa.select(LINES.c.state, LINES.c.tail)
            .join(
                VERSIONS,
                (VERSIONS.c.match == LINES.c.match) & (VERSIONS.c.serial == LINES.c.serial),
            )
            .where(VERSIONS.c.match == row.id, VERSIONS.c.seat == mine.seat)
            .where(VERSIONS.c.version == version)
        ).one_or_none()
        if found is None:
            raise Missing("there is no such version")
        then = _Then(mine.seat, mine.side, mine.label, mine.notes, version)
        return ledger.look(row, found.state, found.tail), then

    def mark(self, id: str, token: str) -> tuple[Any, ...]:
        """What must change before the seat is shown anything new: cheap to ask for."""
        with self.database.look() as db:
            mine = self._mine(db, id, token)
            rows = _seat_rows(db, id).values()
            sides = (-1,) if mine.seat == WATCHING else (-1, mine.side)
            said = db.scalar(
                sa.select(sa.func.max(CHAT.c.n)).where(CHAT.c.match == id, CHAT.c.side.in_(sides))
            )
            return mine.version, said, tuple((seat.kind, seat.label) for seat in rows)

    def match(self, id: str, token: str) -> tuple[Match, int]:
        """The match and the number of the token's seat, to look at."""
        with self.database.look() as db:
            return ledger.resume(self._row(db, id)), self._mine(db, id, token).seat

    def record(self, id: str) -> str:
        """The record of a match that is over; before that it would betray secrets."""
        with self.database.look() as db:
            row = self._row(db, id)
            if not row.over:
                raise Refused("The record can be read when the match is over.")
            lines = db.execute(
                sa.select(LINES.c.entries, LINES.c.back)
                .where(LINES.c.match == id)
                .order_by(LINES.c.serial)
            ).all()
        return ledger.whole_record(row, lines).text()

    def matches(self) -> list[MatchOut]:
        """Matches with open seats, and those that are over, the latest first."""
        opened = sa.select(SEATS.c.match).where(SEATS.c.kind == "open")
        with self.database.look() as db:
            rows = db.execute(
                sa.select(MATCHES)
                .where(MATCHES.c.over.is_(True) | MATCHES.c.id.in_(opened))
                .order_by(MATCHES.c.created.desc())
                .limit(LISTED)
            ).all()
            return [
                MatchOut(
                    row.id, row.game, row.title, row.scenario,
                    _seats_out(_seat_rows(db, row.id)), row.over, row.reason,
                )
                for row in rows
            ]  # fmt: skip

    # Computer players

    def due(self) -> list[str]:
        """Matches in which a computer player must choose."""
        with self.database.look() as db:
            return list(db.scalars(sa.select(MATCHES.c.id).where(MATCHES.c.thinking.is_(True))))

    def question(self, id: str) -> Question | None:
        """What a computer player must choose in a match now, if anything."""
        with self.database.look() as db:
            row = self._row(db, id)
            seats = _seat_rows(db, id)
        if not row.thinking:
            return None
        match = ledger.resume(row)
        for ask in match.asks:
            kind = seats[ask.seat].kind
            if kind.startswith(COMPUTER):
                luck = Sampled(SystemRandom().getrandbits(60))
                world = match.game.resample(match.state, ask.seat, luck)
                state = match.game.pack(world)
                name = kind.removeprefix(COMPUTER)
                return Question(id, row.serial, ask.seat, row.game, name, state)
        return None

    # Rows

    def _row(self, db: Connection, id: str, lock: bool = False) -> Any:
        query = sa.select(MATCHES).where(MATCHES.c.id == id)
        if lock and self.database.postgres:
            query = query.with_for_update()
        row = db.execute(query).one_or_none()
        if row is None:
            raise Missing("there is no such match")
        return row

    def _mine(self, db: Connection, id: str, token: str, acting: bool = False) -> Any:
        """The seat that a token holds; without one, that of those who watch."""
        query = sa.select(SEATS).where(SEATS.c.match == id)
        if token:
            query = query.where(SEATS.c.token == hashed(token))
        else:
            query = query.where(SEATS.c.seat == WATCHING)
        row = db.execute(query).one_or_none()
        if row is None or (acting and row.seat == WATCHING):
            raise Forbidden("this token does not hold a seat of this match")
        return row

    def _notify(self, db: Connection, id: str) -> None:
        if self.database.postgres:
            db.execute(sa.select(sa.func.pg_notify("sirocco", id)))


class _Then(NamedTuple):
    """A seat as it was at an earlier version."""

    seat: int
    side: int
    label: str
    notes: str
    version: int


def hashed(token: str) -> bytes:
    """How a token is stored; that of a seat which nobody holds is empty."""
    return hashlib.sha256(token.encode()).digest() if token else b""


def check_name(text: str) -> None:
    if not text.isprintable():
        raise Refused("Names and titles are printable text.")


def _kinds(names: Sequence[str], wanted: dict[str, str]) -> dict[str, str]:
    for name, kind in wanted.items():
        if name not in names:
            raise Refused(f"There is no seat {name[:40]!r}; seats are {', '.join(names)}.")
        player = kind.removeprefix(COMPUTER)
        if kind not in ("person", "open") and (player == kind or player not in NAMES):
            players = ", ".join(COMPUTER + name for name in NAMES)
            raise Refused(f"A seat is for a person, open, or one of {players}.")
    return {name: wanted.get(name, "person") for name in names}


def _thinking(match: Match, kinds: Sequence[str]) -> bool:
    return any(kinds[ask.seat].startswith(COMPUTER) for ask in match.asks)


def _final(events: Sequence[Event], entries: Sequence[Any]) -> bool:
    """Whether a line cannot be taken back."""
    said = any(entry.rolls or entry.text in agreement.WORDS for entry in entries)
    return said or any(event.reveals for event in events)


def _seat(id: str, seat: int) -> sa.Update:
    return sa.update(SEATS).where(SEATS.c.match == id, SEATS.c.seat == seat)


def _seat_rows(db: Connection, id: str) -> dict[int, Any]:
    rows = db.execute(sa.select(SEATS).where(SEATS.c.match == id).order_by(SEATS.c.seat))
    return {row.seat: row for row in rows}


def _seats_out(rows: dict[int, Any]) -> list[SeatOut]:
    return [
        SeatOut(row.name, row.side, row.kind.partition(":")[0], row.label or _label(row.kind))
        for row in rows.values()
        if row.seat != WATCHING
    ]


def _label(kind: str) -> str:
    return kind.removeprefix(COMPUTER) if kind.startswith(COMPUTER) else ""


def _chat(db: Connection, id: str, side: int, seats: Sequence[SeatOut]) -> list[ChatOut]:
    """The last lines of chat, numbered as the seat may count them."""
    mine = (CHAT.c.match == id) & CHAT.c.side.in_((-1, side))
    count = db.scalar(sa.select(sa.func.count()).where(mine)) or 0
    rows = db.execute(sa.select(CHAT).where(mine).order_by(CHAT.c.n.desc()).limit(CHAT_SHOWN)).all()
    return [
        ChatOut(n, seats[row.seat].name, "all" if row.side < 0 else "side", row.text)
        for n, row in enumerate(reversed(rows), count - len(rows) + 1)
    ]


def _tell(
    db: Connection,
    id: str,
    serial: int,
    match: Match,
    events: Sequence[Event],
    seats: dict[int, Any],
    told: str = "",
) -> None:
    """News for each seat; one that sees nothing new keeps its version, and learns nothing."""
    for number, row in seats.items():
        seen = ledger.seen(match, number)
        lines = ledger.news(match, events, number)
        if told and seen != row.seen:
            lines.append(ledger.News(told))
        if seen == row.seen and not lines:
            continue
        version = row.version + 1
        db.execute(
            _seat(id, number).values(version=version, seen=seen, lines=row.lines + len(lines))
        )
        db.execute(
            sa.insert(VERSIONS).values(match=id, seat=number, version=version, serial=serial)
        )
        if lines:
            first = row.lines + 1
            db.execute(
                sa.insert(LOG),
                [
                    {
                        "match": id,
                        "seat": number,
                        "n": n,
                        "version": version,
                        "text": line.text,
                        "shows": line.shows,
                    }
                    for n, line in enumerate(lines, first)
                ],
            )
