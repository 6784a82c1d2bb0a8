"""Production: cities, steps, new units and their limits (6.0 to 6.4)."""

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.state import PRODUCTION, Victory
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import OFF, SIDE_SIZE
from sirocco.games.victory.victory import city_value
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.frames import pending
from tests.victory.ends import begin, names, offered, play, position, refusal
from tests.victory.ground import BLUE, RED, make, unit

ALL = "FA DB HB SS BB CV AR AB MA IN"
INLAND = "FA DB HB AR AB IN"
BOARD = make(
    [
        ".C3 .   .C2 .   .C1 .   .C2",
        ".   .   .T  .   .   .   .  ",
        ".C2 .   .   .   mC3 .   .C1",
        "~   ~   ~   ~   ~   ~   ~  ",
    ],
    {"road": "0103-0203 0203-0303 0303-0302 0302-0301 0301-0401 0401-0501"},
    {"red": "0101 0301 0302 0103 0503", "blue": "0501 0703", "neutral": "0701"},
)


def planning(*blocks: str, options: tuple[str, ...] = (), terms: Terms | None = None) -> Victory:
    g = position(BOARD, *blocks, terms=terms or Terms("custom", options=options))
    g.phase = PRODUCTION
    begin(g)
    return g


def cv(g: Victory, name: str, side: int = RED) -> int:
    return g.cv[unit(name, side)]


def where(g: Victory, name: str, side: int = RED) -> str:
    h = g.where[unit(name, side)]
    return "" if h == OFF else g.board.grid.label(h)


def test_both_plan_at_once() -> None:  # V-6.0-a
    g = planning()
    assert [(ask.seat, ask.topic) for ask in pending(g)] == [(0, "production"), (1, "production")]
    assert offered(g, RED, "city") == "0101 0103 0301 0503"  # V-PROD-b: vacant home cities too
    assert offered(g, BLUE, "city") == "0501 0703"
    assert refusal(g, RED, "city 0302") == "V-PROD-a"  # a town
    assert refusal(g, RED, "city 0501") == "V-PROD-b"
    assert refusal(g, RED, "city 0701") == "V-PROD-b"
    assert refusal(g, RED, "step IN1") == "V-6.2-b"
    assert refusal(g, RED, "build IN") == "V-6.2-a"
    play(g, RED, "done")
    assert [ask.seat for ask in pending(g)] == [BLUE]
    play(g, BLUE, "done")
    assert not g.stack and g.plans == [[], []]


def test_nothing_changes_until_both_are_done() -> None:  # A40, V-6.0-a
    g = planning("red IN1 1 0101")
    log: list[Event] = []
    play(g, RED, "city 0101 step IN1 build FA strength 2 done", log)
    assert (cv(g, "IN1"), where(g, "FA1")) == (1, "")
    assert log == [ev.PlanClosed(3, RED)]
    play(g, BLUE, "city 0501 build AR strength 1 done", log)
    assert (cv(g, "IN1"), cv(g, "FA1"), where(g, "FA1")) == (2, 2, "0101")
    assert where(g, "AR1", BLUE) == "0501"


def test_what_each_side_sees() -> None:  # A40, V-FOG-b
    g = planning("red IN1 1 0101", "red MA1 1 0103 beach")
    log: list[Event] = []
    play(g, RED, "city 0101 step IN1 build FA strength 2 city 0103 step MA1 done done", log)
    play(g, BLUE, "done", log)
    h, ma1 = g.board.grid.index("0101"), unit("MA1")
    closed: list[Event] = [ev.PlanClosed(3, RED), ev.PlanClosed(3, BLUE), ev.PlansOpened(3)]
    step = ev.StepAdded(3, ma1, 2)  # face-up: open to all
    assert seen_by(log, BLUE) == [*closed, step, ev.BlockBuilt(2, RED, h)]
    assert seen_by(log, RED) == [
        *closed,
        ev.StepAdded(1, unit("IN1"), 2),
        ev.Built(1, unit("FA1"), h, 2),
        step,
    ]


