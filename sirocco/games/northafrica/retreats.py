"""Step 4: casualties leave, retreats are carried out, transports escape, Vichy units surrender."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.battlefield import (
    DEFENDER,
    attackers,
    convoy_left,
    defenders,
    role_side,
    vichy,
    with_traits,
)
from sirocco.games.northafrica.cargo import escapes
from sirocco.games.northafrica.ground import controlled, everybody, room, seat_for
from sirocco.games.northafrica.joint import Choices, decide, question
from sirocco.games.northafrica.kinds import SAHARA
from sirocco.games.northafrica.powers import SIDE, SIDE_POWERS, US
from sirocco.games.northafrica.scenarios import closed_to
from sirocco.games.northafrica.state import OVER, NorthAfrica, hand_over, place
from sirocco.games.northafrica.troops import piece, remove, settle
from sirocco.games.northafrica.verbs import TO
from sirocco.games.northafrica.verbs_combat import LEAVE
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

FAR: Final = 1
HOSTILE: Final = 2
BARRED: Final = 4
FULL: Final = 8
DESERT: Final = 16
CLOSED: Final = 32

LIMITS: Final = (
    Limit(
        BARRED,
        "Land units attacked that territory, or blitzed through it, in this turn.",
        "NA-STEP1-k",
        "NA-STEP4-b",
        "NA-STEP1-n",
        "R58",
    ),
    Limit(
        HOSTILE,
        "A retreat goes to a friendly or neutral territory; that one is hostile.",
        "NA-STEP1-k",
        "NA-STEP4-b",
        "NA-TERR-p",
    ),
    Limit(FULL, "That territory is full.", "NA-STEP4-b", "NA-TERR-h", "NA-TERR-j", "NA-TERR-k"),
    Limit(
        DESERT,
        "Of all units only scout cars enter the Sahara.",
        "NA-STEP4-g",
        "NA-SAHARA-a",
        "NA-SAHARA-b",
        "R53",
    ),
    Limit(
        CLOSED,
        "The scenario still closes that border to this side.",
        "NA-STEP4-g",
        "NA-RLPR7-k",
        "NA-RLP-b",
        "R53",
    ),
    Limit(
        FAR, "A retreat goes to an adjacent territory.", "NA-STEP1-k", "NA-STEP4-b", "NA-STEP4-g"
    ),
)


@procedure
def clear_the_field(g: NorthAfrica) -> Procedure[None]:
    """Step 4 of a combat round."""
    alone = vichy_alone(g)
    remove(g, g.hit & g.at[g.battle])  # NA-STEP4-a
    if check_instant(g):
        return
    yield from resolve_retreats(g)
    if g.phase == OVER:
        return
    if convoy_left(g) and attackers(g):
        yield from escapes(g, role_side(g, DEFENDER), seat_for(g, g.power))
    if alone and not g.scored:
        surrender(g)
        if check_instant(g):
            return
    g.combat_step = 5


def vichy_alone(g: NorthAfrica) -> bool:
    """NA-VICHY-d, NA-VICHY-h: Vichy units defend without other Axis units in this round."""
    units = defenders(g)
    return bool(units) and SIDE[g.power] == 1 and vichy(g, units) == units


def surrender(g: NorthAfrica) -> None:
    """NA-VICHY-e, NA-VICHY-f: the survivors become Free French."""
    left = defenders(g)
    for u in bits(left):
        hand_over(g, u, US)
    g.fought |= left  # NA-P5-a: they have taken part in a combat of this turn
    if left and g.log is not None:
        g.log.append(ev.Surrendered(everybody(g), g.battle, left.bit_count()))


# Retreats


def havens(g: NorthAfrica, u: int, lifted: int = 0) -> int:
    """The territories to which a unit may retreat (NA-STEP1-k, NA-STEP4-b, NA-STEP4-g)."""
    board = g.board
    side = SIDE[g.owner[u]]
    near = board.land_links[g.battle]
    if lifted & FAR:
        near = board.land & ~board.impassable & ~(1 << g.battle)
    if not lifted & BARRED:
        near &= ~g.barred & ~g.held
    if not lifted & DESERT and not board.chart.traits[g.kind[u]] & SAHARA:
        near &= ~board.sahara
    if not lifted & CLOSED:
        near &= ~closed_to(g, side)
    if not lifted & HOSTILE:
        near &= ~controlled(g, 1 - side)
    combat = (g.army | g.air) & ~(g.air & g.fought)
    theirs = 0 if lifted & HOSTILE else g.sides[1 - side] & combat
    ours = 0 if lifted & FULL else g.sides[side] & combat
    out = 0
    for t in bits(near):
        here = g.at[t]
        if not here & theirs and (here & ours).bit_count() < board.limit[t]:
            out |= 1 << t
    return out


def leaving(g: NorthAfrica) -> int:
    """Units that must retreat and are still there."""
    return g.retreating & g.at[g.battle]


def ways_out(g: NorthAfrica) -> list[tuple[int, int]]:
    """The units that must retreat, and where to: all of one side, only scout cars differ."""
    units = leaving(g)
    scouts = with_traits(g, units, SAHARA)
    return [(part, havens(g, lowest(part))) for part in (scouts, units & ~scouts) if part]


@procedure
def resolve_retreats(g: NorthAfrica) -> Procedure[None]:
    """Unit by unit; one that has nowhere to go is destroyed (NA-STEP4-c)."""
    while leaving(g):
        unasked(g)
        if check_instant(g) or not leaving(g):
            return
        choice = one_of_each(g, first_to_leave(g))
        if choice & (choice - 1):
            seats = owners(g, first_to_leave(g))
            said = yield from decide(g, seats, seat_for(g, g.power), TOPIC_LEAVE, 0)
            u = said & NOUN
        else:
            u = lowest(choice)
        open_to = havens(g, u)
        if open_to & (open_to - 1):
            said = yield Ask(seat_for(g, g.owner[u]), "retreat-to", ((TO, havens(g, u)),))
            retreat(g, u, said & NOUN)
        else:
            retreat(g, u, lowest(open_to))


def unasked(g: NorthAfrica) -> None:
    """Retreats that leave no choice, up to the first that does."""
    while leaving(g):
        remove_stranded(g)
        if not leaving(g) or all_one_way(g):
            return
        choice = one_of_each(g, first_to_leave(g))
        open_to = havens(g, lowest(choice))
        if choice & (choice - 1) or open_to & (open_to - 1):
            return
        retreat(g, lowest(choice), lowest(open_to))


def first_to_leave(g: NorthAfrica) -> int:
    """Those of whom one goes next: where there is room for all, owner by owner; otherwise the
    owners say together who takes the last places (NA-STEP4-b, NA-MULTI-e)."""
    units = leaving(g)
    seats = owners(g, units)
    if len(seats) == 1 or scarce(g):
        return units
    return sum([1 << u for u in bits(units) if seat_for(g, g.owner[u]) == seats[0]])


def owners(g: NorthAfrica, units: int) -> tuple[int, ...]:
    """The seats to which units belong, in the order of their powers."""
    powers = SIDE_POWERS[role_side(g, DEFENDER)]
    return tuple(dict.fromkeys([seat_for(g, p) for p in powers if units & g.owned[p]]))


def scarce(g: NorthAfrica) -> bool:
    """Whether a territory has less room than there are units that must retreat."""
    side, count = role_side(g, DEFENDER), leaving(g).bit_count()
    return any(room(g, side, t) < count for _, open_to in ways_out(g) for t in bits(open_to))


def remove_stranded(g: NorthAfrica) -> None:
    """NA-STEP4-c: no eligible territory with room."""
    stranded = 0
    for units, open_to in ways_out(g):
        if not open_to:
            stranded |= units
    remove(g, stranded)


def all_one_way(g: NorthAfrica) -> bool:
    """Carry out retreats that leave no choice: all can go to one and the same territory only."""
    units = leaving(g)
    ways = ways_out(g)
    only = ways[0][1]
    if only & (only - 1) or any(open_to != only for _, open_to in ways):
        return False
    t = lowest(only)
    if room(g, role_side(g, DEFENDER), t) < units.bit_count():
        return False
    for u in bits(units):
        retreat(g, u, t)
    return True


def retreat(g: NorthAfrica, u: int, t: int) -> None:
    g.retreating &= ~(1 << u)
    if g.log is not None:
        g.log.append(ev.Retreated(everybody(g), piece(g, u), g.battle, t))
    place(g, u, t)
    if g.army >> u & 1:
        settle(g, g.owner[u], t)  # NA-TERR-r


def _leave_choices(g: NorthAfrica, about: int) -> Choices:
    return ((LEAVE, one_of_each(g, first_to_leave(g))),)


TOPIC_LEAVE = question("retreat", _leave_choices)
