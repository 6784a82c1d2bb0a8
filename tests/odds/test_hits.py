"""Volleys against an independent dice library and against plain counting."""

from collections import Counter
from itertools import product

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.odds.hits import hits, mean, weights


@given(st.integers(0, 12), st.integers(0, 6), st.sampled_from([6, 10]))
def test_volleys_agree_with_icepool(dice: int, hits_on: int, sides: int) -> None:
    one = icepool.Die({1: hits_on, 0: sides - hits_on})
    total = dice @ one if dice else icepool.Die([0])
    expected = [float(total.probability("==", number)) for number in range(dice + 1)]
    assert hits(dice, hits_on, sides) == pytest.approx(expected, abs=1e-14)
    assert mean(hits(dice, hits_on, sides)) == pytest.approx(dice * hits_on / sides)


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("hits_on", range(7))
def test_weights_are_counted_rolls(dice: int, hits_on: int) -> None:
    rolls = product(range(1, 7), repeat=dice)
    counted = Counter(sum(face <= hits_on for face in roll) for roll in rolls)
    assert weights(dice, hits_on) == tuple(counted[k] for k in range(dice + 1))


def test_impossible_volleys_are_refused() -> None:
    for dice, hits_on, sides in ((-1, 1, 6), (1, 7, 6), (1, -1, 6), (1, 0, 0)):
        with pytest.raises(ValueError, match="no such volley"):
            weights(dice, hits_on, sides)


def test_shared_arrays_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        hits(3, 2)[0] = 1.0
