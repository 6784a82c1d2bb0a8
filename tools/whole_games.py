"""Play the whole games of `cases/GAME/whole-games.toml` anew, after a change that is meant.

`python tools/whole_games.py victory` writes the fingerprints of the games in the file again;
`--games 40` makes a new mixture of so many games.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

from sirocco.games import game
from sirocco.kernel.casefile import load_cases
from sirocco.kernel.whole import WholeGame, prints_of

ROOT = Path(__file__).resolve().parent.parent
HEAD = """\
# Whole games by random hands and their fingerprints; docs/cases.md says what they are for.
# After a change that is meant: python tools/whole_games.py {}
"""


def mixture(id: str, games: int) -> list[tuple[int, str, dict[str, Any]]]:
    """Seeds with the scenarios and options that they draw."""
    return [(seed, *game(id).mixture(random.Random(seed))) for seed in range(1, games + 1)]


def kept(file: Path) -> list[tuple[int, str, dict[str, Any]]]:
    """The games of a file."""
    found = [one for one in load_cases([file]) if isinstance(one, WholeGame)]
    return [(one.seed, one.scenario, dict(one.options)) for one in found]


def written(value: Any) -> str:
    """A value of the options in TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(v)}" for key, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=0)
    given = parser.parse_args()
    found = game(given.game)
    file = ROOT / "cases" / given.game / "whole-games.toml"
    out = [HEAD.format(given.game)]
    for seed, scenario, options in mixture(found.id, given.games) if given.games else kept(file):
        prints, broken = prints_of(found, seed, scenario, options)
        if broken:
            raise SystemExit(f"game {seed} broke down: {broken[0]}")
        out += [
            "[[whole]]",
            f'title = "Random hands, {scenario}, game {seed}"',
            f'game = "{found.id}"',
            f'data = "{found.pack_of_data()[0]}"',
            f"seed = {seed}",
            f'scenario = "{scenario}"',
            f"options = {written(options)}" if options else "options = {}",
            "prints = [",
            *(f'    "{one}",' for one in prints),
            "]\n",
        ]
    file.write_text("\n".join(out))


if __name__ == "__main__":
    main()
