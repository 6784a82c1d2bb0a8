"""Random positions on random small maps, played on: the rules against their second reading."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from sirocco.games.victory import verbs as say
from sirocco.games.victory.control import held_places
from sirocco.games.victory.game import GAME
from sirocco.games.victory.mapdata import label, step
from sirocco.games.victory.state import COMBAT, Victory
from sirocco.games.victory.supply import unsupplied
from sirocco.games.victory.units import SIDE
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending
from sirocco.kernel.refusal import Refused
from tests.victory.second_reading import Reading
from tests.victory.second_table import AIR, NAVAL

MIX: Final = {
    "FA": 8, "DB": 4, "HB": 4, "SS": 4, "BB": 4, "CV": 4, "AR": 4, "AB": 2, "MA": 4, "IN": 12,
}  # fmt: skip
STYLES: Final = ("~~~~~~ll..d:f.dmM", "......ddfmM~~", ".....dfmM~~~~")
FEATURES: Final = ("C1", "C2", "C3", "T ", "K ", "c1", "t ", *[""] * 9)
DRY: Final = ("+", "+", "+", "+", "=", "#", "^", "^+", "%", "%+", "%=", "w", "%s", "s", "f", "m")
ACTIONS: Final = 250


# Positions


def picture(r: random.Random) -> tuple[str, list[str]]:
    """A small map with every kind of terrain and hexside, and its places."""
    cols, rows = r.randint(4, 8), r.randint(3, 5)
    style = r.choice(STYLES)
    hexes = {}
    for c in range(1, cols + 1):
        for w in range(1, rows + 1):
            terrain = r.choice(style)
            hexes[c, w] = terrain + (r.choice(FEATURES) if terrain in ".dfmM" else "")
    lines = [[" "] * (6 * cols + 4) for _ in range(4 * rows + 4)]

    def write(x: int, y: int, text: str) -> None:
        for i, letter in enumerate(text):
            lines[y - 1][x - 1 + i] = letter

    for (c, w), text in hexes.items():
        x, y = 6 * c - 4, 4 * w - 3 if c % 2 else 4 * w - 1
        write(x, y, text)
        for d, (dx, dy) in {1: (3, -1), 2: (3, 1), 3: (0, 2)}.items():
            if (far := step(c, w, d)) in hexes and y + dy > 0 and r.random() < 0.75:
                wet = sum(one[0] in "~l:" for one in (text, hexes[far]))
                marks = (
                    DRY if wet == 0 else ("s", "%", *[""] * 8) if wet == 1 else ("s", *[""] * 12)
                )
                write(x + dx, y + dy, r.choice(marks))
    places = [label(*cell) for cell, text in hexes.items() if text[1:2] in {*"CTct"}]
    return "\n".join("".join(line).rstrip() for line in lines).rstrip() + "\n", places


def position(r: random.Random) -> dict[str, Any]:
    """A map with units of both sides, some blockading; the movement phase begins."""
    text, places = picture(r)
    table: dict[str, Any] = {
        "map": text,
        "homes": {h: r.choice(("red", "red", "blue", "blue", "neutral")) for h in places},
        "active": r.choice(("red", "blue")),
        "options": {o: r.random() < 0.25 for o in ("pursuit", "merging", "submarines", "cadres2")},
        "red": [],
        "blue": [],
    }
    board = GAME.from_position(table, Sampled(1)).board
    cells = board.grid.labels(board.grid.all)
    used = {(side, code): 0 for side in ("red", "blue") for code in MIX}
    owner: dict[str, str] = {}
    ships: set[str] = set()

    def add(side: str, code: str, rest: str) -> bool:
        used[side, code] += 1
        table[side].append(f"{code}{used[side, code]} {r.randint(1, 4)} {rest}")
        try:
            GAME.from_position(table, Sampled(1))
        except Refused:
            used[side, code] -= 1
            table[side].pop()
            return False
        return True

    for _ in range(r.randint(4, 22)):
        side, code, h = r.choice(("red", "blue")), r.choice(list(MIX)), r.choice(cells)
        if used[side, code] == MIX[code] or owner.get(h, side) != side:
            continue
        if code in ("FA", "DB") and used[side, "CV"] and r.random() < 0.5:
            add(side, code, f"aboard CV{r.randint(1, used[side, 'CV'])}")
        elif add(side, code, h + (" beachhead" if code == "MA" and r.random() < 0.4 else "")):
            owner[h] = side
            if code in (*NAVAL, "MA"):
                ships.add(h)
    for h, side in owner.items():
        code = r.choice(NAVAL)
        other = "blue" if side == "red" else "red"
        if h in places and h not in ships and r.random() < 0.25 and used[other, code] < MIX[code]:
            add(other, code, f"{h} blockading")
    return table


# Questions


class Player:
    """Plays a position at random and compares every question with the second reading."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.chance = Sampled(seed)
        self.g: Victory = GAME.from_position(position(self.r), self.chance)
        self.astray = set(Reading(self.g).astray())
        self.unit = self.hex = -1
        self.battle = self.loser = -1
        self.staying: set[int] = set()

    def run(self) -> None:
        g = self.g
        sound = set(GAME.audit(g))
        for _ in range(ACTIONS):
            asks = pending(g)
            if not asks:
                return
            ask = self.r.choice(asks)
            assert ask.count()
            if self.battle != g.battle:
                self.battle, self.loser, self.staying = g.battle, -1, set()
            self.compare(ask, Reading(g))
            assert set(GAME.audit(g)) <= sound
            action = self.pick(ask)
            verb, noun = action & ~NOUN, action & NOUN
            if verb in (say.MOVE, say.RESPOND, say.RETREAT, say.ABORT, say.BASE):
                self.unit = noun
            elif ask.topic == "destination":
                self.hex = noun
            elif ask.topic == "leave" and verb == say.BLOCKADE:
                self.staying.add(noun)
            act(g, ask.seat, action, self.chance)

    def pick(self, ask: Ask) -> int:
        """At random, but rather something than nothing and rather an attack than a stroll."""
        r, actions = self.r, ask.actions()
        idle = (say.DONE, say.STAY, say.PASS, say.RETREAT)
        if ask.topic == "destination":
            hot = [
                a
                for a in actions
                if a & ~NOUN in (say.TO, say.INVADE, say.DROP)
                and self.g.occ[1 - self.g.side] >> (a & NOUN) & 1
            ]
            if hot and r.random() < 0.7:
                return r.choice(hot)
        busy = [a for a in actions if a & ~NOUN not in idle]
        return r.choice(busy if busy and r.random() < 0.8 else actions)

    def compare(self, ask: Ask, t: Reading) -> None:
        look = getattr(self, "_" + ask.topic.replace("-", "_"), None)
        if look is not None:
            look(t, lambda verb: set(bits(ask.mask(verb))))

    def _movement(self, t: Reading, may: Any) -> None:
        assert may(say.ACTIVATE) == t.activate(self.g.side)
        if not self.g.travelled:
            self._peace(t)

    def _peace(self, t: Reading) -> None:
        assert set(t.astray()) <= self.astray
        for side in (0, 1):
            assert set(bits(unsupplied(self.g, side))) == t.starving(side)
        held = held_places(self.g)
        for h in bits(self.g.board.place):
            assert t.owner(h) == (0 if held[0] >> h & 1 else 1 if held[1] >> h & 1 else 2)

    def _destination(self, t: Reading, may: Any) -> None:
        u = self.unit
        kind = t.kind(u)
        if kind in AIR:
            assert may(say.TO) == t.fly_to(u)
            assert may(say.FLY) == t.fly(u)
            assert may(say.ABOARD) == t.decks(u, False)
            assert may(say.FERRY) == t.decks(u, True)
            return
        quiet, fights = t.swim(u) if kind in NAVAL else t.walk(u)
        if kind in NAVAL:
            assert may(say.TO) == quiet | fights.keys()
            assert may(say.SAIL) == t.sail(u)
            return
        assert may(say.SAIL) == t.transport(u)
        if kind == "MA":
            assert may(say.TO) == t.marine(u)
            assert may(say.INVADE) == t.invasion(u).keys()
            return
        assert may(say.TO) == quiet | fights.keys()
        assert may(say.MARCH) == t.march(u)
        if kind == "AB":
            assert may(say.FLY) == t.fly(u)
            assert may(say.DROP) == t.drop(u)

    def _entry(self, t: Reading, may: Any) -> None:
        u = self.unit
        ways = t.swim(u)[1] if t.kind(u) in (*NAVAL, "MA") else t.walk(u)[1]
        assert may(say.VIA) == ways[self.hex]

    def _response(self, t: Reading, may: Any) -> None:
        assert may(say.RESPOND) == {
            u
            for u in t.units
            if SIDE[u] != self.g.side and t.kind(u) in AIR and not t.has("moved", u)
            if t.respond(u)
        }

    def _response_to(self, t: Reading, may: Any) -> None:
        assert may(say.TO) == t.respond(self.unit)

    def _combat(self, t: Reading, may: Any) -> None:
        units = t.next_units()
        for arm, verb in (
            ("air", say.FIRE_AIR),
            ("naval", say.FIRE_NAVAL),
            ("army", say.FIRE_ARMY),
        ):
            assert may(verb) == {u for u in units if arm in t.targets(u)}
        assert may(say.RETREAT) == self._goers(t, units)
        flying = {u for u in units if t.has("flying", u)}
        assert may(say.ABORT) == {u for u in flying if t.airfields(u, False)}
        assert may(say.LAND) == {u for u in units if t.may_land(u)}

    def _goers(self, t: Reading, units: list[int]) -> set[int]:
        out = set()
        for u in units:
            if t.kind(u) in AIR:
                if t.airfields(u, False) or t.flight_decks(u, False):
                    out.add(u)
            elif not t.has("flying", u) and t.retreat(u):
                out.add(u)
        return out

    def _retreat(self, t: Reading, may: Any) -> None:
        u = self.unit
        if t.kind(u) in AIR or t.has("flying", u):
            assert may(say.TO) == t.airfields(u, False)
            assert may(say.ABOARD) == t.flight_decks(u, False)
        else:
            assert may(say.TO) == t.retreat(u)

    def _base(self, t: Reading, may: Any) -> None:
        assert may(say.TO) == t.airfields(self.unit, True)
        assert may(say.ABOARD) == t.flight_decks(self.unit, True)

    def _leave(self, t: Reading, may: Any) -> None:
        if self.loser < 0:
            self.loser = t.must_leave()
        if may(say.LOSE):
            return
        mine = [u for u in t.fighters(self.loser) if u not in self.staying]
        assert may(say.RETREAT) == self._goers(t, mine)
        assert may(say.BLOCKADE) == t.blockaders(self.loser) - self.staying

    def _beachheads(self, t: Reading, may: Any) -> None:
        assert may(say.BEACHHEAD) == t.beaches(self.g.side)
        self._peace(t)

    def _production(self, t: Reading, may: Any) -> None:
        assert self.g.phase > COMBAT
        self._peace(t)


@pytest.mark.parametrize("seed", range(60))
def test_both_readings_agree(seed: int) -> None:
    Player(seed).run()
