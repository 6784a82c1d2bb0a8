"""What can be done with matches: made, joined, played, talked about and looked at."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Any, Final, NamedTuple, TypeVar

from sirocco.games import game as game_of
from sirocco.games import text_board
from sirocco.kernel.chance import Sampled
from sirocco.kernel.match import Match
from sirocco.kernel.record import Record
from sirocco.kernel.refusal import Refused
from sirocco.kernel.sealed import Sealed
from sirocco.players import NAMES
from sirocco.server import ledger
from sirocco.server.archive import BRANCH, Past, past_match
from sirocco.server.clock import Clock
from sirocco.server.faults import Forbidden, Stale
from sirocco.server.ledger import WATCHING
from sirocco.server.messages import (
    Branch,
    ClockIn,
    HeldSeat,
    Made,
    MatchOut,
    MineOut,
    NewMatch,
    encode,
)
from sirocco.server.reading import Reading
from sirocco.server.room import COMPUTER, Change, Do, Room, Seat
from sirocco.server.rooms import Call, Rooms

MOST_MATCHES: Final = 10_000
"""Matches that may be running at once."""

T = TypeVar("T")


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
    table: bytes


class Store:
    """All matches of a database."""

    def __init__(self, rooms: Rooms, call: Call, most_matches: int = MOST_MATCHES) -> None:
        self.rooms = rooms
        self.archive = rooms.archive
        self.most_matches = most_matches
        self.call = call

    # Making and joining

    async def make(self, wanted: NewMatch) -> Made:
        """A new match; its maker gets the tokens of all seats for people."""
        await self._check_room_for_one()
        room, change, made = await self.call(_new_room, wanted)
        await self.rooms.add(room, change)
        return made

    async def branch(self, id: str, token: str, wanted: Branch) -> Made:
        """A private match from a table of the past, as its seat may know it."""
        await self._check_room_for_one()
        async with self.rooms.looking(id) as room:
            seat = self._eyes(room, token, wanted.seat)
            past = await self.call(self.archive.past, id, seat, wanted.version, None)
            new, change, made = await self.call(_branch_room, room, past, wanted.seats)
        await self.rooms.add(new, change)
        return made

    async def upload(self, reading: Reading) -> str:
        """A record that somebody brought, to look at; its rows have been made elsewhere."""
        await self.rooms.add_rows(reading.change)
        return reading.change.match

    async def _check_room_for_one(self) -> None:
        if await self.call(self.archive.running) >= self.most_matches:
            raise Refused("This server has as many matches as it can hold; try again later.")

    async def join(self, id: str, name: str, label: str) -> str:
        """Take an open seat: the token that holds it from now on."""
        check_name(label)
        token = secrets.token_urlsafe(32)

        def work(room: Room) -> tuple[Change, None]:
            for seat in room.seats.values():
                if seat.name == name and seat.kind == "open":
                    seat.kind, seat.label, seat.token = "person", label, hashed(token)
                    return room.change_seat(seat, time.time()), None
            raise Refused(f"Seat {name[:40]!r} is not open.")

        await self.rooms.change(id, work)
        return token

    async def renew(self, id: str, token: str) -> str:
        """A new token for a seat; the old one holds nothing any more."""
        fresh = secrets.token_urlsafe(32)

        def work(seat: Seat) -> None:
            seat.token = hashed(fresh)

        await self.change_seat(id, token, work)
        return fresh

    async def change_seat(self, id: str, token: str, work: Callable[[Seat], T]) -> T:
        """Change what belongs to a seat alone."""

        def both(room: Room) -> tuple[Change, T]:
            seat = room.holder(hashed(token), acting=True)
            result = work(seat)
            return room.change_seat(seat, time.time()), result

        return await self.rooms.change(id, both)

    async def order(self, id: str, token: str, orders: Sequence[str]) -> None:
        """The standing orders of a seat, from now on."""

        def work(room: Room) -> tuple[Change, None]:
            seat = room.holder(hashed(token), acting=True)
            known = [order.id for order in room.standing()]
            for each in orders:
                if each not in known:
                    raise Refused(f"This game has no standing order {each[:40]!r}.")
            seat.orders = [each for each in known if each in orders]
            return room.change_seat(seat, time.time()), None

        await self.rooms.change(id, work)
        await self.follow_orders(id)

    # Acting

    async def act(
        self, id: str, token: str, version: int, do: Do, since: int | None = None
    ) -> Changed:
        """Let the holder of a token act, and show the table after it."""
        seat, lines, refused = await self._act(id, hashed(token), version, do)
        return await self._changed(id, seat, refused, lines if since is None else since)

    async def play(self, id: str, key: bytes, version: int, do: Do) -> tuple[Refused | None, int]:
        """Let the holder of a hashed token act; those who watch are shown what came of it."""
        seat, _, refused = await self._act(id, key, version, do)
        return refused, seat.version

    async def _act(
        self, id: str, key: bytes, version: int, do: Do
    ) -> tuple[Seat, int, Refused | None]:
        """What stands is stored before this returns."""

        def work(room: Room) -> tuple[Change | None, tuple[Seat, int, Refused | None, bool]]:
            seat = room.at(key, version)
            lines = seat.lines
            change, refused = room.act(seat, do, time.time())
            return change, (seat, lines, refused, room.standing_answer() is not None)

        seat, lines, refused, ordered = await self.rooms.change(id, work)
        if ordered:
            await self.follow_orders(id)
        return seat, lines, refused

    async def _changed(self, id: str, seat: Seat, refused: Refused | None, since: int) -> Changed:
        if refused is not None:
            return Changed(refused, seat.version, b"")
        return Changed(None, seat.version, await self.table(id, "", since, key=seat.token))

    async def answer(self, question: Question, action: int) -> bool:
        """Carry out what a computer player chose, unless the match has gone on meanwhile."""

        def work(room: Room) -> tuple[Change | None, bool]:
            if room.serial != question.serial or room.over:
                return None, False
            seat = room.seats[question.seat]
            change, bad = room.act(seat, lambda m, s: m.act(s, action), time.time())
            if bad is not None:
                raise bad
            return change, True

        stored = await self.rooms.change(question.match, work)
        if stored:
            await self.follow_orders(question.match)
        return stored

    async def follow_orders(self, id: str) -> None:
        """Answer questions that standing orders answer, as long as there are any."""

        def work(room: Room) -> tuple[Change | None, bool]:
            found = room.standing_answer()
            if found is None:
                return None, False
            seat, action = found
            change, _ = room.act(seat, lambda m, s: m.act(s, action), time.time())
            return change, change is not None

        while await self.rooms.change(id, work):
            pass

    async def undo(self, id: str, token: str, version: int) -> Changed:
        """Take the seat's last line back."""
        key = hashed(token)
        async with self.rooms.looking(id) as room:
            seat = room.at(key, version)
            serial, prior, secret = room.serial, room.undo_to(seat), room.secrets
            game, opening = room.game, room.opening
        state, tail = await self.call(self.archive.line, id, prior)
        match = await self.call(ledger.resume, game, opening, state, tail, secret)

        def work(room: Room) -> tuple[Change, tuple[Seat, int]]:
            seat = room.at(key, version)
            if room.serial != serial:
                raise Stale(seat.version)
            lines = seat.lines
            return room.take_back(seat, match, time.time()), (seat, lines)

        seat, lines = await self.rooms.change(id, work)
        return await self._changed(id, seat, None, lines)

    async def takeback(self, id: str, token: str, version: int) -> Changed:
        """Propose to take back one's last line, dice and all, or agree to what is proposed."""
        key = hashed(token)
        async with self.rooms.looking(id) as room:
            seat = room.at(key, version)
            number, packed = room.match.back, room.match.game.pack(room.match.state)
            game = room.match.game
        if number < 0:
            number = await self.call(self.archive.before_last_line, id, seat.seat, packed)
        if number < 0:
            raise Refused("You have no line to take back.")
        state = await self.call(self.archive.state_after, id, number)
        automatic = [s.seat for s in room.seats.values() if s.seat >= 0 and not s.person]

        def past(_: int) -> Any:
            return game.unpack(state)

        def do(match: Match, number_of_seat: int) -> None:
            done = match.propose_takeback(number_of_seat, number, past)
            for each in automatic:
                if not done and not match.for_back >> each & 1:
                    done = match.propose_takeback(each, number, past)

        return await self.act(id, token, version, do)

    async def flag(self, id: str) -> bool:
        """Somebody's time is up."""

        def work(room: Room) -> tuple[Change | None, bool]:
            change = room.out_of_time(time.time())
            return change, change is not None

        return await self.rooms.change(id, work)

    # Talking

    async def say(self, id: str, token: str, text: str, to: str) -> None:
        """A line of chat, to all or to the seats of one's side."""
        if not text.replace("\n", " ").isprintable() or not text.strip():
            raise Refused("Chat is printable text.")

        def work(room: Room) -> tuple[Change, None]:
            seat = room.holder(hashed(token), acting=True)
            return room.say(seat, text.strip(), seat.side if to == "side" else -1), None

        await self.rooms.change(id, work)

    # Looking

    async def table(
        self, id: str, token: str, since: int = 0, key: bytes | None = None, plain: bool = False
    ) -> bytes:
        """The table of the token's seat, for the wire."""
        held = hashed(token) if key is None else key
        async with self.rooms.looking(id, sure=key is None) as room:
            seat = room.holder(held)
            return await self._shown(room, seat, since, plain)

    async def _shown(self, room: Room, seat: Seat, since: int, plain: bool) -> bytes:
        if room.has_log(seat, since):
            return room.shown(seat, since, plain)
        log = await self.call(self.archive.log, room.id, seat.seat, since, seat.version)
        return encode(room.view(seat, log) if plain else room.table(seat, log))

    async def news(
        self, id: str, key: bytes, known: tuple[Any, ...] | None, since: int, plain: bool
    ) -> tuple[tuple[Any, ...], int, bytes] | None:
        """The table, if there is anything new on it since a mark: mark, last line, table."""
        at_hand = None if known is None else self.rooms.ready(id)
        if at_hand is not None:
            seat = at_hand.holder(key)
            mark = at_hand.mark(seat)
            if mark == known:
                return None
            if at_hand.has_log(seat, since):
                return mark, seat.lines, at_hand.shown(seat, since, plain)
        async with self.rooms.looking(id, sure=known is None) as room:
            seat = room.holder(key)
            mark = room.mark(seat)
            if mark == known:
                return None
            return mark, seat.lines, await self._shown(room, seat, since, plain)

    async def history(
        self, id: str, token: str, eyes: str, version: int | None, at: int | None, since: int
    ) -> bytes:
        """The table as a seat saw it at a version, or after a line of a match that is over."""
        async with self.rooms.looking(id) as room:
            seat = self._eyes(room, token, eyes)
            if at is not None and not room.over:
                raise Forbidden("the lines of a match can be counted when it is over")
            past = await self.call(self.archive.past, id, seat, version, at, since)
            return await self.call(_past_table, room, past)

    def _eyes(self, room: Room, token: str, name: str) -> Seat:
        """Whose table is looked at: the token's, or after the end anybody's."""
        if not name:
            return room.holder(hashed(token))
        for seat in room.seats.values():
            if seat.name == name and seat.seat != WATCHING:
                if room.over or (token and room.holder(hashed(token)) is seat):
                    return seat
                raise Forbidden("other seats can be looked at when the match is over")
        raise Refused(f"There is no seat {name[:40]!r}.")

    async def match(self, id: str, token: str, eyes: str = "") -> tuple[Match, int]:
        """A copy of the match and the number of the token's seat, to look at."""
        async with self.rooms.looking(id) as room:
            seat = self._eyes(room, token, eyes)
            game = room.match.game
            state, tail = game.pack(room.match.state), ledger.tail_of(room.match)
            return ledger.resume(room.game, room.opening, state, tail), seat.seat

    async def seat(self, id: str, token: str) -> int:
        """The number of the seat that a token holds."""
        async with self.rooms.looking(id) as room:
            return room.holder(hashed(token)).seat

    async def notes(self, id: str, token: str) -> str:
        async with self.rooms.looking(id) as room:
            return room.holder(hashed(token), acting=True).notes

    async def mine(self, held: Sequence[HeldSeat]) -> list[MineOut]:
        """The matches in which somebody holds seats; tokens that hold none are left out."""
        wanted = {(each.match, hashed(each.token)) for each in held}
        found = await self.call(self.archive.held, [token for _, token in wanted])
        seats = [(id, token) for id, _, token in found if (id, token) in wanted]
        listed: Mapping[str, MatchOut] = await self.call(self.archive.some, [id for id, _ in seats])
        out = []
        for id, token in seats:
            async with self.rooms.looking(id) as room:
                seat = room.holder(token)
                asked = seat.seat >= 0 and bool(room.asked() >> seat.seat & 1)
                out.append(MineOut(listed[id], seat.name, asked, seat.version))
        return out

    # Computer players

    async def question(self, id: str) -> Question | None:
        """What a computer player must choose in a match now, if anything."""
        async with self.rooms.looking(id, sure=False) as room:
            if room.over:
                return None
            match = room.match
            for ask in match.asks:
                kind = room.seats[ask.seat].kind
                if kind.startswith(COMPUTER):
                    luck = Sampled(SystemRandom().getrandbits(60))
                    world = match.game.resample(match.state, ask.seat, luck)
                    state = match.game.pack(world)
                    name = kind.removeprefix(COMPUTER)
                    return Question(id, room.serial, ask.seat, room.game, name, state)
        return None


