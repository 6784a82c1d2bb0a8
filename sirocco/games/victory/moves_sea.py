"""Ships, Marines and Army units at sea: normal moves, Strategic Moves, Sea Movement."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.attacks import FAR, STRATEGIC, naval_room, open_sides
from sirocco.games.victory.nets import (
    CANAL_SIDES,
    DRY_SIDES,
    SHOAL_SIDES,
    crossing,
    walk,
    with_closed,
)
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import CARRIERS, KIND, MOVE_RATE, SIDE
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.hexes import Net
from sirocco.kernel.refusal import Limit

HALT: Final = Limit(
    1, "A unit stops in the first hex that enemy units occupy.", "V-4.5-c", "V-4.3-b"
)
SIDE_FULL: Final = Limit(
    2,
    "As many naval units as that hexside lets into the battle have crossed it.",
    "V-4.2-a",
    "V-4.5-b",
    "V-HEXSIDE-a",
    "V-HEXSIDE-c",
    "V-HEXSIDE-f",
    "A16",
    "A17",
)
FULL: Final = Limit(
    4,
    "No more naval units may attack that hex than could stack in it.",
    "V-HEXSIDE-e",
    "V-STACK-a",
    "V-4.1-c",
    "V-4.1-f",
)
CANAL: Final = Limit(
    8,
    "Canals are used in Strategic Moves only, never in normal ones.",
    "V-2.1-t",
    "A76",
)
SHOAL: Final = Limit(
    16,
    "Shoals cannot be entered or crossed by naval units.",
    "V-2.1-aa",
    "V-TEC-a",
    "A76",
)
DRY: Final = Limit(
    32,
    "Ships and Marines cross only hexsides with sea on them.",
    "V-3.2-a",
    "V-4.5-a",
    "V-3.3-g",
    "V-3.3-f",
    "V-2.1-q",
    "A76",
)
RATE: Final = Limit(64, "That is farther than the unit's movement rate.", "V-4.0-a", "V-4.5-a")
SHIP_LIMITS: Final = (SIDE_FULL, FULL, HALT, CANAL, SHOAL, DRY, RATE)
_SIDES: Final = ((CANAL, CANAL_SIDES), (SHOAL, SHOAL_SIDES), (DRY, DRY_SIDES))


def _net(g: Victory, lifted: int) -> Net:
    if not lifted:
        return g.board.sea_net
    kinds = 0
    for limit, kind in _SIDES:
        if lifted & limit.bit:
            kinds |= kind
    net = g.board.strategic_sea_net if lifted & CANAL.bit else g.board.sea_net
    return with_closed(g.board, net, kinds & ~CANAL_SIDES)


class Water:
    """Where one ship or Marine can get by a normal move over water."""

    __slots__ = ("foe", "layers", "lifted", "net", "side", "sources", "start")

    def __init__(self, g: Victory, u: int, lifted: int) -> None:
        self.side = SIDE[u]
        self.start = 1 << g.where[u]
        self.lifted = lifted
        self.foe = g.occ[1 - self.side]  # A79: a blockade hex too
        self.net = _net(g, lifted)
        through = ~0 if lifted & HALT.bit else ~self.foe
        rate = FAR if lifted & RATE.bit else MOVE_RATE[KIND[u]]
        self.layers = g.board.grid.layers(self.net, self.start, through, rate)
        self.sources = 0
        for layer in self.layers:
            self.sources |= layer

    def reach(self, g: Victory) -> int:
        """Every hex that it can step into."""
        return g.board.grid.spread(self.net, self.sources) & ~self.start

    def ways(self, g: Victory, h: int) -> int:
        """The hexes from which it may cross into a battle (V-4.5-b, V-HEXSIDE-e, A17)."""
        if not self.lifted & FULL.bit and not naval_room(g, self.side, h):
            return 0
        sources = crossing(g.board, self.net, self.sources, h)
        return open_sides(g, self.side, h, sources, True, not self.lifted & SIDE_FULL.bit)

    def open_to(self, g: Victory, attacks: int) -> int:
        """Those of some enemy-occupied hexes that it can enter."""
        out = 0
        for h in bits(attacks):
            if self.ways(g, h):
                out |= 1 << h
        return out


def ship_to(g: Victory, u: int, lifted: int = 0) -> int:
    """Hexes that a ship can reach by a normal move, battles included (V-4.5-a)."""
    reach = _reach(g, u, lifted)
    return reach & ~_closed_battles(g, u, reach, lifted)


def _closed_battles(g: Victory, u: int, reach: int, lifted: int) -> int:
    """Enemy-occupied hexes within reach that it cannot enter for want of room there."""
    doubtful = reach & g.occ[1 - SIDE[u]]
    if not lifted:  # the first to come always has room
        doubtful &= g.occ[SIDE[u]] | ~g.board.navigable
    return doubtful ^ Water(g, u, lifted).open_to(g, doubtful) if doubtful else 0


def _reach(g: Victory, u: int, lifted: int) -> int:
    """Every hex that a ship or Marine can step into by a normal move."""
    if lifted:
        return Water(g, u, lifted).reach(g)
    board, h, rate = g.board, g.where[u], MOVE_RATE[KIND[u]]
    quiet = board.quiet_sea.get((rate, h))
    if quiet is None:
        quiet = board.quiet_sea[rate, h] = board.grid.balls(board.sea_net, 1 << h, rate, ~0)
    return board.grid.reach_on(board.sea_net, quiet, g.occ[1 - SIDE[u]]) ^ 1 << h  # V-4.5-c


def sea_ways(g: Victory, u: int, h: int, lifted: int = 0) -> int:
    """The hexes from which a ship or an invading Marine can enter the battle in a hex."""
    return Water(g, u, lifted).ways(g, h)


def sea_path(g: Victory, u: int, h: int, via: int) -> tuple[int, ...]:
    """A shortest way of a normal move, over `via` into a battle."""
    grid = g.board.grid
    water = Water(g, u, 0)
    wanted = 1 << via if via >= 0 else ~0
    for layer in water.layers:
        before = crossing(g.board, water.net, layer & wanted, h)
        if before:
            return (*walk(grid, water.net, water.layers, lowest(before)), h)
    raise ValueError("no way to that hex")


# Marines

ENEMY_SEA: Final = Limit(
    128,
    "Marines attack by invasion only, and not at sea.",
    "V-5.7-a",
    "V-3.3-f",
    "A26",
)
INVASION: Final = Limit(
    256,
    "A Marine enters an enemy-occupied coast, or a place that is not its side's, by invasion.",
    "V-5.7-a",
    "A81",
    "A26",
)
BEACH: Final = Limit(512, "An invasion needs a clear or desert coastal hex.", "V-5.7-a", "V-5.71-a")
HARBOUR: Final = Limit(
    1024, "In a port of its own side a Marine is simply ashore.", "V-5.7-a", "A81", "A27"
)
MARINE_LIMITS: Final = (
    ENEMY_SEA,
    INVASION,
    HALT,
    CANAL,
    SHOAL,
    DRY,
    Limit(64, "That is farther than the unit's movement rate.", "V-4.0-a", "V-3.3-e"),
)
INVADE_LIMITS: Final = (
    HARBOUR,
    BEACH,
    SIDE_FULL,
    Limit(
        4,
        "Invading Marines must fit within naval stacking.",
        "V-5.7-g",
        "V-HEXSIDE-e",
        "V-4.1-c",
    ),
    HALT,
    CANAL,
    SHOAL,
    DRY,
    Limit(64, "An invasion move is two hexes at most.", "V-5.7-b", "V-XMOVE-c", "V-4.0-a"),
)


def marine_moves(g: Victory, u: int) -> tuple[int, int]:
    """What `marine_to` and `invade` allow."""
    reach = _reach(g, u, 0)
    return _marine_ends(g, u, reach, 0), _invasions(g, u, reach, 0)


def marine_to(g: Victory, u: int, lifted: int = 0) -> int:
    """Hexes for a Marine's move without invasion: sea, own ports, open coasts (V-MARINES-a)."""
    return _marine_ends(g, u, _reach(g, u, lifted), lifted)


