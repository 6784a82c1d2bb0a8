"""Set-up: the charts, the bidding, the British variable reinforcements."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica.ground import everybody, seat_for
from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.powers import AXIS, FRENCH, GERMANY, POWERS, SIDE_POWERS, UK
from sirocco.games.northafrica.round_track import (
    place_landings,
    place_markers,
    place_supply,
    place_units,
)
from sirocco.games.northafrica.scenarios import of, takes_turn
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.supply import deliver
from sirocco.games.northafrica.troops import available, raise_unit
from sirocco.games.northafrica.verbs import DONE
from sirocco.games.northafrica.verbs_setup import ACCEPT, BID, FOR, RAISE, SHARE
from sirocco.games.northafrica.victory import note_presence
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure

WANT, OFFER, SPLIT, CHOOSE = range(4)
"""Stages of the set-up: the side wanted, the bids, the shares, and from CHOOSE on the zones."""
HIGHEST_BID: Final = 60
"""More points than any side could use; a bid that high can only be accepted."""


@procedure
def set_up(g: NorthAfrica) -> Procedure[None]:
    """NA-SETUP-a to -e: what the charts say lies on the board; bids and choices follow (D17)."""
    if g.terms.bidding and g.stage < CHOOSE:
        yield from bidding(g)
    g.stage = max(g.stage, CHOOSE)
    while g.stage - CHOOSE < len(of(g).variable):
        yield from variable_reinforcements(g)
        g.stage += 1
        g.points = 0
    g.power = GERMANY
    note_presence(g)


def lay_out(g: NorthAfrica) -> None:
    """Place what the charts of all powers list, and the landing forces of Operation Torch."""
    held = of(g)
    g.round = held.first_round  # NA-RLP-a, NA-TORCH-a
    chart = data_pack().value(f"setups.{held.name}")
    for roster, rows in chart["units"].items():
        owner = GERMANY if roster == "vichy" else POWERS.index(roster)  # NA-VICHY-a
        nation = FRENCH if roster == "vichy" else owner
        for name, lines in rows.items():
            place_units(g, nation, owner, _space(g, name), lines)  # NA-SETUP-d
    place_markers(g, chart["control"])  # NA-SETUP-a
    place_supply(g, chart["supply"])  # NA-SETUP-b
    for name, row in chart.get("land_mines", {}).items():  # NA-SETUP-c
        for facing, count in row.items():
            g.land_mines[128 * _space(g, name) + _space(g, facing)] = count
    for roster, row in chart.get("sea_mines", {}).items():
        for name, count in row.items():
            g.sea_mines[4 * _space(g, name) + POWERS.index(roster)] = count
    if held.landing and held.landing["moment"] == "set-up":
        place_landings(g)  # NA-TORCHR7-a
    if g.terms.reserve:
        place_reserve(g)


def _space(g: NorthAfrica, name: str) -> int:
    s = g.board.find(name)
    if s < 0:
        raise ValueError(f"the set-up names {name}, which is no space of the map")
    return s


def place_reserve(g: NorthAfrica) -> None:
    """NA-RESERVE-a: supply in the staging territory of each side."""
    for side, powers in enumerate(SIDE_POWERS):
        staging = sum(
            1 << s for s, who in enumerate(g.board.staging) if any(who >> p & 1 for p in powers)
        )
        if staging:
            deliver(g, lowest(staging), of(g).reserve[side], "placed")


# Bidding


@procedure
def bidding(g: NorthAfrica) -> Procedure[None]:
    """NA-BID-a: offers rise by turns until one is accepted; who accepts takes the points (R6)."""
    if g.stage == WANT:
        a = yield Ask(0, "want", ((FOR, 3),))
        g.wanted = a & NOUN
        g.bidder = 1
        g.stage = OFFER
    while g.stage == OFFER:
        a = yield Ask(1 - g.bidder, "bid", bids(g))
        make_bid(g, a)
    if g.stage == SPLIT:
        if len(sharers(g)) == 2:
            a = yield Ask(1 - g.bidder, "share", ((SHARE, (1 << g.bid + 1) - 1),))
            share(g, a & NOUN)
        else:
            share(g, g.bid)  # NA-BID-c


def bids(g: NorthAfrica) -> tuple[tuple[int, int], ...]:
    """Higher than the last offer, the first at least 1; the last offer may be accepted."""
    higher = ((1 << HIGHEST_BID + 1) - 1) & ~((1 << g.bid + 1) - 1)
    taking = ((ACCEPT, 1),) if g.bid else ()
    return (((BID, higher),) if higher else ()) + taking


def make_bid(g: NorthAfrica, a: int) -> None:
    """An offer, or its acceptance, which settles who runs which side."""
    seat = 1 - g.bidder
    if a & ~NOUN == BID:
        g.bid = a & NOUN
        g.bidder = seat
        if g.log is not None:
            g.log.append(ev.Bid(everybody(g), seat, g.wanted, g.bid))
        return
    g.swapped = (g.bidder == 0) != (g.wanted == AXIS)  # NA-BID-b
    g.stage = SPLIT
    if g.log is not None:
        g.log.append(ev.BidAccepted(everybody(g), seat, 1 - g.wanted, g.bid))


def sharers(g: NorthAfrica) -> tuple[int, ...]:
    """The powers of the side that is paid which have a turn in the first round (NA-BID-c)."""
    return tuple(p for p in SIDE_POWERS[1 - g.wanted] if takes_turn(g, p))


def share(g: NorthAfrica, first: int) -> None:
    """Divide the points: so many to the first of the two powers, the rest to the other."""
    powers = sharers(g)
    for power, points in zip(powers, (first, g.bid - first), strict=False):
        g.bonus_points[power] = points
        if g.log is not None:
            g.log.append(ev.BidShared(everybody(g), power, points))


# British variable reinforcements


@procedure
def variable_reinforcements(g: NorthAfrica) -> Procedure[None]:
    """NA-SETUP-e: units of any kind for the points of one zone; the rest may be left unused."""
    g.power = UK
    if not g.points:
        g.points = of(g).variable[g.stage - CHOOSE][1]  # NA-SETUP-f
    while True:
        a = yield Ask(seat_for(g, UK), "variable", ((RAISE, affordable(g)), (DONE, 1)))
        if a == DONE:
            return
        kind = a & NOUN
        g.points -= g.board.chart.cost[kind]
        raise_unit(g, kind, UK, variable_zone(g))


def variable_zone(g: NorthAfrica) -> int:
    """The zone whose contents are being chosen."""
    return _space(g, of(g).variable[g.stage - CHOOSE][0])


PRICE, TRUCKS, STOCK = (1 << i for i in range(3))


def affordable(g: NorthAfrica, lifted: int = 0) -> int:
    """British kinds that may be put into the zone: combat units with a price, in stock."""
    chart = g.board.chart
    zone = variable_zone(g)
    out = 0
    for kind in bits(british(g)):
        if not lifted & PRICE and chart.cost[kind] > g.points:
            continue
        if not lifted & TRUCKS and not (chart.combat_land[kind] or chart.arm[kind]):
            continue
        if not lifted & STOCK and not available(g, kind, zone):
            continue
        out |= 1 << kind
    return out


def british(g: NorthAfrica) -> int:
    """British kinds that have a price."""
    chart = g.board.chart
    return sum(1 << k for k in range(chart.kinds) if chart.nation[k] == UK and chart.cost[k])


__all__ = ["bidding", "lay_out", "set_up"]
