"""Whether a board agrees with everything that the rulebook says about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sirocco.games.northafrica.board import NONE, Board, Rows
from sirocco.games.northafrica.powers import ALLIES, AXIS, NOBODY, POWERS, SIDES, UK
from sirocco.games.outlines import NOWHERE, Outlines
from sirocco.kernel.bits import bits
from sirocco.kernel.graph import Links

TOUCH: Final = 8.0
"""A common border must be so long, in map units, to be one."""
LEAST_ROAD, MOST_ROAD = 12, 15


def board_faults(board: Board, rows: Rows, book: Any) -> list[str]:
    """What is wrong with a board; `book` is what the rulebook mentions of its geography."""
    found = list(_named(board, book))
    if found:
        return found
    for part in (_symmetry, _values, _borders, _distances):
        found += part(board, rows, book)
    for check in (_ports, _route, _emblems, _deployment, _road, _desert, _whole):
        found += check(board)
    return found


def outline_faults(board: Board, drawn: Outlines) -> list[str]:
    """Where the borders of a board are not those of its drawing."""
    names = set(board.names)
    seen = {pair for pair, far in drawn.lengths().items() if far >= TOUCH}
    seen = {(a, b) for a, b in seen if a not in NOWHERE and b not in NOWHERE}
    odd = sorted({name for pair in seen for name in pair} - names)
    found = [f"Outlines: there is no space {name!r}." for name in odd]
    told = {
        (min(a, b), max(a, b))
        for s, a in enumerate(board.names)
        for b in (board.names[t] for t in bits(board.links[s]))
    }
    for a, b in sorted(seen - told):
        if a in names and b in names:
            found.append(f"Map: {a} and {b} have a common outline but no border.")
    outlined = {name for pair in seen for name in pair}
    for a, b in sorted(told - seen):
        if a in outlined and b in outlined and not _through_canal(board, a, b):
            found.append(f"Map: {a} and {b} have a border but no common outline.")
    return found


def _through_canal(board: Board, a: str, b: str) -> bool:
    s, t = board.find(a), board.find(b)
    return bool(board.route[s] and board.route[t])


def _named(board: Board, book: Any) -> Iterator[str]:
    for key in ("territories", "zones"):
        for name in book["names"][key]:
            if board.find(name) < 0:
                yield f"Map: {name} is missing, which the rulebook names."


def _symmetry(board: Board, rows: Rows, book: Any) -> Iterator[str]:
    for name, row in rows.items():
        for other in row.get("borders", ()):
            if name not in rows[other].get("borders", ()):
                yield f"Map: {name} borders {other}, but {other} does not border {name}."


def _values(board: Board, rows: Rows, book: Any) -> Iterator[str]:
    for s, value in enumerate(board.rp):
        if value > 15:
            yield f"Map: {board.names[s]} is worth {value}; values run from 1 to 15 (NA-TERR-e)."
    for name in book["names"]["valued"]:
        if not board.rp[board.find(name)]:
            yield f"Map: {name} must have a value: markers are placed there (NA-TERR-f)."
    for name in book["names"]["worthless"]:
        if board.rp[board.find(name)]:
            yield f"Map: {name} has no value (NA-TERR-e)."
    for s in bits(board.valued):
        if board.sea >> s & 1 or (board.impassable | board.sahara) >> s & 1:
            yield f"Map: {board.names[s]} cannot have a value."
    for side, capital in enumerate(board.capital):
        if capital == NONE or not board.rp[capital]:
            yield f"Map: the {SIDES[side]} have no capital with a value."


def _borders(board: Board, rows: Rows, book: Any) -> Iterator[str]:
    for name, others in book["borders"].items():
        for other in others:
            if not board.links[board.find(name)] >> board.find(other) & 1:
                yield f"Map: {name} and {other} must share a border."
    for name, others in book["only"].items():
        due = sum(1 << board.find(other) for other in others)
        near = board.land_links[board.find(name)]
        for s in bits(near ^ due):
            yield f"Map: {name} and {board.names[s]}: the rulebook lists all land borders here."


def _distances(board: Board, rows: Rows, book: Any) -> Iterator[str]:
    nets = {
        "air": board.air_links[UK],
        "any": board.links,
        "road": tuple(
            near & board.road if board.road >> s & 1 else 0
            for s, near in enumerate(board.land_links)
        ),
    }
    for row in book["distance"].values():
        a, b, low, high = row["from"], row["to"], row["least"], row["most"]
        steps = distance(nets[row["by"]], board.find(a), board.find(b))
        if not low <= steps <= high:
            yield f"Map: {a} and {b} are {steps} spaces apart ({row['by']}), not {low} to {high}."


def distance(links: Links, a: int, b: int) -> int:
    """How many steps lead from one space to another; 999 if none do."""
    reached, steps = 1 << a, 0
    while not reached >> b & 1:
        more = reached
        for s in bits(reached):
            more |= links[s]
        if more == reached:
            return 999
        reached, steps = more, steps + 1
    return steps


def _reach(links: Links, start: int) -> int:
    reached = 1 << start
    while True:
        more = reached
        for s in bits(reached):
            more |= links[s]
        if more == reached:
            return reached
        reached = more


def _ports(board: Board) -> Iterator[str]:
    for z in bits(board.convoys):
        port = board.port[z]
        if port == NONE:
            continue
        if not board.links[z] >> port & 1:
            yield f"Map: {board.names[z]} does not touch its port {board.names[port]}."
        if not board.rp[port]:
            yield f"Map: the port {board.names[port]} has no value (NA-CSZ-a)."
        if not board.users[z]:
            yield f"Map: nobody may use {board.names[z]}."
        if (board.users[z] >> UK & 1) != (board.users[z] & 0b0101 == 0):
            yield f"Map: {board.names[z]} bears emblems of both sides (NA-CSZ-g)."


def _route(board: Board) -> Iterator[str]:
    steps = [[s for s, n in enumerate(board.route) if n == k] for k in range(1, 6)]
    if any(len(found) != 1 for found in steps):
        yield "Map: the Atlantic route needs one space for each of its five steps (NA-CSZ-b)."
        return
    indian, canal = steps[1][0], steps[2][0]
    into = sum(1 << s for s, near in enumerate(board.links) if near >> canal & 1)
    for s in bits(into & ~(1 << indian)):
        yield f"Map: {board.names[s]} leads into {board.names[canal]} (NA-SEA-b)."


def _emblems(board: Board) -> Iterator[str]:
    for s in bits(board.islands):
        if board.links[s] & board.land:
            yield f"Map: {board.names[s]} is an island, but borders land (NA-ISLAND-a)."
        if board.emblem[s] == NOBODY:
            yield f"Map: the island {board.names[s]} bears no emblem."
    for s in bits(board.direct):
        if board.emblem[s] in (NOBODY, UK):
            yield f"Map: the Axis deploys to {board.names[s]}, which is not theirs."
    for s, powers in enumerate(board.staging):
        if powers and board.emblem[s] == NOBODY:
            yield f"Map: {board.names[s]} is a staging territory without an emblem (NA-STAGING-c)."


def _deployment(board: Board) -> Iterator[str]:
    for p, name in enumerate(POWERS):
        zones = sum(1 << s for s, powers in enumerate(board.deploys) if powers >> p & 1)
        if zones.bit_count() != (2 if p == UK else 1):
            yield f"Map: {name} has {zones.bit_count()} deployment zones (NA-DZONE-a)."
        if zones & ~board.sea:
            yield f"Map: {name} deploys sea units on land."
    if not board.deploys[board.find("sz1")] & 1:
        yield "Map: sz1 must be Germany's deployment zone (NA-DZONE-b)."


def _road(board: Board) -> Iterator[str]:
    length = board.road.bit_count()
    if not LEAST_ROAD <= length <= MOST_ROAD:
        yield f"Map: the coast road crosses {length} territories, not {LEAST_ROAD} to {MOST_ROAD}."
    net = tuple(near & board.road for near in board.land_links)
    start, gap = board.find("tripoli"), board.find("casablanca")
    if _reach(net, start) & board.road != board.road & ~(1 << gap):
        yield "Map: the coast road must run from Oran to Cairo and break at Casablanca (NA-ROAD-b)."
    east = board.road & ~board.west
    for s in bits(east | 1 << board.find("mareth")):
        if not board.land_links[s] & ~board.road:
            yield f"Map: {board.names[s]} can be attacked along the coast road only."


def _desert(board: Board) -> Iterator[str]:
    if not board.sahara:
        yield "Map: there is no Sahara (NA-SAHARA-a)."
        return
    first = next(iter(bits(board.sahara)))
    chain = tuple(
        near & board.sahara if board.sahara >> s & 1 else 0
        for s, near in enumerate(board.land_links)
    )
    if _reach(chain, first) != board.sahara:
        yield "Map: the Sahara must be one chain, so that scout cars can pass the coast."
    away = tuple(near & ~board.road for near in board.land_links)
    if not _reach(away, board.find("siwa")) & board.land_links[board.find("cairo")]:
        yield "Map: scout cars cannot pass Mersa Matruh by the south."


def _whole(board: Board) -> Iterator[str]:
    ground = board.africa & ~board.sahara
    net = tuple(near & ground for near in board.land_links)
    start = board.find("cairo")
    for s in bits(ground & ~_reach(net, start)):
        yield f"Map: {board.names[s]} cannot be reached by land."
    atlantic = sum(1 << s for s, n in enumerate(board.route) if 1 <= n <= 3)
    water = board.sea & ~atlantic
    for side in (AXIS, ALLIES):
        for s in bits(water & ~_reach(board.sea_links[side], board.find("sz1"))):
            yield f"Map: {board.names[s]} cannot be reached by sea ({SIDES[side]})."
    for s in bits(board.emblems):
        if not board.links[s] & board.sea:
            yield f"Map: {board.names[s]} does not touch the sea."
