"""What stands between the network and the table: sizes, rates, headers."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sirocco.server.messages import RefusedOut, encode

LARGEST: Final = 65_536
"""Bytes of a request or a WebSocket message."""
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "x-frame-options": "DENY",
}


class Rate:
    """So many calls a second from each caller, with some in hand for a burst.

    >>> rate = Rate(1, 2)
    >>> [rate.allows("a", at) for at in (0.0, 0.0, 0.0, 1.0)]
    [True, True, False, True]
    """

    def __init__(self, each_second: float, burst: float, callers: int = 20_000) -> None:
        self._speed = each_second
        self._burst = burst
        self._callers = callers
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, caller: str, now: float | None = None) -> bool:
        at = time.monotonic() if now is None else now
        left, last = self._left.pop(caller, (self._burst, at))
        left = min(self._burst, left + (at - last) * self._speed)
        allowed = left >= 1
        self._left[caller] = (left - 1 if allowed else left, at)
        if len(self._left) > self._callers:
            self._left.popitem(last=False)
        return allowed


class SafeHeaders:
    """Puts the headers of safety on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers["cache-control"] = "no-store"
            await send(message)

        await self._app(scope, receive, with_headers)


class OwnPages:
    """Refuses what pages of other hosts send; programs send no origin."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            headers = Headers(scope=scope)
            if not same_origin(headers.get("origin"), headers.get("host")):
                await _FOREIGN(scope, receive, send)
                return
        await self._app(scope, receive, send)


_FOREIGN: Final = Response(
    encode(RefusedOut("forbidden", "pages of other hosts cannot act here")),
    403,
    media_type="application/json",
)


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a page that opens a WebSocket comes from this server; programs send no origin."""
    return not origin or (bool(host) and origin.partition("://")[2] == host)
