"""Supply (7.0): lines over roads and sea, Beachheads, attrition."""

from __future__ import annotations

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import everybody, remove, shown
from sirocco.games.victory.control import rank
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    ARMY_MASK,
    NAVAL_MASK,
    OFF,
    SIDE,
    SIDE_MASK,
    SUBMARINES,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.hexes import net_union, net_within


def check_dropped(g: Victory) -> None:
    """V-5.6-g, A72: Airborne that dropped in this Player Turn and have no supply are lost."""
    if g.log is not None:
        g.log.append(ev.SupplyChecked(everybody(g), 1 - g.side))
    dropped = g.dropped & SIDE_MASK[g.side]
    if dropped:
        for u in bits(dropped & unsupplied(g, g.side)):
            _tell(g, u, 0)
            remove(g, u)


def check_supply(g: Victory) -> None:
    """V-7.4-a: attrition of the side that was not moving."""
    for u in bits(unsupplied(g, 1 - g.side)):  # all found before the first loss
        left = g.cv[u] - 1  # V-7.4-b
        _tell(g, u, left)
        if left:
            g.cv[u] = left
        else:
            remove(g, u)  # V-7.4-c


def _tell(g: Victory, u: int, left: int) -> None:
    if g.log is not None:
        audience = everybody(g) if shown(g, u) else g.terms.side_seats[SIDE[u]]
        g.log.append(ev.Attrition(audience, u, left))


# Who is in supply


def unsupplied(g: Victory, side: int) -> int:
    """The blocks of a side that need supply and have none."""
    harmless = _harmless(g, side)
    worst = _without(g, side, harmless)  # while every block of the other side cuts
    if not worst:
        return 0
    weak = _weak(g, side)
    return worst if weak == harmless else _without(g, side, weak)


def supplied(g: Victory, side: int) -> int:
    """The blocks of a side on the map that are in supply or need none."""
    out = 0
    for h in bits(g.occ[side]):
        out |= g.at[h]
    return out & SIDE_MASK[side] & ~unsupplied(g, side)


def supply_map(g: Victory, side: int) -> int:
    """The hexes in which Army units of a side are in supply, by all that is true."""
    weak = _weak(g, side)
    return supplied_hexes(g, side, weak) & ~_starved_ports(g, side, weak)


def sure_supply_map(g: Victory, side: int) -> int:
    """The same by what the side can see: every standing block of the other side may cut."""
    known = _harmless(g, side) & g.face_up
    return supplied_hexes(g, side, known) & ~_starved_ports(g, side, known)


def perhaps_unsupplied(g: Victory, side: int) -> int:
    """The blocks of a side that need supply and, by what the side can see, may have none."""
    return _without(g, side, _harmless(g, side) & g.face_up)


def _weak(g: Victory, side: int) -> int:
    """V-7.4-e: blocks of the other side that cut no road of a side.

    A69: their own supply is traced first, with everything of this side cutting.
    """
    foe = 1 - side
    home = g.control[foe] & g.board.homes[foe]  # A71: closed whoever stands there
    if not g.occ[foe] & g.board.road & ~home:
        return _harmless(g, side)
    return _without(g, foe, _harmless(g, foe)) | _harmless(g, side)


def _harmless(g: Victory, side: int) -> int:
    """V-SUBCON-b: with Submarine Control the other side's Submarines cut no road."""
    return SUBMARINES & SIDE_MASK[1 - side] if g.terms.submarines else 0


def _without(g: Victory, side: int, weak: int) -> int:
    """Blocks of a side out of supply while the blocks `weak` of the other cut no road."""
    fed = supplied_hexes(g, side, weak)
    needy = SIDE_MASK[side] & ~(NAVAL_MASK | g.at_sea | g.aboard | g.flying)  # V-7.0-a, V-7.5-a
    at = g.at
    out = 0
    for h in bits(g.occ[side] & ~fed):
        out |= at[h] & needy
    if g.blockading & SIDE_MASK[1 - side]:
        for h in bits(_starved_ports(g, side, weak)):
            out |= at[h] & needy & ARMY_MASK
    return out


