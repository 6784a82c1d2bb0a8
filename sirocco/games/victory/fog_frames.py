"""The place in the rules after a new deal: procedures that name blocks the others cannot see.

While the other side chooses, nobody else can tell which block it has taken or what it is offered.
Its procedures are set to blocks of the new deal, and what they worked out before they asked is
worked out again; a deal in which there would be nothing to ask is no good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.games.victory.battlefields import fighters
from sirocco.games.victory.blocks import cargo
from sirocco.games.victory.command import command_of, seat_of
from sirocco.games.victory.departure import ways_out
from sirocco.games.victory.deployment import deploy_one
from sirocco.games.victory.fog_deal import Draw
from sirocco.games.victory.forced import blockaders
from sirocco.games.victory.landing import homecoming, seemingly_home
from sirocco.games.victory.movement import movable, on_map, one_move
from sirocco.games.victory.response import air_response, one_response, responders
from sirocco.games.victory.retreat import retreaters, seemingly_free
from sirocco.games.victory.rounds import combat_masks
from sirocco.games.victory.stacking import overstacked
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR_MASK, SIDE
from sirocco.games.victory.verbs import MOVE
from sirocco.kernel.ask import Ask, Asks
from sirocco.kernel.bits import lowest, nth
from sirocco.kernel.frames import Frame, pending
from sirocco.kernel.lower import frame

Mender = Callable[[Victory, Victory, int, Draw], bool]


def fixed_blocks(g: Victory) -> int:
    """Blocks that stay as they are: a Carrier whose aircraft are just losing their excess."""
    top: Any = g.stack[-1] if g.stack else None
    if top is None or top.name != "hits.shed":
        return 0
    ship: int = top.ship
    return 1 << ship | cargo(g, ship)


def mend(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    """Set the procedures of a new deal right; whether the other side has something to choose."""
    mender = MENDERS.get(new.stack[-1].name) if new.stack else None
    if mender is not None and not mender(g, new, foe, draw):
        return False
    if g.terms.duty == "all":
        return True
    return [ask.seat for ask in pending(g)] == [ask.seat for ask in pending(new)]


def at_question(new: Victory, fresh: Frame, sent: int = 0) -> Frame:
    """A fresh procedure run to its first question, or from there to the next."""
    asks = fresh.run(new, sent)
    assert asks
    return fresh


def any_of(mask: int, draw: Draw) -> int:
    return nth(mask, int(draw() * mask.bit_count()))


# Movement and air response


def _movement(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    if g.side == foe:
        top: Any = new.stack[-1]
        top.mine = on_map(new, foe)
        top.over = overstacked(new, foe)
    return True


def _one_move(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    """Some block of the seat that has taken one; where it goes is still to be said."""
    true: Any = g.stack[-1]
    if SIDE[true.u] != foe:
        return True
    mine = on_map(new, foe)
    choice = movable(new, mine) & command_of(new, seat_of(g, foe, true.u))
    if not choice:
        return False
    u = any_of(choice, draw)
    below: Any = new.stack[-2]
    below.mine, below.over = mine, overstacked(new, foe)
    below.noun, below.order, below.left = u, MOVE + u, new.where[u]
    new.stack[-1] = at_question(new, frame(one_move, u))
    return True


def _one_response(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    true: Any = g.stack[-1]
    if SIDE[true.u] != foe:
        return True
    mine = on_map(new, foe) & AIR_MASK & ~new.moved & command_of(new, seat_of(g, foe, true.u))
    choice = responders(new) & mine or mine
    if choice:
        new.stack[-1] = at_question(new, frame(one_response, any_of(choice, draw)))
        return True
    if g.terms.duty != "all":
        return False
    new.stack.pop()
    new.stack[-1] = at_question(new, frame(air_response))
    return True


# Battle


def _combat(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    top: Any = new.stack[-1]
    if SIDE[lowest(top.units)] != foe:
        return True
    top.masks = combat_masks(new, top.units)
    return any(top.masks)


def _leave(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    top: Any = new.stack[-1]
    if top.side != foe:
        return True
    units = fighters(new, foe) & ~top.staying
    top.goers = retreaters(new, units)
    top.ships = blockaders(new, units, True)
    return bool(top.goers | top.ships | seemingly_free(new, units))


def _landings(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    top: Any = new.stack[-1]
    if top.side != foe:
        return True
    top.bases, top.drops, top.aborts = homecoming(new, foe)
    return bool(top.bases | top.drops | top.aborts | seemingly_home(new, foe))


def _withdraw(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    top: Any = new.stack[-1]
    return SIDE[top.u] != foe or bool(ways_out(new, top.u, top.landing))


# Deployment in turns


def _deploy_one(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    """The question which unit is next; or where it goes, if only so the same seats are asked."""
    top: Any = new.stack[-1]
    if top.side != foe:
        return True
    wanted = [ask.seat for ask in pending(g)]
    fresh = at_question(new, frame(deploy_one, foe))
    new.stack[-1] = fresh
    asks = _each(fresh.ask(new))
    if not any(ask.count() for ask in asks):
        return False
    if [ask.seat for ask in asks] == wanted:
        return True
    for ask in asks:
        if [ask.seat] == wanted:
            at_question(new, fresh, ask.pick(int(draw() * ask.count())))
            return True
    return False


def _each(asks: Asks) -> tuple[Ask, ...]:
    return asks if isinstance(asks, tuple) else (asks,)


MENDERS: Final[dict[str, Mender]] = {
    "movement.movement": _movement,
    "movement.one_move": _one_move,
    "response.one_response": _one_response,
    "rounds.combat_round": _combat,
    "forced.leave": _leave,
    "landing.landings": _landings,
    "departure.withdraw": _withdraw,
    "deployment.deploy_one": _deploy_one,
}
"""By the name of the procedure that asks."""
