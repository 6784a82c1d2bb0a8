"""A position as plain facts, for cases: the whole truth, or what a seat may know."""

from __future__ import annotations

from typing import Any, Final

from sirocco.games.victory.battlefields import WAYS
from sirocco.games.victory.plans import ADD, CLOSED, MERGER, NEW, OPEN, UNNAMED, parts
from sirocco.games.victory.position import OWNERS, WINNERS
from sirocco.games.victory.position_units import ASHORE, DIRECTIONS, MARK_WORDS
from sirocco.games.victory.state import (
    NO_CARRIER,
    NO_ENTRY,
    PHASES,
    PRODUCTION,
    SETUP,
    UNIT_MASKS,
    Victory,
)
from sirocco.games.victory.supply import supplied
from sirocco.games.victory.terms import OFFICES
from sirocco.games.victory.units import (
    ARMS,
    ARMY_MASK,
    CODES,
    KIND,
    OFF,
    SIDE,
    SIDE_SIZE,
    SIDES,
    UNIT_NAME,
)
from sirocco.games.victory.victory import points, threshold
from sirocco.games.victory.view import FACE_MARKS, Face, View, view
from sirocco.games.victory.words import told
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import pending

GONE: Final = "gone"
UNSEEN: Final = "unseen"
NONE: Final = "none"


def facts(g: Victory) -> dict[str, Any]:
    """The whole truth."""
    in_supply = supplied(g, 0) | supplied(g, 1) if g.phase != SETUP else 0
    out = _table(g)
    out["points"] = {name: points(g, side) for side, name in enumerate(SIDES)}
    out["target"] = {name: threshold(g, side) for side, name in enumerate(SIDES)}
    out["hexes"] = {
        label: [f"{SIDES[SIDE[u]]}-{UNIT_NAME[u]}" for u in bits(g.at.get(h, 0))]
        for h in bits(g.board.grid.all)
        for label in _names(g, h)
    }
    for side, name in enumerate(SIDES):
        out[name] = {UNIT_NAME[u]: _unit(g, u, in_supply) for u in _blocks(side)}
    out["pool"] = {name: _pool(g, side) for side, name in enumerate(SIDES)}
    out["port_use"] = _port_use(g, tuple(g.port_use.items()))
    out["plans"] = {name: _plan(g, tuple(g.plans[side])) for side, name in enumerate(SIDES)}
    out["ready"] = [g.terms.seats[seat] for seat in bits(g.ready)]
    return out


def seen(g: Victory, seat: int) -> dict[str, Any]:
    """What a seat may know, from its view and the open questions."""
    v = view(g, seat)
    out = _table(g)
    own, other = SIDES[v.side], SIDES[1 - v.side]
    where = memoryview(v.where).cast("H")
    out["side"] = own
    out[own] = {UNIT_NAME[u]: _own(g, v, i, where[i]) for i, u in enumerate(_blocks(v.side))}
    faces = {face.unit: face for face in v.faces}
    out[other] = {
        UNIT_NAME[u]: _face(g, faces[u]) if u in faces else UNSEEN for u in _blocks(1 - v.side)
    }
    counts = dict(v.counts)
    out["others"] = {
        label: counts.get(h, 0) for h in bits(g.board.grid.all) for label in _names(g, h)
    }
    out["port_use"] = _port_use(g, v.port_use)
    out["plan"] = _plan(g, v.plan)
    out["ready"] = [g.terms.seats[one] for one in bits(v.ready)]
    asks = dict.fromkeys(told(g, ask, seat)[:2] for ask in pending(g))
    out["pending"] = [{"seat": who, "topic": topic} for who, topic in asks]
    return out


def _table(g: Victory) -> dict[str, Any]:
    """What lies open on the table."""
    board = g.board
    return {
        "scenario": g.terms.scenario,
        "layout": board.key,
        "names": {
            name: board.grid.label(h)
            for h, title in board.name_of.items()
            for name in (title, title.replace(" ", "-"))
        },
        "turn": g.turn,
        "phase": PHASES[g.phase],
        "player_turn": g.half_turn,
        "active": SIDES[g.side],
        "first": SIDES[g.first],
        "winner": WINNERS[g.winner] if g.winner >= 0 else NONE,
        "control": {
            label: OWNERS[0 if g.control[0] >> h & 1 else 1 if g.control[1] >> h & 1 else 2]
            for h in bits(board.place)
            for label in _names(g, h)
        },
        "battle": _battle(g) if g.battle != OFF else NONE,
        "fought": [board.grid.label(h) for h in bits(g.fought)],
        "activated": [board.grid.label(h) for h in bits(g.activated)],
        "draft": list(g.draft),
        "offices": {
            name: OFFICES[office] if office < len(OFFICES) else NONE
            for name, office in zip(g.terms.seats, g.offices, strict=False)
        },
        "pending": [{"seat": g.terms.seats[ask.seat], "topic": ask.topic} for ask in pending(g)],
    }


def _names(g: Victory, h: int) -> tuple[str, ...]:
    """The number of a hex, and its name if it has one."""
    label = g.board.grid.label(h)
    name = g.board.name_of.get(h)
    return (label, name) if name else (label,)


def _blocks(side: int) -> range:
    return range(side * SIDE_SIZE, (side + 1) * SIDE_SIZE)


