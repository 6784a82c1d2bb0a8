"""Air moves, Carriers, paradrops (4.4, 4.7, 3.2, 5.6)."""

import pytest

from sirocco.games.victory.attacks import airborne_here
from tests.victory.ground import BLUE, make, unit
from tests.victory.orders import at, marks, offered, play, position, refused

SKY = make(
    [
        ".C1 .   .   .T  .   .   .T  .   .   .   .T",
        ".   .   .   .   .   .   .   .   .   .   . ",
        "~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~ ",
        "~   ~   ~   ~   ~   ~   ~   ~   ~   ~   ~ ",
    ],
    {},
    {"red": "0101 0401 0701", "blue": "1101"},
)
STRAIT = make(
    [
        ".T  ~   ~   ~   ~   ~   .T",
        "~   ~   ~   ~   ~   ~   ~ ",
    ],
    {},
    {"red": "0101 0701"},
)


def test_normal_air_move_to_a_base_with_room() -> None:
    """A23, V-4.41-b."""
    g = position(SKY, "red FA1 0101", "red DB1 0401", "red DB2 0401", "red HB1 0101")
    assert offered(g, "move FA1", "to") == ""
    assert {"V-4.41-b", "V-2.2-f"} <= set(refused(g, "move FA1 to 0401").rules)
    assert offered(g, "move HB1", "to") == "0701"
    play(g, "move DB1 to 0701", "move FA1 to 0401")
    assert at(g, "FA1") == "0401" and marks(g, "FA1") == {"travelled"}
    assert "V-4.43-a" in refused(g, "move HB1 to 0801").rules


def test_air_units_go_to_bases_or_battles_only() -> None:
    g = position(SKY, "red FA1 0401")
    assert "V-4.41-a" in refused(g, "move FA1 to 0501").rules
    assert "0101" in offered(g, "move FA1", "to")


def test_air_attack_range() -> None:
    """E7, V-4.43-a, V-4.43-b: the legs are fixed."""
    g = position(SKY, "red FA1 0101", "red HB1 0101", "blue IN1 0401", "blue IN2 0501")
    assert "0401" in offered(g, "move FA1", "to") and "0501" in offered(g, "move HB1", "to")
    assert {"V-4.43-a", "V-4.43-b"} <= set(refused(g, "move FA1 to 0501").rules)


def test_air_units_fly_over_enemies() -> None:
    """V-4.4-b, V-4.4-a: over enemies, sea and mountains."""
    board = make([".T M . ~ ."], {"alpine": "0101-0201"}, {"red": "0101"})
    g = position(board, "red FA1 0101", "blue FA1 0201", "blue SS1 0401")
    assert offered(g, "move FA1", "to") == "0201 0401"
    play(g, "move FA1 to 0401")
    assert g.entry[unit("FA1")] == 6


def test_air_stacking_in_a_battle() -> None:
    """V-4.42-a: two Air units of a side; flying Airborne count (V-4.42-d, V-5.6-h)."""
    g = position(
        SKY, "red FA1 0401", "red FA2 0401", "red FA3 0701", "red AB1 0401", "blue IN1 0502"
    )
    play(g, "move FA1 to 0502", "move AB1 drop 0502")
    assert "flying" in marks(g, "AB1") and airborne_here(g, 0, SKY.grid.index("0502")) == 2
    assert "V-4.42-a" in refused(g, "move FA2 to 0502").rules
    g = position(SKY, "red FA1 0401", "red FA2 0401", "red AB1 0401", "blue IN1 0502")
    play(g, "move FA1 to 0502", "move FA2 to 0502")
    assert {"V-5.6-h", "V-4.42-d"} <= set(refused(g, "move AB1 drop 0502").rules)


def test_vacant_enemy_place_is_no_airbase() -> None:
    """V-4.41-a, A4: also when it was just entered."""
    board = make([".T . .T"], {}, {"red": "0101", "blue": "0301"})
    g = position(board, "red FA1 0101", "red IN1 0201")
    play(g, "move IN1 to 0301")
    assert offered(g, "move FA1", "to") == "" and offered(g, "move FA1", "fly") == ""
    assert "V-4.3-h" in refused(g, "move FA1 to 0301").rules


