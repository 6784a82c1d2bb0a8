"""The set-ups of both scenarios, and the checker that proves them."""

from collections.abc import Callable
from typing import Any

import pytest

from sirocco.games.northafrica.board import standard_board
from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.scenarios import counted
from sirocco.games.northafrica.setupcheck import setup_faults
from sirocco.kernel.packs import Pack

Table = dict[str, Any]


def plain(value: Any) -> Any:
    """A table that can be changed."""
    if hasattr(value, "items"):
        return {key: plain(part) for key, part in value.items()}
    return value


def chart(name: str = "last-push") -> Table:
    found: Table = plain(data_pack().value(f"setups.{name}"))
    return found


def units(table: Table, roster: str, space: str) -> dict[str, int]:
    return {kind: number for number, kind in counted(table["units"][roster].get(space, ()))}


def test_the_rows_that_can_be_read_are_kept() -> None:
    last = chart()
    assert units(last, "germany", "tripoli") == {"mechanized": 1, "fighter": 1, "bomber": 1}
    assert units(last, "germany", "sicily") == {"bomber": 1}
    cairo = {"infantry": 1, "anti-tank": 1, "aaa": 1, "fighter": 1}
    assert units(last, "uk", "cairo") == cairo
    assert last["supply"]["cairo"] == 5
    assert last["land_mines"]["cairo"] == {"mersa-matruh": 3}
    assert units(last, "italy", "tripoli") == {"infantry": 2, "truck": 1}
    assert last["supply"]["tripoli"] == 3
    assert last["control"]["tripoli"] == "italy"
    pack = Pack.shipped("northafrica")
    assert pack.provenance("setups.last-push.units.uk.cairo") == "printed"
    assert pack.provenance("setups.last-push.units.uk.tobruk") == "invented"


def test_which_rows_the_charts_have() -> None:
    rows = chart()["units"]
    assert set(rows["germany"]) == {"tripoli", "sicily", "el-agheila", "zella", "sz8"}
    assert {"cairo", "tobruk", "bir-hacheim", "benghazi", "malta"} <= set(rows["uk"])
    italy = {"tripoli", "sicily", "sirte", "el-agheila", "zella", "sz10", "sz13"}
    assert set(rows["italy"]) == italy
    assert "us" not in rows


def test_facts_that_the_rulebook_tells_about_the_start() -> None:
    last, torch = chart(), chart("torch")
    for power in ("germany", "italy"):  # NA-SETUP-g
        trucks = sum(units(last, power, space).get("truck", 0) for space in last["units"][power])
        assert trucks == 1
    assert last["control"]["benghazi"] == last["control"]["tobruk"] == "uk"
    assert torch["control"]["tobruk"] == "germany"
    assert torch["control"]["tunis"] == "germany"
    assert units(torch, "uk", "suez-canal") == {"sherman": 2}  # NA-TORCHR7-d
    for table in (last, torch):
        vichy = [units(table, "vichy", space) for space in table["units"]["vichy"]]
        assert set(table["units"]["vichy"]) == {"casablanca", "oran", "algiers"}
        assert sum(row.get("infantry", 0) for row in vichy) <= 7
        assert not {"casablanca", "oran", "algiers"} & set(table["control"])


@pytest.mark.parametrize("name", ["last-push", "torch"])
def test_nothing_is_wrong_with_the_shipped_set_ups(name: str) -> None:
    limits = data_pack().value("limits")
    assert setup_faults(standard_board(), name, chart(name), limits) == []


def row(roster: str, space: str, *lines: str) -> Callable[[Table], None]:
    return lambda table: table["units"][roster].update({space: lines})


def entry(key: str, space: str, value: Any) -> Callable[[Table], None]:
    return lambda table: table.setdefault(key, {}).update({space: value})


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (row("uk", "atlantis", "1 infantry"), "there is no space 'atlantis'"),
        (row("uk", "siwa", "1 panther"), "which is no unit"),
        (row("uk", "siwa", "some infantry"), "must list units"),
        (row("uk", "siwa", "5 scout"), "scout, but there are 6"),
        (row("uk", "siwa", "1 destroyer"), "stands on land in siwa"),
        (row("uk", "sz27", "1 infantry"), "no convoy zone"),
        (row("uk", "qattara", "1 infantry"), "cannot be in qattara"),
        (row("uk", "kufra", "1 fighter"), "cannot be in kufra"),
        (row("uk", "crete", "1 aaa"), "which is the enemy's"),
        (row("uk", "malta", "1 aaa", "2 fighter", "1 bomber"), "4 units in malta, at most 3"),
        (row("uk", "el-agheila", "1 infantry"), "both sides have units in el-agheila"),
        (row("uk", "sirte", "1 infantry"), "sirte is held by italy, but uk"),
        (entry("control", "mersa-matruh", "uk"), "mersa-matruh has no value"),
        (entry("control", "cairo", "italy"), "the capital of the allies is lost"),
        (entry("supply", "tobruk", 100), "but there are tokens for 115"),
        (entry("supply", "sz27", 1), "supply lies at sea"),
        (entry("land_mines", "tobruk", {"cairo": 1}), "which it does not border"),
        (entry("land_mines", "tobruk", {"benghazi": 40}), "tokens of land mines are more"),
        (entry("sea_mines", "italy", {"sz31": 1}), "mines of italy lie in sz31"),
        (entry("sea_mines", "uk", {"siwa": 1}), "which is no sea zone"),
    ],
)
def test_the_checker_finds(spoil: Callable[[Table], None], words: str) -> None:
    table = chart()
    spoil(table)
    faults = setup_faults(standard_board(), "last-push", table, data_pack().value("limits"))
    assert any(words in fault for fault in faults), faults
