"""War councils of the Commanders scenario (8.5)."""

from random import Random

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.command import NO_OFFICE, command_of, planner_seats, seat_of
from sirocco.games.victory.commanders import councils, first_offices, politician
from sirocco.games.victory.reasons import why
from sirocco.games.victory.scenarios import make_terms, opening_board
from sirocco.games.victory.state import Victory
from sirocco.games.victory.store import pack, unpack
from sirocco.games.victory.telling import tell
from sirocco.games.victory.terms import ADMIRAL, AIR_MARSHAL, GENERAL, POLITICIAN
from sirocco.games.victory.units import NAVAL_MASK, SIDE_MASK, unit_index
from sirocco.games.victory.verbs import APPOINT, AYE, COUP, DONE, MOTION, MOVE, NAY, OFFICE
from sirocco.kernel.chance import Scripted
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.frames import act, asked_of, pending, start
from sirocco.kernel.lower import frame

RED = (0, 1, 2, 3)  # general, admiral, air marshal, politician
BLUE = (4, 5, 6, 7)


def council(seats: int = 8) -> Victory:
    terms = make_terms("commanders", {"seats": seats, "layout": "1,2,3,4"})
    g = Victory(terms, opening_board(terms))
    g.offices = first_offices(terms)
    start(g, frame(councils), Scripted([]))
    return g


def do(g: Victory, seat: int, *actions: int) -> list[Event]:
    log: list[Event] = []
    for action in actions:
        ask = asked_of(g, seat)
        assert ask is not None, f"seat {seat} is not asked"
        assert ask.allows(action), why(g, seat, action)
        act(g, seat, action, Scripted([]), log)
    return log


def asked(g: Victory) -> list[tuple[int, str]]:
    return [(ask.seat, ask.topic) for ask in pending(g)]


def test_offices_at_the_start() -> None:
    assert list(council(6).offices) == [GENERAL, ADMIRAL, AIR_MARSHAL] * 2  # V-8.5-a
    assert list(council(8).offices) == [GENERAL, ADMIRAL, AIR_MARSHAL, POLITICIAN] * 2  # V-8.5-d
    assert first_offices(make_terms("quick-start", {})) == b""


def test_red_meets_first_then_blue() -> None:
    g = council()
    assert asked(g) == [(seat, "council") for seat in RED]
    for seat in (2, 0, 3, 1):
        do(g, seat, DONE)
    assert asked(g) == [(seat, "council") for seat in BLUE]
    for seat in BLUE:
        do(g, seat, DONE)
    assert pending(g) == ()
    assert g.ready == 0


def test_each_seat_speaks_once() -> None:
    g = council()
    do(g, 0, MOTION + 1)
    for seat in (1, 2, 3):
        do(g, seat, NAY)
    assert asked(g) == [(seat, "council") for seat in (1, 2, 3)]


def test_a_politician_moves_commanders() -> None:
    g = council()  # V-8.5-e
    ship, army = unit_index("BB1", 0), unit_index("IN1", 0)
    assert (seat_of(g, 0, ship), seat_of(g, 0, army)) == (1, 0)
    do(g, 3, APPOINT + 0)
    assert asked(g) == [(3, "office")]
    log = do(g, 3, OFFICE + ADMIRAL)
    assert list(g.offices[:4]) == [ADMIRAL, GENERAL, AIR_MARSHAL, POLITICIAN]  # they exchange
    assert (seat_of(g, 0, ship), seat_of(g, 0, army)) == (0, 1)
    assert command_of(g, 0) == NAVAL_MASK & SIDE_MASK[0]
    assert set(log) == {ev.Appointed(255, 1, GENERAL), ev.Appointed(255, 0, ADMIRAL)}
    assert asked(g) == [(seat, "council") for seat in (0, 1, 2)]


@pytest.mark.parametrize(
    ("seat", "action", "rule"),
    [
        (3, APPOINT + 3, "V-8.5-e"),  # not himself
        (3, APPOINT + 4, "V-8.5-e"),  # not the other team
        (0, APPOINT + 1, "V-8.5-e"),  # only the Politician
        (3, COUP, "V-8.5-f"),  # not against himself
        (0, MOTION + 0, "V-8.5-c"),
        (0, MOTION + 10, "V-8.5-c"),
        (0, AYE, "V-8.5-c"),
        (0, MOVE, "V-8.5-c"),
        (0, OFFICE + 1, "V-8.5-e"),
    ],
)
def test_refused(seat: int, action: int, rule: str) -> None:
    g = council()
    ask = asked_of(g, seat)
    assert ask is not None
    assert not ask.allows(action)
    assert rule in why(g, seat, action).rules


