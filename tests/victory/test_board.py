import re
from pathlib import Path

import pytest

from sirocco.games.victory.board import Board, board_by_key, board_for
from sirocco.games.victory.chart import chart_of, data_pack
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.mapdata import LAKE, MOUNTAIN, OFF_MAP, MapError
from sirocco.kernel.bits import bits
from sirocco.kernel.hexes import Net

DOCS = Path(__file__).parents[2] / "docs" / "maps.md"
FOUND = re.search(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
assert FOUND is not None
EXAMPLE = Board.from_text(FOUND[1])
SQUARE = board_for(LayoutSpec((1, 2, 3, 4), (False, True, True, False), (0, 1, 0, 1), "square"))
BOARDS = [EXAMPLE, SQUARE]


def custom(*lines: str, more: str = "") -> Board:
    return Board.from_text("map = '''\n" + "".join(f"{line}\n" for line in lines) + "'''\n" + more)


def pairs(board: Board, net: Net) -> set[str]:
    """Hexsides of a net that is open both ways, by name."""
    grid = board.grid
    out = set()
    for d in range(6):
        for h in bits(net[d]):
            to = grid.neighbour(h, d)
            assert net[(d + 3) % 6] >> to & 1, "open both ways"
            out.add("-".join(sorted((grid.label(h), grid.label(to)))))
    return out


def limits(board: Board, side: str) -> tuple[int, int]:
    """The limits of Army and naval units on a hexside, the same from both hexes."""
    a, b = (board.grid.index(number) for number in side.split("-"))
    d = board.grid.direction(a, b)
    there, back = 6 * a + d, 6 * b + (d + 3) % 6
    assert board.army_side[there] == board.army_side[back]
    assert board.naval_side[there] == board.naval_side[back]
    return board.army_side[there], board.naval_side[there]


def labels(board: Board, mask: int) -> str:
    return " ".join(board.grid.labels(mask))


def test_sets_of_hexes() -> None:
    b = EXAMPLE
    assert labels(b, b.sea) == "0101 0102 0201 0504 0601 0602 0604"  # V-2.1-w: lakes too
    assert labels(b, b.shoal) == "0501"
    assert b.land | b.sea | b.shoal == b.grid.all
    assert b.land & (b.sea | b.shoal) == 0
    assert labels(b, b.canal) == "0502 0503 0603"
    assert labels(b, b.coastal) == "0103 0202 0301 0302 0401 0403 0404 0502 0503 0603"
    assert labels(b, b.city) == "0103 0401 0603"
    assert labels(b, b.town) == "0204 0503"
    assert b.place == b.city | b.town
    assert labels(b, b.port) == "0103 0401 0503 0603"  # V-2.2-g
    assert labels(b, b.stop) == "0302 0303 0304 0402 0404"
    assert labels(b, b.double) == "0304 0402 0404"
    assert labels(b, b.drop) == "0103 0104 0202 0203 0204 0301 0401 0403 0502 0503 0603"
    assert labels(b, b.road) == "0103 0202 0203 0302 0401 0402 0403"


def test_values_by_hex() -> None:
    b = EXAMPLE
    at = b.grid.index
    assert b.terrain[at("0402")] == MOUNTAIN
    assert b.terrain[at("0602")] == LAKE
    assert [b.pp[at(n)] for n in ("0103", "0401", "0603", "0204")] == [2, 3, 1, 0]
    off = [h for h in range(b.grid.size) if not b.grid.all >> h & 1]
    assert off
    assert all(b.terrain[h] == OFF_MAP for h in off)
    assert all(b.army_limit[h] == b.naval_limit[h] == 0 and b.home[h] == 3 for h in off)


@pytest.mark.parametrize(
    ("number", "army", "naval"),
    [
        ("0203", 4, 0),  # V-2.1-b: clear
        ("0104", 3, 0),  # V-2.1-c: desert
        ("0303", 3, 0),  # V-2.1-d: forest
        ("0304", 2, 0),  # V-2.1-f: marsh
        ("0402", 2, 0),  # V-2.1-h: mountain
        ("0101", 0, 4),  # V-2.1-v: sea
        ("0602", 0, 4),  # V-2.1-w: lake
        ("0501", 0, 0),  # V-2.1-aa: shoal
        ("0103", 4, 2),  # V-2.1-y: coast
        ("0302", 3, 2),  # V-4.1-b: full land terrain on the coast
        ("0502", 4, 2),  # A20: canal
    ],
)
def test_stacking(number: str, army: int, naval: int) -> None:
    h = EXAMPLE.grid.index(number)
    assert (EXAMPLE.army_limit[h], EXAMPLE.naval_limit[h]) == (army, naval)


@pytest.mark.parametrize(
    ("side", "army", "naval"),
    [
        ("0203-0303", 1, 0),  # V-2.0-c: the more restrictive of clear and forest
        ("0303-0403", 2, 0),  # V-2.0-b: clear hexside of a forest hex
        ("0203-0204", 2, 0),  # V-2.1-c: desert
        ("0403-0503", 1, 0),  # V-2.1-d: forest
        ("0204-0304", 1, 0),  # V-2.1-f: marsh
        ("0303-0304", 1, 0),  # V-2.1-h: mountain
        ("0302-0402", 0, 0),  # V-2.1-k: alpine
        ("0402-0403", 2, 0),  # A18: alpine with a road
        ("0202-0302", 2, 0),  # V-2.3-g: road into forest
        ("0103-0202", 0, 0),  # V-2.1-r: river below the bridge
        ("0202-0203", 1, 0),  # V-2.3-h: bridge
        ("0202-0303", 1, 0),  # V-2.1-m: river above the bridge
        ("0102-0103", 0, 1),  # V-2.1-z: coastal hexside
        ("0301-0302", 0, 2),  # A16: all water between land hexes
        ("0102-0202", 0, 2),  # A16: sea to coast
        ("0102-0201", 0, 2),  # V-2.1-v: sea
        ("0101-0201", 0, 0),  # V-2.1-aa: shoal hexside
        ("0501-0601", 0, 0),  # V-2.1-aa: beside a shoal hex
        ("0502-0503", 2, 0),  # along a canal
    ],
)
def test_hexside_limits(side: str, army: int, naval: int) -> None:
    assert limits(EXAMPLE, side) == (army, naval)


def test_a_coastal_hexside_between_land_hexes_lets_both_cross() -> None:
    b = custom(" .", "    %+", "       f", "", " f")
    assert limits(b, "0101-0201") == (2, 1)  # V-2.3-g: the naval limit is not changed
    b = custom(" .", "     %", "       f", "", " f")
    assert limits(b, "0101-0201") == (1, 1)  # V-2.1-z
    assert labels(b, b.shore) == "0101 0201"
    assert pairs(b, b.sea_net) == {"0101-0201"}
    b = custom(" .", "    %s", "       f", "", " f")
    assert limits(b, "0101-0201") == (1, 0)
    assert b.coastal == 0  # A77


def test_rivers_and_their_nets() -> None:
    b = EXAMPLE
    assert pairs(b, b.wet) == {"0103-0202", "0202-0203", "0202-0303", "0302-0303"}  # V-2.1-p
    assert pairs(b, b.ford_net) == {"0202-0303", "0302-0303"}  # V-2.1-n, V-2.1-o
    assert "0202-0203" in pairs(b, b.free_net)
    assert pairs(b, b.free_net) | pairs(b, b.ford_net) == pairs(b, b.land_net)
    assert not pairs(b, b.free_net) & pairs(b, b.ford_net)
    for barred in ("0103-0202", "0302-0402", "0301-0302", "0102-0103"):
        assert barred not in pairs(b, b.land_net)


def test_roads() -> None:
    b = EXAMPLE
    roads = {"0103-0203", "0202-0203", "0202-0302", "0302-0401", "0401-0402", "0402-0403"}
    assert pairs(b, b.road_net) == roads  # A78
    assert roads <= pairs(b, b.land_net)


def test_ships() -> None:
    b = EXAMPLE
    sea = pairs(b, b.sea_net)
    assert {"0101-0102", "0102-0103", "0201-0301", "0301-0302", "0301-0401"} <= sea
    assert "0401-0501" not in sea  # V-2.1-aa: shoal hex
    assert "0101-0201" not in sea  # V-2.1-aa: shoal hexside
    assert "0202-0302" not in sea  # A76: all land
    assert not any(canal in side for side in sea for canal in ("0502", "0503", "0603"))
    strategic = pairs(b, b.strategic_sea_net)
    assert strategic - sea == {  # V-2.1-t
        "0502-0503",
        "0503-0603",
        "0502-0601",
        "0502-0602",
        "0503-0602",
        "0503-0504",
        "0504-0603",
        "0602-0603",
        "0603-0604",
    }
    assert sea < strategic


def test_a_canal_leads_through_a_strategic_move_only() -> None:
    b = EXAMPLE
    lake, east = b.grid.index("0602"), b.grid.index("0604")
    assert not b.grid.flood(b.sea_net, 1 << lake, b.grid.all) >> east & 1
    assert b.grid.flood(b.strategic_sea_net, 1 << lake, b.grid.all) >> east & 1


def test_supply_of_neighbours() -> None:
    near = pairs(EXAMPLE, EXAMPLE.supply_next_net)
    assert "0302-0402" not in near  # V-2.1-l, A65
    assert "0103-0202" not in near  # V-2.1-s, A65
    assert {"0402-0403", "0202-0203", "0202-0303", "0203-0303"} <= near
    assert "0301-0302" in near  # a strait is neither Alpine nor a river
    assert all(
        EXAMPLE.land >> EXAMPLE.grid.index(number) & 1
        for side in near
        for number in side.split("-")
    )


def test_sea_links_join_ports_over_sea_hexes() -> None:
    b = custom(
        " .C1         .T          .c2",
        "     w",
        "       .T          ~           .T",
        "",
        " ~           ~           :",
    )
    assert labels(b, b.port) == "0101 0201 0301 0501"  # A77: 0601 touches shoals only
    links = pairs(b, b.sea_link_net)
    # A68, A77: not from coast to coast (0101-0201), not from a canal hex (0401-0501)
    assert links == {
        "0101-0102",
        "0102-0201",
        "0201-0302",
        "0301-0302",
        "0301-0401",
        "0302-0401",
    }
    assert "0101-0201" in pairs(b, b.sea_net)
    assert "0401-0501" in pairs(b, b.strategic_sea_net)


def test_a_coast_without_a_place_is_no_end_of_a_sea_link() -> None:
    b = custom(" .T", "", "       ~", "", " .")
    assert pairs(b, b.sea_link_net) == {"0101-0201"}
    assert pairs(b, b.sea_net) == {"0101-0201", "0102-0201"}


RIVER_SIDES = ("0101-0201", "0102-0201", "0102-0202", "0103-0202")


def river(marks: str, south: str = "~", more: str = "") -> str:
    """How a river from north to south can be crossed: x not at all, f forded, b by bridge.

    It runs between the two columns of the map; `south` is the terrain of hex 0203.
    """
    b = custom(
        " .",
        f"     {marks[0]}",
        "       .",
        f"     {marks[1]}",
        " .",
        f"     {marks[2]}",
        "       .",
        f"     {marks[3]}",
        " .",
        "",
        f"       {south}",
        more=more,
    )
    fords, land, road = pairs(b, b.ford_net), pairs(b, b.land_net), pairs(b, b.road_net)
    assert pairs(b, b.wet) == set(RIVER_SIDES)
    return "".join(
        "b" if side in road & land else "f" if side in fords else "?" if side in land else "x"
        for side in RIVER_SIDES
    )


@pytest.mark.parametrize(
    ("marks", "crossings"),
    [
        ("====", "xxxx"),  # A93: no bridge
        ("===#", "fffb"),  # a bridge at the mouth
        ("==#=", "ffbx"),
        ("=#==", "fbxx"),
        ("#===", "bxxx"),
        ("#=#=", "bfbx"),  # only the first bridge counts
    ],
)
def test_a_river_is_barred_from_its_mouth_to_the_first_bridge(marks: str, crossings: str) -> None:
    assert river(marks) == crossings  # V-2.1-r
    assert river(marks, south="l") == crossings  # a lake has mouths as well


def test_a_river_whose_mouth_is_off_the_map() -> None:
    assert river("==#=", south=".") == "ffbf"
    assert river("====", south=".") == "xxxx"  # A93


def test_a_mouth_given_by_the_map() -> None:
    mouth = '[rivers]\nmouths = ["0101-0201"]'
    assert river("==#=", south=".", more=mouth) == "xxbf"
    assert river("==#=", south="~", more=mouth) == "xxbf"


def test_a_mouth_on_a_coastal_hexside() -> None:
    sea = '[hexsides]\n"0103-0202" = "coastal river"'
    assert river("=#==", south=".", more=sea) == "fbxx"


def test_a_tributary_below_the_first_bridge_is_barred_up_to_its_own() -> None:
    # The stem leaves the sea 0103 by 0102-0202 and forks at the corner of 0102, 0201, 0202.
    def fork(stem: str, left: str, right: str) -> list[str]:
        b = custom(
            " .           .",
            "",
            "       .",
            f"     {left}",
            f" .      {right}    .",
            f"     {stem}",
            "       .",
            "",
            " ~           .",
        )
        land = pairs(b, b.land_net)
        return [side for side in ("0102-0202", "0102-0201", "0201-0202") if side in land]

    assert fork("=", "=", "#") == ["0201-0202"]
    assert fork("=", "#", "=") == ["0102-0201"]
    assert fork("#", "=", "=") == ["0102-0202", "0102-0201", "0201-0202"]


def test_names_and_owners() -> None:
    b = EXAMPLE
    at = b.grid.index
    assert b.name == "Example"
    assert b.name_of[at("0401")] == "Alden"
    assert b.by_name["porto vell"] == at("0103") == b.find(" Porto VELL ") == b.find("0103")
    assert b.title(at("0401")) == "Alden (0401)"
    assert b.title(at("0101")) == "0101"
    assert [labels(b, mask) for mask in b.homes] == ["0103 0503 0603", "0401", "0204"]
    homes = [b.home[at(n)] for n in ("0103", "0401", "0204", "0203", "0101")]
    assert homes == [0, 1, 2, 3, 3]


def test_owners_given_beside_the_map() -> None:
    text = "map = ''' .C1\n\n       .T\n'''\n[places]\n0101 = 'Hope'"
    b = Board.from_text(text, {"hope": "blue", "0201": "red"})
    assert [labels(b, mask) for mask in b.homes] == ["0201", "0101", ""]
    assert Board.from_text(text, {"hope": "blue", "0201": "red"}) is b
    assert Board.from_text(text).key != b.key
    with pytest.raises(MapError, match="place Hope is red, blue or neutral, not 'green'"):
        Board.from_text(text, {"Hope": "green"})
    with pytest.raises(MapError, match="'Nowhere' is no hex number"):
        Board.from_text(text, {"Nowhere": "red"})
    with pytest.raises(MapError, match="0101 has an owner but is neither city nor town"):
        Board.from_text("map = ' .'", {"0101": "red"})


def test_the_key_of_a_board_finds_it_again() -> None:
    assert board_by_key(EXAMPLE.key) is EXAMPLE
    assert board_by_key(SQUARE.key) is SQUARE
    with pytest.raises(MapError, match="custom board custom:00 have not been read"):
        board_by_key("custom:00")
    with pytest.raises(MapError, match="names no layout"):
        board_by_key("nonsense")


def test_tables_of_ones_own() -> None:
    own = {"terrain": {"hex": {"clear": {"army": 5}}, "hexside": {"bridge": {"late": False}}}}
    pack = data_pack().overlay(own, "mine")
    text = "map = ''' .\n     #\n       .\n'''"
    b, plain = Board.from_text(text, pack=pack), Board.from_text(text)
    h = b.grid.index("0101")
    assert (b.army_limit[h], plain.army_limit[h]) == (5, 4)
    assert (pairs(b, b.wet), pairs(plain, plain.wet)) == (set(), {"0101-0201"})
    assert b.key == f"{plain.key}@{pack.hash[:12]}"
    assert board_by_key(b.key) is b
    assert chart_of(pack).army[0] == 5


def test_a_side_beyond_the_map() -> None:
    b = custom(" .")
    with pytest.raises(MapError, match="hex 0101 has no hexside there"):
        b.side(b.grid.index("0101"), 0)


def test_a_hexside_of_the_board() -> None:
    grid = EXAMPLE.grid
    a, b = grid.index("0202"), grid.index("0203")
    assert EXAMPLE.side(a, 3) == EXAMPLE.side(b, 0)
    assert EXAMPLE.side(a, 3).bridge
    assert not EXAMPLE.side(a, 2).bridge


@pytest.mark.parametrize("b", BOARDS, ids=lambda b: b.key)
def test_what_holds_on_every_board(b: Board) -> None:
    grid = b.grid
    every = pairs(b, grid.net)
    assert pairs(b, b.land_net) == {s for s in every if limits(b, s)[0]}
    assert pairs(b, b.land_net) <= pairs(b, b.supply_next_net)
    assert pairs(b, b.sea_net) <= {s for s in every if limits(b, s)[1]}
    assert pairs(b, b.sea_link_net) <= pairs(b, b.sea_net) < pairs(b, b.strategic_sea_net)
    assert b.port & ~b.place == 0
    assert b.homes[0] | b.homes[1] | b.homes[2] == b.place
    for h in bits(grid.all):
        assert (b.army_limit[h] > 0) == bool(b.land >> h & 1)
        assert (b.naval_limit[h] > 0) == bool((b.sea | b.coastal) >> h & 1)
        assert (b.pp[h] > 0) == bool(b.city >> h & 1)


def test_the_square_has_four_maps() -> None:
    b = SQUARE
    assert b.city.bit_count() == 24
    per_map = [sum(b.pp[h] for h in bits(b.city) if b.map_of[h] == n) for n in (1, 2, 3, 4)]
    assert per_map == [10, 10, 10, 10]
    assert sum(b.pp[h] for h in bits(b.homes[0])) == 20
    assert {b.map_of[h] for h in bits(b.homes[0])} == {1, 3}
