"""Ships, Sea Movement, Marines, Beachheads and blockades in the movement phase."""

from sirocco.games.victory.state import Victory
from tests.victory.ground import BLUE, make, unit
from tests.victory.orders import at, marks, offered, play, position, refused

GULF = make(
    [
        ".T   ~   ~   ~   ~   ~   ~   ~   .T",
        ".    ~   ~   .   ~   ~   ~   ~   . ",
        ".    ~   :   ~   ~   f   ~   ~   . ",
        ".    .   .   .   .   .   .   .   . ",
    ],
    {},
    {"red": "0101", "blue": "0901"},
)
NARROW = make(["~ ~ .T ~"], {}, {"red": "0301"})
CANAL = make(
    ["~ .K .t ~ ~", "- - - - -"],
    {},
    {"red": "0301"},
)


# Ships


def test_rates_of_ships() -> None:
    """V-4.5-a."""
    g = position(GULF, "red BB1 0201", "red SS1 0201", "red CV1 0201")
    assert "0501" in offered(g, "move BB1", "to") and "0601" not in offered(g, "move BB1", "to")
    assert "0401" in offered(g, "move SS1", "to") and "0501" not in offered(g, "move SS1", "to")
    assert {"V-4.0-a", "V-4.5-a"} <= set(refused(g, "move SS1 to 0501").rules)
    assert offered(g, "move CV1", "to") == offered(g, "move BB1", "to")


def test_ships_keep_out_of_shoals() -> None:
    """V-2.1-aa, A76."""
    g = position(GULF, "red BB1 0203")
    assert "0303" not in offered(g, "move BB1", "to") + offered(g, "move BB1", "sail")
    assert "V-2.1-aa" in refused(g, "move BB1 to 0303").rules
    assert "V-2.1-aa" in refused(g, "move BB1 sail 0303").rules


def test_all_land_hexside_between_coasts() -> None:
    board = make([". .", "~ ~"], {}, {})
    g = position(board, "red SS1 0101")
    assert offered(g, "move SS1", "to") == "0102 0201 0202"
    lonely = make([". . ~", "- - -"], {}, {})
    g = position(lonely, "red SS1 0201")
    assert offered(g, "move SS1", "to") == "0301"
    assert "V-3.2-a" in refused(g, "move SS1 to 0101").rules


def test_lakes_are_navigable() -> None:
    """V-2.1-w."""
    g = position(make(["l l"], {}, {}), "red SS1 0101")
    assert offered(g, "move SS1", "to") == "0201"


def test_ships_stop_at_enemies() -> None:
    """V-4.5-c."""
    strait = make(["~ ~ ~ ~"], {}, {})
    g = position(strait, "red BB1 0101", "blue SS1 0201")
    assert offered(g, "move BB1", "to") == "0201"
    assert "V-4.5-c" in refused(g, "move BB1 to 0301").rules


def test_naval_hexside_limits() -> None:
    """V-4.5-b: two over a sea hexside, one over a coastal one (V-2.1-v, V-2.1-z)."""
    strait = make(["~ ~"], {}, {})
    g = position(strait, *[f"red SS{i} 0101" for i in range(1, 4)], "blue SS1 0201")
    play(g, "move SS1 to 0201", "move SS2 to 0201")
    assert {"V-4.5-b", "V-4.2-a", "V-2.1-v"} <= set(refused(g, "move SS3 to 0201").rules)
    coast = make([". ."], {"coastal": "0101-0201"}, {})
    g = position(coast, "red SS1 0101", "red SS2 0101", "blue SS1 0201")
    play(g, "move SS1 to 0201")
    assert {"V-4.5-b", "V-2.1-z"} <= set(refused(g, "move SS2 to 0201").rules)


def test_naval_attack_stacking() -> None:
    """V-HEXSIDE-e: two ships against a coastal hex, four against a sea hex."""
    g = position(GULF, "red SS1 0401", "red SS2 0301", "red BB1 0501", "blue SS1 0402")
    play(g, "move SS1 to 0402 via 0401", "move SS2 to 0402 via 0302")
    reason = refused(g, "move BB1 to 0402")
    assert {"V-HEXSIDE-e", "V-4.1-c", "V-2.1-y"} <= set(reason.rules)


