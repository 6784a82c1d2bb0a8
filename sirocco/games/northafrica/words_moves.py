"""The words of the area `moves`: see words.py."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.words import Words

MOVE_WORDS: Final = Words({}, {}, {}, {}, {})
