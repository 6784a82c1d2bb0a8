"""The routes of the table: HTTP for everything, and a WebSocket for those who watch live."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from sirocco.games import text_board
from sirocco.kernel.match import Match
from sirocco.kernel.refusal import Refused
from sirocco.server import reference, shown
from sirocco.server.archive import Archive
from sirocco.server.database import Database
from sirocco.server.faults import Forbidden, Missing, Stale, Unstored
from sirocco.server.guards import LARGEST, OwnPages, Rate, SafeHeaders
from sirocco.server.hub import Hub
from sirocco.server.ledger import WATCHING
from sirocco.server.messages import (
    LONGEST_NAME,
    Act,
    Ask,
    AtVersion,
    Branch,
    Join,
    Mine,
    NewMatch,
    Notes,
    NoticeIn,
    Orders,
    Preview,
    RefusedOut,
    Say,
    TextOut,
    Token,
    Uploaded,
    WhyOut,
    encode,
)
from sirocco.server.notices import Notices, Post
from sirocco.server.reading import LARGEST_RECORD, read
from sirocco.server.room import Change, Do, Seat
from sirocco.server.rooms import Rooms
from sirocco.server.scribe import Scribe
from sirocco.server.socket import Live
from sirocco.server.store import MOST_MATCHES, Changed, Store, check_name
from sirocco.server.thinking import Thinking, one_process

WORDS: Final = logging.getLogger("sirocco.server")
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
FindFile = Callable[[str], Path | None]
"""The file of the client with a path, if there is one."""
THREADS: Final = 8
FLAGS_EVERY: Final = 0.5
"""Seconds between two looks at the clocks."""
SWITCH: Final = 0.0005
"""Seconds after which a thread that computes lets others go on: the scribe must not wait long."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs a server may choose."""

    database: str
    workers: int = 1
    rate: float = 50.0
    burst: float = 200.0
    making_rate: float = 0.5
    making_burst: float = 30.0
    most_matches: int = MOST_MATCHES
    post: Post = field(default_factory=Post)


