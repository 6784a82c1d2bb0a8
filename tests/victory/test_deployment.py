"""Deployment (1.4): where starting units stand, in which order, and what the others see."""

from random import Random

import pytest

from sirocco.games.victory import events as ev
from sirocco.games.victory.audit import audit
from sirocco.games.victory.board import Board
from sirocco.games.victory.deployment import (
    Ground,
    decks_for,
    deploy_all,
    deployable,
    destinations,
)
from sirocco.games.victory.fronts import fronts
from sirocco.games.victory.reasons import why
from sirocco.games.victory.scenarios import make_terms, mixture, opening_board
from sirocco.games.victory.setup import set_up
from sirocco.games.victory.state import SETUP, Victory
from sirocco.games.victory.store import pack, unpack
from sirocco.games.victory.units import (
    AIR_MASK,
    ARMY_MASK,
    BOMBERS,
    CARRIERS,
    MARINES,
    NAVAL_MASK,
    OFF,
    SIDE_MASK,
    unit_index,
)
from sirocco.games.victory.verbs import ABOARD, DEPLOY, DONE, RAISE, STRENGTH, TO
from sirocco.games.victory.view import view
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Sampled, Scripted
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.frames import act, asked_of, pending, start
from sirocco.kernel.lower import frame

# Two cities, one of them a port, the other in marsh (limit 2), and a town that is a port.
MAP = """map = '''
 .C2         .           .T

       ~           ~

 .           .           .

       .           .

 .           mC1         .
'''
[places]
"0101" = "Quay"
"0303" = "Inland"
"0501" = "Haven"
"""
BOARD = Board.from_text(MAP, {"Quay": "red", "Inland": "red", "Haven": "red"})


def all_deployed(g: Victory) -> bool:
    """Nothing is left to deploy, and every city has its garrison (V-1.4-e)."""
    grounds = [Ground(g, front) for side in (0, 1) for front in fronts(g, side)]
    return not g.reserve and not any(each.short_inland + each.short_ports for each in grounds)


def small(*units: str) -> Victory:
    """Red deploys these units, each with its strength, on the small map."""
    g = Victory(make_terms("quick-start", {}), BOARD)
    for text in units:
        name, _, cv = text.partition(":")
        u = unit_index(name, 0)
        g.reserve |= 1 << u
        g.cv[u] = int(cv or 4)
    start(g, frame(deploy_all, 0), Scripted([]))
    return g


def do(g: Victory, seat: int, *actions: int, log: list[Event] | None = None) -> None:
    for action in actions:
        ask = asked_of(g, seat)
        assert ask is not None, f"seat {seat} is not asked"
        assert ask.allows(action), why(g, seat, action)
        act(g, seat, action, Scripted([]), log)


def put(g: Victory, name: str, where: str, log: list[Event] | None = None) -> None:
    """Red deploys a unit in a place or aboard a Carrier."""
    u = unit_index(name, 0)
    ship = unit_index(where, 0)
    to = ABOARD + ship if ship >= 0 else TO + g.board.find(where)
    do(g, 0, DEPLOY + u, to, log=log)


def places_for(g: Victory, name: str) -> list[str]:
    return sorted(g.board.name_of[h] for h in bits(destinations(g, unit_index(name, 0))))


def refusal(g: Victory, name: str, where: str) -> tuple[str, ...]:
    """The rules by which a place is refused to a unit that is to be deployed."""
    do(g, 0, DEPLOY + unit_index(name, 0))
    ship = unit_index(where, 0)
    action = ABOARD + ship if ship >= 0 else TO + g.board.find(where)
    ask = asked_of(g, 0)
    assert ask is not None
    assert not ask.allows(action)
    return why(g, 0, action).rules


PLENTY = ("IN1", "IN2", "IN3", "IN4", "IN5", "IN6", "FA1", "FA2")


def test_the_small_map() -> None:
    assert [BOARD.name_of[h] for h in bits(BOARD.port)] == ["Quay", "Haven"]
    assert BOARD.army_limit[BOARD.find("Inland")] == 2


