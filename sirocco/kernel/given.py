"""Tables that people write by hand: every value asked for by its type, every fault one sentence.

>>> table = Given({"turn": 3, "untis": []}, "position")
>>> table.number("turn", 1)
3
>>> table.done("units")
Traceback (most recent call last):
sirocco.kernel.refusal.Refused: position has no key 'untis'; near it: units.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sirocco.kernel.refusal import Refused


class Given:
    """A table with the name by which faults call it; remembers which keys were asked for."""

    __slots__ = ("name", "_asked", "_table")

    def __init__(self, table: Mapping[str, Any], name: str) -> None:
        self.name = name
        self._table = table
        self._asked: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def fault(self, key: str, what: str) -> Refused:
        """The refusal of a value."""
        return Refused(f"{self.name}.{key} {what}.")

    def value(self, key: str) -> Any:
        """A value as it stands, None if it is not there."""
        self._asked.add(key)
        return self._table.get(key)

    def text(self, key: str, default: str = "") -> str:
        value = self.value(key)
        if value is None:
            return default
        if not isinstance(value, str):
            raise self.fault(key, f"must be a text, not {shown(value)}")
        return value

    def number(self, key: str, default: int, low: int = 0, high: int = 9999) -> int:
        value = self.value(key)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fault(key, f"must be a number from {low} to {high}, not {shown(value)}")
        return value

    def flag(self, key: str) -> bool:
        value = self.value(key)
        if value is not None and not isinstance(value, bool):
            raise self.fault(key, f"must be true or false, not {shown(value)}")
        return bool(value)

    def texts(self, key: str) -> list[str]:
        """A list of texts; one text alone counts as a list of one."""
        value = self.value(key)
        if value is None:
            return []
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise self.fault(key, f"must be a list of texts, not {shown(value)}")
        return list(items)

    def numbers(self, key: str, high: int = 9999) -> list[int]:
        value = self.value(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(
            isinstance(item, int) and not isinstance(item, bool) and 0 <= item <= high
            for item in value
        ):
            raise self.fault(key, f"must be a list of numbers from 0 to {high}")
        return list(value)

    def table(self, key: str) -> Given:
        """A table inside this one, empty if it is not there."""
        value = self.value(key)
        if value is not None and not isinstance(value, dict):
            raise self.fault(key, f"must be a table, not {shown(value)}")
        return Given(value or {}, f"{self.name}.{key}")

    def tables(self, key: str) -> list[Given]:
        """A list of tables; one table alone counts as a list of one."""
        value = self.value(key)
        if value is None:
            return []
        items = [value] if isinstance(value, dict) else value
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise self.fault(key, f"must be a list of tables, not {shown(value)}")
        return [Given(item, f"{self.name}.{key} {i + 1}") for i, item in enumerate(items)]

    def choice(self, key: str, known: Iterable[str], default: str) -> str:
        """A text that must be one of these; letters may be large, blanks hyphens or the reverse."""
        value = self.text(key, default)
        words = list(known)
        if key not in self or value in words:
            return value
        for word in words:
            if folded(word) == folded(value):
                return word
        raise self.fault(key, f"is {shown(value)}; known are {', '.join(words)}")

    def plain(self) -> dict[str, Any]:
        """The whole table, all of it asked for."""
        self._asked.update(self._table)
        return dict(self._table)

    def done(self, *others: str) -> None:
        """Refuse keys that nobody asked for; `others` are known keys that were not asked for."""
        known = [*self._asked, *others]
        for key in self._table:
            if key not in known:
                raise Refused(f"{self.name} has no key {key!r}{near(key, known)}.")


def folded(word: str) -> str:
    """A word as it is compared where its letters and hyphens do not matter."""
    return word.casefold().replace("-", " ").replace("_", " ")


def near(word: str, known: Iterable[str]) -> str:
    """`; near it: ...` with the known words that look like this one, or all of a few."""
    words = sorted(set(known))
    found = difflib.get_close_matches(word, words, 3, 0.6)
    if found:
        return f"; near it: {', '.join(found)}"
    return f"; known are {', '.join(words)}" if 0 < len(words) <= 30 else ""


def shown(value: object) -> str:
    """A value in a sentence, cut if it is long."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def one_line(text: str, longest: int = 2000) -> str:
    """A sentence that may hold anything people wrote, fit to be printed as one line.

    >>> one_line("a\\nb")
    'a?b'
    """
    clean = "".join(char if char.isprintable() else "?" for char in text)
    return clean if len(clean) <= longest else clean[: longest - 3] + "..."
