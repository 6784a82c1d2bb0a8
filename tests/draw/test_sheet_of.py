"""The sheet that a client lays pieces upon."""

import re

import pytest

from sirocco.draw import Space, counter_symbols, sheet_of, spaces_of
from sirocco.draw.palette import SIDES
from sirocco.draw.symbols import FLASHES
from sirocco.games.victory.board import Board, board_by_key


@pytest.fixture(scope="module")
def board() -> Board:
    return board_by_key("row:1r,2b")


@pytest.fixture(scope="module")
def spaces(board: Board) -> dict[str, Space]:
    return {space.label: space for space in spaces_of(board)}


def test_every_space_of_the_board_is_there(board: Board, spaces: dict[str, Space]) -> None:
    assert set(spaces) == set(board.grid.labels(board.grid.all))
    assert all(board.grid.index(space.label) == space.number for space in spaces.values())


def test_neighbours_are_mutual(spaces: dict[str, Space]) -> None:
    for label, space in spaces.items():
        assert 2 <= len(space.around) <= 6
        for other in space.around:
            assert label in spaces[other].around


def test_places_have_a_name_and_room_for_a_flag(spaces: dict[str, Space]) -> None:
    places = [space for space in spaces.values() if space.place]
    assert len(places) > 20
    assert all(space.name and space.flag for space in places)


def test_the_drawing_has_no_flags_but_all_that_a_client_lays(board: Board) -> None:
    sheet = sheet_of(board)
    drawing = sheet.svg.replace(counter_symbols(), "")
    assert 'class="s-pole"' in counter_symbols() and 'class="s-pole"' not in drawing
    assert 'class="s-names"' in drawing
    assert re.fullmatch(r"M[-\d. L]+Z", sheet.shape)
    for side in SIDES:
        for name in (f"flag-{side}", f"disc-{side}", f"back-40-{side}", f"f-{side}"):
            assert f'id="{name}"' in sheet.svg


def test_every_side_has_colours_and_a_flash() -> None:
    assert SIDES.keys() == FLASHES.keys()
