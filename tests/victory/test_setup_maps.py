"""Choosing and laying the maps (1.1, E25)."""

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.reasons import why
from sirocco.games.victory.scenarios import make_terms, opening_board
from sirocco.games.victory.setup import set_up
from sirocco.games.victory.setup_maps import positions, turnings
from sirocco.games.victory.state import Victory
from sirocco.games.victory.textboard import TEXT_BOARD
from sirocco.games.victory.verbs import ARRANGE, CHOOSE, RAISE
from sirocco.games.victory.view import view
from sirocco.games.victory.words import prompt
from sirocco.kernel.chance import Scripted
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, asked_of, pending, start
from sirocco.kernel.lower import frame


class Table:
    """A set-up in progress, driven action by action."""

    def __init__(self, scenario: str, dice: list[int], **options: object) -> None:
        terms = make_terms(scenario, options)
        self.g = Victory(terms, opening_board(terms))
        self.chance = Scripted(dice)
        self.log: list[Event] = []
        start(self.g, frame(set_up), self.chance, self.log)

    def does(self, seat: str, action: int) -> None:
        number = self.g.terms.seats.index(seat)
        ask = asked_of(self.g, number)
        assert ask is not None, f"{seat} is not asked"
        assert ask.allows(action), why(self.g, number, action)
        act(self.g, number, action, self.chance, self.log)

    def asked(self) -> list[tuple[str, str]]:
        return [(self.g.terms.seats[ask.seat], ask.topic) for ask in pending(self.g)]

    def open_maps(self) -> list[int]:
        return [a - CHOOSE for a in pending(self.g)[0].actions()]


def test_two_maps_the_die_decides_and_ties_are_rolled_again() -> None:
    t = Table("quick-start", [3, 3, 2, 5])  # V-MAPS-c: red 3, blue 3, then red 2, blue 5
    assert t.asked() == [("blue", "choose-map")]
    assert t.open_maps() == [1, 2, 3, 4]
    t.does("blue", CHOOSE + 3)
    assert t.asked() == [("red", "choose-map")]
    assert t.open_maps() == [1, 2, 4]
    t.does("red", CHOOSE + 1)
    assert t.asked() == [("red", "arrange")]  # V-MAPS-d
    assert not t.chance.left


@pytest.mark.parametrize(
    ("position", "turning", "key"),
    [
        (1, 1, "row:1r,3b"),
        (1, 2, "row:1tr,3b"),
        (1, 3, "row:1r,3tb"),
        (2, 4, "column:1tr,3tb"),
        (3, 1, "row:3b,1r"),
        (4, 1, "column:3b,1r"),
    ],
)
def test_final_adjustment(position: int, turning: int, key: str) -> None:
    t = Table("quick-start", [6, 1])
    t.does("red", CHOOSE + 1)
    t.does("blue", CHOOSE + 3)
    assert (len(positions(t.g)), turnings(t.g)) == (4, 4)
    legend = "1 row:1r,3b; 2 column:1r,3b; 3 row:3b,1r; 4 column:3b,1r"
    assert prompt(t.g, pending(t.g)[0]) == f"Decide how the maps lie: {legend}."
    gloss = TEXT_BOARD.gloss(view(t.g, 1), "arrange {}", "number", str(position))
    first, second = ("map 1 (red)", "map 3 (blue)")[:: -1 if position > 2 else 1]
    assert gloss == f"in a {'row' if position % 2 else 'column'}: {first}, {second}"
    t.does("blue", ARRANGE + position)
    assert t.asked() == [("blue", "turn-maps")]
    assert f"{turning} {key}" in prompt(t.g, pending(t.g)[0])
    t.does("blue", ARRANGE + turning)
    assert t.g.board.key == key
    assert t.asked() == [("red", "force"), ("blue", "force")]
    told = [e for e in t.log if isinstance(e, (ev.MapChosen, ev.MapsLaid))]
    assert told == [ev.MapChosen(3, 0, 1), ev.MapChosen(3, 1, 3), ev.MapsLaid(3, key)]


