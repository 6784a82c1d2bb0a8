"""Option Merging Units."""

from sirocco.games.victory import events as ev
from sirocco.games.victory.state import PRODUCTION, Victory
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import OFF
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.frames import pending
from tests.victory.ends import begin, names, offered, play, position, refusal
from tests.victory.ground import BLUE, RED, make, unit

BOARD = make(
    [".C3 .   .C2 .   .C1", ".   .   .   .   .  ", "~   ~   ~   ~   ~  "],
    {},
    {"red": "0101 0301", "blue": "0501"},
)


def planning(*blocks: str, merging: bool = True) -> Victory:
    terms = Terms("custom", options=("merging",) if merging else ())
    g = position(BOARD, *blocks, terms=terms)
    g.phase = PRODUCTION
    begin(g)
    return g


def cv(g: Victory, name: str, side: int = RED) -> int:
    return g.cv[unit(name, side)]


def finish(g: Victory, log: list[Event] | None = None) -> None:
    play(g, RED, "done", log)
    play(g, BLUE, "done", log)
    assert not g.stack


def test_two_become_one() -> None:  # V-MERGE-a, E22
    g = planning("red IN1 1 0202", "red IN2 2 0202", "red IN3 2 0102", "red AR1 1 0202")
    assert offered(g, RED, "merge") == "IN1 IN2"
    log: list[Event] = []
    play(g, RED, "merge IN1", log)
    assert pending(g)[0].topic == "into"
    assert offered(g, RED, "into") == "IN2"
    play(g, RED, "into IN2", log)
    assert cv(g, "IN2") == 2
    finish(g, log)
    assert (cv(g, "IN1"), cv(g, "IN2")) == (0, 3)
    assert g.where[unit("IN1")] == OFF
    h = g.board.grid.index("0202")
    assert ev.Merged(1, unit("IN1"), unit("IN2"), 3) in seen_by(log, RED)
    assert [e for e in seen_by(log, BLUE) if not isinstance(e, ev.PlanClosed)] == [
        ev.PlansOpened(3),
        ev.BlockMerged(2, RED, h),
    ]


def test_refusals() -> None:  # V-MERGE-c, V-6.2-g, A38
    g = planning(
        "red IN1 1 0202", "red IN2 4 0202", "red IN3 2 0102", "red AR1 1 0202", "red IN4 1 0202"
    )
    assert offered(g, RED, "merge") == "IN1 IN4"
    assert refusal(g, RED, "merge IN2") == "V-3.0-a"
    assert refusal(g, RED, "merge IN3") == "V-MERGE-a"
    assert refusal(g, RED, "merge in1") == "V-6.2-b"
    play(g, RED, "merge IN1")
    assert offered(g, RED, "into") == "IN4"
    assert refusal(g, RED, "into IN2") == "V-3.0-a"
    assert refusal(g, RED, "into IN3") == "V-MERGE-a"
    assert refusal(g, RED, "into AR1") == "V-MERGE-a"
    assert refusal(g, RED, "into IN1") == "V-MERGE-a"
    assert refusal(g, RED, "done") == "V-MERGE-a"
    plain = planning("red IN1 1 0202", "red IN4 1 0202", merging=False)
    assert refusal(plain, RED, "merge IN1") == "V-6.2-g"


def test_mergers_come_first() -> None:  # section 10, item 8
    g = planning("red IN1 1 0202", "red IN2 2 0202", "red IN3 1 0101")
    play(g, RED, "city 0101")
    assert refusal(g, RED, "merge IN1") == "V-MERGE-a"
    play(g, RED, "step IN3 done")
    assert offered(g, RED, "merge") == ""
    assert refusal(g, RED, "merge IN1") == "V-MERGE-a"


def test_the_freed_block_is_rebuilt_elsewhere() -> None:  # V-MERGE-b
    men = [f"red IN{n} 4 0102" for n in range(3, 13)]
    g = planning("red IN1 1 0101", "red IN2 2 0101", *men)
    play(g, RED, "city 0301")
    assert "IN" not in offered(g, RED, "build").split()
    g = planning("red IN1 1 0101", "red IN2 2 0101", *men)
    play(g, RED, "merge IN1 into IN2 city 0101")
    assert "IN" not in offered(g, RED, "build").split()  # another city, not the same
    assert offered(g, RED, "step") == "IN2"
    play(g, RED, "step IN2")
    assert offered(g, RED, "step") == ""
    play(g, RED, "done city 0301 build IN strength 2")
    finish(g)
    assert (cv(g, "IN1"), cv(g, "IN2")) == (2, 4)
    assert g.board.grid.label(g.where[unit("IN1")]) == "0301"


def test_merging_makes_room() -> None:  # V-WASTE-b
    men = [f"red IN{n} 2 0101" for n in (1, 2, 3, 4)]
    g = planning(*men)
    play(g, RED, "merge IN1 into IN2 city 0101")
    assert "AR" in offered(g, RED, "build").split()
    play(g, RED, "build AR strength 1")
    assert "AR" not in offered(g, RED, "build").split()


def test_chains() -> None:
    g = planning("red IN1 1 0202", "red IN2 1 0202", "red IN3 2 0202")
    play(g, RED, "merge IN1 into IN2 merge IN2 into IN3")
    assert offered(g, RED, "merge") == ""
    finish(g)
    assert (cv(g, "IN1"), cv(g, "IN2"), cv(g, "IN3")) == (0, 0, 4)
    assert names(sum(g.at.values())) == "IN3"


def test_carriers_take_over_aircraft() -> None:  # V-3.2-f
    g = planning("red CV1 2 0203", "red CV2 2 0203", "red FA1 2 CV1", "red DB1 1 CV2")
    play(g, RED, "merge CV1 into CV2")
    finish(g)
    assert g.carrier[unit("FA1")] == g.carrier[unit("DB1")] == unit("CV2")
    assert names(g.aboard) == "FA1 DB1" and cv(g, "CV2") == 4
    full = planning(
        "red CV1 2 0203", "red CV2 2 0203", "red FA1 1 CV1", "red FA2 1 CV1", "red DB1 1 CV2"
    )
    assert offered(full, RED, "merge") == "FA1 FA2"
    assert refusal(full, RED, "merge CV1") == "V-3.2-f"


def test_planes_aboard() -> None:  # V-3.2-h
    g = planning("red CV1 3 0301", "red FA1 2 CV1", "red FA2 2 0301", "red FA3 1 CV1")
    assert offered(g, RED, "merge") == "FA1 FA3"
    assert refusal(g, RED, "merge FA2") == "V-3.2-f"  # the deck would have to bear five steps
    play(g, RED, "merge FA3")
    assert offered(g, RED, "into") == "FA1 FA2"


def test_a_beachhead_that_grows_is_seen_to_grow() -> None:
    g = planning("red MA1 1 0202 beach", "red MA2 1 0202 at_sea")
    log: list[Event] = []
    play(g, RED, "merge MA2 into MA1", log)
    finish(g, log)
    assert ev.StepAdded(2, unit("MA1"), 2) in seen_by(log, BLUE)
    assert names(g.beach) == "MA1" and not g.at_sea
