"""Shorthand: many like units in one line, written out in plain notation.

>>> from sirocco.games.northafrica.board import standard_board
>>> from sirocco.games.northafrica.terms import Terms
>>> g = NorthAfrica(Terms(), standard_board())
>>> expand(g, 0, "attack benghazi with 1 tank from el-agheila")
'attack tank@el-agheila at benghazi from el-agheila'
>>> expand(g, 0, "buy 2 infantry 1 tank")
'buy infantry buy infantry buy tank'
>>> expand(g, 0, "buy tank 2 supply")
'buy tank buy-supply 1 buy-supply 1'
>>> expand(g, 0, "drive truck@cairo load 2 infantry 3 supply on mersa-matruh halt")
'drive truck@cairo load infantry load infantry load-supply 3 on mersa-matruh halt'
"""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.alike import kinds_named, unit_name, unit_of
from sirocco.games.northafrica.crowding import column_ends, columns
from sirocco.games.northafrica.flights import aloft
from sirocco.games.northafrica.nouns import boxed_before, likely_units
from sirocco.games.northafrica.stacks import stack_of
from sirocco.games.northafrica.state import NONCOMBAT, NorthAfrica
from sirocco.games.northafrica.tables import VERBS
from sirocco.games.northafrica.trucks import way_to
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import asked_of
from sirocco.kernel.refusal import Refused

MOST: Final = 40
"""Units that one line may name."""
SUPPLY: Final = "supply"
_JOINS: Final = ("to", "at", "from", "with")
_VERBS: Final = {verb.pattern.split()[0]: verb.noun for verb in VERBS.values() if verb.noun}
_STARTS: Final = {verb.pattern.split()[0] for verb in VERBS.values()} - set(_JOINS)
_TOKENS: Final = {"deploy": "deploy-ones", "ship": "ship-supply", "load": "load-supply"}
_ABOARD: Final = ("load", "load-supply", "on")
_NAMING: Final = {*_VERBS, *_JOINS}


def expand(g: NorthAfrica, seat: int, text: str) -> str:
    """The line in plain notation; one that is plain already is left as it is."""
    words = _driven(g, text.split())
    if len(words) < 2:
        return text
    orders = _split(g, words)
    if len(orders) > 1:
        return " ".join(expand(g, seat, " ".join(order)) for order in orders)
    verb, noun = words[0].lower(), _VERBS.get(words[0].lower(), "")
    if noun == "kind":
        counted = _counted(g, words[1:])
        return " ".join(_bought(verb, kind) for kind in counted) if counted else text
    if noun == "unit":
        written = _orders(g, verb, words[1:])
        if not written:
            return _single(g, seat, verb, words)
        return " ".join([_moved(g, order.split()) for order in written])
    return text


def _driven(g: NorthAfrica, words: list[str]) -> list[str]:
    """`drive truck@base load infantry to mid`: the way there, step by step."""
    low = [word.lower() for word in words]
    if low[:1] != ["drive"] or "to" not in low[2:-1]:
        return words
    name = f"{words[1]}@{words[3]}" if low[2] == "from" else words[1]
    u, i = unit_of(g, g.power, name), low.index("to")
    if u < 0 or not g.trucks >> u & 1 or g.where[u] >= g.board.size:
        return words
    if any(word in _STARTS and word not in _ABOARD for word in low[2:i]):  # of another order
        return words
    return [*words[:i], *_way(g, u, words[i + 1]).split(), *words[i + 2 :]]


def _split(g: NorthAfrica, words: list[str]) -> list[list[str]]:
    """The orders of a line in which one counts its units, or says from where; else the line."""
    starts = [0]
    for i in range(1, len(words)):
        if words[i].lower() in _STARTS and words[i - 1].lower() not in _NAMING:
            starts.append(i)
    orders = [words[i:j] for i, j in zip(starts, [*starts[1:], len(words)], strict=True)]
    for order in orders:
        if len(order) > 2 and order[1].isdecimal() and _kind(g, order[2]):
            return orders
        if len(order) > 2 and order[2].lower() == "from" and _kind(g, order[1]):
            return orders
    return [words]


def _placed(g: NorthAfrica, verb: str, word: str) -> str:
    """`deploy infantry`, `ship tank`: where such units are is plain, if any is there."""
    if verb not in ("deploy", "ship") or "@" in word or not _kind(g, word):
        return ""
    home = lowest(g.board.staging_for[g.power])
    place = "box" if verb == "deploy" else g.board.names[home] if home >= 0 else ""
    there = f"{word}@{place}"
    known = place and (unit_of(g, g.power, there) >= 0 or boxed_before(g, there) >= 0)
    return there if known else ""


def _single(g: NorthAfrica, seat: int, verb: str, words: list[str]) -> str:
    """An order to one unit: which it is, if only one may be ordered so, and how it moves."""
    named = _placed(g, verb, words[1]) or _named(g, seat, verb, words[1])
    return _moved(g, [words[0], named, *words[2:]])


def _named(g: NorthAfrica, seat: int, verb: str, word: str) -> str:
    """The full name of the only unit of such a kind to which the order is open; if it is open to
    none, of one that may be meant."""
    if "@" in word or not _kind(g, word):
        return word
    ask = asked_of(g, seat)
    open_to = 0
    for number, mask in ask.choices if ask is not None else ():
        if VERBS[number].pattern.split()[0] == verb:
            open_to |= mask
    u = unit_of(g, g.power, word, open_to, likely_units(g, seat))
    return unit_name(g, u) if u >= 0 else word


