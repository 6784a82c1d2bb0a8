"""The catalogue of a game: its rules as single statements with ids, and the rulings on them.

>>> catalogue = Catalogue.load("victory")
>>> catalogue.rule("V-INIT-b").title
'Initiative ties are rerolled'
>>> [found.id for found in catalogue.search("initiative tie")]
['V-INIT-b', 'A15']
"""

from __future__ import annotations

import difflib
import re
import textwrap
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from sirocco.kernel.refusal import Refused

GAMES: Final = Path(__file__).resolve().parent.parent / "games"
KINDS: Final = ("core", "setup", "scenario", "victory", "optional")
WIDTH: Final = 88


class CatalogueError(Refused):
    """A catalogue that cannot be read, or an id that is not in it."""


class Rule(NamedTuple):
    """One statement of the rulebook, in our words."""

    id: str
    title: str
    text: str
    kind: str
    topic: str
    source: str

    @property
    def section(self) -> str:
        """The id without its last letter: all statements of one paragraph share it."""
        return self.id.rpartition("-")[0]


class Ruling(NamedTuple):
    """An answer where the rulebook is silent or contradicts itself."""

    id: str
    question: str
    ruling: str
    reason: str
    rules: tuple[str, ...]


class Catalogue:
    """Rules and rulings of one game, in the order of the book. Nothing in it changes."""

    __slots__ = ("game", "rules", "rulings", "_folded")

    def __init__(self, game: str, rules: tuple[Rule, ...], rulings: tuple[Ruling, ...]) -> None:
        self.game = game
        self.rules = MappingProxyType({rule.id: rule for rule in rules})
        self.rulings = MappingProxyType({ruling.id: ruling for ruling in rulings})
        self._folded = {id.casefold(): id for id in (*self.rules, *self.rulings)}
        if len(self._folded) != len(rules) + len(rulings):
            raise CatalogueError(f"The catalogue of {game} has an id twice.")
        for ruling in rulings:
            for id in ruling.rules:
                if id not in self.rules:
                    raise CatalogueError(
                        f"Ruling {ruling.id} of {game} cites {id}, which is no rule."
                    )

    @classmethod
    def load(cls, game: str, folder: Path | None = None) -> Catalogue:
        """Read `rules.toml` and `rulings.toml` (if any) of a game's folder."""
        place = folder if folder is not None else GAMES / game
        rules = tuple(_rule(row, game) for row in _rows(place / "rules.toml", "rule"))
        path = place / "rulings.toml"
        rulings = (
            tuple(_ruling(row, game) for row in _rows(path, "ruling")) if path.exists() else ()
        )
        return cls(game, rules, rulings)

    def __len__(self) -> int:
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __contains__(self, id: object) -> bool:
        return id in self.rules or id in self.rulings

    def rule(self, id: str) -> Rule:
        """The rule with this id; letters may be large or small."""
        found = self.rules.get(self._folded.get(id.strip().casefold(), ""))
        if found is None:
            raise self._unknown(id)
        return found

    def section(self, id: str) -> tuple[Rule, ...]:
        """All rules of a section: `V-5.46` gives V-5.46-a and those that follow."""
        wanted = id.strip().casefold()
        return tuple(rule for rule in self if rule.section.casefold() == wanted)

    def rulings_on(self, id: str) -> tuple[Ruling, ...]:
        """The rulings that cite a rule."""
        return tuple(ruling for ruling in self.rulings.values() if id in ruling.rules)

    def explain(self, id: str) -> str:
        """A rule with its rulings, a ruling with its rules, or a whole section, as text."""
        ruling = self.rulings.get(self._folded.get(id.strip().casefold(), ""))
        if ruling is not None:
            return self._explain_ruling(ruling)
        rules = self.section(id) or (self.rule(id),)
        return "\n\n".join(self._explain_rule(rule) for rule in rules)

    def search(self, words: str) -> tuple[Rule | Ruling, ...]:
        """Rules, then rulings, that contain all the words; those with all in the title first."""
        wanted = [word.casefold() for word in words.split()]
        if not wanted:
            return ()
        rules = [r for r in self if _has(f"{r.id} {r.title} {r.text} {r.kind} {r.topic}", wanted)]
        rules.sort(key=lambda rule: not _has(f"{rule.id} {rule.title}", wanted))
        rulings = [
            r for r in self.rulings.values() if _has(f"{r.id} {r.question} {r.ruling}", wanted)
        ]
        return (*rules, *rulings)

    def _explain_rule(self, rule: Rule) -> str:
        lines = [f"{rule.id}  {rule.title}", _fill(rule.text), f"  {_origin(rule)}"]
        for ruling in self.rulings_on(rule.id):
            lines.append(_fill(f"{ruling.id}: {ruling.ruling}"))
        return "\n".join(lines)

    def _explain_ruling(self, ruling: Ruling) -> str:
        lines = [f"{ruling.id}  {ruling.question}", _fill(f"{ruling.ruling} {ruling.reason}")]
        lines += [f"  {id}  {self.rules[id].title}" for id in ruling.rules]
        return "\n".join(lines)

    def _unknown(self, id: str) -> CatalogueError:
        asked = id.strip().casefold()
        near = difflib.get_close_matches(asked, list(self._folded), 4, 0.6)
        hint = f" Near it: {', '.join(self._folded[match] for match in near)}." if near else ""
        return CatalogueError(f"{self.game} has no rule {id.strip()!r}.{hint}")


