"""The legend: what the ground, lines and places of the map mean."""

from collections.abc import Sequence
from typing import Final

from sirocco.draw.geometry import num
from sirocco.draw.names import flag
from sirocco.draw.sheet import Sheet

LINE: Final = 64.0
SAMPLE: Final = 92.0


def legend_strip(sheet: Sheet, left: float, top: float, width: float) -> tuple[str, float]:
    """A strip below a map with a sample of everything that occurs on it, and its height."""
    samples = _samples(sheet)
    return strip(samples, (left, top, width), SAMPLE, 1.3 * SAMPLE, 30)


def strip(
    samples: Sequence[tuple[str, str]],
    room: tuple[float, float, float],
    least: float,
    most: float,
    below: int,
) -> tuple[str, float]:
    """Samples with words, in lines. `room` is left, top and width; a sample is so wide at least."""
    left, top, width = room
    across = max(1, min(len(samples), int((width - 12) / least)))
    lines = -(-len(samples) // across)
    gap = min(most, (width - 12) / across)
    out = [
        f'<g transform="translate({num(left)} {num(top)})">'
        f'<rect class="s-sheet" width="{num(width)}" height="{num(LINE * lines)}"/>'
    ]
    for i, (drawing, words) in enumerate(samples):
        out.append(
            f'<g transform="translate({num(6 + gap * (i % across + 0.5))} '
            f'{num(24 + LINE * (i // across))})">{drawing}'
            f'<text y="{below}" class="s-cap s-cap-m">{words}</text></g>'
        )
    return "".join(out) + "</g>", LINE * lines


def _samples(sheet: Sheet) -> list[tuple[str, str]]:
    cells, sides = sheet.map.cells, sheet.map.sides
    out = [
        (_swatch(kind, glyph), kind)
        for kind, glyph in (
            ("forest", "tree1"),
            ("marsh", "reed1"),
            ("desert", "dune1"),
            ("mountain", "peak0"),
            ("shoal", "rock1"),
        )
        if any(cell.ground == kind for cell in cells)
    ]
    if any(side.road for side in sides):
        out.append((_line("roadc") + _line("road"), "road"))
    if any(side.river == 1 for side in sides):
        out.append((_line("rivc") + _line("river"), "river"))
    if any(side.river == 2 for side in sides):
        out.append((_line("broad"), "lower river"))
    if any(side.river and side.road for side in sides):
        out.append((_line("river", "M0-14V14") + _BRIDGE, "bridge"))
    if any(side.alpine for side in sides):
        out.append((_line("alpc") + _line("alp") + _PEAKS, "alpine"))
    if any(cell.canal for cell in cells):
        out.append((_line("canc") + _line("canal"), "canal"))
    if any(side.shoal for side in sides):
        out.append((_line("reef"), "shoal hexside"))
    out.append((_CITY, "city"))
    out.append((_TOWN, "town"))
    out.append(('<use href="#anchor"/>', "port"))
    out.append((flag("red", -18, 8) + flag("blue", 6, 8), "held by"))
    return out


def _swatch(kind: str, glyph: str) -> str:
    return (
        f'<rect x="-30" y="-14" width="60" height="28" rx="9" class="s-t-{kind}"/>'
        f'<use href="#{glyph}" x="-13" y="1"/><use href="#{glyph}" x="14" y="3"/>'
    )


def _line(css: str, d: str = "M-26 3Q-10-8 0 0T26-2") -> str:
    return f'<path class="s-{css}" d="{d}"/>'


_BRIDGE: Final = (
    '<rect x="-10" y="-5" width="20" height="10" class="s-brc"/>'
    '<path d="M-12-7.5-9-5H9L12-7.5M-12 7.5-9 5H9L12 7.5" class="s-brg"/>'
    '<path d="M-24 0H24" class="s-road"/>'
)
_PEAKS: Final = "".join(
    f'<use href="#peak1" transform="translate({x} {y}) scale(.52)"/>'
    for x, y in ((-18, 0), (-4, 0), (10, 0))
)
_CITY: Final = (
    '<path class="s-urb" d="M-20-4-8-13 10-12 21-2 14 11-10 12Z"/>'
    '<path class="s-bld" d="M-11-7h6v5h-6zM-1-8h5v5h-5zM8-5h5v4h-5zM-9 2h5v5h-5zM0 1h6v5h-6z"/>'
)
_TOWN: Final = '<circle r="6.2" class="s-town"/><circle r="1.8" class="s-core"/>'
