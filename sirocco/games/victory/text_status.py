"""Where a game of Victory stands, in words: turn and phase, points, forces, battles, plans."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.advice_sketch import sketch
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.plans import ADD, CLOSED, MERGER, NEW, UNNAMED, Books, parts
from sirocco.games.victory.spending import city_mask
from sirocco.games.victory.state import COMBAT, MOVEMENT, OVER, PHASES, PRODUCTION, RESPONSE, SETUP
from sirocco.games.victory.text_seen import Seen, seen_of
from sirocco.games.victory.units import CODES, KIND, OFF, SIDES, UNIT_NAME
from sirocco.games.victory.victory import city_value, shares
from sirocco.games.victory.view import View
from sirocco.kernel.bits import bits

ORDINALS: Final = ("", "first", "second")


def status(view: View) -> str:
    """Where the game stands, in a few lines."""
    seen = seen_of(view)
    if view.phase == SETUP:
        return f"Set-up. {_force_line(seen)}" if any(seen.control) else "Set-up."
    fought = view.phase == COMBAT and view.battle != OFF
    points = "" if fought else f" {_points_line(seen)}"
    lines = [f"Game Turn {view.turn}, {_moment(view)}.{points}"]
    if fought:
        lines.append(f"Battle at {seen.board.title(view.battle)}, round {view.round}:")
        lines += [f"  {line}" for line in _fighters(seen, view.battle)]
    elif view.phase in (MOVEMENT, RESPONSE, COMBAT):
        both = sorted(seen.mine.keys() & seen.counts.keys())
        lines += [f"  Both sides at {seen.sentence(h)}" for h in both]
    elif view.phase == PRODUCTION and view.plan:
        lines += [f"  {line}" for line in _plan_lines(seen)]
    return "\n".join(lines)


def score(view: View) -> str:
    """Who is how far from winning."""
    seen = seen_of(view)
    goals = [share.win for share in shares(seen.terms)]
    lines = []
    for side, name in enumerate(SIDES):
        cities = bits(seen.control[side] & seen.board.city)
        told = ", ".join(f"{seen.short(h)} {seen.board.pp[h]}" for h in cities)
        lines.append(f"{name}: {_points(seen, side)} PP of {goals[side]} needed: {told}")
    if seen.terms.limit:
        lines.append(f"The game ends after Game Turn {seen.terms.limit}.")
    return "\n".join(lines)


def _moment(view: View) -> str:
    if view.phase in (PRODUCTION, OVER) or not view.half_turn:
        return PHASES[view.phase]
    side = SIDES[view.active]
    return f"{ORDINALS[view.half_turn]} Player Turn ({side}), {PHASES[view.phase]}"


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
    whose = "Your force" if len(seen.terms.seat_lists[seen.side]) == 1 else "Force of your side"
    return f"{whose}: {size}{f' ({told})' if told else ''}{stand}."


def _fighters(seen: Seen, h: int) -> list[str]:
    lines = {seen.side: seen.mine.get(h, []), seen.foe: seen.open.get(h, [])}
    return [
        f"{SIDES[side]}: {', '.join(known.words() for known in lines[side]) or 'nobody'}"
        for side in (0, 1)
    ]


# Production


def _plan_lines(seen: Seen) -> list[str]:
    """What a side has ordered so far, and what is left to spend."""
    orders = _orders(seen)
    lines = [f"Planned: {'; '.join(orders)}."] if orders else []
    closed = [parts(packed)[1] for packed in seen.view.plan[1:] if packed & 15 == CLOSED]
    if seen.view.seat in closed:
        return lines
    g = sketch(seen.view)
    books = Books(g, seen.view.seat)
    if books.city >= 0:
        left, whole = books.left(g, books.city), city_value(g, books.city)
        lines.append(f"{seen.board.title(books.city)}: {left} of {whole} PP left.")
    else:
        cities = bits(city_mask(g, books))
        told = ", ".join(f"{seen.short(h)} {books.left(g, h)}" for h in cities)
        lines.append(f"PP to spend: {told or 'none'}.")
    return lines


def _orders(seen: Seen) -> list[str]:
    """The orders of a plan by city: `Hope AR3 new with 2, IN1 +1`."""
    told: dict[str, dict[str, int]] = {}
    mergers = []
    for what, a, b, c in map(parts, seen.view.plan[1:]):
        if what == MERGER and b != UNNAMED:
            mergers.append(f"{UNIT_NAME[a]} into {UNIT_NAME[b]}")
        elif what in (ADD, NEW):
            here = told.setdefault(seen.short(b), {})
            name = f"{UNIT_NAME[a]} new with " if what == NEW else f"{UNIT_NAME[a]} +"
            here[name] = here.get(name, 0) + (c if what == NEW else 1)
    spent = [
        f"{city} {', '.join(f'{name}{number}' for name, number in here.items())}"
        for city, here in told.items()
    ]
    return mergers + spent
