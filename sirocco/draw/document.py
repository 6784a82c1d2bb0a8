"""An SVG that stands alone: title, words, style and symbols around a drawing."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from sirocco.draw.counters import counter_symbols
from sirocco.draw.geometry import Point, num
from sirocco.draw.style import style

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


class Look(NamedTuple):
    """How a picture looks, and what it shows beside its scene."""

    theme: str = "auto"
    scale: float = 1.0
    lit: int = 0
    """The spaces to offer."""
    path: Sequence[int] = ()
    """The spaces of a move, its start first."""
    legend: bool = False
    """Whether a legend is added below the map."""
    around: int = 0
    """The spaces to which the picture is cut."""


PLAIN: Final = Look()


def part(width: float, height: float, points: Iterable[Point], across: float, down: float) -> Box:
    """The part of a sheet with some points and a margin around them."""
    xs, ys = zip(*points, strict=True)
    left, top = max(0.0, min(xs) - across), max(0.0, min(ys) - down)
    return left, top, min(width, max(xs) + across) - left, min(height, max(ys) + down) - top


def document(
    body: str,
    box: Box,
    *,
    title: str,
    words: str,
    theme: str,
    scale: float = 1.0,
    defs: str = "",
    mark: str = "0",
    sides: Collection[str] | None = None,
    css: str = "",
) -> str:
    """An SVG that stands alone; `sides` are those whose pieces or flags it may show, or all.

    `css` is added to the style.
    """
    if not scale > 0:
        raise ValueError(f"a picture is drawn at a scale above zero, not {scale}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sirocco s-{theme}" role="img" '
        f'aria-labelledby="title-{mark}" aria-describedby="desc-{mark}" '
        f'width="{num(box[2] * scale)}" height="{num(box[3] * scale)}" '
        f'viewBox="{" ".join(num(part) for part in box)}">'
        f'<title id="title-{mark}">{escape(title)}</title>'
        f'<desc id="desc-{mark}">{escape(words)}</desc>'
        f"<style>{style(theme)}{css.strip()}</style>{counter_symbols(sides)}<defs>{defs}</defs>{body}</svg>\n"
    )
