"""Paths, contours and noise."""

import math
import re

import numpy as np
import pytest

from sirocco.draw.contour import contours
from sirocco.draw.geometry import (
    HEADINGS,
    HEIGHT,
    Point,
    area,
    beyond,
    centre,
    corner,
    polygon,
    simplified,
    spline,
    spline_points,
)
from sirocco.draw.raster import Noise, Raster, smoothed


@pytest.mark.parametrize("col", [3, 4])
@pytest.mark.parametrize("d", range(6))
def test_a_neighbour_lies_one_hex_away_in_its_direction(col: int, d: int) -> None:
    x, y = centre(col, 5)
    u, v = HEADINGS[d]
    assert centre(*beyond(col, 5, d)) == pytest.approx((x + u * HEIGHT, y + v * HEIGHT))


def test_a_hexside_lies_between_its_corners() -> None:
    at = centre(2, 2)
    for d in range(6):
        a, b = corner(at, d), corner(at, d + 1)
        u, v = HEADINGS[d]
        middle = at[0] + u * HEIGHT / 2, at[1] + v * HEIGHT / 2
        assert ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) == pytest.approx(middle)


def points_of(path: str) -> list[Point]:
    """The points of a path that `polygon` wrote."""
    start, _, rest = path.removesuffix("z").partition("l")
    x, y = (float(part) for part in start[1:].split())
    out = [(x, y)]
    steps = [float(part) for part in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        out.append((x, y))
    return out


def test_a_polygon_says_where_its_points_are() -> None:
    ring = [(0.0, 0.0), (10.04, -0.5), (10.0, -0.55), (-3.26, 7.0)]
    for written, given in zip(points_of(polygon(ring)), ring, strict=True):
        assert written == pytest.approx(given, abs=0.051)


def test_a_spline_runs_through_its_points() -> None:
    line = [(0.0, 0.0), (40.0, 10.0), (60.0, 50.0)]
    for found, given in zip(spline_points(line)[::4], line, strict=True):
        assert found == pytest.approx(given)
    assert spline(line).endswith(" 60 50")


def disc(
    raster: Raster, at: Point, radius: float
) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    return radius - np.hypot(raster.x - at[0], raster.y - at[1])


def test_the_contour_of_a_disc_is_its_rim() -> None:
    raster = Raster(0, 0, 200, 200)
    (ring,) = contours(raster, disc(raster, (100, 90), 50))
    assert all(abs(math.dist(p, (100, 90)) - 50) < 0.3 for p in ring)
    assert abs(area(ring)) == pytest.approx(math.pi * 2500, rel=0.01)


def test_a_hole_runs_the_other_way_round() -> None:
    raster = Raster(0, 0, 200, 200)
    band = np.minimum(disc(raster, (100, 100), 80), -disc(raster, (100, 100), 30))
    outer, inner = sorted(contours(raster, band), key=lambda ring: -abs(area(ring)))
    assert area(outer) * area(inner) < 0


def test_small_rings_are_left_out() -> None:
    raster = Raster(0, 0, 200, 200)
    two = np.maximum(disc(raster, (60, 60), 40), disc(raster, (160, 160), 9))
    assert len(contours(raster, two)) == 2
    assert len(contours(raster, two, least=400)) == 1


def test_a_saddle_joins_or_parts() -> None:
    raster = Raster(0, 0, 12, 12)
    field = np.full(raster.x.shape, -1.0)
    field[1, 1] = field[2, 2] = 3.0
    assert len(contours(raster, field)) == 1
    field[1, 1] = field[2, 2] = 0.5
    assert len(contours(raster, field)) == 2


def test_land_at_the_rim_of_the_grid_is_closed() -> None:
    raster = Raster(0, 0, 100, 60)
    (ring,) = contours(raster, raster.filled(1.0))
    assert abs(area(ring)) > 5000


def test_simplifying_keeps_the_shape() -> None:
    ring = [(10 * math.cos(k / 50), 10 * math.sin(k / 50)) for k in range(314)]
    thin = simplified(ring, 0.1)
    assert len(thin) < 60
    assert area(thin) == pytest.approx(area(ring), rel=0.02)


def test_noise_is_smooth_bounded_and_the_same_each_time() -> None:
    raster = Raster(-50, -50, 300, 300)
    first = Noise(3, 40)(raster.x, raster.y)
    assert np.array_equal(first, Noise(3, 40)(raster.x, raster.y))
    assert not np.array_equal(first, Noise(4, 40)(raster.x, raster.y))
    assert np.abs(first).max() <= 1
    assert np.abs(np.diff(first, axis=1)).max() < 0.5
    assert first.std() > 0.2


def test_smoothing_keeps_a_level_field() -> None:
    raster = Raster(0, 0, 80, 80)
    assert smoothed(raster.filled(3.0), 6) == pytest.approx(raster.filled(3.0))


def test_distance_is_measured_from_the_nearest_segment() -> None:
    raster = Raster(0, 0, 100, 100)
    field = raster.distance([((20, 40), (60, 40)), ((80, 80), (80, 80))], 30)
    assert raster.at(field, (40, 52)) == pytest.approx(12)
    assert raster.at(field, (80, 68)) == pytest.approx(12)
    assert raster.at(field, (4, 96)) == 30
