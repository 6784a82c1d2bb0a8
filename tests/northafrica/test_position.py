"""Described positions of North Africa: what is refused, and that the manual is complete."""

import re
from pathlib import Path
from typing import Any

import pytest

from sirocco.games.northafrica.board_check import SPACE_FORMS, UNIT_FORMS
from sirocco.games.northafrica.facts import facts
from sirocco.games.northafrica.game import GAME
from sirocco.games.northafrica.hits import CLASSES
from sirocco.games.northafrica.position import STAGES, build
from sirocco.games.northafrica.state import MARKS, PHASES
from sirocco.games.northafrica.tables import AREAS, VERBS
from sirocco.games.northafrica.terms import OPTIONS, SCENARIOS
from sirocco.kernel.cases import run_cases
from sirocco.kernel.chance import Sampled
from sirocco.kernel.refusal import Refused

MANUAL = (Path(__file__).parents[2] / "docs" / "cases.md").read_text("utf-8")
PART = MANUAL[MANUAL.index("## Positions of North Africa") :]
DETAILS = (Path(__file__).parents[2] / "docs" / "cases-northafrica.md").read_text("utf-8")


def words_of(text: str) -> set[str]:
    """The words that stand in code letters."""
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return {word for code in re.findall(r"`([^`]+)`", plain) for word in re.split(r"[\s,=]+", code)}


@pytest.mark.parametrize(
    "what, known",
    [
        ("marks", list(MARKS)),
        ("phases", [word for phase in PHASES for word in phase.split()]),
        ("stages", [word for words in STAGES.values() for word in words]),
        ("options", OPTIONS),
        ("scenarios", SCENARIOS),
        ("keys of spaces", [key for key in SPACE_FORMS if key not in ("lat", "lon")]),
        ("keys of charts", list(UNIT_FORMS)),
        ("verbs", [verb.pattern.split()[0] for verb in VERBS.values()]),
        ("topics", [topic for area in AREAS for topic in area.prompts]),
        ("hits", CLASSES[:10]),
    ],
)
def test_the_manual_names_all(what: str, known: list[str]) -> None:
    missing = [word for word in known if word not in words_of(PART)]
    assert not missing, what


def test_the_manual_names_all_facts() -> None:
    g = build({"phase": "noncombat move", "uk": ["infantry cairo"]})
    section = PART[PART.index("## Facts of North Africa") : PART.index("## Notation of North")]
    assert [key for key in facts(g) if key not in words_of(section)] == []


