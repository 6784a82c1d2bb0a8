"""The order of the tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those with a browser come last: its event loop stays in the process once it has begun."""
    items.sort(key=lambda item: "e2e" in item.path.parts)
