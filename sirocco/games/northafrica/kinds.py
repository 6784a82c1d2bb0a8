"""The kinds of piece: what the reference charts print about each, read from the data pack."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from sirocco.games.northafrica.powers import NATIONS
from sirocco.kernel.packs import Pack

LAND, AIR, SEA = range(3)
ARMS: Final = ("land", "air", "sea")

TYPES: Final = (
    "infantry",
    "mechanized",
    "artillery",
    "anti-tank",
    "aaa",
    "scout",
    "tank",
    "truck",
    "fighter",
    "bomber",
    "battleship",
    "destroyer",
    "submarine",
)
(
    INFANTRY,
    MECHANIZED,
    ARTILLERY,
    ANTI_TANK,
    AAA,
    SCOUT,
    TANK,
    TRUCK,
    FIGHTER,
    BOMBER,
    BATTLESHIP,
    DESTROYER,
    SUBMARINE,
) = range(13)
TYPE_ARM: Final = bytes((0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2))

TRAITS: Final = (
    "air-defense",
    "blitz",
    "coast-road",
    "collateral",
    "target-land",
    "target-sea",
    "target-tanks",
    "target-air",
    "supported",
    "supports",
    "self-sufficient",
    "hit-and-run",
    "sahara",
    "raider",
    "rides",
    "two-hits",
)
(
    AIR_DEFENSE,
    BLITZ,
    COAST_ROAD,
    COLLATERAL,
    TARGET_LAND,
    TARGET_SEA,
    TARGET_TANKS,
    TARGET_AIR,
    SUPPORTED,
    SUPPORTS,
    SELF_SUFFICIENT,
    HIT_AND_RUN,
    SAHARA,
    RAIDER,
    RIDES,
    TWO_HITS,
) = (1 << i for i in range(16))


class Chart:
    """The reference charts of all powers; every list is by kind.

    `attack`, `defense` 0: none. `cost` 0: cannot be requisitioned. `key` names the chart in a
    stored state: empty for the chart of the data pack.
    """

    __slots__ = (
        "arm",
        "attack",
        "blitzers",
        "by_nation",
        "codes",
        "combat_land",
        "cost",
        "defense",
        "fights",
        "index",
        "key",
        "kinds",
        "manner",
        "move",
        "names",
        "nation",
        "pieces",
        "priced",
        "riders",
        "roves",
        "traits",
        "type",
        "worth",
    )

    def __init__(self, units: Mapping[str, Mapping[str, Any]], key: str = "") -> None:
        self.key = key
        self.codes = tuple(units)
        self.kinds = len(self.codes)
        self.index = {code: k for k, code in enumerate(self.codes)}
        rows = [units[code] for code in self.codes]
        self.names = tuple(str(row["name"]) for row in rows)
        self.nation = bytes(NATIONS.index(row["nation"]) for row in rows)
        self.by_nation = tuple(
            tuple(k for k, made in enumerate(self.nation) if made == n) for n in range(len(NATIONS))
        )
        self.type = bytes(TYPES.index(row["type"]) for row in rows)
        self.arm = bytes(TYPE_ARM[t] for t in self.type)
        self.pieces = bytes(row["pieces"] for row in rows)
        self.cost = bytes(row.get("cost", 0) for row in rows)
        self.priced = tuple(
            sum(1 << k for k, cost in enumerate(self.cost) if 0 < cost <= points)
            for points in range(max(self.cost, default=0) + 1)
        )
        """The kinds that so many points buy."""
        self.worth = bytes(row.get("worth", row.get("cost", 0)) for row in rows)
        self.attack = bytes(row.get("attack", 0) for row in rows)
        self.defense = bytes(row.get("defense", 0) for row in rows)
        self.move = bytes(row.get("move", 0) for row in rows)
        self.traits = tuple(
            sum(1 << TRAITS.index(word) for word in row.get("traits", ())) for row in rows
        )
        self.combat_land = tuple(t < TRUCK for t in self.type)
        """NA-UNITS-b: trucks are land units but no combat units."""
        self.fights = tuple(
            t != AAA and bool(a) for t, a in zip(self.type, self.attack, strict=True)
        )
        """NA-P3LAND-c: which kinds attack at all."""
        self.roves = tuple(
            m > 1 or bool(t & RAIDER) for m, t in zip(self.move, self.traits, strict=True)
        )
        """Which kinds may attack what does not lie next to them, or is not hostile."""
        manners = list(zip(self.move, self.traits, strict=True))
        self.manner = tuple(manners.index(manner) for manner in manners)
        """Kinds with the same number move and attack alike."""
        kinds = range(self.kinds)
        self.blitzers = tuple(k for k in kinds if self.traits[k] & BLITZ)
        self.riders = tuple(k for k in kinds if self.traits[k] & RIDES)


@lru_cache(maxsize=1)
def data_pack() -> Pack:
    """The data pack of the game on this machine."""
    return Pack.load("northafrica")


@lru_cache(maxsize=1)
def standard_chart() -> Chart:
    """The charts of the data pack."""
    return Chart(data_pack().value("units"))
