"""The movement phase of the active side (4.0 to 4.7), one block after the other."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.attacks import foes
from sirocco.games.victory.blockade_battles import activable
from sirocco.games.victory.blocks import everybody
from sirocco.games.victory.command import close, seat_of, split
from sirocco.games.victory.moves_air import air_moves, drop, fly
from sirocco.games.victory.moves_land import land_to, land_ways, march
from sirocco.games.victory.moves_sea import marine_moves, sea_ways, ship_sail, ship_to
from sirocco.games.victory.moving import carry_out, go_aboard, go_back
from sirocco.games.victory.sea_transport import transport
from sirocco.games.victory.stacking import crowds, overstacked, restack, returnable
from sirocco.games.victory.state import MOVEMENT, Victory
from sirocco.games.victory.units import (
    AB,
    AIR,
    ARM,
    KIND,
    MA,
    MARINES,
    NAVAL,
    NAVAL_MASK,
    SIDE,
    SIDE_MASK,
)
from sirocco.games.victory.verbs import (
    ABOARD,
    ACTIVATE,
    BACK,
    DONE,
    DROP,
    FERRY,
    FLY,
    INVADE,
    MARCH,
    MOVE,
    SAIL,
    STAY,
    TO,
    VIA,
)
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure

ON_DECK: Final = (ABOARD, FERRY)


@procedure
def movement(g: Victory) -> Procedure[None]:
    """V-PTURN-b: the Attacker moves all, some or none of his units."""
    mine = on_map(g, g.side)
    over = overstacked(g, g.side)
    while True:
        order = yield orders(g, mine, over)
        noun = order & NOUN
        if order == DONE:
            if close(g, g.side):
                break
        elif order & ~NOUN == ACTIVATE:
            activate(g, noun)
        else:
            left = g.where[noun]
            if order & ~NOUN == BACK:
                go_back(g, noun)
            else:
                yield from one_move(g, noun)
            now = g.where[noun]  # a hex that is left is over-full only if it was before
            if over or crowds(g, g.side, now):
                over = restack(g, g.side, over, (left, now) if over >> left & 1 else (now,))
                if over:  # A24: nobody has closed while a hex is over-full
                    g.ready &= ~g.terms.side_seats[g.side]
    g.moved = 0  # V-MOVETIP-a
    if g.log is not None:
        g.log.append(ev.PhaseClosed(everybody(g), g.side, MOVEMENT))


@procedure
def one_move(g: Victory, u: int) -> Procedure[None]:
    """Where the block that was taken goes, and by which hexside it enters a battle."""
    order = yield destinations(g, u)
    h = order & NOUN
    if order == STAY:
        g.moved |= 1 << u
        return
    if order & ~NOUN in ON_DECK:
        go_aboard(g, u, h, order & ~NOUN)
        return
    ways = ways_in(g, u, order & ~NOUN, h)
    if ways & (ways - 1):
        chosen = yield Ask(seat_of(g, g.side, u), "entry", ((VIA, ways),))
        carry_out(g, u, order & ~NOUN, h, chosen & NOUN)
    else:
        carry_out(g, u, order & ~NOUN, h, lowest(ways))


def on_map(g: Victory, side: int) -> int:
    """The blocks of a side on the map."""
    return sum(g.at.values()) & SIDE_MASK[side]  # each block is in one hex


def movable(g: Victory, mine: int) -> int:
    """Blocks that may still be taken: not moved (V-4.0-c), no Beachhead in use (A28)."""
    return mine & ~g.moved & ~g.beach_used


def orders(g: Victory, mine: int, over: int) -> tuple[Ask, ...]:
    """The question of the phase; it cannot be closed while a hex is over-full (V-4.1-e)."""
    left = movable(g, mine)
    battles = activable(g, g.side) if g.blockading else 0
    if not over:
        return split(g, g.side, "movement", ((MOVE, left), (ACTIVATE, battles), (BACK, 0)))
    back = returnable(g, g.side, over)
    choices = ((MOVE, left), (ACTIVATE, battles), (BACK, back))
    if not (left or back):
        return split(g, g.side, "movement", choices)
    asks = split(g, g.side, "movement", choices, 0)
    return tuple([ask for ask in asks if ask.count()])


def destinations(g: Victory, u: int) -> Ask:
    """Everything that the block taken can do."""
    kind = KIND[u]
    arm = ARM[kind]
    choices: tuple[tuple[int, int], ...]
    if arm == AIR:
        to, flights, decks, ferries = air_moves(g, u)
        choices = ((TO, to), (FLY, flights), (ABOARD, decks), (FERRY, ferries))
    elif arm == NAVAL:
        choices = ((TO, ship_to(g, u)), (SAIL, ship_sail(g, u)))
    elif kind == MA:
        to, landings = marine_moves(g, u)
        choices = ((TO, to), (INVADE, landings), (SAIL, transport(g, u)))
    else:
        choices = ((TO, land_to(g, u)), (MARCH, march(g, u)), (SAIL, transport(g, u)))
        if kind == AB:
            choices = (*choices, (FLY, fly(g, u)), (DROP, drop(g, u)))
    return Ask(seat_of(g, SIDE[u], u), "destination", (*choices, (STAY, 1)))


def ways_in(g: Victory, u: int, how: int, h: int) -> int:
    """The hexes from which the block can cross into the battle; none if it enters no battle."""
    side = SIDE[u]
    if not g.occ[1 - side] >> h & 1:
        return 0
    if how == INVADE or (how == TO and NAVAL_MASK >> u & 1):
        return sea_ways(g, u, h)
    if how == TO and ARM[KIND[u]] != AIR and not MARINES >> u & 1 and foes(g, side) >> h & 1:
        return land_ways(g, u, h)
    return 0


def activate(g: Victory, h: int) -> None:
    """V-5.8-i: a battle is started in a blockade hex."""
    g.activated |= 1 << h
    if g.log is not None:
        g.log.append(ev.Activated(everybody(g), g.side, h))
