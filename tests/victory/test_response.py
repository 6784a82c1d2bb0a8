"""Air response (4.44)."""

from sirocco.games.victory import events as ev
from sirocco.games.victory.state import RESPONSE, Victory
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.frames import pending
from tests.victory.ground import BLUE, RED, make, unit
from tests.victory.orders import at, marks, offered, play, position, refused

LAND = make(
    [
        ".C1 .   .T  .   .T  .   .   .T",
        ".   .   .   .   .   .   .   . ",
        "~   ~   ~   ~   ~   ~   ~   ~ ",
    ],
    {},
    {"blue": "0101 0301 0501 0801"},
)


def response(*blocks: str, log: list[Event] | None = None) -> Victory:
    return position(LAND, *blocks, side=RED, phase=RESPONSE, log=log)


def test_always_asked() -> None:
    """The window shows nothing: it opens also when there is nothing to send."""
    g = response("red IN1 0101", "blue IN1 0301")
    assert [ask.seat for ask in pending(g)] == [BLUE]
    play(g, "done")
    assert not g.stack


def test_range_of_two_for_every_type() -> None:
    """V-4.44-c, V-PTURN-f."""
    g = response("red IN1 0301", "blue IN1 0301", "blue FA1 0501", "blue HB1 0801", "blue HB2 0101")
    assert offered(g, "", "respond") == "FA1 HB2"
    assert {"V-4.44-c", "V-PTURN-f"} <= set(refused(g, "respond HB1").rules)
    play(g, "respond FA1 to 0301", "respond HB2 to 0301")
    assert at(g, "FA1", BLUE) == "0301" and marks(g, "FA1", BLUE) == {"travelled"}


def test_only_into_battles() -> None:
    """V-4.44-e, V-PTURN-e: never a new battle."""
    g = response("red IN1 0301", "blue IN1 0301", "red IN2 0602", "blue FA1 0501")
    assert offered(g, "respond FA1", "to") == "0301"
    assert {"V-4.44-e", "V-PTURN-e"} <= set(refused(g, "respond FA1 to 0602").rules)
    play(g, "respond FA1 stay")
    assert offered(g, "", "respond") == ""
    assert "V-4.0-c" in refused(g, "respond FA1").rules


def test_air_stacking_of_the_defender() -> None:
    """V-PTURN-g, A82: aircraft based in the attacked place count."""
    g = response("red IN1 0301", "blue FA1 0301", "blue DB1 0301", "blue FA2 0501")
    assert {"V-PTURN-g", "V-4.42-a"} <= set(refused(g, "respond FA2").rules)
    g = response("red IN1 0301", "blue FA1 0301", "blue FA2 0501", "blue FA3 0101")
    play(g, "respond FA2 to 0301")
    assert "V-PTURN-g" in refused(g, "respond FA3").rules


def test_grounded_aircraft_in_port_do_not_count() -> None:
    """A82, A54."""
    port = make([".T .T", "~ ~"], {}, {"blue": "0101 0201"})
    g = position(
        port,
        "red IN1 0101",
        "blue CV1 0101",
        "blue FA1=2 CV1",
        "blue FA2=2 CV1",
        "blue FA3 0201",
        phase=RESPONSE,
    )
    assert offered(g, "", "respond") == "FA3"


def test_pinned_aircraft() -> None:
    """E8, V-4.44-f, V-PIN-a: a single attacker pins them all."""
    g = response("red FA1 0301", "red IN1 0501", "blue HB1 0301", "blue HB2 0301", "blue IN1 0501")
    assert offered(g, "", "respond") == ""
    assert {"V-4.44-f", "V-PIN-a"} <= set(refused(g, "respond HB1").rules)


def test_who_responds() -> None:
    """V-PTURN-d, A31: Air units of the Defender, no Airborne."""
    g = response("red IN1 0301", "blue IN1 0301", "blue AB1 0301", "blue AB2 0501", "red FA1 0801")
    assert "V-PTURN-d" in refused(g, "respond AB2").rules
    assert "V-PTURN-d" in refused(g, "respond IN1").rules
    assert "V-PTURN-d" in refused(g, "respond red-FA1").rules
    assert "V-PTURN-d" in refused(g, "move FA1").rules


def test_response_from_carriers() -> None:
    """A56: at sea, not in a port."""
    sea = make([".T ~ ~ ~", "~ ~ ~ ~"], {}, {"blue": "0101"})
    blocks = ("red SS1 0301", "blue SS1 0301", "blue CV1 {}", "blue FA1=2 CV1")
    g = position(sea, *[b.format("0102") for b in blocks], phase=RESPONSE)
    play(g, "respond FA1 to 0301")
    assert marks(g, "FA1", BLUE) == {"travelled"} and g.carrier[unit("FA1", BLUE)] == 0xFF
    g = position(sea, *[b.format("0101") for b in blocks], phase=RESPONSE)
    assert {"V-3.2-m", "A56"} <= set(refused(g, "respond FA1").rules)


def test_no_landing_in_response() -> None:
    g = response("red IN1 0301", "blue IN1 0301", "blue FA1 0501")
    assert "V-4.44-e" in refused(g, "respond FA1 aboard CV1").rules
    assert "V-4.44-e" in refused(g, "respond FA1 to 0101").rules


def test_attacker_sees_a_block_fly() -> None:
    """V-FOG-b: the way, not the type; the end of the phase."""
    log: list[Event] = []
    g = response("red IN1 0301", "blue IN1 0301", "blue FA1 0501")
    play(g, "respond FA1 to 0301", "done", log=log)
    told = seen_by(log, RED)
    assert [type(event) for event in told] == [ev.BlockMoved, ev.PhaseClosed]
    moved = told[0]
    assert isinstance(moved, ev.BlockMoved) and len(moved.path) == 3 and moved.count == 1
    assert any(isinstance(event, ev.Moved) for event in seen_by(log, BLUE))
