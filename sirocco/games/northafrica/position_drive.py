"""A truck in the middle of its drive: as a position describes it, and as a fact."""

from __future__ import annotations

from typing import Any

from sirocco.games.northafrica.limits import most_supply
from sirocco.games.northafrica.marches import road_steps
from sirocco.games.northafrica.powers import POWERS
from sirocco.games.northafrica.state import NONCOMBAT, PHASES, NorthAfrica
from sirocco.games.northafrica.supply import in_play
from sirocco.games.northafrica.trucks import capacity, drive_choices, loadable, on_road
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import local, pending
from sirocco.kernel.given import Given, near


def put_drive(g: NorthAfrica, given: Given) -> None:
    """`drive = { truck = "truck@alba", from = "brea", steps = 1, units = ["infantry"] }`."""
    if "drive" not in given:
        return
    if g.phase != NONCOMBAT:
        raise given.fault("drive", f"needs the phase {PHASES[NONCOMBAT]}")
    row = given.table("drive")
    u = _truck(g, row)
    steps = row.number("steps", 0, 0, road_steps())
    start = _start(g, row, u, steps)
    road = on_road(g, start) and on_road(g, g.where[u])
    if "road" in row:
        road = row.flag("road")
    cargo = _cargo(g, row, u)
    tokens = row.number("supply", 0, 0, capacity())
    if cargo.bit_count() + tokens > capacity():
        raise given.fault("drive", f"is of a truck that carries more than {capacity()}")
    loaded = row.flag("loaded") if "loaded" in row else not steps and bool(cargo or tokens)
    if loaded and not cargo and not tokens:
        raise row.fault("loaded", "is true, but the truck carries nothing")
    if steps > g.board.chart.move[g.kind[u]] and not (road and on_road(g, g.where[u])):
        raise row.fault("steps", "is more than a truck goes off the coast road (NA-TRUCK-a)")
    if in_play(g) + tokens > most_supply():
        raise row.fault("supply", "is more than there are tokens (R46)")
    if not any(mask for _, mask in drive_choices(g, u, steps, road, cargo, tokens, loaded)):
        raise given.fault("drive", "can neither go on nor end here")
    row.done()
    g.drive = (u, start, steps, int(road), cargo, tokens, int(loaded))


def _truck(g: NorthAfrica, row: Given) -> int:
    """The truck, `truck@alba` or `british-truck@alba`, one that has not driven yet."""
    word, _, place = row.text("truck").partition("@")
    s = g.board.find(place)
    if s < 0:
        raise row.fault("truck", f"names no space after its @{near(place, g.board.names)}")
    free = g.at[s] & g.owned[g.power] & g.trucks & ~g.travelled & ~g.seized
    found = [u for u in bits(free) if word in ("truck", g.board.chart.codes[g.kind[u]])]
    if not found:
        raise row.fault("truck", f"is no truck of {POWERS[g.power]} that may drive")
    return found[0]


def _start(g: NorthAfrica, row: Given, u: int, steps: int) -> int:
    """Where the drive began; without a step, where the truck is."""
    name = row.text("from")
    start = g.board.find(name) if name else g.where[u]
    if start < 0 or not g.board.land >> start & 1:
        raise row.fault("from", f"is no territory{near(name, g.board.names)}")
    if not steps and start != g.where[u]:
        raise row.fault("from", "is another territory, but the truck has made no step")
    return start


def _cargo(g: NorthAfrica, row: Given, u: int) -> int:
    """The units aboard: they are listed where the truck is."""
    cargo = 0
    for word in row.texts("units"):
        codes = g.board.chart.codes
        kinds = [k for k, code in enumerate(codes) if word in (code, code.partition("-")[2])]
        free = loadable(g, u) & ~cargo & sum(g.kinds_at[k] for k in kinds)
        if not free:
            raise row.fault("units", f"names {word!r}, but no such unit beside the truck can ride")
        cargo |= 1 << lowest(free)
    return cargo


def drive_facts(g: NorthAfrica) -> dict[str, Any]:
    """The drive that is being made, in the words of a position; empty if there is none."""
    if not any(ask.topic == "drive" for ask in pending(g)):
        return {}
    u = local(g, "u")
    codes, names = g.board.chart.codes, g.board.names
    return {
        "truck": f"{codes[g.kind[u]]}@{names[g.where[u]]}",
        "from": names[local(g, "start")],
        "steps": local(g, "steps", 0),
        "road": bool(local(g, "road", 0)),
        "units": [codes[g.kind[c]] for c in bits(local(g, "cargo", 0))],
        "supply": local(g, "tokens", 0),
        "loaded": bool(local(g, "loaded", 0)),
    }


__all__ = ["drive_facts", "put_drive"]
