"""The board of the data pack, and the checker that proves it."""

from collections.abc import Callable
from typing import Any

import pytest

from sirocco.games.northafrica.board import Board, standard_board
from sirocco.games.northafrica.datacheck import data_faults
from sirocco.games.northafrica.kinds import data_pack, standard_chart
from sirocco.games.northafrica.mapcheck import board_faults, distance, outline_faults
from sirocco.games.outlines import Arc, Outlines
from sirocco.kernel.bits import bits
from sirocco.kernel.packs import Pack

Table = dict[str, dict[str, Any]]


def names(board: Board, mask: int) -> set[str]:
    return {board.names[s] for s in bits(mask)}


def rows() -> Table:
    return {name: dict(row) for name, row in data_pack().value("map").items()}


def join(table: Table, a: str, b: str) -> None:
    table[a]["borders"] = (*table[a]["borders"], b)
    table[b]["borders"] = (*table[b]["borders"], a)


def part(table: Table, a: str, b: str) -> None:
    table[a]["borders"] = tuple(x for x in table[a]["borders"] if x != b)
    table[b]["borders"] = tuple(x for x in table[b]["borders"] if x != a)


def test_nothing_is_wrong_with_the_shipped_data() -> None:
    assert data_faults(Pack.shipped("northafrica")) == []


def test_every_border_that_the_rulebook_mentions() -> None:
    board = standard_board()
    at = board.find
    matruh = names(board, board.land_links[at("mersa-matruh")])
    assert matruh == {"cairo", "tobruk", "bir-hacheim", "siwa"}
    assert {"laghouat", "kasserine-pass"} <= names(board, board.land_links[at("el-oued")])
    assert board.land_links[at("tripoli")] >> at("mareth") & 1
    assert distance(board.air_links[1], at("cairo"), at("tobruk")) == 2
    assert not board.sea_links[1][at("sz11")] >> at("sz16") & 1
    assert board.sea_links[0][at("sz11")] >> at("sz16") & 1


def test_the_white_line_parts_mareth_and_tripoli() -> None:
    board = standard_board()
    west = names(board, board.west)
    assert {"casablanca", "fez", "algiers", "tunis", "mareth", "ouargla"} <= west
    assert not {"tripoli", "ghadames", "italy"} & west


def test_the_convoys_of_the_six_ports_and_malta() -> None:
    board = standard_board()
    zones = [z for z in bits(board.convoys) if not board.route[z]]
    found = {board.names[z]: board.names[board.port[z]] for z in zones}
    assert sorted(found.values()) == sorted(data_pack().value("geography.names.ports"))
    assert found["sz15"] == "benghazi"


def test_numbers_that_the_rulebook_prints() -> None:
    board = standard_board()
    assert board.rp[board.find("malta")] == 15
    assert board.limit[board.find("malta")] == 3
    assert board.limit[board.find("tobruk")] == 10
    assert board.limit[board.find("mersa-matruh")] == 8
    printed = Pack.shipped("northafrica")
    assert printed.provenance("map.malta.rp") == "printed"
    assert printed.provenance("map.cairo.rp") == "invented"
    assert printed.provenance("map.cairo.borders") == "invented"


def _one_way(table: Table) -> None:
    table["tobruk"]["borders"] = (*table["tobruk"]["borders"], "cairo")


def _value(name: str, value: int) -> Callable[[Table], None]:
    return lambda table: table[name].update(rp=value)


def _sets(name: str, **keys: Any) -> Callable[[Table], None]:
    return lambda table: table[name].update(keys)


def _road_through(table: Table) -> None:
    join(table, "casablanca", "oran")


def _lone_flank(table: Table) -> None:
    part(table, "cairo", "farafra")


def _no_siwa(table: Table) -> None:
    part(table, "siwa", "mersa-matruh")


def _fifth_neighbour(table: Table) -> None:
    join(table, "mersa-matruh", "farafra")


def _dry_port(table: Table) -> None:
    part(table, "benghazi", "sz15")


def _by_land_to_malta(table: Table) -> None:
    join(table, "malta", "tunis")


def _into_the_canal(table: Table) -> None:
    table["sz31"]["into"] = ("suez-canal",)


def _cut_sahara(table: Table) -> None:
    part(table, "ouargla", "ghadames")


def _cut_sea(table: Table) -> None:
    part(table, "sz1", "sz4")
    part(table, "sz1", "sz2")


def _nearer(table: Table) -> None:
    join(table, "gibraltar", "sz13")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_one_way, "tobruk borders cairo, but cairo"),
        (_value("mersa-matruh", 1), "mersa-matruh has no value"),
        (_value("tunis", 0), "tunis must have a value"),
        (_value("cairo", 16), "cairo is worth 16"),
        (_value("ghadames", 1), "ghadames cannot have a value"),
        (_road_through, "break at Casablanca"),
        (_sets("constantine", road=False), "the coast road must run"),
        (_lone_flank, "cairo can be attacked along the coast road only"),
        (_no_siwa, "mersa-matruh and siwa must share a border"),
        (_fifth_neighbour, "lists all land borders"),
        (_dry_port, "sz15 does not touch its port"),
        (_sets("sz15", users=("germany", "uk")), "emblems of both sides"),
        (_by_land_to_malta, "malta is an island"),
        (_into_the_canal, "sz31 leads into suez-canal"),
        (_sets("sz31", route=0), "one space for each of its five steps"),
        (_cut_sahara, "must be one chain"),
        (_cut_sea, "sz2 cannot be reached by sea"),
        (_nearer, "gibraltar and malta are 3 spaces apart"),
        (_sets("sz4", deploys=()), "uk has 1 deployment zones"),
        (_sets("sz1", deploys=()), "must be Germany's deployment zone"),
        (_sets("malta", direct=True), "the Axis deploys to malta"),
        (_sets("cairo", staging=("uk",)), "staging territory without an emblem"),
    ],
)
def test_the_checker_finds(spoil: Callable[[Table], None], words: str) -> None:
    table = rows()
    spoil(table)
    board = Board(table, standard_chart())
    faults = board_faults(board, table, data_pack().value("geography"))
    assert any(words in fault for fault in faults), faults


def test_a_missing_place_is_named() -> None:
    table = rows()
    del table["sz8"]
    for row in table.values():
        if "borders" in row:
            row["borders"] = tuple(name for name in row["borders"] if name != "sz8")
    board = Board(table, standard_chart())
    faults = board_faults(board, table, data_pack().value("geography"))
    assert faults == ["Map: sz8 is missing, which the rulebook names."]


def test_borders_follow_from_the_outlines() -> None:
    board = standard_board()
    drawn = Outlines.parse(data_pack().text("sheets.board"))
    table = rows()
    join(table, "tobruk", "sz31")
    part(table, "tobruk", "benghazi")
    faults = outline_faults(Board(table, standard_chart()), drawn)
    assert faults == [
        "Map: benghazi and tobruk have a common outline but no border.",
        "Map: sz31 and tobruk have a border but no common outline.",
    ]
    drawn.arcs.append(Arc("atlantis", "sz1", ((0.0, 0.0), (0.0, 99.0))))
    assert outline_faults(board, drawn) == ["Outlines: there is no space 'atlantis'."]


def test_outlines_close_around_every_space() -> None:
    drawn = Outlines.parse(data_pack().text("sheets.board"))
    for name in standard_board().names:
        if name not in drawn.boxes:
            rings = drawn.outline({name})
            assert rings and all(len(ring) > 2 for ring in rings), name
            assert name in drawn.at
