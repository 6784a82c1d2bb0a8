"""The four maps hold what they must, and each breach of it is found."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from sirocco.games.victory import mapcheck
from sirocco.games.victory.board import Board, board_for
from sirocco.games.victory.layout import MAPS, LayoutSpec, load_map, turn
from sirocco.games.victory.mapcheck import (
    KNOWN,
    NUMBERS,
    Breach,
    check_all,
    check_layout,
    check_layouts,
    check_map,
    check_set,
    islands,
    larger_of,
    pairs_of,
    shipped,
)
from sirocco.games.victory.mapdata import (
    CLEAR,
    DESERT,
    FOREST,
    LAKE,
    LAND_MARKS,
    MOUNTAIN,
    SEA,
    SHOAL,
    MapData,
    tidy,
)
from sirocco.games.victory.mapfile import find_cell, find_side, parse, write_text
from sirocco.games.victory.mapsurvey import Survey, edge_terrain, road_exits

Change = Callable[[MapData], MapData]


def hexes(**changes: Mapping[str, object]) -> Change:
    """Change hexes: h0304={"terrain": SEA}."""

    def change(data: MapData) -> MapData:
        out = dict(data.hexes)
        for key, fields in changes.items():
            cell = find_cell(out, key[1:])
            out[cell] = out[cell]._replace(**fields)  # type: ignore[arg-type]
        return replace(data, hexes=out)

    return change


def sides(**changes: str) -> Change:
    """Change marks of hexsides: s0304_0305="=+"; no marks clear the hexside."""

    def change(data: MapData) -> MapData:
        out = dict(data.sides)
        for key, marks in changes.items():
            side = find_side(data.hexes, key[1:].replace("_", "-"))
            out.pop(side, None)
            if marks:
                out[side] = tidy(marks)
        return replace(data, sides=dict(sorted(out.items())), mouths=data.mouths & out.keys())

    return change


def no(marks: str) -> Change:
    """Take marks away everywhere; a bridge without road or river keeps the other."""

    def change(data: MapData) -> MapData:
        out = {}
        for side, found in data.sides.items():
            whole = found.replace("#", "+=") if set(marks) & {*"+="} else found
            kept = tidy("".join(mark for mark in whole if mark not in marks))
            if kept:
                out[side] = kept
        return replace(data, sides=out, mouths=frozenset())

    return change


def found(breaches: list[Breach], check: str, part: str) -> bool:
    return any(breach.check == check and part in breach.text for breach in breaches)


# The shipped maps


@pytest.mark.parametrize("number", NUMBERS)
def test_shipped_map_holds_every_constraint(number: int) -> None:
    assert check_map((MAPS / f"map{number}.toml").read_text(encoding="utf-8")) == []


def test_shipped_maps_hold_together() -> None:
    assert check_set() == []


def test_every_joint_and_a_sample_of_larger_layouts_hold() -> None:
    assert check_layouts() == []


def test_all_pairs_are_laid_and_every_order_of_more() -> None:
    maps = shipped()
    assert len(set(pairs_of(maps))) == 12 * 4 * 2
    larger = larger_of(maps)
    assert len({(spec.maps, spec.shape) for spec in larger}) == 24 * 3
    for spec in larger:
        assert len(spec.maps) == len(spec.turned) == len(spec.owners)
    assert {spec.turned for spec in larger if spec.shape == "square"} == {
        spec.turned for spec in larger if len(spec.maps) == 4 and spec.shape == "row"
    }


def test_edges_do_not_change_when_a_map_is_turned() -> None:
    for data in shipped().values():
        other = turn(data)
        for cell, terrain in edge_terrain().items():
            assert data.hexes[cell].terrain == other.hexes[cell].terrain == terrain
        board = Board(other, "turned")
        for cell in road_exits():
            assert board.road >> board.grid.find(*cell) & 1


def test_the_island_of_map_two_has_two_cities_and_no_road_off_it() -> None:
    survey = Survey(load_map(2))
    lands = islands(survey)
    assert len(lands) == 1
    names = {survey.board.name_of[h] for h in survey.board.name_of if lands[0] >> h & 1}
    assert names == {"Barcastle", "Newpool", "Granton"}


def test_the_attack_on_hope_is_within_reach() -> None:
    """V-XMOVE-a: ranges of the example, and one place for Blue's aircraft to land."""
    board = board_for(LayoutSpec((2, 4), (False, False), (0, 1), "row"))
    hope, garby, granton = (board.find(name) for name in ("Hope", "Garby", "Granton"))
    for start, steps in ((garby, 2), (granton, 2)):
        reached = board.grid.reach(board.sea_net, 1 << start, steps, board.sea)
        assert reached >> hope & 1
    assert board.drop >> hope & board.port >> hope & board.city >> hope & 1
    near = board.place & board.grid.disk(3, hope)
    names = {board.name_of[h] for h in board.name_of if near >> h & 1}
    assert names == {"Hope", "Ordal", "Garby", "Granton", "Barcastle"}


