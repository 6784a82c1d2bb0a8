"""Victory: at once, or after the last round."""

from __future__ import annotations

from sirocco.games.northafrica.state import DRAW, OVER, NorthAfrica


def final_evaluation(g: NorthAfrica) -> None:
    """NA-WIN-h: the victory table."""
    g.winner = DRAW
    g.phase = OVER


def check_instant(g: NorthAfrica) -> bool:
    """NA-WIN-e: whether a side has just won; then the phase is OVER.

    Call it after everything that changes control or takes units off a territory; a procedure
    that gets True returns at once.
    """
    return g.phase == OVER
