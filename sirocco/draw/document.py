"""An SVG that stands alone: title, words, style and symbols around a drawing."""

from collections.abc import Collection
from xml.sax.saxutils import escape

from sirocco.draw.counters import counter_symbols
from sirocco.draw.geometry import num
from sirocco.draw.style import style

Box = tuple[float, float, float, float]


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
