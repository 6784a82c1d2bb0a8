"""Starting forces (8.1 to 8.5): what may be raised, in secret and at the same time."""

import doctest
from itertools import product
from random import Random

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory import fronts as fronts_module
from sirocco.games.victory.forces import BASES, PORTS, need_of, raisable
from sirocco.games.victory.fronts import Front, Tally, fronts
from sirocco.games.victory.reasons import why
from sirocco.games.victory.scenarios import make_terms, opening_board
from sirocco.games.victory.setup import set_up
from sirocco.games.victory.state import Victory
from sirocco.games.victory.store import pack, unpack
from sirocco.games.victory.units import (
    AB,
    AR,
    BB,
    CODES,
    CV,
    DB,
    FA,
    HB,
    IN,
    KIND_MASK,
    MA,
    MIX,
    SIDE_MASK,
    SS,
)
from sirocco.games.victory.verbs import DEPLOY, DONE, RAISE, STRENGTH
from sirocco.games.victory.view import view
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Scripted
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, asked_of, start
from sirocco.kernel.lower import frame

NAVY = (SS, BB, CV, MA)


def begin(scenario: str, **options: object) -> Victory:
    layout = {2: "1,3", 3: "1,2,3", 4: "1,2,3,4"}
    maps = make_terms(scenario, options).maps
    terms = make_terms(scenario, {"layout": layout[maps], **options})
    g = Victory(terms, opening_board(terms))
    start(g, frame(set_up), Scripted([]))
    return g


def ask_of(g: Victory, seat: int) -> Ask:
    ask = asked_of(g, seat)
    assert ask is not None, f"seat {seat} is not asked"
    return ask


def do(g: Victory, seat: int, *actions: int, log: list[Event] | None = None) -> None:
    for action in actions:
        assert ask_of(g, seat).allows(action), why(g, seat, action)
        act(g, seat, action, Scripted([]), log)


def open_kinds(g: Victory, seat: int) -> list[str]:
    return [CODES[k] for k in bits(ask_of(g, seat).mask(RAISE))]


def raising(g: Victory, seat: int) -> bool:
    ask = asked_of(g, seat)
    return ask is not None and ask.topic.startswith("force")


def force(g: Victory, side: int) -> dict[str, int]:
    mine = g.reserve & SIDE_MASK[side]
    counts = {CODES[k]: (mine & KIND_MASK[k]).bit_count() for k in range(len(CODES))}
    return {code: n for code, n in counts.items() if n}


def test_the_examples_in_the_text() -> None:
    result = doctest.testmod(fronts_module)
    assert result.failed == 0
    assert result.attempted > 0


def test_twenty_units_at_full_strength() -> None:
    g = begin("quick-start")  # V-8.1-a, V-8.1-b
    log: list[Event] = []
    do(g, 0, *[RAISE + IN] * 12, *[RAISE + FA] * 8, log=log)
    assert force(g, 0) == {"IN": 12, "FA": 8}
    assert {g.cv[u] for u in bits(g.reserve)} == {4}
    assert asked_of(g, 0) is None  # complete by itself
    assert log == [ev.ForceReady(3, 0)]


def test_both_choose_at_the_same_time_and_in_secret() -> None:
    g = begin("quick-start")
    before = view(g, 1), ask_of(g, 1).choices
    do(g, 0, RAISE + HB, RAISE + CV)
    assert (view(g, 1), ask_of(g, 1).choices) == before
    do(g, 1, RAISE + AR)
    do(g, 0, RAISE + HB)
    assert force(g, 0) == {"HB": 2, "CV": 1}
    assert force(g, 1) == {"AR": 1}


def test_the_unit_mix_is_the_limit() -> None:
    g = begin("quick-start")
    for kind in (AB, AR, FA):
        do(g, 0, *[RAISE + kind] * MIX[kind])
        assert CODES[kind] not in open_kinds(g, 0)
        assert {"V-MIX-a", "V-MIX-b", "V-MIX-c"} <= set(why(g, 0, RAISE + kind).rules)


def test_force_is_not_closed_before_it_is_complete() -> None:
    g = begin("quick-start")
    assert why(g, 0, DONE).rule == "V-1.4-a"
    assert why(g, 0, DEPLOY).rule == "V-1.4-f"


def test_enough_units_must_be_able_to_stand_inland() -> None:
    g = begin("quick-start")  # map 1 has three cities inland: six units for them
    assert fronts(g, 0)[0].inland == 3
    do(g, 0, *[RAISE + SS] * 4, *[RAISE + BB] * 4, *[RAISE + CV] * 4, RAISE + MA, RAISE + MA)
    assert "MA" not in open_kinds(g, 0)
    assert why(g, 0, RAISE + MA).rules == ("V-1.4-e", "A10", "A11")
    do(g, 0, *[RAISE + FA] * 6)
    assert asked_of(g, 0) is None


