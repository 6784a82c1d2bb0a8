"""Odds that the table shows beside an offer, while an attack is being put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sirocco.games.hints import Odds
from sirocco.games.northafrica.battlefield import ATTACKER, DEFENDER
from sirocco.games.northafrica.board import NONE, Board
from sirocco.games.northafrica.ground import seat_for, side_units
from sirocco.games.northafrica.odds import BattleResult, OddsError, battle
from sirocco.games.northafrica.powers import SIDE, SIDE_POWERS
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.text_odds import attacking, policies_of, spec_of
from sirocco.games.northafrica.view import View, sketch

PLACES: Final = ("at {}", "to {}", "fight {}", "from {}")
"""Offers that name the space which is attacked."""
GOING_ON: Final = ("fight", "retreat", "press", "cease")
"""Offers about the battle that is being fought."""
SELDOM: Final = 0.0005


def odds(view: View, board: Board, verb: str, noun: str, units: Sequence[str]) -> tuple[Odds, ...]:
    """How the attack may end that an offer is about; `units` join those that attack already."""
    g = sketch(view)
    s = board.find(noun) if verb in PLACES else g.battle if verb in GOING_ON else NONE
    if not 0 <= s < board.size or not enemy_there(g, s):
        return ()
    chosen = attacking(g, s)
    if verb != "fight {}" and verb not in GOING_ON:
        for name in units:
            chosen |= joining(g, name, chosen)
    if not chosen:
        return ()
    try:
        found = battle(spec_of(g, s, chosen), *policies_of(g, s, chosen))
    except OddsError:
        return ()  # it cannot be reckoned: the offer stands without odds
    ours = any(seat_for(g, p) == view.seat for p in SIDE_POWERS[SIDE[g.power]])
    return (shown(board.title(s), found, ours),)


def enemy_there(g: NorthAfrica, s: int) -> bool:
    """Whether there is anything to fight."""
    foes = SIDE_POWERS[1 - SIDE[g.power]]
    tokens = any(g.afloat.get(4 * s + p) for p in foes)
    return bool(g.at[s] & side_units(g, 1 - SIDE[g.power])) or tokens


def joining(g: NorthAfrica, name: str, chosen: int) -> int:
    """A unit of the active power of the kind that a name says, not yet in the attack."""
    kind = g.board.chart.index.get(name.partition("@")[0], -1)
    free = g.kinds_at[kind] & g.owned[g.power] & ~chosen & ~g.fought if kind >= 0 else 0
    return free & -free


def shown(title: str, found: BattleResult, ours: bool) -> Odds:
    """The endings as parts of a bar."""
    taken, held, emptied, mutual = found.endings
    good, bad = ("good", "bad") if ours else ("bad", "good")
    parts = [("attacker wins", taken, good)]
    if emptied + mutual > SELDOM:
        parts.append(("nobody holds it", emptied + mutual, "even"))
    parts.append(("defenders remain", held, bad))
    words = (
        f"Units lost on average: attacker {found.lost(ATTACKER):.1f}, "
        f"defender {found.lost(DEFENDER):.1f}"
    )
    return Odds(f"Attack on {title}", tuple(parts), words)
