"""Aircraft in battle: grounding, Carriers, air retreats, landings."""

from sirocco.games.victory import events as ev
from tests.victory.battleground import Table, field
from tests.victory.ground import BLUE

SEA = field(
    [
        "~   ~   ~   ~   .T ",
        "~   ~   ~   ~   .  ",
        "~   ~   ~   ~   .T ",
        ".T  ~   ~   ~   .T ",
    ],
    {"red": "0501 0104", "blue": "0503 0504"},
)
FLEET = """
    blue CV1 4 0302
    blue CV2 4 0302
    blue FA1 2 CV1
    blue DB1 2 CV1
    blue FA2 2 CV2
    blue DB2 2 CV2
    red BB1 4 0302 via 0301
"""


def test_two_air_units_fight_and_the_others_are_grounded() -> None:
    """E9, V-GROUND-a, V-4.42-a, V-4.42-c: the owner chooses."""
    t = Table(SEA, FLEET).begin()
    assert t.open() == "blue ground: ground FA1; ground FA2; ground DB1; ground DB2"
    assert t.refused("blue: ground CV1").rule == "V-4.42-c"
    t.play("blue: ground DB1", "blue: ground FA2")
    assert t.marked("grounded") == "fa2 db1"
    assert t.marked("aloft") == "fa1 db2"
    assert t.marked("aboard") == "fa2 db1"  # those that fly are measured on landing (A55)
    assert t.offers("pass") == "FA1"
    assert t.refused("blue: fire FA2 naval").rules[:2] == ("V-GROUND-b", "V-4.42-c")
    assert [e.unit for e in t.log if isinstance(e, ev.GroundedUnit)] == [58, 51]


def test_a_carrier_takes_grounded_aircraft_along() -> None:
    """V-GROUND-d; flying ones stay aloft."""
    t = Table(SEA, FLEET).begin().play("blue: ground DB1", "blue: ground FA2")
    t.play("blue: pass FA1", "blue: pass DB2", "red: pass BB1", "blue: retreat CV1 to 0202")
    assert t.marked("grounded") == "fa2"
    assert t.marked("aboard") == "fa2 db1"
    assert "DB1 2 0202" in t.state("blue")
    assert "FA1 2 0302" in t.state("blue")
    t.play("blue: pass CV2")
    assert t.g.round == 2
    t.play("blue: retreat FA1")
    assert t.offers("aboard") == "CV1"  # CV2 is still in the battle
    assert t.refused("blue: aboard CV2").rule == "V-5.5-f"
    t.play("blue: aboard CV1")
    assert t.marked("aboard") == "fa1 fa2 db1"


def test_a_carrier_that_loses_strength_sheds_grounded_steps_at_once() -> None:
    """A55: the owner chooses which; a sunk Carrier takes them down."""
    blocks = """
        blue CV1 4 0302
        blue FA1 2 CV1
        blue DB1 2 CV1
        blue FA2 1 0302
        blue FA3 1 0302
        red SS1 4 0302 via 0301
    """
    t = Table(SEA, blocks, "1266 1111").begin()
    t.play("blue: ground FA1", "blue: ground DB1", "blue: pass FA2", "blue: pass FA3")
    t.play("red: fire SS1")
    assert t.open() == "blue excess: lose FA1; lose DB1"
    assert t.refused("blue: lose FA2").rule == "V-4.41-g"
    t.play("blue: lose FA1")
    assert "FA1 1" in t.state("blue")
    t.play("blue: lose FA1")
    assert t.state("blue") == "FA2 1 0302, FA3 1 0302, DB1 2 0302, CV1 2 0302"
    t.play("blue: pass CV1", "blue: pass FA2", "blue: pass FA3", "red: fire SS1")
    assert t.state("blue") == "FA2 1 0302, FA3 1 0302"  # the Dive-Bomber sank with it


