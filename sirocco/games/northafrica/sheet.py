"""The board as a map of areas: what the drawing is told about its spaces. Knows no SVG."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.hints import Area, AreaMap, Gate, Point
from sirocco.games.northafrica.board import NONE, Board, standard_board
from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.powers import NOBODY, POWER_NAMES, POWERS
from sirocco.games.outlines import ASHORE, NOWHERE, Arc, Outlines, length, middle
from sirocco.kernel.bits import bits

COLOURS: Final = ("german", "british", "italian", "american")
"""The colours of each power's pieces."""
BOX: Final = "box"
"""The label of the Reinforcements Zone."""
LEAST_ROOM: Final = {"land": 150.0, "desert": 150.0, "circle": 140.0, "convoy": 112.0}
"""Pieces may stand out over the border if a space is smaller."""
DEFAULT_LIMIT: Final = data_pack().number("limits.stacking.default")


@lru_cache(maxsize=1)
def outlines() -> Outlines:
    """The lines of the sheet, from the data pack."""
    return Outlines.parse(data_pack().text("sheets.board"))


@lru_cache(maxsize=8)
def area_map(board: Board) -> AreaMap:
    """The board as the drawing knows maps; spaces without an outline lie in a row of boxes."""
    drawn = outlines()
    shaped = {name for arc in drawn.arcs for name in arc[:2]}
    areas = [
        _area(board, drawn, s) if name in shaped or name in drawn.boxes else _loose(board, s)
        for s, name in enumerate(board.names)
    ]
    areas.append(_reinforcements(board, drawn))
    usual = standard_board()  # the coast is there, whatever spaces a board has
    dry = {name for s, name in enumerate(usual.names) if usual.land >> s & 1} | {ASHORE}
    return AreaMap(
        "North Africa",
        drawn.width,
        drawn.height,
        tuple(areas),
        tuple(drawn.outline(dry)),
        (*_lines(board, drawn, dry), *drawn.lines),
        tuple(drawn.glyphs.items()),
        tuple(drawn.texts),
        tuple(_gates(board, drawn)),
    )


def _area(board: Board, drawn: Outlines, s: int) -> Area:
    name = board.names[s]
    box = drawn.boxes.get(name)
    ground = "box" if box is not None else _ground(board, s)
    if box is not None:
        x, y, room = box[0] + box[2] / 2, box[1] + box[3] / 2, box[2] - 20
    else:
        x, y, room = drawn.at[name]
        room = max(room, LEAST_ROOM.get(ground, 112.0))
    return Area(
        s,
        name,
        _shown_name(board, s),
        ground,
        tuple(drawn.outline({name})) if box is None else (_rectangle(box),),
        x,
        y,
        room,
        number=name[2:] if name.startswith("sz") else "",
        value=board.rp[s],
        notes=tuple(_notes(board, s)),
        emblems=_emblems(board, s),
        docks=tuple(COLOURS[p] for p in bits(board.deploys[s])),
        held=bool(board.valued >> s & 1) or board.emblem[s] != NOBODY,
        around=tuple(board.names[t] for t in bits(board.links[s])),
        words=_words(board, s),
    )


def _ground(board: Board, s: int) -> str:
    if board.sea >> s & 1:
        return "convoy" if board.convoys >> s & 1 else "sea"
    if board.impassable >> s & 1:
        return "impassable"
    if (board.islands >> s & 1 and board.limit[s] < DEFAULT_LIMIT) or _round(board, s):
        return "circle"
    return "desert" if board.sahara >> s & 1 else "land"


def _round(board: Board, s: int) -> bool:
    """Gibraltar: an island that stages, drawn as a circle (NA-ISLAND-c)."""
    return bool(board.islands >> s & 1 and board.staging[s])


def _shown_name(board: Board, s: int) -> str:
    title = board.title(s)
    return "" if title.startswith("Sea zone") else title


def _notes(board: Board, s: int) -> list[str]:
    """The small print of a space."""
    out = []
    if board.land >> s & 1 and board.limit[s] != DEFAULT_LIMIT:
        out.append(f"limit {board.limit[s]}")
    if board.bonus[s]:
        whole = board.bonus[s] == (1 << board.size) - 1
        out.append(
            "bonus"
            if whole
            else "bonus from " + ", ".join(board.title(t) for t in bits(board.bonus[s]))
        )
    if board.base >> s & 1:
        out.append("naval base")
    if board.impassable >> s & 1:
        out.append("impassable")
    return out


