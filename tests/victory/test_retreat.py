"""Retreats of Army units, ships and Marines; forced retreats."""

import pytest

from tests.victory.battleground import Table, field
from tests.victory.ground import BLUE

LAND = field(
    [
        ".   .T  .   .   .  ",
        ".   .   .   f   .T ",
        ".   .   .   .   .  ",
        ".   .   .T  .   .  ",
    ],
    {"red": "0304", "blue": "0201 0502"},
    alpine="0302-0303",
)
"""The battle is in 0303; neighbours 0302 (alpine), 0402 (forest), 0403, 0304, 0203, 0202."""


def test_the_attacker_leaves_only_the_way_he_came() -> None:
    """V-5.51-b: by any hexside the attack used; the Defender by any other (V-5.51-c, A51)."""
    blocks = """
        blue AR1 2 0303
        red AR1 2 0303 via 0202
        red IN1 2 0303 via 0203
    """
    t = Table(LAND, blocks).begin()
    t.play("blue: retreat AR1")
    assert t.offers("to") == "0402 0403"  # not 0304, a red town, nor over the alpine hexside
    assert t.refused("blue: to 0202").rule == "V-5.51-c"
    assert t.refused("blue: to 0304").rules[:2] == ("V-5.53-a", "V-5.51-a")  # A50
    assert "V-2.1-k" in t.refused("blue: to 0302").rules
    assert t.refused("blue: to 0501").rule == "V-5.51-a"
    assert t.refused("blue: fire AR1 army").rule == "V-5.3-a"
    t = Table(LAND, blocks, at="0303", round=2)
    t.g.acted = 1 << t.unit("AR1", "blue")
    t.begin().play("red: retreat AR1")
    assert t.offers("to") == "0202 0203"
    assert t.refused("red: to 0304").rule == "V-5.51-b"


def test_a_way_of_entry_stays_open_when_the_unit_that_came_by_it_is_gone() -> None:
    blocks = "blue IN1 4 0303\nred AR1 1 0303 via 0202\nred IN1 1 0303 via 0203"
    t = Table(LAND, blocks, "1666", at="0303", round=2)
    t.g.acted = 1 << t.unit("AR1", "red")
    t.begin().play("blue: fire IN1", "red: hit AR1", "red: retreat IN1")
    assert t.offers("to") == "0202 0203"


def test_the_attacker_may_return_to_the_vacant_enemy_town_he_came_from() -> None:
    """A50: the hex from which the attack came is open even if it is an enemy place."""
    t = Table(LAND, "blue IN1 2 0502\nred IN1 2 0502 via 0402", "66").begin()
    t.play("blue: fire IN1", "red: retreat IN1 to 0402")
    t = Table(LAND, "blue IN1 2 0202\nred IN1 2 0202 via 0201", "66").begin()
    t.play("blue: fire IN1", "red: retreat IN1 to 0201")
    assert t.over
    t = Table(
        LAND,
        "blue IN1 2 0202\nblue IN2 1 0201\nred IN1 2 0202 via 0201",
        "66",
        at="0202",
    ).begin()
    t.play("blue: fire IN1")
    assert t.offers("retreat") == ""  # enemies stand there now
    assert "V-4.3-b" in t.refused("red: retreat IN1").rules


def test_stacking_and_hexside_limits() -> None:
    """V-5.5-d, V-5.5-e: one across a forest hexside in a round, counted anew each round."""
    blocks = """
        blue IN1 2 0303
        blue IN2 2 0303
        red IN1 2 0303 via 0304
        red IN2 2 0303 via 0202
        red IN3 2 0303 via 0203
        red AR1 2 0303 via 0203
        blue IN3 1 0403
        blue IN4 1 0403
        blue IN5 1 0403
        blue IN6 1 0403
    """
    t = Table(LAND, blocks, "66").begin()
    t.play("red: fire AR1", "blue: retreat IN1")
    assert t.offers("to") == "0402"
    assert t.refused("blue: to 0403").rules[:1] == ("V-5.5-d",)
    t.play("blue: to 0402")
    assert {"V-5.5-e", "V-5.5-d", "V-5.51-c"} <= set(t.refused("blue: retreat IN2").rules)
    t.play("blue: pass IN2", "red: pass IN1", "red: pass IN2", "red: pass IN3", "red: pass AR1")
    assert t.g.round == 2
    t.play("blue: retreat IN2 to 0402")
    assert t.over


