"""The units of a described position: lines of kind, number, place and marks."""

from __future__ import annotations

from typing import Final

from sirocco.games.northafrica.alike import short_name, space_name
from sirocco.games.northafrica.board import NONE
from sirocco.games.northafrica.ground import vichy_units
from sirocco.games.northafrica.kinds import LAND, TRUCK, TWO_HITS
from sirocco.games.northafrica.powers import FRENCH, GERMANY, NATIONS, POWERS, US
from sirocco.games.northafrica.state import MARKS, NorthAfrica, aim_at, enlist
from sirocco.kernel.given import Given, near
from sirocco.kernel.refusal import Refused

ROSTERS: Final = (*POWERS, "vichy", "free-french")
"""Under which name units are listed: their owner, and whether they are French."""
BOX: Final = "box"
MOST_ALIKE: Final = 120
SPENT: Final = {"moved", "fought", "blitzed", "turned", "travelled"}
"""What a land unit has used its points for; without any of these it was for a combat move."""


def put_units(g: NorthAfrica, given: Given) -> None:
    """`germany = ["tank x2 tobruk", ...]` for every roster; `landings` come first."""
    for name in given.texts("landings"):
        s = g.board.find(name)
        if s < 0 or not g.board.land >> s & 1:
            raise given.fault("landings", f"names {name!r}, which is no territory")
        g.landings |= 1 << s
    for roster in ROSTERS:
        for line in given.texts(roster):
            _put(g, roster, line, f"position.{roster}: {line!r}")


def _put(g: NorthAfrica, roster: str, line: str, where: str) -> None:
    """`tank tobruk`, `infantry x3 tobruk at=cairo`, `fighter malta used=2 fought`."""
    words = _in_order(line.split())
    if len(words) < 2:
        raise Refused(f"{where}: a line is a kind, a number if there are several, and a space.")
    owner = {"vichy": GERMANY, "free-french": US}.get(roster, -1)  # NA-VICHY-a, NA-FREE-a
    nation = FRENCH if owner >= 0 else POWERS.index(roster)
    owner = POWERS.index(roster) if owner < 0 else owner
    kind = _kind(g, nation, short_name(words[0].lower()), where)
    rest = words[1:]
    count = 1
    if rest[0].startswith("x") and rest[0][1:].isdecimal():
        count = int(rest.pop(0)[1:])
    if not 1 <= count <= MOST_ALIKE:
        raise Refused(f"{where}: a line has 1 to {MOST_ALIKE} units.")
    if not rest:
        raise Refused(f"{where}: the space is missing.")
    s = g.board.size if rest[0] == BOX else g.board.find(rest[0])
    if s < 0:
        raise Refused(f"{where}: there is no space {rest[0]!r}{near(rest[0], g.board.names)}.")
    for _ in range(count):
        _mark(g, enlist(g, kind, owner, s), rest[1:], where)


def _in_order(words: list[str]) -> list[str]:
    """Kind, number, space, marks; `2 tank tobruk`, `tank tobruk x2` and `tank@tobruk`, too.

    >>> _in_order("2 tank tobruk moved".split()), _in_order("tank@tobruk x2".split())
    (['tank', 'x2', 'tobruk', 'moved'], ['tank', 'x2', 'tobruk'])
    """
    if words and words[0].isdecimal():
        words = [*words[1:2], f"x{words[0]}", *words[2:]]
    if words and "@" in words[0]:
        words = [*words[0].split("@", 1), *words[1:]]
    times = [word for word in words[2:] if word[:1] == "x" and word[1:].isdecimal()]
    return [*words[:1], *times, *words[1:2], *(word for word in words[2:] if word not in times)]


def _kind(g: NorthAfrica, nation: int, word: str, where: str) -> int:
    """A kind of the nation; trucks of other nations may have been captured (NA-TCAP-c)."""
    chart = g.board.chart
    code = word if word in chart.index else f"{NATIONS[nation]}-{word}"
    kind = chart.index.get(code, -1)
    if kind < 0:
        own = [c.partition("-")[2] for c in chart.codes if c.startswith(NATIONS[nation])]
        raise Refused(f"{where}: there is no kind of unit {word!r}{near(word, own)}.")
    if chart.nation[kind] != nation and chart.type[kind] != TRUCK:
        raise Refused(f"{where}: {code} belongs to another power.")
    return kind


def _mark(g: NorthAfrica, u: int, words: list[str], where: str) -> None:
    chart = g.board.chart
    for word in words:
        key, equals, value = word.partition("=")
        if key == "at" and equals:
            _aim(g, u, value, where)
        elif key == "used" and value.isdecimal() and int(value) < 10:
            g.used[u] = int(value)
        elif key == "via" and equals:
            _sailed(g, u, value, where)
        elif word not in MARKS:
            raise Refused(f"{where}: {word!r} is no mark{near(word, MARKS)}.")
        elif word == "damaged" and not chart.traits[g.kind[u]] & TWO_HITS:
            raise Refused(f"{where}: only a unit that takes two hits can be damaged (NA-BB-a).")
        elif word == "seized" and chart.type[g.kind[u]] != TRUCK:
            raise Refused(f"{where}: only trucks are seized (NA-TCAP-a).")
        else:
            setattr(g, word, getattr(g, word) | 1 << u)
    if g.target[u] != NONE and "blitzed" not in words:
        g.fought |= 1 << u
    elif g.used[u] and g.army >> u & 1 and not SPENT.intersection(words):
        g.moved |= 1 << u


def _sailed(g: NorthAfrica, u: int, value: str, where: str) -> None:
    """`via=sz10,sz11`: the zones that a ship has entered in this phase."""
    if not g.ships >> u & 1:
        raise Refused(f"{where}: only ships have zones behind them.")
    for name in value.split(","):
        z = g.board.find(name)
        if z < 0 or not g.board.sea >> z & 1:
            raise Refused(f"{where}: {name!r} is no sea zone{near(name, g.board.names)}.")
        g.tracks[u] = g.tracks.get(u, 0) | 1 << z


def _aim(g: NorthAfrica, u: int, value: str, where: str) -> None:
    """`at=SPACE`: it attacks that space; land units from next door, the others in it."""
    s, target = g.where[u], g.board.find(value)
    if target < 0:
        raise Refused(f"{where}: there is no space {value!r}{near(value, g.board.names)}.")
    landing = s == target and g.landings >> s & 1
    if g.owner[u] != g.power and not landing:
        raise Refused(f"{where}: only units of the power whose turn it is attack (NA-ORDER-a).")
    if vichy_units(g) >> u & 1:
        raise Refused(f"{where}: Vichy French units never attack (NA-VICHY-b).")
    if g.board.chart.arm[g.kind[u]] == LAND:
        if not landing and (s >= g.board.size or not g.board.land_links[s] >> target & 1):
            raise Refused(f"{where}: {space_name(g, s)} does not border {value}.")
        if landing and g.power != US:  # NA-RLPR7-m, NA-TORCHR7-a: the attack waits for their turn
            return
    elif s != target:
        raise Refused(f"{where}: air and sea units stand in the space that they attack.")
    aim_at(g, u, target)
