"""The whole truth as plain nested data: what cases compare with (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from sirocco.games.northafrica.alike import space_name
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import controller, open_route
from sirocco.games.northafrica.hits import CLASSES
from sirocco.games.northafrica.kinds import Chart
from sirocco.games.northafrica.position import STAGES
from sirocco.games.northafrica.position_drive import drive_facts
from sirocco.games.northafrica.position_units import BOX, ROSTERS
from sirocco.games.northafrica.powers import FRENCH, NATIONS, NOBODY, POWERS, SIDE, SIDES
from sirocco.games.northafrica.scenarios import pieces
from sirocco.games.northafrica.state import LEVELS, MARKS, PHASES, NorthAfrica
from sirocco.games.northafrica.victory import level_reached, worth
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import pending


class Sparse(dict[str, Any]):
    """A table that names only what is there; of a known key that is missing it has the default."""

    def __init__(self, known: Container[str], default: Any) -> None:
        super().__init__()
        self.known = known
        self.default = default

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self.known

    def __missing__(self, key: str) -> Any:
        if key in self.known:
            return self.default() if callable(self.default) else self.default
        raise KeyError(key)


def roster(g: NorthAfrica, u: int) -> str:
    """Under which name a position lists a unit."""
    if g.board.chart.nation[g.kind[u]] == FRENCH:
        return "free-french" if SIDE[g.owner[u]] else "vichy"
    return POWERS[g.owner[u]]


def short(chart: Chart, kind: int, owner: int) -> str:
    """`tank` for a power's own pieces, `british-truck` for captured ones."""
    code = chart.codes[kind]
    nation = NATIONS[chart.nation[kind]]
    own = chart.nation[kind] in (owner, FRENCH)
    return code.removeprefix(f"{nation}-") if own else code


def facts(g: NorthAfrica) -> dict[str, Any]:
    """Everything; tables by space, power and kind name only what is there."""
    return {**_clock(g), **_tokens(g), **_turn(g), **_units(g)}


def _clock(g: NorthAfrica) -> dict[str, Any]:
    levels = (*LEVELS[1:], "none")
    return {
        "scenario": g.terms.scenario,
        "players": g.terms.players,
        "options": list(g.terms.options),
        "round": g.round,
        "power": POWERS[g.power],
        "phase": PHASES[g.phase],
        "stage": stage_word(g),
        "winner": ("none", *SIDES, "draw")[g.winner + 1],
        "level": LEVELS[g.level] or "none",
        "standing": {name: levels[level_reached(g, i) - 1] for i, name in enumerate(SIDES)},
        "worth": {name: worth(g, i) for i, name in enumerate(SIDES)},
        "swapped": g.swapped,
        "bid": {"for": SIDES[g.wanted], "points": g.bid, "by": g.terms.seats[g.bidder]},
        "bid_points": {POWERS[p]: n for p, n in enumerate(g.bonus_points)},
        "pending": [{"seat": g.terms.seats[a.seat], "topic": a.topic} for a in pending(g)],
    }


def stage_word(g: NorthAfrica) -> str:
    """The part of the phase by name, where it has any."""
    words = STAGES.get(g.phase, ())
    return words[g.stage] if g.stage < len(words) else ""


def _tokens(g: NorthAfrica) -> dict[str, Any]:
    board = g.board
    control = Sparse(board.names, "nobody")
    for s in range(board.size):
        p = controller(g, s)
        if p != NOBODY:
            control[board.names[s]] = POWERS[p]
    routes = {
        board.names[z]: [POWERS[p] for p in range(4) if open_route(g, p, z)]
        for z in bits(board.convoys)
    }
    return {
        "control": control,
        "routes": routes,
        "supply": {board.names[s]: g.supply[s] for s in bits(board.land)},
        "hauled": {board.names[s]: g.hauled[s] for s in bits(board.land)},
        "afloat": _by_power(g, g.afloat),
        "fresh_afloat": _by_power(g, g.fresh_afloat),
        "sea_mines": _by_power(g, g.sea_mines),
        "land_mines": _borders(g, g.land_mines),
        "reinforcements": {POWERS[p]: {"ones": g.ones[p], "fives": g.fives[p]} for p in range(4)},
        "pool": _pool(g),
    }


