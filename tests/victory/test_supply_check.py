"""The two supply checks at the end of a Player Turn (7.4, 5.6)."""

from sirocco.games.victory import events as ev
from sirocco.games.victory.control import adjust_control
from sirocco.games.victory.state import Victory
from sirocco.games.victory.supply import check_dropped, check_supply
from sirocco.games.victory.units import OFF
from sirocco.kernel.events import Event, seen_by
from tests.victory.ends import position
from tests.victory.ground import BLUE, RED, make, unit

BOARD = make(
    [
        ".C1 .   .C1 .   .   .   .C1 .   .C1",
        ".   .   .   .   .   .   .   .   .  ",
        ".   .   .   .   .   .   .   .   .  ",
        ".   .   .   .   .   .   .   .   .  ",
    ],
    {"road": "0101-0201 0201-0301 0301-0401 0601-0701 0701-0801 0801-0901"},
    {"red": "0101 0301", "blue": "0701 0901"},
)


def cv(g: Victory, name: str, side: int) -> int:
    u = unit(name, side)
    assert (g.cv[u] == 0) == (g.where[u] == OFF)
    return g.cv[u]


def test_the_side_that_did_not_move_is_checked() -> None:  # V-7.4-a, A1
    blocks = ("red IN1 3 0103", "blue IN1 3 0903", "blue IN2 3 0902")
    g = position(BOARD, *blocks, side=RED)
    check_supply(g)
    assert (cv(g, "IN1", RED), cv(g, "IN1", BLUE), cv(g, "IN2", BLUE)) == (3, 2, 3)
    g = position(BOARD, *blocks, side=BLUE)
    check_supply(g)
    assert (cv(g, "IN1", RED), cv(g, "IN1", BLUE)) == (2, 3)


def test_one_step_or_the_last() -> None:  # V-7.4-b, V-7.4-c
    g = position(BOARD, "blue AR1 4 0503", "blue FA1 2 0503", "blue IN1 1 0504")
    log: list[Event] = []
    g.log = log
    check_supply(g)
    assert (cv(g, "AR1", BLUE), cv(g, "FA1", BLUE), cv(g, "IN1", BLUE)) == (3, 1, 0)
    gone = unit("IN1", BLUE)
    assert [e for e in seen_by(log, RED) if isinstance(e, ev.Attrition)] == []
    assert seen_by(log, RED) == [ev.Eliminated(3, BLUE, BOARD.grid.index("0504"), -1)]
    assert ev.Lost(2, gone) in seen_by(log, BLUE)
    assert ev.Attrition(2, unit("AR1", BLUE), 3) in seen_by(log, BLUE)


def test_losses_take_effect_together() -> None:  # section 10, item 18
    # IN1 holds 0301 and IN2 the road behind it: both fall short although IN1 vanishes first.
    g = position(BOARD, "blue IN1 1 0301", "blue IN2 1 0201", side=RED)
    check_supply(g)
    assert (cv(g, "IN1", BLUE), cv(g, "IN2", BLUE)) == (0, 0)


def test_a_face_up_block_loses_its_step_in_the_open() -> None:
    board = make([".C1 .   .C1", ".   .   .  ", ".   .   .  ", "~   ~   ~  "], {}, {"red": "0101"})
    g = position(board, "blue MA1 2 0203 beach")
    log: list[Event] = []
    g.log = log
    check_supply(g)
    assert log == [ev.Attrition(3, unit("MA1", BLUE), 1)]


def test_dropped_airborne_need_a_line_at_once() -> None:  # V-5.6-g, V-AIRBORNE-a, E19
    g = position(BOARD, "red AB1 4 0901 dropped", side=RED)
    adjust_control(g)
    log: list[Event] = []
    g.log = log
    check_dropped(g)
    assert cv(g, "AB1", RED) == 0
    assert [type(e) for e in seen_by(log, BLUE)] == [ev.SupplyChecked, ev.Eliminated]
    linked = position(BOARD, "red AB1 4 0901 dropped", "red IN1 1 0701", side=RED)
    adjust_control(linked)
    check_dropped(linked)
    assert cv(linked, "AB1", RED) == 4


def test_only_units_that_dropped_now() -> None:  # A72
    g = position(BOARD, "red AB1 4 0503", "red AB2 1 0504 dropped", "red IN1 1 0504", side=RED)
    check_dropped(g)
    assert (cv(g, "AB1", RED), cv(g, "AB2", RED), cv(g, "IN1", RED)) == (4, 0, 1)
    near = position(BOARD, "red AB2 1 0402 dropped", side=RED)
    check_dropped(near)
    assert cv(near, "AB2", RED) == 1


def test_enemies_without_supply_do_not_cut_the_drop() -> None:  # V-7.4-e
    g = position(BOARD, "red AB1 2 0101 dropped", "blue IN1 4 0201", side=RED)
    check_dropped(g)
    assert cv(g, "AB1", RED) == 2


def test_a_beachhead_feeds_a_drop_beside_it() -> None:  # A29
    board = make(
        [".C1 .C1 ~   ~   ~   .   ", ".   .   ~   ~   .   .   "],
        {"road": "0101-0201"},
        {"red": "0101 0201"},
    )
    g = position(board, "red MA1 4 0502 beach", "red AB1 4 0602 dropped", side=RED)
    check_dropped(g)
    assert cv(g, "AB1", RED) == 4
    g = position(board, "red MA1 4 0502 at_sea", "red AB1 4 0602 dropped", side=RED)
    check_dropped(g)
    assert cv(g, "AB1", RED) == 0
