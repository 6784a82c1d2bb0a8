"""War councils of the Commanders scenario (8.5): appointments, coups, votes on policy.

Each team holds a council at the start of a Game Turn. Every seat may put one thing forward, or
nothing; so a council always ends.
"""

from __future__ import annotations

from typing import Final

from sirocco.games.victory import events as ev
from sirocco.games.victory.blocks import everybody
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.command import NO_OFFICE, seats_of
from sirocco.games.victory.state import Victory
from sirocco.games.victory.terms import OFFICES, POLITICIAN, Terms
from sirocco.games.victory.verbs import APPOINT, AYE, COUP, DONE, MOTION, NAY, OFFICE
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, mask_of
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure

MOTIONS: Final = mask_of(range(1, 10))
"""Questions of policy have a number; what it means the team agrees on by talking."""
VOTES: Final[tuple[int, ...]] = tuple(
    data_pack().number(f"scenarios.commanders.command.{office}.votes") for office in OFFICES
)


def first_offices(terms: Terms) -> bytearray:
    """The office of each seat at the start (V-8.5-a, V-8.5-d); none outside of 8.5."""
    if terms.duty != "arms":
        return bytearray()
    team = len(terms.seats) // 2
    return bytearray(seat % team for seat in range(len(terms.seats)))


@procedure
def councils(g: Victory) -> Procedure[None]:
    """The teams meet, red then blue."""
    for side in (0, 1):
        yield from council(g, side)


@procedure
def council(g: Victory, side: int) -> Procedure[None]:
    while council_asks(g, side):
        a = yield council_asks(g, side)
        g.ready |= 1 << g.actor
        if a & ~NOUN == APPOINT:
            yield from appointment(g, g.actor, a & NOUN)
        elif a == COUP:
            yield from coup(g, side, g.actor)
        elif a & ~NOUN == MOTION:
            yield from motion(g, side, g.actor, a & NOUN)
    g.ready &= ~g.terms.side_seats[side]


def council_asks(g: Victory, side: int) -> tuple[Ask, ...]:
    """One question for each seat that has not spoken."""
    out = []
    for seat in seats_of(g, side):
        if not g.ready >> seat & 1:
            choices = ((APPOINT, appointable(g, seat)), (COUP, may_rebel(g, seat)))
            some = tuple(choice for choice in choices if choice[1])
            out.append(Ask(seat, "council", (*some, (MOTION, MOTIONS), (DONE, 1))))
    return tuple(out)


def politician(g: Victory, side: int) -> int:
    """The seat of a side's Politician, or -1."""
    return next((s for s in seats_of(g, side) if g.offices[s] == POLITICIAN), -1)


# Appointments


def appointable(g: Victory, seat: int) -> int:
    """The seats to which a Politician may give another command (V-8.5-e)."""
    if g.offices[seat] != POLITICIAN:
        return 0
    return g.terms.side_seats[g.terms.side_of[seat]] & ~(1 << seat)


def offices_for(g: Victory, seat: int) -> int:
    """The commands that a seat does not have."""
    return mask_of(range(POLITICIAN)) & ~(1 << g.offices[seat])


@procedure
def appointment(g: Victory, seat: int, who: int) -> Procedure[None]:
    a = yield Ask(seat, "office", ((OFFICE, offices_for(g, who)),))
    appoint(g, who, a & NOUN)


def appoint(g: Victory, who: int, office: int) -> None:
    """A seat takes a command; its holder takes over what the seat had (V-8.5-e)."""
    for other in seats_of(g, g.terms.side_of[who]):
        if g.offices[other] == office:
            _give(g, other, g.offices[who])
            break
    _give(g, who, office)


def _give(g: Victory, seat: int, office: int) -> None:
    g.offices[seat] = office
    if g.log is not None:
        g.log.append(ev.Appointed(everybody(g), seat, office))


# Votes


def may_rebel(g: Victory, seat: int) -> int:
    """1 if a commander can move to depose his Politician (V-8.5-f), else 0."""
    return int(politician(g, g.terms.side_of[seat]) not in (-1, seat))


@procedure
def coup(g: Victory, side: int, mover: int) -> Procedure[None]:
    """V-8.5-f: all others must agree; production then falls to the team."""
    voters = g.terms.side_seats[side] & ~(1 << politician(g, side))
    ayes = yield from vote(g, side, mover, voters, 0)
    if announce(g, side, "coup", ayes.bit_count(), (voters & ~ayes).bit_count(), ayes == voters):
        out = politician(g, side)
        g.offices[out] = NO_OFFICE
        if g.log is not None:
            g.log.append(ev.Deposed(everybody(g), out))


@procedure
def motion(g: Victory, side: int, mover: int, number: int) -> Procedure[None]:
    """V-8.5-c, V-8.5-d: a vote on policy, the Politician's counting twice; a tie is lost."""
    voters = g.terms.side_seats[side]
    ayes = yield from vote(g, side, mover, voters, number)
    yes, no = votes(g, ayes), votes(g, voters & ~ayes)
    announce(g, side, f"motion {number}", yes, no, yes > no)


@procedure
def vote(g: Victory, side: int, mover: int, voters: int, number: int) -> Procedure[int]:
    """The set of seats that say aye; the mover has said it. Number 0 is a coup."""
    put(g, side, mover, number)
    ayes = 1 << mover
    still = voters & ~ayes
    while still:
        a = yield tuple([Ask(seat, "vote", ((AYE, 1), (NAY, 1))) for seat in bits(still)])
        still &= ~(1 << g.actor)
        if a == AYE:
            ayes |= 1 << g.actor
    return ayes


def put(g: Victory, side: int, mover: int, number: int) -> None:
    """The team hears what is put to the vote."""
    if g.log is not None:
        subject = f"motion {number}" if number else "coup"
        g.log.append(ev.MotionPut(g.terms.side_seats[side], mover, subject))


def votes(g: Victory, seats: int) -> int:
    """The votes of some seats; one without an office keeps one vote."""
    return sum([VOTES[g.offices[s]] if g.offices[s] != NO_OFFICE else 1 for s in bits(seats)])


def announce(g: Victory, side: int, subject: str, ayes: int, nays: int, carried: bool) -> bool:
    """The team hears the result."""
    if g.log is not None:
        g.log.append(ev.Voted(g.terms.side_seats[side], side, subject, ayes, nays, carried))
    return carried
