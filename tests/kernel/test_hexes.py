import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.kernel.bits import bits, mask_of
from sirocco.kernel.hexes import HexError, HexGrid, Net, net_minus, net_union, net_within

GRID = HexGrid(7, 5, holes=[(3, 2), (6, 5)])
WHOLE = HexGrid(7, 5)
SIZES = [(1, 1), (1, 6), (2, 2), (6, 1), (7, 5), (8, 4), (11, 9), (21, 17)]

on_map = st.sampled_from(bits(GRID.all))
masks = st.sets(on_map).map(mask_of)


@st.composite
def nets(draw: st.DrawFn) -> Net:
    """Some of the crossings of the map, one way each."""
    out = [draw(masks) & GRID.net[d] for d in range(6)]
    return (out[0], out[1], out[2], out[3], out[4], out[5])


def walk(grid: HexGrid, net: Net, start: int, through: int) -> dict[int, int]:
    """Steps to every hex, one hex at a time."""
    steps = {start: 0}
    queue = [start]
    for h in queue:
        if h == start or through >> h & 1:
            for d in range(6):
                to = grid.neighbour(h, d)
                if net[d] >> h & 1 and to not in steps:
                    steps[to] = steps[h] + 1
                    queue.append(to)
    return steps


def test_neighbours_of_an_odd_and_an_even_column() -> None:
    def around(number: str) -> list[str]:
        h = WHOLE.index(number)
        return [WHOLE.label(WHOLE.neighbour(h, d)) for d in range(6)]

    assert around("0303") == ["0302", "0402", "0403", "0304", "0203", "0202"]
    assert around("0403") == ["0402", "0503", "0504", "0404", "0304", "0303"]


@pytest.mark.parametrize(("cols", "rows"), SIZES)
def test_geometry(cols: int, rows: int) -> None:
    grid = HexGrid(cols, rows)
    assert grid.all.bit_count() == cols * rows
    assert grid.all.bit_length() <= grid.size
    for h in bits(grid.all):
        assert grid.index(grid.label(h)) == h == grid.find(grid.column(h), grid.row(h))
        assert grid.near[h] == mask_of(
            grid.neighbour(h, d) for d in range(6) if grid.neighbour(h, d) >= 0
        )
        for d in range(6):
            to = grid.neighbour(h, d)
            assert (to >= 0) == bool(grid.net[d] >> h & 1)
            assert grid.shifted(1 << h, d) == (1 << to if to >= 0 else 0)
            if to >= 0:
                assert to == h + grid.offset[d]
                assert grid.neighbour(to, (d + 3) % 6) == h
                assert grid.direction(h, to) == d
                assert abs(grid.column(to) - grid.column(h)) == (d % 3 != 0)


@pytest.mark.parametrize(("cols", "rows"), [size for size in SIZES if size != (21, 17)])
def test_distance_and_disk_agree_with_a_walk(cols: int, rows: int) -> None:
    grid = HexGrid(cols, rows)
    for a in bits(grid.all):
        steps = walk(grid, grid.net, a, grid.all)
        for b, n in steps.items():
            assert grid.distance(a, b) == n
        for n in (0, 1, 2, 6):
            assert grid.disk(n, a) == mask_of(b for b, far in steps.items() if far <= n)
            assert grid.disk(n, a) == grid.disks(n)[a]


def test_holes_are_no_hexes_but_distances_run_over_them() -> None:
    with pytest.raises(HexError, match="no hex 0302 on this map"):
        GRID.index("0302")
    assert GRID.find(3, 2) == -1
    north, south = GRID.index("0301"), GRID.index("0303")
    assert GRID.neighbour(south, 0) == -1
    assert GRID.direction(south, north) == -1
    assert GRID.distance(north, south) == 2
    assert GRID.disk(2, north) >> south & 1
    assert GRID.labels(GRID.disk(1, north)) == ["0201", "0301", "0401"]


def test_a_label_that_names_no_hex() -> None:
    for text in ("0808", "0001", "0100", "9999"):
        with pytest.raises(HexError, match=f"no hex {text} on this map"):
            GRID.index(text)
    for text in ("", "304", "03 4", "abcd", "²²²²"):
        with pytest.raises(HexError, match="is no hex number"):
            GRID.index(text)


@pytest.mark.parametrize(("cols", "rows"), [(0, 5), (5, 0), (100, 5), (5, 100)])
def test_a_map_too_large_or_too_small(cols: int, rows: int) -> None:
    with pytest.raises(HexError, match="1 to 99 columns"):
        HexGrid(cols, rows)


def test_labels_and_masks() -> None:
    mask = GRID.mask(["0705", "0101", "0303"])
    assert GRID.labels(mask) == ["0101", "0303", "0705"]


@given(nets(), masks)
def test_spread_is_one_crossing(net: Net, mask: int) -> None:
    found = mask_of(GRID.neighbour(h, d) for d in range(6) for h in bits(mask & net[d]))
    assert GRID.spread(net, mask) == found


@given(nets(), on_map, masks)
def test_flood_stays_within(net: Net, start: int, within: int) -> None:
    closed = net_within(GRID, net, within | 1 << start)
    assert GRID.flood(net, 1 << start, within) == mask_of(walk(GRID, closed, start, GRID.all))


@given(nets(), on_map, masks, st.integers(0, 8))
def test_reach_and_path_agree_with_a_walk(net: Net, start: int, through: int, steps: int) -> None:
    walked = walk(GRID, net, start, through)
    near = mask_of(h for h, n in walked.items() if n <= steps)
    assert GRID.reach(net, 1 << start, steps, through) == near
    balls = GRID.balls(net, 1 << start, steps, GRID.all)
    assert GRID.reach_on(net, balls, GRID.all & ~through) == near
    for goal in bits(GRID.all):
        found = GRID.path(net, start, goal, through, steps)
        if not near >> goal & 1:
            assert found == []
            continue
        assert (found[0], found[-1], len(found)) == (start, goal, walked[goal] + 1)
        for a, b in itertools.pairwise(found):
            assert net[GRID.direction(a, b)] >> a & 1
        assert all(through >> h & 1 for h in found[1:-1])


def test_of_equal_paths_the_first_direction_back_is_taken() -> None:
    a, b = WHOLE.index("0303"), WHOLE.index("0503")
    found = WHOLE.path(WHOLE.net, a, b, WHOLE.all, 9)
    assert [WHOLE.label(h) for h in found] == ["0303", "0403", "0503"]


@given(masks)
def test_components_part_the_set(within: int) -> None:
    parts = GRID.components(GRID.net, within)
    assert sum(parts) == within
    inner = net_within(GRID, GRID.net, within)
    for part in parts:
        assert GRID.spread(inner, part) & ~part == 0
        assert mask_of(walk(GRID, inner, bits(part)[0], GRID.all)) == part


@given(nets(), nets(), masks)
def test_arithmetic_of_nets(a: Net, b: Net, mask: int) -> None:
    both = GRID.spread(a, mask) | GRID.spread(b, mask)
    assert GRID.spread(net_union(a, b), mask) == both
    minus = net_minus(a, b)
    assert all(minus[d] & b[d] == 0 and minus[d] | a[d] & b[d] == a[d] for d in range(6))
    inner = net_within(GRID, a, mask)
    assert GRID.spread(inner, GRID.all) & ~mask == 0
    assert all(inner[d] & ~mask == 0 for d in range(6))
