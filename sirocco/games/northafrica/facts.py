"""The whole truth as plain nested data: what cases compare with."""

from __future__ import annotations

from typing import Any

from sirocco.games.northafrica.alike import space_name
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.hits import CLASSES
from sirocco.games.northafrica.kinds import Chart
from sirocco.games.northafrica.powers import FRENCH, NATIONS, NOBODY, POWERS, SIDE, SIDES
from sirocco.games.northafrica.state import LEVELS, MARKS, PHASES, NorthAfrica
from sirocco.kernel.bits import bits


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
    """Everything; only what is there is named (a space without supply is not)."""
    board = g.board
    out: dict[str, Any] = {
        "round": g.round,
        "power": POWERS[g.power],
        "phase": PHASES[g.phase],
        "points": g.points,
        "bought": g.bought,
        "winner": ("", *SIDES, "draw")[g.winner + 1],
        "level": LEVELS[g.level],
        "control": {board.names[s]: POWERS[p] for s, p in enumerate(g.control) if p != NOBODY},
        "supply": {board.names[s]: n for s, n in enumerate(g.supply)},
        "afloat": _by_power(g, g.afloat),
        "sea_mines": _by_power(g, g.sea_mines),
        "land_mines": _borders(g, g.land_mines),
        "arrows": _borders(g, g.arrows),
        "barred": sorted(board.names[s] for s in bits(g.barred)),
        "landings": sorted(board.names[s] for s in bits(g.landings)),
        "reinforcements": {POWERS[p]: {"ones": g.ones[p], "fives": g.fives[p]} for p in range(4)},
        "battle": "" if g.battle == NONE else board.names[g.battle],
        "combat_round": g.combat_round,
        "combat_step": g.combat_step,
        "main": "" if g.main == NONE else board.names[g.main],
        "hits": {name: n for name, n in zip(CLASSES, g.hits, strict=True) if n},
        "scored": g.scored,
        "escaped": _by_power(g, g.escaped_afloat),
        "units": {},
        "marks": {},
        "attacks": {},
    }
    for u in bits(g.owned[0] | g.owned[1] | g.owned[2] | g.owned[3]):
        _count(out["units"], g, u)
        if g.target[u] != NONE:
            _count(out["attacks"].setdefault(board.names[g.target[u]], {}), g, u)
    for mark in MARKS:
        held: dict[str, Any] = {}
        for u in bits(getattr(g, mark)):
            _count(held, g, u)
        out["marks"][mark] = held
    return out


def _count(table: dict[str, Any], g: NorthAfrica, u: int) -> None:
    row = table.setdefault(roster(g, u), {}).setdefault(space_name(g, g.where[u]), {})
    kind = short(g.board.chart, g.kind[u], g.owner[u])
    row[kind] = row.get(kind, 0) + 1


def _by_power(g: NorthAfrica, table: dict[int, int]) -> dict[str, dict[str, int]]:
    out: dict[str, dict[str, int]] = {}
    for key, value in table.items():
        out.setdefault(g.board.names[key >> 2], {})[POWERS[key & 3]] = value
    return out


def _borders(g: NorthAfrica, table: dict[int, int]) -> dict[str, dict[str, int]]:
    out: dict[str, dict[str, int]] = {}
    for key, value in table.items():
        out.setdefault(g.board.names[key >> 7], {})[g.board.names[key & 127]] = value
    return out
