"""A real server and a real browser."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from sirocco.web.chromium import FLAGS, chromium
from tests.e2e.tables import SIZES, Server
from tests.server.served import free_port

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": chromium(), "args": list(FLAGS)}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The table as `sirocco serve` serves it."""
    port = free_port()
    database = tmp_path_factory.mktemp("table") / "table.db"
    command = [sys.executable, "-m", "sirocco.cli.main", "serve", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--database", f"sqlite:///{database}", "--rate", "100000"]
    )
    found = Server(f"http://127.0.0.1:{port}")
    until = time.monotonic() + 60
    while True:
        try:
            found.api("games")
            break
        except httpx.TransportError:
            assert time.monotonic() < until and process.poll() is None, "the server does not start"
            time.sleep(0.1)
    yield found
    found.close()
    process.terminate()
    process.wait(30)


NewPage = Callable[..., Page]


@pytest.fixture
def window(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Opens windows that share nothing; what goes wrong in a page fails the test."""
    opened: list[tuple[BrowserContext, Page]] = []
    faults: list[str] = []

    def open_window(size: str = "desktop", theme: str = "light", **more: Any) -> Page:
        width, height = SIZES[size]
        phone = size == "phone"
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            **more,
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda bad: faults.append(str(bad)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        opened.append((context, page))
        return page

    yield open_window
    failed = getattr(request.node, "call_failed", False)
    for number, (context, page) in enumerate(opened):
        if failed:
            folder = ROOT / "test-results"
            folder.mkdir(exist_ok=True)
            name = request.node.name.replace("/", "-").replace("[", "-").rstrip("]")
            page.screenshot(path=folder / f"{name}-{number}.png")
        context.close()
    # A refused action is an answer of the server, which browsers note as an error.
    assert [fault for fault in faults if "409" not in fault] == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if report.when == "call":
        item.call_failed = report.failed  # type: ignore[attr-defined]
    return report
