"""Break single lines of a game's rules and see whether its cases notice.

`python tools/mutate.py victory --sample 200 --seed 1 [--module fire ...]` makes one small change
at a time (a comparison turned, a number off by one, a condition negated, a statement left out, an
operator swapped), runs the cases of the game that reach the line, then all others, and lists the
changes that no case noticed. Whole games take part only with `--whole`.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import linecache
import os
import random
import resource
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import coverage

from sirocco.kernel.casefile import Case, Loaded, load_cases
from sirocco.kernel.cases import game_named, run_case

ROOT = Path(__file__).resolve().parent.parent
NOT_RULES = {
    "__init__", "advice", "audit", "chart", "drawing", "events", "fog", "game", "mapcheck",
    "mapdata", "mapfile", "mapsurvey", "odds", "position", "sheet", "showing", "store", "telling",
    "text", "textboard",
    "view", "words",
}  # fmt: skip
TURNED: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SWAPPED: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
SECONDS = 30
"""Processor time after which a change counts as noticed: it made a loop without end."""


class Mutant(NamedTuple):
    """One small change in one module; `node` is the number of what changes in a walk."""

    module: Path
    line: int
    last: int
    node: int
    what: str


def mutants_of(path: Path) -> list[Mutant]:
    """Every small change of a module."""
    tree = ast.parse(path.read_text())
    types = {part for node in ast.walk(tree) for part in _annotation(node)}
    return [
        Mutant(path, node.lineno, node.end_lineno or node.lineno, number, what)
        for number, node in enumerate(ast.walk(tree))
        if isinstance(node, (ast.expr, ast.stmt))
        and node not in types
        and (what := _change_of(node))
    ]


def _annotation(node: ast.AST) -> Iterator[ast.AST]:
    """What a name, an argument or a function is annotated with: nothing that runs."""
    for field in ("annotation", "returns"):
        if found := getattr(node, field, None):
            yield from ast.walk(found)


def _change_of(node: ast.AST) -> str:
    """The change that suits a node, if any."""
    match node:
        case ast.Compare() if type(node.ops[0]) in TURNED:
            return "comparison turned"
        case ast.If() | ast.While() | ast.IfExp():
            return "condition negated"
        case ast.BoolOp():
            return "and/or swapped"
        case ast.UnaryOp(op=ast.Not() | ast.Invert()):
            return "not left out"
        case ast.BinOp() | ast.AugAssign() if type(node.op) in SWAPPED:
            return "statement left out" if isinstance(node, ast.AugAssign) else "operator swapped"
        case ast.Constant() if type(node.value) is int and 0 <= node.value < 20:
            return "number off by one"
        case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            return "statement left out"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return "statement left out"
    return ""


def changed(mutant: Mutant) -> str:
    """The text of the module with the change."""
    tree = ast.parse(mutant.module.read_text())
    node: Any = next(n for i, n in enumerate(ast.walk(tree)) if i == mutant.node)
    match mutant.what:
        case "comparison turned":
            node.ops[0] = TURNED[type(node.ops[0])]()
        case "condition negated":
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case "and/or swapped":
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case "operator swapped":
            node.op = SWAPPED[type(node.op)]()
        case "number off by one":
            node.value += 1
        case "not left out":
            _replace(tree, node, node.operand)
        case "statement left out":
            _replace(tree, node, ast.copy_location(ast.Pass(), node))
    return ast.unparse(ast.fix_missing_locations(tree))


def _shown(mutant: Mutant) -> str:
    """The first line that differs, as it is with the change."""
    before = ast.unparse(ast.parse(mutant.module.read_text())).splitlines()
    after = changed(mutant).splitlines()
    return next(new.strip() for new, old in zip(after, before, strict=False) if new != old)


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    class Exchange(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return copy.copy(new) if node is old else self.generic_visit(node)

    Exchange().visit(tree)


class Changed(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):
    """Imports one module with another text."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name == self.name:
            return importlib.machinery.ModuleSpec(name, self, origin=self.path)
        return None

    def get_code(self, fullname: str) -> Any:
        return compile(self.text, self.path, "exec")


CASES: list[Loaded] = []
REACHED: dict[str, dict[int, list[int]]] = {}
"""By file and line, the numbers of the cases that reach it."""


def reach(game: str) -> dict[str, dict[int, list[int]]]:
    """Run all cases, each watched; runs in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        watch = coverage.Coverage(
            data_file=str(Path(folder) / "data"), config_file=False, include=f"*/games/{game}/*"
        )
        watch.start()
        found = game_named(game)
        for number, case in enumerate(CASES):
            watch.switch_context(str(number))
            wrong = run_case(case, found)
            if wrong:
                raise SystemExit(f"{case.name}: {wrong}")
        watch.stop()
        data = watch.get_data()
        out: dict[str, dict[int, list[int]]] = {}
        for file in data.measured_files():
            lines: dict[int, list[int]] = defaultdict(list)
            for line, contexts in data.contexts_by_lineno(file).items():
                lines[line] = [int(context) for context in contexts if context]
            out[file] = dict(lines)
        return out


def _in_order(mutant: Mutant) -> Iterator[Loaded]:
    """First the cases that reach the changed lines, then the others."""
    lines = REACHED.get(str(mutant.module), {})
    first = {n for line in range(mutant.line, mutant.last + 1) for n in lines.get(line, ())}
    yield from (CASES[n] for n in sorted(first))
    yield from (case for n, case in enumerate(CASES) if n not in first)


def noticed(mutant: Mutant, game: str) -> bool:
    """Whether some case fails (or nothing runs at all) with the change."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    out = 1
    try:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        name = f"sirocco.games.{game}.{mutant.module.stem}"
        sys.meta_path.insert(0, Changed(name, str(mutant.module), changed(mutant)))
        found = game_named(game)
        out = int(any(run_case(case, found) for case in _in_order(mutant)))
    finally:
        os._exit(out)


def _chosen(game: str, modules: list[str], sample: int, seed: int) -> tuple[list[Mutant], int]:
    folder = ROOT / "sirocco" / "games" / game
    paths = [
        path
        for path in sorted(folder.glob("*.py"))
        if (path.stem in modules if modules else path.stem.split("_")[0] not in NOT_RULES)
    ]
    every = [mutant for path in paths for mutant in mutants_of(path)]
    if sample <= 0 or sample >= len(every):
        return every, len(every)
    return random.Random(seed).sample(every, sample), len(every)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=100, help="0: every change there is")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", action="append", default=[])
    parser.add_argument("--whole", action="store_true", help="let whole games notice, too")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    loaded = load_cases([ROOT / "cases" / given.game])
    CASES.extend(case for case in loaded if given.whole or isinstance(case, Case))
    forked = get_context("fork")
    with ProcessPoolExecutor(1, forked) as alone:
        REACHED.update(alone.submit(reach, given.game).result())
    chosen, possible = _chosen(given.game, given.module, given.sample, given.seed)
    seen = 0
    with ProcessPoolExecutor(given.jobs, forked) as pool:
        for mutant, found in zip(
            chosen, pool.map(noticed, chosen, [given.game] * len(chosen)), strict=True
        ):
            seen += found
            if not found:
                place = f"{mutant.module.stem}.py:{mutant.line}"
                print(f"{place}: {mutant.what}, unnoticed: {_shown(mutant)}", flush=True)
    print(f"{seen} of {len(chosen)} changes noticed (of {possible} possible)")


if __name__ == "__main__":
    main()
