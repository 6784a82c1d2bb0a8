"""Land mines: who owns them, when they go off, what they do (NA-DET, NA-DETLAND).

Order of dice: for each border, 3 dice for each mine that goes off there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.events_moves import MinesDetonated, TurnedBack
from sirocco.games.northafrica.ground import controller, everybody, seat_for, standing
from sirocco.games.northafrica.joint import agreed as agreed_answer
from sirocco.games.northafrica.joint import answer, question
from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.powers import NOBODY, SIDE
from sirocco.games.northafrica.state import NorthAfrica, aim_at
from sirocco.games.northafrica.troops import piece, roll
from sirocco.games.northafrica.verbs_moves import DETONATE, TURN_BACK
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import frame, procedure, together


def mine_owners(g: NorthAfrica, t: int) -> tuple[int, ...]:
    """NA-DETLAND-b to -d: the powers that own the land mines of a territory."""
    owner = controller(g, t)
    if owner != NOBODY:
        return (owner,)
    units = standing(g, t)
    counts = [(units & owned).bit_count() for owned in g.owned]
    most = max(counts)
    return tuple(p for p, n in enumerate(counts) if n == most) if most else ()


def threatening(g: NorthAfrica, t: int, facing: int) -> int:
    """How many mines may go off when the active power crosses into a territory from another."""
    found = g.land_mines.get(128 * t + facing, 0)  # NA-DETLAND-e
    if not found:
        return 0
    owners = mine_owners(g, t)  # NA-DETLAND-a
    side = SIDE[g.power]
    return found if owners and all(SIDE[p] != side for p in owners) else 0  # NA-DET-c


def choices(g: NorthAfrica, border: int) -> tuple[tuple[int, int], ...]:
    """Any number of the mines on a border, none included (NA-DET-b)."""
    return ((DETONATE, (2 << g.land_mines.get(border, 0)) - 1),)


MINES: Final = question("land_mines", choices)


@procedure
def chosen_mines(g: NorthAfrica, t: int, facing: int) -> Procedure[int]:
    """How many mines the owner, or both owners together, let go off (NA-DETLAND-c, D2)."""
    seats = tuple(dict.fromkeys([seat_for(g, p) for p in mine_owners(g, t)]))
    border = 128 * t + facing
    if len(seats) == 1:
        g.disagreed = 0
        said = yield Ask(seats[0], "land_mines", choices(g, border))
        return said & NOUN
    while True:
        yield from together(g, [frame(answer, seat, MINES, border) for seat in seats])
        least = min([g.answers[seat] for seat in seats])
        if agreed_answer(g, seats) >= 0 or g.disagreed:
            g.disagreed = 0
            return least & NOUN
        g.disagreed = 1


def crossing(g: NorthAfrica, t: int, facing: int) -> int:
    """The land units that are about to cross a border."""
    return g.at[facing] & g.army & g.owned[g.power] & g.aimed.get(t, 0)


@procedure
def border_mines(g: NorthAfrica, t: int, facing: int) -> Procedure[None]:
    """The mines of one border: decided, rolled for, and each hit turns a unit back."""
    border = 128 * t + facing
    g.closed[border] = 1
    if not threatening(g, t, facing):
        return
    count = yield from chosen_mines(g, t, facing)
    hits = blow_up(g, t, facing, count)
    while hits > 0:
        units = crossing(g, t, facing)
        found = one_of_each(g, units)
        if found & (found - 1) and hits < units.bit_count():
            pick = yield Ask(
                seat_for(g, g.power),
                "turn_back",
                ((TURN_BACK, one_of_each(g, crossing(g, t, facing))),),
            )
            found = 1 << (pick & NOUN)
        turn_back(g, lowest(found), t)  # NA-DETLAND-i
        hits -= 1
    if not crossing(g, t, facing):
        g.arrows.pop(128 * facing + t, None)  # NA-DETLAND-l


def blow_up(g: NorthAfrica, t: int, facing: int, count: int) -> int:
    """Remove the mines, roll for them; the hits, at most one for each unit crossing."""
    if not count:
        return 0
    border = 128 * t + facing
    owners = mine_owners(g, t)
    g.land_mines[border] -= count  # NA-DETLAND-g
    if not g.land_mines[border]:
        del g.land_mines[border]
    faces = roll(g, count * dice_a_mine(), "land mines")  # NA-DETLAND-h
    hits = sum(face <= mine_hit() for face in faces)
    if g.log is not None:
        g.log.append(MinesDetonated(everybody(g), owners, t, facing, count, hits))
    return min(hits, crossing(g, t, facing).bit_count())


def turn_back(g: NorthAfrica, u: int, t: int) -> None:
    """NA-DETLAND-j, -k, -m: the unit stays where it came from and does nothing more this turn."""
    aim_at(g, u, NONE)
    g.turned |= 1 << u
    g.moved |= 1 << u
    g.fought |= 1 << u
    g.memo = None
    if g.log is not None:
        g.log.append(TurnedBack(everybody(g), piece(g, u), g.where[u], t))


@lru_cache(maxsize=1)
def dice_a_mine() -> int:
    return data_pack().number("limits.mines.land_dice")


@lru_cache(maxsize=1)
def mine_hit() -> int:
    return data_pack().number("limits.mines.hit")
