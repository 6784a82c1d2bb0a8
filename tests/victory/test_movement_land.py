"""Army units on the ground: terrain, rivers, roads, attacks (2.1, 2.3, 4.2, 4.6, 4.7)."""

import pytest

from sirocco.games.victory.state import Victory
from tests.victory.ground import make, unit
from tests.victory.orders import at, marks, offered, play, position, refused

PLAIN = make(
    [
        ".  .  .  .  .  .  .  .  .",
        ".  .  .  .  .  .  .  .  .",
        ".  .  .  .  .  .  .  .  .",
        ".  .  .  .  .  .  .  .  .",
    ],
    {},
    {},
)


def line_of(terrain: str, sides: dict[str, str] | None = None, owners: str = "") -> Victory:
    """Red AR1 and IN1 at the west end of a strip of hexes, one row high."""
    board = make([terrain], sides or {}, {"blue": owners} if owners else {})
    return position(board, "red AR1 0101", "red IN1 0101")


ROAD6 = "0101-0201 0201-0301 0301-0401 0401-0501 0501-0601 0601-0701 0701-0801"


def test_rates() -> None:
    """V-4.0-a: up to the rate, or less."""
    g = position(PLAIN, "red AR1 0101", "red IN1 0101", "red AB1 0101")
    assert "0401" in offered(g, "move AR1", "to") and "0501" not in offered(g, "move AR1", "to")
    assert "0301" in offered(g, "move IN1", "to") and "0401" not in offered(g, "move IN1", "to")
    assert offered(g, "move AB1", "to") == offered(g, "move IN1", "to")
    assert "V-4.0-a" in refused(g, "move IN1 to 0401").rules


def test_once_a_turn() -> None:
    g = position(PLAIN, "red AR1 0101", "red IN1 0101")
    play(g, "move AR1 to 0201", "move IN1 stay")
    assert "V-4.0-c" in refused(g, "move AR1").rules
    assert "V-4.0-c" in refused(g, "move IN1").rules
    assert at(g, "AR1") == "0201" and marks(g, "AR1") == {"travelled"}
    assert marks(g, "IN1") == set()


def test_marks_vanish_when_the_phase_ends() -> None:
    """V-MOVETIP-a; what moved is remembered for the Player Turn."""
    g = position(PLAIN, "red AR1 0101")
    play(g, "move AR1 to 0201", "done")
    assert g.moved == 0 and g.travelled == 1 << unit("AR1") and not g.stack


def test_all_some_or_none() -> None:
    """V-PTURN-b."""
    assert not play(position(PLAIN, "red AR1 0101"), "done").stack


@pytest.mark.parametrize(
    ("terrain", "rule"), [("f", "V-2.1-e"), ("m", "V-2.1-g"), ("M", "V-2.1-i")]
)
def test_terrain_stops(terrain: str, rule: str) -> None:
    g = line_of(f". {terrain} . .")
    assert offered(g, "move AR1", "to") == "0201"
    assert rule in refused(g, "move AR1 to 0301").rules


def test_desert_does_not_stop() -> None:
    assert offered(line_of(". d d ."), "move AR1", "to") == "0201 0301 0401"


def test_canal_stops_also_on_road_and_strategically() -> None:
    """V-2.1-u, A19."""
    g = line_of(". .K . .", {"road": "0101-0201 0201-0301 0301-0401"})
    assert offered(g, "move AR1", "to") == "0201"
    assert offered(g, "move AR1", "march") == "0201"
    assert "V-2.1-u" in refused(g, "move AR1 to 0301").rules
    assert "V-2.1-u" in refused(g, "move AR1 march 0301").rules


RIVER = make(
    [". . . .", ". . . .", "~ ~ ~ ~"],
    {"river": "0201-0301 0201-0302 0202-0302", "road": "0202-0302"},
    {},
)


def test_rivers_stop_and_bridges_do_not() -> None:
    """V-2.1-n, V-2.1-o: above the bridge a river is crossed with a stop, at it without."""
    g = position(RIVER, "red AR1 0102", "red IN1 0201")
    assert "0301" in offered(g, "move AR1", "to")
    assert "0402" in offered(g, "move AR1", "to")
    assert "V-2.1-n" in refused(g, "move IN1 to 0401").rules


LOWER = make(
    [". . . .", ". . . .", ". . . .", "~ ~ ~ ~"],
    {
        "river": "0201-0301 0201-0302 0202-0302 0202-0303 0203-0303",
        "road": "0201-0302",
    },
    {},
)


