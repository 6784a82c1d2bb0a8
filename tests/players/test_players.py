"""Computer players: what they are given, that they keep to it, that they play all games."""

from __future__ import annotations

import copy
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from sirocco.games.victory.game import GAME
from sirocco.games.victory.state import Victory
from sirocco.games.victory.view import View
from sirocco.kernel.ask import Ask
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, asked_of, pending
from sirocco.kernel.game import Game
from sirocco.kernel.refusal import Refused
from sirocco.players import NAMES, Imagine, Player, decide, play_out, player
from tests.kernel.tiny import TinyGame
from tests.players.table import play, valley


class Spy(Player):
    """Takes the first answer and notes what it was given."""

    name: ClassVar[str] = "spy"

    def __init__(self, seed: int, worlds: int = 0) -> None:
        super().__init__(seed)
        self.worlds = worlds
        self.seen: list[tuple[Any, Ask]] = []
        self.dreams: list[bytes] = []

    def choose(self, game: Game[Any], view: Any, ask: Ask, imagine: Imagine) -> int:
        self.seen.append((view, ask))
        self.dreams += [game.pack(world) for world in imagine(self.worlds)]
        return ask.pick(0)


class Cheat(Spy):
    """Answers what nobody offered."""

    name: ClassVar[str] = "cheat"

    def choose(self, game: Game[Any], view: Any, ask: Ask, imagine: Imagine) -> int:
        return (1 << 16) + 5


def test_players_by_name() -> None:
    assert NAMES == ("random", "cadet")
    assert [player(name, 1).name for name in NAMES] == ["random", "cadet"]
    with pytest.raises(Refused, match="did you mean cadet"):
        player("cadett", 1)


def test_a_player_gets_the_view_and_the_question_of_its_seat() -> None:
    state = valley("movement", ["IN1 4 Alba"], ["IN1 3 Dune"])
    spy = Spy(1)
    action = decide(spy, GAME, state, 0)
    view, ask = spy.seen[0]
    real = asked_of(state, 0)
    assert real is not None and action == real.pick(0)
    assert isinstance(view, View) and view == GAME.view(state, 0)
    assert (ask.seat, ask.topic, ask.choices) == (0, real.topic, real.choices)
    assert ask is not real  # what a player does to its copy changes nothing


def test_imagined_worlds_agree_with_the_view_and_vary() -> None:
    state = valley("movement", ["IN1 4 Alba"], ["IN1 3 Dune", "AR2 4 Elk", "FA1 2 Fane"])
    spy = Spy(1, worlds=8)
    decide(spy, GAME, state, 0)
    views = {msgspec.msgpack.encode(GAME.view(GAME.unpack(dream), 0)) for dream in spy.dreams}
    assert views == {msgspec.msgpack.encode(GAME.view(state, 0))}
    assert len(set(spy.dreams)) > 1


def test_imagination_does_not_depend_on_hidden_facts() -> None:
    state = valley("movement", ["IN1 4 Alba"], ["IN1 3 Dune", "AR2 4 Elk", "FA1 2 Fane"])
    other = GAME.resample(state, 0, Sampled(5))
    assert GAME.pack(state) != GAME.pack(other)
    dreams = []
    for world in (state, other):
        spy = Spy(1, worlds=4)
        decide(spy, GAME, world, 0)
        dreams.append([hidden(dream) for dream in spy.dreams])
    assert dreams[0] == dreams[1]


def hidden(dream: bytes) -> list[tuple[int, int]]:
    """Where the blocks of blue stand in an imagined world, and how strong."""
    world = GAME.unpack(dream)
    return [(world.where[u], world.cv[u]) for u in range(50, 100)]


