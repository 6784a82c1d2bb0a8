"""The powers and their sides, by number."""

from __future__ import annotations

from typing import Final

GERMANY, UK, ITALY, US = range(4)
NOBODY: Final = 255
POWERS: Final = ("germany", "uk", "italy", "us")
"""In the order of their turns (NA-ORDER-a)."""
POWER_NAMES: Final = ("Germany", "United Kingdom", "Italy", "United States")
AXIS, ALLIES = 0, 1
SIDES: Final = ("axis", "allies")
SIDE: Final = bytes((AXIS, ALLIES, AXIS, ALLIES))
"""The side of each power (NA-PLAYERS-a)."""
SIDE_POWERS: Final = ((GERMANY, ITALY), (UK, US))
NATIONS: Final = ("german", "british", "italian", "american", "french")
"""Who made a piece; the owner of a French piece, or of a captured truck, is another matter."""
FRENCH: Final = 4
