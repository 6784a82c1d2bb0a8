"""Case files and their runner, with a small game of its own."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.kernel.ask import NOUN, Ask, verb
from sirocco.kernel.casefile import LARGEST, Case, CaseError, load_cases, merged
from sirocco.kernel.cases import case_command, coverage_text, game_named, run_case
from sirocco.kernel.catalogue import Catalogue
from sirocco.kernel.chance import Chance
from sirocco.kernel.events import Event, Rolled
from sirocco.kernel.expect import differences
from sirocco.kernel.frames import State
from sirocco.kernel.game import Game, Outcome, Verb
from sirocco.kernel.refusal import Refused

TAKE, ROLL, BREAK, CHEAT = verb(1), verb(2), verb(3), verb(4)


class Heap(State):
    """A heap of stones; two seats in turn take one to three of them."""

    __slots__ = ("left", "turn", "unsaved")

    def __init__(self, left: int, turn: int) -> None:
        super().__init__()
        self.left = left
        self.turn = turn
        self.unsaved = 0
        self.ask()

    def ask(self) -> None:
        """The open question, where other games have a stack of procedures."""
        most = min(3, self.left)
        choices = ((TAKE, (1 << most + 1) - 2), (ROLL, 1), (BREAK, 1))
        self.asked = (Ask(self.turn, "take", choices),) if most else ()


class HeapGame(Game[Heap]):
    id: ClassVar[str] = "heap"
    title: ClassVar[str] = "Heap"
    rules_version: ClassVar[str] = "heap-1"
    verbs: ClassVar[Mapping[int, Verb]] = {
        TAKE: Verb("take {}", "number"),
        ROLL: Verb("roll"),
        BREAK: Verb("break"),
        CHEAT: Verb("cheat"),
    }

    def setup(
        self,
        scenario: str,
        options: Mapping[str, Any],
        chance: Chance,
        log: list[Event] | None = None,
    ) -> Heap:
        return Heap(21, 0)

    def from_position(
        self, table: Mapping[str, Any], chance: Chance, log: list[Event] | None = None
    ) -> Heap:
        if set(table) - {"stones"}:
            raise Refused("position has a key too many.")
        return Heap(table.get("stones", 21), 0)

    def clone(self, state: Heap) -> Heap:
        return Heap(state.left, state.turn)

    def pack(self, state: Heap) -> bytes:
        return bytes((state.left, state.turn))

    def unpack(self, data: bytes) -> Heap:
        return Heap(data[0], data[1])

    def seats(self, state: Heap) -> tuple[str, ...]:
        return ("north", "south")

    def view(self, state: Heap, seat: int) -> Any:
        return state.left

    def facts(self, state: Heap, seat: int = -1) -> dict[str, Any]:
        if seat >= 0:
            return {"mine": state.turn == seat}
        words = [str(state.left), "even" if state.left % 2 == 0 else "odd"]
        return {
            "left": state.left,
            "stones": list(range(state.left)),
            "heap": {"left": state.left, "words": words},
        }

    def resample(self, state: Heap, seat: int, chance: Chance) -> Heap:
        return self.clone(state)

    def outcome(self, state: Heap) -> Outcome | None:
        return None if state.left else Outcome((state.turn,), "the last stone")

    def score(self, state: Heap, seat: int) -> float:
        return 0.5

    def catalogue(self) -> Catalogue:
        return Catalogue.load("victory")

    def pack_of_data(self) -> tuple[str, str, str]:
        return "1", "", "printed"

    def prompt(self, state: Heap, ask: Ask) -> str:
        return f"{state.left} are left."

    def rules_behind(self, state: Heap, ask: Ask, action: int) -> tuple[str, ...]:
        return ("H-1-a",)

    def noun_text(self, state: Heap, seat: int, kind: str, noun: int) -> str:
        return str(noun)

    def noun_of(self, state: Heap, seat: int, kind: str, text: str) -> int:
        return int(text) if text.isdigit() else -1

    def describe(self, state: Heap, event: Event, seat: int) -> str:
        return f"{event.purpose}: {event.faces[0]}" if isinstance(event, Rolled) else ""

    def why(self, state: Heap, seat: int, action: int) -> Refused:
        if action == CHEAT:
            state.left -= 1
        if seat != state.turn:
            return Refused("It is the other seat's turn.", "H-1-b")
        return Refused("There are not so many stones.", "H-1-a", "H-1-c")

    def mixture(self, choice: Random) -> tuple[str, dict[str, Any]]:
        return "", {}

    def audit(self, state: Heap) -> list[str]:
        return ["thirteen brings bad luck"] if state.left == 13 else []

    def apply(
        self,
        state: Heap,
        seat: int,
        action: int,
        chance: Chance,
        log: list[Event] | None = None,
    ) -> None:
        self.check(state, seat, action)
        if action == BREAK:
            raise KeyError("broken")
        taken = action & NOUN
        if action == ROLL:
            faces = chance.dice(1, "stones")
            taken = min(faces[0], state.left)
            if log is not None:
                log.append(Rolled(0b11, "stones", 6, faces))
        state.left -= taken
        state.turn = 1 - state.turn
        state.ask()


class Forgetful(HeapGame):
    """Each turn takes one stone more for every turn before, which are not stored."""

    def apply(
        self,
        state: Heap,
        seat: int,
        action: int,
        chance: Chance,
        log: list[Event] | None = None,
    ) -> None:
        super().apply(state, seat, action, chance, log)
        state.left -= state.unsaved
        state.unsaved += 1


HEAP = HeapGame()


def case_of(tmp_path: Path, text: str) -> Case:
    path = tmp_path / "heap.toml"
    path.write_text('[case]\ngame = "heap"\nrules = ["H-1-a"]\ntitle = "T"\n' + text, "utf-8")
    found = load_cases([path])[0]
    assert isinstance(found, Case)
    return found


def run(tmp_path: Path, text: str) -> str:
    return run_case(case_of(tmp_path, text), HEAP)


PASSING = [
    '[[do]]\nseat = "north"\naction = "take 2"\nexpect = { left = 19 }',
    '[[do]]\naction = "take 2"\n[[do]]\naction = "take 3"\nexpect = { left = 16 }',
    '[[do]]\nseat = "north"\naction = "take 4"\nrefused = "H-1-c"\nexpect = { left = 21 }',
    '[[do]]\nseat = "south"\naction = "take 1"\nrefused = ["H-1-b"]\nwhy = "other seat"',
    '[[do]]\nseat = "north"\naction = "take 4"\nwhy = "not so many"',
    '[[do]]\nseat = "north"\naction = "take 4"\nrefused = "H-1-c"\nnot_named = "H-1-b"',
    "[position]\nstones = 2\n[[do]]\noffered = ['take 1', 'take', 'TAKE 2']\n"
    "not_offered = ['take 3', 'cheat']",
    "[[do]]\nseat = 'south'\nnot_offered = ['take', 'take 1']\n",
    "[position]\ndice = [4]\n[[do]]\naction = 'roll'\nevents = { south = ['STONES: 4'] }\n"
    "no_events = { north = ['stones: 5'] }",
    "[[do]]\naction = 'roll'\ndice = [4]\nevents = []\nexpect = { left = 17 }",
    "[position]\ndice = [4, 4]\ndice_left = true\n[[do]]\naction = 'roll'",
    "[position]\ndice = [4, 5]\ndice_left = [5]\n[[do]]\naction = 'roll'",
    "[[do]]\npending = { seat = 'north', topic = 'take', prompt = '21 are' }",
    "[[do]]\npending = [{ seat = 'north' }]",
    "[position]\nstones = 0\n[[do]]\npending = []",
    "[[do]]\nview = { seat = 'north', mine = true }",
    "[[do]]\nview = [{ seat = 'north', mine = true }, { seat = 'south', mine = false }]",
    "[[do]]\nexpect = { heap = '21 odd !even', stones = { has = 3, lacks = [21], count = 21 } }",
    "[[do]]\nexpect = { left = { min = 21, max = 21 } }",
    "[position]\nstones = 3\n[[do]]\nexpect = { stones = [2, 0, 1] }",
    "[position]\nstones = 13\n[[do]]\nexpect = { left = 13 }",  # a fault that was there before
]


@pytest.mark.parametrize("text", PASSING)
def test_what_holds_passes(tmp_path: Path, text: str) -> None:
    assert run(tmp_path, text) == ""


def test_a_game_goes_on_alike_whether_it_was_stored_or_not(tmp_path: Path) -> None:
    two = '[[do]]\naction = "take 2"\n[[do]]\naction = "take 3"'
    assert run_case(case_of(tmp_path, two), Forgetful()) == (
        "step 2 (take 3): a game that was never stored goes on otherwise"
    )


FAILING = [
    ('[[do]]\naction = "take 2"\nexpect = { left = 18 }', "left is 19, not 18"),
    ('[[do]]\naction = "take 4"', "it was refused: There are not so many stones."),
    ('[[do]]\naction = "take 2"\nrefused = "H-1-a"', "it was allowed, and should be refused by"),
    ('[[do]]\naction = "take 4"\nrefused = "H-1-b"', "refused, but not by H-1-b"),
    ('[[do]]\naction = "take 4"\nnot_named = "H-1-c"', "refused by H-1-c too"),
    ('[[do]]\naction = "take 2"\nnot_named = "H-1-c"', "it was allowed, and should be refused"),
    ('[[do]]\naction = "take 4"\nwhy = "sunshine"', "the reason does not say 'sunshine'"),
    ('[[do]]\naction = "eat 4"\nwhy = "no action"', "refused without a rule"),
    ('[[do]]\naction = "cheat"\nrefused = "H-1-a"', "and yet something changed"),
    ('[[do]]\naction = "break"', "the rules broke down: KeyError"),
    ('[[do]]\naction = "roll"', "the dice do not fit"),
    ('[[do]]\naction = "roll"\ndice = [7]', "impossible with 6 sides"),
    ('[position]\ndice = [1, 2]\n[[do]]\naction = "roll"', "dice [2] are left over"),
    ('[[do]]\naction = "roll"\ndice = [1, 2]', "of the step's dice [2] were not rolled"),
    ("[[do]]\noffered = ['take 4']", "'take 4' is not offered"),
    ("[[do]]\nnot_offered = ['take 3']", "'take 3' is offered"),
    ("[[do]]\nnot_offered = ['swallow 3']", "'swallow 3' cannot be read"),
    ("[[do]]\nnot_offered = ['take']", "'take' is offered"),
    ("[[do]]\naction = 'roll'\ndice = [4]\nevents = ['stones: 5']", "the log does not say"),
    ("[[do]]\naction = 'roll'\ndice = [4]\nno_events = ['stones']", "the log says 'stones: 4'"),
    ("[[do]]\npending = { seat = 'south' }", "pending is otherwise: north is asked about take"),
    ("[[do]]\npending = []", "pending is otherwise"),
    ("[[do]]\nview = { seat = 'south', mine = true }", "in the view of south, mine is false"),
    ("[[do]]\nseat = 'nroth'\naction = 'roll'", "there is no seat 'nroth'; near it: north"),
    ("[position]\nstones = 0\n[[do]]\naction = 'roll'", "names no seat, and 0 seats are asked"),
    ("[[do]]\nexpect = { lfet = 3 }", "there is no lfet; near it: left"),
    ("[[do]]\nexpect = { left = 0x" + "f" * 9000 + " }", "left is 21, not a huge number"),
    ("[[do]]\nexpect = { left = '21' }", "left is 21, not '21'"),
    ("[[do]]\nexpect = { heap = '!odd' }", "heap is '21 odd', not '!odd'"),
    ("[[do]]\nexpect = { stones = [1] }", "stones is ["),
    ("[[do]]\nexpect = { stones = { count = 2 } }", "stones has 21 items, not 2"),
    ("[[do]]\nexpect = { left = { max = 20 } }", "left is 21, not max 20"),
    ("[position]\nstones = 14\n[[do]]\naction = 'take 1'", "thirteen brings bad luck"),
    ("[position]\nrocks = 14\n[[do]]\naction = 'take 1'", "position: position has a key too many"),
]


@pytest.mark.parametrize(("text", "said"), FAILING)
def test_what_does_not_hold_fails(tmp_path: Path, text: str, said: str) -> None:
    assert said in run(tmp_path, text)


def test_a_refused_line_leaves_everything_as_it_was(tmp_path: Path) -> None:
    text = (
        "[position]\ndice = [1]\n"
        "[[do]]\nseat = 'north'\naction = 'roll take 1'\nrefused = 'H-1-b'\n"
        "expect = { left = 21 }\n[[do]]\naction = 'roll'\nexpect = { left = 20 }"
    )
    assert run(tmp_path, text) == ""


def test_the_step_that_failed_is_named(tmp_path: Path) -> None:
    text = "[[do]]\naction = 'take 1'\n[[do]]\nseat = 'south'\naction = ['take 1', 'take 1']"
    assert run(tmp_path, text).startswith("step 2 (south: take 1; take 1): it was refused")


# Files


def test_many_cases_share_a_position(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(
        '[shared]\ngame = "heap"\n[shared.position]\nstones = 5\ndice = [1]\ndice_left = true\n',
        "utf-8",
    )
    (tmp_path / "many.toml").write_text(
        '[shared]\nfrom = "base.toml"\nrules = ["H-1-a"]\n'
        '[[case]]\ntitle = "A"\n[[case.do]]\nexpect = { left = 5 }\n'
        '[[case]]\ntitle = "B"\nrules = ["H-1-b"]\nposition = { stones = 6 }\n'
        "[[case.do]]\naction = 'roll'\nexpect = { left = 5 }\n"
        '[[case]]\ntitle = "C"\nalone = true\ndo = [{ expect = { left = 21 } }]\n',
        "utf-8",
    )
    cases = load_cases([tmp_path])
    assert [case.title for case in cases] == ["A", "B", "C"]
    assert [case.named() for case in cases] == [{"H-1-a"}, {"H-1-b"}, {"H-1-a"}]
    assert [run_case(case, HEAP) for case in cases] == ["", "", ""]


def test_tables_are_joined_and_lists_replaced() -> None:
    base = {"a": {"x": 1, "y": [1, 2]}, "b": 3}
    assert merged(base, {"a": {"y": [3]}, "b": {"z": 1}}) == {
        "a": {"x": 1, "y": [3]},
        "b": {"z": 1},
    }
    assert base["b"] == 3


HEAD = '[case]\ngame = "heap"\nrules = ["H-1-a"]\ntitle = "T"\n'
DAMAGED = [
    ("", "neither a table [case] nor a list [[case]]"),
    ("case = 3", "one table [case] or a list of tables"),
    ("[[case", "no valid TOML"),
    ('[case]\ntitle = "T"', "case 'T'.game is missing"),
    ('[case]\ngame = "heap"', "case.title is missing"),
    ('[case]\ntitle = "T"\ngame = "heap"', "case 'T'.rules is missing"),
    (HEAD, "case 'T'.do is missing"),
    (HEAD + "[[do]]\nseat = 'north'", "neither does nor checks anything"),
    (HEAD + "[[do]]\nactoin = 'roll'", "has no key 'actoin'; near it: action"),
    (HEAD + "[[do]]\naction = 3", "action must be a list of texts, not 3"),
    (HEAD + "[[do]]\nrefused = 'H-1-a'", "needs exactly one action"),
    (HEAD + "[[do]]\naction = ['a', 'b']\nwhy = 'x'", "needs exactly one action"),
    (HEAD + "[[do]]\nexpect = 3", "expect must be a table, not 3"),
    (HEAD + "[[do]]\npending = {}", "must name a seat, a topic or words"),
    (HEAD + "[[do]]\naction = 'a'\n[position]\ndice = ['x']", "dice must be a list of numbers"),
    (HEAD + "[[do]]\naction = 'a'\n[position]\ndice_left = 3", "dice_left must be true or false"),
    (HEAD + "[[do]]\naction = 'a'\n[postion]\n", "the file has no key 'postion'"),
    (HEAD + "color = 3\n[[do]]\naction = 'a'", "has no key 'color'"),
    (HEAD + "do = []\n[[do]]\naction = 'a'", "do stands both in [case] and beside it"),
    ('[position]\n[[case]]\ntitle = "A"', "[position] beside [case] goes with a single case"),
    ('[shared]\ngmae = "heap"', "shared has no key 'gmae'; near it: game"),
    ('[shared]\nfrom = "../x.toml"', "must name another file in the same folder"),
    ('[shared]\nfrom = "gone.toml"', "there is no such file"),
    ('[[case]]\ntitle = "A"\nrules = ["H"]', "case 'A'.game is missing"),
    ("a = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
    ("a." * 100 + "a = 1", "nested too deeply"),
    ("\n" + "a." * 200000 + "a = 1", "line 2 has more than 200 dots"),
    (
        HEAD + "[[do]]\naction = 0x" + "f" * 9000,
        "action must be a list of texts, not a huge number",
    ),
    (HEAD + "[[do]]\naction = " + "9" * 9000, "cannot be read"),
    (HEAD + '[[do]]\n"a\\nb" = 1', "has no key 'a\\nb'"),
    (HEAD.replace('"T"', '"""a\nb"""') + "[[do]]\naction = 'a'", "title must be one line"),
]


@pytest.mark.parametrize(("text", "said"), DAMAGED)
def test_damaged_files_are_refused_in_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(CaseError) as refusal:
        case_command([path])
    sentence = str(refusal.value)
    assert "\n" not in sentence and said in sentence
    assert sentence.startswith(f"{path}: ") or "gone.toml" in sentence


def test_titles_are_unique_in_a_file(tmp_path: Path) -> None:
    one = '[[case]]\ngame = "heap"\ntitle = "A"\nrules = ["H"]\n[[case.do]]\naction = "roll"\n'
    (tmp_path / "twice.toml").write_text(one + one, "utf-8")
    with pytest.raises(CaseError, match="two cases have the title 'A'"):
        load_cases([tmp_path])


def test_foreign_and_huge_files_are_refused(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * (LARGEST + 1))
    for path, said in [
        (binary, "no text in UTF-8"),
        (huge, "at most 1,000,000 bytes"),
        (tmp_path / "none.toml", "no such file or folder"),
    ]:
        with pytest.raises(CaseError, match=said):
            load_cases([path])


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(CaseError):
        load_cases([path])


def test_rules_and_games_must_exist(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    for game, rule, said in [
        ("chess", "V-4.0-a", "there is no game 'chess'"),
        ("victory", "V-4.0-zz", "has no rule 'V-4.0-zz'"),
        ("victory", "v-4.0-a", "written as in the catalogue"),
    ]:
        path.write_text(
            f'[case]\ngame = "{game}"\nrules = ["{rule}"]\ntitle = "T"\n[[do]]\nexpect.turn = 1\n',
            "utf-8",
        )
        with pytest.raises(CaseError, match=said):
            case_command([path])
    with pytest.raises(Refused, match="there is no game"):
        game_named("../victory")


def test_an_empty_folder_has_no_cases(tmp_path: Path) -> None:
    lines: list[str] = []
    assert case_command([tmp_path], lines.append) == 0
    assert lines == ["0 passed, 0 failed"]


def test_coverage_is_told() -> None:
    text = coverage_text({"H-1-a": ["x: T"], "H-1-b": []})
    assert text == "1 of 2 rules are named by a passing case\nmissing:\n  H-1-b"


# Expectations


@given(
    st.recursive(
        st.integers() | st.booleans() | st.text(max_size=5),
        lambda inner: st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=8,
    )
)
def test_everything_is_as_itself(fact: Any) -> None:
    assert differences(fact, fact) == []


def test_truth_is_not_a_number() -> None:
    assert differences({"a": 1}, {"a": True}) == ["a is true, not 1"]
    assert differences({"a": False}, {"a": 0}) == ["a is 0, not false"]
