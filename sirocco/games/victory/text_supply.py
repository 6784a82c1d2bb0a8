"""Supply in words, by what a side can be sure of: every hidden block may cut a road."""

from __future__ import annotations

from sirocco.games.victory.advice_sketch import sketch
from sirocco.games.victory.state import SETUP
from sirocco.games.victory.supply import perhaps_unsupplied, sure_supply_map
from sirocco.games.victory.text_seen import Known, Seen
from sirocco.games.victory.units import OFF
from sirocco.kernel.refusal import Refused


def supplied(seen: Seen) -> int:
    """The hexes in which Army units of the seat's side are surely in supply."""
    _check(seen)
    return sure_supply_map(sketch(seen.view), seen.side)


def report(seen: Seen, about: str) -> str:
    """The units that may be out of supply, or how it stands with one hex."""
    if about:
        h = seen.find(about)
        fed = supplied(seen) >> h & 1
        return (
            f"{seen.board.title(h)}: Army units of yours there "
            f"{'are in supply' if fed else 'may be out of supply'}."
        )
    _check(seen)
    without = perhaps_unsupplied(sketch(seen.view), seen.side)
    by_hex: dict[int, list[Known]] = {}
    for known in seen.own.values():
        if known.hex != OFF and without >> known.unit & 1:
            by_hex.setdefault(known.hex, []).append(known)
    if not by_hex:
        return "All your units are in supply, or need none."
    lines = ["These units may be out of supply; each loses a step when it is checked:"]
    for h in sorted(by_hex):
        lines.append(f"  {seen.board.title(h)}: {', '.join(known.words() for known in by_hex[h])}")
    return "\n".join(lines)


def _check(seen: Seen) -> None:
    if seen.view.phase == SETUP:
        raise Refused("Nobody needs supply before the first Game Turn.")
