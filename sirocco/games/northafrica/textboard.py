"""North Africa on the text board: the position in words, and help at each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sirocco.games.northafrica import text_labels, text_odds, text_offers, text_status
from sirocco.games.northafrica.datacheck import data_faults
from sirocco.games.northafrica.kinds import TYPES, data_pack
from sirocco.games.northafrica.powers import SIDE, SIDE_POWERS
from sirocco.games.northafrica.scenarios import scenario
from sirocco.games.northafrica.state import PHASES, NorthAfrica
from sirocco.games.northafrica.supply import sources, usable
from sirocco.games.northafrica.terms import SCENARIOS
from sirocco.games.northafrica.text_map import picture, regions
from sirocco.games.northafrica.text_seen import contents, find, forces, ground_words, sentence
from sirocco.games.northafrica.view import View, sketch
from sirocco.kernel.bits import bits
from sirocco.kernel.match import Decision
from sirocco.kernel.refusal import Refused

OPTION_WORDS: Final = {
    "players": "how many people play: 2, 3 or 4",
    "bidding": "bid for the side that both want (two players)",
    "reinforcing": "fresh land units may join an attack that is pressed",
    "tie-break": "a draw is broken by the worth of the land units",
    "tigers": "Axis advantage: a Tiger tank a turn from round 8",
    "air-transport": "Axis advantage: bombers in Italy carry units",
    "suez-mining": "Axis advantage: bombers on Crete mine the Suez Canal",
    "landing-choice": "Allied advantage: the US ships where it likes in round 7",
    "anzac": "Allied advantage: an infantry a turn straight to the Indian Ocean",
    "reserve": "air and sea attacks cost supply of the staging territory",
}


class NorthAfricaTextBoard:
    """The position in words; see `sirocco.games.table`. Everybody sees everything (D1)."""

    # Before the game

    def scenarios(self) -> list[tuple[str, str]]:
        rounds = data_pack().number("limits.game.rounds")
        named = [scenario(name) for name in SCENARIOS if name != "custom"]
        return [(s.name, f"{s.title} (rounds {s.first_round} to {rounds})") for s in named]

    def options(self) -> list[tuple[str, str]]:
        return list(OPTION_WORDS.items())

    def usual_game(self) -> tuple[str, dict[str, Any]]:
        return "last-push", {}

    def long_game(self) -> tuple[str, dict[str, Any]]:
        return "last-push", {}

    def welcome(self) -> str:
        return (
            "Germany and Italy against the United Kingdom and the United States, from\n"
            "Casablanca to Cairo. Units fight only with supply, and everything comes by\n"
            "sea. A side wins at once by taking the other's capital, Tunis or Cairo, or\n"
            "by the places it holds after round 14; score tells which."
        )

    # Where the game stands

    def phase(self, view: View, topic: str) -> str:
        g = sketch(view)
        return f"{g.round} {g.power} {PHASES[g.phase]}"

    def status(self, view: View) -> str:
        return text_status.status(sketch(view))

    def score(self, view: View) -> str:
        return text_status.score(sketch(view))

    # The map

    def picture(self, view: View, width: int, colour: bool) -> str:
        return picture(sketch(view), width, colour)

    def supply_picture(self, view: View, width: int, colour: bool) -> str:
        g = sketch(view)
        return picture(g, width, colour, _supplied(g, _side(g, view.seat)))

    def supply(self, view: View, about: str) -> str:
        """From where the units in a territory can draw, or who has nothing to draw on."""
        g = sketch(view)
        side = _side(g, view.seat)
        if about:
            s = find(g, about)
            found = [f"{g.board.title(t)} {g.supply[t]}" for t in bits(sources(g, side, s))]
            return f"Units in {g.board.title(s)} can draw on: {', '.join(found) or 'nothing'}."
        total = sum(g.supply[s] for s in bits(g.board.land) if usable(g, side, s) and _held(g, s))
        lines = [f"Supply that your side holds: {total}."]
        for s in bits(g.board.land & ~g.board.emblems):
            army = g.at[s] & g.army & _own(g, view.seat)
            if army and not sources(g, side, s):
                lines.append(f"  {g.board.title(s)} has nothing to draw on: {forces(g, army)}")
        return "\n".join(lines)

    def spoken(self, view: View) -> list[str]:
        g = sketch(view)
        return [
            f"{title}: {sentence(g, s)}."
            for title, mask in regions(g)
            for s in bits(mask)
            if contents(g, s) or g.board.valued >> s & 1
        ]

    def look(self, view: View, name: str) -> str:
        g = sketch(view)
        s = find(g, name)
        lines = [f"{sentence(g, s)}.", f"  {', '.join(ground_words(g, s))}"]
        side = _side(g, view.seat)
        if g.board.land >> s & 1:
            draws = [f"{g.board.title(t)} {g.supply[t]}" for t in bits(sources(g, side, s))]
            lines.append(f"  supply in reach: {', '.join(draws) or 'none'}")
        for t in bits(g.board.links[s]):
            mines = g.land_mines.get(128 * t + s, 0)
            warned = f" ({mines} mines on this border)" if mines else ""
            lines.append(f"  to {sentence(g, t)}{warned}")
        return "\n".join(lines)

    def places(self, view: View) -> list[str]:
        return list(sketch(view).board.names)

    # Units

    def units(self, view: View, about: str) -> list[str]:
        g = sketch(view)
        chosen = _chosen(g, _own(g, view.seat), about)
        lines = [
            f"{g.board.title(s)}: {forces(g, here)}"
            for s in range(g.board.size)
            if (here := g.at[s] & chosen)
        ]
        box = g.at[g.board.size] & chosen
        if box:
            lines.append(f"Reinforcements Zone: {forces(g, box)}")
        return lines or ["none"]

    def listing(self, view: View, kind: str, nouns: list[str]) -> list[str]:
        return text_offers.listing(sketch(view), kind, nouns)

    def gloss(self, view: View, verb: str, kind: str, noun: str) -> str:
        return text_offers.gloss(sketch(view), verb, kind, noun)

    def phrase(self, verb: str) -> str:
        return text_labels.phrase(verb)

    def label(self, view: View, kind: str, noun: str) -> str:
        return text_labels.label(sketch(view), kind, noun)

    # Help

    def line_for(self, view: View, question: Decision, words: list[str]) -> str:
        return text_offers.line_for(sketch(view), question, words)

    def advice(self, topic: str) -> str:
        return text_offers.ADVICE.get(topic, "")

    def odds_here(self, view: View, text: str) -> str:
        return text_odds.odds_here(sketch(view), text)

    def odds_examples(self) -> tuple[str, str, str]:
        return (
            "benghazi with tank@el-agheila",
            "2 german-tank vs british-infantry in tobruk",
            "3 german-tank 3 german-infantry 2 german-artillery german-fighter german-bomber vs "
            "4 british-infantry british-matilda british-anti-tank british-aaa british-fighter "
            "in tobruk",
        )

    def odds(self, text: str, options: Mapping[str, str]) -> str:
        return text_odds.odds(text, options)

    def data_faults(self) -> list[str]:
        return data_faults(data_pack())


def _side(g: NorthAfrica, seat: int) -> int:
    side = g.terms.side_of[seat]
    return 1 - side if g.swapped else side


def _own(g: NorthAfrica, seat: int) -> int:
    """The units of a seat's powers."""
    powers = [p for p in SIDE_POWERS[_side(g, seat)] if _runs(g, seat, p)]
    out = 0
    for p in powers:
        out |= g.owned[p]
    return out


