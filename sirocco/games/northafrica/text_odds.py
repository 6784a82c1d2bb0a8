"""Odds at the table: of an attack on the map, or of any battle that somebody describes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sirocco.games.northafrica.alike import unit_of
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import side_units
from sirocco.games.northafrica.kinds import LAND
from sirocco.games.northafrica.odds import BattleSpec, Group, OddsError, Policy, battle
from sirocco.games.northafrica.odds_spec import BONUS, BONUS_OF_MAIN, NO_BONUS
from sirocco.games.northafrica.odds_text import odds_text, report
from sirocco.games.northafrica.powers import FRENCH, SIDE, SIDE_POWERS
from sirocco.games.northafrica.state import FREE, NorthAfrica
from sirocco.games.northafrica.supply import sources
from sirocco.kernel.bits import bits
from sirocco.kernel.refusal import Refused


def odds(text: str, options: Mapping[str, str]) -> str:
    """The odds of a battle in words."""
    try:
        return odds_text(text, options)
    except OddsError as bad:
        raise Refused(str(bad)) from None


def odds_here(g: NorthAfrica, text: str) -> str:
    """The odds of the attack on a space: `tobruk`, or `tobruk with tank@cairo fighter@cairo`."""
    name, _, named = re.sub(r"\s+", " ", text.strip()).partition(" with ")
    s = g.battle if not name and g.battle != NONE else g.board.find(name.replace(" ", "-"))
    if not 0 <= s < g.board.size:
        raise Refused(f"There is no space {name[:40]!r}.")
    units = attacking(g, s)
    for word in named.replace(",", " ").split():
        units |= _joining(g, word, units)
    try:
        return report(battle(spec_of(g, s, units), *policies_of(g, s, units)))
    except OddsError as bad:
        raise Refused(f"This battle cannot be reckoned: {bad}") from None


def attacking(g: NorthAfrica, s: int) -> int:
    """The units that attack a space as things stand."""
    return sum(
        1 << u
        for u in bits(g.fought & ~g.withdrawn & ~g.submerged)
        if g.target[u] == s and g.kind[u] != FREE
    )


def _joining(g: NorthAfrica, word: str, chosen: int) -> int:
    """A unit of the power whose turn it is; the same word again means another like it."""
    first = unit_of(g, g.power, word)
    if first < 0 or SIDE[g.owner[first]] != SIDE[g.power]:
        raise Refused(f"{word[:40]!r} is no unit of the attacker.")
    alike = g.at[g.where[first]] & g.kinds_at[g.kind[first]] & g.owned[g.owner[first]] & ~chosen
    if not alike:
        raise Refused(f"There are no more units like {word[:40]!r}.")
    return alike & -alike


def spec_of(g: NorthAfrica, s: int, units: int) -> BattleSpec:
    """The battle as it stands on the map."""
    enemy = g.at[s] & side_units(g, 1 - SIDE[g.power])
    sea = bool(g.board.sea >> s & 1)
    cargo = 0
    if sea:
        tokens = sum(g.afloat.get(4 * s + p, 0) for p in SIDE_POWERS[1 - SIDE[g.power]])
        cargo = (enemy & (g.army | g.trucks) & ~g.escaped).bit_count() + -(-tokens // 5)
        enemy &= (g.ships | g.air) & ~g.submerged
    else:
        enemy &= g.army | g.air
    main = _main(g, units)
    places = [p for p in sorted({g.where[u] for u in bits(units & g.army)}) if p != main]
    number = {main: 0, **{p: i + 1 for i, p in enumerate(places)}}
    nation = g.board.chart.nation
    return BattleSpec(
        _grouped(g, units, number),
        _grouped(g, enemy, {}),
        sea,
        _bonus(g, s, main),
        cargo,
        vichy=bool(enemy) and all(nation[g.kind[u]] == FRENCH for u in bits(enemy)),
        chart=g.board.chart,
    )


def _main(g: NorthAfrica, units: int) -> int:
    if g.main != NONE:
        return g.main
    counted: dict[int, int] = {}
    for u in bits(units & g.army):
        counted[g.where[u]] = counted.get(g.where[u], 0) + 1
    return max(counted, key=lambda p: counted[p], default=NONE)


def _grouped(g: NorthAfrica, units: int, number: dict[int, int]) -> tuple[Group, ...]:
    counted: dict[tuple[int, int, bool], int] = {}
    for u in bits(units):
        land = g.board.chart.arm[g.kind[u]] == LAND
        key = (g.kind[u], number.get(g.where[u], 0) if land else 0, bool(g.damaged >> u & 1))
        counted[key] = counted.get(key, 0) + 1
    return tuple(Group(kind, n, origin, hurt) for (kind, origin, hurt), n in counted.items())


def _bonus(g: NorthAfrica, s: int, main: int) -> int:
    fronts = g.board.bonus[s]
    if not fronts:
        return NO_BONUS
    if fronts == (1 << g.board.size) - 1:
        return BONUS
    return BONUS_OF_MAIN if main != NONE and fronts >> main & 1 else NO_BONUS


def policies_of(g: NorthAfrica, s: int, units: int) -> tuple[Policy, Policy]:
    """Both sides fight as long as the supply in reach lasts."""
    if g.board.sea >> s & 1:
        return Policy(), Policy()
    side = SIDE[g.power]
    reach = 0
    for origin in {g.where[u] for u in bits(units & g.army)}:
        reach |= sources(g, side, origin)
    ours = sum(g.supply[t] for t in bits(reach))
    theirs = sum(g.supply[t] for t in bits(sources(g, 1 - side, s)))
    return Policy(supply=ours), Policy(supply=theirs)