# New matches


def _new_room(wanted: NewMatch) -> tuple[Room, Change, Made]:
    game = game_of(wanted.game)
    check_name(wanted.title)
    usual, options = text_board(wanted.game).usual_game()
    scenario = wanted.scenario or usual
    options = wanted.options if wanted.scenario else {**options, **wanted.options}
    match = Match.new(game, scenario, options)
    kinds = _kinds(match.seats, wanted.seats)
    title = wanted.title or game.title
    return new_room(match, match.record(), scenario, title, kinds, wanted.clock, "")


def _branch_room(room: Room, past: Past, seats: dict[str, str]) -> tuple[Room, Change, Made]:
    """A match that goes on from the past as its seat may know it, with dice of its own."""
    if past.then.seat == WATCHING:
        raise Forbidden("those who watch see no position to go on from")
    then = past_match(room, past)
    if then.outcome is not None:
        raise Refused("The game is over there: go back further.")
    game = then.game
    world = game.resample(then.state, past.then.seat, Sampled(SystemRandom().getrandbits(60)))
    sealed = Sealed.fresh(then.seats)
    headers = replace(
        then.records.headers,
        dice=f"sealed {sealed.game}",
        anchors=sealed.anchors(),
        deck=sealed.deck_anchor(),
    )
    record = Record(headers)
    match = Match.resume(game, world, record, sealed)
    mine = then.seats[past.then.seat]
    others = {name: f"{COMPUTER}{NAMES[-1]}" for name in then.seats if name != mine}
    kinds = _kinds(match.seats, {**others, **seats, mine: "person"})
    origin = f"{BRANCH}{room.id} {past.then.version}"
    title = f"What if: {room.title}"[:80]
    return new_room(match, record.text(), room.scenario, title, kinds, None, origin)


