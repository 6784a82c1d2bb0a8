"""Tokens that a line names though nobody asks for them: what is paid leaves no other choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sirocco.games.northafrica.battlefield import regular_land
from sirocco.games.northafrica.pledges import next_due, pay, payers
from sirocco.games.northafrica.pressing import Demand, demand, pay_from
from sirocco.games.northafrica.state import NorthAfrica, clone
from sirocco.games.northafrica.supply import spend
from sirocco.games.northafrica.verbs_combat import PRESS
from sirocco.games.northafrica.verbs_moves import PAY
from sirocco.kernel.ask import NOUN
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import asked_of


def implied_payments(g: NorthAfrica, seat: int, action: int, rest: list[str]) -> int:
    """`pay SPACE` behind a token that settles the others; how many words are read."""
    ask = asked_of(g, seat)
    verb, t = action & ~NOUN, action & NOUN
    if ask is None or not rest or rest[0].lower() != "pay":
        return 0
    if ask.topic == "press" and action == PRESS:
        return _named(g, pressing_tokens(clone(g), demand(g, regular_land(g))), rest)
    if ask.topic == "press-token" and verb == PAY:
        after = clone(g)
        spend(after, t, 1, "pressing")
        wanted: Demand = getattr(g.stack[-1], "wanted", ())
        return _named(g, pressing_tokens(after, wanted[1:]), rest)
    if ask.topic == "payment" and verb == PAY:
        after = clone(g)
        pay(after, next_due(after), t)
        return _named(g, attack_tokens(after), rest)
    return 0


def pressing_tokens(after: NorthAfrica, wanted: Demand) -> Iterator[int]:
    """Where the next tokens for pressing come from, up to the first choice; spends them."""
    for i in range(len(wanted)):
        places = pay_from(after, wanted[i:])
        if not places or places & (places - 1):
            return
        spend(after, lowest(places), 1, "pressing")
        yield lowest(places)


def attack_tokens(after: NorthAfrica) -> Iterator[int]:
    """The same for attacks that are declared (NA-PAY-b)."""
    while (key := next_due(after)) >= 0:
        found = payers(after, key >> 7)
        if not found or found & (found - 1):
            return
        pay(after, key, lowest(found))
        yield lowest(found)


def _named(g: NorthAfrica, tokens: Iterator[int], rest: list[str]) -> int:
    """The words that name such tokens, in any order."""
    left = Counter(tokens)
    used = 0
    while len(rest) >= used + 2 and rest[used].lower() == "pay":
        s = g.board.find(rest[used + 1])
        if not left[s]:
            break
        left[s] -= 1
        used += 2
    return used
