"""The rules against the exact odds: the same battles fought thousands of times, die by die."""

from collections import Counter
from math import sqrt
from typing import NamedTuple

import pytest

from sirocco.games.victory.battle import battles
from sirocco.games.victory.battlefields import fighters, in_pursuit
from sirocco.games.victory.board import Board
from sirocco.games.victory.events import BattleEnded
from sirocco.games.victory.odds import BattleSpec, Policy, battle, parse_battle, parse_policy
from sirocco.games.victory.state import Victory, clone
from sirocco.games.victory.units import AIR, ARM, ARMY, CODES, KIND, NAVAL, SIDE, unit_index
from sirocco.games.victory.verbs import (
    ABOARD,
    ABORT,
    BASE,
    BLOCKADE,
    FIRE_AIR,
    FIRE_ARMY,
    FIRE_NAVAL,
    HIT,
    LAND,
    LOSE,
    PASS,
    RETREAT,
    TO,
)
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event
from sirocco.kernel.frames import act, pending, start
from sirocco.kernel.lower import frame
from tests.victory.battleground import Table, field

BATTLES = 3000
FIRE = {AIR: FIRE_AIR, NAVAL: FIRE_NAVAL, ARMY: FIRE_ARMY}
SHORT_OF = 4.0
"""Standard errors that a count may be off."""

Outcome = tuple[bool, bool, tuple[int, ...], tuple[int, ...]]
"""Attacker won, blockade, strengths of the attacker, of the defender."""


class Scene(NamedTuple):
    """A battle as a line of odds, with its hex and the ways by which the attackers came."""

    line: str
    hex: str = "."
    at: str = "0302"
    river: bool = False
    pursuit: bool = False
    attacker: str = ""
    defender: str = ""


SCENES = {
    "land": Scene("AR4 IN3 IN2 vs IN4 AR2"),
    "city": Scene("AR3 2xIN4 vs IN3 IN2", ".C2"),
    "river": Scene("AR4:river IN4:river AB2:ashore vs IN3 AR2", ".C1", river=True),
    "flak": Scene("FA3 DB4 vs FA2 IN4 AR2", attacker="FA: army air; DB 1: army; DB: air army"),
    "dive-bombers": Scene(
        "DB3 DB2 vs FA2 BB3 IN3", ".C1", "0402", attacker="DB 2: army", defender="BB: air"
    ),
    "naval": Scene("BB3 SS4 CV2 vs SS3 BB2 CV4", "~", "0302", attacker="no blockade"),
    "landing": Scene("BB4 MA4 vs IN4 DB3", ".C2", "0402", attacker="MA: army"),
    "opposed landing": Scene("BB4 MA3 AR2 vs SS2 IN3 FA2", ".T", "0402"),
    "drop": Scene("FA4 AB4 AR3 vs IN4 FA2 DB2", ".C3", attacker="losses FA AB AR"),
    "double defence": Scene("AR4 DB3 vs IN3 AB2", "M", defender="losses AB IN"),
    "marsh": Scene("AR4 IN4 vs IN4 IN1", "m"),
    "pursuit": Scene("AR3 IN3 FA2 vs AR2 IN4 FA2", pursuit=True, defender="FA: army air"),
    "pursuit at sea": Scene("BB2 SS2 vs SS2 CV3", "~", "0302", pursuit=True),
    "retreats": Scene(
        "AR4 IN4 FA2 vs 2xIN3 AR1 HB2", attacker="side below 5", defender="unit below 2; leave 2 HB"
    ),
}


def board_of(scene: Scene) -> Board:
    """Red's bases in the west, blue's in the east, the Battle Hex between them."""
    if scene.at == "0402" or scene.hex == "~":
        rows = ["~ .C2 ~ . . .C1", "~ ~ ~ . . .", "~ ~ ~ . . .T"]
        owners = {"red": "0201", "blue": "0601 0603"}
    else:
        rows = [".C2 . . . .T", ". . . . .", ".T . . . .T", ". . . . ."]
        owners = {"red": "0101 0103", "blue": "0501 0503"}
    grid = [row.split() for row in rows]
    grid[int(scene.at[2:]) - 1][int(scene.at[:2]) - 1] = scene.hex
    if len(scene.hex) > 1:
        owners["blue"] += f" {scene.at}"
    sides = {"bridge": "0202-0302", "river": "0201-0302"} if scene.river else {}
    return field([" ".join(row) for row in grid], owners, **sides)


def spec_of(scene: Scene, board: Board) -> BattleSpec:
    h = board.grid.index(scene.at)
    return parse_battle(
        scene.line,
        terrain={".": "clear", "~": "sea", "M": "mountain", "m": "marsh"}[scene.hex[0]],
        city="C" in scene.hex,
        coastal=bool(board.coastal >> h & 1),
        port=bool(board.port >> h & 1),
        pursuit=scene.pursuit,
    )


def table_of(scene: Scene, board: Board, spec: BattleSpec) -> tuple[Victory, list[list[int]]]:
    """The position, and the units of both sides in the order in which they are listed."""
    land_ways = ("0201", "0202", "0301") if scene.at == "0302" else ("0502", "0503")
    sea_ways = ("0303", "0303", "0202") if scene.hex == "~" else ("0302", "0303")
    lines: list[str] = ["red IN12 1 0301"] if scene.at == "0302" and scene.hex != "~" else []
    units: list[list[int]] = [[], []]
    for side, blocks in enumerate(spec.sides):
        numbers: Counter[str] = Counter()
        entered = [0, 0, 0]
        for unit in blocks:
            code = CODES[unit.kind]
            numbers[code] += 1
            name = f"{code}{numbers[code]}"
            marks = ""
            if side == 0 and unit.place != AIR:
                ways = land_ways if unit.place == ARMY else sea_ways
                marks = f" via {ways[entered[unit.place] % len(ways)]}"
                entered[unit.place] += 1
            if ARM[unit.kind] == ARMY and unit.place != ARMY:
                marks += " flying" if unit.place == AIR else " at_sea invading"
            lines.append(f"{('red', 'blue')[side]} {name} {unit.cv} {scene.at}{marks}")
            units[side].append(unit_index(name, side))
    options = ("pursuit",) if scene.pursuit else ()
    return Table(board, "\n".join(lines), options=options).g, units


