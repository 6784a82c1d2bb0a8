"""Step 1: the defenders of a territory fight or retreat, submarines strike or submerge."""

from __future__ import annotations

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.battlefield import (
    ATTACKER,
    DEFENDER,
    at_sea,
    attackers,
    convoy_left,
    defenders,
    destroyers,
    exempt,
    role_seats,
    role_side,
    submarines,
    taking_part,
    vichy,
)
from sirocco.games.northafrica.casualties import take_hits
from sirocco.games.northafrica.ground import everybody, seat_for
from sirocco.games.northafrica.joint import Choices, decide, question
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.supply import sources, spend
from sirocco.games.northafrica.troops import piece, remove
from sirocco.games.northafrica.verbs import DONE
from sirocco.games.northafrica.verbs_combat import RETREAT, STAND, SUBMERGE
from sirocco.games.northafrica.verbs_moves import PAY
from sirocco.games.northafrica.victory import check_instant
from sirocco.games.northafrica.volley import shoot
from sirocco.kernel.ask import NOUN
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def issue_orders(g: NorthAfrica) -> Procedure[None]:
    """Step 1 of a combat round."""
    if at_sea(g):
        yield from submarine_orders(g)
        yield from surprise_strikes(g)
        if check_instant(g):
            return
    else:
        yield from fight_or_retreat(g)
    g.combat_step = 2


# On land


@procedure
def fight_or_retreat(g: NorthAfrica) -> Procedure[None]:
    """NA-STEP1-a to -i; no question where only one answer is legal (D9)."""
    seats = role_seats(g, DEFENDER)
    free = exempt(g, defenders(g))
    bound = defenders(g) & ~free
    if bound and token_sources(g):
        said = yield from decide(g, seats, seat_for(g, g.power), TOPIC_ORDERS, 0)
        if said == STAND:
            yield from pay_for_fighting(g)
            tell(g, defenders(g), True, "")  # NA-STEP1-d, NA-STEP1-h
            return
        retreats(g, bound, "")
    elif bound:
        retreats(g, bound, "NA-STEP1-e")
    if free and vichy(g, free):
        tell(g, free, True, "NA-VICHY-b")  # ruling 12
    elif free:
        said = yield from decide(g, seats, seat_for(g, g.power), TOPIC_EXEMPT, 0)
        if said == STAND:
            tell(g, free, True, "")
        else:
            retreats(g, free, "")  # NA-STEP1-i


def token_sources(g: NorthAfrica) -> int:
    """Where the defenders' token may come from (NA-STEP1-c)."""
    return sources(g, role_side(g, DEFENDER), g.battle)


@procedure
def pay_for_fighting(g: NorthAfrica) -> Procedure[None]:
    """NA-STEP1-b: exactly one token."""
    places = token_sources(g)
    if places & (places - 1):
        seats = role_seats(g, DEFENDER)
        said = yield from decide(g, seats, seat_for(g, g.power), TOPIC_TOKEN, 0)
        spend(g, said & NOUN, 1, "defense")
    else:
        spend(g, lowest(places), 1, "defense")


def retreats(g: NorthAfrica, units: int, why: str) -> None:
    g.retreating |= units
    tell(g, units, False, why)


def tell(g: NorthAfrica, units: int, fight: bool, why: str) -> None:
    if g.log is not None:
        pieces = tuple(piece(g, u) for u in bits(units))
        g.log.append(ev.Ordered(everybody(g), g.battle, fight, pieces, why))


def _order_choices(g: NorthAfrica, about: int) -> Choices:
    return (STAND, 1), (RETREAT, 1)


def _token_choices(g: NorthAfrica, about: int) -> Choices:
    return ((PAY, token_sources(g)),)


TOPIC_ORDERS = question("fight-or-retreat", _order_choices)
TOPIC_EXEMPT = question("exempt-orders", _order_choices)
TOPIC_TOKEN = question("defense-token", _token_choices)


# At sea


def hidden_subs(g: NorthAfrica, role: int) -> int:
    """Submarines that may strike or submerge: no enemy destroyer takes part (NA-STEP1SUB-a, -b)."""
    found = submarines(g, taking_part(g, role))
    return found if found and not destroyers(g, 1 - role) else 0


@procedure
def submarine_orders(g: NorthAfrica) -> Procedure[None]:
    """NA-STEP1SUB-c: before any dice, the attacker first."""
    for role in (ATTACKER, DEFENDER):
        while hidden_subs(g, role):
            seats = role_seats(g, role)
            said = yield from decide(g, seats, seat_for(g, g.power), TOPIC_SUBMERGE, role)
            if said == DONE:
                break
            submerge(g, said & NOUN)


def submerge(g: NorthAfrica, u: int) -> None:
    """NA-SUB-d: out of the combat."""
    g.submerged |= 1 << u
    if g.log is not None:
        g.log.append(ev.Submerged(everybody(g), piece(g, u), g.battle))


def _submerge_choices(g: NorthAfrica, role: int) -> Choices:
    return (SUBMERGE, one_of_each(g, hidden_subs(g, role))), (DONE, 1)


TOPIC_SUBMERGE = question("submarines", _submerge_choices)


@procedure
def surprise_strikes(g: NorthAfrica) -> Procedure[None]:
    """NA-SUB-e: attacking submarines, then defending ones, those just hit included."""
    for role in (ATTACKER, DEFENDER):
        subs = hidden_subs(g, role)
        g.fired |= subs
        if subs and has_targets(g, role):
            shoot(g, role, subs, 1)
            if any(g.hits):
                yield from take_hits(g, 1 - role)
    remove(g, g.hit)


def has_targets(g: NorthAfrica, role: int) -> bool:
    """Whether anything of the other side is still in the combat."""
    if role == DEFENDER:
        return bool(attackers(g))
    return bool(defenders(g)) or convoy_left(g)
