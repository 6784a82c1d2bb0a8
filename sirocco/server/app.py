"""The routes of the table: HTTP for everything, and a WebSocket for those who watch live."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from sirocco.games import text_board
from sirocco.kernel.refusal import Refused
from sirocco.server import reference, shown
from sirocco.server.database import Database
from sirocco.server.guards import LARGEST, Rate, SafeHeaders
from sirocco.server.hub import Hub
from sirocco.server.ledger import WATCHING
from sirocco.server.messages import (
    Act,
    Ask,
    AtVersion,
    Join,
    NewMatch,
    Notes,
    Preview,
    PreviewOut,
    RefusedOut,
    Say,
    TextOut,
    Token,
    WhyOut,
    encode,
)
from sirocco.server.socket import Live
from sirocco.server.store import MOST_MATCHES, Do, Forbidden, Missing, Stale, Store
from sirocco.server.thinking import Thinking

P = ParamSpec("P")
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
FindFile = Callable[[str], Path | None]
"""The file of the client with a path, if there is one."""
THREADS: Final = 8


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


class Server:
    """One server process: the store, those who watch, and the computer players."""

    def __init__(self, settings: Settings, static: FindFile) -> None:
        self.static = static
        self.database = Database(settings.database)
        self.store = Store(self.database, settings.most_matches)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="table")
        self.hub = Hub(self.database)
        self.thinking = Thinking(self.store, self.hub, self.threads, settings.workers)
        self.rate = Rate(settings.rate, settings.burst)
        self.making = Rate(settings.making_rate, settings.making_burst)
        self.live = Live(self)

    async def call(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Carry out work that waits for the database, beside the loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, lambda: work(*args, **kwargs))

    def changed(self, match: str) -> None:
        """A match was changed here: whoever watches it, and its computer players, look again."""
        self.hub.wake(match)
        self.thinking.look_at(match)

    @asynccontextmanager
    async def running(self, app: Starlette) -> AsyncIterator[None]:
        self.hub.start()
        await self.thinking.start()
        yield
        self.thinking.stop()
        self.hub.stop()
        self.threads.shutdown(wait=True)
        self.database.close()

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
        return answer(await self.call(self.store.matches))

    async def make(self, request: Request) -> Response:
        wanted = await body(request, NewMatch)
        if not self.making.allows(caller(request)):
            raise HTTPException(429, "Too many new matches from one place; wait a moment.")
        made = await self.call(self.store.make, wanted)
        self.changed(made.match)
        return answer(made, 201)

    async def join(self, request: Request) -> Response:
        wanted = await body(request, Join)
        match = match_of(request)
        token = await self.call(self.store.join, match, wanted.seat, wanted.name)
        self.changed(match)
        return answer(Token(token))

    async def renew(self, request: Request) -> Response:
        fresh = await self.call(self.store.renew, match_of(request), token_of(request))
        return answer(Token(fresh))

    async def table(self, request: Request) -> Response:
        since = number_of(request, "since", 0)
        return answer(
            await self.call(self.store.table, match_of(request), token_of(request), since)
        )

    async def history(self, request: Request) -> Response:
        upto = number_of(request, "upto", 1)
        match, token = match_of(request), token_of(request)
        return answer(await self.call(self.store.table, match, token, 0, upto))

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
        match, token = match_of(request), token_of(request)
        done = await self.call(self.store.act, match, token, version, do)
        self.changed(match)
        if done.refused is not None:
            return refusal(done.refused, done.version)
        since = number_of(request, "since", 0)
        return answer(await self.call(self.store.table, match, token, since))

    async def undo(self, request: Request) -> Response:
        wanted = await body(request, AtVersion)
        match, token = match_of(request), token_of(request)
        await self.call(self.store.undo, match, token, wanted.version)
        self.changed(match)
        return answer(await self.call(self.store.table, match, token))

    async def say(self, request: Request) -> Response:
        wanted = await body(request, Say)
        match = match_of(request)
        await self.call(self.store.say, match, token_of(request), wanted.text, wanted.to)
        self.hub.wake(match)
        return Response(status_code=204)

    async def notes(self, request: Request) -> Response:
        found = await self.call(self.store.notes, match_of(request), token_of(request))
        return answer(Notes(found))

    async def write_notes(self, request: Request) -> Response:
        wanted = await body(request, Notes)
        match, token = match_of(request), token_of(request)
        await self.call(self.store.write_notes, match, token, wanted.notes)
        return Response(status_code=204)

    async def why(self, request: Request) -> Response:
        wanted = await body(request, Ask)

        def look(id: str, token: str) -> Refused | None:
            match, seat = self.store.match(id, token)
            if seat == WATCHING:
                raise Forbidden("those who watch have nothing to play")
            name = match.seats[seat]
            asked = [each for each in match.pending_for(seat) if each.seat == name]
            board = text_board(match.game.id)
            line = board.line_for(match.view(seat), asked[0], wanted.line.split()) if asked else ""
            return match.why(seat, line or wanted.line)

        bad = await self.call(look, match_of(request), token_of(request))
        return answer(WhyOut(True) if bad is None else WhyOut(False, bad.reason, bad.rules))

    async def preview(self, request: Request) -> Response:
        wanted = await body(request, Preview)

        def look(id: str, token: str) -> PreviewOut:
            match, seat = self.store.match(id, token)
            if seat == WATCHING:
                raise Forbidden("those who watch have nothing to play")
            return shown.preview(match, seat, wanted.action)

        return answer(await self.call(look, match_of(request), token_of(request)))

    async def look(self, request: Request) -> Response:
        wanted = await body(request, Ask)

        def look(id: str, token: str) -> str:
            match, seat = self.store.match(id, token)
            if seat == WATCHING:
                raise Forbidden("those who watch see no position")
            return shown.look(match, seat, wanted.line)

        return answer(TextOut(await self.call(look, match_of(request), token_of(request))))

    async def record(self, request: Request) -> Response:
        text = await self.call(self.store.record, match_of(request))
        return Response(text, media_type="text/plain; charset=utf-8")

    async def board(self, request: Request) -> Response:
        def look(id: str, token: str) -> bytes:
            match, _ = self.store.match(id, token)
            return encode(shown.board_of(match.state.board))

        found = await self.call(look, match_of(request), token_of(request))
        return Response(found, media_type="application/json")

    async def picture(self, request: Request) -> Response:
        def look(id: str, token: str) -> str:
            match, seat = self.store.match(id, token)
            if seat == WATCHING:
                raise Forbidden("those who watch see no position")
            return shown.picture(match, seat)

        svg = await self.call(look, match_of(request), token_of(request))
        return Response(svg, media_type="image/svg+xml")

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
            (f"{one}/join", self.join, post),
            (f"{one}/renew", self.renew, post),
            (f"{one}/table", self.table, get),
            (f"{one}/history", self.history, get),
            (f"{one}/act", self.act, post),
            (f"{one}/undo", self.undo, post),
            (f"{one}/resign", self.resign, post),
            (f"{one}/draw", self.draw, post),
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
        middleware=[Middleware(SafeHeaders)],
        exception_handlers={
            Refused: lambda _, bad: refusal(_as(bad, Refused)),
            Stale: lambda _, bad: stale(_as(bad, Stale)),
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


async def body(request: Request, kind: type[T]) -> T:
    """The message in a request, if it is one and not too large."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > LARGEST:
            raise HTTPException(413, f"A message has at most {LARGEST} bytes.")
        parts.append(part)
    try:
        return msgspec.json.decode(b"".join(parts), type=kind)
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


def error(status: int, kind: str, reason: str) -> Response:
    return answer(RefusedOut(kind, reason), status)


def refusal(bad: Refused, version: int = 0) -> Response:
    return answer(RefusedOut("refused", bad.reason, bad.rules, version), 409)


def stale(bad: Stale) -> Response:
    reason = "The table has changed since: look again."
    return answer(RefusedOut("stale", reason, (), bad.version), 409)
