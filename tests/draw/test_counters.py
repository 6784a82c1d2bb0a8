"""Faces, backs and stacks."""

import re
from xml.etree import ElementTree

import pytest

from sirocco.draw.counters import back, face, stack
from sirocco.games.hints import Face, Pile, Stack

PIECE = Face("red", "infantry", "IN1", 3, 4)


@pytest.mark.parametrize("size", [64, 40, 36])
def test_full_dots_are_strength_and_hollow_dots_losses(size: float) -> None:
    svg = face(0, 0, PIECE, size)
    (dots,) = re.findall(r'class="s-dots"[^>]* d="([^"]*)"', svg)
    assert dots.count("M") == 3
    assert svg.count('class="s-lost"') == 1
    assert ">IN1</text>" in svg


def test_the_smallest_face_keeps_symbol_and_flash() -> None:
    svg = face(0, 0, PIECE, 24)
    assert 'href="#u-infantry"' in svg
    assert 'href="#f-red"' in svg
    assert svg.count('class="s-step"') == 3
    assert svg.count('class="s-gone"') == 1
    assert "<text" not in svg


def test_a_moved_block_is_dimmed_and_marked() -> None:
    svg = face(0, 0, PIECE._replace(moved=True), 40)
    assert 'opacity=".55"' in svg
    assert 'href="#m-moved"' in svg


def test_a_selected_block_has_a_rim() -> None:
    assert 'class="s-rim"' in face(0, 0, PIECE, 40, selected=True)
    assert 'class="s-rim"' not in face(0, 0, PIECE, 40)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no symbol for 'zeppelin'"):
        face(0, 0, PIECE._replace(kind="zeppelin"), 40)


def test_a_back_shows_its_side_only() -> None:
    assert re.findall(r'href="#([^"]+)"', back(0, 0, "blue", 40)) == ["back-40-blue"]


def drawn(*piles: Pile) -> str:
    svg = stack(Stack(0, piles, ""), (100, 100))
    ElementTree.fromstring(f"<g>{svg}</g>")
    return svg


def faces(n: int) -> tuple[Face, ...]:
    return tuple(PIECE._replace(name=f"IN{i + 1}") for i in range(n))


@pytest.mark.parametrize(("n", "shown", "counts"), [(1, 1, 0), (2, 2, 0), (3, 3, 1), (7, 3, 1)])
def test_a_closed_stack_shows_three_faces_and_a_count(n: int, shown: int, counts: int) -> None:
    svg = drawn(Pile("red", faces(n)))
    assert svg.count('href="#u-infantry"') == shown
    assert svg.count('class="s-cd"') == counts
    if counts:
        assert f">{n}</text>" in svg


def test_the_first_face_lies_on_top() -> None:
    assert re.findall(r">(IN\d)<", drawn(Pile("red", faces(5)))) == ["IN3", "IN2", "IN1"]


def test_two_blocks_lie_side_by_side() -> None:
    places = re.findall(r"translate\(([\d.]+) ([\d.]+)\)", drawn(Pile("red", faces(2))))
    (x, y), (u, v) = ((float(a), float(b)) for a, b in places)
    assert y == v
    assert u - x > 39


def test_a_single_hidden_block_has_a_count() -> None:
    svg = drawn(Pile("blue", (), 1))
    assert svg.count('href="#back-40-blue"') == 1
    assert ">1</text>" in svg


def test_two_sides_are_parted_by_a_dashed_line() -> None:
    svg = drawn(Pile("red", faces(2)), Pile("blue", (), 4))
    assert 'class="s-split"' in svg
    assert svg.count('class="s-cd"') == 2


def test_like_pieces_are_one_face_and_a_count() -> None:
    svg = face(0, 0, PIECE._replace(count=3), 40)
    assert ">3</text>" in svg
    assert ">1</text>" not in face(0, 0, PIECE, 40)
    pile = Pile("red", (PIECE._replace(count=3), PIECE._replace(name="IN9", count=2)), 1)
    assert pile.size == 6
    assert ">6</text>" in drawn(pile)


def test_a_counter_is_flat_and_shows_its_text() -> None:
    svg = face(0, 0, PIECE._replace(body="counter", text="4-5", rank="XX"), 64)
    assert 'href="#card-64"' in svg
    assert ">4-5</text>" in svg and ">XX</text>" in svg and ">IN1</text>" not in svg


def test_three_sides_stand_side_by_side() -> None:
    piles = tuple(Pile(side, backs=1) for side in ("german", "italian", "british"))
    svg = drawn(*piles)
    assert svg.count("s-split") == 2
    assert re.findall(r"#back-40-([a-z-]+)", svg) == ["german", "italian", "british"]