def test_only_cities_and_towns() -> None:
    g = small(*PLENTY)  # V-1.4-c
    assert places_for(g, "IN1") == ["Haven", "Inland", "Quay"]
    assert refusal(g, "IN1", "0302")[0] == "V-1.4-c"


def test_only_friendly_places() -> None:
    g = Victory(make_terms("quick-start", {"layout": "1,3"}), BOARD)  # V-8.0-d
    g.board = opening_board(g.terms)
    for name in (*PLENTY, "IN7", "IN8", "IN9", "AR1", "AR2", "AR3"):
        g.reserve |= 1 << unit_index(name, 0)
        g.cv[unit_index(name, 0)] = 4
    start(g, frame(deploy_all, 0), Scripted([]))
    do(g, 0, DEPLOY + unit_index("IN1", 0))
    enemy = bits(g.board.homes[1])[0]
    assert why(g, 0, TO + enemy).rules[:2] == ("V-8.0-d", "V-8.4-c")


def test_ships_and_marines_in_ports() -> None:
    g = small("BB1", "MA1", *PLENTY)  # A14
    assert places_for(g, "BB1") == places_for(g, "MA1") == ["Haven", "Quay"]
    assert refusal(g, "MA1", "Inland")[:2] == ("V-3.2-a", "V-3.3-f")


def test_stacking() -> None:
    g = small("BB1", "BB2", "BB3", "FA1", "FA2", "FA3", "IN1", "IN2", "IN3", "IN4", "MA1")
    for name in ("BB1", "BB2", "FA1", "FA2"):
        put(g, name, "Haven")
    assert places_for(g, "BB3") == ["Quay"]  # V-4.1-c
    assert places_for(g, "FA3") == ["Inland", "Quay"]  # V-4.1-d
    put(g, "IN1", "Inland")
    put(g, "IN2", "Inland")
    assert places_for(g, "IN3") == ["Haven", "Quay"]  # V-4.1-a: Marsh
    assert "V-4.1-a" in refusal(g, "IN3", "Inland")


def test_every_city_gets_two_units() -> None:
    g = small("IN1", "IN2", "IN3", "IN4", "IN5")  # V-1.4-e
    put(g, "IN1", "Haven")
    assert places_for(g, "IN2") == ["Inland", "Quay"]
    assert refusal(g, "IN2", "Haven") == ("V-1.4-e", "A10", "A11")
    do(g, 0, TO + g.board.find("Quay"))
    put(g, "IN3", "Quay")
    assert places_for(g, "IN4") == ["Inland"]
    put(g, "IN4", "Inland")
    put(g, "IN5", "Inland")
    assert all_deployed(g)


def test_units_that_can_stand_inland_are_kept_for_inland_cities() -> None:
    g = small("BB1", "BB2", "IN1", "FA1")
    assert places_for(g, "FA1") == places_for(g, "IN1") == ["Inland"]
    assert places_for(g, "BB1") == ["Quay"]


def test_room_for_marines_is_kept() -> None:
    g = small(*[f"IN{n}" for n in range(1, 7)], "MA1", "MA2", "MA3", "MA4", "FA1", "FA2")
    for n in range(1, 5):  # eight places for soldiers in ports, four of them for Marines
        put(g, f"IN{n}", "Quay")
    assert places_for(g, "IN5") == ["Inland"]
    assert refusal(g, "IN5", "Haven") == ("V-1.4-d", "V-1.4-c", "A14")


