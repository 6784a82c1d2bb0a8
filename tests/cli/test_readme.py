"""The shop window keeps its promises: examples run, commands exist, links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sirocco.cli.main import Parser, parser, run

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = README.partition("```python\n")[2].partition("```")[0]
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("sirocco record 1 ")


def test_every_command_that_is_named_exists() -> None:
    named = set(re.findall(r"`sirocco ([a-z]+)", README))
    assert len(named) > 9 and named <= commands(parser())


def commands(top: Parser) -> set[str]:
    return {str(name) for action in top._actions for name in action.choices or ()}


@pytest.mark.parametrize(
    "line",
    [
        ["rules", "victory", "V-4.0-c"],
        ["rules", "victory", "air", "response"],
        ["odds", "victory", "AR4 IN3 vs IN4 in city"],
        ["data", "status", "victory"],
        ["games"],
    ],
)
def test_commands_of_the_text_work(line: list[str]) -> None:
    assert all(word in README for word in (line[0], line[-1]))
    assert run(line) == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"(?:\]\(|srcset=\"|src=\")([^)\"#]+)", text):
        if not target.startswith("http"):
            assert (document.parent / target).exists(), target
