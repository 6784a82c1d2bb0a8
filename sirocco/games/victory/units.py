"""The blocks of Victory: ten kinds, fifty blocks a side, in the order of the Combat Sequence."""

from __future__ import annotations

from typing import Final

from sirocco.kernel.packs import Pack
from sirocco.kernel.tables import PackError

FA, DB, HB, SS, BB, CV, AR, AB, MA, IN = range(10)
AIR, NAVAL, ARMY = range(3)
ARMS: Final = ("air", "naval", "army")
OFF: Final = 0xFFFF
"""`where` of a block that is not on the map."""

_table = Pack.in_use("victory").value("units")
CODES: Final[tuple[str, ...]] = tuple(_table)
KINDS: Final = 10
if len(CODES) != KINDS:
    raise PackError("owner/units.toml", CODES[-1], "is no kind of unit of this game.")
NAMES: Final[tuple[str, ...]] = tuple(_table[code]["name"] for code in CODES)
ARM: Final[tuple[int, ...]] = tuple(ARMS.index(_table[code]["arm"]) for code in CODES)
MIX: Final[tuple[int, ...]] = tuple(_table[code]["mix"] for code in CODES)
MOVE_RATE: Final[tuple[int, ...]] = tuple(_table[code]["move"] for code in CODES)
FIREPOWER: Final[tuple[tuple[int, int, int], ...]] = tuple(
    (_table[code]["air"], _table[code]["naval"], _table[code]["ground"]) for code in CODES
)
SIDE_SIZE: Final = sum(MIX)
BLOCKS: Final = 2 * SIDE_SIZE

KIND: Final[tuple[int, ...]] = tuple(
    k for _ in range(2) for k in range(KINDS) for _ in range(MIX[k])
)
"""Kind of each block."""
SIDE: Final[tuple[int, ...]] = tuple(u // SIDE_SIZE for u in range(BLOCKS))
"""Side of each block: 0 red, 1 blue."""
SIDES: Final = ("red", "blue")


def _mask(*kinds: int) -> int:
    return sum(1 << u for u in range(BLOCKS) if KIND[u] in kinds)


KIND_MASK: Final[tuple[int, ...]] = tuple(_mask(k) for k in range(KINDS))
SIDE_MASK: Final[tuple[int, int]] = (
    (1 << SIDE_SIZE) - 1,
    ((1 << SIDE_SIZE) - 1) << SIDE_SIZE,
)
ARM_MASK: Final[tuple[int, ...]] = tuple(
    _mask(*(k for k in range(KINDS) if ARM[k] == arm)) for arm in range(3)
)
AIR_MASK, NAVAL_MASK, ARMY_MASK = ARM_MASK
CARRIERS: Final = KIND_MASK[CV]
MARINES: Final = KIND_MASK[MA]
AIRBORNE: Final = KIND_MASK[AB]
BOMBERS: Final = _mask(
    *(k for k in range(KINDS) if ARM[k] == AIR and not _table[CODES[k]]["aboard"])
)
"""Air units that no Carrier takes (V-3.2-g)."""
SUBMARINES: Final = KIND_MASK[SS]

UNIT_NAME: Final[tuple[str, ...]] = tuple(
    f"{CODES[k]}{n + 1}" for _ in range(2) for k in range(KINDS) for n in range(MIX[k])
)
"""Name of each block within its side: FA1 to IN12."""


def unit_index(name: str, side: int) -> int:
    """The block with that name on a side, or -1.

    >>> unit_index("in12", 1)
    99
    """
    return _BY_NAME[side].get(name.upper(), -1)


_BY_NAME: Final[tuple[dict[str, int], dict[str, int]]] = (
    {UNIT_NAME[u]: u for u in range(SIDE_SIZE)},
    {UNIT_NAME[u]: u for u in range(SIDE_SIZE, BLOCKS)},
)
