"""Whole pictures: they stand alone, tell what the view tells, and nothing more."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from sirocco.draw import base_map, counter_symbols, svg_of
from sirocco.draw.palette import DARK, LIGHT
from sirocco.games.victory.board import Board, board_by_key
from sirocco.games.victory.drawing import SYMBOLS, scene
from sirocco.games.victory.state import COMBAT, MOVEMENT, Victory, place
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import CODES, unit_index
from sirocco.games.victory.view import view

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]


def table(board: Board, forces: tuple[dict[str, str], dict[str, str]]) -> Victory:
    """A position: for each side, hexes and the names of the blocks there, at strength 3."""
    g = Victory(Terms(), board)
    g.phase, g.turn = MOVEMENT, 2
    g.control = [board.homes[0], board.homes[1]]
    for side, stacks in enumerate(forces):
        for where, names in stacks.items():
            for name in names.split():
                u = unit_index(name, side)
                place(g, u, board.find(where))
                g.cv[u] = 3
    return g


@pytest.fixture
def board() -> Board:
    return board_by_key("row:2r,1b")


def hexes(svg: str) -> dict[str, ElementTree.Element]:
    found = ElementTree.fromstring(svg).iter(f"{SVG}use")
    return {use.attrib["data-hex"]: use for use in found if "data-hex" in use.attrib}


def text_of(element: ElementTree.Element, tag: str) -> str:
    found = element.find(f"{SVG}{tag}")
    assert found is not None and found.text
    return found.text


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_picture_stands_alone(board: Board, theme: str) -> None:
    g = table(board, ({"Hope": "IN1 AR1"}, {"Donzy": "IN1"}))
    svg = svg_of(view(g, 0), board, theme=theme)
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    named = root.attrib["aria-labelledby"], root.attrib["aria-describedby"]
    assert used | set(named) <= set(ids)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", svg)


def test_every_class_and_token_is_styled(board: Board) -> None:
    g = table(board, ({"Hope": "IN1 AR1 FA1", "Ordal": "MA1"}, {"Ordal": "IN1"}))
    u = unit_index("IN1", 0)
    g.moved |= 1 << u
    h = board.find("Hope")
    svg = svg_of(
        view(g, 0), board, lit=board.grid.near[h], path=(h, board.find("0903")), legend=True
    )
    sheet, _, body = svg.partition("</style>")
    classes = {name for found in re.findall(r'class="([^"]*)"', body) for name in found.split()}
    unstyled = {name for name in classes if f".{name}" not in sheet} - {"s-base", "s-names"}
    assert unstyled == set()
    tokens = set(re.findall(r"var\(--([a-z0-9-]+)\)", svg)) - {"b", "t", "e", "box"}
    assert tokens <= LIGHT.keys()


def test_themes_differ_in_tokens_only(board: Board) -> None:
    g = table(board, ({"Hope": "IN1"}, {}))
    light, dark = (svg_of(view(g, 0), board, theme=theme) for theme in ("light", "dark"))
    assert light.partition("</style>")[2] == dark.partition("</style>")[2]
    assert LIGHT["sea"] in light and DARK["sea"] not in light
    assert DARK["sea"] in dark and LIGHT["sea"] not in dark
    assert DARK.keys() - LIGHT.keys() == {"rim"}
    assert LIGHT.keys() <= DARK.keys()


def test_an_unknown_theme_is_refused(board: Board) -> None:
    with pytest.raises(ValueError, match="light, dark or auto"):
        base_map(board, theme="sepia")


def test_hidden_facts_leave_the_picture_unchanged(board: Board) -> None:
    mine = {"Hope": "IN1 AR1", "0905": "CV1"}
    shown = svg_of(view(table(board, (mine, {"Donzy": "IN1 IN2", "1502": "BB1"})), 0), board)
    g = table(board, (mine, {"Donzy": "HB1 MA3", "1502": "SS4"}))
    for name in ("HB1", "MA3", "SS4"):
        u = unit_index(name, 1)
        g.cv[u] = 1
        g.moved |= 1 << u
        g.half |= 1 << u
    assert svg_of(view(g, 0), board) == shown
    assert svg_of(view(g, 1), board) != shown


def test_an_enemy_stack_is_backs_and_a_count(board: Board) -> None:
    g = table(board, ({}, {"Donzy": "IN1 AR1 HB1 FA1"}))
    svg = svg_of(view(g, 0), board)
    body = svg.partition("</defs>")[2]
    assert body.count('href="#back-40-blue"') == 3
    assert ">4</text>" in body
    assert not re.search(r'href="#u-', body)
    assert text_of(hexes(svg)["1302"], "desc") == "Blue: 4 hidden blocks"


def test_a_face_up_block_is_shown_with_its_strength(board: Board) -> None:
    g = table(board, ({"1103": "IN1"}, {"1103": "IN3 AR2"}))
    g.phase, g.battle = COMBAT, board.find("1103")
    g.face_up = 1 << unit_index("AR2", 1)
    svg = svg_of(view(g, 0), board)
    told = text_of(hexes(svg)["1103"], "desc")
    assert told == "Red (yours): Infantry IN1 3 of 4. Blue: Armor AR2 3 of 4, 1 hidden block"
    assert 'class="s-bat"' in svg
    assert 'href="#swords"' in svg
    assert 'class="s-split"' in svg


def test_each_hex_tells_its_place(board: Board) -> None:
    found = hexes(svg_of(view(table(board, ({}, {})), 0), board))
    assert sorted(found) == board.grid.labels(board.grid.all)
    assert text_of(found["0803"], "title") == (
        "0803 Hope, clear, city of 2 PP, port, road, held by Red"
    )
    assert text_of(found["0803"], "desc") == "No pieces"


def test_flags_follow_control(board: Board) -> None:
    g = table(board, ({}, {}))
    before = svg_of(view(g, 0), board).count('<g class="s-ct s-c-blue"><path class="s-pole"')
    hope = 1 << board.find("Hope")
    g.control = [g.control[0] & ~hope, g.control[1] | hope]
    after = svg_of(view(g, 0), board)
    assert after.count('<g class="s-ct s-c-blue"><path class="s-pole"') == before + 1
    assert text_of(hexes(after)["0803"], "title").endswith("held by Blue")


def test_badges_and_moved_blocks(board: Board) -> None:
    g = table(board, ({"Hope": "AR1", "1206": "MA1", "0604": "BB1"}, {}))
    g.moved = 1 << unit_index("AR1", 0)
    g.beach = 1 << unit_index("MA1", 0)
    g.blockading = 1 << unit_index("BB1", 0)
    svg = svg_of(view(g, 0), board)
    body = svg.partition("</defs>")[2]
    for badge in ("moved", "beachhead", "blockade"):
        assert body.count(f'href="#m-{badge}"') == 1
    assert text_of(hexes(svg)["1206"], "desc") == "Red (yours): Marine MA1 3 of 4 (Beachhead)"


def test_a_blockade_left_alone_is_no_battle(board: Board) -> None:
    g = table(board, ({"Contres": "BB1", "1103": "IN1"}, {"Contres": "IN1", "1103": "IN2"}))
    g.blockading = g.face_up = 1 << unit_index("BB1", 0)
    battle = board.find("1103")
    assert scene(view(g, 0), board).contested == (battle,)
    assert scene(view(g, 1), board).contested == (battle,)
    g.activated = 1 << board.find("Contres")
    assert set(scene(view(g, 0), board).contested) == {battle, board.find("Contres")}


def test_offers_attacks_and_path(board: Board) -> None:
    g = table(board, ({"Hope": "AR1"}, {"0903": "IN1"}))
    hope = board.find("Hope")
    lit = board.grid.mask(["0903", "0904", "0802"])
    svg = svg_of(view(g, 0), board, lit=lit, path=[hope, board.find("0904"), board.find("0903")])
    assert svg.count('class="s-offer"') == 2
    assert svg.count('class="s-offa"') == 1
    assert svg.count('class="s-dot"') == 1
    assert svg.count('class="s-cost"') == 1
    assert svg.count('class="s-arrow"') == 1


def test_a_hex_beyond_the_map_is_refused(board: Board) -> None:
    g = table(board, ({}, {}))
    with pytest.raises(ValueError, match="is not on this map"):
        svg_of(view(g, 0), board, path=[board.grid.size + 5])


def test_scale_and_crop(board: Board) -> None:
    g = table(board, ({}, {}))
    whole = ElementTree.fromstring(svg_of(view(g, 0), board))
    half = ElementTree.fromstring(svg_of(view(g, 0), board, scale=0.5))
    assert float(half.attrib["width"]) == pytest.approx(float(whole.attrib["width"]) / 2, abs=0.1)
    assert half.attrib["viewBox"] == whole.attrib["viewBox"]
    numbers = f'.//{SVG}g[@class="s-num"]'
    assert whole.find(numbers) is not None
    assert half.find(numbers) is None  # too small to be read
    part = ElementTree.fromstring(svg_of(view(g, 0), board, around=board.grid.mask(["0803"])))
    assert float(part.attrib["width"]) < 200
    with pytest.raises(ValueError, match="above zero"):
        svg_of(view(g, 0), board, scale=0)


def test_the_legend_names_what_is_on_the_map() -> None:
    board = board_by_key("row:3r")
    g = Victory(Terms(), board)
    svg = svg_of(view(g, 0), board, legend=True)
    captions = re.findall(r'class="s-cap s-cap-m">([^<]+)<', svg)
    assert {"desert", "canal", "lower river", "bridge", "city"} <= set(captions)
    plain = Board.from_text('map = " .C2\\n\\n       ~"')
    short = svg_of(view(Victory(Terms("custom"), plain), 0), plain, legend=True)
    assert "desert" not in re.findall(r'class="s-cap s-cap-m">([^<]+)<', short)


def test_a_small_map_with_gaps_is_cut_to_its_hexes() -> None:
    text = "map = '''\n .C2                     ~\n\n       f                       ~\n'''\n"
    text += '[places]\n"0101" = "A & <B>"\n"0501" = "Open Sea"\n'
    board = Board.from_text(text)
    svg = base_map(board)
    root = ElementTree.fromstring(svg)
    assert 'class="s-frame"' not in svg
    clip = next(e for e in root.iter(f"{SVG}clipPath") if e.attrib["id"].startswith("frame-"))
    (shape,) = clip
    assert shape.attrib["d"].count("M") == 4
    names = [element.text for element in root.iter(f"{SVG}text")]
    assert "A & <B>" in names
    assert {"Open", "Sea"} <= set(names)


def test_two_maps_on_one_page_share_no_private_ids() -> None:
    first, second = base_map(board_by_key("row:1n")), base_map(board_by_key("row:2n"))
    private = [
        set(re.findall(r'id="((?:land|ashore|frame|title|desc)-[^"]+)"', s))
        for s in (first, second)
    ]
    assert len(private[0]) == len(private[1]) == 5
    assert not private[0] & private[1]


def test_the_symbols_of_all_kinds_are_there() -> None:
    root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{counter_symbols()}</svg>')
    ids = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    assert SYMBOLS.keys() == set(CODES)
    assert {f"u-{kind}" for kind in SYMBOLS.values()} <= ids
    assert {f"back-{size}-{side}" for size in (64, 40, 24) for side in ("red", "blue")} <= ids


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "tools" / "pictures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_of_the_documentation_can_be_made() -> None:
    made = tool().pictures()
    shipped = {path.name for path in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert set(made) == shipped
    for text in made.values():
        assert ElementTree.fromstring(text).attrib["role"] == "img"
