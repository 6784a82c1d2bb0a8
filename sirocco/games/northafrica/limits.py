"""The limits of the components, looked at as a whole (NA-LIMITS)."""

from __future__ import annotations

from functools import lru_cache

from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.powers import SIDE, SIDES
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.supply import in_play
from sirocco.games.northafrica.troops import chips


def faults(g: NorthAfrica) -> list[str]:
    """What is on the board though there are not so many pieces."""
    return [*_pieces(g), *_tokens(g)]


def _pieces(g: NorthAfrica) -> list[str]:
    """NA-LIMITS-a: air and sea units and trucks; NA-LIMITS-e: chips for the others.

    Stacks are a matter of placing and moving units (NA-LIMITS-b, R47): retreats may part them.
    """
    out = []
    chart = g.board.chart
    beyond = 0
    for kind in range(chart.kinds):
        most = chart.pieces[kind]
        count = g.kinds_at[kind].bit_count()
        if not chart.combat_land[kind]:
            if count > most:
                out.append(
                    f"there are {count} of {chart.codes[kind]}, but {most} pieces (NA-LIMITS-a)"
                )
            continue
        beyond += max(count - most, 0)
    if beyond > chips():
        out.append(f"{beyond} units are beyond the pieces; chips show {chips()} (NA-LIMITS-e)")
    return out


@lru_cache(maxsize=1)
def _stock() -> dict[str, int]:
    return dict(data_pack().value("limits.stock"))


def most_supply() -> int:
    """The value of all supply tokens (NA-COMP-c, R46)."""
    return _stock()["supply_ones"] + 5 * _stock()["supply_fives"]


def _tokens(g: NorthAfrica) -> list[str]:
    """Supply, land mines and sea mines (NA-COMP-c, NA-COMP-d, NA-COMP-e)."""
    out = []
    stock = _stock()
    if in_play(g) > most_supply():
        out.append(f"supply of {in_play(g)} is in play, but tokens of {most_supply()} (R46)")
    tokens = sum((mines + 1) // 2 for mines in g.land_mines.values())
    if tokens > stock["land_mines"]:
        out.append(f"{tokens} land mine tokens lie, but there are {stock['land_mines']}")
    for side, name in enumerate(SIDES):
        laid = sum(n for key, n in g.sea_mines.items() if SIDE[key & 3] == side)
        if laid > stock[f"sea_mines_{name}"]:
            out.append(
                f"{laid} sea mines of the {name} lie, but there are {stock[f'sea_mines_{name}']}"
            )
    return out