def _moved(g: NorthAfrica, words: list[str]) -> str:
    """In phase 5 any unit may be said to `move`: air units land, trucks drive, ships sail."""
    verb = words[0].lower()
    if g.phase != NONCOMBAT or verb not in ("move", "land"):
        return " ".join(words)
    up = aloft(g)
    u = unit_of(g, g.power, words[1], up)
    if u >= 0 and g.owner[u] == g.power and g.where[u] < g.board.size:
        if g.air >> u & 1:
            verb = "land" if up >> u & 1 else "move"
        elif verb == "move" and g.ships >> u & 1:
            verb = "sail"
        elif verb == "move" and g.trucks >> u & 1 and len(words) > 3 and words[2].lower() == "to":
            return " ".join(["drive", words[1], _way(g, u, words[3]), *words[4:]])
    return " ".join([verb, *words[1:]])


def _way(g: NorthAfrica, u: int, name: str) -> str:
    """The drive of an empty truck to a territory; straight there if there is no way."""
    s = g.board.find(name)
    stops = [g.board.names[t] for t in way_to(g, u, s)] if s >= 0 else []
    return " ".join([*(f"on {stop}" for stop in stops or [name]), "halt"])


def _bought(verb: str, kind: str) -> str:
    """One purchase; supply is bought in tokens of 1 here, and in no other way."""
    return "buy-supply 1" if kind.lower() == SUPPLY else f"{verb} {kind}"


def _orders(g: NorthAfrica, verb: str, words: list[str]) -> list[str]:
    """`attack T with 3 tank from S`, `move 2 infantry from S to T`, `deploy 3 infantry to T`."""
    target, join = "", ""
    if len(words) > 2 and words[1].lower() == "with":
        target, join = words[0], "at"
        words = words[2:]
    end = next((i for i, word in enumerate(words) if word.lower() in _JOINS), len(words))
    counted = _counted(g, words[:end])
    rest = words[end:]
    if not counted or (not target and _plain(verb, words[:end], rest)):
        return []
    start = ""
    if rest[:1] and rest[0].lower() == "from" and len(rest) > 1:
        start, rest = rest[1], rest[2:]
    elif "from" in [word.lower() for word in rest]:
        at = [word.lower() for word in rest].index("from")
        if at + 1 < len(rest):
            start, rest = rest[at + 1], rest[:at] + rest[at + 2 :]
    if verb == "deploy" and not start:
        start = "box"
    where = f"@{start}" if start else ""
    joins = [word.lower() for word in rest]
    aim = target or (rest[joins.index("at") + 1] if "at" in joins[:-1] else "")
    if start and aim and "from" not in joins and _beside(g, start, aim):
        rest = [*rest, "from", start]
    if verb == "move" and start and len(set(counted)) == 1 and rest[:1] == ["to"]:
        verb, counted = _column(g, counted, start, rest[1])
    goal = " ".join(["", join, target, *rest]) if target else f" {' '.join(rest)}" if rest else ""
    units = [kind for kind in counted if kind.lower() != SUPPLY]
    out = [f"{verb} {kind}{'' if '@' in kind else where}{goal}" for kind in units]
    if len(units) < len(counted):
        out.append(f"{_TOKENS.get(verb, verb)} {len(counted) - len(units)}{goal}")
    return out


def _beside(g: NorthAfrica, start: str, aim: str) -> bool:
    """Whether units could attack one place from the other, where they stand."""
    s, t = g.board.find(start), g.board.find(aim)
    return s >= 0 and t >= 0 and bool(g.board.land_links[s] >> t & 1)


def _plain(verb: str, named: list[str], rest: list[str]) -> bool:
    """Whether one unit is ordered in plain words: not `move infantry from sirte`. An attack may
    say at its end from where it is made."""
    joins = [word.lower() for word in rest]
    starts = "from" in (joins[:1] if verb == "attack" else joins)
    return len(named) == 1 and (not starts or "@" in named[0])


def _column(g: NorthAfrica, kinds: list[str], start: str, goal: str) -> tuple[str, list[str]]:
    """All units of a stack that moves only as a whole: one order for them (R47)."""
    u = unit_of(g, g.power, f"{kinds[0]}@{start}", columns(g))
    if u >= 0 and stack_of(g, u).bit_count() == len(kinds):
        if g.board.find(goal) >= 0 and column_ends(g, u) >> g.board.find(goal) & 1:
            return "move-all", kinds[:1]
    return "move", kinds


def _counted(g: NorthAfrica, words: list[str]) -> list[str]:
    """`3 tank 2 infantry`, `infantry infantry`: every unit by itself; nothing if it is no list."""
    out: list[str] = []
    count = 1
    for word in words:
        if word.isdecimal() and len(word) < 4:
            count = int(word)
        elif word.lower() == "and":
            continue
        elif _kind(g, word):
            out += [word.rstrip(",")] * count
            count = 1
        else:
            return []
    if len(out) > MOST:
        raise Refused(f"A line may name {MOST} units, not {len(out)}.")
    return out


def _kind(g: NorthAfrica, word: str) -> bool:
    code = word.rstrip(",").partition("@")[0].partition("#")[0].lower()
    return code == SUPPLY or bool(kinds_named(g, g.power, code))
