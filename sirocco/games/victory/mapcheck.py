"""Proof of the geomorphic maps: each map alone, the four as a set, and every way to join them.

>>> [str(breach) for breach in check_all()]
[]
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations, product
from typing import Final, NamedTuple

from sirocco.games.victory.board import Board
from sirocco.games.victory.layout import (
    COLS,
    MAPS,
    ROWS,
    LayoutSpec,
    join_maps,
    load_map,
    map_numbers,
)
from sirocco.games.victory.mapdata import (
    CLEAR,
    DESERT,
    LAND_MARKS,
    MOUNTAIN,
    TERRAINS,
    MapData,
    MapError,
    label,
)
from sirocco.games.victory.mapsurvey import Breach, Survey, check_data, check_map, listed
from sirocco.kernel.bits import bits
from sirocco.kernel.hexes import Net
from sirocco.kernel.packs import Pack
from sirocco.kernel.tables import OWNER

__all__ = ["Breach", "check_all", "check_data", "check_layouts", "check_map", "check_set"]

NUMBERS: Final = (1, 2, 3, 4)


class Known(NamedTuple):
    """A place that public text names: its map, city or not, value if told, port if told."""

    map: int
    city: bool | None
    value: int = 0
    port: bool = False


KNOWN: Final = {
    "Auxerre": Known(1, True, 3, True),
    "Nexon": Known(1, True, port=True),
    "Donzy": Known(1, True),
    "Mezin": Known(1, True),
    "Lorne": Known(1, True),
    "Varbourg": Known(1, True),
    "Contres": Known(1, False, port=True),
    "Tanny": Known(1, False),
    "Montargon": Known(1, False),
    "Reolen": Known(1, False),
    "Barcastle": Known(2, True),
    "Newpool": Known(2, True),
    "Hope": Known(2, True, port=True),
    "Ordal": Known(2, None),
    "Garby": Known(2, None, port=True),
    "Granton": Known(2, None, port=True),
    "Port Alex": Known(2, None, port=True),
}
NORTH: Final = ("Donzy", "Nexon", "Contres")
SOUTH: Final = ("Mezin", "Lorne", "Varbourg")
# V-XMOVE-a: the example of movement and combat is played around Hope.
FROM_HOPE: Final = {"Ordal": 2, "Garby": 2, "Granton": 2, "Barcastle": 3, "Port Alex": 4}
LANDING: Final = 3  # hexes that a fighter flies to land


def shipped() -> dict[int, MapData]:
    """The four maps."""
    pack = Pack.shipped("victory")
    return {number: load_map(number, pack) for number in NUMBERS}


def check_all() -> list[Breach]:
    """Every breach of the four maps and of their layouts; sentences begin with the file."""
    out = []
    for number in NUMBERS:
        path = MAPS / f"map{number}.toml"
        if not path.is_file():
            out.append(Breach("format", path.name, f"{path.name} is not there"))
            continue
        for breach in check_map(path.read_text(encoding="utf-8")):
            out.append(breach._replace(text=f"{path.name}: {breach.text}"))
    return out or check_set() + check_layouts()


def check_owned(pack: Pack) -> list[Breach]:
    """What is wrong with an owner's maps: illegible, other than six cities of 10 PP, misfits."""
    out = []
    maps: dict[int, MapData] = {}
    for number in map_numbers(pack):
        try:
            maps[number] = load_map(number, pack)
        except MapError as error:
            out.append(Breach("format", f"map{number}", str(error)))
    own = {n for n in maps if pack.leaf(f"maps.map{n}.map").provenance == OWNER}
    for number in sorted(own):
        values = [found.value for found in maps[number].hexes.values() if found.city]
        if len(values) != 6 or sum(values) != 10 or max(values) > 3:  # V-1.2-a
            text = f"map {number}: the cities are worth {listed(sorted(values))}"
            out.append(Breach("cities", f"map{number}", f"{text}; six of 1 to 3 PP make 10"))
    for spec in pairs_of(maps) if own and not out else ():
        if own & set(spec.maps):
            try:
                join_maps(spec, [maps[number] for number in spec.maps])
            except MapError as error:
                out.append(Breach("joint", spec.key(), f"{spec.key()}: {error}"))
    return out


