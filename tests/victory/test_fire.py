"""Fire: target groups, firepower, flak, bombardment, hits, Double Defense."""

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.board import Board
from sirocco.kernel.events import Rolled
from tests.victory.battleground import Table, field

LAND = field(
    [
        ".T  .   .   .   .   .T ",
        ".   .   .C1 .   M   .  ",
        ".T  .   .   .   .   .T ",
    ],
    {"red": "0101 0103", "blue": "0302 0601 0603"},
)
COAST = field(
    [
        "~   ~   ~   .T  .  ",
        "~   .T  ~   .   .  ",
        "~   ~   ~   .   .T ",
    ],
    {"blue": "0202", "red": "0401 0503"},
)
SEA = field(["~   ~   ~   .T ", "~   ~   ~   .  "], {"red": "0401"})


def fired(t: Table) -> list[tuple[int, int, int]]:
    """Group, firepower and hits of each fire."""
    return [(e.group, e.firepower, e.hits) for e in t.log if isinstance(e, ev.Fired)]


def test_a_submarine_fires_three_dice_at_n2() -> None:
    """E13, V-5.4-a, V-5.4-b, V-PTURN-l, V-PTURN-m, V-STEP-b: 1 and 2 hit, 3 to 6 miss."""
    t = Table(SEA, "blue BB1 4 0202\nred SS1 3 0202 via 0201", "123").begin()
    t.play("red: fire SS1")
    assert fired(t) == [(1, 2, 2)]
    assert t.state("blue") == "BB1 2 0202"
    assert [e.purpose for e in t.log if isinstance(e, Rolled)] == ["fire red SS1 naval"]


@pytest.mark.parametrize(
    ("kind", "air", "naval", "army"),
    [
        ("FA", 2, 0, 1),
        ("DB", 1, 2, 2),
        ("HB", 1, 1, 2),
        ("SS", 0, 2, 0),
        ("BB", 1, 3, 2),
        ("CV", 1, 1, 0),
        ("AR", 1, 0, 2),
        ("AB", 0, 0, 1),
        ("MA", 0, 0, 2),
        ("IN", 1, 0, 2),
    ],
)
def test_firepower_of_every_kind(kind: str, air: int, naval: int, army: int) -> None:
    """V-3.1-a to V-3.3-h, V-5.41-a: a rating of 0 cannot fire at that group (V-FIRE-a)."""
    enemies = {"air": "DB4", "naval": "SS4", "army": "MA4"}
    for group, rating in (("air", air), ("naval", naval), ("army", army)):
        at = "0202" if kind in ("SS", "BB", "CV", "MA") or group == "naval" else "0502"
        t = Table(
            COAST,
            f"red {kind}1 4 {at}\nblue {enemies[group]} 4 {at}",
            "1234",
            at=at,
            round=1,
            side=1,
        )
        t.g.flak = 0b111111
        t.g.acted = 1 << t.unit(enemies[group], "blue")
        t.begin()
        offered = t.offers(f"fire {group}") if t.open().startswith("red") else ""
        assert offered == (f"{kind}1" if rating else ""), group
        if rating:
            t.play(f"red: fire {kind}1 {group}")
            assert fired(t) == [(("air", "naval", "army").index(group), rating, rating)]
        elif t.open().startswith("red"):
            assert t.refused(f"red: fire {kind}1 {group}").rule == "V-5.42-b"


def test_infantry_defends_cities_at_g3() -> None:
    """V-3.3-i, A61: not in towns, not when attacking."""
    t = Table(LAND, "blue IN1 4 0302\nred IN1 4 0302 via 0202", "3666 3666").begin()
    t.play("blue: fire IN1", "red: fire IN1")
    assert fired(t) == [(2, 3, 1), (2, 2, 0)]
    t = Table(LAND, "blue IN1 4 0601\nred IN1 4 0601 via 0501", "3666").begin()
    t.play("blue: fire IN1")
    assert fired(t) == [(2, 2, 0)]
    t = Table(LAND, "red IN1 4 0302\nblue IN1 4 0302 via 0202", "3666", side=1).begin()
    t.play("red: fire IN1")  # a captured city
    assert fired(t) == [(2, 3, 1)]


