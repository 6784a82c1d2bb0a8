"""What a seat may know: everything but the answers that allies have not shown yet (D1)."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Final

import msgspec

from sirocco.games.northafrica.board import board_by_key
from sirocco.games.northafrica.state import MARKS, NorthAfrica
from sirocco.games.northafrica.store import (
    NUMBERS,
    SPACE_SETS,
    TABLES,
    rebuild_indexes,
)
from sirocco.games.northafrica.terms import terms_from_key
from sirocco.kernel.bits import packed

_GET_MARKS: Final = attrgetter(*MARKS)
_GET_NUMBERS: Final = attrgetter(*NUMBERS)
_GET_SETS: Final = attrgetter(*SPACE_SETS)
_OPEN_TABLES: Final = tuple(name for name in TABLES if name != "tracks")
_GET_TABLES: Final = attrgetter(*_OPEN_TABLES)


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
    hits: bytes


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
        tuple([(i, packed(mask)) for i, mask in enumerate(_GET_MARKS(g)) if mask]),
        tuple([packed(mask) if mask else b"" for mask in _GET_SETS(g)]),
        bytes(g.control),
        bytes(g.supply),
        bytes(g.hauled),
        tuple([tuple(sorted(table.items())) if table else () for table in _GET_TABLES(g)]),
        tuple([(u, packed(zones)) for u, zones in sorted(g.tracks.items())]),
        bytes(g.ones),
        bytes(g.fives),
        bytes(g.bonus_points),
        bytes(g.hits).rstrip(b"\0"),
    )


@lru_cache(maxsize=8)
def sketch(seen: View) -> NorthAfrica:
    """The position behind a view, without its open questions: for looking, never for playing."""
    g = NorthAfrica(terms_from_key(seen.terms), board_by_key(seen.board))
    g.swapped = seen.swapped
    for name, number in zip(NUMBERS, seen.numbers, strict=True):
        setattr(g, name, number)
    last = len(seen.kind)
    g.kind[:last] = seen.kind
    g.owner[:last] = seen.owner
    g.where[:last] = seen.where
    g.used[:last] = seen.used
    g.target[:last] = seen.target
    for i, mask in seen.marks:
        setattr(g, MARKS[i], int.from_bytes(mask, "little"))
    for name, mask in zip(SPACE_SETS, seen.sets, strict=True):
        setattr(g, name, int.from_bytes(mask, "little"))
    g.control[:] = seen.control
    g.supply[:] = seen.supply
    g.hauled[:] = seen.hauled
    for name, rows in zip(_OPEN_TABLES, seen.tables, strict=True):
        setattr(g, name, dict(rows))
    g.tracks = {u: int.from_bytes(zones, "little") for u, zones in seen.tracks}
    g.ones[:] = seen.ones
    g.fives[:] = seen.fives
    g.bonus_points[:] = seen.bonus_points
    g.hits[: len(seen.hits)] = seen.hits
    rebuild_indexes(g)
    return g
