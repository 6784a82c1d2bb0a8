"""The second reading: combat, response and Beachheads (4.44, 5.0)."""

from __future__ import annotations

from sirocco.games.victory.mapdata import step
from sirocco.games.victory.state import NO_ENTRY
from sirocco.games.victory.units import KIND, SIDE
from tests.victory.second_moves import Moves
from tests.victory.second_table import AIR, ARMY, LEG, NAVAL, POWER


class Battle(Moves):
    """What units may do in a battle and around it."""

    def fighters(self, side: int) -> list[int]:
        return [u for u in self.here(self.g.battle, side) if not self.has("grounded", u)]

    def group(self, side: int, arm: str) -> list[int]:
        out = []
        for u in self.fighters(side):
            where = (
                "air"
                if self.kind(u) in AIR or self.has("flying", u)
                else "naval"
                if self.afloat(u)
                else "army"
            )
            if where == arm:
                out.append(u)
        return out

    def next_units(self) -> list[int]:
        """Whose Combat Turn it is."""
        waiting = []
        for side in (1 - self.g.side, self.g.side):
            for u in self.fighters(side):
                if self.has("acted", u):
                    continue
                if self.g.round == 1 and side == self.g.side and self.waded(u):
                    continue
                waiting.append((KIND[u], side == self.g.side, u))
        if not waiting:
            return []
        first = min(waiting)[:2]
        return [u for kind, late, u in waiting if (kind, late) == first]

    def waded(self, u: int) -> bool:
        if not self.ashore(u) or self.kind(u) == "MA" or self.g.entry[u] == NO_ENTRY:
            return False
        by = self.at[step(*self.cell[self.g.battle], self.g.entry[u])]
        return self.ford(self.g.battle, by)[0].river

    def targets(self, u: int) -> set[str]:
        side, g = SIDE[u], self.g
        if (self.kind(u) in ARMY and not self.ashore(u)) or (g.round == 4 and side == g.side):
            return set()
        air, naval, army = (self.group(1 - side, arm) for arm in ("air", "naval", "army"))
        a, n, gr = POWER[self.kind(u)]
        out = set()
        if a and air:
            own = 1 if self.kind(u) in NAVAL else 2
            if self.kind(u) in AIR or g.flak >> (3 * side + own) & 1:
                out.add("air")
        if n and naval:
            out.add("naval")
        if gr and army:
            soft = any(g.cv[x] > 1 for x in army)
            if self.kind(u) in ARMY or (self.kind(u) in AIR and soft):
                out.add("army")
            elif self.kind(u) == "BB" and soft and not naval:
                again = g.bombarded[side] not in (0, g.round)
                if not again or any(self.ashore(x) for x in self.here(g.battle, side)):
                    out.add("army")
        return out

    def battle_at(self, h: int) -> bool:
        if h == self.g.battle:
            return True
        if not (self.here(h, 0) and self.here(h, 1)) or self.g.fought >> h & 1:
            return False
        return not self.blockade(h) or bool(self.g.activated >> h & 1)

    def ways(self) -> set[int]:
        h = self.g.battle
        return {
            n
            for d in range(6)
            if self.g.out[12] >> d & 1 and (n := self.at.get(step(*self.cell[h], d))) is not None
        }

    def left_by(self, to: int, naval: bool) -> int:
        h = self.g.battle
        d = next(d for d in range(6) if self.at.get(step(*self.cell[h], d)) == to)
        return self.g.out[d + 6 * naval]

    def retreat(self, u: int) -> set[int]:
        """Hexes for the retreat of a unit that is no Air unit and does not fly."""
        side, h, g = SIDE[u], self.g.battle, self.g
        attacker = side == g.side
        marine = self.kind(u) == "MA"
        out = set()
        for to, _, _ in self.near[h]:
            if self.enemy(to, side) or self.battle_at(to) or self.blockade(to):
                continue
            theirs = self.holds(to, 1 - side)
            water = self.sailable(h, to) and not self.canal(h) and not self.canal(to)
            free_sea = water and self.left_by(to, True) < self.sailable(h, to) and not theirs
            road = self.walkable(h, to)
            free_land = road and self.left_by(to, False) < road
            if self.kind(u) in NAVAL:
                if free_sea and (self.sea(to) or self.land(to)) and self.naval_room(to, side):
                    out.add(to)
            elif marine:
                if self.marine_retreat(u, to, bool(free_sea), bool(free_land), bool(water)):
                    out.add(to)
            elif self.has("at_sea", u):
                room = self.naval_room if self.sea(to) else self.army_room
                if free_sea and (self.sea(to) or self.haven(to, side)) and room(to, side):
                    out.add(to)
            elif free_land and self.army_room(to, side):
                if attacker and self.kind(u) == "AB" and self.has("dropped", u):
                    if self.holds(to, side) or any(
                        g.where[v] == to and g.origin[v] == to and not self.has("travelled", v)
                        for v in self.here(to, side)
                    ):
                        out.add(to)
                elif attacker:
                    if to in self.ways():
                        out.add(to)
                elif to not in self.ways() and not theirs:
                    out.add(to)
        return out

    def marine_retreat(self, u: int, to: int, free_sea: bool, free_land: bool, water: bool) -> bool:
        side, h, g = SIDE[u], self.g.battle, self.g
        garrison = self.has("beach", u) or self.holds(h, side)
        invader = self.has("invading", u) or (side == g.side and not garrison)
        if self.holds(to, 1 - side):
            return False
        if self.sea(to):
            guns = bool(self.group(1 - side, "naval"))
            if not invader and self.ashore(u) and guns:
                return False
            return free_sea and self.naval_room(to, side)
        if invader or not water:
            return False
        if self.ashore(u):
            by_land = self.walkable(h, to)
            if to in self.ways() or (not free_land if by_land else not free_sea):
                return False
        elif not free_sea:
            return False
        if self.haven(to, side):
            return self.army_room(to, side)
        return self.naval_room(to, side)

    def airfields(self, u: int, landing: bool) -> set[int]:
        """Cities and towns where an Air unit, or an Airborne unit that aborts, comes down."""
        side, h = SIDE[u], self.g.battle
        reach = LEG.get(self.kind(u), 4)
        out = set()
        for to, far in self.distance(h).items():
            if far > reach or not self.hexes[to].place or not self.holds(to, side):
                continue
            if landing:
                if to != h and self.battle_at(to):
                    continue
                if self.enemy(to, side) and not self.blockade(to):
                    continue
            elif self.battle_at(to) or self.blockade(to) or self.enemy(to, side):
                continue
            if self.kind(u) == "AB":
                if self.army_room(to, side):
                    out.add(to)
            elif (
                sum(
                    self.kind(v) in AIR and not self.has("aboard", v) and not self.has("aloft", v)
                    for v in self.here(to, side)
                )
                < 2
            ):
                out.add(to)
        return out

    def flight_decks(self, u: int, landing: bool) -> set[int]:
        side, h = SIDE[u], self.g.battle
        if self.kind(u) not in ("FA", "DB"):
            return set()
        far = self.distance(h)
        out = set()
        for ship in self.units:
            if SIDE[ship] != side or self.kind(ship) != "CV":
                continue
            to = self.g.where[ship]
            if far[to] > 3 or not self.open_deck(ship) or self.has("strategic", ship):
                continue
            if (self.battle_at(to) and not (landing and to == h)) or self.blockade(to):
                continue
            if sum(self.g.carrier[p] == ship for p in self.units) < 2:
                out.add(ship)
        return out

    def may_land(self, u: int) -> bool:
        side, h = SIDE[u], self.g.battle
        if not (self.has("flying", u) or self.has("invading", u)):
            return False
        if self.g.round == 4 or not self.army_room(h, side) or not self.open_ground(h):
            return False
        return self.has("flying", u) or not self.group(1 - side, "naval")

    def must_leave(self) -> int:
        """The side that leaves after the last round."""
        attacker, defender, h = self.g.side, 1 - self.g.side, self.g.battle
        if self.armies(h, defender):
            return attacker
        if self.armies(h, attacker):
            return defender
        planes = any(self.kind(u) in AIR for u in self.fighters(attacker))
        return defender if planes and self.holds(h, attacker) else attacker

    def blockaders(self, side: int) -> set[int]:
        """Ships that may stay instead of leaving."""
        h = self.g.battle
        enemy = self.here(h, 1 - side)
        if not self.port(h) and not any(self.has("beach", u) for u in enemy):
            return set()
        if any(not self.ashore(u) for u in enemy):
            return set()
        return {
            u
            for u in self.fighters(side)
            if self.kind(u) in NAVAL and (side == self.g.side or self.blockader(u))
        }

    def respond(self, u: int) -> set[int]:
        side, start = SIDE[u], self.g.where[u]
        if self.battle_at(start):
            return set()
        if self.has("aboard", u) and not self.open_deck(self.g.carrier[u]):
            return set()
        return {
            h
            for h, far in self.distance(start).items()
            if 0 < far <= 2 and self.battle_at(h) and self.sortie(h, side) < 2
        }

    def activate(self, side: int) -> set[int]:
        """Blockade hexes in which a side may start a battle, by what it can see (A57)."""
        out = set()
        for h in self.cell:
            if not self.blockade(h) or self.g.activated >> h & 1 or not self.enemy(h, side):
                continue
            mine = self.here(h, side)
            if not mine or any(self.has("strategic", u) for u in mine):
                continue
            still = self.port(h) or self.canal(h)
            ours = any(self.blockader(u) for u in mine)
            for u in mine:
                if self.kind(u) in ARMY or (still and self.has("aboard", u)):
                    continue
                _, naval, ground = POWER[self.kind(u)]
                if ground if ours else naval and self.kind(u) in AIR:
                    out.add(h)
        return out

    def beaches(self, side: int) -> set[int]:
        """Marines that may become Beachheads."""
        out = set()
        for u in self.units:
            h = self.g.where[u]
            if SIDE[u] != side or self.kind(u) != "MA" or not self.land(h):
                continue
            if not self.coastal(h) or not self.open_ground(h):
                continue
            if any(self.has("beach", v) for v in self.here(h, side)):
                continue
            if self.enemy(h, side) and self.rank(self.here(h, side)) <= self.rank(
                self.here(h, 1 - side)
            ):
                continue
            if self.has("at_sea", u) and not self.army_room(h, side):
                continue
            out.add(u)
        return out

    def rank(self, units: list[int]) -> int:
        if any(self.ashore(u) for u in units):
            return 3
        if any(self.kind(u) in AIR and not self.has("aboard", u) for u in units):
            return 2
        return 1 if units else 0

    # When no movement and no battle is under way

    def astray(self) -> list[int]:
        """Blocks where they cannot stay: aircraft without a base, Marines inland, lone crowds."""
        out = []
        for u in self.units:
            h, side = self.g.where[u], SIDE[u]
            if self.kind(u) in AIR:
                base = self.hexes[h].place and self.holds(h, side)
                lost = not base and not self.has("aboard", u)
            elif self.kind(u) in NAVAL:
                lost = self.canal(h) and not self.port(h)
            elif self.has("at_sea", u):
                lost = not self.sea(h) and not (self.kind(u) == "MA" and self.shore(h))
            else:
                lost = not self.land(h) or (self.kind(u) == "MA" and not self.coastal(h))
            if lost or self.has("flying", u) or self.has("invading", u):
                out.append(u)
            if self.enemy(h, side) and not self.blockade(h) and not self.g.terms.submarines:
                out.append(u)
        return out
