"""`sirocco play`: whole games by typed lines, hand-over, storing, and every kind of bad input."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sirocco import saves
from sirocco.cli.main import main

Out = pytest.CaptureFixture[str]
LAYOUT = ("--option", "layout=1,2")


class Typed:
    """Lines typed into `sirocco play`."""

    def __init__(self, capsys: Out, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.capsys = capsys
        self.patch = monkeypatch
        self.save = folder / "game.txt"
        monkeypatch.setenv("SIROCCO_SAVES", str(folder / "saves"))

    def __call__(self, lines: str | bytes, *arguments: str) -> str:
        raw = lines.encode() if isinstance(lines, str) else lines
        stream = io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8")
        self.patch.setattr(sys, "stdin", stream)
        self.code = main(["play", "victory", *arguments])
        out, self.err = self.capsys.readouterr()
        return out


@pytest.fixture
def typed(capsys: Out, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Typed:
    return Typed(capsys, monkeypatch, tmp_path)


def test_a_newcomer_is_told_what_to_do(typed: Typed) -> None:
    out = typed("help\nmap\nlist\n", "--seed", "5", *LAYOUT)
    assert typed.code == 0
    assert "Two sides fight for cities" in out
    assert "red: Choose your starting force" in out
    assert "several at once: raise IN IN IN AR FA" in out
    assert "why UNIT SPACE works, too" in out
    assert "HOPE2" in out and "0405. clear" in out
    assert "Hope (1803), port city, 2 PP, blue" in out
    assert "Go on with: sirocco play victory --load" in out


def test_lines_commands_and_refusals(typed: Typed) -> None:
    lines = [
        "raise IN IN IN AR",
        "status",
        "undo",
        "status",
        "undo",
        "raise ZZ",
        "deploy IN1",
        "? raise",
        "? fire",
        "10",
        "#99",
        "units",
        "units AR",
        "units Lorne",
        "look Lorne",
        "look nowhere",
        "rules V-5.46-a",
        "rules ghost xyz",
        "odds AR4 vs IN3 in city",
        "odds Lorne",
        "odds",
        "score",
        "log 2",
        "log many",
        "hlep",
        "why raise IN",
        "why deploy IN1",
        "auto sometimes",
        "Lorne",
        "supply",
        "who Lorne",
        "who",
        "save",
    ]
    out = typed("\n".join(lines), "--seed", "5", *LAYOUT)
    assert typed.code == 0 and "Traceback" not in out + typed.err
    after = dict(zip(lines, out.split("red> ")[1:], strict=False))
    assert "Your force: 4 of 20 units (AR 1, IN 3)" in out
    assert "Taken back: 4 actions." in out
    assert "No: Another seat has acted since" in out
    assert "'raise' needs a noun that exists here" in after["raise ZZ"]
    assert "No: " in after["deploy IN1"] and "(V-" in after["deploy IN1"]
    assert "infantry: moves 2" in after["? raise"]
    assert "'fire' is not open now; open are raise." in after["? fire"]
    assert "Your force: 1 of 20 units (IN 1)" in after["10"]
    assert "There is no offer with the number 99" in after["#99"]
    assert "IN1 infantry 4" in after["units"] and "off the map: FA 8 of 8" in after["units"]
    assert "You have no unit at Lorne (0908)." in after["units Lorne"]
    assert "Lorne (0908), city, 1 PP, red" in after["look Lorne"]
    assert "room for 4 Army units" in after["look Lorne"]
    assert "There is no hex 'nowhere'" in after["look nowhere"]
    assert "Hits fall on the strongest unit" in after["rules V-5.46-a"]
    assert "Attacker wins" in after["odds AR4 vs IN3 in city"]
    assert "there are not blocks of both sides" in after["odds Lorne"]
    assert "red: 10 PP of 15 needed" in after["score"]
    assert "Did you mean help?" in after["hlep"]
    assert "It is allowed: raise IN" in after["why raise IN"]
    assert "V-" in after["why deploy IN1"] and "tells more)" in after["why deploy IN1"]
    assert "You are asked: Choose your starting force" in after["Lorne"]
    assert "Nobody needs supply before" in after["supply"]
    assert "No unit that you may name now" in after["who Lorne"]
    assert "auto decides once" in after["auto sometimes"]
    assert "The game is stored in" in after["save"]


def test_garbage_changes_nothing_and_the_game_goes_on(typed: Typed) -> None:
    garbage = [b"x" * 1_000_000, b"\x00\x01\xff\xfe raise \x80", b"look " + b"y" * 900_000]
    garbage += [b"save \x00", b"load /nowhere", b"load", b"save /nowhere/at/all", b"%s %d {}"]
    out = typed(b"\n".join([*garbage, b"raise IN"]), "--save", str(typed.save), *LAYOUT)
    assert typed.code == 0 and "Traceback" not in out + typed.err
    assert out.count("No: ") == len(garbage)
    assert len(out) < 20_000
    record, _ = saves.read_record(typed.save)
    assert [text for seat, text in record.actions() if seat == "red"] == ["raise IN"]


def test_a_game_against_the_computer_goes_through_all_phases(typed: Typed) -> None:
    out = typed("auto phase\n" * 90, "--seed", "3", "--against", "random", "--option", "limit=2")
    assert typed.code == 0
    for word in ("movement", "air response", "production", "Set-up."):
        assert word in out
    assert "The game is over: " in out or "Go on with" in out


def test_a_finished_game_says_who_won(typed: Typed) -> None:
    options = ("--option", "limit=1", *LAYOUT, "--save", str(typed.save))
    out = typed("auto phase\n" * 200, "--seed", "3", "--against", "random", *options)
    assert "The game is over: a draw." in out
    assert f"The game is stored in {typed.save}." in out
    assert saves.replay(typed.save).outcome is not None


def test_resigning_must_be_meant_and_ends_the_game(typed: Typed) -> None:
    out = typed("resign\nraise IN\nresign yes\nraise AR\n", "--save", str(typed.save), *LAYOUT)
    assert "No: To resign is to lose, and cannot be taken back: type resign yes." in out
    assert "The game is over: blue won (red has resigned)." in out
    assert f"The game is stored in {typed.save}." in out
    assert saves.read_record(typed.save)[0].actions()[-2:] == [
        ("red", "raise IN"),
        ("red", "resign"),
    ]
    assert main(["replay", str(typed.save)]) == 0 and main(["verify", str(typed.save)]) == 0
    assert "blue won (red has resigned)" in typed.capsys.readouterr()[0]
    out = typed("raise IN\n", "--load", str(typed.save))
    assert typed.code == 0 and "The game is over: blue won" in out


def test_the_computer_plays_on_where_it_stands_no_worse(typed: Typed) -> None:
    out = typed("draw\ndraw\ndraw now\nraise IN\n", "--save", str(typed.save), *LAYOUT)
    assert "red is for a draw." in out and "blue declines: the game goes on." in out
    assert "No: You have said draw already." in out and "No: draw proposes a draw" in out
    assert "Your force: 1 of 20 units" in out


def test_people_agree_on_a_draw_or_decline(typed: Typed) -> None:
    lines = "\nraise IN\ndraw\n\nno\nstatus\nraise IN\ndraw\n\nDraw\n"
    out = typed(lines, "--hotseat", "--save", str(typed.save), *LAYOUT)
    assert out.count("proposes a draw. Type draw to agree") == 2
    assert "blue declines: the game goes on." in out
    assert "The game is over: all agreed on a draw." in out
    assert [text for _, text in saves.read_record(typed.save)[0].actions()].count("draw") == 3


def test_a_loaded_game_says_what_happened_last(typed: Typed) -> None:
    typed("auto phase\nauto phase\n", "--save", str(typed.save), "--seed", "4", *LAYOUT)
    out = typed("", "--load", str(typed.save))
    assert "Taken up after " in out and "Two sides fight for cities" not in out
    news = out.partition("Type help at any time.\n")[2].partition("\n\n")[0].splitlines()
    assert len(news) == 8 and news[-1] == "  blue closes movement."


def test_what_is_on_the_screen_is_not_said_again(typed: Typed) -> None:
    out = typed("raise IN\nundo\n\n10\n10\n", "--seed", "5", *LAYOUT)
    first, after, back, again, tenth, bare = out.split("red> ")[:6]
    assert "infantry: moves 2" in first and "raise ...: FA DB" not in first
    assert "raise ...: FA DB HB SS BB CV AR AB MA IN" in after and "moves 2" not in after
    assert "Your force: 1 of 20" in after and "Your force: 0 of 20" in back
    assert "infantry: moves 2" in again
    assert "Your force: 1 of 20" in tenth and "No: These offers have no numbers" in bare


def test_the_game_is_stored_after_every_action_and_goes_on(typed: Typed) -> None:
    typed("raise IN\nraise AR\n", "--save", str(typed.save), "--seed", "4", *LAYOUT)
    out = typed("status\nundo\nraise FA\n", "--load", str(typed.save))
    assert "red: human, blue: cadet." in out
    assert "Your force: 2 of 20 units (AR 1, IN 1)" in out
    assert "Nothing can be taken back" in out
    record, _ = saves.read_record(typed.save)
    assert [text for seat, text in record.actions() if seat == "red"] == [
        "raise IN",
        "raise AR",
        "raise FA",
    ]


def test_secrets_lie_beside_the_record_for_the_owner_only(typed: Typed) -> None:
    typed("raise IN\n", "--save", str(typed.save), *LAYOUT)
    beside = saves.secrets_of(typed.save)
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    assert "secret" in beside.read_text() and "secret" not in typed.save.read_text()
    typed("raise AR\n", "--load", str(typed.save))
    assert typed.code == 0
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    beside.unlink()
    typed("", "--load", str(typed.save))
    assert typed.code == 2 and "its dice are held elsewhere" in typed.err


def test_the_latest_game_is_loaded_by_default(typed: Typed) -> None:
    typed("", "--load")
    assert typed.code == 2 and "No game of victory is stored" in typed.err
    typed("raise IN\n", *LAYOUT)
    assert "Your force: 1 of 20 units" in typed("status\n", "--load")


def test_a_torn_end_is_noted(typed: Typed) -> None:
    typed("raise IN\nraise AR\n", "--save", str(typed.save), "--hotseat", *LAYOUT)
    whole = typed.save.read_bytes()
    typed.save.write_bytes(whole[:-5])
    out = typed("", "--load", str(typed.save))
    assert "torn off: kept up to action" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--scenario", "quik-start"), "near it: quick-start"),
        (("--option", "fog=on"), "There is no option 'fog'"),
        (("--option", "=3"), "An option is written name=value"),
        (("--option", "limit=3", "--option", "limit=4"), "given twice"),
        (("--option", "limit=soon"), "whole number"),
        (("--seat", "green"), "There is no seat 'green'; seats are red, blue."),
        (("--against", "kasparov"), "--against is cadet, random, human"),
        (("--against", "cadet", "--hotseat"), "--hotseat seats only people"),
        (("--load", "x", "--seed", "3"), "--seed belongs to a new game"),
        (("--load", "/nowhere"), "/nowhere is not there"),
        (("--seed", "-1"), "--help"),
        (("--save", "/nowhere/at/all.txt"), "cannot be written"),
    ],
)
def test_bad_arguments_are_refused(typed: Typed, arguments: tuple[str, ...], said: str) -> None:
    typed("", *arguments)
    assert typed.code == 2
    assert said in typed.err and typed.err.count("\n") == 1


def test_a_file_that_is_there_is_not_overwritten(typed: Typed) -> None:
    typed.save.write_text("precious")
    typed("", "--save", str(typed.save))
    assert typed.code == 2 and "is not overwritten" in typed.err
    assert typed.save.read_text() == "precious"


@pytest.mark.parametrize("damage", ["record", "secrets", "foreign", "huge"])
def test_damaged_games_are_refused(typed: Typed, damage: str) -> None:
    typed("raise IN\n", "--save", str(typed.save), *LAYOUT)
    if damage == "record":
        typed.save.write_bytes(typed.save.read_bytes().replace(b"raise IN", b"raise AR"))
    elif damage == "secrets":
        saves.secrets_of(typed.save).write_text('{"dice": "{}", "players": {}}')
    elif damage == "foreign":
        typed.save.write_bytes(os.urandom(3000))
    else:
        with typed.save.open("r+b") as file:
            file.truncate(100_000_000)
    typed("", "--load", str(typed.save))
    assert typed.code == 2 and typed.err.count("\n") == 1, typed.err


def test_copies_and_loading_at_the_table(typed: Typed, tmp_path: Path) -> None:
    copy = tmp_path / "copy.txt"
    lines = f"raise IN\nsave {copy}\nraise AR\nload {copy}\nstatus\nraise FA\nsave {copy}\n"
    out = typed(lines, "--save", str(typed.save), *LAYOUT)
    assert f"A copy is in {copy}" in out and f"Loaded {copy}" in out
    assert "is not overwritten" in out
    mine = [text for seat, text in saves.read_record(copy)[0].actions() if seat == "red"]
    assert mine == ["raise IN", "raise FA"]
    first = [text for seat, text in saves.read_record(typed.save)[0].actions() if seat == "red"]
    assert first == ["raise IN", "raise AR"]


def test_hand_over_never_shows_the_other_side(typed: Typed) -> None:
    forces = ("CV CV CV CV", "AR AR AR AR"), ("FA FA DB DB", "MA MA AR AR")
    screens = []
    for first, last in forces:
        lines = f"\nraise {first}\n" + "raise IN\n" * 12 + f"raise {last}\n"
        lines += "\nlog\nmap\nlist\nunits\nlook Hope\nscore\nundo\n?\n"
        out = typed(lines, "--hotseat", "--seed", "9", *LAYOUT)
        red, handed, blue = out.partition("Hand the keyboard to blue")
        assert handed and "\f" in blue and first in red
        screens.append(blue.partition("Stored. Go on")[0])
    assert "blue: Choose your starting force" in screens[0]
    assert "red has chosen its force." in screens[0]
    assert screens[0] == screens[1]


def test_each_seat_of_a_team_can_be_taken(typed: Typed) -> None:
    arguments = ("--scenario", "commanders", "--seat", "blue-admiral", "--against", "random")
    out = typed("status\n", *arguments, "--seed", "1", "--option", "limit=1")
    assert typed.code == 0
    assert "blue-admiral: human" in out and "blue-admiral: Choose your starting force" in out


# A process of its own


def start(tmp_path: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "sirocco.cli.main", "play", "victory", *arguments]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "SIROCCO_SAVES": str(tmp_path)},
    )


def wait_for(process: subprocess.Popen[bytes], word: bytes) -> bytes:
    assert process.stdout is not None
    seen = b""
    while word not in seen:
        chunk = os.read(process.stdout.fileno(), 4096)
        assert chunk, seen
        seen += chunk
    return seen


def test_ctrl_c_leaves_the_table_without_a_traceback(tmp_path: Path) -> None:
    process = start(tmp_path, "--save", str(tmp_path / "g.txt"), *LAYOUT)
    wait_for(process, b"red> ")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in err and b"Go on with: sirocco play victory --load" in out


def test_a_killed_process_loses_no_finished_action(tmp_path: Path) -> None:
    path = tmp_path / "g.txt"
    process = start(tmp_path, "--save", str(path), *LAYOUT)
    assert process.stdin is not None
    process.stdin.write(b"raise IN\nraise AR\nstatus\n")
    process.stdin.flush()
    wait_for(process, b"2 of 20 units")
    process.kill()
    process.communicate(timeout=30)
    match, players, _ = saves.load(path)
    assert [text for seat, text in match.records.actions() if seat == "red"] == [
        "raise IN",
        "raise AR",
    ]
    assert players == {"red": "human", "blue": "cadet"}
    match.play("red", "raise FA")


def test_a_closed_stdin_ends_the_session_in_peace(tmp_path: Path) -> None:
    process = start(tmp_path, *LAYOUT)
    out, err = process.communicate(b"", timeout=30)
    assert process.returncode == 0 and err == b"" and b"Go on with" in out


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m sirocco.cli.main rules victory unit | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=30)
    assert b"Traceback" not in done.stderr


def test_at_a_terminal_lines_are_completed_and_ctrl_c_leaves(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sirocco.cli.main", "play", "victory", *LAYOUT]
    process = subprocess.Popen(
        [*command, "--save", str(tmp_path / "g.txt")],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"},
    )
    os.close(theirs)
    try:
        read_until(ours, b"red>")
        os.write(ours, b"rai\tI\t\r")
        seen = read_until(ours, b"1 of 20 units")
        if b"red>" not in seen.partition(b"1 of 20 units")[2]:
            read_until(ours, b"red>")
        os.write(ours, b"\x03")
        seen = read_until(ours, b"Go on with: ")
        assert b"Traceback" not in seen
        assert process.wait(timeout=30) == 130
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert saves.read_record(tmp_path / "g.txt")[0].actions()[-1] == ("red", "raise IN")


def read_until(handle: int, word: bytes) -> bytes:
    seen = b""
    while word not in seen:
        ready, _, _ = select.select([handle], [], [], 30)
        assert ready, seen
        seen += os.read(handle, 4096)
    return seen
