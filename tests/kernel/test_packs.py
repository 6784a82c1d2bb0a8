"""Data packs: three layers, later wins, and every value says where it comes from."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirocco.kernel.catalogue import Catalogue
from sirocco.kernel.packs import Pack, PackError, owner_folder
from sirocco.kernel.schema import Form, Schema
from sirocco.kernel.tables import PROVENANCES

UNITS = """
provenance = "printed"
[tank]
move = 3
fire = [2, 0, 1]
label = "Tank"
provenance = { label = "inferred" }
[truck]
move = 2
provenance = "derived"
"""
MORE_UNITS = """
provenance = "invented"
[truck]
move = 4
[boat]
move = 1
"""
SCHEMA = '["units.*"]\nmove = "1..6"\nfire = "[0..3]?"\nlabel = "text?"\n["maps"]\n"*" = "text"\n'


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A small game's folder with both shipped layers."""
    files = {
        "pack.toml": 'version = "7"',
        "schema.toml": SCHEMA,
        "rulebook/units.toml": UNITS,
        "reconstruction/units.toml": MORE_UNITS,
        "reconstruction/maps/plain.txt": ". . ~\n",
    }
    return write(tmp_path / "toy", {f"data/{name}": text for name, text in files.items()})


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def owned(tmp_path: Path, text: str, name: str = "units.toml") -> Path:
    return write(tmp_path / "own", {name: text})


def test_later_layers_win_value_by_value(toy: Path, tmp_path: Path) -> None:
    own = owned(tmp_path, "[tank]\nmove = 5\n")
    pack = Pack.load("toy", own, folder=toy)
    assert pack.value("units.tank.move") == 5
    assert pack.value("units.truck.move") == 4
    assert pack.value("units.tank.fire") == (2, 0, 1)
    assert pack.text("maps.plain") == ". . ~\n"
    assert pack.keys("units") == ("tank", "truck", "boat")
    assert pack.leaf("units.tank.move").file == "owner/units.toml"
    assert pack.version == "7+owner"


def test_provenance_of_values_and_tables(toy: Path, tmp_path: Path) -> None:
    pack = Pack.load("toy", owned(tmp_path, "[truck]\nmove = 2\n"), folder=toy)
    assert pack.provenance("units.tank.move") == "printed"
    assert pack.provenance("units.tank.label") == "inferred"
    assert pack.provenance("units.tank") == "inferred"
    assert pack.provenance("units.truck.move") == "owner"
    assert pack.provenance("units") == "invented"
    assert pack.status() == {
        "printed": 2,
        "owner": 1,
        "derived": 0,
        "inferred": 1,
        "invented": 2,
    }
    assert pack.note() == "reconstruction"
    assert pack.note("units.tank.move") == "printed"
    assert pack.note("units.tank.move", "units.truck") == "owner"


def test_hash_follows_the_values_only(toy: Path, tmp_path: Path) -> None:
    shipped = Pack.shipped("toy", folder=toy)
    same = Pack.load("toy", owned(tmp_path, "[tank]\nmove = 3\n"), folder=toy)
    other = Pack.load("toy", owned(tmp_path, "[tank]\nmove = 4\n"), folder=toy)
    assert shipped.hash == same.hash != other.hash
    assert len(shipped.hash) == 64


def test_diff_shows_both_sides(toy: Path, tmp_path: Path) -> None:
    shipped = Pack.shipped("toy", folder=toy)
    own = Pack.load("toy", owned(tmp_path, "[tank]\nmove = 4\n[jeep]\nmove = 6\n"), folder=toy)
    assert [str(difference) for difference in shipped.diff(own)] == [
        "units.tank.move: 3 (printed) / 4 (owner)",
        "units.jeep.move: none / 6 (owner)",
    ]
    assert shipped.diff(shipped) == ()


def test_a_table_cannot_be_changed(toy: Path) -> None:
    table = Pack.shipped("toy", folder=toy).value("units")
    assert dict(table["boat"]) == {"move": 1}
    with pytest.raises(TypeError):
        table["boat"] = 1


def test_overlay_for_a_case(toy: Path) -> None:
    pack = Pack.shipped("toy", folder=toy)
    mine = pack.overlay({"units": {"tank": {"move": 1}}}, "case")
    assert mine.number("units.tank.move") == 1
    assert mine.version == "7+case"
    assert pack.number("units.tank.move") == 3


