"""Who takes the hits of a volley: targets are announced, then units are chosen, one by one.

Steps 2 and 3 of a combat round, and the Surprise Strikes of step 1.
"""

from __future__ import annotations

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.battlefield import DEFENDER, at_sea, role_seats, role_side
from sirocco.games.northafrica.cargo import hit_transports
from sirocco.games.northafrica.ground import everybody, seat_for
from sirocco.games.northafrica.hits import (
    AIMED,
    BY_AIR,
    BY_GUN,
    BY_RAID,
    PLAIN,
    TARGETS,
    TRANSPORTS,
    aim,
    all_are_hit,
    capacity,
    count_taken,
    ordinary,
    standing_targets,
    strike,
    takers,
    targetable,
)
from sirocco.games.northafrica.joint import Choices, decide, question
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.troops import piece
from sirocco.games.northafrica.verbs import DONE
from sirocco.games.northafrica.verbs_combat import LOSE, TARGET
from sirocco.kernel.ask import NOUN
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def announce(g: NorthAfrica, victims: int) -> Procedure[None]:
    """NA-ATG-d: after all dice the firing player names targets; the rest are ordinary hits."""
    seats = role_seats(g, 1 - victims)
    for cls in range(BY_GUN, BY_RAID + 1):
        while g.hits[cls] and worth_naming(g, cls, victims):
            said = yield from decide(
                g, seats, seat_for(g, g.power), TOPIC_TARGET, 2 * cls + victims
            )
            if said == DONE:
                break
            name_target(g, cls, victims, said & NOUN)
        g.hits[BY_AIR if cls == BY_RAID else PLAIN] += g.hits[cls]
        g.hits[cls] = 0


def worth_naming(g: NorthAfrica, cls: int, victims: int) -> bool:
    """Whether it can make a difference to name a target: not if everybody is hit anyway."""
    names = targetable(g, cls, victims)
    units = standing_targets(g, victims)
    if not names or not units:
        return False
    if names >> TRANSPORTS & 1:
        return True
    if names == 1 << names.bit_length() - 1 and aim(g, victims, names.bit_length() - 1) == units:
        return False
    hits = g.hits
    waiting = sum(hits[BY_GUN : BY_RAID + 1]) + ordinary(g) + sum(hits[AIMED:])
    return at_sea(g) or waiting < capacity(g, units)


def name_target(g: NorthAfrica, cls: int, victims: int, target: int) -> None:
    g.hits[cls] -= 1
    g.hits[AIMED + target] += 1
    if g.log is not None:
        g.log.append(ev.Targeted(everybody(g), 1 - victims, target))


def _target_choices(g: NorthAfrica, about: int) -> Choices:
    return (TARGET, targetable(g, about >> 1, about & 1)), (DONE, 1)


@procedure
def take_hits(g: NorthAfrica, victims: int) -> Procedure[None]:
    """The owner gives a unit for each hit: named targets first, then the others (NA-STEP2-c)."""
    seats = role_seats(g, victims)
    for target in range(len(TARGETS)):
        while g.hits[AIMED + target]:
            if target == TRANSPORTS:
                hits = g.hits[AIMED + target]
                g.hits[AIMED + target] = 0
                yield from transports_hit(g, hits)  # NA-BMB-e
                continue
            open_to = one_of_each(g, aim(g, victims, target))
            if not open_to:
                miss_target(g, target)
                continue
            if open_to & (open_to - 1) == 0:
                g.hits[AIMED + target] -= 1
                take(g, lowest(open_to))
                continue
            said = yield from decide(
                g, seats, seat_for(g, g.power), TOPIC_LOSSES, 2 * (target + 1) + victims
            )
            g.hits[AIMED + target] -= 1
            take(g, said & NOUN)
    while takers(g, victims):
        if forced(g, victims):
            break
        said = yield from decide(g, seats, seat_for(g, g.power), TOPIC_LOSSES, victims)
        count_taken(g, said & NOUN)
        take(g, said & NOUN)
    left = ordinary(g)
    clear_hits(g)
    if victims == DEFENDER and left > 0 and at_sea(g):
        yield from transports_hit(g, left)  # NA-STEP2-e, NA-STEP2-i


@procedure
def transports_hit(g: NorthAfrica, hits: int) -> Procedure[None]:
    side = role_side(g, DEFENDER)
    yield from hit_transports(g, g.battle, hits, side, seat_for(g, g.power), False)


def miss_target(g: NorthAfrica, target: int) -> None:
    """A named target that is not there: the hit is an ordinary one (`if possible`)."""
    g.hits[AIMED + target] -= 1
    g.hits[BY_AIR if at_sea(g) else PLAIN] += 1


def forced(g: NorthAfrica, victims: int) -> bool:
    """Take hits where only one pick is possible, or all are hit anyway; whether that is all."""
    while open_to := takers(g, victims):
        if not all_are_hit(g, victims):
            open_to = one_of_each(g, open_to)
            if open_to & (open_to - 1):
                return False
        u = lowest(open_to)
        count_taken(g, u)
        take(g, u)
    return True


def take(g: NorthAfrica, u: int) -> None:
    strike(g, u)
    if g.log is not None:
        sunk = bool(g.hit >> u & 1)
        g.log.append(ev.Struck(everybody(g), piece(g, u), g.battle, not sunk))


def clear_hits(g: NorthAfrica) -> None:
    g.hits = bytearray(len(g.hits))


def _loss_choices(g: NorthAfrica, about: int) -> Choices:
    victims, target = about & 1, (about >> 1) - 1
    units = takers(g, victims) if target < 0 else aim(g, victims, target)
    return ((LOSE, one_of_each(g, units)),)


TOPIC_TARGET = question("target", _target_choices)
TOPIC_LOSSES = question("losses", _loss_choices)
