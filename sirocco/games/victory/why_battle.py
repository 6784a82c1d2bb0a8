"""Why something is refused in combat: the rule whose lifting alone would allow it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sirocco.games.victory import fire, forced, landing, retreat, retreat_air
from sirocco.games.victory.battlefields import fighters, group_of, in_pursuit
from sirocco.games.victory.blocks import blockade_hexes
from sirocco.games.victory.causes import by_chart
from sirocco.games.victory.chart_rows import CHART, land_row
from sirocco.games.victory.command import seat_of
from sirocco.games.victory.rounds import DEFENDER_FIRST, ORDER, TURN_LIMITS, groups_of, on_turn
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import (
    AIR,
    AIR_MASK,
    ARM,
    ARMY,
    BLOCKS,
    KIND,
    MARINES,
    NAVAL,
    OFF,
    SIDE,
    SIDE_MASK,
    UNIT_NAME,
)
from sirocco.games.victory.verbs import (
    ABOARD,
    ABORT,
    AT,
    BASE,
    BATTLE,
    BLOCKADE,
    FIRE,
    FIRE_AIR,
    FIRE_ARMY,
    FIRE_NAVAL,
    GROUND,
    HIT,
    LAND,
    LOSE,
    PASS,
    RETREAT,
    TO,
)
from sirocco.games.victory.why_retreat import (
    none_left,
    why_abort,
    why_deck,
    why_destination,
    why_retreat,
)
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import local
from sirocco.kernel.refusal import Refused, first_cause

_GROUPS: Final = {
    FIRE: 0b111,
    FIRE_AIR: 1 << AIR,
    FIRE_NAVAL: 1 << NAVAL,
    FIRE_ARMY: 1 << ARMY,
}
_NO_TURN: Final = ("Fire only in a unit's Combat Turn.", ("V-5.3-a", "V-5.3-b"))
ELSEWHERE: Final = ("V-5.1-b", "V-5.1-a", "V-PTURN-i")
VERB_RULES: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    BATTLE: ("There is no battle to be chosen now.", ("V-PTURN-i", "V-5.1-b")),
    GROUND: ("No aircraft has to be grounded now.", ("V-4.42-c", "V-4.42-a")),
    FIRE: _NO_TURN,
    FIRE_AIR: _NO_TURN,
    FIRE_NAVAL: _NO_TURN,
    FIRE_ARMY: _NO_TURN,
    AT: ("No target group has to be declared now.", ("V-5.42-c",)),
    LAND: ("Units land in their Combat Turn only.", ("V-5.6-d", "V-5.7-d")),
    ABORT: ("A drop is aborted in the Combat Turn of round 1 only.", ("V-5.6-d",)),
    RETREAT: ("Units retreat in their Combat Turn only.", ("V-5.5-a", "V-5.3-a")),
    PASS: ("There is no Combat Turn to pass now.", ("V-5.3-a", "V-5.3-b")),
    HIT: ("There is no hit to be taken now.", ("V-5.46-a", "V-5.46-b")),
    BLOCKADE: (
        "A blockade is declared only when the ship would have to retreat.",
        ("V-5.8-a", "A91"),
    ),
    LOSE: (
        "Nothing has to be given up now.",
        ("V-4.41-g", "V-3.2-h", "V-5.5-g", "V-4.41-f"),
    ),
    BASE: ("Aircraft land when their battle is over.", ("V-4.41-d",)),
}


def _other(action: int) -> Refused:
    """An action that has nothing to do with the open question."""
    known = VERB_RULES.get(action & ~NOUN)
    if known:
        return Refused(known[0], *known[1])
    return Refused("A battle is being fought: movement is over.", "V-5.0-a", "V-PTURN-a")


def _landing_first(action: int) -> Refused:
    """Another action while aircraft land."""
    found = _other(action)
    if action & ~NOUN != BATTLE:
        return found
    return Refused("Aircraft land before the next battle begins.", "V-4.41-d", *found.rules)


def _stranger(g: Victory, ask: Ask, u: int) -> Refused | None:
    """The reason if a unit is not one of the seat's in this battle."""
    side = g.terms.side_of[ask.seat]
    if u >= BLOCKS or SIDE[u] != side:
        return Refused("That is not a unit of yours.", "V-5.3-a", "V-5.3-c")
    if g.where[u] != g.battle:
        return Refused(f"{UNIT_NAME[u]} is not in this battle.", *ELSEWHERE)
    if seat_of(g, side, u) != ask.seat:
        return Refused(f"{UNIT_NAME[u]} is under another command.", "V-8.5-b", "V-8.4-g")
    return None


