"""Advice for troops that do not attack: garrisons in danger first, then closing up to the enemy."""

from __future__ import annotations

from typing import Final

from sirocco.games.victory.advice_atlas import FAR, LIKELY_STEPS, stand, worth
from sirocco.games.victory.advice_plan import Order, Plan
from sirocco.games.victory.attacks import army_room, foes
from sirocco.games.victory.moves_land import land_to, march
from sirocco.games.victory.moves_sea import marine_to
from sirocco.games.victory.sea_transport import transport
from sirocco.games.victory.supply import sure_supply_map
from sirocco.games.victory.units import ARMY_MASK, KIND, MA, MARINES, SIDE_MASK
from sirocco.games.victory.verbs import MARCH, SAIL, TO
from sirocco.kernel.bits import bits

HUNGER: Final = 4.0
"""Hexes of way that a unit makes rather than be out of supply."""
FEAR: Final = 0.35
"""Hexes of way for each step that a stack is weaker than what threatens it."""
COMFORT: Final = 0.6
"""Hexes of way for a place, rough ground, or company."""


def reinforce(plan: Plan) -> None:
    """Bring troops into places that are weaker than they should be."""
    g, side = plan.g, plan.side
    wanting = []
    for h in bits(g.control[side] & g.board.place & ~foes(g, side)):
        lack = _lack(plan, h)
        if lack > 0:
            wanting.append((-worth(g.board, h) * min(lack, 6.0), h))
    for _, h in sorted(wanting):
        _fill(plan, h)


def _lack(plan: Plan, h: int) -> float:
    here = plan.g.at.get(h, 0) & SIDE_MASK[plan.side]
    return plan.threats.need(h) - stand(plan.g, here)


def _fill(plan: Plan, h: int) -> None:
    g = plan.g
    ways = plan.atlas.land(h)
    near = sorted(
        (ways[g.where[u]], -g.cv[u], u)
        for u in bits(plan.free & ARMY_MASK & ~MARINES)
        if ways[g.where[u]] <= 7 and g.where[u] != h
    )
    for _, _, u in near:
        if _lack(plan, h) <= 0 or not army_room(g, plan.side, h):
            return
        if plan.may_leave(u):
            order = _way_to(plan, u, h)
            if order is not None:
                plan.give(order)


def _way_to(plan: Plan, u: int, h: int) -> Order | None:
    if land_to(plan.g, u) >> h & 1:
        return Order(u, TO, h, -1)
    if march(plan.g, u) >> h & 1:
        return Order(u, MARCH, h, -1)
    return None


class Goal:
    """A place to be taken: what it is worth now, and the way there."""

    __slots__ = ("hex", "pull", "ways")

    def __init__(self, plan: Plan, h: int) -> None:
        g = plan.g
        self.hex = h
        self.ways = plan.atlas.land(h)
        guards = (g.at.get(h, 0) & SIDE_MASK[1 - plan.side]).bit_count()
        mates = 0.0
        for at in bits(g.occ[plan.side]):
            if self.ways[at] <= 4:
                mates += stand(g, g.at[at] & SIDE_MASK[plan.side] & ARMY_MASK)
        self.pull = worth(g.board, h) * (1 + mates / 20) / (1 + 0.3 * guards)


def goals(plan: Plan) -> list[Goal]:
    """Places of the enemy, or of nobody, that can be marched to; and places under attack."""
    g, side, board = plan.g, plan.side, plan.g.board
    out = [Goal(plan, h) for h in bits(board.place & ~g.control[side])]
    for h in bits(board.city & g.control[side]):
        if plan.threats.against(h) >= 1.5 and _lack(plan, h) > 0:
            out.append(Goal(plan, h))
    return out


def close_up(plan: Plan) -> None:
    """Everybody who is not needed where he is goes towards what is worth most."""
    wanted = goals(plan)
    if not wanted:
        return
    supplied = sure_supply_map(plan.g, plan.side)
    units = []
    for u in bits(plan.free & ARMY_MASK & ~MARINES):
        ways = [goal.ways[plan.g.where[u]] for goal in wanted]
        units.append((min(ways), u))
    for _, u in sorted(units):
        if plan.may_leave(u):
            order = _advance(plan, u, wanted, supplied)
            if order is not None:
                plan.give(order)


def _advance(plan: Plan, u: int, wanted: list[Goal], supplied: int) -> Order | None:
    g, side, board = plan.g, plan.side, plan.g.board
    here = g.where[u]
    calm = ~foes(g, side) & ~g.occ[1 - side]
    options = dict.fromkeys(bits(land_to(g, u) & calm), TO)
    for how, mask in ((MARCH, march(g, u)), (SAIL, transport(g, u) & board.port)):
        for h in bits(mask & calm):
            options.setdefault(h, how)
    goal = _goal_for(here, list(options), wanted)
    if goal is None:
        return None
    company = g.at[here] & SIDE_MASK[side] & plan.free & ARMY_MASK
    best, best_score = here, _score(plan, u, here, goal, supplied, company) + 0.3
    for h in options:
        if army_room(g, side, h):
            score = _score(plan, u, h, goal, supplied, company)
            if score > best_score:
                best, best_score = h, score
    return Order(u, options[best], best, -1) if best != here else None


def _goal_for(here: int, options: list[int], wanted: list[Goal]) -> Goal | None:
    """The goal that pulls most, by its worth and the way that would be left."""
    best: Goal | None = None
    most = 0.0
    for goal in wanted:
        way = min([goal.ways[h] for h in options], default=FAR)
        way = min(way, goal.ways[here])
        pull = goal.pull / (way + 3)
        if way < FAR and pull > most:
            best, most = goal, pull
    return best


def _score(plan: Plan, u: int, h: int, goal: Goal, supplied: int, company: int) -> float:
    g, side, board = plan.g, plan.side, plan.g.board
    score = -goal.ways[h]
    if not supplied >> h & 1:
        score -= HUNGER
    friends = g.at.get(h, 0) & SIDE_MASK[side] & ARMY_MASK | 1 << u
    strength = stand(g, friends) + 0.7 * stand(g, company & ~friends)
    danger = 0.6 * LIKELY_STEPS * min(6.0, plan.threats.against(h))
    if danger > strength:
        score -= FEAR * (danger - strength)
    if board.place >> h & 1 or board.double >> h & 1 or friends & ~(1 << u):
        score += COMFORT
    return score


# Marines go by sea


def put_to_sea(plan: Plan) -> None:
    """Marines close up to coasts that they can invade in their next move."""
    g, side, board = plan.g, plan.side, plan.g.board
    coasts = board.place & board.coastal & board.drop & ~g.control[side]
    if not coasts:
        return
    for u in bits(plan.free & MARINES):
        if KIND[u] != MA or not plan.may_leave(u) or g.cv[u] < 2:
            continue
        here = g.where[u]
        best, least = here, _sea_way(plan, here, coasts)
        if least <= 2:
            continue
        for h in bits(marine_to(g, u) & board.sea):
            way = _sea_way(plan, h, coasts)
            if way < least and way <= 2 and not _watched(plan, h):
                best, least = h, way
        if best != here:
            plan.give(Order(u, TO, best, -1))


def _sea_way(plan: Plan, h: int, coasts: int) -> float:
    return min(plan.atlas.sea(c)[h] for c in bits(coasts))


def _watched(plan: Plan, h: int) -> bool:
    """Whether enemy ships could be upon a sea hex in one move."""
    near = plan.g.board.grid.disk(3, h) & plan.g.board.sea
    return bool(near & plan.g.occ[1 - plan.side])
