"""Supply Lines, bases, sea links, Beachheads and blockades (7.0 to 7.3)."""

import pytest

from sirocco.games.victory.state import Victory
from sirocco.games.victory.supply import supplied, supply_map, unsupplied
from sirocco.games.victory.terms import Terms
from tests.victory.ends import labels, names, position
from tests.victory.ground import BLUE, RED, make

ROWS = [
    ".C2 .   .   .C1 .   .   .C2 .C1",
    ".   .   .   .   .   .   .   .  ",
    ".   .   .   .   .   .   .   .  ",
    ".C1 .T  .   .   .   .T  .   .C1",
    "~   ~   ~   ~   ~   ~   ~   ~  ",
    "~   ~   .   ~   ~   .C1 ~   ~  ",
    "~   ~   .   ~   ~   .   ~   ~  ",
]
ROAD = "0101-0201 0201-0301 0301-0401 0401-0501 0501-0601 0601-0701 0701-0801"
BOARD = make(
    ROWS,
    {"road": ROAD},
    {"red": "0101 0401 0104 0204", "blue": "0701 0801 0804 0604 0606"},
)


def at(*blocks: str, side: int = RED, options: tuple[str, ...] = ()) -> Victory:
    return position(BOARD, *blocks, side=side, terms=Terms("custom", options=options))


def fed(g: Victory, side: int, number: str) -> bool:
    return bool(supply_map(g, side) >> g.board.grid.index(number) & 1)


def test_on_and_next_to_a_line() -> None:  # V-7.0-b, V-7.1-a, V-7.1-b, V-2.3-a
    g = at("red IN1 4 0301", "red IN2 4 0302", "red IN3 4 0303", "red AR1 4 0501", "red FA1 4 0101")
    assert names(unsupplied(g, RED)) == "IN3"
    assert names(supplied(g, RED)) == "FA1 AR1 IN1 IN2"


def test_neutral_roads_carry_up_to_the_enemy() -> None:  # V-7.1-a, V-7.1-c, A71
    g = at()
    assert fed(g, RED, "0601") and fed(g, RED, "0602")
    assert not fed(g, RED, "0801")
    assert fed(g, RED, "0701")  # next to the line that ends before it
    assert fed(g, BLUE, "0501") and not fed(g, BLUE, "0303")


def test_an_enemy_on_the_road_cuts() -> None:  # V-7.1-c
    g = at("blue IN1 4 0501", "red IN1 4 0602")
    assert names(unsupplied(g, RED)) == "IN1"
    assert fed(g, RED, "0402") and fed(g, RED, "0501")


def test_two_linked_cities_make_a_base() -> None:  # V-7.2-c, A66
    g = at("blue IN1 4 0401", "red IN1 4 0101", "red IN2 4 0201")
    assert names(unsupplied(g, RED)) == "IN1 IN2"
    assert not unsupplied(g, BLUE)


def test_towns_are_no_bases() -> None:  # V-7.2-a
    board = make(
        [".C1 .   .T ", ".   .   .  "], {"road": "0101-0201 0201-0301"}, {"red": "0101 0301"}
    )
    g = position(board, "red IN1 4 0201")
    assert names(unsupplied(g, RED)) == "IN1"
    board = make(
        [".C1 .   .C1", ".   .   .  "], {"road": "0101-0201 0201-0301"}, {"red": "0101 0301"}
    )
    assert not unsupplied(position(board, "red IN1 4 0201"), RED)


def test_captured_cities_serve_while_held() -> None:  # V-7.2-a, V-7.2-b, V-AIRBORNE-a
    g = at("red AB1 4 0801")
    assert names(unsupplied(g, RED)) == "AB1"
    g = at("red AB1 4 0801", "red IN1 1 0701")
    assert not unsupplied(g, RED)
    assert labels(g, g.control[RED]) == "0101 0104 0204 0401 0701 0801"


def test_sea_supply() -> None:  # V-7.3-a, V-7.3-c, V-2.2-i
    alone = at("red IN1 4 0104", "red IN2 4 0204", "red IN3 4 0103")
    assert names(unsupplied(alone, RED)) == "IN1 IN2 IN3"  # one city and a town
    g = at("red IN1 4 0104", "red IN2 4 0204", "red IN3 4 0103", "red MA1 1 0606")
    assert not unsupplied(g, RED)
    assert fed(g, RED, "0607")
    assert not fed(g, RED, "0306")  # A67: next to the sea part only