def why_combat(g: Victory, ask: Ask, action: int) -> Refused:
    verb, u = action & ~NOUN, action & NOUN
    if verb not in _GROUPS and verb not in _WHY_VERB:
        return _other(action)
    known = _stranger(g, ask, u)
    if known:
        return known
    late = _not_on_turn(g, verb, u)
    if late:
        return Refused(late.reason, *out_of_turn(g, SIDE[u], action))
    return _why_fire(g, u, _GROUPS[verb]) if verb in _GROUPS else _WHY_VERB[verb](g, u)


def out_of_turn(g: Victory, side: int, action: int) -> tuple[str, ...]:
    """The rules against a Combat Turn that a side takes now with a unit of its own."""
    verb, u = action & ~NOUN, action & NOUN
    if (verb not in _GROUPS and verb not in _WHY_VERB) or u >= BLOCKS:
        return ()
    if SIDE[u] != side or g.battle == OFF:
        return ()
    if g.where[u] != g.battle:
        return ELSEWHERE
    late = _not_on_turn(g, verb, u)
    if late is None:
        return ()
    rules = late.rules
    if verb in _GROUPS and not groups_of(g, u) & _GROUPS[verb]:
        rules += _why_fire(g, u, _GROUPS[verb]).rules
    elif verb in _WHY_VERB and not _ABLE[verb](g, 1 << u):
        rules += _WHY_VERB[verb](g, u).rules
    return rules


def _not_on_turn(g: Victory, verb: int, u: int) -> Refused | None:
    if on_turn(g) >> u & 1:
        return None
    waiting = DEFENDER_FIRST | ORDER
    if on_turn(g, waiting) >> u & 1:
        late = [limit for limit in TURN_LIMITS if limit.bit & waiting]
        return first_cause(
            late,
            lambda lifted: bool(on_turn(g, lifted) >> u & 1),
            Refused("It is not the unit's Combat Turn.", "V-5.3-b"),
        )
    found = first_cause(
        TURN_LIMITS,
        lambda lifted: bool(on_turn(g, lifted | waiting) >> u & 1),
        Refused("The unit has no Combat Turn.", "V-5.3-b"),
    )
    if (g.grounded & g.aboard) >> u & 1 and g.board.sheltered >> g.battle & 1:
        return found.also("V-3.2-m", "A89")
    if verb not in _GROUPS or not g.acted >> u & 1:
        return found
    if (g.dropped | MARINES & ~g.at_sea) >> u & 1:
        return found.also("V-XCOMBAT-d", "V-5.6-e", "V-5.7-d")
    return found.also("V-5.42-f")


def _why_fire(g: Victory, u: int, groups: int) -> Refused:
    side, kind = SIDE[u], KIND[u]

    def allowed(lifted: int) -> bool:
        return bool(
            fire.armed(g, 1 << u, lifted) and fire.open_groups(g, side, kind, lifted) & groups
        )

    cause = first_cause(fire.LIMITS, allowed, Refused("The unit cannot fire so.", "V-5.42-b"))
    if "V-5.42-a" in cause.rules:
        cause = cause.also(*_in_no_such_group(g, 1 - side, groups))
    if "V-FIRE-a" in cause.rules:
        cause = cause.also(*_of_that_kind(kind, groups))
    return by_chart(cause, "V-FIRE-a", u)


