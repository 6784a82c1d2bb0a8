"""What a decent player knows: an answer to every question.

Nothing on the board is hidden, so the adviser thinks on the position itself, as a seat may imagine
it. It keeps the plan of the combat moves under way; coming in late it plans anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.games.northafrica import advice_combat as combat
from sirocco.games.northafrica import advice_home as home
from sirocco.games.northafrica import advice_setup as setup
from sirocco.games.northafrica.advice_marches import Haulage, Marching, landing_place
from sirocco.games.northafrica.advice_orders import Strike, plan
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_moves import (
    ALONE,
    AT,
    ATTACK,
    CROSS,
    DRIVE,
    ENGAGE,
    FLY,
    FROM,
    LAND,
    MOVE,
    PAY,
    SAIL,
    SAILED,
    STOP,
    TAKE_OVER,
)
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, highest, lowest

Advice = Callable[[NorthAfrica, Ask], int]
NOTHING: Final = -1


class Adviser:
    """The adviser of one seat."""

    def __init__(self) -> None:
        self._turn: tuple[int, int] | None = None  # round and power of the plan
        self._strikes: list[Strike] = []
        self._goal = NOTHING  # where the unit in hand goes
        self._haulage: Haulage | None = None
        self._topics: dict[str, Advice] = {
            **setup.TOPICS,
            **home.TOPICS,
            **combat.TOPICS,
            "orders": self._orders,
            "attack_target": self._attack_target,
            "attack_from": attack_from,
            "blitz_on": stop,
            "ride": alone,
            "fly_to": self._to_goal,
            "sail_to": self._to_goal,
            "declarations": engage,
            "payment": pay,
            "noncombat": self._noncombat,
            "move_to": self._to_goal,
            "land_at": land_at,
            "drive": self._drive,
            "takeover": take_over,
        }

    def choose(self, view: Any, ask: Ask, imagine: Callable[[int], list[Any]]) -> int:
        """The answer to a question."""
        if ask.count() == 1:
            return ask.pick(0)
        advice = self._topics.get(ask.topic, most_of_all)
        answer = advice(imagine(1)[0], ask)
        return answer if ask.allows(answer) else ask.pick(0)

    # Phase 3

    def _orders(self, g: NorthAfrica, ask: Ask) -> int:
        """The next attack of the plan that can be ordered; what was planned stays planned."""
        turn = (g.round, g.power)
        if turn != self._turn:
            self._turn = turn
            self._strikes = plan(g)
        if ask.mask(CROSS):
            return CROSS + lowest(ask.mask(CROSS))
        if ask.mask(SAILED):
            return SAILED
        while self._strikes:
            strike = self._strikes.pop(0)
            verb = FLY if g.board.chart.arm[strike.kind] == 1 else ATTACK
            for u in bits(ask.mask(verb)):
                if g.kind[u] == strike.kind and g.where[u] == strike.where:
                    self._goal = strike.target
                    return verb + u
        if ask.allows(DONE):
            return DONE
        return SAIL + lowest(ask.mask(SAIL))

    def _attack_target(self, g: NorthAfrica, ask: Ask) -> int:
        goal, self._goal = self._goal, NOTHING
        return AT + goal if ask.allows(AT + goal) else AT + lowest(ask.mask(AT))

    def _to_goal(self, g: NorthAfrica, ask: Ask) -> int:
        goal, self._goal = self._goal, NOTHING
        return TO + goal if ask.allows(TO + goal) else TO + lowest(ask.mask(TO))

    # Phase 5

    def _noncombat(self, g: NorthAfrica, ask: Ask) -> int:
        """Aircraft land, trucks carry supply, troops march."""
        if ask.mask(LAND):
            return LAND + lowest(ask.mask(LAND))
        if ask.mask(SAILED):
            return SAILED
        self._haulage = Haulage(g)
        for u in bits(ask.mask(DRIVE)):
            if self._haulage.useful(g, u):
                return DRIVE + u
        u, self._goal = Marching(g).next(g, ask.mask(MOVE) & g.army)
        return MOVE + u if u >= 0 else DONE

    def _drive(self, g: NorthAfrica, ask: Ask) -> int:
        if self._haulage is None:
            self._haulage = Haulage(g)
        return self._haulage.next(g, ask)


def attack_from(g: NorthAfrica, ask: Ask) -> int:
    """From where most others attack, so that one payment serves them."""
    near = {s: sum(key >> 7 == s for key in g.arrows) for s in bits(ask.mask(FROM))}
    return FROM + max(near, key=lambda s: (near[s], s))


def stop(g: NorthAfrica, ask: Ask) -> int:
    return STOP


def alone(g: NorthAfrica, ask: Ask) -> int:
    return ALONE


def engage(g: NorthAfrica, ask: Ask) -> int:
    return ENGAGE + lowest(ask.mask(ENGAGE))


def pay(g: NorthAfrica, ask: Ask) -> int:
    """From where most supply lies."""
    return PAY + max(bits(ask.mask(PAY)), key=lambda s: (g.supply[s], s))


def land_at(g: NorthAfrica, ask: Ask) -> int:
    return TO + landing_place(g, ask.mask(TO))


def take_over(g: NorthAfrica, ask: Ask) -> int:
    return TAKE_OVER


def most_of_all(g: NorthAfrica, ask: Ask) -> int:
    """Of numbers the largest (mines), otherwise the last answer of the first kind."""
    verb, mask = ask.choices[0]
    return verb + highest(mask) if mask else ask.pick(0)


__all__ = ["NOUN", "Adviser"]
