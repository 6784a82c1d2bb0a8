"""The client builds without a warning, and to exactly what is committed."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from sirocco.web import STATIC

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def node() -> ModuleType:
    spec = importlib.util.spec_from_file_location("node", ROOT / "tools" / "node.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.ready()
    return module


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_a_rebuild_is_identical(node: ModuleType, tmp_path: Path) -> None:
    """If this fails: python tools/node.py npm run build, and commit sirocco/web/static."""
    said = node.run("npm", "run", "build", "--", "--outDir", str(tmp_path / "static"))
    assert said.returncode == 0, said.stdout
    built, kept = files(tmp_path / "static"), files(STATIC)
    assert sorted(built) == sorted(kept)
    assert [name for name in kept if built[name] != kept[name]] == []


def test_types_and_templates_are_sound(node: ModuleType) -> None:
    said = node.run("npm", "run", "check")
    assert said.returncode == 0, said.stdout
