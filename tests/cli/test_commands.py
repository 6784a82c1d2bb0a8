"""The commands: what they print, and how they answer bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sirocco
from sirocco.cli import bench, yard
from sirocco.cli.main import main
from sirocco.games import games, text_board
from sirocco.games.victory.layout import MAPS
from sirocco.games.victory.mapcheck import check_owned
from sirocco.kernel.packs import Pack

Out = pytest.CaptureFixture[str]


def run(capsys: Out, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def refused(capsys: Out, *arguments: str) -> str:
    """The one sentence with which a command line is refused."""
    code, _, err = run(capsys, *arguments)
    assert code == 2
    assert err.count("\n") == 1 and err.startswith("sirocco: "), err
    assert "Traceback" not in err
    return err


def test_games_lists_scenarios_and_options(capsys: Out) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "victory: Victory" in out and "quick-start" in out and "limit" in out


def test_without_a_command_the_help_is_shown(capsys: Out) -> None:
    code, out, _ = run(capsys)
    assert code == 0 and "commands:" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gmaes",), "did you mean games?"),
        (("x" * 5000,), "commands are games"),
        (("--nonsense",), "--help"),
        (("play",), "--help"),
        (("play", "chess"), f"There is no game 'chess'; games are {', '.join(games())}."),
        (("rules", "victry"), "did you mean victory?"),
        (("rules", "victory", "V-99.9-z"), "victory has no rule 'V-99.9-z'"),
        (("rules", "victory", "flying", "saucers"), "No rule has 'flying saucers'"),
        (("rules", "victory", "--coverage", "--cases", "/nowhere"), "/nowhere is not there"),
        (("case", "/nowhere.toml"), "/nowhere.toml"),
        (("odds", "victory", "AR4"), "vs"),
        (("odds", "victory", "AR4 vs XX9"), "no kind of unit"),
        (("odds", "victory", "AR4 vs IN4 in space"), "'space' is not known of a battle"),
        (("odds", "victory", "AR4 vs IN4", "--option", "weather=rain"), "no option of odds"),
        (("odds", "victory", "AR4 vs IN4", "--option", "city=maybe"), "city is yes or no"),
        (("fuzz", "victory", "--games", "0"), "at least 1"),
        (("fuzz", "victory", "--games", "many"), "not a whole number"),
        (("fuzz", "victory", "--trial", "luck"), "trials are soundness"),
        (("fuzz", "victory", "--tries", "5"), "--trial"),
        (("bench", "chess"), "There is no game"),
        (("lab", "victory", "random", "zufall"), "There is no computer player 'zufall'"),
        (("lab", "victory", "random", "random", "--scenario", "x"), "There is no scenario 'x'"),
        (("lab", "victory", "random", "random", "--mixture", "--option", "limit=1"), "leave them"),
        (("replay", "/nowhere"), "/nowhere is not there"),
        (("verify", "/dev/null"), "is not a file"),
        (("data", "status", "chess"), "There is no game"),
        (("data", "shuffle", "victory"), "invalid choice"),
        (("data", "check", "victory", "--owner", "/nowhere"), "is not a folder"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(
    capsys: Out, arguments: tuple[str, ...], said: str
) -> None:
    assert said in refused(capsys, *arguments)


def test_rules_by_id_section_and_words(capsys: Out) -> None:
    assert "Hits fall on the strongest unit" in run(capsys, "rules", "victory", "v-5.46-a")[1]
    section = run(capsys, "rules", "victory", "V-5.46")[1]
    assert "V-5.46-a" in section and "V-5.46-b" in section
    assert "V-4.44-a" in run(capsys, "rules", "victory", "air", "response")[1]
    overview = run(capsys, "rules", "victory")[1]
    assert "412 rules" in overview
    assert run(capsys, "rules", "victory", "V-3.3-f")[1].startswith("V-3.3-f  Marines stay")
    assert run(capsys, "rules", "victory", "a26")[1].startswith("A26  Is a Marine attack")
    many = run(capsys, "rules", "victory", "unit")[1]
    assert "narrow the search" in many


def test_coverage_counts_rules_with_passing_cases(capsys: Out, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "rules", "victory", "--coverage", "--cases", str(tmp_path))
    assert code == 1
    assert "0 of 412 rules" in out and "V-5.46-a" in out


@pytest.mark.parametrize("id", games())
def test_battles_that_the_help_and_the_bench_name_can_be_reckoned(id: str, capsys: Out) -> None:
    for text in filter(None, text_board(id).odds_examples()[1:]):
        code, out, _ = run(capsys, "odds", id, text)
        assert code == 0 and "%" in out


def test_odds_by_words_and_by_options_agree(capsys: Out) -> None:
    told = run(capsys, "odds", "victory", "AR4", "IN3", "vs", "IN4", "in", "city,", "forest")[1]
    options = ("--option", "city", "--option", "terrain=forest")
    assert told == run(capsys, "odds", "victory", "AR4 IN3 vs IN4", *options)[1]
    assert "Attacker wins" in told and "(forest, city)" in told
    plain = run(capsys, "odds", "victory", "AR4 IN3 vs IN4")[1]
    leaving = run(capsys, "odds", "victory", "AR4 IN3 vs IN4", "--option", "defender=side below 9")[
        1
    ]
    assert plain != leaving


def test_data_status_check_template_and_diff(
    capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIROCCO_OWNER", str(tmp_path))
    code, out, _ = run(capsys, "data", "status", "victory")
    assert code == 0 and "reconstruction" in out and "in all" in out
    code, out, _ = run(capsys, "data", "check", "victory")
    assert code == 0 and out.endswith("0 problems\n")
    assert "There is no owner's folder" in run(capsys, "data", "diff", "victory")[1]
    folder = tmp_path / "victory"
    code, out, _ = run(capsys, "data", "template", "victory", "--to", str(folder), "--everything")
    assert code == 0 and (folder / "units.toml").exists()
    assert "is not overwritten" in refused(
        capsys, "data", "template", "victory", "--to", str(folder), "--everything"
    )
    (folder / "units.toml").write_text("[FA]\nmove = 4\n")
    out = run(capsys, "data", "diff", "victory", "--owner", str(folder))[1]
    assert "units.FA.move: 3 (printed) / 4 (owner)" in out and "1 values differ" in out
    (folder / "units.toml").write_text("[FA]\nmove = 99\n")
    code, out, _ = run(capsys, "data", "check", "victory", "--owner", str(folder))
    assert code == 2 and "units.FA.move" in out


def test_template_shows_what_is_not_printed(capsys: Out) -> None:
    out = run(capsys, "data", "template", "victory")[1]
    assert "# File maps/map1.toml" in out and "units.toml" not in out


def test_fuzz_counts_and_ends_with_a_line_for_machines(capsys: Out) -> None:
    code, out, _ = run(capsys, "fuzz", "victory", "--games", "3", "--seed", "2")
    last = json.loads(out.splitlines()[-1])
    assert code == 0
    assert (last["games"], last["ended"], last["breaches"]) == (3, 3, 0)
    assert last["actions"] > 100 and last["actions_per_second"] > 0
    assert "3 games, 3 ended, 0 dead ends, 0 runaways, 0 exceptions" in out


def test_fuzz_runs_a_trial_until_it_was_tried_often_enough(capsys: Out) -> None:
    code, out, _ = run(
        capsys, "fuzz", "victory", "--games", "40", "--trial", "storing", "--tries", "30"
    )
    last = json.loads(out.splitlines()[-1])
    assert code == 0
    assert last["trial"] == "storing" and last["tries"] >= 30 and last["games"] < 40


def test_bench_prints_ratio_and_costs(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yard, "YARD", 20_000)
    monkeypatch.setattr(bench, "SEEDS", range(1, 3))
    monkeypatch.setattr(bench, "STRETCH", 40)
    monkeypatch.setattr(bench, "LONG", 100)
    out = run(capsys, "bench", "victory")[1]
    for word in ("yardstick", "ratio", "bytes mean", "clone", "unpack", "view"):
        assert word in out
    served = run(capsys, "bench", "victory", "--served")[1]
    assert served.count(" ratio ") == 2 and "100 actions lie between" in served


def test_lab_lets_players_play(capsys: Out) -> None:
    arguments = ("--games", "2", "--option", "limit=1", "--option", "layout=1,2")
    code, out, _ = run(capsys, "lab", "victory", "random", "random", *arguments)
    last = json.loads(out.splitlines()[-1])
    assert code == 0
    assert last["games"] == 2 == last["won"] + last["lost"] + last["drawn"]


# Records


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A sealed game of a few actions."""
    match = sirocco.new("victory")
    seat = match.pending[0].seat
    match.play(seat, match.offers(seat)[0].text)
    path = tmp_path / "game.txt"
    match.save(path)
    return path


