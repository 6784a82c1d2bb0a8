"""Fog: what a seat sees, and states that it cannot tell from the true one."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.audit import audit
from sirocco.games.victory.game import GAME
from sirocco.games.victory.movement import movement
from sirocco.games.victory.production import production
from sirocco.games.victory.response import air_response
from sirocco.games.victory.state import (
    COMBAT,
    MOVEMENT,
    NO_ENTRY,
    OVER,
    PRODUCTION,
    RESPONSE,
    SETUP,
    UNIT_MASKS,
    Victory,
    clone,
)
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import (
    AIR_MASK,
    ARM,
    CARRIERS,
    CODES,
    KIND,
    OFF,
    SIDE,
    SIDE_MASK,
    SIDE_SIZE,
)
from sirocco.games.victory.verbs import MOVE
from sirocco.games.victory.view import view
from sirocco.kernel.battery import Report, fog
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import Together, act, asked_of, pending, start
from sirocco.kernel.lower import frame
from sirocco.kernel.match import Match
from tests.victory.eager import eager_game
from tests.victory.ends import position
from tests.victory.ground import BLUE, RED, make, unit

ENCODE = msgspec.msgpack.encode

COAST = make(
    [".C2 .   .C1 .   .C2", ".   .   .   .   .  ", "~   ~   ~   ~   ~  ", "~   ~   ~   ~   ~  "],
    {"road": "0101-0201 0201-0301"},
    {"red": "0101", "blue": "0301 0501"},
)
"""Inland cities in the first row, an open coast in the second, the sea below."""
HARBOUR = make(
    [".C2 .   .C1", "~   ~   ~  ", "~   ~   ~  "],
    {"road": "0101-0201 0201-0301"},
    {"red": "0101", "blue": "0301"},
)


def drawn(g: Victory, seat: int = RED, count: int = 300) -> list[Victory]:
    return [GAME.resample(g, seat, Sampled(seed)) for seed in range(count)]


def label(g: Victory, h: int) -> str:
    return g.board.grid.label(h) if h != OFF else ""


def kinds_at(g: Victory, where: str, side: int = BLUE) -> list[str]:
    here = g.at.get(g.board.grid.index(where), 0) & SIDE_MASK[side]
    return [CODES[KIND[u]] for u in bits(here)]


def moving(*blocks: str, board: Any = HARBOUR, side: int = RED) -> Victory:
    """The movement phase of a side."""
    g = position(board, *blocks, side=side)
    g.phase = MOVEMENT
    g.origin = g.where[:]
    start(g, frame(movement), Sampled(1))
    return g


# What is drawn


def test_a_block_in_a_port_may_be_anything() -> None:  # section 10, item 1
    g = moving("red IN1 4 0101", "blue IN1 4 0301", "blue IN2 3 0301", "blue FA1 2 0301")
    seen = Counter(code for state in drawn(g) for code in kinds_at(state, "0301"))
    assert set(seen) == set(CODES)
    assert max(seen.values()) < 300  # three slots, ten kinds: none of them always


def test_where_blocks_can_be_limits_what_they_can_be() -> None:
    g = moving(
        "red IN1 4 0101", "blue IN1 4 0401", "blue IN2 4 0301", "blue SS1 4 0303", board=COAST
    )
    states = drawn(g)
    inland = {code for state in states for code in kinds_at(state, "0401")}
    city = {code for state in states for code in kinds_at(state, "0301")}
    sea = {code for state in states for code in kinds_at(state, "0303")}
    assert inland == {"AR", "AB", "IN"}
    assert city == {"AR", "AB", "IN", "FA", "DB", "HB"}
    assert {"SS", "BB", "CV", "IN", "MA"} <= sea and not sea & {"FA", "DB", "HB"}


def test_a_block_on_a_coast_is_ashore_or_afloat() -> None:
    g = moving("red IN1 4 0101", "blue IN1 4 0302", board=COAST)
    roles = Counter[tuple[int, int]]()
    for state in drawn(g):
        (u,) = bits(state.at[g.board.grid.index("0302")])
        roles[ARM[KIND[u]], state.at_sea >> u & 1] += 1
    assert set(roles) == {(2, 0), (2, 1), (1, 0)}  # troops, Marines off the coast, ships


def test_aircraft_at_sea_are_aboard_a_carrier() -> None:
    ships = [f"blue BB{n} 4 0103" for n in (1, 2, 3)]
    g = moving("red IN1 4 0101", *ships, "blue CV1 4 0103", "blue FA1 2 0103", board=COAST)
    g.aboard, g.carrier[unit("FA1", BLUE)] = 1 << unit("FA1", BLUE), unit("CV1", BLUE)
    assert not audit(g)
    for state in drawn(g):  # five blocks where four ships fit
        here = state.at[g.board.grid.index("0103")]
        planes = bits(here & AIR_MASK)
        assert planes and here & CARRIERS and not audit(state)
        assert all(state.aboard >> p & 1 and here >> state.carrier[p] & 1 for p in planes)
        assert len({state.carrier[p] for p in planes}) * 2 >= len(planes)


def test_strengths_are_drawn_and_the_mix_is_kept() -> None:
    g = moving("red IN1 4 0101", "blue IN1 1 0301", "blue IN2 1 0301")
    strengths = set()
    for state in drawn(g):
        on_map = [u for u in range(SIDE_SIZE, 2 * SIDE_SIZE) if state.where[u] != OFF]
        assert len(on_map) == 2 and not audit(state)
        assert [u for u in range(SIDE_SIZE, 2 * SIDE_SIZE) if state.cv[u]] == on_map
        strengths |= {state.cv[u] for u in on_map}
    assert strengths == {2, 3, 4}


def test_what_lies_face_up_and_what_is_ones_own_stays() -> None:
    g = moving("red IN1 3 0101", "blue MA1 2 0302 beach", "blue IN1 2 0302", board=COAST)
    beach, mine = unit("MA1", BLUE), unit("IN1")
    for state in drawn(g, count=60):
        assert (state.where[beach], state.cv[beach]) == (g.where[beach], 2)
        assert state.beach == g.beach == state.face_up
        assert (state.where[mine], state.cv[mine]) == (g.where[mine], 3)
        assert len(kinds_at(state, "0302")) == 2


def test_attackers_fit_the_hexside_they_came_by() -> None:
    """Two blocks over land, one by sea, one by air into a port: roles as the way allows."""
    g = position(HARBOUR, "red IN1 4 0101", "blue IN2 4 0101", "blue BB1 4 0101", "blue FA1 4 0101")
    g.side, g.phase = BLUE, RESPONSE
    land, sea = g.board.grid.index("0201"), g.board.grid.index("0102")
    home = g.board.grid.index("0101")
    foes = SIDE_MASK[BLUE] & g.at[home]
    g.travelled = foes
    g.entry[unit("IN2", BLUE)] = g.board.grid.direction(home, land)
    g.entry[unit("BB1", BLUE)] = g.board.grid.direction(home, sea)
    start(g, frame(air_response), Sampled(1))
    by_side: dict[int, set[str]] = {}
    for state in drawn(g):
        assert not audit(state)
        for u in bits(state.at[home] & SIDE_MASK[BLUE]):
            by_side.setdefault(state.entry[u], set()).add(CODES[KIND[u]])
            if KIND[u] == CODES.index("MA"):
                assert state.invading >> u & state.at_sea >> u & 1
            if KIND[u] == CODES.index("AB") and state.entry[u] == NO_ENTRY:
                assert state.flying >> u & 1
    assert by_side[g.board.grid.direction(home, land)] == {"AR", "AB", "IN"}
    assert by_side[g.board.grid.direction(home, sea)] == {"SS", "BB", "CV", "MA"}
    assert by_side[NO_ENTRY] >= {"FA", "DB", "HB", "AB"}
    assert not by_side[NO_ENTRY] & {"IN", "AR", "SS", "BB", "CV", "MA"}


def test_only_aircraft_answer_an_attack() -> None:
    g = position(HARBOUR, "red BB1 4 0102", "blue BB1 4 0102", "blue FA1 4 0102")
    g.phase, g.travelled = COMBAT, 1 << unit("FA1", BLUE) | 1 << unit("BB1")
    g.battle, g.round = OFF, 0
    for state in drawn(g, count=100):
        (answer,) = bits(state.travelled & SIDE_MASK[BLUE])
        assert ARM[KIND[answer]] == 0
        assert state.where[answer] == g.board.grid.index("0102")


# Procedures that name hidden blocks


def test_the_block_that_was_taken_is_not_betrayed() -> None:
    g = moving("red IN1 4 0101", "blue IN1 4 0301", "blue FA1 4 0301", side=BLUE)
    act(g, BLUE, MOVE + unit("FA1", BLUE), Sampled(1))
    assert pending(g)[0].topic == "destination"
    taken = set()
    for state in drawn(g, count=100):
        (ask,) = pending(state)
        assert (ask.seat, ask.topic) == (BLUE, "destination")
        top: Any = state.stack[-1]
        taken.add(CODES[KIND[top.u]])
        assert SIDE[top.u] == BLUE and label(g, state.where[top.u]) == "0301"
    assert len(taken) > 5


@pytest.mark.parametrize("closed", [False, True])
def test_secret_plans_are_drawn_up_again(closed: bool) -> None:
    g = position(HARBOUR, "red IN1 4 0101", "blue IN1 2 0301", "blue IN2 2 0301")
    g.phase = PRODUCTION
    start(g, frame(production), Sampled(1))
    if closed:
        while ask := asked_of(g, BLUE):
            act(g, BLUE, ask.pick(0), Sampled(1))
    plans = set()
    for state in drawn(g, count=60):
        assert [ask.seat for ask in pending(state)] == ([RED] if closed else [RED, BLUE])
        assert state.plans[RED] == g.plans[RED]
        pool = state.plans[BLUE][0] << SIDE_SIZE
        assert pool & SIDE_MASK[BLUE] == pool
        assert not any(pool >> u & 1 for u in range(SIDE_SIZE, 100) if state.where[u] != OFF)
        plans.add(tuple(state.plans[BLUE][1:]))
    assert (len(plans) > 10) if closed else (plans == {()})


def test_forces_chosen_in_secret_are_chosen_again() -> None:
    choice, chance = Random(5), Sampled(5)
    g = GAME.setup("quick-start", {"layout": "1,3", "simultaneous": True}, chance)
    while ask := asked_of(g, BLUE):  # blue raises its force, and waits for red
        act(g, BLUE, ask.pick(choice.randrange(ask.count())), chance)
    assert isinstance(g.stack[-1], Together)
    forces = set()
    for state in drawn(g, count=10):
        force = state.reserve & SIDE_MASK[BLUE]
        assert force.bit_count() == 20 and not asked_of(state, BLUE)
        assert state.reserve & SIDE_MASK[RED] == g.reserve & SIDE_MASK[RED]
        forces.add(force)
    assert len(forces) > 5


# Whole games


@pytest.mark.parametrize("seed", range(6))
def test_nothing_hidden_leaves_a_trace(seed: int) -> None:
    """The trial of the battery, with games full of battles."""
    report = Report()

    def look(g: Victory, choice: Random) -> None:
        fog(GAME, g, seed, choice, report, f"game {seed}")

    eager_game(900 + seed, look, every=11)
    assert report.breaches == [] and report.tries > 100


@pytest.mark.parametrize("seed", range(4))
def test_resampled_games_go_on(seed: int) -> None:
    def look(g: Victory, choice: Random) -> None:
        seat = choice.randrange(len(g.terms.seats))
        state = GAME.resample(g, seat, Sampled(choice.randrange(1 << 30)))
        assert GAME.pack(GAME.unpack(GAME.pack(state))) == GAME.pack(state)
        for _ in range(25):
            if asks := pending(state):
                ask = choice.choice(asks)
                act(state, ask.seat, ask.pick(choice.randrange(ask.count())), Sampled(seed))
        assert audit(state) == []

    assert eager_game(700 + seed, look, every=31).phase == OVER


def test_what_is_drawn_rests_on_what_is_seen() -> None:
    """The same draw from two states with the same view gives the same state."""
    same = Counter[bool]()

    def look(g: Victory, choice: Random) -> None:
        if g.phase == SETUP:
            return
        for seat in range(len(g.terms.seats)):
            number = choice.randrange(1 << 30)
            one = GAME.resample(g, seat, Sampled(number))
            two = GAME.resample(one, seat, Sampled(number))
            same[GAME.pack(one) == GAME.pack(two)] += 1

    for seed in range(3):
        eager_game(800 + seed, look, every=13)
    assert same[True] > 300 and same[False] * 100 < same[True]


def test_no_event_names_a_block_that_its_audience_cannot_see() -> None:
    leaks = []
    watched = Counter[str]()
    last: dict[str, Any] = {}

    def look(g: Victory, choice: Random) -> None:
        ask = choice.choice(pending(g))
        for action in choice.sample(ask.actions(), min(3, ask.count())):
            state, log = clone(g), last.setdefault("log", [])
            log.clear()
            act(state, ask.seat, action, Sampled(7), log)
            leaks.extend(_named_in_secret(g, state, log))
            watched.update(type(event).__name__ for event in log)

    for seed in range(4):
        eager_game(600 + seed, look, every=3)
    assert leaks == []
    assert {"Moved", "BlockMoved", "Retreated", "Fired", "Attrition", "Built"} <= set(watched)


def _named_in_secret(before: Victory, after: Victory, log: list[Any]) -> list[str]:
    open_faces = before.face_up | after.face_up
    out = []
    for event in log:
        if isinstance(event, ev.Revealed):
            for u, _ in event.faces:
                open_faces |= 1 << u
        named = [getattr(event, field, -1) for field in ("unit", "into", "carrier")]
        for seat, side in enumerate(before.terms.side_of):
            for u in named:
                if u >= 0 and event.audience >> seat & 1 and SIDE[u] != side:
                    if not open_faces >> u & 1:
                        out.append(f"{event} tells seat {seat} of a hidden block")
    return out


# What a seat is told


def test_a_view_has_counts_and_nothing_else_of_standing_blocks() -> None:  # item 1
    g = moving("red IN1 4 0101", "blue IN1 4 0301", "blue FA1 2 0301", "blue SS1 1 0302")
    grid = g.board.grid
    seen = view(g, RED)
    assert seen.counts == ((grid.index("0301"), 2), (grid.index("0302"), 1))
    assert seen.faces == ()
    assert len(seen.cv) == SIDE_SIZE and len(seen.marks) == len(UNIT_MASKS)
    other = clone(g)
    for name in UNIT_MASKS:
        if name != "face_up":
            setattr(other, name, getattr(other, name) ^ 1 << unit("IN1", BLUE))
    other.cv[unit("FA1", BLUE)] = 4
    other.ready |= 1 << BLUE
    other.plans[BLUE] = [7]
    assert ENCODE(view(other, RED)) == ENCODE(seen)


def test_port_use_is_the_owners_secret() -> None:
    g = moving("red IN1 4 0101", "blue IN1 4 0301", side=BLUE)
    g.port_use[g.board.grid.index("0301")] = 1
    assert view(g, RED).port_use == () and view(g, BLUE).port_use != ()


def test_blocks_deployed_at_the_same_time_are_not_counted() -> None:  # item 7
    g = position(HARBOUR, "blue IN1 4 0301", terms=Terms("quick-start", 2, ("simultaneous",)))
    g.phase = SETUP
    assert view(g, RED).counts == ()
    assert len(view(g, BLUE).where) == 2 * SIDE_SIZE


def test_others_are_told_whose_turn_it_is_and_no_more() -> None:
    match = Match.new(GAME, "quick-start", {"layout": "1,3"}, seed=2)
    mine, theirs = match.pending_for("red")
    assert (mine.seat, mine.topic) == ("red", "force") and mine.prompt
    assert (theirs.seat, theirs.topic) == ("blue", "")
    assert theirs.prompt == "blue decides (set-up)."
    assert [d.topic for d in match.pending] == ["force", "force"]


def test_the_seat_that_decides_does_not_betray_the_arm() -> None:
    """8.5: the Air Marshal is asked where his aircraft goes; the enemy hears of his side."""
    terms = Terms("custom", duty="arms")
    g = position(HARBOUR, "red FA1 4 0101", "blue IN1 4 0301", terms=terms)
    g.phase, g.offices = MOVEMENT, bytearray((0, 1, 2, 0, 1, 2))
    start(g, frame(movement), Sampled(1))
    act(g, 2, MOVE + unit("FA1"), Sampled(1))
    (ask,) = pending(g)
    assert ask.seat == 2
    assert GAME.told(g, ask, 3) == ("red", "", "red decides (movement).")
    assert GAME.told(g, ask, 0)[:2] == ("red-air-marshal", "destination")
    assert "air-marshal" not in str(GAME.why(g, 3, MOVE))
    assert GAME.facts(g, 3)["pending"] == [{"seat": "red", "topic": ""}]