class Player:
    """Both sides of one scene, each after its policy."""

    def __init__(self, g: Victory, units: list[list[int]], policies: tuple[Policy, Policy]) -> None:
        self.start = g
        self.units = units
        self.policies = policies
        self.ranks = [{kind: i for i, kind in enumerate(policy.losses)} for policy in policies]

    def fight(self, chance: Sampled) -> Outcome:
        g = clone(self.start)
        log: list[Event] = []
        start(g, frame(battles), chance, log)
        while g.stack:
            ask = pending(g)[0]
            action = self.choose(g, ask)
            assert ask.allows(action), (ask.topic, ask.choices, action)
            act(g, ask.seat, action, chance, log)
        ended = log[-1]
        assert isinstance(ended, BattleEnded)
        blockade = bool(g.blockading)
        red, blue = [tuple([g.cv[u] for u in side]) for side in self.units]
        return ended.winner == 0, blockade, red, blue

    def choose(self, g: Victory, ask: Ask) -> int:
        if ask.topic == "combat":
            return self.combat_turn(g, ask)
        if ask.topic == "hit":
            rank = self.ranks[ask.seat]
            return HIT + min(bits(ask.mask(HIT)), key=lambda u: (rank[KIND[u]], u))
        for verb in (BLOCKADE, RETREAT, BASE, TO, ABOARD, LOSE):
            if ask.mask(verb) and (verb != BLOCKADE or self.policies[ask.seat].blockade):
                return verb + lowest(ask.mask(verb))
        raise AssertionError(ask.topic)

    def combat_turn(self, g: Victory, ask: Ask) -> int:
        on_turn = 0
        for _, mask in ask.choices:
            on_turn |= mask
        u = lowest(on_turn)
        policy = self.policies[SIDE[u]]
        wish = self.wish_to_leave(g, u, policy)
        order = [RETREAT] if wish else []
        if in_pursuit(g, SIDE[u]):
            order = [BLOCKADE, RETREAT] if policy.blockade else [RETREAT]
        elif g.flying >> u & 1:
            order = [LAND, ABORT] if policy.land and not wish else [ABORT]
        elif policy.land:
            order.append(LAND)
        fire = [FIRE[group] for group in policy.preference(KIND[u], g.round)]
        for verb in (*order, *fire, PASS, LOSE):
            if ask.allows(verb + u):
                return verb + u
        raise AssertionError(ask.choices)

    def wish_to_leave(self, g: Victory, u: int, policy: Policy) -> bool:
        strength = sum([g.cv[other] for other in bits(fighters(g, SIDE[u]))])
        return (
            KIND[u] in policy.leave.get(g.round, frozenset())
            or strength < policy.side_below
            or g.cv[u] < policy.unit_below
        )


def exact(spec: BattleSpec, policies: tuple[Policy, Policy]) -> dict[Outcome, float]:
    chances: dict[Outcome, float] = {}
    for (ending, red, blue), chance in battle(spec, *policies).joint().items():
        outcome = (ending == "won", ending == "blockaded", red, blue)
        chances[outcome] = chances.get(outcome, 0.0) + chance
    return chances


def compare(found: Counter[Outcome], chances: dict[Outcome, float]) -> None:
    """Every outcome is possible, and as frequent as it should be."""
    impossible = [outcome for outcome in found if chances.get(outcome, 0.0) < 1e-12]
    assert not impossible
    for outcome, chance in chances.items():
        if chance * BATTLES >= 10:
            check(found[outcome], chance, str(outcome))
    won = sum(chance for outcome, chance in chances.items() if outcome[0])
    check(sum(count for outcome, count in found.items() if outcome[0]), won, "won")
    for side in (2, 3):
        steps = {outcome: float(sum(outcome[side])) for outcome in chances}  # type: ignore[arg-type]
        mean = sum(chances[outcome] * steps[outcome] for outcome in chances)
        square = sum(chances[outcome] * steps[outcome] ** 2 for outcome in chances)
        error = sqrt(max(square - mean**2, 0.0) / BATTLES)
        average = sum(count * steps[outcome] for outcome, count in found.items()) / BATTLES
        assert abs(average - mean) <= SHORT_OF * error + 1e-9, (side, average, mean)


def check(count: int, chance: float, what: str) -> None:
    error = sqrt(BATTLES * chance * max(1 - chance, 0.0))
    assert abs(count - BATTLES * chance) <= SHORT_OF * error + 1e-6, (what, count, chance)


@pytest.mark.parametrize("name", SCENES)
def test_battles_come_out_as_reckoned(name: str) -> None:
    scene = SCENES[name]
    board = board_of(scene)
    spec = spec_of(scene, board)
    policies = (parse_policy(scene.attacker), parse_policy(scene.defender))
    g, units = table_of(scene, board, spec)
    player = Player(g, units, policies)
    chance = Sampled(1000 + list(SCENES).index(name))
    found = Counter(player.fight(chance) for _ in range(BATTLES))
    compare(found, exact(spec, policies))
