"""What keeps a caller from what it wants, beside the rules."""

from __future__ import annotations


class Missing(Exception):
    """There is no such thing, or not for this caller."""


class Forbidden(Exception):
    """The caller does not hold the seat that may do this."""


class Stale(Exception):
    """The table has changed since: the caller must look again."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version


class Unstored(Exception):
    """The database did not take a change: it has not happened."""