@pytest.mark.parametrize("text", ["IN1 IN1 IN1", "IN1 IN1 IN2", "IN1 IN2 FA1"])
def test_spreading_three_points(text: str) -> None:  # V-XBUILD-a, V-6.3-a, E20
    g = planning("red IN1 1 0101", "red IN2 1 0101", "red FA1 1 0101", "red IN3 1 0102")
    steps = text.split()
    play(g, RED, "city 0101 " + " ".join(f"step {name}" for name in steps))
    assert pending(g)[0].topic == "production"  # the points are gone
    assert offered(g, RED, "city") == "0103 0301 0503"
    assert refusal(g, RED, "city 0101") == "V-6.2-e"
    play(g, RED, "done")
    play(g, BLUE, "done")
    for name in ("IN1", "IN2", "FA1"):
        assert cv(g, name) == 1 + steps.count(name)
    assert cv(g, "IN3") == 1


def test_steps_only_in_that_city() -> None:  # V-6.2-b, V-6.2-c, V-3.0-a
    g = planning("red IN1 1 0101", "red IN2 1 0102", "red IN3 1 0103", "red IN4 4 0101")
    play(g, RED, "city 0101")
    assert offered(g, RED, "step") == "IN1"
    assert refusal(g, RED, "step IN2") == "V-6.2-b"
    assert refusal(g, RED, "step IN3") == "V-6.2-b"
    assert refusal(g, RED, "step IN4") == "V-3.0-a"
    assert refusal(g, RED, "step in1") == "V-6.2-b"
    assert refusal(g, RED, "city 0103") == "V-6.2-c"
    play(g, RED, "step IN1 step IN1 step IN1")
    assert offered(g, RED, "city") == "0103 0301 0503"


def test_a_unit_does_not_grow_beyond_four() -> None:  # V-3.0-a
    g = planning("red IN1 3 0101")
    play(g, RED, "city 0101 step IN1")
    assert offered(g, RED, "step") == ""
    assert refusal(g, RED, "step IN1") == "V-3.0-a"


def test_points_left_are_lost() -> None:  # V-6.2-e
    g = planning("red IN1 1 0101")
    play(g, RED, "city 0101 step IN1 done")
    assert refusal(g, RED, "city 0101") == "V-6.2-e"
    play(g, RED, "done")
    play(g, BLUE, "done")
    assert cv(g, "IN1") == 2


def test_new_units_by_place() -> None:  # V-6.2-a, V-6.2-f
    g = planning()
    play(g, RED, "city 0101")
    assert offered(g, RED, "build") == INLAND
    assert refusal(g, RED, "build BB") == "V-6.2-f"
    assert refusal(g, RED, "build MA") == "V-6.2-f"
    play(g, RED, "done city 0103")
    assert offered(g, RED, "build") == ALL
    play(g, RED, "build MA strength 1")
    play(g, RED, "done done")
    play(g, BLUE, "done")
    assert where(g, "MA1") == "0103" and not g.at_sea


def test_strength_of_a_new_unit() -> None:  # V-6.3-b
    g = planning()
    play(g, RED, "city 0101 build IN")
    assert offered(g, RED, "strength") == "1 2 3"
    assert refusal(g, RED, "strength 4") == "V-6.3-a"
    assert refusal(g, RED, "strength 5") == "V-3.0-a"
    assert refusal(g, RED, "step IN1") == "V-6.2-b"
    play(g, RED, "strength 2")
    assert offered(g, RED, "build") == INLAND
    play(g, RED, "build IN")
    assert offered(g, RED, "strength") == "1"
    play(g, RED, "strength 1 done")
    play(g, BLUE, "done")
    assert (cv(g, "IN1"), cv(g, "IN2")) == (2, 1)
    assert where(g, "IN2") == "0101"


