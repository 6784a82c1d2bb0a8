"""The second reading: movement (4.0 to 4.7, 5.6, 5.7)."""

from __future__ import annotations

from collections import deque

from sirocco.games.victory.units import SIDE
from tests.victory.second_table import AIR, RATE, STOPS, Table


class Moves(Table):
    """Where units may go in the movement phase."""

    def walk(self, u: int) -> tuple[set[int], dict[int, set[int]]]:
        """Normal move of an Army unit: quiet ends, and battles with the hexes to enter from."""
        side = SIDE[u]
        quiet: set[int] = set()
        fights: dict[int, set[int]] = {}
        if self.has("at_sea", u):
            return quiet, fights
        start = self.g.where[u]
        queue = deque([(start, 0, True, False)])
        seen = set(queue)
        while queue:
            h, steps, road, skipped = queue.popleft()
            if steps == RATE[self.kind(u)]:
                continue
            for n, fact, _ in self.near[h]:
                if not self.walkable(h, n) or (skipped and not fact.road):
                    continue
                if self.foe(n, side):
                    fights.setdefault(n, set()).add(h)
                    continue
                quiet.add(n)
                on_road = road and fact.road
                ignored = skipped
                if self.canal(n) or (fact.river and not fact.road):
                    continue
                if STOPS[self.hexes[n].terrain]:
                    if not on_road:
                        continue
                    ignored = True
                node = (n, steps + 1, on_road, ignored)
                if node not in seen:
                    seen.add(node)
                    queue.append(node)
        quiet.discard(start)
        fights.pop(start, None)
        for h in list(fights):
            fights[h] = {
                by
                for by in fights[h]
                if self.army_room(h, side) and self.came(h, side, by, False) < self.walkable(by, h)
            }
            if not fights[h]:
                del fights[h]
        return quiet, fights

    def march(self, u: int) -> set[int]:
        side, start = SIDE[u], self.g.where[u]
        if self.kind(u) == "MA" or self.has("at_sea", u):
            return set()
        found: set[int] = set()
        queue = deque([(start, 0)])
        seen = {start}
        while queue:
            h, steps = queue.popleft()
            if steps == 6:
                continue
            for n, fact, _ in self.near[h]:
                if not fact.road or n in seen or self.foe(n, side):
                    continue
                if self.holds(n, 1 - side) and not self.enemy(n, side):
                    continue
                seen.add(n)
                found.add(n)
                if not self.canal(n):
                    queue.append((n, steps + 1))
        return {
            h
            for h in found
            if not self.g.activated >> h & 1
            and not (self.hexes[h].place and not self.holds(h, 0) and not self.holds(h, 1))
        }

    def swim(self, u: int) -> tuple[set[int], dict[int, set[int]]]:
        """Normal move over water: quiet ends and battles."""
        side, start = SIDE[u], self.g.where[u]
        quiet: set[int] = set()
        fights: dict[int, set[int]] = {}
        edge, seen = {start}, {start}
        for _ in range(RATE[self.kind(u)]):
            after: set[int] = set()
            for h in edge:
                for n, _, _ in self.near[h]:
                    if not self.sailable(h, n) or self.canal(h) or self.canal(n):
                        continue
                    if self.enemy(n, side):
                        fights.setdefault(n, set()).add(h)
                    elif n not in seen:
                        seen.add(n)
                        after.add(n)
            quiet |= after
            edge = after
        fights.pop(start, None)
        for h in list(fights):
            fights[h] = {
                by
                for by in fights[h]
                if self.naval_room(h, side) and self.came(h, side, by, True) < self.sailable(by, h)
            }
            if not fights[h]:
                del fights[h]
        return quiet, fights

    def voyage(self, u: int) -> set[int]:
        """Hexes that a Strategic Move by sea passes or reaches."""
        side, start = SIDE[u], self.g.where[u]
        edge, seen = {start}, {start}
        for _ in range(6):
            after = set()
            for h in edge:
                for n, _, _ in self.near[h]:
                    along = self.canal(h) and self.canal(n)
                    if n in seen or self.enemy(n, side):
                        continue
                    if self.sailable(h, n) or along:
                        after.add(n)
            seen |= after
            edge = after
        return seen - {start}

    def sail(self, u: int) -> set[int]:
        if self.has("flown", u):
            return set()
        return {h for h in self.voyage(u) if self.sea(h) or self.haven(h, SIDE[u])}

    def beach(self, h: int, side: int) -> bool:
        return not self.port(h) and any(self.has("beach", u) for u in self.here(h, side))

    def quay(self, h: int, side: int) -> bool:
        used = self.g.port_use.get(h, 0)
        if self.closed_quay(h, side):
            return False
        if self.haven(h, side):
            return used < 2
        return self.beach(h, side) and used < 1

    def transport(self, u: int) -> set[int]:
        side, h = SIDE[u], self.g.where[u]
        marine = self.kind(u) == "MA"
        if not self.has("at_sea", u):
            if self.has("beach", u) and not self.port(h):
                if self.closed_quay(h, side):
                    return set()
            elif not self.quay(h, side):
                return set()
        out = set()
        for to in self.voyage(u):
            ashore = self.haven(to, side) or (self.beach(to, side) and not marine)
            if self.sea(to) or (ashore and self.quay(to, side) and self.army_room(to, side)):
                out.add(to)
        return out

    def marine(self, u: int) -> set[int]:
        quiet, _ = self.swim(u)
        return {
            h for h in quiet if self.sea(h) or self.haven(h, SIDE[u]) or not self.hexes[h].place
        }

    def invasion(self, u: int) -> dict[int, set[int]]:
        quiet, fights = self.swim(u)
        out: dict[int, set[int]] = {}
        for h in quiet:
            if self.land(h) and self.open_ground(h):
                if not (self.hexes[h].place and self.holds(h, SIDE[u])):
                    out[h] = set()
        for h in fights:
            if self.land(h) and self.open_ground(h):
                out[h] = fights[h]
        return out

    def sortie(self, h: int, side: int) -> int:
        """Air units of a side that would take part in a battle in a hex."""
        still = self.port(h) or self.canal(h)
        return sum(
            (self.kind(u) in AIR and not (still and self.has("aboard", u))) or self.has("flying", u)
            for u in self.here(h, side)
        )

    def open_deck(self, ship: int) -> bool:
        h = self.g.where[ship]
        return not self.port(h) and not self.canal(h)

    def based(self, h: int, side: int) -> int:
        return sum(self.kind(u) in AIR and not self.has("aboard", u) for u in self.here(h, side))

    def fly_to(self, u: int) -> set[int]:
        side, start = SIDE[u], self.g.where[u]
        if self.has("aboard", u):
            ship = self.g.carrier[u]
            if self.has("strategic", ship) or not self.open_deck(ship):
                return set()
        out = set()
        for h, far in self.distance(start).items():
            if h == start or far > RATE[self.kind(u)]:
                continue
            base = self.hexes[h].place and self.holds(h, side)
            calm = self.own_land(h, side) and self.hexes[h].place
            if self.enemy(h, side) and not calm:
                if self.sortie(h, side) < 2:
                    out.add(h)
            elif base and self.based(h, side) < 2:
                out.add(h)
        return out

    def ferry_start(self, u: int) -> bool:
        if self.has("aboard", u):
            ship = self.g.carrier[u]
            return not self.has("travelled", ship) and self.open_deck(ship)
        h = self.g.where[u]
        return self.hexes[h].place and self.holds(h, SIDE[u])

    def fly(self, u: int) -> set[int]:
        side, start = SIDE[u], self.g.where[u]
        if not self.ferry_start(u):
            return set()
        out = set()
        for h, far in self.distance(start).items():
            if h == start or far > 6 or self.g.activated >> h & 1:
                continue
            if not (self.hexes[h].place and self.holds(h, side)):
                continue
            if self.foe(h, side):
                continue
            if self.kind(u) == "AB" or self.based(h, side) < 2:
                out.add(h)
        return out

    def decks(self, u: int, strategic: bool) -> set[int]:
        side = SIDE[u]
        if self.kind(u) not in ("FA", "DB"):
            return set()
        if strategic:
            if not self.ferry_start(u):
                return set()
        elif self.has("aboard", u):
            own = self.g.carrier[u]
            if self.has("strategic", own) or not self.open_deck(own):
                return set()
        far = self.distance(self.g.where[u])
        out = set()
        for ship in self.units:
            if SIDE[ship] != side or self.kind(ship) != "CV" or self.g.carrier[u] == ship:
                continue
            h = self.g.where[ship]
            if far[h] > (6 if strategic else 3) or not self.open_deck(ship):
                continue
            if self.enemy(h, side) or self.has("travelled" if strategic else "strategic", ship):
                continue
            load = [p for p in self.units if self.g.carrier[p] == ship]
            if len(load) < 2 and sum(self.g.cv[p] for p in [*load, u]) <= self.g.cv[ship]:
                out.add(ship)
        return out

    def drop(self, u: int) -> set[int]:
        side, start = SIDE[u], self.g.where[u]
        if not (self.hexes[start].place and self.holds(start, side)):
            return set()
        out = set()
        for h, far in self.distance(start).items():
            if h == start or far > 4 or not (self.land(h) and self.open_ground(h)):
                continue
            fight = self.enemy(h, side) and (
                not self.own_land(h, side) or bool(self.g.activated >> h & 1)
            )
            if not fight or self.sortie(h, side) < 2:
                out.add(h)
        return out
