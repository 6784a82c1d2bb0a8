"""Maps of areas: a scene upon one, and its sheet for a client."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from sirocco.draw.areas_attacks import arrow
from sirocco.draw.areas_base import Base, base_of, disc_of, outline, pieces_at
from sirocco.draw.areas_legend import legend_strip
from sirocco.draw.areas_pieces import counters
from sirocco.draw.areas_style import AREA_CSS
from sirocco.draw.areas_tokens import swords_at, taken_by, tokens
from sirocco.draw.board_sheet import BoardSheet, Space, scene_sides
from sirocco.draw.document import PLAIN, Box, Look, document, part
from sirocco.draw.geometry import num
from sirocco.games.hints import Area, AreaMap, Scene
from sirocco.kernel.bits import bits

MARGIN = 60.0


def owners(ground: AreaMap) -> tuple[tuple[int, str], ...]:
    """Who holds each place at the start: the emblems are printed."""
    return ()


def spaces(ground: AreaMap) -> tuple[Space, ...]:
    """All areas of a map; circles and boxes lie upon the others."""
    order = {"circle": 1, "box": 2}
    found = []
    for area in sorted(ground.areas, key=lambda a: order.get(a.ground, 0)):
        told = ", ".join(filter(None, (area.name or f"Sea zone {area.number}", area.words)))
        found.append(
            Space(
                area.space,
                area.label,
                *pieces_at(area),
                told,
                area.around,
                name=area.name or f"Sea zone {area.number}",
                place=area.held and not area.emblems,
                flag=None if area.emblems else disc_of(area),
                outline=outline(area.rings),
                room=area.room,
            )
        )
    return tuple(found)


def sheet(ground: AreaMap) -> BoardSheet:
    """The printed map, without signs of who holds what."""
    svg = picture(ground, Scene(ground.title, "The map without pieces."))
    return BoardSheet(ground.width, ground.height, svg, "")


def picture(ground: AreaMap, scene: Scene, look: Look = PLAIN) -> str:
    """A scene on a map of areas."""
    base = base_of(ground)
    areas = {area.space: area for area in ground.areas}
    lit, path, around = look.lit, look.path, look.around
    for s in [*bits(lit | around), *path]:
        if s not in areas:
            raise ValueError(f"space {s} is not on this map")
    body = [
        f'<g clip-path="url(#frame-{base.mark})"><g class="s-base">{base.ground}</g>',
        "".join(_held(base, s, side) for s, side in scene.flags),
        f'<g class="s-base">{base.lines}</g>',
        _offers(base, ground, scene, lit, path),
        _battles(base, scene),
        f'<g class="s-names">{base.names}{_discs(areas, scene)}</g>',
        _path(areas, path),
        "".join(counters(stack, areas[stack.space]) for stack in scene.stacks),
        marks(ground, scene),
        _swords(areas, scene),
        "</g>",
        f'<rect x=".5" y=".5" width="{num(ground.width - 1)}" height="{num(ground.height - 1)}" '
        'class="s-frame"/>',
        f"<g>{_hits(base, ground, scene)}</g>",
    ]
    box = _box(ground, areas, around)
    if look.legend:
        strip, high = legend_strip(box[0], box[1] + box[3], box[2])
        body.append(strip)
        box = (box[0], box[1], box[2], box[3] + high)
    printed = {side for area in ground.areas for side in area.emblems}
    return document(
        "".join(body),
        box,
        title=scene.title,
        words=scene.words,
        theme=look.theme,
        scale=look.scale,
        defs=base.defs,
        mark=base.mark,
        sides=(scene_sides(scene) | printed) if scene.stacks else None,
        css=AREA_CSS,
    )


def _box(ground: AreaMap, areas: dict[int, Area], around: int) -> Box:
    """Left, top, width and height of the part of the sheet to show."""
    if not around:
        return 0.0, 0.0, ground.width, ground.height
    points = [point for s in bits(around) for ring in areas[s].rings for point in ring]
    return part(ground.width, ground.height, points, MARGIN, MARGIN)


def _held(base: Base, s: int, side: str) -> str:
    """The controller's colour inside the border."""
    inside = f"in-{base.mark}-{s}"
    return (
        f'<g class="s-c-{side}"><clipPath id="{inside}">{base.shape(s, "")}</clipPath>'
        + base.shape(s, "s-held", f' clip-path="url(#{inside})"')
        + "</g>"
    )


