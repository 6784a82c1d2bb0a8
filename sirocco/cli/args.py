"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from typing import Protocol

from sirocco.kernel.refusal import Refused


class Commands(Protocol):
    """What a module adds its commands to."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser: ...


def number(text: str) -> int:
    """A whole number that is not negative."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        wanted = "a whole number of at most 18 digits, without a sign"
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not {wanted}")
    return int(text)


def count(text: str) -> int:
    """A whole number above zero."""
    found = number(text)
    if not found:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return found


def pairs(given: list[str] | None) -> dict[str, str]:
    """Options written as `name=value`; a name alone means yes."""
    found: dict[str, str] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not name or not name.isprintable():
            raise Refused(f"An option is written name=value, not {text[:40]!r}.")
        if name in found:
            raise Refused(f"Option {name[:40]} is given twice.")
        found[name] = value if equals else "yes"
    return found