def _battle(g: Victory) -> dict[str, Any]:
    label = g.board.grid.label
    near = [g.board.grid.neighbour(g.battle, d) for d in range(6)]
    return {
        "hex": label(g.battle),
        "round": g.round,
        "attacker": SIDES[g.side],
        "flak": [f"{SIDES[bit // 3]} {ARMS[bit % 3]}" for bit in bits(g.flak)],
        "bombarded": {name: g.bombarded[side] for side, name in enumerate(SIDES)},
        "left": [
            f"{ARMS[1] if i > 5 else ARMS[2]} {label(near[i % 6])} {g.out[i]}"
            for i in range(WAYS)
            if g.out[i]
        ],
        "ways": [label(near[d]) for d in bits(g.out[WAYS])],
    }


def _unit(g: Victory, u: int, in_supply: int) -> Any:
    if g.reserve >> u & 1:
        return _reserve(g.cv[u], bool(g.front >> u & 1))
    h = g.where[u]
    if h == OFF:
        return GONE
    marks = {word: bool(getattr(g, name) >> u & 1) for word, name in MARK_WORDS.items()}
    fed = bool(in_supply >> u & 1)
    out = _block(g, u, h, g.cv[u], g.carrier[u], g.entry[u], marks)
    out["kind"] = CODES[KIND[u]]
    out["from"] = g.board.grid.label(g.origin[u]) if g.origin[u] != OFF else NONE
    out["supplied"] = fed
    out["words"] += [f"from={out['from']}", "supplied" if fed else "unsupplied"]
    return out


def _own(g: Victory, v: View, i: int, h: int) -> Any:
    held = {name: mask >> i & 1 for name, mask in zip(UNIT_MASKS, v.marks, strict=True)}
    if held["reserve"]:
        return _reserve(v.cv[i], bool(held["front"]))
    if h == OFF:
        return GONE
    marks = {word: bool(held[name]) for word, name in MARK_WORDS.items()}
    u = v.side * SIDE_SIZE + i
    return _block(g, u, h, v.cv[i], v.carrier[i], v.entry[i], marks)


def _reserve(cv: int, front: bool) -> dict[str, Any]:
    """A block of the force that is not deployed; `front` is the second force of 8.4."""
    words = [str(cv), "reserve", "front"] if front else [str(cv), "reserve"]
    return {"cv": cv, "at": "reserve", "front": front, "words": words}


def _face(g: Victory, face: Face) -> dict[str, Any]:
    shown = {name: face.marks >> i & 1 for i, name in enumerate(FACE_MARKS)}
    marks = {word: bool(shown[name]) for word, name in MARK_WORDS.items() if name in shown}
    marks["face-up"] = True
    return _block(g, face.unit, face.hex, face.cv, face.carrier, face.entry, marks)


def _block(
    g: Victory, u: int, h: int, cv: int, carrier: int, entry: int, marks: dict[str, bool]
) -> dict[str, Any]:
    """A block on the map; `words` is the short form, as in a position's lines."""
    if 1 << u & ARMY_MASK:
        marks = {**marks, ASHORE: not (marks["at-sea"] or marks["flying"])}
    names = list(_names(g, h))
    out: dict[str, Any] = {"at": names[0], "cv": cv, **marks}
    words = [str(cv), *[name.replace(" ", "-") for name in names]]
    words += [word for word, held in marks.items() if held]
    out["aboard"] = UNIT_NAME[carrier] if carrier != NO_CARRIER else NONE
    if carrier != NO_CARRIER:
        words += ["aboard", UNIT_NAME[carrier]]
    out["entry"] = DIRECTIONS[entry] if entry != NO_ENTRY else NONE
    if entry != NO_ENTRY:
        words.append(f"entry={DIRECTIONS[entry]}")
        beyond = g.board.grid.neighbour(h, entry)
        if beyond >= 0:
            words.append(f"entry={g.board.grid.label(beyond)}")
    out["words"] = words
    return out


def _pool(g: Victory, side: int) -> dict[str, int]:
    """Blocks of each kind that are neither on the map nor in reserve."""
    out = dict.fromkeys(CODES, 0)
    for u in _blocks(side):
        if g.where[u] == OFF and not g.reserve >> u & 1:
            out[CODES[KIND[u]]] += 1
    return out


def _port_use(g: Victory, use: tuple[tuple[int, int], ...]) -> dict[str, int]:
    used = dict(use)
    return {label: used.get(h, 0) for h in bits(g.board.coastal) for label in _names(g, h)}


def _plan(g: Victory, plan: tuple[int, ...]) -> list[str]:
    """The orders of a production plan as lines of play."""
    if g.phase != PRODUCTION:
        return []
    return [line for packed in plan[1:] if (line := _order(g, packed))]


def _order(g: Victory, packed: int) -> str:
    what, a, b, c = parts(packed)
    label = g.board.grid.label
    if what == OPEN:
        return f"city {label(a)}"
    if what == ADD:
        return f"step {UNIT_NAME[a]}"
    if what == NEW:
        kind = CODES[KIND[a]]
        return f"build {kind} strength {c}" if c else f"build {kind}"
    if what == MERGER:
        return f"merge {UNIT_NAME[a]}" + ("" if b == UNNAMED else f" into {UNIT_NAME[b]}")
    return f"closed {g.terms.seats[a]}" if what == CLOSED else ""
