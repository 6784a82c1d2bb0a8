"""What a seat cannot know: answers that allies gave and that are not shown yet (D1, D2)."""

from __future__ import annotations

from sirocco.games.northafrica.joint import QUESTIONS, TOPICS
from sirocco.games.northafrica.state import NorthAfrica, clone
from sirocco.kernel.ask import Ask
from sirocco.kernel.chance import Chance
from sirocco.kernel.frames import Together


def resample(g: NorthAfrica, seat: int, chance: Chance) -> NorthAfrica:
    """The same position with other answers of the others, each of them a legal one."""
    new = clone(g)
    hidden = [s for s, said in enumerate(g.answers) if said >= 0 and s != seat]
    if hidden:
        ask = _question(new)
        for other in hidden:
            face = chance.dice(1, "resample", ask.count())[0]
            new.answers[other] = ask.pick(face - 1)
    return new


def _question(g: NorthAfrica) -> Ask:
    """What the seats that have not answered yet are being asked."""
    frame = g.stack[-1]
    assert isinstance(frame, Together)
    waiting = next(stack[-1] for stack in frame.stacks if stack)
    seat, topic, about = waiting.values()[:3]
    return Ask(seat, TOPICS[topic], QUESTIONS[TOPICS[topic]](g, about))
