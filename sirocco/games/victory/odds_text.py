"""Battles and policies from text, and results as text."""

import re

from sirocco.games.victory.odds_result import BattleResult
from sirocco.games.victory.odds_spec import (
    ATTACKER,
    DEFENDER,
    FULL,
    GROUNDED,
    OPEN,
    SIDE,
    BattleSpec,
    OddsError,
    Policy,
    Unit,
)
from sirocco.games.victory.units import AB, AIR, ARM, ARMS, ARMY, CODES, MA, NAVAL

_UNIT = re.compile(r"(?:(\d+)[x*])?([A-Z]{2})(\d+)?((?::[a-z]+)*)", re.IGNORECASE)
_PLACES = {"air": AIR, "sea": NAVAL, "ashore": ARMY, "grounded": GROUNDED}
_MARKS = ("half", "river", "acted", "trapped")
_NUMBER = re.compile("[0-9]{1,3}")
_MOST = 12


def parse_battle(
    text: str,
    terrain: str = "clear",
    city: bool = False,
    coastal: bool | None = None,
    port: bool | None = None,
    pursuit: bool = False,
    round: int = 1,
    bombarded: tuple[int, int] = (0, 0),
    activated: bool = False,
) -> BattleSpec:
    """A battle from a line like `AR4 2xIN3 FA2 vs IN4 IN2:half DB3`: attackers first.

    A unit is its code and strength (4 if left out), with marks after colons: `air`, `sea`,
    `ashore`, `grounded` say where it is, `half` bears a half-hit, `river` attacks across a river,
    `acted` has had its Combat Turn in this round, `trapped` has no way out. Attacking Airborne
    are in the air in round 1 and attacking Marines at sea unless marked otherwise. A hex with
    anything at sea is coastal and a coastal city is a port unless said otherwise.

    >>> spec = parse_battle("AR4 2xIN3 vs IN4 DB3", city=True)
    >>> " ".join(map(str, spec.attacker))
    'AR4 IN3 IN3'
    """
    halves = re.split(r"\s+(?:vs\.?|v|against)\s+", f" {text.strip()} ", flags=re.IGNORECASE)
    if len(halves) != 2:
        raise OddsError("Write the attackers, then vs, then the defenders: AR4 IN3 vs IN4 DB2.")
    if terrain == "sea" and coastal:
        raise OddsError("A sea hex is not coastal.")
    drop = terrain in OPEN and round == 1
    attacker = _units(halves[0], ATTACKER, terrain == "sea", drop)
    defender = _units(halves[1], DEFENDER, terrain == "sea", drop)
    if coastal is None:
        afloat = any(unit.place == NAVAL for unit in (*attacker, *defender))
        coastal = terrain != "sea" and (afloat or bool(port))
    spec = BattleSpec(
        attacker=attacker,
        defender=defender,
        terrain=terrain,
        city=city,
        coastal=coastal,
        port=(city and coastal) if port is None else port,
        pursuit=pursuit,
        round=round,
        bombarded=bombarded,
        activated=activated,
    )
    spec.check()
    return spec


def _units(text: str, side: int, at_sea: bool, drop: bool) -> tuple[Unit, ...]:
    units: list[Unit] = []
    for word in re.split(r"[\s,+]+", text.strip()):
        if not word:
            continue
        found = _UNIT.fullmatch(word)
        if found is None:
            raise OddsError(f"{word[:20]!r} is no unit: write a code and a strength, like AR4.")
        times, code, strength, marks = found.groups()
        if code.upper() not in CODES:
            raise OddsError(f"{code!r} is no kind of unit: use one of {' '.join(CODES)}.")
        if times and not 1 <= int(times[:4]) <= _MOST:
            raise OddsError(f"{word[:20]!r}: a number of units is from 1 to {_MOST}.")
        kind = CODES.index(code.upper())
        cv = int(strength[:4]) if strength else FULL
        place = _usual_place(kind, side, at_sea, drop)
        units.extend([_unit(kind, cv, place, marks.lower())] * int(times or 1))
    return tuple(units)


def _usual_place(kind: int, side: int, at_sea: bool, drop: bool) -> int:
    if ARM[kind] == ARMY and at_sea:
        return NAVAL
    if side == ATTACKER and kind == AB and drop:
        return AIR
    if side == ATTACKER and kind == MA:
        return NAVAL  # A26: every Marine attack is an invasion
    return ARM[kind]


def _unit(kind: int, cv: int, place: int, marks: str) -> Unit:
    given = marks.split(":")[1:]
    for mark in given:
        if mark not in _PLACES and mark not in _MARKS:
            known = ", ".join((*_PLACES, *_MARKS))
            raise OddsError(f"{mark!r} is no mark of a unit: use one of {known}.")
        place = _PLACES.get(mark, place)
    return Unit(
        kind=kind,
        cv=cv,
        place=place,
        half="half" in given,
        river="river" in given,
        acted="acted" in given,
        exit="trapped" not in given,
    )


