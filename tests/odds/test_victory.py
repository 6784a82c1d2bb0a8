"""Odds of Victory battles: the worked combat example, single rules, text in and out."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.games.victory.odds import (
    AIR,
    ARMY,
    ATTACKER,
    DEFENDER,
    NAVAL,
    BattleSpec,
    OddsError,
    Policy,
    Unit,
    battle,
    parse_battle,
    parse_policy,
    report,
    volley,
)
from sirocco.games.victory.units import AB, AR, BB, DB, FA, HB, IN, MA, SS
from sirocco.odds.hits import hits

RED, BLUE = ATTACKER, DEFENDER
TERMS = dict[str, object]


def spec_of(text: str, **terms: object) -> BattleSpec:
    return parse_battle(text, **terms)  # type: ignore[arg-type]


# The battle of Hope (E15): who fires at whom with which strengths, the hits, what they leave.
HOPE = [
    ("1.1", BLUE, Unit(FA, 4, AIR), AIR, [Unit(FA, 4, AIR), Unit(AB, 4, AIR)], 2, (3, 3)),
    ("1.2", RED, Unit(FA, 3, AIR), AIR, [Unit(FA, 4, AIR), Unit(DB, 4, AIR)], 1, (3, 4)),
    ("1.3", BLUE, Unit(DB, 4, AIR), NAVAL, [Unit(MA, 4, NAVAL), Unit(BB, 4, NAVAL)], 2, (3, 3)),
    ("1.4", RED, Unit(BB, 3, NAVAL), ARMY, [Unit(IN, 4, ARMY)], 1, (3,)),
    ("1.7", BLUE, Unit(IN, 3, ARMY), ARMY, [Unit(MA, 3, ARMY), Unit(AB, 3, ARMY)], 2, (2, 2)),
    ("2.1", BLUE, Unit(FA, 3, AIR), AIR, [Unit(FA, 3, AIR), Unit(AB, 2, ARMY)], 1, (2, 2)),
    ("2.3", BLUE, Unit(DB, 4, AIR), ARMY, [Unit(AB, 2, ARMY), Unit(MA, 2, ARMY)], 1, (1, 2)),
    ("2.4", RED, Unit(BB, 3, NAVAL), ARMY, [Unit(IN, 3, ARMY)], 1, (2,)),
    ("2.6", RED, Unit(MA, 2, ARMY), ARMY, [Unit(IN, 2, ARMY)], 1, (1,)),
    ("3.3", BLUE, Unit(DB, 4, AIR), ARMY, [Unit(AB, 1, ARMY), Unit(MA, 2, ARMY)], 1, (1, 1)),
    ("3.6", RED, Unit(MA, 1, ARMY), ARMY, [Unit(IN, 1, ARMY)], 1, (0,)),
]
FIREPOWER = {"1.1": 2, "1.2": 2, "1.3": 2, "1.4": 2, "1.7": 3, "2.1": 2, "2.3": 2, "2.4": 2}


@pytest.mark.parametrize(
    ("step", "side", "shooter", "group", "targets", "number", "left"),
    HOPE,
    ids=[str(row[0]) for row in HOPE],
)
def test_the_steps_of_the_combat_example(
    step: str,
    side: int,
    shooter: Unit,
    group: int,
    targets: list[Unit],
    number: int,
    left: tuple[int, ...],
) -> None:
    fire = volley(shooter, group, targets, side=side, city=True, losses=(FA, AB, MA, BB, DB, IN))
    expected = hits(shooter.cv, FIREPOWER.get(step, 2))
    assert fire.hits == pytest.approx(expected.tolist())
    rest = [chance for strengths, chance in fire.left.items() if strengths == left]
    surplus_is_lost = step in ("3.3", "3.6")
    many = sum(fire.hits[number:]) if surplus_is_lost else fire.hits[number]
    assert rest == [pytest.approx(many)]


def test_step_3_4_the_battleship_has_no_target() -> None:
    with pytest.raises(OddsError, match="BB3 has no army unit"):
        volley(Unit(BB, 3, NAVAL), ARMY, [Unit(IN, 1, ARMY)])


def test_the_combat_example_from_step_3_5() -> None:
    """AB 1 (G1) and MA 1 (G2) against IN 1: Red wins unless both miss."""
    red = "FA2:acted AB1:ashore MA1:ashore BB3:acted"
    spec = spec_of(f"{red} vs FA3:acted DB4:acted IN1", city=True, round=3, bombarded=(1, 0))
    result = battle(spec)
    assert result.attacker_wins == pytest.approx(1 - 5 / 6 * 4 / 6)
    assert result.strengths[RED][0][2] == pytest.approx(1)
    assert result.strengths[BLUE][1][4] == pytest.approx(1)
    assert result.strengths[BLUE][2][0] == pytest.approx(4 / 9)


def test_the_combat_example_can_end_as_it_did() -> None:
    spec = spec_of("FA4 AB4 MA4 BB4 vs FA4 DB4 IN4", city=True)
    blue = parse_policy("FA: air; FA 3: army; DB 1: naval; DB: army; losses FA")
    red = parse_policy("FA: air; losses FA AB")
    joint = battle(spec, red, blue).joint()
    assert joint["won", (2, 1, 1, 3), (3, 4, 0)] > 0


def wins(text: str, red: str = "", blue: str = "", **terms: object) -> float:
    return battle(spec_of(text, **terms), parse_policy(red), parse_policy(blue)).attacker_wins


def test_a_hand_reckoned_fight() -> None:
    one = 1 / 3 + 2 / 3 * 2 / 3 * 1 / 3
    two = 5 / 9 + 4 / 9 * (2 / 3 * 5 / 9 + 1 / 3 * 1 / 3)
    assert wins("AR2 vs IN1") == pytest.approx(5 / 9 + 4 / 9 * (2 / 3 * two + 1 / 3 * one))


def test_infantry_in_a_city_has_g3_only_when_defending() -> None:
    assert volley(Unit(IN, 1, ARMY), ARMY, [Unit(AR, 1, ARMY)], DEFENDER, city=True).hits[1] == 0.5
    attack = volley(Unit(IN, 1, ARMY), ARMY, [Unit(AR, 1, ARMY)], ATTACKER, city=True)
    assert attack.hits[1] == pytest.approx(1 / 3)


def test_double_defence_takes_two_hits_a_step() -> None:
    fire = volley(Unit(AR, 4, ARMY), ARMY, [Unit(IN, 2, ARMY)], terrain="mountain")
    assert fire.left[(2,)] == pytest.approx(fire.hits[0] + fire.hits[1])
    assert fire.left[(0,)] == pytest.approx(fire.hits[4])
    assert set(fire.left) == {(2,), (1,), (0,)}
    flat = volley(Unit(AR, 4, ARMY), ARMY, [Unit(IN, 2, ARMY)], DEFENDER, terrain="mountain")
    assert flat.left[(0,)] == pytest.approx(sum(flat.hits[2:]))


def test_the_half_hit_goes_before_the_strongest() -> None:
    targets = [Unit(IN, 3, ARMY), Unit(IN, 2, ARMY, half=True)]
    fire = volley(Unit(AR, 1, ARMY), ARMY, targets, terrain="marsh")
    assert fire.left == pytest.approx({(3, 2): 2 / 3, (3, 1): 1 / 3})


def test_aircraft_and_ships_never_eliminate_an_army() -> None:
    result = battle(spec_of("HB4 DB4 BB4 BB4 vs IN2 IN1"))
    assert result.survival(BLUE, 0) == pytest.approx(1)
    assert result.strengths[BLUE][1][1] == pytest.approx(1)
    assert result.attacker_wins == 0.0


def test_an_army_at_sea_can_be_eliminated() -> None:
    assert battle(spec_of("SS4 SS4 vs IN1", terrain="sea")).survival(BLUE, 0) < 0.05


def test_flak_only_after_an_air_attack_on_the_same_group() -> None:
    quiet = battle(spec_of("FA4 AR4 vs IN4"), Policy(targets={FA: [AIR]}), Policy())
    assert quiet.strengths[RED][0][4] == pytest.approx(1)
    flak = Policy(targets={IN: [AIR]})
    shot = battle(spec_of("FA4 AR4 vs IN4"), Policy(targets={FA: [ARMY]}), flak)
    assert shot.strengths[RED][0][4] < 0.9


def test_marines_wait_for_the_enemy_ships_to_go() -> None:
    ship = battle(spec_of("MA4 vs IN1 SS1"), None, Policy(targets={SS: []}))
    assert ship.attacker_wins == 0.0
    assert battle(spec_of("MA4 vs IN1")).attacker_wins > 0.5


def test_river_crossers_lose_round_one() -> None:
    """In round 1 only the Defender fires, so a fight of two rounds is left with his first shot."""
    dry = wins("AR1:trapped vs IN1")
    wet = wins("AR1:river:trapped vs IN1")
    assert dry == pytest.approx(1 / 3 + (2 / 3) ** 2 / 3 + (2 / 3) ** 4 / 3)
    assert wet == pytest.approx(2 / 3 * (1 / 3 + (2 / 3) ** 2 / 3))


def test_pursuit_gives_the_defender_a_fourth_fire() -> None:
    """IN acts after IN of the Defender: the Defender's IN fires once more before it leaves."""
    calm = battle(spec_of("IN4 vs IN4"), parse_policy("IN:"))
    chased = battle(spec_of("IN4 vs IN4", pursuit=True), parse_policy("IN:"))
    assert calm.expected_losses(RED) < chased.expected_losses(RED)
    assert chased.steps_lost[RED][0] == pytest.approx((2 / 3) ** 16)
    faster = battle(spec_of("AR4 vs IN4", pursuit=True), parse_policy("AR:"))
    assert faster.steps_lost[RED][0] == pytest.approx((2 / 3) ** 12)


