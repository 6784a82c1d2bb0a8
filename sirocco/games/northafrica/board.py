"""The board: territories and sea zones, as masks and small tables over their numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sirocco.games.northafrica.board_check import check_basic, check_spaces, check_units
from sirocco.games.northafrica.kinds import Chart, data_pack, standard_chart
from sirocco.games.northafrica.powers import NOBODY, POWERS, SIDE, SIDES, UK
from sirocco.kernel.bits import bits, lowest
from sirocco.kernel.graph import Links, reach
from sirocco.kernel.refusal import Refused

MOST_SPACES: Final = 120
MOST_FLIGHTS: Final = 20000
"""Ranges of air units that are kept."""
NONE: Final = 255
"""No space."""
CANAL, ROUTE_END, CANAL_EXIT = 3, 4, 5
"""`route` of the territory where the Atlantic route ends and of the zone behind the canal."""

Rows = Mapping[str, Mapping[str, Any]]


class Board:
    """A board. Spaces are numbered in the order in which they are given; sets are masks.

    links       spaces that share a border; `into` in the data is a border open one way only
    land_links  for land units: territory to territory, never into impassable ground
    sea_links   for sea units, by side: zone to zone, without the Atlantic route
    air_links   for air units, by power: all but impassable and Sahara territories
    """

    __slots__ = (
        "aaa_only",
        "africa",
        "african",
        "air_back",
        "air_links",
        "atlantic",
        "barred",
        "base",
        "bordered",
        "basic",
        "bonus",
        "by_name",
        "canal_exit",
        "capital",
        "capital_sets",
        "chart",
        "contested",
        "farther",
        "harbours",
        "convoy",
        "convoys",
        "deploys",
        "direct",
        "docks_for",
        "emblem",
        "emblems",
        "emblems_by",
        "emblems_of",
        "enlists",
        "flights",
        "impassable",
        "islands",
        "key",
        "land",
        "land_back",
        "land_links",
        "landing",
        "limit",
        "links",
        "mines_canal",
        "names",
        "pays",
        "port",
        "repairs",
        "road",
        "route",
        "route_end",
        "route_zones",
        "rp",
        "sahara",
        "sea",
        "sea_links",
        "shipped",
        "size",
        "staging",
        "staging_for",
        "territories",
        "titles",
        "users",
        "valued",
        "west",
        "zones",
        "zones_for",
    )

    def __init__(
        self, spaces: Rows, chart: Chart, key: str = "", basic: Mapping[str, int] | None = None
    ) -> None:
        if not 0 < len(spaces) <= MOST_SPACES:
            raise Refused(f"A board has 1 to {MOST_SPACES} spaces, not {len(spaces)}.")
        self.key = key
        self.chart = chart
        points = {**data_pack().value("powers.basic"), **(basic or {})}
        self.basic = bytes(points[power] for power in POWERS)  # National Basic points
        self.names = tuple(spaces)
        self.size = len(spaces)
        self.titles = tuple(str(row.get("name", name)) for name, row in spaces.items())
        self.by_name = {name.lower(): s for s, name in enumerate(self.names)}
        for s, title in enumerate(self.titles):
            self.by_name.setdefault(title.lower().replace(" ", "-"), s)
        rows = tuple(spaces.values())
        everything = (1 << self.size) - 1
        # Kinds of space
        self.sea = _flag(rows, "sea")
        self.land = everything & ~self.sea
        self.impassable = _flag(rows, "impassable")
        self.sahara = _flag(rows, "sahara")
        self.road = _flag(rows, "road")
        self.west = _flag(rows, "west")  # west of the white line
        self.islands = _flag(rows, "island")
        self.emblem = bytes(
            _power(row["emblem"], name) if "emblem" in row else NOBODY
            for name, row in spaces.items()
        )
        self.emblems = sum(1 << s for s in range(self.size) if self.emblem[s] != NOBODY)
        self.africa = self.land & ~self.emblems & ~self.impassable
        self.territories = tuple(bits(self.land & ~self.impassable))
        self.zones = tuple(bits(self.sea))
        self.emblems_by = tuple(
            sum(1 << s for s in bits(self.emblems) if self.emblem[s] == power)
            for power in range(len(POWERS))
        )
        self.emblems_of = tuple(
            sum(1 << s for s in bits(self.emblems) if SIDE[self.emblem[s]] == side)
            for side in range(2)
        )
        # Values
        self.rp = bytes(row.get("rp", 0) for row in rows)
        self.valued = sum(1 << s for s in range(self.size) if self.rp[s])
        default = data_pack().number("limits.stacking.default")  # NA-TERR-j
        self.limit = bytes(row.get("limit", default) for row in rows)
        self.capital = tuple(
            next((s for s, row in enumerate(rows) if row.get("capital") == side), NONE)
            for side in SIDES
        )
        self.capital_sets = tuple(1 << s if s != NONE else 0 for s in self.capital)
        self.african = tuple(  # capitals first: units are soonest found there
            sorted(bits(self.africa), key=lambda s: s not in self.capital)
        )
        self.bonus = tuple(
            everything if tuple(row.get("bonus", ())) == ("all",) else self._set(name, "bonus", row)
            for name, row in spaces.items()
        )  # where land attackers must come from for the defensive bonus; everything: always
        # Convoys
        self.port = bytearray([NONE]) * self.size  # the port of each convoy zone
        self.convoy = bytearray([NONE]) * self.size  # the convoy zone of each port
        for s, (name, row) in enumerate(spaces.items()):
            if "convoy" in row:
                self.port[s] = self._space(name, "convoy", row["convoy"])
                self.convoy[self.port[s]] = s
        self.route = bytes(row.get("route", 0) for row in rows)  # 1, 2, 3: the Atlantic route
        self.users = tuple(  # whose emblems a convoy zone bears, as masks
            users or (1 << UK if 1 <= step <= 3 else 0)  # NA-CSZ-b: that route is British
            for users, step in zip(_powers(spaces, "users"), self.route, strict=True)
        )
        self.route_end = lowest(sum(1 << s for s, n in enumerate(self.route) if n == ROUTE_END))
        self.canal_exit = lowest(sum(1 << s for s, n in enumerate(self.route) if n == CANAL_EXIT))
        self.convoys = sum(
            1 << s for s in range(self.size) if self.port[s] != NONE or 1 <= self.route[s] <= 3
        )
        self.route_zones = tuple(
            lowest(sum(1 << s for s, n in enumerate(self.route) if n == step)) for step in (1, 2, 3)
        )  # -1: this board has no such zone
        self.harbours = tuple(z for z in bits(self.convoys) if self.port[z] != NONE)
        self.farther = sum(1 << z for z in self.route_zones[1:] if z >= 0)
        self.zones_for = _for_each_power(self.users)  # convoy zones that bear a power's emblem
        self.contested = sum(  # convoy zones whose port may change hands
            1 << z
            for z in bits(self.convoys)
            if self.port[z] != NONE and self.emblem[self.port[z]] == NOBODY
        )
        self.aaa_only = _flag(rows, "aaa_only")  # of land units only AAA may be shipped there
        self.deploys = _powers(spaces, "deploys")  # whose sea units are deployed here
        self.docks_for = _for_each_power(self.deploys)
        self.staging = _powers(spaces, "staging")
        self.staging_for = _for_each_power(self.staging)
        self.direct = _flag(rows, "direct")  # islands to which the Axis deploys directly
        # Single places that rules name
        self.landing = _flag(rows, "landing")
        self.barred = _flag(rows, "barred") | sum(  # the Axis may lay no mines there (NA-SMINE-b)
            1 << s for s, step in enumerate(self.route) if 1 <= step <= CANAL
        )
        self.base = _flag(rows, "base")  # the naval base where battleships are repaired
        self.repairs = _flag(rows, "repairs")  # the territory whose supply pays for it
        self.pays = _flag(rows, "pays")  # its points must be paid for with supply: Malta
        self.mines_canal = _flag(rows, "mines_canal")  # bombers there mine the canal: Crete
        self.enlists = _flag(rows, "enlists")  # where Free French units appear: Oran
        self._link(spaces)
        self.flights: dict[int, int] = {}  # ranges of air units worked out before (air_reach)

    def _space(self, name: str, key: str, word: object) -> int:
        found = self.by_name.get(word.lower(), -1) if isinstance(word, str) else -1
        if found < 0:
            raise Refused(f"Space {name}: {key} names {word!r}, which is no space.")
        return found

    def _set(self, name: str, key: str, row: Mapping[str, Any]) -> int:
        out = 0
        for word in row.get(key, ()):
            out |= 1 << self._space(name, key, word)
        return out

    def _link(self, spaces: Rows) -> None:
        links = [0] * self.size
        strait = [0] * self.size
        for s, (name, row) in enumerate(spaces.items()):
            for key, held in (("borders", links), ("straits", strait)):
                for t in bits(self._set(name, key, row)):
                    if t == s:
                        raise Refused(f"Space {name} borders itself.")
                    held[s] |= 1 << t
                    held[t] |= 1 << s
        for s, (name, row) in enumerate(spaces.items()):
            links[s] |= strait[s] | self._set(name, "into", row)
        self._link_route(links)
        self.links: Links = tuple(links)
        ground = self.land & ~self.impassable  # NA-TERR-a
        self.land_links: Links = _within(links, ground)
        self.land_back = _reversed(self.land_links)
        self.bordered = sum(1 << s for s, near in enumerate(self.land_links) if near)
        self.atlantic = sum(1 << s for s, n in enumerate(self.route) if 1 <= n <= 3)
        self.shipped = self.atlantic | 1 << self.size  # where air units go along with convoys
        atlantic = self.atlantic
        water = self.sea & ~atlantic  # NA-P1-m
        free = [near & ~strait[s] for s, near in enumerate(links)]
        self.sea_links: tuple[Links, Links] = (
            _within(links, water),
            _within(free, water),  # NA-MESSINA-a
        )
        canal = sum(1 << s for s, step in enumerate(self.route) if step == CANAL)
        flown = [
            near if step == CANAL - 1 else near & ~canal  # NA-SEA-b
            for near, step in zip(links, self.route, strict=True)
        ]
        sky = ((1 << self.size) - 1) & ~self.impassable & ~self.sahara  # NA-SAHARA-b
        self.air_links: tuple[Links, ...] = tuple(
            _within(flown, sky if p == UK else sky & ~atlantic) for p in range(4)
        )
        self.air_back: tuple[Links, ...] = tuple(_reversed(links) for links in self.air_links)

    def _link_route(self, links: list[int]) -> None:
        """NA-CSZ-b: each zone of the Atlantic route leads on to the next, the canal out of it."""
        for z, step in enumerate(self.route):
            if 1 <= step < CANAL:
                links[z] |= sum(1 << t for t, n in enumerate(self.route) if n == step + 1)
            elif step == CANAL:
                links[z] |= sum(1 << t for t in (self.route_end, self.canal_exit) if t >= 0)

    def air_reach(self, power: int, s: int, points: int, closed: int) -> int:
        """The spaces within so many steps of an air unit of a power, its own included.

        Closed territories are not entered, not even to fly across.
        """
        if points <= 0:
            return 1 << s
        key = closed << 20 | points << 11 | s << 3 | power
        found = self.flights.get(key)
        if found is None:
            if len(self.flights) > MOST_FLIGHTS:
                self.flights.clear()
            sky = ~closed
            found = reach(self.air_links[power], 1 << s, points, sky) & sky | 1 << s
            self.flights[key] = found
        return found

    def sorties(self, power: int, s: int, points: int, closed: int, bases: int) -> int:
        """The spaces that an air unit can fly to and still reach one of some bases."""
        key = (bases << 128 | closed) << 20 | 1 << 19 | points << 11 | s << 3 | power
        found = self.flights.get(key)
        if found is None:
            if len(self.flights) > MOST_FLIGHTS:
                self.flights.clear()
            found = 0
            near = 1 << s
            for d in range(1, points + 1):
                within = self.air_reach(power, s, d, closed)
                ring = within & ~near
                near = within
                found |= ring & self.air_homes(power, bases, points - d, closed)
            self.flights[key] = found
        return found

    def sea_reach(self, side: int, z: int, points: int, through: int) -> int:
        """The zones within so many steps of a sea unit of a side that passes certain zones."""
        key = ~(through << 20 | 1 << 19 | points << 11 | z << 3 | 4 | side)
        found = self.flights.get(key)
        if found is None:
            if len(self.flights) > MOST_FLIGHTS:
                self.flights.clear()
            found = reach(self.sea_links[side], 1 << z, points, through)
            self.flights[key] = found
        return found

    def air_homes(self, power: int, bases: int, points: int, closed: int) -> int:
        """The spaces from which an air unit of a power comes to a base in so many steps."""
        if points <= 0 or not bases:
            return bases
        key = ~((bases << 128 | closed) << 20 | points << 11 | power)
        found = self.flights.get(key)
        if found is None:
            sky = ~closed
            found = reach(self.air_back[power], bases, points, sky) & sky
            self.flights[key] = found
        return found

    def title(self, s: int) -> str:
        """A space as people call it."""
        return self.titles[s]

    def find(self, text: str) -> int:
        """The space that a word names, or -1."""
        return self.by_name.get(text.lower(), -1)


def _reversed(links: Links) -> Links:
    """The same links, seen from the other end."""
    back = [0] * len(links)
    for s, near in enumerate(links):
        for t in bits(near):
            back[t] |= 1 << s
    return tuple(back)


def _flag(rows: Sequence[Mapping[str, Any]], key: str) -> int:
    return sum(1 << s for s, row in enumerate(rows) if row.get(key))


def _power(word: object, name: str) -> int:
    if word not in POWERS:
        raise Refused(f"Space {name} names {word!r}; powers are {', '.join(POWERS)}.")
    return POWERS.index(str(word))


def _powers(spaces: Rows, key: str) -> tuple[int, ...]:
    """For each space the powers that its key names, as a mask."""
    return tuple(
        sum(1 << _power(word, name) for word in row.get(key, ())) for name, row in spaces.items()
    )


def _for_each_power(spaces: Sequence[int]) -> tuple[int, ...]:
    """The spaces of each power, where `spaces` has the powers of each space."""
    return tuple(sum(1 << s for s, who in enumerate(spaces) if who >> p & 1) for p in range(4))


def _within(links: Sequence[int], mask: int) -> Links:
    return tuple(near & mask if mask >> s & 1 else 0 for s, near in enumerate(links))


@lru_cache(maxsize=1)
def standard_board() -> Board:
    """The board of the data pack."""
    return Board(data_pack().value("map"), standard_chart())


@lru_cache(maxsize=64)
def board_by_key(key: str) -> Board:
    """The board that a stored state names: nothing is the standard one, else tables as JSON."""
    if not key:
        return standard_board()
    try:
        tables = json.loads(key)
        spaces, units, basic = tables["spaces"], tables["units"], tables["basic"]
    except (ValueError, KeyError, TypeError):
        raise ValueError("it names no board") from None
    return board_of(spaces, units, basic)


def board_of(spaces: object, units: object, basic: object) -> Board:
    """A board of somebody's own: its spaces (none: the standard map), changed values."""
    if spaces is None and not units and not basic:
        return standard_board()
    rows = data_pack().value("map") if spaces is None else check_spaces(spaces)
    chart = standard_chart()
    if units:
        charts = {code: dict(row) for code, row in data_pack().value("units").items()}
        for code, row in check_units(units, charts).items():
            charts[code].update(row)
        chart = Chart(charts)
    points = check_basic(basic or {})
    key = json.dumps({"spaces": spaces, "units": units, "basic": basic}, separators=(",", ":"))
    return Board(rows, chart, key, points)


__all__ = ["NONE", "Board", "board_by_key", "board_of", "standard_board"]
