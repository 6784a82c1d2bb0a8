"""Land attacks: who may attack what, and from where (NA-P3, NA-P3LAND, NA-DECL)."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.events_moves import AttackDeclared
from sirocco.games.northafrica.front import (
    GROUND_LIMITS,
    PEACE,
    SUPPLY,
    TARGETED,
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
from sirocco.games.northafrica.powers import GERMANY, NOBODY
from sirocco.games.northafrica.stacks import APART, with_piece
from sirocco.games.northafrica.state import NorthAfrica, aim_at, place
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
    "NA-UNITS-b",
    "NA-P5LAND-c",
)
INERT: Final = Limit(1 << 9, "Vichy French units never move or attack.", "NA-VICHY-b")
ASHORE: Final = Limit(
    1 << 10,
    "A landing force attacks nothing but the territory of its landing.",
    "NA-RLPR7-o",
    "NA-RLPR7-m",
    "NA-RLPR7-r",
    "NA-TORCHR7-a",
    "NA-TORCHR7-b",
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
    "NA-P3-b",
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
    TARGETED,
    APART,
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
    f = front(g, lifted)
    found = f.stands(g, g.where[u], points, roams(g, u))
    if f.short >> g.kind[u] & 1 and not lifted & APART.bit:
        return with_piece(g, u, found)
    return found


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
        f.bold = attackers_among(g, f, fit_to_attack(g))
    return f.bold


def fit_to_attack(g: NorthAfrica) -> int:
    """Land units that have not had their combat move."""
    fit = g.owned[g.power] & g.army & ~(g.moved | g.fought | g.turned | g.blitzed)
    return fit & ~vichy_units(g) if g.power == GERMANY else fit


def attackers_among(g: NorthAfrica, f: Front, fit: int) -> int:
    """Those among some units that have not moved."""
    board, kinds_at, kind, at, where = g.board, g.kinds_at, g.kind, g.at, g.where
    chart, links = board.chart, board.land_links
    ground = board.bordered & ~g.landings
    out = 0
    while fit:
        s = where[fit.bit_length() - 1]
        units = at[s] & fit
        fit ^= units
        if not ground >> s & 1:
            continue
        near = links[s] & f.prey
        easy = near and (near & ~f.defended or f.stock(g, s) > f.total)
        known: dict[int, bool] = {}
        while units:
            low = units & -units
            u = low.bit_length() - 1
            k = kind[u]
            units &= ~kinds_at[k]
            if not chart.fights[k]:
                continue
            if easy:
                out |= low
            elif near or chart.roves[k]:
                found = known.get(chart.manner[k])
                if found is None:
                    found = known[chart.manner[k]] = finds_prey(g, u)
                if found:
                    out |= low
    return out


def finds_prey(g: NorthAfrica, u: int) -> bool:
    """Whether a unit that may attack comes next to something that it can attack."""
    f = front(g)
    places = stands(g, u) & f.edge(g, bool(g.board.chart.traits[g.kind[u]] & RAIDER))
    if not places:
        return False
    wanted, links = prey(g, u), g.board.land_links
    easy = wanted if patrols(g, u) else wanted & ~f.defended
    for s in bits(places):
        near = links[s] & wanted
        if near & easy:
            return True
        for t in bits(near):
            if affordable(g, s, t):
                return True
    return False


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
        take_position(g, start, s)
    declare(g, u, target)
    check_instant(g)


def take_position(g: NorthAfrica, start: int, s: int) -> None:
    """A land unit has moved to attack: who else may is as it was, but where it stood."""
    old = front(g)
    new = g.memo = old.moved(g, start, s)
    raided = g.supply[s] or (g.supply[start] and g.control[start] == NOBODY)  # NA-P3-c
    if old.bold >= 0 and new.full == old.full and not raided and not old.short | new.short:
        there, fit = g.at[start], fit_to_attack(g)
        new.bold = old.bold & fit & ~there | attackers_among(g, new, fit & there)


def pledge(g: NorthAfrica, old: Front, u: int, target: int) -> None:
    """A land unit has declared an attack: supply may fall short for some of the others."""
    new = g.memo = old.attacked(g, u, target)
    if old.bold >= 0 and old.enemy >> target & 1:
        base = g.where[u]
        there, fit = g.at[base], fit_to_attack(g)
        if new.total == old.total and affordable(g, base, target):
            new.bold = old.bold & fit & ~there | attackers_among(g, new, fit & there)
        else:
            new.bold = attackers_among(g, new, fit & (old.bold | there))


def declare(g: NorthAfrica, u: int, target: int) -> None:
    """NA-P3LAND-a: declaring an attack costs a movement point."""
    f = front(g)
    g.used[u] += 1
    g.fought |= 1 << u
    aim_at(g, u, target)
    g.arrows.setdefault(128 * g.where[u] + target, 0)
    g.barred |= 1 << target
    pledge(g, f, u, target)
    if g.log is not None:
        g.log.append(AttackDeclared(everybody(g), piece(g, u), g.where[u], target))
