"""The games: one folder each, with rules, data pack, drawing hints and advice.

>>> "victory" in games()
True
>>> game("victory").title
'Victory'
"""

from __future__ import annotations

import difflib
import importlib
from functools import lru_cache
from typing import Any, cast

from sirocco.games.table import TextBoard
from sirocco.kernel.catalogue import GAMES
from sirocco.kernel.game import Game
from sirocco.kernel.refusal import Refused

__all__ = ["TextBoard", "check_id", "game", "games", "text_board"]


@lru_cache(maxsize=1)
def games() -> tuple[str, ...]:
    """The ids of all games that can be played."""
    return tuple(sorted(path.parent.name for path in GAMES.glob("*/game.py")))


def game(id: str) -> Game[Any]:
    """The game with an id; it is loaded when first asked for."""
    check_id(id)
    return cast(Game[Any], importlib.import_module(f"sirocco.games.{id}.game").GAME)


def text_board(id: str) -> TextBoard:
    """What a game tells the text board."""
    check_id(id)
    return cast(TextBoard, importlib.import_module(f"sirocco.games.{id}.textboard").TEXT_BOARD)


def check_id(id: str) -> None:
    """Refuse what is no game."""
    if id not in games():
        near = difflib.get_close_matches(id[:40].lower(), games(), 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"games are {', '.join(games())}."
        raise Refused(f"There is no game {id[:40]!r}; {hint}")
