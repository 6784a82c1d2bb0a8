"""Whether the set-ups of a data pack can be laid out: pieces, stacks, markers, tokens, mines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sirocco.games.northafrica.board import Board
from sirocco.games.northafrica.kinds import AIR, SEA
from sirocco.games.northafrica.powers import NOBODY, POWERS, SIDE, SIDES
from sirocco.games.northafrica.scenarios import counted
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Refused

Table = Mapping[str, Any]
NATION = {"germany": "german", "uk": "british", "italy": "italian", "us": "american"}
PRESENT = {**{power: power for power in POWERS}, "vichy": "germany"}


def setup_faults(board: Board, name: str, chart: Table, limits: Table) -> list[str]:
    """What is wrong with the set-up of a scenario."""
    where = f"Set-up of {name}"
    names = {
        *(space for rows in chart["units"].values() for space in rows),
        *chart["control"],
        *chart["supply"],
        *chart.get("land_mines", {}),
    }
    found = [f"{where}: there is no space {s!r}." for s in sorted(names) if board.find(s) < 0]
    if found:
        return found
    try:
        units = list(_units(board, chart))
    except Refused as refusal:
        return [f"{where}: {refusal}"]
    for check in (_pieces, _places, _stacks):
        found += [f"{where}: {fault}" for fault in check(board, units)]
    found += [f"{where}: {fault}" for fault in _markers(board, chart, units, limits)]
    return found + [f"{where}: {fault}" for fault in _tokens(board, chart, limits)]


Unit = tuple[str, int, int, int]  # roster, space, kind, number


def _units(board: Board, chart: Table) -> Iterator[Unit]:
    for roster, rows in chart["units"].items():
        nation = NATION.get(roster, "french")
        for space, lines in rows.items():
            try:
                rows_of = counted(lines)
            except ValueError:
                raise Refused(f"{space} of {roster} must list units as '2 infantry'.") from None
            for number, word in rows_of:
                kind = board.chart.index.get(f"{nation}-{word}", -1)
                if kind < 0:
                    raise Refused(f"{space} has a {word} of {roster}, which is no unit.")
                yield roster, board.find(space), kind, number


def _pieces(board: Board, units: list[Unit]) -> Iterator[str]:
    used: dict[int, int] = {}
    for _, _, kind, number in units:
        used[kind] = used.get(kind, 0) + number
    for kind, number in used.items():
        if number > board.chart.pieces[kind]:
            code = board.chart.codes[kind]
            yield f"{number} {code}, but there are {board.chart.pieces[kind]} (NA-LIMITS-a)."


def _places(board: Board, units: list[Unit]) -> Iterator[str]:
    for roster, s, kind, _ in units:
        arm, code, space = board.chart.arm[kind], board.chart.codes[kind], board.names[s]
        wet = bool(board.sea >> s & 1)
        if arm == SEA and not wet:
            yield f"{code} stands on land in {space}."
        if arm != SEA and wet and not board.convoys >> s & 1:
            yield f"{code} stands at sea in {space}, which is no convoy zone (NA-SEA-c)."
        if (board.impassable >> s & 1) or (arm == AIR and board.sahara >> s & 1):
            yield f"{code} cannot be in {space} (NA-TERR-a, NA-SAHARA-b)."
        emblem = board.emblem[s]
        power = POWERS.index(PRESENT[roster])
        if emblem != NOBODY and SIDE[emblem] != SIDE[power]:
            yield f"{code} of {roster} stands in {space}, which is the enemy's."


def _stacks(board: Board, units: list[Unit]) -> Iterator[str]:
    load: dict[tuple[int, int], int] = {}
    for roster, s, kind, number in units:
        if board.land >> s & 1 and (board.chart.combat_land[kind] or board.chart.arm[kind] == AIR):
            side = SIDE[POWERS.index(PRESENT[roster])]
            load[s, side] = load.get((s, side), 0) + number
    for (s, side), number in sorted(load.items()):
        if number > board.limit[s]:
            yield f"{number} units in {board.names[s]}, at most {board.limit[s]} (NA-TERR-h)."
        if (s, 1 - side) in load and side == 0:
            yield f"both sides have units in {board.names[s]}."


def _markers(board: Board, chart: Table, units: list[Unit], limits: Table) -> Iterator[str]:
    markers = 0
    for space, power in chart["control"].items():
        s = board.find(space)
        if not board.valued >> s & 1:
            yield f"{space} has no value and holds no marker (NA-TERR-f)."
        route = board.convoy[s] < board.size
        markers += 1 + (board.users[board.convoy[s]].bit_count() if route else 0)
        for roster, t, _, _ in units:
            if t == s and SIDE[POWERS.index(PRESENT[roster])] != SIDE[POWERS.index(power)]:
                yield f"{space} is held by {power}, but {roster} stands there."
    if markers > limits["stock"]["control_markers"]:
        yield f"{markers} control markers are more than there are (NA-COMP-c)."
    for side, capital in zip(SIDES, board.capital, strict=True):
        held = chart["control"].get(board.names[capital], "")
        if held and SIDES[SIDE[POWERS.index(held)]] != side:
            yield f"the capital of the {side} is lost before the game begins."


def _tokens(board: Board, chart: Table, limits: Table) -> Iterator[str]:
    stock = limits["stock"]
    supply = sum(chart["supply"].values())
    most = stock["supply_ones"] + 5 * stock["supply_fives"]
    if supply > most:
        yield f"{supply} supply, but there are tokens for {most} (NA-SUPPLY-j)."
    for space in chart["supply"]:
        if board.sea >> board.find(space) & 1:
            yield f"supply lies at sea in {space}."
    tokens = 0
    for space, row in chart.get("land_mines", {}).items():
        for facing, number in row.items():
            tokens += (number + 1) // 2
            f = board.find(facing)
            if f < 0 or not board.land_links[board.find(space)] >> f & 1:
                yield f"the mines of {space} face {facing}, which it does not border."
    if tokens > stock["land_mines"]:
        yield f"{tokens} tokens of land mines are more than there are (NA-COMP-c)."
    for roster, row in chart.get("sea_mines", {}).items():
        for space in row:
            z = board.find(space)
            if z < 0 or not board.sea >> z & 1:
                yield f"sea mines of {roster} lie in {space}, which is no sea zone."
            elif roster in ("germany", "italy") and z in bits(board.barred):
                yield f"mines of {roster} lie in {space} (NA-SMINE-b)."
