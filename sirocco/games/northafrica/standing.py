"""How well a side stands, for computer players that look ahead."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.ground import controller
from sirocco.games.northafrica.powers import ALLIES, AXIS, NOBODY, SIDE
from sirocco.games.northafrica.state import DRAW, MINOR, OVER, NorthAfrica
from sirocco.games.northafrica.victory import level_reached, worth
from sirocco.kernel.bits import bits

OBJECTIVES: Final = 0.2
POINTS: Final = 0.15
UNITS: Final = 0.15
"""What objectives, Reinforcement Points and units count; together they stay below victory."""


def score(g: NorthAfrica, side: int) -> float:
    """From 0 (lost) to 1 (won)."""
    if g.phase == OVER:
        return 0.5 if g.winner == DRAW else float(g.winner == side)
    levels = (MINOR + 1 - level_reached(g, AXIS), MINOR + 1 - level_reached(g, ALLIES))
    lead = OBJECTIVES * (levels[0] - levels[1]) / MINOR
    lead += POINTS * _share(value(g, AXIS), value(g, ALLIES))
    lead += UNITS * _share(worth(g, AXIS), worth(g, ALLIES))
    return 0.5 + (lead if side == AXIS else -lead)


def value(g: NorthAfrica, side: int) -> int:
    """The Reinforcement Points of the territories that a side controls."""
    total = 0
    for s in bits(g.board.valued):
        owner = controller(g, s)
        if owner != NOBODY and SIDE[owner] == side:
            total += g.board.rp[s]
    return total


def _share(mine: int, theirs: int) -> float:
    return (mine - theirs) / (mine + theirs) if mine + theirs else 0.0
