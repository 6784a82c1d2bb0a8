"""Pieces, places and powers as people call them: for the log, prompts and the text board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from sirocco.games.northafrica.board import Board
from sirocco.games.northafrica.kinds import Chart
from sirocco.games.northafrica.powers import FRENCH, SIDE

ADJECTIVES: Final = ("German", "British", "Italian", "US", "French")
SIDE_NAMES: Final = ("the Axis", "the Allies")
_SAME: Final = ("infantry", "artillery")
"""Words that have no plural."""


def number(count: int, word: str) -> str:
    """`1 token`, `3 tokens`."""
    return f"{count} {plural(count, word)}"


def plural(count: int, word: str) -> str:
    return word if count == 1 or word.endswith(_SAME) else f"{word}s"


def nation(chart: Chart, owner: int, kind: int) -> str:
    """Whose a piece is: French pieces are Vichy or Free French, others by their owner."""
    if chart.nation[kind] == FRENCH:
        return "Free French" if SIDE[owner] else "Vichy"
    return ADJECTIVES[owner]


def piece(chart: Chart, owner: int, kind: int, count: int = 1) -> str:
    """`German Panzer IV`, `3 British infantry`."""
    words = f"{nation(chart, owner, kind)} {plural(count, chart.names[kind])}"
    return words if count == 1 else f"{count} {words}"


def pieces(chart: Chart, units: Iterable[tuple[int, int]]) -> str:
    """A list of pieces (owner, kind) in words: `2 German infantry and 1 German Panzer IV`."""
    counts = Counter(units)
    many = len(counts) > 1 or max(counts.values(), default=1) > 1
    said = [
        f"1 {piece(chart, owner, kind)}"
        if many and n == 1
        else (piece(chart, owner, kind, n) if many else f"a {piece(chart, owner, kind)}")
        for (owner, kind), n in sorted(counts.items())
    ]
    return listed(said).replace("a Italian", "an Italian")


def listed(words: list[str]) -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def place(board: Board, s: int) -> str:
    """A space in a sentence, or the Reinforcements Zone."""
    if s >= board.size:
        return "the Reinforcements Zone"
    title = board.title(s)
    return f"the {title} zone" if title.endswith("convoy") else title


def cap(text: str) -> str:
    """A sentence begins with a large letter."""
    return text[:1].upper() + text[1:]