def test_ships_need_ports() -> None:
    g = begin("quick-start", layout="1,2")
    do(g, 0, *[RAISE + SS] * 3)
    front = fronts(g, 0)[0]
    assert front.naval == 14
    ships = 1 << SS | 1 << BB | 1 << CV
    assert raisable(g, front, 0) & ships == ships
    narrow = front._replace(naval=3)
    assert raisable(g, narrow, 0) & ships == 0
    assert raisable(g, narrow, 0, PORTS.bit) & ships == ships
    assert "V-3.2-a" in PORTS.rules


def test_more_aircraft_than_bases_need_carriers() -> None:
    g = begin("quick-start", layout="1,2")
    do(g, 0, RAISE + CV, RAISE + HB, RAISE + FA)
    tight = fronts(g, 0)[0]._replace(air=2)
    planes = 1 << FA | 1 << DB | 1 << HB
    assert raisable(g, tight, 0) & planes == planes  # one Fighter can go aboard
    do(g, 0, RAISE + FA)
    assert raisable(g, tight, 0) & planes == 0  # V-3.2-h: a Carrier of 4 holds one of 4
    assert raisable(g, tight, 0, BASES.bit) & planes == planes
    h = begin("quick-start", layout="1,2")
    do(h, 0, RAISE + CV, RAISE + HB, RAISE + HB)
    assert raisable(h, tight, 0) & planes == 1 << FA | 1 << DB  # V-3.2-g


def test_sleeping_giant_has_two_units_for_each_city() -> None:
    g = begin("sleeping-giant")  # V-8.3-c, A11
    do(g, 1, *[RAISE + SS] * 4, *[RAISE + BB] * 2)
    assert not set(open_kinds(g, 1)) & {"SS", "BB", "CV", "MA"}  # six must stand inland
    do(g, 1, *[RAISE + IN] * 6)
    assert not raising(g, 1)
    do(g, 0, *[RAISE + IN] * 12, *[RAISE + FA] * 8)  # V-8.3-a
    assert sum(force(g, 0).values()) == 20


def test_points_buy_steps() -> None:
    g = begin("custom-forces")  # V-8.2-a
    do(g, 0, RAISE + AR)
    assert [a & NOUN for a in ask_of(g, 0).actions()] == [1, 2, 3, 4]
    assert why(g, 0, STRENGTH + 5).rules == ("V-3.0-a", "V-STEP-a", "V-8.2-a")
    do(g, 0, STRENGTH + 3)
    u = bits(g.reserve)[0]
    assert g.cv[u] == 3
    assert why(g, 0, DONE).rules == ("V-1.4-e", "A94")


def test_points_may_buy_more_than_twenty_units_or_be_left() -> None:
    g = begin("custom-forces")  # V-8.2-b, A94
    for kind in (IN, FA, AR, DB):
        do(g, 0, *[RAISE + kind, STRENGTH + 1] * MIX[kind])
    assert sum(force(g, 0).values()) == 28
    do(g, 0, DONE)
    assert not raising(g, 0)
    do(g, 1, *[RAISE + IN, STRENGTH + 4] * 12, *[RAISE + FA, STRENGTH + 4] * 8)
    assert not raising(g, 1)  # 80 points are spent


def test_points_keep_enough_for_the_garrisons() -> None:
    g = begin("custom-forces")
    do(g, 0, *[RAISE + IN, STRENGTH + 4] * 8)  # 48 left for 4 more units
    do(g, 0, *[RAISE + HB, STRENGTH + 4] * 2)
    assert ask_of(g, 0).mask(DONE) == 0
    do(g, 0, *[RAISE + HB, STRENGTH + 4] * 2)
    assert ask_of(g, 0).mask(DONE) == 1


def test_a_purse_for_the_last_garrison() -> None:
    g = begin("sleeping-giant", forces="points")
    do(g, 1, *[RAISE + IN, STRENGTH + 4] * 11)  # 48 - 44: four points, one unit to come
    do(g, 1, RAISE + FA)
    assert [a & NOUN for a in ask_of(g, 1).actions()] == [1, 2, 3, 4]
    h = begin("sleeping-giant", forces="points")
    do(h, 1, *[RAISE + IN, STRENGTH + 4] * 10, RAISE + FA)  # eight points, two units to come
    do(h, 1, STRENGTH + 4, RAISE + FA)
    k = begin("two-front-war", forces="points")
    do(k, 1, *[RAISE + IN, STRENGTH + 4] * 4, *[RAISE + AR, STRENGTH + 4] * 4)
    do(k, 1, RAISE + FA, STRENGTH + 4, RAISE + FA, STRENGTH + 4)
    assert k.front == 0  # forty points: now the second map
    do(k, 1, RAISE + FA)
    assert k.front.bit_count() == 1


