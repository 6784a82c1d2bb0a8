"""What a seat may know: everything but the answers that allies have not shown yet (D1)."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

import msgspec

from sirocco.games.northafrica.state import MARKS, NorthAfrica
from sirocco.games.northafrica.store import NUMBERS, SPACE_SETS, TABLES, mask_bytes

_GET_MARKS: Final = attrgetter(*MARKS)
_GET_NUMBERS: Final = attrgetter(*NUMBERS)
_GET_SETS: Final = attrgetter(*SPACE_SETS)
_GET_TABLES: Final = attrgetter(*(name for name in TABLES if name != "tracks"))


class View(msgspec.Struct, frozen=True):
    """The position as it lies on the table. `numbers`, `sets` and `tables` are in the order of
    store.NUMBERS, SPACE_SETS and TABLES (`tracks` apart); units up to the last slot in use.
    """

    seat: int
    terms: str
    board: str
    swapped: bool
    numbers: tuple[int, ...]
    kind: bytes
    owner: bytes
    where: bytes
    used: bytes
    target: bytes
    marks: tuple[tuple[int, bytes], ...]
    sets: tuple[bytes, ...]
    control: bytes
    supply: bytes
    hauled: bytes
    tables: tuple[tuple[tuple[int, int], ...], ...]
    tracks: tuple[tuple[int, bytes], ...]
    ones: bytes
    fives: bytes
    bonus_points: bytes


def view(g: NorthAfrica, seat: int) -> View:
    """The facts that a seat may know: the same for all seats."""
    last = (g.owned[0] | g.owned[1] | g.owned[2] | g.owned[3]).bit_length()
    return View(
        seat,
        g.terms.key,
        g.board.key,
        g.swapped,
        _GET_NUMBERS(g),
        bytes(g.kind[:last]),
        bytes(g.owner[:last]),
        bytes(g.where[:last]),
        bytes(g.used[:last]),
        bytes(g.target[:last]),
        tuple([(i, mask_bytes(mask)) for i, mask in enumerate(_GET_MARKS(g)) if mask]),
        tuple([mask_bytes(mask) if mask else b"" for mask in _GET_SETS(g)]),
        bytes(g.control),
        bytes(g.supply),
        bytes(g.hauled),
        tuple([tuple(sorted(table.items())) if table else () for table in _GET_TABLES(g)]),
        tuple([(u, mask_bytes(zones)) for u, zones in sorted(g.tracks.items())]),
        bytes(g.ones),
        bytes(g.fives),
        bytes(g.bonus_points),
    )