def test_strategic_move_by_air() -> None:
    """V-4.7-b: from base to base, six hexes."""
    g = position(SKY, "red FA1 0101", "red AB1 0101", "red DB1 0701", "red DB2 0701")
    assert offered(g, "move FA1", "fly") == "0401"
    assert offered(g, "move AB1", "fly") == "0401 0701"  # V-4.42-d
    assert {"V-4.41-b"} <= set(refused(g, "move FA1 fly 0701").rules)
    assert "V-4.7-b" in refused(g, "move FA1 fly 0201").rules
    assert "V-4.7-b" in refused(g, "move DB1 fly 1101").rules
    assert {"V-4.7-a", "V-4.7-b"} <= set(refused(g, "move FA1 fly 0801").rules)
    play(g, "move FA1 fly 0401", "move AB1 fly 0701")
    assert marks(g, "FA1") == {"travelled", "strategic"}
    assert marks(g, "AB1") == {"travelled", "strategic"}


def test_strategic_move_by_air_starts_at_a_base() -> None:
    g = position(SKY, "red AB1 0201")
    assert "V-4.7-b" in refused(g, "move AB1 fly 0401").rules


# Carriers


def test_carrier_room() -> None:
    """E3, V-3.2-f, -g, -h."""
    g = position(
        STRAIT,
        "red CV1=2 0301",
        "red FA1=1 CV1",
        "red FA2=1 0101",
        "red FA3=2 0101",
        "red HB1 0101",
    )
    assert offered(g, "move FA2", "aboard") == "CV1"
    assert "V-3.2-h" in refused(g, "move FA3 aboard CV1").rules
    assert "V-3.2-g" in refused(g, "move HB1 aboard CV1").rules
    g = position(STRAIT, "red CV1=4 0301", "red FA1=1 CV1", "red FA2=1 CV1", "red FA3=1 0101")
    assert "V-3.2-f" in refused(g, "move FA3 aboard CV1").rules


def test_base_room_does_not_count_aircraft_aboard() -> None:
    """V-2.2-d."""
    g = position(STRAIT, "red CV1 0101", "red FA1=1 CV1", "red FA2 0101", "red FA3 0701")
    assert offered(g, "move FA3", "fly") == "0101"


def test_carrier_takes_its_aircraft_along() -> None:
    """V-3.2-i: which may still be launched, after the move or before it (V-3.2-k)."""
    g = position(STRAIT, "red CV1 0201", "red FA1=2 CV1", "red DB1=2 CV1", "blue SS1 0701")
    play(g, "move CV1 to 0401")
    assert at(g, "FA1") == "0401" and marks(g, "FA1") == {"aboard"}
    play(g, "move FA1 to 0701")
    assert marks(g, "FA1") == {"travelled"} and at(g, "DB1") == "0401"
    g = position(STRAIT, "red CV1 0201", "red FA1=2 CV1")
    play(g, "move FA1 to 0101", "move CV1 to 0401")
    assert at(g, "FA1") == "0101" and at(g, "CV1") == "0401"


def test_recovery_and_move() -> None:
    """V-3.2-k: recover, then move; the range is counted from where the Carrier is."""
    g = position(STRAIT, "red CV1 0301", "red FA1=2 0101")
    play(g, "move FA1 aboard CV1", "move CV1 to 0501")
    assert at(g, "FA1") == "0501" and "aboard" in marks(g, "FA1")
    g = position(STRAIT, "red CV1 0301", "red FA1=2 0101")
    play(g, "move CV1 to 0501")
    assert "V-4.43-a" in refused(g, "move FA1 aboard CV1").rules


def test_no_operations_in_port_and_canal_hexes() -> None:
    """V-3.2-m."""
    g = position(STRAIT, "red CV1 0101", "red FA1=2 CV1", "red FA2=2 0701", "blue SS1 0302")
    for verb in ("to", "fly", "aboard", "ferry"):
        assert offered(g, "move FA1", verb) == ""
    assert "V-3.2-m" in refused(g, "move FA1 to 0302").rules
    assert "V-3.2-m" in refused(g, "move FA1 fly 0701").rules
    assert "V-3.2-m" in refused(g, "move FA2 ferry CV1").rules


