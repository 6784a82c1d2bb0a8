"""Break single lines of a game's rules and see whether its cases notice.

`python tools/mutate.py victory --sample 200 --seed 1 [--module fire]` copies the package, makes
one small change (a comparison turned, a number off by one, a condition negated, a statement left
out, an operator swapped), runs the game's cases on the copy and lists the changes that no case
noticed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
NOT_RULES = {
    "__init__", "advice", "audit", "chart", "drawing", "events", "fog", "game", "mapcheck",
    "mapdata", "mapfile", "mapsurvey", "position", "store", "telling", "text", "textboard", "view",
    "words",
}  # fmt: skip
TURNED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
SWAPPED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


class Mutant(NamedTuple):
    """One small change in one module."""

    module: Path
    line: int
    what: str
    source: str


def mutants_of(path: Path) -> list[Mutant]:
    """Every small change of a module."""
    tree = ast.parse(path.read_text())
    out: list[Mutant] = []
    for number, node in enumerate(ast.walk(tree)):
        for what in _changes(node):
            changed = copy.deepcopy(tree)
            target = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
            if _change(changed, target, what):
                line = getattr(node, "lineno", 0)
                out.append(Mutant(path, line, what, ast.unparse(changed)))
    return out


def _changes(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
        return ["comparison turned"]
    if isinstance(node, (ast.If, ast.While)):
        return ["condition negated"]
    if isinstance(node, ast.BoolOp):
        return ["and/or swapped"]
    if isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
        return ["operator swapped"]
    if isinstance(node, ast.Constant) and type(node.value) is int and 0 <= node.value < 20:
        return ["number off by one"]
    if isinstance(node, ast.AugAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        return ["statement left out"]
    return []


def _change(tree: ast.AST, node: ast.AST, what: str) -> bool:
    if what == "comparison turned" and isinstance(node, ast.Compare):
        node.ops[0] = TURNED[type(node.ops[0])]()
    elif what == "condition negated" and isinstance(node, (ast.If, ast.While)):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif what == "and/or swapped" and isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif what == "operator swapped" and isinstance(node, ast.BinOp):
        node.op = SWAPPED[type(node.op)]()
    elif what == "number off by one" and isinstance(node, ast.Constant):
        node.value = int(str(node.value)) + 1
    elif what == "statement left out":
        for parent in ast.walk(tree):
            for body in (getattr(parent, "body", None), getattr(parent, "orelse", None)):
                if isinstance(body, list) and node in body:
                    body[body.index(node)] = ast.Pass()
    ast.fix_missing_locations(tree)
    return True


def noticed(mutant: Mutant, game: str) -> bool:
    """Whether some case fails (or nothing runs at all) with the change."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "sirocco"
        shutil.copytree(ROOT / "sirocco", copied, ignore=shutil.ignore_patterns("__pycache__"))
        (copied / mutant.module.relative_to(ROOT / "sirocco")).write_text(mutant.source)
        command = [sys.executable, "-m", "sirocco.cli.main", "case", str(ROOT / "cases" / game)]
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, timeout=300, check=False
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", default="")
    given = parser.parse_args()
    folder = ROOT / "sirocco" / "games" / given.game
    modules = [
        path
        for path in sorted(folder.glob("*.py"))
        if path.stem.split("_")[0] not in NOT_RULES | {"odds"}
        and path.stem not in NOT_RULES
        and given.module in ("", path.stem)
    ]
    every = [mutant for path in modules for mutant in mutants_of(path)]
    chosen = random.Random(given.seed).sample(every, min(given.sample, len(every)))
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda m: noticed(m, given.game), chosen))
    for mutant, seen in zip(chosen, results, strict=True):
        if not seen:
            line = mutant.module.read_text().splitlines()[mutant.line - 1].strip()
            print(f"{mutant.module.stem}.py:{mutant.line}: {mutant.what}, unnoticed: {line}")
    print(f"{sum(results)} of {len(chosen)} changes noticed (of {len(every)} possible)")


if __name__ == "__main__":
    main()
