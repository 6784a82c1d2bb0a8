"""Random battles in random places end, without dead ends, in legal positions."""

import random

import pytest

from sirocco.games.victory.audit import audit
from sirocco.games.victory.battle import battles
from sirocco.games.victory.battlefields import battle_hexes
from sirocco.games.victory.blocks import army_count, naval_count, own
from sirocco.games.victory.board import Board, board_for
from sirocco.games.victory.game import GAME
from sirocco.games.victory.hits import overload
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.state import COMBAT, NO_ENTRY, Victory, clone, place
from sirocco.games.victory.store import pack, unpack
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import (
    AB,
    AIR_MASK,
    ARM,
    ARMY_MASK,
    BLOCKS,
    CARRIERS,
    CV,
    HB,
    KIND,
    MA,
    NAVAL_MASK,
    OFF,
    SIDE,
    SIDE_SIZE,
)
from sirocco.games.victory.verbs import BASE, BATTLE
from sirocco.games.victory.why_battle import WHY
from sirocco.kernel.battery import Report, fog
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, pending, start
from sirocco.kernel.lower import frame

BOARD = board_for(LayoutSpec((1, 2), (False, False), (0, 1), "row"))


def air_count(g: Victory, side: int, h: int) -> int:
    """Blocks that count for Air stacking; aircraft aboard a Carrier do not fill the hex."""
    return (own(g, side, h) & (AIR_MASK & ~g.aboard | g.flying)).bit_count()


def scene(rng: random.Random, board: Board, options: tuple[str, ...]) -> Victory:
    """Garrisons all over the map and up to four hexes under attack."""
    g = Victory(Terms("custom", options=options), board)
    g.phase, g.turn, g.half_turn, g.side = COMBAT, 1, 1, rng.randrange(2)
    g.control = [board.homes[0], board.homes[1]]
    spare = [list(range(side * SIDE_SIZE, (side + 1) * SIDE_SIZE)) for side in (0, 1)]
    for units in spare:
        rng.shuffle(units)
    hexes = bits(board.grid.all & ~board.shoal)
    fights = [*rng.sample(hexes, 2), *rng.sample(bits(board.port), 2)]
    for h in dict.fromkeys(fights):
        for _ in range(rng.randrange(1, 6)):
            _defend(g, rng, spare[1 - g.side], h)
        if g.occ[1 - g.side] >> h & 1:
            for _ in range(rng.randrange(1, 7)):
                _attack(g, rng, spare[g.side], h)
    for side in (0, 1):
        for h in rng.sample(bits(board.homes[side]), 5):
            if not (g.occ[1 - side] | g.occ[side]) >> h & 1:
                _defend(g, rng, spare[side], h)
    g.origin = g.where[:]
    return g


def _fits(g: Victory, u: int, h: int, naval: bool) -> bool:
    side, board = SIDE[u], g.board
    if naval:
        return naval_count(g, side, h) < board.naval_limit[h]
    return army_count(g, side, h) < board.army_limit[h]


def _defend(g: Victory, rng: random.Random, units: list[int], h: int) -> None:
    """One more unit for the side that was there before."""
    if not units:
        return
    u = units.pop()
    bit, board, side = 1 << u, g.board, SIDE[u]
    ships = [s for s in bits(own(g, side, h) & CARRIERS) if overload(g, s) < 0]
    sea = bool(board.sea >> h & 1)
    haven = bool(board.port & g.control[side] >> h & 1)
    if AIR_MASK & bit:
        if ships and KIND[u] != HB and -overload(g, ships[0]) > 0:
            g.cv[u] = 1
            place(g, u, h)
            g.aboard |= bit
            g.carrier[u] = ships[0]
        elif g.control[side] >> h & 1 and air_count(g, side, h) < 2:
            g.cv[u] = rng.randrange(1, 5)
            place(g, u, h)
        return
    at_sea = bool(ARMY_MASK & bit) and (sea or (KIND[u] == MA and not haven))
    if KIND[u] == MA and not (sea or board.coastal >> h & 1):
        return
    if _fits(g, u, h, at_sea or bool(NAVAL_MASK & bit)):
        g.cv[u] = rng.randrange(1, 5)
        place(g, u, h)
        if at_sea:
            g.at_sea |= bit


