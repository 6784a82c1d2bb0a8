"""Finds a Chromium for tests and measurements, and gets one if there is none.

`python -m sirocco.web.chromium` prints its path. In this order: the variable SIROCCO_CHROMIUM,
the usual names, Playwright's own, Debian's package (as root), Playwright's download.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from sirocco.kernel.refusal import Refused

SETTING: Final = "SIROCCO_CHROMIUM"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ASKING: Final = (
    "from playwright.sync_api import sync_playwright as s\n"
    "with s() as p: print(p.chromium.executable_path)"
)
HELP: Final = (
    "The browser tests need Chromium, and none was found or could be installed: install it "
    f"(Debian: apt-get install chromium), or set {SETTING} to its path."
)


class NoBrowser(Refused):
    """There is no browser on this machine, and none can be had."""


def chromium() -> str:
    """The path of a Chromium that is there, or that could be installed."""
    for found in chain(_there(), _installed()):
        if Path(found).is_file():
            return found
    raise NoBrowser(HELP)


def _there() -> Iterator[str]:
    if named := os.environ.get(SETTING):
        if not Path(named).is_file():
            raise NoBrowser(f"{SETTING} is {named}, and there is no such file.")
        yield named
    yield from filter(None, map(shutil.which, NAMES))
    yield _playwrights()


def _playwrights() -> str:
    """Asked in a process of its own: a test may already have a Playwright running."""
    asked = subprocess.run([sys.executable, "-c", ASKING], capture_output=True, text=True)
    return asked.stdout.strip()


def _installed() -> Iterator[str]:
    """What can be installed, tried only when it is asked for."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        _run(["apt-get", "update", "-q"], quiet)
        _run(["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"], quiet)
        yield from filter(None, map(shutil.which, NAMES))
    _run([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ))
    yield _playwrights()


def _run(command: list[str], variables: dict[str, str]) -> None:
    subprocess.run(command, env=variables, check=False, stdout=sys.stderr, timeout=600)


if __name__ == "__main__":
    try:
        print(chromium())
    except NoBrowser as bad:
        sys.exit(str(bad))
