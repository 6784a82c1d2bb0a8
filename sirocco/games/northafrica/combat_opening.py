"""Before the first round: main attack, Air Defense, territories without a fight, raids."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.battlefield import (
    at_sea,
    attackers,
    convoy_left,
    defenders,
    only_aaa,
    with_traits,
)
from sirocco.games.northafrica.ground import everybody, seat_for
from sirocco.games.northafrica.kinds import AIR_DEFENSE, COLLATERAL, RAIDER, data_pack
from sirocco.games.northafrica.state import OVER, NorthAfrica
from sirocco.games.northafrica.supply import spend
from sirocco.games.northafrica.troops import remove, roll
from sirocco.games.northafrica.verbs import NO
from sirocco.games.northafrica.verbs_combat import BOMB, LOSE, MAIN, RAID
from sirocco.games.northafrica.victory import check_instant
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure

RAIDED: Final = 1
BOMBED: Final = 2
"""Bits of `g.raided`: decided in this combat."""


@procedure
def main_attack(g: NorthAfrica) -> Procedure[None]:
    """NA-FLANK-a, ruling 17: fixed when the combat begins, the attacker chooses among ties."""
    if g.combat_round == 0 and only_aaa(g, defenders(g)):
        return  # NA-P4-i: land units roll no dice
    largest = strongest_origins(g)
    if largest & (largest - 1):
        said = yield Ask(seat_for(g, g.power), "main-attack", ((MAIN, strongest_origins(g)),))
        g.main = said & NOUN
    elif largest:
        g.main = lowest(largest)
    if largest and g.log is not None:
        g.log.append(ev.MainAttack(everybody(g), g.main))


def strongest_origins(g: NorthAfrica) -> int:
    """The territories from which most land units attack."""
    counted: dict[int, int] = {}
    for u in bits(attackers(g) & g.army):
        counted[g.where[u]] = counted.get(g.where[u], 0) + 1
    most = max(counted.values(), default=0)
    return sum(1 << s for s, n in counted.items() if n == most)


@procedure
def open_combat(g: NorthAfrica) -> Procedure[None]:
    """What comes before the first round."""
    if not at_sea(g):
        yield from air_defense(g)  # NA-P4-h
        if g.phase == OVER:
            return
    if not attackers(g):
        g.combat_step = 6
    elif at_sea(g):
        g.combat_step = 1 if defenders(g) or convoy_left(g) else 6
    elif only_aaa(g, defenders(g)):
        yield from raids(g)
        remove(g, defenders(g))  # NA-P4-i, NA-AAA-f
        if check_instant(g):
            return
        g.combat_step = 6
    g.combat_round = 1


@lru_cache(maxsize=1)
def numbers() -> tuple[int, int]:
    """Dice of a unit with Air Defense, and the highest face that hits."""
    row = data_pack().value("limits.air_defense")
    return int(row["dice"]), int(row["hit"])


@procedure
def air_defense(g: NorthAfrica) -> Procedure[None]:
    """NA-AAA-a to -d, NA-ATG-a: once, before the first round; no bonus, no supply."""
    shots, hit = numbers()
    guns = with_traits(g, defenders(g), AIR_DEFENSE).bit_count()
    dice = min(shots * guns, (attackers(g) & g.air).bit_count())
    if not dice:
        return
    faces = roll(g, dice, f"air defense of {g.board.names[g.battle]}")
    left = sum(face <= hit for face in faces)
    if g.log is not None:
        g.log.append(ev.AirDefense(everybody(g), g.battle, faces, left))
    while left and attackers(g) & g.air:
        choice = one_of_each(g, attackers(g) & g.air)
        if choice & (choice - 1) and left < (attackers(g) & g.air).bit_count():
            said = yield Ask(
                seat_for(g, g.power), "shot-down", ((LOSE, one_of_each(g, attackers(g) & g.air)),)
            )
            remove(g, 1 << (said & NOUN))
        else:
            remove(g, choice & -choice)
        left -= 1
        if check_instant(g):
            return


@procedure
def raids(g: NorthAfrica) -> Procedure[None]:
    """Just before the first attack dice: Supply Raider and Collateral Damage, a token each."""
    if g.combat_round > 1 or at_sea(g):
        return
    if not g.raided & RAIDED:
        g.raided |= RAIDED
        if g.supply[g.battle] and with_traits(g, attackers(g), RAIDER):
            said = yield Ask(seat_for(g, g.power), "raid", ((RAID, 1), (NO, 1)))  # NA-SCOUT-g
            if said == RAID:
                spend(g, g.battle, 1, "raid")
    if not g.raided & BOMBED:
        g.raided |= BOMBED
        if g.supply[g.battle] and with_traits(g, attackers(g), COLLATERAL):
            said = yield Ask(seat_for(g, g.power), "bomb", ((BOMB, 1), (NO, 1)))  # NA-BMB-a
            if said == BOMB:
                spend(g, g.battle, 1, "collateral damage")
