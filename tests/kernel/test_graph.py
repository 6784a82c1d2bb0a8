import itertools

from hypothesis import given
from hypothesis import strategies as st

from sirocco.kernel import graph
from sirocco.kernel.bits import bits, mask_of
from sirocco.kernel.graph import Links

AREAS = 9


def links_of(borders: list[tuple[int, int]]) -> Links:
    """The links of areas with these borders, open both ways."""
    links = [0] * AREAS
    for a, b in borders:
        links[a] |= 1 << b
        links[b] |= 1 << a
    return tuple(links)


areas = st.integers(0, AREAS - 1)
borders = st.lists(st.tuples(areas, areas).filter(lambda pair: pair[0] != pair[1]))
maps = borders.map(links_of)
masks = st.sets(areas).map(mask_of)


def walk(links: Links, start: int, through: int) -> dict[int, int]:
    """Steps to every area, one area at a time."""
    steps = {start: 0}
    queue = [start]
    for a in queue:
        if a == start or through >> a & 1:
            for b in range(AREAS):
                if links[a] >> b & 1 and b not in steps:
                    steps[b] = steps[a] + 1
                    queue.append(b)
    return steps


@given(maps, masks)
def test_spread_is_one_link(links: Links, mask: int) -> None:
    assert graph.spread(links, mask) == mask_of(b for a in bits(mask) for b in bits(links[a]))


@given(maps, areas, masks, st.integers(0, 6))
def test_reach_and_path_agree_with_a_walk(
    links: Links, start: int, through: int, steps: int
) -> None:
    walked = walk(links, start, through)
    near = mask_of(a for a, n in walked.items() if n <= steps)
    assert graph.reach(links, 1 << start, steps, through) == near
    for goal in range(AREAS):
        found = graph.path(links, start, goal, through, steps)
        if not near >> goal & 1:
            assert found == []
            continue
        assert found[0] == start
        assert found[-1] == goal
        assert len(found) == walked[goal] + 1
        assert all(links[a] >> b & 1 for a, b in itertools.pairwise(found))
        assert all(through >> a & 1 for a in found[1:-1])
