"""Odds at the table: of a battle on the map, as far as a seat can know it, or of any battle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sirocco.games.victory.mapdata import SEA, TERRAINS
from sirocco.games.victory.odds import (
    AIR,
    ARMY,
    NAVAL,
    BattleSpec,
    OddsError,
    Unit,
    battle,
    parse_battle,
    parse_policy,
    report,
)
from sirocco.games.victory.odds_result import BattleResult
from sirocco.games.victory.odds_spec import AIR_LIMIT, GROUNDED, TERRAIN
from sirocco.games.victory.state import NO_ENTRY
from sirocco.games.victory.text_seen import Known, Seen, blocks
from sirocco.games.victory.units import ARM, BB, IN, KIND, MA, NAMES, OFF, SIDES
from sirocco.kernel.refusal import Refused

FLAGS: Final = ("city", "coastal", "port", "pursuit")
OPTIONS: Final = ("terrain", *FLAGS, "round", "attacker", "defender")
GUESSES: Final = (2, 3, 4)
"""Strengths with which hidden blocks are reckoned."""


# A battle that somebody describes


def odds(text: str, options: Mapping[str, str]) -> str:
    """The odds of `AR4 IN3 vs IN4 DB2 in city forest, round 2`; options say the same, and more."""
    try:
        force, given = _conditions(text)
        for name, value in options.items():
            if name not in OPTIONS:
                raise OddsError(f"{name[:40]!r} is no option of odds; known: {', '.join(OPTIONS)}.")
            given[name] = value
        flags = {name: _flag(name, given[name]) for name in FLAGS if name in given}
        spec = parse_battle(
            force,
            terrain=given.get("terrain", "clear"),
            city=flags.get("city", False),
            coastal=flags.get("coastal"),
            port=flags.get("port"),
            pursuit=flags.get("pursuit", False),
            round=_round(given.get("round", "1")),
        )
        attacker, defender = (parse_policy(given.get(who, "")) for who in ("attacker", "defender"))
        return report(battle(spec, attacker, defender))
    except OddsError as bad:
        raise Refused(str(bad)) from None


def _conditions(text: str) -> tuple[str, dict[str, str]]:
    """The forces, and what is said about the battle behind `in`."""
    force, _, rest = re.sub(r"\s+", " ", text).partition(" in ")
    given: dict[str, str] = {}
    words = rest.replace(",", " ").split()
    while words:
        word = words.pop(0).lower()
        if word in TERRAIN:
            given["terrain"] = word
        elif word in FLAGS:
            given[word] = "yes"
        elif word == "round" and words:
            given["round"] = words.pop(0)
        elif word not in ("a", "an", "and", "the", "terrain"):
            known = ", ".join((*TERRAIN, *FLAGS))
            raise OddsError(f"{word[:40]!r} is not known of a battle; say {known} or round N.")
    return force, given


def _flag(name: str, value: str) -> bool:
    if value.lower() in ("yes", "true", "on", "1"):
        return True
    if value.lower() in ("no", "false", "off", "0"):
        return False
    raise OddsError(f"{name} is yes or no, not {value[:40]!r}.")


def _round(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise OddsError(f"A round is a number, not {text[:40]!r}.")
    return int(text)


# A battle on the map


def odds_here(seen: Seen, text: str) -> str:
    """The odds of the battle in a hex: `Hope`, or `Hope with AR1 FA2` before they have moved.

    Hidden blocks are reckoned with several strengths.
    """
    name, _, named = re.sub(r"\s+", " ", text).partition(" with ")
    h = seen.find(name)
    joining = [_joining(seen, h, word) for word in named.replace(",", " ").split()]
    title = seen.board.title(h)
    if not (seen.mine.get(h) or joining) or not seen.counts.get(h):
        raise Refused(
            f"At {title} there are not blocks of both sides; odds HEX with UNITS reckons an attack."
        )
    try:
        if seen.hidden(h) <= 0:
            return report(battle(_spec(seen, h, 0, joining)))
        return _by_guesses(seen, h, joining)
    except OddsError as bad:
        raise Refused(f"This battle cannot be reckoned: {bad}") from None


def reckoned(seen: Seen, h: int, units: Sequence[str]) -> list[tuple[str, BattleResult]]:
    """A battle as far as the seat can know it: one result, or one for each guess in words."""
    joining = [_joining(seen, h, word) for word in units]
    if seen.hidden(h) <= 0:
        return [("", battle(_spec(seen, h, 0, joining)))]
    guess = _guess_word(seen, h)
    return [(f"{guess} of {cv} steps", battle(_spec(seen, h, cv, joining))) for cv in GUESSES]


def _guess_word(seen: Seen, h: int) -> str:
    return NAMES[IN if seen.board.land >> h & 1 else BB].lower()


def _joining(seen: Seen, h: int, word: str) -> Known:
    """A unit of one's own that is to attack."""
    known = seen.own.get(seen.unit(word))
    if known is None or known.hex in (h, OFF):
        raise Refused(f"{word[:40]!r} is no unit of yours elsewhere on the map.")
    marks = frozenset(["invading"] if KIND[known.unit] == MA else [])  # A26
    return known._replace(hex=h, entry=NO_ENTRY, marks=marks)


