"""Positions that cannot be: every fault one sentence."""

from __future__ import annotations

from sirocco.games.northafrica.ground import controller, load, side_units, standing
from sirocco.games.northafrica.kinds import AAA, AIR, LAND, SAHARA, SEA
from sirocco.games.northafrica.limits import faults
from sirocco.games.northafrica.powers import ALLIES, AXIS, NOBODY, SIDE, SIDES
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Refused


def check(g: NorthAfrica, unchecked: bool) -> None:
    """Refuse a position that no game can reach; with `unchecked` stacks may be too high."""
    for sentence in (*misplaced(g), *mixed(g), *([] if unchecked else crowded(g)), *faults(g)):
        raise Refused(f"position: {sentence}.")


def misplaced(g: NorthAfrica) -> list[str]:
    """Units where their kind cannot be."""
    out = []
    board = g.board
    for u in bits(g.owned[0] | g.owned[1] | g.owned[2] | g.owned[3]):
        s = g.where[u]
        if s == board.size:
            continue
        name = f"the {board.chart.codes[g.kind[u]]} in {board.names[s]}"
        arm = board.chart.arm[g.kind[u]]
        here = 1 << s
        if board.impassable & here:
            out.append(f"{name} stands in impassable ground (NA-TERR-a)")
        elif arm == SEA and board.land & here:
            out.append(f"{name} is a ship on land (NA-TERR-c)")
        elif arm == AIR and board.sahara & here:
            out.append(f"{name} cannot be in the Sahara (NA-SAHARA-b)")
        elif arm == LAND and board.sea & here:
            out += _afloat(g, u, name)
        elif arm == LAND and board.sahara & here:
            if not board.chart.traits[g.kind[u]] & SAHARA:
                out.append(f"{name} cannot be in the Sahara (NA-SAHARA-a)")
    return out


def _afloat(g: NorthAfrica, u: int, name: str) -> list[str]:
    """Land units are at sea as cargo of a convoy only."""
    z = g.where[u]
    if not g.board.convoys >> z & 1:
        return [f"{name} is a land unit at sea outside a convoy zone (NA-SEA-c)"]
    if not g.board.users[z] >> g.owner[u] & 1:
        return [f"{name} is in a convoy zone that its power does not use (NA-CSZ-f)"]
    if g.board.aaa_only >> z & 1 and g.board.chart.type[g.kind[u]] != AAA:
        return [f"{name}: only AAA are shipped there (NA-P6LAND-d)"]
    return []


def mixed(g: NorthAfrica) -> list[str]:
    """Both sides in one territory, or units of one side under the other's marker."""
    out = []
    for s in bits(g.board.land):
        if g.landings >> s & 1:
            continue
        units = standing(g, s)
        sides = [side for side in (AXIS, ALLIES) if units & side_units(g, side)]
        name = g.board.names[s]
        if len(sides) == 2:
            out.append(f"units of both sides stand in {name}, where no landing is fought")
        owner = controller(g, s)
        if owner != NOBODY and sides and SIDE[owner] not in sides:
            out.append(f"units of the {SIDES[sides[0]]} stand in {name}, which is the enemy's")
    return out


def crowded(g: NorthAfrica) -> list[str]:
    """Stacks above the limit (NA-TERR-h)."""
    return [
        f"{g.board.names[s]} holds {load(g, side, s)} combat units, "
        f"more than its limit of {g.board.limit[s]} (NA-TERR-h)"
        for s in bits(g.board.land)
        for side in (AXIS, ALLIES)
        if load(g, side, s) > g.board.limit[s]
    ]
