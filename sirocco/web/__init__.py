"""The client as it is sent: plain files, built from `web/` and kept here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).resolve().parent / "static"


def static_file(path: str) -> Path | None:
    """The file of the client with this path; nothing outside its folder is ever found."""
    if not path or "\x00" in path or "\\" in path:
        return None
    found = (STATIC / path).resolve()
    return found if found.is_relative_to(STATIC.resolve()) and found.is_file() else None
