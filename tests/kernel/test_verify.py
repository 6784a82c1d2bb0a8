"""The verifier: alone in a folder, it finds what was changed, dropped, added or moved."""

import ast
import hashlib
import hmac
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sirocco.verify
from sirocco.kernel.record import Headers, Record
from sirocco.kernel.sealed import Chain, Sealed
from sirocco.verify import NotGenuine, digest, verify

VERIFIER = Path(sirocco.verify.__file__)
SEATS = ("red", "blue")


def table(game: str = "a1b2") -> tuple[Record, Sealed]:
    parties = ("server", *SEATS)
    dice = Sealed(game, {p: Chain(game, p, f"secret of {p}".encode(), 300) for p in parties})
    headers = Headers(
        game="victory",
        rules="0.1.0",
        data_version="1",
        data_hash="cd" * 32,
        scenario="quick-start",
        seats=SEATS,
        dice=f"sealed {game}",
        anchors=dice.anchors(),
        deck=dice.deck_anchor(),
    )
    return Record(headers), dice


def roll(record: Record, dice: Sealed, counts: list[int]) -> None:
    for count in counts:
        dice.dice(count, f"fire with {count}")
    for done in dice.take():
        record.add_roll(done)


@cache
def game(game_id: str = "a1b2") -> str:
    """Twelve actions, a deck, a shuffle and rolls; two actions after the last roll."""
    record, dice = table(game_id)
    dice.bind(record.head)
    dice.deck(6, "events")
    dice.shuffle(2, "who begins")
    roll(record, dice, [1])
    for turn in range(5):
        dice.bind(record.add(SEATS[turn % 2], f"fire unit {turn}"))
        roll(record, dice, [1, turn + 1])
        dice.bind(record.add(SEATS[turn % 2], f"move {turn}"))
    record.add("blue", "pass")
    record.close(dice.deck_key())
    return record.text()


ROWS = game().removesuffix("\n").split("\n")
LAST_ROLL = max(at for at, row in enumerate(ROWS) if row.startswith("# "))
places = st.integers(0, len(ROWS) - 1)


def joined(rows: list[str]) -> str:
    return "\n".join(rows) + "\n"


def forged(rows: list[str]) -> str:
    """The same lines with all marks made anew, as by somebody who knows the format."""
    head, out = b"", list[str]()
    for line, row in enumerate(rows, 1):
        body, _, mark = row.rpartition("  ~")
        rolls = mark.partition("+")[2]
        head = digest("head", head, body)
        place = digest("line", line, body, rolls or 0).hex()[:6]
        out.append(f"{body}  ~{place}{head.hex()[:6]}" + (f" +{rolls}" if rolls else ""))
    return joined(out)


def test_a_genuine_record_passes() -> None:
    record = Record.parse(game())
    assert verify(game()) == (13, record.head.hex())
    assert verify(game().replace("\n", "\r\n")) == verify(game())
    assert forged(ROWS) == game()


def test_one_link_and_one_roll_by_hand() -> None:
    """Follows docs/dice.md with nothing but the standard library."""

    def framed(*parts: bytes) -> bytes:
        return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

    def sha(raw: bytes) -> bytes:
        return hashlib.sha256(raw).digest()

    record, dice = table()
    head = b""
    for row in record.text().splitlines():
        head = sha(framed(b"head", head, row.rpartition("  ~")[0].encode()))
    dice.bind(record.head)
    faces = dice.dice(3, "who begins", 10)
    [done] = dice.take()
    assert head == record.head
    links = dict(done.links)
    for party in links:
        tag = sha(framed(b"chain", b"a1b2", party.encode()))
        assert sha(tag + b"\0\0\0\1" + links[party]).hex() == record.headers.anchors[party]
    names = (b"blue", b"red", b"server")
    key = sha(framed(b"key", *(x for n in names for x in (n, links[n.decode()]))))
    drawn = []
    for block in (b"1", b"2", b"3"):
        text = sha(framed(b"draw", b"3d10", head, b"1", b"who begins", b"", block))
        drawn.append(int.from_bytes(hmac.new(key, text, "sha256").digest(), "big") % 10 + 1)
    assert tuple(drawn) == faces


