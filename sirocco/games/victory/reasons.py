"""Why an action is not allowed, and which rules stand behind one that is."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from sirocco.games.victory import verbs as v
from sirocco.games.victory import why_battle, why_moves, why_production, why_setup
from sirocco.games.victory.state import (
    COMBAT,
    INITIATIVE,
    MOVEMENT,
    OVER,
    PHASES,
    PRODUCTION,
    RESPONSE,
    SETUP,
    TURN_END,
    VICTORY_CHECK,
    Victory,
)
from sirocco.games.victory.victory import THREE_MAPS, model_of
from sirocco.games.victory.words import VERBS, told, verb_word
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import asked_of, pending
from sirocco.kernel.refusal import Refused, others_decide

_VERBS_OF: Final[dict[str, Collection[int]]] = {
    **dict.fromkeys(why_setup.WHY, why_setup.VERB_RULES),
    **dict.fromkeys(why_moves.WHY, why_moves.VERB_RULES),
    **dict.fromkeys(why_battle.WHY, why_battle.VERB_RULES),
    **dict.fromkeys(why_production.WHY, why_production.VERB_RULES),
}
"""The verbs of the part of the turn to which a topic belongs."""
_ANYWHERE: Final = frozenset((v.TO, v.ABOARD, v.STRENGTH, v.LOSE, v.DONE))
"""Verbs of questions in more than one part of the turn."""
WHY: Final[dict[str, Callable[[Victory, Ask, int], Refused]]] = {
    **why_setup.WHY,
    **why_moves.WHY,
    **why_battle.WHY,
    **why_production.WHY,
}
VERB_RULES: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    **why_setup.VERB_RULES,
    **why_moves.VERB_RULES,
    **why_battle.VERB_RULES,
    **why_production.VERB_RULES,
}
PHASE_RULES: Final[dict[int, tuple[str, ...]]] = {
    SETUP: ("V-1.4-f", "V-1.4-g"),
    INITIATIVE: ("V-TURN-a",),
    MOVEMENT: ("V-PTURN-a", "V-INIT-c", "V-INIT-a", "V-PTURN-o", "V-4.0-c"),
    RESPONSE: ("V-PTURN-d", "V-4.44-a", "V-5.0-a", "V-PTURN-a"),
    COMBAT: ("V-5.3-b", "V-5.3-c", "V-PTURN-j", "V-PTURN-k"),
    TURN_END: ("V-PTURN-a",),
    VICTORY_CHECK: ("V-VCHECK-a",),
    PRODUCTION: ("V-6.0-a",),
    OVER: ("V-8.0-a",),
}
FIRST: Final[dict[str, tuple[str, ...]]] = {
    "battle": ("V-PTURN-i", "V-5.1-a", "V-PTURN-h"),
    "hit": ("V-5.46-b", "V-5.46-a"),
    "leave": ("V-5.31-a", "V-5.5-b", "V-5.5-c"),
    "ground": ("V-4.42-c", "V-4.42-a"),
    "declare": ("V-5.42-c", "A62"),
    "excess": ("V-4.41-g", "V-3.2-h", "A55"),
    "landing": ("V-4.41-d",),
    "base": ("V-4.41-d",),
}
"""The rules that say why this question of a battle comes before everything else."""
_OUT_OF_TURN: Final = frozenset(("battle", "hit", "leave"))
"""Questions that have nothing to do with whose Combat Turn it is."""
_OWNERS: Final = frozenset((v.MOVE, v.RESPOND, v.ACTIVATE, v.CITY, v.STEP, v.BUILD, v.MERGE))
"""Actions that one seat has, in one phase; the rules that say so are those of the verb."""


def why(g: Victory, seat: int, action: int) -> Refused:
    """The reason why an action is not offered to a seat now."""
    ask = asked_of(g, seat)
    if ask is None:
        return _not_asked(g, seat, action)
    wanted = action & ~NOUN
    if wanted not in VERBS:
        sentence = f"There is no such action in Victory; now is {PHASES[g.phase]}."
        return Refused(sentence, *PHASE_RULES[g.phase])
    explain = WHY.get(ask.topic)
    if explain is None:
        return not_open(g, ask, action)
    found = explain(g, ask, action)
    if wanted not in _ANYWHERE and wanted not in _VERBS_OF[ask.topic]:
        found = found.also(*VERB_RULES[wanted][1])
    if wanted not in (v.TO, v.ABOARD) and all(verb != wanted for verb, _ in ask.choices):
        found = found.also(*FIRST.get(ask.topic, ()))
    return found


def not_open(g: Victory, ask: Ask, action: int) -> Refused:
    """The general reason: that verb is not open now."""
    sentence, rules = VERB_RULES[action & ~NOUN]
    return Refused(sentence, *rules)


def _not_asked(g: Victory, seat: int, action: int) -> Refused:
    if g.phase == OVER:
        return Refused("The game is over.", *_ending_rules(g))
    asks = pending(g)
    sentence = others_decide([told(g, ask, seat)[0] for ask in asks], PHASES[g.phase])
    topic = asks[0].topic if asks else ""
    rules = FIRST.get(topic, ())
    if topic not in _OUT_OF_TURN:
        rules += PHASE_RULES[g.phase]
    side = g.terms.side_of[seat]
    allies = any(g.terms.side_of[ask.seat] == side for ask in asks)
    named = (*_whose(g, side, action), *(_command_rules(g) if allies else ()))
    return Refused(sentence, *named, *rules)


def _ending_rules(g: Victory) -> tuple[str, ...]:
    """The rules that can have ended a game on these terms."""
    goals: tuple[str, ...] = ("V-8.0-b",) if g.terms.maps == 4 else PHASE_RULES[OVER]
    if model_of(g.terms) == THREE_MAPS:
        goals = ("V-8.4-e", "V-8.4-f")
    limit = ("V-8.6-b",) if 0 < g.terms.limit <= g.turn else ()
    return (*goals, *limit, "V-VCHECK-a")


def _whose(g: Victory, side: int, action: int) -> tuple[str, ...]:
    """The rules that give such an action to somebody else, or at another time."""
    verb = action & ~NOUN
    if verb == v.BEACHHEAD:
        return why_production.beachhead_rules(g, side, action & NOUN)
    if verb in _OWNERS:
        late = ("V-5.0-a",) if g.phase == COMBAT and verb in why_moves.VERB_RULES else ()
        return (*VERB_RULES[verb][1], *late)
    if verb in (v.BATTLE, v.GROUND, v.HIT, v.BASE) or (verb == v.LOSE and g.phase == COMBAT):
        return VERB_RULES[verb][1]
    if g.phase == COMBAT:
        return why_battle.out_of_turn(g, side, action)
    if verb in (v.RAISE, v.STRENGTH) and g.phase == SETUP:
        return why_setup.force_rules(g, side)
    if verb == v.CHOOSE:
        return why_setup.choice_rules(g)
    if verb == v.DEPLOY and g.phase == SETUP:
        return ("V-1.4-f", "A13")
    if verb in (v.ARRANGE, v.APPOINT, v.OFFICE, v.COUP, v.MOTION, v.AYE, v.NAY):
        return BEHIND[verb]
    return ()


def _command_rules(g: Victory) -> tuple[str, ...]:
    """The rules by which the seats of one side share its decisions."""
    if g.terms.duty == "fronts":
        return ("V-8.4-g",)
    return ("V-8.5-d", "V-8.5-b") if g.phase == PRODUCTION else ("V-8.5-b",)


BEHIND: Final[dict[int, tuple[str, ...]]] = {
    v.CHOOSE: ("V-MAPS-c", "V-MAPS-e"),
    v.ARRANGE: ("V-MAPS-d", "V-MAPS-f"),
    v.RAISE: ("V-8.1-a", "V-8.2-a"),
    v.STRENGTH: ("V-6.3-a",),
    v.DEPLOY: ("V-1.4-f",),
    v.MOVE: ("V-PTURN-b", "V-4.0-c"),
    v.TO: ("V-4.0-a",),
    v.INVADE: ("V-5.7-a", "V-5.7-b"),
    v.DROP: ("V-5.6-a", "V-5.6-b"),
    v.MARCH: ("V-2.3-b", "V-4.7-e"),
    v.SAIL: ("V-4.7-c", "V-4.71-a"),
    v.FLY: ("V-4.7-b",),
    v.ABOARD: ("V-3.2-f", "V-4.41-c"),
    v.FERRY: ("V-4.7-b", "V-3.2-l"),
    v.VIA: ("V-4.2-a",),
    v.STAY: ("V-4.0-a",),
    v.BACK: ("V-4.1-e",),
    v.ACTIVATE: ("V-5.8-i",),
    v.RESPOND: ("V-4.44-a", "V-4.44-b"),
    v.DONE: ("V-PTURN-a",),
    v.BATTLE: ("V-PTURN-i", "V-5.1-a"),
    v.GROUND: ("V-4.42-c",),
    v.FIRE: ("V-5.3-a", "V-5.42-e"),
    v.FIRE_AIR: ("V-5.42-c", "V-5.45-a"),
    v.FIRE_NAVAL: ("V-5.42-c", "V-5.44-a"),
    v.FIRE_ARMY: ("V-5.42-c", "V-5.43-a"),
    v.AT: ("V-5.42-c",),
    v.LAND: ("V-5.6-d", "V-5.7-d"),
    v.ABORT: ("V-5.6-d",),
    v.RETREAT: ("V-5.5-a",),
    v.PASS: ("V-5.3-a", "V-XCOMBAT-g"),
    v.HIT: ("V-5.46-a", "V-5.46-b"),
    v.BLOCKADE: ("V-5.8-a", "V-5.8-b"),
    v.LOSE: ("V-4.41-g", "V-3.2-h"),
    v.BASE: ("V-4.41-d",),
    v.BEACHHEAD: ("V-5.71-a", "V-5.71-b"),
    v.CITY: ("V-6.2-c",),
    v.STEP: ("V-6.2-b", "V-6.3-a"),
    v.BUILD: ("V-6.2-a", "V-6.2-d"),
    v.MERGE: ("V-MERGE-a",),
    v.INTO: ("V-MERGE-a",),
    v.APPOINT: ("V-8.5-e",),
    v.OFFICE: ("V-8.5-e",),
    v.COUP: ("V-8.5-f",),
    v.MOTION: ("V-8.5-c",),
    v.AYE: ("V-8.5-c", "V-8.5-f"),
    v.NAY: ("V-8.5-c", "V-8.5-f"),
}
"""The rules behind an offer, by its verb."""
BEHIND_TOPIC: Final[dict[tuple[str, int], tuple[str, ...]]] = {
    ("retreat", v.TO): ("V-5.5-d", "V-5.5-e"),
    ("base", v.TO): ("V-4.41-d", "V-4.43-a"),
    ("response-to", v.TO): ("V-4.44-c", "V-4.44-e"),
    ("force-strength", v.STRENGTH): ("V-8.2-a", "V-1.4-b"),
    ("force", v.DONE): ("V-8.2-a",),
    ("deploy-to", v.TO): ("V-1.4-c", "V-1.4-d"),
    ("council", v.DONE): ("V-8.5-c",),
    ("response", v.DONE): ("V-4.44-b",),
    ("production", v.DONE): ("V-6.2-e",),
    ("spend", v.DONE): ("V-6.2-e",),
}


def rules_behind(g: Victory, ask: Ask, action: int) -> tuple[str, ...]:
    """The rules that allow an offered action."""
    wanted = action & ~NOUN
    return BEHIND_TOPIC.get((ask.topic, wanted)) or BEHIND[wanted]


__all__ = ["not_open", "rules_behind", "verb_word", "why"]