def test_replay_compares_states_and_record(capsys: Out, stored: Path) -> None:
    code, out, _ = run(capsys, "replay", str(stored))
    assert code == 0
    assert "1 actions" in out and "agree in every state" in out and "Replayed in" in out
    assert "0 actions" in run(capsys, "replay", str(stored), "--upto", "0")[1]


def test_replay_names_the_action_that_does_not_fit(capsys: Out, tmp_path: Path) -> None:
    from sirocco.kernel.record import Record

    match = sirocco.new("victory", seed=3, layout="1,2")
    match.play("red", "raise IN raise AR")
    record = Record.parse(match.record())
    bad = Record(record.headers)
    for entry in record.entries[1:]:
        bad.add(entry.seat, "deploy IN1" if entry.number == 2 else entry.text)
    path = tmp_path / "bad.txt"
    path.write_text(bad.text())
    assert "action 2 (red: deploy IN1) cannot be replayed" in refused(capsys, "replay", str(path))


def test_verify_tells_genuine_from_changed(capsys: Out, stored: Path) -> None:
    code, out, _ = run(capsys, "verify", str(stored))
    assert code == 0 and "rolls are genuine" in out
    head = out.split("head ")[1].split()[0]
    assert run(capsys, "verify", str(stored), head)[0] == 0
    code, out, _ = run(capsys, "verify", str(stored), "0" * 64)
    assert code == 1 and "NOT GENUINE" in out