def test_no_retreat_into_another_battle() -> None:
    """V-5.5-f."""
    blocks = """
        blue IN1 2 0303
        blue IN2 2 0403
        red IN1 2 0303 via 0202
        red IN2 2 0403 via 0404
    """
    t = Table(LAND, blocks).begin().play("red: battle 0303", "blue: retreat IN1")
    assert t.offers("to") == "0203 0402"
    assert t.refused("blue: to 0403").rule == "V-5.5-f"


def test_forced_retreat_after_three_rounds() -> None:
    """V-5.5-b, A49: fresh limits; V-5.5-g: who cannot leave is eliminated."""
    blocks = """
        blue IN1 4 0402
        red IN1 1 0402 via 0303 acted
        red IN2 1 0402 via 0303 acted
        red DB1 1 0402 acted
    """
    t = Table(LAND, blocks, "6666", at="0402", round=3).begin()
    t.play("blue: fire IN1")
    assert t.open() == "red leave: retreat DB1; retreat IN1; retreat IN2"
    assert t.refused("red: pass IN1").rule == "V-5.5-b"
    assert t.refused("red: blockade IN1").rule == "V-5.8-a"
    t.play("red: retreat IN2 to 0303")  # the forest hexside takes one
    assert t.open() == "red leave: retreat DB1"
    assert t.refused("red: retreat IN1").rules[:1] == ("V-5.5-e",)
    t.play("red: retreat DB1 to 0304")
    assert t.over
    assert t.state("red") == "DB1 1 0304, IN2 1 0303"


def test_voluntary_retreat_without_a_destination_is_refused() -> None:
    """A60."""
    t = Table(LAND, "blue IN1 2 0402\nred AB1 2 0402 dropped", at="0402", round=2).begin()
    assert t.offers("pass") == "AB1"
    assert t.offers("retreat") == ""
    assert t.refused("red: retreat AB1").rules[0] == "V-5.6-j"
    assert t.refused("red: abort AB1").rule == "V-5.6-i"


def test_dropped_airborne_retreat_to_friendly_hexes_only() -> None:
    """V-5.6-j, A86: an own place, or a hex where an own unit has stood since before the turn."""
    blocks = """
        blue IN1 2 0303
        red AB1 2 0303 dropped
        red IN1 2 0203
        red IN2 2 0403 travelled
        blue IN2 1 0402
    """
    t = Table(LAND, blocks, at="0303", round=2).begin().play("red: retreat AB1")
    assert t.offers("to") == "0203 0304"
    assert t.refused("red: to 0403").rule == "V-5.6-j"
    assert t.refused("red: to 0202").rule == "V-5.6-j"
    t.play("red: to 0203")
    assert t.marked("dropped") == "AB1"  # it still faces the check at the end of the turn


def test_airborne_retreat_like_others_in_later_battles() -> None:
    t = Table(LAND, "blue AB1 2 0303\nred IN1 2 0303 via 0202").begin()
    t.play("blue: retreat AB1")
    assert t.offers("to") == "0203 0402 0403"


def test_an_airborne_unit_aborts_to_a_friendly_place_with_army_room() -> None:
    """V-5.6-d, A30: four hexes; neither pass nor retreat."""
    board = field(
        [
            ".T  .   .   .   .   .   .T ",
            ".   .   .   .   .   .   .  ",
            ".   .   mT  .   .   .   .  ",
        ],
        {"red": "0101 0701 0303"},
    )
    blocks = "blue IN1 2 0602\nred AB1 2 0602 flying\nred IN1 1 0303\nred IN2 1 0303"
    t = Table(board, blocks).begin()
    assert t.open() == "red combat: land AB1; abort AB1"
    assert t.refused("red: pass AB1").rule == "V-5.6-d"
    assert t.refused("red: retreat AB1").rule == "V-5.6-d"
    assert t.refused("red: fire AB1 army").rule == "V-4.71-f"
    t.play("red: abort AB1")
    assert t.offers("to") == "0701"
    assert t.refused("red: to 0303").rule == "V-5.6-h"
    assert t.refused("red: to 0101").rule == "V-5.6-a"
    t.play("red: to 0701")
    assert t.over
    assert t.state("red").startswith("AB1 2 0701")
    assert t.marked("flying") == ""


