"""Hints for the drawing: the board as a neutral map, a view as pieces upon it. Knows no SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sirocco.games.hints import Cell, Face, HexMap, Pile, Scene, Side, Stack
from sirocco.games.victory.board import Board
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.mapdata import TERRAINS, resolve
from sirocco.games.victory.showing import charts, odds, shows
from sirocco.games.victory.state import COMBAT, MOVEMENT, PHASES, RESPONSE, UNIT_MASKS
from sirocco.games.victory.terms import terms_from_key
from sirocco.games.victory.units import CODES, KIND, NAMES, OFF, SIDE_SIZE, SIDES, UNIT_NAME
from sirocco.games.victory.view import FACE_MARKS, View
from sirocco.kernel.bits import bits

__all__ = ["charts", "ground", "odds", "scene", "shows"]

FULL: Final = data_pack().number("limits.unit.steps")  # V-3.0-a
SYMBOLS: Final = {
    "FA": "fighter",
    "DB": "dive-bomber",
    "HB": "bomber",
    "SS": "submarine",
    "BB": "battleship",
    "CV": "carrier",
    "AR": "armour",
    "AB": "airborne",
    "MA": "marine",
    "IN": "infantry",
}
"""The military symbol of each kind."""
RANK: Final = {symbol: i for i, symbol in enumerate(SYMBOLS.values())}
BADGES: Final = {
    "beach": "beachhead",
    "blockading": "blockade",
    "half": "half-hit",
    "grounded": "grounded",
    "at_sea": "at-sea",
    "aboard": "aboard",
}
"""The badge that shows a mark of a block."""
BADGE_WORDS: Final = {
    "beachhead": "Beachhead",
    "blockade": "blockading",
    "half-hit": "half-hit",
    "grounded": "grounded",
    "at-sea": "at sea",
    "aboard": "aboard a Carrier",
}


# The map


def ground(board: Board) -> HexMap:
    """The board as the drawing knows maps."""
    return HexMap(
        board.name,
        tuple(_cell(board, h) for h in bits(board.grid.all)),
        tuple(_sides(board)),
    )


def _cell(board: Board, h: int) -> Cell:
    grid = board.grid
    return Cell(
        h,
        grid.column(h),
        grid.row(h),
        grid.label(h),
        TERRAINS[board.terrain[h]],
        place="city" if board.city >> h & 1 else "town" if board.town >> h & 1 else "",
        value=board.pp[h],
        port=bool(board.port >> h & 1),
        canal=bool(board.canal >> h & 1),
        name=board.name_of.get(h, ""),
        owner=_side_name(board.home[h]),
        words=_hex_words(board, h),
    )


def _side_name(owner: int) -> str:
    return SIDES[owner] if owner < len(SIDES) else ""


def _hex_words(board: Board, h: int) -> str:
    parts = [TERRAINS[board.terrain[h]]]
    if board.city >> h & 1:
        parts.append(f"city of {board.pp[h]} PP")
    if board.town >> h & 1:
        parts.append("town")
    if board.port >> h & 1:
        parts.append("port")
    elif board.coastal >> h & 1:
        parts.append("coast")
    if board.canal >> h & 1:
        parts.append("canal")
    if board.road >> h & 1:
        parts.append("road")
    return ", ".join(parts)


def _sides(board: Board) -> Iterable[Side]:
    data, grid = board.data, board.grid
    lower = {side for river in board.rivers for side in river.lower}
    for side, far in data.pairs():
        fact = data.hexside(side)
        plain = resolve(data.hexes[side[0], side[1]], data.hexes[far], "%" if fact.water else "")
        told = "" if not fact.land or fact.terrain == plain.terrain else TERRAINS[fact.terrain]
        yield Side(
            grid.find(side[0], side[1]),
            side[2],
            grid.find(*far),
            shore="coast" if fact.land and fact.water else "land" if fact.land else "water",
            shoal=fact.shoal,
            road=fact.road,
            river=(2 if side in lower else 1) if fact.river else 0,
            alpine=fact.alpine,
            ground=told,
        )


# What stands on it


def scene(view: View, board: Board) -> Scene:
    """What a view lets its seat see on the map."""
    mine, theirs = _own_piles(view), _other_piles(view)
    stacks = []
    for h in sorted(mine.keys() | theirs.keys()):
        piles = [piles[h] for piles in (mine, theirs) if h in piles]
        piles.sort(key=lambda pile: SIDES.index(pile.side))
        stacks.append(Stack(h, tuple(piles), ". ".join(_pile_words(view, p) for p in piles)))
    fighting = view.phase in (MOVEMENT, RESPONSE, COMBAT)
    return Scene(
        title=f"{board.name}, turn {view.turn}, {PHASES[view.phase]}",
        words=_scene_words(view, board, stacks),
        flags=tuple(_flags(view)),
        stacks=tuple(stacks),
        battle=-1 if view.battle == OFF else view.battle,
        contested=tuple(_contested(view, mine, theirs)) if fighting else (),
        own=(SIDES[view.side],),
        turn=view.turn,
        turns=terms_from_key(view.terms).limit,
        phases=PHASES[1:-1],
        phase=view.phase - 1,
    )


def _contested(view: View, mine: dict[int, Pile], theirs: dict[int, Pile]) -> Iterable[int]:
    """Hexes with both sides, but for those already fought over and blockades left alone."""
    fought = int.from_bytes(view.fought, "little")
    activated = int.from_bytes(view.activated, "little")
    for h in sorted(mine.keys() & theirs.keys()):
        quiet = any(_blockade(pile) for pile in (mine[h], theirs[h])) and not activated >> h & 1
        if h != view.battle and not fought >> h & 1 and not quiet:
            yield h


def _blockade(pile: Pile) -> bool:
    return not pile.backs and all("blockade" in face.badges for face in pile.faces)


def _flags(view: View) -> Iterable[tuple[int, str]]:
    for side, name in enumerate(SIDES):
        for h in bits(int.from_bytes(view.control[side], "little")):
            yield h, name


def _own_piles(view: View) -> dict[int, Pile]:
    marks = dict(zip(UNIT_MASKS, view.marks, strict=True))
    done = marks["acted"] if view.phase == COMBAT else marks["moved"]
    first = view.side * SIDE_SIZE
    found: dict[int, list[Face]] = {}
    for i, h in enumerate(memoryview(view.where).cast("H")):
        if h != OFF:
            badges = [badge for mark, badge in BADGES.items() if marks[mark] >> i & 1]
            face = _face(first + i, view.cv[i], bool(done >> i & 1), badges)
            found.setdefault(h, []).append(face)
    name = SIDES[view.side]
    return {h: Pile(name, _in_order(faces)) for h, faces in found.items()}


def _other_piles(view: View) -> dict[int, Pile]:
    found: dict[int, list[Face]] = {}
    for face in view.faces:
        marks = {name for i, name in enumerate(FACE_MARKS) if face.marks >> i & 1}
        badges = [badge for mark, badge in BADGES.items() if mark in marks]
        acted = view.phase == COMBAT and "acted" in marks
        found.setdefault(face.hex, []).append(_face(face.unit, face.cv, acted, badges))
    counts = dict(view.counts)
    name = SIDES[1 - view.side]
    return {
        h: Pile(name, _in_order(found.get(h, [])), counts.get(h, 0) - len(found.get(h, [])))
        for h in counts.keys() | found.keys()
    }


def _face(u: int, cv: int, moved: bool, badges: list[str]) -> Face:
    code = CODES[KIND[u]]
    side = SIDES[u // SIDE_SIZE]
    return Face(side, SYMBOLS[code], UNIT_NAME[u], cv, FULL, moved, tuple(badges))


def _in_order(faces: list[Face]) -> tuple[Face, ...]:
    """Army units first, the strongest in front."""
    if len(faces) == 1:
        return (faces[0],)
    return tuple(sorted(faces, key=lambda face: (-RANK[face.kind], -face.strength, face.name)))


# Words


def _face_words(face: Face) -> str:
    kind = NAMES[RANK[face.kind]]
    told = [f"{kind} {face.name} {face.strength} of {face.full}"]
    told += [BADGE_WORDS[badge] for badge in face.badges]
    if face.moved:
        told.append("done")
    return " ".join([told[0], f"({', '.join(told[1:])})"]) if told[1:] else told[0]


def _pile_words(view: View, pile: Pile) -> str:
    told = [_face_words(face) for face in pile.faces]
    if pile.backs:
        told.append(f"{pile.backs} hidden {'block' if pile.backs == 1 else 'blocks'}")
    who = pile.side.capitalize() + (" (yours)" if pile.side == SIDES[view.side] else "")
    return f"{who}: {', '.join(told)}"


def _scene_words(view: View, board: Board, stacks: Sequence[Stack]) -> str:
    told = [
        f"The map as {SIDES[view.side]} sees it, turn {view.turn}, "
        f"{PHASES[view.phase]}, {SIDES[view.active]} is active."
    ]
    told += [f"{board.title(stack.space)}: {stack.words}." for stack in stacks]
    return " ".join(told)
