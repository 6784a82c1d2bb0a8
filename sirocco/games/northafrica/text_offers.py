"""Offers in words: a few about each noun, and many nouns in few."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.alike import kinds_named, unit_of
from sirocco.games.northafrica.sayings import nation
from sirocco.games.northafrica.state import (
    COMBAT_MOVE,
    DEPLOY,
    MARKS,
    NONCOMBAT,
    REQUISITION,
    SETUP,
    NorthAfrica,
)
from sirocco.games.northafrica.tables import VERBS
from sirocco.games.northafrica.text_seen import brief, code_words, situation
from sirocco.kernel.bits import bits
from sirocco.kernel.match import Decision

ADVICE: Final = {
    "want": "for axis or for allies; the points that are bid go to whoever takes the other side",
    "bid": "bid 5 offers more than the last bid; accept takes the points",
    "variable": "several at once: raise infantry infantry anti-tank; done leaves the rest unused",
    "requisition": "several at once: buy 2 infantry, buy tank; buy-supply 5 is one token of 5; "
    "done closes the phase, points are not kept",
    "orders": "attack 3 tank 2 infantry from el-agheila at benghazi names several units at once; "
    "fly and sail name air and sea units; done when nothing more is to attack",
    "noncombat": "move 2 infantry from tripoli to sirte moves several; done when all have moved",
    "deployment": "deploy 3 infantry to sz14 deploys several at once; done when all is deployed",
    "attack_target": "at names the territory; an attack costs 1 supply for each 5 land units",
    "payment": "supply behind the front is best: what lies in front may be needed to defend",
    "land_mines": "detonate 0 keeps the mines; each throws three dice and hits on 1 to 3",
    "drive": "load infantry@tripoli, load-supply 3, then on sirte, on el-agheila, and halt",
    "malta": "without the token Malta brings no points in this turn",
    "target": "target tank puts the hit on a tank; done leaves it to the enemy",
    "advance": "who enters the territory, as far as there is room",
    "fight": "the combats are fought one after another; you choose the order",
    "fight-or-retreat": "to fight costs supply; who retreats is fired at and then leaves",
    "losses": "lose names the unit that takes the next hit; alike units are named once",
    "press": "to press costs supply again; withdraw takes a unit out of the attack first",
}
DONE_WORDS: Final = {
    SETUP: "no more; the points left over are not used",
    REQUISITION: "buy no more; points left over are lost",
    COMBAT_MOVE: "no more attacks are declared",
    NONCOMBAT: "nothing more moves",
    DEPLOY: "nothing more is deployed; the turn ends",
}
"""What it means to be done, by phase."""
MARK_WORDS: Final = {
    "moved": "has moved",
    "fought": "attacks",
    "turned": "turned back by mines",
    "travelled": "has moved",
    "carried": "was carried",
    "blitzed": "has blitzed",
    "damaged": "damaged",
    "fresh": "just arrived",
    "seized": "captured",
    "hit": "hit",
    "retreating": "retreats",
    "withdrawn": "withdrawn",
    "submerged": "submerged",
    "escorting": "escorts",
}


def gloss(g: NorthAfrica, verb: str, kind: str, noun: str) -> str:
    """A few words about a noun, or about being done."""
    if not noun:
        return DONE_WORDS.get(g.phase, "") if verb == "done" else ""
    if kind == "unit":
        u = unit_of(g, g.power, noun)
        return "" if u < 0 else unit_words(g, u)
    if kind == "space":
        s = g.board.find(noun)
        if s >= 0 and verb.startswith("pay"):
            return f"{g.supply[s]} supply there"
        return "" if s < 0 else "; ".join(filter(None, (situation(g, s), brief(g, s))))
    if kind == "kind":
        found = kinds_named(g, g.power, noun)
        return code_words(g, found[0]) if found else ""
    return ""


def unit_words(g: NorthAfrica, u: int) -> str:
    """`3 German Panzer IV, attack 5, defense 5, moves 2; has moved`."""
    chart = g.board.chart
    kind = g.kind[u]
    alike = g.kinds_at[kind] & g.at[g.where[u]] & g.owned[g.owner[u]]
    same = sum(1 for v in bits(alike) if _same(g, u, v))
    values = [f"{same} {nation(chart, g.owner[u], kind)} {chart.names[kind]}"]
    if chart.attack[kind]:
        values.append(f"attack {chart.attack[kind]}")
    if chart.defense[kind]:
        values.append(f"defense {chart.defense[kind]}")
    values.append(f"moves {max(chart.move[kind] - g.used[u], 0)}")
    marks = [MARK_WORDS[m] for m in MARKS if m in MARK_WORDS and getattr(g, m) >> u & 1]
    return f"{', '.join(values)}{'; ' if marks else ''}{', '.join(dict.fromkeys(marks))}"


def _same(g: NorthAfrica, u: int, v: int) -> bool:
    return (
        g.used[u] == g.used[v]
        and g.target[u] == g.target[v]
        and all(getattr(g, m) >> u & 1 == getattr(g, m) >> v & 1 for m in MARKS)
    )


def listing(g: NorthAfrica, kind: str, nouns: list[str]) -> list[str]:
    """Many nouns in few words: units by the space in which they stand."""
    if kind != "unit":
        return nouns
    groups: dict[str, list[str]] = {}
    for noun in nouns:
        name, _, rest = noun.partition("@")
        place, _, number = rest.partition("#")
        groups.setdefault(place, []).append(name + (f"#{number}" if number else ""))
    return [
        f"{place}: {', '.join(names)}" if place else ", ".join(names)
        for place, names in groups.items()
    ]


def line_for(g: NorthAfrica, question: Decision, words: list[str]) -> str:
    """The line that somebody means who names a unit and a space."""
    verbs = {verb.pattern.split()[0] for verb in VERBS.values()}
    if len(words) != 2 or words[0].lower() in verbs or g.board.find(words[1]) < 0:
        return ""
    if unit_of(g, g.power, words[0]) < 0:
        return ""
    verb, join = {
        "orders": ("attack", "at"),
        "deployment": ("deploy", "to"),
        "noncombat": ("move", "to"),
        "landing": ("land", "to"),
        "retreat": ("retreat", "to"),
    }.get(question.topic, ("", ""))
    return f"{verb} {words[0]} {join} {words[1]}" if verb else ""