def test_aircraft_may_start_aboard() -> None:
    g = small("CV1", "FA1:2", "DB1:2", "FA2:2", "HB1:1", "FA3", *PLENTY[:4])  # A14
    ship = 1 << unit_index("CV1", 0)
    assert decks_for(g, unit_index("FA1", 0)) == 0  # not deployed yet
    assert refusal(small("CV1", *PLENTY), "FA1", "CV1")[0] == "V-1.4-c"
    put(g, "CV1", "Quay")
    assert decks_for(g, unit_index("FA1", 0)) == ship
    put(g, "FA1", "CV1")
    assert g.carrier[unit_index("FA1", 0)] == unit_index("CV1", 0)
    assert decks_for(g, unit_index("FA3", 0)) == 0  # V-3.2-h: 2 + 4 steps
    assert refusal(g, "FA3", "CV1") == ("V-3.2-h", "V-4.41-c", "A14")
    do(g, 0, TO + g.board.find("Quay"))
    assert refusal(g, "HB1", "CV1") == ("V-3.2-g", "V-4.41-c", "A14")
    do(g, 0, TO + g.board.find("Quay"))
    put(g, "DB1", "CV1")  # the hex has two Air units besides (V-4.1-d)
    assert refusal(g, "FA2", "CV1")[0] == "V-3.2-f"
    assert audit(g) == []


def test_what_is_not_a_carrier_takes_no_aircraft() -> None:
    g = small("BB1", "CV1", *PLENTY)
    put(g, "BB1", "Quay")
    put(g, "CV1", "Quay")
    assert refusal(g, "FA1", "BB1")[0] == "V-3.2-e"
    assert why(g, 0, ABOARD + unit_index("CV1", 1)).rules[0] == "V-4.41-a"
    do(g, 0, TO + g.board.find("Quay"))
    assert refusal(g, "IN1", "CV1")[0] == "V-3.2-f"


def test_more_aircraft_than_bases() -> None:
    planes = [f"FA{n}" for n in range(1, 7)]
    g = small(*planes, "HB1", "CV1")  # six bases ashore, a seventh aircraft: one must go aboard
    put(g, "FA1", "Haven")
    put(g, "FA2", "Haven")
    put(g, "FA3", "Inland")
    put(g, "FA4", "Inland")
    put(g, "FA5", "Quay")
    assert bits(deployable(g, 0)) == (unit_index("HB1", 0), unit_index("CV1", 0))
    assert why(g, 0, DEPLOY + unit_index("FA6", 0)).rules == ("V-1.4-d", "V-1.4-c", "A14")
    put(g, "CV1", "Haven")
    put(g, "FA6", "CV1")
    put(g, "HB1", "Quay")
    assert all_deployed(g)


def test_refused_units() -> None:
    g = small(*PLENTY)
    put(g, "IN1", "Quay")
    assert why(g, 0, DEPLOY + unit_index("IN1", 0)).rules == ("V-1.4-f",)
    assert why(g, 0, DEPLOY + unit_index("AR1", 0)).rules == ("V-1.4-a",)
    assert why(g, 0, DEPLOY + unit_index("IN1", 1)).rules[0] == "V-1.4-f"
    assert why(g, 0, DONE).rules == ("V-1.4-f", "V-1.4-g")


# The look-ahead against trying everything


def test_what_is_offered_is_exactly_what_can_be_completed() -> None:
    choice = Random(11)
    pool = ["IN1", "IN2", "AR1", "MA1", "MA2", "BB1", "SS1", "FA1", "FA2", "HB1", "CV1"]
    refused = offered = 0
    for _ in range(60):
        units = choice.sample(pool, choice.randint(4, 6))
        g = small(*[f"{name}:{choice.randint(1, 4)}" for name in units])
        if not _can_finish(g):
            continue
        while pending(g):
            ask = pending(g)[0]
            if ask.topic == "deploy-to":
                u = _asked_unit(g, ask)
                for action in _thinkable(g, u):
                    good = _then(g, u, action)
                    assert ask.allows(action) == good, (units, action)
                    offered += good
                    refused += not good
            act(g, 0, choice.choice(ask.actions()), Scripted([]))
        assert all_deployed(g)
    assert offered > 300
    assert refused > 100


def _asked_unit(g: Victory, ask: Ask) -> int:
    found = g.stack[-1]
    u = getattr(found, "u", OFF)
    assert isinstance(u, int)
    return u


def _thinkable(g: Victory, u: int) -> list[int]:
    out = [TO + h for h in bits(g.board.place)]
    if AIR_MASK >> u & 1:
        out += [ABOARD + c for c in bits(CARRIERS & SIDE_MASK[0]) if g.where[c] != OFF]
    return out


