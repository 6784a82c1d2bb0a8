"""People who are away are told that it is their turn: against real servers for mail and webhooks.

Both run on the loopback of this machine.
"""

from __future__ import annotations

import json
import random
import re
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import pytest

from sirocco.kernel.refusal import Refused
from sirocco.server.database import MATCHES, SEATS
from sirocco.server.notices import Post
from tests.server.served import Client, Served
from tests.server.test_play import play_on


class Mailbox(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it gets."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        self.mails: list[str] = []
        super().__init__(("127.0.0.1", 0), MailTalk)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class MailTalk(socketserver.StreamRequestHandler):
    server: Mailbox

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        self.say("220 ready")
        while line := self.rfile.readline():
            word = line.decode().strip().upper()
            if word.startswith("DATA"):
                self.say("354 go on")
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part
                self.server.mails.append(text.decode())
            if word.startswith("QUIT"):
                self.say("221 bye")
                return
            self.say("250 ok")


class Hook(BaseHTTPRequestHandler):
    """A webhook that keeps what it gets, and answers as it is told."""

    got: ClassVar[list[tuple[str, Any]]] = []
    answers: ClassVar[list[int]] = []
    slow: ClassVar[float] = 0.0

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.got.append((self.path, json.loads(body)))
        time.sleep(self.slow)
        status = self.answers.pop(0) if self.answers else 204
        self.send_response(status)
        if status == 302:
            self.send_header("location", "/elsewhere")
        self.send_header("content-length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        self.got.append(("GET " + self.path, None))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def listening(server: Any) -> Iterator[Any]:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with listening(Mailbox()) as found:
        yield found


@pytest.fixture
def hook() -> Iterator[HTTPServer]:
    Hook.got, Hook.answers, Hook.slow = [], [], 0.0
    with listening(HTTPServer(("127.0.0.1", 0), Hook)) as found:
        yield found


def wait_for(found: Any, seconds: float = 20.0) -> None:
    until = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < until, "nothing came"
        time.sleep(0.02)


def want(seat: Client, **what: Any) -> Any:
    return seat.http.put(f"/api/matches/{seat.match}/notice", json=what)


def to_the_turn_of(seat: Client, other: Client) -> None:
    """Play until the seat has chosen and it is the other's turn, then let it be the seat's."""
    choice = random.Random(3)
    for _ in range(300):
        if other.table()["offers"] and not seat.table()["offers"]:
            break
        play_on([seat, other], choice, 1)
    while not seat.table()["offers"]:
        play_on([other], choice, 1)


def test_mail_after_a_code(url: str, mailbox: Mailbox) -> None:
    post = Post(smtp=mailbox.url, sender="table@here.example", address="https://t.example", after=0)
    with Served(url, post=post) as served:
        seats = served.make(title="<b>Weeks</b>")
        red, blue = seats["red"], seats["blue"]
        told = want(red, mail="ann@far.example").json()
        assert not told["confirmed"] and told["can_mail"]
        wait_for(lambda: mailbox.mails)
        code = re.search(r"code is ([0-9]{8})", mailbox.mails[0])
        assert code is not None and "To: ann@far.example" in mailbox.mails[0]
        assert not want(red, mail="ann@far.example", code="1").json()["confirmed"]
        to_the_turn_of(red, blue)
        time.sleep(1.5)
        assert len(mailbox.mails) == 1  # not before the address is confirmed
        assert want(red, mail="ann@far.example", code=code[1]).json()["confirmed"]
        to_the_turn_of(red, blue)
        wait_for(lambda: len(mailbox.mails) > 1)
        assert "Subject: Your turn: <b>Weeks</b>" in mailbox.mails[1]
        assert f"https://t.example/match/{red.match}" in mailbox.mails[1]
        assert red.token not in "".join(mailbox.mails)
        time.sleep(2)
        count = len(mailbox.mails)
        time.sleep(2.5)
        assert len(mailbox.mails) == count  # once for a turn
        assert want(red).json()["mail"] == ""
        to_the_turn_of(red, blue)
        time.sleep(1.5)
        assert len(mailbox.mails) == count


def test_codes_are_few_and_cannot_be_guessed(url: str, mailbox: Mailbox) -> None:
    post = Post(smtp=mailbox.url, sender="table@here.example")
    with Served(url, post=post) as served:
        red = served.make()["red"]
        want(red, mail="a@far.example")
        codes = [want(red, mail="a@far.example", code=str(n)).status_code for n in range(7)]
        assert codes == [200] * 5 + [409] * 2
        assert want(red, mail="b@far.example").status_code == 200
        assert want(red, mail="c@far.example").status_code == 200
        assert want(red, mail="d@far.example").status_code == 409
        for bad in ("x", "a b@c.example", "a@b.example\nBcc: c@d.example", "@", "a@b@c"):
            assert want(red, mail=bad).status_code == 409, bad


def test_a_webhook_is_told_and_tried_again(url: str, hook: HTTPServer) -> None:
    host = f"127.0.0.1:{hook.server_address[1]}"
    with Served(url, post=Post(webhook_hosts=(host,), after=0)) as served:
        seats = served.make()
        red, blue = seats["red"], seats["blue"]
        assert want(red, webhook=f"http://{host}/a").json()["webhook"] == f"http://{host}/a"
        Hook.answers.extend([500] * 100)

        def due() -> float:
            with served.server.database.look() as db:
                row = db.execute(SEATS.select().where(SEATS.c.name == "red")).one()
            return float(row.notify_at)

        to_the_turn_of(red, blue)
        wait_for(lambda: Hook.got)
        path, body = Hook.got[0]
        assert path == "/a" and body["match"] == red.match and "your turn" in body["text"]
        wait_for(lambda: due() > time.time() + 30)  # it comes again, later
        Hook.answers.clear()
        count = len(Hook.got)
        with served.server.database.change() as db:
            db.execute(SEATS.update().where(SEATS.c.name == "red").values(notify_at=1.0))
            db.execute(MATCHES.update().values(stamp=MATCHES.c.stamp + 1))
        wait_for(lambda: len(Hook.got) > count and due() == 0)  # and is crossed off


def test_a_slow_webhook_keeps_nobody_from_playing(url: str, hook: HTTPServer) -> None:
    host = f"127.0.0.1:{hook.server_address[1]}"
    Hook.slow = 3.0
    with Served(url, post=Post(webhook_hosts=(host,), after=0)) as served:
        seats = served.make()
        red, blue = seats["red"], seats["blue"]
        want(red, webhook=f"http://{host}/slow")
        to_the_turn_of(red, blue)
        wait_for(lambda: Hook.got)
        start = time.monotonic()
        assert red.table()["offers"] and play_on([red, blue], random.Random(1), 3) == 3
        assert time.monotonic() - start < 2.5


def test_no_redirect_is_followed(url: str, hook: HTTPServer) -> None:
    host = f"127.0.0.1:{hook.server_address[1]}"
    Hook.answers.append(302)
    with Served(url, post=Post(webhook_hosts=(host,), after=0)) as served:
        seats = served.make()
        want(seats["red"], webhook=f"http://{host}/a")
        to_the_turn_of(seats["red"], seats["blue"])
        wait_for(lambda: Hook.got)
        time.sleep(0.5)
        assert [path for path, _ in Hook.got] == ["/a"]


def test_webhooks_lead_only_where_the_operator_says(url: str) -> None:
    with Served(url, post=Post(webhook_hosts=("hooks.example",))) as served:
        red = served.make()["red"]
        assert want(red, webhook="https://hooks.example/a").status_code == 200
        for bad in (
            "http://hooks.example/a",
            "https://hooks.example:8443/a",
            "https://hooks.example@evil.example/",
            "https://user:pass@hooks.example/",
            "https://evil.example/hooks.example",
            "https://127.0.0.1/",
            "http://169.254.169.254/latest",
            "https://[::1]/",
            "https://hooks.example.evil.example/",
            "file:///etc/passwd",
            "https://hooks.example/a b",
            "https://hooks.example:x/",
            "hooks.example",
        ):
            assert want(red, webhook=bad).status_code == 409, bad
        assert want(red, mail="a@b.example").status_code == 409
    with Served(url) as served:
        red = served.make()["red"]
        assert want(red, webhook="https://hooks.example/a").status_code == 409
        told = red.get("notice").json()
        assert not told["can_mail"] and told["webhook_hosts"] == []


def test_settings_that_cannot_work_are_refused() -> None:
    for post in (Post(smtp="mail.example"), Post(smtp="http://x"), Post(smtp="smtp://x")):
        with pytest.raises(Refused):
            post.check()