class Server:
    """One server process: the matches, those who watch, and the computer players."""

    def __init__(self, settings: Settings, static: FindFile) -> None:
        settings.post.check()
        self.static = static
        self.database = Database(settings.database)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="table")
        name = secrets.token_hex(8)
        self.scribe = Scribe(self.database, name)
        self.rooms = Rooms(
            Archive(self.database), self.scribe, self.call, self.changed, settings.post.after
        )
        self.hub = Hub(self.database, name, self.rooms.doubt, self.rooms.doubt_all)
        self.store = Store(self.rooms, self.call, settings.most_matches)
        self.thinking = Thinking(self.store, settings.workers)
        self.notices = Notices(self.store, settings.post, self.hub.is_live)
        self.readers = one_process()
        self.rate = Rate(settings.rate, settings.burst)
        self.making = Rate(settings.making_rate, settings.making_burst)
        self.live = Live(self)

    async def call(self, work: Callable[..., T], *args: Any) -> T:
        """Carry out work that waits for the database, beside the loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, work, *args)

    def changed(self, change: Change) -> None:
        """A match was changed here: whoever may see it, and its computer players, look again."""
        everybody = change.seats or change.chat
        self.hub.wake(change.match, None if everybody else [row["seat"] for row in change.news])
        if change.row["thinking"]:
            self.thinking.look_at(change.match)

    @asynccontextmanager
    async def running(self, app: Starlette) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH)
        self.scribe.start()
        self.hub.start()
        await self.thinking.start()
        self.notices.start()
        flags = asyncio.get_running_loop().create_task(self._watch_clocks())
        yield
        flags.cancel()
        self.notices.stop()
        self.thinking.stop()
        self.readers.shutdown(wait=False, cancel_futures=True)
        self.hub.stop()
        self.scribe.stop()
        self.threads.shutdown(wait=True)
        self.database.close()

    async def _watch_clocks(self) -> None:
        """Matches in which somebody's time is up end, also when nobody looks."""
        while True:
            try:
                for match in await self.call(self.store.archive.flagged, time.time()):
                    await self.store.flag(match)
            except Exception:
                WORDS.exception("the clocks could not be looked at")
            await asyncio.sleep(FLAGS_EVERY)

    # Games and rules

    async def games(self, request: Request) -> Response:
        return answer(await self.call(reference.games_out))

    async def rules(self, request: Request) -> Response:
        found = reference.search(request.path_params["game"], request.query_params.get("q", ""))
        return answer(found)

    async def rule(self, request: Request) -> Response:
        return answer(reference.rule(request.path_params["game"], request.path_params["rule"]))

    # Matches

    async def matches(self, request: Request) -> Response:
        return answer(await self.call(self.store.archive.matches))

    async def mine(self, request: Request) -> Response:
        wanted = await body(request, Mine)
        return answer(await self.store.mine(wanted.held))

    async def make(self, request: Request) -> Response:
        wanted = await body(request, NewMatch)
        self._check_making(request)
        return answer(await self.store.make(wanted), 201)

    async def branch(self, request: Request) -> Response:
        wanted = await body(request, Branch)
        self._check_making(request)
        made = await self.store.branch(match_of(request), token_of(request), wanted)
        return answer(made, 201)

    async def upload(self, request: Request) -> Response:
        """A record as plain text: a match that is over, for everybody who has its link."""
        raw = await bytes_of(request, LARGEST_RECORD)
        self._check_making(request)
        title = request.query_params.get("title", "")
        if len(title) > LONGEST_NAME:
            raise HTTPException(400, f"A title has at most {LONGEST_NAME} characters.")
        check_name(title)
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            raise HTTPException(400, "A record is text in UTF-8.") from None
        loop = asyncio.get_running_loop()
        try:
            reading = await loop.run_in_executor(self.readers, read, text, title)
        except BrokenProcessPool:
            self.readers = one_process()
            raise Unstored("this record could not be read here; try again") from None
        return answer(Uploaded(await self.store.upload(reading)), 201)

    def _check_making(self, request: Request) -> None:
        if not self.making.allows(caller(request)):
            raise HTTPException(429, "Too many new matches from one place; wait a moment.")

    async def join(self, request: Request) -> Response:
        wanted = await body(request, Join)
        return answer(Token(await self.store.join(match_of(request), wanted.seat, wanted.name)))

    async def renew(self, request: Request) -> Response:
        return answer(Token(await self.store.renew(match_of(request), token_of(request))))

    async def table(self, request: Request) -> Response:
        since = number_of(request, "since", 0)
        return plain(await self.store.table(match_of(request), token_of(request), since))

    async def view(self, request: Request) -> Response:
        since = number_of(request, "since", 0)
        match, token = match_of(request), token_of(request)
        return plain(await self.store.table(match, token, since, plain=True))

    async def history(self, request: Request) -> Response:
        past = request.query_params.get("at") is not None
        upto, at = number_of(request, "upto", 1), number_of(request, "at", 0)
        since = number_of(request, "since", 0)
        eyes = request.query_params.get("seat", "")[:LONGEST_NAME]
        match, token = match_of(request), token_of(request)
        return plain(
            await self.store.history(match, token, eyes, upto, at if past else None, since)
        )

    async def act(self, request: Request) -> Response:
        wanted = await body(request, Act)
        return await self._act(request, wanted.version, doing(wanted.action, wanted.line))

    async def resign(self, request: Request) -> Response:
        wanted = await body(request, AtVersion)
        return await self._act(request, wanted.version, lambda m, seat: m.resign(seat))

    async def draw(self, request: Request) -> Response:
        wanted = await body(request, AtVersion)
        return await self._act(request, wanted.version, lambda m, seat: m.propose_draw(seat))

    async def _act(self, request: Request, version: int, do: Do) -> Response:
        given = request.query_params.get("since") is not None
        since = number_of(request, "since", 0) if given else None
        match, token = match_of(request), token_of(request)
        return done(await self.store.act(match, token, version, do, since))

    async def undo(self, request: Request) -> Response:
        wanted = await body(request, AtVersion)
        match, token = match_of(request), token_of(request)
        return done(await self.store.undo(match, token, wanted.version))

    async def takeback(self, request: Request) -> Response:
        wanted = await body(request, AtVersion)
        match, token = match_of(request), token_of(request)
        return done(await self.store.takeback(match, token, wanted.version))

    async def say(self, request: Request) -> Response:
        wanted = await body(request, Say)
        await self.store.say(match_of(request), token_of(request), wanted.text, wanted.to)
        return Response(status_code=204)

    async def notes(self, request: Request) -> Response:
        return answer(Notes(await self.store.notes(match_of(request), token_of(request))))

    async def write_notes(self, request: Request) -> Response:
        wanted = await body(request, Notes)

        def write(seat: Seat) -> None:
            seat.notes = wanted.notes

        await self.store.change_seat(match_of(request), token_of(request), write)
        return Response(status_code=204)

    async def order(self, request: Request) -> Response:
        wanted = await body(request, Orders)
        await self.store.order(match_of(request), token_of(request), wanted.orders)
        return Response(status_code=204)

    async def notice(self, request: Request) -> Response:
        return answer(await self.notices.wanted(match_of(request), token_of(request)))

    async def want_notice(self, request: Request) -> Response:
        wanted = await body(request, NoticeIn)
        return answer(await self.notices.want(match_of(request), token_of(request), wanted))

    # Questions about the position

    async def _seated(self, request: Request, look: Callable[[Match, int], T]) -> T:
        """Look at the position of the token's seat, beside the loop."""
        eyes = request.query_params.get("seat", "")[:LONGEST_NAME]
        match, seat = await self.store.match(match_of(request), token_of(request), eyes)
        if seat == WATCHING:
            raise Forbidden("those who watch see no position")
        return await self.call(look, match, seat)

    async def why(self, request: Request) -> Response:
        wanted = await body(request, Ask)

        def look(match: Match, seat: int) -> Refused | None:
            name = match.seats[seat]
            asked = [each for each in match.pending_for(seat) if each.seat == name]
            board = text_board(match.game.id)
            line = board.line_for(match.view(seat), asked[0], wanted.line.split()) if asked else ""
            return match.why(seat, line or wanted.line)

        bad = await self._seated(request, look)
        return answer(WhyOut(True) if bad is None else WhyOut(False, bad.reason, bad.rules))

    async def preview(self, request: Request) -> Response:
        wanted = await body(request, Preview)
        return answer(
            await self._seated(request, lambda m, seat: shown.preview(m, seat, wanted.action))
        )

    async def look(self, request: Request) -> Response:
        wanted = await body(request, Ask)
        text = await self._seated(request, lambda m, seat: shown.look(m, seat, wanted.line))
        return answer(TextOut(text))

    async def picture(self, request: Request) -> Response:
        svg = await self._seated(request, shown.picture)
        return Response(svg, media_type="image/svg+xml")

    async def board(self, request: Request) -> Response:
        match, _ = await self.store.match(match_of(request), token_of(request))
        found = await self.call(lambda: encode(shown.board_of(match.state.board)))
        return plain(found)

    async def record(self, request: Request) -> Response:
        text = await self.call(self.store.archive.record, match_of(request))
        return Response(text, media_type="text/plain; charset=utf-8")

    # The client

    async def client(self, request: Request) -> Response:
        path = request.path_params.get("path", "")
        found = self.static(path)
        if found is None and "assets/" in path:
            found = self.static("assets/" + path.rpartition("assets/")[2])
        if found is None and (not path or path.split("/")[0] in ("match", "rules", "watch")):
            found = self.static("index.html")
        if found is None:
            raise Missing("there is no such page")
        return FileResponse(found)

    def routes(self) -> list[BaseRoute]:
        one = "/api/matches/{match}"
        get, post = ["GET"], ["POST"]
        api: list[tuple[str, Handler, list[str]]] = [
            ("/api/games", self.games, get),
            ("/api/rules/{game}", self.rules, get),
            ("/api/rules/{game}/{rule}", self.rule, get),
            ("/api/matches", self.matches, get),
            ("/api/matches", self.make, post),
            ("/api/matches/mine", self.mine, post),
            ("/api/records", self.upload, post),
            (f"{one}/join", self.join, post),
            (f"{one}/renew", self.renew, post),
            (f"{one}/table", self.table, get),
            (f"{one}/view", self.view, get),
            (f"{one}/history", self.history, get),
            (f"{one}/act", self.act, post),
            (f"{one}/undo", self.undo, post),
            (f"{one}/resign", self.resign, post),
            (f"{one}/draw", self.draw, post),
            (f"{one}/takeback", self.takeback, post),
            (f"{one}/branch", self.branch, post),
            (f"{one}/orders", self.order, ["PUT"]),
            (f"{one}/notice", self.notice, get),
            (f"{one}/notice", self.want_notice, ["PUT"]),
            (f"{one}/chat", self.say, post),
            (f"{one}/notes", self.notes, get),
            (f"{one}/notes", self.write_notes, ["PUT"]),
            (f"{one}/why", self.why, post),
            (f"{one}/preview", self.preview, post),
            (f"{one}/look", self.look, post),
            (f"{one}/record", self.record, get),
            (f"{one}/board", self.board, get),
            (f"{one}/picture.svg", self.picture, get),
        ]
        routes: list[BaseRoute] = [
            Route(path, self._limited(handler), methods=methods) for path, handler, methods in api
        ]
        routes.append(WebSocketRoute("/ws/{match}", self.live.serve))
        routes.append(Route("/{path:path}", self._limited(self.client), methods=get))
        return routes

    def _limited(self, handler: Handler) -> Handler:
        async def limited(request: Request) -> Response:
            if not self.rate.allows(caller(request)):
                raise HTTPException(429, "Too many requests; wait a moment.")
            return await handler(request)

        return limited


