"""Maps of hexes: a scene upon one, and its sheet for a client."""

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from sirocco.draw import overlay
from sirocco.draw.basemap import base_of
from sirocco.draw.board_sheet import BoardSheet, Space, scene_sides
from sirocco.draw.counters import stack
from sirocco.draw.document import PLAIN, Box, Look, document, part
from sirocco.draw.geometry import CORNERS, HEIGHT, MARGIN, RADIUS, beyond, num
from sirocco.draw.legend import legend_strip
from sirocco.draw.names import label_of, place_names
from sirocco.draw.sheet import Sheet
from sirocco.draw.terrain import glyph_defs
from sirocco.games.hints import HexMap, Scene
from sirocco.kernel.bits import bits

KEY_WIDTH: Final = 340.0
SHAPE: Final = f"M{'L'.join(f'{num(x)} {num(y)}' for x, y in CORNERS)}Z"


def owners(ground: HexMap) -> tuple[tuple[int, str], ...]:
    """Who holds each place at the start."""
    return tuple((cell.hex, cell.owner) for cell in ground.cells if cell.owner)


def spaces(ground: HexMap) -> tuple[Space, ...]:
    """All hexes of a map."""
    laid = Sheet(ground)
    by_place = {(cell.col, cell.row): cell.label for cell in ground.cells}
    found = []
    for cell in ground.cells:
        x, y = laid.centres[cell.hex]
        around = (by_place.get(beyond(cell.col, cell.row, d), "") for d in range(6))
        label = label_of(laid, cell)
        found.append(
            Space(
                cell.hex,
                cell.label,
                x,
                y,
                ", ".join(filter(None, (f"{cell.label} {cell.name}".strip(), cell.words))),
                tuple(filter(None, around)),
                name=cell.name if cell.place else "",
                place=bool(cell.place),
                flag=(label.left, label.base + 2) if cell.place else None,
            )
        )
    return tuple(found)


def sheet(ground: HexMap) -> BoardSheet:
    """The printed map, without flags."""
    laid = base_of(ground).sheet
    svg = picture(ground, Scene(ground.title, "The map without pieces."))
    strip, high = legend_strip(laid, 0, 0, KEY_WIDTH)
    key = document(
        strip, (0, 0, KEY_WIDTH, high), title="Key", words="What the map shows.", theme="auto",
        defs=glyph_defs(), mark="key", sides=("red", "blue"),
    )  # fmt: skip
    return BoardSheet(laid.width, laid.height, svg, SHAPE, key)


def marks(ground: HexMap, scene: Scene) -> str:
    """Nothing lies upon the pieces of a map of hexes."""
    return ""


def picture(ground: HexMap, scene: Scene, look: Look = PLAIN) -> str:
    """A scene on a map of hexes."""
    base = base_of(ground)
    sheet = base.sheet
    lit, path, scale = look.lit, look.path, look.scale
    _check(sheet, lit | look.around, path)
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
    box = _box(sheet, look.around)
    if look.legend:
        strip, high = legend_strip(sheet, box[0], box[1] + box[3], box[2])
        body.append(strip)
        box = (box[0], box[1], box[2], box[3] + high)
    return document(
        "".join(body),
        box,
        title=scene.title,
        words=scene.words,
        theme=look.theme,
        scale=scale,
        defs=base.defs + f'<path id="hx" d="{SHAPE}"/>',
        mark=base.mark,
        sides=scene_sides(scene) or None,
    )


def _box(sheet: Sheet, around: int) -> Box:
    """Left, top, width and height of the part of the sheet to show."""
    if not around:
        return 0.0, 0.0, sheet.width, sheet.height
    points = [sheet.centres[h] for h in bits(around)]
    return part(sheet.width, sheet.height, points, RADIUS + MARGIN, HEIGHT / 2 + MARGIN)


def _check(sheet: Sheet, lit: int, path: Sequence[int]) -> None:
    for h in [*bits(lit), *path]:
        if h not in sheet.cells:
            raise ValueError(f"hex {h} is not on this map")


def _offers(sheet: Sheet, scene: Scene, lit: int, path: Sequence[int]) -> str:
    """Offered hexes; those with pieces of another side than the mover's are attacks."""
    stacks = {pieces.space: pieces.piles for pieces in scene.stacks}
    mine = {pile.side for h in path[:1] for pile in stacks.get(h, ())}
    attacks = {
        h for h in bits(lit) if mine and any(pile.side not in mine for pile in stacks.get(h, ()))
    }
    return overlay.offers(sheet, bits(lit), attacks, [*_battles(scene), *path[:1]])


def _battles(scene: Scene) -> list[int]:
    return [h for h in (*scene.contested, scene.battle) if h >= 0]


def _layers(sheet: Sheet, scene: Scene, lit: int, path: Sequence[int]) -> list[str]:
    """Battles, names, path, pieces: from below to the top."""
    stacks = {pieces.space: pieces for pieces in scene.stacks}
    battles = _battles(scene)
    return [
        "".join(overlay.battle(sheet, h, h == scene.battle) for h in battles),
        overlay.selection(sheet, path[0]) if path else "",
        f'<g class="s-names">{place_names(sheet, dict(scene.flags))}</g>',
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
    words = {pieces.space: pieces.words for pieces in scene.stacks}
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