def test_refused_offices() -> None:
    g = council()
    do(g, 3, APPOINT + 2)
    assert "has that command" in why(g, 3, OFFICE + AIR_MARSHAL).reason
    assert "military command" in why(g, 3, OFFICE + POLITICIAN).reason
    assert why(g, 3, DONE).rules == ("V-8.5-e",)


def test_a_coup_needs_all_three() -> None:
    g = council()  # V-8.5-f
    do(g, 1, COUP)
    assert asked(g) == [
        (0, "vote"),
        (2, "vote"),
    ]  # the mover has said aye, the Politician has no say
    do(g, 2, AYE)
    assert asked(g) == [(0, "vote")]
    log = do(g, 0, NAY)
    assert log == [ev.Voted(0b1111, 0, "coup", 2, 1, False)]
    assert politician(g, 0) == 3
    assert planner_seats(g, 0) == 1 << 3


def test_a_coup_removes_the_politician() -> None:
    g = council()
    do(g, 1, COUP)
    do(g, 0, AYE)
    log = do(g, 2, AYE)
    assert log == [ev.Voted(0b1111, 0, "coup", 3, 0, True), ev.Deposed(255, 3)]
    assert tell(g, log[1], 0) == "red-politician is no longer politician."
    assert g.offices[3] == NO_OFFICE
    assert politician(g, 0) == -1
    assert planner_seats(g, 0) == 0b1111  # production falls to the team
    assert politician(g, 1) == 7  # the other team is not concerned
    assert why(g, 2, COUP).rules == ("V-8.5-f", "V-8.5-d")
    assert why(g, 3, APPOINT + 0).rules == ("V-8.5-e", "V-8.5-d")


def test_a_dismissed_seat_keeps_one_vote() -> None:
    g = council()
    do(g, 1, COUP)
    do(g, 0, AYE)
    do(g, 2, AYE)
    do(g, 0, MOTION + 2)
    assert asked(g) == [(1, "vote"), (2, "vote"), (3, "vote")]
    do(g, 1, AYE)
    do(g, 2, NAY)
    assert do(g, 3, NAY) == [ev.Voted(0b1111, 0, "motion 2", 2, 2, False)]  # a tie is lost


@pytest.mark.parametrize(
    ("mover", "votes", "ayes", "nays", "carried"),
    [
        (0, {1: AYE, 2: NAY, 3: NAY}, 2, 3, False),  # V-8.5-d: the Politician has two votes
        (0, {1: AYE, 2: AYE, 3: NAY}, 3, 2, True),
        (3, {0: AYE, 1: NAY, 2: NAY}, 3, 2, True),
        (3, {0: NAY, 1: NAY, 2: NAY}, 2, 3, False),
    ],
)
def test_votes_on_policy(
    mover: int, votes: dict[int, int], ayes: int, nays: int, carried: bool
) -> None:
    g = council()
    log = do(g, mover, MOTION + 7)
    assert log == [ev.MotionPut(0b1111, mover, "motion 7")]
    for seat, answer in votes.items():
        log += do(g, seat, answer)
    assert log[1:] == [ev.Voted(0b1111, 0, "motion 7", ayes, nays, carried)]
    assert seen_by(log, 4) == []  # the other team hears nothing


def test_without_a_politician_each_commander_has_one_vote() -> None:
    g = council(6)  # V-8.5-c
    assert [ask.mask(COUP) | ask.mask(APPOINT) for ask in pending(g)] == [0, 0, 0]
    do(g, 2, MOTION + 1)
    do(g, 0, NAY)
    assert do(g, 1, AYE) == [ev.Voted(0b111, 0, "motion 1", 2, 1, True)]


def test_councils_end_and_are_stored_anywhere() -> None:
    for seed in range(30):
        choice = Random(seed)
        g = council(choice.choice((6, 8)))
        actions = 0
        while pending(g):
            assert pack(unpack(pack(g))) == pack(g)
            g = unpack(pack(g))
            ask = choice.choice(pending(g))
            act(g, ask.seat, choice.choice(ask.actions()), Scripted([]))
            actions += 1
            commands = sorted(o for o in g.offices if o not in (POLITICIAN, NO_OFFICE))
            assert commands == [0, 0, 1, 1, 2, 2]  # every command is held by one seat of a team
        assert actions <= 8 * 4