def no_client(path: str) -> Path | None:
    """For a server that only answers bots."""
    return None


def app(settings: Settings, static: FindFile = no_client) -> Starlette:
    """The whole server as an application."""
    server = Server(settings, static)
    made = Starlette(
        routes=server.routes(),
        lifespan=server.running,
        middleware=[Middleware(SafeHeaders), Middleware(OwnPages)],
        exception_handlers={
            Refused: lambda _, bad: refusal(_as(bad, Refused)),
            Stale: lambda _, bad: stale(_as(bad, Stale)),
            Unstored: lambda _, bad: error(503, "broken", str(bad)),
            Missing: lambda _, bad: error(404, "missing", str(bad)),
            Forbidden: lambda _, bad: error(403, "forbidden", str(bad)),
            HTTPException: lambda _, bad: error(
                _as(bad, HTTPException).status_code, "bad request", _as(bad, HTTPException).detail
            ),
            500: lambda _, bad: error(500, "broken", "something went wrong here"),
        },
    )
    made.state.server = server
    return made


E_ = TypeVar("E_", bound=Exception)


def _as(bad: Exception, kind: type[E_]) -> E_:
    assert isinstance(bad, kind)
    return bad


# Requests and answers


def doing(action: int | None, line: str | None) -> Do:
    """What an action or a line asks for."""
    if action is not None and line is None:
        return lambda match, seat: match.act(seat, action)
    if line is not None and action is None:
        return lambda match, seat: match.play(seat, line)
    raise HTTPException(400, "Give an action or a line, one of the two.")


