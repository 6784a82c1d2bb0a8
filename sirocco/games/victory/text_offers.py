"""Offers of Victory in words: a few about each noun, and many nouns in few."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.battlefields import CITY_FIRE
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.command import NO_OFFICE
from sirocco.games.victory.plans import LEAVE, OPEN, parts
from sirocco.games.victory.setup_maps import layout_of, positions
from sirocco.games.victory.state import (
    INITIATIVE,
    MOVEMENT,
    PRODUCTION,
    RESPONSE,
    SETUP,
    TURN_END,
    Victory,
)
from sirocco.games.victory.terms import OFFICES
from sirocco.games.victory.text_seen import Known, Seen
from sirocco.games.victory.units import (
    ARM,
    ARMS,
    CODES,
    FIREPOWER,
    IN,
    KIND,
    MOVE_RATE,
    NAMES,
    OFF,
    SIDES,
)

DONE_WORDS: Final = {
    INITIATIVE: "nothing to say",
    MOVEMENT: "no more moves",
    RESPONSE: "no more aircraft join battles",
    TURN_END: "no more Beachheads",
}
VERB_WORDS: Final = {
    "stay": "remains where it is; its move is over",
    "coup": "depose the Politician: all others must agree",
    "motion {}": "put it to the vote; what a number means, you agree on by talking",
}
COMBAT_WORDS: Final = {
    "retreat {}": "leaves the battle",
    "pass {}": "does nothing in this round",
    "land {}": "goes ashore or drops",
    "abort {}": "turns back to a base",
}
"""What a unit does in its Combat Turn."""
PHRASES: Final = {
    "via {}": "by way of {}",
    "aboard {}": "go aboard {}",
    "ferry {}": "fly aboard {}",
    "ground {}": "keep {} on the ground",
    "at {}": "fire at {}",
    "into {}": "merge into {}",
    "city {}": "spend in {}",
    "step {}": "add a step to {}",
    "fire {} air": "fire {} at air units",
    "fire {} naval": "fire {} at naval units",
    "fire {} army": "fire {} at army units",
}
"""Verbs whose typed words do not read well on a button."""


def label(seen: Seen, kind: str, noun: str) -> str:
    """A noun in plain words: `1006 Brevin`, `Armor (AR)`."""
    grid = seen.board.grid
    if kind == "space" and grid.knows(noun):
        return f"{noun} {seen.board.name_of.get(grid.index(noun), '')}".strip()
    if kind == "kind" and noun in CODES:
        return f"{NAMES[CODES.index(noun)]} ({noun})"
    return noun


def gloss(seen: Seen, verb: str, kind: str, noun: str) -> str:
    """A few words about a noun and what the verb would do with it, or about the verb alone."""
    if not noun:
        return _done_words(seen) if verb == "done" else VERB_WORDS.get(verb, "")
    if kind == "unit":
        known = seen.own.get(seen.unit(noun))
        return "" if known is None else _unit_gloss(seen, verb, known)
    if kind == "space":
        grid = seen.board.grid
        return seen.brief(grid.index(noun)) if grid.knows(noun) else ""
    if kind == "kind" and noun in CODES:
        return kind_words(CODES.index(noun))
    if kind == "seat" and noun in seen.terms.seats:
        office = seen.view.offices[seen.terms.seats.index(noun)]
        return "without a command" if office == NO_OFFICE else f"now {OFFICES[office]}"
    if kind == "number":
        return _number_words(seen, noun)
    return ""


def listing(seen: Seen, kind: str, nouns: list[str]) -> list[str]:
    """Many nouns in few words."""
    if kind == "unit":
        return _by_place(seen, nouns)
    if kind == "space":
        return [seen.name(seen.board.grid.index(noun)) for noun in nouns]
    return nouns


def _done_words(seen: Seen) -> str:
    view = seen.view
    if view.phase != PRODUCTION:
        return DONE_WORDS.get(view.phase, "")
    mine = [order[0] for order in map(parts, view.plan[1:]) if order[2] == view.seat]
    spending = mine.count(OPEN) > mine.count(LEAVE)
    return "leave the city; points left over are lost" if spending else "close the plan"


def _by_place(seen: Seen, nouns: list[str]) -> list[str]:
    """Units by the hex in which they stand: `Hope AR1 IN2`."""
    groups: dict[str, list[str]] = {}
    for noun in nouns:
        known = seen.own.get(seen.unit(noun))
        at = "" if known is None or known.hex == OFF else f"{seen.name(known.hex)}:"
        groups.setdefault(at, []).append(noun)
    fighting = seen.name(seen.view.battle) + ":" if seen.view.battle != OFF else ""
    if set(groups) <= {"", fighting}:
        return nouns
    return [" ".join(filter(None, (at, *names))) for at, names in groups.items()]


def _unit_gloss(seen: Seen, verb: str, known: Known) -> str:
    """A unit and where it stands; in its Combat Turn, what it would do."""
    if verb in COMBAT_WORDS:
        return COMBAT_WORDS[verb]
    if verb == "fire {}":
        return f"at {ARMS[ARM[KIND[known.unit]]]} if it can, else at the only other group"
    if verb.startswith("fire {} "):
        return _fire_words(seen, known, ARMS.index(verb.split()[2]))
    at = "" if known.hex == OFF else f", {seen.board.title(known.hex)}"
    return f"{known.words().partition(' ')[2]}{at}"


def _fire_words(seen: Seen, known: Known, group: int) -> str:
    """How many dice a unit throws at a group, and what hits."""
    dice = "1 die" if known.cv == 1 else f"{known.cv} dice"
    return f"{dice}, hits on {on_or_less(fire_power(seen, known, group))}"


def fire_power(seen: Seen, known: Known, group: int) -> int:
    """The highest face with which a unit hits a group."""
    kind = KIND[known.unit]
    power = FIREPOWER[kind][group]
    home = seen.board.city >> known.hex & 1 and seen.side != seen.view.active
    if kind == IN and ARMS[group] == "army" and home:
        power = CITY_FIRE  # V-3.3-i
    return power


def on_or_less(power: int) -> str:
    """
    >>> on_or_less(1), on_or_less(3)
    ('1', '1-3')
    """
    return "1" if power == 1 else f"1-{power}"


def kind_words(kind: int) -> str:
    """
    >>> kind_words(0)
    'fighter: moves 3, hits air on 1-2, army on 1'
    """
    fire = [
        f"{ARMS[group]} on {on_or_less(power)}"
        for group, power in enumerate(FIREPOWER[kind])
        if power
    ]
    return f"{NAMES[kind].lower()}: moves {MOVE_RATE[kind]}, hits {', '.join(fire)}"


def _number_words(seen: Seen, noun: str) -> str:
    """What a number means while the maps are chosen and laid."""
    view, terms = seen.view, seen.terms
    if view.phase != SETUP or terms.layout or any(seen.control):
        return ""
    if len(view.draft) < terms.maps:
        return data_pack().text(f"maps.map{noun}.name")
    g = Victory(terms, seen.board)
    g.first = view.first
    g.draft = list(view.draft)
    if len(g.draft) == terms.maps:
        shape, places = positions(g)[int(noun) - 1]
        owners = [SIDES[owner] for owner in layout_of(g, int(noun), 1).owners]
        told = zip((g.draft[i] for i in places), owners, strict=True)
        return f"in a {shape}: " + ", ".join(f"map {n} ({owner})" for n, owner in told)
    spec = layout_of(g, g.draft[-1], int(noun))
    turned = [f"map {n}" for n, t in zip(spec.maps, spec.turned, strict=True) if t]
    return f"turned round: {', '.join(turned) or 'none'}"
