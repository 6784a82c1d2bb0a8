"""One match in memory: what its seats do and see. It reads and writes no database.

Whatever changes a room gives back a `Change`, the rows that say the same; nobody is told anything
of it before these are stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from sirocco.kernel import agreement
from sirocco.kernel.events import Event
from sirocco.kernel.game import Standing
from sirocco.kernel.match import Match
from sirocco.kernel.refusal import Refused
from sirocco.server import ledger, shown
from sirocco.server.clock import Clock, Times
from sirocco.server.faults import Forbidden, Stale
from sirocco.server.ledger import WATCHING
from sirocco.server.messages import (
    ChatOut,
    ClockOut,
    NewsLine,
    OrderOut,
    OutcomeOut,
    ProposalOut,
    SeatOut,
    Table,
    ViewOut,
    encode,
)

COMPUTER: Final = "computer:"
MOST_CHAT: Final = 5_000
"""Lines of chat in a match."""
CHAT_SHOWN: Final = 200
MOST_BACK: Final = 500
"""Lines that may be taken back one after the other."""
RECENT: Final = 100
"""Lines of the log that are at hand."""
MEMO: Final = 64
"""Tables that are kept as bytes between two changes."""

Do = Callable[[Match, int], object]


class Notice(msgspec.Struct):
    """Where a seat is told that it is its turn."""

    mail: str = ""
    webhook: str = ""
    code: str = ""
    """Sent to a mail address that has not been confirmed."""
    tries: int = 0
    codes: int = 0
    guesses: int = 0
    told: bool = False
    """Whether the seat has been told of the turn that it has now."""


class Seat:
    """A seat with what it has been shown last; number -1 are those who watch."""

    __slots__ = (
        "seat", "name", "side", "kind", "label", "token", "notes", "orders", "notice",
        "notify_at", "version", "seen", "lines", "recent", "times",
    )  # fmt: skip

    def __init__(self, seat: int, name: str, side: int, kind: str, token: bytes) -> None:
        self.seat = seat
        self.name = name
        self.side = side
        self.kind = kind
        self.label = ""
        self.token = token
        self.notes = ""
        self.orders: list[str] = []
        self.notice = Notice()
        self.notify_at = 0.0
        self.version = 0
        self.seen = b""
        self.lines = 0
        self.recent: list[Logged] = []
        self.times: Times = []

    @property
    def person(self) -> bool:
        return self.kind == "person"

    def row(self, match: str) -> dict[str, Any]:
        return {
            "match": match,
            "seat": self.seat,
            "name": self.name,
            "side": self.side,
            "kind": self.kind,
            "label": self.label,
            "token": self.token,
            "notes": self.notes,
            "orders": ledger.pack(self.orders),
            "notice": ledger.pack(self.notice),
            "notify_at": self.notify_at,
        }


class Logged(NamedTuple):
    """A line of a seat's log, and what it looks like on the map as JSON."""

    n: int
    version: int
    text: str
    shows: str


class Said(NamedTuple):
    """A line of chat."""

    n: int
    seat: int
    side: int
    text: str


class Change(NamedTuple):
    """The rows of one change; it holds only if the match still has the stamp from before."""

    match: str
    stamp: int
    row: dict[str, Any]
    lines: list[dict[str, Any]]
    news: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    chat: list[dict[str, Any]]


