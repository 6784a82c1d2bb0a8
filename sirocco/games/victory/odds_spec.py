"""What a battle is made of, for reckoning its odds: units, hex, policies of both sides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sirocco.games.victory.chart import chart_of, data_pack
from sirocco.games.victory.mapdata import SEA, TERRAINS
from sirocco.games.victory.units import (
    AB,
    AIR,
    AR,
    ARM,
    ARMS,
    ARMY,
    BB,
    CODES,
    CV,
    DB,
    FA,
    FIREPOWER,
    HB,
    IN,
    MA,
    NAVAL,
    SS,
)

# A unit in the air, at sea or ashore belongs to the target group of the same number.
GROUNDED, AWAY = 3, 4
PLACE = ("flying", "at sea", "ashore", "grounded")

ATTACKER, DEFENDER = 0, 1
SIDE = ("attacker", "defender")

_PACK: Final = data_pack()
_CHART: Final = chart_of(_PACK)
DIE: Final = _PACK.number("limits.dice.sides")
FULL: Final = _PACK.number("limits.unit.steps")
ROUNDS: Final = _PACK.number("limits.battle.rounds")
PURSUIT: Final = _PACK.number("limits.battle.pursuit_rounds")
CITY_INFANTRY: Final = _PACK.number("units.IN.city")
AIR_LIMIT: Final = _PACK.number("limits.air.battle")
NAVAL_LIMIT: Final = {"sea": _CHART.sea, "coastal": _CHART.coastal}
ARMY_LIMIT: Final = dict(zip(TERRAINS, _CHART.army, strict=False))
DOUBLE: Final = frozenset(land for land, on in zip(ARMY_LIMIT, _CHART.double, strict=True) if on)
OPEN: Final = frozenset(TERRAINS[:2])
"""Where Airborne drop and Marines land (V-5.6-b, V-5.7-a)."""
TERRAIN: Final = TERRAINS[: SEA + 1]


class OddsError(ValueError):
    """A battle that cannot be; the text is one sentence for the player."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One block: what it is, where it is, and what it has behind it in this battle."""

    kind: int
    cv: int
    place: int
    half: bool = False
    river: bool = False
    """Attacks across a river or bridge (V-2.1-p)."""
    acted: bool = False
    """Has had its Combat Turn in the round that is under way."""
    exit: bool = True
    """Has somewhere to retreat to, or, for the Attacker's aircraft, a base to land at."""

    def __str__(self) -> str:
        return f"{CODES[self.kind]}{self.cv}"


@dataclass(frozen=True, slots=True)
class Policy:
    """How a side fights; every choice that the rules leave open is stated here.

    `targets[kind]`: groups in order of preference; a group left out is never fired at.
    `round_targets[round, kind]` replaces it in one round. `losses`: among equally strong units
    the first kind listed takes the hit, then the first unit listed (V-5.46-b).
    """

    targets: Mapping[int, Sequence[int]] = field(default_factory=dict)
    round_targets: Mapping[tuple[int, int], Sequence[int]] = field(default_factory=dict)
    losses: Sequence[int] = (AB, MA, AR, IN, HB, DB, FA, CV, SS, BB)
    leave: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """Kinds that retreat in a round."""
    side_below: int = 0
    """A unit retreats when its side's whole strength in the battle is below this."""
    unit_below: int = 0
    """A unit retreats when its own strength is below this."""
    land: bool = True
    """Airborne drop and Marines land as soon as they may; otherwise they abort or stay at sea."""
    blockade: bool = True
    """Ships stay as a blockade instead of the forced retreat where they may (V-5.8-a)."""

    def preference(self, kind: int, number: int) -> Sequence[int]:
        """Target groups of a kind in a round, the most wanted first."""
        chosen = self.round_targets.get((number, kind))
        if chosen is None:
            chosen = self.targets.get(kind)
        return chosen if chosen is not None else best_fire_first(kind)


def best_fire_first(kind: int) -> tuple[int, ...]:
    """Groups by firepower, among equals the unit's own arm first.

    >>> [ARMS[group] for group in best_fire_first(DB)]
    ['naval', 'army', 'air']
    >>> [ARMS[group] for group in best_fire_first(IN)]
    ['army', 'air']
    """
    groups = [group for group in (AIR, NAVAL, ARMY) if FIREPOWER[kind][group]]
    return tuple(sorted(groups, key=lambda group: (-FIREPOWER[kind][group], group != ARM[kind])))


