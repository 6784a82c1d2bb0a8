"""Dice of a volley (D7): who rolls, in which order, and which rolls are thrown again.

The order: units with a right to target (anti-tank guns, scout cars, bombers), then flanking units,
then the others; each of these by falling value, units of one value in the order of the charts.
Every die that must be thrown again is followed by the die that replaces it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.battlefield import (
    ATTACKER,
    DEFENDER,
    at_sea,
    attackers,
    with_traits,
)
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import everybody
from sirocco.games.northafrica.hits import (
    BY_AIR,
    BY_DIVE,
    BY_GUN,
    BY_RAID,
    BY_SCOUT,
    BY_SUBMARINE,
    PLAIN,
)
from sirocco.games.northafrica.kinds import (
    AIR,
    SUBMARINE,
    SUPPORTED,
    SUPPORTS,
    TARGET_AIR,
    TARGET_LAND,
    TARGET_SEA,
    TARGET_TANKS,
    data_pack,
)
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.troops import roll
from sirocco.kernel.bits import bits

DIE_FACES: Final = 10
NEVER: Final = 11
"""No face is thrown again."""


class Shooters(NamedTuple):
    """Units that roll together: class of their hits, from which face on they roll again."""

    cls: int
    again: int
    value: int
    kind: int
    owner: int
    units: int


@lru_cache(maxsize=1)
def numbers() -> tuple[int, int, int]:
    """Rerolls of flanking units and of the defensive bonus, and the value of supported units."""
    row = data_pack().value("limits.combat")
    return int(row["flank_reroll"]), int(row["bonus_reroll"]), int(row["support"])


def shoot(g: NorthAfrica, role: int, units: int, step: int) -> None:
    """Roll for units of a role and note their hits by class (NA-STEP2-a, NA-STEP3-a)."""
    for group in shooters(g, role, units):
        faces, scored = throw(g, group)
        g.hits[group.cls] += scored
        if role == DEFENDER:
            g.scored += scored
        if g.log is not None:
            flank = role == ATTACKER and group.again < NEVER
            g.log.append(
                ev.Fired(
                    everybody(g),
                    group.owner,
                    group.kind,
                    group.units,
                    group.value,
                    faces,
                    scored,
                    flank,
                    step,
                )
            )


def throw(g: NorthAfrica, group: Shooters) -> tuple[tuple[int, ...], int]:
    """The faces of a group and how many hit (NA-STEP2-b): a value or less."""
    purpose = f"fire of {g.board.chart.codes[group.kind]} at {g.board.names[g.battle]}"
    if group.again == NEVER:
        faces = roll(g, group.units, purpose)
        return faces, sum([face <= group.value for face in faces])
    shown: list[int] = []
    scored = 0
    for _ in range(group.units):
        face = roll(g, 1, purpose)[0]
        shown.append(face)
        while face >= group.again:  # NA-FLANK-c, NA-TERR-n: until it is less
            face = roll(g, 1, f"{purpose}, again")[0]
            shown.append(face)
        scored += face <= group.value
    return tuple(shown), scored


def shooters(g: NorthAfrica, role: int, units: int) -> list[Shooters]:
    """Units in groups, in the order in which they roll."""
    boosted = supported(g, units) if role == ATTACKER else 0
    favoured = throwing_again(g, role, units)
    flank, bonus, support = numbers()
    chart = g.board.chart
    value_of = chart.defense if role else chart.attack
    groups = []
    while units:
        low = units & -units
        u = low.bit_length() - 1
        kind, owner = g.kind[u], g.owner[u]
        alike = units & g.kinds_at[kind] & g.owned[owner]
        alike &= boosted if low & boosted else ~boosted
        alike &= favoured if low & favoured else ~favoured
        units ^= alike
        value = support if low & boosted else value_of[kind]
        if value:  # NA-AAA-e
            again = (bonus if role else flank) if low & favoured else NEVER
            cls = hit_class(g, role, kind)
            groups.append(Shooters(cls, again, value, kind, owner, alike.bit_count()))
    if len(groups) > 1:
        groups.sort(key=_turn)
    return groups


def _turn(group: Shooters) -> tuple[int, int, int, int, int]:
    targeting = group.cls if BY_GUN <= group.cls <= BY_RAID else BY_RAID + 1
    return targeting, group.again, -group.value, group.kind, group.owner


def hit_class(g: NorthAfrica, role: int, kind: int) -> int:
    """What hits of a kind may fall on, and what they may be targeted at."""
    chart = g.board.chart
    traits = chart.traits[kind]
    if at_sea(g):
        if role == ATTACKER and traits & TARGET_SEA:
            return BY_RAID  # NA-BMB-d
        if chart.arm[kind] == AIR:
            return BY_AIR
        return BY_SUBMARINE if chart.type[kind] == SUBMARINE else PLAIN
    if traits & TARGET_TANKS and g.combat_round == 1:
        return BY_GUN  # NA-ATG-b, NA-ATG-c
    if role == ATTACKER and traits & TARGET_AIR:
        return BY_SCOUT  # NA-SCOUT-i
    if role == ATTACKER and traits & TARGET_LAND:
        return BY_DIVE  # NA-BMB-c
    return PLAIN


def throwing_again(g: NorthAfrica, role: int, units: int) -> int:
    """The units that must throw again: those that flank, or all with the defensive bonus."""
    if role == ATTACKER:
        return units & g.army & ~g.at[g.main] if g.main != NONE else 0
    return units if has_bonus(g) else 0


def flanking(g: NorthAfrica, u: int) -> bool:
    """NA-FLANK-b: land units from another territory than the main attack's."""
    return bool(g.army >> u & 1) and g.main != NONE and g.where[u] != g.main


def has_bonus(g: NorthAfrica) -> bool:
    """NA-TERR-l, NA-TERR-m: always, or while land units attack from certain territories."""
    fronts = g.board.bonus[g.battle]
    if not fronts:
        return False
    if fronts == (1 << g.board.size) - 1:
        return True
    return any(fronts >> g.where[u] & 1 for u in bits(attackers(g) & g.army))


def supported(g: NorthAfrica, units: int) -> int:
    """The infantry that artillery supports (NA-ART-a to -c, NA-INF-b, NA-MECH-b).

    One for one. Where not all can be supported, those whose chance of a hit gains most.
    """
    guns = with_traits(g, units, SUPPORTS).bit_count()
    if not guns:
        return 0
    support = numbers()[2]
    attack = g.board.chart.attack
    able = [
        u for u in bits(with_traits(g, units & g.army, SUPPORTED)) if attack[g.kind[u]] < support
    ]
    flank = numbers()[0] - 1
    able.sort(
        key=lambda u: (attack[g.kind[u]] - support) / (flank if flanking(g, u) else DIE_FACES)
    )
    return sum(1 << u for u in able[:guns])
