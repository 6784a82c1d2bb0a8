"""Lines of the log about combat."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.hits import ANY_AIR, TARGETS, TRANSPORTS
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.sayings import listed, number
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.telling_words import at, load, named
from sirocco.games.telling import Teller
from sirocco.kernel.events import Event

STEPS: Final = {1: "Surprise Strike", 2: "Attack", 3: "Defense"}

TOLD_WITH_DICE: Final = ("fire of ", "air defense of ")
"""Rolls for such purposes are told with their effect, in one line."""


def _fired(g: NorthAfrica, e: ev.Fired) -> str:
    who = load(g, ((e.power, e.kind),) * e.units)
    how = f"{STEPS[e.step]}{', flanking' if e.flanking else ''}"
    faces = " ".join(map(str, e.faces))
    return f"{how}: {who} at {e.value}: {faces}: {number(e.hits, 'hit')}."


def _ordered(g: NorthAfrica, e: ev.Ordered) -> str:
    one = len(e.pieces) == 1
    verb = ("fights" if one else "fight") if e.fight else ("retreats" if one else "retreat")
    must = f" ({e.why})" if e.why else ""
    return f"{at(g, e.space)}: {load(g, e.pieces)} {verb}{must}."


def _targeted(g: NorthAfrica, e: ev.Targeted) -> str:
    what = {ANY_AIR: "an air unit", TRANSPORTS: "a transport"}
    name = what.get(e.target, TARGETS[e.target])
    return f"A hit is aimed: it must be taken by {name}."


def _cargo(g: NorthAfrica, e: ev.CargoLost | ev.Escaped) -> str:
    what = [load(g, e.pieces)] if e.pieces else []
    what += [f"{n} supply of {POWER_NAMES[p]}" for p, n in enumerate(e.tokens) if n]
    end = "escapes" if isinstance(e, ev.Escaped) else "goes down with its transport"
    return f"{listed(what)} {end}, {at(g, e.space)}."


def _withdrew(g: NorthAfrica, e: ev.Withdrew) -> str:
    how = "withdraws after its hit and run" if e.hit_and_run else "withdraws"
    return f"{named(g, e.piece)} {how} from {at(g, e.space)}."


def _ended(g: NorthAfrica, e: ev.CombatEnded) -> str:
    end = "the attackers move in" if e.taken else "it is over"
    return f"Combat in {at(g, e.space)}: {end}."


TELLERS: Final[dict[type[Event], Teller[NorthAfrica]]] = {
    ev.CombatBegan: "{power} attacks {space}.",
    ev.RoundFought: "{space}: combat round {number}.",
    ev.MainAttack: "The main attack comes from {space}.",
    ev.Fired: _fired,
    ev.AirDefense: "Air Defense of {space}: {faces}: {hits}.",
    ev.Ordered: _ordered,
    ev.Targeted: _targeted,
    ev.Struck: lambda g, e: f"{named(g, e.piece)} {'damaged' if e.damaged else 'hit'}.",
    ev.Submerged: "{piece} submerges.",
    ev.CargoLost: _cargo,
    ev.Escaped: _cargo,
    ev.Retreated: "{piece} retreats: {start} to {end}.",
    ev.Surrendered: lambda g, e: (
        f"{at(g, e.space)}: {number(e.units, 'Vichy unit')} surrender and join the Allies."
    ),
    ev.Withdrew: _withdrew,
    ev.Reinforced: "{piece} joins the attack on {space}.",
    ev.Pressed: "{power} presses the attack.",
    ev.Ceased: "{power} ceases the attack.",
    ev.Advanced: "{piece} advances: {start} to {end}.",
    ev.CombatEnded: _ended,
}
