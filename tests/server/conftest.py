"""Both databases for every test of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.served import DATABASES, Served, database, stop_postgres


def pytest_sessionfinish() -> None:
    stop_postgres()


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    return database(request.param, tmp_path)


@pytest.fixture
def served(url: str) -> Iterator[Served]:
    with Served(url) as server:
        yield server