def _counts(g: Victory) -> dict[int, list[int]]:
    """For each place: soldiers, ships, aircraft ashore, all."""
    out = {}
    for h in bits(g.board.place):
        here = g.at.get(h, 0)
        ashore = here & AIR_MASK & ~g.aboard
        masks = (here & ARMY_MASK, here & NAVAL_MASK, ashore, here)
        out[h] = [mask.bit_count() for mask in masks]
    return out


def _finish(
    g: Victory, rest: list[int], counts: dict[int, list[int]], decks: dict[int, list[int]]
) -> bool:
    """Whether the rest can be placed in some way that fills every city; Carriers come first."""
    if not rest:
        return all(counts[h][3] >= 2 for h in bits(g.board.city))
    u, others = rest[0], rest[1:]
    return any(_finish(g, others, after, loads) for after, loads in _ways(g, u, counts, decks))


def _ways(
    g: Victory, u: int, counts: dict[int, list[int]], decks: dict[int, list[int]]
) -> list[tuple[dict[int, list[int]], dict[int, list[int]]]]:
    out = []
    arm = 0 if ARMY_MASK >> u & 1 else 1 if NAVAL_MASK >> u & 1 else 2
    for h, have in counts.items():
        port = g.board.port >> h & 1
        limit = (g.board.army_limit[h], 2 if port else 0, 2)[arm]
        if have[arm] < limit and (port or not MARINES >> u & 1):
            after = {k: list(v) for k, v in counts.items()}
            after[h][arm] += 1
            after[h][3] += 1
            loads = {k: list(v) for k, v in decks.items()}
            if CARRIERS >> u & 1:
                loads[u] = [h, 2, g.cv[u]]
            out.append((after, loads))
    if arm == 2 and not BOMBERS >> u & 1:
        for ship, (h, slots, steps) in decks.items():
            if slots and steps >= g.cv[u]:
                after = {k: list(v) for k, v in counts.items()}
                after[h][3] += 1
                loads = {k: list(v) for k, v in decks.items()}
                loads[ship] = [h, slots - 1, steps - g.cv[u]]
                out.append((after, loads))
    return out


def _decks(g: Victory) -> dict[int, list[int]]:
    out = {}
    for ship in bits(CARRIERS & SIDE_MASK[0]):
        if g.where[ship] != OFF:
            aboard = [p for p in bits(g.aboard) if g.carrier[p] == ship]
            out[ship] = [g.where[ship], 2 - len(aboard), g.cv[ship] - sum(g.cv[p] for p in aboard)]
    return out


def _rest(g: Victory, but: int = -1) -> list[int]:
    rest = [u for u in bits(g.reserve) if u != but]
    return sorted(rest, key=lambda u: not CARRIERS >> u & 1)


def _can_finish(g: Victory) -> bool:
    return _finish(g, _rest(g), _counts(g), _decks(g))


def _then(g: Victory, u: int, action: int) -> bool:
    """Whether an order is legal by itself and everything else can be placed after it."""
    counts, decks = _counts(g), _decks(g)
    noun = action & NOUN
    for after, loads in _ways(g, u, counts, decks):
        if action & ~NOUN == TO:
            hit = after[noun][3] > counts[noun][3] and all(loads[s] == decks[s] for s in decks)
        else:
            hit = loads[noun] != decks[noun]
        if hit and _finish(g, _rest(g, u), after, loads):
            return True
    return False


# Order of deployment, secrecy


def full(scenario: str, **options: object) -> Victory:
    terms = make_terms(scenario, options)
    g = Victory(terms, opening_board(terms))
    start(g, frame(set_up), Scripted([]))
    while pending(g) and pending(g)[0].topic.startswith("force"):
        ask = pending(g)[0]
        kinds = bits(ask.mask(RAISE))
        actions = [RAISE + kinds[-1]] if kinds else [ask.actions()[-1]]
        act(g, ask.seat, actions[0], Scripted([]))
    return g


