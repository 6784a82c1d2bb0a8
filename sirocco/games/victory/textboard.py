"""Victory on the text board: the position in words, and help at each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sirocco.games.victory import text_odds
from sirocco.games.victory.battlefields import CITY_FIRE
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.mapcheck import check_all
from sirocco.games.victory.mapdata import TERRAINS
from sirocco.games.victory.setup_maps import layout_of, positions
from sirocco.games.victory.state import (
    COMBAT,
    MOVEMENT,
    OVER,
    PHASES,
    PRODUCTION,
    RESPONSE,
    SETUP,
    Victory,
)
from sirocco.games.victory.terms import SCENARIOS
from sirocco.games.victory.text_map import picture
from sirocco.games.victory.text_seen import Known, Seen
from sirocco.games.victory.units import (
    ARM,
    ARMS,
    CODES,
    FIREPOWER,
    IN,
    KIND,
    KINDS,
    MIX,
    MOVE_RATE,
    NAMES,
    OFF,
    SIDE_SIZE,
    SIDES,
)
from sirocco.games.victory.victory import shares
from sirocco.games.victory.view import View
from sirocco.games.victory.words import VERBS
from sirocco.kernel.bits import bits
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
    "force": "several at once: raise IN IN IN AR FA; auto phase lets the cadet choose",
    "deploy": "unit and hex: deploy IN1 to Hope, or short IN1 Hope; three at a time, two at\n"
    "   least in each city. auto phase lets the cadet do it",
    "movement": "unit and hex: move AR1 to 0405; several in a line; done closes the phase.\n"
    "   map and list show the position; march, sail and fly are long moves, not into battle",
    "destination": "to ends the move there; stay takes it back",
    "entry": "the hex from which the unit crosses into the battle: hexsides have limits",
    "response": "respond FA1 to Hope sends a fighter into the battle there; done if none",
    "combat": "status shows who is left; odds HEX reckons how it may end",
    "beachheads": "a Marine on an open coast may become a small harbour; done if none",
    "production": "city Hope, then build IN or step AR1 until its points are spent; then done",
    "spend": "a step costs 1 point; done leaves the city, points left over are lost",
}
COMBAT_WORDS: Final = {
    "fire {}": "at the group of its own arm, if there is one",
    "retreat {}": "leaves the battle",
    "pass {}": "does nothing in this round",
    "land {}": "goes ashore or drops",
    "abort {}": "turns back to a base",
}
"""What a unit does in its Combat Turn."""
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
            "Two sides fight for cities with blocks whose faces only their owner sees. In each\n"
            "Game Turn both move and fight, then spend the points (PP) of their cities.\n"
            "Whoever holds cities worth enough PP at the end of a Game Turn wins."
        )

    # Where the game stands

    def phase(self, view: View, topic: str) -> str:
        part = SET_UP_PARTS.get(topic, "deployment") if view.phase == SETUP else PHASES[view.phase]
        return f"{view.turn} {view.half_turn} {part}"

    def status(self, view: View) -> str:
        seen = Seen(view)
        if view.phase == SETUP:
            return f"Set-up. {_force_line(seen)}" if any(seen.control) else "Set-up."
        lines = [f"Game Turn {view.turn}, {_moment(view)}. {_points_line(seen)}"]
        if view.phase == COMBAT and view.battle != OFF:
            lines.append(f"Battle at {seen.board.title(view.battle)}, round {view.round}:")
            lines += [f"  {line}" for line in _fighters(seen, view.battle)]
        elif view.phase in (MOVEMENT, RESPONSE, COMBAT):
            both = sorted(seen.mine.keys() & seen.counts.keys())
            lines += [f"  Both sides at {seen.sentence(h)}" for h in both]
        return "\n".join(lines)

    def score(self, view: View) -> str:
        seen = Seen(view)
        goals = [share.win for share in shares(seen.terms)]
        lines = []
        for side, name in enumerate(SIDES):
            cities = bits(seen.control[side] & seen.board.city)
            told = ", ".join(f"{seen.board.name_of[h]} {seen.board.pp[h]}" for h in cities)
            lines.append(f"{name}: {_points(seen, side)} PP of {goals[side]} needed: {told}")
        if seen.terms.limit:
            lines.append(f"The game ends after Game Turn {seen.terms.limit}.")
        return "\n".join(lines)

    # The map

    def picture(self, view: View, width: int) -> str:
        return picture(Seen(view), width)

    def spoken(self, view: View) -> list[str]:
        """Places first, one's own before the others; then blocks in the field."""
        seen = Seen(view)
        board = seen.board
        order = [SIDES[seen.side], SIDES[seen.foe], "nobody"]
        places = sorted(bits(board.place), key=lambda h: (order.index(seen.holder(h)), h))
        manned = {h for h in bits(board.grid.all) if h in seen.mine or h in seen.counts}
        return [seen.sentence(h) for h in (*places, *sorted(manned - set(places)))]

    def look(self, view: View, name: str) -> str:
        seen = Seen(view)
        board, h = seen.board, seen.find(name)
        lines = [seen.sentence(h), f"  {_ground(seen, h)}"]
        for d, way in enumerate(DIRECTIONS):
            near = board.grid.neighbour(h, d)
            if near >= 0:
                lines.append(f"  {way:<2} {_side_words(seen, h, d)}: {seen.sentence(near)}")
        return "\n".join(lines)

    def places(self, view: View) -> list[str]:
        seen = Seen(view)
        return [seen.name(h) for h in sorted(seen.board.name_of)]

    # Blocks

    def units(self, view: View, about: str) -> list[str]:
        seen = Seen(view)
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
        seen = Seen(view)
        if kind == "unit":
            return _by_place(seen, nouns)
        if kind == "hex":
            return [seen.name(seen.board.grid.index(noun)) for noun in nouns]
        return nouns

    def gloss(self, view: View, verb: str, kind: str, noun: str) -> str:
        seen = Seen(view)
        if kind == "unit":
            known = seen.own.get(seen.unit(noun))
            return "" if known is None else _unit_gloss(seen, verb, known)
        if kind == "hex":
            labels = seen.board.grid.labels(seen.board.grid.all)
            return seen.sentence(seen.board.grid.index(noun)) if noun in labels else ""
        if kind == "kind" and noun in CODES:
            return kind_words(CODES.index(noun))
        if kind == "number":
            return _number_words(seen, noun)
        return ""

    # Help

    def line_for(self, view: View, topic: str, words: list[str]) -> str:
        seen = Seen(view)
        verbs = {verb.pattern.split()[0] for verb in VERBS.values()}
        if len(words) < 2 or words[0].lower() in verbs or seen.unit(words[0]) < 0:
            return ""
        rest = words[1:] if words[1].lower() in verbs else ["to", *words[1:]]
        if topic in SHORT_QUESTIONS:
            return " ".join(rest)
        verb = {SETUP: "deploy", RESPONSE: "respond", COMBAT: "retreat"}.get(view.phase, "move")
        return " ".join([verb, words[0], *rest])

    def advice(self, topic: str) -> str:
        return ADVICE.get(topic, "")

    def odds_here(self, view: View, text: str) -> str:
        seen = Seen(view)
        return text_odds.odds_here(seen, seen.find(text))

    def odds(self, text: str, options: Mapping[str, str]) -> str:
        return text_odds.odds(text, options)

    def data_faults(self) -> list[str]:
        return [str(breach) for breach in check_all()]


