"""The built client: it is there, small, whole, and asks nothing of other hosts."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from sirocco.games import games
from sirocco.web import STATIC, static_file

MOST_SCRIPT = 120_000
"""Bytes of JavaScript, gzip."""
HARMLESS = re.compile(r"https?://(www\.w3\.org/|svelte\.dev/e/)")
SENT = [path for path in sorted(STATIC.rglob("*")) if path.suffix in (".html", ".js", ".css")]
PAGE = (STATIC / "index.html").read_text()


def test_the_parts_are_there() -> None:
    kinds = {path.suffix for path in SENT}
    assert kinds == {".html", ".js", ".css"}
    assert list(STATIC.glob("assets/*.woff2"))


def test_the_page_names_files_that_exist() -> None:
    named = re.findall(r'(?:src|href)="/([^"]+)"', PAGE)
    assert len(named) >= 3
    for path in named:
        assert static_file(path) is not None, path


def test_fonts_named_in_the_style_exist() -> None:
    style = "".join(path.read_text() for path in SENT if path.suffix == ".css")
    named = re.findall(r"url\(\"?/?([^)\"]+)\"?\)", style)
    assert len(named) >= 7
    for path in named:
        assert static_file(path) is not None, path


def test_scripts_are_small() -> None:
    scripts = [path.read_bytes() for path in SENT if path.suffix == ".js"]
    assert 0 < sum(len(gzip.compress(script, 9)) for script in scripts) < MOST_SCRIPT


@pytest.mark.parametrize("path", SENT, ids=lambda path: path.name)
def test_nothing_comes_from_other_hosts(path: Path) -> None:
    text = path.read_text()
    assert not re.findall(r"https?://", HARMLESS.sub("", text))
    assert not re.findall(r"""["'(]//[a-z0-9]""", text)


def test_no_script_or_style_stands_in_the_page() -> None:
    for script in re.findall(r"<script[^>]*>", PAGE):
        assert "src=" in script
    assert "<style" not in PAGE
    assert not re.search(r"\son[a-z]+=", PAGE)
    assert " style=" not in PAGE


def test_scripts_make_no_code_from_text() -> None:
    for path in SENT:
        if path.suffix == ".js":
            assert not re.search(r"\beval\(|new Function\(", path.read_text())


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_game_has_a_picture(game: str, theme: str) -> None:
    assert static_file(f"pictures/{game}-{theme}.svg") is not None
