"""The layers: imports point one way only, and the lower layers know no game."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sirocco

ROOT = Path(sirocco.__file__).resolve().parent
LAYERS = ("kernel", "odds", "games", "draw", "players", "lab", "server", "web", "cli")
GAMES = sorted(path.name for path in (ROOT / "games").iterdir() if (path / "rules.toml").exists())
# Ids of games, words of their tables and ids of their rules; "victory" alone is a plain word.
FOREIGN = re.compile(
    r"games[./]victory|\b[a-z]+-[0-9]+\.[0-9]+-[a-z]\b|(?<![a-z])("
    r"northafrica|marenostrum|noretreat|crete|songforwar"
    r"|infantry|armor|marine|airborne|fighter|bomber|battleship|submarine|carrier|convoy"
    r"|beachhead|blockade|paradrop|flak|river|desert|port|city|town"
    r")s?(?![a-z])"
)


def modules(layer: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / layer).rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        yield ".".join(part for part in parts if part != "__init__"), path


def imported(name: str, path: Path) -> Iterator[str]:
    """The names of all modules that a module imports, inside functions too."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*up, base]) if base else ".".join(up)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def offences(layer: str) -> list[str]:
    allowed = LAYERS[: LAYERS.index(layer) + 1]
    found = []
    for name, path in modules(layer):
        for target in imported(name, path):
            parts = target.split(".")
            if parts[0] == "sirocco" and len(parts) > 1 and parts[1] in LAYERS:
                if parts[1] not in allowed:
                    found.append(f"{name} imports {target}")
    return found


@pytest.mark.parametrize("layer", [layer for layer in LAYERS if (ROOT / layer).is_dir()])
def test_a_layer_imports_only_layers_before_it(layer: str) -> None:
    assert offences(layer) == []


def test_the_check_sees_every_kind_of_import(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(
        "import sirocco.cli.main\n"
        "from sirocco import games\n"
        "def f():\n    from ..games.toy import rules\n    from . import chance\n",
        encoding="utf-8",
    )
    assert set(imported("sirocco.kernel.sample", path)) == {
        "sirocco.cli.main",
        "sirocco.games",
        "sirocco.games.toy.rules",
        "sirocco.kernel.chance",
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_game_does_not_import_another(game: str) -> None:
    others = [f"sirocco.games.{other}" for other in GAMES if other != game]
    for name, path in modules(f"games/{game}"):
        for target in imported(name, path):
            assert not any(f"{target}.".startswith(f"{other}.") for other in others), name


def named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name and text of a module with its line, documentation left out."""
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in documentation:
                yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


@pytest.mark.parametrize("layer", ["kernel", "odds", "server"])
def test_these_layers_know_no_game(layer: str) -> None:
    """No game's word in their code; documentation may show one as an example."""
    plain = "port" if layer == "server" else "\0"  # of a host
    found = [
        f"{name}:{line}: {word}"
        for name, path in modules(layer)
        for line, word in named(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        if FOREIGN.search(word.casefold().replace(plain, ""))
    ]
    assert found == []


def test_the_check_sees_words_of_a_game() -> None:
    source = '"""Armor."""\ndef flak(x):\n    return x.infantry + "V-5.46-a"\n'
    words = [word for _, word in named(ast.parse(source)) if FOREIGN.search(word.casefold())]
    assert sorted(words) == ["V-5.46-a", "flak", "infantry"]
