"""The words of the area `setup`: see words.py."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.words import Words

SETUP_WORDS: Final = Words({}, {}, {}, {}, {})
