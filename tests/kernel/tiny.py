"""A tiny game for tests of the kernel: two seats, secret numbers, dice, a few turns."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import msgspec

from sirocco.kernel.ask import NOUN, Ask, verb
from sirocco.kernel.catalogue import Catalogue
from sirocco.kernel.chance import Chance
from sirocco.kernel.events import Event, Rolled
from sirocco.kernel.frames import Procedure, State, pack_stack, start
from sirocco.kernel.game import Game, Outcome, Verb
from sirocco.kernel.lower import frame, frames_of, procedure, together
from sirocco.kernel.refusal import Refused

HIDE, ADD, ROLL, SHOW, DONE = (verb(n) for n in range(1, 6))


class Tiny(State):
    """Two hidden numbers, two scores, a count of turns."""

    __slots__ = ("hidden", "limit", "score", "turn")

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.hidden = [0, 0]
        self.score = [0, 0]
        self.turn = 0
        self.limit = limit


class Scored(Event, frozen=True, tag="scored"):
    seat: int
    score: int


class Shown(Event, frozen=True, tag="shown"):
    seat: int
    number: int

    reveals: ClassVar[bool] = True


@procedure
def hide(g: Tiny, seat: int) -> Procedure[None]:
    a = yield Ask(seat, "hide", ((HIDE, 0b111110),))
    g.hidden[seat] = a & NOUN


@procedure
def play(g: Tiny) -> Procedure[None]:
    yield from together(g, [frame(hide, 0), frame(hide, 1)])
    while g.turn < g.limit:
        seat = g.turn % 2
        while True:
            a = yield Ask(seat, "turn", ((ADD, 0b1110), (ROLL, 1), (SHOW, 1), (DONE, 1)))
            if a == DONE:
                break
            take(g, seat, a)
            if a == ROLL:
                break
        g.turn += 1


def take(g: Tiny, seat: int, a: int) -> None:
    if a == ROLL:
        assert g.chance is not None
        faces = g.chance.dice(1, "luck")
        g.score[seat] += faces[0]
        if g.log is not None:
            g.log.append(Rolled(3, "luck", 6, faces))
    elif a == SHOW:
        if g.log is not None:
            g.log.append(Shown(3, seat, g.hidden[seat]))
    else:
        g.score[seat] += a & NOUN
    if g.log is not None:
        g.log.append(Scored(3, seat, g.score[seat]))


class TinyGame(Game[Tiny]):
    id: ClassVar[str] = "tiny"
    title: ClassVar[str] = "Tiny"
    rules_version: ClassVar[str] = "tiny-1"
    verbs: ClassVar[Mapping[int, Verb]] = {
        HIDE: Verb("hide {}", "number"),
        ADD: Verb("add {}", "number"),
        ROLL: Verb("roll"),
        SHOW: Verb("show"),
        DONE: Verb("done"),
    }

    def setup(
        self,
        scenario: str,
        options: Mapping[str, Any],
        chance: Chance,
        log: list[Event] | None = None,
    ) -> Tiny:
        if scenario != "duel":
            raise Refused(f"There is no scenario '{scenario}' in this game; known is duel.")
        g = Tiny(int(options.get("limit", 4)))
        start(g, frame(play), chance, log)
        return g

    def clone(self, state: Tiny) -> Tiny:
        new = state.twin()
        new.hidden, new.score = state.hidden[:], state.score[:]
        new.turn, new.limit = state.turn, state.limit
        return new

    def pack(self, state: Tiny) -> bytes:
        stack = pack_stack(state.stack)
        return msgspec.msgpack.encode([state.hidden, state.score, state.turn, state.limit, stack])

    def unpack(self, data: bytes) -> Tiny:
        hidden, score, turn, limit, stack = msgspec.msgpack.decode(data)
        new = Tiny(limit)
        new.hidden, new.score, new.turn = hidden, score, turn
        new.stack = frames_of(__name__.rpartition(".")[0]).unpack_stack(stack)
        return new

    def seats(self, state: Tiny) -> tuple[str, ...]:
        return ("left", "right")

    def view(self, state: Tiny, seat: int) -> Any:
        return {"mine": state.hidden[seat], "score": list(state.score), "turn": state.turn}

    def resample(self, state: Tiny, seat: int, chance: Chance) -> Tiny:
        new = self.clone(state)
        if new.hidden[1 - seat]:
            new.hidden[1 - seat] = 1 + chance.dice(1, "belief")[0] % 5
        return new

    def outcome(self, state: Tiny) -> Outcome | None:
        if state.turn < state.limit:
            return None
        best = max(state.score)
        return Outcome(tuple(s for s in (0, 1) if state.score[s] == best), "points")

    def score(self, state: Tiny, seat: int) -> float:
        return 0.5

    def catalogue(self) -> Catalogue:
        return Catalogue.load("victory")

    def pack_of_data(self) -> tuple[str, str, str]:
        return "1", "0" * 64, "printed"

    def prompt(self, state: Tiny, ask: Ask) -> str:
        return f"Your {ask.topic}?"

    def rules_behind(self, state: Tiny, ask: Ask, action: int) -> tuple[str, ...]:
        return ("V-TURN-a",)

    def noun_text(self, state: Tiny, seat: int, kind: str, noun: int) -> str:
        return str(noun)

    def noun_of(self, state: Tiny, seat: int, kind: str, text: str) -> int:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1

    def describe(self, state: Tiny, event: Event, seat: int) -> str:
        return str(event)

    def mixture(self, choice: Random) -> tuple[str, dict[str, Any]]:
        return "duel", {"limit": choice.randrange(1, 9)}

    def audit(self, state: Tiny) -> list[str]:
        return [] if all(0 <= n <= 5 for n in state.hidden) else ["a number is out of range"]

    def from_position(
        self, table: Mapping[str, Any], chance: Chance, log: list[Event] | None = None
    ) -> Tiny:
        g = Tiny(int(table.get("limit", 4)))
        start(g, frame(play), chance, log)
        return g

    def facts(self, state: Tiny, seat: int = -1) -> dict[str, Any]:
        return {"score": state.score, "turn": state.turn}

    def why(self, state: Tiny, seat: int, action: int) -> Refused:
        return Refused("That is not open now.", "V-TURN-a")


TINY = TinyGame()