def test_all_twelve_naval_units_find_a_port_on_each_map() -> None:
    for data in shipped().values():
        board = Board(data, "ports")
        room = sum(board.naval_limit[h] for h in board.name_of if board.port >> h & 1)
        assert room >= 12


def test_the_lake_river_has_its_mouth_at_sea_alone() -> None:
    data = load_map(4)
    river = next(
        river
        for river in Survey(data).board.rivers
        if find_side(data.hexes, "0905-0906") in river.sides
    )
    assert len(river.mouths) == 1
    assert river.lower == {find_side(data.hexes, "0905-0906")}


# One map, one breach at a time

TOO_MANY_TOWNS = {
    f"h{number}": {"town": True, "name": name}
    for number, name in (
        ("0202", "Alba"),
        ("0402", "Belmo"),
        ("0502", "Corva"),
        ("0702", "Delmo"),
        ("0802", "Elva"),
    )
}

BREACHES: list[tuple[int, Change, str, str]] = [
    (1, hexes(h0607={"value": 2}), "cities", "worth 3, 2, 2, 2, 1, 1"),
    (1, hexes(h0607={"city": False, "value": 0}), "cities", "worth 3, 2, 2, 1, 1, a map"),
    (4, hexes(h0606={"town": False, "name": ""}), "towns", "4 towns"),
    (4, hexes(**TOO_MANY_TOWNS), "towns", "10 towns"),
    (4, sides(s0607_0608="s", s1005_1006="s", s1006_1106="s"), "coastal", "has Stravik (0603)"),
    (2, hexes(h0307={"terrain": SEA}), "inland", "at least 2 inland cities, it has Wenmoor (0302)"),
    (1, sides(s0607_0608="s", s0401_0502="s"), "ports", "at least 6 ports"),
    (
        1,
        sides(s0401_0502="s", s0804_0904="s", s0305_0306="s", s0205_0306="s"),
        "port-towns",
        "it has Brevin (1006)",
    ),
    (1, hexes(h0301={"town": True, "name": "Edgeton"}), "half-hex", "Edgeton (0301)"),
    (1, hexes(h1103={"town": True, "name": "Edgeton"}), "half-hex", "Edgeton (1103)"),
    (1, hexes(h0606={"name": ""}), "names", "hex 0606 has no name"),
    (1, hexes(h0606={"name": "Xrtkz"}), "names", "'Xrtkz' in hex 0606"),
    (1, hexes(h0606={"name": "montargon"}), "names", "'montargon'"),
    (1, sides(s0605_0606="", s0606_0607="^"), "lines", "Montargon (0606) has neither road nor"),
    (
        1,
        sides(s0606_0607="^", s0508_0607="", s0607_0708=""),
        "lines",
        "no line joins Varbourg (0607) to another city",
    ),
    (
        1,
        sides(s0606_0607="^", s0206_0207="", s1006_1007=""),
        "lines",
        "no line joins Lorne (0908) to Donzy (0302), Auxerre (0604), Nexon (0802)",
    ),
    (
        2,
        no("+"),
        "lines",
        "no line joins Wenmoor (0302) to another city",
    ),
    (1, hexes(h0102={"terrain": CLEAR}), "edge", "half-hex 0102 is clear, the edge wants forest"),
    (1, hexes(h1105={"terrain": SHOAL}), "edge", "half-hex 1105 is shoal, the edge wants sea"),
    (1, hexes(h0501={"terrain": DESERT}), "edge", "half-hex 0501 is desert"),
    (1, hexes(h0709={"terrain": SEA}), "edge", "half-hex 0709 is sea, the edge wants clear"),
    (1, hexes(h0601={"terrain": CLEAR}), "edge", "hex 0601 at the edge is clear"),
    (1, hexes(h0608={"terrain": LAKE}), "edge", "hex 0608 at the edge is lake, the edge wants sea"),
    (1, hexes(h0201={"terrain": SEA}), "edge", "hex 0201 at the edge is sea, the edge wants land"),
    (1, sides(s0102_0103="^"), "edge", "hexside 0102-0103 lies on the edge"),
    (1, sides(s0102_0103="+"), "edge", "hexside 0102-0103 lies on the edge"),
    (1, sides(s0103_0203="%+"), "edge", "hexside 0103-0203 of a half-hex is marked '%+'"),
    (1, sides(s0102_0202="f"), "edge", "hexside 0102-0202 of a half-hex is marked 'f'"),
    (1, sides(s0102_0202="+"), "edge", "the road over 0102-0202 leaves the map where none may"),
    (1, sides(s0202_0203="="), "edge", "the river on 0202-0203 runs against the edge"),
    (1, sides(s0103_0203=""), "exits", "no road leaves the map at 0103"),
    (1, sides(s0908_0909=""), "exits", "no road leaves the map at 0909"),
    (3, sides(s0202_0302=""), "exits", "the road that leaves the map at 0103 meets no city"),
    (1, sides(s0401_0402=""), "rivers", "has no mouth at sea or lake"),
    (1, sides(s0302_0303="="), "rivers", "has no bridge"),
    (1, sides(s0302_0401="=+"), "rivers", "three stretches of a river meet"),
    (3, hexes(h0705={"canal": False}), "canals", "the canal at 0604 does not join two waters"),
    (4, hexes(h0305={"canal": False, "terrain": SEA}), "lakes", "from the lake at 0505"),
]


