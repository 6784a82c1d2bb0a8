import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.kernel.bits import bits, count, highest, lowest, mask_of, nth

sets = st.one_of(
    st.sets(st.integers(0, 60)),
    st.sets(st.integers(0, 1300), max_size=5),
    st.sets(st.integers(0, 700), min_size=100, max_size=300),
)


@given(sets)
def test_bits_are_the_members_lowest_first(members: set[int]) -> None:
    assert bits(mask_of(members)) == tuple(sorted(members))


@given(sets)
def test_count_lowest_highest_nth_agree_with_a_list(members: set[int]) -> None:
    mask = mask_of(members)
    ordered = sorted(members)
    assert count(mask) == len(ordered)
    assert lowest(mask) == min(ordered, default=-1)
    assert highest(mask) == max(ordered, default=-1)
    assert [nth(mask, k) for k in range(len(ordered))] == ordered


def test_a_member_that_is_not_there() -> None:
    for k in (-1, 3):
        with pytest.raises(IndexError, match="a set of 3"):
            nth(0b111, k)


def test_a_negative_number_is_no_set() -> None:
    with pytest.raises(ValueError, match="never negative"):
        bits(-2)
