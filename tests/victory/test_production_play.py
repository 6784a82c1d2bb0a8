"""Production of teams, and random plans that always end soundly."""

from random import Random

import pytest

from sirocco.games.victory.board import board_for
from sirocco.games.victory.control import held_places
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.production import production
from sirocco.games.victory.spending import BASE_LIMIT
from sirocco.games.victory.state import PRODUCTION, Victory, clone, place
from sirocco.games.victory.store import pack, unpack
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import AIR_MASK, ARMY_MASK, CARRIERS, NAVAL_MASK, SIDE_MASK
from sirocco.games.victory.verbs import (
    BEACHHEAD,
    BUILD,
    CITY,
    DONE,
    INTO,
    MERGE,
    STEP,
    STRENGTH,
)
from sirocco.games.victory.victory import city_value
from sirocco.games.victory.why_production import WHY
from sirocco.kernel.ask import NOUN_BITS, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.catalogue import Catalogue
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending, start
from sirocco.kernel.lower import frame
from tests.victory.ends import begin, names, offered, play, position, refusal
from tests.victory.ground import make, unit

BOARD = make(
    [".C3 .   .C2 .   .C1", ".   .   .   .   .  ", "~   ~   ~   ~   ~  "],
    {},
    {"red": "0101 0301", "blue": "0501"},
)
CATALOGUE = Catalogue.load("victory")
KNOWN = {*CATALOGUE.rules, *CATALOGUE.rulings}
SQUARE = board_for(LayoutSpec((1, 2, 3, 4), (False,) * 4, (0, 1, 0, 1), "square"))
ROW = board_for(LayoutSpec((1, 2, 3), (False,) * 3, (1, 0, 1), "row"))


def team(*blocks: str, politicians: bool = False, offices: tuple[int, ...] = ()) -> Victory:
    terms = Terms("custom", 4, ("merging",), duty="arms", politicians=politicians)
    g = position(BOARD, *blocks, terms=terms)
    g.offices = bytearray(offices or (0, 1, 2) * 2)
    g.phase = PRODUCTION
    begin(g)
    return g


def test_each_arm_plans_for_itself() -> None:  # V-8.5-b
    g = team("red IN1 1 0101", "red FA1 1 0101")
    assert [ask.seat for ask in pending(g)] == [0, 1, 2, 3, 4, 5]
    assert offered(g, 1, "city") == ""  # the Admiral finds no coast
    assert refusal(g, 1, "city 0101") == "V-8.5-b"
    play(g, 0, "city 0101")
    assert offered(g, 0, "step") == "IN1"
    assert refusal(g, 0, "step FA1") == "V-8.5-b"
    assert offered(g, 0, "build") == "AR AB IN"
    assert refusal(g, 0, "build FA") == "V-8.5-b"
    assert offered(g, 2, "city") == "0301"  # the General is busy in the other
    assert refusal(g, 2, "city 0101") == "V-6.0-a"
    play(g, 0, "step IN1 step IN1 done")
    assert offered(g, 2, "city") == "0101 0301"
    play(g, 2, "city 0101 step FA1")  # the last point
    assert offered(g, 2, "city") == "0301"
    for seat in range(6):
        play(g, seat, "done")
    assert (g.cv[unit("IN1")], g.cv[unit("FA1")]) == (3, 2)


def test_politicians_plan_alone() -> None:  # V-8.5-d
    g = team("red IN1 1 0101", "red FA1 1 0101", politicians=True, offices=(0, 1, 2, 3) * 2)
    assert [ask.seat for ask in pending(g)] == [3, 7]
    play(g, 3, "city 0101")
    assert offered(g, 3, "step") == "FA1 IN1"
    assert offered(g, 3, "build") == "FA DB HB AR AB IN"


def test_mergers_by_arm() -> None:
    g = team("red IN1 1 0101", "red IN2 1 0101", "red FA1 1 0101", "red FA2 1 0101")
    assert offered(g, 0, "merge") == "IN1 IN2"
    assert offered(g, 2, "merge") == "FA1 FA2"
    play(g, 0, "city 0301 done")
    assert offered(g, 0, "merge") == "" and offered(g, 2, "merge") == "FA1 FA2"
    play(g, 2, "merge FA1 into FA2")
    for seat in range(6):
        play(g, seat, "done")
    assert names(g.at[g.board.grid.index("0101")]) == "FA2 IN1 IN2"