def test_lower_river_is_impassable() -> None:
    """V-2.1-r: from the mouth to the first bridge."""
    g = position(LOWER, "red IN1 0203", "red IN2 0201")
    assert "0303" not in offered(g, "move IN1", "to")
    assert "V-2.1-r" in refused(g, "move IN1 to 0303").rules
    assert "0301" in offered(g, "move IN2", "to")


def test_alpine_hexsides() -> None:
    """V-2.1-k; A18: a road crosses them."""
    g = line_of(". . .", {"alpine": "0101-0201"})
    assert offered(g, "move AR1", "to") == ""
    assert "V-2.1-k" in refused(g, "move AR1 to 0201").rules
    g = line_of(". . .", {"alpine": "0101-0201", "road": "0101-0201"})
    assert offered(g, "move AR1", "to") == "0201 0301"


def test_army_units_keep_to_land() -> None:
    g = line_of(". ~ .")
    assert "V-4.6-a" in refused(g, "move AR1 to 0201").rules
    assert "V-3.3-a" in refused(g, "move AR1 to 0201").rules


def test_road_privilege() -> None:
    """V-2.3-d, V-2.3-e, A22: wholly on road without stops, and then no leaving it."""
    board = make([". f . . .", "- - . . ."], {"road": "0101-0201 0201-0301 0301-0401"}, {})
    g = position(board, "red AR1 0101")
    assert offered(g, "move AR1", "to") == "0201 0301 0401"
    assert "V-2.3-e" in refused(g, "move AR1 to 0302").rules


def test_road_must_be_followed_from_the_start() -> None:
    """A22: entering the road later does not help."""
    board = make([". . f . ."], {"road": "0201-0301 0301-0401"}, {})
    g = position(board, "red AR1 0101")
    assert offered(g, "move AR1", "to") == "0201 0301"
    assert "V-2.1-e" in refused(g, "move AR1 to 0401").rules


def test_neighbouring_road_hexes_are_not_a_road() -> None:
    """A78: the road must cross the hexside."""
    board = make([". f . ."], {"road": "0201-0301"}, {})
    g = position(board, "red AR1 0101")
    assert offered(g, "move AR1", "to") == "0201"


def test_attack_from_the_road() -> None:
    """V-2.3-f: a normal move on road may attack."""
    board = make([". f . ."], {"road": "0101-0201 0201-0301"}, {})
    g = position(board, "red AR1 0101", "blue IN1 0301")
    play(g, "move AR1 to 0301")
    assert at(g, "AR1") == "0301" and g.entry[unit("AR1")] == board.grid.direction(
        board.grid.index("0301"), board.grid.index("0201")
    )


def test_stop_at_enemies() -> None:
    """V-4.3-b, V-4.6-b."""
    g = line_of(". . . .")
    board = g.board
    g = position(board, "red AR1 0101", "blue IN1 0201")
    assert offered(g, "move AR1", "to") == "0201"
    assert {"V-4.3-b", "V-4.6-b"} <= set(refused(g, "move AR1 to 0301").rules)


def test_vacant_enemy_places_may_be_entered_and_passed() -> None:
    g = line_of(". .T . .", owners="0201")
    assert offered(g, "move AR1", "to") == "0201 0301 0401"


# Battles: Hexside Limits and attack stacking


def test_hexside_limits() -> None:
    """E2b, V-HEXSIDE-f: two Army units over one clear hexside."""
    g = position(
        make([". .", "- -"], {}, {}),
        *[f"red IN{i} 0101" for i in range(1, 4)],
        "blue IN1 0201",
    )
    play(g, "move IN1 to 0201", "move IN2 to 0201")
    reason = refused(g, "move IN3 to 0201")
    assert {"V-4.2-a", "V-HEXSIDE-a", "V-HEXSIDE-f", "V-2.1-b"} <= set(reason.rules)


@pytest.mark.parametrize(
    ("mark", "limit", "rule"),
    [
        ("forest", 1, "V-2.1-d"),
        ("marsh", 1, "V-2.1-f"),
        ("mountain", 1, "V-2.1-h"),
        ("desert", 2, "V-2.1-c"),
        ("road forest", 2, "V-2.3-g"),
    ],
)
def test_hexside_terrain(mark: str, limit: int, rule: str) -> None:
    """V-2.0-b: the hexside has a terrain of its own; E2c."""
    board = make([". .", "- -"], dict.fromkeys(mark.split(), "0101-0201"), {})
    g = position(board, *[f"red IN{i} 0101" for i in range(1, 4)], "blue IN1 0201")
    for i in range(1, limit + 1):
        play(g, f"move IN{i} to 0201")
    assert rule in refused(g, "move IN3 to 0201").rules


