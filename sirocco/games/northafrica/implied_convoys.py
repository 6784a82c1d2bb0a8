"""Words around an action of phases 1, 2 and 6 that only say what is settled, so that nothing is
asked."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import why_convoys as why
from sirocco.games.northafrica.alike import unit_of
from sirocco.games.northafrica.cargo_ashore import landing_spots
from sirocco.games.northafrica.nouns import boxed_before
from sirocco.games.northafrica.places import (
    FULL,
    SUPPLY,
    deployable,
    escort_zones,
    supply_base,
)
from sirocco.games.northafrica.purchases import minable_borders
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE
from sirocco.games.northafrica.verbs_convoys import (
    ARRIVAL,
    DEPLOY_UNIT,
    DEPLOYMENT,
    ESCORT,
    LAND,
    LAND_MINE,
    LANDING,
    REQUISITION_TOPIC,
    SHIP,
    SHIP_SUPPLY,
)
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import asked_of, local
from sirocco.kernel.refusal import Refused

TOKENS: Final = {"deploy-ones": 1, "deploy-fives": 5}


def implied_convoys(g: NorthAfrica, seat: int, action: int, rest: list[str]) -> int:
    """`to SPACE` or `facing SPACE` where there is only one, so that it is not asked."""
    ask = asked_of(g, seat)
    if len(rest) < 2 or ask is None:
        return 0
    word = "facing" if action & ~NOUN == LAND_MINE else "to"
    places = _settled(g, ask, action)
    if rest[0].lower() != word or not places or places & (places - 1):
        return 0
    s = g.board.find(rest[1])
    if s < 0 or places != 1 << s:
        raise _not_there(g, ask, action, s)
    return 2


def _settled(g: NorthAfrica, ask: Ask, action: int) -> int:
    """The places that the next question would offer."""
    what, noun = action & ~NOUN, action & NOUN
    if ask.topic == DEPLOYMENT:
        if what in (DEPLOY_UNIT, SHIP):
            return deployable(g, g.kind[noun], g.where[noun])
        if what == ESCORT:
            return escort_zones(g, noun)
        if what != DONE:
            return deployable(g, SUPPLY, _start(g, what))
    if ask.topic == LANDING:
        return landing_spots(g, noun)
    if ask.topic == ARRIVAL and what == LAND:
        return 1 << local(g, "port")
    if ask.topic == REQUISITION_TOPIC and what == LAND_MINE:
        return minable_borders(g, noun)
    return 0


def _start(g: NorthAfrica, what: int) -> int:
    return supply_base(g) if what == SHIP_SUPPLY else g.board.size


def _not_there(g: NorthAfrica, ask: Ask, action: int, s: int) -> Refused:
    """Why the only place is not the one that was named."""
    what, noun = action & ~NOUN, action & NOUN
    if s < 0:
        return Refused("There is no such space.", "NA-SPACES-a")
    if ask.topic == ARRIVAL:
        return Refused(
            "Now the port's last places are given; aircraft land elsewhere after the cargo.",
            "NA-P1-n",
            "NA-P1-a",
        )
    if what in (DEPLOY_UNIT, SHIP):
        return why.why_place(g, g.kind[noun], g.where[noun], s)
    if what == ESCORT:
        return why.why_escort_place(g, noun, s)
    if what == LAND:
        return why.why_landing_place(g, noun, s)
    if what == LAND_MINE:
        return why.why_border(g, noun, s)
    return why.why_place(g, SUPPLY, _start(g, what), s)


def settled_convoys(g: NorthAfrica, seat: int, words: list[str]) -> int:
    """`deploy UNIT to SPACE`, `deploy-ones N to SPACE` of what had one zone to go to, and went
    there by itself; how many words say nothing else."""
    ask = asked_of(g, seat)
    used = gone = value = 0
    while ask is not None and ask.topic == DEPLOYMENT and len(words) >= used + 4:
        verb, noun, join, place = (word.lower() for word in words[used : used + 4])
        s = g.board.find(place)
        if join != "to" or s < 0:
            break
        if verb == "deploy":
            u = boxed_before(g, noun, gone) if unit_of(g, g.power, noun) < 0 else -1
            if u < 0 or g.where[u] != s or _zones(g, g.kind[u]) != 1 << s:
                break
            gone |= 1 << u
        else:
            count = int(noun) if noun.isascii() and noun.isdigit() and len(noun) < 4 else 0
            value += count * TOKENS.get(verb, 0)
            if not count or verb not in TOKENS or value > _gone(g, s):
                break
        used += 4
    return used


def _zones(g: NorthAfrica, kind: int) -> int:
    """The places to which units of a kind can be deployed, full or not."""
    return deployable(g, kind, g.board.size, FULL.bit)


def _gone(g: NorthAfrica, z: int) -> int:
    """The value of supply that went to a zone because there was no other."""
    if g.ones[g.power] or g.fives[g.power] or _zones(g, SUPPLY) != 1 << z:
        return 0
    return g.fresh_afloat.get(4 * z + g.power, 0)