@pytest.mark.parametrize(("number", "change", "check", "part"), BREACHES)
def test_a_breach_of_one_map_is_found(number: int, change: Change, check: str, part: str) -> None:
    text = write_text(change(load_map(number)))
    assert found(check_map(text), check, part), [str(breach) for breach in check_map(text)]


def test_a_map_that_cannot_be_read_or_joined_is_a_breach() -> None:
    assert found(check_map("map = 3"), "format", "cannot be read")
    data = load_map(1)
    short = {cell: found for cell, found in data.hexes.items() if cell != (11, 9)}
    assert found(check_map(write_text(replace(data, hexes=short))), "format", "lacks 1109")


# The set of four


def everywhere(change: Change) -> dict[int, MapData]:
    return {number: change(data) for number, data in shipped().items()}


def on(number: int, change: Change) -> dict[int, MapData]:
    return {**shipped(), number: change(load_map(number))}


def instead(old: int, new: int) -> Change:
    """One terrain for another in every hex."""

    def change(data: MapData) -> MapData:
        out = {
            cell: found._replace(terrain=new) if found.terrain == old else found
            for cell, found in data.hexes.items()
        }
        return replace(data, hexes=out)

    return change


def all_bridges(data: MapData) -> MapData:
    return replace(data, sides={at: marks.replace("=", "#") for at, marks in data.sides.items()})


def flat_passes(data: MapData) -> MapData:
    out = {at: "+" if marks == "+^" else marks for at, marks in data.sides.items()}
    return replace(data, sides=out)


