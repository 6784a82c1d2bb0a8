"""The words of the area `convoys`: see words.py."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.words import Words

CONVOY_WORDS: Final = Words({}, {}, {}, {}, {})
