"""Why something is refused at the end of a Player Turn and in production."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sirocco.games.victory import beachheads as beach
from sirocco.games.victory import spending as limit
from sirocco.games.victory.causes import asked_first, unheld
from sirocco.games.victory.chart_rows import ARMY_STACK, room_rules
from sirocco.games.victory.plans import FULL, Books
from sirocco.games.victory.state import NOBODY, Victory
from sirocco.games.victory.units import BLOCKS, KINDS, OFF, SIDE_MASK, UNIT_NAME
from sirocco.games.victory.verbs import (
    BEACHHEAD,
    BUILD,
    CITY,
    DONE,
    INTO,
    LOSE,
    MERGE,
    STEP,
    STRENGTH,
)
from sirocco.games.victory.victory import shares
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.refusal import Refused, first_cause

GIVEN_UP: Final = ("No unit is given up by its owner's will.", "V-6.2-h")
VERB_RULES: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    BEACHHEAD: (
        "Beachheads are formed at the end of their owner's Player Turn.",
        ("V-5.71-b", "V-PTURN-a"),
    ),
    CITY: ("Cities are opened one after the other in production.", ("V-6.0-a", "V-TURN-a")),
    STEP: (
        "Steps are added in production, in a city that you have opened and that has points left.",
        ("V-6.2-b", "V-6.2-c", "V-6.3-a", "V-6.1-a", "V-XBUILD-a", "V-6.0-a", "V-TURN-a"),
    ),
    BUILD: (
        "Units are built in production, in a city that you have opened and that has points left.",
        ("V-6.2-a", "V-6.2-c", "V-6.3-a", "V-6.1-a", "V-XBUILD-a", "V-6.0-a", "V-TURN-a"),
    ),
    MERGE: (
        "Units are merged in production, before points are spent, and only with that option.",
        ("V-MERGE-a", "V-6.2-g"),
    ),
    INTO: ("First name the unit that is to be merged.", ("V-MERGE-a",)),
}


def why_beachheads(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic beachheads."""
    u = action & NOUN
    if action & ~NOUN != BEACHHEAD:
        return _other(action, "The Player Turn ends: Beachheads or done.", "V-PTURN-a")
    missing = _not_mine(g, ask, u)
    if missing is not None:
        return missing
    if g.beach >> u & 1:
        return Refused(f"{UNIT_NAME[u]} is a Beachhead already.", "V-5.71-c", "V-5.71-b")
    side = g.terms.side_of[ask.seat]
    if beach.beach_mask(g, side) >> u & 1:
        return Refused("Another seat commands that unit.", "V-8.5-b", "V-8.4-g")
    return _why_no_beachhead(g, side, u)


def beachhead_rules(g: Victory, side: int, u: int) -> tuple[str, ...]:
    """The rules against a Beachhead now: the moment, and what is wrong with the block or hex."""
    moment = VERB_RULES[BEACHHEAD][1]
    if not SIDE_MASK[side] >> u & 1 or g.where[u] == OFF or g.occ[1 - side] >> g.where[u] & 1:
        return moment
    if g.beach >> u & 1 or beach.beach_mask(g, side) >> u & 1:
        return moment
    return (*_why_no_beachhead(g, side, u).rules, *moment)


def _why_no_beachhead(g: Victory, side: int, u: int) -> Refused:
    cause = first_cause(
        beach.LIMITS,
        lambda lifted: bool(beach.beach_mask(g, side, lifted) >> u & 1),
        beach.FRIENDLY.refusal(),
    )
    if not set(beach.ROOM.rules).issubset(cause.rules) or g.board.sea >> g.where[u] & 1:
        return cause
    return cause.also(ARMY_STACK[g.board.terrain[g.where[u]]])


