"""Data packs: maps, units, scenarios, cards and tables of a game, in three layers.

`rulebook` holds what the book prints, `reconstruction` what we made so that the game can be
played, and the owner's folder what somebody typed in from a printed copy. The layers are merged
value by value; later wins. The owner's folder is `~/.sirocco/owner/GAME`, or `GAME` in the folder
that the environment variable SIROCCO_OWNER names, or one given by hand; it is never shipped.

>>> pack = Pack.shipped("victory")
>>> pack.value("units.FA.move"), pack.provenance("units.FA.move")
(3, 'printed')
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sirocco.kernel.catalogue import GAMES
from sirocco.kernel.schema import Problem, Schema
from sirocco.kernel.tables import (
    OWNER,
    PRINTED,
    PROVENANCES,
    RECONSTRUCTION,
    RULEBOOK,
    Leaf,
    Leaves,
    PackError,
    Value,
    read_layer,
    read_toml,
    walk_table,
)

__all__ = ["Difference", "Leaf", "Pack", "PackError", "Value", "owner_folder"]

TEMPLATE_HEAD: Final = "# What your copy prints: correct a line and take away its #.\n"


class Difference(NamedTuple):
    """A value that two packs do not share; None where a pack has no such value."""

    path: str
    mine: Leaf | None
    theirs: Leaf | None

    def __str__(self) -> str:
        return f"{self.path}: {_show(self.mine)} / {_show(self.theirs)}"


class Pack:
    """The merged tables of a game. Nothing in it changes.

    `leaves` has every value by its path, in the order of the files; `hash` is the same wherever
    the same values are; `version` is that of the shipped pack, with `+owner` if an owner's folder
    takes part.
    """

    __slots__ = ("game", "version", "hash", "leaves", "tables", "folder")

    def __init__(self, game: str, version: str, leaves: Leaves, folder: Path) -> None:
        self.game = game
        self.version = version
        self.leaves: Mapping[str, Leaf] = MappingProxyType(leaves)
        self.tables: Mapping[str, tuple[str, ...]] = MappingProxyType(_tables(leaves))
        self.folder = folder
        content = {path: leaf.value for path, leaf in leaves.items()}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        self.hash = hashlib.sha256(text.encode("ascii")).hexdigest()

    @classmethod
    def load(
        cls, game: str, owner: Path | str | None = None, *, folder: Path | None = None
    ) -> Pack:
        """The pack of a game with the owner's folder, if there is one."""
        return cls._read(game, owner_folder(game, owner), folder)

    @classmethod
    def in_use(cls, game: str) -> Pack:
        """The pack that a game is played with; an owner's values that do not fit are refused."""
        pack = cls.load(game)
        if pack.version.endswith("+owner"):
            for problem in pack.check():
                raise PackError(*problem)
        return pack

    @classmethod
    def shipped(cls, game: str, *, folder: Path | None = None) -> Pack:
        """The pack of a game as shipped, whatever this machine's owner has typed in."""
        return cls._read(game, None, folder)

    @classmethod
    def _read(cls, game: str, owner: Path | None, folder: Path | None) -> Pack:
        place = (folder if folder is not None else GAMES / game) / "data"
        if not place.is_dir():
            raise PackError("", "", f"There is no data pack for {game!r}.")
        head = read_toml(place / "pack.toml", "pack.toml")
        version = head.get("version")
        if not isinstance(version, str) or set(head) != {"version"}:
            raise PackError("pack.toml", "version", "must be a text, and the only key.")
        leaves: Leaves = {}
        for layer in (RULEBOOK, RECONSTRUCTION):
            _merge(leaves, read_layer(place / layer, layer))
        if owner is not None:
            own = read_layer(owner, OWNER)
            _merge(leaves, own)
            version += "+owner" if own else ""
        return cls(game, version, leaves, place)

    def overlay(self, tables: Mapping[str, object], file: str) -> Pack:
        """This pack with tables of somebody's own on top, as a case may bring them."""
        extra: Leaves = {}
        walk_table(tables, (), OWNER, file, extra)
        leaves = dict(self.leaves)
        _merge(leaves, extra)
        return Pack(self.game, f"{self.version}+{file}", leaves, self.folder)

    def leaf(self, path: str) -> Leaf:
        """A value with its provenance and file."""
        found = self.leaves.get(path)
        if found is None:
            raise self._unknown(path)
        return found

    def value(self, path: str) -> Any:
        """A value as it stands in the file, or a whole table as a read-only mapping."""
        if path in self.tables:
            prefix = f"{path}." if path else ""
            return MappingProxyType({key: self.value(prefix + key) for key in self.tables[path]})
        return self.leaf(path).value

    def number(self, path: str) -> int:
        """A value that must be a whole number."""
        leaf = self.leaf(path)
        if not isinstance(leaf.value, int) or isinstance(leaf.value, bool):
            raise PackError(leaf.file, path, f"must be a whole number, not {leaf.value!r}.")
        return leaf.value

    def text(self, path: str) -> str:
        """A value that must be text."""
        leaf = self.leaf(path)
        if not isinstance(leaf.value, str):
            raise PackError(leaf.file, path, f"must be text, not {leaf.value!r}.")
        return leaf.value

    def flag(self, path: str) -> bool:
        """A value that must be true or false."""
        leaf = self.leaf(path)
        if not isinstance(leaf.value, bool):
            raise PackError(leaf.file, path, f"must be true or false, not {leaf.value!r}.")
        return leaf.value

    def texts(self, path: str) -> tuple[str, ...]:
        """A value that must be a list of texts."""
        leaf = self.leaf(path)
        items = leaf.value if isinstance(leaf.value, tuple) else (0,)
        texts = tuple(item for item in items if isinstance(item, str))
        if len(texts) != len(items):
            raise PackError(leaf.file, path, f"must be a list of texts, not {leaf.value!r}.")
        return texts

    def keys(self, path: str = "") -> tuple[str, ...]:
        """The keys of a table, in order; of the whole pack without a path."""
        found = self.tables.get(path)
        if found is None:
            raise self._unknown(path)
        return found

    def __contains__(self, path: object) -> bool:
        return path in self.leaves or path in self.tables

    def provenance(self, path: str) -> str:
        """Where a value comes from; of a table, the weakest of its values."""
        return max((leaf.provenance for leaf in self._below(path)), key=PROVENANCES.index)

    def status(self, path: str = "") -> dict[str, int]:
        """How many values there are of each provenance, in the pack or below a path."""
        counts = dict.fromkeys(PROVENANCES, 0)
        for leaf in self._below(path):
            counts[leaf.provenance] += 1
        return counts

    def note(self, *paths: str) -> str:
        """`printed`, `owner` or `reconstruction`: what a record says of the values in use."""
        found = {leaf.provenance for path in paths or ("",) for leaf in self._below(path)}
        if found <= {PRINTED, OWNER}:
            return OWNER if OWNER in found else PRINTED
        return RECONSTRUCTION

    def check(self, schema: Schema | None = None) -> tuple[Problem, ...]:
        """What does not fit the schema, the game's own unless another is given."""
        return (schema or Schema.load(self.folder / "schema.toml")).problems(self.leaves)

    def template(self, *, everything: bool = False) -> dict[str, str]:
        """Files for an owner's folder, by name: what is not printed, or everything, as comments."""
        files: dict[str, list[str]] = {}
        tables: dict[str, str] = {}
        for path, leaf in self.leaves.items():
            name = leaf.file.partition("/")[2]
            if not name.endswith(".toml") or (leaf.provenance == PRINTED and not everything):
                continue
            lines = files.setdefault(name, [TEMPLATE_HEAD])
            inside = path.split(".")[len(Path(name).parts) :]
            table = ".".join(inside[:-1])
            if table != tables.get(name, ""):
                tables[name] = table
                lines.append(f"\n[{table}]\n")
            lines.append(_blank(inside[-1], leaf))
        return {name: "".join(lines) for name, lines in files.items()}

    def diff(self, other: Pack) -> tuple[Difference, ...]:
        """The values in which two packs differ, in the order of this one."""
        paths = dict.fromkeys((*self.leaves, *other.leaves))
        pairs = (Difference(p, self.leaves.get(p), other.leaves.get(p)) for p in paths)
        return tuple(
            pair
            for pair in pairs
            if pair.mine is None or pair.theirs is None or pair.mine.value != pair.theirs.value
        )

    def _below(self, path: str) -> tuple[Leaf, ...]:
        if path in self.leaves:
            return (self.leaves[path],)
        if path not in self.tables:
            raise self._unknown(path)
        prefix = f"{path}." if path else ""
        return tuple(leaf for place, leaf in self.leaves.items() if place.startswith(prefix))

    def _unknown(self, path: str) -> PackError:
        near = difflib.get_close_matches(path, [*self.leaves, *self.tables], 3, 0.7)
        hint = f" Near it: {', '.join(near)}." if near else ""
        return PackError("", "", f"The data pack of {self.game} has no {path!r}.{hint}")