def test_naval_stacking_when_the_phase_ends() -> None:
    """V-4.1-e, V-4.71-h: four at sea, Army units at sea among them; two on a coast."""
    g = position(
        GULF,
        *[f"red SS{i} 0302" for i in range(1, 5)],
        "red IN1 0301 at_sea",
    )
    play(g, "move IN1 sail 0302")
    assert {"V-4.1-e", "V-2.1-v", "V-4.71-h"} <= set(refused(g, "done").rules)
    play(g, "back IN1", "done")
    assert at(g, "IN1") == "0301" and marks(g, "IN1") == {"at_sea"}


def test_normal_moves_avoid_canals() -> None:
    """V-2.1-t, A20."""
    g = position(CANAL, "red SS1 0101", "red SS2 0301")
    assert offered(g, "move SS1", "to") == ""
    assert "V-2.1-t" in refused(g, "move SS1 to 0201").rules
    assert offered(g, "move SS2", "to") == ""
    assert offered(g, "move SS1", "sail") == "0301 0401 0501"
    assert {"V-4.7-d"} <= set(refused(g, "move SS1 sail 0201").rules)


def test_strategic_move_of_ships() -> None:
    """V-4.7-c, V-4.7-d: at sea or in a friendly port, six hexes, not through enemies."""
    g = position(GULF, "red SS1 0101")
    to = offered(g, "move SS1", "sail").split()
    assert "0701" in to and "0801" not in to and "0402" not in to
    assert "V-4.7-d" in refused(g, "move SS1 sail 0402").rules
    assert "V-4.7-a" in refused(g, "move SS1 sail 0801").rules
    play(g, "move SS1 sail 0701")
    assert marks(g, "SS1") == {"travelled", "strategic"}
    strait = make(["~ ~ ~ .T"], {}, {"blue": "0401"})
    g = position(strait, "red SS1 0101", "blue SS1 0201")
    assert offered(g, "move SS1", "sail") == ""
    assert "V-4.7-a" in refused(g, "move SS1 sail 0201").rules


def test_strategic_move_ends_in_no_foreign_port() -> None:
    """A21, V-NEUTRAL-a: it may pass vacant enemy and neutral ports."""
    for owner in ("blue", "neutral"):
        strait = make(["~ .T ~"], {}, {owner: "0201"})
        g = position(strait, "red SS1 0101")
        assert offered(g, "move SS1", "sail") == "0301"
        assert "V-4.7-d" in refused(g, "move SS1 sail 0201").rules
        assert offered(g, "move SS1", "to") == "0201 0301"


# Sea Movement of Army units


PORTS = make(
    [".T ~ ~ ~ ~ ~ .T", ". ~ ~ ~ ~ ~ . "],
    {},
    {"red": "0101 0701"},
)


def test_sea_movement_between_ports() -> None:
    """V-4.71-a to -d."""
    g = position(PORTS, "red IN1 0101", "red IN2 0102")
    to = offered(g, "move IN1", "sail").split()
    assert "0701" in to and "0401" in to and "0102" not in to and "0702" not in to
    assert "V-4.71-d" in refused(g, "move IN1 sail 0702").rules
    assert {"V-4.71-b", "V-2.2-h"} <= set(refused(g, "move IN2 sail 0401").rules)
    play(g, "move IN1 sail 0701")
    assert marks(g, "IN1") == {"travelled", "strategic"} and at(g, "IN1") == "0701"
    assert {g.board.grid.label(h): n for h, n in g.port_use.items()} == {"0101": 1, "0701": 1}


def test_sea_movement_may_start_and_end_at_sea() -> None:
    g = position(PORTS, "red IN1 0301 at_sea", "red AR1 0101")
    assert offered(g, "move IN1", "to") == ""
    assert "V-4.6-a" in refused(g, "move IN1 to 0401").rules
    play(g, "move IN1 sail 0701", "move AR1 sail 0401")
    assert "at_sea" not in marks(g, "IN1") and "at_sea" in marks(g, "AR1")


def test_port_capacity() -> None:
    """E10, V-4.72-a: two in, two out or one of each."""
    g = position(PORTS, *[f"red IN{i} 0101" for i in range(1, 5)])
    play(g, "move IN1 sail 0201", "move IN2 sail 0202")
    assert offered(g, "move IN3", "sail") == ""
    assert "V-4.72-a" in refused(g, "move IN3 sail 0301").rules
    g = position(PORTS, "red IN1 0101", "red IN2 0201 at_sea", "red IN3 0202 at_sea")
    play(g, "move IN1 sail 0301", "move IN2 sail 0101")
    assert "V-4.72-a" in refused(g, "move IN3 sail 0101").rules