def why_production(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic production: no city is open."""
    verb, noun = action & ~NOUN, action & NOUN
    books = Books(g, ask.seat)
    if verb == CITY:
        if not g.board.grid.all >> noun & 1:
            return Refused("There is no such hex on this map.", "V-6.2-a")
        cause = first_cause(
            limit.CITY_LIMITS,
            lambda lifted: bool(limit.city_mask(g, books, lifted) >> noun & 1),
            limit.IS_CITY.refusal(),
        )
        return _of_no_use(g, books, noun, _not_held(g, ask, noun, cause))
    if verb == MERGE:
        return _not_mine(g, ask, noun) or _why_no_merger(g, books, noun)
    cause = _other(action, "Now cities are opened, or the plan is closed.", "V-6.0-a", "V-PROD-a")
    if verb == STEP and _not_mine(g, ask, noun) is None and books.strength(g, noun) >= FULL:
        return cause.also(*limit.AT_FULL.rules)
    return cause


def _why_no_merger(g: Victory, books: Books, u: int) -> Refused:
    """The partner is not named yet: what keeps the nearest one away gives the sentence."""

    def allowed(lifted: int) -> bool:
        return bool(limit.merge_mask(g, books, lifted) >> u & 1)

    near = [c for c in limit.MERGE_LIMITS[::-1] if allowed(c.bit)]
    far = [c for c in limit.MERGE_LIMITS if c not in near]
    alone = Refused("There is no unit to merge it with.", "V-MERGE-a")
    return first_cause(near + far, allowed, alone)


def _not_held(g: Victory, ask: Ask, h: int, cause: Refused) -> Refused:
    """A city of somebody else: also why it is not, or no longer, the side's."""
    if not set(limit.CONTROLLED.rules).issubset(cause.rules):
        return cause
    side = g.terms.side_of[ask.seat]
    rules = unheld(g, side, h)
    if not g.occ[side] >> h & 1:
        rules = ("V-NEUTRAL-b",) if g.board.home[h] == NOBODY else ("V-CONTROL-c", "V-7.2-b")
    return cause.also(*rules)


def _paid(g: Victory, ask: Ask, h: int, cause: Refused) -> Refused:
    """A city that pays too little: also what the scenario says of its points."""
    home, bonus = g.board.home[h], [share.bonus for share in shares(g.terms)]
    if not any(bonus) or home == NOBODY or "V-6.1-a" not in cause.rules:
        return cause
    rules = ["V-8.3-d" if bonus[home] else "V-8.3-b"]
    rules += ["V-8.3-e"] if bonus[home] and home != g.terms.side_of[ask.seat] else []
    return cause.also(*rules)


def _of_no_use(g: Victory, books: Books, h: int, cause: Refused) -> Refused:
    """A city of no use: also what forbids to build in it, and units to grow."""
    if limit.NO_USE.rules[0] not in cause.rules:
        return cause
    steps = [c for c in limit.STEP_LIMITS if limit.step_mask(g, books, h, c.bit)]
    builds = [c for c in limit.BUILD_LIMITS if limit.build_mask(g, books, h, c.bit)]
    rules = [rule for c in builds + steps for rule in c.rules]
    return cause.also(*rules)


def why_spend(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic spend: the points of one city."""
    verb, noun = action & ~NOUN, action & NOUN
    books = Books(g, ask.seat)
    h = books.city
    if verb == STEP:
        return _not_mine(g, ask, noun) or _paid(
            g,
            ask,
            h,
            first_cause(
                limit.STEP_LIMITS,
                lambda lifted: bool(limit.step_mask(g, books, h, lifted) >> noun & 1),
                Refused("That unit is merged into another.", "V-MERGE-a"),
            ),
        )
    if verb == BUILD:
        if noun >= KINDS:
            return Refused("There is no such kind of unit.", "V-6.2-d")
        cause = first_cause(
            limit.BUILD_LIMITS,
            lambda lifted: bool(limit.build_mask(g, books, h, lifted) >> noun & 1),
            limit.MIX.refusal(),
        )
        if not set(limit.ROOM.rules).issubset(cause.rules):
            return _paid(g, ask, h, cause)
        return cause.also(*room_rules(g, h, noun))
    if verb == CITY:
        return Refused(
            f"First finish with {g.board.title(h)}: steps, new units, or done.", "V-6.2-c"
        )
    if verb == MERGE:
        return limit.BEFORE.refusal()
    return _other(action, f"Now the points of {g.board.title(h)} are spent.", "V-6.2-c")


def why_strength(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic strength: of a new unit."""
    n = action & NOUN
    if action & ~NOUN != STRENGTH:
        return asked_first(
            "First name the strength of the new unit.", "V-6.3-b", beside=_other(action, "")
        )
    books = Books(g, ask.seat)
    left = books.left(g, books.city)
    cause = first_cause(
        limit.STRENGTH_LIMITS,
        lambda lifted: bool(limit.strength_mask(g, left, lifted) >> n & 1),
        Refused("A unit has one to four steps.", "V-3.0-a", "V-STEP-a", "V-6.3-b"),
    )
    if g.terms.cadres1 and g.terms.cadres2:
        cause = cause.also("A39")
    return _paid(g, ask, books.city, cause)


def why_into(g: Victory, ask: Ask, action: int) -> Refused:
    """Topic into: the partner of a merger."""
    v = action & NOUN
    if action & ~NOUN != INTO:
        return asked_first(
            "First name the unit that it is merged into.", "V-MERGE-a", beside=_other(action, "")
        )
    books = Books(g, ask.seat)
    u = books.merging
    if u == v:
        return Refused("A unit cannot be merged into itself.", "V-MERGE-a")
    return _not_mine(g, ask, v) or first_cause(
        limit.MERGE_LIMITS,
        lambda lifted: bool(limit.into_mask(g, books, u, lifted) >> v & 1),
        Refused("That unit is merged into another.", "V-MERGE-a", "V-MERGE-c"),
    )


def _not_mine(g: Victory, ask: Ask, u: int) -> Refused | None:
    """The refusal of a block that is not the side's or not on the map."""
    if u >= BLOCKS or not SIDE_MASK[g.terms.side_of[ask.seat]] >> u & 1:
        return Refused("That is no unit of yours.", "V-6.2-b")
    if g.where[u] == OFF:
        return Refused(f"{UNIT_NAME[u]} is not on the map.", "V-6.2-b")
    return None


def _other(action: int, sentence: str, *rules: str) -> Refused:
    """A verb of another question: its own general reason, if it is one of production's."""
    if action & ~NOUN == LOSE:
        return Refused(*GIVEN_UP)
    known = VERB_RULES.get(action & ~NOUN)
    if known is not None and action != DONE:
        return Refused(known[0], *known[1])
    return Refused(sentence, *rules)


WHY: Final[dict[str, Callable[[Victory, Ask, int], Refused]]] = {
    "beachheads": why_beachheads,
    "production": why_production,
    "spend": why_spend,
    "strength": why_strength,
    "into": why_into,
}
