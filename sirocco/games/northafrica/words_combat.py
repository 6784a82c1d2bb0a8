"""The words of the area `combat`: see words.py."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.words import Words

COMBAT_WORDS: Final = Words({}, {}, {}, {}, {})