def _discs(areas: dict[int, Area], scene: Scene) -> str:
    out = []
    for s, side in scene.flags:
        at = disc_of(areas[s])
        if at is not None:
            out.append(f'<use href="#disc-{side}" x="{num(at[0])}" y="{num(at[1])}"/>')
    return "".join(out)


def _offers(base: Base, ground: AreaMap, scene: Scene, lit: int, path: Sequence[int]) -> str:
    """Offered areas; those with pieces of another side than the mover's are attacks."""
    if not lit:
        return ""
    foes = {st.space for st in scene.stacks if any(p.side not in scene.own for p in st.piles)}
    keep = [*bits(lit), *path[:1]]
    holes = "".join(base.outlines[s] for s in keep)
    width, height = num(ground.width), num(ground.height)
    out = [f'<path class="s-veil" fill-rule="evenodd" d="M0 0H{width}V{height}H0Z{holes}"/>']
    for s in bits(lit):
        if s in foes and path:
            out.append(base.shape(s, "s-offa"))
        else:
            out.append(base.shape(s, "s-offd") + base.shape(s, "s-offer"))
    if path:
        out.append(base.shape(path[0], "s-seld") + base.shape(path[0], "s-sel"))
    return "".join(out)


def _battles(base: Base, scene: Scene) -> str:
    out = [base.shape(s, "s-bat2") for s in scene.contested]
    if scene.battle >= 0:
        out.append(base.shape(scene.battle, "s-bat"))
    return "".join(out)


def _swords(areas: dict[int, Area], scene: Scene) -> str:
    if scene.battle < 0:
        return ""
    x, y = swords_at(areas[scene.battle], scene)
    return f'<use href="#swords" x="{num(x)}" y="{num(y)}"/>'


def marks(ground: AreaMap, scene: Scene) -> str:
    """Mines, open routes and arrows of attack."""
    areas = {area.space: area for area in ground.areas}
    gates = {(gate.a, gate.b): gate for gate in ground.gates}
    gates |= {(gate.b, gate.a): gate for gate in ground.gates}
    taken = taken_by(ground, scene)
    mines = tokens(ground, scene, gates, taken)
    return mines + "".join(arrow(attack, areas, gates, taken) for attack in scene.attacks)


def _path(areas: dict[int, Area], path: Sequence[int]) -> str:
    if len(path) < 2:
        return ""
    line = "L".join("{} {}".format(*map(num, pieces_at(areas[s]))) for s in path)
    return f'<path class="s-pw" d="M{line}"/><path class="s-pg" d="M{line}"/>'


def _hits(base: Base, ground: AreaMap, scene: Scene) -> str:
    """An invisible shape over each area, that tells its name and contents in words."""
    words = {stack.space: stack.words for stack in scene.stacks}
    holder = dict(scene.flags)
    out = []
    for area in ground.areas:
        told = [area.name or f"Sea zone {area.number}", area.words]
        if area.space in holder:
            told.append(f"held by {holder[area.space].capitalize()}")
        if area.space == scene.battle or area.space in scene.contested:
            told.append("battle")
        contents = words.get(area.space, "No pieces")
        place = ", ".join(filter(None, told))
        hint = f"{place}. {contents}" if area.space in words else place
        out.append(
            f'<use href="#a-{base.mark}-{area.space}" class="s-hit" data-space="{area.label}">'
            f"<title>{escape(hint)}</title><desc>{escape(contents)}</desc></use>"
        )
    return "".join(out)
