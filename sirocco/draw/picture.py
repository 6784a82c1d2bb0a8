"""Pictures of a position: the base map with pieces, flags, battles and offers upon it."""

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol, cast
from xml.sax.saxutils import escape

from sirocco.draw import overlay
from sirocco.draw.basemap import BaseMap, base_of
from sirocco.draw.counters import counter_symbols, stack
from sirocco.draw.geometry import CORNERS, HEIGHT, MARGIN, RADIUS, num, polygon
from sirocco.draw.legend import legend_strip
from sirocco.draw.names import place_names
from sirocco.draw.sheet import Sheet
from sirocco.draw.style import style
from sirocco.games.hints import HexMap, Scene
from sirocco.kernel.bits import bits

Box = tuple[float, float, float, float]


class Hints(Protocol):
    """The module `drawing` of a game."""

    def ground(self, board: Any) -> HexMap: ...

    def scene(self, view: Any, board: Any) -> Scene: ...


def hints_of(board: object) -> Hints:
    """The drawing hints of the game that a board belongs to."""
    package = type(board).__module__.rpartition(".")[0]
    return cast(Hints, import_module(f"{package}.drawing"))


@lru_cache(maxsize=16)
def _base(board: object) -> BaseMap:
    return base_of(hints_of(board).ground(board))


def svg_of(
    view: object,
    board: object,
    *,
    theme: str = "auto",
    scale: float = 1.0,
    lit: int = 0,
    path: Sequence[int] = (),
    legend: bool = False,
    around: int = 0,
) -> str:
    """The map as a view lets its seat see it, as an SVG that stands alone.

    `lit` is a set of hexes to offer, `path` the hexes of a move, its start first; `around` cuts
    the picture to the part of the map with these hexes, `legend` adds a legend below the map.
    """
    base = _base(board)
    scene = hints_of(board).scene(view, board)
    return scene_svg(
        base, scene, theme=theme, scale=scale, lit=lit, path=path, legend=legend, around=around
    )


def base_map(board: object, *, theme: str = "auto", scale: float = 1.0) -> str:
    """The printed map alone, with the flags of those who hold its places at the start."""
    base = _base(board)
    flags = tuple((cell.hex, cell.owner) for cell in base.sheet.map.cells if cell.owner)
    scene = Scene(base.sheet.map.title, "The map without pieces.", flags)
    return scene_svg(base, scene, theme=theme, scale=scale)


def scene_svg(
    base: BaseMap,
    scene: Scene,
    *,
    theme: str = "auto",
    scale: float = 1.0,
    lit: int = 0,
    path: Sequence[int] = (),
    legend: bool = False,
    around: int = 0,
) -> str:
    """A scene on a drawn map."""
    sheet = base.sheet
    _check(sheet, lit | around, path)
    width, height = num(sheet.width), num(sheet.height)
    body = [
        "" if sheet.whole else f'<rect class="s-sheet" width="{width}" height="{height}"/>',
        f'<g clip-path="url(#frame-{base.mark})"><g class="s-base">{base.ground}',
        f'<g class="s-num">{base.numbers}</g>' if scale >= 1 else "",
        f"{base.lines}</g>{_offers(sheet, scene, lit, path)}</g>",
        *_layers(sheet, scene, lit, path),
        f'<rect x=".5" y=".5" width="{num(sheet.width - 1)}" height="{num(sheet.height - 1)}" '
        'class="s-frame"/>'
        if sheet.whole
        else "",
        f"<g>{_hexes(sheet, scene)}</g>",
    ]
    box = _box(sheet, around)
    if legend:
        strip, high = legend_strip(sheet, box[0], box[1] + box[3], box[2])
        body.append(strip)
        box = (box[0], box[1], box[2], box[3] + high)
    return document(
        "".join(body),
        box,
        title=scene.title,
        words=scene.words,
        theme=theme,
        scale=scale,
        defs=base.defs + f'<path id="hx" d="{polygon(CORNERS)}"/>',
        mark=base.mark,
    )