def test_port_full_of_ships_and_full_of_troops() -> None:
    """V-4.72-c, V-4.72-d."""
    g = position(PORTS, "red SS1 0101", "red SS2 0101", "red IN1 0201 at_sea")
    assert "0101" in offered(g, "move IN1", "sail")
    g = position(PORTS, *[f"red IN{i} 0101" for i in range(1, 5)], "red IN5 0201 at_sea")
    assert "V-4.72-d" in refused(g, "move IN5 sail 0101").rules


def test_sea_movement_keeps_off_enemy_and_neutral_ports() -> None:
    """V-4.71-b, V-NEUTRAL-a; A4: not even when just entered."""
    for owner in ("blue", "neutral"):
        board = make([".T ~ .T .", "- - - -"], {}, {"red": "0101", owner: "0301"})
        g = position(board, "red IN1 0101", "red AR1 0401")
        play(g, "move AR1 to 0301")
        assert "V-4.71-b" in refused(g, "move IN1 sail 0301").rules


def test_sea_movement_through_canals() -> None:
    """V-2.1-t: Army units at sea, too; A20: ends in a friendly canal port."""
    g = position(CANAL, "red IN1 0101 at_sea")
    assert offered(g, "move IN1", "sail") == "0301 0401 0501"


# Marines

COAST = make(
    [
        ".T   .   f   .T  .T",
        "~    ~   ~   ~   ~ ",
        "~    ~   ~   ~   ~ ",
    ],
    {"coastal": "0101-0201 0201-0301 0201-0302 0301-0401 0401-0501"},
    {"red": "0101", "blue": "0401", "neutral": "0501"},
)


def test_marine_moves_over_water_only() -> None:
    """V-3.3-f, V-3.3-g."""
    dry = make(["~ .T . ."], {"road": "0201-0301"}, {"red": "0201"})
    g = position(dry, "red MA1 0201")
    assert offered(g, "move MA1", "to") == "0101"
    assert "V-3.3-g" in refused(g, "move MA1 to 0301").rules
    assert offered(g, "move MA1", "march") == ""
    assert "V-3.3-g" in refused(g, "move MA1 march 0301").rules


def test_marine_at_sea_and_ashore() -> None:
    """A27, V-MARINES-b: ashore in its own port, at sea off any other coast and in sea hexes."""
    g = position(COAST, "red MA1 0101", "red MA2 0202 at_sea", "red MA3 0101")
    play(g, "move MA1 to 0201", "move MA2 to 0101", "move MA3 to 0102")
    assert marks(g, "MA1") == {"travelled", "at_sea"}
    assert marks(g, "MA2") == {"travelled"}
    assert marks(g, "MA3") == {"travelled", "at_sea"}
    assert g.port_use == {}  # A25


def test_marine_lies_off_any_coast_but_invades_clear_ones() -> None:
    """A81, V-5.7-a."""
    g = position(COAST, "red MA1 0201 at_sea")
    assert "0301" in offered(g, "move MA1", "to")
    assert "0301" not in offered(g, "move MA1", "invade")
    assert {"V-5.7-a"} <= set(refused(g, "move MA1 invade 0301").rules)
    assert "V-5.7-a" in refused(g, "move MA1 invade 0202").rules
    assert "V-5.7-a" in refused(g, "move MA1 invade 0101").rules


def test_invasion_of_a_vacant_coast_is_revealed() -> None:
    """V-5.7-c; A27: it lies at sea there until it is a Beachhead."""
    g = position(COAST, "red MA1 0101")
    play(g, "move MA1 invade 0201")
    assert marks(g, "MA1") == {"travelled", "at_sea", "face_up"}


def test_places_of_others_are_invaded() -> None:
    """A81: a place not of its side is entered by invasion only."""
    g = position(COAST, "red MA1 0302 at_sea", "red MA2 0402 at_sea")
    assert "0401" not in offered(g, "move MA1", "to")
    assert "V-5.7-a" in refused(g, "move MA1 to 0401").rules
    play(g, "move MA1 invade 0401", "move MA2 invade 0501")
    assert marks(g, "MA1") == {"travelled", "at_sea", "invading", "face_up"}
    assert marks(g, "MA2") == {"travelled", "at_sea", "invading", "face_up"}


