"""Why something cannot be done in combat: what stands in the way of an answer."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.battlefield import (
    ATTACKER,
    DEFENDER,
    attackers,
    cargo,
    convoy_left,
    defenders,
    destroyers,
    exempt,
    taking_part,
    vichy,
    with_traits,
)
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import hostile
from sirocco.games.northafrica.hits import (
    AIMED,
    BY_DIVE,
    BY_GUN,
    BY_RAID,
    BY_SCOUT,
    TARGETS,
    TRANSPORTS,
    aim,
)
from sirocco.games.northafrica.kinds import AAA, HIT_AND_RUN, SUBMARINE
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.pressing import REINFORCE_LIMITS, reserves
from sirocco.games.northafrica.retreats import LIMITS, havens
from sirocco.games.northafrica.state import FREE, NorthAfrica
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_combat import (
    BOMB,
    CEASE,
    ENTER,
    ESCAPE,
    ESCAPE_SUPPLY,
    FIGHT,
    LEAVE,
    LOSE,
    LOSE_SUPPLY,
    MAIN,
    NAME,
    NAME_SUPPLY,
    PRESS,
    RAID,
    REINFORCE,
    RETREAT,
    STAND,
    SUBMERGE,
    TARGET,
    TOKEN,
    WITHDRAW,
)
from sirocco.games.northafrica.verbs_moves import PAY
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import local
from sirocco.kernel.refusal import Refused, first_cause

NOT_NOW: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    FIGHT: (
        "No combat is to be chosen now: the one under way is fought to its end.",
        ("NA-P4-e", "NA-P4-a"),
    ),
    STAND: (
        "Fight or retreat is chosen in step 1 only, by defenders who have a choice.",
        ("NA-STEP1-a", "NA-STEP1-e", "NA-STEP1-b", "NA-COMBAT-a"),
    ),
    RETREAT: (
        "Fight or retreat is chosen in step 1 only, by defenders who have a choice.",
        (
            "NA-STEP1-a",
            "NA-STEP1-d",
            "NA-STEP1-h",
            "NA-VICHY-b",
            "NA-VICHY-d",
            "NA-AAA-f",
            "NA-COMBAT-a",
        ),
    ),
    LEAVE: (
        "Only units that chose to retreat leave, in step 4.",
        ("NA-STEP4-b", "NA-STEP1-d", "NA-STEP1-f", "NA-STEP1-h", "NA-STEP1-i", "NA-VICHY-b"),
    ),
    PAY: (
        "There is nothing to be paid now.",
        ("NA-STEP1-b", "NA-STEP1-g", "NA-STEP5-c", "NA-SUPPLY-d"),
    ),
    SUBMERGE: (
        "Submarines submerge in step 1, before any dice, and not against a destroyer.",
        ("NA-STEP1SUB-b", "NA-STEP1SUB-a", "NA-STEP1SUB-c", "NA-SUB-d", "NA-DD-a"),
    ),
    LOSE: (
        "There is no loss to be chosen now.",
        ("NA-STEP2-c", "NA-STEP3-d", "NA-STEP2-d", "NA-STEP2-f"),
    ),
    LOSE_SUPPLY: (
        "Supply can be lost only in place of cargo on transports.",
        ("NA-STEP2-g", "NA-STEP2-j", "NA-STEP2-c", "NA-SUPPLY-d"),
    ),
    TARGET: (
        "There is no hit now whose target may be named.",
        (
            "NA-ATG-d",
            "NA-ATG-b",
            "NA-ATG-c",
            "NA-SCOUT-i",
            "NA-BMB-c",
            "NA-BMB-d",
            "NA-BMB-e",
            "NA-REINF-b",
            "NA-FTR-a",
        ),
    ),
    NAME: ("No type of cargo is to be named now.", ("NA-STEP2-f", "NA-STEP2-j")),
    NAME_SUPPLY: (
        "No type of cargo is to be named now.",
        ("NA-STEP2-g", "NA-STEP2-f", "NA-STEP2-j"),
    ),
    PRESS: (
        "The attack cannot be pressed now.",
        ("NA-STEP5-a", "NA-STEP5-b", "NA-STEP5-c", "NA-STEP5-d", "NA-COMBAT-a", "NA-SCOUT-b"),
    ),
    CEASE: (
        "The attack cannot be ceased now.",
        ("NA-P4-a", "NA-COMBAT-a", "NA-RLPR7-n", "NA-TORCHR7-b", "R9", "NA-STEP5-d"),
    ),
    WITHDRAW: (
        "Attackers withdraw only when a land attack is pressed.",
        ("NA-STEP5-e", "NA-STEP5-b", "NA-RLPR7-n", "NA-TORCHR7-b", "R10", "NA-COMBAT-a"),
    ),
    REINFORCE: (
        "No new units join a combat that has begun.",
        ("NA-P4-f", "NA-REINF-a", "NA-DECL-h"),
    ),
    ENTER: (
        "Units advance only when all defenders are gone, and then as many as fit.",
        ("NA-STEP6-b", "NA-STEP6-i", "NA-TERR-h", "NA-SCOUT-c"),
    ),
    ESCAPE: (
        "Cargo escapes in step 4 of a sea combat, two units in a round.",
        ("NA-STEP4-d", "NA-STEP4-e"),
    ),
    ESCAPE_SUPPLY: (
        "Cargo escapes in step 4 of a sea combat, two units in a round.",
        ("NA-STEP4-d", "NA-STEP4-e"),
    ),
    TOKEN: ("No token is to be chosen now.", ("NA-STEP2-g", "NA-STEP4-d")),
    MAIN: (
        "The main attack is fixed when the combat begins.",
        ("NA-FLANK-a", "NA-FLANK-d", "R17"),
    ),
    RAID: (
        "Supply is raided just before the first attack dice, by scout cars, once.",
        ("NA-SCOUT-g", "NA-SCOUT-h"),
    ),
    BOMB: (
        "Supply is bombed just before the first attack dice, on land, once.",
        ("NA-BMB-a", "NA-BMB-b", "NA-FTR-a"),
    ),
}
"""For each verb of combat why it is not open outside its own question."""


UNFINISHED: Final[dict[str, tuple[str, ...]]] = {
    "main-attack": ("NA-FLANK-a",),
    "shot-down": ("NA-AAA-c",),
    "fight-or-retreat": ("NA-STEP1-a",),
    "exempt-orders": ("NA-STEP1-a", "NA-STEP1-i"),
    "defense-token": ("NA-STEP1-b", "NA-STEP1-c"),
    "losses": ("NA-STEP2-d", "NA-STEP2-c", "NA-STEP3-d"),
    "cargo-loss": ("NA-STEP2-f", "NA-STEP2-d"),
    "cargo-loss-of-type": ("NA-STEP2-f", "NA-STEP2-d"),
    "name-loss": ("NA-STEP2-f", "NA-STEP2-d"),
    "cargo-tokens": ("NA-STEP2-g",),
    "retreat": ("NA-STEP4-b", "NA-STEP1-j"),
    "retreat-to": ("NA-STEP4-b", "NA-STEP1-j"),
    "press": ("NA-STEP5-c", "NA-STEP5-d"),
    "press-at-sea": ("NA-STEP5-b",),
    "press-token": ("NA-STEP5-c",),
}
"""For each question that has to be answered the rules that want an answer."""


def not_now(ask: Ask, action: int) -> Refused:
    """An action that has nothing to do with the open question."""
    if action == DONE and ask.topic in UNFINISHED:
        return Refused("That has to be decided.", *UNFINISHED[ask.topic], "NA-COMBAT-a")
    known = NOT_NOW.get(action & ~NOUN)
    if known:
        return Refused(known[0], *known[1], "NA-COMBAT-a")
    return Refused(
        "A combat is being fought: that is not open now.",
        "NA-COMBAT-a",
        "NA-P4-e",
        "NA-ORDER-e",
        "NA-ORDER-b",
    )


def why_plain(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Questions whose answers need no further reason."""
    return not_now(ask, action)


