"""Hints for the drawing: a view as pieces, tokens and attacks upon the map. Knows no SVG."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sirocco.games.hints import AreaMap, Attack, Face, Pile, Scene, Stack, Token
from sirocco.games.northafrica.board import NONE, Board
from sirocco.games.northafrica.kinds import Chart
from sirocco.games.northafrica.powers import NOBODY, POWERS, SIDE, US
from sirocco.games.northafrica.sheet import BOX, COLOURS, area_map
from sirocco.kernel.bits import bits

SYMBOLS: Final = {
    "infantry": "infantry",
    "mechanized": "mechanised",
    "artillery": "artillery",
    "anti-tank": "anti-tank",
    "aaa": "anti-air",
    "scout": "recon",
    "tank": "armour",
    "truck": "truck",
    "fighter": "fighter",
    "bomber": "bomber",
    "battleship": "battleship",
    "destroyer": "destroyer",
    "submarine": "submarine",
}
"""The symbol of each type."""
ROSTERS: Final = {
    "germany": ("german", "german"),
    "uk": ("british", "british"),
    "italy": ("italian", "italian"),
    "us": ("american", "american"),
    "vichy": ("vichy", "french"),
    "free-french": ("free-french", "french"),
}
"""The colours of each roster and the nation of its pieces."""
Facts = Mapping[str, Any]


def ground(board: Board) -> AreaMap:
    """The board as the drawing knows maps."""
    return area_map(board)


def scene(view: Facts, board: Board) -> Scene:
    """What stands on the map: everything is open (D1)."""
    stacks = [
        Stack(s, tuple(piles), ". ".join(_pile_words(pile) for pile in piles))
        for s, piles in sorted(_piles(view, board).items())
    ]
    battle = board.find(view["battle"])
    contested = {board.find(name) for name in view["attacks"]} | {
        board.find(name) for name in view["landings"]
    }
    return Scene(
        title=f"North Africa, round {view['round']}, {view['power']}, {view['phase']}",
        words=_scene_words(view, board),
        flags=tuple(
            (board.find(name), COLOURS[POWERS.index(power)])
            for name, power in view["control"].items()
        ),
        stacks=tuple(stacks),
        battle=battle,
        contested=tuple(sorted(contested - {battle})),
        own=_own(view),
        tokens=tuple(_tokens(view, board)),
        attacks=tuple(_attacks(view, board)),
    )


def _own(view: Facts) -> tuple[str, ...]:
    """The colours of the side whose turn it is."""
    side = SIDE[POWERS.index(view["power"])]
    french = ("free-french",) if side else ("vichy",)
    return (*(COLOURS[p] for p in range(4) if SIDE[p] == side), *french)


# Pieces


def _piles(view: Facts, board: Board) -> dict[int, list[Pile]]:
    """The pieces and the supply of each space, one pile for each colour."""
    faces: dict[int, dict[str, list[Face]]] = {}
    tired = _marked(view, "moved", "travelled")
    for roster, spaces in view["units"].items():
        colour, nation = ROSTERS[roster]
        for name, row in spaces.items():
            here = faces.setdefault(_space(board, name), {}).setdefault(colour, [])
            for kind, count in row.items():
                gone = tired.get((roster, name, kind), 0)
                here.append(_face(board.chart, colour, nation, name, kind, count, count <= gone))
    for s, colour, amount in _supplies(view, board):
        faces.setdefault(s, {}).setdefault(colour, []).append(_crate(board, s, colour, amount))
    return {
        s: [Pile(colour, tuple(sorted(row, key=_rank))) for colour, row in by_colour.items()]
        for s, by_colour in faces.items()
    }


def _space(board: Board, name: str) -> int:
    return board.size if name == BOX else board.find(name)


def _marked(view: Facts, *marks: str) -> dict[tuple[str, str, str], int]:
    """How many units of each roster, space and kind have one of these marks."""
    out: dict[tuple[str, str, str], int] = {}
    for mark in marks:
        for roster, spaces in view["marks"].get(mark, {}).items():
            for name, row in spaces.items():
                for kind, count in row.items():
                    key = roster, name, kind
                    out[key] = out.get(key, 0) + count
    return out


def _face(
    chart: Chart, colour: str, nation: str, name: str, kind: str, count: int, moved: bool
) -> Face:
    code = kind if kind in chart.index else f"{nation}-{kind}"
    k = chart.index[code]
    values = f"{chart.attack[k] or '–'}-{chart.defense[k] or '–'}"
    return Face(
        colour,
        SYMBOLS[_type(chart, k)],
        f"{code}@{name}",
        0,
        0,
        moved=moved,
        count=count,
        text=values if chart.attack[k] or chart.defense[k] else "",
        body="counter",
    )


def _type(chart: Chart, k: int) -> str:
    return tuple(SYMBOLS)[chart.type[k]]


def _supplies(view: Facts, board: Board) -> list[tuple[int, str, int]]:
    """Space, colour and value of all supply, on land, at sea and in the box."""
    control = view["control"]
    out = []
    for name, amount in view["supply"].items():
        if amount:
            s = board.find(name)
            owner = board.emblem[s]
            power = POWERS[owner] if owner != NOBODY else control.get(name, "")
            out.append((s, _colour(view, name, power), amount))
    for name, row in view["afloat"].items():
        for power, amount in row.items():
            out.append((board.find(name), COLOURS[POWERS.index(power)], amount))
    for power, row in view["reinforcements"].items():
        amount = row["ones"] + 5 * row["fives"]
        if amount:
            out.append((board.size, COLOURS[POWERS.index(power)], amount))
    return out


def _colour(view: Facts, name: str, power: str) -> str:
    """Supply on land belongs to whoever holds the ground: its marker, else the units there."""
    if power:
        return COLOURS[POWERS.index(power)]
    if name in view["landings"]:
        return COLOURS[US]  # R26
    for roster, spaces in view["units"].items():
        if spaces.get(name):
            return ROSTERS[roster][0]
    return "commonwealth"


def _crate(board: Board, s: int, colour: str, amount: int) -> Face:
    where = BOX if s == board.size else board.names[s]
    return Face(colour, "crate", f"supply@{where}", 0, 0, count=amount, text="", body="crate")


def _rank(face: Face) -> int:
    order = (*SYMBOLS.values(), "crate")
    return order.index(face.kind)


# Tokens and attacks


def _tokens(view: Facts, board: Board) -> list[Token]:
    out = []
    for name, row in view["land_mines"].items():
        s = board.find(name)
        for facing, number in row.items():
            if number:
                side = COLOURS[POWERS.index(view["control"].get(name, view["power"]))]
                out.append(Token(s, "mines", side, number, board.find(facing)))
    for name, row in view["sea_mines"].items():
        for power, number in row.items():
            if number:
                side = COLOURS[POWERS.index(power)]
                out.append(Token(board.find(name), "mines", side, number))
    for z in bits(board.convoys):
        for p in bits(board.users[z]):
            if _open(view, board, z):
                out.append(Token(z, "open", COLOURS[p]))
    return out


def _open(view: Facts, board: Board, z: int) -> bool:
    """NA-CSZ-d, NA-CSZ-e: the port bears an emblem, or one of the users holds it."""
    port = board.port[z]
    if port == NONE or board.emblem[port] != NOBODY:
        return True
    holder = view["control"].get(board.names[port], "")
    return bool(holder) and bool(board.users[z] >> POWERS.index(holder) & 1)


def _attacks(view: Facts, board: Board) -> list[Attack]:
    """Attackers on land: from where, on what, and how many."""
    out = []
    for target, rosters in view["attacks"].items():
        for roster, spaces in rosters.items():
            for origin, row in spaces.items():
                if origin != target:
                    number = sum(row.values())
                    words = f"attack · {number} unit{'' if number == 1 else 's'}"
                    colour = ROSTERS[roster][0]
                    out.append(Attack(board.find(origin), board.find(target), colour, words))
    return out


# Words


def _pile_words(pile: Pile) -> str:
    parts = []
    for face in pile.faces:
        kind = "supply" if face.kind == "crate" else face.name.partition("@")[0].replace("-", " ")
        parts.append(f"{face.count} {kind}" + (", moved" if face.moved else ""))
    return f"{pile.side.capitalize()}: {', '.join(parts)}"


def _scene_words(view: Facts, board: Board) -> str:
    number = sum(
        n for rows in view["units"].values() for row in rows.values() for n in row.values()
    )
    return (
        f"The board of North Africa in round {view['round']}: {number} units in play; "
        f"{view['power']} has the turn."
    )


__all__ = ["ground", "scene"]