def test_choice_of_target_group() -> None:
    """A Dive-Bomber chooses; without a word it fires at Air; a Submarine has no choice.

    E14, V-5.42-a to -f.
    """
    blocks = """
        red DB1 2 0202 travelled
        red SS1 2 0202 via 0201
        blue FA1 4 0202 acted
        blue IN1 4 0202
        blue BB1 4 0202
    """
    t = Table(COAST, blocks, "66 66", at="0202", round=1).begin()
    assert t.offers("fire air") == t.offers("fire naval") == t.offers("fire army") == "DB1"
    t.play("red: fire DB1")
    assert fired(t) == [(0, 1, 0)]
    assert t.open().startswith("red combat: fire SS1; fire SS1 naval;")
    assert t.refused("red: fire SS1 army").rule == "V-5.42-b"


def test_undeclared_fire_asks_when_the_own_group_is_absent() -> None:
    """A62; with only one other group that one is meant."""
    blocks = "red DB1 2 0202 travelled\nblue IN1 4 0202\nblue BB1 4 0202"
    t = Table(COAST, blocks, "66").begin()
    t.play("red: fire DB1")
    assert t.open() == "red declare: at naval; at army"
    assert t.refused("red: at air").rule == "V-XCOMBAT-g"
    t.play("red: at army")
    assert fired(t) == [(2, 2, 0)]
    t = Table(COAST, "red DB1 2 0202 travelled\nblue IN1 4 0202", "66").begin()
    t.play("red: fire DB1")
    assert fired(t) == [(2, 2, 0)]


def test_flak_needs_an_air_attack_on_the_own_group_in_this_round() -> None:
    """E16, V-5.45-a; A42: a miss provokes as well; V-5.45-c: each group for itself."""
    blocks = """
        red DB1 2 0202 travelled
        blue BB1 2 0202
        blue IN1 2 0202
    """
    t = Table(COAST, blocks, "66 66 66 66").begin()
    t.play("red: fire DB1 naval")
    assert t.offers("fire air") == "BB1"
    t.play("blue: fire BB1 air")
    assert t.g.round == 2  # the Infantry on its island could only pass: no flak for the Army
    t.play("red: fire DB1 army")
    # No air attack on the naval group in round 2: the ship could not use flak, and did not.
    assert t.open().startswith("blue combat: retreat BB1; pass BB1")
    assert t.refused("blue: fire BB1 air").rules == ("V-5.45-b", "V-5.45-c", "A42")
    t.play("blue: pass BB1")
    assert t.offers("fire air") == "IN1"


def test_ships_bombard_only_without_enemy_ships() -> None:
    """V-5.43-b, A43: Army units at sea and Marines that have not landed count as well."""
    t = Table(COAST, "red BB1 2 0202 via 0201\nblue SS1 1 0202\nblue IN1 2 0202", "6 16").begin()
    t.play("blue: fire SS1")
    assert t.refused("red: fire BB1 army").rule == "V-5.43-b"
    t.play("red: fire BB1 naval")
    assert t.state("blue") == "IN1 2 0202"
    attack = """
        blue BB1 2 0202
        blue IN1 2 0202
        red MA1 2 0202 via 0201 at_sea invading
        red AB1 2 0202 dropped
    """
    t = Table(COAST, attack, at="0202", round=2).begin()
    assert t.refused("blue: fire BB1 army").rule == "V-5.43-b"


