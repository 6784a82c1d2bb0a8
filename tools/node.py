"""Finds Node for building the client, and gets it from PyPI if there is none.

python tools/node.py npm run build       # runs a command of Node in web/
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
LEAST: Final = (20, 19)
"""The oldest Node that builds the client."""


class NoNode(Exception):
    """There is no Node on this machine, and none can be had."""


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2]))


def folder() -> Path:
    """The folder with node and npm: the machine's, or one beside this Python."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= LEAST:
        return Path(npm).parent
    here = Path(sys.executable).parent
    if not (here / "npm").exists():
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        lock = ["--require-hashes", "-r", str(ROOT / "requirements-node.lock")]
        if subprocess.run([*pip, *lock]).returncode:
            raise NoNode("The client is built with Node 20.19 or later: install it, with npm.")
    return here


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of Node in web/, and tell what it said."""
    at = folder()
    path = f"{at}{os.pathsep}{os.environ.get('PATH', '')}"
    return subprocess.run(
        [str(at / command[0]), *command[1:]],
        cwd=WEB,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def ready() -> None:
    """See to it that web/node_modules is as package-lock.json says."""
    done, wanted = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if done.exists() and done.stat().st_mtime >= wanted.stat().st_mtime:
        return
    said = run("npm", "ci", "--no-audit", "--no-fund")
    if said.returncode:
        raise NoNode(f"npm ci does not work: {said.stdout[-400:]}")


if __name__ == "__main__":
    try:
        ready()
        done = run(*sys.argv[1:])
    except NoNode as bad:
        sys.exit(str(bad))
    print(done.stdout, end="")
    sys.exit(done.returncode)