def test_carrier_strategic_move_and_its_aircraft() -> None:
    """V-3.2-l: neither before nor after the Carrier's Strategic Move."""
    g = position(STRAIT, "red CV1 0201", "red FA1=2 CV1", "red FA2=2 0701")
    play(g, "move CV1 sail 0601")
    assert at(g, "FA1") == "0601"
    assert "V-3.2-l" in refused(g, "move FA1 to 0701").rules
    assert "V-3.2-l" in refused(g, "move FA2 aboard CV1").rules
    g = position(STRAIT, "red CV1 0201", "red FA1=2 CV1", "red CV2 0201")
    play(g, "move FA1 to 0101")
    assert offered(g, "move CV1", "sail") == "" and offered(g, "move CV2", "sail") != ""
    assert "V-3.2-l" in refused(g, "move CV1 sail 0601").rules


def test_strategic_aircraft_and_a_carrier_that_stays() -> None:
    """A75: ferry on to and off a Carrier that does not move in that turn."""
    g = position(STRAIT, "red CV1 0601", "red FA1=2 0101", "red FA2=1 CV1")
    assert offered(g, "move FA1", "ferry") == "CV1" and offered(g, "move FA1", "aboard") == ""
    play(g, "move FA1 ferry CV1")
    assert marks(g, "FA1") == {"travelled", "strategic", "aboard"}
    assert {"V-3.2-l", "A75"} <= set(refused(g, "move CV1").rules)
    play(g, "move FA2 fly 0101")
    g = position(STRAIT, "red CV1 0501", "red FA1=2 0101", "red FA2=1 CV1")
    play(g, "move CV1 to 0502")
    assert "V-3.2-l" in refused(g, "move FA1 ferry CV1").rules
    assert "V-3.2-l" in refused(g, "move FA2 fly 0101").rules


def test_carrier_stays_after_a_strategic_launch() -> None:
    """V-3.2-l, A75."""
    g = position(STRAIT, "red CV1 0501", "red FA1=1 CV1")
    play(g, "move FA1 fly 0701")
    assert {"V-3.2-l", "A75"} <= set(refused(g, "move CV1").rules)


def test_no_landing_on_a_carrier_in_battle() -> None:
    """A53."""
    g = position(STRAIT, "red CV1 0301", "red FA1=2 0101", "blue SS1 0401")
    play(g, "move CV1 to 0401 via 0301")
    assert "V-4.41-d" in refused(g, "move FA1 aboard CV1").rules


# Paradrops


@pytest.mark.parametrize("terrain", ["f", "m", "M", "~"])
def test_drop_needs_clear_or_desert(terrain: str) -> None:
    """V-5.6-b."""
    board = make([f".T . d {terrain} . ."], {}, {"red": "0101"})
    g = position(board, "red AB1 0101")
    assert offered(g, "move AB1", "drop") == "0201 0301 0501"
    assert "V-5.6-b" in refused(g, "move AB1 drop 0401").rules
    assert {"V-5.6-a", "V-XMOVE-b"} <= set(refused(g, "move AB1 drop 0601").rules)


def test_drop_starts_from_a_friendly_place() -> None:
    """A30."""
    g = position(SKY, "red AB1 0201")
    assert "V-5.6-a" in refused(g, "move AB1 drop 0301").rules


def test_drop_into_a_vacant_hex_is_revealed() -> None:
    """V-5.6-f."""
    g = position(SKY, "red AB1 0101")
    play(g, "move AB1 drop 0301")
    assert marks(g, "AB1") == {"travelled", "dropped", "face_up"}


def test_drop_into_a_battle_flies() -> None:
    """V-5.6-c: it is an Air unit until it drops."""
    g = position(SKY, "red AB1 0101", "blue IN1 0301")
    play(g, "move AB1 drop 0301")
    assert marks(g, "AB1") == {"travelled", "flying"} and g.face_up == 0


def test_dropped_unit_goes_back_from_an_overfull_hex() -> None:
    g = position(SKY, "red AB1 0101", *[f"red IN{i} 0301" for i in range(1, 5)])
    play(g, "move AB1 drop 0301")
    assert "V-4.1-e" in refused(g, "done").rules
    play(g, "back AB1", "done")
    assert at(g, "AB1") == "0101" and marks(g, "AB1") == set()


def test_both_sides_use_their_own_numbers() -> None:
    g = position(SKY, "blue FA1 1101", "red FA1 0101", side=BLUE)
    assert offered(g, "", "move") == "FA1"
    assert "V-4.7-b" in refused(g, "move FA1 fly 0701").rules
