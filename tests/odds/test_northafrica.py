"""Odds of North Africa against battles that an independent simulator fights, 100,000 at once."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sirocco.games.northafrica.board import standard_board
from sirocco.games.northafrica.kinds import standard_chart
from sirocco.games.northafrica.odds import BattleSpec, Group, OddsError, Policy, battle
from sirocco.games.northafrica.odds_spec import BONUS, BONUS_OF_MAIN
from sirocco.games.northafrica.odds_text import conditions, odds_text, parse_battle

BATTLES = 100_000
CHART = standard_chart()
Counts = NDArray[np.int64]


def line(text: str) -> BattleSpec:
    board = standard_board()
    forces, space, origin = conditions(text, board)
    return parse_battle(forces, board, space, origin)


class Simulator:
    """Land battles, many at once: counts by group, dice as binomial draws.

    It knows the rules by itself: flanks, bonus, support, guns at tanks, scouts at aircraft, dive
    bombers at the dearest land units, Air Defense, hit and run. Cheapest are lost first.
    """

    def __init__(self, spec: BattleSpec, seed: int) -> None:
        self.spec = spec
        self.dice = np.random.default_rng(seed)
        self.left = [
            np.array([[g.count] * BATTLES for g in groups], dtype=np.int64) for groups in spec.sides
        ]
        self.rows = [
            [
                (
                    CHART.codes[g.kind].partition("-")[2],
                    CHART.attack[g.kind] if role == 0 else CHART.defense[g.kind],
                    CHART.worth[g.kind] or 99,
                    g.origin,
                    CHART.codes[g.kind],
                )
                for g in groups
            ]
            for role, groups in enumerate(spec.sides)
        ]
        self.order = [self.cheapest(role) for role in range(2)]
        self.scouts_in = True

    def cheapest(self, role: int) -> list[int]:
        rows = self.rows[role]
        return sorted(range(len(rows)), key=lambda i: (rows[i][2], rows[i][1], rows[i][3]))

    def dearest(self, role: int) -> list[int]:
        """Land units, the dearest type first; within a type the owner gives the cheapest."""
        rows = self.rows[role]
        land = [i for i in self.order[role] if i not in self.air(role)]
        tanks = self.tanks(role)
        best = max((rows[i][2] for i in tanks), default=0)
        worth = {i: best if i in tanks else rows[i][2] for i in land}
        return sorted(land, key=lambda i: (-worth[i], i not in tanks and -rows[i][1]))

    def names(self, role: int, *words: str) -> list[int]:
        return [i for i in self.order[role] if self.rows[role][i][0] in words]

    def tanks(self, role: int) -> list[int]:
        return self.names(role, "tank", "tiger", "matilda", "sherman")

    def air(self, role: int) -> list[int]:
        return self.names(role, "fighter", "bomber")

    def lose(self, role: int, groups: list[int], hits: Counts) -> Counts:
        """Take hits out of groups in order; the hits that are left."""
        for i in groups:
            taken = np.minimum(self.left[role][i], hits)
            self.left[role][i] -= taken
            hits = hits - taken
        return hits

    def active(self, role: int) -> list[int]:
        return [
            i
            for i in self.order[role]
            if role or self.scouts_in or self.rows[role][i][0] != "scout"
        ]

    def run(self, rounds: int = 400) -> None:
        one, two = self.left
        guns = sum(
            (two[i] for i, row in enumerate(self.rows[1]) if row[4] in AIR_DEFENSE),
            np.zeros(BATTLES, dtype=np.int64),
        )
        planes = one[self.air(0)].sum(axis=0)
        shot = self.dice.binomial(np.minimum(3 * guns, planes), 0.2)
        self.lose(0, self.air(0), shot)
        for number in range(1, rounds + 1):
            self.scouts_in = number == 1
            alive = (one[self.active(0)].sum(axis=0) > 0) & (two.sum(axis=0) > 0)
            if not alive.any():
                return
            self.round(number, alive)

    def round(self, number: int, alive: NDArray[np.bool_]) -> None:
        attack = self.volley(0, number, alive)
        defense = self.volley(1, number, alive)
        for role, hits in ((1, attack), (0, defense)):
            everybody = self.active(role)
            spare = self.lose(role, self.tanks(role), hits["gun"])
            spare = spare + self.lose(role, self.air(role), hits["scout"])
            spare = spare + self.lose(role, self.dearest(role), hits["dive"])
            self.lose(role, everybody, spare + hits["plain"])

    def volley(self, role: int, number: int, alive: NDArray[np.bool_]) -> dict[str, Counts]:
        out = {cls: np.zeros(BATTLES, dtype=np.int64) for cls in ("gun", "scout", "dive", "plain")}
        rows, left = self.rows[role], self.left[role]
        support = np.zeros(BATTLES, dtype=np.int64)
        if role == 0:
            for i in self.names(0, "artillery"):
                support = support + left[i]
        flanks_first = sorted(self.active(role), key=lambda i: rows[i][3] == 0)
        for i in flanks_first:
            name, value, _, _, code = rows[i]
            faces = self.faces(role, i)
            count = left[i] * alive
            helped = np.zeros(BATTLES, dtype=np.int64)
            if role == 0 and name in ("infantry", "mechanized"):
                helped = np.minimum(count, support)
                support = support - helped
            hits = self.dice.binomial(helped, np.minimum(3 / faces, 1.0))
            hits = hits + self.dice.binomial(count - helped, np.minimum(value / faces, 1.0))
            cls = "plain"
            if name == "anti-tank" and number == 1:
                cls = "gun"
            elif role == 0 and name == "scout":
                cls = "scout"
            elif role == 0 and code == "german-bomber":
                cls = "dive"
            out[cls] += hits
        return out

    def faces(self, role: int, i: int) -> NDArray[np.float64] | int:
        if role == 0:
            return 7 if self.rows[0][i][3] and i not in self.air(0) else 10
        if self.spec.bonus == BONUS:
            return 8
        if self.spec.bonus == BONUS_OF_MAIN:
            main = [j for j in self.active(0) if not self.rows[0][j][3] and j not in self.air(0)]
            return np.where(self.left[0][main].sum(axis=0) > 0, 8.0, 10.0)
        return 10


AIR_DEFENSE = ("british-aaa", "italian-aaa", "american-aaa", "german-anti-tank")

LAND_BATTLES = (
    "3 german-tank 2 german-infantry german-artillery german-fighter vs 3 british-infantry "
    "british-matilda in tobruk",
    "4 german-infantry 2 german-artillery + 2 german-mechanized german-tank vs 5 british-infantry "
    "2 british-anti-tank",
    "2 german-scout 3 german-tank 2 german-bomber vs 3 british-infantry british-matilda "
    "british-sherman british-fighter british-aaa",
    "6 british-infantry 2 british-matilda british-anti-tank british-bomber vs 4 german-infantry "
    "2 german-tank german-anti-tank german-fighter",
    "3 british-infantry + 2 british-matilda vs 4 italian-infantry italian-artillery in mareth from "
    "tripoli",
    "2 british-fighter british-bomber vs 2 italian-infantry italian-aaa",
)


@pytest.mark.parametrize("text", LAND_BATTLES)
def test_agrees_with_a_simulator(text: str) -> None:
    spec = line(text)
    found = battle(spec)
    fought = Simulator(spec, 7)
    fought.run()
    one, two = fought.left
    regular = [
        i for i, row in enumerate(fought.rows[0]) if row[0] not in ("scout", "fighter", "bomber")
    ]
    gone = two.sum(axis=0) == 0
    taken = (gone & (one[regular].sum(axis=0) > 0)).mean()
    assert abs(taken - found.taken) < 0.005
    assert abs((~gone).mean() - found.held) < 0.005
    for role in range(2):
        for i in range(len(spec.sides[role])):
            assert abs(fought.left[role][i].mean() - found.mean_left(role, i)) < 0.02


def test_chances_add_up() -> None:
    found = battle(line(LAND_BATTLES[2]))
    assert sum(found.endings) == pytest.approx(1.0, abs=1e-8)
    assert sum(found.left[0].values()) == pytest.approx(1.0, abs=1e-8)


def test_one_against_one_by_hand() -> None:
    """0.4 against 0.3, both at once: the first to hit alone wins."""
    found = battle(line("british-matilda vs british-infantry"))
    again = 0.6 * 0.7
    assert found.taken == pytest.approx(0.4 * 0.7 / (1 - again), abs=1e-8)
    assert found.held == pytest.approx(0.6 * 0.3 / (1 - again), abs=1e-8)
    assert found.endings[3] == pytest.approx(0.4 * 0.3 / (1 - again), abs=1e-8)


def test_an_unescorted_convoy_is_hit_in_two_of_five_rounds() -> None:
    """E20: a fighter hits with 4 or less on ten sides."""
    found = battle(line("british-fighter vs 4 cargo"), Policy(rounds=1))
    assert found.cargo[0] == pytest.approx(0.8)


def test_submarines_strike_first_unless_a_destroyer_is_there() -> None:
    alone = battle(line("german-submarine vs british-submarine"), Policy(rounds=1))
    assert alone.endings[3] == pytest.approx(0.4 * 0.2)
    struck = battle(line("german-submarine vs damaged british-battleship"), Policy(rounds=1))
    assert struck.taken == pytest.approx(0.4)  # sunk in step 1, it fires no more
    met = battle(line("german-submarine vs british-destroyer"), Policy(rounds=1))
    assert met.taken == pytest.approx(0.4 * 0.6)


def test_aircraft_and_submarines_cannot_hit_each_other() -> None:
    found = battle(line("british-fighter vs german-submarine"))
    assert found.held == pytest.approx(1.0)


def test_as_many_hits_as_possible_take_effect() -> None:
    """E10: three hits sink the battleship and shoot down the fighter."""
    spec = line("italian-destroyer 2 italian-submarine vs british-battleship british-fighter")
    found = battle(spec, Policy(rounds=1))
    gone = found.left[1].get((0, 0), 0.0)
    subs_first = 0.4 * 0.4  # both strikes hit: the battleship is sunk before it fires
    assert gone == pytest.approx(subs_first * 0.4)


def test_supply_bounds_a_battle() -> None:
    spec = line("6 german-infantry vs 3 british-infantry")
    once = battle(spec, Policy(supply=1))
    assert len(once.over) == 3  # six units press for two tokens, five for the one there is
    retreat = battle(spec, None, Policy(supply=0))
    assert retreat.taken == pytest.approx(1.0)
    assert retreat.lost(0) == pytest.approx(0.0, abs=1e-9)
    assert retreat.lost(1) > 0.0


def test_defenders_leave_and_attackers_stop() -> None:
    spec = line("4 german-tank vs 4 british-infantry")
    assert battle(spec, None, Policy(leave=3)).lost(1) < battle(spec).lost(1)
    assert battle(spec, Policy(stop=3)).held > battle(spec).held


def test_vichy_units_surrender_when_they_hit_nothing() -> None:
    spec = line("5 american-infantry vs 2 french-infantry")
    kept = BattleSpec(spec.attacker, spec.defender, vichy=True)
    found = battle(kept)
    assert found.taken > 0.98
    assert found.lost(1) < battle(spec).lost(1)


def test_vichy_units_by_name() -> None:
    """No hit (7 in 10): they surrender; a hit takes the attacker, who hits in 1 of 5."""
    said = odds_text("us-infantry vs vichy-infantry", {})
    assert "takes it 70.0%, defenders remain 24.0%, nobody left 6.0%" in said
    said = odds_text("us-infantry vs vichy-infantry", {"vichy": "no"})
    assert said == odds_text("american-infantry vs free-french-infantry", {})
    with pytest.raises(OddsError, match="NA-VICHY-h"):
        odds_text("2 us-infantry vs vichy-infantry italian-infantry", {})


def test_a_battleship_without_a_price_is_given_up_last() -> None:
    spec = line("2 italian-destroyer vs british-submarine damaged british-battleship")
    found = battle(spec, Policy(rounds=1))
    assert found.mean_left(1, 1) > found.mean_left(1, 0)


def test_aaa_alone_are_destroyed_after_their_fire() -> None:
    found = battle(line("german-fighter vs british-aaa"))
    assert found.held == pytest.approx(0.2)
    assert found.endings[2] == pytest.approx(0.8)


def test_the_words_of_a_battle() -> None:
    text = odds_text("3 german-tank infantry vs 2 british-infantry in tobruk", {"rounds": "2"})
    assert text.startswith("Attacker takes it")
    for wrong in ("german-tank", "german-tank vs british-truck", "german-ogre vs british-aaa"):
        with pytest.raises(OddsError):
            odds_text(wrong, {})
    with pytest.raises(OddsError, match="french-infantry, french-tank"):
        odds_text("french-panzer vs british-infantry", {})
    with pytest.raises(OddsError):
        odds_text("german-tank vs british-infantry", {"luck": "1"})
    with pytest.raises(OddsError):
        battle(BattleSpec((Group(CHART.index["british-aaa"], 1),), ()))
