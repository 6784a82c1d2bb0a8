"""The words of the set-up: see words.py."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.powers import POWER_NAMES
from sirocco.games.northafrica.setup import sharers, variable_zone
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE
from sirocco.games.northafrica.verbs_setup import ACCEPT, BID, FOR, RAISE, SHARE
from sirocco.games.northafrica.why_setup import why_bid, why_share, why_variable, why_want
from sirocco.games.northafrica.words import Words
from sirocco.kernel.ask import Ask
from sirocco.kernel.game import Verb

SIDE_NAMES: Final = ("the Axis", "the Allies")


def _bid(g: NorthAfrica, ask: Ask) -> str:
    side = SIDE_NAMES[g.wanted]
    if not g.bid:
        return f"How many points do you offer the other player, so that you may run {side}?"
    other = SIDE_NAMES[1 - g.wanted]
    return (
        f"{g.bid} points are offered to whoever leaves {side} to the other. "
        f"Bid more for {side}, or accept them and run {other}?"
    )


def _share(g: NorthAfrica, ask: Ask) -> str:
    first, second = (POWER_NAMES[p] for p in sharers(g))
    return f"How many of the {g.bid} points does {first} get? The rest is {second}'s."


def _variable(g: NorthAfrica, ask: Ask) -> str:
    title = g.board.title(variable_zone(g))
    return f"{title}: which British units are there? {g.points} points are left."


SETUP_WORDS: Final = Words(
    {
        FOR: Verb("for {}", "side"),
        BID: Verb("bid {}", "number"),
        ACCEPT: Verb("accept"),
        SHARE: Verb("share {}", "number"),
        RAISE: Verb("raise {}", "kind"),
    },
    {
        "want": "Which side do you want to run?",
        "bid": _bid,
        "share": _share,
        "variable": _variable,
    },
    {
        FOR: ("NA-BID-a",),
        BID: ("NA-BID-a",),
        ACCEPT: ("NA-BID-a", "NA-BID-b"),
        SHARE: ("NA-BID-b",),
        RAISE: ("NA-SETUP-e",),
    },
    {("variable", DONE): ("NA-SETUP-e",)},
    {"want": why_want, "bid": why_bid, "share": why_share, "variable": why_variable},
    {
        FOR: ("NA-BID-a",),
        BID: ("NA-BID-a",),
        ACCEPT: ("NA-BID-a", "NA-BID-b"),
        SHARE: ("NA-BID-b", "NA-BID-c"),
        RAISE: ("NA-SETUP-e",),
    },
)