def _box(sheet: Sheet, around: int) -> Box:
    """Left, top, width and height of the part of the sheet to show."""
    if not around:
        return 0.0, 0.0, sheet.width, sheet.height
    points = [sheet.centres[h] for h in bits(around)]
    left = max(0.0, min(x for x, _ in points) - RADIUS - MARGIN)
    top = max(0.0, min(y for _, y in points) - HEIGHT / 2 - MARGIN)
    right = min(sheet.width, max(x for x, _ in points) + RADIUS + MARGIN)
    bottom = min(sheet.height, max(y for _, y in points) + HEIGHT / 2 + MARGIN)
    return left, top, right - left, bottom - top


def _check(sheet: Sheet, lit: int, path: Sequence[int]) -> None:
    for h in [*bits(lit), *path]:
        if h not in sheet.cells:
            raise ValueError(f"hex {h} is not on this map")


def _offers(sheet: Sheet, scene: Scene, lit: int, path: Sequence[int]) -> str:
    """Offered hexes; those with pieces of another side than the mover's are attacks."""
    stacks = {pieces.hex: pieces.piles for pieces in scene.stacks}
    mine = {pile.side for h in path[:1] for pile in stacks.get(h, ())}
    attacks = {
        h for h in bits(lit) if mine and any(pile.side not in mine for pile in stacks.get(h, ()))
    }
    return overlay.offers(sheet, bits(lit), attacks, [*_battles(scene), *path[:1]])


def _battles(scene: Scene) -> list[int]:
    return [h for h in (*scene.contested, scene.battle) if h >= 0]


def _layers(sheet: Sheet, scene: Scene, lit: int, path: Sequence[int]) -> list[str]:
    """Battles, names, path, pieces: from below to the top."""
    stacks = {pieces.hex: pieces for pieces in scene.stacks}
    battles = _battles(scene)
    return [
        "".join(overlay.battle(sheet, h, h == scene.battle) for h in battles),
        overlay.selection(sheet, path[0]) if path else "",
        f"<g>{place_names(sheet, dict(scene.flags))}</g>",
        overlay.offer_dots(sheet, set(bits(lit)) - stacks.keys() - set(path)),
        overlay.move_path(sheet, path),
        "".join(
            stack(pieces, sheet.centres[h], bool(sheet.cells[h].place))
            for h, pieces in stacks.items()
        ),
        "".join(overlay.swords(sheet, h) for h in battles),
    ]


def _hexes(sheet: Sheet, scene: Scene) -> str:
    """One invisible hex over each hex, that tells its place and contents in words."""
    words = {pieces.hex: pieces.words for pieces in scene.stacks}
    holder = dict(scene.flags)
    out = []
    for cell in sheet.map.cells:
        x, y = sheet.centres[cell.hex]
        told = [part for part in (f"{cell.label} {cell.name}".rstrip(), cell.words) if part]
        if cell.hex in holder:
            told.append(f"held by {holder[cell.hex].capitalize()}")
        if cell.hex == scene.battle or cell.hex in scene.contested:
            told.append("battle")
        place, contents = ", ".join(told), words.get(cell.hex, "No pieces")
        hint = f"{place}. {contents}" if cell.hex in words else place
        out.append(
            f'<use href="#hx" class="s-hit" x="{num(x)}" y="{num(y)}" data-hex="{cell.label}">'
            f"<title>{escape(hint)}</title><desc>{escape(contents)}</desc></use>"
        )
    return "".join(out)


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
) -> str:
    """An SVG that stands alone."""
    if not scale > 0:
        raise ValueError(f"a picture is drawn at a scale above zero, not {scale}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sirocco s-{theme}" role="img" '
        f'aria-labelledby="title-{mark}" aria-describedby="desc-{mark}" '
        f'width="{num(box[2] * scale)}" height="{num(box[3] * scale)}" '
        f'viewBox="{" ".join(num(part) for part in box)}">'
        f'<title id="title-{mark}">{escape(title)}</title>'
        f'<desc id="desc-{mark}">{escape(words)}</desc>'
        f"<style>{style(theme)}</style>{counter_symbols()}<defs>{defs}</defs>{body}</svg>\n"
    )
