"""Combat Rounds (5.3): Combat Turns in sequence, what each unit may do, and what it does."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.battlefields import (
    WAYS,
    asks,
    in_pursuit,
    loser_so_far,
    on_ground,
)
from sirocco.games.victory.blocks import everybody, remove
from sirocco.games.victory.command import seat_of
from sirocco.games.victory.departure import withdraw
from sirocco.games.victory.fire import armed, default_group, open_groups, shoot
from sirocco.games.victory.forced import blockaders, declare_blockade, new_limits
from sirocco.games.victory.hits import allocate
from sirocco.games.victory.landing import land, landers
from sirocco.games.victory.retreat import retreaters, seemingly_free
from sirocco.games.victory.retreat_air import abort_bases
from sirocco.games.victory.state import NO_ENTRY, Victory
from sirocco.games.victory.units import (
    AIR,
    ARMY,
    KIND,
    KIND_MASK,
    KINDS,
    NAVAL,
    SIDE,
    SIDE_MASK,
)
from sirocco.games.victory.verbs import (
    ABORT,
    AT,
    BLOCKADE,
    FIRE,
    FIRE_AIR,
    FIRE_ARMY,
    FIRE_NAVAL,
    LAND,
    LOSE,
    PASS,
    RETREAT,
)
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

GROUNDED: Final = 1
ACTED: Final = 2
RIVER: Final = 4
DEFENDER_FIRST: Final = 8
ORDER: Final = 16

TURN_LIMITS: Final = (
    Limit(
        GROUNDED,
        "A grounded Air unit takes no part in the battle.",
        "V-GROUND-b",
        "V-4.42-c",
        "A54",
    ),
    Limit(
        ACTED,
        "The unit has had its Combat Turn in this round.",
        "V-5.31-b",
        "V-5.3-a",
    ),
    Limit(
        RIVER,
        "It attacked across a river or bridge and has no Combat Turn in round 1.",
        "V-2.1-p",
        "A2",
    ),
    Limit(
        DEFENDER_FIRST,
        "Among units of the same type the Defender's act first.",
        "V-5.3-c",
        "V-PTURN-k",
    ),
    Limit(
        ORDER,
        "It is the Combat Turn of another type.",
        "V-5.3-b",
        "V-UDC-a",
        "V-PTURN-j",
        "A84",
    ),
)

_VERBS: Final = (FIRE, FIRE_AIR, FIRE_NAVAL, FIRE_ARMY, LAND, ABORT, RETREAT, BLOCKADE, PASS, LOSE)
_GROUP: Final = {FIRE_AIR: AIR, FIRE_NAVAL: NAVAL, FIRE_ARMY: ARMY}


@procedure
def combat_round(g: Victory) -> Procedure[None]:
    """Every unit has one Combat Turn, type by type, the Defender first (V-5.31-b)."""
    while loser_so_far(g) < 0:
        units = on_turn(g)
        if not units:
            return
        masks = combat_masks(g, units)
        if not any(masks):
            stand_idle(g, units)
            continue
        order = yield asks(g, SIDE[lowest(units)], "combat", combat_choices(masks))
        u = order & NOUN
        g.acted |= 1 << u
        if order == PASS + u:
            tell_pass(g, u)
        elif order == LAND + u:
            land(g, u)  # V-XCOMBAT-d: that was its Combat Turn
        elif order == LOSE + u:
            remove(g, u)  # V-5.5-g, A30
        elif order == BLOCKADE + u:
            declare_blockade(g, u)
        elif order in (RETREAT + u, ABORT + u):
            yield from withdraw(g, u, False)
        else:
            group = declared(g, u, order - u)
            if group < 0:
                answer = yield Ask(seat_of(g, SIDE[u], u), "declare", ((AT, groups_of(g, u)),))
                group = answer & NOUN  # V-5.42-c, A62
            hits = shoot(g, u, group)
            if hits:
                yield from allocate(g, u, group, hits)


def on_turn(g: Victory, lifted: int = 0) -> int:
    """The units of one type and side whose Combat Turn it is; 0 when the round is over."""
    units = g.at.get(g.battle, 0)
    if not lifted & GROUNDED:
        units &= ~g.grounded
    if not lifted & ACTED:
        units &= ~g.acted
    if g.round == 1 and g.out[WAYS] and not lifted & RIVER:
        units &= ~wading(g)  # V-2.1-p
    if lifted & ORDER:
        return units
    attack = units & SIDE_MASK[g.side]
    defence = units ^ attack
    a = KIND[lowest(attack)] if attack else KINDS  # V-5.3-b: blocks are numbered in this order
    d = KIND[lowest(defence)] if defence else KINDS
    if a == d == KINDS:
        return 0
    if a == d and lifted & DEFENDER_FIRST:
        return units & KIND_MASK[a]
    return defence & KIND_MASK[d] if d <= a else attack & KIND_MASK[a]  # V-5.3-c


def wading(g: Victory) -> int:
    """Army units that attack across a river or bridge (V-2.1-p, A2); not those at sea (A76)."""
    out = 0
    for u in bits(on_ground(g, g.side)):
        d = g.entry[u]
        if d != NO_ENTRY and g.board.wet[d] >> g.battle & 1:
            out |= 1 << u
    return out


def combat_masks(g: Victory, units: int) -> tuple[int, ...]:
    """For each verb of a Combat Turn the units of this type and side that may do it.

    Pinned aircraft act like all others (V-4.44-g); in the pursuit round the Defender fires and
    the Attacker leaves (V-PURSUIT-c, V-PURSUIT-b).

    Units that can do nothing now wait until the others have acted. Who is kept from leaving
    only by what the enemy cannot see passes, or is given up, in person: nothing is betrayed.
    """
    first = lowest(units)
    side, kind = SIDE[first], KIND[first]
    ready = armed(g, units)
    groups = open_groups(g, side, kind) if ready else 0
    fire = ready if groups else 0
    air = ready if groups >> AIR & 1 else 0
    naval = ready if groups >> NAVAL & 1 else 0
    army = ready if groups >> ARMY & 1 else 0
    flying = units & g.flying
    drops = landers(g, units)
    aborts = flying if flying and abort_bases(g, side) else 0
    goers = retreaters(g, units & ~flying)
    pursued = in_pursuit(g, side)
    ships = blockaders(g, units, pursued) if pursued else 0
    able = fire | drops | aborts | goers | ships
    stuck = seemingly_free(g, units & ~able)
    bound = units if pursued else flying  # V-PURSUIT-b, V-5.6-d: they cannot pass
    passers = (able | stuck) & ~bound  # A41
    lost = 0 if able else stuck & bound
    return fire, air, naval, army, drops, aborts, goers, ships, passers, lost


def combat_choices(masks: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple([(verb, mask) for verb, mask in zip(_VERBS, masks, strict=True) if mask])


def stand_idle(g: Victory, units: int) -> None:
    """Units that can only pass do so (V-XCOMBAT-g); those that must leave and cannot are lost."""
    must_go = units if in_pursuit(g, SIDE[lowest(units)]) else units & g.flying
    for u in bits(units):
        if must_go >> u & 1:
            remove(g, u)  # V-5.5-g, A30
        else:
            g.acted |= 1 << u
            tell_pass(g, u)


def tell_pass(g: Victory, u: int) -> None:
    if g.log is not None:
        g.log.append(ev.Passed(everybody(g), u))


def groups_of(g: Victory, u: int) -> int:
    """The groups that a unit may fire at, as bits."""
    return open_groups(g, SIDE[u], KIND[u]) if armed(g, 1 << u) else 0


def declared(g: Victory, u: int, verb: int) -> int:
    """The group that a fire order names or implies, or -1 where it must be declared."""
    return default_group(KIND[u], groups_of(g, u)) if verb == FIRE else _GROUP[verb]


def next_round(g: Victory) -> None:
    """A new Combat Round: everybody has a Combat Turn, flak and Hexside Limits begin anew."""
    g.round += 1
    g.acted = 0
    g.flak = 0  # V-5.45-b: in the same round
    new_limits(g)
    if g.log is not None:
        g.log.append(ev.RoundBegan(everybody(g), g.battle, g.round))