# The four maps together


def check_set(maps: Mapping[int, MapData] | None = None) -> list[Breach]:
    """Every breach of what the maps must hold together."""
    surveys = {number: Survey(data) for number, data in (maps or shipped()).items()}
    return [breach for check in SET_CHECKS for breach in check(surveys)]


def _names(surveys: Mapping[int, Survey]) -> Iterator[Breach]:
    """No name twice."""
    seen: dict[str, str] = {}
    for number, survey in surveys.items():
        for h, name in survey.board.name_of.items():
            where = f"{survey.board.grid.label(h)} of map {number}"
            before = seen.setdefault(name.casefold(), where)
            if before != where:
                yield Breach("names", where, f"{name} is both hex {before} and hex {where}")


def _terrain(surveys: Mapping[int, Survey]) -> Iterator[Breach]:
    """V-2.1-a: every terrain of the chart is somewhere."""
    found: set[str] = set()
    for survey in surveys.values():
        found |= features(survey)
    for what in FEATURES:
        if what not in found:
            yield Breach("terrain", "", f"no map has {what}")


FEATURES: Final = (
    *(f"a {terrain} hex" for terrain in TERRAINS),
    "a canal",
    "an alpine hexside",
    "a road over an alpine hexside",
    "a bridge",
    "a river that cannot be crossed below its first bridge",
    "a river that can be crossed above a bridge",
    "a river with several bridges",
    "a coastal hexside",
    "an all-water hexside between land hexes",
    "a shoal hexside between hexes that are not shoal",
    "a hexside whose terrain is that of neither hex",
    "an island",
)


def features(survey: Survey) -> set[str]:
    """Which of the terrains and features a map has."""
    board, data = survey.board, survey.data
    found = {f"a {TERRAINS[h.terrain]} hex" for h in data.hexes.values()}
    if board.canal:
        found.add("a canal")
    for side, far in data.pairs():
        a, b, fact = data.hexes[side[0], side[1]], data.hexes[far], data.hexside(side)
        marks = data.sides.get(side, "")
        if fact.alpine:
            found.add("a road over an alpine hexside" if fact.road else "an alpine hexside")
        if fact.land and fact.water:
            found.add("a coastal hexside")
        if not (a.water or b.water) and fact.sea and not fact.land:
            found.add("an all-water hexside between land hexes")
        if "s" in marks and fact.shoal:
            found.add("a shoal hexside between hexes that are not shoal")
        if set(marks) & set(LAND_MARKS) and fact.terrain not in (a.terrain, b.terrain):
            found.add("a hexside whose terrain is that of neither hex")
    for river in board.rivers:
        if river.bridges:
            found.add("a bridge")
        if len(river.bridges) > 1:
            found.add("a river with several bridges")
        if river.lower:
            found.add("a river that cannot be crossed below its first bridge")
        if river.sides - river.lower - river.bridges:
            found.add("a river that can be crossed above a bridge")
    if islands(survey):
        found.add("an island")
    return found


def islands(survey: Survey) -> list[int]:
    """The lands of a map that its edges do not touch."""
    board, grid = survey.board, survey.board.grid
    net = [0] * 6
    for h in bits(board.land):
        for d in range(6):
            to = grid.neighbour(h, d)
            if to >= 0 and board.land >> to & 1 and board.side(h, d).land:
                net[d] |= 1 << h
    ashore: Net = (net[0], net[1], net[2], net[3], net[4], net[5])
    edge = grid.mask(label(*cell) for cell in survey.half)
    return [land for land in grid.components(ashore, board.land) if not land & edge]


def _known(surveys: Mapping[int, Survey]) -> Iterator[Breach]:
    """What public text says of single places."""
    for name, known in KNOWN.items():
        board = surveys[known.map].board
        h = board.by_name.get(name.casefold(), -1)
        if h < 0:
            yield Breach("known", "", f"map {known.map} has no {name}")
            continue
        where = board.grid.label(h)
        city = bool(board.city >> h & 1)
        if not board.place >> h & 1:
            yield Breach("known", where, f"{name} is neither city nor town")
        elif known.city is not None and known.city != city:
            yield Breach("known", where, f"{name} must be a {'city' if known.city else 'town'}")
        if known.value and board.pp[h] != known.value:
            yield Breach("known", where, f"{name} must be worth {known.value} PP")
        if known.port and not board.port >> h & 1:
            yield Breach("known", where, f"{name} must be a port")