@dataclass(frozen=True, slots=True)
class BattleSpec:
    """A battle at its start or in the middle of a round; `check` tells what is wrong with it."""

    attacker: tuple[Unit, ...]
    defender: tuple[Unit, ...]
    terrain: str = "clear"
    city: bool = False
    coastal: bool = False
    port: bool = False
    """A coastal city or town, or a Beachhead: may be blockaded."""
    pursuit: bool = False
    round: int = 1
    provoked: frozenset[tuple[int, int]] = frozenset()
    """(side, group) pairs that enemy aircraft have attacked in the round under way (V-5.45-b)."""
    bombarded: tuple[int, int] = (0, 0)
    """First round in which the attacker's, the defender's ships bombarded; 0 for none."""
    activated: bool = False
    """The Attacker holds the land and fights ships that blockade it (V-5.8-i, A57)."""

    @property
    def sides(self) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        """Units of the attacker and of the defender."""
        return self.attacker, self.defender

    @property
    def last_round(self) -> int:
        """V-5.31-a, V-PURSUIT-a."""
        return PURSUIT if self.pursuit else ROUNDS

    @property
    def army_room(self) -> int:
        """Army units of one side that may be ashore."""
        return ARMY_LIMIT.get(self.terrain, 0)

    def firepower(self, side: int, kind: int, group: int) -> int:
        """V-5.41-a; V-3.3-i with A61: Infantry of the Defender in a city has G3."""
        if self.city and side == DEFENDER and kind == IN and group == ARMY:
            return CITY_INFANTRY
        return FIREPOWER[kind][group]

    def check(self) -> None:
        """Raise `OddsError` if this battle cannot be."""
        _check_hex(self)
        for side, units in enumerate(self.sides):
            if sum(unit.half for unit in units) > 1:
                raise OddsError("Only one unit of a side can bear a half-hit.")
            for unit in units:
                _check_unit(self, side, unit)
            if not any(unit.place <= ARMY for unit in units):
                raise OddsError(f"The {SIDE[side]} has no unit that can take part in the battle.")
        _check_numbers(self)


def _check_hex(spec: BattleSpec) -> None:
    if spec.terrain not in TERRAIN:
        raise OddsError(f"Terrain is one of {', '.join(TERRAIN)}, not {spec.terrain!r}.")
    if spec.terrain == "sea" and (spec.city or spec.port):
        raise OddsError("There is no city and no port in a sea hex.")
    if spec.port and not spec.coastal:
        raise OddsError("A port lies on the coast: say that the hex is coastal.")
    if not 1 <= spec.round <= spec.last_round:
        raise OddsError(f"The round is a number from 1 to {spec.last_round}, not {spec.round}.")
    if any(not 0 <= first <= spec.round for first in spec.bombarded):
        raise OddsError("Ships cannot have bombarded in a round that is still to come.")
    if any(side not in (0, 1) or group not in (NAVAL, ARMY) for side, group in spec.provoked):
        raise OddsError("Only the naval and the army group of a side can be provoked to flak.")


def _check_unit(spec: BattleSpec, side: int, unit: Unit) -> None:
    arm = ARM[unit.kind]
    if not 1 <= unit.cv <= FULL:
        raise OddsError(f"{CODES[unit.kind]} has a strength from 1 to {FULL}, not {unit.cv}.")
    paratroops = unit.kind == AB and unit.place == AIR
    if paratroops:
        if side == DEFENDER:
            raise OddsError("Only attacking Airborne can be in the air (A31).")
        if spec.terrain not in OPEN:
            raise OddsError(f"{unit} cannot drop into {spec.terrain}: write {unit}:ashore.")
        if spec.round > 1 or unit.acted:
            raise OddsError(f"{unit} has dropped or turned back in round 1: write {unit}:ashore.")
    elif unit.place == GROUNDED:
        if arm != AIR:
            raise OddsError(f"{unit} is no aircraft and cannot be grounded.")
    elif unit.place != arm and not (arm == ARMY and unit.place == NAVAL):
        raise OddsError(f"{unit} cannot be {PLACE[unit.place]}.")
    if unit.place == ARMY and spec.terrain == "sea":
        raise OddsError(f"{unit} cannot be ashore in a sea hex.")
    if unit.place == NAVAL and spec.terrain != "sea" and not spec.coastal:
        raise OddsError(f"{unit} cannot be at sea in an inland hex: say that the hex is coastal.")
    if unit.kind == MA and unit.place == NAVAL and side == ATTACKER:
        if spec.terrain not in OPEN and not spec.activated:
            raise OddsError(f"{unit} cannot invade a {spec.terrain} hex (V-5.7-a).")
    if unit.half and not (side == DEFENDER and unit.place == ARMY and spec.terrain in DOUBLE):
        raise OddsError("Only Army units that defend marsh or mountain can bear a half-hit.")
    if unit.river and not (side == ATTACKER and unit.place == ARMY):
        raise OddsError("Only attacking Army units can have crossed a river.")


def _check_numbers(spec: BattleSpec) -> None:
    """V-4.42-a: two Air units a side (flying Airborne count, V-4.42-d); V-TEC-a for the rest."""
    ships = NAVAL_LIMIT["sea" if spec.terrain == "sea" else "coastal"]
    limits = (AIR_LIMIT, ships, spec.army_room)
    for side, units in enumerate(spec.sides):
        for group, limit in enumerate(limits):
            if sum(unit.place == group for unit in units) > limit:
                hint = ": ground the others" if group == AIR else ""
                most = f"no more than {limit} {ARMS[group]} units"
                raise OddsError(f"The {SIDE[side]} may have {most} here{hint}.")
