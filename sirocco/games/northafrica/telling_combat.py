"""Lines of the log about combat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.hits import ANY_AIR, TARGETS, TRANSPORTS
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.sayings import cap, listed, number, piece, pieces, place
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.events import Event

Teller = Callable[[NorthAfrica, Any], str]
STEPS: Final = {1: "Surprise Strike", 2: "Attack", 3: "Defense"}

TOLD_WITH_DICE: Final = ("fire of ", "air defense of ")
"""Rolls for such purposes are told with their effect, in one line."""


def _fired(g: NorthAfrica, e: ev.Fired) -> str:
    chart = g.board.chart
    who = pieces(chart, ((e.power, e.kind),) * e.units)
    how = f"{STEPS[e.step]}{', flanking' if e.flanking else ''}"
    faces = " ".join(map(str, e.faces))
    return f"{how}: {who} at {e.value}: {faces}: {number(e.hits, 'hit')}."


def _air_defense(g: NorthAfrica, e: ev.AirDefense) -> str:
    faces = " ".join(map(str, e.faces))
    return f"Air Defense of {place(g.board, e.space)}: {faces}: {number(e.hits, 'hit')}."


def _ordered(g: NorthAfrica, e: ev.Ordered) -> str:
    who = pieces(g.board.chart, e.pieces)
    one = len(e.pieces) == 1
    verb = ("fights" if one else "fight") if e.fight else ("retreats" if one else "retreat")
    must = f" ({e.why})" if e.why else ""
    return f"{cap(place(g.board, e.space))}: {who} {verb}{must}."


def _targeted(g: NorthAfrica, e: ev.Targeted) -> str:
    what = {ANY_AIR: "an air unit", TRANSPORTS: "a transport"}
    name = what.get(e.target, TARGETS[e.target])
    return f"A hit is aimed: it must be taken by {name}."


def _struck(g: NorthAfrica, e: ev.Struck) -> str:
    return f"{cap(piece(g.board.chart, *e.piece))} {'damaged' if e.damaged else 'hit'}."


def _cargo(g: NorthAfrica, e: ev.CargoLost | ev.Escaped) -> str:
    what = [pieces(g.board.chart, e.pieces)] if e.pieces else []
    what += [f"{n} supply of {POWER_NAMES[p]}" for p, n in enumerate(e.tokens) if n]
    end = "escapes" if isinstance(e, ev.Escaped) else "goes down with its transport"
    return f"{cap(listed(what))} {end}, {place(g.board, e.space)}."


def _went(verb: str) -> Teller:
    def tell(g: NorthAfrica, e: Any) -> str:
        way = f"{place(g.board, e.start)} to {place(g.board, e.end)}"
        return f"{cap(piece(g.board.chart, *e.piece))} {verb}: {way}."

    return tell


def _surrendered(g: NorthAfrica, e: ev.Surrendered) -> str:
    where = place(g.board, e.space)
    return f"{cap(where)}: {number(e.units, 'Vichy unit')} surrender and join the Allies."


def _withdrew(g: NorthAfrica, e: ev.Withdrew) -> str:
    how = "withdraws after its hit and run" if e.hit_and_run else "withdraws"
    return f"{cap(piece(g.board.chart, *e.piece))} {how} from {place(g.board, e.space)}."


def _reinforced(g: NorthAfrica, e: ev.Reinforced) -> str:
    where = place(g.board, e.space)
    return f"{cap(piece(g.board.chart, *e.piece))} joins the attack on {where}."


def _began(g: NorthAfrica, e: ev.CombatBegan) -> str:
    return f"{POWER_NAMES[e.power]} attacks {place(g.board, e.space)}."


def _ended(g: NorthAfrica, e: ev.CombatEnded) -> str:
    end = "the attackers move in" if e.taken else "it is over"
    return f"Combat in {place(g.board, e.space)}: {end}."


TELLERS: Final[dict[type[Event], Teller]] = {
    ev.CombatBegan: _began,
    ev.RoundFought: lambda g, e: f"{cap(place(g.board, e.space))}: combat round {e.number}.",
    ev.MainAttack: lambda g, e: f"The main attack comes from {place(g.board, e.space)}.",
    ev.Fired: _fired,
    ev.AirDefense: _air_defense,
    ev.Ordered: _ordered,
    ev.Targeted: _targeted,
    ev.Struck: _struck,
    ev.Submerged: lambda g, e: f"{cap(piece(g.board.chart, *e.piece))} submerges.",
    ev.CargoLost: _cargo,
    ev.Escaped: _cargo,
    ev.Retreated: _went("retreats"),
    ev.Surrendered: _surrendered,
    ev.Withdrew: _withdrew,
    ev.Reinforced: _reinforced,
    ev.Pressed: lambda g, e: f"{POWER_NAMES[e.power]} presses the attack.",
    ev.Ceased: lambda g, e: f"{POWER_NAMES[e.power]} ceases the attack.",
    ev.Advanced: _went("advances"),
    ev.CombatEnded: _ended,
}