@given(places, st.data())
def test_any_changed_line_is_found(at: int, data: st.DataObject) -> None:
    row = ROWS[at]
    start = data.draw(st.integers(0, len(row) - 1))
    other = row[:start] + data.draw(st.characters(codec="utf-8")) + row[start + 1 :]
    if other != row and other != row + "\r":
        with pytest.raises(NotGenuine, match=rf"^line {at + 1} "):
            verify(joined([*ROWS[:at], other, *ROWS[at + 1 :]]))


@given(places, st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=40))
def test_any_replaced_line_is_found(at: int, other: str) -> None:
    with pytest.raises(NotGenuine, match=rf"^line {at + 1} "):
        verify(joined([*ROWS[:at], other, *ROWS[at + 1 :]]))


@pytest.mark.parametrize("at", range(len(ROWS)))
def test_any_dropped_line_is_found(at: int) -> None:
    rows = ROWS[:at] + ROWS[at + 1 :]
    if at < len(ROWS) - 1:
        why = f"^line {at + 1} belongs in line {at + 2}: lines were dropped, added or moved"
        with pytest.raises(NotGenuine, match=why):
            verify(joined(rows))
    else:
        assert verify(joined(rows))[1] != verify(game())[1]


@given(st.integers(0, len(ROWS)), places)
def test_any_repeated_line_is_found(at: int, source: int) -> None:
    rows = [*ROWS[:at], ROWS[source], *ROWS[at:]]
    line = at + 2 if source == at else at + 1
    with pytest.raises(
        NotGenuine,
        match=rf"^line {line} belongs in line {line - 1 if source == at else source + 1}",
    ):
        verify(joined(rows))


@given(st.integers(0, len(ROWS)), st.sampled_from(["", "1 red: pass", "# 1 | 1d6 | 6 | luck"]))
def test_any_added_line_is_found(at: int, body: str) -> None:
    for mark in ("", "  ~0123456789ab"):
        with pytest.raises(NotGenuine, match=rf"^line {at + 1} .*added"):
            verify(joined([*ROWS[:at], body + mark, *ROWS[at:]]))


@given(places, places)
def test_any_two_swapped_lines_are_found(one: int, two: int) -> None:
    if one != two:
        rows = list(ROWS)
        rows[one], rows[two] = rows[two], rows[one]
        low, high = sorted((one, two))
        with pytest.raises(NotGenuine, match=rf"^line {low + 1} belongs in line {high + 1}"):
            verify(joined(rows))


@given(places, places)
def test_any_moved_line_is_found(one: int, two: int) -> None:
    if one != two:
        rows = list(ROWS)
        rows.insert(two, rows.pop(one))
        with pytest.raises(NotGenuine, match=rf"^line {min(one, two) + 1} belongs in line"):
            verify(joined(rows))


@given(places)
def test_lines_of_another_game_are_found(at: int) -> None:
    other = game("c3d4").removesuffix("\n").split("\n")
    if other[at] != ROWS[at] and other[:at] != ROWS[:at]:
        with pytest.raises(NotGenuine, match=rf"^line {at + 1} does not go on"):
            verify(joined([*ROWS[:at], *other[at:]]))


@pytest.mark.parametrize("at", range(len(ROWS)))
def test_a_forger_cannot_change_a_line_before_a_roll(at: int) -> None:
    body, _, mark = ROWS[at].rpartition("  ~")
    for other in (body[:-1] + ("0" if body[-1] != "0" else "1"), body + "x"):
        text = forged([*ROWS[:at], f"{other}  ~{mark}", *ROWS[at + 1 :]])
        if at <= LAST_ROLL:
            with pytest.raises(ValueError):
                verify(text)
        else:
            assert verify(text)[1] != verify(game())[1]


@pytest.mark.parametrize("at", range(LAST_ROLL + 1))
def test_a_forger_cannot_drop_or_move_a_line_before_a_roll(at: int) -> None:
    rows = ROWS[:at] + ROWS[at + 1 :]
    with pytest.raises(ValueError):
        verify(forged(rows))
    for target in range(LAST_ROLL + 1):
        if target != at:
            with pytest.raises(ValueError):
                verify(forged([*rows[:target], ROWS[at], *rows[target:]]))


