"""Victory on the text board: the position in words, and help at each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sirocco.games.victory import text_odds, text_offers, text_status, text_supply
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.mapcheck import check_all, check_owned
from sirocco.games.victory.mapdata import TERRAINS
from sirocco.games.victory.state import COMBAT, PHASES, RESPONSE, SETUP
from sirocco.games.victory.terms import SCENARIOS
from sirocco.games.victory.text_map import picture
from sirocco.games.victory.text_seen import Known, Seen, seen_of
from sirocco.games.victory.units import (
    ARM,
    ARMS,
    CODES,
    KIND,
    KINDS,
    MIX,
    OFF,
    SIDE_SIZE,
    SIDES,
)
from sirocco.games.victory.view import View
from sirocco.games.victory.words import VERBS
from sirocco.kernel.bits import bits
from sirocco.kernel.match import Decision
from sirocco.kernel.refusal import Refused

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
OPTION_WORDS: Final = {
    "limit": "Game Turns after which the game ends, by points (8.6); without it, until one wins",
    "maps": "how many maps: 2, 3 or 4, as the scenario allows",
    "layout": "maps agreed on beforehand, as 1,3t (t: turned round) or column:1,3t",
    "forces": "units or points: how the starting force is counted",
    "seats": "how many people play: 3 in two-front-war, 6 or 8 in commanders",
    "neutral": "a neutral map between the players",
    "simultaneous": "both deploy at once, in secret",
    "pursuit": "a fourth round of battle in which attackers only retreat",
    "cadres1": "Building Cadres 1",
    "cadres2": "Building Cadres 2",
    "merging": "Merging Units",
    "submarines": "Submarine Control",
}
ADVICE: Final = {
    "choose-map": "map shows all of them, side by side",
    "council": "appoint gives a seat another command; a motion or a coup is voted on; each seat "
    "speaks once; done if you have nothing to say",
    "force": "several at once: raise IN IN IN AR FA; auto phase lets the cadet choose",
    "deploy": "unit and hex: deploy IN1 to Hope, or just IN1 Hope; the sides take turns, three "
    "units each; every city needs two. auto phase lets the cadet do it",
    "movement": "unit and hex: move AR1 to 0405; several in a line; done closes the phase. map "
    "and list show the position; march, sail and fly are long moves, not into battle",
    "destination": "to ends the move there; stay uses the move up, undo takes the unit back",
    "entry": "the hex from which the unit crosses into the battle: hexsides have limits",
    "response": "respond FA1 to Hope sends a fighter into the battle there; done if none",
    "combat": "a number or its words, as fire AR1 army; odds HEX reckons how it may end",
    "beachheads": "a Marine on an open coast may become a small harbour; done if none",
    "production": "city Hope, then build IN or step AR1 until its points are spent; then done",
    "spend": "a step costs 1 point; done leaves the city, points left over are lost",
}
SET_UP_PARTS: Final = {
    "choose-map": "maps",
    "arrange": "maps",
    "turn-maps": "maps",
    "force": "force",
    "force-strength": "force",
}
SHORT_QUESTIONS: Final = ("destination", "deploy-to", "response-to", "retreat", "base")
"""Questions about a unit that has been named already."""


class VictoryTextBoard:
    """The position in words; see `sirocco.games.table`."""

    # Before the game

    def scenarios(self) -> list[tuple[str, str]]:
        pack = data_pack()
        named = [name for name in SCENARIOS if name != "custom"]
        return [
            (name, f"{pack.text(f'scenarios.{name}.title')} ({_section(name)})") for name in named
        ]

    def options(self) -> list[tuple[str, str]]:
        return list(OPTION_WORDS.items())

    def usual_game(self) -> tuple[str, dict[str, Any]]:
        return "quick-start", {"layout": "1,2", "limit": 10}

    def long_game(self) -> tuple[str, dict[str, Any]]:
        return "quick-start", {"layout": "1,2"}

    def welcome(self) -> str:
        return (
            "Two sides fight for cities with blocks whose faces only their owner sees.\n"
            "In each Game Turn both move and fight, then spend the points (PP) of their\n"
            "cities. Whoever holds cities worth enough PP at the end of a Game Turn wins."
        )

    # Where the game stands

    def phase(self, view: View, topic: str) -> str:
        part = SET_UP_PARTS.get(topic, "deployment") if view.phase == SETUP else PHASES[view.phase]
        return f"{view.turn} {view.half_turn} {part}"

    def status(self, view: View) -> str:
        return text_status.status(view)

    def score(self, view: View) -> str:
        return text_status.score(view)

    # The map

    def picture(self, view: View, width: int, colour: bool) -> str:
        return picture(seen_of(view), width, colour)

    def supply_picture(self, view: View, width: int, colour: bool) -> str:
        seen = seen_of(view)
        return picture(seen, width, colour, text_supply.supplied(seen))

    def supply(self, view: View, about: str) -> str:
        return text_supply.report(seen_of(view), about)

    def spoken(self, view: View) -> list[str]:
        """Places first, one's own before the others; then blocks in the field."""
        seen = seen_of(view)
        board = seen.board
        order = [SIDES[seen.side], SIDES[seen.foe], "nobody"]
        places = sorted(bits(board.place), key=lambda h: (order.index(seen.holder(h)), h))
        manned = {h for h in bits(board.grid.all) if h in seen.mine or h in seen.counts}
        return [seen.sentence(h) for h in (*places, *sorted(manned - set(places)))]

    def look(self, view: View, name: str) -> str:
        seen = seen_of(view)
        board, h = seen.board, seen.find(name)
        lines = [seen.sentence(h), f"  {_ground(seen, h)}"]
        for d, way in enumerate(DIRECTIONS):
            near = board.grid.neighbour(h, d)
            if near >= 0:
                lines.append(f"  {way:<2} {_side_words(seen, h, d)}: {seen.sentence(near)}")
        return "\n".join(lines)

    def places(self, view: View) -> list[str]:
        seen = seen_of(view)
        return [seen.name(h) for h in sorted(seen.board.name_of)]

    # Blocks

    def units(self, view: View, about: str) -> list[str]:
        seen = seen_of(view)
        chosen = _chosen(seen, about)
        by_hex: dict[int, list[Known]] = {}
        for known in chosen:
            by_hex.setdefault(known.hex, []).append(known)
        lines = [
            f"{seen.board.title(h)}: {', '.join(known.words() for known in by_hex[h])}"
            for h in sorted(by_hex)
            if h != OFF
        ]
        if OFF in by_hex:
            names = ", ".join(known.words() for known in by_hex[OFF])
            lines.append(f"not yet deployed: {names}")
        if not about:
            lines.append(_pool(seen))
        return lines

    def listing(self, view: View, kind: str, nouns: list[str]) -> list[str]:
        return text_offers.listing(seen_of(view), kind, nouns)

    def gloss(self, view: View, verb: str, kind: str, noun: str) -> str:
        return text_offers.gloss(seen_of(view), verb, kind, noun)

    def phrase(self, verb: str) -> str:
        return text_offers.PHRASES.get(verb, verb)

    def label(self, view: View, kind: str, noun: str) -> str:
        return text_offers.label(seen_of(view), kind, noun)

    # Help

    def line_for(self, view: View, question: Decision, words: list[str]) -> str:
        seen = seen_of(view)
        verbs = {verb.pattern.split()[0] for verb in VERBS.values()}
        if len(words) < 2 or words[0].lower() in verbs or seen.unit(words[0]) < 0:
            return ""
        rest = words[1:] if words[1].lower() in verbs else ["to", *words[1:]]
        asked = words[0].upper() in question.prompt.split()
        if question.topic in SHORT_QUESTIONS and asked:
            return " ".join(rest)
        verb = {SETUP: "deploy", RESPONSE: "respond", COMBAT: "retreat"}.get(view.phase, "move")
        return " ".join([verb, words[0], *rest])

    def advice(self, topic: str) -> str:
        return ADVICE.get(topic, "")

    def odds_here(self, view: View, text: str) -> str:
        return text_odds.odds_here(seen_of(view), text)

    def odds_examples(self) -> tuple[str, str, str]:
        large = "AR4 AR3 IN4 FA3 DB4 vs IN4 IN3 AR2 FA2 in city"
        return "0405 with AR1 FA2", "AR4 IN2 vs IN3 in city", large

    def odds(self, text: str, options: Mapping[str, str]) -> str:
        return text_odds.odds(text, options)

    def data_faults(self) -> list[str]:
        return [str(breach) for breach in (*check_all(), *check_owned(data_pack()))]