def test_flying_aircraft_survive_their_carrier() -> None:
    """A55: they must find another base."""
    blocks = "blue CV1 1 0302\nblue FA1 1 CV1\nred SS1 4 0302 via 0301"
    t = Table(SEA, blocks, "1666").begin()
    t.play("blue: pass FA1", "red: fire SS1")
    assert t.state("blue") == "FA1 1 0302"
    assert t.marked("aboard") == ""
    t.play("blue: retreat FA1")
    assert t.offers("to") == "0503 0504"


def test_aircraft_in_port_are_grounded_aboard() -> None:
    """A54, V-3.2-m: even if no other Air unit is there."""
    blocks = "blue CV1 4 0503\nblue FA1 2 CV1\nblue FA2 2 0503\nred BB1 4 0503 via 0402"
    t = Table(SEA, blocks).begin()
    assert t.marked("grounded") == "fa1"
    assert t.marked("aloft") == "fa2"
    t.play("blue: pass FA2", "red: pass BB1", "blue: retreat CV1 to 0403")
    assert t.state("blue") == "FA1 2 0403, FA2 2 0503, CV1 4 0403"


def test_grounded_aircraft_die_when_the_hex_is_captured() -> None:
    """V-GROUND-c, A54: only if the Attacker holds the hex alone."""
    blocks = """
        blue CV1 1 0503 acted
        blue FA1 1 CV1
        blue FA2 1 0503 grounded
        blue IN1 1 0503 acted
    """
    troops = blocks + "red IN1 4 0503 via 0502\nred DB1 4 0503 acted"
    t = Table(SEA, troops, "1111", at="0503", round=3).begin()
    t.play("red: fire IN1")
    assert t.open() == "blue leave: retreat CV1"
    t.play("blue: retreat CV1 to 0403", "red: base DB1 to 0501")
    assert t.over
    assert t.state("blue") == "FA1 1 0403, CV1 1 0403"
    assert t.marked("grounded") == ""
    planes = "blue FA2 1 0503 grounded\nblue IN1 1 0503 acted\nred DB1 1 0503 acted\n"
    t = Table(SEA, planes + "blue IN2 1 0504", at="0503", round=3).begin()
    t.play("red: retreat DB1 to 0501")
    assert t.over
    assert t.state("blue") == "FA2 1 0503, IN1 1 0503, IN2 1 0504"


LAND = field(
    [
        ".T  .   .   .   .   .   .T ",
        ".   .   .   .C1 .   .   .  ",
        ".   .T  .   .   .   .   .  ",
        ".   .   .   .   .   .   .T ",
    ],
    {"red": "0101 0203", "blue": "0402 0701 0704"},
)


def test_air_retreat_within_the_landing_move() -> None:
    """V-5.54-a: friendly base in range, with room, not in a battle."""
    blocks = """
        blue FA1 2 0402
        blue HB1 2 0402
        blue FA2 1 0701
        blue FA3 1 0701
        red IN1 2 0402 via 0302
        red FA1 2 0402
    """
    t = Table(LAND, blocks).begin().play("blue: retreat FA1")
    assert t.offers("to") == "0704"
    assert t.refused("blue: to 0701").rules[:1] == ("V-4.41-b",)
    assert t.refused("blue: to 0402").rule == "V-5.5-f"
    assert t.refused("blue: to 0203").rule == "V-4.41-a"
    t.play("blue: to 0704")
    t.play("red: retreat FA1")
    assert t.offers("to") == "0101 0203"
    assert t.refused("red: aboard IN1").rule == "V-4.41-a"
    assert t.refused("red: aboard blue-CV1").rule == "V-4.41-a"


WIDE = field([".T  .   .   .   .   .   .   .   .T "], {"red": "0101 0901"})


