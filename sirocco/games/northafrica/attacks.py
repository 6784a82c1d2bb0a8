"""Land attacks: who may attack what, and from where (NA-P3, NA-P3LAND, NA-DECL)."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.events_moves import AttackDeclared
from sirocco.games.northafrica.front import (
    GROUND_LIMITS,
    PEACE,
    SUPPLY,
    Front,
    cannot_attack,
    front,
    patrols,
    roams,
    vichy,
)
from sirocco.games.northafrica.ground import everybody, seat_for, vichy_units
from sirocco.games.northafrica.kinds import RAIDER
from sirocco.games.northafrica.pledges import affordable
from sirocco.games.northafrica.powers import GERMANY
from sirocco.games.northafrica.state import NorthAfrica, place
from sirocco.games.northafrica.troops import piece, settle
from sirocco.games.northafrica.verbs_moves import AT, FROM
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.graph import path
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

MEEK: Final = Limit(
    1 << 8,
    "AAA and trucks never move or attack in phase 3.",
    "NA-P3LAND-c",
    "NA-TRUCK-i",
    "NA-P5LAND-c",
)
INERT: Final = Limit(1 << 9, "Vichy French units never move or attack.", "NA-VICHY-b")
ASHORE: Final = Limit(
    1 << 10,
    "A landing force attacks nothing but the territory of its landing.",
    "NA-RLPR7-o",
    "NA-RLPR7-r",
    "NA-TORCHR7-d",
    "R10",
)
SPENT: Final = Limit(
    1 << 11,
    "That unit has had its combat move or has declared its attack.",
    "NA-P3-j",
    "NA-DETLAND-m",
    "NA-DECL-i",
)
RANGE: Final = Limit(
    1 << 12,
    "That is too far: an attack costs a land unit 1 movement point.",
    "NA-P3LAND-a",
    "NA-P3LAND-b",
    "NA-DECL-g",
    "NA-SPACES-a",
)
ATTACK_LIMITS: Final = (
    MEEK,
    INERT,
    ASHORE,
    SPENT,
    SUPPLY,
    *GROUND_LIMITS,
    RANGE,
    PEACE,
)
FAR: Final = 99


def can_attack(g: NorthAfrica, u: int, lifted: int = 0) -> bool:
    """Whether a land unit may be given an attack order at all."""
    if not (g.army | g.trucks) >> u & 1 or g.where[u] >= g.board.size:
        return False
    if not lifted & MEEK.bit and (g.trucks >> u & 1 or cannot_attack(g, u)):
        return False
    if not lifted & INERT.bit and vichy(g, u):
        return False
    if not lifted & ASHORE.bit and g.landings >> g.where[u] & 1:
        return False
    spent = g.moved | g.fought | g.turned | g.blitzed
    return bool(lifted & SPENT.bit) or not spent >> u & 1


def stands(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """The territories from which a unit could attack (NA-P3LAND-a, NA-P3-f, NA-P3-g)."""
    points = FAR if lifted & RANGE.bit else g.board.chart.move[g.kind[u]] - 1
    return front(g, lifted).stands(g, g.where[u], points, roams(g, u))


def prey(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """The territories that a unit may attack at all, near or far (NA-DECL-g)."""
    f = front(g, lifted)
    if g.board.chart.traits[g.kind[u]] & RAIDER:
        return f.raids(g) if roams(g, u) else f.raids(g) & ~g.board.sahara
    return f.game if roams(g, u) else f.prey


def targets(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """What a unit may attack now from anywhere it can come to."""
    if not can_attack(g, u, lifted):
        return 0
    return targets_from(g, u, stands(g, u, lifted), lifted)


def targets_from(g: NorthAfrica, u: int, places: int, lifted: int = 0) -> int:
    """What a unit may attack from some of these places."""
    f = front(g, lifted)
    wanted = prey(g, u, lifted)
    free = patrols(g, u)
    out = 0
    raider = bool(g.board.chart.traits[g.kind[u]] & RAIDER)
    for s in bits(places & f.edge(g, raider)):
        near = g.board.land_links[s] & wanted & ~out
        if free:
            out |= near
            continue
        out |= near & ~f.defended
        for t in bits(near & f.defended):
            if affordable(g, s, t, lifted):
                out |= 1 << t
    return out


def origins(g: NorthAfrica, u: int, target: int, lifted: int = 0) -> int:
    """From where a unit may attack a target (NA-P3-e)."""
    free = patrols(g, u)
    out = 0
    for s in bits(stands(g, u, lifted)):
        if g.board.land_links[s] >> target & 1 and (free or affordable(g, s, target, lifted)):
            out |= 1 << s
    return out


def attackers(g: NorthAfrica) -> int:
    """Of each kind in each territory one unit that may be ordered to attack."""
    f = front(g)
    if f.bold < 0:
        f.bold = _attackers(g, f)
    return f.bold


def _attackers(g: NorthAfrica, f: Front) -> int:
    fit = g.owned[g.power] & g.army & ~(g.moved | g.fought | g.turned | g.blitzed)
    if g.power == GERMANY:
        fit &= ~vichy_units(g)
    kinds_at, kind, at, links = g.kinds_at, g.kind, g.at, g.board.land_links
    chart = g.board.chart
    out = 0
    for s in g.board.territories:
        units = at[s] & fit
        if not units or g.landings >> s & 1:
            continue
        near = links[s] & f.prey
        easy = near and (near & ~f.defended or f.stock(g, s) > f.total)
        while units:
            low = units & -units
            u = low.bit_length() - 1
            k = kind[u]
            units &= ~kinds_at[k]
            if chart.fights[k] and (easy or ((near or chart.roves[k]) and finds_prey(g, u))):
                out |= low
    return out


def finds_prey(g: NorthAfrica, u: int) -> bool:
    """Whether a unit that may attack comes next to something that it can attack."""
    places = stands(g, u) & front(g).edge(g, bool(g.board.chart.traits[g.kind[u]] & RAIDER))
    return bool(places) and targets_from(g, u, places) != 0


@procedure
def attack_order(g: NorthAfrica, u: int) -> Procedure[None]:
    """A unit is told what to attack, and from where if there is a choice."""
    seat = seat_for(g, g.power)
    answer = yield Ask(seat, "attack_target", ((AT, targets(g, u)),))
    target = answer & NOUN
    found = origins(g, u, target)
    if found & (found - 1):
        answer = yield Ask(seat, "attack_from", ((FROM, origins(g, u, target)),))
        found = 1 << (answer & NOUN)
    go_and_attack(g, u, lowest(found), target)


def go_and_attack(g: NorthAfrica, u: int, s: int, target: int) -> None:
    """A land unit moves into attack position and declares its attack."""
    start = g.where[u]
    if s != start:
        ways = front(g).tracks if roams(g, u) else front(g).ways
        g.used[u] += len(path(g.board.land_links, start, s, ways)) - 1
        g.moved |= 1 << u
        place(g, u, s)
        if g.log is not None:
            g.log.append(ev.Moved(everybody(g), piece(g, u), start, s, "attack"))
        settle(g, g.power, s)
        g.memo = front(g).moved(g, start, s)
    declare(g, u, target)
    check_instant(g)


def declare(g: NorthAfrica, u: int, target: int) -> None:
    """NA-P3LAND-a: declaring an attack costs a movement point."""
    f = front(g)
    g.used[u] += 1
    g.fought |= 1 << u
    g.target[u] = target
    g.arrows.setdefault(128 * g.where[u] + target, 0)
    g.barred |= 1 << target
    g.memo = f.attacked(g, u, target)
    if g.log is not None:
        g.log.append(AttackDeclared(everybody(g), piece(g, u), g.where[u], target))
