"""Army units on the ground: normal moves and Strategic Moves by road (4.6, 4.7, 2.1, 2.3)."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.attacks import FAR, STRATEGIC, army_room, foes, open_sides
from sirocco.games.victory.board import Board
from sirocco.games.victory.mapdata import FOREST, MARSH, MOUNTAIN
from sirocco.games.victory.nets import (
    ALPINE_SIDES,
    LOWER_RIVERS,
    WATER_SIDES,
    crossing,
    walk,
    with_closed,
)
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import KIND, MARINES, MOVE_RATE, SIDE
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.hexes import Net
from sirocco.kernel.refusal import Limit

AFLOAT: Final = Limit(
    1,
    "An Army unit at sea moves by Sea Movement only.",
    "V-4.6-a",
    "V-4.71-b",
    "V-3.3-a",
    "V-3.3-b",
    "V-4.71-e",
)
HALT: Final = Limit(
    2, "A unit stops in the first hex that enemy units occupy.", "V-4.3-b", "V-4.6-b"
)
LEAVE: Final = Limit(
    4,
    "A unit that passed forest, marsh or mountain without stopping cannot leave the road.",
    "V-2.3-e",
    "V-2.3-d",
    "A22",
)
IN_FOREST: Final = Limit(
    8, "Army units stop when they enter a forest hex.", "V-2.1-e", "V-2.0-a", "V-2.3-d", "A22"
)
IN_MARSH: Final = Limit(
    16, "Army units stop when they enter a marsh hex.", "V-2.1-g", "V-2.0-a", "V-2.3-d", "A22"
)
IN_MOUNTAIN: Final = Limit(
    32, "Army units stop when they enter a mountain hex.", "V-2.1-i", "V-2.0-a", "V-2.3-d", "A22"
)
IN_CANAL: Final = Limit(64, "Army units stop when they enter a canal hex.", "V-2.1-u", "A19")
FORD: Final = Limit(
    128, "Army units stop after crossing a river where there is no bridge.", "V-2.1-n"
)
ALPINE: Final = Limit(
    256, "Army units cannot cross an alpine hexside.", "V-2.1-k", "V-2.1-j", "V-TEC-a"
)
LOWER: Final = Limit(
    512, "Between its mouth and the first bridge a river cannot be crossed.", "V-2.1-r", "A93"
)
WATER: Final = Limit(
    1024,
    "On the ground Army units keep to land and coastal hexes.",
    "V-4.6-a",
    "V-3.3-a",
    "V-3.3-b",
)
SIDE_FULL: Final = Limit(
    2048,
    "As many Army units as that hexside lets into the battle have crossed it.",
    "V-4.2-a",
    "V-HEXSIDE-a",
    "V-HEXSIDE-c",
    "V-HEXSIDE-f",
    "V-4.6-b",
    "V-2.0-b",
)
FULL: Final = Limit(
    4096,
    "No more Army units may attack that hex than could stack in it.",
    "V-HEXSIDE-e",
    "V-STACK-a",
    "V-4.1-a",
    "V-4.1-f",
)
RATE: Final = Limit(8192, "That is farther than the unit's movement rate.", "V-4.0-a", "V-4.6-a")
LAND_LIMITS: Final = (
    AFLOAT,
    SIDE_FULL,
    FULL,
    HALT,
    LEAVE,
    IN_FOREST,
    IN_MARSH,
    IN_MOUNTAIN,
    IN_CANAL,
    FORD,
    ALPINE,
    LOWER,
    WATER,
    RATE,
)
_TERRAIN_STOPS: Final = ((IN_FOREST, FOREST), (IN_MARSH, MARSH), (IN_MOUNTAIN, MOUNTAIN))
_SIDES: Final = ((ALPINE, ALPINE_SIDES), (LOWER, LOWER_RIVERS), (WATER, WATER_SIDES))


def _nets(board: Board, lifted: int) -> tuple[Net, Net]:
    """Hexsides that may be crossed, and those after which a move goes on (V-2.1-n, V-2.1-o)."""
    if not lifted:
        return board.land_net, board.free_net
    kinds = 0
    for limit, kind in _SIDES:
        if lifted & limit.bit:
            kinds |= kind
    cross = with_closed(board, board.land_net, kinds)
    free = board.land_net if lifted & FORD.bit else board.free_net
    return cross, with_closed(board, free, kinds)


def _stops(board: Board, lifted: int) -> int:
    """Hexes in which a move that is not wholly on road ends (V-2.1-e, -g, -i)."""
    stop = board.stop
    for limit, terrain in _TERRAIN_STOPS:
        if lifted & limit.bit:
            for h in bits(board.stop):
                if board.terrain[h] == terrain:
                    stop &= ~(1 << h)
    return stop


class Ground:
    """Where one Army unit can get on the ground: layers of hexes from which it may step on."""

    __slots__ = (
        "cross",
        "foe",
        "free",
        "free_net",
        "from_free",
        "from_road",
        "lifted",
        "road",
        "side",
        "start",
    )

    def __init__(self, g: Victory, u: int, lifted: int, foe: int) -> None:
        board = g.board
        grid = board.grid
        self.side = SIDE[u]
        self.start = 1 << g.where[u]
        self.lifted = lifted
        self.foe = foe
        self.cross, self.free_net = _nets(board, lifted)
        rate = FAR if lifted & RATE.bit else MOVE_RATE[KIND[u]]
        halts = 0 if lifted & HALT.bit else self.foe
        if not lifted & IN_CANAL.bit:
            halts |= board.halt  # V-2.1-u, A19
        stop = _stops(board, lifted) if lifted else board.stop
        self.free = grid.layers(self.free_net, self.start, ~(halts | stop), rate)
        self.road: list[int] = []
        if board.road & self.start:  # V-2.3-d, A22: wholly on road, no stop for terrain
            self.road = grid.layers(board.road_net, self.start, ~halts, rate)
            if lifted & LEAVE.bit:
                for i, layer in enumerate(self.road[1:], 1):
                    self.free += grid.layers(self.free_net, layer, ~(halts | stop), rate - i)
        self.from_free = self.from_road = 0
        for layer in self.free:
            self.from_free |= layer
        for layer in self.road:
            self.from_road |= layer

    def reach(self, g: Victory) -> int:
        """Every hex that it can step into."""
        spread = g.board.grid.spread
        out = spread(self.cross, self.from_free)
        if self.from_road:
            out |= spread(g.board.road_net, self.from_road)
        return out & ~self.start

    def ways(self, g: Victory, h: int) -> int:
        """The hexes from which it may cross into a battle (V-4.2-a, V-HEXSIDE-e)."""
        board = g.board
        limited = board.land >> h & 1 and not self.lifted & FULL.bit
        if limited and not army_room(g, self.side, h):
            return 0
        sources = crossing(board, self.cross, self.from_free, h)
        if self.from_road:
            sources |= crossing(board, board.road_net, self.from_road, h)
        return open_sides(g, self.side, h, sources, False, not self.lifted & SIDE_FULL.bit)


def land_to(g: Victory, u: int, lifted: int = 0) -> int:
    """Hexes that an Army unit on the ground reaches by a normal move, battles too (V-2.3-f)."""
    if g.at_sea >> u & 1 and not lifted & AFLOAT.bit:
        return 0
    foe = foes(g, SIDE[u])
    if not lifted:  # mostly no enemy is in its way
        key = (MOVE_RATE[KIND[u]], g.where[u])
        quiet = g.board.quiet_land.get(key, -1)
        if quiet < 0:
            quiet = g.board.quiet_land[key] = Ground(g, u, 0, 0).reach(g)
        if not quiet & foe:
            return quiet
    ground = Ground(g, u, lifted, foe)
    reach = ground.reach(g)
    attacks = reach & foe
    out = reach ^ attacks  # V-HEXSIDE-b, V-4.2-c: no limit without a battle
    for h in bits(attacks):
        if ground.ways(g, h):
            out |= 1 << h
    return out


def land_ways(g: Victory, u: int, h: int, lifted: int = 0) -> int:
    """The hexes from which an Army unit can enter the battle in a hex."""
    return Ground(g, u, lifted, foes(g, SIDE[u])).ways(g, h)


def passed_stops(g: Victory, u: int, h: int) -> list[str]:
    """The terrain stops that a way to a hex off the road passes (V-2.1-e, -g, -i)."""
    lifted = 0
    for limit, _ in _TERRAIN_STOPS:
        lifted |= limit.bit
    if not land_to(g, u, lifted) >> h & 1:
        return []
    return [x.rules[0] for x, _ in _TERRAIN_STOPS if not land_to(g, u, lifted & ~x.bit) >> h & 1]


def land_path(g: Victory, u: int, h: int, via: int) -> tuple[int, ...]:
    """A shortest way of a normal move, over `via` into a battle."""
    road = g.board.road_net
    ground = Ground(g, u, 0, foes(g, SIDE[u]))
    wanted = 1 << via if via >= 0 else ~0
    free_way = _way(g, ground.free, ground.free_net, ground.cross, wanted, h)
    road_way = _way(g, ground.road, road, road, wanted, h)
    if free_way and (not road_way or len(free_way) <= len(road_way)):
        return free_way
    return road_way


def _way(
    g: Victory, depths: list[int], net: Net, last: Net, wanted: int, h: int
) -> tuple[int, ...]:
    """A way over the layers, the last step from one of the wanted hexes; empty if there is none."""
    for layer in depths:
        before = crossing(g.board, last, layer & wanted, h)
        if before:
            return (*walk(g.board.grid, net, depths, lowest(before)), h)
    return ()


# Strategic Moves by road

MARINE: Final = Limit(
    1, "Marines are not at home on roads: they cross hexsides with sea only.", "V-3.3-g", "V-3.3-f"
)
ASHORE: Final = Limit(2, "An Army unit at sea cannot march.", "V-4.7-e", "V-4.71-e", "V-2.3-b")
NO_ROAD: Final = Limit(
    4,
    "A Strategic Move by land starts on a road and follows it all the way.",
    "V-2.3-b",
    "V-4.7-e",
    "A78",
)
ENEMY: Final = Limit(
    8,
    "A Strategic Move cannot enter a hex with enemy units.",
    "V-2.3-c",
    "V-4.7-a",
    "V-4.7-e",
    "V-4.3-b",
)
HELD: Final = Limit(
    16,
    "A Strategic Move by road keeps to friendly or neutral hexes; that place is the enemy's.",
    "V-4.7-e",
    "V-4.3-d",
    "V-4.3-h",
    "A4",
)
NEUTRAL: Final = Limit(32, "A neutral city or town is taken by a normal move only.", "V-NEUTRAL-a")
BATTLE: Final = Limit(
    64, "A battle was started there; a Strategic Move takes no part in one.", "V-4.7-a", "V-2.3-c"
)
CANAL: Final = Limit(128, "Army units stop when they enter a canal hex.", "V-2.1-u", "A19")
SIX: Final = Limit(256, "A Strategic Move is six hexes at most.", "V-4.7-a", "V-2.3-b")
MARCH_LIMITS: Final = (MARINE, ASHORE, ENEMY, HELD, NEUTRAL, BATTLE, CANAL, SIX, NO_ROAD)


def _march_net(g: Victory, lifted: int) -> Net:
    return g.board.land_net if lifted & NO_ROAD.bit else g.board.road_net


def _march_closed(g: Victory, side: int, lifted: int) -> int:
    """Hexes that are neither friendly nor neutral (V-4.7-e, A79)."""
    if not lifted and not g.blockading:
        return g.occ[1 - side] | g.control[1 - side]
    closed = 0
    if not lifted & ENEMY.bit:
        closed |= foes(g, side)
    if not lifted & HELD.bit:
        closed |= g.control[1 - side] & ~g.occ[1 - side]
    return closed


def may_march(g: Victory, u: int, lifted: int = 0) -> bool:
    """Whether an Army unit is one that uses roads: no Marine, none at sea."""
    bit = 1 << u
    return (not bit & MARINES or bool(lifted & MARINE.bit)) and (
        not bit & g.at_sea or bool(lifted & ASHORE.bit)
    )


def march(g: Victory, u: int, lifted: int = 0) -> int:
    """Hexes that an Army unit can reach by a Strategic Move along roads (V-2.3-b)."""
    board, side = g.board, SIDE[u]
    if not may_march(g, u, lifted):
        return 0
    start = 1 << g.where[u]
    if not (board.road & start or lifted & NO_ROAD.bit):
        return 0
    closed = _march_closed(g, side, lifted)
    if lifted:
        ends = closed if lifted & CANAL.bit else closed | board.halt  # V-2.1-u, A19
        steps = FAR if lifted & SIX.bit else STRATEGIC
        reach = board.grid.reach(_march_net(g, lifted), start, steps, ~ends)
    else:
        quiet = board.quiet_march.get(g.where[u])
        if quiet is None:
            quiet = board.grid.balls(board.road_net, start, STRATEGIC, ~board.halt)
            board.quiet_march[g.where[u]] = quiet
        reach = board.grid.reach_on(board.road_net, quiet, closed | board.halt)
    reach &= ~(start | closed)
    if not lifted & NEUTRAL.bit:  # V-NEUTRAL-a
        reach &= ~board.place | g.control[0] | g.control[1]
    if not lifted & BATTLE.bit:
        reach &= ~g.activated
    return reach


def march_path(g: Victory, u: int, h: int) -> tuple[int, ...]:
    """A shortest way of a march."""
    through = ~(_march_closed(g, SIDE[u], 0) | g.board.halt)
    return tuple(g.board.grid.path(g.board.road_net, g.where[u], h, through, STRATEGIC))