def _first_map(surveys: Mapping[int, Survey]) -> Iterator[Breach]:
    """How the places of map 1 lie to each other."""
    board, grid = surveys[1].board, surveys[1].board.grid
    at = {name: h for name in KNOWN if (h := board.by_name.get(name.casefold(), -1)) >= 0}
    for name in (*NORTH, *SOUTH):
        if name in at:
            row, south = grid.row(at[name]), name in SOUTH
            if row < ROWS - 3 if south else row > 4:
                part = "southern" if south else "northern"
                text = f"{name} lies in hex {grid.label(at[name])}, not in the {part} third"
                yield Breach("known", grid.label(at[name]), text)
    if {"Auxerre", "Contres"} <= at.keys():
        if not surveys[1].joined(at["Auxerre"], board.sea_net) >> at["Contres"] & 1:
            yield Breach("known", "", "ships cannot sail between Auxerre and Contres")
    mountains = 0
    for h in bits(board.land):
        mountains |= (board.terrain[h] == MOUNTAIN) << h
    if "Montargon" in at and not grid.near[at["Montargon"]] & mountains:
        yield Breach("known", grid.label(at["Montargon"]), "Montargon has no mountains beside it")
    if not any(grid.row(h) > ROWS // 2 for h in bits(mountains)):
        yield Breach("known", "", "map 1 has no mountain range in its south")


def _second_map(surveys: Mapping[int, Survey]) -> Iterator[Breach]:
    """Barcastle and Newpool on their island."""
    board = surveys[2].board
    at = [board.by_name.get(name, -1) for name in ("barcastle", "newpool")]
    if min(at) < 0:
        return
    both = 1 << at[0] | 1 << at[1]
    if not any(land & board.city == both for land in islands(surveys[2])):
        text = "Barcastle and Newpool are not the two cities of one island"
        yield Breach("known", board.grid.label(at[0]), text)


def _hope(surveys: Mapping[int, Survey]) -> Iterator[Breach]:
    """V-XMOVE-a: the attack on Hope can be played as the book tells it."""
    board, grid = surveys[2].board, surveys[2].board.grid
    hope = board.by_name.get("hope", -1)
    others = {name: board.by_name.get(name.casefold(), -1) for name in FROM_HOPE}
    if hope < 0 or min(others.values()) < 0:
        return
    where = grid.label(hope)
    if board.terrain[hope] not in (CLEAR, DESERT):
        yield Breach("hope", where, "Hope must be clear or desert, for drop and invasion")
    for name, due in FROM_HOPE.items():
        found = grid.distance(hope, others[name])
        if found != due:
            yield Breach("hope", where, f"{name} lies {found} hexes from Hope, not {due}")
    sea = board.sea
    for h in (hope, others["Garby"], others["Granton"]):
        sea &= grid.spread(board.sea_net, 1 << h)
    if not sea:
        yield Breach("hope", where, "no sea hex joins Garby, Granton and Hope")
    for h in bits(board.place & grid.disk(LANDING, hope)):
        if h != hope and h not in others.values():
            text = f"{board.title(h)} lies within {LANDING} hexes of Hope"
            yield Breach("hope", grid.label(h), text)


SET_CHECKS: Final[tuple[Callable[[Mapping[int, Survey]], Iterator[Breach]], ...]] = (
    _names,
    _terrain,
    _known,
    _first_map,
    _second_map,
    _hope,
)


# Layouts


def check_layouts(maps: Mapping[int, MapData] | None = None) -> list[Breach]:
    """Every breach of the ways to join the maps.

    All joints of two maps are laid; larger layouts have no others, so that each order is laid
    once with the turnings going round.
    """
    chosen = dict(maps or shipped())
    out = []
    for spec in [*pairs_of(chosen), *larger_of(chosen)]:
        out += check_layout(spec, chosen)
    return out


def pairs_of(maps: Mapping[int, MapData]) -> list[LayoutSpec]:
    """Two maps side by side and one above the other, in every order and turning."""
    return [
        LayoutSpec(pair, turned, (0, 1), shape)
        for pair in permutations(maps, 2)
        for turned in product((False, True), repeat=2)
        for shape in ("row", "column")
    ]


def larger_of(maps: Mapping[int, MapData]) -> list[LayoutSpec]:
    """Three and four maps in a row and four in a square, each order with another turning."""
    out = []
    for count, shape in ((3, "row"), (4, "row"), (4, "square")):
        turnings = list(product((False, True), repeat=count))
        for i, order in enumerate(permutations(maps, count)):
            owners = (0, 1, 0, 1)[:count]
            out.append(LayoutSpec(order, turnings[i % len(turnings)], owners, shape))
    return out


def check_layout(spec: LayoutSpec, maps: Mapping[int, MapData]) -> list[Breach]:
    """Every breach of one layout."""
    try:
        board = Board(join_maps(spec, [maps[number] for number in spec.maps]), spec.key())
    except MapError as error:
        return [Breach("joint", spec.key(), f"{spec.key()}: {error}")]
    return [
        Breach(check, where, f"{spec.key()}: {text}")
        for examine in (_joints_beside, _joints_above, _one_network)
        for check, where, text in examine(board)
    ]


def _joints_beside(board: Board) -> Iterator[Breach]:
    """Roads and ships cross the joints of maps that lie side by side."""
    grid = board.grid
    for col in range(COLS, grid.cols, COLS - 1):
        joint = [h for h in bits(grid.all) if grid.column(h) == col]
        yield from _broken_roads(board, joint, (4, 5), (1, 2))
        for top in range(1, grid.rows, ROWS - 1):
            part = [h for h in joint if top <= grid.row(h) < top + ROWS]
            if not any(_sails(board, h, (4, 5)) and _sails(board, h, (1, 2)) for h in part):
                text = f"no ship passes the joint in column {col:02}"
                yield Breach("joint", grid.label(part[0]), text)


def _joints_above(board: Board) -> Iterator[Breach]:
    """Roads and ships cross the joints of maps that lie above one another."""
    grid = board.grid
    for row in range(ROWS, grid.rows, ROWS - 1):
        joint = [h for h in bits(grid.all) if grid.row(h) == row and grid.column(h) % 2]
        yield from _broken_roads(board, joint, (5, 0, 1), (2, 3, 4))
        for left in range(1, grid.cols, COLS - 1):
            above = [grid.find(col, row - 1) for col in range(left + 1, left + COLS - 1, 2)]
            if not any(_sails(board, h, (3,)) for h in above):
                text = f"no ship passes the joint in row {row:02}"
                yield Breach("joint", grid.label(above[0]), text)


def _sails(board: Board, h: int, directions: tuple[int, ...]) -> bool:
    """Whether a ship in sea hex h comes to another sea hex in one of the directions."""
    if not board.sea >> h & 1:
        return False
    return any(
        board.sea_net[d] >> h & board.sea >> board.grid.neighbour(h, d) & 1
        for d in directions
        if board.grid.neighbour(h, d) >= 0
    )


def _broken_roads(
    board: Board, joint: list[int], one: tuple[int, ...], other: tuple[int, ...]
) -> Iterator[Breach]:
    for h in joint:
        here = any(board.road_net[d] >> h & 1 for d in one)
        there = any(board.road_net[d] >> h & 1 for d in other)
        if here != there:
            where = board.grid.label(h)
            yield Breach("joint", where, f"the road that comes to {where} ends at the joint")


def _one_network(board: Board) -> Iterator[Breach]:
    """V-7.2-c: roads and sea lines join all cities of the layout."""
    lines = board.supply_net
    joined = board.grid.flood(lines, board.city & -board.city, board.grid.all)
    if board.city & ~joined:
        names = listed(board.title(h) for h in bits(board.city & ~joined))
        where = board.grid.label(bits(board.city & ~joined)[0])
        yield Breach("lines", where, f"no line joins the other cities to {names}")
