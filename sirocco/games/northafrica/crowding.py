"""Stacking limits in phase 5 (NA-TERR-h, D11): full stacks may change places.

A move ends where there is room. By an exchange a unit of a full territory goes to another full
one, where somebody can make room for it, over as many moves as it takes; until room is made, only
these moves are open.
"""

from __future__ import annotations

from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.flights import aloft, berth, flown, land, landing_range
from sirocco.games.northafrica.front import FULL, Front, front, patrols
from sirocco.games.northafrica.ground import room, vichy_units
from sirocco.games.northafrica.marches import march, reachable, spent
from sirocco.games.northafrica.powers import GERMANY, SIDE
from sirocco.games.northafrica.stacks import APART, stack_of, with_piece
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import Members, bits

Levels = list[int]
"""Territories with room, then those that one move relieves, two moves, and so on."""


def levels(g: NorthAfrica, vacated: int) -> Levels:
    """How many moves it takes to make room in each full territory, one that is left apart."""
    f = front(g)
    full = f.full & ~vacated
    out = [~full]
    rest = full
    if f.exits is None:
        f.exits = {s: ways_out(g, s) for s in bits(f.full)}
    while rest:
        found = 0
        for s in bits(rest):
            if f.exits[s] & out[-1]:
                found |= 1 << s
        if not found:
            break
        out.append(found)
        rest &= ~found
    return out


def movable(g: NorthAfrica, s: int) -> Members:
    """Own units in a territory that could leave it, alike ones once."""
    return bits(one_of_each(g, g.at[s] & g.owned[g.power] & (g.army | g.air)))


def ways_out(g: NorthAfrica, s: int) -> int:
    """Where some unit of a territory could go if there were room everywhere."""
    out = 0
    for u in movable(g, s):
        out |= ends(g, u)
    return out


def ends(g: NorthAfrica, u: int) -> int:
    """Where a unit could go if there were room everywhere."""
    if g.air >> u & 1:
        return 0 if flown(g, u) else landing_range(g, u)
    return reachable(g, u)


def crowded(g: NorthAfrica) -> int:
    """A territory with more units than its limit that can be relieved, or NONE."""
    over = front(g).over
    if not over:
        return NONE
    steps = levels(g, 0)
    for s in bits(over):
        if any(found >> s & 1 for found in steps[1:]):
            return s
    return NONE


def relief(g: NorthAfrica, s: int) -> int:
    """Where units of a crowded territory must go: one move nearer to room."""
    steps = levels(g, 0)
    for i in range(1, len(steps)):
        if steps[i] >> s & 1:
            return steps[i - 1]
    return 0


def with_room(g: NorthAfrica, u: int, found: int) -> int:
    """Of some destinations of a unit those where it finds room (NA-TERR-h)."""
    s = crowded(g)
    if s != NONE:
        return found & relief(g, s) if g.where[u] == s else 0
    return found & ~front(g).full


def partners(g: NorthAfrica, u: int) -> int:
    """Full territories that make room for a unit, its own place being one of those they use."""
    tight = ends(g, u) & front(g).full
    if not tight or crowded(g) != NONE or not front(g).full >> g.where[u] & 1:
        return 0
    return tight & relieved(g, g.where[u])


def relieved(g: NorthAfrica, s: int) -> int:
    """The full territories that can make room once a unit has left one."""
    out = 0
    for step in levels(g, 1 << s)[1:]:
        out |= step
    return out


def exchangers(g: NorthAfrica) -> int:
    """Units of full territories that may change places with those of others (R19)."""
    f = front(g)
    if f.swaps < 0:
        f.swaps = exchangers_of(g, f.full)
    return f.swaps


def exchangers_of(g: NorthAfrica, full: int) -> int:
    """Those of the full territories."""
    if full & (full - 1) == 0:
        return 0  # there is nobody to change places with
    if crowded(g) != NONE:
        return 0
    out = 0
    own = g.owned[g.power] & (g.army | g.air & ~g.fought)
    for s in bits(full):
        units = g.at[s] & own
        if not units:
            continue
        wanted = relieved(g, s) & front(g).full
        for u in bits(one_of_each(g, units)) if wanted else ():
            if ends(g, u) & wanted:
                out |= 1 << u
    return out