# Scenarios


def _section(scenario: str) -> str:
    pack = data_pack()
    sizes = [word for word in ("two", "three", "four") if f"scenarios.{scenario}.{word}" in pack]
    told = " or ".join(filter(None, (", ".join(sizes[:-1]), sizes[-1])))
    return f"section {pack.text(f'scenarios.{scenario}.section')}; {told} maps"


# Hexes


def _ground(seen: Seen, h: int) -> str:
    board = seen.board
    parts = [TERRAINS[board.terrain[h]]]
    for mask, word in ((board.canal, "canal"), (board.road, "road"), (board.coastal, "coast")):
        if mask >> h & 1:
            parts.append(word)
    limits = []
    if board.army_limit[h]:
        limits.append(f"{board.army_limit[h]} Army units")
    if board.naval_limit[h]:
        limits.append(f"{board.naval_limit[h]} ships")
    room = f"; room for {' and '.join(limits)} a side" if limits else ""
    return f"{', '.join(parts)}{room}"


def _side_words(seen: Seen, h: int, d: int) -> str:
    """What lies between two hexes, and how many units of a side may cross it in a turn."""
    board = seen.board
    fact = board.side(h, d)
    if fact.bridge:
        what = "bridge"
    elif fact.road:
        what = "road"
    elif fact.river:
        what = "river"
    elif fact.alpine:
        what = "alpine"
    elif not fact.land:
        what = "shoal" if fact.shoal else "water"
    else:
        what = "coast" if fact.water else "land"
    army, naval = board.army_side[6 * h + d], board.naval_side[6 * h + d]
    room = [f"{army} army"] * bool(army) + [f"{naval} naval"] * bool(naval)
    return f"{what}{' (' + ', '.join(room) + ')' if room else ' (closed)'}"