def why_fight(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN == FIGHT:
        return Refused("No attack on that space is open.", "NA-P4-e", "NA-P4-a", "NA-DECL-j")
    if action == DONE:
        return Refused("Every declared attack is fought for a round at least.", "NA-P4-a")
    return not_now(ask, action)


def why_main(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN == MAIN:
        return Refused(
            "The main attack comes from the territory with the most attacking land units.",
            "NA-FLANK-a",
        )
    return not_now(ask, action)


def why_token(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Where a token may not come from."""
    if action & ~NOUN != PAY:
        return not_now(ask, action)
    return no_source(g, action & NOUN, ask.topic == "defense-token")


def no_source(g: NorthAfrica, t: int, defending: bool) -> Refused:
    """Why a territory does not pay for fighting, or for pressing."""
    rule = "NA-STEP1-c" if defending else "NA-STEP5-c"
    side = SIDE[g.power] ^ defending
    if not 0 <= t < g.board.size or not g.supply[t]:
        return Refused("There is no supply.", rule, "NA-SUPPLY-d")
    if hostile(g, side, t):
        return Refused("That supply is the other side's.", rule, "NA-SUPPLY-f")
    return Refused(
        "That territory is out of reach, or its supply is needed for others.",
        rule,
        "NA-PAY-c",
        "NA-PAY-b",
    )


# Hits


def why_target(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Which targets a hit may not be aimed at."""
    if action & ~NOUN != TARGET:
        return not_now(ask, action)
    cls = next((c for c in range(BY_GUN, BY_RAID + 1) if g.hits[c]), BY_GUN)
    target = action & NOUN
    if cls == BY_GUN:
        return Refused("Anti-tank guns may aim at tanks only.", "NA-ATG-b")
    if cls == BY_SCOUT:
        return Refused("Scout cars may aim at air units only.", "NA-SCOUT-i")
    if cls == BY_DIVE:
        return Refused(
            "These bombers may aim at a type of combat land unit that is there and still stands.",
            "NA-BMB-c",
        )
    if target == SUBMARINE and not destroyers(g, ATTACKER):
        return Refused(
            "Submarines can be aimed at only if an attacking destroyer takes part.",
            "NA-BMB-d",
            "NA-SUB-a",
        )
    rules = ("NA-BMB-e", "NA-BMB-d") if target == TRANSPORTS else ("NA-BMB-d", "NA-BMB-e")
    return Refused("These bombers may aim at a type of sea unit that is there.", *rules)


def _escorted() -> Refused:
    return Refused("Escorts take the hits before transports do.", "NA-P4-c", "NA-STEP2-i")


def why_losses(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Why a unit cannot take a hit."""
    if action & ~NOUN == LOSE_SUPPLY and convoy_left(g):
        return _escorted()
    if action & ~NOUN != LOSE:
        return not_now(ask, action)
    u = action & NOUN
    role = DEFENDER if SIDE[g.owner[lowest(ask.mask(LOSE))]] != SIDE[g.power] else ATTACKER
    most = "NA-STEP2-d" if role else "NA-STEP3-d"
    outside = _no_part(g, u, role)
    if outside:
        return outside
    if g.hit >> u & 1:
        return Refused("That unit is a casualty already.", "NA-ATG-d", "NA-STEP2-c", "R60")
    target = next((t for t in range(len(TARGETS)) if g.hits[AIMED + t]), -1)
    if target >= 0 and not aim(g, role, target) >> u & 1:
        return Refused(
            f"This hit was aimed: it must be taken by {TARGETS[target]}.",
            "NA-ATG-b",
            "NA-SCOUT-i",
            "NA-BMB-c",
            "NA-BMB-d",
            "NA-ATG-d",
        )
    if g.air >> u & 1:
        return Refused(
            "Submarines cannot hit air units, and as many hits as possible must take effect.",
            most,
            "NA-SUB-c",
        )
    return Refused(
        "Air units hit submarines only beside a destroyer of theirs; as many hits as possible "
        "must take effect.",
        most,
        "NA-SUB-a",
        "NA-SUB-b",
        "NA-DD-b",
    )


def _no_part(g: NorthAfrica, u: int, role: int) -> Refused | None:
    """The reason if a unit is not in the combat on the side that takes the hits."""
    if g.kind[u] == FREE:
        return Refused("There is no such unit.", "NA-STEP2-c")
    if taking_part(g, role) >> u & 1:
        return None
    if g.trucks >> u & 1 and not g.board.sea >> g.where[u] & 1:
        return Refused("Trucks are never casualties of a land combat.", "NA-STEP2-c", "NA-TRUCK-i")
    if cargo(g) >> u & 1:
        return _escorted()
    if g.submerged >> u & 1:
        return Refused("That submarine has submerged.", "NA-SUB-d")
    if g.withdrawn >> u & 1:
        return Refused("That unit has withdrawn from the combat.", "NA-STEP5-e", "NA-SCOUT-b")
    if g.where[u] == g.battle and SIDE[g.owner[u]] == SIDE[g.power]:
        return Refused(
            "That unit takes no part in this combat.", "NA-MULTI-b", "NA-P4-b", "NA-STEP3-d"
        )
    return Refused(
        "That unit is not in this combat.",
        "NA-STEP2-c",
        "NA-STEP3-d",
        "NA-DECL-h",
        *(("NA-MULTI-b",) if g.owner[u] != g.power and SIDE[g.owner[u]] == SIDE[g.power] else ()),
    )


def why_shot_down(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN == LOSE:
        return Refused("Air Defense destroys attacking air units.", "NA-AAA-c")
    return not_now(ask, action)


def why_submarines(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN == SUBMERGE:
        return Refused(
            "Only a submarine of the deciding side, with no enemy destroyer in the combat.",
            "NA-STEP1SUB-a",
            "NA-STEP1SUB-b",
            "NA-STEP1SUB-c",
            "NA-SUB-d",
        )
    return not_now(ask, action)


def why_cargo(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    """Losses and escapes of cargo."""
    verb = action & ~NOUN
    if ask.topic == "escape":
        if verb in (ESCAPE, ESCAPE_SUPPLY):
            return Refused(
                "Only cargo of the defenders that is still in the combat escapes.",
                "NA-STEP4-d",
                "NA-STEP4-e",
            )
        return not_now(ask, action)
    if ask.topic == "cargo-loss-of-type" and verb in (LOSE, LOSE_SUPPLY):
        return Refused("The second loss must be of the type that was named.", "NA-STEP2-f")
    if verb in (NAME, NAME_SUPPLY) and ask.topic == "name-loss":
        return Refused("Only what is aboard can be named.", "NA-STEP2-j", "NA-STEP2-f", "R57")
    fighting = taking_part(g, DEFENDER) if g.battle != NONE else 0
    if verb == LOSE and fighting >> (action & NOUN) & 1:
        return Refused(
            "That hit falls on transports: no escort can take it.",
            "NA-STEP2-e",
            "NA-STEP2-d",
            "NA-SUB-c",
            "NA-STEP2-i",
        )
    if verb in (LOSE, LOSE_SUPPLY, TOKEN):
        return Refused(
            "Only cargo of the side that was hit can be lost.",
            "NA-STEP2-f",
            "NA-STEP2-g",
            "NA-P4-b",
            "NA-STEP4-e",
        )
    return not_now(ask, action)


# Retreats


def why_leave(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN != LEAVE:
        return not_now(ask, action)
    u = action & NOUN
    if g.trucks >> u & 1:
        return Refused("Trucks never retreat.", "NA-STEP1-f", "NA-TRUCK-i", "NA-UNITS-b")
    if g.retreating >> u & 1:
        return Refused("Each owner retreats his own units.", "NA-STEP4-b", "NA-MULTI-e")
    if g.kind[u] != FREE and exempt(g, 1 << u):
        vichy_rules = ("NA-VICHY-b", "R12") if vichy(g, defenders(g)) else ()
        return Refused("That unit has not chosen to retreat.", "NA-STEP1-i", *vichy_rules)
    return Refused("That unit has not chosen to retreat.", "NA-STEP4-b", "NA-STEP1-d")


def why_haven(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN != TO:
        return why_leave(g, ask, action)
    u, t = local(g, "u"), action & NOUN
    return first_cause(
        LIMITS,
        lambda lifted: bool(havens(g, u, lifted) >> t & 1),
        Refused(
            "A unit cannot retreat to that space.",
            "NA-STEP4-g",
            "NA-TERR-a",
            "NA-STEP1-k",
            "NA-STEP4-b",
            "R53",
        ),
    )


# Pressing and advancing


def why_press(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    verb, u = action & ~NOUN, action & NOUN
    if verb == PRESS:
        return Refused(
            "There is not enough supply in reach of every attacking territory.",
            "NA-STEP5-c",
            "NA-STEP5-d",
            "NA-PAY-b",
        )
    if verb == CEASE:
        return Refused("Who has reinforced an attack presses it.", "NA-REINF-a")
    if verb == REINFORCE:
        return _why_reinforce(g, u)
    if verb == WITHDRAW:
        if attackers(g) == 1 << u:
            return Refused("The last attacker cannot withdraw: cease.", "NA-STEP5-e", "NA-STEP5-d")
        if g.committed and attackers(g) >> u & 1:
            return Refused(
                "Who has reinforced an attack presses it: nobody else can be paid for.",
                "NA-REINF-a",
                "NA-STEP5-c",
            )
        return _no_part(g, u, ATTACKER) or not_now(ask, action)
    return not_now(ask, action)


def _why_reinforce(g: NorthAfrica, u: int) -> Refused:
    if not g.terms.reinforcing:
        return Refused(
            "No new units join a combat: reinforcing is an optional rule that is not in use.",
            "NA-P4-f",
            "NA-REINF-a",
            "NA-DECL-h",
        )
    allied = () if g.owner[u] == g.power else ("NA-MULTI-a",)
    return first_cause(
        REINFORCE_LIMITS,
        lambda lifted: bool(reserves(g, lifted) >> u & 1),
        Refused("Only land combat units of the attacking power reinforce.", "NA-REINF-a", *allied),
    )


def why_advance(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    verb, u = action & ~NOUN, action & NOUN
    if verb == DONE:
        return Refused(
            "Units must move in until all have moved or the limit is reached.", "NA-STEP6-b"
        )
    if verb != ENTER:
        return not_now(ask, action)
    if g.kind[u] == FREE:
        return Refused("There is no such unit.", "NA-STEP6-b")
    if with_traits(g, 1 << u, HIT_AND_RUN):
        return Refused("Scout cars never advance after combat.", "NA-SCOUT-c", "NA-STEP6-b")
    if g.withdrawn >> u & 1:
        return Refused("That unit has withdrawn from the attack.", "NA-STEP5-e", "NA-STEP6-b")
    if g.turned >> u & 1:
        return Refused("Mines turned that unit back.", "NA-DETLAND-j", "NA-STEP6-b")
    if g.air >> u & 1:
        return Refused(
            "Air units stay in the air until phase 5.", "NA-STEP6-k", "NA-STEP6-c", "NA-STEP6-b"
        )
    if g.board.chart.type[g.kind[u]] == AAA:
        return Refused("AAA did not attack.", "NA-DECL-h", "NA-P3LAND-c", "NA-STEP6-b")
    return Refused("Only units that attacked here move in.", "NA-STEP6-b", "NA-DECL-h")
