import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.kernel import graph
from sirocco.kernel.bits import bits, mask_of
from sirocco.kernel.graph import Links

AREAS = 9

areas = st.integers(0, AREAS - 1)
borders = st.lists(st.tuples(areas, areas).filter(lambda pair: pair[0] != pair[1]))
maps = borders.map(lambda pairs: graph.links_of(AREAS, pairs))
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
def test_reach_path_and_distance_agree_with_a_walk(
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
        assert graph.distance(links, start, goal, through) == walked[goal]


@given(maps, areas, masks)
def test_flood_stays_within(links: Links, start: int, within: int) -> None:
    closed = graph.links_within(links, within | 1 << start)
    assert graph.flood(links, 1 << start, within) == mask_of(walk(closed, start, -1))


@given(maps, masks)
def test_components_part_the_set(links: Links, within: int) -> None:
    parts = graph.components(links, within)
    assert sum(parts) == within
    for part in parts:
        inner = graph.links_within(links, within)
        assert graph.spread(inner, part) & ~part == 0
        assert graph.flood(inner, part & -part, within) == part


def test_no_way_has_the_distance_minus_one() -> None:
    links = graph.links_of(3, [(0, 1)])
    assert graph.distance(links, 0, 2, 0b111) == -1
    assert graph.distance(links, 2, 2, 0) == 0


def test_symmetry() -> None:
    assert graph.is_symmetric(graph.links_of(3, [(0, 1), (1, 2)]))
    assert not graph.is_symmetric((0b010, 0b000, 0b000))


@pytest.mark.parametrize("pair", [(0, 0), (0, 3), (-1, 1)])
def test_a_border_needs_two_areas(pair: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no two areas of 0 to 2"):
        graph.links_of(3, [pair])
