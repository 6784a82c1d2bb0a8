"""Air response of the Defender (4.44): aircraft join battles that exist."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.attacks import air_room
from sirocco.games.victory.battlefields import battle_hexes
from sirocco.games.victory.blocks import everybody, go_ashore, shift
from sirocco.games.victory.carriers import open_deck
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.command import close, seat_of, split
from sirocco.games.victory.moving import flight, tell_move
from sirocco.games.victory.state import RESPONSE, Victory
from sirocco.games.victory.units import AIR_MASK, SIDE, SIDE_MASK
from sirocco.games.victory.verbs import DONE, RESPOND, STAY, TO
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

RESPONSE_RANGE: Final = data_pack().number("limits.air.response")

FLEW: Final = Limit(1, "That unit has had its response move.", "V-4.0-c")
PINNED: Final = Limit(
    2, "Air units in a Battle Hex are pinned and cannot respond.", "V-4.44-f", "V-PIN-a"
)
DECK: Final = Limit(4, "A Carrier in a port or canal hex cannot launch aircraft.", "V-3.2-m", "A56")
NO_BATTLE: Final = Limit(
    8,
    "A response goes only where there is a battle; it never starts one.",
    "V-4.44-e",
    "V-PTURN-e",
)
FULL: Final = Limit(
    16,
    "No more than two of your Air units may be in a battle.",
    "V-PTURN-g",
    "V-4.42-a",
    "V-4.1-d",
    "A82",
)
RANGE: Final = Limit(
    32,
    "A response is at most two hexes, whatever the type.",
    "V-4.44-c",
    "V-PTURN-f",
)
RESPONSE_LIMITS: Final = (PINNED, DECK, FULL, RANGE, NO_BATTLE)


@procedure
def air_response(g: Victory) -> Procedure[None]:
    """V-4.44-a, V-4.44-b: always asked, also when there is nothing to send."""
    while True:
        order = yield split(g, 1 - g.side, "response", ((RESPOND, responders(g)),), DONE, AIR_MASK)
        if order == DONE:
            if close(g, 1 - g.side, AIR_MASK):
                break
        else:
            yield from one_response(g, order & NOUN)
    g.moved = 0
    if g.log is not None:
        g.log.append(ev.PhaseClosed(everybody(g), 1 - g.side, RESPONSE))


@procedure
def one_response(g: Victory, u: int) -> Procedure[None]:
    order = yield Ask(
        seat_of(g, 1 - g.side, u), "response-to", ((TO, response_to(g, u)), (STAY, 1))
    )
    g.moved |= 1 << u
    if order != STAY:
        respond(g, u, order & NOUN)


def response_to(g: Victory, u: int, lifted: int = 0) -> int:
    """The battles that an Air unit can join (V-4.44-c, V-4.44-e)."""
    h, side = g.where[u], SIDE[u]
    battles = battle_hexes(g)
    if battles >> h & 1 and not lifted & PINNED.bit:  # V-4.44-f
        return 0
    if g.aboard >> u & 1 and not open_deck(g, g.carrier[u]) and not lifted & DECK.bit:  # A56
        return 0
    out = g.board.grid.all if lifted & RANGE.bit else g.board.grid.disk(RESPONSE_RANGE, h)
    if not lifted & NO_BATTLE.bit:
        out &= battles
    if not lifted & FULL.bit:
        for target in bits(out & g.occ[side]):
            if not air_room(g, side, target):
                out &= ~(1 << target)
    return out


def responders(g: Victory) -> int:
    """The Defender's Air units that can join some battle; never Airborne (V-PTURN-d, A31)."""
    battles = battle_hexes(g)
    if not battles:
        return 0
    near = 0
    for h in bits(battles):
        near |= g.board.grid.disk(RESPONSE_RANGE, h)
    planes = AIR_MASK & SIDE_MASK[1 - g.side] & ~g.moved
    out = 0
    for h in bits(g.occ[1 - g.side] & near):
        for u in bits(g.at[h] & planes):
            if response_to(g, u):
                out |= 1 << u
    return out


def respond(g: Victory, u: int, h: int) -> None:
    """An Air unit flies to a battle of its side (V-4.44-d: it lands from there as usual)."""
    path = flight(g, g.where[u], h) if g.log is not None else ()
    go_ashore(g, u)
    shift(g, u, h)
    g.travelled |= 1 << u
    if g.log is not None:
        tell_move(g, u, path, "respond", 1)
