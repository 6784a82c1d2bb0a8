"""Hit allocation (5.46), Double Defense (5.47) and steps too many aboard Carriers (A55)."""

from __future__ import annotations

from sirocco.games.victory import events as ev
from sirocco.games.victory.battlefields import alike, asks, group_of
from sirocco.games.victory.blocks import cargo, everybody, remove, shown
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import ARM, ARMY, CARRIERS, KIND, SIDE
from sirocco.games.victory.verbs import HIT, LOSE
from sirocco.kernel.ask import NOUN
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def allocate(g: Victory, shooter: int, group: int, hits: int) -> Procedure[None]:
    """Hits on a group, one by one; those that nobody can take are lost (A45)."""
    side = 1 - SIDE[shooter]
    while hits > 0:
        exposed = takers(g, side, group, ARM[KIND[shooter]])
        if not exposed:
            return
        u = lowest(exposed)
        if matters(g, exposed, hits, doubled(g, side, group)):
            answer = yield asks(g, side, "hit", ((HIT, exposed),))  # V-5.46-b
            u = answer & NOUN
        hits -= 1
        suffer(g, u, doubled(g, side, group))
        if CARRIERS >> u & 1:
            yield from shed(g, u)


def doubled(g: Victory, side: int, group: int) -> bool:
    """Double Defense: the Defender's Army units in marsh and mountain (V-5.47-a, V-TEC-b, A46)."""
    return group == ARMY and side != g.side and bool(g.board.double >> g.battle & 1)


def takers(g: Victory, side: int, group: int, arm: int) -> int:
    """The units of a group of which one takes the next hit from a shooter of that arm."""
    units = group_of(g, side, group)
    spared = group == ARMY and arm != ARMY  # V-5.46-c, V-5.46-d; not at sea, V-5.46-e
    if g.half & units and doubled(g, side, group):
        bearer = g.half & units  # V-5.47-d
        return 0 if spared and g.cv[lowest(bearer)] == 1 else bearer  # A47
    best = 1 if spared else 0
    out = 0
    for u in bits(units):
        cv = g.cv[u]
        if cv > best:  # V-5.46-a
            best = cv
            out = 1 << u
        elif cv == best and out:
            out |= 1 << u
    return out


def matters(g: Victory, exposed: int, hits: int, double: bool) -> bool:
    """Whether it makes a difference which of the level units takes the next hit."""
    level = exposed.bit_count()
    if level < 2 or hits >= level * (2 if double else 1):  # all of them will lose a step
        return False
    first = lowest(exposed)
    return not all(alike(g, first, u) for u in bits(exposed))


def suffer(g: Victory, u: int, double: bool) -> None:
    """One hit on a unit."""
    bit = 1 << u
    if double and not g.half & bit:
        g.half |= bit  # V-5.47-b
        if g.log is not None:
            g.log.append(ev.HalfHit(everybody(g), u))
        return
    g.half &= ~bit
    lose_step(g, u)


def lose_step(g: Victory, u: int) -> None:
    """V-STEP-b: one step less; a 1cv unit is eliminated."""
    if g.cv[u] == 1:
        remove(g, u)
        return
    g.cv[u] -= 1
    if g.log is not None:
        audience = everybody(g) if shown(g, u) else g.terms.side_seats[SIDE[u]]
        g.log.append(ev.StepLost(audience, u, g.cv[u]))


def overload(g: Victory, ship: int) -> int:
    """Steps aboard a Carrier above its strength (V-3.2-h)."""
    return sum([g.cv[u] for u in bits(cargo(g, ship))]) - g.cv[ship]


@procedure
def shed(g: Victory, ship: int) -> Procedure[None]:
    """The owner takes off the steps too many aboard a Carrier (V-4.41-g, A55)."""
    while overload(g, ship) > 0:
        planes = cargo(g, ship)
        u = lowest(planes)
        if not interchangeable(g, planes):
            answer = yield asks(g, SIDE[ship], "excess", ((LOSE, planes),))
            u = answer & NOUN
        lose_step(g, u)


def interchangeable(g: Victory, planes: int) -> bool:
    """Whether it does not matter which of the aircraft aboard loses a step."""
    first = lowest(planes)
    return all(g.cv[u] == g.cv[first] and alike(g, first, u) for u in bits(planes))
