"""Data packs: where values come from, whether they fit, and how an owner adds theirs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from sirocco.cli.args import Commands
from sirocco.games import check_id, text_board
from sirocco.kernel.packs import Pack, owner_folder
from sirocco.kernel.refusal import Refused

BAD_DATA: Final = 2


def add_commands(commands: Commands) -> None:
    data = commands.add_parser("data", help="look at, check and correct the data of a game")
    parts = data.add_subparsers(metavar="status|check|template|diff", dest="part", required=True)
    for name, run, told in (
        ("status", status, "count values by where they come from"),
        ("check", check, "validate tables and maps"),
        ("template", template, "write blanks for the values of a printed copy"),
        ("diff", diff, "what the owner's folder changes"),
    ):
        part = parts.add_parser(name, help=told)
        part.add_argument("game", metavar="GAME")
        part.add_argument("--owner", metavar="DIR", help="the owner's folder of this game")
        if name == "template":
            part.add_argument("--everything", action="store_true", help="printed values too")
            part.add_argument(
                "--to", metavar="DIR", help="write files there instead of showing them"
            )
        part.set_defaults(run=run)


def _pack(given: argparse.Namespace) -> Pack:
    check_id(given.game)
    return Pack.load(given.game, given.owner)


def status(given: argparse.Namespace) -> int:
    pack = _pack(given)
    words = list(pack.status())
    print(f"{pack.game}: data {pack.version}, {pack.note()}, hash {pack.hash[:16]}")
    print(f"  {'':<16}" + "".join(f"{word:>10}" for word in words))
    for table in (*pack.keys(), ""):
        counts = pack.status(table)
        print(f"  {table or 'in all':<16}" + "".join(f"{counts[word]:>10}" for word in words))
    return 0


def check(given: argparse.Namespace) -> int:
    pack = _pack(given)
    found = [str(problem) for problem in pack.check()]
    if not found and not given.owner:
        found += text_board(given.game).data_faults()
    for problem in found:
        print(problem)
    print(f"{len(pack.leaves)} values, {len(found)} problems")
    return BAD_DATA if found else 0


def template(given: argparse.Namespace) -> int:
    files = _pack(given).template(everything=given.everything)
    if given.to is None:
        for name, text in files.items():
            print(f"# File {name}\n{text}")
        return 0
    folder = Path(given.to)
    for path in (folder / name for name in files):
        if path.exists():
            raise Refused(f"{path} is there already and is not overwritten.")
    for name, text in files.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as bad:
            raise Refused(f"{path} cannot be written: {bad.strerror}.") from None
        print(path)
    return 0


def diff(given: argparse.Namespace) -> int:
    mine = _pack(given)
    if owner_folder(given.game, given.owner) is None:
        print(f"There is no owner's folder for {given.game}: the shipped values are in use.")
        return 0
    found = Pack.shipped(given.game).diff(mine)
    for difference in found:
        print(difference)
    print(f"{len(found)} values differ from the shipped ones")
    return 0