def test_blockade_and_its_condition() -> None:
    ships = battle(spec_of("SS4 vs IN4", city=True))
    assert ships.blockade == pytest.approx(1)
    assert ships.defender_holds == pytest.approx(1)
    watched = battle(spec_of("SS4:trapped vs IN4 HB1", city=True), None, parse_policy("HB:"))
    assert watched.blockade == 0.0
    assert watched.survival(RED, 0) == pytest.approx(0)


def test_blockaders_are_lifted_only_by_ships_or_aircraft() -> None:
    def lifted(text: str) -> float:
        return battle(spec_of(text, city=True, activated=True)).attacker_wins

    assert lifted("IN4 vs SS4") == 0.0
    assert lifted("IN4 FA4 vs SS4") == pytest.approx(1)


@pytest.mark.parametrize("pursuit", [False, True])
def test_a_garrison_without_exit_stays_in_its_hex(pursuit: bool) -> None:
    spec = spec_of("IN4:trapped vs SS4", city=True, pursuit=pursuit, activated=True)
    assert battle(spec).survival(RED, 0) == pytest.approx(1)


def test_grounded_aircraft_fall_with_the_hex() -> None:
    result = battle(spec_of("AR4 vs IN1 FA4:grounded"))
    assert result.survival(BLUE, 1) == pytest.approx(1 - result.attacker_wins)


