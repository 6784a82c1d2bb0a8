"""Choosing and laying the maps (1.1, Geomorphic Maps)."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import everybody, roll
from sirocco.games.victory.board import board_for
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.command import seat_of
from sirocco.games.victory.layout import LayoutSpec, map_numbers
from sirocco.games.victory.scenarios import NEUTRAL, owners_of, usual_shape
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import SIDES
from sirocco.games.victory.verbs import ARRANGE, CHOOSE
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import mask_of
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

TAKEN = Limit(1, "That map has been chosen already.", "V-1.1-a", "V-MAPS-a", "V-MAPS-e")


@procedure
def choose_maps(g: Victory) -> Procedure[None]:
    """V-MAPS-c to V-MAPS-f; 8.4: Player A chooses the centre, Player B the rest."""
    roll_for_choice(g)
    while len(g.draft) < g.terms.maps:
        a = yield Ask(seat_of(g, chooser(g)), "choose-map", ((CHOOSE, maps_left(g)),))
        take_map(g, a & NOUN)
    a = yield Ask(seat_of(g, arranger(g)), "arrange", ((ARRANGE, numbers(len(positions(g)))),))
    g.draft.append(a & NOUN)
    a = yield Ask(seat_of(g, arranger(g)), "turn-maps", ((ARRANGE, numbers(turnings(g))),))
    g.draft.append(a & NOUN)
    lay(g, layout_of(g, g.draft[-2], g.draft[-1]))


def roll_for_choice(g: Victory) -> None:
    """V-MAPS-c: a die each, the higher one chooses first, ties again."""
    if g.terms.scenario == "two-front-war":
        return
    count = data_pack().number("limits.dice.map_choice")
    red = blue = 0
    while red == blue:
        red = sum(roll(g, count, f"map choice {SIDES[0]}"))
        blue = sum(roll(g, count, f"map choice {SIDES[1]}"))
    g.first = 0 if red > blue else 1


def choice_order(g: Victory) -> tuple[int, ...]:
    """For whom each map in turn is chosen; a neutral one comes last, named by the first chooser."""
    first, second = g.first, 1 - g.first
    if g.terms.maps == 4:
        return first, second, second, first  # V-MAPS-e
    if g.terms.neutral:
        return first, second, NEUTRAL
    return (0, 1, 1) if g.terms.maps == 3 else (first, second)  # V-8.4-a, V-1.1-a


def chooser(g: Victory) -> int:
    """The side that chooses the next map."""
    owner = choice_order(g)[len(g.draft)]
    return g.first if owner == NEUTRAL else owner


def arranger(g: Victory) -> int:
    """The side with the final adjustment (V-MAPS-d, V-MAPS-f)."""
    return g.first if g.terms.maps == 4 else 1 - g.first


def maps_left(g: Victory, lifted: int = 0) -> int:
    """The numbers of the maps that can be chosen."""
    known = mask_of(map_numbers(data_pack()))
    return known if lifted & TAKEN.bit else known & ~mask_of(g.draft)


def take_map(g: Victory, number: int) -> None:
    """A map is chosen; the only one left of all goes to the last chooser by itself."""
    owner = choice_order(g)[len(g.draft)]
    g.draft.append(number)
    if g.log is not None:
        g.log.append(ev.MapChosen(everybody(g), owner, number))
    left = maps_left(g)
    if len(g.draft) < g.terms.maps and left.bit_count() == 1:
        take_map(g, left.bit_length() - 1)


def numbers(count: int) -> int:
    """The mask of the numbers from 1 to count."""
    return (1 << count + 1) - 2


# Arrangements are numbered from 1: first where the maps lie, then which of them are turned.


def positions(g: Victory) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The ways to lay the maps that were chosen: shape, and the place of each in the draft."""
    return _positions(choice_order(g), owners_of(g.terms.scenario, g.terms.maps))


@lru_cache(maxsize=64)
def _positions(
    order: tuple[int, ...], usual: tuple[int, ...]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    count = len(order)
    shapes = ("row", "column") if count == 2 else (usual_shape(count),)
    out = []
    for shape in shapes:
        for places in permutations(range(count)):
            owners = tuple(order[i] for i in places)
            if count != 3 or owners[1] == usual[1]:  # V-8.4-a
                out.append((owners != usual, shape, places))
    out.sort(key=lambda row: row[0])  # the usual ones first: own maps adjacent
    return tuple((shape, places) for _, shape, places in out)


def turnings(g: Victory) -> int:
    """How many ways there are to turn the maps: each may lie either way."""
    return 1 << g.terms.maps


def layout_of(g: Victory, position: int, turning: int) -> LayoutSpec:
    """The layout behind two numbers; bit i of the second, less one, turns map i of the layout."""
    shape, places = positions(g)[position - 1]
    order = choice_order(g)
    return LayoutSpec(
        tuple(g.draft[i] for i in places),
        tuple(bool(turning - 1 >> i & 1) for i in range(len(places))),
        tuple(order[i] for i in places),
        shape,
    )


def legend(g: Victory, topic: str) -> str:
    """What the numbers of an arrangement mean, for the prompt."""
    if topic == "arrange":
        keys = [layout_of(g, number, 1).key() for number in range(1, len(positions(g)) + 1)]
    else:
        keys = [layout_of(g, g.draft[-1], number).key() for number in range(1, turnings(g) + 1)]
    return "; ".join(f"{number} {key}" for number, key in enumerate(keys, 1))


def lay(g: Victory, spec: LayoutSpec) -> None:
    """The maps lie on the table; each side controls the places of its own (V-1.2-b)."""
    g.board = board_for(spec)
    g.control = [g.board.homes[0], g.board.homes[1]]
    if g.log is not None:
        g.log.append(ev.MapsLaid(everybody(g), spec.key()))
