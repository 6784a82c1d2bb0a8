"""What events look like on the map, and the charts of the table."""

from random import Random

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica import events_combat as combat
from sirocco.games.northafrica import events_convoys as convoys
from sirocco.games.northafrica.board import standard_board
from sirocco.games.northafrica.drawing import charts, shows
from sirocco.games.northafrica.game import GAME
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, pending

BOARD = standard_board()
TANK = BOARD.chart.index["german-tank"]


def test_a_move_travels_and_a_shot_shows_its_dice() -> None:
    here, there = BOARD.find("sirte"), BOARD.find("el-agheila")
    moved = shows(ev.Moved(3, (0, TANK), here, there, ""), BOARD)
    assert moved is not None
    assert moved.spaces == (here, there) and moved.travel == 1 and moved.side == "german"
    assert moved.units == ("german-tank@el-agheila",)
    fired = shows(combat.Fired(3, 0, TANK, 2, 5, (4, 9, 5), 2, False, 2), BOARD)
    assert fired is not None
    assert fired.dice == (4, 9, 5) and fired.hits == (0, 2)
    landed = shows(convoys.Arrived(3, 0, BOARD.find("sz14"), BOARD.find("tripoli"), (), 5), BOARD)
    assert landed is not None
    assert landed.spaces == (BOARD.find("sz14"), BOARD.find("tripoli")) and landed.travel == 0
    assert shows(ev.RoundBegan(3, 2), BOARD) is None


def test_every_event_of_a_game_can_be_shown() -> None:
    log: list[Event] = []
    chance, luck = Sampled(4), Random(4)
    g = GAME.setup("last-push", {}, chance, log)
    for _ in range(1500):
        asks = pending(g)
        if not asks:
            break
        act(g, asks[0].seat, luck.choice(asks[0].actions()), chance, log)
    for event in log:
        shown = shows(event, BOARD)
        if shown is not None:
            assert all(0 <= s <= BOARD.size for s in shown.spaces), event


def test_the_charts_have_the_values_in_use() -> None:
    found = {chart.title: chart for chart in charts(BOARD)}
    assert ("Panzer IV", "6", "5", "5", "2", "10", "blitz, coast road") in found[
        "German units"
    ].rows
    assert ("Malta", "15", "3", "United Kingdom") in found["Territories"].rows
    assert len(found["National Basic Reinforcement Points"].rows) == 4
    for chart in found.values():
        assert all(len(row) == len(chart.head) for row in chart.rows)