def _by_guesses(seen: Seen, h: int, joining: list[Known]) -> str:
    attacking = seen.side if joining else seen.view.active
    attacker, defender = SIDES[attacking], SIDES[1 - attacking]
    guess = _guess_word(seen, h)
    hidden = blocks(seen.hidden(h), SIDES[seen.foe])
    lines = [f"{seen.board.title(h)}: {hidden} hidden. If each is {guess} of"]
    for cv in GUESSES:
        found = battle(_spec(seen, h, cv, joining))
        lost = [sum(n * part for n, part in enumerate(side)) for side in found.steps_lost]
        lines.append(
            f"  {cv} steps: {attacker} wins {100 * found.attacker_wins:.1f}%, "
            f"{defender} holds {100 * found.defender_holds:.1f}%; "
            f"steps lost on average: {attacker} {lost[0]:.1f}, {defender} {lost[1]:.1f}"
        )
    return "\n".join(lines)


def _spec(seen: Seen, h: int, guess: int, joining: list[Known]) -> BattleSpec:
    board, view = seen.board, seen.view
    here = h == view.battle
    attacking = seen.side if joining else view.active
    mine = [
        _unit(seen, known, seen.side == attacking) for known in (*seen.mine.get(h, ()), *joining)
    ]
    theirs = [_unit(seen, known, seen.side != attacking) for known in seen.open.get(h, [])]
    theirs += _guessed(seen, h, guess, theirs)
    forces = [_two_in_the_air(units) for units in (mine, theirs)]
    attacker, defender = forces if seen.side == attacking else reversed(forces)
    sea = board.terrain[h] >= SEA
    held = board.port >> h & 1 or any("beach" in known.marks for known in seen.mine.get(h, ()))
    spec = BattleSpec(
        attacker=attacker,
        defender=defender,
        terrain="sea" if sea else TERRAINS[board.terrain[h]],
        city=bool(board.city >> h & 1),
        coastal=bool(board.coastal >> h & 1),
        port=bool(held and board.coastal >> h & 1),
        pursuit=seen.terms.pursuit,
        round=max(1, view.round) if here else 1,
        provoked=_provoked(seen, attacking) if here else frozenset(),
        bombarded=_in_order(view.bombarded, attacking) if here else (0, 0),
        activated=bool(int.from_bytes(view.activated, "little") >> h & 1)
        and bool(seen.control[attacking] >> h & 1),
    )
    spec.check()
    return spec


def _guessed(seen: Seen, h: int, cv: int, known: list[Unit]) -> list[Unit]:
    """Hidden blocks as Infantry, or ships at sea, as many as the hex may hold."""
    board = seen.board
    ashore = bool(board.land >> h & 1)
    place = ARMY if ashore else NAVAL
    limit = board.army_limit[h] if ashore else board.naval_limit[h]
    room = limit - sum(unit.place == place for unit in known)
    return [Unit(IN if ashore else BB, cv, place)] * max(0, min(room, seen.hidden(h)))


def _two_in_the_air(units: list[Unit]) -> tuple[Unit, ...]:
    """V-4.42-a: as many aircraft as may fly, the strongest; the others stay on the ground."""
    flying = sorted((i for i, u in enumerate(units) if u.place == AIR), key=lambda i: -units[i].cv)
    grounded = set(flying[AIR_LIMIT:])
    return tuple(
        replace(unit, place=GROUNDED) if i in grounded and ARM[unit.kind] == AIR else unit
        for i, unit in enumerate(units)
    )


def _in_order(pair: bytes, attacking: int) -> tuple[int, int]:
    return pair[attacking], pair[1 - attacking]


def _provoked(seen: Seen, attacking: int) -> frozenset[tuple[int, int]]:
    found = set()
    for side in (0, 1):
        for group in (NAVAL, ARMY):
            if seen.view.flak >> side * 3 + group & 1:
                found.add((int(side != attacking), group))
    return frozenset(found)


def _unit(seen: Seen, known: Known, attacks: bool) -> Unit:
    kind = KIND[known.unit]
    place = ARM[kind]
    if "grounded" in known.marks:
        place = GROUNDED
    elif "flying" in known.marks:
        place = AIR
    elif "at_sea" in known.marks or "invading" in known.marks:
        place = NAVAL
    wet = known.entry != NO_ENTRY and seen.board.wet[known.entry] >> known.hex & 1
    return Unit(
        kind,
        known.cv,
        place,
        half="half" in known.marks,
        river=bool(attacks and wet and place == ARMY),
        acted="acted" in known.marks,
    )
