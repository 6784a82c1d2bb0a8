"""The map of Victory as text: two lines a hex, even columns half a hex lower.

The upper line of a hex has its number and terrain (`0405f`) or the name of its place, the lower
one who holds the place, roads, and the number of blocks of each side. At a terminal each hex has
the colour of its terrain.
"""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.mapdata import TERRAINS
from sirocco.games.victory.text_seen import Seen
from sirocco.games.victory.units import SIDES
from sirocco.kernel.bits import bits

CELL: Final = 6
"""Characters from column to column."""
JOINT: Final = 10
"""Maps join in every tenth column: there a wide map is cut."""
LETTERS: Final = dict(zip(TERRAINS, ".dfmM~~:", strict=True))
"""As in map files; a lake is drawn as sea."""
LEGEND: Final = """\
0405. clear  d desert  f forest  m marsh  M mountain  ~ sea  : shoal;  + a road
HOPE3 a city worth 3 PP, Garby a town;  below: r or b who holds it (- nobody)
R2 B3 two red blocks and three blue ones; both in a hex: battle or blockade"""
MARKED: Final = "* your Army units there are in supply, even if every hidden block cuts its road"
GROUND: Final = {
    ".": "30;48;5;151",
    "d": "30;48;5;229",
    "f": "30;48;5;108",
    "m": "30;48;5;115",
    "M": "30;48;5;180",
    "~": "38;5;195;48;5;24",
    ":": "38;5;195;48;5;66",
}
"""Terrain as colours of a terminal: black on pale land, pale on dark sea."""
COUNTERS: Final = ("1;97;48;5;124", "1;97;48;5;19")
"""Blocks and places of red and of blue."""

Cell = tuple[str, str]
"""A character and its colour."""


def picture(seen: Seen, width: int, colour: bool = False, marked: int = 0) -> str:
    """The whole map, in panels beside or below each other as the width allows.

    The hexes in the mask `marked` have a star.
    """
    cols = seen.board.grid.cols
    fit = max(2, (width - 1) // CELL)
    step = cols if fit >= cols else max(JOINT, (fit - 1) // JOINT * JOINT)
    panels = []
    first = 1
    while first == 1 or first < cols:
        panels.append(_panel(seen, first, min(first + step, cols), colour, marked))
        first += step
    return "\n\n".join([*panels, LEGEND + (f"\n{MARKED}" if marked else "")])


def _panel(seen: Seen, first: int, last: int, colour: bool, marked: int) -> str:
    """The columns from `first` to `last`."""
    grid = seen.board.grid
    blank: Cell = (" ", "")
    rows = [[blank] * (CELL * (last - first + 1)) for _ in range(2 * grid.rows + 1)]
    for h in bits(grid.all):
        col, row = grid.column(h), grid.row(h)
        if first <= col <= last:
            x, y = CELL * (col - first), 2 * (row - 1) + (col % 2 == 0)
            for line, cells in enumerate(_hex(seen, h, bool(marked >> h & 1))):
                rows[y + line][x : x + CELL] = cells
    lines = [_coloured(row) if colour else _plain(row) for row in rows]
    return "\n".join(line for line in lines if line)


def _hex(seen: Seen, h: int, marked: bool) -> tuple[list[Cell], list[Cell]]:
    """The two lines of a hex."""
    board = seen.board
    letter = LETTERS[TERRAINS[board.terrain[h]]]
    ground = GROUND[letter]
    upper, lower, owner = board.grid.label(h) + letter, "+" if board.road >> h & 1 else " ", ground
    if board.place >> h & 1:
        name = seen.short(h)
        upper = f"{name[:4].upper()}{board.pp[h]}" if board.city >> h & 1 else name[:5]
        holder = seen.holder(h)
        lower = "-" if holder not in SIDES else holder[0]
        owner = ground if holder not in SIDES else COUNTERS[SIDES.index(holder)]
    star = "*" if marked else " "
    below = [(lower, ground)]
    for side in range(len(SIDES)):
        count = seen.count(side, h)
        if count:
            below += [(c, COUNTERS[side]) for c in f"{SIDES[side][0].upper()}{min(count, 9)}"]
    below += [(" ", ground)] * (CELL - len(below))
    return [*((c, owner) for c in f"{upper:<5}"), (star, ground)], below


def _plain(row: list[Cell]) -> str:
    return "".join(char for char, _ in row).rstrip()


def _coloured(row: list[Cell]) -> str:
    if not _plain(row):
        return ""
    out, now = [], ""
    for char, style in row:
        if style != now:
            out.append(f"\033[0;{style}m" if style else "\033[0m")
            now = style
        out.append(char)
    return "".join(out) + ("\033[0m" if now else "")
