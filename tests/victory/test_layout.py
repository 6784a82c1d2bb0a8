from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.games.victory.board import Board, board_for
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.layout import (
    COLS,
    LayoutSpec,
    check_size,
    column_length,
    join,
    join_maps,
    load_map,
    map_numbers,
    turn,
    turned_cell,
)
from sirocco.games.victory.mapdata import (
    CLEAR,
    FOREST,
    MARSH,
    SEA,
    Cell,
    Hex,
    MapData,
    MapError,
    step,
)
from sirocco.games.victory.mapfile import write_text
from sirocco.kernel.packs import Pack

LAND = {
    (col, row): Hex(CLEAR) for col in range(1, COLS + 1) for row in range(1, column_length(col) + 1)
}


def plain(name: str, **changes: Hex) -> MapData:
    """A clear geomorphic map, but for the hexes given as h0304=Hex(...)."""
    hexes = dict(LAND)
    for number, found in changes.items():
        hexes[int(number[1:3]), int(number[3:])] = found
    return MapData(name, COLS, 9, hexes)


def laid(*maps: MapData, turned: tuple[bool, ...] = (False, False), shape: str = "row") -> MapData:
    count = len(maps)
    spec = LayoutSpec(tuple(range(1, count + 1)), turned, tuple(i % 2 for i in range(count)), shape)
    return join_maps(spec, list(maps))


@st.composite
def specs(draw: st.DrawFn) -> LayoutSpec:
    shape = draw(st.sampled_from(("row", "column", "square")))
    count = 4 if shape == "square" else draw(st.integers(1, 4))
    maps = draw(st.lists(st.integers(1, 99), min_size=count, max_size=count, unique=True))
    turned = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    owners = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    return LayoutSpec(tuple(maps), tuple(turned), tuple(owners), shape)


@given(specs())
def test_a_key_names_its_layout(spec: LayoutSpec) -> None:
    assert LayoutSpec.parse(spec.key()) == spec


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("", "names no layout"),
        ("row", "names no layout"),
        ("row:", "names no layout"),
        ("row:1", "names no layout"),
        ("row:0r", "names no layout"),
        ("row:1rt", "names no layout"),
        ("row:1r,,2b", "names no layout"),
        ("row:²r", "names no layout"),
        ("ring:1r,2b", "not in a 'ring'"),
        ("square:1r,2b", "a square has four maps, not 2"),
        ("row:1r,1b", "only once"),
    ],
)
def test_a_key_that_names_none(key: str, sentence: str) -> None:
    with pytest.raises(MapError, match=sentence):
        LayoutSpec.parse(key)


def test_a_layout_that_contradicts_itself() -> None:
    with pytest.raises(MapError, match="of each map whether it is turned"):
        LayoutSpec((1, 2), (False,), (0, 1)).checked()
    with pytest.raises(MapError, match="of each map whether it is turned"):
        LayoutSpec((), (), ()).checked()
    with pytest.raises(MapError, match="the owner of a map is"):
        LayoutSpec((1,), (False,), (3,)).checked()


@pytest.mark.parametrize(
    ("shape", "count", "cols", "odd", "even"),
    [
        ("row", 1, 11, 9, 8),
        ("row", 2, 21, 9, 8),
        ("row", 3, 31, 9, 8),
        ("row", 4, 41, 9, 8),
        ("column", 2, 11, 17, 16),
        ("square", 4, 21, 17, 16),
    ],
)
def test_sizes(shape: str, count: int, cols: int, odd: int, even: int) -> None:
    spec = LayoutSpec(tuple(range(1, count + 1)), (False,) * count, (0,) * count, shape)
    data = join(spec)
    assert data.cols == cols
    for col in range(1, cols + 1):
        due = range(1, (odd if col % 2 else even) + 1)
        assert [row for c, row in sorted(data.hexes) if c == col] == list(due)


def test_turning() -> None:
    assert turned_cell(1, 1) == (11, 9)
    assert turned_cell(2, 1) == (10, 8)
    assert turned_cell(6, 4) == (6, 5)
    for number in map_numbers(data_pack()):
        data = load_map(number)
        assert turn(data) != data
        assert turn(turn(data)) == data


def test_turning_keeps_hexsides_between_the_same_hexes() -> None:
    def between(data: MapData) -> set[tuple[frozenset[Cell], str]]:
        return {
            (frozenset(((col, row), step(col, row, d))), marks)
            for (col, row, d), marks in data.sides.items()
        }

    data = load_map(1)
    turned = {(frozenset(turned_cell(*c) for c in ends), m) for ends, m in between(data)}
    assert between(turn(data)) == turned