def new_room(
    match: Match,
    opening: str,
    scenario: str,
    title: str,
    kinds: Mapping[str, str],
    clock: ClockIn | None,
    origin: str,
) -> tuple[Room, Change, Made]:
    """A match that has just begun: its room, the rows to store, the tokens."""
    now = time.time()
    count = len(match.seats)
    set_clock = Clock(clock.main, clock.more, count) if clock else Clock(0, 0, count)
    row = {
        "id": secrets.token_urlsafe(12),
        "game": match.game.id,
        "title": title,
        "scenario": scenario,
        "opening": opening,
        "secrets": match.secrets,
        "origin": origin,
        "created": now,
        "serial": 0,
        "stamp": -1,
        "clock": set_clock.pack(),
    }
    tokens = {
        name: secrets.token_urlsafe(32) if kind == "person" else "" for name, kind in kinds.items()
    }
    watch = secrets.token_urlsafe(32)
    sides = match.game.sides(match.state)
    seats = [Seat(WATCHING, "", -1, "watch", hashed(watch))]
    for number, name in enumerate(match.seats):
        seats.append(Seat(number, name, sides[number], kinds[name], hashed(tokens[name])))
    room = Room(row, match, seats)
    change = room.first_line(now)
    change.row.update({name: value for name, value in row.items() if name not in change.row})
    made = Made(room.id, {name: token for name, token in tokens.items() if token}, watch)
    return room, change, made


def _past_table(room: Room, past: Past) -> bytes:
    return encode(room.table_of(past_match(room, past), past.then, past.log, False))


def hashed(token: str) -> bytes:
    """How a token is stored; that of a seat which nobody holds is empty."""
    return hashlib.sha256(token.encode()).digest() if token else b""


def check_name(text: str) -> None:
    if not text.isprintable():
        raise Refused("Names and titles are printable text.")


def _kinds(names: Sequence[str], wanted: Mapping[str, str]) -> dict[str, str]:
    for name, kind in wanted.items():
        if name not in names:
            raise Refused(f"There is no seat {name[:40]!r}; seats are {', '.join(names)}.")
        player = kind.removeprefix(COMPUTER)
        if kind not in ("person", "open") and (player == kind or player not in NAMES):
            players = ", ".join(COMPUTER + name for name in NAMES)
            raise Refused(f"A seat is for a person, open, or one of {players}.")
    return {name: wanted.get(name, "person") for name in names}
