"""Advice for the set-up: maps, a balanced force, garrisons where they matter."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.advice_atlas import FAR, atlas_of, worth
from sirocco.games.victory.deployment import decks_for, destinations
from sirocco.games.victory.plans import FULL
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AB,
    AIR,
    AIR_MASK,
    AR,
    ARM,
    ARMY,
    ARMY_MASK,
    BB,
    CV,
    DB,
    FA,
    HB,
    IN,
    KIND,
    KIND_MASK,
    KINDS,
    MA,
    NAVAL,
    SIDE,
    SIDE_MASK,
    SS,
)
from sirocco.games.victory.verbs import ABOARD, ARRANGE, CHOOSE, DEPLOY, DONE, RAISE, STRENGTH, TO
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits, highest, lowest

SHARES: Final[tuple[float, ...]] = tuple(
    {FA: 3.0, DB: 2.0, HB: 1.5, AR: 4.0, IN: 8.0, MA: 0.6, AB: 0.4, BB: 0.4}.get(k, 0.05)
    for k in range(KINDS)
)
"""Units of each kind in a balanced force of twenty."""
ORDER: Final = (IN, AR, FA, DB, HB, MA, AB, BB, CV, SS)
"""The order in which units are deployed: those that hold cities first."""


def choose_map(g: Victory, ask: Ask, side: int) -> int:
    return CHOOSE + lowest(ask.mask(CHOOSE))


def arrange(g: Victory, ask: Ask, side: int) -> int:
    """The usual way first: own maps side by side."""
    return ARRANGE + lowest(ask.mask(ARRANGE))


def raise_unit(g: Victory, ask: Ask, side: int) -> int:
    """The kind of which a balanced force lacks most."""
    kinds = bits(ask.mask(RAISE))
    force = g.reserve & SIDE_MASK[side]
    have = [(force & KIND_MASK[k]).bit_count() for k in range(KINDS)]
    best = max(kinds, key=lambda k: (SHARES[k] / (have[k] + 0.5), -k))
    if ask.mask(DONE) and have[best] > 3 * SHARES[best] + 2:
        return DONE
    return RAISE + best


def raise_strength(g: Victory, ask: Ask, side: int) -> int:
    """Points buy whole units as long as they last."""
    return STRENGTH + min(highest(ask.mask(STRENGTH)), FULL)


def deploy(g: Victory, ask: Ask, side: int) -> int:
    """Which unit is placed next."""
    blocks = ask.mask(DEPLOY)
    for kind in ORDER:
        if blocks & KIND_MASK[kind]:
            return DEPLOY + lowest(blocks & KIND_MASK[kind])
    return DEPLOY + lowest(blocks)


def deploy_to(g: Victory, ask: Ask, u: int) -> int:
    """Where a unit is placed: garrisons where cities are worth most and lie open."""
    hexes = ask.mask(TO)
    if not hexes:
        return ABOARD + lowest(ask.mask(ABOARD))
    side = SIDE[u]
    return TO + max(bits(hexes), key=lambda h: (_appeal(g, side, KIND[u], h), -h))


def exposure(g: Victory, side: int, h: int) -> float:
    """How near the nearest enemy city is, from 0 (far) to 1."""
    ways = atlas_of(g.board).land(h)
    cities = bits(g.board.homes[1 - side] & g.board.city)
    near = min([ways[c] for c in cities], default=FAR)
    return max(0.0, 1 - near / 14)


def _appeal(g: Victory, side: int, kind: int, h: int) -> float:
    board = g.board
    here = g.at.get(h, 0) & SIDE_MASK[side]
    army = (here & ARMY_MASK).bit_count()
    planes = (here & AIR_MASK).bit_count()
    front = exposure(g, side, h)
    appeal = 2.5 * front
    if ARM[kind] == ARMY:
        if board.city >> h & 1:
            appeal += 0.25 * worth(board, h) * (0.4 + front)
            appeal += 4.0 if army == 0 else 2.0 * front if army == 1 else 0.0
        appeal -= 1.2 * army
        if kind == AR:
            appeal += 3 * front
    elif ARM[kind] == AIR:
        appeal += 1.5 if army else -2.0
        appeal -= 0.8 * planes
        if kind == HB:
            appeal -= 2 * front
    elif ARM[kind] == NAVAL:
        appeal += 1.0 if army else -1.0
    return appeal


def unit_in_hand(g: Victory, ask: Ask, side: int) -> int:
    """The unit about which 'deploy-to' asks, as far as one can tell from the answers offered."""
    wanted = ask.mask(TO), ask.mask(ABOARD)
    reserve = bits(g.reserve & SIDE_MASK[side])
    for u in reserve:
        if (destinations(g, u), decks_for(g, u)) == wanted:
            return u
    return reserve[0]
