"""The movement phase as a whole: the example of the book, events, seats, random play."""

from random import Random

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.audit import audit
from sirocco.games.victory.board import Board, board_for
from sirocco.games.victory.control import held_places
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.movement import movement
from sirocco.games.victory.response import air_response
from sirocco.games.victory.stacking import overstacked
from sirocco.games.victory.state import MOVEMENT, RESPONSE, Victory, clone, place
from sirocco.games.victory.store import pack, unpack
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import (
    AIR_MASK,
    ARMY_MASK,
    BLOCKS,
    CARRIERS,
    KIND,
    MARINES,
    NAVAL_MASK,
    SIDE,
    SIDE_SIZE,
)
from sirocco.games.victory.verbs import DONE, MOVE, STAY
from sirocco.games.victory.why_moves import VERB_RULES, WHY
from sirocco.games.victory.words import VERBS
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.frames import act, pending, start
from sirocco.kernel.lower import frame
from tests.victory.ground import BLUE, RED, make, unit
from tests.victory.orders import RULES, at, marks, offered, play, position, refused

HOPE = make(
    [
        "-     .     .     .     .     -     - ",
        ".     .T    .     .     .     .     - ",
        ".T    .     .T    ~     .C2   .     .T",
        ".     .     .     .T    .     .     - ",
    ],
    {},
    {"blue": "0503 0703", "red": "0202 0103 0303 0404"},
)


def test_the_attack_on_hope() -> None:
    """E11: four arms converge on Hope; the Fighter of Ordal responds."""
    g = position(
        HOPE,
        "blue DB1 0503",
        "blue IN1 0503",
        "blue FA1 0703",
        "red FA1 0202",
        "red AB1 0103",
        "red MA1 0303",
        "red BB1 0404",
    )
    grid = HOPE.grid
    hope = grid.index("0503")
    assert [grid.distance(grid.index(a), hope) for a in ("0202", "0103", "0303", "0404")] == [
        3,
        4,
        2,
        2,
    ]
    play(g, "move FA1 to 0503", "move AB1 drop 0503", "move MA1 invade 0503", "move BB1 to 0503")
    assert marks(g, "AB1") == {"travelled", "flying"}
    assert marks(g, "MA1") == {"travelled", "at_sea", "invading"}
    play(g, "done")
    g.phase = RESPONSE
    start(g, frame(air_response), Sampled(1))
    play(g, "respond FA1 to 0503", "done")
    assert at(g, "FA1", BLUE) == "0503" and g.face_up == 0


def test_what_the_others_see_of_a_move() -> None:
    """V-FOG-b: start, end and way of nameless blocks; a Carrier's aircraft go along."""
    sea = make([".T ~ ~ ~ ~"], {}, {"red": "0101"})
    log: list[Event] = []
    g = position(sea, "red CV1 0101", "red FA1=2 CV1", "red MA1 0101")
    play(g, "move CV1 to 0401", "move MA1 to 0301", "done", log=log)
    label = sea.grid.label
    told = [e for e in seen_by(log, BLUE) if isinstance(e, ev.BlockMoved)]
    assert [([label(h) for h in e.path], e.count) for e in told] == [
        (["0101", "0201", "0301", "0401"], 2),
        (["0101", "0201", "0301"], 1),
    ]
    assert not any(isinstance(e, ev.Moved) for e in seen_by(log, BLUE))
    mine = [e for e in seen_by(log, RED) if isinstance(e, ev.Moved)]
    assert [(e.unit, e.how) for e in mine] == [(unit("CV1"), "to"), (unit("MA1"), "to")]
    assert isinstance(log[-1], ev.PhaseClosed)


def test_reveal_of_drops_and_landings() -> None:
    """V-5.6-f, V-5.7-c."""
    land = make([".T . . .", "~ ~ ~ ~"], {}, {"red": "0101"})
    log: list[Event] = []
    g = position(land, "red AB1 0101", "red MA1 0101")
    play(g, "move AB1 drop 0301", "move MA1 invade 0201", log=log)
    shown = [e.faces for e in seen_by(log, BLUE) if isinstance(e, ev.Revealed)]
    assert shown == [((unit("AB1"), 4),), ((unit("MA1"), 4),)]


