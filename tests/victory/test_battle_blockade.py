"""Blockades (5.8), the pursuit round, landings of Marines, and who has the hex in the end."""

from sirocco.games.victory import events as ev
from sirocco.games.victory.battlefields import battle_hexes
from tests.victory.battleground import Table, field
from tests.victory.ground import BLUE

PORT = field(
    [
        "~   ~   ~   ~   ~  ",
        ".   ~   .T  ~   .T ",
        ".   .   .   .   .  ",
        ".T  .   .   .   .  ",
    ],
    {"blue": "0302 0104", "red": "0502"},
)


def test_a_submarine_blockades_a_port_held_by_infantry() -> None:
    """They cannot fire at each other; the ship stays face-up, the hex stays blue's.

    E17, V-BLOCK-a, V-BLOCK-b, V-5.8-d.
    """
    blocks = "red SS1 2 0302 via 0301\nblue IN1 2 0302"
    t = Table(PORT, blocks).begin()
    for number in (1, 2, 3):
        assert t.g.round == number
        assert t.refused("red: blockade SS1").rule == "V-5.8-a"  # A91: not before it must leave
        t.play("red: pass SS1")
        assert t.offers("fire army") == ""
        t.play("blue: pass IN1")
    assert t.open() == "red leave: retreat SS1; blockade SS1"
    t.play("red: blockade SS1")
    assert t.over
    assert t.marked("blockading") == "SS1"
    assert t.marked("face_up") == "SS1"  # V-5.8-c; the Infantry stands up again
    assert t.g.control == [PORT.homes[0], PORT.homes[1]]
    assert battle_hexes(t.g) == 0
    assert [e.winner for e in t.log if isinstance(e, ev.BattleEnded)] == [BLUE]


def test_a_blockade_hex_is_a_battle_only_when_activated() -> None:
    """V-5.8-i, A79."""
    t = Table(PORT, "red SS1 2 0302 blockading\nblue IN1 2 0302", side=BLUE)
    assert battle_hexes(t.g) == 0
    t.g.activated = 1 << PORT.grid.index("0302")
    assert battle_hexes(t.g) == t.g.activated


def test_each_ship_chooses_for_itself() -> None:
    """A91."""
    blocks = "red SS1 1 0302 via 0301 acted\nred BB1 1 0302 via 0402 acted\nblue IN1 1 0302 acted"
    t = Table(PORT, blocks, at="0302", round=3).begin()
    assert t.offers("blockade") == "BB1 SS1"
    t.play("red: blockade BB1", "red: retreat SS1 to 0301")
    assert t.over
    assert t.marked("blockading") == "BB1"


def test_no_blockade_against_aircraft_or_ships_or_without_a_port() -> None:
    """V-5.8-b, A58: ships leave a port held by aircraft."""
    blocks = "red BB1 1 0302 via 0301 acted\nblue FA1 1 0302 acted"
    t = Table(PORT, blocks, at="0302", round=3).begin()
    assert t.open() == "red leave: retreat BB1"
    assert t.refused("red: blockade BB1").rules == ("V-5.8-b", "V-CONTROL-g", "A58", "A57")
    open_coast = "red BB1 1 0303 via 0402 acted\nblue IN1 1 0303 acted"
    t = Table(PORT, open_coast, at="0303", round=3).begin()
    assert t.refused("red: blockade BB1").rule == "V-5.8-a"
    t = Table(PORT, open_coast + "\nblue MA1 1 0303 beach acted", at="0303", round=3).begin()
    assert t.offers("blockade") == "BB1"  # a Beachhead can be blockaded


def test_the_land_player_attacks_the_blockaders() -> None:
    """A57: without enemy ships and aircraft they may stay; the garrison never has to leave."""
    blocks = "red SS1 1 0302 blockading acted\nblue IN1 1 0302 acted"
    t = Table(PORT, blocks, side=BLUE, at="0302", round=3)
    t.g.activated = 1 << PORT.grid.index("0302")
    t.begin()
    assert t.open() == "red leave: retreat SS1; blockade SS1"
    t.play("red: blockade SS1")
    assert t.over
    assert t.marked("blockading") == "SS1"
    assert t.state("blue") == "IN1 1 0302"
    t = Table(PORT, blocks + "\nblue BB1 1 0302 via 0402 acted", side=BLUE, at="0302", round=3)
    t.begin()
    assert t.open() == "red leave: retreat SS1"
    t.play("red: retreat SS1 to 0301")
    assert t.over
    assert t.marked("blockading") == ""
    planes = "red SS1 1 0302 blockading acted\nblue FA1 1 0302 acted"
    t = Table(PORT, planes, side=BLUE, at="0302", round=3).begin()
    assert t.open() == "red leave: retreat SS1"  # V-CONTROL-g
    t.play("red: retreat SS1 to 0301", "blue: base FA1 to 0302")
    assert t.over


def test_the_blockade_ends_when_the_port_falls() -> None:
    blocks = """
        red SS1 1 0302 blockading
        red IN1 4 0302 via 0303
        blue IN1 1 0302
    """
    t = Table(PORT, blocks, "6 1111")
    t.g.activated = 1 << PORT.grid.index("0302")
    t.begin().play("red: pass SS1", "blue: fire IN1", "red: fire IN1")
    assert t.over
    assert t.marked("blockading") == ""
    assert t.marked("face_up") == ""


