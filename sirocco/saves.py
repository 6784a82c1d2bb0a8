"""Games on disk: the journal of the record, and beside it what must stay secret.

`game.txt` is the record, which anybody may read when the game is over; `game.txt.secrets` (only
for its owner: mode 0600) holds the secrets of sealed dice and who plays which seat.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sirocco.games import game
from sirocco.kernel import journal
from sirocco.kernel.journal import Journal
from sirocco.kernel.match import Match
from sirocco.kernel.record import Record, RecordError
from sirocco.kernel.refusal import Refused
from sirocco.kernel.sealed import SealError

LARGEST: Final = 64_000_000
"""Bytes that a record may have."""
LARGEST_SECRETS: Final = 1_000_000


def read_record(path: Path) -> tuple[Record, str]:
    """The record in a file, and a note if its end was torn off."""
    _check_file(path, LARGEST)
    return journal.load(path)


def replay(path: Path, upto: int | None = None) -> Match:
    """Play the record in a file again, to the end or to an action."""
    record, _ = read_record(path)
    with named(path):
        return Match.replay(_game_of(record), record, upto)


def load(path: Path) -> tuple[Match, dict[str, str], str]:
    """A stored game to go on with, who plays which seat, and a note if its end was torn off."""
    record, note = read_record(path)
    beside = _read_secrets(path)
    try:
        with named(path):
            match = Match.load(_game_of(record), record, beside.get("dice", ""))
    except SealError as bad:
        raise RecordError(f"{secrets_of(path)}: {bad}") from None
    return match, beside.get("players", {}), note


class Save:
    """A game that is kept on disk as it is played: a finished action survives a crash."""

    __slots__ = ("path", "_journal")

    def __init__(self, path: Path, match: Match, players: Mapping[str, str]) -> None:
        """Begin a new file; one that is there already is never overwritten."""
        try:
            self._journal = Journal(path, match.records)
            _write_secrets(path, match, players)
        except OSError as bad:
            raise RecordError(f"{path} cannot be written: {bad.strerror}") from None
        self.path = path

    @classmethod
    def again(cls, path: Path, match: Match, players: Mapping[str, str]) -> Save:
        """Go on in the file from which a match was loaded."""
        new = path.with_name(path.name + ".new")
        try:
            new.unlink(missing_ok=True)
            save = cls(new, match, players)
            secrets_of(new).replace(secrets_of(path))
            new.replace(path)
        except OSError as bad:
            raise RecordError(f"{path} cannot be written: {bad.strerror}") from None
        save.path = save._journal.path = path
        return save

    def sync(self) -> None:
        """Bring the file up to date."""
        self._journal.sync()

    def close(self) -> None:
        self._journal.sync()
        self._journal.close()


def secrets_of(path: Path) -> Path:
    """The file beside a record."""
    return path.with_name(path.name + ".secrets")


@contextlib.contextmanager
def named(path: Path) -> Iterator[None]:
    """What is wrong with a record is said with the name of its file."""
    try:
        yield
    except RecordError as bad:
        raise RecordError(f"{path}: {bad}") from None


def _game_of(record: Record) -> Any:
    try:
        return game(record.headers.game)
    except Refused as bad:
        raise RecordError(str(bad)) from None


def _check_file(path: Path, largest: int) -> None:
    shown = str(path)[:200]
    try:
        found = path.stat()
    except FileNotFoundError:
        raise RecordError(f"{shown} is not there") from None
    except (OSError, ValueError) as bad:
        raise RecordError(f"{shown} cannot be read: {bad}"[:300]) from None
    if not stat.S_ISREG(found.st_mode):
        raise RecordError(f"{shown} is not a file")
    if found.st_size > largest:
        raise RecordError(f"{shown} has more than {largest:,} bytes: no game is as long as that")


def _write_secrets(path: Path, match: Match, players: Mapping[str, str]) -> None:
    beside = secrets_of(path)
    beside.unlink(missing_ok=True)
    text = json.dumps({"dice": match.secrets, "players": dict(players)})
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _read_secrets(path: Path) -> dict[str, Any]:
    beside = secrets_of(path)
    if not beside.exists():
        return {}
    _check_file(beside, LARGEST_SECRETS)
    try:
        found = json.loads(beside.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise RecordError(f"{beside} is damaged or cannot be read") from None
    if not isinstance(found, dict) or not isinstance(found.get("players", {}), dict):
        raise RecordError(f"{beside} is not what lies beside a stored game")
    return found
