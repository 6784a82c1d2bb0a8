"""The position in words, made to be read aloud: spaces, units, tokens."""

from __future__ import annotations

from collections import Counter

from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import controller, open_route
from sirocco.games.northafrica.powers import NOBODY, POWER_NAMES
from sirocco.games.northafrica.sayings import ADJECTIVES, listed, nation, number, plural
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.kernel.bits import bits
from sirocco.kernel.given import near
from sirocco.kernel.refusal import Refused


def find(g: NorthAfrica, text: str) -> int:
    """The space that somebody means."""
    s = g.board.find("-".join(text.split()))
    if s < 0:
        raise Refused(f"There is no space {text[:40]!r}{near(text, g.board.names)}.")
    return s


def forces(g: NorthAfrica, units: int) -> str:
    """`3 British infantry, 1 Matilda II; 2 Italian infantry`: by power."""
    groups: dict[str, Counter[int]] = {}
    for u in bits(units):
        name = nation(g.board.chart, g.owner[u], g.kind[u])
        groups.setdefault(name, Counter())[g.kind[u]] += 1
    return "; ".join(f"{name} {kinds(g, found)}" for name, found in groups.items())


def kinds(g: NorthAfrica, found: Counter[int]) -> str:
    """`3 infantry, 1 Matilda II`."""
    names = g.board.chart.names
    return ", ".join(f"{n} {plural(n, names[kind])}" for kind, n in sorted(found.items()))


def sentence(g: NorthAfrica, s: int) -> str:
    """`Tobruk, 5 points, British, limit 10: British 3 infantry; 4 supply; 2 mines facing ...`."""
    head = heading(g, s)
    if g.board.land >> s & 1 and not g.board.impassable >> s & 1:
        head.append(f"limit {g.board.limit[s]}")
    said = contents(g, s)
    return f"{', '.join(head)}{': ' if said else ''}{'; '.join(said)}"


def heading(g: NorthAfrica, s: int) -> list[str]:
    """The title of a space, its value, its holder."""
    board = g.board
    head = [board.title(s)]
    if board.rp[s]:
        head.append(number(board.rp[s], "point"))
    owner = controller(g, s)
    if owner != NOBODY:
        head.append(ADJECTIVES[owner])
    elif board.valued >> s & 1:
        head.append("nobody's")
    return head


def contents(g: NorthAfrica, s: int) -> list[str]:
    """What lies in a space: units, supply, mines, attacks."""
    out = []
    cargo = g.at[s] & (g.army | g.trucks) if g.board.sea >> s & 1 else 0
    attackers = sum(1 << u for u in bits(g.fought) if g.target[u] == s)
    if told := forces(g, g.at[s] & ~cargo & ~attackers):
        out.append(told)
    if cargo:
        out.append(f"in convoy {forces(g, cargo)}")
    if g.supply[s]:
        out.append(f"{g.supply[s]} supply")
    for p in range(4):
        if value := g.afloat.get(4 * s + p):
            out.append(f"{ADJECTIVES[p]} convoy of {value} supply")
        if mines := g.sea_mines.get(4 * s + p):
            out.append(number(mines, f"{ADJECTIVES[p]} sea mine"))
    for key, mines in sorted(g.land_mines.items()):
        if key >> 7 == s:
            out.append(f"{number(mines, 'mine')} facing {g.board.title(key & 127)}")
    if attackers:
        out.append(f"attacked by {forces(g, attackers)}")
    if g.landings >> s & 1:
        out.append("a landing is to be fought here")
    return out


def brief(g: NorthAfrica, s: int) -> str:
    """A few words about a space: its value and holder, and what is in it."""
    head = heading(g, s)[1:]
    return "; ".join((*([", ".join(head)] if head else []), *contents(g, s)))


def situation(g: NorthAfrica, s: int) -> str:
    """Where a sea zone is, which has no more than a number: `Tripoli convoy`, `beside Malta`."""
    board = g.board
    if not board.sea >> s & 1:
        return ""
    if board.convoys >> s & 1:
        return board.title(s)
    shores = [board.title(t) for t in bits(board.links[s] & ~board.sea)]
    return f"beside {listed(shores)}" if shores else "open sea"


def ground_words(g: NorthAfrica, s: int) -> list[str]:
    """What kind of ground a space is."""
    board = g.board
    here = 1 << s
    out = ["sea zone" if board.sea & here else "territory"]
    for mask, words in (
        (board.impassable, "impassable"),
        (board.sahara, "Sahara: only scout cars"),
        (board.road, "on the coast road"),
        (board.west, "northwest Africa"),
        (board.islands, "island"),
        (board.base, "naval base"),
        (board.pays, "its points cost 1 supply a turn"),
        (board.aaa_only, "of land units only AAA are shipped there"),
    ):
        if mask & here:
            out.append(words)
    if s in board.capital:
        out.append("regional capital")
    if board.bonus[s]:
        everywhere = board.bonus[s] == (1 << board.size) - 1
        where = (
            ""
            if everywhere
            else f" against {listed([board.title(t) for t in bits(board.bonus[s])])}"
        )
        out.append(f"defensive bonus{where}")
    if board.convoy[s] != NONE:
        out.append(f"port of the {board.title(board.convoy[s])} zone")
    if board.convoys & here:
        users = [POWER_NAMES[p] for p in range(4) if open_route(g, p, s)]
        out.append(f"convoy zone open to {listed(users)}" if users else "closed convoy zone")
    for p in range(4):
        if board.staging[s] >> p & 1:
            out.append(f"staging territory of {POWER_NAMES[p]}")
        if board.deploys[s] >> p & 1:
            out.append(f"new ships of {POWER_NAMES[p]}")
    return out


def code_words(g: NorthAfrica, kind: int) -> str:
    """A kind as its chart says: `Panzer IV: cost 6, attack 5, defense 5, move 2`."""
    chart = g.board.chart
    cost = f"cost {chart.cost[kind]}" if chart.cost[kind] else "cannot be bought"
    values = [cost]
    for word, value in (
        ("attack", chart.attack[kind]),
        ("defense", chart.defense[kind]),
        ("move", chart.move[kind]),
    ):
        values.append(f"{word} {value or 'none'}")
    return f"{chart.names[kind]}: {', '.join(values)}"
