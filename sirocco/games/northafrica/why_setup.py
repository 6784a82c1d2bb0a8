"""Why something cannot be done in the set-up."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.powers import UK
from sirocco.games.northafrica.purchases import LEND_LEASE, SHERMAN
from sirocco.games.northafrica.setup import HIGHEST_BID, PRICE, STOCK, TRUCKS, affordable
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs_setup import ACCEPT, BID, FOR, RAISE, SHARE
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.refusal import Limit, Refused, first_cause

VARIABLE_LIMITS: Final = (
    Limit(
        TRUCKS, "Trucks are no combat units and cannot be chosen here.", "NA-SETUP-e", "NA-UNITS-b"
    ),
    Limit(
        STOCK,
        "There is no such piece left in the pool.",
        "NA-LIMITS-a",
        "NA-SETUP-e",
        "NA-COMP-h",
        "NA-COMP-l",
    ),
    Limit(PRICE, "It costs more points than are left for this zone.", "NA-SETUP-e", "NA-SETUP-f"),
)


def why_want(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN == FOR:
        return Refused("There are two sides: axis and allies.", "NA-PLAYERS-a", "NA-BID-a")
    return Refused("First say which side you want, then bid for it.", "NA-BID-a")


def why_bid(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    verb = action & ~NOUN
    if verb == ACCEPT:
        return Refused("There is no bid yet that you could accept.", "NA-BID-a")
    if verb == BID and action & NOUN > HIGHEST_BID:
        return Refused(f"No bid is higher than {HIGHEST_BID}.", "NA-BID-a", "D17")
    if verb == BID and not g.bid:
        return Refused("The first bid is at least 1.", "NA-BID-a")
    if verb == BID:
        return Refused(f"A bid must be higher than the last one, {g.bid}.", "NA-BID-a")
    return Refused("Bid more, or accept the last bid.", "NA-BID-a")


def why_share(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN == SHARE:
        return Refused(f"There are {g.bid} points to share.", "NA-BID-b")
    return Refused("First the points of the bid are shared.", "NA-BID-b")


def why_variable(g: NorthAfrica, ask: Ask, action: int) -> Refused:
    if action & ~NOUN != RAISE:
        return Refused(
            "The British choose their variable reinforcements now.", "NA-SETUP-e", "NA-ORDER-b"
        )
    chart = g.board.chart
    kind = action & NOUN
    if kind >= chart.kinds or chart.nation[kind] != UK:
        return Refused("Only British units can be chosen here.", "NA-SETUP-e")
    if not chart.cost[kind]:
        lent = LEND_LEASE.rules if chart.codes[kind] == SHERMAN else ()
        return Refused(
            f"The {chart.names[kind]} has no price and cannot be chosen.", "NA-SETUP-e", *lent
        )
    bit = 1 << kind
    return first_cause(
        VARIABLE_LIMITS,
        lambda lifted: bool(affordable(g, lifted) & bit),
        Refused("That cannot be chosen here.", "NA-SETUP-e"),
    )
