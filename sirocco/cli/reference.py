"""What there is to play and to read: games, rules, odds, cases."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final

from sirocco.cli.args import Commands, pairs
from sirocco.games import game, games, text_board
from sirocco.kernel.cases import case_command, coverage, coverage_text
from sirocco.kernel.catalogue import Catalogue, Rule, Ruling
from sirocco.kernel.refusal import Refused

MOST: Final = 25
"""Hits that a search lists."""
ID: Final = re.compile(r"[A-Za-z]+-[A-Za-z0-9.]+(-[A-Za-z]+)?|[A-Za-z][0-9]+")
EXAMPLES: Final = "'retreat', 'air response' or 'V-5.46'"


def add_commands(commands: Commands) -> None:
    listed = commands.add_parser("games", help="list the games, their scenarios and options")
    listed.set_defaults(run=list_games)

    rules = commands.add_parser("rules", help="look up a rule by its id or by words")
    rules.add_argument("game", metavar="GAME")
    rules.add_argument("words", nargs="*", metavar="ID or words")
    rules.add_argument("--coverage", action="store_true", help="which rules have a passing case")
    rules.add_argument("--cases", metavar="DIR", default="cases", help="folder of the cases")
    rules.set_defaults(run=show_rules)

    case = commands.add_parser("case", help="run cases: positions, actions and what must follow")
    case.add_argument("paths", nargs="+", metavar="PATH", help="case files or folders of them")
    case.set_defaults(run=lambda given: case_command(given.paths))

    odds = commands.add_parser("odds", help="exact odds of a battle")
    odds.add_argument("game", metavar="GAME")
    odds.add_argument("text", nargs="+", metavar="TEXT", help="attackers vs defenders")
    odds.add_argument("--option", action="append", metavar="NAME=VALUE", help="how they fight")
    odds.set_defaults(run=show_odds)


def list_games(given: argparse.Namespace) -> int:
    for id in games():
        found, board = game(id), text_board(id)
        version, _, note = found.pack_of_data()
        print(f"{id}: {found.title} (rules {found.rules_version}, data {version}, {note})")
        print("  scenarios:")
        print(*(f"    {name:<16} {told}" for name, told in board.scenarios()), sep="\n")
        print("  options (--option NAME=VALUE):")
        print(*(f"    {name:<16} {told}" for name, told in board.options()), sep="\n")
    return 0


def show_rules(given: argparse.Namespace) -> int:
    catalogue = game(given.game).catalogue()
    if given.coverage:
        return show_coverage(given.game, Path(given.cases))
    print(rules_text(catalogue, " ".join(given.words)))
    return 0


def show_coverage(id: str, folder: Path) -> int:
    if not folder.exists():
        raise Refused(f"{folder} is not there: --cases names the folder of the cases.")
    found = coverage(id, [folder])
    print(coverage_text(found))
    return 0 if all(found.values()) else 1


def rules_text(catalogue: Catalogue, asked: str) -> str:
    """A rule, a section, the hits of a search, or what can be asked for."""
    wanted = asked.strip()
    if not wanted:
        return _overview(catalogue)
    ids = {id.casefold() for id in (*catalogue.rules, *catalogue.rulings)}
    if wanted.casefold() in ids or catalogue.section(wanted):
        return catalogue.explain(wanted)
    hits = catalogue.search(wanted)
    if not hits and ID.fullmatch(wanted):
        catalogue.rule(wanted)
    if not hits:
        raise Refused(f"No rule has {wanted[:60]!r}; try a single word, as in {EXAMPLES}.")
    if len(hits) == 1:
        return catalogue.explain(hits[0].id)
    lines = [f"{hit.id:<12} {_title(hit)}" for hit in hits[:MOST]]
    if len(hits) > MOST:
        lines.append(f"... and {len(hits) - MOST} more: add a word to narrow the search.")
    return "\n".join(lines)


def _title(hit: Rule | Ruling) -> str:
    return hit.title if isinstance(hit, Rule) else hit.question


def _overview(catalogue: Catalogue) -> str:
    topics: dict[str, int] = {}
    for rule in catalogue:
        topics[rule.topic] = topics.get(rule.topic, 0) + 1
    lines = [f"{catalogue.game}: {len(catalogue)} rules, {len(catalogue.rulings)} rulings."]
    lines += [f"  {topic:<24} {number:>4}" for topic, number in topics.items()]
    lines.append("Ask for an id (V-5.46-a), a section (V-5.46) or words (air response).")
    return "\n".join(lines)


def show_odds(given: argparse.Namespace) -> int:
    print(text_board(given.game).odds(" ".join(given.text), pairs(given.option)))
    return 0
