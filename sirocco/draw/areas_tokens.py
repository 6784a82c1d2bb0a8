"""Tokens on a map of areas: mines, kept off names and pieces, and the signs of open routes."""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sirocco.draw.areas_base import VALUE, label_of
from sirocco.draw.areas_pieces import placed
from sirocco.draw.counters import count
from sirocco.draw.geometry import Point, distance, inside, num
from sirocco.games.hints import Area, AreaMap, Gate, Scene, Token

COUNT: Final = 7.0  # a count reaches so far beyond its piece
SWORDS: Final = 15.0  # half the size of the sign of a battle
MINE: Final = 17.0  # from one mine to the next
INSIDE: Final = 12.0  # mines lie so far within the border
ALONG: Final = 60.0  # and at most so far along it from its middle
BESIDE: Final = 26.0  # from the mines of one side in a zone to those of the next
MOST: Final = 3  # more mines than these are one with their number


class Room(NamedTuple):
    """A rectangle that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: "Room") -> float:
        """The area that two rectangles have in common."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def taken_by(ground: AreaMap, scene: Scene) -> list[Room]:
    """The rooms of names and pieces, which nothing else should cover."""
    areas = {area.space: area for area in ground.areas}
    taken = [_name(area) for area in ground.areas if area.ground in ("land", "desert")]
    for stack in scene.stacks:
        for one in placed(stack, areas[stack.space]):
            far = one.size + COUNT
            taken.append(Room(one.x, one.y, one.x + far, one.y + far))
    if scene.battle >= 0:
        x, y = swords_at(areas[scene.battle], scene)
        taken.append(Room(x - SWORDS, y - SWORDS, x + SWORDS, y + SWORDS))
    return taken


def swords_at(area: Area, scene: Scene) -> Point:
    """Where the sign of a battle stands: below all pieces."""
    here = (stack for stack in scene.stacks if stack.space == area.space)
    low = [one.y + one.size + SWORDS for stack in here for one in placed(stack, area)]
    return area.x, max([area.y + 50, *low])


def freest(rooms: Sequence[Room], taken: list[Room]) -> int:
    """The first of the rooms that covers least of what is taken; it is taken, too."""
    crowd = [sum(room.shared(other) for other in taken) for room in rooms]
    best = crowd.index(min(crowd))
    taken.append(rooms[best])
    return best


def tokens(
    ground: AreaMap, scene: Scene, gates: Mapping[tuple[int, int], Gate], taken: list[Room]
) -> str:
    """All tokens of a scene; each mine keeps clear of what is there already."""
    areas = {area.space: area for area in ground.areas}
    out, mined = [], dict.fromkeys(areas, 0)
    for item in scene.tokens:
        area = areas[item.space]
        if item.kind == "open":
            out.append(_open(item, area))
        elif item.toward < 0:
            out.append(_sea_mine(item, area, mined[item.space]))
            mined[item.space] += 1
        elif (gate := gates.get((item.space, item.toward))) is not None:
            border = _border(area, areas[item.toward], (gate.x, gate.y))
            out.append(_minefield(item, area, border, taken))
    return "".join(out)


def _name(area: Area) -> Room:
    """The room of an area's disc, name and value."""
    at = label_of(area)
    value = VALUE + (8 if area.value > 9 else 0) if area.value else 0
    return Room(at.left, at.base - 20, at.name_left + at.width + value, at.base + 6)


def _open(item: Token, area: Area) -> str:
    if item.side not in area.emblems or area.ground == "box":
        return ""
    i, gap = area.emblems.index(item.side), 23.0
    x = area.x - gap * (len(area.emblems) - 1) / 2 + gap * i
    return (
        f'<use href="#disc-{item.side}" transform="translate({num(x)} {num(area.y - 35)}) '
        f'scale(.82)"/>'
    )


def _sea_mine(item: Token, area: Area, before: int) -> str:
    """Mines of one side in a zone, beside those of others and what is printed there."""
    x, y = area.x + 42, area.y - 12
    if area.ground == "box":
        (left, _), _, (_, bottom), _ = area.rings[0]
        x, y = left + 22, bottom - 20
    elif area.ground == "convoy":
        x, y = area.x + 54, area.y - 8
    elif area.docks:
        x, y = area.x, area.y - 54
    x += BESIDE * before
    number = count(x + 9, y + 8, item.number, 7.5) if item.number > 1 else ""
    return (
        f'<g class="s-ct s-c-{item.side}"><circle class="s-body" cx="{num(x)}" cy="{num(y)}" '
        f'r="12"/><use href="#mine" x="{num(x)}" y="{num(y)}"/></g>{number}'
    )


# Minefields


def _border(area: Area, other: Area, middle: Point) -> list[Point]:
    """The common border of two areas, the middle of it first."""
    here, there = ({p for ring in one.rings for p in ring} for one in (area, other))
    shared = sorted((distance(p, middle), p) for p in here & there)
    return [middle, *(p for far, p in shared if far <= ALONG)]


def _minefield(item: Token, area: Area, border: Sequence[Point], taken: list[Room]) -> str:
    """Mines in a row just inside a border, a chevron towards the other side."""
    shown = 1 if item.number > MOST else item.number
    spots = [spot for p in border if _ashore(area, spot := _inside(area, p))]
    spots = spots or [_inside(area, border[0])]
    x, y, turn = spots[freest([_field(spot, shown) for spot in spots], taken)]
    mines = "".join(
        f'<use href="#mine" y="{num(MINE * (i - (shown - 1) / 2))}"/>' for i in range(shown)
    )
    number = count(x + 9, y + 9, item.number, 8) if item.number > MOST else ""
    at = f"translate({num(x)} {num(y)}) rotate({num(math.degrees(turn))})"
    return (
        f'<g class="s-mine" transform="{at}"><title>{item.number} mines</title>{mines}'
        f'<path d="M13-8 21 0 13 8" class="s-mf"/></g>{number}'
    )


def _ashore(area: Area, spot: tuple[float, float, float]) -> bool:
    return any(inside(ring, spot[:2]) for ring in area.rings)


def _inside(area: Area, border: Point) -> tuple[float, float, float]:
    """A place just inside a border, and the direction across it."""
    far = max(distance((area.x, area.y), border), 1.0)
    dx, dy = (border[0] - area.x) / far, (border[1] - area.y) / far
    return border[0] - INSIDE * dx, border[1] - INSIDE * dy, math.atan2(dy, dx)


def _field(spot: tuple[float, float, float], mines: int) -> Room:
    """The room of a row of mines with its chevron."""
    x, y, turn = spot
    x, y = x + 6 * math.cos(turn), y + 6 * math.sin(turn)
    row = MINE * (mines - 1) / 2
    wide = 15 + row * abs(math.sin(turn))
    high = 15 + row * abs(math.cos(turn))
    return Room(x - wide, y - high, x + wide, y + high)
