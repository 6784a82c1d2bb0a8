"""Stored games: play them again, and check their dice."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from sirocco.cli.args import Commands, number
from sirocco.cli.words import ending
from sirocco.games import game
from sirocco.kernel.match import Match
from sirocco.kernel.record import Record, RecordError
from sirocco.saves import named, read_record
from sirocco.verify import NotGenuine, verify


def add_commands(commands: Commands) -> None:
    replay = commands.add_parser("replay", help="play a record again and compare every state")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--upto", type=number, metavar="N", help="stop after action N")
    replay.set_defaults(run=replay_file)

    check = commands.add_parser("verify", help="check the dice of a record, roll by roll")
    check.add_argument("file", metavar="FILE")
    check.add_argument("head", nargs="?", metavar="HEAD", help="the head noted at the table")
    check.set_defaults(run=verify_file)


def replay_file(given: argparse.Namespace) -> int:
    record, note = read_record(Path(given.file))
    if note:
        print(f"Note: {note}.")
    found = game(record.headers.game)
    last = len(record.entries) - 1
    upto = last if given.upto is None else min(given.upto, last)
    start = time.perf_counter()
    with named(Path(given.file)):
        match = Match.replay(found, record, upto)
        seconds = time.perf_counter() - start
        compare_states(match, record, upto)
        if upto == last and match.record() != record.text().removesuffix(record.closing_text()):
            raise RecordError("the replay writes another record than the one that was read")
    print(f"{upto} actions, {match.records.rolls} rolls of {record.headers.game}", end=", ")
    print(f"scenario {record.headers.scenario}: two replays agree in every state.")
    print(f"Replayed in {seconds:.3f} s.")
    print(ending(match))
    return 0


def compare_states(match: Match, record: Record, upto: int) -> None:
    """Two further replays side by side, one of them from stored bytes at every action."""
    found = match.game
    one, two = Match.replay(found, record, 0), Match.replay(found, record, 0)
    for entry in record.entries[1 : upto + 1]:
        one.play(entry.seat, entry.text)
        two.state = found.unpack(found.pack(two.state))
        two.play(entry.seat, entry.text)
        if found.pack(one.state) != found.pack(two.state):
            raise RecordError(f"after action {entry.number} ({entry.text}) two replays differ")
    if found.pack(one.state) != found.pack(match.state):
        raise RecordError(f"after action {upto} two replays differ")


def verify_file(given: argparse.Namespace) -> int:
    path = Path(given.file)
    record, note = read_record(path)
    if note:
        print(f"NOT GENUINE: {note}")
        return 1
    try:
        rolls, head = verify(record.text())
    except NotGenuine as bad:
        print(f"NOT GENUINE: {bad}")
        return 1
    if given.head not in (None, head):
        print(f"NOT GENUINE: the head is {head}: lines at the end are missing or others")
        return 1
    print(f"{rolls} rolls are genuine; head {head} (compare it with the other players)")
    return 0
