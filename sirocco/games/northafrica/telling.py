"""Events as lines of the log; each area of the rules brings its own table of tellers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica import telling_combat as combat
from sirocco.games.northafrica import telling_convoys as convoys
from sirocco.games.northafrica import telling_moves as moves
from sirocco.games.northafrica.nouns import noun_text
from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.sayings import SIDE_NAMES, cap, listed, number, piece, pieces, place
from sirocco.games.northafrica.state import DRAW, LEVELS, PHASES, NorthAfrica
from sirocco.games.northafrica.tables import VERBS
from sirocco.kernel.ask import NOUN
from sirocco.kernel.events import Event, Rolled

Teller = Callable[[NorthAfrica, Any], str]
HOW_WON: Final = {
    "capital": "the enemy's regional capital is taken",
    "elimination": "the enemy has no combat unit left in North Africa",
    "objectives": "by the victory table",
    "tie-break": "by the worth of the land units",
}


SUPPLY_WORDS: Final = {
    "attack": "{} supply of {} for the attack.",
    "defense": "{} supply of {} for the defense.",
    "pressing": "{} supply of {} to press the attack.",
    "reserve": "{} supply of {} for attacks by air and sea.",
    "repair": "{} supply of {} for repairs.",
    "raid": "Scout cars destroy {} supply in {}.",
    "collateral damage": "Bombs destroy {} supply in {}.",
    "placed": "{} supply placed in {}.",
    "loaded": "{} supply loaded in {}.",
}
"""By the reason of the change: value and place."""


def tell(g: NorthAfrica, event: Event, seat: int) -> str:
    """One line, the same for everybody (D1)."""
    teller = TELLERS.get(type(event))
    return teller(g, event) if teller else ""


def _rolled(g: NorthAfrica, e: Rolled) -> str:
    if e.purpose.startswith(combat.TOLD_WITH_DICE):
        return ""
    return f"{cap(e.purpose)}: {' '.join(map(str, e.faces))}."


def _ended(g: NorthAfrica, e: ev.Ended) -> str:
    if e.winner == DRAW:
        return "The game ends in a draw."
    level = f" with a {LEVELS[e.level]} Victory" if e.level else ""
    return f"{cap(SIDE_NAMES[e.winner])} win{'s' * (not e.winner)}{level}: {HOW_WON[e.how]}."


def _bid(g: NorthAfrica, e: ev.Bid) -> str:
    return f"{g.terms.seats[e.seat]} bids {number(e.points, 'point')} for {SIDE_NAMES[e.side]}."


def _accepted(g: NorthAfrica, e: ev.BidAccepted) -> str:
    points = number(e.points, "point")
    return f"{g.terms.seats[e.seat]} accepts: {points} and {SIDE_NAMES[e.side]}."


def _answered(g: NorthAfrica, e: ev.Answered) -> str:
    seats = listed([g.terms.seats[seat] for seat in e.seats])
    if len(set(e.answers)) == 1:
        return f"{cap(seats)} agree: {_answer(g, e.answers[0])}."
    said = [
        f"{g.terms.seats[seat]} says {_answer(g, answer)}"
        for seat, answer in zip(e.seats, e.answers, strict=True)
    ]
    return f"{cap(listed(said))}."


def _answer(g: NorthAfrica, action: int) -> str:
    verb = VERBS[action & ~NOUN]
    noun = noun_text(g, 0, verb.noun, action & NOUN) if verb.noun else ""
    return verb.pattern.format(noun)


def _placed(g: NorthAfrica, e: ev.Placed) -> str:
    return f"{cap(pieces(g.board.chart, e.pieces))} placed in {place(g.board, e.space)}."


def _removed(g: NorthAfrica, e: ev.Removed) -> str:
    return f"{cap(pieces(g.board.chart, e.pieces))} lost, {place(g.board, e.space)}."


def _moved(g: NorthAfrica, e: ev.Moved) -> str:
    way = f"{place(g.board, e.start)} to {place(g.board, e.end)}"
    return f"{piece(g.board.chart, *e.piece)}: {way}{f' ({e.how})' if e.how else ''}."


def _supply(g: NorthAfrica, e: ev.SupplyChanged) -> str:
    """Supply that comes or goes; nothing where another line tells it."""
    words = SUPPLY_WORDS.get(e.why, "")
    return words.format(abs(e.value), place(g.board, e.space)) if words else ""


TELLERS: Final[dict[type[Event], Teller]] = {
    Rolled: _rolled,
    ev.RoundBegan: lambda g, e: f"Round {e.round} begins.",
    ev.TurnBegan: lambda g, e: f"Turn of {POWER_NAMES[e.power]}.",
    ev.PhaseBegan: lambda g, e: f"{POWER_NAMES[e.power]}: {PHASES[e.phase]}.",
    ev.Ended: _ended,
    ev.Bid: _bid,
    ev.BidAccepted: _accepted,
    ev.BidShared: lambda g, e: f"{POWER_NAMES[e.power]} gets {number(e.points, 'point')}.",
    ev.Answered: _answered,
    ev.Captured: lambda g, e: f"{POWER_NAMES[e.power]} takes {place(g.board, e.space)}.",
    ev.MarkerPlaced: lambda g, e: f"{POWER_NAMES[e.power]} controls {place(g.board, e.space)}.",
    ev.Placed: _placed,
    ev.Removed: _removed,
    ev.Moved: _moved,
    ev.SupplyChanged: _supply,
    **convoys.TELLERS,
    **moves.TELLERS,
    **combat.TELLERS,
}