def test_bridge_lets_one_unit_into_a_battle() -> None:
    """V-2.3-h."""
    board = make([". .", "~ ~"], {"river": "0101-0201", "road": "0101-0201"}, {})
    g = position(board, "red IN1 0101", "red IN2 0101", "blue IN1 0201")
    play(g, "move IN1 to 0201")
    assert "V-2.3-h" in refused(g, "move IN2 to 0201").rules


def test_moving_without_attack_ignores_hexside_limits() -> None:
    """V-HEXSIDE-b, V-4.2-c."""
    board = make([". .", "- -"], {"forest": "0101-0201"}, {})
    g = position(board, *[f"red IN{i} 0101" for i in range(1, 4)])
    play(g, *[f"move IN{i} to 0201" for i in range(1, 4)])
    assert at(g, "IN3") == "0201"


def test_attack_stacking() -> None:
    """E2a, V-HEXSIDE-e: four may attack a clear hex, whatever the hexsides admit."""
    red = ["red IN1 0202", "red IN2 0202", "red IN3 0201", "red IN4 0201", "red IN5 0401"]
    g = position(PLAIN, *red, "blue IN1 0302")
    for i, via in enumerate(("0202", "0202", "0201", "0201"), 1):
        play(g, f"move IN{i} to 0302 via {via}")
    reason = refused(g, "move IN5 to 0302")
    assert "V-HEXSIDE-e" in reason.rules and "V-2.1-b" in reason.rules


def entry(g: Victory, name: str) -> str:
    """The hex from which a block came into its battle."""
    u = unit(name)
    return g.board.grid.label(g.board.grid.neighbour(g.where[u], g.entry[u]))


def test_choice_of_the_hexside() -> None:
    """The hexside of entry is chosen where there are several, and remembered."""
    g = position(PLAIN, "red IN1 0202", "blue IN1 0402")
    assert offered(g, "move IN1 to 0402", "via") == "0302 0303"
    assert "V-4.0-a" in refused(g, "move IN1 to 0402 via 0401").rules
    assert "V-4.2-a" in refused(g, "move IN1 to 0402 via 0101").rules
    play(g, "move IN1 to 0402 via 0303")
    assert entry(g, "IN1") == "0303"


def test_full_hexside_is_not_offered_as_way_in() -> None:
    red = [f"red IN{i} 0202" for i in range(1, 4)]
    g = position(PLAIN, *red, "blue IN1 0402")
    play(g, "move IN1 to 0402 via 0303", "move IN2 to 0402 via 0303", "move IN3 to 0402")
    assert entry(g, "IN3") == "0302"
    red = [f"red AR{i} 0302" for i in range(1, 4)]
    g = position(PLAIN, *red, "blue IN1 0402")
    play(g, "move AR1 to 0402 via 0302", "move AR2 to 0402 via 0302")
    assert "V-4.2-a" in refused(g, "move AR3 to 0402 via 0302").rules


def test_move_creates_no_battle_elsewhere() -> None:
    g = position(PLAIN, "red AR1 0202", "blue IN1 0402")
    play(g, "move AR1 to 0302")
    assert g.entry[unit("AR1")] == 6


# Over-stacking


def test_overstacking_while_moving() -> None:
    """V-4.1-e, A24: allowed under way, not at the end."""
    g = position(PLAIN, *[f"red IN{i} 0101" for i in range(1, 5)], "red IN5 0102")
    play(g, "move IN5 to 0101")
    reason = refused(g, "done")
    assert {"V-4.1-e", "V-4.1-a", "V-2.1-b"} <= set(reason.rules)
    play(g, "move IN1 to 0201", "done")
    assert not g.stack


def test_back_out_of_an_overfull_hex() -> None:
    """Every movement phase can be closed: blocks go back to where they were, once."""
    g = position(PLAIN, *[f"red IN{i} 0101" for i in range(1, 5)], "red IN5 0102")
    play(g, "move IN5 to 0101", *[f"move IN{i} stay" for i in range(1, 5)])
    assert offered(g, "", "back") == "IN5" and offered(g, "", "move") == ""
    assert "V-4.1-e" in refused(g, "back IN1").rules
    play(g, "back IN5")
    assert at(g, "IN5") == "0102" and g.moved >> unit("IN5") & 1
    assert "V-4.0-c" in refused(g, "move IN5").rules
    play(g, "done")
    assert g.travelled == 0


