"""The yardstick: a fixed loop beside which every speed is measured."""

from __future__ import annotations

import time
from typing import Final

YARD: Final = 500_000
"""Iterations of the yardstick loop."""


def yardstick() -> float:
    """Iterations per second of a plain loop, the best of five."""
    best = 0.0
    for _ in range(5):
        x = 1
        start = time.process_time()
        for _ in range(YARD):
            x = x * 48271 % 2147483647
        best = max(best, YARD / (time.process_time() - start))
    return best
