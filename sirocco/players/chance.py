"""The random player: every answer is as likely as any other."""

from __future__ import annotations

from typing import Any, ClassVar

from sirocco.kernel.ask import Ask
from sirocco.kernel.game import Game
from sirocco.players.player import Imagine, Player


class Chancer(Player):
    """Plays anything that is allowed."""

    name: ClassVar[str] = "random"

    def choose(self, game: Game[Any], view: Any, ask: Ask, imagine: Imagine) -> int:
        return ask.pick(int(self.choice.random() * ask.count()))
