"""Lowering: a procedure of the rules, written as a generator, becomes a frame.

`@procedure` reads the source of a function such as

    @procedure
    def movement(g: State, side: int) -> Procedure[None]:
        while True:
            order = yield Ask(side, "movement", ((MOVE, movable(g, side)), (DONE, 1)))
            if order == DONE:
                return
            yield from one_move(g, side, order & NOUN)

and makes a class of `Frame` from it, so that the place in the rules can be copied, stored and
taken up again. What cannot be lowered is refused at import, with file and line.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn, ParamSpec, Protocol, TypeVar, cast

from sirocco.kernel.frames import Frame, Frames, Procedure, State, Together
from sirocco.kernel.lower_blocks import Blocks, CannotLower

P = ParamSpec("P")
T = TypeVar("T")

FRAMES: Final[dict[str, Frames]] = {}
"""The procedures of each package."""


def frames_of(package: str) -> Frames:
    """The procedures of a game's package."""
    return FRAMES.setdefault(package, Frames())


def procedure(fn: Callable[P, Procedure[T]]) -> Callable[P, Procedure[T]]:
    """Lower a procedure and give back what `yield from` and `frame` understand.

    The type says generator, for the author and the type checker; the object is a `Lowered`.
    """
    return cast("Callable[P, Procedure[T]]", Lowered(fn, lower(fn)))


class Lowered:
    """A lowered procedure: knows its frame class; calling it outside a procedure is a mistake."""

    def __init__(self, fn: Callable[..., Any], frame: Callable[..., Frame]) -> None:
        self.__wrapped__ = fn
        self.__doc__ = fn.__doc__
        self.__name__ = fn.__name__
        self.__module__ = fn.__module__
        self.frame = frame

    def __call__(self, *args: Any) -> NoReturn:
        raise TypeError(
            f"{self.__name__} is a procedure of the rules: use `yield from {self.__name__}(...)`"
        )


def frame(call: Callable[..., Procedure[Any]], *args: Any) -> Frame:
    """A fresh frame of a procedure, as pushed by `yield from`."""
    return cast(Lowered, call).frame(*args)


class _Together(Protocol):
    """The type of `together`."""

    def __call__(
        self, g: State, frames: Sequence[Frame], parties: Sequence[int] = (), /
    ) -> Procedure[None]: ...


def _side_by_side(
    g: State, frames: Sequence[Frame], parties: Sequence[int] = ()
) -> Procedure[None]:
    """Run several procedures side by side: `yield from together(g, [frame(a, 0), frame(a, 1)])`.

    Allies, who do see each other's choices, are given the same number in `parties`.
    """
    raise TypeError("together is for `yield from` in a procedure of the rules")


def _both(frames: Sequence[Frame], parties: Sequence[int] = ()) -> Frame:
    return Together([[one] for one in frames], tuple(parties) or tuple(range(len(frames))))


def lower(fn: Callable[..., Any]) -> type[Frame]:
    """The frame class of a generator function."""
    tree, file = _source(fn)
    name = f"{fn.__module__.rpartition('.')[2]}.{fn.__name__}"
    frame = _build(tree, file, name, fn.__globals__)
    frames_of(fn.__module__.rpartition(".")[0]).add(frame)
    return frame


def lowered_source(fn: Callable[..., Any]) -> str:
    """The text of the functions that a procedure is lowered to, for the curious."""
    inner = getattr(fn, "__wrapped__", fn)
    tree, file = _source(inner)
    return "\n\n".join(ast.unparse(part) for part in Blocks(tree, file).functions())


def _source(fn: Callable[..., Any]) -> tuple[ast.FunctionDef, str]:
    file = inspect.getsourcefile(fn) or "?"
    lines, first = inspect.getsourcelines(fn)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    function = tree.body[0]
    if not isinstance(function, ast.FunctionDef):
        raise CannotLower(file, function, "a procedure is a plain function")
    return function, file


def _build(tree: ast.FunctionDef, file: str, name: str, names: dict[str, Any]) -> type[Frame]:
    blocks = Blocks(tree, file)
    module = ast.Module(blocks.functions(), [])
    scope: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(module), file, "exec"), names, scope)
    scope["__slots__"] = blocks.fields
    scope["fields"] = blocks.fields
    scope["name"] = name
    return type(tree.name, (Frame,), scope)


together = cast("_Together", Lowered(_side_by_side, _both))


__all__ = [
    "CannotLower",
    "Lowered",
    "frame",
    "frames_of",
    "lower",
    "lowered_source",
    "procedure",
    "together",
]