def test_arms_of_three_seats() -> None:
    """V-8.5-b: each commander moves his own arm and closes for himself."""
    terms = Terms("commanders", 4, duty="arms")
    land = make([".T . .", "~ ~ ~"], {}, {"red": "0101"})
    g = position(land, "red IN1 0101", "red SS1 0101", "red FA1 0101")
    g = Victory(terms, land)
    g.phase, g.side = MOVEMENT, RED
    g.offices = bytearray((0, 1, 2, 0, 1, 2))
    g.control = [land.homes[0], land.homes[1]]
    for name in ("IN1", "SS1", "FA1"):
        g.cv[unit(name)] = 4
        place(g, unit(name), land.grid.index("0101"))
    g.origin = g.where[:]
    start(g, frame(movement), Sampled(1))
    assert [ask.seat for ask in pending(g)] == [0, 1, 2]
    assert [offered(g, "", "move", seat=s) for s in range(3)] == ["IN1", "SS1", "FA1"]
    assert "V-8.5-b" in refused(g, "move SS1", seat=0).rules
    play(g, "move SS1 to 0102", "done", seat=1)
    assert [ask.seat for ask in pending(g)] == [0, 2]
    play(g, "done", seat=0)
    play(g, "done", seat=2)
    assert not g.stack and g.ready == 0


def test_overfull_hex_opens_the_phase_again() -> None:
    """A24: who has closed may be needed again to make room."""
    terms = Terms("commanders", 4, duty="arms")
    sea = make([".T ~ ~"], {}, {"red": "0101"})
    g = Victory(terms, sea)
    g.phase, g.side = MOVEMENT, RED
    g.offices = bytearray((0, 1, 2, 0, 1, 2))
    g.control = [sea.homes[0], sea.homes[1]]
    for i in range(1, 5):
        g.cv[unit(f"SS{i}")] = 4
        place(g, unit(f"SS{i}"), sea.grid.index("0301"))
    g.cv[unit("IN1")] = 4
    place(g, unit("IN1"), sea.grid.index("0101"))
    g.origin = g.where[:]
    start(g, frame(movement), Sampled(1))
    play(g, "done", seat=1)
    play(g, "move IN1 sail 0301", seat=0)
    assert [ask.seat for ask in pending(g)] == [0, 1]
    play(g, "move SS1 to 0201", seat=1)
    for seat in range(3):
        play(g, "done", seat=seat)
    assert not g.stack


# Random play


def random_position(board: Board, rng: Random) -> Victory:
    """Blocks of both sides in legal places, within stacking."""
    g = Victory(Terms("custom"), board)
    g.phase, g.side, g.turn, g.half_turn = MOVEMENT, rng.randrange(2), 1, 1
    hexes = list(bits(board.grid.all))
    for u in rng.sample(range(BLOCKS), 60):
        place_randomly(g, u, rng, hexes)
    for u in bits(AIR_MASK):
        if g.where[u] == 0xFFFF and rng.random() < 0.5:
            embark_randomly(g, u, rng)
    g.control = [*held_places(g)]
    g.origin = g.where[:]
    g.face_up = g.beach | g.blockading
    return g


def place_randomly(g: Victory, u: int, rng: Random, hexes: list[int]) -> None:
    board, side, bit = g.board, SIDE[u], 1 << u
    for h in rng.sample(hexes, min(12, len(hexes))):
        here = g.at.get(h, 0)
        mine = here & (((1 << SIDE_SIZE) - 1) << side * SIDE_SIZE)
        enemy = here & ~mine
        if enemy:
            if (
                bit & NAVAL_MASK
                and board.port >> h & 1
                and not enemy & (NAVAL_MASK | AIR_MASK | g.at_sea)
            ):
                g.blockading |= bit
            else:
                continue
        if fits(g, u, h, mine):
            g.cv[u] = rng.randint(1, 4)
            place(g, u, h)
            return
        g.blockading &= ~bit


