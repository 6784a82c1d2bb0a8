"""The optional supply reserve for air and sea attacks (NA-RESERVE-c)."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.front import price, units_a_token
from sirocco.games.northafrica.ground import enemy_at_sea, hostile_zone
from sirocco.games.northafrica.powers import SIDE, UK, US
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.supply import spend
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

RESERVE: Final = Limit(
    1 << 14,
    "The supply reserve does not pay for one more air or sea attack.",
    "NA-RESERVE-c",
    "R30",
)
ENDLESS: Final = 10_000


def reserve_places(g: NorthAfrica) -> int:
    """Where a power keeps its reserve: its staging territory; for the US that of the UK."""
    places = g.board.staging_for
    return places[g.power] or (places[UK] if g.power == US else 0)


def payable_attacks(g: NorthAfrica) -> int:
    """How many air and sea units the reserve lets attack in all."""
    if not g.terms.reserve:
        return ENDLESS
    return units_a_token() * sum(g.supply[s] for s in bits(reserve_places(g)))


def promised(g: NorthAfrica) -> int:
    """The air and sea units that attack already or must attack as things stand."""
    side = SIDE[g.power]
    own = g.owned[g.power]
    bound = own & (g.moved & ~g.fleeing | g.fought)
    count = (own & g.air & g.fought).bit_count()
    for u in bits(own & g.ships):
        z = g.where[u]
        if z >= g.board.size:
            continue
        joined = g.at[z] & bound and enemy_at_sea(g, side, z)  # NA-DECL-d
        if bound >> u & 1 or joined or hostile_zone(g, side, z):
            count += 1
    return count


def reserve_left(g: NorthAfrica) -> int:
    """How many more air and sea units may be sent to attack."""
    if not g.terms.reserve:
        return ENDLESS
    return payable_attacks(g) - promised(g)


def pay_reserve(g: NorthAfrica) -> None:
    """After all attacks are declared: 1 supply for 5 attacking air and sea units together."""
    if not g.terms.reserve:
        return
    units = g.owned[g.power] & (g.air | g.ships) & g.fought
    due = price(units.bit_count())
    for s in bits(reserve_places(g)):
        paid = min(due, g.supply[s])
        if paid:
            spend(g, s, paid, "reserve")
            g.memo = None
            due -= paid
