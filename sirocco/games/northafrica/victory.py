"""Victory: at once, or by the table after the last round."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import everybody, side_units
from sirocco.games.northafrica.powers import ALLIES, AXIS, GERMANY, ITALY, NOBODY, SIDE, UK, US
from sirocco.games.northafrica.scenarios import objectives_held, of
from sirocco.games.northafrica.state import DRAW, MINOR, OVER, TOTAL, NorthAfrica
from sirocco.kernel.bits import bits

BOTH: Final = 3
"""Both sides, as bits."""
HELD: Final = 4
"""Bit of `present`: the Axis held the other capital from the beginning; the next, the Allies."""


def check_instant(g: NorthAfrica) -> bool:
    """NA-WIN-e: whether a side has just won; then the phase is OVER.

    Call it after everything that changes control or takes units off a territory; a procedure
    that gets True returns at once (D13).
    """
    if g.phase == OVER:
        return True
    flags = g.flags
    first, second = g.board.capital_sets
    if not ((flags[UK] | flags[US]) & first | (flags[GERMANY] | flags[ITALY]) & second):
        g.present &= BOTH
    elif capital_captured(g):
        return True
    if g.terms.scenario == "custom":
        return False
    present = sides_in_africa(g)
    g.present |= present
    if present == BOTH:
        return False
    active = SIDE[g.power]
    for loser in (active, 1 - active):  # R21: the attacker's losses come first
        if not present >> loser & 1 and g.present >> loser & 1:
            end(g, 1 - loser, TOTAL, "elimination")
            return True
    return False


def capital_captured(g: NorthAfrica) -> bool:
    """Whether a side has just taken a capital that was not its own from the beginning.

    Asked only when a capital bears a marker of the other side.
    """
    for side in (AXIS, ALLIES):
        if not capital_taken(g, side):
            g.present &= ~(HELD << side)
        elif not g.present & HELD << side:  # NA-WIN-f, NA-WIN-g
            end(g, side, TOTAL, "capital")
            return True
    return False


def capital_taken(g: NorthAfrica, side: int) -> bool:
    """Whether a side holds the other's regional capital (NA-WIN-d)."""
    capital = g.board.capital[1 - side]
    if capital == NONE:
        return False
    holder = g.control[capital]
    return holder != NOBODY and SIDE[holder] == side


def sides_in_africa(g: NorthAfrica) -> int:
    """The sides with combat units in African territories, as bits (R21)."""
    fighting = g.army | g.air
    axis, allies = g.sides[AXIS] & fighting, g.sides[ALLIES] & fighting
    at = g.at
    found = 0
    for s in g.board.african:
        here = at[s]
        if here & axis:
            found |= 1
        if here & allies:
            found |= 2
        if found == BOTH:
            break
    return found


def note_presence(g: NorthAfrica) -> None:
    """Remember which sides have combat units in Africa: only they can be eliminated there."""
    if g.present & BOTH != BOTH and g.terms.scenario != "custom":
        g.present |= sides_in_africa(g)


def note_capitals(g: NorthAfrica) -> None:
    """A capital that is the enemy's when a described position begins is not being captured."""
    for side in (AXIS, ALLIES):
        if capital_taken(g, side):
            g.present |= HELD << side


def final_evaluation(g: NorthAfrica) -> None:
    """NA-WIN-h: the victory table. The higher level wins (R20); equal levels are a draw."""
    axis, allies = (level_reached(g, side) for side in (AXIS, ALLIES))
    if axis < allies:
        end(g, AXIS, axis, "objectives")
    elif allies < axis:
        end(g, ALLIES, allies, "objectives")
    elif g.terms.tie_break and worth(g, AXIS) != worth(g, ALLIES):  # NA-WIN-s
        end(g, AXIS if worth(g, AXIS) > worth(g, ALLIES) else ALLIES, 0, "tie-break")
    else:
        end(g, DRAW, 0, "draw")  # NA-WIN-r


def level_reached(g: NorthAfrica, side: int) -> int:
    """The best level of victory whose objectives a side holds; MINOR + 1 if none is."""
    for number, groups in enumerate(of(g).victory[side]):
        if objectives_held(g, side, groups):
            return TOTAL + number
    return MINOR + 1


def worth(g: NorthAfrica, side: int) -> int:
    """The price of a side's land units in territories, trucks too (NA-WIN-s, R59)."""
    ashore = 0
    for s in bits(g.board.land):
        ashore |= g.at[s]
    prices = g.board.chart.worth
    units = ashore & (g.army | g.trucks) & side_units(g, side)
    return sum(prices[g.kind[u]] for u in bits(units))


def end(g: NorthAfrica, winner: int, level: int, how: str) -> None:
    """The game is over."""
    g.winner = winner
    g.level = level
    g.phase = OVER
    if g.log is not None:
        g.log.append(ev.Ended(everybody(g), winner, level, how))
