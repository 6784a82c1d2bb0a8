"""Tables of a data pack on disk: folders of TOML and text files, each value with its provenance.

A file `units.toml` with `[FA]` and `move = 3` holds the value `units.FA.move`; a text file
`maps/plain.txt` is the value `maps.plain`. The key `provenance` says where values come from, for
a table and everything below it (`provenance = "printed"`) or for single keys
(`provenance = { move = "inferred" }`, with `"*"` for the rest of the table).
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from sirocco.kernel.refusal import Refused

Value: TypeAlias = "str | int | float | bool | tuple[Value, ...]"

PRINTED: Final = "printed"  # in the book or on a component, as it stands
DERIVED: Final = "derived"  # follows from what is printed
INFERRED: Final = "inferred"  # the likely reading of something unclear or lost
INVENTED: Final = "invented"  # ours, so that the game can be played
OWNER: Final = "owner"  # typed in by somebody who owns the printed game
PROVENANCES: Final = (PRINTED, OWNER, DERIVED, INFERRED, INVENTED)

RULEBOOK: Final = "rulebook"
RECONSTRUCTION: Final = "reconstruction"
MARKS: Final[dict[str, tuple[str, ...]]] = {
    RULEBOOK: (PRINTED, DERIVED, INFERRED),
    RECONSTRUCTION: (PRINTED, DERIVED, INFERRED, INVENTED),
    OWNER: (),
}
TEXT_MARKS: Final[dict[str, str]] = {RULEBOOK: PRINTED, RECONSTRUCTION: INVENTED, OWNER: OWNER}

MAX_BYTES: Final = 4_000_000
_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


class PackError(Refused):
    """A table that cannot be used: which file, which key, and what is wrong with it."""

    def __init__(self, file: str, key: str, sentence: str) -> None:
        super().__init__(": ".join(part for part in (file, key, sentence) if part))
        self.file = file
        self.key = key
        self.sentence = sentence


class Leaf(NamedTuple):
    """One value of a pack, where it comes from, and the file that holds it."""

    value: Value
    provenance: str
    file: str


Leaves: TypeAlias = dict[str, Leaf]


def read_layer(folder: Path, layer: str) -> Leaves:
    """All values below a folder, by path; a folder that is not there holds none."""
    leaves: Leaves = {}
    if not folder.is_dir():
        return leaves
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_dir() or path.name.endswith("~") or any(p.startswith(".") for p in inside.parts):
            continue
        file = f"{layer}/{inside.as_posix()}"
        prefix = inside.with_suffix("").parts
        for part in prefix:
            _check_key(part, file, "")
        if path.suffix == ".toml":
            walk_table(read_toml(path, file), prefix, layer, file, leaves)
        elif path.suffix == ".txt":
            place = ".".join(prefix)
            _add(leaves, place, Leaf(read_text(path, file), TEXT_MARKS[layer], file))
        else:
            raise PackError(file, "", "only .toml tables and .txt maps belong here.")
    return leaves


def walk_table(
    table: Mapping[str, object], prefix: tuple[str, ...], layer: str, file: str, leaves: Leaves
) -> None:
    """Add the values of one table, nested tables too, to `leaves`."""
    _walk(table, prefix, OWNER if layer == OWNER else "", layer, file, leaves)


def _walk(
    table: Mapping[str, object],
    path: tuple[str, ...],
    inherited: str,
    layer: str,
    file: str,
    leaves: Leaves,
) -> None:
    marks = _marks(table, path, layer, file)
    rest = marks.pop("*", inherited)
    for key, content in table.items():
        if key == "provenance":
            continue
        place = (*path, key)
        _check_key(key, file, ".".join(path))
        mark = marks.pop(key, rest)
        if isinstance(content, dict):
            _walk(content, place, mark, layer, file, leaves)
        elif not mark:
            raise PackError(file, ".".join(place), 'has no provenance (such as "printed").')
        else:
            _add(leaves, ".".join(place), Leaf(_value(content, place, file), mark, file))
    for key in marks:
        raise PackError(file, ".".join(path), f"gives the provenance of {key}, which is not there.")


def _add(leaves: Leaves, path: str, leaf: Leaf) -> None:
    if path in leaves:
        raise PackError(leaf.file, path, f"stands in {leaves[path].file} too.")
    leaves[path] = leaf


def _marks(
    table: Mapping[str, object], path: tuple[str, ...], layer: str, file: str
) -> dict[str, str]:
    """What the key `provenance` of a table says: a word for each key, `*` for the others."""
    if "provenance" not in table:
        return {}
    key = ".".join((*path, "provenance"))
    if layer == OWNER:
        raise PackError(file, key, "all values here are the owner's: leave this key out.")
    content = table["provenance"]
    marks = content if isinstance(content, dict) else {"*": content}
    for word in marks.values():
        if word not in MARKS[layer]:
            raise PackError(file, key, f"must be one of {', '.join(MARKS[layer])}, not {word!r}.")
    return dict(marks)


def _value(content: object, place: tuple[str, ...], file: str) -> Value:
    if isinstance(content, float) and not math.isfinite(content):
        raise PackError(file, ".".join(place), "must be a finite number.")
    if isinstance(content, str | int | float):
        return content
    if isinstance(content, list):
        return tuple(_value(item, place, file) for item in content)
    if isinstance(content, dict):
        raise PackError(
            file, ".".join(place), "is a list of tables: give each row an id, [table.id]."
        )
    raise PackError(file, ".".join(place), "dates and times mean nothing here: use text.")


def _check_key(key: str, file: str, place: str) -> None:
    if not _KEY.fullmatch(key):
        raise PackError(file, place, f"{key!r} is no key: use letters, digits, - and _ only.")


def read_text(path: Path, file: str) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PackError(file, "", f"is larger than {MAX_BYTES // 1_000_000} MB.")
        return path.read_bytes().decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise PackError(file, "", "is not text in UTF-8.") from None
    except OSError as error:
        raise PackError(file, "", f"cannot be read: {error.strerror}.") from None


def read_toml(path: Path, file: str) -> dict[str, object]:
    try:
        return tomllib.loads(read_text(path, file))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PackError(file, "", f"is not valid TOML: {error}.") from None
