"""Battles from the reveal to the landings: the combat example and the order of things."""

from sirocco.games.victory import events as ev
from sirocco.games.victory.state import NO_ENTRY
from tests.victory.battleground import Table, field

HOPE = field(
    [
        ".   .T  .   .   .   .   .  ",
        ".   .   .   .   .   .   .  ",
        ".T  .   .T  ~   .C2 .   .T ",
        ".   .   .   .T  .   .   .  ",
    ],
    {"red": "0201 0103 0303 0404", "blue": "0503 0703"},
)
"""Barcastle 0201, Port Alex 0103, Garby 0303, Granton 0404; Hope 0503, Ordal 0703."""
ATTACK_ON_HOPE = """
    blue FA1 4 0503
    blue DB1 4 0503
    blue IN1 4 0503
    red FA1 4 0503 travelled
    red AB1 4 0503 flying travelled
    red MA1 4 0503 via 0403 at_sea invading
    red BB1 4 0503 via 0403
"""


def test_the_battle_of_hope() -> None:
    """E15, step by step.

    V-5.3-c, V-5.31-a, V-5.42-d, V-5.43-a, V-5.44-a, V-5.6-c, V-5.7-f, V-XCOMBAT-a to -j.
    """
    t = Table(
        HOPE,
        ATTACK_ON_HOPE,
        "1256 246 1234 235 136  256 34 1345 146 4 26 5  234 56 2356 3 1",
    ).begin()
    assert t.marked("face_up") == "FA1 BB1 AB1 MA1 fa1 db1 in1"
    t.play("blue: fire FA1 air")  # 1.1: two hits, one each on FA and AB whatever the order
    assert t.state("red") == "FA1 3 0503, BB1 4 0503, AB1 3 0503, MA1 4 0503"
    t.play("red: fire FA1")  # 1.2: undeclared, so at Air
    assert t.open() == "blue hit: hit FA1; hit DB1"
    t.play("blue: hit FA1")
    t.play("blue: fire DB1 naval")  # 1.3: the Marine is still at sea
    assert t.state("red") == "FA1 3 0503, BB1 3 0503, AB1 3 0503, MA1 3 0503"
    t.play("red: fire BB1 army")  # 1.4: no enemy ships, nobody landed yet
    assert t.state("blue") == "FA1 3 0503, DB1 4 0503, IN1 3 0503"
    assert t.open() == "red combat: land AB1; abort AB1"  # V-5.6-d: no pass
    t.play("red: land AB1", "red: land MA1")  # 1.5, 1.6
    t.play("blue: fire IN1")  # 1.7 at G3: 1 and 3 hit
    assert t.state("red") == "FA1 3 0503, BB1 3 0503, AB1 2 0503, MA1 2 0503"
    t.play("blue: fire FA1 air", "red: fire FA1 air")  # 2.1, 2.2
    assert t.state("red").startswith("FA1 2 0503")
    t.play("blue: fire DB1 army", "red: hit AB1")  # 2.3
    t.play("red: fire BB1 army")  # 2.4: second round of bombardment with troops ashore
    t.play("red: fire AB1", "red: fire MA1", "blue: fire IN1")  # 2.5 to 2.7
    assert t.state("red") == "FA1 2 0503, BB1 3 0503, AB1 1 0503, MA1 2 0503"
    assert t.state("blue") == "FA1 3 0503, DB1 4 0503, IN1 1 0503"
    t.play("blue: fire FA1 army", "red: fire FA1 air", "blue: fire DB1 army")  # 3.1 to 3.3
    assert t.open() == "red combat: retreat BB1; pass BB1"  # 3.4
    assert t.refused("red: fire BB1 army").rule == "V-XCOMBAT-h"
    assert t.refused("red: fire BB1 air").rule == "V-5.45-b"
    t.play("red: pass BB1", "red: fire AB1", "red: fire MA1")  # 3.5, 3.6
    assert t.state("blue") == "FA1 3 0503, DB1 4 0503"
    assert t.open() == "blue leave: retreat FA1; retreat DB1"
    t.play("blue: retreat FA1")
    assert t.open() == "blue retreat: to 0703"  # only Ordal
    t.play("blue: to 0703", "blue: retreat DB1 to 0703")
    assert t.open() == "red landing: base FA1"
    assert t.refused("red: base FA1 to 0503").rule == "V-4.41-e"
    t.play("red: to 0303")
    assert t.over
    assert t.state("red") == "FA1 2 0303, BB1 3 0503, AB1 1 0503, MA1 1 0503"
    assert t.state("blue") == "FA1 3 0703, DB1 4 0703"
    assert t.chance.left == ()
    assert t.marked("dropped") == "AB1"
    for mark in ("at_sea", "invading", "flying", "aloft", "acted", "face_up"):
        assert t.marked(mark) == "", mark
    assert [e.winner for e in t.log if isinstance(e, ev.BattleEnded)] == [0]


