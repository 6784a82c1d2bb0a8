"""What is offered, looked up at once, is what refusals go by, kind of move by kind."""

from random import Random

import pytest

from sirocco.games.victory.moves_air import aboard, air_moves, air_to, ferry, fly
from sirocco.games.victory.moves_sea import invade, marine_moves, marine_to
from sirocco.games.victory.state import MOVEMENT, Victory
from sirocco.games.victory.units import AIR_MASK, MARINES, OFF, SIDE_MASK
from sirocco.kernel.bits import bits
from tests.victory.eager import eager_game


@pytest.mark.parametrize("seed", [3, 8])
def test_masks_of_a_unit_agree(seed: int) -> None:
    seen = [0, 0]

    def look(g: Victory, choice: Random) -> None:
        if g.phase != MOVEMENT:
            return
        for u in bits(SIDE_MASK[g.side] & (AIR_MASK | MARINES) & ~g.moved):
            if g.where[u] == OFF:
                continue
            if AIR_MASK >> u & 1:
                apart = (air_to(g, u), fly(g, u), aboard(g, u), ferry(g, u))
                assert air_moves(g, u) == apart
            else:
                assert marine_moves(g, u) == (marine_to(g, u), invade(g, u))
            seen[MARINES >> u & 1] += 1

    eager_game(seed, look)
    assert min(seen) > 50