def test_a_seeded_record_cannot_be_verified(capsys: Out, tmp_path: Path) -> None:
    path = tmp_path / "seeded.txt"
    sirocco.new("victory", seed=1).save(path)
    code, out, _ = run(capsys, "verify", str(path))
    assert code == 1 and "not sealed" in out


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_foreign_damaged_and_huge_files_are_refused(
    capsys: Out, stored: Path, tmp_path: Path, command: str
) -> None:
    text = stored.read_bytes()
    foreign = tmp_path / "foreign.txt"
    foreign.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 50)
    assert "line 1" in refused(capsys, command, str(foreign))
    changed = tmp_path / "changed.txt"
    changed.write_bytes(text.replace(b"quick-start", b"sleeping-giant"))
    refused(capsys, command, str(changed))
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(200_000_000)
    assert "no game is as long" in refused(capsys, command, str(huge))
    assert "is not a file" in refused(capsys, command, str(tmp_path))
    assert "cannot be read" in refused(capsys, command, "n" * 5000)


def test_a_record_of_an_unknown_game_is_refused(capsys: Out, tmp_path: Path) -> None:
    from dataclasses import replace

    from sirocco.kernel.record import Record

    headers = Record.parse(sirocco.new("victory", seed=1, layout="1,2").record()).headers
    path = tmp_path / "other.txt"
    path.write_text(Record(replace(headers, game="chess")).text())
    assert "There is no game 'chess'" in refused(capsys, "replay", str(path))


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("units.toml", '[FA]\nmove = "many"\n', "units.FA.move: must be a whole number"),
        ("units.toml", "[units.FA]\nmove = 3\n", "units.units.FA.move: is not a value"),
        ("terrain.toml", "[hex.clear]\narmy = 9\n", "terrain.hex.clear.army: must be"),
        ("maps/map1.toml", "map = 3\n", "maps.map1.map: must be text"),
    ],
)
def test_owners_values_that_do_not_fit(tmp_path: Path, file: str, text: str, told: str) -> None:
    """One sentence and exit code 2, whatever the command."""
    path = tmp_path / "victory" / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    for words in (("games",), ("data", "check", "victory"), ("rules", "victory", "V-4.0-a")):
        done = subprocess.run(
            [sys.executable, "-m", "sirocco.cli.main", *words],
            env={**os.environ, "SIROCCO_OWNER": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2 and told in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("zzz", "map 1: line 1, column 1 of the picture"),
        (" .C2", "it does not fit other maps"),
    ],
)
def test_owners_maps_are_checked(tmp_path: Path, picture: str, told: str) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "map1.toml").write_text(f'name = "Mine"\nmap = "{picture}"\n')
    pack = Pack.load("victory", tmp_path)
    assert any(told in str(breach) for breach in check_owned(pack))


def test_an_owners_map_needs_six_cities_worth_ten(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    text = (MAPS / "map1.toml").read_text().replace("C3", "C1")
    kept = [line for line in text.splitlines() if not line.startswith("provenance")]
    (tmp_path / "maps" / "map1.toml").write_text("\n".join(kept))
    found = check_owned(Pack.load("victory", tmp_path))
    assert [breach.check for breach in found] == ["cities"]
