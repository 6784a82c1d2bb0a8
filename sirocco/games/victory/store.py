"""States of Victory as bytes, and back."""

from __future__ import annotations

from array import array
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

import msgspec

from sirocco.games.victory.board import board_by_key
from sirocco.games.victory.state import UNIT_MASKS, Victory
from sirocco.games.victory.terms import terms_from_key
from sirocco.games.victory.units import BLOCKS, OFF
from sirocco.kernel.bits import packed
from sirocco.kernel.frames import pack_stack
from sirocco.kernel.lower import frames_of
from sirocco.kernel.stored import restored

FORMAT: Final = 2
_FRAMES: Final = frames_of("sirocco.games.victory")


class Packed(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """The stored form of a state."""

    format: int
    terms: str
    board: str
    clock: tuple[int, int, int, int, int, int, int, int, int]
    where: bytes
    origin: bytes
    cv: bytes
    carrier: bytes
    entry: bytes
    marks: list[tuple[int, bytes]]
    hexes: tuple[bytes, bytes, bytes, bytes, bytes, bytes]
    port_use: list[int]
    bombarded: bytes
    flak: int
    out: bytes
    plans: tuple[list[int], list[int]]
    draft: list[int]
    offices: bytes
    stack: list[Any]


_MARKS: Final = attrgetter(*UNIT_MASKS)
_DECODER: Final = msgspec.msgpack.Decoder(Packed)
_WIDTH: Final = (BLOCKS + 7) // 8
_ENCODE: Final = msgspec.msgpack.Encoder().encode


def pack(g: Victory) -> bytes:
    """The fields of `Packed` in order; equal states give equal bytes."""
    use = g.port_use
    return _ENCODE(
        (
            FORMAT,
            g.terms.key,
            g.board.key,
            (g.phase, g.turn, g.half_turn, g.first, g.side, g.winner, g.battle, g.round, g.ready),
            g.where.tobytes(),
            g.origin.tobytes(),
            g.cv,
            g.carrier,
            g.entry,
            [(i, mask.to_bytes(_WIDTH, "little")) for i, mask in enumerate(_MARKS(g)) if mask],
            (
                packed(g.control[0]),
                packed(g.control[1]),
                packed(g.activated) if g.activated else b"",
                packed(g.fought) if g.fought else b"",
                packed(g.occ[0]),
                packed(g.occ[1]),
            ),
            [n for h in sorted(use) for n in (h, use[h])] if use else [],
            g.bombarded,
            g.flak,
            g.out,
            g.plans,
            g.draft,
            g.offices,
            pack_stack(g.stack),
        )
    )


def unpack(data: bytes) -> Victory:
    """The state behind the bytes; damaged or foreign ones are refused."""
    return restored(data, "Victory", FORMAT, _DECODER.decode, _state)


def _state(p: Packed) -> Victory:
    g = Victory.blank(terms_from_key(p.terms), board_by_key(p.board))
    (
        g.phase,
        g.turn,
        g.half_turn,
        g.first,
        g.side,
        g.winner,
        g.battle,
        g.round,
        g.ready,
    ) = p.clock
    g.where = array("H", p.where)
    g.origin = array("H", p.origin)
    g.cv = bytearray(p.cv)
    g.carrier = bytearray(p.carrier)
    g.entry = bytearray(p.entry)
    if not len(g.where) == len(g.origin) == len(g.cv) == len(g.carrier) == len(g.entry) == BLOCKS:
        raise ValueError("it has not one entry for each block")
    for i, mask in p.marks:
        setattr(g, UNIT_MASKS[i], _int(mask, "little"))
    red, blue, activated, fought, red_units, blue_units = p.hexes
    g.control = [_int(red, "little"), _int(blue, "little")]
    g.activated = _int(activated, "little") if activated else 0
    g.fought = _int(fought, "little") if fought else 0
    g.occ = [_int(red_units, "little"), _int(blue_units, "little")]
    use = p.port_use
    g.port_use = dict(zip(use[::2], use[1::2], strict=True)) if use else {}
    g.bombarded = bytearray(p.bombarded)
    g.flak = p.flak
    g.out = bytearray(p.out)
    g.plans = [p.plans[0], p.plans[1]]
    g.draft = p.draft
    g.offices = bytearray(p.offices)
    g.stack = _FRAMES.unpack_stack(p.stack)
    g.at = _stacks(p.where).copy()
    if len(g.at) != (g.occ[0] | g.occ[1]).bit_count():
        raise ValueError("its blocks do not stand where it says")
    return g


_int: Final = int.from_bytes
_BITS: Final = tuple(1 << u for u in range(BLOCKS))


@lru_cache(maxsize=1024)
def _stacks(where: bytes) -> dict[int, int]:
    """The blocks in each hex; from one decision to the next most stay where they are."""
    at: dict[int, int] = {}
    get = at.get
    for bit, h in zip(_BITS, array("H", where), strict=True):
        at[h] = get(h, 0) + bit
    at.pop(OFF, None)
    return at