def test_strength_is_cut_to_what_the_garrisons_leave() -> None:
    g = begin("sleeping-giant", forces="points", layout="1,2")
    do(g, 1, *[RAISE + IN, STRENGTH + 4] * 9)  # 12 points for three more units
    do(g, 1, RAISE + AR, STRENGTH + 4, RAISE + AR, STRENGTH + 3)
    do(g, 1, RAISE + AR)  # five points left and the garrisons complete
    assert [a & NOUN for a in ask_of(g, 1).actions()] == [1, 2, 3, 4]
    h = begin("sleeping-giant", forces="points", layout="1,2")
    do(h, 1, *[RAISE + IN, STRENGTH + 4] * 11, RAISE + AR, STRENGTH + 1, RAISE + AR)
    assert [a & NOUN for a in ask_of(h, 1).actions()] == [1, 2, 3]
    assert "V-8.2-a" in why(h, 1, STRENGTH + 4).rules


def test_two_front_war_has_a_force_for_each_outer_map() -> None:
    g = begin("two-front-war")  # V-8.4-c
    do(g, 1, *[RAISE + IN] * 10)
    assert g.front == 0
    do(g, 1, *[RAISE + FA] * 8, *[RAISE + IN] * 2)
    assert g.front.bit_count() == 10
    assert not raising(g, 1)
    do(g, 0, *[RAISE + IN] * 12, *[RAISE + AR] * 4, *[RAISE + FA] * 4)  # V-8.4-b, A73
    assert not raising(g, 0)


def test_ten_units_garrison_six_cities_with_one_each() -> None:
    g = begin("two-front-war", layout="1,2,3")  # A10: three cities of map 1 lie inland
    do(g, 1, *[RAISE + SS] * 4, *[RAISE + BB] * 3)
    assert not set(open_kinds(g, 1)) & {"SS", "BB", "CV", "MA"}
    do(g, 1, *[RAISE + FA] * 3)
    do(g, 1, *[RAISE + BB], *[RAISE + CV] * 4, *[RAISE + MA] * 2)
    assert not set(open_kinds(g, 1)) & {"SS", "BB", "CV", "MA"}


def test_twelve_blocks_on_an_outer_map_must_garrison_with_two_each() -> None:
    g = begin("two-front-war", forces="points", layout="1,2,3")  # A10
    ships = [*[RAISE + SS, STRENGTH + 1] * 4, *[RAISE + BB, STRENGTH + 1] * 4]
    do(g, 1, *ships, *[RAISE + FA, STRENGTH + 1] * 3)
    assert ask_of(g, 1).mask(DONE)  # eleven: one in each city will do
    do(g, 1, RAISE + FA, STRENGTH + 1)
    assert not ask_of(g, 1).mask(DONE)  # twelve: two in each, but only four can stand inland
    do(g, 1, *[RAISE + FA, STRENGTH + 1] * 2)
    assert ask_of(g, 1).mask(DONE)


def test_allies_choose_side_by_side_from_one_mix() -> None:
    g = begin("two-front-war", seats=3)
    do(g, 1, *[RAISE + AR] * 2)
    do(g, 2, *[RAISE + AR] * 2)
    assert "AR" not in open_kinds(g, 1)
    assert g.front.bit_count() == 2
    log: list[Event] = []
    do(g, 1, *[RAISE + IN] * 8, log=log)
    assert log == []  # the other ally is not done
    do(g, 2, *[RAISE + FA] * 8, log=log)
    assert log == [ev.ForceReady(7, 1)]


def test_an_ally_leaves_enough_for_the_other() -> None:
    g = begin("two-front-war", seats=3, forces="points", layout="1,2,3")
    taken = 0
    while open_kinds(g, 1):
        kinds = bits(ask_of(g, 1).mask(RAISE))
        inland = [k for k in kinds if k not in NAVY]
        do(g, 1, RAISE + (inland or kinds)[-1], STRENGTH + 1)
        taken += 1
        if asked_of(g, 1) is None:
            break
    assert taken == 40
    do(g, 2, *[RAISE + SS, STRENGTH + 1])
    east = fronts(g, 1)[1]
    assert east.inland == 3
    while not ask_of(g, 2).mask(DONE):
        do(g, 2, RAISE + bits(ask_of(g, 2).mask(RAISE))[0], STRENGTH + 1)


