"""The map as text: regions, and in each the spaces with what is in them."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import Final

from sirocco.games.northafrica.ground import controller, open_route
from sirocco.games.northafrica.powers import FRENCH, NOBODY, POWERS, SIDE
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits

LETTERS: Final = "GBIU"
"""Germany, Britain, Italy, United States."""
SHORT: Final = (
    "inf", "mech", "art", "atg", "aaa", "scout", "tank", "truck", "ftr", "bmb", "bb", "dd", "sub",
)  # fmt: skip
COLOURS: Final = ("90", "33", "32", "36")
"""Terminal colours of the four powers."""
LEGEND: Final = (
    "G Germany, B Britain, I Italy, U United States, V Vichy, F Free French; * coast road; "
    "behind a name its points and who holds it; "
    "inf infantry, mech mechanized, art artillery, atg anti-tank gun, aaa anti-aircraft, "
    "ftr fighter, bmb bomber, bb battleship, dd destroyer, sub submarine; "
    "s3 3 supply, m2 2 land mines, M2 2 sea mines."
)


def regions(g: NorthAfrica) -> list[tuple[str, int]]:
    """The parts of the map in reading order; of the open sea only what is not empty."""
    board = g.board
    africa = board.africa & ~board.sahara
    busy = sum(1 << s for s in bits(board.sea) if g.at[s] or _tokens(g, s))
    return [
        ("Northwest Africa", africa & board.west),
        ("Libya and Egypt" if board.west else "Territories", africa & ~board.west),
        ("Sahara", board.sahara & (busy | sum(1 << s for s in bits(board.sahara) if g.at[s]))),
        ("Europe and islands", board.emblems),
        ("Convoy zones", board.convoys),
        ("At sea", busy & board.sea & ~board.convoys),
    ]


def _tokens(g: NorthAfrica, s: int) -> bool:
    return any(g.afloat.get(4 * s + p) or g.sea_mines.get(4 * s + p) for p in range(4))


def picture(g: NorthAfrica, width: int, colour: bool, stars: int = 0) -> str:
    """All regions; behind the name of a space its value, then what is in it."""
    widest = max(len(_name(g, s)) for s in range(g.board.size)) + 1
    lines = []
    for title, mask in regions(g):
        if not mask:
            continue
        lines.append(title)
        for s in bits(mask):
            lines += _row(g, s, widest, width, colour, stars)
    starred = "\n+: the army there can draw on supply." if stars else ""
    legend = textwrap.fill(LEGEND, max(width - 1, 40), break_on_hyphens=False)
    return "\n".join((*lines, "", legend + starred))


def _row(g: NorthAfrica, s: int, widest: int, width: int, colour: bool, stars: int) -> list[str]:
    board = g.board
    owner = controller(g, s)
    letter = LETTERS[owner] if owner != NOBODY else " "
    value = f"{board.rp[s]:>2}" if board.rp[s] else "  "
    road = "*" if board.road >> s & 1 else " "
    name = f"{_name(g, s)}{' +' if stars >> s & 1 else ''}"
    head = f"  {road}{name:<{widest}}{value} "
    indent = " " * (len(head) + 2)
    body = textwrap.wrap(_words(g, s), max(width - len(indent), 20), break_on_hyphens=False)
    body = body or [""]
    if colour and owner != NOBODY:
        letter = f"\x1b[{COLOURS[owner]};1m{letter}\x1b[0m"
    return [f"{head}{letter} {body[0]}".rstrip(), *(f"{indent}{line}" for line in body[1:])]


def _name(g: NorthAfrica, s: int) -> str:
    """The title, and how the space is written where that is something else."""
    title, name = g.board.title(s), g.board.names[s]
    same = title.lower().replace(" ", "-").startswith(name)
    return title if same else f"{title}, {name}"


def _words(g: NorthAfrica, s: int) -> str:
    """`B 3inf 1tank | G 2inf | s4 m2:bir-hacheim`."""
    chart = g.board.chart
    groups: dict[str, Counter[int]] = {}
    for u in bits(g.at[s]):
        kind = g.kind[u]
        letter = LETTERS[g.owner[u]]
        if chart.nation[kind] == FRENCH:
            letter = "F" if SIDE[g.owner[u]] else "V"
        groups.setdefault(letter, Counter())[chart.type[kind]] += 1
    parts = [
        f"{letter} " + " ".join(f"{n}{SHORT[t]}" for t, n in sorted(found.items()))
        for letter, found in groups.items()
    ]
    tokens = [f"s{g.supply[s]}"] if g.supply[s] else []
    for p in range(4):
        if value := g.afloat.get(4 * s + p):
            tokens.append(f"{LETTERS[p]}:s{value}")
        if mines := g.sea_mines.get(4 * s + p):
            tokens.append(f"{LETTERS[p]}:M{mines}")
    for key, mines in sorted(g.land_mines.items()):
        if key >> 7 == s:
            tokens.append(f"m{mines}:{g.board.names[key & 127]}")
    if tokens:
        parts.append(" ".join(tokens))
    if g.board.convoys >> s & 1:
        users = "".join(LETTERS[p] for p in range(len(POWERS)) if open_route(g, p, s))
        parts.insert(0, f"open {users}" if users else "closed")
    return " | ".join(parts)
