"""Words around an action of combat that only say what is settled, so that nothing is asked."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.alike import unit_of
from sirocco.games.northafrica.battlefield import regular_land
from sirocco.games.northafrica.casualties import forced, take
from sirocco.games.northafrica.conclusion import entered_with
from sirocco.games.northafrica.hits import count_taken
from sirocco.games.northafrica.orders import token_sources
from sirocco.games.northafrica.pressing import demand, pay_from
from sirocco.games.northafrica.retreats import LIMITS, havens, leaving, retreat, unasked
from sirocco.games.northafrica.state import NorthAfrica, clone
from sirocco.games.northafrica.verbs_combat import LEAVE, PRESS, STAND
from sirocco.games.northafrica.why_combat import no_source
from sirocco.kernel.ask import NOUN
from sirocco.kernel.frames import asked_of, local, pending
from sirocco.kernel.refusal import Refused, first_cause

LEAVING: Final = ("retreat", "to")


def implied_combat(g: NorthAfrica, seat: int, action: int, rest: list[str]) -> int:
    """`to SPACE` behind `retreat UNIT`, `pay SPACE` behind `fight` and `press`, where there is
    only one such space; `lose UNIT`, `retreat UNIT to SPACE`, `advance UNIT` behind one that
    settles it; how many words are read."""
    ask = asked_of(g, seat)
    if ask is None or len(rest) < 2:
        return 0
    if ask.topic == "losses":
        return named_behind(g, "lose", struck_with(g, action & NOUN), rest)
    if ask.topic == "advance":
        return named_behind(g, "advance", entered_with(g, action & NOUN), rest)
    word, s = rest[0].lower(), g.board.find(rest[1])
    if ask.topic == "retreat" and action & ~NOUN == LEAVE and word == "to":
        u = action & NOUN
        used = _only(havens(g, u), s, lambda: _no_haven(g, u, s))
        return used and used + gone_behind(g, u, s, rest[used:])
    if ask.topic == "retreat-to":
        return gone_behind(g, local(g, "u"), action & NOUN, rest)
    if ask.topic == "fight-or-retreat" and action == STAND and word == "pay":
        return _only(token_sources(g), s, lambda: no_source(g, s, True))
    if ask.topic == "exempt-orders" and word == "pay":
        raise Refused(
            "Units that need no supply spend none.",
            "NA-STEP1-g",
            "NA-SUPPLY-d",
            "NA-SUPPLY-i",
            "NA-SCOUT-f",
            "NA-INF-a",
            "NA-TANK-b",
        )
    if ask.topic == "press" and action == PRESS and word == "pay":
        wanted = demand(g, regular_land(g))
        if not wanted:
            raise Refused(
                "Air units press without supply.", "NA-STEP5-f", "NA-SUPPLY-i", "NA-SUPPLY-d"
            )
        return _only(pay_from(g, wanted), s, lambda: no_source(g, s, False))
    return 0


def struck_with(g: NorthAfrica, u: int) -> int:
    """Who else is hit without a question if a unit takes a hit that is not aimed."""
    about = local(g, "about")  # of several seats nobody settles anything
    if not 0 <= about <= 1:
        return 0
    after = clone(g)
    count_taken(after, u)
    take(after, u)
    forced(after, about)
    return after.hit & ~g.hit & ~(1 << u)


def named_behind(g: NorthAfrica, verb: str, units: int, rest: list[str]) -> int:
    """How many words behind an order only name units of which nobody asks, each with the verb."""
    used = 0
    while units and len(rest) >= used + 2 and rest[used].lower() == verb:
        u = unit_of(g, g.power, rest[used + 1], units)
        if u < 0 or not units >> u & 1:
            break
        units &= ~(1 << u)
        used += 2
    return used


def gone_behind(g: NorthAfrica, u: int, s: int, rest: list[str]) -> int:
    """How many words behind a retreat only name others that have one way left."""
    if len(pending(g)) > 1:
        return 0  # of several seats nobody settles anything
    after = clone(g)
    retreat(after, u, s)
    unasked(after)
    left = leaving(g) & ~(1 << u)
    used = 0
    while len(rest) >= used + 4 and (rest[used].lower(), rest[used + 2].lower()) == LEAVING:
        v, t = unit_of(g, g.owner[u], rest[used + 1], left), g.board.find(rest[used + 3])
        if v < 0 or not left >> v & 1 or after.where[v] != t or t == g.battle:
            break
        left &= ~(1 << v)
        used += 4
    return used


def settled_combat(g: NorthAfrica, seat: int, words: list[str]) -> int:
    """`retreat UNIT` before `to SPACE` where only the space is asked: the unit leaves anyhow."""
    ask = asked_of(g, seat)
    if ask is None or ask.topic != "retreat-to" or len(words) < 3 or words[0].lower() != "retreat":
        return 0
    u = local(g, "u")
    return 2 if unit_of(g, g.owner[u], words[1], 1 << u) == u else 0


def _only(places: int, s: int, refusal: object) -> int:
    """Two words if the space is the only one; none if there are several; else a refusal."""
    if not places or places & (places - 1):
        return 0
    if s < 0 or not places >> s & 1:
        assert callable(refusal)
        raise refusal()
    return 2


def _no_haven(g: NorthAfrica, u: int, s: int) -> Refused:
    return first_cause(
        LIMITS,
        lambda lifted: s >= 0 and bool(havens(g, u, lifted) >> s & 1),
        Refused("A unit cannot retreat to that space.", "NA-STEP4-g", "NA-STEP1-k"),
    )
