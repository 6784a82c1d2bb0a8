"""Cargo on transports: hits on it (NA-STEP2-f), and its escape from a combat (NA-STEP4-d)."""

from __future__ import annotations

from functools import lru_cache

from sirocco.games.northafrica import events_combat as ev
from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.ground import everybody, seat_for
from sirocco.games.northafrica.joint import Choices, decide, question
from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.powers import SIDE_POWERS
from sirocco.games.northafrica.state import NorthAfrica, discharge
from sirocco.games.northafrica.troops import piece
from sirocco.games.northafrica.verbs import DONE
from sirocco.games.northafrica.verbs_combat import (
    ESCAPE,
    ESCAPE_SUPPLY,
    LOSE,
    LOSE_SUPPLY,
    NAME,
    NAME_SUPPLY,
    TOKEN,
)
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure

_FRESH = 1 << 20


@lru_cache(maxsize=1)
def tokens_a_bay() -> int:
    return data_pack().number("limits.supply.tokens_a_bay")


@lru_cache(maxsize=1)
def bays_a_transport() -> int:
    return data_pack().number("limits.supply.bays")


def about(z: int, side: int, fresh_only: bool) -> int:
    """Which cargo a question is about, as one number: zone, side, whether just deployed."""
    return 2 * z + side + (_FRESH if fresh_only else 0)


def aboard(g: NorthAfrica, which: int) -> int:
    """The land units on the transports that can be hit."""
    z, side = (which & (_FRESH - 1)) >> 1, which & 1
    units = g.at[z] & g.sides[side] & (g.army | g.trucks) & ~g.escaped
    return units & g.fresh if which & _FRESH else units


def tokens_of(g: NorthAfrica, which: int, power: int) -> int:
    """The supply of a power on the transports that can be hit."""
    key = 4 * ((which & (_FRESH - 1)) >> 1) + power
    if which & _FRESH:
        return g.fresh_afloat.get(key, 0)
    return g.afloat.get(key, 0) - g.escaped_afloat.get(key, 0)


def all_tokens(g: NorthAfrica, which: int) -> int:
    a, b = SIDE_POWERS[which & 1]
    return tokens_of(g, which, a) + tokens_of(g, which, b)


def victims(g: NorthAfrica, which: int) -> tuple[int, ...]:
    """The seats whose cargo it is, in the order of their powers (NA-MULTI-e)."""
    powers = {g.owner[u] for u in bits(aboard(g, which))}
    powers |= {p for p in SIDE_POWERS[which & 1] if tokens_of(g, which, p)}
    return tuple(dict.fromkeys(seat_for(g, p) for p in sorted(powers)))


@procedure
def hit_transports(
    g: NorthAfrica, z: int, hits: int, side: int, namer: int, fresh_only: bool
) -> Procedure[None]:
    """Each hit destroys two units, or five tokens in place of either; the seat `namer` names the
    second type (NA-STEP2-f to -j, NA-DETSEA-h)."""
    which = about(z, side, fresh_only)
    if bays_filled(g, which) <= hits * bays_a_transport():
        lose_everything(g, which)
        return
    while hits:
        hits -= 1
        if aboard(g, which) or all_tokens(g, which):
            yield from first_loss(g, which, namer)
        if aboard(g, which) or all_tokens(g, which):
            yield from second_loss(g, which, namer)