def test_typed_access_names_file_and_key(toy: Path, tmp_path: Path) -> None:
    own = owned(tmp_path, '[tank]\nmove = "far"\nfire = [1, "x"]\nlabel = true\n')
    pack = Pack.load("toy", own, folder=toy)
    with pytest.raises(PackError, match=r"owner/units\.toml: units\.tank\.move: must be a whole"):
        pack.number("units.tank.move")
    with pytest.raises(PackError, match="must be a list of texts"):
        pack.texts("units.tank.fire")
    with pytest.raises(PackError, match="must be text, not True"):
        pack.text("units.tank.label")
    with pytest.raises(PackError, match="must be true or false"):
        pack.flag("units.tank.move")
    assert pack.flag("units.tank.label") is True
    with pytest.raises(PackError, match=r"no 'units\.tank\.mvoe'\. Near it: units\.tank\.move"):
        pack.value("units.tank.mvoe")
    with pytest.raises(PackError, match="has no 'nothing'"):
        pack.keys("nothing")


def test_check_finds_what_does_not_fit(toy: Path, tmp_path: Path) -> None:
    assert Pack.shipped("toy", folder=toy).check() == ()
    own = owned(tmp_path, '[tank]\nmove = 9\nfire = 2\nmuve = 2\n[jeep]\nlabel = "Jeep"\n')
    problems = Pack.load("toy", own, folder=toy).check()
    assert [str(problem) for problem in problems] == [
        "owner/units.toml: units.tank.move: must be a whole number from 1 to 6, not 9.",
        "owner/units.toml: units.tank.fire: must be a list, not 2.",
        "owner/units.toml: units.tank.muve: is not a value that this game knows."
        " Did you mean move?",
        "owner/units.toml: units.jeep.move: is missing.",
    ]


def test_forms_of_a_schema(toy: Path) -> None:
    pack = Pack.shipped("toy", folder=toy)
    good = {"units.*": {"move": "1..4", "fire": "[0..2]?", "label": "Tank|Car?"}}
    maps = {"maps": {"plain": "text"}}
    assert pack.check(Schema.parse({**good, **maps})) == ()
    missing = Schema.parse({**good, **maps, "rules": {"turns": "1..9", "end": "flag?"}})
    assert [problem.key for problem in pack.check(missing)] == ["rules.turns"]
    refer = pack.overlay({"start": {"first": "tank", "second": "plane"}}, "case")
    ids = Schema.parse({**good, **maps, "start": {"*": "@units"}})
    assert [str(problem) for problem in refer.check(ids)] == [
        "case: start.second: must be an id of the table units, not 'plane'."
    ]
    flags = pack.overlay({"start": {"go": 1}}, "case")
    wants = Schema.parse({**good, **maps, "start": {"go": "flag"}})
    assert [problem.sentence for problem in flags.check(wants)] == ["must be true or false, not 1."]
    with pytest.raises(PackError, match=r"units\.move: '1\.\.' is no form"):
        Schema.parse({"units": {"move": "1.."}})
    with pytest.raises(PackError, match="must be a table of keys"):
        Schema.parse({"units": 3})


def test_template_round_trips(toy: Path, tmp_path: Path) -> None:
    assert (
        Pack.shipped("toy", folder=toy)
        .template()["units.toml"]
        .endswith(
            '[tank]\n# label = "Tank"  # inferred\n\n[truck]\n# move = 4  # invented\n'
            "\n[boat]\n# move = 1  # invented\n"
        )
    )
    blanks = Pack.shipped("toy", folder=toy).template(everything=True)
    assert list(blanks) == ["units.toml"]
    filled = "\n".join(line.removeprefix("# ") for line in blanks["units.toml"].splitlines()[1:])
    own = owned(tmp_path, filled)
    mine = Pack.load("toy", own, folder=toy)
    assert mine.diff(Pack.shipped("toy", folder=toy)) == ()
    assert mine.provenance("units") == "owner"


def test_template_keeps_the_lines_of_a_map() -> None:
    pack = Pack.shipped("victory")
    for name, blanks in pack.template(everything=True).items():
        filled = "\n".join(line.removeprefix("# ") for line in blanks.splitlines()[1:])
        table = tomllib.loads(filled)
        if name.startswith("maps/"):
            place = name.removesuffix(".toml").replace("/", ".")
            assert table["map"] == pack.text(f"{place}.map")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[tank\n", r"^owner/units\.toml: is not valid TOML"),
        ('provenance = "printed"\n', r"units\.provenance: all values here are the owner's"),
        ("[[tank]]\nmove = 3\n", r"units\.tank: is a list of tables"),
        ("[tank]\nwhen = 1942-10-23\n", r"units\.tank\.when: dates and times"),
        ("[tank]\nmove = nan\n", r"units\.tank\.move: must be a finite number"),
        ('["a b"]\nmove = 3\n', r"units: 'a b' is no key"),
        ("tank = 3\n", r"units\.tank: is a value here and a table"),
        ("[tank.move]\nslow = 1\n", r"units\.tank\.move: is a value here and a table"),
    ],
)
def test_bad_tables_say_file_key_and_reason(
    toy: Path, tmp_path: Path, text: str, sentence: str
) -> None:
    with pytest.raises(PackError, match=sentence):
        Pack.load("toy", owned(tmp_path, text), folder=toy)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[tank]\nmove = 3\n", r"rulebook/more\.toml: more\.tank\.move: has no provenance"),
        ('provenance = "invented"\n', "must be one of printed, derived, inferred, not 'invented'"),
        (
            'move = 3\nprovenance = { "*" = "printed", mov = "derived" }\n',
            "gives the provenance of mov, which is not there",
        ),
    ],
)
def test_shipped_values_need_a_provenance(toy: Path, text: str, sentence: str) -> None:
    write(toy, {"data/rulebook/more.toml": text})
    with pytest.raises(PackError, match=sentence):
        Pack.shipped("toy", folder=toy)