def test_unit_mix() -> None:  # V-6.2-d, A34, A35
    g = planning(*[f"red AB{n} 4 0102" for n in (1, 2)], "red AR1 4 0102", "red AR3 4 0102")
    play(g, RED, "city 0101")
    assert offered(g, RED, "build") == "FA DB HB AR IN"
    assert refusal(g, RED, "build AB") == "V-6.2-d"
    play(g, RED, "build AR strength 1 build AR strength 1")
    assert offered(g, RED, "build") == "FA DB HB IN"
    play(g, RED, "done done")
    play(g, BLUE, "done")
    assert where(g, "AR2") == where(g, "AR4") == "0101"


def test_blocks_in_reserve_are_not_built() -> None:
    g = position(BOARD, terms=Terms("custom"))
    g.reserve = (1 << SIDE_SIZE) - 1
    g.phase = PRODUCTION
    begin(g)
    assert offered(g, RED, "city") == ""


def test_stacking_of_new_units() -> None:  # V-WASTE-b, V-2.2-d, V-4.1-a, V-4.1-c
    g = planning("red IN1 4 0503", "red FA1 4 0503", "red BB1 4 0503")
    play(g, RED, "city 0503")
    assert offered(g, RED, "build") == ALL
    play(g, RED, "build IN strength 1")  # a marsh holds two Army units
    assert offered(g, RED, "build") == "FA DB HB SS BB CV"
    assert refusal(g, RED, "build AR") == "V-WASTE-b"
    play(g, RED, "build HB strength 1")
    assert offered(g, RED, "build") == "SS BB CV"
    play(g, RED, "build SS strength 1")
    assert offered(g, RED, "city") == "0101 0103 0301"


def test_wasted_points() -> None:  # V-WASTE-a
    full = [f"red IN{n} 4 0301" for n in (1, 2, 3, 4)] + ["red FA1 4 0301", "red FA2 4 0301"]
    g = planning(*full)
    assert offered(g, RED, "city") == "0101 0103 0503"
    assert refusal(g, RED, "city 0301") == "V-WASTE-a"
    g = planning(*full[:-1], "red FA2 3 0301")
    play(g, RED, "city 0301")
    assert offered(g, RED, "build") == ""
    assert offered(g, RED, "step") == "FA2"


def test_army_at_sea_fills_the_port() -> None:  # V-4.71-h
    g = planning("red IN1 4 0103 at_sea", "red BB1 4 0103")
    play(g, RED, "city 0103")
    assert offered(g, RED, "build") == "FA DB HB AR AB MA IN"


def test_captured_city_adds_steps_only() -> None:  # V-6.4-a, V-6.4-b
    g = planning("red IN1 2 0501", "blue IN1 1 0703")
    play(g, RED, "city 0501")
    assert offered(g, RED, "step") == "IN1"
    assert offered(g, RED, "build") == ""
    assert refusal(g, RED, "build IN") == "V-6.4-b"
    assert offered(g, BLUE, "city") == "0703"
    full = planning("red IN1 4 0501")
    assert refusal(full, RED, "city 0501") == "V-WASTE-a"


def test_neutral_city_adds_steps_only() -> None:  # V-NEUTRAL-c
    g = planning("red IN1 2 0701")
    play(g, RED, "city 0701")
    assert offered(g, RED, "step") == "IN1"
    assert refusal(g, RED, "build IN") == "V-NEUTRAL-c"
    play(g, RED, "step IN1 step IN1")
    play(g, RED, "done")
    play(g, BLUE, "done")
    assert cv(g, "IN1") == 4


def test_aircraft_aboard() -> None:  # A36, V-3.2-h
    g = planning("red CV1 2 0503", "red FA1 1 CV1", "red DB1 1 CV1", "red FA2 1 0503")
    play(g, RED, "city 0503")
    assert offered(g, RED, "step") == "FA2 CV1"
    assert refusal(g, RED, "step FA1") == "V-3.2-h"
    play(g, RED, "step CV1")
    assert offered(g, RED, "step") == "FA1 FA2 DB1 CV1"
    play(g, RED, "step FA1")
    assert offered(g, RED, "step") == "FA2 CV1"
    assert offered(g, RED, "build") == ALL  # aircraft aboard do not fill the airbase


