"""Advice for production: garrisons in danger first, then what the army lacks."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.advice_atlas import Threats, stand
from sirocco.games.victory.advice_setup import SHARES, exposure
from sirocco.games.victory.plans import Books
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AIR_MASK,
    AR,
    ARM,
    ARMY,
    ARMY_MASK,
    IN,
    KIND,
    KIND_MASK,
    KINDS,
    OFF,
    SIDE_MASK,
)
from sirocco.games.victory.verbs import BUILD, CITY, DONE, INTO, STEP, STRENGTH
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits, highest, lowest

STEP_WORTH: Final[tuple[float, ...]] = tuple(
    {IN: 1.0, AR: 1.2}.get(k, 0.9 if ARM[k] == ARMY else 0.8) for k in range(KINDS)
)


def production(g: Victory, ask: Ask, side: int) -> int:
    """City after city, the richest first."""
    cities = bits(ask.mask(CITY))
    if not cities:
        return DONE
    return CITY + max(cities, key=lambda h: (g.board.pp[h], -h))


def spend(g: Victory, ask: Ask, side: int) -> int:
    """Steps for the weak where there is danger, else new units; points are never given up."""
    steps, kinds = ask.mask(STEP), ask.mask(BUILD)
    if not steps and not kinds:
        return DONE
    books = Books(g, ask.seat)
    h = books.city
    here = g.at.get(h, 0) & SIDE_MASK[side]
    threatened = Threats(g, side).need(h) > stand(g, here)
    best_kind, kind_value = _kind_to_build(g, books, kinds)
    if threatened and kinds >> IN & 1:
        best_kind, kind_value = IN, 1.6
    best_unit, unit_value = _unit_to_step(g, books, steps, threatened)
    if best_unit >= 0 and (best_kind < 0 or unit_value >= kind_value):
        return STEP + best_unit
    return BUILD + best_kind


def _unit_to_step(g: Victory, books: Books, steps: int, threatened: bool) -> tuple[int, float]:
    best, most = -1, -9.0
    for u in bits(steps):
        value = STEP_WORTH[KIND[u]] * (1.5 - 0.2 * books.strength(g, u))
        if threatened and ARMY_MASK >> u & 1:
            value += 0.4
        if value > most:
            best, most = u, value
    return best, most


def _kind_to_build(g: Victory, books: Books, kinds: int) -> tuple[int, float]:
    """The kind of which a balanced army has too few."""
    side, h = books.side, books.city
    have = [0.5] * KINDS
    for u in bits(SIDE_MASK[side]):
        if g.where[u] != OFF:
            have[KIND[u]] += g.cv[u] / 4
    for fresh in books.fresh.values():
        for u in bits(fresh):
            have[KIND[u]] += 0.75
    best, most = -1, -9.0
    front = exposure(g, side, h)
    planes = (g.at.get(h, 0) & SIDE_MASK[side] & AIR_MASK).bit_count()
    for k in bits(kinds):
        value = min(1.3, 0.3 * SHARES[k] / have[k])
        if ARM[k] == ARMY:
            value += 0.3 * front
        elif KIND_MASK[k] & AIR_MASK:
            value -= 0.2 * planes
        if value > most:
            best, most = k, value
    return best, most


def strength(g: Victory, ask: Ask, side: int) -> int:
    """As strong as the points allow."""
    return STRENGTH + highest(ask.mask(STRENGTH))


def into(g: Victory, ask: Ask, side: int) -> int:
    return INTO + lowest(ask.mask(INTO))