def _emblems(board: Board, s: int) -> tuple[str, ...]:
    if board.emblem[s] != NOBODY:
        return (COLOURS[board.emblem[s]],)
    return tuple(COLOURS[p] for p in bits(board.users[s]))


def _words(board: Board, s: int) -> str:
    parts = []
    if board.sea >> s & 1:
        parts.append("convoy zone" if board.convoys >> s & 1 else "sea zone")
    elif board.impassable >> s & 1:
        parts.append("impassable")
    elif board.sahara >> s & 1:
        parts.append("Sahara")
    else:
        parts.append("island" if board.islands >> s & 1 else "territory")
    if board.port[s] != NONE:
        parts.append(f"of {board.title(board.port[s])}")
    if board.rp[s]:
        parts.append(f"{board.rp[s]} Reinforcement Points")
    if board.land >> s & 1 and not board.impassable >> s & 1:
        parts.append(f"at most {board.limit[s]} units")
    if board.road >> s & 1:
        parts.append("coast road")
    if board.convoy[s] != NONE:
        parts.append("port")
    parts += [f"new ships of {POWER_NAMES[p]}" for p in bits(board.deploys[s])]
    parts += [note for note in _notes(board, s) if not note.startswith("limit")]
    return ", ".join(dict.fromkeys(parts))


def _reinforcements(board: Board, drawn: Outlines) -> Area:
    box = drawn.boxes[BOX]
    return Area(
        board.size,
        BOX,
        "Reinforcements Zone",
        "box",
        (_rectangle(box),),
        box[0] + box[2] / 2,
        box[1] + box[3] / 2,
        box[2] - 20,
        words="units and supply bought and not yet deployed",
    )


def _loose(board: Board, s: int) -> Area:
    """A space of somebody's own board that the sheet does not know: a box in the desert."""
    column, line = s % 12, s // 12
    box = (60.0 + 230 * column, 240.0 + 120 * line, 210.0, 100.0)
    return Area(
        s,
        board.names[s],
        board.title(s),
        "box",
        (_rectangle(box),),
        box[0] + box[2] / 2,
        box[1] + box[3] / 2,
        box[2] - 20,
        value=board.rp[s],
        emblems=_emblems(board, s),
        held=bool(board.valued >> s & 1),
        around=tuple(board.names[t] for t in bits(board.links[s])),
        words=_words(board, s),
    )


def _rectangle(box: tuple[float, float, float, float]) -> tuple[Point, ...]:
    x, y, width, height = box
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _lines(board: Board, drawn: Outlines, dry: set[str]) -> list[tuple[str, tuple[Point, ...]]]:
    """Borders on land, the white line among them, and those between sea zones."""
    west = {name for s, name in enumerate(board.names) if board.west >> s & 1}
    round_zones = {
        name
        for s, name in enumerate(board.names)
        if _ground(board, s) in ("convoy", "circle") and name in drawn.at
    }
    out = []
    for arc in drawn.arcs:
        kind = _kind(arc, dry, west, round_zones)
        if kind:
            out.append((kind, arc.points))
    return out


def _kind(arc: Arc, dry: set[str], west: set[str], round_zones: set[str]) -> str:
    a, b = arc[:2]
    if (a in NOWHERE and b in NOWHERE) or "." in (a, b):
        return ""
    if a in dry and b in dry:
        if ASHORE not in (a, b) and (a in west) != (b in west):
            return "front"
        return "" if {a, b} & round_zones else "border"
    if a in dry or b in dry or {a, b} & round_zones:
        return ""
    return "zone"


def _gates(board: Board, drawn: Outlines) -> list[Gate]:
    """The middle of the longest stretch of each common border."""
    out = []
    for (a, b), arcs in drawn.between().items():
        s, t = board.find(a), board.find(b)
        if s >= 0 and t >= 0:
            x, y = middle(max((arc.points for arc in arcs), key=length))
            out.append(Gate(s, t, round(x, 1), round(y, 1)))
    return out


__all__ = ["BOX", "COLOURS", "POWERS", "area_map", "outlines"]