def test_range_is_the_move_of_the_kind() -> None:
    """V-4.43-a, V-4.44-d: 3 for Fighters and Dive-Bombers, 6 for Bombers."""
    for kind, places in (("FA", ""), ("DB", ""), ("HB", "0101 0901")):
        t = Table(WIDE, f"blue IN1 2 0501\nred {kind}1 1 0501").begin()
        if places:
            t.play(f"red: retreat {kind}1")
            assert t.offers("to") == places
        else:
            refusal = t.refused(f"red: retreat {kind}1")
            assert {"V-5.54-a", "V-4.43-a", "V-4.43-b"} <= set(refusal.rules)


def test_landing_after_a_won_battle() -> None:
    """V-4.41-d: the Defender's aircraft may stay in their base; without a base they are lost."""
    bombers = "blue IN1 1 0402 acted\nblue FA1 2 0402 acted\nred AR1 1 0402 via 0302 acted"
    t = Table(LAND, bombers, at="0402", round=3).begin()
    t.play("red: retreat AR1 to 0302")
    assert t.open() == "blue landing: base FA1"
    t.play("blue: base FA1")
    assert t.offers("to") == "0402 0701 0704"
    t.play("blue: to 0402")
    assert t.over
    assert t.state("blue") == "FA1 2 0402, IN1 1 0402"
    lost = "blue IN1 1 0501\nred AR1 2 0501 via 0401\nred FA1 1 0501"
    t = Table(WIDE, lost, "12").begin()
    t.play("red: fire AR1")
    assert t.over
    assert t.state("red") == "AR1 2 0501"  # V-4.41-f


def test_landing_is_refused_in_another_battle_until_it_is_over() -> None:
    """A53."""
    blocks = """
        blue IN1 1 0402
        blue IN2 1 0701
        red AR1 1 0402 via 0302
        red AR2 4 0701 via 0601
        blue FA1 1 0402
    """
    t = Table(LAND, blocks, "1 6 6 6").begin().play("red: battle 0402")
    t.play("blue: retreat FA1")
    assert t.offers("to") == "0704"
    assert t.refused("blue: to 0701").rule == "V-5.5-f"


def test_steps_too_many_on_a_carrier_are_lost_on_landing() -> None:
    """After the landings; V-3.2-g, V-3.2-f, V-3.2-l, V-3.2-m limit who may land.

    V-4.41-g, V-3.2-h.
    """
    blocks = """
        red CV1 2 0202
        red CV2 4 0501
        red CV3 4 0203 strategic
        red CV4 4 0204
        red FA3 1 CV4
        red FA4 1 CV4
        red FA1 3 0303 acted
        red DB1 2 0303 acted
        red BB1 4 0303 via 0302
        blue SS1 1 0303 acted
    """
    t = Table(SEA, blocks, "1666", at="0303", round=1).begin()
    t.play("red: fire BB1", "red: base FA1")
    assert t.offers("aboard") == "CV1"
    assert t.refused("red: aboard CV2").rule == "V-3.2-m"
    assert t.refused("red: aboard CV3").rule == "V-3.2-l"
    assert t.refused("red: aboard CV4").rule == "V-3.2-f"
    t.play("red: aboard CV1", "red: base DB1 aboard CV1")
    assert t.open() == "red excess: lose FA1; lose DB1"
    t.play("red: lose FA1", "red: lose DB1", "red: lose FA1")
    assert t.over
    assert "FA1 1 0202" in t.state("red")
    assert "DB1 1 0202" in t.state("red")


def test_bombers_never_land_on_carriers() -> None:
    """V-3.2-g."""
    t = Table(SEA, "red CV1 4 0203\nred HB1 1 0303\nblue SS1 1 0303").begin()
    t.play("red: retreat HB1")
    assert t.refused("red: aboard CV1").rules == ("V-3.2-g", "V-4.41-c")


