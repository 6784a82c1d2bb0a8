"""The board as a map of areas, and what a position looks like upon it."""

from typing import Any
from xml.etree import ElementTree

import pytest

from sirocco.draw import base_map, sheet_of, spaces_of, svg_of
from sirocco.draw.areas_pieces import counters
from sirocco.games.hints import Area, Face, Pile, Scene, Stack
from sirocco.games.northafrica.board import board_of, standard_board
from sirocco.games.northafrica.drawing import ground, scene
from sirocco.games.northafrica.position import build
from sirocco.games.northafrica.view import view

SVG = "{http://www.w3.org/2000/svg}"
POSITION: dict[str, Any] = {
    "power": "germany",
    "phase": "combat move",
    "germany": ["tank x3 mersa-matruh at=tobruk", "fighter crete", "infantry x2 box"],
    "uk": ["infantry x4 tobruk", "aaa tobruk", "battleship sz31 damaged", "submarine sz17"],
    "vichy": ["infantry x2 oran"],
    "control": {"tobruk": "uk", "benghazi": "italy", "tripoli": "italy", "cairo": "uk"},
    "supply": {"tobruk": 4, "mersa-matruh": 2},
    "afloat": {"sz15": {"italy": 5}},
    "land_mines": {"tobruk": {"mersa-matruh": 2}},
    "sea_mines": {"sz24": {"italy": 2}},
}


def told(position: dict[str, Any] = POSITION, seat: int = 0) -> Scene:
    g = build(position)
    return scene(view(g, seat), g.board)


def at(shown: Scene, name: str) -> Stack:
    s = standard_board().find(name) if name != "box" else standard_board().size
    return next(stack for stack in shown.stacks if stack.space == s)


def test_every_space_of_the_board_is_an_area() -> None:
    board = standard_board()
    areas = {area.label: area for area in ground(board).areas}
    assert set(areas) == {*board.names, "box"}
    assert areas["sz15"].ground == "convoy" and areas["sz15"].number == "15"
    assert areas["qattara"].ground == "impassable"
    assert areas["kufra"].ground == "desert"
    assert areas["malta"].ground == areas["gibraltar"].ground == "circle"
    assert areas["atlantic"].ground == "box"
    assert areas["tobruk"].notes == ("limit 10", "bonus")
    assert areas["sz1"].docks == ("german",)


def test_pieces_alike_are_one_face_with_a_count() -> None:
    shown = told()
    (pile,) = at(shown, "mersa-matruh").piles
    tanks, crate = pile.faces
    assert (tanks.kind, tanks.count, tanks.name) == ("armour", 3, "german-tank@mersa-matruh")
    assert tanks.text == "5-5-2"
    assert (crate.body, crate.count) == ("crate", 2)
    assert at(shown, "sz31").piles[0].faces[0].badges == ("half-hit",)
    assert at(shown, "oran").piles[0].side == "vichy"
    assert at(shown, "box").piles[0].faces[0].count == 2


def test_attacks_mines_and_open_routes_are_told() -> None:
    board, shown = standard_board(), told()
    (attack,) = shown.attacks
    assert (attack.origin, attack.target) == (board.find("mersa-matruh"), board.find("tobruk"))
    assert attack.side == "german" and "3" in attack.words
    assert shown.contested == (board.find("tobruk"),)
    mines = {(token.space, token.toward): token for token in shown.tokens if token.kind == "mines"}
    assert mines[board.find("tobruk"), board.find("mersa-matruh")].number == 2
    assert mines[board.find("sz24"), -1].side == "italian"
    routes = {(t.space, t.side) for t in shown.tokens if t.kind == "open"}
    assert (board.find("sz15"), "german") in routes
    assert (board.find("sz17"), "british") in routes
    assert (board.find("sz12"), "german") not in routes


def test_a_seat_knows_its_own_pieces() -> None:
    assert told(seat=0).own == ("german", "italian", "vichy")
    assert told(seat=1).own == ("british", "american", "free-french")
    four = {**POSITION, "players": 4}
    assert told(four, seat=2).own == ("italian",)


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_picture_stands_alone(theme: str) -> None:
    g = build(POSITION)
    svg = svg_of(view(g, 0), g.board, theme=theme, legend=True)
    root = ElementTree.fromstring(svg)
    used = {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")}
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert used <= ids
    spaces = {e.attrib["data-space"] for e in root.iter() if "data-space" in e.attrib}
    assert spaces == {*g.board.names, "box"}
    titles = [element.text or "" for element in root.iter(f"{SVG}title")]
    assert any(
        t.startswith("Tobruk") and "held by British" in t and "4 infantry" in t for t in titles
    )


def test_offers_open_the_veil_and_attacks_look_otherwise() -> None:
    g = build(POSITION)
    start, target = g.board.find("mersa-matruh"), g.board.find("tobruk")
    lit = 1 << target | 1 << g.board.find("siwa")
    svg = svg_of(view(g, 0), g.board, lit=lit, path=(start, target))
    assert svg.count('class="s-offa"') == 1
    assert svg.count('class="s-offer"') == 1
    assert 'class="s-veil"' in svg and 'class="s-sel"' in svg
    with pytest.raises(ValueError, match="not on this map"):
        svg_of(view(g, 0), g.board, lit=1 << 119)


def test_part_of_the_map() -> None:
    g = build(POSITION)
    whole = ElementTree.fromstring(svg_of(view(g, 0), g.board))
    part = svg_of(view(g, 0), g.board, around=1 << g.board.find("tobruk"))
    assert float(ElementTree.fromstring(part).attrib["width"]) < 500
    assert float(whole.attrib["width"]) > 2500


def test_the_sheet_for_a_client() -> None:
    board = standard_board()
    sheet = sheet_of(board)
    spaces = {space.label: space for space in spaces_of(board)}
    assert sheet.width > sheet.height > 900
    assert spaces["tobruk"].outline.startswith("M") and spaces["tobruk"].place
    assert spaces["tobruk"].flag is not None
    assert spaces["malta"].flag is None and not spaces["malta"].place
    assert spaces["mersa-matruh"].flag is None
    assert "sz24" in spaces["tobruk"].around
    labels = [space.label for space in spaces_of(board)]
    assert labels.index("malta") > labels.index("sz17")
    for space in spaces.values():
        assert 0 <= space.x <= sheet.width and 0 <= space.y <= sheet.height, space.label


def test_boards_of_ones_own_are_drawn_as_boxes() -> None:
    spaces = {"here": {"borders": ["there"]}, "there": {"rp": 2}, "tobruk": {"rp": 3}}
    board = board_of(spaces, {}, {})
    areas = {area.label: area for area in ground(board).areas}
    assert areas["here"].ground == areas["there"].ground == "box"
    assert areas["tobruk"].ground == "land"
    assert ground(board).land == ground(standard_board()).land
    ElementTree.fromstring(base_map(board))


def test_many_pieces_stand_in_rows() -> None:
    area = Area(0, "x", "X", "land", (), 200.0, 100.0, 150.0)
    faces = tuple(Face("german", "infantry", f"u{i}", 0, 0, body="counter") for i in range(9))
    drawn = counters(Stack(0, (Pile("german", faces[:5]), Pile("italian", faces[5:])), ""), area)
    lines = {part.split(")")[0].split()[-1] for part in drawn.split("translate(")[1:]}
    assert len(lines) == 2
