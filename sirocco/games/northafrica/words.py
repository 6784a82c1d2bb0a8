"""The game in words: verbs, nouns, prompts. Each area of the rules brings its own table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sirocco.games.northafrica.alike import kinds_named, unit_name, unit_of
from sirocco.games.northafrica.hits import TARGETS
from sirocco.games.northafrica.powers import POWERS, SIDES
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE, NO, TO, YES
from sirocco.kernel.ask import Ask
from sirocco.kernel.game import Verb
from sirocco.kernel.refusal import Refused

NAMED: Final[dict[str, tuple[str, ...]]] = {"type": TARGETS, "power": POWERS, "side": SIDES}
"""Kinds of noun that are words of a list."""
Prompt = str | Callable[[NorthAfrica, Ask], str]
Why = Callable[[NorthAfrica, Ask, int], Refused]


class Words(NamedTuple):
    """What an area of the rules says about its questions.

    `verbs`    how actions are written; nouns are unit, space, kind, type, power, side, number
    `prompts`  the question of each topic, in plain words
    `behind`   the rules behind each verb
    `topics`   rules behind a verb in one topic, where they differ
    `why`      for each topic the function that explains a refusal
    `shut`     rules that keep a verb shut when another question is open, or another seat is asked
    """

    verbs: dict[int, Verb]
    prompts: dict[str, Prompt]
    behind: dict[int, tuple[str, ...]]
    topics: dict[tuple[str, int], tuple[str, ...]]
    why: dict[str, Why]
    shut: dict[int, tuple[str, ...]] = {}  # noqa: RUF012


COMMON: Final = Words(
    {DONE: Verb("done"), YES: Verb("yes"), NO: Verb("no"), TO: Verb("to {}", "space")},
    {},
    {
        DONE: ("NA-ORDER-e",),
        YES: ("NA-ORDER-e",),
        NO: ("NA-ORDER-e",),
        TO: ("NA-SPACES-a",),
    },
    {},
    {},
)


def noun_text(g: NorthAfrica, seat: int, kind: str, noun: int) -> str:
    """A noun as it is written."""
    if kind == "unit":
        return unit_name(g, noun) if noun < len(g.kind) else str(noun)
    if kind == "space":
        return g.board.names[noun] if noun < g.board.size else str(noun)
    if kind == "kind":
        return g.board.chart.codes[noun] if noun < g.board.chart.kinds else str(noun)
    if kind in NAMED:
        return NAMED[kind][noun] if noun < len(NAMED[kind]) else str(noun)
    return str(noun)


def noun_of(g: NorthAfrica, seat: int, kind: str, text: str) -> int:
    """The noun that a word names for a seat, or -1."""
    if kind == "unit":
        return unit_of(g, g.power, text)
    if kind == "space":
        return g.board.find(text)
    if kind == "kind":
        found = kinds_named(g, g.power, text.lower())
        return found[0] if found else -1
    if kind in NAMED:
        return NAMED[kind].index(text.lower()) if text.lower() in NAMED[kind] else -1
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else -1
