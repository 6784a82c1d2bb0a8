"""Choices made in secret at the same time: the other side's procedures begin again.

Nobody can tell what a side has chosen so far, only who still chooses. So its part is emptied and
played again with random answers until the same seats are asked.
"""

from __future__ import annotations

from typing import Any, Final

from sirocco.games.victory.command import planner_seats
from sirocco.games.victory.deployment import deploy_all
from sirocco.games.victory.fog_deal import Draw
from sirocco.games.victory.forces import musters
from sirocco.games.victory.plans import pool_of, produces
from sirocco.games.victory.production import plan
from sirocco.games.victory.state import NO_CARRIER, Victory, clone
from sirocco.games.victory.units import OFF, SIDE_MASK, SIDE_SIZE
from sirocco.games.victory.verbs import DONE
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import Frame, Together
from sirocco.kernel.lower import frame

RESTARTS: Final = 3
THRIFT: Final = 0.1
"""How often a random planner leaves points unspent that he could still use."""
PATIENCE: Final = 400
"""Answers after which a procedure that is played again has missed its mark."""


def in_secret(g: Victory) -> bool:
    """Whether both sides choose at the same time now."""
    return bool(g.stack) and isinstance(g.stack[-1], Together)


def questions(g: Victory, stack: list[Frame]) -> tuple[Ask, ...]:
    """The open questions of one of the procedures that run side by side."""
    if not stack:
        return ()
    asks = stack[-1].ask(g)
    return asks if isinstance(asks, tuple) else (asks,)


def asked_seats(g: Victory, stack: list[Frame]) -> list[int]:
    return [ask.seat for ask in questions(g, stack)]


def drive(g: Victory, stack: list[Frame], wanted: list[int], draw: Draw) -> bool:
    """Run a fresh procedure with random answers until just the wanted seats are asked."""
    main, actor = g.stack, g.actor
    g.stack = stack
    sent = 0
    reached = False
    for _ in range(PATIENCE):
        while stack and not stack[-1].run(g, sent):
            pass
        asks = questions(g, stack)
        if [ask.seat for ask in asks] == wanted:
            reached = True
            break
        if not asks:
            break
        some = [ask for ask in asks if ask.seat in wanted] if len(wanted) == 1 else []
        ask = (some or asks)[int(draw() * len(some or asks))]
        g.actor = ask.seat
        sent = answer(ask, draw)
    g.stack, g.actor = main, actor
    return reached


def answer(ask: Ask, draw: Draw) -> int:
    """A random answer; who has something to spend seldom stops."""
    count = ask.count()
    sent = ask.pick(int(draw() * count))
    while sent == DONE and count > 1 and draw() > THRIFT:
        sent = ask.pick(int(draw() * count))
    return sent


# Set-up


def redo_set_up(g: Victory, foe: int, draw: Draw) -> Victory:
    """The other side's force, and where it stands so far, raised and deployed again."""
    for _ in range(RESTARTS):
        new = clone(g)
        both = new.stack[-1]
        assert isinstance(both, Together)
        forget(new, foe)
        if redo(g, new, both, foe, draw):
            return new
    return clone(g)


def redo(g: Victory, new: Victory, both: Together, foe: int, draw: Draw) -> bool:
    """Whether the other side's part of the set-up came out as it is seen to stand."""
    true = g.stack[-1]
    assert isinstance(true, Together)
    fresh: list[Any] = [*musters(new)]
    team = new.terms.side_seats[foe]
    mine = [i for i, first in enumerate(fresh) if first.side == foe]
    if mustering(g):
        for i in mine:
            both.stacks[i] = [fresh[i]]
            if not drive(new, both.stacks[i], asked_seats(g, true.stacks[i]), draw):
                return False
        return True
    for i in mine:
        if not drive(new, [fresh[i]], [], draw):
            return False
    new.ready &= ~team
    both.stacks[foe] = [frame(deploy_all, foe)]
    return drive(new, both.stacks[foe], asked_seats(g, true.stacks[foe]), draw)


def mustering(g: Victory) -> bool:
    """Whether forces are being raised; otherwise they are deployed at the same time."""
    both = g.stack[-1]
    assert isinstance(both, Together)
    names = [stack[0].name for stack in both.stacks if stack]
    return not any(name == "deployment.deploy_all" for name in names)


def forget(g: Victory, foe: int) -> None:
    """A side without a force."""
    mine = SIDE_MASK[foe]
    g.reserve &= ~mine
    g.front &= ~mine
    g.aboard &= ~mine
    g.ready &= ~g.terms.side_seats[foe]
    g.occ[foe] = 0
    for h in list(g.at):
        left = g.at[h] & ~mine
        if left:
            g.at[h] = left
        else:
            del g.at[h]
    for u in range(foe * SIDE_SIZE, (foe + 1) * SIDE_SIZE):
        g.where[u] = OFF
        g.cv[u] = 0
        g.carrier[u] = NO_CARRIER


# Production


def redo_plans(g: Victory, new: Victory, foe: int, draw: Draw) -> bool:
    """The other side's plans, drawn up again; closed ones are closed."""
    if not in_secret(g):
        return True
    me = 1 - foe
    for h in bits(g.control[me] & g.board.city & g.occ[foe]):
        if produces(g, me, h) != produces(new, me, h):  # it shows in what this side may do
            return False
    true, both = g.stack[-1], new.stack[-1]
    assert isinstance(true, Together) and isinstance(both, Together)
    new.plans[foe] = [pool_of(new, foe)]
    seats = [seat for side in (0, 1) for seat in bits(planner_seats(g, side))]
    for i, seat in enumerate(seats):
        if g.terms.side_of[seat] == foe:
            both.stacks[i] = [frame(plan, seat)]
            drive(new, both.stacks[i], asked_seats(g, true.stacks[i]), draw)
    return True