def test_invasion_into_a_battle() -> None:
    """A26, A17: naval limits, unlanded; V-5.7-b: two hexes."""
    g = position(COAST, "red MA1 0302 at_sea", "red MA2 0102 at_sea", "blue IN1 0401")
    assert "V-5.7-a" in refused(g, "move MA1 to 0401").rules
    assert {"V-5.7-b", "V-XMOVE-c"} <= set(refused(g, "move MA2 invade 0401").rules)
    play(g, "move MA1 invade 0401 via 0302")
    assert marks(g, "MA1") == {"travelled", "at_sea", "invading"}
    assert g.entry[unit("MA1")] != 6


def test_invaders_fit_within_naval_stacking() -> None:
    """V-5.7-g: two naval units attack a coastal hex, Marines among them."""
    g = position(COAST, "red SS1 0402", "red SS2 0302", "red MA1 0302 at_sea", "blue IN1 0401")
    play(g, "move SS1 to 0401 via 0402", "move SS2 to 0401 via 0302")
    assert "V-5.7-g" in refused(g, "move MA1 invade 0401").rules


def test_marines_do_not_attack_at_sea() -> None:
    """A26."""
    g = position(COAST, "red MA1 0102 at_sea", "blue SS1 0202")
    for verb in ("to", "invade", "sail"):
        assert "0202" not in offered(g, "move MA1", verb).split()
    assert "V-5.7-a" in refused(g, "move MA1 to 0202").rules


def test_strategic_move_of_marines() -> None:
    """A25: port capacity where it starts or ends, free on an open coast, never ending there."""
    g = position(COAST, "red MA1 0201 at_sea", "red MA2 0101")
    assert "0101" in offered(g, "move MA1", "sail")
    assert "0301" not in offered(g, "move MA1", "sail")
    play(g, "move MA1 sail 0101", "move MA2 sail 0202")
    assert {g.board.grid.label(h): n for h, n in g.port_use.items()} == {"0101": 2}


# Beachheads


def test_beachhead_as_small_port() -> None:
    """V-4.72-b, V-5.71-e, A28: one unit in or one out; the Marine then stays."""
    g = position(
        COAST, "red MA1 0201 beach", "red IN1 0102 at_sea", "red IN2 0201", "red IN3 0202 at_sea"
    )
    assert "0201" in offered(g, "move IN1", "sail")
    play(g, "move IN1 sail 0201")
    assert at(g, "IN1") == "0201" and "at_sea" not in marks(g, "IN1")
    assert marks(g, "MA1") == {"beach", "beach_used", "face_up"}
    assert {"V-4.72-b", "V-5.71-e"} <= set(refused(g, "move IN2 sail 0102").rules)
    assert {"V-4.72-b", "V-5.71-e"} <= set(refused(g, "move IN3 sail 0201").rules)
    assert "V-5.71-h" in refused(g, "move MA1").rules


def test_beachhead_ends_when_the_marine_moves() -> None:
    """V-5.71-i; then nobody uses it any more."""
    g = position(COAST, "red MA1 0201 beach", "red IN1 0102 at_sea")
    play(g, "move MA1 to 0202")
    assert marks(g, "MA1") == {"travelled", "at_sea"}
    assert "V-4.71-d" in refused(g, "move IN1 sail 0201").rules


def test_beachhead_marine_sails_without_port() -> None:
    g = position(COAST, "red MA1 0201 beach")
    play(g, "move MA1 sail 0303")
    assert g.port_use == {} and "at_sea" in marks(g, "MA1")


def test_marines_do_not_disembark_at_a_beachhead() -> None:
    """A25: a Marine's Strategic Move never ends on an open coast."""
    g = position(COAST, "red MA1 0201 beach", "red MA2 0102 at_sea")
    assert "V-MARINES-b" in refused(g, "move MA2 sail 0201").rules


# Blockades

SIEGE = make(
    [
        ".T   .   .   .   .T",
        "~    ~   ~   ~   ~ ",
        "~    ~   ~   ~   ~ ",
    ],
    {"road": "0101-0201 0201-0301"},
    {"red": "0101 0501"},
)


def siege(*more: str, side: int = 0) -> Victory:
    return position(SIEGE, "blue SS1 0101 blockading", "red IN1 0101", *more, side=side)


