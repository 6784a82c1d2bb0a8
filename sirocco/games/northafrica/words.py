"""The game in words: verbs, nouns, prompts. Each area of the rules brings its own table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE, NO, TO, YES
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import local
from sirocco.kernel.game import Verb
from sirocco.kernel.refusal import Refused

Prompt = str | Callable[[NorthAfrica, Ask], str]
Why = Callable[[NorthAfrica, Ask, int], Refused]


Explain = Callable[[NorthAfrica, int, int], Refused]
"""Why a unit cannot have a noun: go to a space, say."""


def wants(verb: int, explain: Explain, sentence: str, *rules: str) -> Why:
    """Of a question that wants one verb for the unit in hand: that first, then why not its noun."""

    def why(g: NorthAfrica, ask: Ask, action: int) -> Refused:
        if action & ~NOUN != verb:
            return Refused(sentence, *rules)
        return explain(g, local(g, "u"), action & NOUN)

    return why


def always(sentence: str, *rules: str) -> Why:
    """Of a question whose refusal is always the same."""
    return lambda g, ask, action: Refused(sentence, *rules)


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
