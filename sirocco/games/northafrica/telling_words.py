"""How the log says the fields of events."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import sayings as say
from sirocco.games.northafrica.events import Piece
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.state import PHASES, NorthAfrica
from sirocco.games.telling import InWords


def at(g: NorthAfrica, s: int) -> str:
    return say.place(g.board, s)


def named(g: NorthAfrica, piece: Piece) -> str:
    return say.piece(g.board.chart, *piece)


def load(g: NorthAfrica, pieces: tuple[Piece, ...], supply: int = 0) -> str:
    """`2 German infantry and 3 supply`."""
    words = [say.pieces(g.board.chart, pieces)] if pieces else []
    if supply:
        words.append(f"{supply} supply")
    return say.listed(words)


IN_WORDS: Final[InWords[NorthAfrica]] = {
    "power": lambda g, power: POWER_NAMES[power],
    "phase": lambda g, phase: PHASES[phase],
    "seat": lambda g, seat: g.terms.seats[seat],
    "side": lambda g, side: say.SIDE_NAMES[side],
    "piece": named,
    "pieces": load,
    **dict.fromkeys(("space", "start", "end", "target", "facing", "zone", "port", "paid_from"), at),
    "faces": lambda g, faces: " ".join(map(str, faces)),
    "hits": lambda g, hits: say.number(hits, "hit"),
    "points": lambda g, points: say.number(points, "point"),
    "mines": lambda g, mines: say.number(mines, "mine"),
}