def one(g: Victory, log: list[Event] | None = None) -> int:
    """The next unit goes where it can; the seat that was asked."""
    ask = pending(g)[0]
    do(g, ask.seat, ask.actions()[0], log=log)
    then = pending(g)[0]
    assert then.seat == ask.seat
    do(g, ask.seat, then.actions()[0], log=log)
    return ask.seat


def test_three_units_in_turn_the_second_chooser_first() -> None:
    g = full("sleeping-giant", layout="1,2")  # V-1.4-f, A13: red 20, blue 12 units
    order = []
    while pending(g):
        order.append(one(g))
    assert order == ([1] * 3 + [0] * 3) * 4 + [0] * 8  # blue has finished and is skipped
    assert all_deployed(g)


def test_the_last_batch_may_be_smaller() -> None:
    g = full("quick-start", layout="1,2")
    order = []
    while pending(g):
        order.append(one(g))
    assert order[-10:] == [1, 1, 1, 0, 0, 0, 1, 1, 0, 0]
    assert order.count(0) == order.count(1) == 20


def test_the_side_that_chose_first_places_second() -> None:
    terms = make_terms("quick-start", {})
    g = Victory(terms, opening_board(terms))
    start(g, frame(set_up), Scripted([1, 6]))  # blue chooses first
    while pending(g)[0].topic != "deploy":
        ask = pending(g)[0]
        act(g, ask.seat, ask.actions()[-1], Scripted([]))
    assert pending(g)[0].seat == 0


def test_player_b_begins_in_the_two_front_war() -> None:
    assert pending(full("two-front-war", layout="1,2,3"))[0].seat == 1  # A13


def test_others_see_blocks_and_not_what_they_are() -> None:
    g = full("quick-start", layout="1,2")
    log: list[Event] = []
    one(g, log)
    assert [type(e) for e in seen_by(log, 1)] == [ev.Deployed]
    assert [type(e) for e in seen_by(log, 0)] == [ev.BlockDeployed]
    counts = view(g, 0).counts
    assert sum(n for _, n in counts) == 1  # V-FOG-b
    assert view(g, 0).faces == ()
    assert g.face_up == 0  # V-1.4-b


def test_deployment_at_the_same_time_is_secret_until_both_are_done() -> None:
    g = full("quick-start", layout="1,2", simultaneous=True)
    assert [ask.seat for ask in pending(g)] == [0, 1]
    g.phase = SETUP
    log: list[Event] = []
    before = view(g, 1)
    while asked_of(g, 0) is not None:
        one(g, log)
    assert view(g, 1) == before
    assert seen_by(log, 1) == []
    while pending(g):
        one(g, log)
    shown = [e for e in seen_by(log, 1) if isinstance(e, ev.BlockDeployed)]
    assert len(shown) == 20
    assert {e.side for e in shown} == {0}
    assert all_deployed(g)


def test_each_outer_map_has_its_own_units() -> None:
    g = full("two-front-war", layout="1,2,3")  # V-8.4-c
    while pending(g):
        one(g)
    blue = [(h, n) for h, n in _hexes(g, 1)]
    for number in (1, 3):
        on_map = [(h, n) for h, n in blue if g.board.map_of[h] == number]
        assert sum(n for _, n in on_map) == 10
        cities = [h for h in bits(g.board.homes[1] & g.board.city) if g.board.map_of[h] == number]
        assert set(cities) <= {h for h, _ in on_map}  # A10: one in each city
    assert g.front == 0  # one seat commands both


def _hexes(g: Victory, side: int) -> list[tuple[int, int]]:
    return [(h, (g.at[h] & SIDE_MASK[side]).bit_count()) for h in bits(g.occ[side])]


def test_the_other_outer_map_is_refused() -> None:
    g = full("two-front-war", layout="1,2,3", seats=3)
    west = asked_of(g, 1)
    assert west is not None
    u = west.actions()[0] & NOUN
    assert not g.front >> u & 1
    do(g, 1, DEPLOY + u)
    east = [h for h in bits(g.board.homes[1]) if g.board.map_of[h] == 3]
    assert "V-8.4-c" in why(g, 1, TO + east[0]).rules


