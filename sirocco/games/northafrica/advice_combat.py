"""Advice for phase 4: whom to fight, what to lose, when to stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sirocco.games.northafrica.advice_value import (
    attack_values,
    defense_values,
    duel,
    place_worth,
    worth,
)
from sirocco.games.northafrica.battlefield import at_sea, attackers, defenders
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_combat import (
    BOMB,
    CEASE,
    ENTER,
    FIGHT,
    LEAVE,
    LOSE,
    LOSE_SUPPLY,
    NAME,
    PRESS,
    RAID,
    RETREAT,
    STAND,
    TARGET,
)
from sirocco.games.northafrica.verbs_moves import PAY
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits, lowest

ROUNDS: Final = 6


def next_combat(g: NorthAfrica, ask: Ask) -> int:
    """The most valuable place first."""
    return FIGHT + max(bits(ask.mask(FIGHT)), key=lambda s: (place_worth(g, s), s))


def raid(g: NorthAfrica, ask: Ask) -> int:
    return RAID if ask.allows(RAID) else BOMB


def prospects(g: NorthAfrica, rounds: int) -> tuple[float, float]:
    """Units left on both sides of the present combat, on average."""
    ours = attack_values(g, bits(attackers(g)))
    theirs = defense_values(g, bits(defenders(g) & ~g.retreating))
    return duel(ours, theirs, rounds, bool(g.board.bonus[g.battle]))


def stand_or_go(g: NorthAfrica, ask: Ask) -> int:
    """Defend what is worth it, and wherever the attacker pays for it."""
    if place_worth(g, g.battle) > 2:
        return STAND
    attack, defense = prospects(g, ROUNDS)
    return STAND if defense > 0 or attack < 2 else RETREAT


def losses(g: NorthAfrica, ask: Ask) -> int:
    """The cheapest unit; of attackers on land one that can move in is kept."""
    units = ask.mask(LOSE)
    if not units:
        return ask.pick(0)
    return LOSE + min(bits(units), key=lambda u: (worth(g, u), g.board.chart.attack[g.kind[u]], u))


def cargo_loss(g: NorthAfrica, ask: Ask) -> int:
    units = ask.mask(LOSE)
    cheap = min((worth(g, u) for u in bits(units)), default=99)
    if ask.allows(LOSE_SUPPLY) and cheap > 5:
        return LOSE_SUPPLY
    return losses(g, ask)


def aim(g: NorthAfrica, ask: Ask) -> int:
    """The dearest type that must take a hit, or that must be lost."""
    verb = TARGET if ask.mask(TARGET) else NAME
    types = ask.mask(verb)
    if not types:
        return ask.pick(0)
    chart = g.board.chart
    price = {
        t: max((chart.worth[k] for k in range(chart.kinds) if chart.type[k] == t), default=0)
        for t in bits(types)
    }
    return verb + max(price, key=lambda t: (price[t], t))


def no_more(g: NorthAfrica, ask: Ask) -> int:
    return DONE if ask.allows(DONE) else ask.pick(0)


def escape(g: NorthAfrica, ask: Ask) -> int:
    """The dearest cargo gets away first."""
    verb, units = ask.choices[0]
    return verb + max(bits(units), key=lambda u: worth(g, u)) if units else ask.pick(0)


def press(g: NorthAfrica, ask: Ask) -> int:
    """Go on while the average ends well."""
    if not ask.allows(PRESS):
        return CEASE
    attack, defense = prospects(g, ROUNDS)
    if at_sea(g):
        return PRESS if defense < 0.5 or attack > defense else CEASE
    return PRESS if defense < 0.5 and attack > 0.5 else CEASE


def retreat_next(g: NorthAfrica, ask: Ask) -> int:
    """The dearest unit takes the first place."""
    units = ask.mask(LEAVE)
    return LEAVE + max(bits(units), key=lambda u: worth(g, u)) if units else ask.pick(0)


def haven(g: NorthAfrica, ask: Ask) -> int:
    """The most valuable place that takes it."""
    return TO + max(bits(ask.mask(TO)), key=lambda s: (place_worth(g, s), s))


def token(g: NorthAfrica, ask: Ask) -> int:
    """From where most supply lies."""
    return PAY + max(bits(ask.mask(PAY)), key=lambda s: (g.supply[s], s))


def advance(g: NorthAfrica, ask: Ask) -> int:
    """The best defenders move in."""
    chart = g.board.chart
    units = ask.mask(ENTER)
    return ENTER + max(bits(units), key=lambda u: (chart.defense[g.kind[u]], -u))


def main_attack(g: NorthAfrica, ask: Ask) -> int:
    """Whichever: the first."""
    verb, spaces = ask.choices[0]
    return verb + lowest(spaces)


TOPICS: Final[dict[str, Callable[[NorthAfrica, Ask], int]]] = {
    "fight": next_combat,
    "main-attack": main_attack,
    "shot-down": losses,
    "raid": raid,
    "bomb": raid,
    "fight-or-retreat": stand_or_go,
    "exempt-orders": stand_or_go,
    "defense-token": token,
    "submarines": no_more,
    "target": aim,
    "losses": losses,
    "cargo-loss": cargo_loss,
    "cargo-loss-of-type": losses,
    "name-loss": aim,
    "escape": escape,
    "retreat": retreat_next,
    "retreat-to": haven,
    "press-at-sea": press,
    "press": press,
    "press-token": token,
    "advance": advance,
}
