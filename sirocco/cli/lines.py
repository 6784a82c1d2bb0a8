"""Lines that people type: in a terminal with completion and history, else plainly."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

LONGEST: Final = 2_000
"""Characters that a line may have; what the game reads of it is shorter still."""
CLEAR: Final = "\033[2J\033[3J\033[H"

Complete = Callable[[str], list[tuple[str, str]]]
"""The words that may follow a text, each with a few words about it."""


class Reader(Protocol):
    """Where lines come from. The end of input raises EOFError."""

    def line(self, prompt: str, seat: str, complete: Complete) -> str: ...

    def clear(self) -> None:
        """Wipe the screen, so that the next person at it sees nothing of the last one."""
        ...

    def width(self) -> int:
        """Characters in a line of the screen; 0 if there is no screen."""
        ...

    def colour(self) -> bool:
        """Whether the screen shows colours."""
        ...


class Piped:
    """Lines from a file or a pipe."""

    def __init__(self) -> None:
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def line(self, prompt: str, seat: str, complete: Complete) -> str:
        print(prompt, end="", flush=True)
        text = sys.stdin.readline()
        if not text:
            print()
            raise EOFError
        shown = text.strip()
        print(shown[:LONGEST] if shown.isprintable() else "?", flush=True)
        return text

    def clear(self) -> None:
        print("\f" + "-" * 60)

    def width(self) -> int:
        return 0

    def colour(self) -> bool:
        return False


class Terminal:
    """Lines from somebody at a terminal; each seat has a history of its own."""

    def __init__(self) -> None:
        self._sessions: dict[str, Any] = {}

    def line(self, prompt: str, seat: str, complete: Complete) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        if seat not in self._sessions:
            self._sessions[seat] = PromptSession(
                history=InMemoryHistory(),
                complete_while_typing=False,
                complete_style=CompleteStyle.READLINE_LIKE,
            )
        found: str = self._sessions[seat].prompt(prompt, completer=_completer(complete))
        return found

    def clear(self) -> None:
        print(CLEAR, end="", flush=True)

    def width(self) -> int:
        return shutil.get_terminal_size().columns

    def colour(self) -> bool:
        """NO_COLOR (no-color.org) and a terminal that knows none turn colours off."""
        return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def reader() -> Reader:
    """The way to read that fits where the program runs."""
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        return Terminal()
    return Piped()


def _completer(complete: Complete) -> Any:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
            typed = document.text_before_cursor
            last = "" if typed.endswith(" ") or not typed else typed.split(" ")[-1]
            for word, about in complete(typed):
                yield Completion(f"{word} ", -len(last), display=word, display_meta=about)

    return Words()
