"""Control of places at the end of a Player Turn (4.3)."""

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.control import adjust_control
from sirocco.games.victory.state import Victory
from sirocco.games.victory.terms import Terms
from sirocco.kernel.events import Event
from tests.victory.ends import labels, names, position
from tests.victory.ground import BLUE, RED, make

BOARD = make(
    [
        ".C2 .   .T  .   .C1",
        ".   .   .   .   .  ",
        ".C1 .   .T  .   .T ",
        "~   ~   ~   ~   ~  ",
    ],
    {},
    {"red": "0101 0103 0303", "blue": "0301 0501", "neutral": "0503"},
)


def settled(*blocks: str, terms: Terms | None = None) -> Victory:
    g = position(BOARD, *blocks, terms=terms)
    g.control = [BOARD.homes[0], BOARD.homes[1]]
    adjust_control(g)
    return g


def owner(g: Victory, number: str) -> str:
    h = g.board.grid.index(number)
    red, blue = g.control[0] >> h & 1, g.control[1] >> h & 1
    assert not (red and blue)
    return "red" if red else "blue" if blue else "nobody"


def test_home_places_stay_when_vacant() -> None:  # V-4.3-d
    g = settled()
    assert labels(g, g.control[RED]) == "0101 0103 0303"
    assert labels(g, g.control[BLUE]) == "0301 0501"
    assert owner(g, "0503") == "nobody"  # V-4.3-c


def test_any_unit_captures() -> None:  # V-4.3-a, V-CONTROL-c, V-CONTROL-d
    assert owner(settled("red IN1 1 0301"), "0301") == "red"
    assert owner(settled("red FA1 1 0301"), "0301") == "red"
    assert owner(settled("blue BB1 1 0303"), "0303") == "blue"
    assert owner(settled("blue SS1 1 0303"), "0303") == "blue"
    assert owner(settled("red IN1 1 0503"), "0503") == "red"


def test_captured_places_fall_back() -> None:  # V-CONTROL-c, V-NEUTRAL-b, A6, A74
    g = settled("red IN1 1 0301", "red IN2 1 0503")
    assert owner(g, "0301") == owner(g, "0503") == "red"
    empty = settled()
    empty.control = [*g.control]
    for side in (RED, BLUE):
        empty.side = side
        adjust_control(empty)
        assert owner(empty, "0301") == "blue"
        assert owner(empty, "0503") == "nobody"


@pytest.mark.parametrize(
    ("blocks", "holder"),
    [
        (("red IN1 1 0303", "blue BB1 4 0303 blockading"), "red"),  # V-5.8-d
        (("blue IN1 1 0303", "red BB1 4 0303 blockading"), "blue"),
        (("red FA1 1 0303", "blue BB1 4 0303 blockading"), "red"),
        (("blue AR1 1 0303", "red FA1 4 0303"), "blue"),
        (("blue MA1 1 0303 at_sea", "red FA1 4 0303"), "red"),
    ],
)
def test_priority(blocks: tuple[str, ...], holder: str) -> None:  # V-CONTROL-f
    assert owner(settled(*blocks), "0303") == holder


def test_aircraft_aboard_count_with_their_ship() -> None:  # V-4.3-g
    g = settled("blue CV1 4 0303", "blue FA1 2 CV1", "red IN1 1 0303")
    assert owner(g, "0303") == "red"


def test_submarines_with_the_option() -> None:  # V-SUBCON-a
    terms = Terms("custom", options=("submarines",))
    assert owner(settled("blue SS1 4 0303", terms=terms), "0303") == "red"
    assert owner(settled("blue SS1 4 0303", "blue BB1 1 0303", terms=terms), "0303") == "blue"
    assert owner(settled("red SS1 4 0503", terms=terms), "0503") == "nobody"
    assert owner(settled("red SS1 4 0303", terms=terms), "0303") == "red"


def test_events() -> None:
    g = position(BOARD, "red IN1 1 0301", "red IN2 1 0503")
    g.control = [BOARD.homes[0] ^ 1 << BOARD.grid.index("0103"), BOARD.homes[1]]
    log: list[Event] = []
    g.log = log
    adjust_control(g)
    told = {(BOARD.grid.label(e.hex), e.side) for e in log if isinstance(e, ev.ControlChanged)}
    assert told == {("0301", 0), ("0503", 0), ("0103", 0)}
    assert all(event.audience == 3 for event in log)
    log.clear()
    adjust_control(g)
    assert not log


def test_marines_settle() -> None:  # A27, V-MARINES-b
    g = settled(
        "red MA1 4 0103 at_sea",
        "red MA2 4 0203",
        "red MA3 4 0304 at_sea",
        "blue MA1 4 0503 at_sea invading",
        "blue MA2 4 0403 beach",
    )
    assert names(g.at_sea) == "MA2 MA3"
    assert not g.invading
    assert names(g.beach) == "ma2"
    assert owner(g, "0503") == "blue"


def test_marines_without_army_room_stay_at_sea() -> None:  # V-5.7-g
    men = [f"red IN{n} 4 0303" for n in (1, 2, 3)]
    g = settled(*men, "red MA1 4 0303 at_sea", "red MA2 4 0303 at_sea")
    assert names(g.at_sea) == "MA2"
    g = settled(*men, "red IN4 4 0303", "red MA1 4 0303 at_sea invading")
    assert names(g.at_sea) == "MA1"


def test_marine_that_missed_its_port_is_at_sea() -> None:
    g = settled("red IN1 2 0303", "blue MA1 4 0303 at_sea blockading")
    assert names(g.at_sea) == "ma1"


def test_blockades_end_with_the_garrison() -> None:  # V-BLOCK-a
    assert not settled("blue BB1 4 0303 blockading").blockading
    kept = settled("blue BB1 4 0303 blockading", "red IN1 1 0303")
    assert names(kept.blockading) == "bb1"
    assert names(settled("blue BB1 4 0303 blockading", "red HB1 1 0303").blockading) == "bb1"
