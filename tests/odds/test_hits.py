"""Volleys against an independent dice library and against plain counting."""

from collections import Counter
from itertools import product

import icepool  # type: ignore[import-untyped]
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.odds import hits as volleys
from sirocco.odds.hits import Floats, hits, pool, together, weights


def by_icepool(parts: list[tuple[int, int]], sides: int) -> list[float]:
    """The same pool built with icepool."""
    total = icepool.Die([0])
    for dice, hits_on in parts:
        one = icepool.Die({1: hits_on, 0: sides - hits_on}) if hits_on else icepool.Die([0])
        total = total + dice @ one if dice else total
    size = sum(dice for dice, _ in parts) + 1
    return [float(total.probability("==", number)) for number in range(size)]


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 6)), max_size=4),
    st.sampled_from([6, 10]),
)
def test_pools_agree_with_icepool(parts: list[tuple[int, int]], sides: int) -> None:
    assert pool(parts, sides) == pytest.approx(by_icepool(parts, sides), abs=1e-14)


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("hits_on", range(7))
def test_weights_are_counted_rolls(dice: int, hits_on: int) -> None:
    rolls = product(range(1, 7), repeat=dice)
    counted = Counter(sum(face <= hits_on for face in roll) for roll in rolls)
    assert weights(dice, hits_on) == tuple(counted[k] for k in range(dice + 1))


@given(st.lists(st.floats(0, 1), max_size=6))
def test_single_shots_add_up(chances: list[float]) -> None:
    total = volleys.each(chances)
    assert total.sum() == pytest.approx(1)
    assert volleys.mean(total) == pytest.approx(sum(chances))


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 8))
def test_capped_keeps_the_whole_chance(dice: int, hits_on: int, most: int) -> None:
    chances: Floats = hits(dice, hits_on)
    cut = volleys.capped(chances, most)
    assert len(cut) == min(dice, most) + 1
    assert cut.sum() == pytest.approx(1)
    if most <= dice:
        assert cut[-1] == pytest.approx(volleys.at_least(chances, most))


def test_a_mixture_weighs_its_parts() -> None:
    mixed = volleys.mixture([(0.25, hits(2, 3)), (0.75, hits(1, 3))])
    assert mixed.tolist() == pytest.approx([0.4375, 0.5, 0.0625])


def test_impossible_volleys_are_refused() -> None:
    for dice, hits_on, sides in ((-1, 1, 6), (1, 7, 6), (1, -1, 6), (1, 0, 0)):
        with pytest.raises(ValueError, match="no such volley"):
            weights(dice, hits_on, sides)


def test_shared_arrays_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        hits(3, 2)[0] = 1.0
    assert np.array_equal(together([hits(3, 2)]), hits(3, 2))
