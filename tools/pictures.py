"""Make the pictures of the documentation: python tools/pictures.py [FOLDER].

Without a folder, those that the client shows are made, too; build it afterwards.
"""

import sys
from pathlib import Path
from typing import Any, Final

from sirocco.draw import base_map, svg_of
from sirocco.draw.counters import count, face, stack
from sirocco.draw.document import document
from sirocco.draw.names import flag
from sirocco.draw.symbols import BADGES
from sirocco.games.hints import Face, Pile, Stack
from sirocco.games.northafrica.position import build as build_desert
from sirocco.games.northafrica.view import view as desert_view
from sirocco.games.victory.board import Board, board_by_key
from sirocco.games.victory.drawing import FULL, SYMBOLS
from sirocco.games.victory.state import MOVEMENT, Victory, place
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import CODES, NAMES, unit_index
from sirocco.games.victory.view import View, view
from sirocco.kernel.hexes import net_within

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
CLIENT: Final = Path(__file__).parents[1] / "web" / "public" / "pictures"
LAYOUT: Final = "row:2r,1b"

# Hex, then blocks with their strengths; a mark follows after a colon.
RED: Final = {
    "Barcastle": "IN1 4, AR1 3, FA1 4",
    "Newpool": "DB1 3",
    "Hope": "AR2 4, IN2 4",
    "Ordal": "IN3 2, HB1 3",
    "Garby": "AB1 4",
    "Granton": "IN4 3, SS1 2:moved",
    "Port Alex": "IN5 4",
    "0905": "CV1 4:moved, FA2 3:aboard, BB2 3:moved",
    "1206": "MA1 3:beach",
    "1103": "AR3 3:moved, IN6 4:moved",
    "0504": "BB1 4",
}
BLUE: Final = {
    "Donzy": "IN1 4, AR1 4, IN2 2",
    "Contres": "FA1 3",
    "1103": "IN3 4",
    "1204": "BB2 3, SS1 2",
    "Auxerre": "IN5 4, FA2 4, HB1 3, AR3 4",
    "Reolen": "IN6 2",
    "Sallac": "IN7 4",
    "1502": "BB1 4, CV1 3",
    "Nexon": "FA3 4, AR4 3",
    "Varbourg": "IN8 3",
}


def position() -> tuple[Board, Victory]:
    """A game in progress: red has crossed to the second map and landed near Sallac."""
    board = board_by_key(LAYOUT)
    g = Victory(Terms(), board)
    g.phase, g.turn, g.half_turn = MOVEMENT, 4, 1
    g.control = [board.homes[0], board.homes[1]]
    for side, forces in enumerate((RED, BLUE)):
        for where, blocks in forces.items():
            for block in blocks.split(", "):
                text, _, mark = block.partition(":")
                name, strength = text.split()
                u = unit_index(name, side)
                place(g, u, board.find(where))
                g.cv[u] = int(strength)
                if mark:
                    setattr(g, mark, getattr(g, mark) | 1 << u)
    return board, g


def moving(theme: str) -> str:
    """An armored unit about to move, with its destinations and its way."""
    board, g = position()
    seen: View = view(g, 0)
    start = board.find("Hope")
    free = board.land & ~g.occ[1]
    net = net_within(board.grid, board.free_net, board.land)
    lit = board.grid.reach(net, 1 << start, 3, free & ~board.stop) & ~(1 << start)
    path = board.grid.path(net, start, board.find("1103"), free, 3)
    around = board.grid.mask(["0201", "0301", "1509", "1608"])
    return svg_of(seen, board, theme=theme, lit=lit, path=path, around=around)


# The sheet of counters


def caption(x: float, y: float, text: str, middle: bool = True) -> str:
    css = "s-cap s-cap-m" if middle else "s-cap"
    return f'<text x="{x:g}" y="{y:g}" class="{css}">{text}</text>'