def _runs(g: NorthAfrica, seat: int, power: int) -> bool:
    runner = g.terms.seat_of[power]
    return (1 - runner if g.swapped else runner) == seat


def _held(g: NorthAfrica, s: int) -> bool:
    """Whether somebody has units or a marker there, so that the supply is not lying about."""
    owner = g.board.emblem[s] if g.board.emblems >> s & 1 else g.control[s]
    return bool(g.at[s]) or owner < len(SIDE)


def _supplied(g: NorthAfrica, side: int) -> int:
    """Territories with an army of a side that has supply to draw on."""
    army = g.army & (g.owned[SIDE_POWERS[side][0]] | g.owned[SIDE_POWERS[side][1]])
    return sum(1 << s for s in bits(g.board.land) if g.at[s] & army and sources(g, side, s))


def _chosen(g: NorthAfrica, own: int, about: str) -> int:
    """One's own units: all, or those of a type or in a space."""
    word = about.strip().lower()
    if not word:
        return own
    chart = g.board.chart
    kinds = [
        k
        for k, code in enumerate(chart.codes)
        if word in (code, code.partition("-")[2], TYPES[chart.type[k]], chart.names[k].lower())
    ]
    if kinds:
        return own & sum(g.kinds_at[k] for k in kinds)
    here = g.at[find(g, word)] & own
    if not here:
        raise Refused(f"You have no unit in {g.board.title(find(g, word))}.")
    return here


TEXT_BOARD: Final = NorthAfricaTextBoard()

__all__ = ["TEXT_BOARD", "NorthAfricaTextBoard"]