LOST: list[tuple[Change, str]] = [
    (instead(0, 1), "a clear hex"),
    (instead(1, 0), "a desert hex"),
    (instead(2, 0), "a forest hex"),
    (instead(3, 0), "a marsh hex"),
    (instead(4, 0), "a mountain hex"),
    (instead(5, 6), "a sea hex"),
    (instead(6, 5), "a lake hex"),
    (instead(7, 5), "a shoal hex"),
    (no("^"), "an alpine hexside"),
    (flat_passes, "a road over an alpine hexside"),
    (no("="), "a bridge"),
    (all_bridges, "a river that cannot be crossed below its first bridge"),
    (all_bridges, "a river that can be crossed above a bridge"),
    (no("%"), "a coastal hexside"),
    (no("w"), "an all-water hexside between land hexes"),
    (no("s"), "a shoal hexside between hexes that are not shoal"),
    (no(LAND_MARKS), "a hexside whose terrain is that of neither hex"),
]


@pytest.mark.parametrize(("change", "what"), LOST)
def test_a_terrain_that_no_map_has_is_missed(change: Change, what: str) -> None:
    assert found(check_set(everywhere(change)), "terrain", f"no map has {what}")


def test_canal_island_and_second_bridge_are_missed() -> None:
    maps = on(3, sides(s0407_0508="="))
    assert found(check_set(maps), "terrain", "no map has a river with several bridges")
    dry = hexes(h0604={"canal": False}, h0705={"canal": False}, h0804={"canal": False})
    maps = {**on(3, dry), 4: hexes(h0305={"canal": False}, h0405={"canal": False})(load_map(4))}
    assert found(check_set(maps), "terrain", "no map has a canal")
    maps = {**on(2, hexes(h0504={"terrain": CLEAR})), 3: no("w")(load_map(3))}
    assert found(check_set(maps), "terrain", "no map has an island")


def swap(one: str, other: str) -> Change:
    """Exchange the names of two places."""

    def change(data: MapData) -> MapData:
        names = {one: other, other: one}
        out = {
            cell: found._replace(name=names.get(found.name, found.name))
            for cell, found in data.hexes.items()
        }
        return replace(data, hexes=out)

    return change


SET_BREACHES: list[tuple[int, Change, str, str]] = [
    (4, hexes(h0606={"name": "Hope"}), "names", "Hope is both hex 0803 of map 2 and hex 0606"),
    (1, hexes(h0604={"name": "Auxonne"}), "known", "map 1 has no Auxerre"),
    (1, hexes(h0604={"value": 2}), "known", "Auxerre must be worth 3 PP"),
    (1, hexes(h0302={"city": False, "town": True}), "known", "Donzy must be a city"),
    (1, hexes(h0401={"city": True, "town": False}), "known", "Contres must be a town"),
    (1, hexes(h1002={"town": False}), "known", "Tanny is neither city nor town"),
    (1, sides(s0401_0502="s"), "known", "Contres must be a port"),
    (1, sides(s0401_0502="s"), "known", "ships cannot sail between Auxerre and Contres"),
    (1, swap("Mezin", "Donzy"), "known", "Mezin lies in hex 0302, not in the southern third"),
    (1, swap("Mezin", "Donzy"), "known", "Donzy lies in hex 0308, not in the northern third"),
    (1, instead(MOUNTAIN, CLEAR), "known", "Montargon has no mountains beside it"),
    (1, instead(MOUNTAIN, CLEAR), "known", "no mountain range in its south"),
    (2, hexes(h0504={"terrain": CLEAR}), "known", "not the two cities of one island"),
    (2, swap("Newpool", "Holmarsh"), "known", "not the two cities of one island"),
    (2, hexes(h0803={"terrain": FOREST}), "hope", "Hope must be clear or desert"),
    (2, swap("Ordal", "Marlick"), "hope", "Ordal lies 5 hexes from Hope, not 2"),
    (2, swap("Ordal", "Marlick"), "hope", "Marlick (1002) lies within 3 hexes of Hope"),
    (2, hexes(h0704={"terrain": CLEAR}), "hope", "no sea hex joins Garby, Granton and Hope"),
    (2, sides(s0603_0704="s"), "hope", "no sea hex joins Garby, Granton and Hope"),
    (2, hexes(h0902={"town": True, "name": "Elva"}), "hope", "Elva (0902) lies within 3 hexes"),
]