def parse_policy(text: str) -> Policy:
    """A policy from clauses between semicolons; what is not said stays at its usual value.

    `DB: army air` targets in order of preference (`DB:` alone never fires), `DB 3: army` in one
    round; `losses IN AR` who takes hits first among equals; `leave 2 FA HB` kinds that retreat in
    a round; `side below 6` and `unit below 2` retreat by strength; `no landing`; `no blockade`.

    >>> policy = parse_policy("DB: army; leave 2 FA; side below 6")
    >>> policy.preference(1, 1), policy.leave, policy.side_below
    ([2], {2: frozenset({0})}, 6)
    """
    targets: dict[int, list[int]] = {}
    round_targets: dict[tuple[int, int], list[int]] = {}
    leave: dict[int, frozenset[int]] = {}
    losses = list(Policy().losses)
    below = {"side": 0, "unit": 0}
    allowed = {"landing": True, "blockade": True}
    for clause in filter(None, (part.strip() for part in text.split(";"))):
        words = clause.replace(":", " : ").split()
        match words:
            case [code, ":", *groups]:
                targets[_kind(code)] = [_group(group) for group in groups]
            case [code, number, ":", *groups] if number in ("1", "2", "3", "4"):
                round_targets[int(number), _kind(code)] = [_group(group) for group in groups]
            case ["losses", *codes] if codes:
                first = [_kind(code) for code in codes]
                losses = first + [kind for kind in losses if kind not in first]
            case ["leave", number, *codes] if number in ("1", "2", "3", "4") and codes:
                leave[int(number)] = frozenset(_kind(code) for code in codes)
            case [("side" | "unit") as whose, "below", number] if re.fullmatch(
                "[0-9]{1,3}", number
            ):
                below[whose] = int(number)
            case ["no", ("landing" | "blockade") as what]:
                allowed[what] = False
            case _:
                raise OddsError(f"{clause[:40]!r} is no part of a policy.")
    return Policy(
        targets=targets,
        round_targets=round_targets,
        losses=losses,
        leave=leave,
        side_below=below["side"],
        unit_below=below["unit"],
        land=allowed["landing"],
        blockade=allowed["blockade"],
    )


def _kind(code: str) -> int:
    if code.upper() not in CODES:
        raise OddsError(f"{code[:20]!r} is no kind of unit: use one of {' '.join(CODES)}.")
    return CODES.index(code.upper())


def _group(name: str) -> int:
    if name.lower() not in ARMS:
        raise OddsError(f"{name[:20]!r} is no target group: use {', '.join(ARMS)}.")
    return ARMS.index(name.lower())


def report(result: BattleResult) -> str:
    """The result as a table of text.

    >>> from sirocco.games.victory.odds import battle
    >>> print(report(battle(parse_battle("AR2 vs IN1"))).splitlines()[1])
    Attacker wins 85.5%   Defender holds 14.5%
    """
    spec = result.spec
    lines = [_headline(spec), _outcome(result)]
    rounds = range(spec.round, spec.round + len(result.over))
    ended = "  ".join(f"{n}: {_percent(p)}" for n, p in zip(rounds, result.over, strict=True))
    lines.append(f"One side gone by the end of round  {ended}")
    for side, units in enumerate(spec.sides):
        whole = sum(unit.cv for unit in units)
        lost = result.expected_losses(side)
        lines += ["", f"{SIDE[side].capitalize()}: loses {lost:.2f} of {whole} steps on average"]
        lines.append("  unit     lost    1cv    2cv    3cv    4cv   mean")
        for unit, chances in zip(units, result.strengths[side], strict=True):
            cells = " ".join(
                _percent(chance) if cv <= unit.cv else "     -" for cv, chance in enumerate(chances)
            )
            average = sum(cv * chance for cv, chance in enumerate(chances))
            lines.append(f"  {unit!s:<5} {cells} {average:6.2f}")
        lines.append("  steps lost, this many or more:")
        lines += _steps(result.steps_lost[side])
    if result.lost_mass:
        lines += ["", f"Pruned: a chance of {result.lost_mass:.2g} is in none of these figures."]
    return "\n".join(lines)


def _headline(spec: BattleSpec) -> str:
    place = spec.terrain
    for word, said in (("coastal", spec.coastal), ("city", spec.city), ("pursuit", spec.pursuit)):
        place += f", {word}" if said else ""
    names = [" ".join(map(str, units)) for units in spec.sides]
    return f"{names[ATTACKER]} against {names[DEFENDER]} ({place}), from round {spec.round}"


def _outcome(result: BattleResult) -> str:
    parts = [
        f"Attacker wins {_percent(result.attacker_wins).strip()}",
        f"Defender holds {_percent(result.defender_holds).strip()}",
    ]
    if result.blockade:
        parts[-1] += f" (of this blockaded {_percent(result.blockade).strip()})"
    if result.mutual:
        parts.append(f"nobody left {_percent(result.mutual).strip()}")
    return "   ".join(parts)


def _steps(chances: tuple[float, ...]) -> list[str]:
    """Chances of losing so many steps or more, six to a line."""
    cells = [f"{n:>2}: {_percent(sum(chances[n:]))}" for n in range(1, len(chances))]
    return ["  " + "  ".join(cells[start : start + 6]) for start in range(0, len(cells), 6)]


def _percent(chance: float) -> str:
    return f"{100 * chance:5.1f}%"
