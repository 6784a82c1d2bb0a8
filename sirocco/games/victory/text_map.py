"""The map of Victory as text: two lines a hex, even columns half a hex lower.

The upper line of a hex has its number and terrain (`0405f`) or the name of its place, the lower
one who holds the place, roads, and the number of blocks of each side.
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
R2 B3 two red blocks and three blue ones; both in one hex fight, or one blockades"""


def picture(seen: Seen, width: int) -> str:
    """The whole map, in panels beside or below each other as the width allows."""
    cols = seen.board.grid.cols
    fit = max(2, (width - 1) // CELL)
    step = cols if fit >= cols else max(JOINT, (fit - 1) // JOINT * JOINT)
    panels = []
    first = 1
    while first == 1 or first < cols:
        panels.append(_panel(seen, first, min(first + step, cols)))
        first += step
    return "\n\n".join([*panels, LEGEND])


def _panel(seen: Seen, first: int, last: int) -> str:
    """The columns from `first` to `last`."""
    grid = seen.board.grid
    rows = [[" "] * (CELL * (last - first + 1)) for _ in range(2 * grid.rows + 1)]
    for h in bits(grid.all):
        col, row = grid.column(h), grid.row(h)
        if first <= col <= last:
            x, y = CELL * (col - first), 2 * (row - 1) + (col % 2 == 0)
            for line, text in enumerate(_cell(seen, h)):
                rows[y + line][x : x + len(text)] = text
    lines = ["".join(row).rstrip() for row in rows]
    return "\n".join(line for line in lines if line)


def _cell(seen: Seen, h: int) -> tuple[str, str]:
    board = seen.board
    road = "+" if board.road >> h & 1 else " "
    if board.place >> h & 1:
        name = board.name_of.get(h, board.grid.label(h))
        upper = f"{name[:4].upper()}{board.pp[h]}" if board.city >> h & 1 else name[:5]
        road = {"red": "r", "blue": "b", "nobody": "-"}[seen.holder(h)]
    else:
        upper = board.grid.label(h) + LETTERS[TERRAINS[board.terrain[h]]]
    counts = [(side, seen.count(side, h)) for side in range(len(SIDES))]
    lower = "".join(f"{SIDES[side][0].upper()}{min(n, 9)}" for side, n in counts if n)
    return upper, f"{road}{lower}"
