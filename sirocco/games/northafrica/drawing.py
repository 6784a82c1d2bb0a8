"""Hints for the drawing: a view as pieces, tokens and attacks upon the map. Knows no SVG."""

from __future__ import annotations

from typing import Final

from sirocco.games.hints import AreaMap, Attack, Face, Pile, Scene, Stack, Token
from sirocco.games.northafrica.alike import likeness, space_name, unit_name
from sirocco.games.northafrica.board import NONE, Board
from sirocco.games.northafrica.facts import roster
from sirocco.games.northafrica.ground import controller, open_route, seat_for
from sirocco.games.northafrica.kinds import TYPES, data_pack
from sirocco.games.northafrica.powers import NOBODY, POWER_NAMES, US
from sirocco.games.northafrica.sheet import COLOURS, area_map
from sirocco.games.northafrica.showing import charts, shows
from sirocco.games.northafrica.showing_odds import odds
from sirocco.games.northafrica.state import ADVANCE, DEPLOY, PHASES, NorthAfrica
from sirocco.games.northafrica.view import View, sketch
from sirocco.kernel.bits import bits, lowest

SYMBOLS: Final = {
    "mechanized": "mechanised",
    "aaa": "anti-air",
    "scout": "recon",
    "tank": "armour",
}
"""The symbol of a type, where it has another name."""
ROSTERS: Final = {
    "germany": "german",
    "uk": "british",
    "italy": "italian",
    "us": "american",
    "vichy": "vichy",
    "free-french": "free-french",
}
"""The colours of each roster."""
BADGES: Final = {"damaged": "half-hit", "escorting": "at-sea"}
ROUNDS: Final = data_pack().number("limits.game.rounds")


def ground(board: Board) -> AreaMap:
    """The board as the drawing knows maps."""
    return area_map(board)


def scene(view: View, board: Board) -> Scene:
    """What stands on the map: everything is open (D1)."""
    g = sketch(view)
    attacked = g.landings
    for u in bits(_everything(g)):
        if g.target[u] != NONE:
            attacked |= 1 << g.target[u]
    battle = -1 if g.battle == NONE else g.battle
    if battle >= 0:
        attacked &= ~(1 << battle)
    return Scene(
        title=f"North Africa, round {g.round}, {POWER_NAMES[g.power]}: {PHASES[g.phase]}",
        words=_scene_words(g),
        flags=tuple((s, COLOURS[p]) for s, p in enumerate(g.control) if p != NOBODY),
        stacks=tuple(_stacks(g)),
        battle=battle,
        contested=tuple(bits(attacked)),
        own=_own(g, view.seat),
        turn=g.round,
        turns=ROUNDS,
        phases=PHASES[ADVANCE : DEPLOY + 1],
        phase=g.phase - ADVANCE if ADVANCE <= g.phase <= DEPLOY else -1,
        tokens=tuple(_tokens(g)),
        attacks=tuple(_attacks(g)),
    )


def _own(g: NorthAfrica, seat: int) -> tuple[str, ...]:
    """The colours of the powers that a seat runs; the French go with Germany and the States."""
    mine = [p for p in range(4) if seat_for(g, p) == seat]
    french = [colour for p, colour in ((0, "vichy"), (US, "free-french")) if p in mine]
    return (*(COLOURS[p] for p in mine), *french)


def _everything(g: NorthAfrica) -> int:
    return g.owned[0] | g.owned[1] | g.owned[2] | g.owned[3]


# Pieces


def _stacks(g: NorthAfrica) -> list[Stack]:
    """The pieces and the supply of each space, one pile for each colour."""
    crates: dict[int, list[tuple[str, int]]] = {}
    for s, colour, amount in _supplies(g):
        crates.setdefault(s, []).append((colour, amount))
    out = []
    for s, units in enumerate(g.at):
        if not units and s not in crates:
            continue
        faces: dict[str, list[Face]] = {}
        for colour, face in _faces(g, units):
            faces.setdefault(colour, []).append(face)
        for colour, amount in crates.get(s, ()):
            faces.setdefault(colour, []).append(_crate(g, s, colour, amount))
        piles = tuple(Pile(colour, tuple(row)) for colour, row in faces.items())
        out.append(Stack(s, piles, ". ".join(_pile_words(pile) for pile in piles)))
    return out