def bays_filled(g: NorthAfrica, which: int) -> int:
    """NA-TRANSP-b: a unit fills one, and so does a group of at most five tokens."""
    groups = -(-all_tokens(g, which) // tokens_a_bay())
    return aboard(g, which).bit_count() + groups


def lose_everything(g: NorthAfrica, which: int) -> None:
    """NA-STEP2-j: the hits take all that is left, whoever picks."""
    for u in bits(aboard(g, which)):
        sink(g, u)
    for p in bits(token_owners(g, which)):
        for _ in range(tokens_of(g, which, p)):
            lose_token(g, which, p)


@procedure
def first_loss(g: NorthAfrica, which: int, namer: int) -> Procedure[None]:
    """The victims choose freely: a unit or a group of tokens."""
    units = one_of_each(g, aboard(g, which))
    if not units:
        yield from lose_tokens(g, which, namer)
    elif not all_tokens(g, which) and units & (units - 1) == 0:
        sink(g, lowest(units))
    else:
        said = yield from decide(g, victims(g, which), namer, TOPIC_FIRST, which)
        if said == LOSE_SUPPLY:
            yield from lose_tokens(g, which, namer)
        else:
            sink(g, said & NOUN)


@procedure
def second_loss(g: NorthAfrica, which: int, namer: int) -> Procedure[None]:
    """The namer says which type; the victims give one of that type."""
    types = types_aboard(g, which)
    supply = all_tokens(g, which) > 0
    if (supply and types) or types & (types - 1):
        said = yield Ask(namer, "name-loss", name_choices(g, which))
    elif supply:
        said = NAME_SUPPLY
    else:
        said = NAME + lowest(types)
    if said == NAME_SUPPLY:
        yield from lose_tokens(g, which, namer)
        return
    units = of_type_aboard(g, which, said & NOUN)
    if units & (units - 1) == 0:
        sink(g, lowest(units))
    else:
        topic = which | (said & NOUN) + 1 << 22
        said = yield from decide(g, victims(g, which), namer, TOPIC_SECOND, topic)
        sink(g, said & NOUN)


def types_aboard(g: NorthAfrica, which: int) -> int:
    """The types among the cargo, as bits."""
    out = 0
    for u in bits(aboard(g, which)):
        out |= 1 << g.board.chart.type[g.kind[u]]
    return out


def of_type_aboard(g: NorthAfrica, which: int, type: int) -> int:
    units = aboard(g, which)
    kind_type = g.board.chart.type
    return one_of_each(g, sum(1 << u for u in bits(units) if kind_type[g.kind[u]] == type))


def name_choices(g: NorthAfrica, which: int) -> Choices:
    """NA-STEP2-j: only what is there can be named."""
    types = types_aboard(g, which)
    if all_tokens(g, which):
        return (NAME, types), (NAME_SUPPLY, 1)
    return ((NAME, types),)


def sink(g: NorthAfrica, u: int) -> None:
    if g.log is not None:
        g.log.append(ev.CargoLost(everybody(g), g.where[u], (piece(g, u),), ()))
    discharge(g, u)


@procedure
def lose_tokens(g: NorthAfrica, which: int, namer: int) -> Procedure[None]:
    """NA-STEP2-g: five tokens that the victims choose, or all if there are fewer."""
    for left in range(min(tokens_a_bay(), all_tokens(g, which)), 0, -1):
        owners = token_owners(g, which)
        if owners & (owners - 1) and left < all_tokens(g, which):
            said = yield from decide(g, victims(g, which), namer, TOPIC_TOKENS, which)
            lose_token(g, which, said & NOUN)
        else:
            lose_token(g, which, lowest(owners))


def token_owners(g: NorthAfrica, which: int) -> int:
    return sum(1 << p for p in SIDE_POWERS[which & 1] if tokens_of(g, which, p))


def lose_token(g: NorthAfrica, which: int, power: int) -> None:
    z = (which & (_FRESH - 1)) >> 1
    key = 4 * z + power
    for table in (g.afloat, g.fresh_afloat) if which & _FRESH else (g.afloat,):
        table[key] -= 1
        if not table[key]:
            del table[key]
    if g.log is not None:
        lost = tuple(int(p == power) for p in range(4))
        g.log.append(ev.CargoLost(everybody(g), z, (), lost))


@procedure
def escapes(g: NorthAfrica, side: int, umpire: int) -> Procedure[None]:
    """NA-STEP4-d: up to two units leave the combat, or groups of five tokens in their place."""
    which = about(g.battle, side, False)
    bays = bays_a_transport()
    while bays:
        bays -= 1
        if not aboard(g, which) and not all_tokens(g, which):
            return
        said = yield from decide(g, victims(g, which), umpire, TOPIC_ESCAPE, which)
        if said == DONE:
            return
        if said == ESCAPE_SUPPLY:
            yield from tokens_escape(g, which, umpire)
        else:
            escape(g, said & NOUN)


@procedure
def tokens_escape(g: NorthAfrica, which: int, umpire: int) -> Procedure[None]:
    for left in range(min(tokens_a_bay(), all_tokens(g, which)), 0, -1):
        owners = token_owners(g, which)
        if owners & (owners - 1) and left < all_tokens(g, which):
            said = yield from decide(g, victims(g, which), umpire, TOPIC_TOKENS, which)
            token_escapes(g, said & NOUN)
        else:
            token_escapes(g, lowest(owners))


def escape(g: NorthAfrica, u: int) -> None:
    """NA-STEP4-e: it stays in the zone, out of the combat."""
    g.escaped |= 1 << u
    if g.log is not None:
        g.log.append(ev.Escaped(everybody(g), g.battle, (piece(g, u),), ()))


def token_escapes(g: NorthAfrica, power: int) -> None:
    key = 4 * g.battle + power
    g.escaped_afloat[key] = g.escaped_afloat.get(key, 0) + 1
    if g.log is not None:
        saved = tuple(int(p == power) for p in range(4))
        g.log.append(ev.Escaped(everybody(g), g.battle, (), saved))


def _escape_choices(g: NorthAfrica, which: int) -> Choices:
    units = one_of_each(g, aboard(g, which))
    if all_tokens(g, which):
        return (ESCAPE, units), (ESCAPE_SUPPLY, 1), (DONE, 1)
    return (ESCAPE, units), (DONE, 1)


def _first_choices(g: NorthAfrica, which: int) -> Choices:
    units = one_of_each(g, aboard(g, which))
    if all_tokens(g, which):
        return (LOSE, units), (LOSE_SUPPLY, 1)
    return ((LOSE, units),)


def _second_choices(g: NorthAfrica, topic: int) -> Choices:
    which, type = topic & ((1 << 22) - 1), (topic >> 22) - 1
    return ((LOSE, of_type_aboard(g, which, type)),)


def _token_choices(g: NorthAfrica, which: int) -> Choices:
    return ((TOKEN, token_owners(g, which)),)


TOPIC_FIRST = question("cargo-loss", _first_choices)
TOPIC_SECOND = question("cargo-loss-of-type", _second_choices)
TOPIC_TOKENS = question("cargo-tokens", _token_choices)
TOPIC_ESCAPE = question("escape", _escape_choices)
