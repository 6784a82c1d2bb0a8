"""The cadet's advice: what it does in plain situations."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from sirocco.games.victory.advice_fight import forecast
from sirocco.games.victory.advice_sketch import sketch
from sirocco.games.victory.game import GAME
from sirocco.games.victory.odds import BattleSpec, Unit, battle
from sirocco.games.victory.state import Victory, place
from sirocco.games.victory.units import (
    AIR_MASK,
    AR,
    ARM,
    ARMY_MASK,
    BLOCKS,
    DB,
    FA,
    HB,
    IN,
    KIND,
    OFF,
    SIDE_MASK,
)
from sirocco.games.victory.view import view
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending
from sirocco.players import decide, player
from tests.players.table import advice, play, valley


def test_the_sketch_shows_the_view_and_nothing_else() -> None:
    def look(state: Victory, seat: int, number: int) -> None:
        seen = view(state, seat)
        drawn = sketch(seen)
        assert msgspec.msgpack.encode(view(drawn, seat)) == msgspec.msgpack.encode(seen)
        assert not GAME.audit(drawn) or state.phase == 0 or drawn.occ == state.occ

    play(("cadet", "random"), 2, look=look, every=9)
    for seed in range(8):
        scenario, options = GAME.mixture(Random(seed))
        play(("random", "random"), seed, scenario, options | {"limit": 2}, look, 11)


def test_forecasts_are_near_the_exact_odds() -> None:
    draw = Random(1)
    state = valley("movement", ["IN1 1 Alba"], ["IN1 1 Dune"])
    h = state.board.find("Dune")
    worst_chance = worst_loss = 0.0
    for _ in range(40):
        attackers = [(draw.choice((AR, IN)), draw.randint(2, 4)) for _ in range(draw.randint(2, 4))]
        attackers += [(draw.choice((FA, DB, HB)), 3) for _ in range(draw.randint(0, 2))]
        defenders = [(draw.choice((IN, AR)), draw.randint(2, 4)) for _ in range(draw.randint(1, 3))]
        g = Victory(state.terms, state.board)
        ours, theirs = stack(g, attackers, 0, h), stack(g, defenders, 1, h)
        found = forecast(g, h, ours, theirs)
        spec = BattleSpec(
            tuple(Unit(kind, cv, ARM[kind]) for kind, cv in attackers),
            tuple(Unit(kind, cv, ARM[kind]) for kind, cv in defenders),
            city=True,
        )
        exact = battle(spec)
        losses = [sum(i * p for i, p in enumerate(lost)) for lost in exact.steps_lost]
        worst_chance = max(worst_chance, abs(found.win - exact.attacker_wins))
        worst_loss = max(worst_loss, abs(found.attacker_loses - losses[0]))
        worst_loss = max(worst_loss, abs(found.defender_loses - losses[1]))
    assert worst_chance < 0.3
    assert worst_loss < 1.7


def stack(g: Victory, units: list[tuple[int, int]], side: int, h: int) -> int:
    """Put blocks of these kinds and strengths into a hex."""
    out = 0
    for kind, cv in units:
        free = [
            u
            for u in range(BLOCKS)
            if KIND[u] == kind and SIDE_MASK[side] >> u & 1 and g.where[u] == OFF
        ]
        place(g, free[0], h)
        g.cv[free[0]] = cv
        out |= 1 << free[0]
    return out


# Set-up


@pytest.mark.parametrize("maps", [2, 4])
def test_a_balanced_force_with_garrisons_in_every_city(maps: int) -> None:
    chance = Sampled(4)
    state = GAME.setup("quick-start", {"maps": maps, "limit": 1}, chance)
    cadets = [player("cadet", seat) for seat in (0, 1)]
    while state.phase == 0:
        seat = pending(state)[0].seat
        act(state, seat, decide(cadets[seat], GAME, state, seat), chance)
    for side in (0, 1):
        mine = [u for u in bits(SIDE_MASK[side]) if state.where[u] != OFF]
        count = [sum(KIND[u] == kind for u in mine) for kind in range(10)]
        assert count[IN] >= 7 and count[AR] == 4
        assert count[FA] >= 2 and count[DB] + count[HB] >= 2
        cities = bits(state.board.homes[side] & state.board.city)
        for h in cities:
            here = state.at[h] & SIDE_MASK[side]
            assert here.bit_count() >= 2 and here & ARMY_MASK


# Movement


def test_a_vacant_enemy_city_is_taken() -> None:
    state = valley("movement", ["AR1 4 0501", "IN1 4 Alba", "IN2 4 Brea"], ["IN1 3 Fane"])
    assert "to 0701" in " ".join(advice(state))


def test_good_odds_are_used_and_troops_go_together() -> None:
    red = ["AR1 4 0601", "AR2 4 0601", "IN1 4 0601", "IN2 4 0501", "IN3 4 Alba", "IN4 4 Brea"]
    state = valley("movement", red, ["IN1 2 Dune", "FA1 2 Dune", "IN2 4 Fane"])
    advice(state)
    dune = state.board.find("Dune")
    assert (state.at[dune] & SIDE_MASK[0]).bit_count() >= 3


def test_bad_odds_are_left_alone() -> None:
    blue = [f"IN{n} 4 Dune" for n in (1, 2, 3, 4)]
    state = valley("movement", ["IN1 3 0601", "IN2 4 Alba", "IN3 4 Brea"], blue)
    advice(state)
    dune = state.board.find("Dune")
    assert not state.at[dune] & SIDE_MASK[0]


def test_the_garrison_of_a_city_in_danger_stays_and_is_reinforced() -> None:
    red = ["IN1 2 Alba", "IN2 4 0202", "IN3 4 0202"]
    blue = ["AR1 4 0301", "IN1 4 0301", "IN2 4 0301", "IN3 4 Dune"]
    state = valley("movement", red, blue)
    advice(state)
    alba = state.board.find("Alba")
    here = state.at[alba] & SIDE_MASK[0]
    assert here.bit_count() >= 2


def test_a_captured_city_is_not_left_empty() -> None:
    red = ["AR1 4 Dune", "IN1 4 Alba", "IN2 4 Brea"]
    state = valley("movement", red, ["IN1 4 Fane", "IN2 4 Fane"], control={"Dune": "red"})
    advice(state)
    assert state.at[state.board.find("Dune")] & SIDE_MASK[0]


def test_aircraft_help_an_attack_and_have_somewhere_to_land() -> None:
    red = ["AR1 4 0601", "IN1 4 0601", "DB1 4 Elk", "IN2 4 Elk", "IN3 4 Alba", "IN4 4 Brea"]
    state = valley(
        "movement", red, ["IN1 2 Dune", "IN3 2 Dune", "FA1 1 Dune"], control={"Elk": "red"}
    )
    advice(state)
    dune = state.board.find("Dune")
    assert state.at[dune] & SIDE_MASK[0] & AIR_MASK


# Battle

FIGHT = {"battle": {"hex": "Dune", "round": 1}}


def test_a_lost_battle_is_left() -> None:
    red = ["IN1 2 Dune entry=0601", "IN2 2 Dune entry=0601"]
    blue = [f"AR{n} 4 Dune acted" for n in (1, 2, 3, 4)]
    state = valley("combat", red, blue, **FIGHT)
    assert advice(state)[0].startswith("retreat IN")


def test_a_battle_that_goes_well_is_fought() -> None:
    red = ["AR1 4 Dune entry=0601", "AR2 4 Dune entry=0601"]
    state = valley("combat", red, ["IN1 2 Dune"], **FIGHT)
    assert advice(state)[0] in ("fire AR1 army", "fire AR2 army")


def test_production_is_spent_to_the_last_point() -> None:
    state = valley("production", ["IN1 2 Alba", "IN2 4 Brea"], ["IN1 4 Dune", "IN2 4 Fane"])
    before = sum(state.cv[u] for u in bits(SIDE_MASK[0]))
    chance = Sampled(1)
    cadets = [player("cadet", seat) for seat in (0, 1)]
    while state.turn == 3 and pending(state):
        seat = pending(state)[0].seat
        act(state, seat, decide(cadets[seat], GAME, state, seat), chance)
    assert sum(state.cv[u] for u in bits(SIDE_MASK[0])) == before + 3