def _faces(g: NorthAfrica, units: int) -> list[tuple[str, Face]]:
    """One face for units that are alike, with their number."""
    alike: dict[tuple[int, ...], int] = {}
    for u in bits(units):
        key = g.board.chart.type[g.kind[u]], *likeness(g, u)
        alike[key] = alike.get(key, 0) | 1 << u
    out = []
    for _, same in sorted(alike.items()):
        u = lowest(same)
        colour = ROSTERS[roster(g, u)]
        out.append((colour, _face(g, u, colour, same.bit_count())))
    return out


def _face(g: NorthAfrica, u: int, colour: str, count: int) -> Face:
    chart, kind = g.board.chart, g.kind[u]
    word = TYPES[chart.type[kind]]
    attack, defense = chart.attack[kind], chart.defense[kind]
    done = g.moved | g.travelled | g.fought
    return Face(
        colour,
        SYMBOLS.get(word, word),
        unit_name(g, u),
        0,
        0,
        moved=bool(done >> u & 1),
        badges=tuple(badge for mark, badge in BADGES.items() if getattr(g, mark) >> u & 1),
        count=count,
        text=f"{attack}-{defense}-{chart.move[kind]}" if defense else str(chart.move[kind]),
        body="counter",
    )


def _supplies(g: NorthAfrica) -> list[tuple[int, str, int]]:
    """Space, colour and value of all supply, on land, at sea and in the box."""
    out = [(s, _holder(g, s), amount) for s, amount in enumerate(g.supply) if amount]
    out += [(key >> 2, COLOURS[key & 3], amount) for key, amount in g.afloat.items() if amount]
    for p in range(4):
        amount = g.ones[p] + 5 * g.fives[p]
        if amount:
            out.append((g.board.size, COLOURS[p], amount))
    return out


def _holder(g: NorthAfrica, s: int) -> str:
    """Supply on land belongs to whoever holds the ground: its marker, else the units there."""
    if g.landings >> s & 1:
        return COLOURS[US]  # R26
    power = controller(g, s)
    if power != NOBODY:
        return COLOURS[power]
    units = g.at[s] & (g.army | g.air)
    return ROSTERS[roster(g, lowest(units))] if units else "commonwealth"


def _crate(g: NorthAfrica, s: int, colour: str, amount: int) -> Face:
    name = f"supply@{space_name(g, s)}"
    return Face(colour, "crate", name, 0, 0, count=amount, text=" ", body="crate")


# Tokens and attacks


def _tokens(g: NorthAfrica) -> list[Token]:
    """Mines, and the signs of open convoy routes."""
    out = []
    for key, number in sorted(g.land_mines.items()):
        if number:
            out.append(Token(key >> 7, "mines", _holder(g, key >> 7), number, key & 127))
    for key, number in sorted(g.sea_mines.items()):
        if number:
            out.append(Token(key >> 2, "mines", COLOURS[key & 3], number))
    for z in bits(g.board.convoys):
        for p in bits(g.board.users[z]):
            if open_route(g, p, z):
                out.append(Token(z, "open", COLOURS[p]))
    return out


def _attacks(g: NorthAfrica) -> list[Attack]:
    """Attackers on land: from where, on what, and how many."""
    number: dict[tuple[int, int, str], int] = {}
    for u in bits(_everything(g)):
        if g.target[u] not in (NONE, g.where[u]):
            key = g.where[u], g.target[u], ROSTERS[roster(g, u)]
            number[key] = number.get(key, 0) + 1
    return [
        Attack(origin, target, colour, f"attack · {n}")
        for (origin, target, colour), n in sorted(number.items())
    ]


# Words


def _pile_words(pile: Pile) -> str:
    parts = []
    for face in pile.faces:
        kind = face.name.partition("@")[0].removeprefix(f"{pile.side}-").replace("-", " ")
        parts.append(f"{face.count} {kind}" + (" (done)" if face.moved else ""))
    return f"{pile.side.replace('-', ' ').capitalize()}: {', '.join(parts)}"


def _scene_words(g: NorthAfrica) -> str:
    held = sum(1 for p in g.control if p != NOBODY)
    return (
        f"The board of North Africa in round {g.round}: {_everything(g).bit_count()} units in "
        f"play, {held} territories held; {POWER_NAMES[g.power]} has the turn."
    )


__all__ = ["charts", "ground", "odds", "scene", "shows"]
