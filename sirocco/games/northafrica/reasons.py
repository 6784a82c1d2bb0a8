"""Why an action is not allowed, and which rules stand behind one that is."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.powers import POWER_NAMES, US
from sirocco.games.northafrica.state import (
    ADVANCE,
    COMBAT,
    COMBAT_MOVE,
    DEPLOY,
    FREE,
    NONCOMBAT,
    OVER,
    PHASES,
    REQUISITION,
    NorthAfrica,
)
from sirocco.games.northafrica.tables import AREAS, VERBS
from sirocco.games.northafrica.verbs_convoys import DEPLOY_UNIT
from sirocco.games.northafrica.why_chart import with_row
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import asked_of, local, pending
from sirocco.kernel.refusal import Refused, others_decide

PHASE_RULES: Final[dict[int, tuple[str, ...]]] = {
    ADVANCE: ("NA-ORDER-b", "NA-ORDER-e", "NA-P1-n"),
    REQUISITION: ("NA-ORDER-b", "NA-ORDER-e", "NA-P2-a"),
    COMBAT_MOVE: ("NA-ORDER-b", "NA-ORDER-e", "NA-P3-a"),
    COMBAT: ("NA-ORDER-b", "NA-ORDER-e", "NA-COMBAT-a"),
    NONCOMBAT: ("NA-ORDER-b", "NA-ORDER-e", "NA-P5-a"),
    DEPLOY: ("NA-ORDER-b", "NA-ORDER-e", "NA-P6-a"),
}

WAITING: Final = ("NA-SETUP-l", "NA-P2-i")
"""What is in the Reinforcements Zone does nothing but be deployed."""

SEATS: Final = {2: "NA-PLAYERS-b", 3: "NA-PLAYERS-c", 4: "NA-PLAYERS-d"}
"""By the number of players: which powers a seat runs."""

JOINT: Final = ("NA-RLPR7-v", "NA-RLPR7-t", "NA-TORCHR7-g", "R61")
"""At Algiers the United States decides for the British."""

TOGETHER: Final = ("NA-MULTI-e", "NA-DETLAND-c", "D2")
"""Allies answer together, once or twice; then the attacker decides, of mines the lower number."""


def phase_rules(g: NorthAfrica) -> tuple[str, ...]:
    return PHASE_RULES.get(g.phase, ("NA-ORDER-a", "NA-ORDER-b"))


def why(g: NorthAfrica, seat: int, action: int) -> Refused:
    """The reason why an action is not offered to a seat now."""
    if g.phase == OVER:
        return Refused("The game is over.", "NA-WIN-e", "NA-WIN-h")
    ask = asked_of(g, seat)
    if ask is None:
        names = [g.terms.seats[a.seat] for a in pending(g)]
        joint = JOINT if g.landings and g.power == US else ()
        allied = TOGETHER if g.disagreed or g.answers[seat] >= 0 else ()
        told = (*shut_rules(action), *allied, "NA-ORDER-a", *phase_rules(g), *joint)
        return Refused(
            others_decide(names, f"{PHASES[g.phase]}, {POWER_NAMES[g.power]}"),
            *told,
            SEATS[g.terms.players],
            "NA-PLAYERS-f",
        )
    if action < 0 or action & ~NOUN not in VERBS:
        return Refused(f"There is no such action; now is {PHASES[g.phase]}.", *phase_rules(g))
    if VERBS[action & ~NOUN].noun == "unit" and action & NOUN >= len(g.kind):
        return Refused("There is no such unit.", *shut_rules(action), *phase_rules(g))
    for area in AREAS:
        explain = area.why.get(ask.topic)
        if explain is not None:
            found = _charted(g, action, explain(g, ask, action))
            if any(verb == action & ~NOUN for verb, _ in ask.choices):
                return found
            return found.also(*shut_rules(action))
    return not_open(g, ask, action)


def _charted(g: NorthAfrica, action: int, found: Refused) -> Refused:
    """With the row of the chart of the unit that an order names, or is about."""
    verb = VERBS[action & ~NOUN]
    u = action & NOUN if verb.noun == "unit" else local(g, "u")
    if verb.noun not in ("unit", "space") or not 0 <= u < len(g.kind):
        return found
    if g.kind[u] == FREE:
        return found
    found = with_row(g, g.kind[u], found)
    if verb.noun == "unit" and g.where[u] == g.board.size and action & ~NOUN != DEPLOY_UNIT:
        return found.also(*WAITING)
    return found


def not_open(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """The general reason: that is not open now."""
    rules = shut_rules(action) + rules_behind(g, ask, action)
    return Refused(
        f"That is not open now: it is {POWER_NAMES[g.power]}'s {PHASES[g.phase]} phase.",
        *rules,
        *phase_rules(g),
    )


def shut_rules(action: int) -> tuple[str, ...]:
    """The rules that keep a verb shut outside its own question."""
    verb = action & ~NOUN
    return tuple(rule for area in AREAS for rule in area.shut.get(verb, ()))


def rules_behind(g: NorthAfrica, ask: Ask, action: int) -> tuple[str, ...]:
    """The rules that allow an offered action."""
    verb = action & ~NOUN
    for area in AREAS:
        if found := area.topics.get((ask.topic, verb)):
            return found
    for area in AREAS:
        if found := area.behind.get(verb):
            return found
    return phase_rules(g)
