"""Sparse distributions and remembered steps."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.odds.cloud import Cloud, joined
from sirocco.odds.states import States

PLACES = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 5), st.integers(0, 3)), min_size=1, max_size=30
)


def spread(places: list[tuple[int, int, int]]) -> list[Cloud]:
    return [Cloud.point(*place).scaled(1 / len(places)) for place in places]


def as_dict(cloud: Cloud) -> dict[tuple[int, ...], float]:
    places = zip(*(axis.tolist() for axis in cloud.at), strict=True)
    return dict(zip(places, cloud.chance.tolist(), strict=True))


@given(PLACES)
def test_joining_adds_the_chances_of_a_place(places: list[tuple[int, int, int]]) -> None:
    whole = as_dict(joined(spread(places)))
    counted = Counter[tuple[int, ...]](places)
    assert whole == pytest.approx({place: n / len(places) for place, n in counted.items()})


@given(PLACES)
def test_both_ways_of_adding_agree(places: list[tuple[int, int, int]]) -> None:
    far = [(10**5 * a, 10**5 * b, 10**5 * c) for a, b, c in places]
    sparse = as_dict(joined(spread(far)))
    near = as_dict(joined(spread(places)))
    assert {tuple(x // 10**5 for x in place) for place in sparse} == set(near)
    for place, chance in near.items():
        assert sparse[tuple(10**5 * x for x in place)] == pytest.approx(chance)


@given(PLACES, st.floats(0, 0.2))
def test_pruning_reports_what_it_lost(places: list[tuple[int, int, int]], least: float) -> None:
    whole = joined(spread(places))
    kept, lost = whole.pruned(least)
    assert kept.total + lost == pytest.approx(1)
    assert all(chance >= least for chance in kept.chance.tolist())


def test_marginals_by_value() -> None:
    whole = joined(spread([(0, 0, 0), (1, 0, 0), (2, 1, 0), (2, 2, 0)]))
    values = np.array([5, 5, 7])
    assert whole.marginal(0, values, size=9).tolist() == [0, 0, 0, 0, 0, 0.5, 0, 0.5, 0]


def test_nothing_cannot_be_joined() -> None:
    with pytest.raises(ValueError, match="nothing to join"):
        joined([])


def test_too_many_places_are_refused() -> None:
    with pytest.raises(OverflowError, match="too many"):
        joined([Cloud((np.arange(300),) * 8, np.full(300, 1 / 300))])


def test_a_step_is_taken_once_for_each_state() -> None:
    calls: list[tuple[int, int]] = []

    def step(state: int, name: int) -> int:
        calls.append((state, name))
        return state // name

    states: States[int, int] = States(100, step)
    numbers = np.zeros(5, dtype=np.int64)
    for _ in range(9):
        numbers = states.follow(2, numbers)
    assert states.all == [100, 50, 25, 12, 6, 3, 1, 0]
    assert states.all[int(numbers[0])] == 0
    assert states.follow(2, np.arange(8)).tolist() == [1, 2, 3, 4, 5, 6, 7, 7]
    assert sorted(calls, reverse=True) == [(state, 2) for state in states.all]
