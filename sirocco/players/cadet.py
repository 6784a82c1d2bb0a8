"""The cadet: follows the advice that a game's folder gives, without looking ahead."""

from __future__ import annotations

import importlib
from typing import Any, ClassVar, Protocol, cast

from sirocco.kernel.ask import Ask
from sirocco.kernel.game import Game
from sirocco.kernel.refusal import Refused
from sirocco.players.player import Imagine, Player


class Adviser(Protocol):
    """What a decent player of one game knows, for one seat (class `Adviser` in its `advice`)."""

    def choose(self, view: Any, ask: Ask, imagine: Imagine) -> int:
        """The answer to a question."""
        ...


class Cadet(Player):
    """A sensible beginner. It plans a turn at its start and keeps to the plan."""

    name: ClassVar[str] = "cadet"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._advisers: dict[str, Adviser] = {}

    def choose(self, game: Game[Any], view: Any, ask: Ask, imagine: Imagine) -> int:
        adviser = self._advisers.get(game.id)
        if adviser is None:
            adviser = self._advisers[game.id] = adviser_of(game)
        return adviser.choose(view, ask, imagine)


def adviser_of(game: Game[Any]) -> Adviser:
    """A fresh adviser of a game."""
    name = f"sirocco.games.{game.id}.advice"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name not in (name, name.rpartition(".")[0]):
            raise
        raise Refused(f"The cadet has no advice for {game.title}: play against random.") from None
    return cast(Adviser, module.Adviser())