@pytest.mark.parametrize(("terrain", "limit"), [(".", 4), ("d", 3), ("f", 3), ("m", 2), ("M", 2)])
def test_army_limits(terrain: str, limit: int) -> None:
    """V-4.1-a, V-TEC-a."""
    board = make([f". {terrain} .", "- - -"], {}, {})
    west = [f"red IN{i} 0101" for i in range(1, 5)]
    g = position(board, *west, "red AR1 0301")
    for i in range(1, limit + 1):
        play(g, f"move IN{i} to 0201")
    assert offered(g, "", "back") == ""
    play(g, "move AR1 to 0201")
    assert offered(g, "", "back").split()[0] == "AR1"
    assert "V-4.1-e" in refused(g, "done").rules
    play(g, "back AR1", "done")


# Strategic Moves by road


def test_march_of_six_hexes() -> None:
    """V-2.3-b, V-4.7-a."""
    g = line_of(". . f . m . . .", {"road": ROAD6})
    assert offered(g, "move IN1", "march") == "0201 0301 0401 0501 0601 0701"
    assert {"V-4.7-a", "V-2.3-b"} <= set(refused(g, "move IN1 march 0801").rules)
    play(g, "move IN1 march 0701")
    assert marks(g, "IN1") == {"travelled", "strategic"}


def test_march_starts_on_and_keeps_to_the_road() -> None:
    """V-4.7-e, A78."""
    board = make([". . .", ". . ."], {"road": "0101-0201 0201-0301"}, {})
    g = position(board, "red IN1 0102", "red IN2 0101")
    assert offered(g, "move IN1", "march") == ""
    assert "V-4.7-e" in refused(g, "move IN1 march 0101").rules
    assert {"V-2.3-b", "V-4.7-e"} <= set(refused(g, "move IN2 march 0302").rules)


def test_march_keeps_out_of_enemy_hexes() -> None:
    """V-2.3-c, V-4.7-e; A4: also a place that another unit has just entered."""
    g = line_of(". . .T . .", {"road": ROAD6[:39]}, owners="0301")
    assert offered(g, "move IN1", "march") == "0201"
    assert "V-4.7-e" in refused(g, "move IN1 march 0401").rules
    play(g, "move AR1 to 0301")
    assert offered(g, "move IN1", "march") == "0201"
    board = make([". . . . ."], {"road": ROAD6[:39]}, {})
    g = position(board, "red IN1 0101", "blue IN1 0301")
    assert offered(g, "move IN1", "march") == "0201"
    assert "V-2.3-c" in refused(g, "move IN1 march 0301").rules


def test_march_does_not_take_neutral_places() -> None:
    """V-NEUTRAL-a: a normal move does; a march may pass."""
    board = make([". .T . ."], {"road": ROAD6[:29]}, {"neutral": "0201"})
    g = position(board, "red IN1 0101")
    assert offered(g, "move IN1", "march") == "0301 0401"
    assert offered(g, "move IN1", "to") == "0201 0301"
    assert "V-NEUTRAL-a" in refused(g, "move IN1 march 0201").rules


def test_who_may_be_moved() -> None:
    g = position(PLAIN, "red IN1 0101", "blue IN1 0901")
    assert offered(g, "", "move") == "IN1"
    assert "V-PTURN-b" in refused(g, "move blue-IN1").rules
    assert "V-PTURN-b" in refused(g, "move blue-IN2").rules
    assert refused(g, "move IN2").rules[0] == "V-4.0-a"
    assert "V-4.44-a" in refused(g, "respond FA1").rules
    assert "V-5.0-a" in refused(g, "fire IN1").rules
    assert "V-4.0-a" in refused(g, "to 0102").rules


def test_kinds_of_moves_that_others_make() -> None:
    g = position(PLAIN, "red IN1 0101", "red FA1 0101")
    assert "V-3.3-k" in refused(g, "move IN1 invade 0102").rules
    assert "V-3.3-j" in refused(g, "move IN1 drop 0102").rules
    assert "V-4.7-b" in refused(g, "move IN1 fly 0102").rules
    assert "V-2.3-b" in refused(g, "move FA1 march 0102").rules
    assert "V-4.7-b" in refused(g, "move FA1 sail 0102").rules
    assert "V-3.2-f" in refused(g, "move IN1 aboard CV1").rules
    assert refused(g, "move IN1 move FA1").rules
    assert refused(g, "move IN1 done").rules
    assert at(g, "IN1") == "0101"


def test_no_room_at_sea_is_no_matter_of_terrain() -> None:
    """V-4.6-a: a Sea hex has no row of land in the chart, whoever is there."""
    g = position(make([".C1 ~ ~"], {}, {"red": "0101"}), "red IN1 0101", "blue BB1 0201")
    found = refused(g, "move IN1 to 0201").rules
    assert "V-4.6-a" in found
    assert not {"V-2.1-b", "V-2.1-c", "V-2.1-d", "V-2.1-f", "V-2.1-h"} & set(found)
