"""Sea mines: the owners decide, tokens go, dice are rolled, the acting player takes the hits.

Order of dice: zone by zone in the order that the owners choose; in a zone one die for each token,
first those of the owner that comes first in the order of play (NA-DETSEA).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.cargo import aboard, about, all_tokens, hit_transports
from sirocco.games.northafrica.events_moves import MinesDetonated, ShipDamaged
from sirocco.games.northafrica.ground import everybody, seat_for
from sirocco.games.northafrica.hits import capacity
from sirocco.games.northafrica.joint import Choices, decide, question
from sirocco.games.northafrica.kinds import TWO_HITS, data_pack
from sirocco.games.northafrica.mines import mine_hit
from sirocco.games.northafrica.powers import SIDE, SIDE_POWERS
from sirocco.games.northafrica.sailing import awaiting
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.troops import piece, remove, roll
from sirocco.games.northafrica.verbs_moves import DETONATE, SINK, SINK_TRANSPORT, ZONE
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


def zone_choices(g: NorthAfrica, zones: int) -> Choices:
    return ((ZONE, zones),)


ORDER: Final = question("mine_order", zone_choices)


@procedure
def mines_under_way(g: NorthAfrica) -> Procedure[None]:
    """NA-DETSEA-b: all have sailed; zone after zone the mines are decided, in the owners' order."""
    while True:
        zones = awaiting(g)
        if not zones:
            break
        z = lowest(zones)
        if zones & (zones - 1):
            said = yield from decide(g, layers(g, zones), seat_for(g, g.power), ORDER, zones)
            z = said & NOUN
        yield from sea_mines(g, z)
        survivors = g.fresh & g.at[z] & g.ships & g.owned[g.power]
        g.halfway |= survivors
        g.fresh &= ~survivors
    g.legs += 1
    g.memo = None


def layers(g: NorthAfrica, zones: int) -> tuple[int, ...]:
    """The seats that own mines in some zones."""
    found = [
        p
        for p in SIDE_POWERS[1 - SIDE[g.power]]
        if any(g.sea_mines.get(4 * z + p) for z in bits(zones))
    ]
    return tuple(dict.fromkeys([seat_for(g, p) for p in found]))


@procedure
def sea_mines(g: NorthAfrica, z: int) -> Procedure[None]:
    """The mines of one zone against what has just come into it (`g.fresh`, `g.fresh_afloat`)."""
    if not exposed(g, z):
        return
    counts: tuple[int, ...] = ()
    for power in SIDE_POWERS[1 - SIDE[g.power]]:
        count = 0
        if g.sea_mines.get(4 * z + power):
            said = yield Ask(seat_for(g, power), "sea_mines", ((DETONATE, some_of(g, z, power)),))
            count = said & NOUN
        counts = (*counts, count)
    hits = blow_up(g, z, counts)  # NA-DETSEA-d
    if not fresh_cargo(g, z):  # whose mines they are matters to cargo alone
        hits = (sum(hits), 0)
    for i in range(2):
        if hits[i]:
            namer = seat_for(g, SIDE_POWERS[1 - SIDE[g.power]][i])
            yield from spread_hits(g, z, hits[i], namer)


def exposed(g: NorthAfrica, z: int) -> bool:
    """Whether there is something in a zone that its mines could hit."""
    return bool(fresh_ships(g, z)) or fresh_cargo(g, z)


def fresh_ships(g: NorthAfrica, z: int) -> int:
    """NA-DETSEA-f: the acting side's sea units that have just come into a zone."""
    return g.fresh & g.at[z] & g.ships & g.owned[g.power]


def fresh_cargo(g: NorthAfrica, z: int) -> bool:
    which = about(z, SIDE[g.power], True)
    return bool(aboard(g, which)) or all_tokens(g, which) > 0


def some_of(g: NorthAfrica, z: int, power: int) -> int:
    """Any number of a power's tokens in a zone, none included (NA-DET-b)."""
    return (2 << g.sea_mines.get(4 * z + power, 0)) - 1


def blow_up(g: NorthAfrica, z: int, counts: tuple[int, ...]) -> tuple[int, ...]:
    """All chosen tokens are removed before any is resolved; the hits of each owner's."""
    powers = SIDE_POWERS[1 - SIDE[g.power]]
    for power, count in zip(powers, counts, strict=True):
        if count:
            left = g.sea_mines[4 * z + power] - count
            if left:
                g.sea_mines[4 * z + power] = left
            else:
                del g.sea_mines[4 * z + power]
    out = []
    for power, count in zip(powers, counts, strict=True):
        hits = 0
        if count:
            faces = roll(g, count * dice_a_token(), "sea mines")  # NA-DETSEA-e
            hits = sum(face <= mine_hit() for face in faces)
            if g.log is not None:
                g.log.append(MinesDetonated(everybody(g), (power,), z, z, count, hits))
        out.append(hits)
    return tuple(out)


@procedure
def spread_hits(g: NorthAfrica, z: int, hits: int, namer: int) -> Procedure[None]:
    """NA-DETSEA-f: all hits must be taken, by whichever of the newcomers the player chooses."""
    while hits and exposed(g, z):
        ships, cargo = one_of_each(g, fresh_ships(g, z)), fresh_cargo(g, z)
        doomed = not cargo and hits >= capacity(g, fresh_ships(g, z))
        hits -= 1
        if ships and (cargo or ships & (ships - 1)) and not doomed:
            answer = yield Ask(
                seat_for(g, g.power),
                "mine_hit",
                (
                    (SINK, one_of_each(g, fresh_ships(g, z))),
                    (SINK_TRANSPORT, int(fresh_cargo(g, z))),
                ),
            )
            ships = 1 << (answer & NOUN) if answer & ~NOUN == SINK else 0
        if ships:
            strike_mine(g, lowest(ships))
        else:
            yield from hit_transports(g, z, 1, SIDE[g.power], namer, True)  # NA-DETSEA-h


def strike_mine(g: NorthAfrica, u: int) -> None:
    """NA-DETSEA-g: a warship is lost, a sound battleship damaged."""
    bit = 1 << u
    g.memo = None
    if g.board.chart.traits[g.kind[u]] & TWO_HITS and not g.damaged & bit:
        g.damaged |= bit
        if g.log is not None:
            g.log.append(ShipDamaged(everybody(g), piece(g, u), g.where[u]))
        return
    remove(g, bit)


@lru_cache(maxsize=1)
def dice_a_token() -> int:
    return data_pack().number("limits.mines.sea_dice")