def destinations(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """Where a combat land unit may go."""
    found = reachable(g, u, lifted)
    if not found:
        return found
    if front(g).short >> g.kind[u] & 1 and not lifted & APART.bit and crowded(g) == NONE:
        found = with_piece(g, u, found)
    return found if lifted & FULL.bit else with_room(g, u, found)


def columns(g: NorthAfrica) -> int:
    """Units whose stack may only march as a whole, for want of a piece, one of each (R47)."""
    short = front(g).short
    if not short or crowded(g) != NONE:
        return 0
    army = g.owned[g.power] & g.army & ~spent(g) & ~g.at[g.board.size]
    units = sum([1 << u for u in bits(army) if short >> g.kind[u] & 1])
    return sum([1 << u for u in bits(one_of_each(g, units)) if column_ends(g, u)])


def column_ends(g: NorthAfrica, u: int) -> int:
    """Where a whole stack may march that none of it could march to alone."""
    stack = stack_of(g, u)
    found = reachable(g, u)
    found &= ~with_piece(g, u, found)
    for v in bits(stack ^ 1 << u if found else 0):
        found &= reachable(g, v)
    count, side = stack.bit_count(), SIDE[g.power]
    return sum([1 << s for s in bits(found) if room(g, side, s) >= count])


def berths(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """Where an air unit may land in phase 5."""
    found = berth(g, u, lifted)
    if lifted & FULL.bit or not found:
        return found
    return with_room(g, u, found)


def marchers(g: NorthAfrica) -> int:
    """Of each kind in each territory one unit that may make a noncombat move."""
    tight = crowded(g)
    if tight != NONE:
        return marchers_in(g, tight)
    f = front(g)
    if f.walkers < 0:
        f.walkers = marchers_among(g, g.owned[g.power] & g.army)
    return f.walkers


def marchers_in(g: NorthAfrica, s: int) -> int:
    """Those of one territory."""
    return marchers_among(g, g.at[s] & g.owned[g.power] & g.army)


def marchers_among(g: NorthAfrica, own: int) -> int:
    """Those among some combat land units."""
    f = front(g)
    board, at, where, kinds_at, kind = g.board, g.at, g.where, g.kinds_at, g.kind
    ground = board.bordered & ~g.landings
    free = f.roads & ~f.full if not f.over else 0
    fit = own & ~spent(g)
    if fit and g.power == GERMANY:
        fit &= ~vichy_units(g)
    out = 0
    while fit:
        s = where[fit.bit_length() - 1]
        units = at[s] & fit
        fit ^= units
        if not ground >> s & 1:
            continue
        easy = board.land_links[s] & free  # open to all
        while units:
            low = units & -units
            u = low.bit_length() - 1
            units &= ~kinds_at[kind[u]]
            if (easy and not f.short) or destinations(g, u):
                out |= low
    patrol = own & g.fought & ~(g.turned | g.travelled | g.carried)
    if patrol:
        scouts = sum([1 << u for u in bits(patrol) if patrols(g, u) and ground >> where[u] & 1])
        for u in bits(one_of_each(g, scouts)):
            if destinations(g, u):
                out |= 1 << u
    return out


def fliers_home(g: NorthAfrica) -> tuple[int, int]:
    """Air units that may change their base, and those that must land, alike ones once."""
    f = front(g)
    if f.homes is None:
        f.homes = fliers_among(g, g.air)
    return f.homes


def fliers_among(g: NorthAfrica, units: int) -> tuple[int, int]:
    """Those among some air units."""
    idle = flying = 0
    up = -1
    f = front(g)
    for u in bits(one_of_each(g, g.owned[g.power] & units & ~g.travelled)):
        found = berth(g, u)
        if found and (with_room(g, u, found) if f.over else found & ~f.full):
            if up < 0:
                up = aloft(g)
            if up >> u & 1:
                flying |= 1 << u
            else:
                idle |= 1 << u
    return idle, flying


def march_on(g: NorthAfrica, u: int, s: int) -> None:
    """A combat land unit makes its noncombat move; what it does not change is kept."""
    old, start = front(g), g.where[u]
    march(g, u, s)
    keep(g, old, start, s, 1 << u)


def keep(g: NorthAfrica, old: Front, start: int, s: int, gone: int) -> None:
    """Combat land units have left a territory: what may move elsewhere is as it was."""
    new = front(g)
    if old.full == new.full and not old.over and not new.over:
        new.homes = old.homes
        if not old.full & (1 << start | 1 << s):
            new.swaps = old.swaps
        if old.walkers >= 0 and not old.short | new.short:
            left = old.walkers & ~(g.at[start] | gone)
            new.walkers = left | marchers_in(g, start)


def fly_home(g: NorthAfrica, u: int, s: int) -> None:
    """An air unit lands in phase 5; what it does not change is kept."""
    old, start = front(g), g.where[u]
    land(g, u, s)
    new = front(g)
    if old.full == new.full and old.over == new.over:
        new.walkers = old.walkers
        if not old.full & (1 << start | 1 << s):
            new.swaps = old.swaps
        if old.homes is not None:
            gone = ~(g.at[start] | 1 << u)
            idle, flying = fliers_among(g, g.air & g.at[start])
            new.homes = (old.homes[0] & gone | idle, old.homes[1] & gone | flying)
