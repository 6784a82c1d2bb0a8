"""Where a game stands, in words: round and turn, points, combat, objectives."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import side_units
from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.powers import ALLIES, AXIS, POWER_NAMES, SIDE
from sirocco.games.northafrica.sayings import SIDE_NAMES, cap, listed, place
from sirocco.games.northafrica.scenarios import of
from sirocco.games.northafrica.standing import value
from sirocco.games.northafrica.state import (
    COMBAT,
    COMBAT_MOVE,
    DRAW,
    LEVELS,
    MINOR,
    OVER,
    PHASES,
    SETUP,
    TOTAL,
    NorthAfrica,
)
from sirocco.games.northafrica.text_seen import forces
from sirocco.games.northafrica.victory import level_reached, worth
from sirocco.kernel.bits import bits

STEPS: Final = (
    "",
    "fight or retreat",
    "the attacker fires",
    "the defender fires",
    "losses and retreats",
    "press or cease",
    "the end of the combat",
)


def status(g: NorthAfrica) -> str:
    """Where the game stands, in a few lines."""
    if g.phase == OVER:
        return outcome(g)
    if g.phase == SETUP:
        return f"{of(g).title}, set-up."
    lines = [f"Round {g.round}, {POWER_NAMES[g.power]}: {PHASES[g.phase]}."]
    if g.phase == COMBAT and g.battle != NONE:
        lines += combat_lines(g)
    elif g.phase in (COMBAT_MOVE, COMBAT):
        lines += attack_lines(g)
    return "\n".join(lines)


def combat_lines(g: NorthAfrica) -> list[str]:
    """The combat that is being fought."""
    side = SIDE[g.power]
    attackers = sum(
        1 << u
        for u in bits((g.fought | g.at[g.battle]) & ~g.withdrawn)
        if (g.target[u] == g.battle or (g.landings >> g.battle & 1 and g.where[u] == g.battle))
        and SIDE[g.owner[u]] == side
    )
    defenders = g.at[g.battle] & side_units(g, 1 - side) & ~g.escaped
    if g.board.land >> g.battle & 1:
        defenders &= ~g.trucks
    round_ = f"round {g.combat_round}, {STEPS[g.combat_step]}" if g.combat_round else "begins"
    out = [f"Combat in {place(g.board, g.battle)}, {round_}:"]
    for name, units in (("attack", attackers), ("defend", defenders)):
        fit, hit = units & ~g.hit & ~g.submerged, units & g.hit
        out.append(f"  {name}: {forces(g, fit) or 'nobody'}")
        if hit:
            out.append(f"    hit: {forces(g, hit)}")
    return out


def attack_lines(g: NorthAfrica) -> list[str]:
    """The attacks that are declared and not fought yet."""
    targets: dict[int, int] = {}
    for u in bits(g.fought):
        if g.target[u] != NONE:
            targets[g.target[u]] = targets.get(g.target[u], 0) | 1 << u
    return [
        f"  {cap(place(g.board, s))} is attacked by {forces(g, units)}."
        for s, units in sorted(targets.items())
    ]


def outcome(g: NorthAfrica) -> str:
    if g.winner == DRAW:
        return "The game is over: a draw."
    level = f", {LEVELS[g.level]} Victory" if g.level else ""
    return f"The game is over: {SIDE_NAMES[g.winner]} won{level}."


def score(g: NorthAfrica) -> str:
    """Who is how far from winning."""
    if g.phase == OVER:
        return outcome(g)
    rounds = data_pack().number("limits.game.rounds")
    lines = [f"{of(g).title}; round {g.round} of {rounds}. After the last round:"]
    for side in (AXIS, ALLIES):
        level = level_reached(g, side)
        now = f"{LEVELS[level]} Victory" if level <= MINOR else "no objective"
        points = value(g, side)
        lines.append(
            f"  {cap(SIDE_NAMES[side])}: {now} as it stands; {points} points of territory, "
            f"land units worth {worth(g, side)}"
        )
        for number, groups in enumerate(of(g).victory[side]):
            if groups:
                lines.append(f"    {LEVELS[TOTAL + number]}: {_goals(g, groups)}")
    capitals = [s for s in g.board.capital if s != NONE]
    if len(capitals) == len(g.board.capital):
        tunis, cairo = (g.board.title(s) for s in g.board.capital)
        lines.append(f"  At once: the Axis takes {cairo}, or the Allies take {tunis}.")
    return "\n".join(lines)


def _goals(g: NorthAfrica, groups: tuple[tuple[str, ...], ...]) -> str:
    told = []
    for group in groups:
        names = [g.board.title(s) if (s := g.board.find(n)) >= 0 else n for n in group]
        told.append(listed(names))
    return " or ".join(told)
