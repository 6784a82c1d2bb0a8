"""Pictures of the client's screens, by headless Chromium, from a server that is running.

    sirocco serve &
    python tools/screenshots.py docs/pictures --server http://127.0.0.1:8321

Makes a match against the computer, plays some of its offers, and takes every screen at three
sizes in both themes. With --match and --token an existing match is shown instead.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

SIZES: Final = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
THEMES: Final = ("light", "dark")
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
WITHIN: Final = 20.0
"""Seconds that a screen may take."""


class Browser:
    """A headless Chromium with one page."""

    def __init__(self) -> None:
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        if found is None:
            sys.exit(f"No browser: install one of {', '.join(BROWSERS)}.")
        self._home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        home = f"--user-data-dir={self._home.name}"
        self._process = subprocess.Popen(
            [found, *flags, home, "--remote-debugging-port=0", "about:blank"],
            stderr=subprocess.DEVNULL,
        )
        self._open = contextlib.ExitStack()
        self._page: ClientConnection = self._open.enter_context(
            connect(self._address(), max_size=None)
        )
        self._number = 0
        self.faults: list[str] = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def _address(self) -> str:
        told = Path(self._home.name) / "DevToolsActivePort"
        until = time.monotonic() + WITHIN
        while time.monotonic() < until:
            if told.exists() and "\n" in told.read_text():
                port = told.read_text().split()[0]
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
                    pages = json.load(answer)
                return next(str(p["webSocketDebuggerUrl"]) for p in pages if p["type"] == "page")
            time.sleep(0.1)
        raise TimeoutError("the browser did not start")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """A command of the DevTools protocol; faults of the page are kept on the way."""
        self._number += 1
        self._page.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            said = json.loads(self._page.recv(timeout=WITHIN))
            if said.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.faults.append(json.dumps(said["params"])[:400])
            if said.get("id") == self._number:
                return dict(said.get("result", {}))

    def run(self, script: str) -> Any:
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        return found.get("result", {}).get("value")

    def wait(self, condition: str) -> None:
        until = time.monotonic() + WITHIN
        while not self.run(condition):
            if time.monotonic() > until:
                raise TimeoutError(f"{condition}; faults of the page: {self.faults}")
            time.sleep(0.1)

    def open(self, address: str, size: str, theme: str, ready: str) -> None:
        """Show a page at a size in a theme and wait until a script finds it ready."""
        width, height = SIZES[size]
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if size == "phone" else 1,
            mobile=size == "phone",
        )
        self.call("Page.navigate", url="about:blank")
        page, mark, rest = address.partition("#")
        self.call("Page.navigate", url=f"{page}?theme={theme}{mark}{rest}")
        self.wait(ready)
        self.run("document.fonts.ready.then(() => (window.fontsThere = true))")
        self.wait("window.fontsThere")
        time.sleep(0.4)

    def take(self, path: Path) -> None:
        shot = self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self) -> None:
        self._open.close()
        self._process.terminate()
        self._process.wait(timeout=WITHIN)
        self._home.cleanup()


def api(server: str, path: str, token: str = "", body: Any = None) -> Any:
    request = urllib.request.Request(
        f"{server}/api/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}"} if token else {},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def new_match(server: str, actions: int) -> tuple[str, str, str]:
    """A match against the computer after some actions; its game, id and the seat's token."""
    game = api(server, "games")[0]
    scenario = game["usual"]["scenario"]
    mine, *others = game["seats"][scenario]
    seats = {mine: "person"} | dict.fromkeys(others, f"computer:{game['players'][0]}")
    wanted = {"game": game["id"], "seats": seats, **game["usual"]}
    made = api(server, "matches", body=wanted)
    token, match, choice = made["seats"][mine], made["match"], random.Random(5)
    for _ in range(actions):
        table = api(server, f"matches/{match}/table", token)
        if table["outcome"]:
            break
        if not table["offers"]:
            time.sleep(0.2)
            continue
        offer = choice.choice(table["offers"])
        act = {"version": table["version"], "action": offer["action"]}
        api(server, f"matches/{match}/act", token, act)
    return game["id"], match, token


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("out", type=Path)
    ask.add_argument("--server", default="http://127.0.0.1:8321")
    ask.add_argument("--match")
    ask.add_argument("--token", default="")
    ask.add_argument("--actions", type=int, default=150)
    ask.add_argument("--only", default="", help="a part of the pictures' names")
    asked = ask.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    game, match, token = api(asked.server, "games")[0]["id"], asked.match, asked.token
    if not match:
        game, match, token = new_match(asked.server, asked.actions)
    screens = {
        "home": ("/", "document.querySelector('article')"),
        "table": (f"/match/{match}#{token}", "document.querySelector('.world use')"),
        "rules": (f"/rules/{game}", "document.querySelector('article')"),
    }
    browser = Browser()
    try:
        for name, (path, ready) in screens.items():
            for size in SIZES:
                for theme in THEMES:
                    picture = f"{name}-{size}-{theme}"
                    if asked.only in picture:
                        browser.open(asked.server + path, size, theme, f"!!{ready}")
                        browser.take(asked.out / f"{picture}.png")
    finally:
        browser.close()
    for fault in browser.faults:
        print(fault, file=sys.stderr)
    sys.exit(bool(browser.faults))


if __name__ == "__main__":
    main()
