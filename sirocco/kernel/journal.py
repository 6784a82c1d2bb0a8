"""A record on disk: a finished action is there after a crash, a torn one is recognised."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from sirocco.kernel.headers import RecordError
from sirocco.kernel.record import Entry, Record

_ANNOUNCED = re.compile(rb" \+([1-9][0-9]{0,3})\r?$")


def load(path: Path) -> tuple[Record, str]:
    """The record in a file, and a note if its end was torn off (else an empty one)."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error
    try:
        return _read(raw)
    except RecordError as bad:
        raise RecordError(f"{path}: {bad}") from None


def _read(raw: bytes) -> tuple[Record, str]:
    try:
        return Record.parse(raw), ""
    except RecordError:
        whole = _whole_entries(raw)
        if whole == raw:
            raise
    record = Record.parse(whole)
    kept = record.entries[-1].number
    return record, f"the end of the file was torn off: kept up to action {kept}"


def _whole_entries(raw: bytes) -> bytes:
    """Without a last line that has no end, and without an action whose rolls are not all there."""
    lines = raw.rstrip(b"\0").split(b"\n")
    lines.pop()
    rolls = 0
    while rolls < len(lines) and lines[-1 - rolls].startswith(b"# "):
        rolls += 1
    if rolls < len(lines):
        announced = _ANNOUNCED.search(lines[-1 - rolls][-8:])
        if announced and int(announced[1]) > rolls:
            del lines[-1 - rolls :]
    return b"".join([line + b"\n" for line in lines])


def _sync_folder(path: Path) -> None:
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class Written(NamedTuple):
    """An entry in the file: how many rolls it had then, and where its text ends."""

    entry: Entry
    rolls: int
    end: int

    def still(self, entry: Entry) -> bool:
        return self.entry is entry and self.rolls == len(entry.rolls)


class Journal:
    """Writes a record to its file as it grows: one write and one fsync for all that is new."""

    __slots__ = ("path", "record", "_file", "_written", "_closed")

    def __init__(self, path: Path, record: Record) -> None:
        """Begin a new file; one that is there already is never overwritten."""
        self.path = path
        self.record = record
        self._written: list[Written] = []
        self._closed = False
        try:
            self._file = path.open("xb", buffering=0)
        except FileExistsError as error:
            raise RecordError(f"{path} is there already and is not overwritten") from error
        self.sync()
        _sync_folder(path)

    def sync(self) -> bytes:
        """Bring the file up to date, actions taken back included; returns the head."""
        written, entries = self._written, self.record.entries
        same = min(len(written), len(entries))
        while same and not written[same - 1].still(entries[same - 1]):
            same -= 1
        if same < len(written) or same < len(entries) or self.record.deck_key:
            if not self._closed:
                self._write(same)
        return self.record.head

    def _write(self, same: int) -> None:
        """Write everything after the entries that stand in the file already."""
        del self._written[same:]
        start = end = self._written[-1].end if same else 0
        fresh: list[Written] = []
        parts: list[bytes] = []
        for entry in self.record.entries[same:]:
            parts.append(self.record.entry_text(entry.number).encode())
            end += len(parts[-1])
            fresh.append(Written(entry, len(entry.rolls), end))
        parts.append(self.record.closing_text().encode())
        self._file.truncate(start)
        self._file.seek(start)
        left = memoryview(b"".join(parts))
        while left:
            left = left[self._file.write(left) :]
        os.fsync(self._file.fileno())
        self._written += fresh
        self._closed = bool(self.record.deck_key)

    def close(self) -> None:
        self._file.close()
