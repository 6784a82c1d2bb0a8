"""Tells people who are away that it is their turn: by mail, or with a request to a webhook.

Whoever runs the server says which mail server it uses and which hosts webhooks may have; with
neither, nothing is ever sent. A mail address must be confirmed with a code before it gets more
than that code. Nothing here keeps anybody from playing: it runs beside the table, and a host that
does not answer costs a thread some seconds.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import smtplib
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from sirocco.kernel.refusal import Refused
from sirocco.server.faults import Missing, Unstored
from sirocco.server.messages import NoticeIn, NoticeOut, encode
from sirocco.server.room import Change, Notice, Room, Seat
from sirocco.server.store import Store, hashed

WORDS: Final = logging.getLogger("sirocco.server")
WITHIN: Final = 10.0
"""Seconds in which a mail server or a webhook must answer."""
LOOK_EVERY: Final = 1.0
LEASE: Final = 60.0
"""Seconds after which a notice that was not heard of again is sent once more."""
MOST_TRIES: Final = 5
MOST_CODES: Final = 3
"""Codes that are sent for one seat to mail addresses."""
MAIL: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


@dataclass(frozen=True, slots=True)
class Post:
    """How notices leave this server."""

    smtp: str = ""
    """smtp://USER:PASSWORD@HOST:PORT, or smtps://...; empty: no mail."""
    sender: str = ""
    webhook_hosts: tuple[str, ...] = ()
    """Hosts, with a port if it is not the usual one, to which webhooks may lead."""
    address: str = ""
    """Where people reach this server."""
    after: float = 60.0
    """Seconds for which it must have been somebody's turn."""

    def check(self) -> None:
        """Refuse settings that cannot work."""
        if self.smtp:
            found = urlsplit(self.smtp)
            if found.scheme not in ("smtp", "smtps") or not found.hostname:
                raise Refused("The mail server is given as smtp://USER:PASSWORD@HOST:PORT.")
            if not MAIL.fullmatch(self.sender):
                raise Refused("With a mail server, the sender of mails is needed, too.")


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A webhook that sends us elsewhere is not followed."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Notices:
    """The notices of this process."""

    def __init__(self, store: Store, post: Post, live: Callable[[str, int], bool]) -> None:
        self._store = store
        self._post = post
        self._live = live
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="notices")
        self._task: asyncio.Task[None] | None = None
        self._open = urllib.request.build_opener(NoRedirects, urllib.request.ProxyHandler({})).open

    def start(self) -> None:
        if self._post.smtp or self._post.webhook_hosts:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    # What a seat wants

    async def wanted(self, match: str, token: str) -> NoticeOut:
        """How a seat is told of its turn."""
        async with self._store.rooms.looking(match) as room:
            return self._out(room.holder(hashed(token), acting=True).notice)

    def _out(self, notice: Notice) -> NoticeOut:
        return NoticeOut(
            notice.mail,
            notice.webhook,
            not notice.code,
            bool(self._post.smtp),
            list(self._post.webhook_hosts),
        )

    async def want(self, match: str, token: str, wanted: NoticeIn) -> NoticeOut:
        """Change how a seat is told of its turn; a new mail address gets a code."""
        if wanted.webhook:
            self._check_webhook(wanted.webhook)
        if wanted.mail:
            self._check_mail(wanted.mail)
        code = f"{secrets.randbelow(10**8):08d}"

        def work(room: Room) -> tuple[Change, tuple[Notice, bool]]:
            seat = room.holder(hashed(token), acting=True)
            notice, send = self._agree(seat.notice, wanted, code)
            seat.notice = notice
            seat.notify_at = 0.0
            return room.change_seat(seat, time.time()), (notice, send)

        notice, send = await self._store.rooms.change(match, work)
        if send:
            text = f"Your code is {code}. If you did not ask for it, do nothing."
            sending = self._mail(wanted.mail, "Sirocco: your code", text)
            asyncio.get_running_loop().run_in_executor(self._threads, sending)
        return self._out(notice)

    def _agree(self, had: Notice, wanted: NoticeIn, code: str) -> tuple[Notice, bool]:
        """The notice from now on, and whether a code must be sent."""
        notice = Notice(wanted.mail, wanted.webhook, had.code, had.tries, had.codes)
        if wanted.code:
            if wanted.mail != had.mail or not had.code:
                raise Refused("No code was sent to this address.")
            if had.guesses >= MOST_TRIES:
                raise Refused("Too many wrong codes: ask for a new one.")
            had.guesses += 1
            if secrets.compare_digest(wanted.code.encode(), had.code.encode()):
                had.code = ""
            return had, False
        if wanted.mail and wanted.mail != had.mail:
            if had.codes >= MOST_CODES:
                raise Refused("As many codes were sent for this seat as may be.")
            notice.code, notice.codes = code, had.codes + 1
            return notice, True
        if not wanted.mail:
            notice.code = ""
        return notice, False

    def _check_webhook(self, url: str) -> None:
        try:
            found = urlsplit(url)
            port = found.port
        except ValueError:
            raise Refused("A webhook is an address like https://HOST/PATH.") from None
        host = (found.hostname or "") + (f":{port}" if port else "")
        plain = found.scheme == "http" and host in self._post.webhook_hosts and port
        if (found.scheme != "https" and not plain) or found.username or not url.isprintable():
            raise Refused("A webhook is an address like https://HOST/PATH.")
        if " " in url or host not in self._post.webhook_hosts:
            hosts = ", ".join(self._post.webhook_hosts) or "none"
            raise Refused(f"Hosts to which this server sends webhooks: {hosts}.")

    def _check_mail(self, address: str) -> None:
        if not self._post.smtp:
            raise Refused("This server sends no mail.")
        if not MAIL.fullmatch(address):
            raise Refused("That is no mail address.")

    # Sending

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                WORDS.exception("notices could not be looked up")
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Send what is due now."""
        due = await self._store.call(self._store.archive.to_notify, time.time())
        for match, seat in due:
            try:
                await self._one(match, seat)
            except (Missing, Unstored):
                continue

    async def _one(self, match: str, number: int) -> None:
        """One notice: claimed, sent, and crossed off; one that failed comes again, a few times."""
        now = time.time()

        def claim(room: Room) -> tuple[Change | None, tuple[Notice, str] | None]:
            seat = room.seats[number]
            if not 0 < seat.notify_at <= now:
                return None, None
            if self._live(match, number):  # somebody sits there and thinks
                seat.notify_at = now + max(self._post.after, LEASE)
                return room.change_seat(seat, now), None
            last = room.over or seat.notice.tries >= MOST_TRIES
            seat.notice.tries += 1
            seat.notify_at = 0.0 if last else now + LEASE * 2**seat.notice.tries
            change = room.change_seat(seat, now)
            return change, None if last else (seat.notice, room.title)

        found = await self._store.rooms.change(match, claim)
        if found is None:
            return
        notice, title = found
        loop = asyncio.get_running_loop()
        sent = await loop.run_in_executor(self._threads, self._send, notice, match, title)
        if sent:
            await self._store.rooms.change(match, lambda room: _cross_off(room, number, now))

    def _send(self, notice: Notice, match: str, title: str) -> bool:
        """Whether at least one of the ways worked; in a thread."""
        link = f"{self._post.address.rstrip('/')}/match/{match}" if self._post.address else ""
        sent = False
        if notice.webhook:
            sent |= self._hook(notice.webhook, {"match": match, "title": title, "link": link})
        if notice.mail and not notice.code:
            text = f"It is your turn in {title}.\n\n{link}\n"
            sent |= self._mail(notice.mail, f"Your turn: {title}", text)()
        return sent

    def _hook(self, url: str, what: dict[str, str]) -> bool:
        text = f"It is your turn in {what['title']}. {what['link']}".strip()
        request = urllib.request.Request(
            url,
            encode({**what, "text": text, "content": text}),
            {"content-type": "application/json", "user-agent": "sirocco"},
        )
        try:
            self._check_webhook(url)
            with self._open(request, timeout=WITHIN) as answer:
                return bool(200 <= answer.status < 300)
        except (OSError, ValueError, Refused) as bad:
            WORDS.warning("a webhook did not work: %s", str(bad)[:200])
            return False

    def _mail(self, to: str, subject: str, text: str) -> Any:
        """A function that sends a mail."""
        message = EmailMessage()
        message["From"], message["To"] = self._post.sender, to
        message["Subject"] = subject
        message.set_content(text)

        def send() -> bool:
            found = urlsplit(self._post.smtp)
            secure = found.scheme == "smtps"
            kind = smtplib.SMTP_SSL if secure else smtplib.SMTP
            try:
                with kind(found.hostname or "", found.port or 0, timeout=WITHIN) as server:
                    if not secure and server.ehlo()[0] == 250 and server.has_extn("starttls"):
                        server.starttls()
                    if found.username:
                        server.login(unquote(found.username), unquote(found.password or ""))
                    server.send_message(message)
                return True
            except (OSError, smtplib.SMTPException) as bad:
                WORDS.warning("a mail was not sent: %s", str(bad)[:200])
                return False

        return send


def _cross_off(room: Room, number: int, claimed: float) -> tuple[Change | None, None]:
    """The notice went out: nothing more until it is the seat's turn anew."""
    seat: Seat = room.seats[number]
    if seat.notify_at <= claimed:
        return None, None
    seat.notify_at = 0.0
    seat.notice.told = True
    return room.change_seat(seat, time.time()), None