PLAIN = field(
    [
        ".T  .   .   .   .   .T ",
        ".   .   .C1 .   .   .  ",
        ".T  .   .   .   .   .T ",
    ],
    {"red": "0101 0103", "blue": "0302 0601 0603"},
)


def test_defender_first_within_a_type() -> None:
    """E12: V-5.3-c, V-PTURN-k."""
    t = Table(
        PLAIN,
        """
        blue AR1 2 0302
        blue FA1 2 0302
        red AR1 2 0302 via 0202
        red FA1 2 0302 travelled
        """,
        "66 66 66 66",
    ).begin()
    order = []
    for _ in range(4):
        seat = "red" if t.open().startswith("red") else "blue"
        u = t.offers("pass")
        order.append(f"{seat} {u}")
        t.play(f"{seat}: fire {u}")
    assert order == ["blue FA1", "red FA1", "blue AR1", "red AR1"]
    assert t.g.round == 2


def test_types_act_in_sequence_and_the_owner_orders_equal_types() -> None:
    """V-5.3-b, V-PTURN-j, A84."""
    t = Table(
        PLAIN,
        """
        blue IN1 2 0302
        blue IN2 2 0302
        red IN3 2 0302 via 0202
        red AR1 2 0302 via 0301
        """,
        "66 66 66 66",
    ).begin()
    assert t.offers("pass") == "AR1"
    wait = t.refused("red: fire IN3 army")
    assert wait.rules[:2] == ("V-5.3-b", "V-UDC-a")
    t.play("red: fire AR1")
    assert t.offers("pass") == "IN1 IN2"
    t.play("blue: fire IN2")
    again = t.refused("blue: fire IN2 army")
    assert again.rule == "V-5.31-b"
    t.play("blue: fire IN1")
    assert t.offers("pass") == "IN3"


def test_two_pinned_bombers() -> None:
    """One Fighter pins both; they defend and may retreat in their Combat Turn.

    E8, V-PIN-a, V-4.44-g.
    """
    t = Table(
        PLAIN,
        """
        blue HB1 4 0302
        blue HB2 4 0302
        red FA1 4 0302 travelled
        """,
        "6666",
    ).begin()
    assert t.open().startswith("red combat: fire FA1;")  # FA is type 1, HB type 3
    t.play("red: fire FA1")
    assert t.offers("retreat") == "HB1 HB2"
    t.play("blue: retreat HB2")
    assert t.offers("to") == "0601 0603"
    t.play("blue: to 0601", "blue: retreat HB1 to 0603")
    assert t.open() == "red landing: base FA1"  # the battle is won
    t.play("red: base FA1 to 0101")
    assert t.over
    assert t.state("blue") == "HB1 4 0603, HB2 4 0601"


