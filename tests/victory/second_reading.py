"""The second reading: control and supply (4.3, 7.0), and all of it together."""

from __future__ import annotations

from sirocco.games.victory.units import SIDE
from tests.victory.second_battle import Battle
from tests.victory.second_table import ARMY


class Reading(Battle):
    """Who holds what, and who starves."""

    def claim(self, h: int, side: int) -> int:
        units = self.here(h, side)
        if self.g.terms.submarines and all(self.kind(u) == "SS" for u in units):
            return 0
        return self.rank(units)

    def owner(self, h: int) -> int:
        """Who holds a place when control is set anew."""
        red, blue = self.claim(h, 0), self.claim(h, 1)
        if red > blue:
            return 0
        if blue > red:
            return 1
        if red:
            return 0 if self.holds(h, 0) else 1
        return self.hexes[h].owner

    def starving(self, side: int) -> set[int]:
        """The blocks of a side without supply, those of the other that starve not counted."""
        first = self.hungry(1 - side, self.quiet_subs(1 - side))
        return self.hungry(side, first | self.quiet_subs(side))

    def quiet_subs(self, side: int) -> set[int]:
        if not self.g.terms.submarines:
            return set()
        return {u for u in self.units if SIDE[u] == 1 - side and self.kind(u) == "SS"}

    def cut(self, h: int, side: int, weak: set[int]) -> bool:
        """Whether a road hex is the enemy's."""
        foe = 1 - side
        strong = [u for u in self.here(h, foe) if u not in weak]
        if strong:
            if self.rank(strong) > self.rank(self.here(h, side)):
                return True
        if self.hexes[h].place and self.holds(h, foe):
            weakly = bool(self.here(h, foe)) and not strong
            return self.hexes[h].owner == foe or not weakly
        return False

    def spread(self, start: int, side: int, weak: set[int], by_sea: bool) -> set[int]:
        """Hexes of the network that hang together with a hex."""
        port = {
            h: self.port(h) and not self.canal(h) and self.holds(h, side)
            and not self.enemy(h, side)
            for h in self.cell
        }  # fmt: skip
        seen, queue = {start}, [start]
        while queue:
            h = queue.pop()
            for n, fact, _ in self.near[h]:
                if n in seen:
                    continue
                ok = False
                if fact.road and not self.cut(n, side, weak):
                    ok = True
                if by_sea and fact.sea and (self.sea(h) or self.sea(n)):
                    mine = (self.sea(h) and not self.enemy(h, side)) or port[h]
                    if mine and ((self.sea(n) and not self.enemy(n, side)) or port[n]):
                        ok = True
                if ok:
                    seen.add(n)
                    queue.append(n)
        return seen

    def hungry(self, side: int, weak: set[int]) -> set[int]:
        cities = [h for h in self.cell if self.hexes[h].city and self.holds(h, side)]
        lines: set[int] = set()
        for city in cities:
            part = self.spread(city, side, weak, True)
            if sum(other in part for other in cities) > 1:
                lines |= part
        fed = {h for h in lines if not self.sea(h)}
        for u in self.units:
            h = self.g.where[u]
            if SIDE[u] == side and self.has("beach", u) and not self.port(h):
                if not self.enemy(h, side) and any(
                    self.sea(n) and n in lines and self.sailable(h, n) for n, _, _ in self.near[h]
                ):
                    fed.add(h)
        around = set(fed)
        for h in fed:
            for n, fact, lower in self.near[h]:
                if self.land(n) and self.land(h):
                    barred = fact.land and not fact.road and (fact.alpine or lower)
                    if not barred:
                        around.add(n)
        out = set()
        for u in self.units:
            if SIDE[u] != side or self.afloat(u) or self.has("aboard", u) or self.has("flying", u):
                continue
            h = self.g.where[u]
            if h not in around:
                out.add(u)
            elif self.kind(u) in ARMY and self.port(h) and self.closed_quay(h, side):
                part = self.spread(h, side, weak, False)
                if not any(c in part and c != h for c in cities):
                    out.add(u)
        return out