def invade(g: Victory, u: int, lifted: int = 0) -> int:
    """Coastal hexes that a Marine can invade, vacant or not (V-5.7-a, V-5.7-b)."""
    return _invasions(g, u, _reach(g, u, lifted), lifted)


def _marine_ends(g: Victory, u: int, reach: int, lifted: int) -> int:
    board, side = g.board, SIDE[u]
    vacant = reach & ~g.occ[1 - side]
    ends = board.open_water | board.port & g.control[side]
    if not lifted:
        return vacant & ends
    if lifted & CANAL.bit:
        ends |= board.canal & ~board.place
    if lifted & (SHOAL.bit | DRY.bit):  # the way there is to blame, not what lies at its end
        ends |= board.land & ~board.coastal & (g.control[side] | ~board.place)
    out = vacant | reach & ~board.sea if lifted & INVASION.bit else vacant & ends
    if lifted & ENEMY_SEA.bit:
        out |= reach & board.sea
    return out


def _invasions(g: Victory, u: int, reach: int, lifted: int) -> int:
    board, side = g.board, SIDE[u]
    beaches = reach if lifted & BEACH.bit else reach & board.beaches
    if not lifted & HARBOUR.bit:
        beaches &= ~(board.place & g.control[side]) | g.occ[1 - side]
    return beaches & ~_closed_battles(g, u, beaches, lifted)