def _of_that_kind(kind: int, groups: int) -> tuple[str, ...]:
    """The rules of the kinds of fire for which a unit has no firepower."""
    if ARM[kind] == AIR:
        return ("V-5.44-a",)
    flak = ("V-5.45-a",) if groups >> AIR & 1 else ()
    return (*flak, "V-5.43-a") if ARM[kind] == NAVAL and groups >> ARMY & 1 else flak


def _in_no_such_group(g: Victory, side: int, groups: int) -> tuple[str, ...]:
    """Why units of a side that are in the battle do not belong to one of the groups."""
    here = g.at[g.battle] & SIDE_MASK[side]
    rules: tuple[str, ...] = ()
    if groups >> ARMY & 1:
        if here & g.flying:
            rules += ("V-5.6-c", "V-XCOMBAT-a")
        if here & MARINES & g.at_sea:
            rules += ("V-5.7-f", "V-XCOMBAT-b", "A27")
        if here & g.at_sea & ~MARINES:
            rules += ("V-4.71-g",)
    if groups >> AIR & 1:
        if here & g.grounded:
            rules += ("A54", "V-GROUND-b")
        if here & g.dropped:
            rules += ("V-XCOMBAT-f", "V-5.6-c")
    if groups >> NAVAL & 1 and here & MARINES & ~g.at_sea:
        rules += ("V-5.7-f",)
    return rules


def _why_land(g: Victory, u: int) -> Refused:
    cause = first_cause(
        landing.LIMITS,
        lambda lifted: bool(landing.landers(g, 1 << u, lifted)),
        Refused(
            "Only flying Airborne units and Marines that invade land.",
            "V-3.3-j",
            "V-3.3-k",
            "V-5.7-d",
        ),
    )
    if not (g.board.land >> g.battle & 1 and set(cause.rules).issuperset(landing.NO_ROOM.rules)):
        return cause
    return cause.also("V-4.1-b", *land_row(g, g.battle), *CHART)


def _why_pass(g: Victory, u: int) -> Refused:
    if in_pursuit(g, SIDE[u]):
        return Refused("In the pursuit round the Attacker must retreat.", "V-PURSUIT-b")
    return Refused("A flying Airborne unit must drop or abort in round 1.", "V-5.6-d")


def _why_blockade(g: Victory, u: int) -> Refused:
    return first_cause(
        forced.LIMITS,
        lambda lifted: bool(forced.blockaders(g, 1 << u, in_pursuit(g, SIDE[u]), lifted)),
        Refused("The ship cannot blockade here.", "V-5.8-a"),
    )


_WHY_VERB: Final[dict[int, Callable[[Victory, int], Refused]]] = {
    LAND: _why_land,
    ABORT: why_abort,
    RETREAT: why_retreat,
    PASS: _why_pass,
    BLOCKADE: _why_blockade,
}
_ABLE: Final[dict[int, Callable[[Victory, int], int]]] = {
    LAND: landing.landers,
    ABORT: lambda g, u: u & g.flying,
    RETREAT: lambda g, u: retreat.retreaters(g, u & ~g.flying),
    PASS: lambda g, u: 0 if in_pursuit(g, SIDE[lowest(u)]) else u & ~g.flying,
    BLOCKADE: lambda g, u: forced.blockaders(g, u, in_pursuit(g, SIDE[lowest(u)])),
}
"""Who could do it if it were their Combat Turn."""


def why_leave(g: Victory, ask: Ask, action: int) -> Refused:
    verb, u = action & ~NOUN, action & NOUN
    if verb == PASS or verb in _GROUPS:
        beaten = AIR_MASK >> u & 1 and g.terms.side_of[ask.seat] != g.side
        return Refused(
            "The battle has lasted its full number of rounds: these units must leave.",
            "V-5.5-b",
            "V-5.5-c",
            "V-5.31-a",
            "V-CONTROL-g",
            *(("V-XCOMBAT-i",) if beaten else ()),
            *(("A59",) if g.terms.pursuit else ()),
        )
    if verb not in (RETREAT, BLOCKADE):
        return _other(action)
    known = _stranger(g, ask, u)
    if known:
        return known
    if not fighters(g, SIDE[u]) >> u & 1:
        return Refused("A grounded Air unit cannot fly away.", "V-GROUND-b")
    if verb == RETREAT:
        return why_retreat(g, u)
    return first_cause(
        forced.LIMITS,
        lambda lifted: bool(forced.blockaders(g, 1 << u, True, lifted)),
        Refused("The ship has declared its blockade.", "V-5.8-a"),
    )