def fits(g: Victory, u: int, h: int, mine: int) -> bool:
    board, bit, spot = g.board, 1 << u, 1 << h
    naval = (mine & (NAVAL_MASK | g.at_sea)).bit_count()
    army = (mine & ARMY_MASK & ~g.at_sea).bit_count()
    if bit & AIR_MASK:
        return bool(board.place & spot) and (mine & AIR_MASK).bit_count() < 2
    if bit & NAVAL_MASK:
        return bool((board.sea | board.shore) & spot) and naval < board.naval_limit[h]
    if bit & MARINES:
        if board.port & board.homes[SIDE[u]] & spot:
            return army < board.army_limit[h]
        if not (board.sea | board.shore & ~board.place) & spot:
            return False
        if board.drop & spot and not mine and h % 2:
            g.beach |= bit
            return True
        if naval < board.naval_limit[h]:
            g.at_sea |= bit
            return True
        return False
    if board.sea & spot and h % 3 == 0 and naval < board.naval_limit[h]:
        g.at_sea |= bit
        return True
    return army < board.army_limit[h]


def embark_randomly(g: Victory, u: int, rng: Random) -> None:
    for ship in bits(CARRIERS):
        load = sum(g.cv[p] for p in bits(g.aboard) if g.carrier[p] == ship)
        count = sum(1 for p in bits(g.aboard) if g.carrier[p] == ship)
        room = g.cv[ship] - load
        if SIDE[ship] == SIDE[u] and g.where[ship] != 0xFFFF and room > 0 and count < 2:
            if KIND[u] != 2:
                g.cv[u] = rng.randint(1, room)
                place(g, u, g.where[ship])
                g.aboard |= 1 << u
                g.carrier[u] = ship
                return


def check(g: Victory) -> None:
    assert audit(g) == []
    asks = pending(g)
    assert asks and all(ask.count() for ask in asks)


def check_refusals(g: Victory, rng: Random) -> None:
    """Actions that are not offered are refused with rules that exist, and change nothing."""
    ask = pending(g)[0]
    for _ in range(3):
        action = rng.choice(list(VERBS)) + rng.randrange(g.board.grid.size)
        if rng.random() < 0.7:
            action = rng.choice(list(VERB_RULES)) + (action & 0x7FF)
        if not ask.allows(action):
            reason = WHY[ask.topic](g, ask, action)
            assert reason.rules and all(rule in RULES for rule in reason.rules)


@pytest.mark.parametrize("seed", range(24))
def test_random_movement_closes(seed: int) -> None:
    """No dead end, sound positions, stored and resumed at every decision."""
    rng = Random(seed)
    spec = LayoutSpec(
        maps=(1 + seed % 4, 1 + (seed + 1) % 4), turned=(False, seed % 2 == 0), owners=(0, 1)
    )
    g = random_position(board_for(spec), rng)
    side = g.side
    start(g, frame(movement), Sampled(seed))
    before = {u: g.cv[u] for u in range(BLOCKS)}
    for step in range(1000):
        if not g.stack:
            break
        check(g)
        check_refusals(g, rng)
        if step % 7 == 0:
            assert pack(unpack(pack(g))) == pack(g)
            g = clone(g)
        ask = pending(g)[0]
        answers = [a for a in ask.actions() if a not in (DONE, STAY)] or ask.actions()
        act(g, ask.seat, rng.choice(answers), Sampled(seed), [])
    assert not g.stack and overstacked(g, side) == 0
    assert before == {u: g.cv[u] for u in range(BLOCKS)}
    g.phase = RESPONSE
    start(g, frame(air_response), Sampled(seed))
    while g.stack:
        check(g)
        check_refusals(g, rng)
        ask = pending(g)[0]
        assert ask.seat == 1 - side
        act(g, ask.seat, rng.choice(ask.actions()), Sampled(seed), [])


@pytest.mark.parametrize("seed", range(12))
def test_crowds_can_always_go_back(seed: int) -> None:
    """Everybody piles into few hexes: the phase can still be closed by taking moves back."""
    rng = Random(seed)
    board = make(
        [".T . .T", "~ ~ ~", ". . .T"],
        {"coastal": "0101-0201 0201-0301"},
        {"red": "0101 0301 0303"},
    )
    g = random_position(board, rng)
    g.side = RED
    start(g, frame(movement), Sampled(seed))
    for _ in range(600):
        if not g.stack:
            break
        check(g)
        ask = pending(g)[0]
        moves = [a for a in ask.actions() if a & ~0x7FF == MOVE]
        answers = moves or [a for a in ask.actions() if a != STAY] or ask.actions()
        act(g, 0, rng.choice(answers), Sampled(seed))
    assert not g.stack and overstacked(g, RED) == 0