def test_each_side_controls_the_places_of_its_map() -> None:
    g = Table("quick-start", [], layout="1,3t").g  # V-1.2-b, V-4.3-d
    for side, number in ((0, 1), (1, 3)):
        mine = [h for h in range(g.board.grid.size) if g.control[side] >> h & 1]
        assert {g.board.map_of[h] for h in mine} == {number}
        assert sum(g.board.city >> h & 1 for h in mine) == 6
        assert sum(g.board.pp[h] for h in mine) == 10  # V-1.2-a
    assert g.control[0] | g.control[1] == g.board.place


def test_four_maps_are_chosen_one_two_two_one() -> None:
    t = Table("quick-start", [2, 1], maps=4)
    t.does("red", CHOOSE + 4)
    t.does("blue", CHOOSE + 1)
    assert t.asked() == [("blue", "choose-map")]  # V-MAPS-e
    t.does("blue", CHOOSE + 2)
    assert t.g.draft == [4, 1, 2, 3]  # the last map is what is left
    assert t.asked() == [("red", "arrange")]  # V-MAPS-f
    t.does("red", ARRANGE + 1)
    t.does("red", ARRANGE + 1)
    spec = LayoutSpec.parse(t.g.board.key)
    assert spec == LayoutSpec((4, 1, 3, 2), (False,) * 4, (0, 1, 0, 1), "square")
    assert t.g.control[0].bit_count() + t.g.control[1].bit_count() == t.g.board.place.bit_count()


def test_four_maps_may_lie_in_any_order() -> None:
    t = Table("quick-start", [2, 1], maps=4)
    for seat, number in (("red", 1), ("blue", 2), ("blue", 3)):
        t.does(seat, CHOOSE + number)
    found = {places for _, places in positions(t.g)}
    assert len(found) == 24
    assert turnings(t.g) == 16
    owners = [tuple((0, 1, 1, 0)[i] for i in places) for _, places in positions(t.g)]
    assert owners[:4] == [(0, 1, 0, 1)] * 4  # own maps adjacent come first


def test_two_front_war() -> None:
    t = Table("two-front-war", [])  # V-8.4-a: no die, A takes the centre
    t.does("red", CHOOSE + 2)
    t.does("blue", CHOOSE + 4)
    t.does("blue", CHOOSE + 1)
    assert t.asked() == [("blue", "arrange")]
    assert [places for _, places in positions(t.g)] == [(1, 0, 2), (2, 0, 1)]
    t.does("blue", ARRANGE + 2)
    t.does("blue", ARRANGE + 3)
    assert t.g.board.key == "row:1b,2tr,4b"


def test_neutral_centre() -> None:
    t = Table("neutral-centre", [1, 2])
    t.does("blue", CHOOSE + 2)
    t.does("red", CHOOSE + 4)
    t.does("blue", CHOOSE + 1)  # the first chooser names the neutral map
    t.does("red", ARRANGE + 1)
    t.does("red", ARRANGE + 1)
    assert t.g.board.key == "row:4r,1n,2b"
    neutral = t.g.board.homes[2]
    assert neutral.bit_count() == 12
    assert not neutral & (t.g.control[0] | t.g.control[1])
    assert ev.MapChosen(3, 2, 1) in t.log


def test_the_general_chooses_for_his_team() -> None:
    t = Table("commanders", [5, 2], seats=8)
    assert t.asked() == [("red-general", "choose-map")]


def test_an_agreed_layout_skips_the_choice() -> None:
    t = Table("quick-start", [], layout="column:2,4t")
    assert t.g.board.key == "column:2r,4tb"
    assert t.g.draft == []
    assert {topic for _, topic in t.asked()} == {"force"}


@pytest.mark.parametrize(
    ("action", "rule"),
    [(CHOOSE + 3, "V-1.1-a"), (CHOOSE + 9, "V-MAPS-a"), (RAISE, "V-1.4-a"), (ARRANGE, "V-1.1-b")],
)
def test_refused(action: int, rule: str) -> None:
    t = Table("quick-start", [6, 1])
    t.does("red", CHOOSE + 3)
    assert why(t.g, 1, action).rule == rule
    assert why(t.g, 0, CHOOSE + 1).rules  # not his turn


def test_refused_arrangements() -> None:
    t = Table("quick-start", [6, 1])
    t.does("red", CHOOSE + 3)
    t.does("blue", CHOOSE + 2)
    for number in (0, 5):
        assert "from 1 to 4" in why(t.g, 1, ARRANGE + number).reason