def why_retreat_to(g: Victory, ask: Ask, action: int) -> Refused:
    return _why_destination(g, action, False)


def why_base(g: Victory, ask: Ask, action: int) -> Refused:
    return _why_destination(g, action, True)


def _why_destination(g: Victory, action: int, home: bool) -> Refused:
    verb, noun = action & ~NOUN, action & NOUN
    if verb not in (TO, ABOARD):
        return _landing_first(action) if home else _other(action)
    u = local(g, "u")
    if verb == ABOARD:
        return why_deck(g, u, noun, home)
    return why_destination(g, u, noun, home)


def why_declare(g: Victory, ask: Ask, action: int) -> Refused:
    if action & ~NOUN != AT:
        return _other(action)
    return _why_fire(g, local(g, "u"), 1 << (action & NOUN))


def why_hit(g: Victory, ask: Ask, action: int) -> Refused:
    if action & ~NOUN != HIT:
        return _other(action)
    u = action & NOUN
    known = _stranger(g, ask, u)
    if known:
        return known
    if not group_of(g, SIDE[u], local(g, "group", 0)) >> u & 1:
        return Refused("The unit is not in the group that was fired at.", "V-5.42-a", "V-5.46-a")
    return Refused("Each hit goes to the strongest unit of the group.", "V-5.46-a", "V-5.46-b")


def why_battle(g: Victory, ask: Ask, action: int) -> Refused:
    h = action & NOUN
    if action & ~NOUN != BATTLE:
        return _other(action)
    if g.fought >> h & 1:
        return Refused("That battle has been fought.", "V-5.1-b", "V-PTURN-i")
    if blockade_hexes(g) >> h & 1:
        return Refused("Nobody has started a battle in that blockade hex.", "V-5.8-i")
    return Refused("That is no Battle Hex.", "V-PTURN-h", "V-5.1-a")


def why_ground(g: Victory, ask: Ask, action: int) -> Refused:
    if action & ~NOUN != GROUND:
        return _other(action)
    known = _stranger(g, ask, action & NOUN)
    return known or Refused("Only Air units that could fly are grounded.", "V-4.42-c", "V-GROUND-b")


def why_excess(g: Victory, ask: Ask, action: int) -> Refused:
    if action & ~NOUN != LOSE:
        return _other(action)
    return Refused("The steps come off the aircraft aboard that Carrier.", "V-4.41-g", "V-3.2-h")


def why_landing(g: Victory, ask: Ask, action: int) -> Refused:
    verb, u = action & ~NOUN, action & NOUN
    if verb not in (BASE, LAND, ABORT):
        return _landing_first(action)
    known = _stranger(g, ask, u)
    if known:
        return known
    if verb != BASE:
        return _WHY_VERB[verb](g, u)
    if not g.aloft >> u & 1:
        return Refused("Only aircraft that flew in the battle land now.", "V-4.41-d", "V-GROUND-b")
    side, kind = SIDE[u], KIND[u]
    return none_left(
        u,
        retreat_air.BASE_LIMITS,
        lambda lifted: retreat_air.air_bases(g, side, kind, True, lifted),
        g.board.place,
    )


WHY: Final[dict[str, Callable[[Victory, Ask, int], Refused]]] = {
    "battle": why_battle,
    "ground": why_ground,
    "combat": why_combat,
    "declare": why_declare,
    "retreat": why_retreat_to,
    "hit": why_hit,
    "excess": why_excess,
    "leave": why_leave,
    "landing": why_landing,
    "base": why_base,
}