def _attack(g: Victory, rng: random.Random, units: list[int], h: int) -> None:
    """One more unit for the Attacker, with the hexside by which it came."""
    if not units:
        return
    u = units.pop()
    bit, board, kind = 1 << u, g.board, KIND[u]
    drop = bool(board.drop >> h & 1)
    if ARM[kind] == 0 or (kind == AB and drop):
        if air_count(g, g.side, h) < 2:
            _enter(g, rng, u, h, NO_ENTRY)
            if kind == AB:
                g.flying |= bit
        return
    naval = bool(NAVAL_MASK & bit) or kind == MA
    if kind == MA and not (drop and board.coastal >> h & 1):
        return
    sides = board.naval_side if naval else board.army_side
    ways = [d for d in range(6) if sides[6 * h + d] and (not naval or board.sea_net[d] >> h & 1)]
    if ways and _fits(g, u, h, naval):
        _enter(g, rng, u, h, rng.choice(ways))
        if kind == MA:
            g.at_sea |= bit
            g.invading |= bit


def _enter(g: Victory, rng: random.Random, u: int, h: int, way: int) -> None:
    g.cv[u] = rng.randrange(1, 5)
    place(g, u, h)
    g.entry[u] = way
    g.travelled |= 1 << u


def fight_it_out(g: Victory, rng: random.Random, watch: bool) -> int:
    """Random play to the end of the phase; the number of actions."""
    chance = Sampled(rng.randrange(1 << 30))
    log: list[Event] | None = [] if watch else None
    start(g, frame(battles), chance, log)
    actions = 0
    while g.stack:
        asks = pending(g)
        assert asks
        ask = rng.choice(asks)
        count = ask.count()
        assert count, ask.topic
        if watch and actions % 7 == 0:
            stored = pack(g)
            assert pack(unpack(stored)) == stored == pack(clone(g))
            verb = (rng.choice(ask.choices)[0]) if rng.random() < 0.5 else rng.randrange(48) << 11
            wrong = verb + rng.randrange(BLOCKS if verb not in (BATTLE, BASE) else 600)
            if not ask.allows(wrong):
                refusal = WHY[ask.topic](g, ask, wrong)
                assert refusal.rules and refusal.reason, (ask.topic, wrong)
                assert pack(g) == stored
        act(g, ask.seat, ask.pick(rng.randrange(count)), chance, log)
        if watch:
            assert audit(g) == []
        actions += 1
        assert actions < 2000
    return actions


def check_aftermath(g: Victory) -> None:
    board = g.board
    assert g.battle == OFF
    assert g.round == 0
    assert not battle_hexes(g)
    assert not (g.half | g.acted | g.aloft | g.grounded | g.flying | g.invading | g.flak)
    assert not any(g.out) and not any(g.bombarded)
    for h in bits(g.occ[0] & g.occ[1]):
        assert board.port >> h & 1 or g.at[h] & g.beach
        assert g.at[h] & g.blockading
    assert not g.face_up & ~(g.beach | g.blockading)
    for u in range(BLOCKS):
        h = g.where[u]
        assert (h == OFF) == (g.cv[u] == 0)
        if h == OFF:
            continue
        side = SIDE[u]
        assert g.entry[u] == NO_ENTRY
        assert 1 <= g.cv[u] <= 4
        assert army_count(g, side, h) <= board.army_limit[h]
        assert naval_count(g, side, h) <= board.naval_limit[h]
        if AIR_MASK >> u & 1 and not g.aboard >> u & 1:
            assert g.control[side] >> h & 1
            assert air_count(g, side, h) <= 2
        if KIND[u] == CV:
            assert overload(g, u) <= 0
        if ARMY_MASK >> u & 1 and board.sea >> h & 1:
            assert g.at_sea >> u & 1


@pytest.mark.parametrize("seed", range(120))
def test_random_battles(seed: int) -> None:
    rng = random.Random(seed)
    g = scene(rng, BOARD, ("pursuit",) if seed % 3 == 0 else ())
    fight_it_out(g, rng, watch=True)
    check_aftermath(g)


@pytest.mark.parametrize("seed", range(300, 325))
def test_battles_betray_nothing(seed: int) -> None:
    """Whoever passes, leaves or is lost by itself does so for reasons that all can see."""
    rng = random.Random(seed)
    g = scene(rng, BOARD, ("pursuit",) if seed % 3 == 0 else ())
    chance = Sampled(seed)
    report = Report()
    start(g, frame(battles), chance)
    while g.stack:
        ask = rng.choice(pending(g))
        fog(GAME, g, seed, rng, report, ask.topic)
        act(g, ask.seat, ask.pick(rng.randrange(ask.count())), chance)
    assert report.tries
    assert report.breaches == []