def test_an_airborne_unit_drops_when_the_battle_is_won_before_its_turn() -> None:
    blocks = "blue FA1 1 0402\nred FA1 2 0402\nred AB1 2 0402 flying"
    t = Table(LAND, blocks, "6 11").begin()
    t.play("blue: fire FA1", "red: fire FA1")
    assert t.open() == "red landing: base FA1; land AB1; abort AB1"
    t.play("red: land AB1", "red: base FA1 to 0203")
    assert t.over
    assert t.state("red") == "FA1 2 0203, AB1 2 0402"
    assert t.marked("dropped") == "AB1"
    assert t.marked("flying") == ""


def test_the_winner_may_land_in_a_blockade_hex() -> None:
    """A79: a landing, not a retreat."""
    board = field(
        ["~   ~   ~   ~  ", ".   .T  .   .  ", ".   .   .   .  "],
        {"red": "0202"},
    )
    blocks = """
        blue SS1 1 0202 blockading
        red IN1 1 0202
        blue IN1 1 0303
        red AR1 2 0303 via 0403
        red FA1 1 0303
    """
    t = Table(board, blocks, "12").begin()
    # For the Fighter a retreat to the blockaded port was closed: it passed.
    t.play("red: fire AR1", "red: base FA1 to 0202")
    assert t.over
    assert "FA1 1 0202" in t.state("red")


def test_the_attacker_grounds_too_and_the_defender_chooses_first() -> None:
    """Item 9."""
    blocks = FLEET + "red CV1 4 0302 via 0202\nred FA1 2 CV1\nred DB1 2 CV1\nred FA2 1 0302"
    t = Table(SEA, blocks).begin()
    assert t.open().startswith("blue ground:")
    t.play("blue: ground FA1", "blue: ground FA2")
    assert t.open() == "red ground: ground FA1; ground FA2; ground DB1"
    t.play("red: ground FA2")
    assert t.marked("aloft") == "FA1 DB1 db1 db2"


def test_blue_attacks_too() -> None:
    t = Table(SEA, "red BB1 1 0302\nblue SS1 1 0302 via 0301", "1", side=BLUE).begin()
    t.play("blue: fire SS1")
    assert t.over
    assert [e.winner for e in t.log if isinstance(e, ev.BattleEnded)] == [1]


def test_what_the_enemy_cannot_see_is_not_betrayed() -> None:
    """A unit that only hidden blocks keep from leaving passes, or is given up, in person."""
    blocks = """
        blue IN1 2 0402
        blue FA1 1 0402
        blue FA2 1 0701
        blue FA3 1 0701
        blue DB2 1 0704
        blue DB3 1 0704
        red AR1 2 0402 via 0302
    """
    t = Table(LAND, blocks, at="0402", round=1)
    t.g.acted = 1 << t.unit("IN1", "blue")
    t.begin()
    assert t.open() == "blue combat: fire FA1; fire FA1 army; pass FA1"
    lone = blocks.replace("blue IN1 2 0402", "red IN1 1 0402 via 0302 acted")
    t = Table(LAND, lone.replace("via 0302\n", "via 0302 acted\n"), at="0402", round=3)
    t.g.acted |= 1 << t.unit("FA1", "blue")
    t.begin()
    assert t.open() == "blue leave: lose FA1"  # both bases are full, which red cannot know
    assert {"V-4.41-b", "V-5.54-a"} <= set(t.refused("blue: retreat FA1").rules)
    t.play("blue: lose FA1")
    assert t.over
    assert "FA1" not in t.state("blue")
    home = (
        "blue IN1 1 0501\nred AR1 2 0501 via 0401\nred FA1 1 0501\nred FA2 1 0201\nred FA3 1 0201"
    )
    near = field([".   .T  .   .   .   .   .   .   .  "], {"red": "0201"})
    t = Table(near, home, "12").begin()
    t.play("red: pass FA1", "red: fire AR1")
    assert t.open() == "red landing: lose FA1"
    t.play("red: lose FA1")
    assert t.over
    assert t.state("red") == "FA2 1 0201, FA3 1 0201, AR1 2 0501"
