"""The command `sirocco table`: a game against the computer, in the browser."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from typing import Any, Final

from sirocco.cli.args import Commands, number
from sirocco.cli.serve import run_serve
from sirocco.games import game as game_of
from sirocco.kernel.refusal import Refused
from sirocco.players import NAMES

HOST: Final = "127.0.0.1"
WITHIN: Final = 60.0
"""Seconds that a server may take to start."""


def add_commands(commands: Commands) -> None:
    table = commands.add_parser("table", help="play against the computer in the browser")
    table.add_argument("game", metavar="GAME", nargs="?", default="victory")
    table.add_argument("--against", default="cadet", metavar="PLAYER", help="(%(default)s)")
    table.add_argument("--port", type=number, default=8321, help="port (%(default)s)")
    table.add_argument("--quiet", action="store_true", help="open no browser")
    table.set_defaults(run=run_table)


def run_table(given: argparse.Namespace) -> int:
    """Start the table unless it runs already, make a match and show it."""
    game_of(given.game)
    if given.against not in NAMES:
        raise Refused(f"There is no player {given.against[:40]!r}; known are {', '.join(NAMES)}.")
    address = f"http://{HOST}:{given.port}"
    if _answers(address):
        _show(address, given)
        return 0
    threading.Thread(target=_when_ready, args=(address, given), daemon=True).start()
    return run_serve(_serving(given.port))


def _serving(port: int) -> argparse.Namespace:
    """What `sirocco serve` would be given."""
    found = argparse.ArgumentParser()

    class Only:
        def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser:
            return found

    from sirocco.cli.serve import add_commands as serve_commands

    serve_commands(Only())
    return found.parse_args(["--host", HOST, "--port", str(port)])


def _call(address: str, path: str, message: Any = None) -> Any:
    data = None if message is None else json.dumps(message).encode()
    with urllib.request.urlopen(f"{address}/api/{path}", data, timeout=10) as answer:
        return json.load(answer)


def _answers(address: str) -> bool:
    try:
        return isinstance(_call(address, "games"), list)
    except (urllib.error.URLError, OSError, ValueError):
        return False


def _when_ready(address: str, given: argparse.Namespace) -> None:
    until = time.monotonic() + WITHIN
    while not _answers(address):
        if time.monotonic() > until:
            return
        time.sleep(0.1)
    try:
        _show(address, given)
    except Refused as bad:
        print(bad, file=sys.stderr)


def _show(address: str, given: argparse.Namespace) -> None:
    """A new match against the computer: in the browser, or its address in the terminal."""
    found = next(each for each in _call(address, "games") if each["id"] == given.game)
    mine, *others = found["seats"][found["usual"]["scenario"]]
    seats = {mine: "person"} | dict.fromkeys(others, f"computer:{given.against}")
    try:
        made = _call(address, "matches", {"game": given.game, "seats": seats})
    except urllib.error.HTTPError as bad:
        raise Refused(json.load(bad).get("reason", "The match could not be made.")) from None
    link = f"{address}/match/{made['match']}#{made['seats'][mine]}"
    opened = not given.quiet and _has_screen() and webbrowser.open(link)
    print(f"{'Your game is open in the browser' if opened else 'Your game'}: {link}", flush=True)
    print("The table is served until Ctrl-C; the game is kept and can be continued.", flush=True)


def _has_screen() -> bool:
    """Whether a browser would open in a window of its own, and not in this terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
