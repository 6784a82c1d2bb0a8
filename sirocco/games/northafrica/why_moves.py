"""Why something cannot be done in phases 3 and 5: limits of the same masks, lifted one by one."""

from __future__ import annotations

from sirocco.games.northafrica.attacks import ATTACK_LIMITS, origins, targets
from sirocco.games.northafrica.front import PEACE
from sirocco.games.northafrica.marches import MARCH_LIMITS, destinations
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.state import FREE, NorthAfrica
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_moves import AT, ATTACK, FROM, MOVE
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.refusal import Refused, first_cause


def subject(g: NorthAfrica) -> int:
    """The unit that the present order is about."""
    return int(getattr(g.stack[-1], "u", 0))


def foreign(g: NorthAfrica, u: int) -> Refused | None:
    """No such unit, or not one of the power whose turn it is."""
    if u >= len(g.kind) or g.kind[u] == FREE:
        return Refused("There is no such unit.", "NA-ORDER-b")
    if g.owner[u] != g.power:
        return Refused(
            f"It is {POWER_NAMES[g.power]}'s turn: only its own units move and attack.",
            "NA-ORDER-a",
            "NA-P3-a",
            "NA-P5-a",
        )
    return None


def why_orders(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic orders: phase 3."""
    verb, noun = action & ~NOUN, action & NOUN
    if verb == ATTACK:
        return foreign(g, noun) or _why_attack(g, noun)
    if verb == MOVE:
        return Refused(
            "Only moves that lead to an attack are made in phase 3; others wait for phase 5.",
            "NA-P3-a",
            "NA-P3LAND-c",
            "NA-P3START-c",
        )
    if verb == DONE:
        return Refused("Not all units that must attack have a target.", "NA-P3-a", "D5")
    return Refused("It is the combat move phase: that is not open now.", "NA-P3-a", "NA-ORDER-e")


def _why_attack(g: NorthAfrica, u: int) -> Refused:
    if not (g.army | g.trucks) >> u & 1:
        return Refused("Air and sea units attack the space that they are in.", "NA-P3-d", "NA-P3-h")
    return first_cause(
        ATTACK_LIMITS,
        lambda lifted: bool(targets(g, u, lifted)),
        Refused("That unit has nothing to attack.", "NA-P3-b", "NA-DECL-g"),
    )


def why_target(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic attack_target."""
    verb, t = action & ~NOUN, action & NOUN
    if verb != AT or t >= g.board.size:
        return Refused("Say which territory is to be attacked.", "NA-DECL-g", "D6")
    if g.board.sea >> t & 1:
        return Refused("Land units attack territories.", "NA-DECL-g", "NA-SEA-c", "NA-OVER-b")
    u = subject(g)
    if g.board.impassable >> t & 1:
        return Refused("That territory is impassable.", "NA-TERR-a", "NA-ROAD-b")
    return first_cause(
        ATTACK_LIMITS,
        lambda lifted: bool(targets(g, u, lifted) >> t & 1),
        Refused("That territory cannot be reached by land.", "NA-DECL-g", "NA-OVER-b"),
    )


def why_from(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic attack_from."""
    verb, s = action & ~NOUN, action & NOUN
    if verb != FROM or s >= g.board.size:
        return Refused("Say from where the unit attacks.", "NA-P3-e", "D6")
    u, t = subject(g), int(getattr(g.stack[-1], "target", 0))
    return why_not_from(g, u, t, s)


def why_not_from(g: NorthAfrica, u: int, t: int, s: int) -> Refused:
    """Why a unit cannot attack a target from a certain place."""
    limits = [limit for limit in ATTACK_LIMITS if limit is not PEACE]
    return first_cause(
        limits,
        lambda lifted: bool(origins(g, u, t, lifted) >> s & 1),
        Refused("The target does not border that territory.", "NA-DECL-g", "NA-SPACES-a"),
    )


def why_noncombat(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic noncombat: phase 5."""
    verb, noun = action & ~NOUN, action & NOUN
    if verb == MOVE:
        return foreign(g, noun) or _why_march(g, noun)
    return Refused("It is the noncombat move phase: that is not open now.", "NA-P5-a", "NA-ORDER-e")


def _why_march(g: NorthAfrica, u: int) -> Refused:
    return first_cause(
        MARCH_LIMITS,
        lambda lifted: bool(destinations(g, u, lifted)),
        Refused("That unit cannot go anywhere.", "NA-P5LAND-a", "NA-SPACES-a"),
    )


def why_move_to(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Topic move_to."""
    verb, s = action & ~NOUN, action & NOUN
    if verb != TO or s >= g.board.size:
        return Refused("Say where the unit goes.", "NA-P5-a", "D6")
    u = subject(g)
    if g.board.sea >> s & 1:
        return Refused("Land units do not go to sea.", "NA-SEA-c")
    if g.board.impassable >> s & 1:
        return Refused("That territory is impassable.", "NA-TERR-a", "NA-ROAD-b")
    return first_cause(
        MARCH_LIMITS,
        lambda lifted: bool(destinations(g, u, lifted) >> s & 1),
        Refused("There is no way there by land.", "NA-SPACES-a", "NA-P5LAND-a"),
    )