def test_an_airborne_unit_that_can_neither_drop_nor_land_is_lost() -> None:
    """A30, A32."""
    board = field([".   .   .  ", ".   m   .  "], {})
    t = Table(board, "blue IN1 2 0202\nred AB1 2 0202 flying\nred IN1 1 0202 via 0201", "11")
    t.begin()
    assert t.state("red") == "IN1 1 0202"
    t = Table(
        field([".   .   .  ", ".   .   .  "], {}),
        """
        blue IN1 2 0202
        red AB1 2 0202 flying
        red IN1 1 0202 via 0201
        red IN2 1 0202 via 0201
        red IN3 1 0202 via 0102
        red IN4 1 0202 via 0102
        """,
    ).begin()
    assert "AB1" not in t.state("red")  # no Army room, no base


COAST = field(
    [
        "~   ~   ~   ~   ~  ",
        "~   .   .T  ~   ~  ",
        ".   .T  .   .   .T ",
        ".   .   .   .   .  ",
    ],
    {"red": "0503", "blue": "0302 0203"},
    coastal="0302-0202 0303-0402",
)
"""0302 is a blue port; 0202 a coast reached over a coastal hexside, 0203 a port beyond land."""


def test_ships_retreat_to_adjacent_sea_or_coast() -> None:
    """V-5.53-a: friendly or neutral; A76: over hexsides with sea."""
    t = Table(COAST, "blue BB1 2 0302\nred BB1 2 0302 via 0301", "66").begin()
    t.play("blue: retreat BB1")
    assert t.offers("to") == "0201 0202 0301 0401 0402"
    assert "V-3.2-a" in t.refused("blue: to 0303").rules
    t.play("blue: to 0202")
    assert t.over
    t = Table(COAST, "blue BB1 2 0402\nred BB1 2 0402 via 0401", "66").begin()
    t.play("blue: pass BB1", "red: retreat BB1")
    assert "0302" not in t.offers("to").split()
    assert t.refused("red: to 0302").rule == "V-5.53-a"  # a vacant enemy port


def test_naval_stacking_and_hexside_limits() -> None:
    """V-5.53-b: one ship over a coastal hexside, two ships on a coast."""
    blocks = """
        blue BB1 2 0302
        blue BB2 2 0302
        red SS1 2 0302 via 0301
    """
    t = Table(COAST, blocks, "66").begin()
    t.play("red: fire SS1", "blue: retreat BB1 to 0202", "blue: retreat BB2")
    assert t.offers("to") == "0201 0301 0401 0402"
    assert t.refused("blue: to 0202").rules[0] == "V-5.5-e"
    t = Table(COAST, blocks + "blue SS1 1 0202\nblue SS2 1 0202", "6666 66").begin()
    t.play("red: fire SS1", "blue: retreat BB1")
    assert t.refused("blue: to 0202").rules[:2] == ("V-5.5-d", "V-5.53-b")


def test_ships_leave_no_canal() -> None:
    """A76."""
    board = field(["~   .t  ~  ", "~   ~   ~  "], {"blue": "0201"})
    t = Table(board, "blue BB1 2 0201\nred DB1 1 0201", "6").begin()
    t.play("red: fire DB1 naval")
    assert t.open() == "blue combat: fire BB1; fire BB1 air; pass BB1"
    assert "V-2.1-t" in t.refused("blue: retreat BB1").rules


def test_army_units_at_sea_retreat_like_ships_and_come_ashore_in_ports() -> None:
    """A85: Sea, or a friendly port with Army room; no open coast."""
    blocks = "blue IN1 2 0402 at_sea\nblue MA1 2 0402 at_sea\nred BB1 2 0402 via 0502"
    t = Table(COAST, blocks, "66 66").begin()
    t.play("red: pass BB1", "blue: retreat MA1")
    assert t.offers("to") == "0302 0303 0401 0403 0502"
    t.play("blue: to 0303")  # Marines also to another coast
    assert t.marked("at_sea") == "ma1 in1"
    t.play("blue: retreat IN1")
    assert t.offers("to") == "0302 0401 0502"
    assert "V-4.71-d" in t.refused("blue: to 0303").rules
    t.play("blue: to 0302")
    assert t.marked("at_sea") == "ma1"  # ashore in the port


def test_defending_marines() -> None:
    """V-5.52-c: to a coast like other Army units, or to sea if no enemy ships are there."""
    t = Table(COAST, "blue MA1 2 0302\nred IN1 2 0302 via 0303").begin()
    t.play("blue: retreat MA1")
    assert t.offers("to") == "0201 0202 0301 0401 0402"
    t.play("blue: to 0301")
    assert t.marked("at_sea") == "ma1"
    t = Table(COAST, "blue MA1 2 0302\nred IN1 2 0302 via 0303\nred BB1 1 0302 via 0401").begin()
    t.play("red: pass BB1", "blue: retreat MA1")
    assert t.offers("to") == "0202"
    assert t.refused("blue: to 0401").rule == "V-5.52-c"
    t.play("blue: to 0202")
    assert t.marked("at_sea") == "ma1"  # A27: on an open coast
    t = Table(COAST, "blue MA1 2 0302\nred IN1 2 0302 via 0202").begin()
    t.play("blue: retreat MA1")
    assert t.refused("blue: to 0202").rule == "V-5.51-c"
    assert "V-3.3-g" in t.refused("blue: to 0303").rules  # an all-land hexside


