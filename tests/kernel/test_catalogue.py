"""The catalogue: every rule of a game by its id."""

import re
from pathlib import Path

import pytest

from sirocco.kernel.catalogue import GAMES, Catalogue, CatalogueError, Rule, Ruling

RULE = """
[[rule]]
id = "{id}"
title = "A title"
text = "A text."
kind = "{kind}"
topic = "combat"
source = "book line 7"
"""
RULING = (
    '[[ruling]]\nid = "A1"\nquestion = "Q?"\nruling = "R."\nreason = "W."\nrules = ["{rule}"]\n'
)


@pytest.fixture(scope="module")
def victory() -> Catalogue:
    return Catalogue.load("victory")


def write(folder: Path, rules: str, rulings: str = "") -> Path:
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    if rulings:
        (folder / "rulings.toml").write_text(rulings, encoding="utf-8")
    return folder


def test_victory_is_complete(victory: Catalogue) -> None:
    assert len(victory) == 412
    assert list(victory.rulings) == [f"A{n}" for n in range(1, 95)]


def test_every_id_cited_in_a_text_exists(victory: Catalogue) -> None:
    rules = " ".join(rule.text for rule in victory)
    rulings = " ".join(f"{r.question} {r.ruling} {r.reason}" for r in victory.rulings.values())
    cited = re.findall(r"V-[A-Z0-9.]+-[a-z]+|\bA\d\d?\b", rules + " " + rulings)
    ratings = {"A0", "A1", "A2"}  # firepower against air, not rulings
    assert len(cited) > 50
    assert [id for id in cited if id not in victory and id not in ratings] == []


def test_no_trace_of_source_files() -> None:
    for path in sorted(GAMES.glob("*/rul*.toml")):
        text = path.read_text(encoding="utf-8")
        assert ".txt" not in text, path
        assert not re.search(r"\bL\d{2,}", text), path


def test_explain_a_rule_with_its_rulings(victory: Catalogue) -> None:
    text = victory.explain("v-2.1-p")
    assert text.startswith("V-2.1-p  Attack across water loses the first Combat Turn")
    assert "A2: Yes, both." in text
    assert "[core, " in text


def test_explain_a_section(victory: Catalogue) -> None:
    text = victory.explain("V-8.6")
    assert [id for id in ("V-8.6-a", "V-8.6-b", "V-8.6-c") if id in text] == [
        "V-8.6-a",
        "V-8.6-b",
        "V-8.6-c",
    ]
    assert "V-8.5" not in text


def test_explain_a_ruling(victory: Catalogue) -> None:
    assert "V-8.4-b  Two Front War: A's forces" in victory.explain("A73")


def test_search_puts_titles_first(victory: Catalogue) -> None:
    found = victory.search("double defense")
    assert isinstance(found[0], Rule)
    assert "Double Defense" in found[0].title
    assert any(isinstance(entry, Ruling) for entry in found)
    assert victory.search("zeppelin") == ()
    assert victory.search("  ") == ()


def test_unknown_id_names_near_ones(victory: Catalogue) -> None:
    with pytest.raises(CatalogueError, match=r"no rule 'V-5\.46-z'.*Near it: .*V-5\.46-[abc]"):
        victory.explain("V-5.46-z")
    with pytest.raises(CatalogueError, match=r"victory has no rule '§§§'\.$"):
        victory.rule("§§§")


@pytest.mark.parametrize(
    ("rules", "rulings", "sentence"),
    [
        (RULE.format(id="V-1-a", kind="house"), "", "of no known kind: 'house'"),
        (RULE.format(id="one", kind="core"), "", "is no rule id"),
        (RULE.format(id="V-1-a", kind="core") * 2, "", "has an id twice"),
        (RULE.format(id="V-1-a", kind="core") + 'note = "x"', "", "unknown key 'note'"),
        ('[[rule]]\nid = "V-1-a"\n', "", "V-1-a of toy has no title"),
        ("rule = 3\n", "", r"a list of \[\[rule\]\]"),
        ("[[rule]\n", "", "cannot be read"),
        (
            RULE.format(id="V-1-a", kind="core"),
            RULING.format(rule="V-2-b"),
            "A1 of toy cites V-2-b",
        ),
    ],
)
def test_bad_catalogues_say_what_is_wrong(
    tmp_path: Path, rules: str, rulings: str, sentence: str
) -> None:
    with pytest.raises(CatalogueError, match=sentence):
        Catalogue.load("toy", write(tmp_path, rules, rulings))


def test_rulings_are_optional_and_rules_are_not(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"no catalogue rules\.toml"):
        Catalogue.load("toy", tmp_path)
    toy = Catalogue.load("toy", write(tmp_path, RULE.format(id="V-1-a", kind="core")))
    assert list(toy.rules) == ["V-1-a"]
    assert not toy.rulings
