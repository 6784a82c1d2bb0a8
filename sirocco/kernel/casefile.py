"""Case files: one case or many to a file; docs/cases.md describes the format."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sirocco.kernel.given import Given, one_line
from sirocco.kernel.refusal import Refused
from sirocco.kernel.whole import WholeGame, whole_game

LARGEST: Final = 1_000_000
"""Bytes that a case file may have."""
DEEPEST: Final = 40
"""Tables that may lie inside each other."""
MOST_DOTS: Final = 200
"""Dots in a line: reading a dotted key takes the square of its length."""
MOST_DICE: Final = 2_000
CASE_KEYS: Final = ("title", "game", "rules", "alone", "position", "do")
SHARED_KEYS: Final = ("from", "game", "rules", "position")


class CaseError(Refused):
    """A file that cannot be read as cases: one sentence with file and key."""

    def __init__(self, file: str, sentence: str) -> None:
        super().__init__(one_line(f"{file}: {sentence}"))
        self.file = file


@dataclass(frozen=True, slots=True)
class Step:
    """One [[do]]: a line of play, or a look at the table, with what must be so afterwards."""

    seat: str
    actions: tuple[str, ...]
    dice: tuple[int, ...]
    expect: dict[str, Any]
    refused: tuple[str, ...]
    not_named: tuple[str, ...]
    must_fail: bool
    why: tuple[str, ...]
    offered: tuple[str, ...]
    not_offered: tuple[str, ...]
    events: dict[str, list[str]]
    no_events: dict[str, list[str]]
    views: tuple[dict[str, Any], ...]
    pending: tuple[dict[str, str], ...] | None
    all_pending: bool

    def title(self, number: int) -> str:
        """The step in a report."""
        if not self.actions:
            return f"step {number}"
        line = "; ".join(self.actions)
        return f"step {number} ({self.seat}: {line})" if self.seat else f"step {number} ({line})"


@dataclass(frozen=True, slots=True)
class Case:
    """A position, what is done there, and what must come of it."""

    file: str
    title: str
    game: str
    rules: tuple[str, ...]
    position: dict[str, Any]
    dice: tuple[int, ...]
    dice_left: bool | tuple[int, ...]
    steps: tuple[Step, ...] = field(default=())

    @property
    def name(self) -> str:
        return f"{self.file}: {self.title}"

    def named(self) -> set[str]:
        """The rules that this case is about, and those by which it expects refusals."""
        out = set(self.rules)
        for step in self.steps:
            out.update(step.refused)
        return out


Loaded = Case | WholeGame
"""What a case file holds."""


def load_cases(paths: Iterable[Path | str]) -> list[Loaded]:
    """The cases of files and folders (with the folders in them), in order."""
    out: list[Loaded] = []
    for path in map(Path, paths):
        if path.is_dir():
            for file in sorted(path.rglob("*.toml")):
                out += _cases_of(file, alone=False)
        else:
            out += _cases_of(path, alone=True)
    return out


def _cases_of(path: Path, alone: bool) -> list[Loaded]:
    content = read_file(path)
    try:
        cases = _read(content, path)
    except CaseError:
        raise
    except Refused as bad:
        raise CaseError(str(path), str(bad)) from None
    if alone and not cases:
        raise CaseError(str(path), "there is no [case] in it.")
    return cases


def read_file(path: Path) -> dict[str, Any]:
    """The content of a TOML file that may be anything."""
    file = str(path)
    try:
        if not path.is_file():
            raise CaseError(file, "there is no such file or folder.")
        if path.stat().st_size > LARGEST:
            raise CaseError(file, f"a case file has at most {LARGEST:,} bytes.")
        text = path.read_bytes().decode("utf-8")
        _check_dots(text, file)
        content = tomllib.loads(text)
        _check_depth(content)
        return content
    except UnicodeDecodeError:
        raise CaseError(file, "this is no text in UTF-8.") from None
    except tomllib.TOMLDecodeError as bad:
        raise CaseError(file, f"this is no valid TOML: {bad}.") from None
    except RecursionError:
        raise CaseError(file, "its tables are nested too deeply.") from None
    except (OSError, ValueError) as bad:
        raise CaseError(file, f"cannot be read: {bad}.") from None


def _check_dots(text: str, file: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            raise CaseError(file, f"line {number} has more than {MOST_DOTS} dots.")


def _check_depth(content: dict[str, Any]) -> None:
    level: list[Any] = [content]
    for _ in range(DEEPEST):
        level = [
            item
            for outer in level
            for item in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(item, dict | list)
        ]
    if level:
        raise RecursionError


def _read(content: dict[str, Any], path: Path) -> list[Loaded]:
    head = content.get("case")
    if isinstance(head, dict):
        return [_single(content, head, path)]
    top = Given(content, "the file")
    shared = _shared(top.table("shared"), path)
    found = top.value("case")
    for key in ("position", "do"):
        if key in top:
            raise Refused(
                f"[{key}] beside [case] goes with a single case; use [shared] or [[case]]."
            )
    out: list[Loaded] = [whole_game(one, str(path)) for one in top.tables("whole")]
    top.done("case", "shared", "position", "do")
    if found is None:
        if not out and "shared" not in content:
            raise Refused("it has neither a table [case] nor a list [[case]].")
        return out
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise Refused("case must be one table [case] or a list of tables [[case]].")
    titles: set[str] = set()
    for i, table in enumerate(found):
        case = _case(Given(table, f"case {i + 1}"), shared, path)
        if case.title in titles:
            raise Refused(f"two cases have the title {case.title!r}.")
        titles.add(case.title)
        out.append(case)
    return out


def _single(content: dict[str, Any], head: dict[str, Any], path: Path) -> Case:
    """The form with one case: [case], [position] and [[do]] stand beside each other."""
    top = Given(content, "the file")
    shared = _shared(top.table("shared"), path)
    for key in ("position", "do"):
        if key in head and key in content:
            raise Refused(f"{key} stands both in [case] and beside it.")
    top.done("case", "position", "do")
    whole = dict(head)
    whole.update((key, content[key]) for key in ("position", "do") if key in content)
    return _case(Given(whole, "case"), shared, path)


def _shared(given: Given, path: Path) -> dict[str, Any]:
    """What the cases of a file share, with what `from` brings from another file."""
    given.done(*SHARED_KEYS)
    table = given.plain()
    name = given.text("from")
    if not name:
        return table
    if Path(name).name != name or name == path.name:
        raise given.fault("from", f"must name another file in the same folder, not {name!r}")
    other = read_file(path.with_name(name)).get("shared")
    if not isinstance(other, dict) or "from" in other:
        raise given.fault("from", f"names {name}, which has no [shared] of its own")
    Given(other, f"shared of {name}").done(*SHARED_KEYS)
    return merged(other, {key: value for key, value in table.items() if key != "from"})


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """A table over another: tables are joined key by key, anything else is replaced."""
    out = dict(base)
    for key, value in over.items():
        before = out.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            out[key] = merged(before, value)
        else:
            out[key] = value
    return out


def _case(given: Given, shared: dict[str, Any], path: Path) -> Case:
    title = given.text("title").strip()
    if not title:
        raise given.fault("title", "is missing")
    if not title.isprintable() or len(title) > 200:
        raise given.fault("title", "must be one line of at most 200 characters")
    given = Given(given.plain(), f"case {title!r}")
    common = Given(shared, "shared")
    game = given.text("game") or common.text("game")
    if not game:
        raise given.fault("game", "is missing")
    rules = given.texts("rules") or common.texts("rules")
    if not rules:
        raise given.fault("rules", "is missing: a case names the rules that it is about")
    base = {} if given.flag("alone") else common.table("position").plain()
    place = Given(merged(base, given.table("position").plain()), f"{given.name}.position")
    dice = place.numbers("dice")
    if len(dice) > MOST_DICE:
        raise place.fault("dice", f"has more than {MOST_DICE} faces")
    steps = tuple(_step(step) for step in given.tables("do"))
    given.done(*CASE_KEYS)
    position = place.plain()
    left = _dice_left(place)
    for key in ("dice", "dice_left"):
        position.pop(key, None)
    if not steps:
        raise given.fault("do", "is missing: a case does or checks something")
    return Case(str(path), title, game, tuple(rules), position, tuple(dice), left, steps)


def _dice_left(place: Given) -> bool | tuple[int, ...]:
    if isinstance(place.value("dice_left"), list):
        return tuple(place.numbers("dice_left"))
    return place.flag("dice_left")


def _step(given: Given) -> Step:
    seat = given.text("seat")
    actions = given.texts("action")
    refused = given.texts("refused")
    not_named = given.texts("not_named")
    why = given.texts("why")
    must_fail = bool(refused or not_named or why)
    if must_fail and len(actions) != 1:
        raise Refused(f"{given.name} expects a refusal, so it needs exactly one action.")
    pending = given.tables("pending")
    step = Step(
        seat=seat,
        actions=tuple(actions),
        dice=tuple(given.numbers("dice")),
        expect=given.table("expect").plain(),
        refused=tuple(refused),
        not_named=tuple(not_named),
        must_fail=must_fail,
        why=tuple(why),
        offered=tuple(given.texts("offered")),
        not_offered=tuple(given.texts("not_offered")),
        events=_by_seat(given, "events", seat),
        no_events=_by_seat(given, "no_events", seat),
        views=tuple(view.plain() for view in given.tables("view")),
        pending=tuple(_asked(one) for one in pending) if "pending" in given else None,
        all_pending=isinstance(given.value("pending"), list),
    )
    given.done()
    if not step.actions and not _looks(step):
        raise Refused(f"{given.name} neither does nor checks anything.")
    return step


def _looks(step: Step) -> bool:
    return bool(
        step.expect
        or step.offered
        or step.not_offered
        or step.events
        or step.no_events
        or step.views
        or step.pending is not None
    )


def _by_seat(given: Given, key: str, seat: str) -> dict[str, list[str]]:
    """Lines of a log: a list for the step's seat, or a table with a list for each seat."""
    if isinstance(given.value(key), dict):
        table = given.table(key)
        return {name: table.texts(name) for name in table}
    lines = given.texts(key)
    return {seat: lines} if lines else {}


def _asked(given: Given) -> dict[str, str]:
    out = {key: given.text(key) for key in ("seat", "topic", "prompt") if key in given}
    given.done("seat", "topic", "prompt")
    if not out:
        raise Refused(f"{given.name} must name a seat, a topic or words of the prompt.")
    return out