def test_battles_one_at_a_time_in_the_attackers_order() -> None:
    """V-PTURN-i, V-5.1-b."""
    t = Table(
        PLAIN,
        """
        blue IN1 1 0302
        blue IN2 1 0502
        red IN1 1 0302 via 0202
        red IN2 1 0502 via 0402
        """,
        "1 1",
    ).begin()
    assert t.open() == "red battle: battle 0302; battle 0502"
    assert t.refused("red: battle 0101").rule == "V-PTURN-h"
    t.play("red: battle 0502")
    assert t.marked("face_up") == "IN2 in2"  # V-5.1-a: the other battle stays hidden
    assert t.refused("blue: fire IN1 army").rule == "V-5.1-b"
    t.play("blue: fire IN2")  # red IN2 is eliminated
    assert t.g.battle == t.g.board.grid.index("0302")  # the last one is taken by itself
    assert t.marked("face_up") == "IN1 in1"
    t.play("blue: fire IN1")
    assert t.over
    assert t.state("red") == ""


def test_a_position_in_the_middle_of_a_battle_goes_on_where_it_stands() -> None:
    t = Table(
        PLAIN,
        """
        blue IN1 2 0302 acted
        blue IN2 2 0302
        blue FA1 2 0302 acted
        red IN1 2 0302 via 0202
        """,
        "66",
        at="0302",
        round=2,
    ).begin()
    assert t.offers("fire army") == "IN2"
    assert t.marked("aloft") == "fa1"
    t.play("blue: fire IN2")
    assert t.offers("fire army") == "IN1"
    assert t.g.round == 2


def test_crossing_a_river_costs_the_first_combat_turn() -> None:
    """V-2.1-p, A2: river and bridge; neither fire nor retreat."""
    board = field(
        [".   .   .   .  ", ".   .   .   .  ", ".   .   .   .  "],
        {},
        river="0202-0302 0202-0303 0202-0203 0102-0202",
        road="0202-0303",
    )
    t = Table(
        board,
        """
        blue IN1 2 0202
        red IN1 2 0202 via 0302
        red IN2 2 0202 via 0303
        red IN3 2 0202 via 0201
        """,
        "66 66 66",
    ).begin()
    t.play("blue: fire IN1")
    assert t.offers("pass") == "IN3"
    for name in ("IN1", "IN2"):
        assert t.refused(f"red: fire {name} army").rule == "V-2.1-p"
        assert t.refused(f"red: retreat {name}").rule == "V-2.1-p"
    t.play("red: fire IN3")
    assert t.g.round == 2
    t.play("blue: pass IN1")
    assert t.offers("fire army") == "IN1 IN2 IN3"


def test_units_that_can_only_pass_do_so() -> None:
    """V-XCOMBAT-g, item 15."""
    board = field(["~   ~   ~  ", "~   .T  ~  ", "~   ~   ~  "], {"blue": "0202"})
    t = Table(
        board,
        """
        blue IN1 1 0202
        red SS1 1 0202 via 0201
        red SS2 1 0202 via 0203
        """,
    ).begin()
    # Infantry on an island has no retreat and no target: it passes; submarines may retreat.
    assert t.open() == "red combat: retreat SS1; retreat SS2; pass SS1; pass SS2"
    t.play("red: pass SS1", "red: pass SS2")
    assert t.g.round == 2
    assert [e.unit for e in t.log if isinstance(e, ev.Passed)] == [16, 17, 88]


def test_the_battle_hex_is_hidden_again_afterwards() -> None:
    """V-FOG-a, V-FOG-c, V-5.1-a."""
    t = Table(PLAIN, "blue IN1 1 0302\nred IN1 4 0302 via 0202", "6 1666").begin()
    t.play("blue: fire IN1", "red: fire IN1")
    assert t.over
    assert t.marked("face_up") == ""
    assert t.g.fought == 1 << t.g.board.grid.index("0302")
    assert t.g.entry[t.unit("IN1", "red")] == NO_ENTRY
    revealed = [e for e in t.log if isinstance(e, ev.Revealed)]
    assert revealed[0].faces == ((38, 4), (88, 1))
