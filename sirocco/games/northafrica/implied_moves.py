"""What goes without saying in the orders of phases 3 and 5."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.attacks import origins
from sirocco.games.northafrica.blitz import riders
from sirocco.games.northafrica.implied_combat import named_behind
from sirocco.games.northafrica.mines import crossing
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs_moves import ALONE, FROM, HALT, STOP
from sirocco.games.northafrica.why_moves import why_not_from
from sirocco.kernel.ask import NOUN
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import asked_of, local


def implied_moves(g: NorthAfrica, seat: int, action: int, rest: list[str]) -> int:
    """Words behind an action that only say what it settles: `from S` where there is one place,
    who else is turned back by mines where those left are alike."""
    ask = asked_of(g, seat)
    if ask is None:
        return 0
    if ask.topic == "attack_target" and rest[0].lower() == "from" and len(rest) > 1:
        u, t = local(g, "u"), action & NOUN
        found = origins(g, u, t)
        s = g.board.find(rest[1])
        if found & (found - 1) == 0 and s >= 0:
            if not found >> s & 1:
                raise why_not_from(g, u, t, s)
            return 2
    if ask.topic == "blitz_to" and rest[0].lower() == "alone":
        return 0 if riders(g, g.where[local(g, "u")], action & NOUN) else 1
    if ask.topic == "turn_back":
        return named_behind(g, "turn-back", turned_with(g, action & NOUN), rest)
    return 0


def settled_moves(g: NorthAfrica, seat: int, words: list[str]) -> int:
    """`zone ZONE` before `detonate N` where only the number is asked."""
    ask = asked_of(g, seat)
    if ask is None or ask.topic != "sea_mines" or len(words) < 3 or words[0].lower() != "zone":
        return 0
    return 2 if g.board.find(words[1]) == local(g, "z") else 0


def turned_with(g: NorthAfrica, u: int) -> int:
    """Who else is turned back without a question: as many of the rest, alike or all, as are hit."""
    left = crossing(g, local(g, "t"), local(g, "facing")) & ~(1 << u)
    hits = local(g, "hits") - 1
    if hits < left.bit_count() and one_of_each(g, left).bit_count() > 1:
        return 0
    return sum([1 << v for v in list(bits(left))[:hits]])


TAILS: Final = {"attack_from": FROM, "ride": ALONE, "blitz_on": STOP, "drive": HALT}
"""The last question of an order, and how it is answered if the next order follows."""

ORDERS: Final = (
    "attack",
    "blitz",
    "cross",
    "fly",
    "sail",
    "sailed",
    "move",
    "land",
    "exchange",
    "drive",
    "airlift",
    "done",
)


def unsaid(g: NorthAfrica, seat: int, words: list[str]) -> int:
    """Before another order: a unit attacks from where it stands, a tank blitzes alone and stops,
    a truck halts; -1 where that is not open."""
    ask = asked_of(g, seat)
    tail = TAILS.get(ask.topic) if ask is not None else None
    if ask is None or tail is None or words[0].lower() not in ORDERS:
        return -1
    action = tail | g.where[local(g, "u")] if tail == FROM else tail
    return action if ask.allows(action) else -1