def heading(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="s-head">{text}</text>'


def sample(code: str, side: str, strength: int = FULL, **more: bool | tuple[str, ...]) -> Face:
    piece = Face(side, SYMBOLS[code], f"{code}1", strength, FULL)
    return piece._replace(**more)  # type: ignore[arg-type]


def counter_sheet(theme: str) -> str:
    """Every kind in three sizes and both colours, losses, badges and stacks."""
    parts = [heading(32, 40, "Blocks of Victory, in the order of combat")]
    for i, code in enumerate(CODES):
        x = 32 + 92 * i
        parts.append(face(x, 56, sample(code, "red"), 64))
        parts.append(face(x, 132, sample(code, "blue"), 64))
        parts.append(face(x + 12, 212, sample(code, "red" if i % 2 else "blue", 3), 40))
        parts.append(face(x + 20, 268, sample(code, "red" if i % 2 else "blue", 2), 24))
        parts.append(caption(x + 32, 316, NAMES[i]))
    parts.append(heading(32, 362, "Strength and losses"))
    parts += [face(32 + 76 * i, 378, sample("IN", "red", 4 - i), 64) for i in range(4)]
    parts.append(heading(360, 362, "Marks"))
    for i, name in enumerate(BADGES):
        x = 360 + 76 * i
        moved = name == "moved"
        more = sample("AR", "blue", moved=moved, badges=() if moved else (name,))
        parts.append(face(x, 386, more, 56))
        parts.append(caption(x + 28, 464, name.replace("-", " ")))
    parts.append(heading(32, 506, "Stacks"))
    parts += stack_samples()
    words = "The counters of Victory: ten kinds in red and blue, losses, marks and stacks."
    body = '<rect class="s-sheet" width="968" height="624"/>' + "".join(parts)
    return document(body, (0, 0, 968, 624), title="Counters", words=words, theme=theme)


def stack_samples() -> list[str]:
    red = tuple(sample(code, "red", 4 - i) for i, code in enumerate(("IN", "AR", "FA", "MA")))
    blue = (sample("IN", "blue", 3),)
    piles = {
        "one": (Pile("red", red[:1]),),
        "two": (Pile("red", red[:2]),),
        "three or more": (Pile("red", red),),
        "of the enemy": (Pile("blue", (), 3),),
        "both sides": (Pile("red", red[:3]), Pile("blue", (), 2)),
        "in battle": (Pile("red", red[:1]), Pile("blue", blue, 0)),
    }
    out = []
    for i, (words, pile) in enumerate(piles.items()):
        x = 80 + 124 * i
        out.append(stack(Stack(0, pile, words), (x, 548)))
        out.append(caption(x, 606, words))
    out.append(f'<g transform="translate(804 566)">{flag("red", 0, 0)}{flag("blue", 26, 0)}</g>')
    out.append(caption(820, 606, "held by"))
    out.append('<use href="#swords" x="884" y="552"/>' + caption(884, 606, "battle"))
    out.append(count(940, 552, 4) + caption(940, 606, "count"))
    return out


# North Africa


DESERT: Final[dict[str, Any]] = {
    "round": 5,
    "power": "germany",
    "phase": "combat move",
    "germany": [
        "fighter tunis",
        "infantry x2 tripoli",
        "truck tripoli",
        "tank x3 mersa-matruh at=tobruk",
        "mechanized x2 mersa-matruh at=tobruk",
        "tank x2 el-agheila",
        "anti-tank el-agheila",
        "truck el-agheila",
        "tank bir-hacheim at=tobruk",
        "artillery bir-hacheim at=tobruk",
        "bomber sicily",
        "fighter x2 sicily",
        "bomber crete",
        "submarine x2 sz18",
    ],
    "italy": [
        "infantry x3 tripoli",
        "aaa tripoli",
        "infantry x2 sirte",
        "artillery sirte",
        "infantry x2 benghazi",
        "tank benghazi",
        "truck benghazi",
        "infantry x2 mersa-matruh",
        "scout zella",
        "destroyer sz13",
        "submarine sz13",
        "destroyer x2 sz10",
        "infantry x2 sz15",
        "tank sz15",
    ],
    "uk": [
        "infantry x4 tobruk",
        "anti-tank tobruk",
        "aaa tobruk",
        "artillery tobruk",
        "infantry x3 cairo",
        "matilda x3 cairo",
        "fighter x2 cairo",
        "truck x2 cairo",
        "scout x2 siwa",
        "aaa malta",
        "fighter malta",
        "scout kufra",
        "submarine sz17",
        "battleship sz31",
        "destroyer x2 sz31",
        "destroyer sz27",
        "sherman x2 suez-canal",
        "infantry x3 indian-ocean",
    ],
    "control": {
        "tripoli": "italy",
        "sirte": "italy",
        "benghazi": "italy",
        "tobruk": "uk",
        "cairo": "uk",
        "tunis": "germany",
    },
    "supply": {
        "tripoli": 3,
        "el-agheila": 4,
        "mersa-matruh": 3,
        "tobruk": 4,
        "cairo": 5,
        "malta": 2,
        "bir-hacheim": 1,
    },
    "afloat": {"sz15": {"italy": 5}, "suez-canal": {"uk": 5}},
    "land_mines": {"cairo": {"mersa-matruh": 3}, "tobruk": {"mersa-matruh": 2}},
    "sea_mines": {"sz24": {"italy": 2}},
}


def desert(theme: str) -> str:
    """An attack on Tobruk, from the Gulf of Sirte to Cairo."""
    g = build_desert(DESERT)
    board = g.board
    shown = ("sirte", "mersa-matruh", "sz17", "sz27", "kufra")
    around = sum(1 << board.find(name) for name in shown)
    return svg_of(desert_view(g, 0), board, theme=theme, around=around)


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    out = {f"victory-{theme}": moving(theme) for theme in ("light", "dark")}
    out |= {f"northafrica-{theme}": desert(theme) for theme in ("light", "dark")}
    for number in range(1, 5):
        out[f"map{number}"] = base_map(board_by_key(f"row:{number}n"))
    out["counters"] = counter_sheet("auto")
    return {f"{name}.svg": text for name, text in out.items()}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pictures().items():
        (folder / name).write_text(text, encoding="utf-8")
        if folder == PICTURES and (CLIENT / name).exists():
            (CLIENT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