# Where the game stands


def _section(scenario: str) -> str:
    pack = data_pack()
    sizes = [word for word in ("two", "three", "four") if f"scenarios.{scenario}.{word}" in pack]
    return f"section {pack.text(f'scenarios.{scenario}.section')}; {' or '.join(sizes)} maps"


def _moment(view: View) -> str:
    if view.phase in (PRODUCTION, OVER) or not view.half_turn:
        return PHASES[view.phase]
    order = "first" if view.half_turn == 1 else "second"
    return f"{order} Player Turn ({SIDES[view.active]}), {PHASES[view.phase]}"


def _points(seen: Seen, side: int) -> int:
    return sum(seen.board.pp[h] for h in bits(seen.control[side] & seen.board.city))


def _points_line(seen: Seen) -> str:
    goals = [share.win for share in shares(seen.terms)]
    told = [f"{SIDES[s]} {_points(seen, s)} PP of {goals[s]}" for s in (0, 1)]
    return f"{', '.join(told)}."


def _force_line(seen: Seen) -> str:
    """What of the starting force is there, and how large it will be."""
    share = shares(seen.terms)[seen.side]
    parts = LayoutSpec.parse(seen.board.key).owners.count(seen.side) if share.per_map else 1
    if seen.terms.by_points:
        spent = sum(known.cv for known in seen.own.values())
        size = f"{spent} of {share.points * parts} points spent"
    else:
        size = f"{len(seen.own)} of {share.units * parts} units"
    kinds = [CODES[KIND[u]] for u in seen.own]
    told = ", ".join(f"{code} {kinds.count(code)}" for code in CODES if code in kinds)
    waiting = sum(known.hex == OFF for known in seen.own.values())
    stand = f", {waiting} to deploy" if seen.mine else ""
    return f"Your force: {size}{f' ({told})' if told else ''}{stand}."


def _fighters(seen: Seen, h: int) -> list[str]:
    lines = {seen.side: seen.mine.get(h, []), seen.foe: seen.open.get(h, [])}
    return [
        f"{SIDES[side]}: {', '.join(known.words() for known in lines[side]) or 'nobody'}"
        for side in (0, 1)
    ]


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
    if verb.startswith("fire {} "):
        kind, group = KIND[known.unit], ARMS.index(verb.split()[2])
        power = FIREPOWER[kind][group]
        home = seen.board.city >> known.hex & 1 and seen.side != seen.view.active
        if kind == IN and ARMS[group] == "army" and home:
            power = CITY_FIRE  # V-3.3-i
        dice = "1 die" if known.cv == 1 else f"{known.cv} dice"
        return f"{dice}, hits on {on_or_less(power)}"
    at = "" if known.hex == OFF else f", {seen.board.title(known.hex)}"
    return f"{known.words().partition(' ')[2]}{at}"


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
        return f"in a {shape}: " + ", ".join(f"map {g.draft[i]}" for i in places)
    spec = layout_of(g, g.draft[-1], int(noun))
    turned = [f"map {n}" for n, t in zip(spec.maps, spec.turned, strict=True) if t]
    return f"turned round: {', '.join(turned) or 'none'}"


TEXT_BOARD: Final = VictoryTextBoard()

__all__ = ["TEXT_BOARD", "VictoryTextBoard"]