def test_retreat_policies() -> None:
    away = battle(spec_of("AR4 vs IN4"), None, parse_policy("leave 1 IN"))
    assert away.attacker_wins == pytest.approx(1)
    assert away.expected_losses(BLUE) < 1.5
    weak = battle(spec_of("AR4 vs IN4 IN1"), None, parse_policy("unit below 2"))
    assert weak.survival(BLUE, 1) > battle(spec_of("AR4 vs IN4 IN1")).survival(BLUE, 1)
    few = battle(spec_of("AR4 vs IN4"), None, parse_policy("side below 4"))
    assert few.expected_losses(BLUE) < battle(spec_of("AR4 vs IN4")).expected_losses(BLUE)


def test_marginals_belong_to_the_joint_distribution() -> None:
    result = battle(spec_of("AR3 IN2 FA2 vs IN3 DB2", city=True))
    joint = result.joint()
    for side in (RED, BLUE):
        whole = sum(unit.cv for unit in result.spec.sides[side])
        for number, chance in enumerate(result.steps_lost[side]):
            same = [p for key, p in joint.items() if whole - sum(key[1:][side]) == number]
            assert chance == pytest.approx(sum(same))
        for unit, chances in enumerate(result.strengths[side]):
            for cv, chance in enumerate(chances):
                same = [p for key, p in joint.items() if key[1:][side][unit] == cv]
                assert chance == pytest.approx(sum(same))
    won = sum(p for key, p in joint.items() if key[0] == "won")
    assert result.attacker_wins == pytest.approx(won)


