"""Counters: blocks with symbol, flash and strength, their backs, badges and stacks."""

from collections.abc import Collection
from typing import Final
from xml.sax.saxutils import escape

from sirocco.draw.geometry import Point, num
from sirocco.draw.names import flag
from sirocco.draw.symbols import AIRCRAFT, FLASHES, LAND, box_of, mark_symbols, unit_symbols
from sirocco.games.hints import Face, Pile, Stack

SIZES: Final = (64, 40, 24)
LOWER: Final = 13.0  # under the name of a place
LOW: Final = 4.0  # under the number of a hex
STEP: Final = (7.0, -4.0)
SHOWN: Final = 3


def counter_symbols(sides: Collection[str] | None = None) -> str:
    """Everything a counter is made of, as <defs>.

    u-KIND symbols of units, f-SIDE flashes, block-SIZE and card-SIZE bodies (64, 40, 24),
    back-SIZE-SIDE, flag-SIDE, disc-SIDE, m-NAME badges. Colours come from the classes s-c-SIDE
    around them. With `sides`, backs and flags of these alone.
    """
    shown = [side for side in FLASHES if sides is None or side in sides]
    bodies = "".join(_body(size) + _card(size) for size in SIZES)
    backs = "".join(_back(size, side) for size in SIZES for side in shown)
    flags = "".join(f'<g id="flag-{side}">{flag(side, 0, 0)}</g>{_disc(side)}' for side in shown)
    return f"<defs>{unit_symbols()}{mark_symbols()}{bodies}{backs}{flags}</defs>"


def _body(size: int) -> str:
    """A wooden block: its face and its thickness."""
    deep = max(2.5, size * 0.1)
    r = num(max(2.5, size * 0.1))
    return (
        f'<g id="block-{size}"><rect x="{num(deep * 0.55)}" y="{num(deep)}" width="{size}" '
        f'height="{size}" rx="{r}" fill="var(--e)"/>'
        f'<rect class="s-body" width="{size}" height="{size}" rx="{r}"/></g>'
    )


def _card(size: int) -> str:
    """A flat counter."""
    r = num(max(2.2, size * 0.09))
    return f'<rect id="card-{size}" class="s-body" width="{size}" height="{size}" rx="{r}"/>'


def _disc(side: str) -> str:
    """The sign of who holds an area."""
    return (
        f'<g id="disc-{side}" class="s-ct s-c-{side}"><circle class="s-body" r="10"/>'
        f"{_flash(side, -6, -6, 12)}</g>"
    )


def _back(size: int, side: str) -> str:
    inset, flash = size * 0.13, size * 0.36
    return (
        f'<g id="back-{size}-{side}"><use href="#block-{size}"/>'
        f'<rect x="{num(inset)}" y="{num(inset)}" width="{num(size * 0.74)}" '
        f'height="{num(size * 0.74)}" rx="{num(size * 0.06)}" class="s-bi"/>'
        f"{_flash(side, (size - flash) / 2, (size - flash) / 2, flash)}</g>"
    )


def _flash(side: str, x: float, y: float, size: float) -> str:
    return f'<use href="#f-{side}" {_box(x, y, size, size)}/>'


def _box(x: float, y: float, width: float, height: float) -> str:
    return f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'


def design(size: float) -> int:
    """Which of the three designs a size is drawn from."""
    return 64 if size >= 56 else 40 if size >= 30 else 24


def _placed(x: float, y: float, size: float, side: str, inner: str) -> str:
    scale = size / design(size)
    zoom = "" if scale == 1 else f" scale({scale:.3g})"
    return f'<g class="s-ct s-c-{side}" transform="translate({num(x)} {num(y)}){zoom}">{inner}</g>'


def back(x: float, y: float, side: str, size: float) -> str:
    """A block of which only the back is seen."""
    return _placed(x, y, size, side, f'<use href="#back-{design(size)}-{side}"/>')


def face(x: float, y: float, piece: Face, size: float, selected: bool = False) -> str:
    """A block from its front: flash, strength, symbol, name, badges."""
    s = design(size)
    rim = (
        f'<rect x="-3.5" y="-3.5" width="{s + 7}" height="{s + 7}" rx="{num(s * 0.1 + 3)}" '
        f'class="s-rim"/>'
        if selected
        else ""
    )
    body = rim + f'<use href="#{"card" if piece.body == "counter" else "block"}-{s}"/>'
    inner = _small_face(piece) if s == 24 else _large_face(piece, s)
    alike = count(s * 0.93, s * 0.93, piece.count, s * 0.22) if piece.count > 1 else ""
    return _placed(x, y, size, piece.side, body + inner + _badges(piece, s) + alike)


def _symbol(piece: Face, size: float, y: float, width: float) -> str:
    if piece.kind in AIRCRAFT and size > 24:
        width *= 0.84  # clear of the name
    wide, high = (part * width for part in box_of(piece.kind))
    css = ' class="s-sym"' if piece.kind in LAND else ""
    use = f'<use href="#u-{piece.kind}"{css} {_box((size - wide) / 2, y - high / 2, wide, high)}/>'
    return f'<g opacity=".55">{use}</g>' if piece.moved else use