def test_an_answer_that_is_not_offered_is_an_error() -> None:
    state = valley("movement", ["IN1 4 Alba"], ["IN1 3 Dune"])
    with pytest.raises(ValueError, match="cheat answers 'movement'"):
        decide(Cheat(1), GAME, state, 0)
    with pytest.raises(Refused, match="Nothing is asked of blue"):
        decide(Spy(1), GAME, state, 1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_choice_whatever_is_hidden(name: str, seed: int) -> None:
    """Another world with the same view and question: a player that sees only these plays alike."""
    draw = Random(seed)
    tried = differ = 0
    chance = Sampled(seed)
    state = GAME.setup(*GAME.mixture(draw), chance)
    players = [player(name, seat) for seat in range(len(GAME.seats(state)))]
    while asks := pending(state):
        seat = asks[0].seat
        twin = copy.deepcopy(players[seat])
        action = decide(players[seat], GAME, state, seat)
        if draw.random() < 0.3:
            other = GAME.resample(state, seat, Sampled(draw.randrange(1 << 30)))
            tried += 1
            differ += GAME.pack(other) != GAME.pack(state)
            assert decide(twin, GAME, other, seat) == action
        act(state, seat, action, chance)
    assert tried > 20 and differ > 10


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    one, two, three = (play((name, name), seed, options={"limit": 2}) for seed in (4, 4, 5))
    assert GAME.pack(one) == GAME.pack(two) != GAME.pack(three)


@pytest.mark.parametrize("seed", range(12))
def test_cadets_play_every_scenario_with_every_option(seed: int) -> None:
    scenario, options = GAME.mixture(Random(seed))
    final = play(("cadet", "cadet"), seed, scenario, options)
    assert GAME.outcome(final) is not None


SCENARIOS: dict[str, dict[str, Any]] = {
    "commanders": {"seats": 8, "limit": 3, "pursuit": True, "merging": True},
    "two-front-war": {"seats": 3, "limit": 3, "cadres2": True, "simultaneous": True},
    "sleeping-giant": {"maps": 4, "limit": 3, "forces": "points", "cadres1": True},
    "neutral-centre": {"limit": 4, "submarines": True},
    "custom-forces": {"maps": 4, "limit": 3},
}


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_cadets_play_teams_and_four_maps(scenario: str) -> None:
    final = play(("cadet", "random"), 1, scenario, SCENARIOS[scenario])
    assert GAME.outcome(final) is not None


def test_who_comes_in_late_plays_on() -> None:
    """A fresh cadet at every decision finds an answer, and wins against random."""
    chance = Sampled(3)
    state = GAME.setup("quick-start", {"limit": 6}, chance)
    loser = player("random", 1)
    while asks := pending(state):
        seat = asks[0].seat
        chooser = player("cadet", 1) if seat == 0 else loser
        act(state, seat, decide(chooser, GAME, state, seat), chance)
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == (0,)


def test_play_out_needs_no_game_in_particular() -> None:
    tiny = TinyGame()
    state = tiny.setup("duel", {}, Sampled(1))
    seats = [player("random", seat) for seat in range(len(tiny.seats(state)))]
    outcome = play_out(tiny, state, seats, Sampled(2))
    assert outcome == tiny.outcome(state)
    with pytest.raises(Refused, match="no advice"):
        decide(player("cadet", 1), tiny, tiny.setup("duel", {}, Sampled(1)), 0)


def test_the_state_is_of_no_use_to_a_player_that_keeps_it() -> None:
    """Players are asked with views; even the cadet's memory holds no state of the game."""
    kept = player("cadet", 1)
    state = valley("movement", ["AR1 4 Alba", "IN1 4 Alba"], ["IN1 1 Dune"])
    decide(kept, GAME, state, 0)
    reachable = [kept]
    seen: set[int] = set()
    while reachable:
        thing: Any = reachable.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        assert thing is not state
        if isinstance(thing, Victory):
            assert thing.where != state.where
        if isinstance(thing, dict):
            reachable += list(thing.values())
        elif isinstance(thing, (list, tuple)):
            reachable += list(thing)
        elif hasattr(thing, "__dict__"):
            reachable += list(vars(thing).values())