# Strategic Moves of ships

ENEMY: Final = Limit(
    1,
    "A Strategic Move cannot enter a hex with enemy units.",
    "V-4.7-a",
    "V-4.5-c",
    "V-4.3-b",
    "A21",
)
END: Final = Limit(
    2,
    "A Strategic Move by sea ends at sea or in a friendly port, on no other coast.",
    "V-4.7-d",
    "V-4.3-h",
    "V-NEUTRAL-a",
    "A20",
    "A21",
    "A4",
)
FLOWN: Final = Limit(
    4,
    "A Carrier that launched or recovered aircraft cannot make a Strategic Move.",
    "V-3.2-l",
)
SIX: Final = Limit(64, "A Strategic Move is six hexes at most.", "V-4.7-a")
SAIL_LIMITS: Final = (FLOWN, END, ENEMY, SHOAL, DRY, SIX)


def _sail_net(g: Victory, lifted: int) -> Net:
    if not lifted & (SHOAL.bit | DRY.bit):
        return g.board.strategic_sea_net
    kinds = SHOAL_SIDES if lifted & SHOAL.bit else 0
    if lifted & DRY.bit:
        kinds |= DRY_SIDES
    return with_closed(g.board, g.board.strategic_sea_net, kinds)


def sail_reach(g: Victory, u: int, lifted: int) -> int:
    """Hexes that a Strategic Move by sea passes or reaches (V-4.7-c, V-4.71-a, A21)."""
    board, h = g.board, g.where[u]
    start = 1 << h
    enemy = g.occ[1 - SIDE[u]]
    if lifted:
        if lifted & ENEMY.bit:
            enemy = 0
        steps = FAR if lifted & SIX.bit else STRATEGIC
        reach = board.grid.reach(_sail_net(g, lifted), start, steps, ~enemy)
        return reach & ~start & ~enemy
    net = board.strategic_sea_net
    quiet = board.quiet_sail.get(h)
    if quiet is None:
        quiet = board.quiet_sail[h] = board.grid.balls(net, start, STRATEGIC, ~0)
    return board.grid.reach_on(net, quiet, enemy) & ~(start | enemy)


def ship_sail(g: Victory, u: int, lifted: int = 0) -> int:
    """Hexes in which a ship's Strategic Move may end (V-4.7-d, A20)."""
    if CARRIERS >> u & 1 and g.flown >> u & 1 and not lifted & FLOWN.bit:
        return 0
    reach = sail_reach(g, u, lifted)
    if lifted & END.bit:
        return reach
    return reach & (g.board.sea | g.board.port & g.control[SIDE[u]])


def sail_path(g: Victory, u: int, h: int) -> tuple[int, ...]:
    """A shortest way of a Strategic Move by sea."""
    board = g.board
    through = ~g.occ[1 - SIDE[u]]
    return tuple(board.grid.path(board.strategic_sea_net, g.where[u], h, through, STRATEGIC))
