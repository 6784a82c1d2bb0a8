"""Why a unit cannot leave a battle, or not for that hex or Carrier."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sirocco.games.victory import retreat, retreat_air
from sirocco.games.victory.carriers import fleet
from sirocco.games.victory.causes import closed
from sirocco.games.victory.chart_rows import CHART, army_row, land_row, naval_row, naval_stack
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR_MASK, AIRBORNE, ARMY_MASK, BLOCKS, KIND, SIDE, UNIT_NAME
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit, Refused, first_cause


def none_left(
    u: int, limits: Sequence[Limit], reached: Callable[[int], int], hexes: int
) -> Refused:
    """Why a unit has nowhere to go (A60).

    Every limit without which `reached` holds something is to blame, and whatever closes one of
    the hexes that a unit would think of.
    """
    found = [limit for limit in reversed(limits) if reached(limit.bit)]
    closings = closed(limits, reached, hexes)
    why = [limit.sentence for limit in found] or list(closings.values())
    sentence = " ".join([f"{UNIT_NAME[u]} has nowhere to go.", *why[:1]])
    rules = [rule for limit in found for rule in limit.rules]
    return Refused(sentence, *rules, *closings, "V-5.5-a", "A60")


def why_abort(g: Victory, u: int) -> Refused:
    """A drop that cannot be aborted."""
    if g.flying >> u & 1:
        return none_left(
            u,
            retreat_air.ABORT_LIMITS,
            lambda lifted: retreat_air.abort_bases(g, SIDE[u], lifted),
            g.board.place,
        )
    if AIRBORNE >> u & 1:
        return Refused("Once dropped, an Airborne unit cannot leave by air.", "V-5.6-i", "V-5.6-d")
    return Refused("Only a flying Airborne unit can abort.", "V-5.6-d", "V-3.3-j")


def why_retreat(g: Victory, u: int) -> Refused:
    """A unit that has no way out."""
    if g.flying >> u & 1:
        return Refused("A flying Airborne unit drops or aborts.", "V-5.6-d")
    if AIR_MASK >> u & 1:
        bases = none_left(
            u,
            retreat_air.BASE_LIMITS,
            lambda lifted: retreat.retreat_hexes(g, u, lifted),
            g.board.place,
        )
        ships = sum(1 << ship for ship in fleet(g, SIDE[u]))
        decks = closed(
            retreat_air.DECK_LIMITS, lambda lifted: retreat.retreat_ships(g, u, lifted), ships
        )
        return bases.also(*decks)
    near = g.board.grid.near[g.battle]
    stuck = none_left(u, retreat.LIMITS, lambda lifted: retreat.retreat_hexes(g, u, lifted), near)
    rows = [rule for to in bits(near) for rule in _rows(g, u, to, _hex_cause(g, u, to).rules)]
    return stuck.also(*rows)


def why_destination(g: Victory, u: int, h: int, home: bool) -> Refused:
    """A hex to which a unit cannot retreat, or an aircraft come home."""
    if h >= g.board.grid.size or not g.board.grid.all >> h & 1:
        return Refused("There is no such hex.", "V-5.5-d")
    side, kind = SIDE[u], KIND[u]
    if AIR_MASK >> u & 1:
        return first_cause(
            retreat_air.BASE_LIMITS,
            lambda lifted: bool(retreat_air.air_bases(g, side, kind, home, lifted) >> h & 1),
            Refused(
                "Aircraft land in friendly cities and towns and on Carriers only.",
                "V-4.41-a",
                "V-5.54-a",
            ),
        )
    if g.flying >> u & 1:
        cause = first_cause(
            retreat_air.ABORT_LIMITS,
            lambda lifted: bool(retreat_air.abort_bases(g, side, lifted) >> h & 1),
            Refused("An aborted drop ends in a friendly city or town.", "V-5.6-d", "V-4.41-a"),
        )
        full = set(cause.rules).issuperset(retreat_air.ABORT_FULL.rules)
        rows = ["V-4.1-a", *land_row(g, h), *CHART] if full else []
        return cause.also(*rows)
    cause = _hex_cause(g, u, h)
    return cause.also(*_rows(g, u, h, cause.rules))


def _hex_cause(g: Victory, u: int, h: int) -> Refused:
    far = Refused("Units retreat into an adjacent hex.", "V-5.51-a", "V-5.53-a")
    if g.dropped >> u & 1:
        far = Refused("Once dropped, an Airborne unit cannot leave by air.", "V-5.6-i", "V-5.6-j")
    return first_cause(
        retreat.LIMITS, lambda lifted: bool(retreat.retreat_hexes(g, u, lifted) >> h & 1), far
    )


def _rows(g: Victory, u: int, h: int, named: Sequence[str]) -> list[str]:
    """The rows of the chart behind a Hexside Limit or a full stack."""
    out: list[str] = []
    d = g.board.grid.direction(g.battle, h)
    if set(named).issuperset(retreat.SIDE_FULL.rules) and d >= 0:
        army = retreat.crosses_as_army(g, retreat.manner(g, u), d)
        out += ["V-2.0-b", *army_row(g, g.battle, d)] if army else [naval_row(g, g.battle, d)]
    if set(named).issuperset(retreat.FULL.rules):
        out += _stack_rows(g, u, h)
    return [*out, *CHART] if out else out


def _stack_rows(g: Victory, u: int, h: int) -> list[str]:
    """By which row a unit finds no room: Army units are ashore in their own ports (A27)."""
    port = (g.board.port & g.control[SIDE[u]]) >> h & 1
    way = retreat.manner(g, u)
    ashore = way in (retreat.BY_LAND, retreat.DROPPED) or bool(ARMY_MASK >> u & 1 and port)
    return ["V-4.1-a", "V-4.1-b", *land_row(g, h)] if ashore else naval_stack(g, h)


def why_deck(g: Victory, u: int, ship: int, home: bool) -> Refused:
    """A Carrier on which a unit cannot land."""
    side, kind = SIDE[u], KIND[u]
    if not AIR_MASK >> u & 1:
        return Refused("Only Air units can go aboard a Carrier.", "V-3.2-e", "V-4.41-a")
    if ship >= BLOCKS or SIDE[ship] != side:
        return Refused("That is no Carrier of yours.", "V-4.41-a")
    return first_cause(
        retreat_air.DECK_LIMITS,
        lambda lifted: bool(retreat_air.air_ships(g, side, kind, home, lifted) >> ship & 1),
        Refused("That is no Carrier of yours on the map.", "V-4.41-a", "A55"),
    )
