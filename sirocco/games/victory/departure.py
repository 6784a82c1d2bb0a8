"""Leaving a battle: the choice of a destination and the move itself."""

from __future__ import annotations

from sirocco.games.victory import events as ev
from sirocco.games.victory.battlefields import given
from sirocco.games.victory.blocks import cargo, everybody, put_aboard, shift
from sirocco.games.victory.command import seat_of
from sirocco.games.victory.hits import shed
from sirocco.games.victory.retreat import (
    ABORTING,
    BY_AIR,
    crosses_as_army,
    manner,
    retreat_hexes,
    retreat_ships,
)
from sirocco.games.victory.retreat_air import air_bases, air_ships
from sirocco.games.victory.state import NO_ENTRY, Victory, lift
from sirocco.games.victory.units import ARMY_MASK, CARRIERS, KIND, MARINES, SIDE
from sirocco.games.victory.verbs import ABOARD, TO
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def withdraw(g: Victory, u: int, landing: bool) -> Procedure[None]:
    """A unit retreats, or after the battle lands, at a place of its owner's choice."""
    answer = yield Ask(
        seat_of(g, SIDE[u], u), "base" if landing else "retreat", ways_out(g, u, landing)
    )
    noun = answer & NOUN
    if answer == TO + noun:
        depart(g, u, noun)
    else:
        board_ship(g, u, noun)
        if not landing:
            yield from shed(g, noun)  # V-4.41-g; after a battle when all have landed


def ways_out(g: Victory, u: int, landing: bool) -> tuple[tuple[int, int], ...]:
    """Where a unit may go: hexes, and Carriers for aircraft."""
    if landing:
        side, kind = SIDE[u], KIND[u]
        hexes, ships = air_bases(g, side, kind, True), air_ships(g, side, kind, True)
    else:
        hexes, ships = retreat_hexes(g, u), retreat_ships(g, u)
    return given((TO, hexes), (ABOARD, ships))


def depart(g: Victory, u: int, to: int) -> None:
    """A unit leaves the battle for a hex; a Carrier takes the aircraft aboard along."""
    h = g.battle
    way = manner(g, u)
    d = g.board.grid.direction(h, to)
    if way not in (BY_AIR, ABORTING):
        g.out[d if crosses_as_army(g, way, d) else 6 + d] += 1  # V-5.5-e
    _tell(g, u, to, -1)
    group = 1 << u
    if CARRIERS & group:
        group |= cargo(g, u)  # V-GROUND-d
    if to != h:
        shift(g, u, to)
    _out_of_battle(g, group)
    if ARMY_MASK >> u & 1:
        _ashore_or_at_sea(g, u, to)


def board_ship(g: Victory, u: int, ship: int) -> None:
    """An Air unit lands on a Carrier."""
    _tell(g, u, g.where[ship], ship)
    lift(g, u)
    put_aboard(g, u, ship)
    _out_of_battle(g, 1 << u)


def _ashore_or_at_sea(g: Victory, u: int, to: int) -> None:
    """In a friendly port Army units are ashore; Marines on other coasts are at sea (A27, A85)."""
    board, bit = g.board, 1 << u
    haven = board.port & g.control[SIDE[u]]
    if board.sea >> to & 1 or (MARINES & bit and not haven >> to & 1):
        g.at_sea |= bit
    else:
        g.at_sea &= ~bit


def _out_of_battle(g: Victory, units: int) -> None:
    """The marks of the battle come off: half-hits vanish (V-5.47-e), blocks stand up (V-FOG-a)."""
    keep = ~units
    g.half &= keep
    g.acted &= keep
    g.aloft &= keep
    g.flying &= keep
    g.grounded &= keep
    g.invading &= keep
    g.blockading &= keep
    g.beach &= keep  # V-5.71-i
    g.beach_used &= keep
    g.face_up &= keep
    for u in bits(units):
        g.entry[u] = NO_ENTRY


def _tell(g: Victory, u: int, to: int, ship: int) -> None:
    if g.log is not None:
        grid = g.board.grid
        path = tuple(grid.path(grid.net, g.battle, to, grid.all, grid.distance(g.battle, to)))
        friends = g.terms.side_seats[SIDE[u]]
        g.log.append(ev.Retreated(friends, u, path, ship))
        g.log.append(ev.Retreated(everybody(g) & ~friends, u, path, -1))  # V-FOG-b
