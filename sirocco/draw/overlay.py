"""What lies over the printed map: offers, the path of a move, battles."""

import math
from collections.abc import Collection, Sequence
from typing import Final

from sirocco.draw.geometry import Point, between, distance, hexagon, num, polygon, spline
from sirocco.draw.sheet import Sheet

SHORT: Final = 50.0  # the arrow ends so far from the middle of its goal


def offers(
    sheet: Sheet, lit: Collection[int], attacks: Collection[int], keep: Sequence[int]
) -> str:
    """A veil over the map with the offered hexes open; attacks in the colour of battle."""
    if not lit:
        return ""
    width, height = num(sheet.width), num(sheet.height)
    open_hexes = sorted({*lit, *keep})
    holes = "".join(polygon(hexagon(sheet.centres[h], 0.965)) for h in open_hexes)
    out = [f'<path class="s-veil" fill-rule="evenodd" d="M0 0H{width}V{height}H0Z{holes}"/>']
    for h in sorted(lit):
        outline = polygon(hexagon(sheet.centres[h], 0.915))
        if h in attacks:
            out.append(f'<path class="s-offa" d="{outline}"/>')
        else:
            out.append(f'<path class="s-offd" d="{outline}"/><path class="s-offer" d="{outline}"/>')
    return "".join(out)


def offer_dots(sheet: Sheet, hexes: Collection[int]) -> str:
    """A dot in each offered hex that is free."""
    out = []
    for h in sorted(hexes):
        x, y = sheet.centres[h]
        out.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="7.5" class="s-dot"/>')
    return "".join(out)


def selection(sheet: Sheet, h: int) -> str:
    outline = polygon(hexagon(sheet.centres[h], 0.94))
    return f'<path class="s-seld" d="{outline}"/><path class="s-sel" d="{outline}"/>'


def move_path(sheet: Sheet, path: Sequence[int]) -> str:
    """The way of a move with its cost on each hex, and an arrowhead short of the goal."""
    if len(path) < 2:
        return ""
    points = [sheet.centres[h] for h in path]
    before, goal = points[-2], points[-1]
    end = between(goal, before, SHORT / distance(before, goal))
    points[-1] = end
    if len(points) == 2:
        points[0] = between(points[0], end, 0.2)
    line = spline(points)
    out = [f'<path class="s-pw" d="{line}"/><path class="s-pg" d="{line}"/>', _arrow(before, end)]
    for cost, h in enumerate(path[1:-1], 1):
        x, y = sheet.centres[h]
        out.append(
            f'<circle cx="{num(x)}" cy="{num(y)}" r="10.5" class="s-cost"/>'
            f'<text x="{num(x)}" y="{num(y + 4.8)}" class="s-n s-costn">{cost}</text>'
        )
    return "".join(out)


def _arrow(before: Point, end: Point) -> str:
    turn = math.degrees(math.atan2(end[1] - before[1], end[0] - before[0]))
    return (
        f'<path class="s-arrow" transform="translate({num(end[0])} {num(end[1])}) '
        f'rotate({num(turn)})" d="M-7-9.5 12 0-7 9.5Z"/>'
    )


def battle(sheet: Sheet, h: int, current: bool) -> str:
    """The outline of a battle: whole while it is fought, dashed while it is still to come."""
    outline = polygon(hexagon(sheet.centres[h], 0.95))
    return f'<path class="s-{"bat" if current else "bat2"}" d="{outline}"/>'


def swords(sheet: Sheet, h: int) -> str:
    x, y = sheet.centres[h]
    return f'<use href="#swords" x="{num(x)}" y="{num(y + 37)}"/>'
