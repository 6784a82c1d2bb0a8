"""Declarations of air and sea units when all combat moves are made (NA-DECL-c to -f)."""

from __future__ import annotations

from sirocco.games.northafrica.events_moves import AttackDeclared
from sirocco.games.northafrica.front import front
from sirocco.games.northafrica.ground import everybody
from sirocco.games.northafrica.reserve import payable_attacks
from sirocco.games.northafrica.state import NorthAfrica, aim_at
from sirocco.games.northafrica.troops import piece
from sirocco.kernel.bits import bits


def commit(g: NorthAfrica) -> None:
    """The attacks that need no word: in hostile zones, and where newcomers commit the rest."""
    f = front(g)
    own = g.owned[g.power] & (g.ships | g.air)
    hostile = f.hostile_zones(g)
    for z in bits(f.waters(g)):
        here = g.at[z] & own
        if not here:
            continue
        newcomers = here & (g.moved & ~g.fleeing | g.fought)
        if hostile >> z & 1 or newcomers:  # NA-DECL-c, NA-DECL-d
            declare_at_sea(g, here)


def declare_at_sea(g: NorthAfrica, units: int) -> None:
    """Units attack the zone that they are in, as far as a reserve pays for it (R30)."""
    attacking = (g.owned[g.power] & (g.ships | g.air) & g.fought).bit_count()
    left = payable_attacks(g) - attacking
    for u in bits(units & ~g.fought):
        if left < 1:
            return
        left -= 1
        g.fought |= 1 << u
        aim_at(g, u, g.where[u])
        if g.log is not None:
            g.log.append(AttackDeclared(everybody(g), piece(g, u), g.where[u], g.where[u]))


def optional(g: NorthAfrica) -> int:
    """NA-DECL-e: sea units in a friendly zone with enemies that have not declared."""
    f = front(g)
    free = f.waters(g) & ~f.hostile_zones(g)
    own = g.owned[g.power] & g.ships & ~g.fought
    if not own or not free:
        return 0
    attacking = (g.owned[g.power] & (g.ships | g.air) & g.fought).bit_count()
    if payable_attacks(g) <= attacking:
        return 0
    return sum([1 << u for u in bits(own) if free >> g.where[u] & 1])
