"""Events as lines of the log; each area of the rules brings its own table of tellers."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import events as ev
from sirocco.games.northafrica import telling_combat as combat
from sirocco.games.northafrica import telling_convoys as convoys
from sirocco.games.northafrica import telling_moves as moves
from sirocco.games.northafrica.nouns import noun_text
from sirocco.games.northafrica.sayings import SIDE_NAMES, cap, listed
from sirocco.games.northafrica.state import DRAW, LEVELS, NorthAfrica
from sirocco.games.northafrica.tables import VERBS
from sirocco.games.northafrica.telling_words import IN_WORDS, at, named
from sirocco.games.telling import Teller, told
from sirocco.kernel.ask import NOUN
from sirocco.kernel.events import Event, Rolled

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
    return cap(told(TELLERS, IN_WORDS, g, event))


def _rolled(g: NorthAfrica, e: Rolled) -> str:
    if e.purpose.startswith(combat.TOLD_WITH_DICE):
        return ""
    return f"{e.purpose}: {' '.join(map(str, e.faces))}."


def _ended(g: NorthAfrica, e: ev.Ended) -> str:
    if e.winner == DRAW:
        return "The game ends in a draw."
    level = f" with a {LEVELS[e.level]} Victory" if e.level else ""
    return f"{SIDE_NAMES[e.winner]} win{'s' * (not e.winner)}{level}: {HOW_WON[e.how]}."


def _answered(g: NorthAfrica, e: ev.Answered) -> str:
    seats = listed([g.terms.seats[seat] for seat in e.seats])
    if len(set(e.answers)) == 1:
        return f"{seats} agree: {_answer(g, e.answers[0])}."
    said = [
        f"{g.terms.seats[seat]} says {_answer(g, answer)}"
        for seat, answer in zip(e.seats, e.answers, strict=True)
    ]
    return f"{listed(said)}."


def _answer(g: NorthAfrica, action: int) -> str:
    verb = VERBS[action & ~NOUN]
    noun = noun_text(g, 0, verb.noun, action & NOUN) if verb.noun else ""
    return verb.pattern.format(noun)


def _moved(g: NorthAfrica, e: ev.Moved) -> str:
    how = f" ({e.how})" if e.how else ""
    return f"{named(g, e.piece)}: {at(g, e.start)} to {at(g, e.end)}{how}."


def _supply(g: NorthAfrica, e: ev.SupplyChanged) -> str:
    """Supply that comes or goes; nothing where another line tells it."""
    words = SUPPLY_WORDS.get(e.why, "")
    return words.format(abs(e.value), at(g, e.space)) if words else ""


TELLERS: Final[dict[type[Event], Teller[NorthAfrica]]] = {
    Rolled: _rolled,
    ev.RoundBegan: "Round {round} begins.",
    ev.TurnBegan: "Turn of {power}.",
    ev.PhaseBegan: "{power}: {phase}.",
    ev.Ended: _ended,
    ev.Bid: "{seat} bids {points} for {side}.",
    ev.BidAccepted: "{seat} accepts: {points} and {side}.",
    ev.BidShared: "{power} gets {points}.",
    ev.Answered: _answered,
    ev.Captured: "{power} takes {space}.",
    ev.MarkerPlaced: "{power} controls {space}.",
    ev.Placed: "{pieces} placed in {space}.",
    ev.Removed: "{pieces} lost, {space}.",
    ev.Moved: _moved,
    ev.SupplyChanged: _supply,
    **convoys.TELLERS,
    **moves.TELLERS,
    **combat.TELLERS,
}