def _origin(rule: Rule) -> str:
    return f"[{rule.kind}, {rule.topic}; {rule.source}]"


def _fill(text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _has(text: str, words: list[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)


def _rows(path: Path, table: str) -> list[dict[str, object]]:
    try:
        with path.open("rb") as file:
            content = tomllib.load(file)
    except FileNotFoundError:
        raise CatalogueError(f"There is no catalogue {path.name} in {path.parent}.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CatalogueError(f"{path}: cannot be read: {error}.") from None
    rows = content.get(table)
    if set(content) != {table} or not isinstance(rows, list):
        raise CatalogueError(f"{path}: must be a list of [[{table}]] and nothing else.")
    for row in rows:
        if not isinstance(row, dict):
            raise CatalogueError(f"{path}: must be a list of [[{table}]] and nothing else.")
    return rows


def _rule(row: dict[str, object], game: str) -> Rule:
    rule = Rule(*_texts(row, Rule._fields, game))
    if rule.kind not in KINDS:
        raise CatalogueError(f"Rule {rule.id} of {game} is of no known kind: {rule.kind!r}.")
    if not re.fullmatch(r"[A-Z]+-[A-Z0-9.]+-[a-z]{1,2}", rule.id):
        raise CatalogueError(f"{game}: {rule.id!r} is no rule id: prefix, section, letter.")
    return rule


def _ruling(row: dict[str, object], game: str) -> Ruling:
    id, question, ruling, reason = _texts(row, Ruling._fields[:4], game, ("rules",))
    rules = row.get("rules")
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise CatalogueError(f"Ruling {id} of {game}: rules must be a list of rule ids.")
    return Ruling(id, question, ruling, reason, tuple(str(rule) for rule in rules))


def _texts(
    row: dict[str, object], keys: tuple[str, ...], game: str, others: tuple[str, ...] = ()
) -> list[str]:
    """The values of these keys, all texts; no other keys may be there but `others`."""
    name = row.get("id", "without id")
    for key in row:
        if key not in keys and key not in others:
            raise CatalogueError(f"Statement {name} of {game} has an unknown key {key!r}.")
    texts = []
    for key in keys:
        value = row.get(key)
        if not isinstance(value, str) or not value:
            raise CatalogueError(f"Statement {name} of {game} has no {key}.")
        texts.append(value)
    return texts


@cache
def catalogue_of(game: str) -> Catalogue:
    """The catalogue of a game, read once."""
    return Catalogue.load(game)
