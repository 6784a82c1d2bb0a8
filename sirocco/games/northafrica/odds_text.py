"""Odds in words: a battle that somebody describes, and the report about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from sirocco.games.northafrica.alike import ROSTER_NATIONS
from sirocco.games.northafrica.battlefield import ATTACKER, DEFENDER
from sirocco.games.northafrica.board import Board, standard_board
from sirocco.games.northafrica.kinds import LAND, SEA, Chart
from sirocco.games.northafrica.odds import (
    BattleResult,
    BattleSpec,
    Group,
    OddsError,
    Policy,
    battle,
)
from sirocco.games.northafrica.odds_spec import BONUS, BONUS_OF_MAIN, NO_BONUS
from sirocco.games.northafrica.powers import FRENCH, NATIONS

OPTIONS: Final = (
    "attacker-losses",
    "defender-losses",
    "attacker-supply",
    "defender-supply",
    "rounds",
    "stop",
    "leave",
    "cornered",
    "vichy",
)
CARGO: Final = "cargo"
VICHY: Final = "vichy-"
HELP: Final = (
    "Write it so: 3 german-tank 2 german-infantry vs british-infantry in tobruk; a + begins the "
    "units of another territory, which flank."
)


def odds_text(text: str, options: Mapping[str, str]) -> str:
    """The odds of `3 german-tank + german-scout vs 2 british-infantry in mareth from tripoli`."""
    board = standard_board()
    forces, space, fronts = conditions(text, board)
    for name in options:
        if name not in OPTIONS:
            known = ", ".join(OPTIONS)
            raise OddsError(f"{name[:40]!r} is no option of odds; known: {known}.")
    spec = parse_battle(forces, board, space, fronts)
    if VICHY in forces.partition(" vs ")[2]:
        options = {"vichy": "yes", **options}
    spec = _marked(spec, options)
    attacker, defender = policies(options, board.chart)
    return report(battle(spec, attacker, defender))


def conditions(text: str, board: Board) -> tuple[str, int, int]:
    """The forces, the space behind `in` (-1: none), the territory behind `from` (-1: none)."""
    words = re.sub(r"[\s,]+", " ", text.strip().lower())
    words, _, origin = words.partition(" from ")
    forces, _, place = words.partition(" in ")
    return forces, _space(board, place), _space(board, origin)


def _space(board: Board, word: str) -> int:
    word = word.strip().replace(" ", "-")
    if not word:
        return -1
    found = board.find(word)
    if found < 0:
        raise OddsError(f"There is no space {word[:40]!r}.")
    return found


def parse_battle(forces: str, board: Board, space: int, origin: int) -> BattleSpec:
    """The battle that a line describes."""
    attackers, vs, defenders = forces.partition(" vs ")
    if not vs:
        raise OddsError(HELP)
    chart = board.chart
    one: list[Group] = []
    for number, part in enumerate(attackers.split("+")):
        groups, cargo = _groups(part, chart, number)
        if cargo:
            raise OddsError("The attacker's transports take no part (NA-P4-b).")
        one += groups
    two, cargo = _groups(defenders, chart, 0)
    sea = bool(board.sea >> space & 1) if space >= 0 else _at_sea(chart, one + two, cargo)
    return BattleSpec(
        tuple(one), tuple(two), sea, bonus_of(board, space, origin), cargo, chart=chart
    )


def _at_sea(chart: Chart, groups: list[Group], cargo: int) -> bool:
    return bool(cargo) or any(chart.arm[group.kind] == SEA for group in groups)


def bonus_of(board: Board, space: int, origin: int) -> int:
    """The defensive bonus of a space against an attack that comes mainly from a territory."""
    if space < 0 or not board.bonus[space]:
        return NO_BONUS
    if board.bonus[space] == (1 << board.size) - 1:
        return BONUS  # NA-TERR-m
    return BONUS_OF_MAIN if origin >= 0 and board.bonus[space] >> origin & 1 else NO_BONUS


def _groups(text: str, chart: Chart, origin: int) -> tuple[list[Group], int]:
    """`3 german-tank fighter 4 cargo`: groups of units, and land units on transports."""
    out: list[Group] = []
    count, cargo, damaged = 1, 0, False
    nation = ""
    for word in text.split():
        if re.fullmatch(r"[0-9]{1,2}x?", word):
            count = int(word.rstrip("x"))
            continue
        if word == "damaged":
            damaged = True
            continue
        if word == CARGO:
            cargo += count
        else:
            kind = _kind(chart, word, nation)
            nation = NATIONS[chart.nation[kind]]
            if count:
                out.append(Group(kind, count, origin, damaged))
        count, damaged = 1, False
    return out, cargo


def _kind(chart: Chart, word: str, nation: str) -> int:
    for roster, whose in ROSTER_NATIONS.items():
        if word.startswith(roster):
            word = f"{whose}-{word.removeprefix(roster)}"
    for name in (word, word.removesuffix("s")):
        for code in (name, f"{nation}-{name}"):
            if code in chart.index:
                return chart.index[code]
    theirs = word.partition("-")[0] + "-"
    known = ", ".join(code for code in chart.codes if code.startswith(theirs)) or "say whose it is"
    raise OddsError(f"There is no kind of unit {word[:40]!r} ({known}). {HELP}")


def policies(options: Mapping[str, str], chart: Chart) -> tuple[Policy, Policy]:
    """The policies that options describe."""
    return (
        Policy(
            losses=_order(chart, options.get("attacker-losses", "")),
            supply=_number(options, "attacker-supply"),
            rounds=_number(options, "rounds") or 0,
            stop=_number(options, "stop") or 0,
        ),
        Policy(
            losses=_order(chart, options.get("defender-losses", "")),
            supply=_number(options, "defender-supply"),
            leave=_number(options, "leave") or 0,
        ),
    )


def _order(chart: Chart, text: str) -> tuple[int, ...]:
    return tuple(_kind(chart, word, "") for word in re.split(r"[\s,]+", text.strip()) if word)


def _number(options: Mapping[str, str], name: str) -> int | None:
    text = options.get(name, "")
    if not text:
        return None
    if not re.fullmatch("[0-9]{1,3}", text):
        raise OddsError(f"{name} is a number, not {text[:40]!r}.")
    return int(text)


def _marked(spec: BattleSpec, options: Mapping[str, str]) -> BattleSpec:
    flags = {}
    for name in ("cornered", "vichy"):
        value = options.get(name, "no").lower()
        if value not in ("yes", "no", "true", "false", "1", "0"):
            raise OddsError(f"{name} is yes or no, not {value[:40]!r}.")
        flags[name] = value in ("yes", "true", "1")
    if flags["vichy"] and any(spec.chart.nation[g.kind] != FRENCH for g in spec.defender):
        raise OddsError("Vichy units surrender only without other Axis units (NA-VICHY-h).")
    return BattleSpec(
        spec.attacker,
        spec.defender,
        spec.sea,
        spec.bonus,
        spec.cargo,
        flags["cornered"],
        flags["vichy"],
        spec.chart,
    )


# The report


def report(found: BattleResult) -> str:
    """A few lines: endings, losses, what is left."""
    spec = found.spec
    taken, held, emptied, mutual = (f"{100 * chance:.1f}%" for chance in found.endings)
    won = "clears the zone" if spec.sea else "takes it"
    lines = [f"Attacker {won} {taken}, defenders remain {held}"]
    if found.endings[2] > 5e-4:
        lines[0] += f", emptied but not taken {emptied}"
    if found.endings[3] > 5e-4:
        lines[0] += f", nobody left {mutual}"
    lines[0] += "."
    lines.append(
        f"Lost on average: attacker {found.lost(ATTACKER):.2f} units "
        f"({found.points_lost(ATTACKER):.1f} points), defender {found.lost(DEFENDER):.2f} units "
        f"({found.points_lost(DEFENDER):.1f} points), in {found.rounds:.1f} rounds."
    )
    for role, name in enumerate(("Attacker", "Defender")):
        parts = [
            f"{found.mean_left(role, i):.1f} of {group.count} {spec.chart.codes[group.kind]}"
            for i, group in enumerate(spec.sides[role])
        ]
        if parts:
            lines.append(f"{name} keeps {', '.join(parts)}.")
    if spec.cargo:
        lines.append(f"Cargo: {found.cargo[0]:.1f} of {spec.cargo} sunk on average.")
    if found.undecided > 5e-4:
        lines.append(f"Undecided after {len(found.over) - 1} rounds: {100 * found.undecided:.1f}%.")
    lines.append(_policy(spec))
    return "\n".join(lines)


def _policy(spec: BattleSpec) -> str:
    said = "Reckoned: cheapest units are lost first, "
    if spec.sea:
        return said + "submarines strike, the attack is pressed to the end."
    if any(spec.chart.arm[g.kind] == LAND for g in spec.attacker):
        said += "supply lasts, "
    return said + "the attack is pressed and met to the end, unless options say otherwise."
