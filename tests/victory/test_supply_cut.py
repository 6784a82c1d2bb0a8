"""What cuts supply: controlled hexes, ships, blockades, supplied enemies only; Beachheads."""

import pytest

from sirocco.games.victory.state import Victory
from sirocco.games.victory.supply import (
    has_road_to_city,
    supply_map,
    sure_supply_map,
    unsupplied,
)
from sirocco.games.victory.terms import Terms
from tests.victory.ends import labels, names, position
from tests.victory.ground import BLUE, RED, make

COAST = make(
    [
        ".   .   .   .   .  ",
        ".C1 .   .T  .   .C1",
        "~   ~   ~   ~   ~  ",
    ],
    {"road": "0102-0202 0202-0302 0302-0402 0402-0502"},
    {"red": "0102 0502 0302"},
)


def coast(*blocks: str, options: tuple[str, ...] = ()) -> Victory:
    return position(COAST, "red IN1 4 0302", *blocks, terms=Terms("custom", options=options))


@pytest.mark.parametrize(
    ("blocks", "options", "lost"),
    [
        ((), (), ""),
        # Both roads cut at sea level: the cities keep their sea line, the town too.
        (("blue BB1 1 0202", "blue BB2 1 0402"), (), ""),
        (("blue BB1 1 0202", "blue BB2 1 0402", "blue BB3 1 0303"), (), "IN1"),
        (("blue SS1 1 0202", "blue SS2 1 0402", "blue BB3 1 0303"), (), "IN1"),  # V-CONTROL-e
        (("blue SS1 1 0202", "blue SS2 1 0402", "blue BB3 1 0303"), ("submarines",), ""),
        (("blue MA1 1 0202 at_sea", "blue MA2 1 0402 at_sea", "blue BB3 1 0303"), (), "IN1"),
        (("blue SS1 1 0202", "blue BB2 1 0402", "blue BB3 1 0303"), ("submarines",), "IN1"),
        (("blue SS1 1 0202", "blue MA2 1 0202 at_sea"), ("submarines",), ""),
    ],
)
def test_ships_on_a_coastal_road(
    blocks: tuple[str, ...], options: tuple[str, ...], lost: str
) -> None:  # V-CONTROL-e, V-7.5-b, V-SUBCON-b
    g = coast(*blocks, options=options)
    assert names(unsupplied(g, RED)) == lost


def test_the_way_by_sea_is_barred_at_its_ends() -> None:
    g = coast("blue BB1 1 0202", "blue BB2 1 0402", "blue BB3 1 0303", "blue BB4 1 0103")
    assert names(unsupplied(g, RED)) == "IN1"


def test_a_blockaded_port_by_road() -> None:  # V-5.8-h, V-7.3-b, V-5.8-f
    road = coast("blue BB1 1 0302 blockading")
    assert not unsupplied(road, RED)  # the land stays red: the road runs on
    cut = coast("blue BB1 1 0302 blockading", "blue BB2 1 0202", "blue BB3 1 0402")
    assert names(unsupplied(cut, RED)) == "IN1"
    assert has_road_to_city(road, RED, COAST.grid.index("0302"))
    assert not has_road_to_city(cut, RED, COAST.grid.index("0302"))


def test_a_blockaded_port_next_to_a_line() -> None:  # V-5.8-h is stricter than V-7.0-b
    board = make(
        [".C1 .   .C1", ".   .T  .  ", "~   ~   ~  "],
        {"road": "0101-0201 0201-0301"},
        {"red": "0101 0301 0202"},
    )
    free = position(board, "red IN1 4 0202", "red FA1 4 0202")
    assert not unsupplied(free, RED)
    barred = position(board, "red IN1 4 0202", "red FA1 4 0202", "blue SS1 1 0202 blockading")
    assert names(unsupplied(barred, RED)) == "IN1"
    assert not supply_map(barred, RED) >> board.grid.index("0202") & 1
    assert supply_map(free, RED) >> board.grid.index("0202") & 1


LAND = make(
    [
        ".C1 .   .   .   .C1",
        ".   .   .   .   .  ",
        ".   .   .   .   .  ",
        ".C1 .   .T  .   .C1",
    ],
    {"road": "0101-0201 0201-0301 0301-0401 0401-0501 0104-0204 0204-0304 0304-0404 0404-0504"},
    {"red": "0101 0501", "blue": "0104 0504 0304"},
)


def test_unsupplied_units_cut_nothing() -> None:  # V-7.4-e, A69
    g = position(LAND, "blue IN1 4 0301", "red IN1 4 0202", side=BLUE)
    assert names(unsupplied(g, BLUE)) == "in1"
    assert not unsupplied(g, RED)


def test_what_a_side_can_tell() -> None:
    """Whether a standing block is in supply is not for the other side to know."""
    idle = position(LAND, "blue IN1 4 0301")
    boats = ("blue SS1 1 0202", "blue SS2 1 0402", "blue BB3 1 0303")
    ship = position(COAST, *boats, terms=Terms("custom", options=("submarines",)))
    for g in (idle, ship):
        assert sure_supply_map(g, RED) != supply_map(g, RED)
        assert not sure_supply_map(g, RED) & ~supply_map(g, RED)
    free = position(LAND)
    assert sure_supply_map(free, RED) == supply_map(free, RED)


