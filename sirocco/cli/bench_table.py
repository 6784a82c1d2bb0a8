"""How fast the table is in a real browser: the first view of a game, an action in two windows."""

from __future__ import annotations

import contextlib
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sirocco.kernel.refusal import Refused
from sirocco.web.chromium import FLAGS, chromium

VIEWS: Final = 15
ACTIONS: Final = 40
WITHIN: Final = 60.0
COMMAND: Final = (sys.executable, "-m", "sirocco.cli.main", "serve")
# Moments on the machine's clock: of a click, of the first piece painted, of new lines in the log.
WATCH: Final = """
const now = () => performance.timeOrigin + performance.now();
addEventListener('click', () => sessionStorage.setItem('clicked', now()), true);
window.told = 0;
new MutationObserver(() => {
  const there = document.querySelector('.world .s-ct use') && document.querySelector('#prompt');
  if (!window.drawn && there)
    requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn ||= now(); }));
  const lines = document.querySelectorAll('#feed .log li').length;
  if (lines !== window.lines) { window.lines = lines; window.told = now(); }
}).observe(document, { childList: true, subtree: true });
"""


def bench_table() -> int:
    """Medians on loopback in one run."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Refused("bench table needs Playwright: pip install 'sirocco[dev]'.") from None
    with _serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        first, views = _views(browser, address)
        actions = _actions(browser, address)
        browser.close()
    print(f"first view of a four-map game after the click, {VIEWS} times:")
    print(
        f"  median {statistics.median(views):.0f} ms, slowest {max(views):.0f} ms (at most 1,000)"
    )
    print(f"  the very first, when the server draws the map: {first:.0f} ms")
    print(f"an action from the click to both windows updated, {ACTIONS} times:")
    print(
        f"  median {statistics.median(actions):.0f} ms, slowest {max(actions):.0f} ms (at most 100)"
    )
    return 0


@contextlib.contextmanager
def _serving() -> Iterator[str]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'table.db'}"
        process = subprocess.Popen(
            [*COMMAND, "--port", str(port), "--database", database, "--rate", "100000"],
            stdout=subprocess.DEVNULL,
        )
        address = f"http://127.0.0.1:{port}"
        try:
            until = time.monotonic() + WITHIN
            while True:
                try:
                    _call(address, "games")
                    break
                except OSError:
                    if time.monotonic() > until:
                        raise Refused("The server does not start.") from None
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait(30)


def _call(address: str, path: str, token: str = "", message: Any = None) -> Any:
    request = urllib.request.Request(
        f"{address}/api/{path}",
        None if message is None else json.dumps(message).encode(),
        {"Authorization": f"Bearer {token}"} if token else {},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def _match(address: str, maps: int) -> tuple[str, dict[str, str]]:
    """A match in which both sides have deployed, each unit at the first place offered."""
    layout = ",".join(str(number + 1) for number in range(maps))
    wanted = {"game": "victory", "scenario": "quick-start", "options": {"layout": layout}}
    made = _call(address, "matches", message=wanted)
    match, tokens = made["match"], made["seats"]
    asking = True
    while asking:
        asking = False
        for token in tokens.values():
            table = _call(address, f"matches/{match}/table", token)
            offers = table["offers"]
            while offers and not offers[0]["verb"].startswith(("move", "done")):
                asking = True
                act = {"version": table["version"], "action": offers[-1]["action"]}
                table = _call(address, f"matches/{match}/act", token, act)
                offers = table["offers"]
    return match, tokens


def _views(browser: Any, address: str) -> tuple[float, list[float]]:
    match, tokens = _match(address, 4)
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"{address}/match/{match}#{next(iter(tokens.values()))}")
    _until(page, "window.drawn")
    first = page.evaluate("window.drawn - performance.timeOrigin")
    took = []
    for _ in range(VIEWS):
        page.goto(address)
        page.get_by_role("link", name="Continue").first.click()
        page.wait_for_url("**/match/*")
        _until(page, "window.drawn")
        took.append(page.evaluate("window.drawn - Number(sessionStorage.getItem('clicked'))"))
    context.close()
    return first, took


def _actions(browser: Any, address: str) -> list[float]:
    match, tokens = _match(address, 2)
    pages = {}
    for seat, token in tokens.items():
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_init_script(WATCH)
        pages[seat] = context.new_page()
        pages[seat].goto(f"{address}/match/{match}#{token}")
        _until(pages[seat], "window.drawn")
    took: list[float] = []
    until = time.monotonic() + 4 * WITHIN
    while len(took) < ACTIONS:
        if time.monotonic() > until:
            raise Refused("The windows do not keep up.")
        for seat, token in tokens.items():
            offers = _call(address, f"matches/{match}/table", token)["offers"]
            if offers:
                goals = [offer for offer in offers if offer["space"] and offer["tone"] == "move"]
                units = [offer for offer in offers if offer["unit"]]
                chosen = (goals or units or offers)[-1]
                moment = _click(pages, seat, chosen["action"])
                if goals and moment:
                    took.append(moment)
    return took


def _click(pages: dict[str, Any], seat: str, action: int) -> float:
    """Click an offer: milliseconds until both windows tell of it, or 0 if one has no news."""
    page = pages[seat]
    before = [each.evaluate("window.told") for each in pages.values()]
    page.locator(f'[data-action="{action}"]').click()
    for each, told in zip(pages.values(), before, strict=True):
        _until(each, f"window.told > {told}", 0.7)
    after = [each.evaluate("window.told") for each in pages.values()]
    if any(now <= told for now, told in zip(after, before, strict=True)):
        return 0.0
    return float(max(after) - float(page.evaluate("sessionStorage.getItem('clicked')")))


def _until(page: Any, condition: str, most: float = WITHIN) -> None:
    """Wait for a condition; the page's policy forbids Playwright's own way."""
    until = time.monotonic() + most
    while time.monotonic() < until and not page.evaluate(condition):
        time.sleep(0.005)