def supplied_hexes(g: Victory, side: int, weak: int) -> int:
    """V-7.0-b: hexes on a valid Supply Line, next to one, or fed by a Beachhead."""
    grid, board = g.board.grid, g.board
    lines = supply_lines(g, side, weak)
    beaches = 0
    theirs = g.occ[1 - side]
    for u in bits(g.beach & SIDE_MASK[side]):
        at = 1 << g.where[u]
        # A80: a port has its own rules; V-5.71-f, V-BEACH-b: none into a blockaded Beachhead.
        if not at & (board.port | theirs) and grid.spread(board.sea_net, at) & lines & board.sea:
            beaches |= at
    fed = lines & ~board.sea | beaches  # A67; V-5.71-g, V-7.1-d, A70
    return fed | grid.spread(board.supply_next_net, fed)  # A65


def supply_lines(g: Victory, side: int, weak: int) -> int:
    """A66: parts of the network with two friendly cities; road, city, port and sea hexes."""
    grid, board = g.board.grid, g.board
    theirs = g.occ[1 - side]
    roads = board.road & ~closed_roads(g, side, weak)
    cities = g.control[side] & board.city  # V-7.2-a, V-7.2-b
    ports = g.control[side] & board.port & ~theirs  # V-7.3-a, V-7.3-b, V-5.8-f, A90
    water = board.sea & ~theirs  # V-7.5-b, V-SUBCON-c: whatever floats there cuts
    net = board.supply_net  # A78, V-7.3-c
    if (roads | cities) & board.port & ~ports:  # joined by road, but not by sea
        links = net_within(grid, board.sea_link_net, ports | water)  # A68, A77
        net = net_union(board.road_net, links)
    open_hexes = roads | ports | water
    lines = 0
    rest = cities
    while rest:
        part = grid.flood(net, rest & -rest, open_hexes)  # V-7.1-b
        linked = part & cities
        if linked & (linked - 1):  # V-7.2-c
            lines |= part
        rest &= ~part
    return lines


def closed_roads(g: Victory, side: int, weak: int) -> int:
    """V-7.1-c: hexes that the other side controls against the roads of a side.

    The blocks `weak` of the other side cut nothing; its home places block whoever stands
    there (A71).
    """
    foe = 1 - side
    theirs = SIDE_MASK[foe]
    hollow = 0
    for u in bits(weak):
        h = g.where[u]
        if h != OFF and not g.at[h] & theirs & ~weak:
            hollow |= 1 << h
    held = g.occ[foe] & ~hollow  # V-CONTROL-e: ships on the coast as well
    for h in bits(held & g.occ[side]):
        here = g.at[h]
        if rank(g, here & theirs & ~weak) <= rank(g, here & SIDE_MASK[side]):  # V-BLOCK-a
            held ^= 1 << h
    return held | g.control[foe] & (g.board.homes[foe] | ~hollow)


# Blockaded ports


def _starved_ports(g: Victory, side: int, weak: int) -> int:
    """V-5.8-h: blockaded ports without a road to another friendly city."""
    out = 0
    for u in bits(g.blockading & SIDE_MASK[1 - side]):
        at = 1 << g.where[u]
        if at & g.board.port & ~out and not _road_to_city(g, side, at, weak):
            out |= at
    return out


def _road_to_city(g: Victory, side: int, at: int, weak: int) -> bool:
    board = g.board
    roads = board.road & ~closed_roads(g, side, weak)
    part = board.grid.flood(board.road_net, at, roads)
    return bool(part & g.control[side] & board.city & ~at)


def has_road_to_city(g: Victory, side: int, h: int) -> bool:
    """Whether a road past all enemies joins a hex to another friendly city (V-5.8-g)."""
    return _road_to_city(g, side, 1 << h, _harmless(g, side))
