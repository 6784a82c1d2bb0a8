"""Odds of North Africa against the rules themselves: battles fought through the engine."""

from __future__ import annotations

from math import sqrt

import pytest

from sirocco.games.northafrica.battlefield import ATTACKER
from sirocco.games.northafrica.board import standard_board
from sirocco.games.northafrica.game import GAME
from sirocco.games.northafrica.hits import ANY_AIR
from sirocco.games.northafrica.kinds import TANK, TWO_HITS
from sirocco.games.northafrica.odds import BattleSpec, battle
from sirocco.games.northafrica.odds_text import conditions, parse_battle, report
from sirocco.games.northafrica.state import COMBAT, NorthAfrica
from sirocco.games.northafrica.text_odds import odds_here
from sirocco.games.northafrica.verbs import DONE, NO
from sirocco.games.northafrica.verbs_combat import (
    LOSE,
    MAIN,
    PRESS,
    STAND,
    TARGET,
)
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending
from sirocco.kernel.refusal import Refused

BATTLES = 600
OFF = 4.0
"""Standard errors that a count may be off."""

SCENES = {
    "land": "3 german-tank 2 german-infantry german-artillery german-fighter vs 3 british-infantry "
    "british-matilda",
    "fortress": "3 german-tank 2 german-infantry vs 3 british-infantry british-fighter in tobruk",
    "flank": "3 german-infantry german-artillery + 2 german-mechanized vs 4 british-infantry",
    "guns and dive bombers": "2 german-anti-tank german-bomber 2 german-scout german-tank vs "
    "2 british-matilda 2 british-infantry british-aaa british-fighter",
    "sea": "italian-destroyer 2 italian-submarine italian-fighter vs british-battleship "
    "british-destroyer british-fighter british-submarine",
    "under water": "2 german-submarine german-fighter vs british-battleship british-submarine "
    "british-fighter",
}


def spec_of(text: str) -> BattleSpec:
    board = standard_board()
    forces, space, origin = conditions(text, board)
    return parse_battle(forces, board, space, origin)


def position(text: str, spec: BattleSpec) -> dict[str, object]:
    """The battle on a board of its own: Here is attacked out of West and East."""
    codes = spec.chart.codes
    nation = codes[spec.attacker[0].kind].partition("-")[0]
    power = {"german": "germany", "italian": "italy"}[nation]
    where = "lake" if spec.sea else "here"
    attackers = []
    for group in spec.attacker:
        land = spec.chart.combat_land[group.kind]
        start = ("west", "east")[group.origin] if land else where
        kind = codes[group.kind].partition("-")[2]
        attackers.append(f"{kind} x{group.count} {start} at={where} fought")
    defenders = [f"{codes[g.kind].partition('-')[2]} x{g.count} {where}" for g in spec.defender]
    return {
        "phase": "conduct combat",
        "power": power,
        "board": {
            "here": {"rp": 1, "limit": 20, "bonus": ["all"] if spec.bonus else [],
                     "borders": ["west", "east", "away"]},
            "west": {"rp": 1, "limit": 20},
            "east": {"rp": 1, "limit": 20},
            "away": {"rp": 1, "limit": 20},
            "lake": {"sea": True},
        },
        "control": {"west": power, "east": power, "here": "uk", "away": "uk"},
        "supply": {"west": 40, "east": 30, "here": 40},
        power: attackers,
        "uk": defenders,
    }  # fmt: skip


def answer(g: NorthAfrica, ask: Ask) -> int:
    """The policies of the odds: fight, press, aim, lose the cheapest."""
    if ask.mask(LOSE):
        return LOSE + min(bits(ask.mask(LOSE)), key=lambda u: loss(g, u))
    if ask.mask(TARGET):
        return TARGET + aimed(g, ask.mask(TARGET))
    if ask.mask(MAIN):
        return MAIN + min(bits(ask.mask(MAIN)))
    for action in (STAND, PRESS, NO, DONE):
        if ask.allows(action):
            return action
    return ask.actions()[0]


def loss(g: NorthAfrica, u: int) -> tuple[bool, int, int, int]:
    chart, kind = g.board.chart, g.kind[u]
    value = chart.attack[kind] if g.fought >> u & 1 else chart.defense[kind]
    free = bool(chart.traits[kind] & TWO_HITS) and not g.damaged >> u & 1
    return not free, chart.worth[kind] or 99, value, g.where[u] if g.fought >> u & 1 else 0


def aimed(g: NorthAfrica, mask: int) -> int:
    if mask >> ANY_AIR & 1:
        return ANY_AIR
    if mask == 1 << TANK:
        return TANK
    chart = g.board.chart
    there = [
        g.kind[u] for u in bits(g.at[g.battle] & ~g.fought) if mask >> chart.type[g.kind[u]] & 1
    ]
    best = max(there, key=lambda k: (chart.worth[k] or 99, chart.defense[k]))
    return chart.type[best]


def fight(table: dict[str, object], seed: int) -> NorthAfrica:
    chance = Sampled(seed)
    g = GAME.from_position(table, chance)
    while g.phase == COMBAT:
        ask = pending(g)[0]
        act(g, ask.seat, answer(g, ask), chance)
        g.asked = None
    return g


@pytest.mark.parametrize("name", SCENES)
def test_the_rules_agree(name: str) -> None:
    spec = spec_of(SCENES[name])
    found = battle(spec)
    table = position(SCENES[name], spec)
    games = [fight(table, seed) for seed in range(BATTLES)]
    where = games[0].board.find("lake" if spec.sea else "here")
    british = [bool(g.at[where] & g.owned[1]) for g in games]
    held = sum(british) / BATTLES
    spread = sqrt(max(found.held * (1 - found.held), 0.01) / BATTLES)
    assert abs(held - found.held) < OFF * spread
    if not spec.sea:
        taken = sum(g.control[where] != 1 for g in games) / BATTLES
        spread = sqrt(max(found.taken * (1 - found.taken), 0.01) / BATTLES)
        assert abs(taken - found.taken) < OFF * spread
    for i, group in enumerate(spec.attacker):
        if [g.kind for g in spec.attacker].count(group.kind) > 1:
            continue
        left = [g.kinds_at[group.kind].bit_count() for g in games]
        mean = sum(left) / BATTLES
        error = sqrt(max(sum((n - mean) ** 2 for n in left) / BATTLES, 0.01) / BATTLES)
        assert abs(mean - found.mean_left(ATTACKER, i)) < OFF * error


def test_odds_of_an_attack_on_the_map() -> None:
    spec = spec_of(SCENES["flank"])
    table = position(SCENES["flank"], spec)
    g = GAME.from_position(table, Sampled(1))
    here = odds_here(g, "here")
    assert here.splitlines()[0] == report(battle(spec)).splitlines()[0]
    table["germany"] = ["infantry x3 west", "artillery west"]
    g = GAME.from_position(table | {"phase": "combat move"}, Sampled(1))
    more = odds_here(g, "here with infantry@west infantry@west infantry@west artillery@west")
    less = odds_here(g, "here with infantry@west")
    assert more != less
    for wrong in ("nowhere", "here", "here with british-infantry@here", "here with tank@east"):
        with pytest.raises(Refused):
            odds_here(g, wrong)