def test_marines_that_invaded_go_to_sea_only() -> None:
    """V-5.52-b, landed or not."""
    for mark in ("at_sea invading", ""):
        t = Table(COAST, f"blue IN1 2 0302\nred MA1 2 0302 via 0301 {mark}", at="0302", round=2)
        t.begin().play("red: retreat MA1")
        assert t.offers("to") == "0201 0301 0401 0402"
        assert t.refused("red: to 0202").rule == "V-5.52-b"
        t.play("red: to 0402")
        assert t.marked("at_sea") == "MA1"
        assert t.marked("invading") == ""


def test_other_army_units_never_retreat_to_sea() -> None:
    """V-5.52-a."""
    t = Table(COAST, "blue IN1 2 0302\nred AR1 2 0302 via 0303").begin()
    t.play("red: pass AR1", "blue: retreat IN1")
    assert t.offers("to") == "0202"
    assert t.refused("blue: to 0301").rule == "V-5.52-a"


def test_no_retreat_into_a_blockade_hex() -> None:
    """V-5.8-j, by land, sea and air."""
    board = field(
        ["~   ~   ~   ~  ", ".   .T  .   .  ", ".   .   .T  .  "],
        {"blue": "0202 0303"},
    )
    blocks = (
        "blue IN1 2 0302\nblue FA1 1 0302\nred IN1 2 0302 via 0402\nred SS1 1 0202 blockading\n"
    )
    t = Table(board, blocks + "blue IN2 1 0202").begin()
    t.play("blue: retreat FA1")
    assert t.offers("to") == "0303"
    assert t.refused("blue: to 0202").rule == "V-5.8-j"
    t.play("blue: to 0303", "blue: retreat IN1")
    assert t.refused("blue: to 0202").rule == "V-5.8-j"
    assert t.offers("to") == "0303"


@pytest.mark.parametrize("ship", [True, False])
def test_a_beachhead_ends_when_its_marine_retreats(ship: bool) -> None:
    blocks = "blue MA1 2 0303 beach\nblue IN1 1 0303\nred IN1 2 0303 via 0304\n"
    t = Table(COAST, blocks + ("red SS1 1 0303 via 0402" if ship else "")).begin()
    if ship:
        t.play("red: pass SS1")
        assert t.offers("retreat") == ""  # no sea, and no coast over a hexside with sea
        return
    t.play("blue: retreat MA1 to 0402")
    assert t.marked("beach") == ""
    assert t.marked("at_sea") == "ma1"
    assert t.marked("face_up") == "IN1 in1"


def test_the_defenders_ships_and_aircraft_leave_when_only_the_attacker_has_troops() -> None:
    """V-5.5-c, A92: troops at sea or in the air do not count."""
    blocks = """
        blue SS1 1 0302 acted
        blue FA1 1 0302 acted
        red IN1 1 0302 via 0303 acted
        red BB1 1 0302 via 0301 acted
    """
    t = Table(COAST, blocks, at="0302", round=3).begin()
    assert t.open() == "blue leave: retreat FA1; retreat SS1"
    assert t.refused("blue: blockade SS1").rule == "V-5.8-b"
    t.play("blue: retreat SS1 to 0401", "blue: retreat FA1 to 0203")
    assert t.over
    marines = blocks.replace("red IN1 1 0302 via 0303", "red MA1 1 0302 via 0301 at_sea invading")
    t = Table(COAST, marines, at="0302", round=3).begin()
    assert t.open() == "red leave: retreat BB1; retreat MA1"
    t = Table(
        COAST,
        "blue BB1 1 0402 acted\nred DB1 1 0402 acted",
        at="0402",
        round=3,
    ).begin()
    assert t.open() == "red leave: retreat DB1"


def test_the_same_for_a_blue_attacker() -> None:
    t = Table(LAND, "red IN1 2 0303\nblue IN1 2 0303 via 0402", "66", side=BLUE).begin()
    t.play("red: retreat IN1")
    assert t.offers("to") == "0202 0203 0304 0403"
