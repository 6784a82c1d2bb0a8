"""Random play that looks for trouble: attacks, landings, blockades, aircraft on Carriers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sirocco.games.victory import verbs as v
from sirocco.games.victory.game import GAME
from sirocco.games.victory.state import MOVEMENT, RESPONSE, Victory
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending

WEIGHTS = {
    v.BLOCKADE: 30.0,
    v.INVADE: 6.0,
    v.DROP: 6.0,
    v.RESPOND: 3.0,
    v.FIRE: 3.0,
    v.FIRE_AIR: 3.0,
    v.FIRE_NAVAL: 3.0,
    v.FIRE_ARMY: 3.0,
    v.LAND: 4.0,
    v.ABOARD: 4.0,
    v.FERRY: 3.0,
    v.BEACHHEAD: 3.0,
    v.STAY: 0.05,
}
ATTACKS = (v.TO, v.INVADE, v.DROP)


def eager(g: Victory, ask: Ask, choice: Random) -> int:
    """One of the answers, attacks before others."""
    enemies = g.occ[1 - g.terms.side_of[ask.seat]]
    actions = ask.actions()
    weights = []
    for action in actions:
        weight = WEIGHTS.get(action & ~NOUN, 1.0)
        if action & ~NOUN in ATTACKS and enemies >> (action & NOUN) & 1:
            weight *= 40
        if action == v.DONE and g.phase in (MOVEMENT, RESPONSE):
            weight = 0.15
        weights.append(weight)
    return choice.choices(actions, weights)[0]


def eager_game(
    seed: int, look: Callable[[Victory, Random], None], every: int = 5, turns: int = 5
) -> Victory:
    """A whole game of the mixture; `look` sees the position at every so many decisions."""
    choice, chance = Random(seed), Sampled(seed)
    scenario, options = GAME.mixture(choice)
    settings: dict[str, Any] = {**options, "limit": turns}
    g = GAME.setup(scenario, settings, chance)
    count = 0
    while asks := pending(g):
        ask = choice.choice(asks)
        if count % every == 0:
            look(g, choice)
        act(g, ask.seat, eager(g, ask, choice), chance)
        count += 1
    return g