def owner_folder(game: str, given: Path | str | None = None) -> Path | None:
    """The folder with the owner's tables: given, from the environment, in the home, or none."""
    if given is not None:
        if not Path(given).is_dir():
            raise PackError(str(given), "", "is not a folder.")
        return Path(given)
    base = os.environ.get("SIROCCO_OWNER")
    if base is not None:
        if not Path(base).is_dir():
            raise PackError(base, "", "is not a folder, though SIROCCO_OWNER names it.")
        folder = Path(base) / game
    else:
        folder = Path(os.path.expanduser("~")) / ".sirocco" / "owner" / game
    return folder if folder.is_dir() else None


def _merge(leaves: Leaves, extra: Leaves) -> None:
    """Put `extra` over `leaves`; a table never takes the place of a value or the reverse."""
    leaves.update(extra)
    tables = _tables(leaves)
    for path, leaf in leaves.items():
        if path in tables:
            raise PackError(leaf.file, path, "is a value here and a table in another place.")


def _tables(leaves: Mapping[str, Leaf]) -> dict[str, tuple[str, ...]]:
    """The keys of each table by its path; the empty path is the pack itself."""
    keys: dict[str, dict[str, None]] = {"": {}}
    for path in leaves:
        parts = path.split(".")
        for depth, part in enumerate(parts):
            keys.setdefault(".".join(parts[:depth]), {})[part] = None
    return {path: tuple(names) for path, names in keys.items()}


def _toml(value: Value) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)


def _blank(key: str, leaf: Leaf) -> str:
    """One value of a template, commented out; a text of several lines keeps its lines."""
    if isinstance(leaf.value, str) and "\n" in leaf.value and "'''" not in leaf.value:
        block = f"{key} = '''\n{leaf.value}'''  # {leaf.provenance}\n"
        return "".join(f"# {line}\n" for line in block.splitlines())
    return f"# {key} = {_toml(leaf.value)}  # {leaf.provenance}\n"


def _show(leaf: Leaf | None) -> str:
    return "none" if leaf is None else f"{_toml(leaf.value)} ({leaf.provenance})"