def _turn(g: NorthAfrica) -> dict[str, Any]:
    board = g.board
    return {
        "points": g.points,
        "bought": g.bought,
        "staged": g.staged,
        "arrows": _borders(g, g.arrows),
        "barred": _names(g, g.barred),
        "landings": _names(g, g.landings),
        "landable": _names(g, g.friendly),
        "laid": _names(g, g.laid),
        "blitzed_through": _names(g, g.held),
        "mines_decided": _borders(g, g.closed),
        "bought_once": [board.chart.codes[k] for k in bits(g.bank)],
        "legs": g.legs,
        "battle": "none" if g.battle == NONE else board.names[g.battle],
        "combat_round": g.combat_round,
        "combat_step": g.combat_step,
        "main": "none" if g.main == NONE else board.names[g.main],
        "hits": _hits(g),
        "scored": g.scored,
        "raided": g.raided,
        "committed": bool(g.committed),
        "disagreed": g.disagreed,
        "drive": drive_facts(g),
        "escaped": _by_power(g, g.escaped_afloat),
    }


def _units(g: NorthAfrica) -> dict[str, Any]:
    """Units by roster, space and kind; the same by mark and by target; lines by space."""
    board = g.board
    units, used = _rosters(g), _rosters(g)
    attacks = Sparse(board.names, lambda: _rosters(g))
    marks = {mark: _rosters(g) for mark in MARKS}
    masks = [(name, mask) for name in MARKS if (mask := getattr(g, name))]
    for u in bits(g.owned[0] | g.owned[1] | g.owned[2] | g.owned[3]):
        _add(units, g, u, 1)
        if g.used[u]:
            _add(used, g, u, g.used[u])
        if g.target[u] != NONE:
            target = board.names[g.target[u]]
            if not dict.__contains__(attacks, target):
                attacks[target] = _rosters(g)
            _add(attacks[target], g, u, 1)
        for name, mask in masks:
            if mask >> u & 1:
                _add(marks[name], g, u, 1)
    at = Sparse((*board.names, BOX), list)
    for who, rows in units.items():
        for name, kinds in rows.items():
            lines = [f"{who} {kind}" + (f" x{n}" if n > 1 else "") for kind, n in kinds.items()]
            at[name] = (at[name] if dict.__contains__(at, name) else []) + lines
    return {"units": units, "used": used, "attacks": attacks, "marks": marks, "at": at}


def _rosters(g: NorthAfrica) -> Sparse:
    return Sparse(ROSTERS, lambda: _spaces(g))


def _spaces(g: NorthAfrica) -> Sparse:
    return Sparse((*g.board.names, BOX), lambda: Sparse(kind_words(g), 0))


def kind_words(g: NorthAfrica) -> tuple[str, ...]:
    """Every word that may stand for a kind: with and without its nation."""
    codes = g.board.chart.codes
    return (*codes, *(code.partition("-")[2] for code in codes))


def _add(table: Sparse, g: NorthAfrica, u: int, value: int) -> None:
    row: dict[str, Any] = table
    for key in (roster(g, u), space_name(g, g.where[u])):
        if not dict.__contains__(row, key):
            row[key] = row[key]
        row = row[key]
    kind = short(g.board.chart, g.kind[u], g.owner[u])
    row[kind] = row[kind] + value


def _pool(g: NorthAfrica) -> dict[str, int]:
    """Pieces of each kind that are not in play; below 0 the units that chips show."""
    chart = g.board.chart
    return {chart.codes[k]: pieces(g, k) - g.kinds_at[k].bit_count() for k in range(chart.kinds)}


def _names(g: NorthAfrica, mask: int) -> list[str]:
    return sorted(g.board.names[s] for s in bits(mask))


def _hits(g: NorthAfrica) -> Sparse:
    hits = Sparse(CLASSES, 0)
    hits.update((name, n) for name, n in zip(CLASSES, g.hits, strict=True) if n)
    return hits


def _by_power(g: NorthAfrica, table: dict[int, int]) -> Sparse:
    out = Sparse(g.board.names, lambda: Sparse(POWERS, 0))
    for key, value in sorted(table.items()):
        name = g.board.names[key >> 2]
        if not dict.__contains__(out, name):
            out[name] = out[name]
        out[name][POWERS[key & 3]] = value
    return out


def _borders(g: NorthAfrica, table: dict[int, int]) -> Sparse:
    names = g.board.names
    out = Sparse(names, lambda: Sparse(names, 0))
    for key, value in sorted(table.items()):
        name = names[key >> 7]
        if not dict.__contains__(out, name):
            out[name] = out[name]
        out[name][names[key & 127]] = value
    return out