@pytest.mark.parametrize(("number", "change", "check", "part"), SET_BREACHES)
def test_a_breach_of_the_set_is_found(number: int, change: Change, check: str, part: str) -> None:
    breaches = check_set(on(number, change))
    assert found(breaches, check, part), [str(breach) for breach in breaches]


def test_every_known_place_is_missed_when_it_is_gone() -> None:
    for name, known in KNOWN.items():
        maps = on(known.map, swap(name, "Nowhere"))
        assert found(check_set(maps), "known", f"map {known.map} has no {name}")


# Layouts

BESIDE = LayoutSpec((2, 1), (False, False), (0, 1), "row")
ABOVE = LayoutSpec((1, 2), (False, False), (0, 1), "column")
CLOSED = {"terrain": CLEAR}

LAYOUT_BREACHES: list[tuple[LayoutSpec, int, Change, str, str]] = [
    (BESIDE, 1, hexes(h0102=CLOSED), "joint", "do not match in hex 1102"),
    (BESIDE, 1, sides(s0102_0103="^"), "joint", "do not match on hexside 1102-1103"),
    (BESIDE, 1, sides(s0103_0203=""), "joint", "the road that comes to 1103 ends at the joint"),
    (BESIDE, 1, hexes(h0204=CLOSED, h0205=CLOSED), "joint", "no ship passes the joint in column"),
    (BESIDE, 2, no("+"), "lines", "no line joins the other cities to"),
    (ABOVE, 1, hexes(h0309={"terrain": DESERT}), "joint", "do not match in hex 0309"),
    (ABOVE, 1, sides(s0908_0909=""), "joint", "the road that comes to 0909 ends at the joint"),
    (ABOVE, 1, hexes(h0608=CLOSED), "joint", "no ship passes the joint in row 09"),
    (ABOVE, 2, hexes(h0601=CLOSED), "joint", "no ship passes the joint in row 09"),
]


@pytest.mark.parametrize(("spec", "number", "change", "check", "part"), LAYOUT_BREACHES)
def test_a_breach_of_a_layout_is_found(
    spec: LayoutSpec, number: int, change: Change, check: str, part: str
) -> None:
    maps = on(number, change)
    breaches = check_layout(spec, maps)
    assert found(breaches, check, part), [str(breach) for breach in breaches]
    assert all(breach.text.startswith(f"{spec.key()}: ") for breach in breaches)


def test_a_breach_of_one_joint_shows_in_all_layouts_that_have_it() -> None:
    breaches = check_layouts(on(1, sides(s0103_0203="")))
    whole = {key.partition(":")[0] for key in (breach.text for breach in breaches)}
    assert {breach.check for breach in breaches} == {"joint"}
    assert whole == {"row", "square"}


def test_a_breach_in_a_file_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in NUMBERS[1:]:
        text = (MAPS / f"map{number}.toml").read_text(encoding="utf-8")
        (tmp_path / f"map{number}.toml").write_text(text.replace("C3", "C2"), encoding="utf-8")
    monkeypatch.setattr(mapcheck, "MAPS", tmp_path)
    sentences = [str(breach) for breach in check_all()]
    assert sentences[0] == "map1.toml is not there"
    assert sentences[1].startswith("map2.toml: the cities are worth 2, 2, 2, 1, 1, 1")


def test_map_files_are_written_as_they_are_read() -> None:
    for number in NUMBERS:
        data = load_map(number)
        assert parse(write_text(data)) == data
