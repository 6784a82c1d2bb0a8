"""Step 5: the attack is pressed or ceases; what pressing costs, who withdraws, who joins."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.battlefield import (
    ATTACKER,
    DEFENDER,
    at_sea,
    attackers,
    convoy_left,
    defenders,
    is_landing,
    only_aaa,
    regular_land,
    submarines,
    taking_part,
    vichy,
    with_traits,
)
from sirocco.games.northafrica.ground import everybody, seat_for
from sirocco.games.northafrica.hits import air_reaches_submarines
from sirocco.games.northafrica.kinds import HIT_AND_RUN, SAHARA, data_pack
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.retreats import havens
from sirocco.games.northafrica.scenarios import closed_to
from sirocco.games.northafrica.state import NorthAfrica, aim_at
from sirocco.games.northafrica.supply import payable, sources, spend
from sirocco.games.northafrica.troops import piece, remove
from sirocco.games.northafrica.verbs_combat import CEASE, PRESS, REINFORCE, WITHDRAW
from sirocco.games.northafrica.verbs_moves import PAY
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure
from sirocco.kernel.refusal import Limit

Demand = tuple[int, ...]
"""For each token still to be paid the territory for whose units it is."""


@lru_cache(maxsize=1)
def units_a_token() -> int:
    return data_pack().number("limits.supply.units_a_token")


@procedure
def press_or_cease(g: NorthAfrica) -> Procedure[None]:
    """Step 5 of a combat round: the next round begins, or step 6 follows."""
    hit_and_run(g)
    if lost_aaa(g):
        remove(g, defenders(g))
        check_instant(g)
    if forced_end(g):
        g.combat_step = 6
        return
    pressed = 1
    if at_sea(g):
        said = yield Ask(seat_for(g, g.power), "press-at-sea", ((PRESS, 1), (CEASE, 1)))
        pressed = said == PRESS  # NA-STEP5-b
    elif is_landing(g):
        yield from pay_for_pressing(g)  # NA-RLPR7-n, NA-TORCHR7-b
    else:
        pressed = yield from press_on_land(g)
    tell(g, pressed)
    if pressed:
        next_round(g)
    else:
        g.combat_step = 6


def next_round(g: NorthAfrica) -> None:
    """NA-COMBAT-a: back to step 1."""
    g.combat_round += 1
    g.combat_step = 1
    g.hit = g.retreating = g.fired = g.scored = g.committed = 0
    if g.log is not None:
        g.log.append(ev.RoundFought(everybody(g), g.battle, g.combat_round))


def tell(g: NorthAfrica, pressed: int) -> None:
    if g.log is not None:
        happened = ev.Pressed if pressed else ev.Ceased
        g.log.append(happened(everybody(g), g.power, g.battle))


# The forced end (NA-STEP5-a)


def hit_and_run(g: NorthAfrica) -> None:
    """NA-SCOUT-b: scout cars withdraw after the first round."""
    for u in bits(with_traits(g, attackers(g), HIT_AND_RUN)):
        withdraw(g, u, True)


def withdraw(g: NorthAfrica, u: int, running: bool) -> None:
    g.withdrawn |= 1 << u
    if g.log is not None:
        g.log.append(ev.Withdrew(everybody(g), piece(g, u), g.battle, running))


def lost_aaa(g: NorthAfrica) -> bool:
    """NA-AAA-g: AAA left alone that cannot retreat anywhere."""
    left = defenders(g)
    if at_sea(g) or not left or not only_aaa(g, left) or not attackers(g):
        return False
    return not any(havens(g, u) for u in bits(left))


def forced_end(g: NorthAfrica) -> bool:
    """Whether a side has no unit left that could fire at a valid target or retreat."""
    if not at_sea(g):
        return not attackers(g) or not defenders(g)
    if not can_fire(g, ATTACKER):
        return True
    return not can_fire(g, DEFENDER) and not convoy_left(g)


def can_fire(g: NorthAfrica, role: int) -> bool:
    """Whether a unit of a role at sea has a valid target (NA-SUB-a to -c)."""
    units = taking_part(g, role)
    value = g.board.chart.defense if role else g.board.chart.attack
    if not any(value[g.kind[u]] for u in bits(units)):
        return False
    enemy = taking_part(g, 1 - role)
    below = submarines(g, enemy)
    if (role == ATTACKER and convoy_left(g)) or enemy & ~below & ~g.air:
        return True
    own = submarines(g, units)
    if units & ~own & ~g.air:
        return bool(enemy)
    if units & g.air and (enemy & g.air or (below and air_reaches_submarines(g, 1 - role))):
        return True
    return bool(own and below)


# On land


@procedure
def press_on_land(g: NorthAfrica) -> Procedure[int]:
    """NA-STEP5-c to -f: withdraw, reinforce, then press and pay, or cease; whether pressed."""
    while True:
        if press_choices(g) == ((CEASE, 1),):
            return 0  # NA-STEP5-d: a single unit that cannot be paid for
        said = yield Ask(seat_for(g, g.power), "press", press_choices(g))
        verb = said & ~NOUN
        if verb == CEASE:
            return 0
        if verb == PRESS:
            yield from pay_for_pressing(g)
            return 1
        if verb == WITHDRAW:
            withdraw(g, said & NOUN, False)
        else:
            reinforce(g, said & NOUN)
            g.committed = 1


def press_choices(g: NorthAfrica) -> tuple[tuple[int, int], ...]:
    """What may be done now; who has reinforced is going to press (NA-REINF-a)."""
    units = attackers(g)
    press = found_for(g, demand(g, regular_land(g)))
    out = [(PRESS, 1)] if press else []
    if not g.committed:
        out.append((CEASE, 1))
    if units & (units - 1):
        out.append((WITHDRAW, one_of_each(g, spared(g, units))))  # NA-STEP5-e
    if g.terms.reinforcing:
        out.append((REINFORCE, one_of_each(g, reserves(g))))
    return tuple(pair for pair in out if pair[1])


def spared(g: NorthAfrica, units: int) -> int:
    """Those without whom the attack goes on; once it is to be pressed, some must be paid for."""
    if not g.committed or found_for(g, demand(g, units & regular_land(g))):
        return units
    return sum([1 << u for u in bits(units) if can_go_on(g, units ^ 1 << u)])


def can_go_on(g: NorthAfrica, units: int) -> bool:
    """Whether some of the attackers can be paid for, or need not be."""
    land = units & regular_land(g)
    return units != land or any(found_for(g, demand(g, 1 << u)) for u in bits(land))


def demand(g: NorthAfrica, land: int) -> Demand:
    """One entry for each token: for five units or fewer of one territory (NA-STEP5-c)."""
    counted: dict[int, int] = {}
    for u in bits(land):
        counted[g.where[u]] = counted.get(g.where[u], 0) + 1
    out: list[int] = []
    for s in sorted(counted):
        out += [s] * -(-counted[s] // units_a_token())
    return tuple(out)


def found_for(g: NorthAfrica, wanted: Demand, spent: int = -1) -> bool:
    """Whether all tokens can be found together, one of `spent` being gone (NA-PAY-g)."""
    return payable(g, Counter(wanted), {spent: 1})


@procedure
def pay_for_pressing(g: NorthAfrica) -> Procedure[None]:
    """Token by token; where sources differ the attacker names one (D6)."""
    wanted = affordable(g)
    while wanted:
        places = pay_from(g, wanted)
        if places & (places - 1):
            said = yield Ask(seat_for(g, g.power), "press-token", pay_choices(g, wanted))
            spend(g, said & NOUN, 1, "pressing")
        else:
            spend(g, lowest(places), 1, "pressing")
        wanted = wanted[1:]


def affordable(g: NorthAfrica) -> Demand:
    """What pressing costs; a landing that is short of supply spends what there is (ruling 9)."""
    wanted = demand(g, regular_land(g))
    while not found_for(g, wanted):
        wanted = wanted[1:]
    return wanted


def pay_choices(g: NorthAfrica, wanted: Demand) -> tuple[tuple[int, int], ...]:
    return ((PAY, pay_from(g, wanted)),)


def pay_from(g: NorthAfrica, wanted: Demand) -> int:
    """Sources of the next token that leave enough for the others."""
    out = 0
    for t in bits(sources(g, SIDE[g.power], wanted[0])):
        if found_for(g, wanted[1:], t):
            out |= 1 << t
    return out


# Reinforcing land attacks (option)

SPENT: Final = 1
DECLARED: Final = 2
TURNED: Final = 4
SCOUTS: Final = 8
UNARMED: Final = 16
AWAY: Final = 32
UNPAID: Final = 64
NO_WAY: Final = 128
INERT: Final = 256

REINFORCE_LIMITS: Final = (
    Limit(TURNED, "Mines turned that unit back in this turn.", "NA-REINF-c", "NA-DETLAND-m", "R55"),
    Limit(DECLARED, "That unit has declared an attack in this turn.", "NA-REINF-a", "NA-STEP5-e"),
    Limit(SPENT, "That unit has no movement point left.", "NA-REINF-a"),
    Limit(SCOUTS, "Scout cars cannot reinforce an attack.", "NA-REINF-b"),
    Limit(UNARMED, "That unit cannot attack.", "NA-REINF-a", "NA-P3LAND-c"),
    Limit(AWAY, "That unit is not next to the territory.", "NA-REINF-a", "NA-DECL-g"),
    Limit(
        NO_WAY, "That unit may not enter the territory.", "NA-REINF-a", "NA-SAHARA-a", "NA-TERR-b"
    ),
    Limit(INERT, "Vichy French units never move or attack.", "NA-VICHY-b", "NA-REINF-a"),
    Limit(UNPAID, "There is not enough supply for one unit more.", "NA-REINF-a", "NA-STEP5-c"),
)


def reserves(g: NorthAfrica, lifted: int = 0) -> int:
    """Units that may join the attack (NA-REINF-a to -c)."""
    chart = g.board.chart
    units = g.owned[g.power] & g.army
    if not lifted & DECLARED:
        units &= ~g.fought
    if not lifted & TURNED:
        units &= ~g.turned
    if not lifted & INERT:
        units &= ~vichy(g, units)
    shut = closed_to(g, SIDE[g.power]) | g.board.emblems
    barred = 0 if lifted & NO_WAY else shut >> g.battle & 1
    desert = 0 if lifted & NO_WAY else g.board.sahara >> g.battle & 1
    near = g.board.land if lifted & AWAY else g.board.land_links[g.battle]
    out = 0
    for u in bits(units):
        kind = g.kind[u]
        if g.where[u] >= g.board.size or not near >> g.where[u] & 1 or barred:
            continue
        if desert and not chart.traits[kind] & SAHARA:
            continue
        if chart.traits[kind] & HIT_AND_RUN and not lifted & SCOUTS:
            continue
        if not chart.attack[kind] and not lifted & UNARMED:
            continue
        if g.used[u] >= chart.move[kind] and not lifted & SPENT:
            continue
        if lifted & UNPAID or relieves(g, u):
            out |= 1 << u
    return out


def relieves(g: NorthAfrica, u: int) -> bool:
    """Whether the units of its territory can be paid for with it, if others withdraw."""
    beside = g.at[g.where[u]] & regular_land(g)
    return found_for(g, demand(g, beside | 1 << u))


def reinforce(g: NorthAfrica, u: int) -> None:
    """It joins before supply is paid; no mines (ruling 55)."""
    aim_at(g, u, g.battle)
    g.fought |= 1 << u
    g.used[u] += 1
    if g.log is not None:
        g.log.append(ev.Reinforced(everybody(g), piece(g, u), g.where[u], g.battle))
