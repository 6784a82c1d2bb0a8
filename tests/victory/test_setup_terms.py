"""Scenarios and options: what can be agreed on, and what is refused (1.3, section 8)."""

import doctest
from itertools import product
from random import Random

import pytest

from sirocco.games.victory import scenarios
from sirocco.games.victory.scenarios import make_terms, mixture, opening_board, share_of
from sirocco.games.victory.terms import OPTIONS, SCENARIOS, terms_from_key
from sirocco.kernel.catalogue import Catalogue
from sirocco.kernel.refusal import Refused

PLAYED = [name for name in SCENARIOS if name != "custom"]


def test_the_examples_in_the_text() -> None:
    result = doctest.testmod(scenarios)
    assert result.failed == 0
    assert result.attempted > 0


def test_by_default_the_first_game_of_the_book() -> None:
    terms = make_terms("quick-start", {})  # V-1.3-b
    assert (terms.maps, terms.limit, terms.by_points, terms.duty) == (2, 0, False, "all")
    assert terms.seats == ("red", "blue")
    assert terms.layout == ""
    assert not any(getattr(terms, option) for option in OPTIONS)  # V-ORG-a


@pytest.mark.parametrize(
    ("scenario", "maps", "seats", "points"),
    [
        ("quick-start", 2, 2, False),
        ("custom-forces", 2, 2, True),
        ("sleeping-giant", 2, 2, False),
        ("two-front-war", 3, 2, False),
        ("commanders", 4, 6, False),
        ("neutral-centre", 3, 2, False),
    ],
)
def test_defaults(scenario: str, maps: int, seats: int, points: bool) -> None:
    terms = make_terms(scenario, {})
    assert (terms.maps, len(terms.seats), terms.by_points) == (maps, seats, points)
    assert terms.neutral == (scenario == "neutral-centre")


def test_every_option_goes_with_every_scenario() -> None:
    for scenario, flags in product(PLAYED, product((False, True), repeat=len(OPTIONS))):
        terms = make_terms(scenario, {**dict(zip(OPTIONS, flags, strict=True)), "limit": 10})
        assert tuple(getattr(terms, option) for option in OPTIONS) == flags
        assert terms.limit == 10  # V-8.6-a: any scenario
        assert terms_from_key(terms.key).key == terms.key


def test_options_as_text() -> None:
    terms = make_terms("sleeping-giant", {"maps": "4", "pursuit": "on", "merging": "false"})
    assert (terms.maps, terms.pursuit, terms.merging) == (4, True, False)


def test_seats() -> None:
    assert make_terms("two-front-war", {"seats": 3}).seats == ("red", "blue-west", "blue-east")
    eight = make_terms("commanders", {"seats": 8})  # V-8.5-d
    assert eight.politicians
    assert eight.seats[3] == "red-politician"
    assert make_terms("commanders", {"seats": 6}).seats[:3] == (
        "red-general",
        "red-admiral",
        "red-air-marshal",
    )


def test_a_neutral_map_between_the_players() -> None:
    assert make_terms("quick-start", {"neutral": True}).maps == 3
    assert make_terms("custom-forces", {"maps": 3}).neutral
    assert not make_terms("two-front-war", {}).neutral


