"""Why an air response is refused."""

from __future__ import annotations

from sirocco.games.victory import response
from sirocco.games.victory.battlefields import battle_hexes
from sirocco.games.victory.causes import closed, foreign, no_hex
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import AIR_MASK, AIRBORNE, UNIT_NAME
from sirocco.games.victory.verbs import ABOARD, DONE, FERRY, FLY, RESPOND, TO
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.frames import local
from sirocco.kernel.refusal import Refused, first_cause


def why_response(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic response: which Air unit cannot be sent."""
    verb, u = action & ~NOUN, action & NOUN
    if verb == DONE:
        return Refused("Just say done.", "V-4.44-b")
    if verb == TO:
        return Refused("First say which Air unit responds.", "V-4.44-b", "V-PTURN-d")
    if verb != RESPOND:
        return Refused(
            "This is the air response: only the Defender's Air units move.",
            "V-PTURN-d",
            "V-4.44-a",
            "V-5.0-a",
            "V-PTURN-a",
        )
    stranger = foreign(g, ask, u)
    if stranger is not None:
        return stranger
    if not AIR_MASK >> u & 1:
        rules = ("V-PTURN-d", "A31") if AIRBORNE >> u & 1 else ("V-PTURN-d",)
        return Refused("Only Air units respond.", *rules)
    if g.moved >> u & 1:
        return response.FLEW.refusal()
    if battle_hexes(g) >> g.where[u] & 1:
        return response.PINNED.refusal()
    battles = battle_hexes(g)
    found = closed(
        response.RESPONSE_LIMITS, lambda lifted: response.response_to(g, u, lifted), battles
    )
    if not found:
        return response.NO_BATTLE.refusal()
    return Refused(next(iter(found.values())), *found, *response.NO_BATTLE.rules)


def why_response_to(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic response-to: which battle the Air unit cannot join."""
    verb, noun = action & ~NOUN, action & NOUN
    u = local(g, "u")
    if verb in (ABOARD, FERRY, FLY):
        return Refused("A response joins a battle; it lands nowhere.", "V-4.44-e", "V-PTURN-e")
    if verb != TO:
        return Refused(f"First say which battle {UNIT_NAME[u]} joins, or stay.", "V-4.44-b")
    if not g.board.grid.all >> noun & 1:
        return no_hex()
    return first_cause(
        response.RESPONSE_LIMITS,
        lambda lifted: bool(response.response_to(g, u, lifted) >> noun & 1),
        response.NO_BATTLE.refusal(),
    )
