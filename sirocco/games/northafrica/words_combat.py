"""The words of phase 4: verbs, prompts, the rules behind them."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE, NO, TO
from sirocco.games.northafrica.verbs_combat import (
    BOMB,
    CEASE,
    ENTER,
    ESCAPE,
    ESCAPE_SUPPLY,
    FIGHT,
    LEAVE,
    LOSE,
    LOSE_SUPPLY,
    MAIN,
    NAME,
    NAME_SUPPLY,
    PRESS,
    RAID,
    REINFORCE,
    RETREAT,
    STAND,
    SUBMERGE,
    TARGET,
    TOKEN,
    WITHDRAW,
)
from sirocco.games.northafrica.verbs_moves import PAY
from sirocco.games.northafrica.why_combat import (
    NOT_NOW,
    why_advance,
    why_cargo,
    why_fight,
    why_haven,
    why_leave,
    why_losses,
    why_main,
    why_plain,
    why_press,
    why_shot_down,
    why_submarines,
    why_target,
    why_token,
)
from sirocco.games.northafrica.words import Prompt, Why, Words
from sirocco.kernel.ask import Ask
from sirocco.kernel.game import Verb

VERBS: Final = {
    FIGHT: Verb("fight {}", "space"),
    STAND: Verb("fight"),
    RETREAT: Verb("retreat"),
    LEAVE: Verb("retreat {}", "unit"),
    SUBMERGE: Verb("submerge {}", "unit"),
    LOSE: Verb("lose {}", "unit"),
    LOSE_SUPPLY: Verb("lose supply"),
    TARGET: Verb("target {}", "type"),
    NAME: Verb("name {}", "type"),
    NAME_SUPPLY: Verb("name supply"),
    PRESS: Verb("press"),
    CEASE: Verb("cease"),
    WITHDRAW: Verb("withdraw {}", "unit"),
    REINFORCE: Verb("reinforce {}", "unit"),
    ENTER: Verb("advance {}", "unit"),
    ESCAPE: Verb("escape {}", "unit"),
    ESCAPE_SUPPLY: Verb("escape supply"),
    TOKEN: Verb("token {}", "power"),
    MAIN: Verb("main {}", "space"),
    RAID: Verb("raid"),
    BOMB: Verb("bomb"),
}


def _here(sentence: str) -> Prompt:
    """A prompt that names the space being fought over."""

    def prompt(g: NorthAfrica, ask: Ask) -> str:
        return sentence.format(g.board.title(g.battle), g.combat_round)

    return prompt


PROMPTS: Final[dict[str, Prompt]] = {
    "fight": "Which combat is fought next?",
    "main-attack": _here("Which territory makes the main attack on {}?"),
    "shot-down": _here("Air Defense of {}: which air unit is lost?"),
    "raid": _here("Scout cars: destroy 1 supply token in {}?"),
    "bomb": _here("Bombers: destroy 1 supply token in {}?"),
    "fight-or-retreat": _here("{}, round {}: fight for 1 supply token, or retreat?"),
    "exempt-orders": _here("{}, round {}: do the units that need no supply fight or retreat?"),
    "defense-token": _here("Where is the token for the defense of {} taken?"),
    "submarines": _here("Which submarines submerge in {}? Done: the others strike."),
    "target": _here("{}: which target must take this hit?"),
    "losses": _here("{}: which unit takes a hit?"),
    "cargo-loss": "A transport is hit: which cargo is lost first?",
    "name-loss": "A transport is hit: which type of cargo is lost second?",
    "cargo-loss-of-type": "Which unit of that type is lost?",
    "cargo-tokens": "Whose supply token?",
    "escape": _here("Which cargo escapes from the combat in {}?"),
    "retreat": _here("Which unit retreats from {} next?"),
    "retreat-to": _here("Where does it retreat to from {}?"),
    "press-at-sea": _here("Press the attack in {} or cease?"),
    "press": _here("Press the attack on {} or cease? Units may be withdrawn first."),
    "press-token": _here("Where is the next token for pressing the attack on {} taken?"),
    "advance": _here("Not all can move into {}: which unit advances?"),
}

BEHIND: Final[dict[int, tuple[str, ...]]] = {
    FIGHT: ("NA-P4-e", "NA-P4-a"),
    STAND: ("NA-STEP1-a", "NA-STEP1-b", "NA-STEP1-d"),
    RETREAT: ("NA-STEP1-a", "NA-STEP1-e", "NA-STEP1-j"),
    LEAVE: ("NA-STEP4-b",),
    SUBMERGE: ("NA-SUB-d", "NA-STEP1SUB-a"),
    LOSE: ("NA-STEP2-c", "NA-STEP2-d"),
    LOSE_SUPPLY: ("NA-STEP2-g",),
    TARGET: ("NA-ATG-d", "NA-ATG-b", "NA-SCOUT-i", "NA-BMB-c", "NA-BMB-d"),
    NAME: ("NA-STEP2-f",),
    NAME_SUPPLY: ("NA-STEP2-g",),
    PRESS: ("NA-STEP5-b", "NA-STEP5-c"),
    CEASE: ("NA-STEP5-b", "NA-STEP5-d"),
    WITHDRAW: ("NA-STEP5-e",),
    REINFORCE: ("NA-REINF-a",),
    ENTER: ("NA-STEP6-b",),
    ESCAPE: ("NA-STEP4-d",),
    ESCAPE_SUPPLY: ("NA-STEP4-d",),
    TOKEN: ("NA-STEP2-g", "NA-STEP4-d"),
    MAIN: ("NA-FLANK-a",),
    RAID: ("NA-SCOUT-g", "NA-SCOUT-h"),
    BOMB: ("NA-BMB-a", "NA-BMB-b"),
}

TOPICS: Final[dict[tuple[str, int], tuple[str, ...]]] = {
    ("exempt-orders", STAND): ("NA-STEP1-g", "NA-STEP1-i"),
    ("exempt-orders", RETREAT): ("NA-STEP1-g", "NA-STEP1-i"),
    ("defense-token", PAY): ("NA-STEP1-c", "NA-STEP1-b"),
    ("press-token", PAY): ("NA-STEP5-c", "NA-PAY-g"),
    ("shot-down", LOSE): ("NA-AAA-c",),
    ("cargo-loss", LOSE): ("NA-STEP2-f",),
    ("cargo-loss-of-type", LOSE): ("NA-STEP2-f",),
    ("submarines", DONE): ("NA-STEP1SUB-d", "NA-SUB-e"),
    ("target", DONE): ("NA-ATG-d",),
    ("escape", DONE): ("NA-STEP4-d",),
    ("raid", NO): ("NA-SCOUT-g",),
    ("bomb", NO): ("NA-BMB-a",),
    ("retreat-to", TO): ("NA-STEP1-k", "NA-STEP4-b"),
}

WHY: Final[dict[str, Why]] = {
    "fight": why_fight,
    "main-attack": why_main,
    "shot-down": why_shot_down,
    "raid": why_plain,
    "bomb": why_plain,
    "fight-or-retreat": why_plain,
    "exempt-orders": why_plain,
    "defense-token": why_token,
    "submarines": why_submarines,
    "target": why_target,
    "losses": why_losses,
    "cargo-loss": why_cargo,
    "name-loss": why_cargo,
    "cargo-loss-of-type": why_cargo,
    "cargo-tokens": why_cargo,
    "escape": why_cargo,
    "retreat": why_leave,
    "retreat-to": why_haven,
    "press-at-sea": why_plain,
    "press": why_press,
    "press-token": why_token,
    "advance": why_advance,
}

COMBAT_WORDS: Final = Words(
    VERBS, PROMPTS, BEHIND, TOPICS, WHY, {verb: rules for verb, (_, rules) in NOT_NOW.items()}
)