def test_commanders_raise_their_own_arms() -> None:
    g = begin("commanders")  # V-8.5-b
    assert open_kinds(g, 0) == ["AR", "AB", "MA", "IN"]
    assert open_kinds(g, 1) == ["SS", "BB", "CV"]
    assert open_kinds(g, 2) == ["FA", "DB", "HB"]
    assert why(g, 1, RAISE + IN).rules[0] == "V-8.5-b"
    do(g, 0, *[RAISE + IN] * 12, *[RAISE + AR] * 4)
    do(g, 2, *[RAISE + FA] * 8, *[RAISE + DB] * 4)
    do(g, 1, *[RAISE + k for k in (SS, BB, CV) for _ in range(4)])
    assert sum(force(g, 0).values()) == 40
    assert not any(raising(g, seat) for seat in (0, 1, 2))


def test_politicians_raise_nothing() -> None:
    g = begin("commanders", seats=8)
    assert not raising(g, 3)
    assert raising(g, 0) and raising(g, 4)


def test_a_team_with_points_closes_seat_by_seat() -> None:
    g = begin("commanders", forces="points")
    do(g, 1, DONE)  # the others can garrison all cities
    assert asked_of(g, 1) is None
    assert why(g, 2, DONE).rules == ("V-1.4-e", "A94")  # 22 Army units for 12 cities
    do(g, 2, RAISE + HB, STRENGTH + 1, RAISE + HB, STRENGTH + 1, DONE)
    assert not ask_of(g, 0).mask(DONE)
    do(g, 0, *[RAISE + IN, STRENGTH + 4] * 12, *[RAISE + AR, STRENGTH + 4] * 4)
    do(g, 0, *[RAISE + MA, STRENGTH + 4] * 4, *[RAISE + AB, STRENGTH + 4] * 2)
    assert not raising(g, 0)


def test_a_commander_may_not_leave_the_others_without_garrisons() -> None:
    g = begin("commanders", forces="points")
    do(g, 0, DONE)
    do(g, 2, RAISE + FA, STRENGTH + 4)
    assert ask_of(g, 2).mask(DONE) == 0  # ships alone garrison no inland city


def test_half_chosen_forces_are_stored() -> None:
    g = begin("custom-forces")
    do(g, 0, RAISE + CV)
    do(g, 1, RAISE + IN, STRENGTH + 2)
    again = unpack(pack(g))
    assert pack(again) == pack(g)
    do(again, 0, STRENGTH + 4)
    assert again.cv[bits(again.reserve)[0]] == 4


def test_refused_force() -> None:
    g = begin("quick-start")
    assert why(g, 0, RAISE + 10).rules[0] == "V-MIX-a"
    assert why(g, 0, STRENGTH + 2).rules == ("V-1.4-b", "V-8.1-b", "V-6.3-a")


@pytest.mark.parametrize("by_points", [False, True])
def test_what_a_front_needs_agrees_with_trying_everything(by_points: bool) -> None:
    choice = Random(7)
    scenario = "custom-forces" if by_points else "quick-start"
    g = Victory(make_terms(scenario, {}), opening_board(make_terms(scenario, {})))
    outcomes = set()
    for _ in range(1500):
        front = Front(
            side=0,
            number=0,
            places=0,
            hexes=(),
            units=0,
            points=0,
            per_city=choice.choice((1, 2)),
            cities=choice.randint(1, 3),
            inland=choice.randint(0, 1),
            army=choice.randint(2, 6),
            port_army=choice.randint(0, 2),
            naval=choice.randint(0, 3),
            air=choice.randint(2, 4),
        )
        have = Tally(choice.randint(0, 1), 0, choice.randint(0, front.naval), choice.randint(0, 1))
        stock = Tally(*[choice.randint(0, 3) for _ in range(4)])
        left = choice.randint(0, 4)
        front = front._replace(units=have.all + left)
        found = need_of(g, front, have, left, stock) is not None
        assert found == _completes(front, have, left, stock, by_points)
        outcomes.add(found)
    assert outcomes == {False, True}


def _completes(front: Front, have: Tally, left: int, stock: Tally, by_points: bool) -> bool:
    for more in product(*[range(n + 1) for n in stock]):
        then = Tally(*[a + b for a, b in zip(have, more, strict=True)])
        least = front.minimum(then.all)
        if sum(more) > left or (not by_points and sum(more) != left):
            continue
        fits = then.marines <= front.port_army and then.land + then.marines <= front.army
        fits = fits and then.ships <= front.naval and then.planes <= front.air
        inland = then.anywhere >= least * front.inland
        if fits and inland and (not by_points or then.all >= least * front.cities):
            return True
    return False
