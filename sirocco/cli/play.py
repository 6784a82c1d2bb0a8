"""`sirocco play`: a game in the terminal, against the computer or with others at one keyboard."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sirocco import saves
from sirocco.cli.args import Commands, number, pairs
from sirocco.cli.lines import reader
from sirocco.games import game, text_board
from sirocco.kernel.match import Match
from sirocco.kernel.record import RecordError
from sirocco.kernel.refusal import Refused
from sirocco.saves import Save

AGAINST: Final = ("cadet", "random", "human")
LATEST: Final = "latest"
STOPPED: Final = 130


def add_commands(commands: Commands) -> None:
    play = commands.add_parser("play", help="play a game in the terminal")
    play.add_argument("game", metavar="GAME")
    play.add_argument("--scenario", metavar="NAME", help="sirocco games lists them")
    play.add_argument("--option", action="append", metavar="NAME=VALUE", help="may be repeated")
    play.add_argument("--seat", metavar="NAME", help="the seat you take")
    play.add_argument("--against", metavar="WHO", help="cadet (the usual one), random or human")
    play.add_argument("--hotseat", action="store_true", help="everybody at this keyboard")
    play.add_argument("--seed", type=number, metavar="N", help="the same dice each time")
    play.add_argument("--save", metavar="FILE", help="where the game is stored")
    play.add_argument(
        "--load", nargs="?", const=LATEST, metavar="FILE", help="go on with a stored game"
    )
    play.set_defaults(run=run_play)


def run_play(given: argparse.Namespace) -> int:
    from sirocco.cli.session import Session
    from sirocco.cli.table import Leave, Table

    _check(given)
    match, players, save = _load(given) if given.load else _new(given)
    table = Table(match, players, save, reader(), seed=given.seed or 0)
    table.greet()
    try:
        while table.match.asks:
            seat = table.next_seat()
            if table.plays_itself(seat):
                table.let_play(seat)
            else:
                table.hand_over(seat)
                Session(table, seat).decide()
        table.farewell()
        code = 0
    except (Leave, EOFError):
        code = 0
    except KeyboardInterrupt:
        code = STOPPED
    finally:
        table.save.close()
    over = table.match.outcome is not None
    path = table.save.path
    print(
        f"The game is stored in {path}." if over else f"Stored. Go on with: {_again(match, path)}"
    )
    return code


def _again(match: Match, path: Path) -> str:
    return f"sirocco play {match.game.id} --load {path}"


def _check(given: argparse.Namespace) -> None:
    game(given.game)
    if given.against is not None and given.against not in AGAINST:
        raise Refused(f"--against is {', '.join(AGAINST)}, not {given.against[:40]!r}.")
    if given.hotseat and given.against not in (None, "human"):
        raise Refused("--hotseat seats only people: leave --against out.")
    if given.load:
        for name in ("scenario", "option", "seed", "save"):
            if getattr(given, name) is not None:
                raise Refused(f"--{name} belongs to a new game, --load to a stored one.")


# New and stored games


def _new(given: argparse.Namespace) -> tuple[Match, dict[str, str], Save]:
    found = game(given.game)
    scenario = given.scenario or text_board(given.game).scenarios()[0][0]
    match = Match.new(found, scenario, pairs(given.option), given.seed)
    players = _players(given, match, {})
    path = Path(given.save).expanduser() if given.save else _fresh_path(given.game)
    return match, players, Save(path, match, players)


def _load(given: argparse.Namespace) -> tuple[Match, dict[str, str], Save]:
    path = _latest(given.game) if given.load == LATEST else Path(given.load).expanduser()
    match, players, note = saves.load(path)
    if match.game.id != given.game:
        raise RecordError(f"{path} is a game of {match.game.id}, not of {given.game}")
    if note:
        print(f"Note: {note}.")
    players = _players(given, match, players)
    return match, players, Save.again(path, match, players)


def _players(given: argparse.Namespace, match: Match, before: Mapping[str, str]) -> dict[str, str]:
    """Who plays each seat: as asked for, else as stored, else the first seat is yours."""
    seats = match.seats
    if given.seat is not None and given.seat not in seats:
        raise Refused(f"There is no seat {given.seat[:40]!r}; seats are {', '.join(seats)}.")
    if given.hotseat or given.against == "human":
        return dict.fromkeys(seats, "human")
    if given.seat is None and given.against is None and before:
        return {seat: _known(before.get(seat, "human")) for seat in seats}
    mine = given.seat or next((s for s in seats if before.get(s) == "human"), seats[0])
    other = given.against or "cadet"
    return {seat: "human" if seat == mine else other for seat in seats}


def _known(name: str) -> str:
    if name not in AGAINST:
        raise RecordError(f"the stored game has a player {name[:40]!r}, which is not known here")
    return name


def folder() -> Path:
    """Where games are stored unless a file is named: SIROCCO_SAVES, or in the home."""
    given = os.environ.get("SIROCCO_SAVES")
    return Path(given) if given else Path.home() / ".sirocco" / "games"


def _fresh_path(id: str) -> Path:
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as bad:
        raise Refused(f"{place} cannot be made: {bad.strerror}; --save names a file.") from None
    stem = f"{id}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    names = (f"{stem}{suffix}.txt" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(place / name for name in names if not (place / name).exists())


def _latest(id: str) -> Path:
    found = sorted(folder().glob(f"{id}-*.txt"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise Refused(f"No game of {id} is stored in {folder()}.")
    return found[-1]
