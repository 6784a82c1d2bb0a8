"""The order of the tests; properties have no time limit, as machines are shared."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("sirocco", deadline=None)
settings.load_profile("sirocco")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those with a browser come last: its event loop stays in the process once it has begun."""
    items.sort(key=lambda item: "e2e" in item.path.parts)
