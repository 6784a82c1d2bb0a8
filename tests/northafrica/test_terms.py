"""What players agree on: scenarios, seats, options; who runs which side after bidding."""

from random import Random

import pytest

from sirocco.games.northafrica.game import GAME
from sirocco.games.northafrica.terms import OPTIONS, make_terms, mixture, terms_from_key
from sirocco.kernel.chance import Sampled
from sirocco.kernel.refusal import Refused


@pytest.mark.parametrize(
    "players, seats, sides",
    [
        (2, ("axis", "allies"), (0, 1)),
        (3, ("germany", "italy", "allies"), (0, 0, 1)),
        (4, ("germany", "uk", "italy", "us"), (0, 1, 0, 1)),
    ],
)
def test_seats(players: int, seats: tuple[str, ...], sides: tuple[int, ...]) -> None:
    g = GAME.setup("torch", {"players": players}, Sampled(1))
    assert GAME.seats(g) == seats
    assert GAME.sides(g) == sides


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_a_switch_of_its_own(name: str) -> None:
    terms = make_terms("last-push", {name: "true"})
    assert terms.options == (name,)
    assert getattr(terms, name.replace("-", "_")) is True
    assert make_terms("last-push", {name: False}).options == ()
    assert terms_from_key(terms.key).options == terms.options


@pytest.mark.parametrize(
    "scenario, options, said",
    [
        ("last", {}, "There is no scenario 'last'"),
        ("custom", {}, "There is no scenario 'custom'"),
        ("torch", {"tiger": True}, "There is no option 'tiger'; near it: tigers"),
        ("torch", {"players": 1}, "players must be 2, 3 or 4, not 1"),
        ("torch", {"players": "many"}, "players must be 2, 3 or 4, not 'many'"),
        ("torch", {"tigers": "perhaps"}, "Option tigers is true or false, not 'perhaps'"),
        ("torch", {"players": 4, "bidding": True}, "Bidding is for two players"),
    ],
)
def test_what_cannot_be_agreed_on(scenario: str, options: dict[str, object], said: str) -> None:
    with pytest.raises(Refused) as found:
        GAME.setup(scenario, options, Sampled(1))
    assert said in str(found.value)
    assert all(rule in GAME.catalogue() for rule in found.value.rules)


def test_the_mixture_has_everything() -> None:
    found = [mixture(Random(seed)) for seed in range(300)]
    assert {scenario for scenario, _ in found} == {"last-push", "torch"}
    assert {options.get("players", 2) for _, options in found} == {2, 3, 4}
    assert {name for _, options in found for name in options} == {"players", *OPTIONS}
    for scenario, options in found:
        make_terms(scenario, options)


def test_seats_change_sides_by_bidding() -> None:
    g = GAME.setup("last-push", {"bidding": True}, Sampled(1))
    assert GAME.seats(g) == ("first", "second")
    for seat, line in ((0, "for axis"), (0, "bid 3"), (1, "bid 4"), (0, "accept")):
        ask = next(a for a in GAME.pending(g) if a.seat == seat)
        action = next(a for a in ask.actions() if GAME.action_text(g, seat, a) == line)
        GAME.apply(g, seat, action, Sampled(1))
    assert GAME.sides(g) == (1, 0)
    assert g.bonus_points[1] == 4
    assert GAME.score(g, 0) == 1 - GAME.score(g, 1)
