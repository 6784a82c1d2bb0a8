"""The words of phases 3 and 5 and of mines: see words.py."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica import why_moves as why
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_moves import (
    AT,
    ATTACK,
    DETONATE,
    FROM,
    MOVE,
    PAY,
    TURN_BACK,
)
from sirocco.games.northafrica.words import Words
from sirocco.kernel.game import Verb

MOVE_WORDS: Final = Words(
    {
        ATTACK: Verb("attack {}", "unit"),
        AT: Verb("at {}", "space"),
        FROM: Verb("from {}", "space"),
        PAY: Verb("pay {}", "space"),
        DETONATE: Verb("detonate {}", "number"),
        TURN_BACK: Verb("turn-back {}", "unit"),
        MOVE: Verb("move {}", "unit"),
    },
    {
        "orders": "Combat moves: which unit attacks, blitzes, flies or sails?",
        "attack_target": "Which territory does it attack?",
        "attack_from": "From which territory does it attack?",
        "payment": "Where does the next supply token for this attack come from?",
        "land_mines": "How many of your land mines on this border go off?",
        "turn_back": "The mines hit: which unit is turned back?",
        "noncombat": "Noncombat moves: which unit moves?",
        "move_to": "Where does it go?",
    },
    {
        ATTACK: ("NA-P3-b", "NA-DECL-b", "NA-P3LAND-a"),
        AT: ("NA-DECL-g", "NA-PAY-a"),
        FROM: ("NA-P3-e", "NA-P3LAND-a"),
        PAY: ("NA-PAY-c", "NA-PAY-g"),
        DETONATE: ("NA-DET-b", "NA-DETLAND-g"),
        TURN_BACK: ("NA-DETLAND-i",),
        MOVE: ("NA-P5-a",),
    },
    {
        ("orders", DONE): ("NA-P3-j", "NA-DECL-a"),
        ("noncombat", DONE): ("NA-P5-a", "NA-P5AIR-d"),
        ("move_to", TO): ("NA-P5LAND-a",),
    },
    {
        "orders": why.why_orders,
        "attack_target": why.why_target,
        "attack_from": why.why_from,
        "noncombat": why.why_noncombat,
        "move_to": why.why_move_to,
    },
)
