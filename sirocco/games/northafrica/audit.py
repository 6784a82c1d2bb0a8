"""What must hold in every position; for fuzzing, cases and stored games."""

from __future__ import annotations

from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.kinds import AIR, SEA, TYPES
from sirocco.games.northafrica.limits import faults
from sirocco.games.northafrica.position_check import misplaced, mixed
from sirocco.games.northafrica.powers import FRENCH, NOBODY, SIDE_POWERS
from sirocco.games.northafrica.state import FREE, MARKS, OVER, SLOTS, NorthAfrica


def audit(g: NorthAfrica) -> list[str]:
    """Sentences about what does not hold; none for a sound position."""
    return [*_indexes(g), *_marks(g), *_places(g), *misplaced(g), *_mixed(g), *faults(g)]


def _indexes(g: NorthAfrica) -> list[str]:
    chart = g.board.chart
    at = [0] * (g.board.size + 1)
    owned = [0, 0, 0, 0]
    kinds = [0] * chart.kinds
    types = [0] * len(TYPES)
    arms = [0, 0, 0, 0]
    french = 0
    aimed: dict[int, int] = {}
    for u in range(SLOTS):
        kind = g.kind[u]
        if kind == FREE:
            if g.where[u] != NONE or g.owner[u] != NOBODY:
                return [f"slot {u} is empty and yet somewhere"]
            continue
        bit = 1 << u
        at[g.where[u]] |= bit
        owned[g.owner[u]] |= bit
        kinds[kind] |= bit
        types[chart.type[kind]] |= bit
        if chart.nation[kind] == FRENCH:
            french |= bit
        if g.target[u] != NONE:
            aimed[g.target[u]] = aimed.get(g.target[u], 0) | bit
        arm = chart.arm[kind]
        group = 2 if arm == AIR else 3 if arm == SEA else 0 if chart.combat_land[kind] else 1
        arms[group] |= bit
    out = []
    if at != g.at:
        out.append("the index of units by space is wrong")
    sides = [sum(owned[p] for p in powers) for powers in SIDE_POWERS]
    if owned != g.owned or sides != g.sides:
        out.append("the index of units by owner is wrong")
    if kinds != g.kinds_at:
        out.append("the index of units by kind is wrong")
    if types != g.types_at or french != g.french:
        out.append("the index of units by type or make is wrong")
    if aimed != {s: units for s, units in g.aimed.items() if units}:
        out.append("the index of units by target is wrong")
    if arms != [g.army, g.trucks, g.air, g.ships]:
        out.append("the index of units by arm is wrong")
    return out


def _marks(g: NorthAfrica) -> list[str]:
    alive = g.owned[0] | g.owned[1] | g.owned[2] | g.owned[3]
    out = [
        f"the mark {name} is on a unit that is gone" for name in MARKS if getattr(g, name) & ~alive
    ]
    if g.fresh & ~alive or any(not alive >> u & 1 for u in g.tracks):
        out.append("a unit that is gone has a track")
    return out


def _places(g: NorthAfrica) -> list[str]:
    board = g.board
    out = []
    for power, flags in enumerate(g.flags):
        if flags != sum(1 << s for s, holder in enumerate(g.control) if holder == power):
            out.append("the index of control markers is wrong")
    for s in range(board.size):
        if g.control[s] != NOBODY and (not board.valued >> s & 1 or board.emblems >> s & 1):
            out.append(f"a control marker lies in {board.names[s]} (NA-OVER-d)")
        if g.supply[s] and not board.land >> s & 1:
            out.append(f"supply lies in {board.names[s]}")
        if g.hauled[s] > g.supply[s]:
            out.append(f"more supply was unloaded in {board.names[s]} than lies there")
    for name in ("afloat", "land_mines", "sea_mines", "fresh_afloat"):
        if any(value <= 0 for value in getattr(g, name).values()):
            out.append(f"an empty entry is left in {name}")
    for key, value in g.fresh_afloat.items():
        held = g.afloat.get(key, 0) if board.sea >> (key >> 2) & 1 else g.supply[key >> 2]
        if value > held:
            out.append("more supply was deployed in this phase than is there")
    return out


def _mixed(g: NorthAfrica) -> list[str]:
    """Both sides may be together only while a combat is being concluded, or the game is over."""
    return [] if g.phase == OVER or g.battle != NONE else mixed(g)