def test_allies_deploy_what_they_command() -> None:
    g = full("two-front-war", layout="1,2,3", seats=3)
    assert [ask.seat for ask in pending(g)] == [1, 2]
    assert pending(g)[0].mask(DEPLOY) & g.front == 0
    assert pending(g)[1].mask(DEPLOY) & ~g.front == 0
    u = pending(g)[1].actions()[0] & NOUN
    assert why(g, 1, DEPLOY + u).rules == ("V-8.5-b", "V-8.4-g")
    while pending(g):
        one(g)
    assert g.front.bit_count() == 10  # kept: blue-east commands them (V-8.4-g)


def test_commanders_deploy_their_arms() -> None:
    g = full("commanders", layout="1,2,3,4")
    asks = {g.terms.seats[ask.seat]: ask.mask(DEPLOY) for ask in pending(g)}
    assert asks["blue-general"] & ~ARMY_MASK == 0
    assert all(name.startswith("blue") for name in asks)


# No dead ends


KINDS_FIRST = {
    "ships": (3, 4, 5, 8),
    "aircraft": (2, 1, 0, 5),
    "soldiers": (8, 9, 6, 7),
    "anything": (),
}


@pytest.mark.parametrize("taste", list(KINDS_FIRST))
def test_random_set_ups_never_end_dead(taste: str) -> None:
    for seed in range(25):
        choice = Random(f"{taste} {seed}")
        scenario, options = mixture(choice)
        terms = make_terms(scenario, options)
        g = Victory(terms, opening_board(terms))
        chance = Sampled(seed)
        start(g, frame(set_up), chance)
        while pending(g):
            asks = pending(g)
            assert all(ask.count() for ask in asks)
            ask = choice.choice(asks)
            act(g, ask.seat, _pick(choice, ask, taste, g), chance)
        assert all_deployed(g)
        assert audit(g) == []
        assert _deployed_by_the_book(g)


def _pick(choice: Random, ask: Ask, taste: str, g: Victory) -> int:
    actions = ask.actions()
    if ask.topic == "force":
        for kind in KINDS_FIRST[taste]:
            if RAISE + kind in actions:
                return RAISE + kind
    if ask.topic == "force-strength" and taste != "anything":
        return STRENGTH + 1
    if ask.topic == "deploy-to" and choice.random() < 0.8:  # fill the towns first
        towns = [a for a in actions if a & ~NOUN == TO and g.board.town >> (a & NOUN) & 1]
        return choice.choice(towns or actions)
    return choice.choice(actions)


def _deployed_by_the_book(g: Victory) -> bool:
    for side in (0, 1):
        assert g.occ[side] & ~g.board.homes[side] == 0  # V-1.4-c, V-8.0-d
        least = 1 if g.terms.scenario == "two-front-war" and side == 1 else 2
        for h in bits(g.board.homes[side] & g.board.city):
            assert g.at[h].bit_count() >= least  # V-1.4-e
        sea_borne = (NAVAL_MASK | MARINES) & SIDE_MASK[side]
        for u in bits(sea_borne):
            assert g.where[u] == OFF or g.board.port >> g.where[u] & 1  # A14
    return True


def test_a_set_up_is_stored_and_resumed_anywhere() -> None:
    for seed in (3, 4, 5, 6):
        choice = Random(seed)
        scenario, options = mixture(choice)
        terms = make_terms(scenario, options)
        g = Victory(terms, opening_board(terms))
        chance = Sampled(seed)
        start(g, frame(set_up), chance)
        while pending(g):
            again = unpack(pack(g))
            assert pack(again) == pack(g)
            asked = [(ask.seat, ask.topic, ask.choices) for ask in pending(g)]
            assert [(ask.seat, ask.topic, ask.choices) for ask in pending(again)] == asked
            g = again
            ask = choice.choice(pending(g))
            act(g, ask.seat, choice.choice(ask.actions()), chance)