class Room:
    """A match and its seats."""

    def __init__(self, row: dict[str, Any], match: Match, seats: Sequence[Seat]) -> None:
        self.id: str = row["id"]
        self.game: str = row["game"]
        self.title: str = row["title"]
        self.scenario: str = row["scenario"]
        self.opening: str = row["opening"]
        self.secrets: str = row["secrets"]
        self.origin: str = row["origin"]
        self.created: float = row["created"]
        self.serial: int = row["serial"]
        self.stamp: int = row["stamp"]
        self.clock = Clock.read(row["clock"], len(match.seats))
        self.match = match
        self.undo: list[Any] = []
        self.seats = {seat.seat: seat for seat in seats}
        self.chat: list[Said] = []
        self.counts: dict[int, int] = {}
        self.notice_after = 0.0
        self._memo: dict[tuple[int, int, bool], bytes] = {}
        self._marks: dict[int, tuple[Any, ...]] = {}
        self._sight: ledger.Sight | None = None

    # Who is who

    def holder(self, token: bytes, acting: bool = False) -> Seat:
        """The seat that a hashed token holds; without one, that of those who watch."""
        if not token and not acting:
            return self.seats[WATCHING]
        for seat in self.seats.values():
            if seat.token and seat.token == token:
                if acting and seat.seat == WATCHING:
                    break
                return seat
        raise Forbidden("this token does not hold a seat of this match")

    def at(self, token: bytes, version: int) -> Seat:
        """The seat that may act, if it has seen the table as it is."""
        seat = self.holder(token, acting=True)
        if seat.version != version:
            raise Stale(seat.version)
        return seat

    @property
    def over(self) -> bool:
        return self.match.outcome is not None or bool(self.origin.startswith("sirocco"))

    @property
    def reason(self) -> str:
        end = self.match.outcome
        return "" if end is None else end.reason

    def asked(self) -> int:
        """The seats that must choose, as a mask."""
        found = 0
        for ask in self.match.asks:
            found |= 1 << ask.seat
        return found

    @property
    def thinking(self) -> bool:
        """Whether a computer player must choose."""
        return any(self.seats[ask.seat].kind.startswith(COMPUTER) for ask in self.match.asks)

    # Acting

    def act(self, seat: Seat, do: Do, now: float) -> tuple[Change | None, Refused | None]:
        """Let a seat act: what is to be stored, and a refusal, which may follow what stands."""
        match = self.match
        before = len(match.records.entries)
        refused = None
        try:
            do(match, seat.seat)
        except Refused as bad:
            refused = bad
        entries = match.records.entries[before:]
        if not entries:
            return None, refused
        if _final(match.events, entries):
            self.undo = []
        else:
            back = (self.serial + 1, seat.seat, self.serial, len(entries))
            self.undo = [*self.undo, back][-MOST_BACK:]
        return self._line(seat.seat, ledger.written(entries), 0, now), refused

    def repeat(self, seat: int, entries: bytes) -> Change:
        """A line of a record that is played again: the match has gone on by it already."""
        return self._line(seat, entries, 0, 0.0)

    def can_undo(self, seat: Seat) -> bool:
        return bool(self.undo) and self.undo[-1][1] == seat.seat and not self.over

    def undo_to(self, seat: Seat) -> int:
        """The line to which the seat's undo leads."""
        if not self.can_undo(seat):
            raise Refused("Nothing can be taken back: dice, a reveal or another seat's action.")
        return int(self.undo[-1][2])

    def take_back(self, seat: Seat, match: Match, now: float) -> Change:
        """Undo the seat's last line: `match` is as it stood before it."""
        count = self.undo.pop()[3]
        self.match = match
        told = f"{seat.label or seat.name} takes back the last line."
        return self._line(seat.seat, ledger.written([]), count, now, told)

    def out_of_time(self, now: float) -> Change | None:
        """Sides whose time is up have lost."""
        late = self.clock.late(now)
        sides = {self.seats[seat].side for seat in late}
        if self.over or not late:
            return None
        before = len(self.match.records.entries)
        for seat in self.seats.values():
            if seat.side in sides and not self.over:
                if not self.match.resigned >> seat.seat & 1:
                    self.match.resign(seat.seat)
        entries = self.match.records.entries[before:]
        self.undo = []
        names = " and ".join(self.seats[seat].name for seat in sorted(late))
        told = f"The time of {names} is up."
        return self._line(min(late), ledger.written(entries), 0, now, told)

    def standing_answer(self) -> tuple[Seat, int] | None:
        """What a standing order answers to a question that is open now."""
        for ask in self.match.asks:
            seat = self.seats[ask.seat]
            for order in self.standing() if seat.orders else ():
                if seat.person and order.id in seat.orders and order.topic == ask.topic:
                    for offer in self.match.game.offers(self.match.state, ask.seat):
                        if offer.text == order.text:
                            return seat, offer.action
        return None

    def standing(self) -> tuple[Standing, ...]:
        return self.match.game.standing

    def _line(self, seat: int, entries: bytes, back: int, now: float, told: str = "") -> Change:
        """One line of the match: the state behind it and the news for each seat."""
        match = self.match
        self.serial += 1
        if self.clock.ticks:
            self.clock.turn(now, seat, self._running())
        news = self._tell(match.events, told)
        line = {
            "match": self.id,
            "serial": self.serial,
            "seat": seat,
            "entries": entries,
            "back": back,
            "last": match.records.entries[-1].number,
            "state": match.game.pack(match.state),
            "tail": ledger.tail_of(match),
            "undo": ledger.pack(self.undo),
        }
        sight = self._sight
        match.settle()
        change = self._change([line], news, self._notify(now))
        self._sight = sight
        return change

    def first_line(self, now: float) -> Change:
        """The rows of a match that has just begun."""
        self.clock.turn(now, -1, self._running())
        news = self._tell(self.match.events, "")
        line = {
            "match": self.id,
            "serial": 0,
            "seat": WATCHING,
            "entries": ledger.written([]),
            "back": 0,
            "last": self.match.records.entries[-1].number,
            "state": self.match.game.pack(self.match.state),
            "tail": ledger.tail_of(self.match),
            "undo": ledger.pack([]),
        }
        self.match.settle()
        seats = [seat.row(self.id) for seat in self.seats.values()]
        return self._change([line], news, seats)

    def _running(self) -> int:
        """The seats whose clocks run: people who must choose."""
        people = sum(1 << seat.seat for seat in self.seats.values() if seat.person)
        return 0 if self.over else self.asked() & people

    def _tell(self, events: Sequence[Event], told: str) -> list[dict[str, Any]]:
        """News for each seat; one that sees nothing new keeps its version, and learns nothing."""
        news = []
        match = self.match
        sight = self._sight = ledger.Sight(match)
        for number, seat in self.seats.items():
            seen = sight.seen(number)
            lines = ledger.news(match, events, number)
            if told and seen != seat.seen:
                lines.append(ledger.News(told))
            if seen == seat.seen and not lines:
                continue
            seat.seen = seen
            seat.version += 1
            first = seat.lines + 1
            seat.lines += len(lines)
            fresh = [Logged(n, seat.version, *line) for n, line in enumerate(lines, first)]
            seat.recent = [*seat.recent, *fresh][-RECENT:]
            seat.times = self.clock.seen(self._told(number))
            news.append(
                {
                    "match": self.id,
                    "seat": number,
                    "version": seat.version,
                    "serial": self.serial,
                    "seen": seen,
                    "lines": seat.lines,
                    "log": ledger.pack(lines),
                    "times": ledger.pack(seat.times),
                }
            )
        return news

    def _told(self, number: int) -> set[int]:
        """The seats of which a seat is told that they must choose."""
        if not self.clock.ticks:
            return set()
        sight = self.sight()
        if number == WATCHING:
            names = set(sight.public_asks())
        else:
            names = {decision.seat for decision in sight.asks[number]}
        return {seat for seat, name in enumerate(self.match.seats) if name in names}

    def sight(self) -> ledger.Sight:
        """What the seats see now."""
        if self._sight is None:
            self._sight = ledger.Sight(self.match)
        return self._sight

    def _notify(self, now: float) -> list[dict[str, Any]]:
        """Seats that want to hear of their turn, where that has changed."""
        rows = []
        for seat in self.seats.values():
            if not (seat.notice.webhook or seat.notice.mail):
                continue
            asked = not self.over and bool(self.asked() >> seat.seat & 1)
            if asked and not seat.notify_at and not seat.notice.told:
                seat.notify_at = now + self.notice_after
            elif not asked and (seat.notify_at or seat.notice.told):
                seat.notify_at = 0.0
            else:
                continue
            seat.notice.tries, seat.notice.told = 0, False
            rows.append(seat.row(self.id))
        return rows

    def _change(
        self,
        lines: list[dict[str, Any]],
        news: list[dict[str, Any]],
        seats: list[dict[str, Any]],
        chat: list[dict[str, Any]] | None = None,
    ) -> Change:
        stamp = self.stamp
        self.stamp += 1
        self._memo.clear()
        self._marks.clear()
        self._sight = None
        row = {
            "id": self.id,
            "serial": self.serial,
            "stamp": self.stamp,
            "over": self.over,
            "reason": self.reason,
            "thinking": self.thinking,
            "clock": self.clock.pack(),
            "flag_at": self.clock.flag_at(),
        }
        return Change(self.id, stamp, row, lines, news, seats, chat or [])

    # Beside the game

    def change_seat(self, seat: Seat, now: float) -> Change:
        """The seat's own row has been changed; its clock may begin to run."""
        if self.clock.ticks and not self.over:
            self.clock.turn(now, -1, self._running())
        return self._change([], [], [seat.row(self.id)])

    def say(self, seat: Seat, text: str, side: int) -> Change:
        """A line of chat."""
        n = sum(self.counts.values()) + 1
        if n > MOST_CHAT:
            raise Refused("This match has as much chat as it can hold.")
        said = Said(n, seat.seat, side, text)
        self.counts[side] = self.counts.get(side, 0) + 1
        self.chat.append(said)
        return self._change([], [], [], [{"match": self.id, **said._asdict()}])

    def chat_for(self, side: int) -> list[ChatOut]:
        """The last lines of chat, numbered as the side may count them."""
        mine = [said for said in self.chat if said.side in (-1, side)][-CHAT_SHOWN:]
        count = sum(self.counts.get(each, 0) for each in {-1, side})
        return [
            ChatOut(n, self.seats[said.seat].name, "all" if said.side < 0 else "side", said.text)
            for n, said in enumerate(mine, count - len(mine) + 1)
        ]

    # Looking

    def mark(self, seat: Seat) -> tuple[Any, ...]:
        """What must change before a seat is shown anything new: cheap to ask for."""
        found = self._marks.get(seat.seat)
        if found is None:
            said = sum(self.counts.get(each, 0) for each in {-1, seat.side})
            people = tuple((each.kind, each.label) for each in self.seats.values())
            found = self._marks[seat.seat] = seat.version, said, people, tuple(seat.orders)
        return found

    def has_log(self, seat: Seat, since: int) -> bool:
        """Whether the lines of the log after a number are at hand."""
        return since >= seat.lines - len(seat.recent)

    def table(self, seat: Seat, log: Sequence[Logged]) -> Table:
        """The table as a seat sees it."""
        return self.table_of(self.match, seat, log, self.can_undo(seat))

    def shown(self, seat: Seat, since: int, plain: bool) -> bytes:
        """The table, or the plain view, with the lines of the log after a number, for the wire.

        The lines must be at hand.
        """
        key = seat.seat, since, plain
        found = self._memo.get(key)
        if found is None:
            log = [line for line in seat.recent if line.n > since]
            found = encode(self.view(seat, log) if plain else self.table(seat, log))
            if len(self._memo) < MEMO:
                self._memo[key] = found
        return found

    def view(self, seat: Seat, log: Sequence[Logged]) -> ViewOut:
        """What programs play by: the view as the game has it, and the offers."""
        match, sight = self.match, self.sight()
        names = match.seats
        number = seat.seat
        watching = number == WATCHING
        end = sight.end
        return ViewOut(
            match=self.id,
            version=seat.version,
            seat=None if watching else names[number],
            asks=sight.public_asks() if watching else [d.seat for d in sight.asks[number]],
            offers=[] if watching else match.offers(number),
            view=None if watching else sight.views[number],
            outcome=OutcomeOut([names[w] for w in end.winners], end.reason) if end else None,
            log=[NewsLine(line.n, line.text) for line in log],
        )

    def table_of(self, match: Match, mine: Any, log: Sequence[Logged], can_undo: bool) -> Table:
        """The table from a match, now or in the past; `mine` is the seat as it was then."""
        table = shown.table(
            match, self, mine.seat, mine, self.seats_out(), log, self.chat_for(mine.side), can_undo
        )
        names = match.seats
        table.clocks = [
            ClockOut(name, *times) for name, times in zip(names, mine.times, strict=False)
        ]
        for kind, mask in (("draw", match.for_draw), ("takeback", match.for_back)):
            if mask and match.outcome is None:
                said = [name for number, name in enumerate(names) if mask >> number & 1]
                table.proposals.append(ProposalOut(kind, said))
        if mine.seat != WATCHING:
            table.orders = [
                OrderOut(order.id, order.title, order.id in mine.orders)
                for order in self.standing()
            ]
        return table

    def seats_out(self) -> list[SeatOut]:
        return [
            SeatOut(seat.name, seat.side, seat.kind.partition(":")[0], seat.label or _label(seat))
            for seat in self.seats.values()
            if seat.seat != WATCHING
        ]


def _label(seat: Seat) -> str:
    return seat.kind.removeprefix(COMPUTER) if seat.kind.startswith(COMPUTER) else ""


def _final(events: Sequence[Event], entries: Sequence[Any]) -> bool:
    """Whether a line cannot be taken back."""
    said = any(entry.rolls or agreement.said(entry.text) for entry in entries)
    return said or any(event.reveals for event in events)
