"""Choices that allies make together (NA-MULTI-e, D2).

All seats of a side that has a say are asked at the same time, and none sees another's answer
before all are in. Equal answers stand; otherwise the answers are shown and everybody is asked
once more; if they still differ, somebody else decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sirocco.games.northafrica.events import Answered
from sirocco.games.northafrica.ground import everybody
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.ask import Ask
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import frame, procedure, together

Choices = tuple[tuple[int, int], ...]

TRIES: Final = 2
"""How often allies are asked before somebody else decides (D2)."""

QUESTIONS: Final[dict[str, Callable[[NorthAfrica, int], Choices]]] = {}
"""For each topic that allies decide together, what may be answered; the number is the topic's."""
TOPICS: Final[list[str]] = []


def question(topic: str, choices: Callable[[NorthAfrica, int], Choices]) -> int:
    """Make a topic known; its number, for `decide`."""
    QUESTIONS[topic] = choices
    TOPICS.append(topic)
    return len(TOPICS) - 1


@procedure
def answer(g: NorthAfrica, seat: int, topic: int, about: int) -> Procedure[None]:
    said = yield Ask(seat, TOPICS[topic], QUESTIONS[TOPICS[topic]](g, about))
    g.answers[seat] = said


@procedure
def decide(
    g: NorthAfrica, seats: tuple[int, ...], umpire: int, topic: int, about: int
) -> Procedure[int]:
    """The answer of several seats to one question; `umpire` decides if they cannot agree.

    `about` is passed on to the function that lists the choices.
    """
    if len(seats) == 1:
        g.disagreed = 0
        said = yield Ask(seats[0], TOPICS[topic], QUESTIONS[TOPICS[topic]](g, about))
        return said
    while g.disagreed < TRIES:
        yield from together(g, [frame(answer, seat, topic, about) for seat in seats])
        said = agreed(g, seats)
        if said >= 0:
            g.disagreed = 0
            return said
        g.disagreed += 1
    said = yield Ask(umpire, TOPICS[topic], QUESTIONS[TOPICS[topic]](g, about))
    g.disagreed = 0
    return said


def agreed(g: NorthAfrica, seats: tuple[int, ...]) -> int:
    """What all seats said, or -1 if they differ; the answers are shown and forgotten."""
    said = [g.answers[seat] for seat in seats]
    for seat in seats:
        g.answers[seat] = -1
    if g.log is not None:
        g.log.append(Answered(everybody(g), seats, tuple(said)))
    return said[0] if len(set(said)) == 1 else -1