def test_defending_ships_have_no_blockade() -> None:
    """V-5.8-a: it is for attacking ships."""
    blocks = "blue BB1 1 0302 acted\nred IN1 1 0302 via 0303 acted"
    t = Table(PORT, blocks, at="0302", round=3).begin()
    assert t.open() == "blue leave: retreat BB1"
    assert t.refused("blue: blockade BB1").rule == "V-5.8-a"


# Pursuit


def pursuit(blocks: str, dice: str = "", at: str = "0302", round: int = 3) -> Table:
    return Table(PORT, blocks, dice, options=("pursuit",), at=at, round=round)


def test_the_pursuit_round() -> None:
    """The Attacker retreats in his Combat Turns, the Defender fires in his.

    E23, V-PURSUIT-a to -c.
    """
    blocks = """
        red AR1 1 0302 via 0303 acted
        red IN1 1 0302 via 0303 acted
        blue IN1 4 0302 acted
        blue AR1 1 0302 acted
    """
    t = pursuit(blocks, "6 1666").begin()
    assert t.g.round == 4
    t.play("blue: fire AR1")  # earlier in the sequence than the attackers still there
    assert t.open() == "red combat: retreat AR1"
    assert t.refused("red: fire AR1 army").rule == "V-PURSUIT-b"
    assert t.refused("red: pass AR1").rule == "V-PURSUIT-b"
    t.play("red: retreat AR1 to 0303", "blue: fire IN1")  # the extra fire
    assert t.over
    assert t.state("red") == "AR1 1 0303"


def test_who_cannot_leave_in_the_pursuit_round_is_lost() -> None:
    blocks = "red IN1 1 0302 acted\nblue IN1 1 0302 acted"
    t = pursuit(blocks, "6").begin()
    t.play("blue: fire IN1")
    assert t.over
    assert t.state("red") == ""


def test_a_ship_may_blockade_in_the_pursuit_round() -> None:
    """A59, A91."""
    blocks = "red SS1 1 0302 via 0301 acted\nred BB1 1 0302 via 0402 acted\nblue IN1 1 0302 acted"
    t = pursuit(blocks).begin()
    assert t.open() == "red combat: retreat SS1; blockade SS1"
    t.play("red: blockade SS1", "red: retreat BB1 to 0301")
    t.play("blue: pass IN1")
    assert t.over
    assert t.marked("blockading") == "SS1"


def test_no_pursuit_when_the_defender_has_to_leave() -> None:
    """A59."""
    blocks = "red IN1 1 0302 via 0303 acted\nblue BB1 1 0302 acted"
    t = pursuit(blocks).begin()
    assert t.open() == "blue leave: retreat BB1"
    assert t.g.round == 3


# Marines


def test_marines_land_when_no_enemy_ship_is_left() -> None:
    """V-5.7-e; A88: they need not."""
    blocks = "red MA1 2 0302 via 0301 at_sea invading\nblue BB1 1 0302\nblue IN1 2 0302\n"
    t = Table(PORT, blocks + "red SS1 1 0302 via 0402", "6 1").begin()
    t.play("red: pass SS1", "blue: pass BB1")
    assert t.refused("red: land MA1").rule == "V-5.7-e"
    t.play("red: pass MA1", "blue: pass IN1", "red: fire SS1", "blue: pass BB1")
    t.play("red: pass MA1", "blue: pass IN1", "red: fire SS1")
    assert t.state("blue") == "IN1 2 0302"
    assert t.offers("land") == "MA1"
    t = Table(PORT, blocks.replace("blue BB1 1 0302\n", "")).begin()
    assert t.open() == "red combat: land MA1; retreat MA1; pass MA1"
    assert t.refused("red: fire MA1 army").rules[:2] == ("V-4.71-f", "V-5.7-d")
    t.play("red: land MA1")
    assert t.marked("at_sea") == t.marked("invading") == ""
    assert [e.unit for e in t.log if isinstance(e, ev.Landed)] == [34]


def test_marines_need_army_room_to_land() -> None:
    """V-5.7-g, A32."""
    blocks = "red MA1 2 0302 via 0301 at_sea invading\nblue IN1 2 0302\n"
    full = "".join(f"red IN{n} 1 0302 via 0303\n" for n in (1, 2, 3, 4))
    t = Table(PORT, blocks + full).begin()
    assert "V-5.7-g" in t.refused("red: land MA1").rules


def test_marines_that_never_landed_stay_at_sea_in_a_hex_that_was_won() -> None:
    blocks = "red MA1 2 0302 via 0301 at_sea invading\nred IN1 1 0302 via 0303\nblue AR1 1 0302"
    t = Table(PORT, blocks, "6 1").begin()
    t.play("blue: fire AR1", "red: pass MA1", "red: fire IN1")
    assert t.over
    assert t.marked("at_sea") == "MA1"
    assert t.marked("invading") == ""


def test_only_those_that_came_to_land_can_land() -> None:
    """V-3.3-j, V-3.3-k."""
    t = Table(PORT, "red AR1 1 0302 via 0303\nblue IN1 1 0302").begin()
    assert t.refused("red: land AR1").rules == ("V-3.3-j", "V-3.3-k", "V-5.7-d")
    assert t.refused("red: abort AR1").rule == "V-5.6-d"


# Seats


def test_seats_command_their_own_arms() -> None:
    """V-8.5-b: each commander is asked for his units."""
    t = Table(
        PORT, "red IN1 2 0302 via 0303\nred BB1 1 0302 via 0402\nblue IN1 2 0302", duty="arms"
    )
    t.g.offices = bytearray((0, 1, 2, 0, 1, 2))
    t.begin()
    assert t.open().startswith("red-admiral combat: ")
