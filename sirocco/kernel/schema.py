"""What the tables of a game's data pack must look like.

A schema is itself a TOML file, `data/schema.toml`: each table names, by a path with `*` for any
key, the tables it is about, and gives each key a form.

    ["units.*"]
    name = "text"            # any text
    arm = "air|naval|army"   # one of these words
    move = "1..6"            # a whole number in this range
    aboard = "flag?"         # true or false; the ? makes the key optional
    rules = "[text]"         # a list, each item of the form inside
    base = "@places"         # the id of a table below `places`
    "*" = "text"             # any further key

>>> schema = Schema.parse({"units.*": {"move": "1..6"}})
>>> leaf = Leaf(9, "owner", "owner/units.toml")
>>> print(*schema.problems({"units.FA.move": leaf}))
owner/units.toml: units.FA.move: must be a whole number from 1 to 6, not 9.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sirocco.kernel.tables import Leaf, PackError, Value, read_toml


class Problem(NamedTuple):
    """Something wrong with a value: file, key and one sentence."""

    file: str
    key: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.sentence}"


class Form(NamedTuple):
    """What one value must be."""

    optional: bool
    many: bool
    kind: str  # text, flag, number, word, key
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, spec: str) -> Form | None:
        """Read `1..6?` and the like; None if it means nothing."""
        inner = spec.removesuffix("?")
        optional = inner != spec
        many = inner.startswith("[") and inner.endswith("]")
        inner = inner[1:-1] if many else inner
        if inner in ("text", "flag"):
            return cls(optional, many, inner)
        if span := re.fullmatch(r"(-?\d+)\.\.(-?\d+)", inner):
            return cls(optional, many, "number", int(span[1]), int(span[2]))
        if inner.startswith("@"):
            return cls(optional, many, "key", words=(inner[1:],))
        if re.fullmatch(r"[\w-]+(\|[\w-]+)+", inner):
            return cls(optional, many, "word", words=tuple(inner.split("|")))
        return None

    def complaint(self, value: Value, leaves: Mapping[str, Leaf]) -> str:
        """One sentence if the value does not fit, else nothing."""
        if self.many:
            if not isinstance(value, tuple):
                return f"must be a list, not {value!r}."
            items = value
        else:
            items = (value,)
        for item in items:
            if not self._fits(item, leaves):
                return f"must be {self._wanted()}, not {item!r}."
        return ""

    def _fits(self, item: Value, leaves: Mapping[str, Leaf]) -> bool:
        if self.kind == "text":
            return isinstance(item, str)
        if self.kind == "flag":
            return isinstance(item, bool)
        if self.kind == "number":
            return (
                isinstance(item, int)
                and not isinstance(item, bool)
                and self.low <= item <= self.high
            )
        if not isinstance(item, str):
            return False
        if self.kind == "word":
            return item in self.words
        prefix = f"{self.words[0]}.{item}"
        return any(path == prefix or path.startswith(prefix + ".") for path in leaves)

    def _wanted(self) -> str:
        if self.kind == "text":
            return "text"
        if self.kind == "flag":
            return "true or false"
        if self.kind == "number":
            return f"a whole number from {self.low} to {self.high}"
        if self.kind == "word":
            return f"one of {', '.join(self.words)}"
        return f"an id of the table {self.words[0]}"


class Schema:
    """The forms of all tables of a game."""

    __slots__ = ("tables",)

    def __init__(self, tables: tuple[tuple[tuple[str, ...], dict[str, Form]], ...]) -> None:
        self.tables = tables

    @classmethod
    def parse(cls, content: Mapping[str, object], file: str = "schema.toml") -> Schema:
        tables = []
        for path, keys in content.items():
            if not isinstance(keys, Mapping):
                raise PackError(file, path, "must be a table of keys and their forms.")
            forms: dict[str, Form] = {}
            for key, spec in keys.items():
                form = Form.parse(spec) if isinstance(spec, str) else None
                if form is None:
                    raise PackError(file, f"{path}.{key}", f"{spec!r} is no form.")
                forms[str(key)] = form
            tables.append((tuple(path.split(".")), forms))
        return cls(tuple(tables))

    @classmethod
    def load(cls, path: Path) -> Schema:
        """Read a schema file."""
        return cls.parse(read_toml(path, path.name), path.name)

    def problems(self, leaves: Mapping[str, Leaf]) -> tuple[Problem, ...]:
        """Everything that does not fit, in the order of the values; then what is missing."""
        found = [
            problem for path, leaf in leaves.items() for problem in self._odd(path, leaf, leaves)
        ]
        return (*found, *self._missing(leaves))

    def _odd(self, path: str, leaf: Leaf, leaves: Mapping[str, Leaf]) -> Iterator[Problem]:
        *table, key = path.split(".")
        known: list[str] = []
        for pattern, forms in self.tables:
            if _matches(pattern, table):
                form = forms.get(key) or forms.get("*")
                if form is not None:
                    if complaint := form.complaint(leaf.value, leaves):
                        yield Problem(leaf.file, path, complaint)
                    return
                known += forms
        near = difflib.get_close_matches(key, known, 1)
        hint = f" Did you mean {near[0]}?" if near else ""
        yield Problem(leaf.file, path, f"is not a value that this game knows.{hint}")

    def _missing(self, leaves: Mapping[str, Leaf]) -> Iterator[Problem]:
        files: dict[str, str] = {}
        for path, leaf in leaves.items():
            table = path.rpartition(".")[0]
            while table:
                files.setdefault(table, leaf.file)
                table = table.rpartition(".")[0]
        for pattern, forms in self.tables:
            places = [table for table in files if _matches(pattern, table.split("."))]
            if not places and "*" not in pattern:
                places = [".".join(pattern)]
            for table in places:
                for key, form in forms.items():
                    if key != "*" and not form.optional and f"{table}.{key}" not in leaves:
                        yield Problem(files.get(table, "pack"), f"{table}.{key}", "is missing.")


def _matches(pattern: tuple[str, ...], table: list[str]) -> bool:
    return len(pattern) == len(table) and all(
        want in ("*", part) for want, part in zip(pattern, table, strict=True)
    )
