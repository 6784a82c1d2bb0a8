"""Nouns as they are written and read: units, spaces, kinds, sides, powers, numbers."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.alike import kinds_named, unit_name, unit_of
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import seat_for
from sirocco.games.northafrica.hits import TARGETS
from sirocco.games.northafrica.powers import POWERS, SIDES
from sirocco.games.northafrica.state import DEPLOY, NorthAfrica
from sirocco.games.northafrica.tables import VERBS
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import asked_of, local

NAMED: Final[dict[str, tuple[str, ...]]] = {"type": TARGETS, "power": POWERS, "side": SIDES}
"""Kinds of noun that are words of a list."""


def noun_text(g: NorthAfrica, seat: int, kind: str, noun: int) -> str:
    """A noun as it is written."""
    if kind == "unit":
        return unit_name(g, noun) if noun < len(g.kind) else str(noun)
    if kind == "space":
        return g.board.names[noun] if noun < g.board.size else str(noun)
    if kind == "kind":
        return g.board.chart.codes[noun] if noun < g.board.chart.kinds else str(noun)
    if kind in NAMED:
        return NAMED[kind][noun] if noun < len(NAMED[kind]) else str(noun)
    return str(noun)


def noun_of(g: NorthAfrica, seat: int, kind: str, text: str) -> int:
    """The noun that a word names for a seat, or -1."""
    if kind == "unit":
        u = unit_of(g, g.power, text, _open_units(g, seat), likely_units(g, seat))
        return u if u >= 0 else boxed_before(g, text)
    if kind == "space":
        return g.board.find(text)
    if kind == "kind":
        found = kinds_named(g, g.power, text.lower())
        return found[0] if found else -1
    if kind in NAMED:
        return NAMED[kind].index(text.lower()) if text.lower() in NAMED[kind] else -1
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else -1


def boxed_before(g: NorthAfrica, text: str, gone: int = 0) -> int:
    """Who has left the Reinforcements Zone in this phase, by the name that it had there, or -1;
    none of those that are told already."""
    code, _, place = text.lower().partition("@")
    if place == "box" and g.phase == DEPLOY:
        for kind in kinds_named(g, g.power, code):
            if units := g.kinds_at[kind] & g.owned[g.power] & g.fresh & ~gone:
                return lowest(units)
    return -1


def _open_units(g: NorthAfrica, seat: int) -> int:
    """The units that a seat may name now."""
    ask = asked_of(g, seat) if seat >= 0 else None
    out = 0
    for verb, mask in ask.choices if ask is not None else ():
        if VERBS[verb].noun == "unit":
            out |= mask
    return out


def likely_units(g: NorthAfrica, seat: int) -> tuple[int, ...]:
    """Whom a name may mean that fits several units, none of them open: those on the spot before
    others, the seat's own before others. Its order is refused, for reasons that concern them."""
    ours = sum([g.owned[p] for p in range(len(POWERS)) if seat_for(g, p) == seat])
    spot = 0
    if g.battle != NONE:
        spot = g.at[g.battle] | g.aimed.get(g.battle, 0)
    elif g.stack and (u := local(g, "u")) >= 0:
        spot = g.at[g.where[u]]
    return spot & ours, spot, ours, -1
