"""Offers as people say them: verbs and nouns in plain words, beside those that are typed."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.alike import kinds_named, unit_of
from sirocco.games.northafrica.powers import POWER_NAMES, POWERS, SIDES
from sirocco.games.northafrica.sayings import ADJECTIVES, SIDE_NAMES, piece
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.text_offers import MARK_WORDS

PHRASES: Final = {
    "for {}": "run {}",
    "bid {}": "bid {}",
    "accept": "accept the points",
    "share {}": "{} points",
    "land {}": "land {}",
    "buy-supply {}": "buy supply: {}",
    "land-mine {}": "lay a land mine in {}",
    "facing {}": "facing {}",
    "sea-mine {}": "lay a sea mine in {}",
    "deploy-ones {}": "deploy tokens of 1 supply: {}",
    "deploy-fives {}": "deploy tokens of 5 supply: {}",
    "ship {}": "send on {}",
    "ship-supply {}": "send on supply: {}",
    "escort {}": "assign {} as escort",
    "attack {}": "attack with {}",
    "at {}": "attack {}",
    "blitz {}": "blitz with {}",
    "ride {}": "{} rides along",
    "alone": "nobody rides along",
    "stop": "stop here",
    "sailed": "no more ships",
    "cross {}": "cross the mines into {}",
    "engage {}": "engage with {}",
    "pay {}": "pay from {}",
    "detonate {}": "mines that go off: {}",
    "turn-back {}": "turn back {}",
    "load-supply {}": "load supply: {}",
    "on {}": "drive on to {}",
    "halt": "end the drive here",
    "airlift {}": "airlift with {}",
    "take {}": "carry {}",
    "sink-transport": "lose a transport",
    "zone {}": "{}",
    "take-over": "take control",
    "leave": "leave it as it is",
    "exchange {}": "change places with {}",
    "move-all {}": "move the whole stack of {}",
    "fight {}": "fight for {}",
    "lose supply": "lose a supply token",
    "name {}": "the type {}",
    "name supply": "supply tokens",
    "press": "press the attack",
    "cease": "cease the attack",
    "escape supply": "a supply token escapes",
    "token {}": "a token of {}",
    "main {}": "main attack from {}",
    "raid": "destroy the token",
    "bomb": "destroy the token",
}
"""Verbs whose typed words do not read well."""
TYPE_WORDS: Final = {"aaa": "anti-aircraft artillery", "air": "any air unit"}


def phrase(verb: str) -> str:
    """A verb in plain words, `{}` where the noun stands."""
    return PHRASES.get(verb, verb)


def label(g: NorthAfrica, kind: str, noun: str) -> str:
    """A noun in plain words."""
    chart, board = g.board.chart, g.board
    if kind == "unit":
        u = unit_of(g, g.power, noun)
        return noun if u < 0 else _unit(g, u, "#" in noun)
    if kind == "space":
        s = board.find(noun)
        return noun if s < 0 else board.title(s)
    if kind == "kind":
        found = kinds_named(g, g.power, noun)[0]
        return f"{ADJECTIVES[chart.nation[found]]} {chart.names[found]}"
    if kind == "power":
        return POWER_NAMES[POWERS.index(noun)]
    if kind == "side":
        return SIDE_NAMES[SIDES.index(noun)]
    if kind == "type":
        return TYPE_WORDS.get(noun, noun)
    return noun


def _unit(g: NorthAfrica, u: int, unlike: bool) -> str:
    """`German Panzer IV in Tripoli`, and what sets it apart from others of its kind there."""
    words = piece(g.board.chart, g.owner[u], g.kind[u])
    where = g.where[u]
    if where < g.board.size:
        words += f" in {g.board.title(where)}"
    if not unlike:
        return words
    marks = [said for mark, said in MARK_WORDS.items() if getattr(g, mark) >> u & 1]
    apart = [*marks, f"moves {max(g.board.chart.move[g.kind[u]] - g.used[u], 0)}"]
    return f"{words} ({', '.join(dict.fromkeys(apart))})"
