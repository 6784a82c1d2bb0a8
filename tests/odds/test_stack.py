"""Who of a stack takes the next hit."""

from hypothesis import given
from hypothesis import strategies as st

from sirocco.odds.stack import strongest

STACK = st.lists(st.integers(0, 4), min_size=1, max_size=5)


@given(STACK, st.integers(0, 2))
def test_each_hit_falls_on_the_strongest(strengths: list[int], floor: int) -> None:
    chosen = strongest(strengths, floor=floor)
    if max(strengths) <= floor:
        assert chosen is None
    else:
        assert chosen == strengths.index(max(strengths))


@given(STACK)
def test_equals_lose_in_the_stated_order(strengths: list[int]) -> None:
    order = list(reversed(range(len(strengths))))
    chosen = strongest(strengths, order)
    if max(strengths) == 0:
        assert chosen is None
    else:
        assert chosen == max(i for i, cv in enumerate(strengths) if cv == max(strengths))