async def bytes_of(request: Request, most: int) -> bytes:
    """The body of a request, if it is not too large."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise HTTPException(413, f"A message has at most {most} bytes.")
        parts.append(part)
    return b"".join(parts)


async def body(request: Request, kind: type[T]) -> T:
    """The message in a request, if it is one."""
    raw = await bytes_of(request, LARGEST)
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as bad:
        raise HTTPException(400, str(bad)[:300]) from None


def match_of(request: Request) -> str:
    return str(request.path_params["match"])[:40]


def token_of(request: HTTPConnection) -> str:
    """The token of a seat; one that is there but is no token holds nothing."""
    header = request.headers.get("authorization", "")
    if not header:
        return ""
    kind, _, token = header.partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Forbidden("a token is sent as Authorization: Bearer TOKEN")
    return token.strip()[:200]


def number_of(request: Request, name: str, otherwise: int) -> int:
    text = request.query_params.get(name, str(otherwise))
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise HTTPException(400, f"{name} is a whole number.")
    return int(text)


def caller(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def answer(found: Any, status: int = 200) -> Response:
    return Response(encode(found), status, media_type="application/json")


def plain(found: bytes) -> Response:
    return Response(found, media_type="application/json")


def done(changed: Changed) -> Response:
    if changed.refused is not None:
        return refusal(changed.refused, changed.version)
    return plain(changed.table)


def error(status: int, kind: str, reason: str) -> Response:
    return answer(RefusedOut(kind, reason), status)


def refusal(bad: Refused, version: int = 0) -> Response:
    return answer(RefusedOut("refused", bad.reason, bad.rules, version), 409)


def stale(bad: Stale) -> Response:
    reason = "The table has changed since: look again."
    return answer(RefusedOut("stale", reason, (), bad.version), 409)