def test_pruning_loses_little_and_says_how_much() -> None:
    spec = spec_of("AR4 IN4 FA4 vs IN4 IN4 DB4")
    exact, rough = battle(spec), battle(spec, prune=1e-6)
    assert exact.lost_mass == 0.0
    assert 0.0 < rough.lost_mass < 0.01
    assert len(rough.finals) < len(exact.finals)
    assert abs(exact.attacker_wins - rough.attacker_wins) <= rough.lost_mass
    assert "Pruned" in report(rough)
    assert "Pruned" not in report(exact)


def test_pruning_everything_is_refused() -> None:
    with pytest.raises(OddsError, match="leaves nothing"):
        battle(spec_of("AR4 IN4 vs IN4 IN4"), prune=0.5)


def test_flak_is_provoked_by_attacks_on_ships_or_army_only() -> None:
    with pytest.raises(OddsError, match="naval and the army group"):
        battle(replace(spec_of("AR4 vs IN4"), provoked=frozenset({(0, AIR)})))


def test_over_counts_battles_without_a_side() -> None:
    result = battle(spec_of("AR4 vs IN1"))
    assert result.over[0] == pytest.approx(1 - (2 / 3) ** 4)
    assert list(result.over) == sorted(result.over)


@pytest.mark.parametrize(
    ("text", "terms", "message"),
    [
        ("AR4", {}, "Write the attackers, then vs"),
        ("AR4 vs IN2 vs IN3", {}, "Write the attackers, then vs"),
        (" vs IN2", {}, "The attacker has no unit"),
        ("AR4 vs FA2:grounded", {}, "The defender has no unit"),
        ("XX4 vs IN2", {}, "'XX' is no kind of unit"),
        ("AR4? vs IN2", {}, "'AR4?' is no unit"),
        ("AR5 vs IN2", {}, "AR has a strength from 1 to 4, not 5"),
        ("AR0 vs IN2", {}, "AR has a strength from 1 to 4, not 0"),
        ("99xAR4 vs IN2", {}, "a number of units is from 1 to 12"),
        ("AR4:lost vs IN2", {}, "'lost' is no mark"),
        ("AR4 vs IN2", {"terrain": "moon"}, "Terrain is one of"),
        ("AR4 vs IN2", {"round": 4}, "The round is a number from 1 to 3"),
        ("3xFA4 vs IN2", {}, "ground the others"),
        ("5xAR4 vs IN2", {}, "no more than 4 army units"),
        ("3xSS4 vs IN2", {}, "no more than 2 naval units"),
        ("BB4 vs IN2", {"coastal": False}, "say that the hex is coastal"),
        ("MA4 vs IN2", {"terrain": "forest"}, "cannot invade a forest hex"),
        ("AB4:air vs IN2", {"terrain": "forest"}, "cannot drop into forest"),
        ("AB4:air vs IN2", {"round": 2}, "has dropped or turned back"),
        ("AR4 vs AB2:air", {}, "Only attacking Airborne"),
        ("AR4:air vs IN2", {}, "AR4 cannot be flying"),
        ("AR4:grounded vs IN2", {}, "cannot be grounded"),
        ("IN4:ashore vs SS2", {"terrain": "sea"}, "cannot be ashore in a sea hex"),
        ("SS4 vs SS2", {"terrain": "sea", "city": True}, "no city and no port"),
        ("AR4 vs IN2:half", {}, "Only Army units that defend marsh or mountain"),
        ("AR4 vs IN2:half IN1:half", {"terrain": "marsh"}, "Only one unit of a side"),
        ("AR4 vs IN2:river", {}, "crossed a river"),
        ("AR4 vs IN2", {"port": True, "coastal": False}, "A port lies on the coast"),
        ("BB4 vs IN2", {"bombarded": (2, 0)}, "still to come"),
        ("SS4 vs SS2", {"terrain": "sea", "coastal": True}, "A sea hex is not coastal"),
    ],
)
def test_bad_battles_are_refused_with_a_sentence(text: str, terms: TERMS, message: str) -> None:
    with pytest.raises(OddsError) as caught:
        spec_of(text, **terms)
    assert message in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_usual_places() -> None:
    spec = spec_of("ab4 ma IN2 + fa1, bb3 vs AB1 MA2 IN")
    assert [unit.place for unit in spec.attacker] == [AIR, NAVAL, ARMY, AIR, NAVAL]
    assert [unit.place for unit in spec.defender] == [ARMY, ARMY, ARMY]
    assert [unit.cv for unit in spec.defender] == [1, 2, 4]
    assert spec.coastal
    assert not spec.port
    assert spec_of("AB4 vs IN1", round=2).attacker[0].place == ARMY
    assert spec_of("AB4 vs IN1", terrain="marsh").attacker[0].place == ARMY
    assert spec_of("SS1 vs IN1", terrain="sea").defender[0].place == NAVAL