def test_first_pass_everything_cuts() -> None:  # A69: in favour of the side that is checked
    g = position(LAND, "blue IN1 4 0301", "red IN1 4 0304", "red IN2 4 0202", "blue IN2 4 0203")
    # Each stands on the other's road. For red's check blue's IN1 is idle, for blue's red's IN1.
    assert names(unsupplied(g, RED)) == "IN1"
    assert names(unsupplied(g, BLUE)) == "in1"


def test_vacant_enemy_places_block() -> None:  # A71, V-7.1-c
    board = make(
        [".C1 .   .T  .   .C1"],
        {"road": "0101-0201 0201-0301 0301-0401 0401-0501"},
        {"red": "0101 0501", "blue": "0301"},
    )
    assert names(unsupplied(position(board, "red IN1 4 0201"), RED)) == "IN1"
    # Unsupplied troops in their own town change nothing: the place is an enemy's anyway.
    assert names(unsupplied(position(board, "red IN1 4 0201", "blue IN1 1 0301"), RED)) == "IN1"
    assert not unsupplied(position(board, "red IN1 4 0201", "red IN2 1 0301"), RED)


def test_line_through_a_captured_place_held_by_unsupplied_units() -> None:  # A90
    board = make(
        [".C1 .   .C1 .   .C1"],
        {"road": "0101-0201 0201-0301 0301-0401 0401-0501"},
        {"red": "0101 0301 0501"},
    )
    g = position(board, "red IN1 4 0201", "blue AB1 4 0301")
    assert names(unsupplied(g, BLUE)) == "ab1"
    assert not unsupplied(g, RED)
    assert labels(g, g.control[BLUE]) == "0301"
    pair = make([".C1 .   .C1"], {"road": "0101-0201 0201-0301"}, {"red": "0101 0301"})
    g = position(pair, "red IN1 4 0201", "blue AB1 4 0301")
    assert names(unsupplied(g, RED)) == "IN1"  # the line runs, but 0301 is no base


def test_port_held_by_unsupplied_units_is_no_end() -> None:  # A90
    board = make([".C1 ~   .C1", ".   ~   .  "], {}, {"red": "0101 0301"})
    assert not unsupplied(position(board, "red IN1 4 0101"), RED)
    g = position(board, "red IN1 4 0101", "blue IN1 4 0301")
    assert names(unsupplied(g, BLUE)) == "in1"
    assert names(unsupplied(g, RED)) == "IN1"


def test_aircraft_hold_a_road_place() -> None:  # V-4.3-f
    board = make(
        [".C1 .   .C1 .   .T  .   .C1"],
        {"road": "0101-0201 0201-0301 0301-0401 0401-0501 0501-0601 0601-0701"},
        {"red": "0101 0301 0501 0701"},
    )
    g = position(board, "red IN1 4 0601", "blue FA1 4 0501")
    assert not unsupplied(g, RED)  # the Fighter has no supply itself
    assert names(unsupplied(g, BLUE)) == "fa1"


BEACH = make(
    [
        ".C1 .C1 ~   ~   ~   .   .  ",
        ".   .   ~   ~   .   .   .  ",
        ".   .   ~   ~   .   .   .  ",
    ],
    {"road": "0101-0201 0602-0702"},
    {"red": "0101 0201"},
)


@pytest.mark.parametrize(
    ("blocks", "lost"),
    [
        (("red MA1 4 0502 beach",), "IN2"),  # V-5.71-f, V-5.71-g
        (("red MA1 4 0502 at_sea",), "IN1 IN2"),
        (("red MA1 4 0502 beach", "blue SS1 1 0502 blockading"), "MA1 IN1 IN2"),  # V-BEACH-b
        (("red MA1 4 0502 beach", "blue BB1 1 0201"), "MA1 IN1 IN2"),  # no port any more
        (("red MA1 4 0502 beach", "blue BB1 1 0301"), "IN2"),
        (("red MA1 4 0502 beach", "blue BB1 1 0301", "blue BB2 1 0302"), "MA1 IN1 IN2"),
    ],
)
def test_beachhead_supply(blocks: tuple[str, ...], lost: str) -> None:
    # IN1 stands next to the Beachhead and on a road, IN2 further along that road (V-7.1-d).
    g = position(BEACH, "red IN1 4 0602", "red IN2 4 0702", *blocks)
    assert names(unsupplied(g, RED)) == lost


def test_beachhead_reach_ends_at_alpine_hexsides() -> None:  # A70
    board = make(
        [".C1 .C1 ~   ~   ~   .   ", ".   .   ~   ~   .   .   "],
        {"road": "0101-0201", "alpine": "0502-0602"},
        {"red": "0101 0201"},
    )
    g = position(board, "red MA1 4 0502 beach", "red IN1 4 0601", "red IN2 4 0602")
    assert names(unsupplied(g, RED)) == "IN2"


def test_beachhead_in_a_port_has_no_effect() -> None:  # A80
    board = make(
        [".C1 .C1 ~   ~   .T  .   ", ".   .   ~   ~   .   .   "],
        {"road": "0101-0201"},
        {"red": "0101 0201 0501"},
    )
    beach = position(board, "red MA1 4 0501 beach", "red IN1 4 0601")
    plain = position(board, "red MA1 4 0501", "red IN1 4 0601")
    assert not unsupplied(beach, RED) and not unsupplied(plain, RED)  # the port itself supplies
    assert supply_map(beach, RED) == supply_map(plain, RED)