def _large_face(piece: Face, s: int) -> str:
    big = s == 64
    corner = 0.17 if big else 0.2
    width = 0.6 if big else 0.62
    text = 0.22 if big else 0.27
    return (
        _flash(piece.side, s * 0.07, s * 0.07, s * corner)
        + (_rank(piece, s) if big and piece.rank else _dots(piece, s))
        + _symbol(piece, s, s * (0.49 if big else 0.47), s * width)
        + f'<text x="{num(s / 2)}" y="{num(s * 0.93)}" class="s-n s-nm" '
        f'font-size="{num(s * text)}">{escape(piece.text or piece.name)}</text>'
    )


def _rank(piece: Face, s: int) -> str:
    """The mark of a unit's size, and its steps as a column of squares."""
    out = (
        f'<text x="{num(s / 2)}" y="{num(s * 0.2)}" class="s-n s-nm" '
        f'font-size="{num(s * 0.16)}">{escape(piece.rank)}</text>'
    )
    for i in range(piece.full):
        css = "step" if i < piece.strength else "gone"
        out += (
            f'<rect x="{num(s * 0.88)}" y="{num(s * (0.66 - 0.09 * i))}" width="{num(s * 0.06)}" '
            f'height="{num(s * 0.06)}" class="s-{css}"/>'
        )
    return out


def _dots(piece: Face, s: int) -> str:
    """Full dots are strength, hollow dots losses."""
    gap = min(0.135, 0.54 / max(piece.full, 1)) * s
    left, y, r = s * 0.36, s * 0.155, s * 0.05
    full = "".join(f"M{num(left + gap * i)} {num(y)}h0" for i in range(piece.strength))
    out = f'<path class="s-dots" stroke-width="{num(2 * r)}" d="{full}"/>' if full else ""
    for i in range(piece.strength, piece.full):
        out += (
            f'<circle cx="{num(left + gap * i)}" cy="{num(y)}" r="{num(r - 0.4)}" class="s-lost"/>'
        )
    return out


def _small_face(piece: Face) -> str:
    """The smallest design: symbol and flash stay, strength is a bar."""
    s, wide = 24.0, 24 * 0.54 / max(piece.full, 1)
    bar = "".join(
        f'<rect x="{num(s * 0.38 + i * wide + 0.5)}" y="{num(s * 0.75)}" width="{num(wide - 1)}" '
        f'height="{num(s * 0.14)}" class="s-{"step" if i < piece.strength else "gone"}"/>'
        for i in range(piece.full)
    )
    flash = _flash(piece.side, s * 0.07, s * 0.68, s * 0.27)
    return _symbol(piece, s, s * 0.38, s * 0.8) + flash + bar


def _badges(piece: Face, s: int) -> str:
    names = (("moved",) if piece.moved else ()) + piece.badges
    zoom = {64: 1.0, 40: 0.8, 24: 0.62}[s]
    out = []
    for i, name in enumerate(names):
        x, y = s * 0.965, s * 0.035 + i * 13 * zoom
        out.append(
            f'<use href="#m-{name}" transform="translate({num(x)} {num(y)}) scale({zoom:.3g})"/>'
        )
    return "".join(out)


def count(x: float, y: float, n: int, r: float = 9.5) -> str:
    """A number in a dark disc."""
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" class="s-cd"/>'
        f'<text x="{num(x)}" y="{num(y + r * 0.5)}" class="s-n s-cn" font-size="{num(r * 1.46)}">'
        f"{n}</text>"
    )


# Stacks


def stack(pieces: Stack, at: Point, named: bool = False) -> str:
    """The pieces of a space: one pile in its middle, or side by side with dashed lines between."""
    x, y = at[0], at[1] + (LOWER if named else LOW)
    if len(pieces.piles) == 1:
        return _pile(pieces.piles[0], x, y, 40)
    size, y = 35.0, at[1] + (5 if named else -3)
    first = x - 27 * (len(pieces.piles) - 1)
    out = []
    for i, pile in enumerate(pieces.piles):
        here = first + 54 * i
        if i:
            out.append(f'<path class="s-split" d="M{num(here - 27)} {num(y - 25)}V{num(y + 25)}"/>')
        out.append(_closed(pile, here, y, size, left_count=i == 0))
    return "".join(out)


def _pile(pile: Pile, x: float, y: float, size: float) -> str:
    if len(pile.faces) == 2 and not pile.backs:
        size -= 1
        return face(x - size - 2, y - size / 2, pile.faces[0], size) + face(
            x + 2, y - size / 2, pile.faces[1], size
        )
    return _closed(pile, x, y, size)


def _closed(pile: Pile, x: float, y: float, size: float, left_count: bool = False) -> str:
    """At most three pieces, the foremost on top; a count unless it is a single face."""
    step = STEP if size >= 38 else (5.0, -3.0)
    shown = min(len(pile.faces) + pile.backs, SHOWN)
    left = x - (size + (shown - 1) * step[0]) / 2
    top = y - size / 2 - (shown - 1) * step[1] / 2
    out = []
    for i in range(shown):
        place = left + i * step[0], top + i * step[1]
        rank = shown - 1 - i
        if rank < len(pile.faces):
            out.append(face(*place, pile.faces[rank]._replace(count=1), size))
        else:
            out.append(back(*place, pile.side, size))
    if pile.size > 1 or pile.backs:
        r = 9.5 if size >= 38 else 8.5
        low = top + size + (0 if left_count else (shown - 1) * step[1] / 2)
        side = left + 6 if left_count else left + (shown - 1) * step[0] + size
        out.append(count(side, low - 2, pile.size, r))
    return "".join(out)
