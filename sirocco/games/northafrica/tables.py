"""The words of all areas of the rules, put together."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.words import COMMON, Words
from sirocco.games.northafrica.words_combat import COMBAT_WORDS
from sirocco.games.northafrica.words_convoys import CONVOY_WORDS
from sirocco.games.northafrica.words_moves import MOVE_WORDS
from sirocco.games.northafrica.words_setup import SETUP_WORDS
from sirocco.kernel.game import Verb

AREAS: Final[tuple[Words, ...]] = (
    COMMON,
    SETUP_WORDS,
    CONVOY_WORDS,
    MOVE_WORDS,
    COMBAT_WORDS,
)
VERBS: Final[dict[int, Verb]] = {n: verb for area in AREAS for n, verb in area.verbs.items()}