# Blocks


def _chosen(seen: Seen, about: str) -> list[Known]:
    """One's own blocks: all, or those of a kind, of an arm or in a hex."""
    word = about.strip()
    every = list(seen.own.values())
    if not word:
        return every
    if word.upper() in CODES:
        return [known for known in every if CODES[KIND[known.unit]] == word.upper()]
    if word.lower() in ARMS:
        return [known for known in every if ARMS[ARM[KIND[known.unit]]] == word.lower()]
    found = seen.own.get(seen.unit(word))
    if found is not None:
        return [found]
    h = seen.find(word)
    here = [known for known in every if known.hex == h]
    if not here:
        raise Refused(f"You have no unit at {seen.board.title(h)}.")
    return here


def _pool(seen: Seen) -> str:
    """The kinds of which blocks are left to build; known to their owner only."""
    first = seen.side * SIDE_SIZE
    left = [0] * KINDS
    for u in range(first, first + SIDE_SIZE):
        left[KIND[u]] += u not in seen.own
    told = ", ".join(f"{CODES[kind]} {left[kind]} of {MIX[kind]}" for kind in range(KINDS))
    return f"off the map: {told}"


TEXT_BOARD: Final = VictoryTextBoard()

__all__ = ["TEXT_BOARD", "VictoryTextBoard"]