SEA = make(
    [".C1 ~   ~   ~   .C1", ".   .   .   .   .  "],
    {},
    {"red": "0101 0501"},
)


@pytest.mark.parametrize(
    ("blocks", "options", "lost"),
    [
        ((), (), ""),
        (("blue BB1 1 0301",), (), "IN1 IN2"),
        (("blue SS1 1 0301",), (), "IN1 IN2"),
        (("blue SS1 1 0301",), ("submarines",), "IN1 IN2"),  # V-SUBCON-c
        (("blue IN1 1 0301 at_sea",), (), "IN1 IN2"),
        (("blue BB1 1 0101 blockading",), (), "IN1 IN2"),  # V-7.3-b, V-5.8-f
        (("blue BB1 1 0302",), (), ""),  # A68: the line keeps to the open sea
    ],
)
def test_sea_lines(blocks: tuple[str, ...], options: tuple[str, ...], lost: str) -> None:
    g = position(
        SEA, "red IN1 4 0101", "red IN2 4 0501", *blocks, terms=Terms("custom", options=options)
    )
    assert names(unsupplied(g, RED)) == lost


def test_submarine_in_a_vacant_port_with_the_option() -> None:  # V-SUBCON-a, V-SUBCON-c
    g = position(
        SEA, "red IN2 4 0502", "blue SS1 1 0101", terms=Terms("custom", options=("submarines",))
    )
    assert labels(g, g.control[RED]) == "0101 0501"
    assert names(unsupplied(g, RED)) == "IN2"


def test_no_sea_line_over_shoals_canals_or_along_the_coast() -> None:  # A77, A68
    for row in (".C1 ~   :   ~   .C1", ".C1 ~   .K  ~   .C1", ".C1 ~   .   ~   .C1"):
        board = make([row, ".   .   .   .   .  "], {}, {"red": "0101 0501"})
        g = position(board, "red IN1 4 0101")
        assert names(unsupplied(g, RED)) == "IN1", row


def test_canal_city_is_no_end_of_a_sea_line() -> None:  # A77
    board = make([".c1 ~   ~   ~   .C1", ".   .   .   .   .  "], {}, {"red": "0101 0501"})
    assert names(unsupplied(position(board, "red IN1 4 0101"), RED)) == "IN1"


def test_lines_do_not_jump_between_roads() -> None:  # A78
    board = make(
        [".C1 .   .   .   .C1", ".   .   .   .   .  "],
        {"road": "0101-0201 0301-0401 0401-0501"},
        {"red": "0101 0501"},
    )
    assert names(unsupplied(position(board, "red IN1 4 0201"), RED)) == "IN1"


CROSSING = [".C1 .   .C1", "l   .   .  ", ".   .   .  "]


@pytest.mark.parametrize(
    ("sides", "lost"),
    [
        ({}, ""),
        ({"alpine": "0201-0202"}, "IN1"),  # V-2.1-l
        ({"river": "0201-0202"}, "IN1"),  # V-2.1-s, A93
        ({"river": "0201-0202", "road": "0201-0202"}, ""),  # a bridge
        ({"alpine": "0201-0202", "road": "0201-0202"}, ""),  # A18
    ],
)
def test_adjacency_across_hexsides(sides: dict[str, str], lost: str) -> None:  # A65
    roads = f"0101-0201 0201-0301 {sides.get('road', '')}"
    board = make(CROSSING, {**sides, "road": roads}, {"red": "0101 0301"})
    assert names(unsupplied(position(board, "red IN1 4 0202"), RED)) == lost


def test_who_needs_no_supply() -> None:  # V-7.0-a, V-7.5-a
    board = make([".   .   ~  ", ".C1 .   ~  "], {}, {"red": "0102"})
    g = position(
        board,
        "red IN1 4 0101",
        "red FA1 2 0102",
        "red IN2 4 0301 at_sea",
        "red MA1 4 0201 at_sea",
        "red CV1 4 0301",
        "red FA2 2 CV1",
        "red SS1 1 0302",
    )
    assert names(unsupplied(g, RED)) == "FA1 IN1"
    assert names(supplied(g, RED)) == "FA2 SS1 CV1 MA1 IN2"