def test_two_fronts() -> None:  # V-8.4-g
    g = Victory(Terms("two-front-war", 3, duty="fronts"), ROW)
    g.control = [*held_places(g)]
    west, east = (
        sorted(
            [h for h in bits(ROW.homes[1] & ROW.city) if ROW.map_of[h] == part],
            key=lambda h: -ROW.pp[h],  # those with points to spare first
        )
        for part in (1, 3)
    )
    scout = unit("IN1", 1)
    place(g, scout, west[0])
    g.cv[scout] = 1
    g.front |= 1 << scout
    g.phase = PRODUCTION
    begin(g)
    label = ROW.grid.label
    assert [ask.seat for ask in pending(g)] == [0, 1, 2]
    assert offered(g, 1, "city").split() == sorted(label(h) for h in west)
    assert offered(g, 2, "city").split() == sorted(label(h) for h in [west[0], *east])
    play(g, 2, f"city {label(west[0])}")
    assert offered(g, 2, "build") == "" and offered(g, 2, "step") == "in1"
    assert refusal(g, 2, "build IN") == "V-8.4-g"
    play(g, 2, f"step IN1 done city {label(east[0])} build IN strength 1 done done")
    play(g, 1, f"city {label(west[1])} build IN strength 1 done done")
    play(g, 0, "done")
    assert g.cv[scout] == 2
    assert (g.front & SIDE_MASK[1]).bit_count() == 2
    assert g.where[unit("IN2", 1)] == east[0] and g.front >> unit("IN2", 1) & 1
    assert g.where[unit("IN3", 1)] == west[1] and not g.front >> unit("IN3", 1) & 1


def test_one_player_uses_both_outer_maps() -> None:  # V-8.4-d
    g = Victory(Terms("two-front-war", 3), ROW)
    g.control = [*held_places(g)]
    g.phase = PRODUCTION
    begin(g)
    assert offered(g, 1, "city").split() == ROW.grid.labels(ROW.homes[1] & ROW.city)
    assert sum(city_value(g, h) for h in bits(g.control[1] & ROW.city)) == 20  # V-6.1-a


def crowd(g: Victory, dice: Random) -> None:
    """Blocks of both sides all over their places, within the limits of the hexes."""
    board = g.board
    for side in (0, 1):
        places = bits(board.homes[side] | board.homes[2])
        for u in bits(SIDE_MASK[side]):
            h = dice.choice(places)
            here = g.at.get(h, 0)
            if here & SIDE_MASK[1 - side] or dice.random() < 0.3:
                continue
            arm = next(mask for mask in (AIR_MASK, NAVAL_MASK, ARMY_MASK) if mask >> u & 1)
            limit = {AIR_MASK: BASE_LIMIT, NAVAL_MASK: board.naval_limit[h]}
            if (here & arm).bit_count() < limit.get(arm, board.army_limit[h]):
                if arm != NAVAL_MASK or board.port >> h & 1:
                    place(g, u, h)
                    g.cv[u] = dice.randint(1, 4)
    g.control = [*held_places(g)]


@pytest.mark.parametrize("seed", range(40))
def test_random_plans(seed: int) -> None:
    dice = Random(seed)
    options = tuple(o for o in ("cadres1", "cadres2", "merging") if dice.random() < 0.5)
    duty, scenario = dice.choice((("all", "sleeping-giant"), ("arms", "commanders")))
    g = Victory(Terms(scenario, 4, options, duty=duty), SQUARE)
    g.offices = bytearray((0, 1, 2) * 2)
    crowd(g, dice)
    g.phase = PRODUCTION
    before = clone(g)
    start(g, frame(production), Sampled(seed))
    asked = 0
    while pending(g):
        ask = dice.choice(pending(g))
        assert ask.count(), "a question has an answer"
        if asked % 7 == 0:
            stored = unpack(pack(g))
            assert pack(stored) == pack(g)
            g = stored
        refuse_nonsense(g, ask, dice)
        act(g, ask.seat, dice.choice(ask.actions()), Sampled(seed))
        asked += 1
        assert asked < 1500
    audit_spending(before, g)


def refuse_nonsense(g: Victory, ask: Ask, dice: Random) -> None:
    """Whatever is not offered is refused with rules that exist, and nothing changes."""
    verb = dice.choice((BEACHHEAD, CITY, STEP, BUILD, STRENGTH, MERGE, INTO, DONE))
    action = verb + dice.randrange(dice.choice((4, 12, 100, 1 << NOUN_BITS)))
    if not ask.allows(action):
        before = pack(g)
        refused = WHY[ask.topic](g, ask, action)
        assert refused.rules and set(refused.rules) <= KNOWN, (ask.topic, action, refused)
        assert pack(g) == before


def audit_spending(before: Victory, after: Victory) -> None:
    board = after.board
    if not after.terms.merging:
        assert all(after.at[h] & here == here for h, here in before.at.items())  # V-6.2-h
    merged = dict.fromkeys(before.at, 0)
    for h in before.at:
        merged[h] = sum(before.cv[u] for u in bits(before.at[h]))
    for h, here in after.at.items():
        gained = sum(after.cv[u] for u in bits(here)) - merged.get(h, 0)
        worth = city_value(after, h) if board.city >> h & 1 else 0
        assert 0 <= gained <= worth, board.title(h)
        mine = here & SIDE_MASK[0] or here & SIDE_MASK[1]
        assert (mine & ARMY_MASK).bit_count() <= board.army_limit[h]
        assert (mine & NAVAL_MASK).bit_count() <= board.naval_limit[h]
        assert (mine & AIR_MASK).bit_count() <= BASE_LIMIT
        assert all(1 <= after.cv[u] <= 4 for u in bits(here))
        assert not mine & CARRIERS or board.port >> h & 1
