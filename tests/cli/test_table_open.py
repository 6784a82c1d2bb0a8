"""`sirocco table`, which `make play` runs: a game against the computer in the browser."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.server.served import free_port

COMMAND = (sys.executable, "-m", "sirocco.cli.main", "table", "--quiet")
LINK = re.compile(r"(http://127\.0\.0\.1:\d+)/match/([\w-]+)#([\w-]+)")


def variables(home: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(home), "SIROCCO_DATABASE": ""}


def table(line: str) -> Any:
    found = LINK.search(line)
    assert found is not None, line
    address, match, token = found.groups()
    request = urllib.request.Request(
        f"{address}/api/matches/{match}/table", headers={"Authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def test_a_game_against_the_computer_is_ready(tmp_path: Path) -> None:
    port = str(free_port())
    process = subprocess.Popen(
        [*COMMAND, "--port", port],
        env=variables(tmp_path),
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        found = table(lines[1])
        assert [(seat["name"], seat["kind"]) for seat in found["seats"]] == [
            ("red", "person"),
            ("blue", "computer"),
        ]
        assert found["seat"] == "red" and found["offers"]
        # While the table is served, the same command only makes another match there.
        again = subprocess.run(
            [*COMMAND, "--port", port],
            env=variables(tmp_path),
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert again.returncode == 0
        assert table(again.stdout)["match"] != found["match"]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


@pytest.mark.parametrize("words", [["nosuchgame"], ["victory", "--against", "nobody"]])
def test_what_cannot_be_played_is_refused(tmp_path: Path, words: list[str]) -> None:
    done = subprocess.run(
        [*COMMAND, *words], env=variables(tmp_path), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert words[-1] in done.stderr and "Traceback" not in done.stderr