@pytest.mark.parametrize(
    "text", ["DB army", "XX: army", "DB: tank", "leave 9 FA", "side below x", "losses", "hold"]
)
def test_bad_policies_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(OddsError, match=r"\.$"):
        parse_policy(text)


WORDS = st.lists(
    st.sampled_from(["AR4", "2xIN3", "ab", "MA2:sea", "FA1:air", "vs", "v", "IN9", ":", "x", "BB"])
    | st.text(max_size=6),
    max_size=8,
).map(" ".join)


@given(WORDS, st.sampled_from(["clear", "marsh", "sea", "moon"]), st.booleans())
def test_any_text_is_a_battle_or_refused(text: str, terrain: str, city: bool) -> None:
    try:
        spec = parse_battle(text, terrain=terrain, city=city)
    except OddsError as error:
        assert str(error).endswith(".")
        assert len(str(error)) < 120
    else:
        spec.check()
        assert all(spec.sides)


@given(st.text(alphabet="DBINlosesvbw 123:;ary", max_size=30))
def test_any_text_is_a_policy_or_refused(text: str) -> None:
    try:
        policy = parse_policy(text)
    except OddsError as error:
        assert str(error).endswith(".")
    else:
        assert sorted(policy.losses) == list(range(10))


def test_policies_from_text() -> None:
    policy = parse_policy("HB: army naval; HB 2: air; losses IN; no landing; no blockade")
    assert policy.preference(HB, 1) == [ARMY, NAVAL]
    assert policy.preference(HB, 2) == [AIR]
    assert policy.losses[0] == IN
    assert sorted(policy.losses) == list(range(10))
    assert not policy.land
    assert not policy.blockade


def test_the_report_shows_every_unit_and_adds_up() -> None:
    result = battle(spec_of("AR4 IN3 FA2 vs IN4 IN2 DB3", city=True))
    text = report(result)
    lines = text.splitlines()
    assert lines[0] == "AR4 IN3 FA2 against IN4 IN2 DB3 (clear, city), from round 1"
    assert f"Attacker wins {100 * result.attacker_wins:.1f}%" in lines[1]
    assert sum(line.startswith(("  AR4", "  IN", "  FA2", "  DB3")) for line in lines) == 6
    assert max(map(len, lines)) <= 80


def test_a_volley_that_cannot_be_is_refused() -> None:
    with pytest.raises(OddsError, match="SS cannot fire at army units"):
        volley(Unit(SS, 4, NAVAL), ARMY, [Unit(IN, 4, ARMY)])
    with pytest.raises(OddsError, match="MA cannot fire at army units"):
        volley(Unit(MA, 4, NAVAL), ARMY, [Unit(IN, 4, ARMY)])
    with pytest.raises(OddsError, match="no air unit"):
        volley(Unit(FA, 4, AIR), AIR, [Unit(IN, 4, ARMY)])
