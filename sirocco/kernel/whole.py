"""Whole games by random hands, kept as fingerprints: a rule that changes shows in them.

A case says what a rule does; a whole game says that nothing else changed. Its fingerprints are
taken at every decision: of what is asked and where the game stands, of what the seats are shown
and told, and of the reasons for which actions are refused.
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from sirocco.kernel.ask import Ask
from sirocco.kernel.battery import Report, mutated, random_game
from sirocco.kernel.bits import packed
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.frames import act, asked_of, pending
from sirocco.kernel.game import Game
from sirocco.kernel.given import Given, shown
from sirocco.kernel.refusal import Refused

STRETCH: Final = 100
"""Decisions to a print."""
WHOLE: Final = 10
"""The state and the views are looked at whole once in so many decisions."""
TOLD: Final = 3
"""What an answer leads to is told once in so many decisions."""
REFUSED: Final = 3
"""Actions that are not offered and yet tried, once in TOLD decisions."""

PARTS: Final = ("what is asked and done", "what is shown and told", "what is refused")
_PRINT: Final = re.compile(r"[0-9a-f]{8}( [0-9a-f]{8}){2}")
_ENCODE: Final = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A random game and the fingerprints that it must leave."""

    file: str
    title: str
    game: str
    data: str
    seed: int
    scenario: str
    options: Mapping[str, Any]
    prints: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.file}: {self.title}"

    def named(self) -> set[str]:
        """A whole game is about no rule in particular."""
        return set()


def whole_game(given: Given, file: str) -> WholeGame:
    """A whole game as it stands in a file."""
    found = WholeGame(
        file,
        given.text("title"),
        given.text("game"),
        given.text("data"),
        given.number("seed", 0),
        given.text("scenario"),
        given.table("options").plain(),
        tuple(given.texts("prints")),
    )
    given.done()
    for key in ("title", "game", "data", "scenario", "prints"):
        if not getattr(found, key):
            raise given.fault(key, "is missing")
    for one in found.prints:
        if not _PRINT.fullmatch(one):
            raise given.fault("prints", f"are three sums of eight digits each, not {shown(one)}")
    return found


class Prints:
    """The fingerprints of a game as it is played: a `look` of `random_game`."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self._count = 0
        self._sums = [0, 0, 0]

    def look(
        self,
        game: Game[Any],
        state: Any,
        seed: int,
        choice: random.Random,
        report: Report,
        where: str,
    ) -> None:
        """Take in one decision."""
        asks = pending(state)
        for ask in asks:
            self._add(0, f"{ask.seat} {ask.topic}".encode())
            for verb_, mask in ask.choices:
                self._add(0, b"%d " % verb_ + packed(mask))
        if self._count % WHOLE == 0:
            self._add(0, game.pack(state))
            for seat in range(len(game.seats(state))):
                self._add(1, _ENCODE(game.view(state, seat)))
        if self._count % TOLD == 0:
            self._tell(game, state, asks[int(choice.random() * len(asks))], choice)
            self._refuse(game, state, choice)
        self._count += 1
        if self._count % STRETCH == 0:
            self.close()

    def close(self) -> None:
        """End a stretch."""
        if any(self._sums):
            self.out.append(" ".join(f"{value:08x}" for value in self._sums))
            self._sums = [0, 0, 0]

    def _add(self, part: int, data: bytes) -> None:
        self._sums[part] = zlib.crc32(data, self._sums[part])

    def _tell(self, game: Game[Any], state: Any, ask: Ask, choice: random.Random) -> None:
        """What every seat is told about a question, and about what an answer leads to."""
        action = ask.pick(int(choice.random() * ask.count()))
        trial = game.clone(state)
        log: list[Event] = []
        act(trial, ask.seat, action, Sampled(self._count), log)
        self._add(1, game.action_text(state, ask.seat, action).encode())
        self._add(1, " ".join(game.rules_behind(state, ask, action)).encode())
        for seat in range(len(game.seats(state))):
            self._add(1, "\n".join(game.told(state, ask, seat)).encode())
            for event in seen_by(log, seat):
                self._add(1, game.describe(trial, event, seat).encode())

    def _refuse(self, game: Game[Any], state: Any, choice: random.Random) -> None:
        for _ in range(REFUSED):
            seat = int(choice.random() * len(game.seats(state)))
            action = mutated(game, state, choice)
            ask = asked_of(state, seat)
            if ask is None or not ask.allows(action):
                reason = game.why(state, seat, action)
                self._add(2, f"{seat} {action} {reason} {reason.rules}".encode())


def prints_of(
    game: Game[Any], seed: int, scenario: str, options: Mapping[str, Any]
) -> tuple[list[str], list[str]]:
    """The fingerprints of a random game, and what broke down in it."""
    report, prints = Report(), Prints()
    random_game(game, seed, report, prints.look, setting=(scenario, options))
    prints.close()
    return prints.out, report.breaches


def run_whole(whole: WholeGame, game: Game[Any]) -> str:
    """Play a whole game again; where it differs, or an empty text."""
    version = game.pack_of_data()[0]
    if version != whole.data:
        return f"it was played with the data {whole.data}; in use is {version}"
    try:
        found, broken = prints_of(game, whole.seed, whole.scenario, whole.options)
    except Refused as bad:
        return f"set-up: {bad}"
    for number, (one, two) in enumerate(zip(whole.prints, found, strict=False)):
        if one != two:
            parts = [p for p, a, b in zip(PARTS, one.split(), two.split(), strict=True) if a != b]
            first = number * STRETCH
            return f"{'; '.join(parts)}: otherwise in decisions {first} to {first + STRETCH - 1}"
    if len(found) != len(whole.prints):
        return f"it leaves {len(found)} prints, not {len(whole.prints)}"
    return "; ".join(broken)