def test_one_round_of_bombardment_without_troops_ashore() -> None:
    """V-5.43-c, A44: all ships in the first such round; later only with Army units ashore."""
    blocks = """
        red BB1 1 0202 via 0201
        red BB2 1 0202 via 0203
        blue IN1 4 0202
    """
    t = Table(COAST, blocks, "6 6").begin()
    t.play("red: fire BB1", "red: fire BB2")
    assert t.g.round == 2
    assert t.offers("fire army") == ""
    assert t.refused("red: fire BB1 army").rule == "V-5.43-c"
    landed = blocks + "red AB1 1 0202 dropped"
    t = Table(COAST, landed, "6", at="0202", round=2)
    t.g.bombarded[0] = 1
    t.begin().play("red: fire BB1 army")
    t = Table(COAST, blocks, "6", at="0202", round=2).begin()
    t.play("red: fire BB2")  # a first bombardment in round 2
    assert t.g.bombarded[0] == 2
    assert t.offers("fire army") == "BB1"


def test_army_units_at_1cv_are_immune_to_aircraft_and_ships() -> None:
    """The group must have one stronger unit; superfluous hits are lost.

    A45, V-5.46-c, V-XCOMBAT-h.
    """
    blocks = "red DB1 4 0302 travelled\nblue IN1 2 0302\nblue IN2 1 0302"
    t = Table(LAND, blocks, "1111").begin()
    t.play("red: fire DB1 army")
    assert t.state("blue") == "IN1 1 0302, IN2 1 0302"
    t.play("blue: pass IN1", "blue: pass IN2")
    assert t.refused("red: fire DB1 army").rule == "V-XCOMBAT-h"
    t = Table(LAND, "red AR1 1 0302 via 0202\nblue IN1 1 0302", "1").begin()
    t.play("red: fire AR1")  # V-5.46-d: Army units eliminate
    assert t.over
    assert t.state("blue") == ""


def test_army_units_at_sea_are_naval_targets_and_can_be_sunk() -> None:
    """V-4.71-g, V-5.46-e; V-4.71-f: they do not fire."""
    t = Table(SEA, "blue IN1 1 0202 at_sea\nblue AR1 1 0202 at_sea\nred HB1 1 0202", "1").begin()
    t.play("red: fire HB1")
    assert t.open() == "blue hit: hit AR1; hit IN1"
    t.play("blue: hit IN1")
    assert t.state("blue") == "AR1 1 0202"
    assert t.refused("blue: fire AR1 air").rules[0] == "V-4.71-f"


def test_hits_go_one_by_one_to_the_strongest() -> None:
    """V-5.46-a, V-5.46-b: the owner decides among equals, where it makes a difference."""
    blocks = "red AR1 4 0302 via 0202\nblue IN1 4 0302\nblue AB1 3 0302\nblue IN2 2 0302"
    t = Table(LAND, blocks, "1166").begin()
    t.play("red: fire AR1")  # the first on IN1 (4 to 3), then IN1 and AB1 are level
    assert t.open() == "blue hit: hit AB1; hit IN1"
    assert t.refused("blue: hit IN2").rule == "V-5.46-a"
    assert t.refused("blue: hit red-AR1").rule == "V-5.3-a"
    t.play("blue: hit AB1")
    assert t.state("blue") == "AB1 2 0302, IN1 3 0302, IN2 2 0302"


def test_equal_units_of_the_same_kind_need_no_choice() -> None:
    blocks = "red AR1 4 0302 via 0202\nblue IN1 3 0302\nblue IN2 3 0302\nblue IN3 1 0302"
    t = Table(LAND, blocks, "1666").begin()
    t.play("red: fire AR1")
    assert t.state("blue") == "IN1 2 0302, IN2 3 0302, IN3 1 0302"
    assert t.offers("fire army") == "IN1 IN2 IN3"


def test_an_acted_unit_differs_from_one_that_has_not() -> None:
    blocks = "red IN1 4 0302 via 0202\nblue IN1 3 0302 acted\nblue IN2 3 0302 acted\n"
    t = Table(LAND, blocks, "1666", at="0302", round=1).begin()
    t.play("red: fire IN1")
    assert t.state("blue") == "IN1 2 0302, IN2 3 0302"
    t = Table(
        LAND, blocks.replace("IN2 3 0302 acted", "IN2 3 0302"), "666 1666", at="0302", round=1
    )
    t.begin().play("blue: fire IN2", "red: fire IN1")
    assert t.state("blue") == "IN1 2 0302, IN2 3 0302"  # both have acted now
    attack = "blue AR1 4 0302\nred AR1 3 0302 via 0202 acted\nred AR2 3 0302 via 0202"
    t = Table(LAND, attack, "1666", at="0302", round=1).begin()
    t.play("blue: fire AR1")
    assert t.open() == "red hit: hit AR1; hit AR2"


