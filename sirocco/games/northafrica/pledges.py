"""Supply for attacks: whether all can be paid together (D5), and the payments themselves."""

from __future__ import annotations

from sirocco.games.northafrica.front import SUPPLY, front, price
from sirocco.games.northafrica.ground import seat_for, side_units, standing
from sirocco.games.northafrica.powers import SIDE
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.supply import payable, sources, spend
from sirocco.games.northafrica.verbs_moves import PAY
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


def affordable(g: NorthAfrica, origin: int, target: int, lifted: int = 0) -> bool:
    """Whether one more unit may join an attack: all attacks ordered can still be paid together."""
    if lifted & SUPPLY.bit:
        return True
    f = front(g)
    if not f.defended >> target & 1:
        return True  # NA-PAY-f
    n = f.pledged.get(128 * origin + target, 0)
    if price(n + 1) == price(n):
        return True
    found = f.funds.get(origin)
    if found is None:
        found = f.funds[origin] = f.stock(g, origin) > f.total or one_more(g, f.needs, origin)
    return found


def one_more(g: NorthAfrica, needs: dict[int, int], origin: int) -> bool:
    """Whether an origin can be given one token more than all need so far."""
    return payable(g, {**needs, origin: needs.get(origin, 0) + 1}, {})


def cost(g: NorthAfrica, key: int) -> int:
    """What an attack costs: nothing against a territory without enemy combat units."""
    t = key & 127
    if not standing(g, t) & side_units(g, 1 - SIDE[g.power]):
        return 0
    return price(front(g).pledged.get(key, 0))


def open_needs(g: NorthAfrica) -> dict[int, int]:
    """The tokens that are still to be paid, by origin."""
    needs: dict[int, int] = {}
    for key, paid in g.arrows.items():
        left = cost(g, key) - paid
        if left > 0:
            needs[key >> 7] = needs.get(key >> 7, 0) + left
    return needs


def payers(g: NorthAfrica, origin: int) -> int:
    """Where the next token for an attack may come from so that the rest stays payable."""
    found = sources(g, SIDE[g.power], origin)
    if found & (found - 1) == 0:
        return found
    needs = open_needs(g)
    needs[origin] -= 1
    total = sum(needs.values())
    out = 0
    for t in bits(found):
        if not total or payable(g, needs, {t: 1}):
            out |= 1 << t
    return out or found


def next_due(g: NorthAfrica) -> int:
    """The next attack that is not paid for, or -1; `paid` counts those that are."""
    keys = sorted(g.arrows)
    while g.paid < len(keys):
        key = keys[g.paid]
        if g.arrows[key] < cost(g, key):
            return key
        g.paid += 1
    return -1


@procedure
def payments(g: NorthAfrica) -> Procedure[None]:
    """NA-PAY-b: each attack is paid for, token by token; one question where there is a choice."""
    while True:
        key = next_due(g)
        if key < 0:
            return
        origin = key >> 7
        found = payers(g, origin)
        if not found:  # a described position may promise more than there is
            g.paid += 1
            continue
        if found & (found - 1):
            answer = yield Ask(seat_for(g, g.power), "payment", ((PAY, payers(g, origin)),))
            found = 1 << (answer & NOUN)
        pay(g, key, lowest(found))


def pay(g: NorthAfrica, key: int, source: int) -> None:
    spend(g, source, 1, "attack")
    g.arrows[key] += 1  # NA-PAY-d
    g.memo = front(g).paid()
