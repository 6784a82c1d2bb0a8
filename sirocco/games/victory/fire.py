"""Fire (5.4): which groups a unit may fire at, its firepower, its dice."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.battlefields import CITY_FIRE, in_pursuit, on_ground
from sirocco.games.victory.blocks import everybody, roll
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AIR,
    AIR_MASK,
    ARM,
    ARMS,
    ARMY,
    ARMY_MASK,
    BLOCKS,
    FIREPOWER,
    IN,
    KIND,
    NAVAL,
    NAVAL_MASK,
    SIDE,
    SIDE_MASK,
    SIDES,
    UNIT_NAME,
)
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Limit

ABSENT: Final = 1
NO_POWER: Final = 2
NO_FLAK: Final = 4
SHIPS: Final = 8
ONCE: Final = 16
IMMUNE: Final = 32
PURSUED: Final = 64
OUT_OF_ELEMENT: Final = 128

LIMITS: Final = (
    Limit(
        NO_POWER,
        "This unit has no firepower against that group.",
        "V-5.42-b",
        "V-FIRE-a",
    ),
    Limit(
        OUT_OF_ELEMENT,
        "At sea or in the air an Army unit cannot fire; it must land first.",
        "V-4.71-f",
        "V-5.7-d",
        "V-5.6-e",
        "V-5.6-d",
    ),
    Limit(
        PURSUED,
        "In the pursuit round the Attacker's units must retreat and cannot fire.",
        "V-PURSUIT-b",
    ),
    Limit(
        ABSENT,
        "There is no enemy unit of that group in the battle.",
        "V-XCOMBAT-g",
        "V-5.42-a",
    ),
    Limit(
        NO_FLAK,
        "Flak needs an air attack on the unit's own group in this round.",
        "V-5.45-b",
        "V-5.45-c",
        "A42",
    ),
    Limit(
        SHIPS,
        "No shore bombardment while enemy naval units are in the Battle Hex.",
        "V-5.43-b",
        "A43",
    ),
    Limit(
        ONCE,
        "A second round of shore bombardment needs own Army units ashore.",
        "V-5.43-c",
        "A44",
    ),
    Limit(
        IMMUNE,
        "All enemy Army units there are at 1cv and immune to aircraft and ships.",
        "V-XCOMBAT-h",
        "V-5.46-c",
        "V-5.46-d",
        "V-XCOMBAT-g",
        "A45",
        "A47",
    ),
)

_PURPOSE: Final[tuple[str, ...]] = tuple(
    f"fire {SIDES[SIDE[u]]} {UNIT_NAME[u]} {arm}" for u in range(BLOCKS) for arm in ARMS
)


def armed(g: Victory, units: int, lifted: int = 0) -> int:
    """Those that are in their element: at sea or in the air Army units do not fire."""
    return units if lifted & OUT_OF_ELEMENT else units & ~g.at_sea & ~g.flying  # V-4.71-f


def open_groups(g: Victory, side: int, kind: int, lifted: int = 0) -> int:
    """The groups that units of this kind may fire at now, as bits."""
    if in_pursuit(g, side) and not lifted & PURSUED:
        return 0
    power = FIREPOWER[kind]
    arm = ARM[kind]
    enemy = g.at[g.battle] & SIDE_MASK[1 - side] & ~g.grounded
    out = 0
    if (power[AIR] or lifted & NO_POWER) and (enemy & (AIR_MASK | g.flying) or lifted & ABSENT):
        # V-5.45-a, V-5.45-b: flak only against aircraft that attacked the own group
        if arm == AIR or g.flak >> (3 * side + arm) & 1 or lifted & NO_FLAK:
            out = 1 << AIR
    if (power[NAVAL] or lifted & NO_POWER) and (enemy & (NAVAL_MASK | g.at_sea) or lifted & ABSENT):
        out |= 1 << NAVAL  # V-5.44-a: aircraft at ships with N, at troops with G
    if power[ARMY] or lifted & NO_POWER:
        ashore = enemy & ARMY_MASK & ~g.at_sea & ~g.flying
        if (ashore or lifted & ABSENT) and (
            arm == ARMY
            or (
                (lifted & IMMUNE or not ashore or _vulnerable(g, ashore))
                and (arm == AIR or _may_bombard(g, side, enemy, lifted))
            )
        ):
            out |= 1 << ARMY
    return out


def _vulnerable(g: Victory, ashore: int) -> bool:
    """A45: aircraft and ships need one Army unit of 2cv or more in the group."""
    return any(g.cv[u] > 1 for u in bits(ashore))


def _may_bombard(g: Victory, side: int, enemy: int, lifted: int) -> bool:
    """Shore bombardment (V-5.43-a), also before the own troops have landed (V-XCOMBAT-c)."""
    if enemy & (NAVAL_MASK | g.at_sea) and not lifted & SHIPS:  # V-5.43-b, A43
        return False
    first = g.bombarded[side]
    return (  # V-5.43-c, A44
        first in (0, g.round) or bool(lifted & ONCE) or bool(on_ground(g, side))
    )


def default_group(kind: int, groups: int) -> int:
    """The target of undeclared fire: the own arm (V-5.42-e), the only one, or -1 (A62)."""
    if groups >> ARM[kind] & 1:
        return ARM[kind]
    return groups.bit_length() - 1 if groups.bit_count() == 1 else -1


def firepower(g: Victory, u: int, group: int) -> int:
    """The rating that a unit uses against a group."""
    if group == ARMY and KIND[u] == IN and SIDE[u] != g.side and g.board.city >> g.battle & 1:
        return CITY_FIRE  # V-3.3-i, A61
    return FIREPOWER[KIND[u]][group]


def shoot(g: Victory, u: int, group: int) -> int:
    """Roll all dice of a unit at one group (V-5.42-f); the number of hits."""
    side = SIDE[u]
    power = firepower(g, u, group)
    faces = roll(g, g.cv[u], _PURPOSE[3 * u + group])  # V-5.4-a, V-PTURN-l
    hits = 0
    for face in faces:
        if face <= power:  # V-5.4-b, V-5.41-a, V-PTURN-m
            hits += 1
    arm = ARM[KIND[u]]
    if arm == AIR and group != AIR:
        g.flak |= 1 << (3 * (1 - side) + group)  # V-5.45-b, A42
    elif arm == NAVAL and group == ARMY and not g.bombarded[side]:
        g.bombarded[side] = g.round  # A44
    if g.log is not None:
        g.log.append(ev.Fired(everybody(g), u, group, power, faces, hits))
    return hits
