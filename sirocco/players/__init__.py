"""Computer players, generic over games.

>>> from sirocco.games import game
>>> from sirocco.kernel.chance import Sampled
>>> victory = game("victory")
>>> state = victory.setup("quick-start", {"limit": 1}, Sampled(1))
>>> seats = [player("random", seat) for seat in range(len(victory.seats(state)))]
>>> play_out(victory, state, seats, Sampled(2)) is not None
True
"""

from __future__ import annotations

import difflib
from typing import Final

from sirocco.kernel.refusal import Refused
from sirocco.players.cadet import Cadet
from sirocco.players.chance import Chancer
from sirocco.players.player import Imagine, Player, decide, play_out

__all__ = ["Imagine", "NAMES", "Player", "decide", "play_out", "player"]

_PLAYERS: Final[dict[str, type[Player]]] = {"random": Chancer, "cadet": Cadet}
NAMES: Final = tuple(_PLAYERS)
"""The computer players by name, the weakest first."""


def player(name: str, seed: int) -> Player:
    """A fresh computer player for one seat; the same seed plays the same way."""
    found = _PLAYERS.get(name)
    if found is None:
        near = difflib.get_close_matches(name[:40].lower(), NAMES, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(NAMES)}."
        raise Refused(f"There is no computer player {name[:40]!r}; {hint}")
    return found(seed)