@pytest.mark.parametrize(
    ("scenario", "options", "told"),
    [
        ("quick-strat", {}, "no scenario 'quick-strat'; near it: quick-start"),
        ("chess", {}, "known are quick-start, custom-forces"),
        ("quick-start", {"persuit": True}, "no option 'persuit'; near it: pursuit"),
        ("quick-start", {"pursuit": "maybe"}, "pursuit is on or off, not 'maybe'"),
        ("quick-start", {"maps": 5}, "quick-start has 2 or 3 or 4 maps, not 5"),
        ("quick-start", {"maps": "many"}, "maps is a whole number"),
        ("quick-start", {"maps": True}, "maps is a whole number"),
        ("two-front-war", {"maps": 2}, "two-front-war has 3 maps, not 2"),
        ("commanders", {"maps": 2}, "commanders has 4 maps, not 2"),
        ("quick-start", {"seats": 3}, "quick-start has 2 seats, not 3"),
        ("two-front-war", {"seats": 6}, "2 or 3 seats"),
        ("commanders", {"seats": 7}, "6 or 8 seats"),
        ("quick-start", {"limit": 1000}, "at most 999 Game Turns"),
        ("quick-start", {"limit": -1}, "limit is a whole number"),
        ("quick-start", {"forces": "points"}, "that is custom-forces"),
        ("custom-forces", {"forces": "units"}, "that is quick-start"),
        ("sleeping-giant", {"forces": "gold"}, "units or points, not 'gold'"),
        ("two-front-war", {"neutral": True}, "has no neutral map"),
        ("neutral-centre", {"neutral": False}, "has a neutral map"),
        ("quick-start", {"layout": "1,1"}, "only once"),
        ("quick-start", {"layout": "1,9"}, "no map 9"),
        ("quick-start", {"layout": "1,x"}, "names no layout"),
        ("quick-start", {"layout": ","}, "names no layout"),
        ("quick-start", {"layout": "roe:1,2"}, "near it: row"),
        ("quick-start", {"layout": "1,2", "maps": 4}, "2 maps; the game has 4"),
        ("quick-start", {"layout": "1r,2r"}, "belong to the sides"),
        ("two-front-war", {"layout": "1r,2b,3b"}, r"as they must \(b,r,b\)"),
        ("quick-start", {"layout": "square:1,2"}, "a square has four maps"),
    ],
)
def test_refused(scenario: str, options: dict[str, object], told: str) -> None:
    with pytest.raises(Refused, match=told) as caught:
        make_terms(scenario, options)
    assert caught.value.rules
    assert all(rule in Catalogue.load("victory") for rule in caught.value.rules)


@pytest.mark.parametrize(
    ("scenario", "layout", "key"),
    [
        ("quick-start", "1,3t", "row:1r,3tb"),
        ("quick-start", "column:2t,4", "column:2tr,4b"),
        ("quick-start", "row:3tb, 1r", "row:3tb,1r"),
        ("quick-start", "choose", ""),
        ("two-front-war", "2,1t,4", "row:2b,1tr,4b"),
        ("neutral-centre", "2,1t,4", "row:2r,1tn,4b"),
        ("commanders", "1,2,3,4", "square:1r,2b,3r,4b"),
        ("quick-start", "row:1r,2r,3b,4b", "row:1r,2r,3b,4b"),
    ],
)
def test_layouts_agreed_on_beforehand(scenario: str, layout: str, key: str) -> None:
    terms = make_terms(scenario, {"layout": layout})
    assert terms.layout == key
    if key:
        assert opening_board(terms).key == key


def test_the_board_to_choose_from_shows_all_maps() -> None:
    board = opening_board(make_terms("quick-start", {}))
    assert board.key == "row:1n,2n,3n,4n"
    assert board.homes[:2] == (0, 0)


def test_forces_double_on_four_maps() -> None:
    for scenario in ("quick-start", "custom-forces", "sleeping-giant"):  # V-8.0-c
        for side in (0, 1):
            two, four = share_of(scenario, 2, side), share_of(scenario, 4, side)
            assert (four.units, four.points) == (2 * two.units, 2 * two.points)
    assert share_of("two-front-war", 3, 1)[:2] == (10, 40)  # V-8.4-c: for each map


def test_a_damaged_key_is_no_terms() -> None:
    key = make_terms("quick-start", {"pursuit": True}).key
    for bad in ("", key + "/", key.replace("quick", "slow"), key.replace("pursuit", "flight")):
        with pytest.raises(ValueError, match=r"names no terms|values to unpack"):
            terms_from_key(bad)


def test_the_mixture_is_legal_and_varied() -> None:
    drawn = [mixture(Random(seed)) for seed in range(300)]
    terms = [make_terms(*one) for one in drawn]
    assert {t.scenario for t in terms} == set(PLAYED)
    assert {t.duty for t in terms} == {"all", "fronts", "arms"}
    assert {t.maps for t in terms} == {2, 3, 4}
    for option in (*OPTIONS, "by_points", "politicians", "neutral"):
        assert {getattr(t, option) for t in terms} == {False, True}
    assert {bool(t.layout) for t in terms} == {False, True}
