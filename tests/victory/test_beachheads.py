"""Beachheads are formed at the end of the owner's Player Turn (5.71)."""

from sirocco.games.victory import events as ev
from sirocco.games.victory.state import Victory
from sirocco.games.victory.terms import Terms
from sirocco.kernel.events import Event
from sirocco.kernel.frames import pending
from tests.victory.ends import begin, names, offered, play, position, refusal
from tests.victory.ground import BLUE, RED, make, unit

BOARD = make(
    [
        ".   .   .   .   .   .  ",
        ".C1 .   d   f   M   .T ",
        "~   ~   ~   ~   ~   ~  ",
    ],
    {},
    {"red": "0102 0602"},
)


def asked(*blocks: str, side: int = RED, terms: Terms | None = None) -> Victory:
    g = position(BOARD, *blocks, side=side, terms=terms)
    begin(g)
    return g


def test_where_a_marine_may_form_one() -> None:  # V-5.71-a
    g = asked(
        "red MA1 4 0202 at_sea",
        "red MA2 4 0302 at_sea",
        "red MA3 4 0402 at_sea",
        "red MA4 4 0303 at_sea",
        "red IN1 4 0302",
    )
    assert offered(g, RED, "beachhead") == "MA1 MA2"
    assert refusal(g, RED, "beachhead MA3") == "V-5.71-a"  # Forest
    assert refusal(g, RED, "beachhead MA4") == "V-5.71-a"  # Sea
    assert refusal(g, RED, "beachhead IN1") == "V-BEACH-a"
    assert refusal(g, RED, "beachhead ma1") == "V-6.2-b"
    assert refusal(g, RED, "city 0102") == "V-6.0-a"


def test_forming() -> None:  # V-5.71-b, V-MARINES-b
    g = asked("red MA1 3 0202 at_sea invading", "red MA2 2 0302 at_sea")
    log: list[Event] = []
    play(g, RED, "beachhead MA1", log)
    ma1 = unit("MA1")
    assert names(g.beach) == names(g.face_up) == "MA1"
    assert names(g.at_sea) == "MA2" and not g.invading
    h = g.board.grid.index("0202")
    assert log == [ev.BeachheadFormed(3, ma1, h), ev.Revealed(3, h, ((ma1, 3),))]
    play(g, RED, "done")
    assert not pending(g) and not g.stack
    assert names(g.beach) == "MA1"


def test_one_for_each_hex() -> None:  # V-5.71-c
    g = asked("red MA1 4 0202 at_sea", "red MA2 4 0202 at_sea", "red MA3 4 0302 at_sea")
    play(g, RED, "beachhead MA2")
    assert offered(g, RED, "beachhead") == "MA3"
    assert refusal(g, RED, "beachhead MA1") == "V-5.71-c"
    assert refusal(g, RED, "beachhead MA2") == "V-5.71-c"


def test_existing_ones_stay() -> None:  # V-5.71-h
    g = asked("red MA1 4 0202 beach", "red MA2 4 0202 at_sea", "red MA3 4 0302 at_sea")
    assert offered(g, RED, "beachhead") == "MA3"
    play(g, RED, "done")
    assert names(g.beach) == "MA1"


def test_army_room_ashore() -> None:  # V-5.7-g
    men = [f"red IN{n} 4 0302" for n in (1, 2, 3)]
    g = asked(*men, "red MA1 4 0302 at_sea", "red MA2 4 0202 at_sea")
    assert offered(g, RED, "beachhead") == "MA2"
    assert refusal(g, RED, "beachhead MA1") == "V-5.7-g"


def test_in_a_port() -> None:  # A80
    men = [f"red IN{n} 4 0602" for n in (1, 2, 3)]
    g = asked(*men, "red MA1 4 0602")
    assert offered(g, RED, "beachhead") == "MA1"


def test_only_the_active_side() -> None:
    g = asked("red MA1 4 0202 at_sea", "blue MA1 4 0302 at_sea", side=BLUE)
    assert [ask.seat for ask in pending(g)] == [BLUE]
    assert offered(g, BLUE, "beachhead") == "ma1"


def test_not_where_the_enemy_holds_the_land() -> None:  # V-5.71-a
    g = asked("red MA1 4 0602 at_sea blockading", "blue IN1 1 0602", "red BB1 4 0202")
    assert offered(g, RED, "beachhead") == ""
    assert refusal(g, RED, "beachhead MA1") == "V-5.71-a"


def test_the_question_betrays_nothing() -> None:
    for block in ("red MA1 4 0202 at_sea", "red IN1 4 0202", "red BB1 1 0202"):
        assert [ask.topic for ask in pending(asked(block))] == ["beachheads"]
    for block in ("red MA1 4 0402 at_sea", "red IN1 4 0402", "red FA1 4 0602"):
        there = pending(asked(block))
        assert bool(there) == ("0602" in block)


def test_of_a_team_only_the_general_is_asked() -> None:  # V-8.5-b
    terms = Terms("commanders", 4, duty="arms")
    g = position(BOARD, "red MA1 4 0202 at_sea", "red BB1 1 0202", terms=terms)
    g.offices = bytearray((0, 1, 2, 0, 1, 2))
    begin(g)
    assert [ask.seat for ask in pending(g)] == [0]
    assert offered(g, 0, "beachhead") == "MA1"
    play(g, 0, "beachhead MA1")
    assert not g.stack and not g.ready
