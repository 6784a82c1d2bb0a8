"""The record: round trip, refusals, undo, and the file that survives a crash."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sirocco.kernel.chance import Recorder, Recording, Roll, Sampled
from sirocco.kernel.journal import Journal, load
from sirocco.kernel.record import Headers, Record, RecordError
from sirocco.kernel.sealed import Chain, Sealed, SealError, open_decks
from sirocco.verify import digest

SEATS = ("red", "blue")


def headers(sealed: Sealed | None = None, **changes: object) -> Headers:
    given: dict[str, object] = {
        "game": "victory",
        "rules": "0.1.0",
        "data_version": "1",
        "data_hash": "ab" * 32,
        "scenario": "quick-start",
        "seats": SEATS,
        "dice": f"sealed {sealed.game}" if sealed else "seed 7",
        "options": {"fog": "on", "maps": "A, B"},
        "anchors": sealed.anchors() if sealed else {},
        "deck": sealed.deck_anchor() if sealed else "",
        "extra": {"event": "Saturday: the club's"},
    }
    return Headers(**(given | changes))  # type: ignore[arg-type]


def dice_of(sealed: bool) -> tuple[Recorder, Headers]:
    if not sealed:
        return Recording(Sampled(7)), headers()
    chains = {p: Chain("a1b2", p, p.encode(), 200) for p in ("server", *SEATS)}
    table = Sealed("a1b2", chains)
    return table, headers(table)


def play(record: Record, chance: Recorder, actions: list[tuple[int, str, int]]) -> None:
    """Actions as seat, text and number of rolls."""
    for seat, text, rolls in actions:
        chance.bind(record.add(SEATS[seat], text))
        for i in range(rolls):
            chance.dice(i + 1, "fire at army")
        for roll in chance.take():
            record.add_roll(roll)


def begun(sealed: bool = False) -> tuple[Record, Recorder]:
    chance, top = dice_of(sealed)
    record = Record(top)
    chance.bind(record.head)
    chance.deck(3, "events")
    for roll in chance.take():
        record.add_roll(roll)
    play(record, chance, [(0, "move AR1 to 0405", 0), (0, "fire army", 2), (1, "pass", 0)])
    return record, chance


def damaged(text: str, old: str, new: str) -> str:
    """A text with other words and all marks made anew, as by somebody who knows the format."""
    assert old in text
    rows = text.replace(old, new).removesuffix("\n").split("\n")
    head, out = b"", []
    for line, row in enumerate(rows, 1):
        body, _, mark = row.rpartition("  ~")
        rolls = mark.partition("+")[2]
        head = digest("head", head, body)
        place = digest("line", line, body, rolls or 0).hex()[:6]
        out.append(f"{body}  ~{place}{head.hex()[:6]}" + (f" +{rolls}" if rolls else ""))
    return "\n".join(out) + "\n"


words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30).filter(
    lambda text: text.isprintable() and text == text.strip()
)


@pytest.mark.parametrize("sealed", [False, True])
@settings(deadline=None)
@given(actions=st.lists(st.tuples(st.integers(0, 1), words, st.integers(0, 3)), max_size=8))
def test_round_trip(sealed: bool, actions: list[tuple[int, str, int]]) -> None:
    chance, top = dice_of(sealed)
    record = Record(top)
    play(record, chance, actions)
    again = Record.parse(record.text())
    assert again.headers == record.headers
    assert again.actions() == record.actions() == [(SEATS[s], text) for s, text, _ in actions]
    assert again.all_rolls() == record.all_rolls()
    assert again.head == record.head
    assert again.text() == record.text()
    assert Record.parse(record.text().encode()).text() == record.text()
    assert Record.parse(record.text().replace("\n", "\r\n")).text() == record.text()


def test_a_record_reads_like_a_game() -> None:
    record, _ = begun()
    bodies = [row.partition("  ~")[0] for row in record.text().splitlines()]
    assert bodies == [
        "sirocco record 1",
        "game: victory",
        "rules: 0.1.0",
        "data: 1 " + "ab" * 32,
        "provenance: reconstruction",
        "scenario: quick-start",
        "option fog: on",
        "option maps: A, B",
        "seats: red blue",
        "dice: seed 7",
        "x-event: Saturday: the club's",
        "0 setup",
        "# 1 | deck 3 | 1 2 0 | events",
        "1 red: move AR1 to 0405",
        "2 red: fire army",
        "# 2 | 1d6 | 4 | fire at army",
        "# 3 | 2d6 | 1 4 | fire at army",
        "3 blue: pass",
    ]
    assert record.text().splitlines()[14].endswith(" +2")


@settings(deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text(st.characters(), max_size=300)))
def test_garbage_is_refused_in_one_sentence(source: bytes | str) -> None:
    with pytest.raises(RecordError, match=r"^line [0-9]+ "):
        Record.parse(source)


@settings(deadline=None)
@given(st.data(), st.booleans())
def test_damage_is_refused_in_one_sentence(data: st.DataObject, sealed: bool) -> None:
    raw = bytearray(begun(sealed)[0].text().encode())
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=5))
    try:
        text = Record.parse(bytes(raw)).text()
    except RecordError as error:
        assert str(error).startswith("line ") and "\n" not in str(error)
    else:
        assert text.encode() in (bytes(raw), bytes(raw) + b"\n", bytes(raw).replace(b"\r\n", b"\n"))


@settings(deadline=None)
@given(st.data(), st.booleans())
def test_forgery_raises_nothing_but_record_errors(data: st.DataObject, sealed: bool) -> None:
    record = begun(sealed)[0]
    rows = [row.partition("  ~")[0] for row in record.text().splitlines()]
    at = data.draw(st.integers(0, len(rows) - 1))
    cut = data.draw(st.integers(0, len(rows[at])))
    body = rows[at][:cut] + data.draw(st.sampled_from(["", " ", "|", "9", ": ", "x", "\u2028"]))
    forged = damaged(record.text(), rows[at] + "  ~", body + "  ~") if body else ""
    try:
        Record.parse(forged)
    except RecordError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("game: victory", "gamme: victory", "line 2 has an unknown or empty header"),
        ("rules: 0.1.0", "game: victory", "line 3 repeats the header 'game'"),
        ("scenario: quick-start", "x-a: b", "the header 'scenario' is missing"),
        ("rules: 0.1.0", "x-a: b", "the header 'rules' is missing"),
        ("dice: seed 7", "dice: loaded", "line 10: the header 'dice' is neither"),
        ("dice: seed 7", "dice: sealed a", "the header 'anchor blue' is missing"),
        ("seats: red blue", "seats: red red", "line 9: the header 'seats' names a seat twice"),
        ("seats: red blue", "seats: server blue", "line 9: the header 'seats' has a name"),
        ("data: 1 ", "data: 1 2 ", "line 4: the header 'data' is not a version and a hash"),
        ("option fog: on", "option zeal: on", "line 7 is out of order"),
        ("option fog", "option Fog", "line 7: the header 'option Fog' has a name"),
        ("x-event", "anchor red", "line 11: the header 'anchor red' belongs to nobody"),
        ("record 1 ", "record 2 ", "line 1 names a format"),
        ("sirocco record", "another record", "line 1 is not the title"),
        ("record 1 ", "record 1 and more ", "line 1 has more than the title"),
        ("0 setup", "x-z: y", "but the set-up has not begun|announces rolls"),
        ("3 blue", "2 blue", "line 18 cannot stand: action 2 is there already: 3 is due"),
        ("3 blue", "4 blue", "line 18 cannot stand: action 4 comes too soon: 3 is due"),
        ("3 blue", "03 blue", "line 18 cannot stand: .* is not written as records are"),
        ("3 blue", "3 green", "line 18 cannot stand: 'green' is no seat of this game"),
        ("3 blue: pass", "3 blue pass", "line 18 cannot stand: '3 blue pass' is not an action"),
        ("3 blue: pass", "x-late: header", "line 18 cannot stand: .* is not an action"),
        ("# 2 |", "# 3 |", "line 16 cannot stand: roll 3 stands where 2 is due"),
        ("| 1d6 | 4 |", "| 1d6 | 7 |", "line 16 cannot stand: roll 2 has impossible faces"),
        ("| 2d6 | 1 4 |", "| 3d6 | 1 4 |", "line 17 cannot stand: .* not written as records are"),
        ("| deck 3 | 1 2 0", "| deck 3 | 1 2 1", "line 13 cannot stand: roll 1 has impossible"),
        ("| fire at army", f"| fire | red={'a' * 64}", "line 16 .* one link of each party"),
        ("# 2 | 1d6", "# 2 : 1d6", "line 16 cannot stand: .* is not a roll"),
        (" +2", " +1", "line 17 is one roll too many or too few"),
        (" +2", " +3", "line 18 is one roll too many or too few"),
        ("3 blue: pass", "deck key: " + "a" * 64, "line 18 cannot stand: there are no decks"),
    ],
)
def test_forgeries_are_named(old: str, new: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        Record.parse(damaged(begun()[0].text(), old, new))


def test_a_sealed_roll_needs_its_links_and_seals() -> None:
    text = begun(sealed=True)[0].text()
    for part in (" | blue=", " red=", " server="):
        start = text.index(part, text.index("# 2 |"))
        stop = start + len(part) + 64
        with pytest.raises(RecordError, match=r"roll 2 does not have one link|is not a roll"):
            Record.parse(damaged(text, text[start:stop], ""))
    seal = text[text.index("# 1 |") :].partition("\n")[0].rpartition("  ~")[0][-65:]
    with pytest.raises(RecordError, match="roll 1 does not have one seal for each card"):
        Record.parse(damaged(text, seal, ""))


def test_what_a_file_can_be() -> None:
    text = begun()[0].text()
    with pytest.raises(RecordError, match="line 15 is not UTF-8 text"):
        Record.parse(text.encode().replace(b"fire army", b"fire \xff", 1))
    with pytest.raises(RecordError, match="line 2 is not UTF-8 text"):
        Record.parse(text.replace("victory", "\ud800", 1))
    with pytest.raises(RecordError, match="line 18 is longer than 1000000 characters"):
        Record.parse(text.replace("3 blue: pass", "3 blue: " + "pass" * 300_000))
    with pytest.raises(RecordError, match=r"line 18 cannot stand: .* longer than 2000"):
        Record.parse(damaged(text, "3 blue: pass", "3 blue: " + "pass" * 600))
    with pytest.raises(RecordError, match="line 17 is the last, but 1 rolls are missing"):
        Record.parse(damaged(text[: text.index("3 blue")], " +2", " +3"))


@pytest.mark.parametrize("text", ["", " pass", "pass ", "a\nb", "a\tb", "a\u2028b", "x" * 2001])
def test_actions_are_one_line_of_text(text: str) -> None:
    record = Record(headers())
    with pytest.raises(RecordError, match="the action"):
        record.add("red", text)
    assert record.actions() == []


def test_bad_headers_are_refused() -> None:
    for changes in ({"game": ""}, {"seats": ("red", "red")}, {"options": {"a b": "c"}}):
        with pytest.raises(RecordError, match="the header"):
            Record(headers(**changes))


def test_a_roll_must_be_the_next_one() -> None:
    record = Record(headers())
    for roll, why in (
        (Roll("fire", 6, (1,), "dice", 2), "roll 2 stands where 1 is due"),
        (Roll("a|b", 6, (1,), "dice", 1), "no proper purpose"),
        (Roll("fire", 6, (), "dice", 1), "impossible faces"),
        (Roll("fire", 6, (1,), "guess", 1), "impossible faces"),
    ):
        with pytest.raises(RecordError, match=why):
            record.add_roll(roll)
    assert record.rolls == 0


def test_the_head_tells_records_apart() -> None:
    one, two = Record(headers()), Record(headers(scenario="other"))
    assert one.head != two.head
    before = one.head
    assert one.add("red", "pass") == one.head != before
    assert one.drop(1) == one.head == before


def test_actions_are_taken_back_unless_they_rolled() -> None:
    record, chance = begun()
    text = record.text()
    play(record, chance, [(0, "move AR2", 0), (0, "to 0405", 0)])
    record.drop(2)
    assert record.text() == text
    with pytest.raises(RecordError, match="action 2 has rolled"):
        record.drop(2)
    with pytest.raises(RecordError, match="no 4 actions"):
        record.drop(4)
    with pytest.raises(RecordError, match="no 0 actions"):
        record.drop(0)
    assert record.text() == text


def test_a_branch_is_a_record_without_seal() -> None:
    record, chance = begun(sealed=True)
    assert isinstance(chance, Sealed)
    decks = chance.decks(record.all_rolls())
    branch = record.branch(2, decks)
    assert branch.actions() == record.actions()[:2]
    assert [roll.faces for roll in branch.all_rolls()] == [
        decks[1],
        *(roll.faces for roll in record.all_rolls()[1:]),
    ]
    assert branch.headers.dice == "scripted" and branch.headers.seats == SEATS
    assert Record.parse(branch.text()).text() == branch.text()
    assert record.branch(0, decks).actions() == []
    with pytest.raises(RecordError, match="the deck of roll 1 has not been opened"):
        record.branch(2, {})


def test_the_decks_are_opened_at_the_end() -> None:
    record, chance = begun(sealed=True)
    assert isinstance(chance, Sealed)
    with pytest.raises(RecordError, match="not the key"):
        record.close("x")
    record.close(chance.deck_key())
    with pytest.raises(RecordError, match="nothing can follow"):
        record.add("red", "pass")
    again = Record.parse(record.text())
    assert (again.deck_key, again.head) == (chance.deck_key(), record.head)
    anchor, key = bytes.fromhex(again.headers.deck), bytes.fromhex(again.deck_key)
    decks = open_decks(again.all_rolls(), chance.game, anchor, key)
    assert sorted(decks[1]) == [0, 1, 2]
    with pytest.raises(SealError, match="key is not the one"):
        open_decks(again.all_rolls(), chance.game, anchor, bytes(32))
    false = [roll._replace(seals=roll.seals[::-1]) for roll in again.all_rolls()]
    with pytest.raises(SealError, match="deck of roll 1 is not the one"):
        open_decks(false, chance.game, anchor, key)


@pytest.mark.parametrize("sealed", [False, True])
def test_a_journal_follows_the_record(tmp_path: Path, sealed: bool) -> None:
    path = tmp_path / "game.txt"
    record, chance = begun(sealed)
    journal = Journal(path, record)
    assert path.read_text("utf-8") == record.text()
    for actions in ([(0, "move Ä", 0)], [(1, "fire", 3), (0, "pass", 0)], [(1, "pass", 0)]):
        play(record, chance, actions)
        assert journal.sync() == record.head
        assert path.read_text("utf-8") == record.text()
    record.drop(2)
    play(record, chance, [(0, "move AR1", 0), (0, "fire", 1)])
    journal.sync()
    assert path.read_text("utf-8") == record.text()
    if isinstance(chance, Sealed):
        record.close(chance.deck_key())
        journal.sync()
        journal.sync()
        assert path.read_text("utf-8") == record.text()
    journal.close()
    with pytest.raises(RecordError, match="is not overwritten"):
        Journal(path, record)


def test_a_torn_end_is_dropped_and_the_rest_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    record, _ = begun()
    whole = record.text().encode()
    sizes = [len(record.entry_text(number).encode()) for number in range(4)]
    ends = [sum(sizes[: number + 1]) for number in range(4)]
    for size in range(ends[0], len(whole)):
        path.write_bytes(whole[:size])
        found, note = load(path)
        kept = max(n for n in range(4) if ends[n] <= size + 1)
        assert found.text().encode() == whole[: ends[kept]]
        assert bool(note) == (size not in ends and size + 1 not in ends)
        assert not note or f"kept up to action {kept}" in note


def test_a_record_torn_in_its_headers_cannot_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for text in (b"", b"sirocco rec", begun()[0].text().encode()[:300]):
        path.write_bytes(text)
        with pytest.raises(RecordError):
            load(path)
    with pytest.raises(RecordError, match="cannot be read"):
        load(tmp_path / "nothing.txt")


def test_damage_before_the_end_is_not_a_torn_end(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    text = begun()[0].text()
    path.write_text(text.replace("move AR1", "move AR2"), "utf-8")
    with pytest.raises(RecordError, match="line 14 was changed"):
        load(path)
