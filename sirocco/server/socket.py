"""The WebSocket of a match: the table at once and after every change, and actions on it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sirocco.kernel.refusal import Refused
from sirocco.server.faults import Forbidden, Missing, Stale, Unstored
from sirocco.server.guards import same_origin
from sirocco.server.ledger import WATCHING
from sirocco.server.messages import Hello, RefusedOut, SocketAct, encode
from sirocco.server.store import hashed

if TYPE_CHECKING:
    from sirocco.server.app import Server

HELLO_WITHIN: Final = 15.0
"""Seconds in which the first message must come."""
BAD: Final = 1008
BUSY: Final = 1013
MOST_WATCHERS: Final = 10_000
WATCH_EVERY: Final = 1.0
"""Seconds between two tables for those who only watch; they miss no line of the log."""


class Live:
    """Serves WebSockets; each has a reader and a writer."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def serve(self, socket: WebSocket) -> None:
        headers = socket.headers
        if not same_origin(headers.get("origin"), headers.get("host")):
            await socket.close(BAD)
            return
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            if self._server.hub.watchers >= MOST_WATCHERS:
                await socket.close(BUSY)
                return
            await self._greet(socket)

    async def _greet(self, socket: WebSocket) -> None:
        try:
            first = await asyncio.wait_for(_text(socket), HELLO_WITHIN)
            hello = msgspec.json.decode(first, type=Hello)
        except (TimeoutError, ValueError, RecursionError):
            await socket.close(BAD, "the first message is a token")
            return
        match = socket.path_params["match"][:40]
        hub = self._server.hub
        try:
            seat = await self._server.store.seat(match, hello.token)
            woken = hub.watch(match, seat)
            try:
                await Talk(self._server, socket, match, hello, woken, seat).run()
            finally:
                hub.leave(match, seat, woken)
        except (Missing, Forbidden) as bad:
            await socket.send_bytes(encode(RefusedOut("forbidden", str(bad))))
            await socket.close(BAD)


class Talk:
    """One WebSocket after its greeting."""

    def __init__(
        self,
        server: Server,
        socket: WebSocket,
        match: str,
        hello: Hello,
        woken: asyncio.Event,
        seat: int,
    ) -> None:
        self._server = server
        self._watching = seat == WATCHING
        self._socket = socket
        self._match = match
        self._token = hello.token
        self._key = hashed(hello.token)
        self._since = hello.since
        self._plain = hello.plain
        self._woken = woken

    async def run(self) -> None:
        """Until one of the two ends: the other is stopped then."""
        tasks = [asyncio.ensure_future(self._write()), asyncio.ensure_future(self._read())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _write(self) -> None:
        store = self._server.store
        shown: tuple[Any, ...] | None = None
        while True:
            self._woken.clear()
            found = await store.news(self._match, self._key, shown, self._since, self._plain)
            if found is not None:
                shown, self._since, table = found
                await self._send(table)
                if self._watching:  # those who only watch need not see every step
                    await asyncio.sleep(WATCH_EVERY)
            await self._woken.wait()

    async def _read(self) -> None:
        while True:
            text = await _text(self._socket)
            where = self._socket.client.host if self._socket.client else ""
            if not self._server.rate.allows(where):
                await self._refuse("busy", "Too many requests; wait a moment.")
                continue
            try:
                wanted = msgspec.json.decode(text, type=SocketAct)
            except (ValueError, RecursionError) as bad:
                await self._refuse("bad request", str(bad)[:300])
                continue
            await self._act(wanted)

    async def _act(self, wanted: SocketAct) -> None:
        from sirocco.server.app import doing

        if (wanted.action is None) == (wanted.line is None):
            await self._refuse("bad request", "Give an action or a line.")
            return
        do = doing(wanted.action, wanted.line)
        try:
            bad, version = await self._server.store.play(self._match, self._key, wanted.version, do)
        except Refused as refused:
            await self._refuse("refused", refused.reason, refused.rules)
        except Stale as stale:
            await self._refuse("stale", str(stale), (), stale.version)
        except Unstored as fault:
            await self._refuse("broken", str(fault))
        else:
            if bad is not None:
                await self._refuse("refused", bad.reason, bad.rules, version)

    async def _refuse(
        self, kind: str, reason: str, rules: tuple[str, ...] = (), version: int = 0
    ) -> None:
        await self._send(encode(RefusedOut(kind, reason, rules, version)))

    async def _send(self, message: bytes) -> None:
        await self._socket.send({"type": "websocket.send", "text": message.decode()})


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code") or 1000)
    return str(message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace"))