@pytest.mark.parametrize(
    "table, said",
    [
        ({"germny": []}, "position has no key 'germny'"),
        ({"scenario": "africa"}, "position.scenario is 'africa'"),
        ({"phase": "combat"}, "position.phase is 'combat'"),
        ({"phase": "combat move", "stage": "purchases"}, "position.stage is 'purchases'"),
        ({"players": 5}, "players must be 2, 3 or 4, not 5"),
        ({"players": 3, "options": ["bidding"]}, "Bidding is for two players"),
        ({"options": ["tiger"]}, "there is no 'tiger'; near it: tigers"),
        ({"round": 15}, "position.round must be a number from 1 to 14"),
        ({"scenario": "torch", "round": 3}, "position.round must be a number from 7 to 14"),
        ({"power": "us", "scenario": "last-push", "phase": "deploy"}, "takes no turn in round 1"),
        ({"winner": "axis"}, "needs the phase over"),
        ({"swapped": True}, "needs the option bidding"),
        ({"germany": ["panzer tobruk"]}, "no kind of unit 'panzer'"),
        ({"germany": ["british-infantry tobruk"]}, "belongs to another power"),
        ({"germany": ["tank tobrok"]}, "no space 'tobrok'; near it: tobruk"),
        ({"germany": ["tank"]}, "a line is a kind"),
        ({"germany": ["tank x999 tobruk"]}, "a line has 1 to 120 units"),
        ({"germany": ["tank tobruk movd"]}, "'movd' is no mark; near it: moved"),
        ({"germany": ["tank tobruk at=tunis"]}, "tobruk does not border tunis"),
        ({"uk": ["matilda tobruk at=benghazi"]}, "whose turn it is"),
        ({"vichy": ["tank tobruk at=benghazi"]}, "NA-VICHY-b"),
        ({"germany": ["fighter tobruk at=benghazi"]}, "air and sea units stand in the space"),
        ({"germany": ["tank tobruk damaged"]}, "takes two hits"),
        ({"germany": ["tank tobruk seized"]}, "only trucks are seized"),
        ({"germany": ["tank sz1"]}, "land unit at sea outside a convoy zone"),
        ({"germany": ["tank atlantic"]}, "convoy zone that its power does not use"),
        ({"uk": ["infantry sz17"]}, "only AAA are shipped there"),
        ({"italy": ["destroyer tripoli"]}, "ship on land"),
        ({"italy": ["infantry kufra"]}, "cannot be in the Sahara"),
        ({"italy": ["fighter kufra"]}, "cannot be in the Sahara"),
        ({"uk": ["scout qattara"]}, "impassable"),
        ({"uk": ["infantry tobruk"], "italy": ["tank tobruk"]}, "units of both sides stand"),
        ({"uk": ["infantry tobruk"], "control": {"tobruk": "italy"}}, "which is the enemy's"),
        ({"uk": ["infantry x9 cairo"]}, "more than its limit"),
        ({"uk": ["bomber x4 cairo"]}, "there are 4 of british-bomber, but 3 pieces"),
        ({"control": {"siwa": "uk"}}, "holds no marker"),
        ({"control": {"malta": "italy"}}, "bears an emblem"),
        ({"control": {"tobruk": "france"}}, "there is no power 'france'"),
        ({"supply": {"sz1": 3}}, "is no territory"),
        ({"supply": {"cairo": 200}}, "must be a number from 0 to 115"),
        ({"supply": {"cairo": 100, "tobruk": 100}}, "but tokens of 115"),
        ({"hauled": {"cairo": 1}}, "is more than the supply there"),
        ({"afloat": {"sz14": {"uk": 1}}}, "is no convoy zone of uk"),
        ({"land_mines": {"cairo": {"tunis": 1}}}, "is no territory that borders it"),
        ({"land_mines": {"cairo": {"mersa-matruh": 40}, "tobruk": {"benghazi": 2}}}, "land mine"),
        ({"sea_mines": {"cairo": {"uk": 1}}}, "is no sea zone"),
        ({"sea_mines": {"sz1": {"uk": 7}}}, "sea mines of the allies"),
        ({"landings": ["sz1"]}, "which is no territory"),
        ({"phase": "deploy", "battle": {"space": "cairo"}}, "needs the phase conduct combat"),
        ({"phase": "set-up"}, "set-up is for the scenarios"),
        ({"phase": "set-up", "scenario": "torch", "supply": {"cairo": 1}}, "the charts say it"),
        (
            {"phase": "set-up", "scenario": "torch", "bid": {"points": 3}},
            "needs the option bidding",
        ),
        ({"board": {"a": {"colour": 1}}}, "position.board.a has no key 'colour'"),
        ({"board": {"a": {"borders": ["b"]}}}, "names 'b', which is no space"),
        ({"board": {"a": {"rp": "high"}}}, "position.board.a.rp must be a whole number"),
        ({"board": {"a": {"sea": True, "rp": 3}}}, "is a sea zone and has no rp"),
        ({"board": {"a": {"convoy": "b"}, "b": {}}}, "is a territory and has no convoy"),
        ({"board": {"a": {"borders": ["a"]}}}, "borders itself"),
        ({"board": 3}, "position.board must be a table"),
        ({"board": {}}, "A board has 1 to 120 spaces"),
        ({"chart": {"german-tnak": {}}}, "there is no kind of unit 'german-tnak'"),
        ({"chart": {"german-tank": {"attack": 11}}}, "from 0 to 10, not 11"),
        ({"chart": {"german-tank": {"traits": ["fast"]}}}, "must be one of"),
        ({"basic": {"germany": -1}}, "from 0 to 99, not -1"),
    ],
)
def test_a_bad_position_is_one_sentence(table: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as found:
        build(table)
    assert said in str(found.value)
    assert "\n" not in str(found.value)


def test_phases_by_number_and_options_as_a_table() -> None:
    g = build({"phase": 3, "options": {"tigers": True, "anzac": False}})
    assert (PHASES[g.phase], g.terms.options) == ("combat move", ("tigers",))


def test_stacks_may_be_too_high_if_that_is_said() -> None:
    assert build({"uk": ["infantry x9 cairo"], "unchecked": True}).at


@pytest.mark.parametrize("mark", [m for m in MARKS if m not in ("damaged", "seized")])
def test_every_mark_can_be_written_and_read(mark: str) -> None:
    g = build({"phase": "noncombat move", "uk": [f"infantry cairo {mark}"]})
    assert facts(g)["marks"][mark]["uk"]["cairo"]["infantry"] == 1


@pytest.mark.parametrize("phase", [p for p in PHASES if p not in ("set-up", "over")])
@pytest.mark.parametrize("power", ["germany", "uk", "italy", "us"])
def test_every_phase_can_be_entered(phase: str, power: str) -> None:
    table = {"phase": phase, "power": power, "uk": ["infantry cairo"], "italy": ["tank tripoli"]}
    g = GAME.from_position(table, Sampled(1))
    assert GAME.pending(g)
    assert GAME.audit(g) == []


def test_an_answer_must_be_an_open_one() -> None:
    with pytest.raises(Refused, match=r"position\.answers"):
        GAME.from_position({"phase": "deploy", "answers": {"axis": "fight"}}, Sampled(1))


def test_the_cases_in_the_details_pass(tmp_path: Path) -> None:
    blocks = [block.split("```")[0] for block in DETAILS.split("```toml\n")[1:]]
    for number, block in enumerate(blocks):
        (tmp_path / f"documented{number}.toml").write_text(block, "utf-8")
    lines: list[str] = []
    passed, failed = run_cases([tmp_path], lines.append)
    assert passed == len(blocks) > 0 and not failed, lines