def test_what_lies_where() -> None:
    left = plain("left", h0203=Hex(FOREST, town=True, name="Left"))
    right = plain("right", h0203=Hex(MARSH, city=True, value=2, name="Right"))
    side = laid(left, right)
    assert side.name == "left + right"
    assert side.hexes[2, 3] == Hex(FOREST, town=True, name="Left", owner=0, part=1)
    assert side.hexes[12, 3] == Hex(MARSH, city=True, value=2, name="Right", owner=1, part=2)
    turned = laid(left, right, turned=(True, True))
    assert turned.hexes[10, 6].name == "Left"
    assert turned.hexes[20, 6].name == "Right"
    below = laid(left, right, shape="column")
    assert below.hexes[2, 11].name == "Right"
    four = laid(plain("a"), plain("b"), left, plain("d"), turned=(False,) * 4, shape="square")
    assert four.hexes[2, 11].name == "Left"


def test_names_of_joined_maps_differ() -> None:
    town = Hex(CLEAR, town=True, name="Hope")
    with pytest.raises(MapError, match="two hexes of the map have the name 'Hope'"):
        Board(laid(plain("a", h0203=town), plain("b", h0405=town)), "test")


def test_halves_must_show_the_same() -> None:
    wet = plain("wet", h1105=Hex(SEA))
    assert laid(plain("dry"), wet).hexes[21, 5].terrain == SEA
    with pytest.raises(MapError, match="maps 1 and 2 do not match in hex 1105"):
        laid(wet, plain("dry"))
    assert laid(wet, plain("coast", h0105=Hex(SEA))).hexes[11, 5].terrain == SEA
    low = plain("low", h0309=Hex(MARSH))
    with pytest.raises(MapError, match="maps 1 and 2 do not match in hex 0309"):
        laid(low, plain("dry"), shape="column")


def test_hexsides_of_a_joint_must_have_the_same_marks() -> None:
    marked = replace(plain("marked"), sides={(11, 4, 3): "^"})
    with pytest.raises(MapError, match="maps 1 and 2 do not match on hexside 1104-1105"):
        laid(marked, plain("dry"))
    with pytest.raises(MapError, match="maps 1 and 2 do not match on hexside 1105-1106"):
        laid(plain("dry"), marked, turned=(False, True))
    same = replace(plain("same"), sides={(1, 4, 3): "^"})
    assert laid(marked, same).sides == {(11, 4, 3): "^"}


def test_roads_and_mouths_move_with_their_map() -> None:
    data = replace(
        plain("roads"),
        sides={(10, 3, 2): "+", (1, 4, 1): "+", (5, 5, 3): "="},
        mouths=frozenset({(5, 5, 3)}),
    )
    joined = laid(data, data)
    assert joined.sides[10, 3, 2] == joined.sides[11, 4, 1] == "+"
    assert joined.mouths == {(5, 5, 3), (15, 5, 3)}
    board = Board(joined, "test")
    whole = board.grid.flood(board.road_net, board.grid.mask(["1003"]), board.grid.all)
    assert board.grid.labels(whole) == ["1003", "1104", "1203"]


def test_a_map_of_another_size_cannot_be_joined() -> None:
    with pytest.raises(MapError, match="map 'short' lacks 1109: it does not fit"):
        short = plain("short")
        del short.hexes[11, 9]
        check_size(short)
    with pytest.raises(MapError, match="map 'long' has one hex too many, 0209"):
        check_size(plain("long", h0209=Hex(CLEAR)))


def test_an_unknown_map() -> None:
    with pytest.raises(MapError, match="there is no map 77"):
        load_map(77)


def test_every_pair_of_maps_can_be_laid() -> None:
    numbers = map_numbers(data_pack())
    assert numbers[:4] == [1, 2, 3, 4]
    for a, b in permutations(numbers, 2):
        for turned in product((False, True), repeat=2):
            for shape in ("row", "column"):
                join(LayoutSpec((a, b), turned, (0, 1), shape))


def test_a_board_is_built_once() -> None:
    spec = LayoutSpec((1, 2), (False, False), (0, 1))
    assert board_for(spec) is board_for(LayoutSpec.parse("row:1r,2b"))


def test_an_owners_map_takes_the_place_of_ours(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    ours = load_map(1)
    own = replace(ours, name="Mine", hexes={c: h._replace(name="") for c, h in ours.hexes.items()})
    (folder / "map1.toml").write_text(write_text(own), encoding="utf-8")
    pack = Pack.load("victory", tmp_path)
    assert load_map(1, pack) == own
    assert load_map(2, pack) == load_map(2)
    (folder / "map1.toml").write_text('name = "Renamed"\n', encoding="utf-8")
    renamed = load_map(1, Pack.load("victory", tmp_path))
    assert renamed == replace(ours, name="Renamed")
    (folder / "map1.toml").write_text('map = " x"\n', encoding="utf-8")
    with pytest.raises(MapError, match=r"map 1: hex 0101 .* is no terrain"):
        load_map(1, Pack.load("victory", tmp_path))
