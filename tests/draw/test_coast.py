"""The drawn ground says what the map says."""

import itertools

import numpy as np
import pytest

from sirocco.draw.basemap import base_of
from sirocco.draw.coast import land_field, raster_of
from sirocco.draw.geometry import between, distance
from sirocco.draw.raster import Field, Raster
from sirocco.draw.sheet import Sheet
from sirocco.draw.terrain import areas_of
from sirocco.draw.ways import Ways, chains, ways_of
from sirocco.games.victory.board import board_by_key
from sirocco.games.victory.drawing import ground

BOARDS = ("row:1n", "row:2n", "row:3n", "row:4n", "square:4r,3b,2r,1tb")


class Drawn:
    """The fields behind a drawn board."""

    def __init__(self, key: str) -> None:
        self.sheet = Sheet(ground(board_by_key(key)))
        self.raster: Raster = raster_of(self.sheet)
        self.ways: Ways = ways_of(self.sheet)
        self.land: Field = land_field(self.sheet, self.raster, self.ways.segments("roads"))


@pytest.fixture(scope="module", params=BOARDS)
def drawn(request: pytest.FixtureRequest) -> Drawn:
    return Drawn(request.param)


def test_every_hex_has_its_ground_in_its_middle(drawn: Drawn) -> None:
    for cell in drawn.sheet.map.cells:
        at = drawn.sheet.centres[cell.hex] if cell.water else drawn.sheet.spots[cell.hex]
        assert (drawn.raster.at(drawn.land, at) < 0) == cell.water, cell.label


def test_land_and_water_hexsides_look_like_it(drawn: Drawn) -> None:
    sheet = drawn.sheet
    for side in sheet.map.sides:
        a, b = sheet.side_ends(side)
        found = [drawn.raster.at(drawn.land, between(a, b, t)) > 0 for t in (0.3, 0.5, 0.7)]
        name = sheet.cells[side.a].label, side.d
        if side.shore == "land":
            assert all(found), name
        elif side.shore == "water":
            assert not any(found), name


def test_a_coastal_hexside_shows_land_and_water(drawn: Drawn) -> None:
    sheet = drawn.sheet
    for side in sheet.map.sides:
        if side.shore == "coast":
            a, b = sheet.side_ends(side)
            found = {drawn.raster.at(drawn.land, between(a, b, t / 20)) > 0 for t in range(1, 20)}
            assert found == {True, False}, (sheet.cells[side.a].label, side.d)


def test_the_coast_does_not_follow_the_grid(drawn: Drawn) -> None:
    """In the land hexes of a coast both land and water take a fair share."""
    shares = []
    for cell in drawn.sheet.map.cells:
        wet = [drawn.sheet.shore(cell.hex, d) == "water" for d in range(6)]
        if not cell.water and any(wet):
            x, y = drawn.sheet.centres[cell.hex]
            part = drawn.raster.window(x - 40, y - 40, x + 40, y + 40)
            assert part is not None
            shares.append(float((drawn.land[part] < 0).mean()))
    assert max(shares) - min(shares) > 0.15


def test_roads_stay_ashore_and_meet_their_hexes(drawn: Drawn) -> None:
    sheet = drawn.sheet
    inside = [
        p
        for line in drawn.ways.roads
        for p in line
        if 0 <= p[0] <= sheet.width and 0 <= p[1] <= sheet.height
    ]
    assert inside
    assert all(drawn.raster.at(drawn.land, p) > 0 for p in inside)
    for side in sheet.map.sides:
        if side.road:
            for h in (side.a, side.b):
                assert any(distance(sheet.spots[h], p) < 0.01 for p in inside)


def test_rivers_keep_to_their_hexsides(drawn: Drawn) -> None:
    sheet = drawn.sheet
    rivers = drawn.raster.distance(drawn.ways.segments("rivers"), 60)
    for side in sheet.map.sides:
        if side.river:
            assert drawn.raster.at(rivers, sheet.side_mid(side)) < 8
    bridges = sum(side.road and side.river > 0 for side in sheet.map.sides)
    assert len(drawn.ways.bridges) == bridges


def test_terrain_keeps_to_its_hexes(drawn: Drawn) -> None:
    for region in areas_of(drawn.sheet, drawn.raster, drawn.land):
        for cell in drawn.sheet.map.cells:
            found = drawn.raster.at(region.field, drawn.sheet.spots[cell.hex]) > 0
            if cell.ground != region.kind:
                assert not found, (cell.label, region.kind)
        mine = [c for c in drawn.sheet.map.cells if c.ground == region.kind]
        if mine:
            covered = [drawn.raster.at(region.field, drawn.sheet.centres[c.hex]) > 0 for c in mine]
            assert np.mean(covered) > 0.8


def test_chains_use_every_link_once_and_run_straight_on() -> None:
    places = {1: (0.0, 0.0), 2: (10.0, 0.0), 3: (20.0, 1.0), 4: (10.0, 10.0)}
    links = {1: [2], 2: [1, 3, 4], 3: [2], 4: [2]}
    lines = chains(links, places.__getitem__)
    used = sorted(tuple(sorted(pair)) for line in lines for pair in itertools.pairwise(line))
    assert used == [(1, 2), (2, 3), (2, 4)]
    assert [1, 2, 3] in lines


def test_chains_walk_a_ring() -> None:
    places = {1: (0.0, 0.0), 2: (10.0, 0.0), 3: (5.0, 8.0)}
    (line,) = chains({1: [2, 3], 2: [1, 3], 3: [1, 2]}, places.__getitem__)
    assert line[0] == line[-1]
    assert len(line) == 4


def test_a_map_is_drawn_the_same_each_time() -> None:
    description = ground(board_by_key("row:3n"))
    first = base_of(description)
    base_of.cache_clear()
    again = base_of(description)
    assert again is not first
    assert (again.defs, again.ground, again.lines) == (first.defs, first.ground, first.lines)
