"""Positions that somebody describes (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sirocco.games.northafrica.board import board_of
from sirocco.games.northafrica.ground import controller
from sirocco.games.northafrica.hits import CLASSES
from sirocco.games.northafrica.powers import AXIS, FRENCH, NATIONS, NOBODY, POWERS, SIDE, US
from sirocco.games.northafrica.state import EVENTS, MARKS, PHASES, NorthAfrica, enlist
from sirocco.games.northafrica.terms import OPTIONS, SCENARIOS, Terms
from sirocco.kernel.given import Given, near
from sirocco.kernel.refusal import Refused

ROSTERS: Final = (*POWERS, "vichy", "free-french")
KEYS: Final = (
    "scenario", "players", "options", "board", "chart", "round", "power", "phase", "stage",
    "points", "bought", "control", "supply", "hauled", "afloat", "reinforcements", "land_mines",
    "sea_mines", "barred", "blitzed_through", "laid", "landings", "landable", "battle", "arrows",
    "bid_points", "swapped", "events", "legs", *ROSTERS, "dice", "dice_left",
)  # fmt: skip


def build(table: Mapping[str, Any]) -> NorthAfrica:
    """The state that a table describes, before it is run to its first question."""
    given = Given(table, "position")
    spaces = given.value("board")
    units = given.value("chart") or {}
    board = board_of(spaces, units)
    scenario = given.text("scenario", "custom")
    if scenario not in SCENARIOS:
        raise Refused(f"position.scenario: there is no {scenario!r}{near(scenario, SCENARIOS)}.")
    options = tuple(given.value("options") or ())
    for name in options:
        if name not in OPTIONS:
            raise Refused(f"position.options: there is no {name!r}{near(str(name), OPTIONS)}.")
    g = NorthAfrica(Terms(scenario, given.number("players", 2, 2, 4), options), board)
    g.round = given.number("round", 7 if scenario == "torch" else 1, 1, 14)
    g.power = _word(given, "power", POWERS, 0)
    g.phase = _word(given, "phase", PHASES, EVENTS)
    g.stage = given.number("stage", 0)
    g.points = given.number("points", 0)
    g.bought = given.number("bought", 0)
    g.swapped = bool(given.value("swapped"))
    g.events = given.number("events", 0)
    g.legs = given.number("legs", 0)
    _spaces(g, given)
    for name in ROSTERS:
        for line in given.value(name) or ():
            _unit(g, name, str(line))
    g.friendly = (
        _set(g, given, "landable")
        if "landable" in given
        else sum(
            1 << s
            for s in range(board.size)
            if controller(g, s) != NOBODY and SIDE[controller(g, s)] == SIDE[g.power]
        )
    )
    _battle(g, given)
    given.value("dice")
    given.value("dice_left")
    given.done(*KEYS)
    return g


def _word(given: Given, key: str, words: tuple[str, ...], default: int) -> int:
    text = given.text(key, words[default])
    if text not in words:
        raise given.fault(key, f"must be one of {', '.join(words)}, not {text!r}")
    return words.index(text)


def space(g: NorthAfrica, text: object, key: str) -> int:
    found = g.board.find(text) if isinstance(text, str) else -1
    if found < 0:
        raise Refused(f"position.{key}: there is no space {text!r}.")
    return found


def power(text: object, key: str) -> int:
    if text not in POWERS:
        raise Refused(f"position.{key}: there is no power {text!r}; {', '.join(POWERS)} are.")
    return POWERS.index(str(text))


def _set(g: NorthAfrica, given: Given, key: str) -> int:
    out = 0
    for name in given.value(key) or ():
        out |= 1 << space(g, name, key)
    return out


def _count(value: object, key: str, high: int = 115) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= high:
        raise Refused(f"position.{key} must be a number from 0 to {high}, not {value!r}.")
    return value


def _spaces(g: NorthAfrica, given: Given) -> None:
    for name, owner in (given.value("control") or {}).items():
        s = space(g, name, "control")
        if not g.board.valued >> s & 1:
            raise Refused(f"position.control: {name} has no value and holds no marker (NA-TERR-f).")
        g.control[s] = power(owner, f"control.{name}")
    for key, held in (("supply", g.supply), ("hauled", g.hauled)):
        for name, value in (given.value(key) or {}).items():
            held[space(g, name, key)] = _count(value, f"{key}.{name}")
    for name, row in (given.value("afloat") or {}).items():
        z = space(g, name, "afloat")
        for owner, value in row.items():
            g.afloat[4 * z + power(owner, f"afloat.{name}")] = _count(value, f"afloat.{name}")
    for owner, row in (given.value("reinforcements") or {}).items():
        p = power(owner, "reinforcements")
        g.ones[p] = _count(row.get("ones", 0), f"reinforcements.{owner}.ones", 40)
        g.fives[p] = _count(row.get("fives", 0), f"reinforcements.{owner}.fives", 15)
    for name, row in (given.value("land_mines") or {}).items():
        s = space(g, name, "land_mines")
        for facing, value in row.items():
            f = space(g, facing, f"land_mines.{name}")
            if not g.board.land_links[s] >> f & 1:
                raise Refused(f"position.land_mines: {name} does not border {facing}.")
            g.land_mines[128 * s + f] = _count(value, f"land_mines.{name}.{facing}", 40)
    for name, row in (given.value("sea_mines") or {}).items():
        z = space(g, name, "sea_mines")
        for owner, value in row.items():
            p = power(owner, f"sea_mines.{name}")
            g.sea_mines[4 * z + p] = _count(value, f"sea_mines.{name}.{owner}", 9)
    for owner, value in (given.value("bid_points") or {}).items():
        g.bonus_points[power(owner, "bid_points")] = _count(value, "bid_points")
    g.barred = _set(g, given, "barred")
    g.held = _set(g, given, "blitzed_through")
    g.laid = _set(g, given, "laid")
    g.landings = _set(g, given, "landings")


def _unit(g: NorthAfrica, roster: str, line: str) -> None:
    """`tank tobruk`, `infantry x3 tobruk at=cairo`, `fighter malta used=2 fought`."""
    words = line.split()
    where = f"position.{roster}: {line!r}"
    if len(words) < 2:
        raise Refused(f"{where} names no kind and space.")
    owner = {"vichy": AXIS, "free-french": US}.get(roster, -1)
    nation = FRENCH if owner >= 0 else POWERS.index(roster)
    owner = POWERS.index(roster) if owner < 0 else owner
    kind = _kind(g, nation, words[0])
    if kind < 0:
        raise Refused(f"{where} names no kind of unit.")
    rest = words[1:]
    count = 1
    if rest[0].startswith("x") and rest[0][1:].isdecimal():
        count = int(rest.pop(0)[1:])
    if not rest or not 1 <= count <= 40:
        raise Refused(f"{where}: the number or the space is missing.")
    s = g.board.size if rest[0] == "box" else g.board.find(rest[0])
    if s < 0:
        raise Refused(f"{where}: there is no space {rest[0]!r}.")
    for _ in range(count):
        _marks(g, enlist(g, kind, owner, s), rest[1:], where)


def _kind(g: NorthAfrica, nation: int, word: str) -> int:
    index = g.board.chart.index
    return index.get(f"{NATIONS[nation]}-{word}", index.get(word, -1))


def _marks(g: NorthAfrica, u: int, words: list[str], where: str) -> None:
    for word in words:
        key, equals, value = word.partition("=")
        if key == "at" and equals:
            g.target[u] = space(g, value, where)
        elif key == "used" and value.isdecimal() and int(value) < 10:
            g.used[u] = int(value)
        elif word in MARKS:
            setattr(g, word, getattr(g, word) | 1 << u)
        else:
            raise Refused(f"{where}: {word!r} is no mark; marks are {', '.join(MARKS)}.")


def _battle(g: NorthAfrica, given: Given) -> None:
    if "arrows" in given:
        for name, row in (given.value("arrows") or {}).items():
            s = space(g, name, "arrows")
            for target, value in row.items():
                g.arrows[128 * s + space(g, target, "arrows")] = _count(value, "arrows", 20)
    row = given.value("battle")
    if row is None:
        return
    battle = Given(row, "position.battle")
    g.battle = space(g, battle.text("space"), "battle.space")
    g.combat_round = battle.number("round", 1, 0, 99)
    g.combat_step = battle.number("step", 1, 1, 6)
    if "main" in battle:
        g.main = space(g, battle.text("main"), "battle.main")
    g.raided = battle.number("raided", 0, 0, 3)
    g.scored = battle.number("scored", 0, 0, 99)
    for name, value in (battle.value("hits") or {}).items():
        if name not in CLASSES:
            raise battle.fault("hits", f"has no {name!r}; known are {', '.join(CLASSES)}")
        g.hits[CLASSES.index(name)] = _count(value, f"battle.hits.{name}", 40)
    for owner, value in (battle.value("escaped") or {}).items():
        key = 4 * g.battle + power(owner, "battle.escaped")
        g.escaped_afloat[key] = _count(value, f"battle.escaped.{owner}")
    battle.done("space", "round", "step", "main", "raided", "scored", "hits", "escaped")


__all__ = ["KEYS", "build"]
