"""Lowering: procedures become frames; what cannot be lowered is refused with file and line."""

from __future__ import annotations

import importlib.util
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

from sirocco.kernel.ask import NOUN, Ask, verb
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import Frames, Procedure, State, act, pack_stack, pending, start
from sirocco.kernel.lower import CannotLower, frame, frames_of, lowered_source, procedure, together

PICK = verb(1)
DONE = verb(2)


class Tally(State):
    __slots__ = ("out",)

    def __init__(self) -> None:
        super().__init__()
        self.out: list[int] = []


@procedure
def collect(g: Tally, seat: int) -> Procedure[int]:
    total = 0
    while (left := 3 - total) > 0:
        a = yield Ask(seat, "collect", ((PICK, (1 << left) - 1), (DONE, 1)))
        if a == DONE:
            break
        total += (a & NOUN) + 1
    return total


@procedure
def twice(g: Tally) -> Procedure[None]:
    for seat in [0, 1]:
        got = yield from collect(g, seat)
        g.out.append(got)
        if got > 2:
            continue
        bonus: int = 5
        for step in range(4):
            if step == 2:
                break
            bonus += 1
        g.out.append(bonus)
    yield from together(g, [frame(collect, 0), frame(collect, 1)])
    g.out.append(99)


@procedure
def nested(g: Tally, depth: int) -> Procedure[int]:
    if depth == 0:
        a = yield Ask(0, "leaf", ((PICK, 0b11),))
        return a & NOUN
    got = yield from nested(g, depth - 1)
    if got:
        g.out.append(depth)
    else:
        b = yield Ask(1, "other", ((DONE, 1),))
        if b != DONE:
            return 7
    return got


@procedure
def skipping(g: Tally) -> Procedure[None]:
    odd = [m for m in range(6) if m % 2]
    for n in tuple(odd):
        if n == 1:
            continue
        a = yield Ask(0, "skip", ((PICK, 1 << n), (DONE, 1)))
        if a == DONE:
            return
        g.out.append(a & NOUN)
    g.out.append(-1)


def begin(first: Any) -> Tally:
    g = Tally()
    start(g, first, Sampled(0))
    return g


def test_a_loop_with_a_question_keeps_its_locals() -> None:
    g = begin(frame(twice))
    act(g, 0, PICK + 0, Sampled(0))
    assert pending(g)[0].mask(PICK) == 0b11
    act(g, 0, PICK + 1, Sampled(0))
    assert g.out == [3]
    act(g, 1, DONE, Sampled(0))
    assert g.out == [3, 0, 7]


def test_together_asks_both_and_ends_when_both_have_ended() -> None:
    g = begin(frame(twice))
    act(g, 0, PICK + 2, Sampled(0))
    act(g, 1, PICK + 2, Sampled(0))
    assert [ask.seat for ask in pending(g)] == [0, 1]
    act(g, 1, PICK + 2, Sampled(0))
    assert [ask.seat for ask in pending(g)] == [0]
    assert g.out == [3, 3]
    act(g, 0, DONE, Sampled(0))
    assert g.out == [3, 3, 99]
    assert pending(g) == ()


def test_values_come_back_through_calls() -> None:
    g = begin(frame(nested, 3))
    act(g, 0, PICK + 1, Sampled(0))
    assert g.out == [1, 2, 3]
    assert pending(g) == ()
    g = begin(frame(nested, 2))
    act(g, 0, PICK + 0, Sampled(0))
    assert pending(g)[0].topic == "other"
    assert len(g.stack) == 2


def test_continue_and_return_in_a_loop() -> None:
    g = begin(frame(skipping))
    act(g, 0, PICK + 3, Sampled(0))
    act(g, 0, PICK + 5, Sampled(0))
    assert g.out == [3, 5, -1]
    g = begin(frame(skipping))
    act(g, 0, DONE, Sampled(0))
    assert g.out == []
    assert not g.stack


def stored(g: Tally) -> Tally:
    """The same position, through its packed form."""
    known: Frames = frames_of(__name__.rpartition(".")[0])
    new = Tally()
    new.out = g.out[:]
    new.stack = known.unpack_stack(pack_stack(g.stack))
    return new


def test_every_position_can_be_stored_and_taken_up_again() -> None:
    answers = [(0, PICK + 0), (0, PICK + 1), (1, DONE), (1, PICK + 0), (0, PICK + 2), (1, DONE)]
    straight = begin(frame(twice))
    broken = begin(frame(twice))
    for seat, action in answers:
        broken = stored(broken)
        assert [(a.seat, a.choices) for a in pending(broken)] == [
            (a.seat, a.choices) for a in pending(straight)
        ]
        act(straight, seat, action, Sampled(0))
        act(broken, seat, action, Sampled(0))
    assert straight.out == broken.out == [3, 0, 7, 99]


def test_a_copied_frame_goes_its_own_way() -> None:
    g = begin(frame(collect, 0))
    other = Tally()
    other.stack = [f.copy() for f in g.stack]
    act(g, 0, PICK + 2, Sampled(0))
    assert not g.stack
    assert pending(other)[0].mask(PICK) == 0b111


def test_a_question_is_computed_once_per_decision() -> None:
    g = begin(frame(collect, 0))
    assert pending(g) is pending(g)


def test_calling_a_procedure_directly_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="yield from collect"):
        collect(Tally(), 0)


def test_the_lowered_source_can_be_read() -> None:
    assert "def run" in lowered_source(cast(Any, collect))


