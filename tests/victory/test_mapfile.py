import re
from pathlib import Path
from string import ascii_letters

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.games.victory.mapdata import (
    CLEAR,
    FOREST,
    LAKE,
    MARKS,
    MARSH,
    MOUNTAIN,
    NEUTRAL,
    SEA,
    SHOAL,
    Hex,
    MapData,
    MapError,
    fault_of_marks,
    resolve,
    side_cell,
    side_label,
    step,
    tidy,
)
from sirocco.games.victory.mapfile import FEATURE_CHARS, TERRAIN_CHARS, draw_text, parse, write_text

DOCS = Path(__file__).parents[2] / "docs" / "maps.md"


def example() -> str:
    """The example of docs/maps.md."""
    found = re.search(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def picture(*lines: str, more: str = "") -> str:
    return "map = '''\n" + "".join(line + "\n" for line in lines) + "'''\n" + more


PAIR = picture(" .           .", "     +     +", "       f")
"""0101 and 0301 clear with roads to 0201 forest between and below them."""


def test_the_example_has_every_terrain_feature_and_mark() -> None:
    text = example()
    drawn = text.split("'''")[1]
    for char in TERRAIN_CHARS + FEATURE_CHARS:
        assert char in drawn
    marks = set("".join(parse(text).sides.values()))
    assert marks == set(MARKS)


def test_the_example_says_what_it_shows() -> None:
    data = parse(example())
    assert (data.name, data.cols, data.rows, len(data.hexes)) == ("Example", 6, 4, 24)
    assert data.hexes[1, 3] == Hex(CLEAR, city=True, value=2, name="Porto Vell", owner=0)
    assert data.hexes[2, 4].town
    assert data.hexes[2, 4].owner == NEUTRAL
    assert data.hexes[4, 1] == Hex(CLEAR, city=True, value=3, name="Alden", owner=1)
    assert data.hexes[5, 2] == Hex(CLEAR, canal=True)
    assert data.hexes[5, 3] == Hex(CLEAR, town=True, canal=True, name="Locks", owner=0)
    assert data.hexes[6, 3] == Hex(CLEAR, city=True, canal=True, value=1, name="Sella", owner=0)
    terrains = [data.hexes[cell].terrain for cell in ((3, 2), (3, 4), (4, 2), (1, 1), (6, 2))]
    assert terrains == [FOREST, MARSH, MOUNTAIN, SEA, LAKE]
    assert data.hexes[5, 1].terrain == SHOAL
    by_name = {side_label(side): marks for side, marks in data.sides.items()}
    assert by_name["0202-0203"] == "#"
    assert by_name["0103-0202"] == "="
    assert by_name["0402-0403"] == "+^"
    assert by_name["0303-0304"] == "M"
    assert by_name["0302-0401"] == "+"
    assert by_name["0301-0401"] == "w"
    assert by_name["0403-0504"] == "%"
    assert data.mouths == {(1, 3, 1)}


def test_marks_in_words_replace_those_of_the_picture() -> None:
    data = parse(PAIR + '[hexsides]\n"0101-0201" = "river road"\n"0301-0201" = "plain"\n')
    assert data.sides == {(1, 1, 2): "#"}


def test_road_and_river_together_are_a_bridge() -> None:
    data = parse(picture(" .           .", "     +=   %+=", "       f"))
    assert data.sides == {(1, 1, 2): "#", (2, 1, 1): "%#"}


def test_a_place_with_a_table_of_its_own() -> None:
    data = parse("owner = 'red'\n" + picture(" .T") + "[places]\n0101 = {name = 'Hope'}")
    assert data.hexes[1, 1] == Hex(CLEAR, town=True, name="Hope", owner=0)


def test_blank_places_are_no_hexes() -> None:
    data = parse(picture(" .", "", "", "", "", "", "", "", " d"))
    assert sorted(data.hexes) == [(1, 1), (1, 3)]
    assert (data.cols, data.rows) == (1, 3)


FAULTS = [
    (picture(" x"), r"hex 0101 \(line 1, column 2 of the picture\): 'x' is no terrain"),
    (picture("  C2"), r"hex 0101 \(line 1, column 3 of the picture\): 'C' is no terrain"),
    (picture("", "", "       .Q"), r"hex 0201 \(line 3, column 8 .*'Q' is no feature"),
    (picture(" .C"), "hex 0101 .* a city needs its value"),
    (picture(" .C0"), "hex 0101 .* a city needs its value"),
    (picture(" .c"), "hex 0101 .* a city needs its value"),
    (picture(" .T1"), "hex 0101 .* only a city has a value"),
    (picture(" .K1"), "hex 0101 .* only a city has a value"),
    (picture(" .²"), "hex 0101 .* is no feature"),
    (picture(" .C²"), "hex 0101 .* a city needs its value"),
    (picture(" ~T"), "hex 0101 .* lies in a land hex"),
    (picture(" lK"), "hex 0101 .* lies in a land hex"),
    (picture(" :C1"), "hex 0101 .* lies in a land hex"),
    (picture("."), "line 1, column 1 of the picture: '.' stands in no hex and on no hexside"),
    (picture(" .", " +"), r"line 2, column 2 of the picture: '\+' stands in no hex"),
    (picture(" .   +"), r"line 1, column 6 of the picture: '\+' stands in no hex"),
    (picture(" .     f"), "line 1, column 8 of the picture: 'f' stands in no hex"),
    (picture("\t."), "line 1, column 1 of the picture: a tab cannot be placed"),
    (picture(" .", "     +"), r"line 2, column 6 of the picture: '\+' marks no hexside.* 0201"),
    (picture(" .", "", "  +"), r"line 3, column 3 of the picture: '\+' marks no hexside.* 0102"),
    (picture(" .           .", "           +"), r"'\+' marks no hexside.*no hex 0201"),
    (picture(" .", "     ?", "       ."), r"hexside 0101-0201 \(line 2, column 6 .*no mark"),
    (picture(" .", "     ++", "       ."), r"hexside 0101-0201 .*'\+' stands there twice"),
    (picture(" .", "     df", "       ."), "hexside 0101-0201 .* two land terrains"),
    (picture(" .", "     #+", "       ."), "hexside 0101-0201 .* already a road over a river"),
    (picture(" .", "     %w", "       ."), "hexside 0101-0201 .* both coastal"),
    (picture(" .", "     +", "       ~"), "hexside 0101-0201 .* a road runs between land hexes"),
    (picture(" .", "    %=", "       ~"), "hexside 0101-0201 .* a river runs between land hexes"),
    (picture(" .", "     #w", "       ."), "hexside 0101-0201 .* a bridge needs land there"),
    (picture(" .", "     s+", "       ."), "hexside 0101-0201 .* a road needs land there"),
    (picture(" .", "     ^", "       ~"), "hexside 0101-0201 .* all water"),
    (picture(" .", "     wf", "       ."), "hexside 0101-0201 .* all water"),
    (picture(*[" ."] + [""] * 119 + [" ."]), "line 121, .* at most 30 columns and 30 rows"),
    (picture(" " * 181 + "."), "at most 30 columns and 30 rows"),
    (picture(""), "shows no hex"),
    ("name = 'x'", "needs its picture"),
    ("map = 3", "needs its picture"),
    ("map = ", "not valid TOML"),
    ("colour = 1\n" + PAIR, "no key 'colour'"),
    ("name = 1\n" + PAIR, "name of a map is a text"),
    ("owner = 'green'\n" + PAIR, "the owner of the map is red, blue or neutral, not 'green'"),
    ("owner = [1]\n" + PAIR, "the owner of the map is red, blue or neutral"),
    ("places = 1\n" + PAIR, r"\[places\] of a map is a table"),
    (PAIR + "[places]\n0401 = 'X'", "there is no hex 0401"),
    (PAIR + "[places]\nX = '0101'", "'X' is no hex number"),
    (PAIR + "[places]\n0101 = 'A'\n0201 = 'a'", "hexes 0101 and 0201 have the same name 'a'"),
    (PAIR + "[places]\n0101 = 7", "place 0101 of a map is a text"),
    (PAIR + '[places]\n0101 = "a\\nb"', "place 0101 of a map is a text of one line"),
    (PAIR + "[places]\n0101 = {owner = 'red'}", "0101 has an owner but is neither city nor town"),
    (PAIR + "[places]\n0101 = {size = 1}", "place 0101 has no key 'size'"),
    (PAIR + "[hexsides]\n0101-0301 = 'road'", "0101 and 0301 have no hexside in common"),
    (PAIR + "[hexsides]\n0101 = 'road'", "'0101' is no hexside"),
    (PAIR + "[hexsides]\n0101-0201 = 'rail'", "hexside 0101-0201: 'rail' is none of"),
    (PAIR + "[hexsides]\n0101-0201 = 'road road'", "hexside 0101-0201 in .* twice"),
    (PAIR + "[rivers]\nmouth = []", r"\[rivers\] of a map has no key 'mouth'"),
    (PAIR + "[rivers]\nmouths = 1", "mouths of .* is a list"),
    (PAIR + "[rivers]\nmouths = [1]", "a river's mouth of a map is a text"),
    (PAIR + "[rivers]\nmouths = ['0101-0201']", "0101-0201 is given as a mouth but has no river"),
]


@pytest.mark.parametrize(("text", "sentence"), FAULTS)
def test_a_fault_is_one_sentence_that_says_where(text: str, sentence: str) -> None:
    with pytest.raises(MapError, match=sentence) as caught:
        parse(text)
    assert "\n" not in str(caught.value)


names = st.text(ascii_letters + " '\"\\äß", max_size=6).map(str.strip)


@st.composite
def maps(draw: st.DrawFn) -> MapData:
    cols, rows = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    hexes: dict[tuple[int, int], Hex] = {}
    used = {""}
    for col in range(1, cols + 1):
        for row in range(1, rows + 1):
            if draw(st.integers(0, 9)):
                hexes[col, row] = draw_hex(draw, used)
    if not hexes:
        hexes[1, 1] = Hex(CLEAR)
    data = MapData(
        name=draw(names),
        cols=max(col for col, _ in hexes),
        rows=max(row for _, row in hexes),
        hexes=hexes,
    )
    for side, far in data.pairs():
        marks = tidy(draw(st.text(MARKS, max_size=5)))
        if not fault_of_marks(hexes[side[0], side[1]], hexes[far], marks) and marks:
            data.sides[side] = marks
    rivers = [side for side, marks in data.sides.items() if set(marks) & set("=#")]
    mouths = draw(st.sets(st.sampled_from(rivers))) if rivers else set()
    return MapData(data.name, data.cols, data.rows, hexes, data.sides, frozenset(mouths))


def draw_hex(draw: st.DrawFn, used: set[str]) -> Hex:
    terrain = draw(st.integers(0, 7))
    feature = draw(st.sampled_from(FEATURE_CHARS)) if terrain < SEA else " "
    name = draw(names)
    if name.casefold() in used:
        name = ""
    used.add(name.casefold())
    city, town = feature in "Cc", feature in "Tt"
    return Hex(
        terrain,
        city=city,
        town=town,
        canal=feature in "Kct",
        value=draw(st.integers(1, 9)) if city else 0,
        name=name,
        owner=draw(st.integers(0, 2)) if city or town else NEUTRAL,
    )


@given(maps())
def test_a_map_written_and_read_is_the_same(data: MapData) -> None:
    assert parse(write_text(data)) == data


@given(maps())
def test_the_picture_alone_keeps_hexes_and_marks(data: MapData) -> None:
    again = parse("map = '''\n" + draw_text(data) + "'''")
    plain = {cell: found._replace(name="", owner=NEUTRAL) for cell, found in data.hexes.items()}
    assert again.hexes == plain
    assert again.sides == {side: m for side, m in data.sides.items() if len(m) <= 3}


def test_steps_lead_back() -> None:
    for col in (3, 4):
        for d in range(6):
            there = step(col, 5, d)
            assert step(*there, (d + 3) % 6) == (col, 5)
            assert side_cell(col, 5, d) == side_cell(*there, (d + 3) % 6)
            assert side_cell(col, 5, d)[2] in (1, 2, 3)


@pytest.mark.parametrize(
    ("a", "b", "marks", "land", "water", "shoal", "terrain"),
    [
        (CLEAR, CLEAR, "", True, False, False, CLEAR),
        (CLEAR, FOREST, "", True, False, False, FOREST),
        (MOUNTAIN, MARSH, "", True, False, False, MOUNTAIN),
        (FOREST, FOREST, ".", True, False, False, CLEAR),
        (CLEAR, CLEAR, "%f", True, True, False, FOREST),
        (CLEAR, CLEAR, "w", False, True, False, SEA),
        (CLEAR, CLEAR, "s", False, True, True, SEA),
        (CLEAR, FOREST, "%s", True, True, True, FOREST),
        (CLEAR, SEA, "", False, True, False, SEA),
        (MARSH, LAKE, "%", True, True, False, MARSH),
        (SEA, LAKE, "", False, True, False, SEA),
        (SEA, SEA, "s", False, True, True, SEA),
        (CLEAR, SHOAL, "", False, True, True, SEA),
        (SHOAL, SEA, "", False, True, True, SEA),
        (CLEAR, SHOAL, "%", True, True, True, CLEAR),
    ],
)
def test_what_a_hexside_is(
    a: int, b: int, marks: str, land: bool, water: bool, shoal: bool, terrain: int
) -> None:
    for one, other in ((a, b), (b, a)):
        side = resolve(Hex(one), Hex(other), marks)
        assert (side.land, side.water, side.shoal, side.terrain) == (land, water, shoal, terrain)
        assert side.sea == (water and not shoal)
