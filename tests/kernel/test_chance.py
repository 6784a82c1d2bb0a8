"""Chance: what each kind promises."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sirocco.kernel.chance import (
    Chance,
    Recorder,
    Recording,
    Replayed,
    ReplayMismatch,
    Roll,
    Sampled,
    Scripted,
    ScriptExhausted,
)
from sirocco.kernel.sealed import Chain, Deposit, LinkMissing, Sealed, SealError, commit_card

# 99.99 % points of chi-square for 5, 9 and 23 degrees of freedom.
LIMIT = {6: 25.7, 10: 33.7, 24: 53.4}


def sealed(length: int = 4000) -> Sealed:
    parties = {"server": b"s", "red": b"r", "blue": b"b"}
    chains = {p: Chain("game", p, secret * 32, length) for p, secret in parties.items()}
    dice = Sealed("game", chains)
    dice.bind(b"head")
    return dice


def chi_square(counts: Counter[int], sides: int) -> float:
    expected = sum(counts.values()) / sides
    return sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))


@pytest.mark.parametrize("sides", [6, 10])
@pytest.mark.parametrize("make", [lambda: Sampled(7), sealed])
def test_faces_are_unbiased(make: type[Chance], sides: int) -> None:
    chance = make()
    counts: Counter[int] = Counter()
    for _ in range(3000):
        counts.update(chance.dice(4, "test", sides))
    assert sorted(counts) == list(range(1, sides + 1))
    assert chi_square(counts, sides) < LIMIT[sides]


@pytest.mark.parametrize("make", [lambda: Sampled(7), sealed])
@pytest.mark.parametrize("draw", ["shuffle", "deck"])
def test_orders_are_unbiased(make: type[Chance], draw: str) -> None:
    chance = make()
    orders = sorted({chance.shuffle(4, "warm-up") for _ in range(600)})
    assert len(orders) == 24
    counts: Counter[int] = Counter()
    for _ in range(2400):
        order = chance.shuffle(4, "test") if draw == "shuffle" else chance.deck(4, "test")
        counts[orders.index(order) + 1] += 1
    assert chi_square(counts, 24) < LIMIT[24]


def test_the_same_seed_gives_the_same_faces() -> None:
    assert Sampled(7).dice(12, "x") == (2, 1, 4, 1, 4, 3, 1, 4, 1, 3, 1, 1)
    assert Sampled(7).dice(50, "x") != Sampled(8).dice(50, "x")
    assert Sampled(7).dice(1, "x") == Sampled(7).dice(12, "x")[:1]
    assert Sampled(7).dice(0, "x") == ()


def test_a_script_gives_its_faces_and_tells_what_is_left() -> None:
    script = Scripted([1, 6, 5, 2, 0, 1])
    assert script.dice(2, "fire") == (1, 6)
    assert script.dice(0, "nothing") == ()
    assert script.left == (5, 2, 0, 1)
    assert script.dice(1, "fire", 10) == (5,)
    assert script.shuffle(3, "order") == (2, 0, 1)
    assert len(script.left) == 0


def test_a_script_that_runs_out_names_the_purpose() -> None:
    script = Scripted([3])
    with pytest.raises(ScriptExhausted, match="1 of the 2 faces that 'fire AR1'"):
        script.dice(2, "fire AR1")
    assert script.left == (3,)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_an_impossible_face_in_a_script_is_refused(face: int) -> None:
    script = Scripted([face])
    with pytest.raises(ScriptExhausted, match="impossible with 6 sides"):
        script.dice(1, "fire")
    assert script.left == (face,)


def test_a_script_that_is_no_order_is_refused() -> None:
    with pytest.raises(ScriptExhausted, match="not an order of 0 to 2"):
        Scripted([0, 1, 1]).deck(3, "events")


def test_recording_keeps_the_rolls_of_one_action() -> None:
    chance: Recorder = Recording(Scripted([4, 5, 1, 0]))
    chance.bind(b"")
    assert chance.dice(2, "fire", 10) == (4, 5)
    assert chance.dice(0, "nothing") == ()
    assert chance.shuffle(2, "order") == (1, 0)
    assert chance.take() == [
        Roll("fire", 10, (4, 5), "dice", 1),
        Roll("order", 2, (1, 0), "shuffle", 2),
    ]
    assert chance.take() == []


def test_recording_does_not_lose_rolls() -> None:
    chance = Recording(Sampled(1))
    chance.dice(1, "fire")
    with pytest.raises(RuntimeError, match="roll 1 has not been taken"):
        chance.bind(b"")


def test_an_action_that_came_to_nothing_leaves_no_rolls() -> None:
    for chance in (Recording(Sampled(1)), sealed()):
        chance.bind(b"head")
        chance.dice(1, "fire")
        chance.drop()
        chance.bind(b"head")
        chance.dice(2, "fire")
        assert [(roll.number, roll.what) for roll in chance.take()] == [(1, "2d6")]


def test_a_replay_gives_the_rolls_again() -> None:
    chance = Recording(Sampled(3))
    first = (chance.dice(3, "fire"), chance.shuffle(5, "order"), chance.deck(4, "events"))
    again = Replayed(chance.take(), {})
    assert (again.dice(3, "fire"), again.shuffle(5, "order"), again.deck(4, "events")) == first
    assert again.left == 0


def test_a_replay_records_the_rolls_as_they_were() -> None:
    dice = sealed()
    dice.dice(2, "fire")
    dice.dice(1, "flee")
    rolls = dice.take()
    again = Replayed(rolls, {})
    again.dice(2, "fire")
    with pytest.raises(RuntimeError, match="roll 1 has not been taken"):
        again.bind(b"")
    again.drop()
    again.bind(b"")
    again.dice(2, "fire")
    assert again.take() == rolls[:1]
    again.dice(1, "flee")
    assert again.take() == rolls[1:]


@pytest.mark.parametrize(
    ("count", "purpose", "sides"), [(2, "fire", 6), (3, "flee", 6), (3, "fire", 10)]
)
def test_a_replay_that_leaves_the_record_says_where(count: int, purpose: str, sides: int) -> None:
    again = Replayed([Roll("fire", 6, (1, 2, 3), "dice", 1)], {})
    with pytest.raises(ReplayMismatch, match="3d6 for 'fire' as roll 1"):
        again.dice(count, purpose, sides)
    again.dice(3, "fire")
    with pytest.raises(ReplayMismatch, match="ends before 1d6 for 'more'"):
        again.dice(1, "more")


def test_a_sealed_deck_replays_only_once_it_is_open() -> None:
    dice = sealed()
    order = dice.deck(5, "events")
    rolls = dice.take()
    with pytest.raises(ReplayMismatch, match="has not been opened"):
        Replayed(rolls, {}).deck(5, "events")
    assert Replayed(rolls, {1: order}).deck(5, "events") == order


def test_sealed_dice_keep_links_of_everybody() -> None:
    dice = sealed()
    faces = dice.dice(3, "fire")
    [roll] = dice.take()
    assert (roll.faces, roll.number, roll.what) == (faces, 1, "3d6")
    assert [party for party, _ in roll.links] == ["blue", "red", "server"]


def test_every_part_of_a_roll_counts() -> None:
    def faces(head: bytes = b"head", purpose: str = "fire", skip: int = 0) -> tuple[int, ...]:
        dice = sealed()
        dice.bind(head)
        for _ in range(skip):
            dice.dice(1, "before")
        return dice.dice(30, purpose)

    assert faces() == faces()
    assert len({faces(), faces(head=b"Head"), faces(purpose="Fire"), faces(skip=1)}) == 4


def test_every_party_counts() -> None:
    def faces(changed: str) -> tuple[int, ...]:
        parties = ("server", "red", "blue")
        chains = {p: Chain("game", p, b"x" if p == changed else b"y", 200) for p in parties}
        dice = Sealed("game", chains)
        dice.bind(b"head")
        return dice.dice(30, "fire")

    assert len({faces(party) for party in ("", "server", "red", "blue")}) == 4


@settings(deadline=None)
@given(st.integers(1, 400), st.data())
def test_links_lead_back_to_the_anchor(length: int, data: st.DataObject) -> None:
    chain = Chain("game", "red", b"secret", length)
    number = data.draw(st.integers(1, length))
    deposit = Deposit("game", "red", chain.anchor)
    deposit.give(number, chain.link(number))
    assert deposit.number == number
    assert [deposit.link(n) for n in range(1, number + 1)] == [
        chain.link(n) for n in range(1, number + 1)
    ]


def test_a_chain_has_an_end() -> None:
    chain = Chain("game", "red", b"secret", 3)
    for number in (0, 4):
        with pytest.raises(SealError, match=f"no link {number}"):
            chain.link(number)


def test_a_deposit_takes_only_true_links() -> None:
    chain = Chain("game", "red", b"secret", 300)
    deposit = Deposit("game", "red", chain.anchor)
    deposit.give(5, chain.link(5))
    for number, link in ((7, chain.link(6)), (7, bytes(32)), (5, chain.link(5))):
        with pytest.raises(SealError, match="not"):
            deposit.give(number, link)
    assert deposit.number == 5
    other = Deposit("game", "blue", chain.anchor)
    with pytest.raises(SealError, match="this is not link 1 of blue"):
        other.give(1, chain.link(1))


def test_a_missing_link_stalls_and_changes_nothing() -> None:
    red = Chain("game", "red", b"r", 300)
    deposit = Deposit("game", "red", red.anchor)
    dice = Sealed("game", {"server": Chain("game", "server", b"s", 300), "red": deposit})
    deposit.give(1, red.link(1))
    dice.bind(b"head")
    first = dice.dice(2, "fire")
    with pytest.raises(LinkMissing, match="red has not released its link for roll 2"):
        dice.dice(2, "fire")
    with pytest.raises(RuntimeError, match="roll 1 has not been taken"):
        dice.bind(b"head")
    dice.drop()
    with pytest.raises(SealError, match="roll 1 has been opened for another action"):
        dice.bind(b"another")
    deposit.give(2, red.link(2))
    dice.bind(b"head")
    assert dice.dice(2, "fire") == first
    dice.dice(2, "fire")
    assert [roll.number for roll in dice.take()] == [1, 2]
    dice.bind(b"another")


def test_sealed_dice_do_not_roll_before_the_record_begins() -> None:
    dice = Sealed.fresh(["red"], 10)
    with pytest.raises(SealError, match="before the record has begun"):
        dice.dice(1, "fire")
    assert dice.number == 0


def test_what_cannot_be_rolled() -> None:
    dice = sealed()
    for count, sides in ((-1, 6), (10_000, 6), (1, 0), (1, 10_000_000)):
        with pytest.raises(ValueError, match="cannot be rolled"):
            dice.dice(count, "x", sides)
    assert dice.dice(0, "x") == () and dice.take() == []


def test_chains_belong_to_their_party() -> None:
    server = Chain("game", "server", b"s", 10)
    with pytest.raises(ValueError, match="the chain of red belongs to blue"):
        Sealed("game", {"server": server, "red": Chain("game", "blue", b"b", 10)})
    with pytest.raises(ValueError, match="the server brings"):
        Sealed("game", {"red": Chain("game", "red", b"r", 10)})


def test_a_saved_game_goes_on() -> None:
    red = Chain("game", "red", b"r", 300)
    deposit = Deposit("game", "red", red.anchor)
    deposit.give(200, red.link(200))
    dice = Sealed("game", {"server": Chain("game", "server", b"s", 300), "red": deposit})
    dice.bind(b"head")
    dice.dice(2, "fire")
    with pytest.raises(SealError, match="has not been taken"):
        dice.export()
    dice.take()
    again = Sealed.restore(dice.export())
    for table in (dice, again):
        table.bind(b"next")
    assert again.anchors() == dice.anchors()
    assert (again.number, Sealed.restore(dice.export(), 7).number) == (1, 7)
    assert again.dice(9, "fire") == dice.dice(9, "fire")
    assert again.deck(9, "events") == dice.deck(9, "events")
    assert again.take() == dice.take()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"game": "g", "number": 0, "chains": {}}'])
def test_damaged_saves_are_refused(text: str) -> None:
    with pytest.raises(SealError, match="cannot be read"):
        Sealed.restore(text)


def test_a_deck_is_secret_and_its_cards_can_be_checked() -> None:
    dice = sealed()
    order = dice.deck(20, "events")
    [roll] = dice.take()
    assert sorted(order) == sorted(roll.faces) == list(range(20))
    assert order != roll.faces
    assert len(set(roll.seals)) == 20
    assert dice.decks([roll]) == {1: order}
    for place, card in enumerate(order):
        slot, salt = dice.card_proof(roll.number, 20, card)
        assert slot == roll.faces[place]
        assert commit_card(roll.number, slot, card, salt) == roll.seals[slot]
        assert commit_card(roll.number, slot, (card + 1) % 20, salt) != roll.seals[slot]