def test_tracebacks_name_the_author_s_line() -> None:
    module = written(
        "def fail(g: State) -> Procedure[None]:\n    x = yield Ask(0, 'a', ())\n    1 / 0\n"
    )
    g = State()
    start(g, frame(module.fail), Sampled(0))
    with pytest.raises(ZeroDivisionError) as info:
        act(g, 0, 0, Sampled(0))
    last = info.traceback[-1]
    assert str(last.path).endswith("written.py")
    assert (
        "1 / 0"
        in (last.path.read_text().splitlines() if isinstance(last.path, Path) else [])[last.lineno]
    )


HEAD = """\
from __future__ import annotations
from sirocco.kernel.ask import Ask
from sirocco.kernel.frames import Procedure, State
from sirocco.kernel.lower import frame, procedure, together
A = Ask(0, "a", ())


def ask(g: State) -> Ask:
    return A


@procedure
def other(g: State, n: int) -> Procedure[int]:
    x = yield A
    return x


@procedure
"""
_count = 0


def written(text: str) -> ModuleType:
    """A module with one procedure, imported from a file."""
    global _count
    _count += 1
    folder = Path(_folder)
    path = folder / "written.py"
    path.write_text(HEAD + textwrap.dedent(text))
    name = f"lowering_{_count}.written"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path_importer_cache.clear()
    import linecache

    linecache.clearcache()
    spec.loader.exec_module(module)
    return module


_folder = ""


@pytest.fixture(autouse=True)
def a_folder(tmp_path: Path) -> None:
    global _folder
    _folder = str(tmp_path)


REFUSED = {
    "a yield inside an expression": ("    x = 1 + (yield A)\n", "stands alone"),
    "a yield as an argument": ("    x = len((yield A))\n", "stands alone"),
    "a yield in a condition": ("    if (yield A):\n        pass\n", "stands alone"),
    "a yield in a loop's condition": ("    while (yield A):\n        pass\n", "stands alone"),
    "a yield in a sequence": ("    for x in (yield A):\n        yield A\n", "stands alone"),
    "a yield in a return": ("    return (yield A)\n", "stands alone"),
    "an augmented answer": ("    x = 0\n    x += yield A\n", "stands alone"),
    "two targets": ("    x = y = yield A\n", "one plain name"),
    "a tuple as target": ("    x, y = yield A\n", "one plain name"),
    "an attribute as target": ("    g.result = yield A\n", "one plain name"),
    "an empty yield": ("    yield\n", "asks one question"),
    "try around a question": (
        "    try:\n        yield A\n    except ValueError:\n        pass\n",
        "`try`",
    ),
    "with around a question": ("    with open('x') as f:\n        yield A\n", "`with`"),
    "match around a question": (
        "    match g.actor:\n        case 1:\n            yield A\n",
        "`match`",
    ),
    "else of a loop": (
        "    while g.actor:\n        yield A\n    else:\n        pass\n",
        "no `else`",
    ),
    "else of a for loop": (
        "    for x in (1, 2):\n        yield A\n    else:\n        pass\n",
        "no `else`",
    ),
    "two loop variables": ("    for x, y in ((1, 2),):\n        yield A\n", "one plain name"),
    "a function inside": ("    def f() -> int:\n        return 1\n    yield A\n", "function"),
    "a lambda inside": ("    f = lambda: 1\n    yield A\n", "lambda"),
    "a class inside": ("    class C:\n        pass\n    yield A\n", "class"),
    "a global": ("    global A\n    yield A\n", "`global`"),
    "an import inside": ("    import os\n    yield A\n", "imports nothing"),
    "a deleted local": ("    x = 1\n    del x\n    yield A\n", "deletes no local"),
    "a kept name": ("    _at = 1\n    yield A\n", "kept for the kernel"),
    "an assigned state": ("    g = State()\n    yield A\n", "never assigned"),
    "a loop variable of a list that is a local too": (
        "    x = 1\n    y = [x for x in (1, 2)]\n    z = yield A\n",
        "also a local",
    ),
    "yield from a value": ("    yield from (A, A)\n", "by its name"),
    "yield from without the state": ("    yield from other(1, 2)\n", "is the state"),
    "yield from with keywords": ("    yield from other(g, n=2)\n", "plain arguments"),
    "yield from with a star": ("    yield from other(g, *(1,))\n", "plain arguments"),
    "yield from with a question inside": ("    yield from other(g, (yield A))\n", "stands alone"),
    "a line that is never reached": ("    return\n    yield A\n", "never reached"),
    "a walrus deep in an expression": (
        "    x = [1, (y := 2)]\n    a = yield A\n    g.actor = y\n",
        "line of its own",
    ),
    "no question at all": ("    return None\n", "without `yield`"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_lowered_is_refused_at_import(name: str) -> None:
    body, reason = REFUSED[name]
    with pytest.raises(CannotLower) as info:
        written("def wrong(g: State) -> Procedure[None]:\n" + body)
    assert reason in str(info.value)
    assert "written.py, line" in str(info.value)
    assert info.value.lineno and info.value.lineno > HEAD.count("\n")


@pytest.mark.parametrize(
    "head",
    [
        "def wrong() -> Procedure[None]:",
        "def wrong(g: State, n: int = 1) -> Procedure[None]:",
        "def wrong(g: State, *n: int) -> Procedure[None]:",
        "def wrong(g: State, **n: int) -> Procedure[None]:",
        "def wrong(g: State, *, n: int) -> Procedure[None]:",
        "async def wrong(g: State) -> Procedure[None]:",
    ],
)
def test_parameters_are_plain(head: str) -> None:
    with pytest.raises(CannotLower):
        written(head + "\n    yield A\n")


def test_two_procedures_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two procedures"):
        written("def other(g: State) -> Procedure[None]:\n    yield A\n")
