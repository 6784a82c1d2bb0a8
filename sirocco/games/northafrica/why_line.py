"""Why a unit that has no order open to it cannot do what a whole line of play says."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import why_convoys as convoys
from sirocco.games.northafrica import why_moves as moves
from sirocco.games.northafrica import why_moving as moving
from sirocco.games.northafrica.state import FREE, NorthAfrica
from sirocco.games.northafrica.verbs_convoys import (
    DEPLOY_FIVES,
    DEPLOY_ONES,
    DEPLOY_UNIT,
    DEPLOYMENT,
    ESCORT,
    LAND,
    LANDING,
    SHIP,
    SHIP_SUPPLY,
)
from sirocco.games.northafrica.verbs_moves import ATTACK, BLITZ, DRIVE, FLY, MOVE, SAIL
from sirocco.games.northafrica.why_chart import with_row
from sirocco.games.northafrica.why_sky import shipped
from sirocco.games.northafrica.words import Explain
from sirocco.kernel.ask import NOUN
from sirocco.kernel.frames import asked_of
from sirocco.kernel.refusal import Refused


def _marched(g: NorthAfrica, u: int, s: int) -> Refused:
    return (moving.why_not_landed if g.air >> u & 1 else moving.why_not_marched)(g, u, s)


AIMS: Final[dict[tuple[str, int], tuple[str, Explain]]] = {
    ("orders", ATTACK): ("at", moves.why_not_at),
    ("orders", BLITZ): ("to", moves.why_not_blitzed),
    ("orders", FLY): ("to", moves.why_not_flown),
    ("orders", SAIL): ("to", moves.why_not_sailed),
    ("noncombat", SAIL): ("to", moves.why_not_sailed),
    ("noncombat", MOVE): ("to", _marched),
    ("noncombat", DRIVE): ("on", moving.why_not_driven),
    ("noncombat", LAND): ("to", moving.why_not_landed),
    (LANDING, LAND): ("to", convoys.why_landing_place),
    (DEPLOYMENT, DEPLOY_UNIT): ("to", convoys.why_deployed),
    (DEPLOYMENT, SHIP): ("to", convoys.why_sent),
    (DEPLOYMENT, ESCORT): ("to", convoys.why_escort_place),
}
"""By question and verb: the word before a place, and why the unit cannot go there."""
TOKENS: Final = (DEPLOY_ONES, DEPLOY_FIVES, SHIP_SUPPLY)


def why_line(g: NorthAfrica, seat: int, action: int, rest: list[str]) -> Refused | None:
    """The reasons of the place that a line names, unless the unit has no orders at all."""
    ask = asked_of(g, seat)
    if ask is None or len(rest) < 2:
        return None
    u, s = action & NOUN, g.board.find(rest[1])
    if ask.topic == DEPLOYMENT and action & ~NOUN in TOKENS and rest[0].lower() == "to" and s >= 0:
        return convoys.why_supply_sent(g, ask, action, s)
    aim = AIMS.get((ask.topic, action & ~NOUN))
    if aim is None or rest[0].lower() != aim[0]:
        return None
    if s < 0 or u >= len(g.kind) or g.kind[u] == FREE or g.owner[u] != g.power:
        return None
    if not _fits(g, action & ~NOUN, u):
        return None
    found = _stuck(g, ask.topic, u) or aim[1](g, u, s)
    return with_row(g, g.kind[u], found)


def _stuck(g: NorthAfrica, topic: str, u: int) -> Refused | None:
    """Why a unit has no orders at all in phases 3 and 5, whatever the place."""
    if topic not in ("orders", "noncombat"):
        return None
    tight = moving.jammed(g) if topic == "noncombat" else None
    return tight or moves.foreign(g, u) or shipped(g, u)


def _fits(g: NorthAfrica, verb: int, u: int) -> bool:
    """Whether an order is one for units of this arm, on the board where the order wants it."""
    boxed = g.where[u] >= g.board.size
    if verb == DEPLOY_UNIT:
        return boxed or bool(g.fresh >> u & 1)
    if verb == SHIP:
        return not boxed
    arms = {
        ATTACK: g.army | g.trucks,
        BLITZ: g.army,
        DRIVE: g.trucks & ~(g.seized | g.travelled),
        SAIL: g.ships,
        MOVE: g.army | g.air & ~g.fought,
    }
    return not boxed and bool(arms.get(verb, g.air) >> u & 1)
