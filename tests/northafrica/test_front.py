"""What is kept from order to order is what would be worked out afresh."""

from __future__ import annotations

from random import Random

import pytest

from sirocco.games.northafrica.front import Front
from sirocco.games.northafrica.game import GAME
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending

MASKS = (
    "enemy", "defended", "full", "over", "roads", "sands", "tracks", "ways", "prey", "game",
    "pledged", "needs", "total", "short",
)  # fmt: skip


KEEPING = ("orders", "declarations", "payment", "noncombat", "requisition", "deployment")
"""Topics of questions for which something is kept from answer to answer."""


@pytest.mark.parametrize("seed", range(6))
def test_kept_masks_are_true(seed: int) -> None:
    choice, chance = Random(seed), Sampled(seed)
    scenario, options = GAME.mixture(choice)
    g = GAME.setup(scenario, options, chance)
    looked = 0
    while asks := pending(g):
        ask = choice.choice(asks)
        if ask.topic in KEEPING:
            if g.memo is not None:
                fresh = Front(g, 0)
                for name in MASKS:
                    assert getattr(g.memo, name) == getattr(fresh, name), name
            other = GAME.clone(g)
            other.memo = other.market = other.quays = None
            assert pending(other)[0].choices == ask.choices
            looked += 1
        act(g, ask.seat, ask.pick(choice.randrange(ask.count())), chance)
    assert looked > 20