@given(places, st.data())
def test_a_forger_is_answered_in_one_sentence(at: int, data: st.DataObject) -> None:
    body, _, mark = ROWS[at].rpartition("  ~")
    cut = data.draw(st.integers(0, len(body)))
    other = body[:cut] + data.draw(st.text(st.sampled_from(" |=:#0a9d"), min_size=1, max_size=4))
    try:
        head = verify(forged([*ROWS[:at], f"{other}  ~{mark}", *ROWS[at + 1 :]]))[1]
    except ValueError as error:
        assert "\n" not in str(error)
    else:
        assert other == body or head != verify(game())[1]


def changed(old: str, new: str, line: int) -> str:
    rows = list(ROWS)
    assert old in rows[line - 1]
    rows[line - 1] = rows[line - 1].replace(old, new, 1)
    return forged(rows)


def test_forgeries_are_named() -> None:
    at = next(n for n, row in enumerate(ROWS, 1) if row.startswith("# 3 |"))
    red = ROWS[at - 1].partition("red=")[2][:64]
    face = ROWS[at - 1].split(" | ")[2]
    for old, new, why in (
        (f"| {face} |", f"| {int(face) % 6 + 1} |", f"line {at} has faces that do not follow"),
        ("fire with 1", "fire with 2", f"line {at} has faces that do not follow"),
        (f"red={red}", "red=" + "0" * 64, f"line {at} has a false link of red"),
        (f" red={red}", "", f"line {at} is not roll 3 with one link of each party"),
        ("# 3 |", "# 4 |", f"line {at} is not roll 3"),
    ):
        with pytest.raises(NotGenuine, match=why):
            verify(changed(old, new, at))


def test_a_forger_cannot_leave_out_a_seat_or_the_seal() -> None:
    rows = [row for row in ROWS if not row.startswith("anchor blue")]
    with pytest.raises(NotGenuine, match="not sealed by anchors of the server and of every seat"):
        verify(forged(rows))
    with pytest.raises(NotGenuine, match="the dice are not sealed"):
        verify(forged([row.replace("sealed a1b2", "seed 7") for row in ROWS]))


def test_an_entry_cannot_hide_a_roll() -> None:
    at = next(n for n, row in enumerate(ROWS) if row.startswith("1 red"))
    for count in ("+1", "+3"):
        rows = list(ROWS)
        rows[at] = rows[at].replace("+2", count)
        with pytest.raises(NotGenuine, match="one roll too many or too few"):
            verify(forged(rows))
    with pytest.raises(NotGenuine, match="is the last, but 1 rolls are missing after it"):
        verify(joined(ROWS[: at + 2]))


def test_only_the_deck_key_can_follow_the_actions() -> None:
    for row in ("x-note: late  ~", "seats: red blue  ~", "14 red: pass  ~"):
        with pytest.raises(NotGenuine, match="stands where action 12 is due"):
            verify(forged([*ROWS[:-1], row]))
    with pytest.raises(NotGenuine, match="stands where action 12 is due"):
        verify(forged([*ROWS, "12 red: pass  ~"]))


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    alone = folder / "verify.py"
    alone.write_bytes(VERIFIER.read_bytes())
    command = [sys.executable, "-I", "-S", str(alone), *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_it_runs_alone(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(game(), "utf-8")
    head = verify(game())[1]
    good = run(tmp_path, "game.txt")
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith(f"13 rolls are genuine; head {head}")
    assert run(tmp_path, "game.txt", head).returncode == 0


def test_it_uncovers_a_cut_record(tmp_path: Path) -> None:
    (tmp_path / "cut.txt").write_text(joined(ROWS[:-1]), "utf-8")
    assert run(tmp_path, "cut.txt").returncode == 0
    cut = run(tmp_path, "cut.txt", verify(game())[1])
    assert cut.returncode == 1
    assert cut.stderr.startswith("NOT GENUINE: the head is")


@pytest.mark.parametrize(
    "raw", [b"", b"\xff\n", b"hello\n", game().replace("move", "MOVE", 1).encode()]
)
def test_it_refuses_in_one_line(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "bad.txt").write_bytes(raw)
    bad = run(tmp_path, "bad.txt")
    assert (bad.returncode, bad.stdout) == (1, "")
    assert bad.stderr.startswith("NOT GENUINE: ") and bad.stderr.count("\n") == 1


def test_it_is_short_and_stands_on_the_standard_library() -> None:
    text = VERIFIER.read_text("utf-8")
    assert len(text.splitlines()) < 100
    for node in ast.walk(ast.parse(text)):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert all(name.partition(".")[0] in sys.stdlib_module_names for name in names)
