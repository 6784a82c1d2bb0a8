"""Losses of stacks, and two stacks that wear each other down."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.odds.chain import duel, shift
from sirocco.odds.hits import Floats, hits, pool
from sirocco.odds.stack import one_by_one, strongest, strongest_first, struck

STACK = st.lists(st.integers(0, 4), min_size=1, max_size=5)


@given(STACK, st.integers(0, 2))
def test_each_hit_falls_on_the_strongest(strengths: list[int], floor: int) -> None:
    states = strongest_first(strengths, floor=floor)
    for before, after in pairwise(states):
        lost = [i for i in range(len(before)) if before[i] != after[i]]
        assert len(lost) == 1
        assert before[lost[0]] == max(before) == after[lost[0]] + 1
    assert max(states[-1]) <= max(floor, 0)
    assert len(states) == 1 + sum(max(0, strength - floor) for strength in strengths)


@given(STACK)
def test_equals_lose_in_the_stated_order(strengths: list[int]) -> None:
    order = list(reversed(range(len(strengths))))
    chosen = strongest(strengths, order)
    if max(strengths) == 0:
        assert chosen is None
    else:
        assert chosen == max(i for i, cv in enumerate(strengths) if cv == max(strengths))


@given(STACK)
def test_one_by_one_uses_up_a_unit_first(strengths: list[int]) -> None:
    states = one_by_one(strengths)
    assert len(states) == 1 + sum(strengths)
    for state in states:
        touched = [i for i, cv in enumerate(strengths) if state[i] != cv]
        assert all(state[i] == 0 for i in touched[:-1])


def test_a_volley_on_a_stack_equals_counting_the_rolls() -> None:
    states = strongest_first((3, 2, 2))
    counted: dict[tuple[int, ...], float] = {}
    for roll in product(range(1, 7), repeat=4):
        left = states[sum(face <= 2 for face in roll)]
        counted[left] = counted.get(left, 0) + 1 / 6**4
    assert struck(states, hits(4, 2)) == pytest.approx(counted)


def test_surplus_hits_are_lost() -> None:
    left = struck(strongest_first((1, 1)), hits(4, 3), taken=1)
    assert left == pytest.approx({(0, 1): 1 / 16, (0, 0): 15 / 16})


def stack_of(count: int, hits_on: int) -> list[Floats]:
    """Volleys of a stack of equal one-step units, by losses."""
    return [pool([(count - lost, hits_on)], 10) for lost in range(count + 1)]


def reference_duel(
    one: int, two: int, hit_one: int, hit_two: int, rounds: int, at_once: bool
) -> dict[tuple[int, int], float]:
    """The same fight, step by step over plain dictionaries."""
    now = {(one, two): 1.0}
    for _ in range(rounds):
        after: dict[tuple[int, int], float] = {}
        for (a, b), chance in now.items():
            if not a or not b:
                after[a, b] = after.get((a, b), 0.0) + chance
                continue
            for k, p in enumerate(hits(a, hit_one, 10).tolist()):
                left_two = max(0, b - k)
                firing = b if at_once else left_two
                for m, q in enumerate(hits(firing, hit_two, 10).tolist()):
                    key = (max(0, a - m), left_two)
                    after[key] = after.get(key, 0.0) + chance * p * q
        now = after
    return now


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize(("one", "two", "rounds"), [(1, 1, 1), (3, 2, 2), (4, 5, 3)])
def test_duels_equal_the_plain_reckoning(one: int, two: int, rounds: int, at_once: bool) -> None:
    fight = duel(stack_of(one, 3), stack_of(two, 4), rounds, at_once)
    expected = reference_duel(one, two, 3, 4, rounds, at_once)
    for a in range(one + 1):
        for b in range(two + 1):
            assert fight.taken[one - a, two - b] == pytest.approx(expected.get((a, b), 0.0))
    gone = sum(p for (a, b), p in expected.items() if a == 0 and b > 0)
    assert fight.first_destroyed == pytest.approx(gone)
    assert fight.undecided == pytest.approx(sum(p for (a, b), p in expected.items() if a and b))


def test_a_duel_to_the_end_leaves_no_more_than_the_residue() -> None:
    fight = duel(stack_of(6, 3), stack_of(6, 3))
    assert fight.undecided <= 1e-12
    assert fight.first_destroyed == pytest.approx(fight.second_destroyed)
    total = fight.first_destroyed + fight.second_destroyed + fight.both_destroyed
    assert total == pytest.approx(1)


def test_shift_rows_are_distributions() -> None:
    assert shift(hits(3, 2), 5).sum(axis=1).tolist() == pytest.approx([1.0] * 6)
