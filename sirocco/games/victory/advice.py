"""What a decent player of Victory knows: an answer to every question, from a seat's view alone.

The adviser remembers the plan of the movement phase under way and the unit in hand; coming in
late, it finds out which unit a question is about and plans anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.games.victory import advice_battle as battle
from sirocco.games.victory import advice_setup as setup
from sirocco.games.victory import advice_works as works
from sirocco.games.victory.advice_fight import forecast, who_fights
from sirocco.games.victory.advice_march import close_up, put_to_sea, reinforce
from sirocco.games.victory.advice_plan import Order, Plan
from sirocco.games.victory.advice_sketch import sketch
from sirocco.games.victory.advice_sky import rebase
from sirocco.games.victory.command import command_of
from sirocco.games.victory.movement import destinations, movable, on_map
from sirocco.games.victory.state import Victory
from sirocco.games.victory.units import BLOCKS
from sirocco.games.victory.verbs import ACTIVATE, BACK, DONE, MOVE, NAY, OFFICE, STAY, VIA
from sirocco.games.victory.view import View
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest

Advice = Callable[[Victory, Ask, int], int]
"""The answer to a question on a sketch, for a side."""

NOTHING: Final = -1


def no_more(g: Victory, ask: Ask, side: int) -> int:
    return DONE


def refuse(g: Victory, ask: Ask, side: int) -> int:
    return NAY


def first_office(g: Victory, ask: Ask, side: int) -> int:
    return OFFICE + lowest(ask.mask(OFFICE))


class Adviser:
    """The adviser of one seat."""

    def __init__(self) -> None:
        self._phase: tuple[str, int, int, int] | None = None  # whose plan it is
        self._orders: dict[int, Order] = {}
        self._unit = NOTHING  # the unit in hand, while it is asked about
        self._via = NOTHING
        self._flight = NOTHING
        self._topics: dict[str, Advice] = {
            "choose-map": setup.choose_map,
            "arrange": setup.arrange,
            "turn-maps": setup.arrange,
            "force": setup.raise_unit,
            "force-strength": setup.raise_strength,
            "deploy": self._deploy,
            "deploy-to": self._deploy_to,
            "council": no_more,
            "vote": refuse,
            "office": first_office,
            "movement": self._movement,
            "destination": self._destination,
            "entry": self._entry,
            "response": self._response,
            "response-to": self._response_to,
            "battle": battle.battle,
            "ground": battle.ground,
            "combat": battle.combat,
            "declare": battle.declare,
            "hit": battle.take_hit,
            "excess": battle.take_excess,
            "leave": battle.leave,
            "retreat": battle.refuge,
            "landing": battle.landing,
            "base": battle.refuge,
            "beachheads": no_more,
            "production": works.production,
            "into": works.into,
            "spend": works.spend,
            "strength": works.strength,
        }

    def choose(self, view: View, ask: Ask, imagine: Callable[[int], list[Any]]) -> int:
        """The answer to a question."""
        if ask.count() == 1:
            return ask.pick(0)
        return self._topics[ask.topic](sketch(view), ask, view.side)

    # Set-up

    def _deploy(self, g: Victory, ask: Ask, side: int) -> int:
        answer = setup.deploy(g, ask, side)
        self._unit = answer & NOUN
        return answer

    def _deploy_to(self, g: Victory, ask: Ask, side: int) -> int:
        u, self._unit = self._unit, NOTHING
        if u == NOTHING or not g.reserve >> u & 1:
            u = setup.unit_in_hand(g, ask, side)
        return setup.deploy_to(g, ask, u)

    # Movement

    def _movement(self, g: Victory, ask: Ask, side: int) -> int:
        """The next order of the plan; what was planned stays planned until the phase is over."""
        self._keep_plan(g, ask.seat, ask.mask(MOVE))
        for u, order in self._orders.items():
            if ask.mask(MOVE) >> u & 1:
                self._unit = u
                return MOVE + order.u
        for h in bits(ask.mask(ACTIVATE)):
            if worth_a_sortie(g, side, h):
                return ACTIVATE + h
        if ask.mask(DONE):
            return DONE
        if ask.mask(BACK):
            return BACK + lowest(ask.mask(BACK))
        return MOVE + lowest(ask.mask(MOVE))

    def _keep_plan(self, g: Victory, seat: int, free: int) -> None:
        phase = (g.terms.key + g.board.key, g.turn, g.half_turn, seat)
        if phase != self._phase:
            self._phase = phase
            self._orders = {order.u: order for order in plan_of(g, free)}

    def _destination(self, g: Victory, ask: Ask, side: int) -> int:
        u, self._unit = self._unit, NOTHING
        if u == NOTHING:
            u = unit_asked_about(g, ask)
            mine = movable(g, on_map(g, side)) & command_of(g, ask.seat)
            self._keep_plan(g, ask.seat, mine)
        order = self._orders.pop(u, None)
        if order is None or not ask.allows(order.how + order.noun):
            return STAY
        self._via = order.via
        return order.how + order.noun

    def _entry(self, g: Victory, ask: Ask, side: int) -> int:
        ways, via = ask.mask(VIA), self._via
        self._via = NOTHING
        return VIA + (via if via != NOTHING and ways >> via & 1 else lowest(ways))

    # Air response

    def _response(self, g: Victory, ask: Ask, side: int) -> int:
        answer, self._flight = battle.best_response(g, ask, side)
        return answer

    def _response_to(self, g: Victory, ask: Ask, side: int) -> int:
        flight, self._flight = self._flight, NOTHING
        return flight if ask.allows(flight) else battle.respond_to(g, ask, side)


def plan_of(g: Victory, free: int) -> list[Order]:
    """The orders of a movement phase for the units that a seat can move."""
    plan = Plan(g, g.side, free)
    plan.attacks()
    reinforce(plan)
    close_up(plan)
    put_to_sea(plan)
    rebase(plan)
    return plan.orders


def unit_asked_about(g: Victory, ask: Ask) -> int:
    """The unit whose destination is asked for, as far as the answers offered tell it."""
    for u in bits(movable(g, on_map(g, g.side)) & command_of(g, ask.seat)):
        if destinations(g, u).choices == ask.choices:
            return u
    return BLOCKS


def worth_a_sortie(g: Victory, side: int, h: int) -> bool:
    """Whether the ships that blockade a hex can be beaten by what is there."""
    ours, theirs = who_fights(g, h, side), who_fights(g, h, 1 - side)
    return forecast(g, h, ours, theirs).balance(True) > 1
