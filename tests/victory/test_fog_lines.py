"""Lines of play that name the other side's units get the same answer in every world."""

from random import Random

import pytest

from sirocco.games.victory.game import GAME
from sirocco.games.victory.state import Victory, clone
from sirocco.games.victory.units import SIDES
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Sampled
from sirocco.kernel.notation import read_action, words_of
from sirocco.kernel.refusal import Refused
from tests.victory.eager import eager_game

KINDS = ["FA1", "DB1", "HB2", "SS1", "BB1", "CV1", "AR1", "AB1", "MA1", "IN1", "IN9"]
LINES = [
    "move {u} {a}-{b}",
    "move {u} from {a} to {b}",
    "respond {u}",
    "fire BB1 {u}",
    "hit {u}",
    "lose {u}",
    "retreat {u} to {b}",
    "base {u} to {b}",
    "aboard {u}",
    "back {u}",
    "merge {u}",
    "deploy {u}",
    "{u}",
    "battle {a}",
    "activate {a}",
    "to {a}",
    "via {a}",
]


def answer(g: Victory, seat: int, line: str) -> str:
    """What a seat is told about a line that begins with an action: its number or the refusal."""
    g = clone(g)
    try:
        action, _ = read_action(GAME, g, seat, words_of(GAME.expand(g, seat, line)))
        GAME.apply(g, seat, action, Sampled(1))
    except Refused as bad:
        return f"{bad} {bad.rules}"
    return str(action)


@pytest.mark.parametrize("seed", [2, 5])
def test_lines_tell_nothing(seed: int) -> None:
    tried = 0

    def look(g: Victory, choice: Random) -> None:
        nonlocal tried
        hexes = [g.board.grid.label(h) for h in bits(g.board.grid.all)]
        for seat in range(len(g.terms.seats)):
            believed = GAME.resample(g, seat, Sampled(choice.randrange(1 << 30)))
            foe = SIDES[1 - g.terms.side_of[seat]]
            a, b = choice.sample(hexes, 2)
            for kind in choice.sample(KINDS, 3):
                for line in LINES:
                    said = line.format(u=f"{foe}-{kind}", a=a, b=b)
                    assert answer(g, seat, said) == answer(believed, seat, said), said
                    tried += 1

    eager_game(seed, look, every=60, turns=4)
    assert tried > 500
