"""Commands of the text board that only look: the map, units, rules, odds, supply, the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sirocco.cli.reference import rules_text
from sirocco.cli.table import Table
from sirocco.cli.words import WIDTH, Group, groups_of, long_lists, reaching, wrapped
from sirocco.kernel.frames import asked_of
from sirocco.kernel.match import Decision
from sirocco.kernel.refusal import Refused

LOG_LINES: Final = 20
RULES_TOLD: Final = 2
"""Rules that `why` tells in full; the others it names."""


class Looking:
    """What somebody at a seat can ask without changing anything."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.offers,
            "offers": self.offers,
            "map": self.map,
            "list": self.list,
            "look": self.look,
            "units": self.units,
            "who": self.who,
            "supply": self.supply,
            "why": self.why,
            "rules": self.rules,
            "odds": self.odds,
            "log": self.log,
            "score": self.score,
            "status": self.status,
        }

    @property
    def view(self) -> Any:
        return self.table.view(self.seat)

    def groups(self) -> list[Group]:
        """The open offers by verb."""
        match = self.table.match
        ask = asked_of(match.state, self.seat)
        return [] if ask is None else groups_of(match.game, match.state, ask)

    def question(self) -> Decision:
        """What the seat is asked."""
        match = self.table.match
        ask = asked_of(match.state, self.seat)
        name = match.seats[self.seat]
        if ask is None:
            return Decision(name, "", "")
        return Decision(name, ask.topic, match.game.prompt(match.state, ask))

    def offers(self, rest: str) -> None:
        groups = self.groups()
        wanted = rest.split()[0].lower() if rest else ""
        shown = [g for g in groups if not wanted or g.verb.split()[0] == wanted]
        if not shown:
            words = ", ".join(dict.fromkeys(group.verb.split()[0] for group in groups))
            raise Refused(f"{wanted[:40]!r} is not open now; open are {words}.")
        self.table.numbered = True
        for line in long_lists(self.table.board, self.view, shown):
            self.table.say(line)

    def map(self, rest: str) -> None:
        reader = self.table.reader
        width = reader.width() or WIDTH
        self.table.show(self.table.board.picture(self.view, width, reader.colour()))

    def list(self, rest: str) -> None:
        for line in self.table.board.spoken(self.view):
            self.table.say(f"  {line}")

    def look(self, rest: str) -> None:
        if not rest:
            raise Refused("Look where? Give the name or the number of a space.")
        self.table.say(self.table.board.look(self.view, rest))

    def units(self, rest: str) -> None:
        for line in self.table.board.units(self.view, rest):
            self.table.say(f"  {line}")

    def who(self, rest: str) -> None:
        """Which units of the open question could go to a space."""
        if not rest:
            raise Refused("Who can go where? Give the name or the number of a space.")
        match = self.table.match
        place = "-".join(rest.split())
        found = reaching(match.game, match.state, self.seat, place)
        if not found:
            raise Refused(f"No unit that you may name now can go to {rest[:40]!r}; why tells more.")
        for verb, units in found.items():
            names = self.table.board.listing(self.view, "unit", units)
            for line in wrapped(f"  {verb} {place}: ", names):
                self.table.say(line)

    def supply(self, rest: str) -> None:
        board, reader = self.table.board, self.table.reader
        if rest.lower() == "map":
            width = reader.width() or WIDTH
            self.table.show(board.supply_picture(self.view, width, reader.colour()))
        else:
            self.table.say(board.supply(self.view, rest))

    def why(self, rest: str) -> None:
        words = rest.split()
        if not words:
            raise Refused("Why what? Give a line of play, or a unit and a space.")
        line = self.table.board.line_for(self.view, self.question(), words) or rest
        reason = self.table.match.why(self.seat, line)
        if reason is None:
            self.table.say(f"It is allowed: {line}")
            return
        self.table.say(str(reason))
        catalogue = self.table.match.game.catalogue()
        for id in reason.rules[:RULES_TOLD]:
            if id in catalogue.rules:
                rule = catalogue.rules[id]
                self.table.say(f"  {id}, {rule.title}: {rule.text}")
            else:
                self.table.say(f"  {id}: {catalogue.rulings[id].ruling}")
        if reason.rules:
            self.table.say(f"  (rules {reason.rules[0]} tells more)")

    def rules(self, rest: str) -> None:
        self.table.say(rules_text(self.table.match.game.catalogue(), rest))

    def odds(self, rest: str) -> None:
        if not rest:
            raise Refused("Odds of what? Give a space, or attackers vs defenders.")
        board = self.table.board
        described = " vs" in f" {rest.lower()}"
        self.table.say(board.odds(rest, {}) if described else board.odds_here(self.view, rest))

    def log(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 7):
            raise Refused("log N shows the last N lines.")
        lines = self.table.match.log(self.seat)
        for line in lines[-int(rest or LOG_LINES) :]:
            self.table.say(f"  {line}")

    def score(self, rest: str) -> None:
        self.table.say(self.table.board.score(self.view))

    def status(self, rest: str) -> None:
        self.table.say(self.table.board.status(self.view))
