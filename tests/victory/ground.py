"""Small maps and the blocks on them, for all tests of Victory."""

from collections.abc import Sequence

from sirocco.games.victory.board import Board
from sirocco.games.victory.state import Victory, place
from sirocco.games.victory.units import SIDE, unit_index

RED, BLUE = 0, 1
COLOURS = ("red", "blue")


def make(rows: Sequence[str], sides: dict[str, str], owners: dict[str, str]) -> Board:
    """A board; `sides` names hexsides by kind: {"road": "0101-0201 0201-0301"}."""
    marks: dict[str, list[str]] = {}
    for kind, names in sides.items():
        for name in names.split():
            marks.setdefault(name, []).append(kind)
    table = "".join(f'"{name}" = "{" ".join(kinds)}"\n' for name, kinds in marks.items())
    owned = {number: side for side, numbers in owners.items() for number in numbers.split()}
    return Board.from_text(f"map = '''\n{_draw(rows)}'''\n[hexsides]\n{table}", owned)


def _draw(rows: Sequence[str]) -> str:
    """The picture of a map from rows of hexes, each a word such as `.C2`, `~`, `-` for none."""
    words = [row.split() for row in rows]
    canvas = [[" "] * (6 * len(words[0]) + 4) for _ in range(4 * len(rows) + 2)]
    for y, row in enumerate(words):
        for x, word in enumerate(row):
            if word != "-":
                for i, char in enumerate(word):
                    canvas[4 * y + 2 * (x % 2)][6 * x + 1 + i] = char
    return "".join("".join(line).rstrip() + "\n" for line in canvas)


def unit(name: str, side: int = RED) -> int:
    u = unit_index(name, side)
    assert u >= 0, name
    return u


def lay(g: Victory, colour: str, name: str, cv: int, where: str, marks: Sequence[str]) -> int:
    """A block with its marks into a hex, or aboard a Carrier: `CV1`."""
    u = unit(name, COLOURS.index(colour))
    g.cv[u] = cv
    ship = unit_index(where, SIDE[u])
    if ship >= 0:
        place(g, u, g.where[ship])
        g.carrier[u] = ship
        g.aboard |= 1 << u
    else:
        place(g, u, g.board.grid.index(where))
    for mark in marks:
        setattr(g, mark, getattr(g, mark) | 1 << u)
    return u