@pytest.fixture(name="hills")
def _hills() -> Board:
    return LAND


def test_double_defense(hills: Board) -> None:
    """V-5.47-a to -e, V-TEC-b: two hits for a step, the bearer takes the next one."""
    blocks = "red AR1 4 0502 via 0402\nblue IN1 4 0502\nblue AB1 4 0502"
    t = Table(hills, blocks, "1666 6666 1111").begin()
    t.play("red: fire AR1")
    assert t.open() == "blue hit: hit AB1; hit IN1"
    t.play("blue: hit IN1")
    assert t.marked("half") == "in1"
    assert t.state("blue") == "AB1 4 0502, IN1 4 0502"
    t.play("blue: pass AB1", "blue: fire IN1")  # V-5.47-c: four dice still
    assert t.g.round == 2
    t.play("red: fire AR1")
    # The bearer takes the first hit (3); AB1 is strongest and takes two (3); one half-hit more.
    assert t.open() == "blue hit: hit AB1; hit IN1"
    assert t.state("blue") == "AB1 3 0502, IN1 3 0502"
    t.play("blue: hit AB1")
    assert t.marked("half") == "ab1"
    t.play("blue: retreat AB1 to 0501")
    assert t.marked("half") == ""  # V-5.47-e
    assert t.state("blue") == "AB1 3 0501, IN1 3 0502"


def test_the_attacker_has_no_double_defense(hills: Board) -> None:
    """A46."""
    t = Table(hills, "red IN1 4 0502 via 0402\nblue AR1 4 0502", "1666").begin()
    t.play("blue: fire AR1")
    assert t.state("red") == "IN1 3 0502"
    assert t.marked("half") == ""


def test_aircraft_do_not_touch_a_bearer_at_1cv(hills: Board) -> None:
    """A47."""
    blocks = "red DB1 4 0502\nblue IN1 1 0502 half\nblue IN2 2 0502"
    t = Table(hills, blocks, "1666", at="0502", round=2).begin()
    t.play("red: fire DB1 army")
    assert t.state("blue") == "IN1 1 0502, IN2 2 0502"
    assert t.marked("half") == "in1"


def test_flying_airborne_share_hits_with_the_fighters() -> None:
    """V-XCOMBAT-a, V-XCOMBAT-f."""
    blocks = "blue FA1 4 0302\nblue IN1 4 0302\nred AB1 3 0302 flying\nred FA1 2 0302"
    t = Table(LAND, blocks, "1166").begin()
    t.play("blue: fire FA1 air")
    assert t.open() == "red hit: hit FA1; hit AB1"  # AB took the first and is level now
    t.play("red: hit AB1")
    assert t.state("red") == "FA1 2 0302, AB1 1 0302"


def test_a_unit_that_landed_does_not_fire_in_that_round() -> None:
    """V-XCOMBAT-d, V-XCOMBAT-e, V-5.6-e."""
    blocks = "blue IN1 4 0302\nred AB1 4 0302 flying\nred IN1 4 0302 via 0202"
    t = Table(LAND, blocks, "1666").begin()
    t.play("red: land AB1")
    assert t.marked("dropped") == "AB1"
    t.play("blue: fire IN1")  # the Airborne unit is in the Army group now
    assert t.open() == "red hit: hit AB1; hit IN1"
    t.play("red: hit AB1")
    assert "V-XCOMBAT-d" in t.refused("red: fire AB1 army").rules
    t.play("red: pass IN1")
    assert t.offers("fire army") == "AB1"