def test_files_that_do_not_belong(toy: Path, tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"owner/units\.csv: only \.toml tables and \.txt maps"):
        Pack.load("toy", owned(tmp_path, "1,2", "units.csv"), folder=toy)
    own = write(tmp_path / "tidy", {".hidden": "?", "units.toml~": "?", "maps/.swp": "?"})
    assert Pack.load("toy", own, folder=toy).version == "7"
    write(toy, {"data/reconstruction/maps.toml": 'plain = "x"\nprovenance = "invented"\n'})
    with pytest.raises(PackError, match=r"maps\.plain: stands in .*maps"):
        Pack.shipped("toy", folder=toy)
    with pytest.raises(PackError, match="There is no data pack for 'chess'"):
        Pack.shipped("chess")


def test_text_must_be_utf8(toy: Path, tmp_path: Path) -> None:
    own = owned(tmp_path, "")
    (own / "units.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(PackError, match=r"owner/units\.toml: is not text in UTF-8"):
        Pack.load("toy", own, folder=toy)


def test_where_the_owners_folder_is(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SIROCCO_OWNER", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert owner_folder("toy") is None
    home = write(tmp_path / ".sirocco/owner/toy", {"units.toml": "[tank]\nmove = 6\n"})
    assert owner_folder("toy") == home
    assert Pack.load("toy", folder=toy).value("units.tank.move") == 6
    assert Pack.shipped("toy", folder=toy).value("units.tank.move") == 3
    base = write(tmp_path / "base", {"toy/units.toml": ""})
    monkeypatch.setenv("SIROCCO_OWNER", str(base))
    assert owner_folder("toy") == base / "toy"
    assert owner_folder("other") is None
    assert owner_folder("toy", tmp_path) == tmp_path
    monkeypatch.setenv("SIROCCO_OWNER", str(tmp_path / "gone"))
    with pytest.raises(PackError, match="is not a folder, though SIROCCO_OWNER names it"):
        owner_folder("toy")
    with pytest.raises(PackError, match="gone: is not a folder"):
        owner_folder("toy", tmp_path / "gone")


@given(st.text(max_size=20))
def test_any_text_is_a_form_or_none(spec: str) -> None:
    form = Form.parse(spec)
    assert form is None or form.kind in ("text", "flag", "number", "word", "key")


def test_victory_has_the_printed_charts() -> None:
    pack = Pack.shipped("victory")
    assert pack.check() == ()
    assert pack.keys("units") == ("FA", "DB", "HB", "SS", "BB", "CV", "AR", "AB", "MA", "IN")
    mix = {kind: pack.number(f"units.{kind}.mix") for kind in pack.keys("units")}
    assert sum(mix.values()) == 50
    fire = {
        kind: tuple(pack.number(f"units.{kind}.{arm}") for arm in ("air", "naval", "ground"))
        for kind in mix
    }
    assert fire["BB"] == (1, 3, 2)
    assert fire["DB"] == (1, 2, 2)
    assert pack.provenance("units") == "printed"
    assert pack.provenance("terrain.hexside") == "printed"
    assert pack.provenance("scenarios.two-front-war.three.a.units") == "inferred"
    assert set(pack.status()) == set(PROVENANCES)


def test_victory_scenarios_follow_the_book() -> None:
    pack = Pack.shipped("victory")
    catalogue = Catalogue.load("victory")
    for table in ("scenarios", "options"):
        for id in pack.keys(table):
            assert [
                rule for rule in pack.texts(f"{table}.{id}.rules") if rule not in catalogue
            ] == []
    for id in pack.keys("scenarios"):
        for size, maps in (("two", 2), ("three", 3), ("four", 4)):
            if f"scenarios.{id}.{size}" in pack:
                layout = pack.text(f"scenarios.{id}.{size}.layout")
                owners = pack.texts(f"layouts.{layout}.owners")
                assert len(owners) == maps == pack.number(f"layouts.{layout}.maps")
        for side in ("a", "b"):  # V-8.0-c: four maps double the forces
            for force in ("units", "points"):
                two, four = (f"scenarios.{id}.{size}.{side}.{force}" for size in ("two", "four"))
                if two in pack:
                    assert pack.number(four) == 2 * pack.number(two)