def test_blockaded_city() -> None:  # V-5.8-g, V-6.2-f, A33
    by_road = planning("red IN1 1 0103", "red MA1 1 0103", "blue BB1 1 0103 blockading")
    play(by_road, RED, "city 0103")
    assert offered(by_road, RED, "build") == INLAND
    assert refusal(by_road, RED, "build SS") == "V-6.2-f"
    assert offered(by_road, RED, "step") == "MA1 IN1"
    cut = planning("red IN1 1 0503", "blue BB1 1 0503 blockading")
    assert offered(cut, RED, "city") == "0101 0103 0301"
    assert refusal(cut, RED, "city 0503") == "V-5.8-g"


def test_an_isolated_city_produces() -> None:  # A37
    g = planning("red IN1 1 0503")
    play(g, RED, "city 0503 step IN1 step IN1 step IN1")
    assert offered(g, RED, "city") == "0101 0103 0301"


def test_cadres_one() -> None:  # V-CADRE1-a, V-CADRE1-b
    g = planning("red IN1 1 0101", options=("cadres1",))
    play(g, RED, "city 0101 build AR")
    assert offered(g, RED, "strength") == "1"
    assert refusal(g, RED, "strength 2") == "V-CADRE1-a"
    play(g, RED, "strength 1")
    assert offered(g, RED, "step") == "IN1"  # not the new unit
    play(g, RED, "step IN1 step IN1 done")
    play(g, BLUE, "done")
    assert (cv(g, "AR1"), cv(g, "IN1")) == (1, 3)


def test_cadres_two() -> None:  # V-CADRE2-a, V-CADRE2-b, E21
    g = planning("blue IN1 1 0501", options=("cadres2",))
    play(g, BLUE, "city 0501")
    assert offered(g, BLUE, "build") == ""
    assert refusal(g, BLUE, "build IN") == "V-CADRE2-b"
    assert offered(g, BLUE, "step") == "in1"
    play(g, RED, "city 0101 build IN")
    assert offered(g, RED, "strength") == "1 2"
    assert refusal(g, RED, "strength 3") == "V-CADRE2-a"
    play(g, RED, "strength 1")
    assert offered(g, RED, "build") == ""
    assert refusal(g, BLUE, "strength 1") == "V-6.2-c"


def test_both_cadres() -> None:  # A39
    g = planning(options=("cadres1", "cadres2"))
    play(g, RED, "city 0101 build IN")
    assert offered(g, RED, "strength") == "1"
    play(g, RED, "strength 1 done city 0301 build IN strength 1")
    assert offered(g, RED, "city") == "0103 0503"


def test_sleeping_giant() -> None:  # V-8.3-b, V-8.3-d, V-8.3-e, E24
    terms = Terms("sleeping-giant")
    g = planning("red IN1 1 0501", "blue IN2 1 0703", "red IN3 1 0101", terms=terms)
    grid = g.board.grid
    assert [city_value(g, grid.index(n)) for n in ("0501", "0703", "0101", "0701")] == [2, 2, 3, 2]
    play(g, RED, "city 0501 step IN1 step IN1")
    assert offered(g, RED, "city") == "0101 0103 0301 0503"
    play(g, BLUE, "city 0703 build IN strength 2 done")
    play(g, RED, "done")
    assert (cv(g, "IN1"), cv(g, "IN1", BLUE)) == (3, 2)
    plain = Victory(Terms("custom"), g.board)
    assert city_value(plain, grid.index("0501")) == 1


def test_pools_are_separate() -> None:
    g = planning(*[f"red IN{n} 4 0102" for n in range(1, 13)])
    play(g, RED, "city 0101")
    assert "IN" not in offered(g, RED, "build").split()
    play(g, BLUE, "city 0501")
    assert "IN" in offered(g, BLUE, "build").split()
    assert names(g.reserve) == ""