def test_no_sea_movement_in_a_blockaded_port() -> None:
    """V-5.8-e."""
    g = siege("red IN2 0102 at_sea")
    assert "V-5.8-e" in refused(g, "move IN1 sail 0102").rules
    assert "V-5.8-e" in refused(g, "move IN2 sail 0101").rules


def test_blockaded_hex_is_friendly_to_land_moves() -> None:
    """A79: enter, leave, march through; no battle follows."""
    g = siege("red IN2 0201", "red IN3 0301")
    play(g, "move IN2 to 0101", "move IN3 march 0101", "move IN1 to 0201")
    assert g.activated == 0 and g.entry[unit("IN2")] == 6


def test_entry_by_sea_is_an_attack() -> None:
    """A79: a ship of the land player makes a battle by itself."""
    g = siege("red BB1 0102")
    play(g, "move BB1 to 0101")
    assert g.activated == 1 << SIEGE.grid.index("0101")


def test_entry_of_the_blockading_side_is_an_attack() -> None:
    g = siege("blue BB1 0102", "blue FA1 0501", side=BLUE)
    play(g, "move BB1 to 0101")
    assert g.activated == 1 << SIEGE.grid.index("0101")


def test_blockaders_may_sail_away() -> None:
    g = siege(side=BLUE)
    play(g, "move SS1 to 0103", "done")
    assert g.blockading == 0 and marks(g, "SS1", BLUE) == {"travelled"}


def test_activation() -> None:
    """V-5.8-i, A57: only with a unit that could fire at the enemy there."""
    here = SIEGE.grid.index("0101")
    g = siege()
    assert offered(g, "", "activate") == ""
    assert {"V-BLOCK-b", "A57"} <= set(refused(g, "activate 0101").rules)
    assert "V-5.8-i" in refused(g, "activate 0501").rules
    g = siege("red DB1 0501")
    play(g, "move DB1 fly 0101")
    assert "V-4.7-a" in refused(g, "activate 0101").rules
    g = siege("red DB1 0101")
    play(g, "activate 0101")
    assert g.activated == 1 << here
    assert "V-5.8-i" in refused(g, "activate 0101").rules
    g = siege(side=BLUE)
    assert offered(g, "", "activate") == ""
    g = siege("blue BB1 0101 blockading", side=BLUE)
    assert offered(g, "", "activate") == "0101"


def test_no_strategic_move_into_an_activated_hex() -> None:
    """V-4.7-a: it takes no part in a battle."""
    g = siege("red DB1 0101", "red IN3 0301")
    play(g, "activate 0101")
    assert "V-4.7-a" in refused(g, "move IN3 march 0101").rules


def test_aircraft_land_under_blockade() -> None:
    """A79: the port remains an Airbase of its holder."""
    g = siege("red FA1 0501")
    assert "0101" in offered(g, "move FA1", "fly")
    play(g, "move FA1 fly 0101")
    assert g.activated == 0


def test_marine_of_the_land_player_comes_by_invasion() -> None:
    """A79, A26: by sea into one's own blockaded port is an attack."""
    g = siege("red MA1 0102 at_sea")
    assert "0101" not in offered(g, "move MA1", "to")
    play(g, "move MA1 invade 0101")
    assert g.activated == 1 << SIEGE.grid.index("0101") and "invading" in marks(g, "MA1")


def test_drop_on_a_quiet_blockade() -> None:
    """A79: for air moves of its holder the hex is an ordinary friendly one."""
    g = siege("red AB1 0501", "red AB2 0501", "red DB1 0101")
    play(g, "move AB1 drop 0101")
    assert "dropped" in marks(g, "AB1") and g.activated == 0
    play(g, "activate 0101", "move AB2 drop 0101")
    assert "flying" in marks(g, "AB2")


def test_blockaded_beachhead_without_its_marine_is_the_enemys() -> None:
    """A79: who left the land of an open coast comes back as an attacker."""
    g = position(SIEGE, "blue SS1 0301 blockading", "red MA1 0301 beach", "red IN1 0201")
    assert "0301" in offered(g, "move IN1", "to").split()
    play(g, "move MA1 to 0302", "move IN1 to 0301")
    assert g.activated == 1 << SIEGE.grid.index("0301") and g.entry[unit("IN1")] != 6
