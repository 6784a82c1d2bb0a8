"""Stacking by movement: how many of each arm may attack or stay (4.1, E5, E6)."""

import pytest

from sirocco.games.victory.blocks import own
from sirocco.games.victory.stacking import overstacked
from sirocco.games.victory.state import NO_ENTRY, Victory
from sirocco.kernel.frames import pending
from tests.victory.ground import RED, make, unit
from tests.victory.orders import at, marks, offered, play, position, refused


def assault(terrain: str, army: int) -> Victory:
    """Six Army, three Air and three Naval units around one enemy hex, 0302 of a small coast."""
    board = make(
        [".T  .T   .    .    .", f".   .   {terrain}   .    .", "~   ~    ~    ~    ~"],
        {},
        {"red": "0101 0201"},
    )
    red = [f"red IN{i} 0201" for i in (1, 2)] + [f"red IN{i} 0401" for i in (3, 4)]
    red += ["red IN5 0301", "red IN6 0301"]
    red += ["red FA1 0201", "red FA2 0201", "red FA3 0101"]
    red += ["red SS1 0203", "red SS2 0203", "red SS3 0403"]
    g = position(board, *red, "blue IN1 0302")
    sent = 0
    for i in range(1, 7):
        if "0302" in offered(g, f"move IN{i}", "to").split():
            play(g, f"move IN{i} to 0302")
            sent += 1
            if pending(g)[0].topic == "entry":
                play(g, "via " + offered(g, "", "via").split()[0])
    assert sent == army
    return g


@pytest.mark.parametrize(("terrain", "army"), [(".", 4), ("d", 3), ("f", 3), ("m", 2), ("M", 2)])
def test_arms_add_up(terrain: str, army: int) -> None:
    """V-XAIRSTACK-a, V-XNAVSTACK-a, V-MAXSTACK-a: Air and Naval units come on top."""
    g = assault(terrain, army)
    play(g, "move FA1 to 0302", "move FA2 to 0302", "move SS1 to 0302", "move SS2 to 0302")
    assert own(g, RED, g.board.grid.index("0302")).bit_count() == army + 4
    assert "V-4.42-a" in refused(g, "move FA3 to 0302").rules
    assert "V-4.1-c" in refused(g, "move SS3 to 0302").rules
    assert overstacked(g, RED) == 0


def test_air_units_ignore_hexsides() -> None:
    """V-HEXSIDE-d: no hexside is noted for them."""
    g = assault(".", 4)
    play(g, "move FA1 to 0302", "move FA2 to 0302")
    assert g.entry[unit("FA1")] == g.entry[unit("FA2")] == NO_ENTRY


def test_army_and_naval_limits_of_a_hexside_are_independent() -> None:
    """V-HEXSIDE-c, V-2.1-z: a coastal hexside lets one ship and two Army units cross."""
    board = make([".T ."], {"coastal": "0101-0201"}, {"red": "0101"})
    red = ["red IN1 0101", "red IN2 0101", "red IN3 0101", "red SS1 0101", "red SS2 0101"]
    g = position(board, *red, "blue IN1 0201")
    play(g, "move SS1 to 0201", "move IN1 to 0201", "move IN2 to 0201")
    assert {"V-2.1-z", "V-2.1-b"} <= set(refused(g, "move IN3 to 0201").rules)
    assert "V-2.1-z" in refused(g, "move SS2 to 0201").rules


def test_a_coast_takes_two_ships_on_top_of_its_army() -> None:
    """V-4.1-b, V-4.1-c, V-TEC-c."""
    board = make(["~ .", "- -"], {}, {})
    g = position(board, *[f"red IN{i} 0201" for i in range(1, 5)], "red SS1 0101", "red SS2 0101")
    play(g, "move SS1 to 0201", "move SS2 to 0201", "done")
    assert not g.stack
    g = position(board, "red SS1 0101", "red SS2 0101", "red MA1 0101 at_sea")
    play(g, "move SS1 to 0201", "move SS2 to 0201", "move MA1 to 0201")
    assert {"V-4.1-c", "V-2.1-y", "V-TEC-c"} <= set(refused(g, "done").rules)


def test_aircraft_aboard_do_not_count() -> None:
    """V-3.2-j, V-4.42-e."""
    board = make(["~ ~ ~"], {}, {})
    ships = [f"red CV{i} 0101" for i in range(1, 5)]
    planes = [f"red FA{2 * i - j}=2 CV{i}" for i in range(1, 5) for j in (0, 1)]
    g = position(board, *ships, *planes)
    play(g, "move CV1 to 0201", "move CV2 to 0201", "move CV3 to 0201", "move CV4 to 0201", "done")
    assert not g.stack


def test_marine_in_a_taken_port_counts_twice() -> None:
    """V-5.7-g: it must fit at sea, and ashore when the port changes hands."""
    board = make(["~ .T . ."], {}, {"blue": "0201"})
    g = position(board, *[f"red IN{i} 0301" for i in range(1, 5)], "red MA1 0101 at_sea")
    play(g, *[f"move IN{i} to 0201" for i in range(1, 5)], "move MA1 invade 0201")
    assert {"V-4.1-e", "V-4.1-a"} <= set(refused(g, "done").rules)
    play(g, "back MA1", "done")
    assert at(g, "MA1") == "0101" and marks(g, "MA1") == {"at_sea"}


def test_beachhead_marine_goes_back_ashore() -> None:
    """Two ships fill the coast that the Marine left: only as a Beachhead does it fit again."""
    board = make([". ~ ~", "- ~ ~"], {}, {})
    at_sea = [f"red SS{i} 0301" for i in range(1, 4)]
    g = position(
        board, "red MA1 0101 beach", "red BB1 0101", "red BB2 0101", *at_sea, "red CV1 0301"
    )
    play(g, "move MA1 to 0201", *[f"move SS{i} to 0201" for i in (1, 2, 3)], "move CV1 to 0201")
    assert "MA1" in offered(g, "", "back")
    play(g, "back MA1")
    assert marks(g, "MA1") == {"beach", "face_up"}
    play(g, "done")


def test_blockader_goes_back_to_its_station() -> None:
    board = make([".T ~ ~"], {}, {"blue": "0101"})
    red = [f"red SS{i} 0301" for i in range(1, 5)]
    g = position(board, "red BB1 0101 blockading", "blue IN1 0101", *red)
    play(g, "move BB1 to 0301")
    assert marks(g, "BB1") == {"travelled"}
    play(g, "back BB1", "done")
    assert marks(g, "BB1") == {"blockading", "face_up"}
