"""Described positions of Victory: what follows from few words, and what is refused."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sirocco.games.victory.game import GAME
from sirocco.games.victory.position import build
from sirocco.games.victory.position_facts import facts, seen
from sirocco.games.victory.position_units import MARK_WORDS
from sirocco.games.victory.state import (
    COMBAT,
    INITIATIVE,
    MOVEMENT,
    PHASES,
    PRODUCTION,
    SETUP,
    UNIT_MASKS,
    Victory,
)
from sirocco.games.victory.store import pack, unpack
from sirocco.games.victory.terms import OPTIONS, SCENARIOS
from sirocco.games.victory.units import OFF, unit_index
from sirocco.games.victory.words import PROMPTS, VERBS
from sirocco.kernel.casefile import read_file
from sirocco.kernel.cases import run_cases
from sirocco.kernel.chance import Sampled
from sirocco.kernel.refusal import Refused

CASES = Path(__file__).parents[2] / "cases" / "victory" / "format"
COASTS: dict[str, Any] = read_file(CASES / "coasts.toml")["shared"]["position"]


def at(**keys: Any) -> Victory:
    return build({**COASTS, **keys})


def red(name: str) -> int:
    return unit_index(name, 0)


def blue(name: str) -> int:
    return unit_index(name, 1)


def test_a_position_of_few_words() -> None:
    g = at(red=["AR1 4 0203", "IN1 Alba"])
    assert (g.phase, g.turn, g.side, g.first, g.half_turn) == (MOVEMENT, 1, 0, 0, 1)
    assert g.terms.scenario == "custom" and g.terms.seats == ("red", "blue")
    assert g.cv[red("AR1")] == g.cv[red("IN1")] == 4
    assert g.board.grid.label(g.origin[red("AR1")]) == "0203"
    assert g.moved == g.travelled == g.at_sea == g.face_up == 0
    assert facts(g)["control"]["Alba"] == "red"


@pytest.mark.parametrize("word", PHASES[1:-1])
def test_every_phase_can_be_entered(word: str) -> None:
    assert PHASES[at(phase=word).phase] == word


def test_the_game_turn_of_an_initiative_has_not_been_counted() -> None:
    g = at(phase="initiative", turn=4)
    assert (g.phase, g.turn) == (INITIATIVE, 3)


def test_the_second_player_turn() -> None:
    g = at(active="blue", player_turn=2)
    assert (g.side, g.first, g.half_turn) == (1, 0, 2)
    assert at(phase="production", active="blue").first == 0


@pytest.mark.parametrize("word", sorted(MARK_WORDS))
def test_every_mark_of_a_unit_can_be_written_and_read(word: str) -> None:
    lines = {
        "at-sea": "IN1 3 0402",
        "invading": "MA1 3 Dune",
        "flying": "AB1 3 Dune",
        "dropped": "AB1 3 0601",
        "beachhead": "MA1 3 0503",
        "beachhead-used": "MA1 3 0503 beachhead",
        "blockading": "BB1 3 Dune",
        "grounded": "FA1 3 Dune",
        "aloft": "FA1 3 Dune",
        "flown": "CV1 3 0402",
    }
    line = f"{lines.get(word, 'IN1 3 Dune')} {word}"
    g = at(phase="combat", battle={"hex": "Dune"}, red=[line, "AR1 Dune"], blue=["IN9 2 Dune"])
    unit = line.split()[0]
    assert getattr(g, MARK_WORDS[word]) >> red(unit) & 1
    fact = facts(g)["red"][unit]
    assert fact[word] is True and word in fact["words"]
    assert pack(unpack(pack(g))) == pack(g)


def test_every_mask_of_the_state_has_a_word() -> None:
    assert {*MARK_WORDS.values(), "aboard", "reserve"} == set(UNIT_MASKS)


def test_where_a_unit_came_from() -> None:
    g = at(
        red=["AR1 4 Dune from=0602", "AR2 4 Dune from=0702 entry=sw", "AR3 4 0601 from=0602"],
        blue=["IN1 Dune"],
    )
    assert g.entry[red("AR1")] == 2 and g.entry[red("AR2")] == 4 and g.entry[red("AR3")] == 6
    for unit in ("AR1", "AR2", "AR3"):
        assert g.moved >> red(unit) & g.travelled >> red(unit) & 1
    g = at(phase="combat", red=["AR1 4 Dune entry=0602"], blue=["IN1 Dune"])
    assert g.travelled >> red("AR1") & 1 and not g.moved


def test_control_follows_who_has_stood_there() -> None:
    control = facts(at(red=["IN1 Elk"], blue=["IN1 Alba"]))["control"]
    assert (control["Elk"], control["Alba"], control["Brea"]) == ("red", "blue", "red")
    # who came in this Player Turn has not taken the place yet
    assert facts(at(red=["IN1 Elk from=0604"]))["control"]["Elk"] == "blue"
    assert facts(at(phase="end of turn", red=["IN1 Elk from=0604"]))["control"]["Elk"] == "red"
    # a contested place is the Defender's, a blockaded one that of the land
    both = {"red": ["IN1 Brea"], "blue": ["IN1 Brea"]}
    assert facts(at(phase="combat", **both))["control"]["Brea"] == "blue"
    assert facts(at(phase="combat", active="blue", **both))["control"]["Brea"] == "red"
    ship = at(red=["BB1 Dune blockading"], blue=["IN1 Dune"])
    assert facts(ship)["control"]["Dune"] == "blue"
    said = at(control={"Elk": "red", "Brea": "nobody"}, blue=["IN1 Elk"])
    assert facts(said)["control"]["0603"] == "red" and facts(said)["control"]["Brea"] == "nobody"
    alone = {"options": {"submarines": True}, "phase": "end of turn", "red": ["SS1 Dune"]}
    assert facts(at(**alone))["control"]["Dune"] == "blue"


def test_marines_are_ashore_or_at_sea() -> None:
    g = at(red=["MA1 Brea", "MA2 Dune", "MA3 0301", "MA4 0503 beachhead"], control={"Dune": "blue"})
    assert [bool(g.at_sea >> red(f"MA{i}") & 1) for i in (1, 2, 3, 4)] == [False, True, True, False]
    assert g.face_up == 1 << red("MA4")


def test_the_battle() -> None:
    g = at(
        phase="combat",
        battle={
            "hex": "Dune",
            "round": 3,
            "flak": ["blue army", "red naval"],
            "bombarded": {"red": 2},
            "left": ["army 0602", "naval sw 2"],
            "ways": ["0602"],
        },
        red=["AR1 2 Dune entry=0602 acted"],
        blue=["IN1 2 Dune half-hit"],
        fought=["0604"],
        activated=["Dune"],
        port_use={"Brea": 1},
    )
    assert g.phase == COMBAT and g.round == 3 and list(g.bombarded) == [2, 0]
    assert g.flak == 1 << 5 | 1 << 1
    battle = facts(g)["battle"]
    assert battle["left"] == ["army 0602 1", "naval 0402 2"] and battle["ways"] == ["0602"]
    assert battle["flak"] == ["red naval", "blue army"]
    assert facts(g)["fought"] == ["0604"] and facts(g)["port_use"]["Brea"] == 1
    assert pack(unpack(pack(g))) == pack(g)


def test_set_up_positions() -> None:
    g = build({"scenario": "quick-start", "phase": "set-up"})
    assert g.phase == SETUP and g.control == [0, 0] and g.turn == 0
    g = build(
        {
            "scenario": "quick-start",
            "phase": "deployment",
            "layout": "row:1r,2b",
            "active": "blue",
            "red": ["IN1 4 reserve"],
            "blue": ["IN1 2 reserve"],
        }
    )
    assert g.reserve.bit_count() == 2 and g.where[blue("IN1")] == OFF and g.first == 0
    assert facts(g)["blue"]["IN1"]["words"] == ["2", "reserve"]


def test_commanders() -> None:
    g = at(options={"seats": 8}, offices={"red-general": "none"}, ready=["blue-admiral"])
    told = facts(g)
    assert told["offices"]["red-general"] == "none"
    assert told["offices"]["blue-politician"] == "politician"
    assert told["ready"] == ["blue-admiral"]


def test_a_seat_knows_its_own_and_counts_the_others() -> None:
    g = at(
        phase="production",
        red=["AR1 2 Alba", "CV1 4 0402", "FA1 2 aboard CV1", "MA1 0503 beachhead"],
        blue=["IN1 3 Dune"],
    )
    assert g.phase == PRODUCTION
    mine, theirs = seen(g, 0), seen(g, 1)
    assert mine["red"]["AR1"]["cv"] == 2 and mine["red"]["FA1"]["aboard"] == "CV1"
    assert theirs["red"]["AR1"] == "unseen" and theirs["others"]["0402"] == 2
    assert theirs["red"]["MA1"]["beachhead"] is True
    assert "points" not in theirs and "pool" not in theirs and "hexes" not in theirs


def test_a_hidden_fact_does_not_change_what_the_other_seat_knows() -> None:
    one = at(red=["AR1 2 Alba", "CV1 4 0402", "FA1 2 aboard CV1"], blue=["IN1 3 Dune"])
    two = at(red=["IN7 4 Alba", "BB1 1 0402", "SS1 3 0402"], blue=["IN1 3 Dune"])
    assert seen(one, 1) == seen(two, 1)
    assert seen(one, 0) != seen(two, 0)


BATTLE = {"phase": "combat", "battle": {"hex": "Dune"}, "blue": ["IN1 Dune"]}
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"red": ["AR1 4 0909"]}, "'red AR1 4 0909': there is no hex or place '0909'"),
    ({"red": ["AR1 4 Nowhere"]}, "there is no hex or place 'Nowhere'"),
    ({"red": ["AR5 4 Alba"]}, "'red AR5 4 Alba': there is no unit 'AR5'"),
    ({"red": ["AR1 4 Alba", "AR1 3 Brea"]}, "'red AR1 3 Brea': AR1 of red is there twice"),
    ({"red": ["AR1 5 Alba"]}, "'red AR1 5 Alba': a unit has 1 to 4 steps"),
    ({"red": ["AR1 0 Alba"]}, "a unit has 1 to 4 steps"),
    ({"red": ["AR1"]}, "a unit needs a name and a place"),
    ({"red": ["AR1 4"]}, "'red AR1 4': a unit needs a place"),
    ({"red": ["AR1 4 Alba mooved"]}, "'mooved' is no mark; near it: moved"),
    ({"red": ["BB1 4 Alba"]}, "'red BB1 4 Alba': a ship cannot be in Alba (0101)"),
    ({"red": ["AR1 4 0402 ashore"]}, "it cannot be ashore in 0402"),
    ({"red": ["AR1 4 Alba at-sea"]}, "it cannot be at sea in Alba (0101)"),
    ({"red": ["MA1 4 Alba"]}, "it cannot be at sea in Alba"),
    (
        {"red": ["MA1 4 Alba ashore"]},
        "a Marine cannot be in Alba (0101), which is not on the coast",
    ),
    ({"red": ["FA1 4 0203"]}, "an Air unit has no base in 0203"),
    ({"red": ["AR1 4 Alba beachhead"]}, "only Marines can be beachhead"),
    ({"red": ["MA1 4 0503 beachhead", "MA2 4 0503 beachhead"]}, "one Beachhead only"),
    ({"red": ["MA1 4 Brea beachhead at-sea"]}, "a Beachhead is ashore"),
    ({"red": ["BB1 4 0402 blockading"]}, "in which there are enemy units"),
    ({"red": ["FA1 2 aboard CV1"]}, "'red FA1 2 aboard CV1': CV1 is not on the map"),
    ({"red": ["FA1 2 aboard BB1", "BB1 0402"]}, "it must be aboard a Carrier"),
    ({"red": ["HB1 2 aboard CV1", "CV1 0402"]}, "Bombers do not go aboard"),
    ({"red": ["AR1 2 aboard CV1", "CV1 0402"]}, "only Air units go aboard"),
    ({"red": ["CV1 3 0402", "FA1 2 aboard CV1", "FA2 2 aboard CV1"]}, "is above its own 3"),
    (
        {"red": ["CV1 0402", *(f"FA{i} 1 aboard CV1" for i in (1, 2, 3))]},
        "'red FA3 1 aboard CV1': CV1 has 2 Air units aboard already",
    ),
    ({"red": [f"IN{i} Alba" for i in range(1, 6)]}, "'red IN5 Alba': 5 army units of red are in"),
    ({"red": ["BB1 Brea", "BB2 Brea", "BB3 Brea"]}, "3 naval units of red are in Brea (0202)"),
    ({"red": ["FA1 Brea", "FA2 Brea", "FA3 Brea"]}, "3 air units of red are in Brea (0202)"),
    ({"red": ["IN1 4 reserve"]}, "units are in reserve only during the set-up"),
    ({"red": ["IN1 4 Alba acted"]}, "acted is a mark of the battle being fought"),
    ({"red": ["IN1 4 Alba entry=0403"]}, "entry=0403 is no hexside of 0101"),
    ({"red": ["IN1 4 Alba entry=NW"]}, "entry=NW is no hexside of 0101"),
    ({"red": ["IN1 4 Alba from=9999"]}, "there is no hex or place '9999'"),
    ({"red": "IN1"}, "a unit needs a name and a place"),
    ({"red": [3]}, "position.red must be a list of texts"),
    ({"phase": "lunch"}, "position.phase is 'lunch'; known are set-up"),
    ({"phase": ""}, "position.phase is ''"),
    ({"active": "green"}, "position.active is 'green'; known are red, blue"),
    ({"turn": 0}, "position.turn must be a number from 1 to 999"),
    ({"turn": True}, "position.turn must be a number from 1 to 999, not True"),
    ({"player_turn": 3}, "position.player_turn must be a number from 1 to 2"),
    ({"player_turn": 2, "first": "red"}, "position.first does not fit"),
    ({"winner": "red"}, "position.winner goes with the phase 'over'"),
    ({"phase": "over"}, "position.winner goes with the phase 'over'"),
    ({"untis": []}, "position has no key 'untis'"),
    ({"layout": "row:1r,2b"}, "position has both a map and a layout"),
    ({"map": 3}, "position.map must be a picture"),
    ({"map": " ?"}, "position.map: hex 0101 (line 1, column 2 of the picture): '?' is no terrain"),
    ({"homes": {"0102": "red"}}, "hex 0102 has an owner but is neither city nor town"),
    ({"homes": {"Alba": "green"}}, "is red, blue or neutral, not 'green'"),
    ({"control": {"0102": "red"}}, "position.control.0102 is neither city nor town"),
    ({"control": {"Alba": "green"}}, "position.control.Alba is 'green'"),
    ({"control": {"Alba": ""}}, "position.control.Alba is ''"),
    ({"tables": {"units": {"FA": {"air": 3}}}}, "position.tables.units cannot be replaced"),
    ({"tables": {"terrain": {"hex": {"dessert": {"army": 1}}}}}, "has no 'hex.dessert.army'"),
    ({"tables": {"terrain": {"hex": {"desert": {"army": "x"}}}}}, "must be a whole number"),
    ({"scenario": "quick-strat"}, "There is no scenario 'quick-strat'; near it: quick-start"),
    ({"options": {"pursuti": True}}, "There is no option 'pursuti'; near it: pursuit"),
    ({"offices": {"red": "general"}}, "position.offices goes with a game of commanders"),
    (
        {"options": {"seats": 6}, "offices": {"red": "general"}},
        "position.offices.red names no seat",
    ),
    ({"ready": ["green"]}, "position.ready names no seat: 'green'"),
    ({"fought": ["Nix"]}, "position.fought: there is no hex or place 'Nix'"),
    ({"port_use": {"Brea": -1}}, "position.port_use.Brea must be a number"),
    (
        {"battle": {"hex": "Dune"}, "phase": "movement"},
        "position.battle goes with the phase 'combat'",
    ),
    ({"phase": "combat", "battle": {}}, "position.battle.hex is missing"),
    ({"phase": "combat", "battle": {"hex": "Dune"}}, "Dune (0502) has not units of both sides"),
    ({**BATTLE, "battle": {"hex": "Dune", "round": 5}}, "round must be a number from 0 to 4"),
    ({**BATTLE, "battle": {"hex": "Dune", "flak": ["blue air"]}}, "flak has 'blue air'"),
    ({**BATTLE, "battle": {"hex": "Dune", "left": ["0602"]}}, "left has '0602'"),
    ({**BATTLE, "battle": {"hex": "Dune", "ways": ["Alba"]}}, "which is not next to the battle"),
    ({**BATTLE, "battle": {"hex": "Dune", "rounds": 2}}, "position.battle has no key 'rounds'"),
    (
        {"phase": "production", "red": ["IN1 Dune"], "blue": ["IN1 Dune"]},
        "both sides are in Dune (0502) in the phase 'production', and nobody blockades it",
    ),
    ({"phase": "deployment"}, "the scenario 'custom' has no set-up"),
]


@pytest.mark.parametrize(("keys", "said"), IMPOSSIBLE, ids=[said[:40] for _, said in IMPOSSIBLE])
def test_what_cannot_be_is_refused_in_one_sentence(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as refusal:
        at(**keys)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_set_up_refusals() -> None:
    base = {"scenario": "quick-start", "layout": "row:1r,2b"}
    refused: list[tuple[dict[str, Any], str]] = [
        ({"phase": "set-up", "red": ["IN1 4 reserve"]}, "does not go with the phase 'set-up'"),
        ({"phase": "deployment"}, "no unit is in reserve"),
        ({"phase": "forces", "red": ["IN1 0102"]}, "all units must be in reserve"),
        ({"phase": "forces", "red": ["IN1 reserve moved"]}, "a unit in reserve has no marks"),
        ({"phase": "set-up", "homes": {"0101": "red"}}, "goes with a map of one's own"),
        ({"phase": "set-up", "layout": "row:1r"}, "2 or 3 or 4 maps"),
    ]
    for keys, said in refused:
        with pytest.raises(Refused, match=said):
            build({**base, **keys})


def test_a_force_that_does_not_fit_on_the_map() -> None:
    table = {**COASTS, "scenario": "commanders", "phase": "forces"}
    with pytest.raises(Refused, match="the scenario's forces do not fit on this map"):
        GAME.from_position(table, Sampled(1))


def test_plans_are_checked_like_any_line() -> None:
    plans = {"red": ["city Alba step IN1 step IN1 step IN1"]}
    table = {**COASTS, "phase": "production", "red": ["IN1 2 Alba"], "plans": plans}
    with pytest.raises(Refused, match=r"position.plans: 'city Alba step IN1"):
        GAME.from_position(table, Sampled(1))
    with pytest.raises(Refused, match="names no seat; known are blue, red"):
        GAME.from_position({**table, "plans": {"green": ["done"]}}, Sampled(1))


def test_without_map_there_is_no_position() -> None:
    with pytest.raises(Refused, match="neither a map nor a layout"):
        build({"red": ["IN1 0101"]})


def test_over_stacking_can_be_written_unchecked() -> None:
    g = at(unchecked=True, red=[f"IN{i} Alba" for i in range(1, 6)])
    assert g.at[g.where[red("IN1")]].bit_count() == 5


def test_the_cases_of_the_format_pass() -> None:
    lines: list[str] = []
    passed, failed = run_cases([CASES], lines.append)
    assert lines == [f"{passed} passed, 0 failed"] and failed == 0 and passed > 40


def toml_blocks() -> list[str]:
    text = (CASES.parents[2] / "docs" / "cases.md").read_text("utf-8")
    return [block.split("```")[0] for block in text.split("```toml\n")[1:]]


@pytest.mark.parametrize("block", [b for b in toml_blocks() if "case]" in b])
def test_the_cases_in_the_documentation_pass(tmp_path: Path, block: str) -> None:
    path = tmp_path / "documented.toml"
    path.write_text(block, "utf-8")
    lines: list[str] = []
    assert run_cases([path], lines.append)[1] == 0, lines


@pytest.mark.parametrize("block", [b for b in toml_blocks() if b.startswith("[position]")])
def test_the_maps_in_the_documentation_can_be_read(block: str) -> None:
    assert facts(build(tomllib.loads(block)["position"]))["control"]["Alba"] == "red"


def test_the_documentation_names_every_verb_topic_and_mark() -> None:
    text = (CASES.parents[2] / "docs" / "cases.md").read_text("utf-8")
    verbs = {verb.pattern.split()[0] for verb in VERBS.values()}
    for word in (*verbs, *MARK_WORDS, *SCENARIOS, *OPTIONS):
        assert re.search(rf"`({word})[` ]", text), word
    for topic in PROMPTS:
        assert f"`{topic}`" in text, topic
    for key in facts(at()):
        assert f"`{key}`" in text, key
