"""One person's decisions at the table: what is shown, and what may be typed."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sirocco import saves
from sirocco.cli.lines import LONGEST
from sirocco.cli.reference import rules_text
from sirocco.cli.table import Leave, Table
from sirocco.cli.words import WIDTH, Group, following, groups_of, long_list, numbered, short_list
from sirocco.kernel.frames import asked_of
from sirocco.kernel.notation import words_for
from sirocco.kernel.record import RecordError
from sirocco.kernel.refusal import Refused
from sirocco.saves import Save

LOG_LINES: Final = 20

HELP: Final = """\
Type what you want to do; the list under the question shows what is open.
  A line may hold several actions, and words that are clear may be left out.
  A number plays the offer with that number; Tab completes a line.

  ?  or  offers [VERB]   all that you may do now, or all with one verb
  map                    the map          list        the map in sentences
  look HEX or NAME       one hex          units [..]  your units, or some of them
  why LINE               why is this not allowed?     why UNIT HEX works too
  rules ID or WORDS      look up the rules
  odds HEX               odds of the battle there
  odds AR4 IN2 vs IN3    odds of any battle; in city, in forest ... may follow
  undo                   take your last line back (until dice fall or others act)
  auto                   let the cadet decide this; auto phase: and all until the phase is over
  log [N]    score    status    save FILE    load FILE    help    quit

Everything is stored after each action: quit at any time and go on later."""


class Session:
    """What the person at a seat can say."""

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
            "why": self.why,
            "rules": self.rules,
            "odds": self.odds,
            "undo": self.undo,
            "auto": self.auto,
            "log": self.log,
            "score": self.score,
            "status": self.status,
            "save": self.save,
            "load": self.load,
            "help": self.help,
            "quit": self.quit,
        }

    @property
    def name(self) -> str:
        return self.table.match.seats[self.seat]

    @property
    def view(self) -> Any:
        return self.table.view(self.seat)

    # The question

    def decide(self) -> None:
        """Show the open question and carry out one line."""
        table = self.table
        table.news(self.seat)
        at = len(table.match.records.entries), self.seat
        if at != table.shown:
            table.shown = at
            self.show_question()
        line = table.reader.line(f"{self.name}> ", self.name, self.complete)
        self.take(line)

    def show_question(self) -> None:
        table = self.table
        match = table.match
        ask = asked_of(match.state, self.seat)
        if ask is None:
            return
        view = self.view
        table.say("")
        table.say(table.board.status(view))
        table.say(f"{self.name}: {match.game.prompt(match.state, ask)}")
        for line in short_list(table.board, view, self.groups()):
            table.say(line)
        if self.only_offer():
            table.say(f"  (Enter: {self.only_offer()})")
        advice = table.board.advice(ask.topic)
        if advice and ask.topic not in table.advised:
            table.advised.add(ask.topic)
            table.say(f"  ({advice})")

    def groups(self) -> list[Group]:
        match = self.table.match
        ask = asked_of(match.state, self.seat)
        return [] if ask is None else groups_of(match.game, match.state, ask)

    def only_offer(self) -> str:
        """What an empty line means: the offer, where there is only one."""
        offers = [offer for group in self.groups() for offer in group.offers]
        return offers[0].text if len(offers) == 1 else ""

    def take(self, line: str) -> None:
        """Carry out a line, or say why not."""
        text = line.strip() or self.only_offer()
        if not text:
            self.table.shown = (-1, -1)  # the question is shown again
            return
        try:
            if len(text) > LONGEST or not text.isprintable():
                raise Refused("That is no line of plain text; help tells what can be typed.")
            word, _, rest = text.partition(" ")
            if word.startswith("?"):
                word, rest = "?", text[1:].strip()
            command = self.commands.get(word.lower())
            if command is not None:
                command(rest.strip())
            else:
                self.play(text)
        except (Refused, RecordError) as bad:
            self.table.say(f"No: {bad}")

    def play(self, text: str) -> None:
        match = self.table.match
        offer = self._by_number(text)
        try:
            if offer:
                match.play(self.seat, offer)
            else:
                match.play(self.seat, text)
        except Refused as bad:
            raise Refused(bad.reason + self._hint(text, bad), *bad.rules) from None
        finally:
            self.table.save.sync()

    def _by_number(self, text: str) -> str:
        """The text of the offer with a number, unless the number is itself a noun here."""
        bare = text.removeprefix("#")
        if not (bare.isascii() and bare.isdigit() and len(bare) < 4):
            return ""
        groups = self.groups()
        if bare == text and any(bare == o.noun for group in groups for o in group.offers):
            return ""
        found = numbered(groups, int(bare))
        if found is None:
            raise Refused(f"There is no offer with the number {bare}; ? lists them.")
        return found.text

    def _hint(self, text: str, bad: Refused) -> str:
        """The command that somebody may have meant who typed an unknown word."""
        word = text.split()[0].lower()
        if bad.rules or words_for(self.table.match.game, word):
            return ""
        near = difflib.get_close_matches(word[:20], list(self.commands), 1, 0.7)
        return f" Did you mean {near[0]}?" if near else " help tells what can be typed."

    # Completion

    def complete(self, typed: str) -> list[tuple[str, str]]:
        """The words that may follow what was typed so far."""
        table, match = self.table, self.table.match
        word, space, rest = typed.lstrip().partition(" ")
        last = typed.split(" ")[-1].lower()
        if not space:
            found = following(match.game, match.state, self.seat, typed)
            commands = [name for name in self.commands if name.startswith(last) and last]
            return [(word, "") for word in found] + [(name, "command") for name in commands]
        if word == "why":
            return [(w, "") for w in following(match.game, match.state, self.seat, rest)]
        if word in ("look", "odds"):
            names = table.board.places(self.view)
            return [(name, "") for name in names if name.lower().startswith(last)]
        if word in self.commands:
            return []
        view = self.view
        found = following(match.game, match.state, self.seat, typed)
        kinds = ("unit", "hex", "kind")
        return [
            (w, next(filter(None, (table.board.gloss(view, "", kind, w) for kind in kinds)), ""))
            for w in found
        ]

    # Commands

    def offers(self, rest: str) -> None:
        groups = self.groups()
        wanted = rest.split()[0].lower() if rest else ""
        shown = [g for g in groups if not wanted or g.verb.split()[0] == wanted]
        if not shown:
            words = ", ".join(dict.fromkeys(group.verb.split()[0] for group in groups))
            raise Refused(f"{wanted[:40]!r} is not open now; open are {words}.")
        for group in shown:
            for line in long_list(self.table.board, self.view, group):
                self.table.say(line)

    def map(self, rest: str) -> None:
        width = self.table.reader.width() or WIDTH
        self.table.say(self.table.board.picture(self.view, width))

    def list(self, rest: str) -> None:
        for line in self.table.board.spoken(self.view):
            self.table.say(f"  {line}")

    def look(self, rest: str) -> None:
        if not rest:
            raise Refused("Look where? Give the number or the name of a hex.")
        self.table.say(self.table.board.look(self.view, rest))

    def units(self, rest: str) -> None:
        for line in self.table.board.units(self.view, rest):
            self.table.say(f"  {line}")

    def why(self, rest: str) -> None:
        words = rest.split()
        if not words:
            raise Refused("Why what? Give a line of play, or a unit and a hex.")
        ask = asked_of(self.table.match.state, self.seat)
        topic = ask.topic if ask is not None else ""
        line = self.table.board.line_for(self.view, topic, words) or rest
        reason = self.table.match.why(self.seat, line)
        if reason is None:
            self.table.say(f"It is allowed: {line}")
            return
        self.table.say(str(reason))
        catalogue = self.table.match.game.catalogue()
        for id in reason.rules[:3]:
            self.table.say(catalogue.explain(id))

    def rules(self, rest: str) -> None:
        self.table.say(rules_text(self.table.match.game.catalogue(), rest))

    def odds(self, rest: str) -> None:
        if not rest:
            raise Refused("Odds of what? Give a hex, or attackers vs defenders.")
        board = self.table.board
        described = " vs" in f" {rest.lower()}"
        self.table.say(board.odds(rest, {}) if described else board.odds_here(self.view, rest))

    def undo(self, rest: str) -> None:
        count = self.table.match.undo(self.seat)
        self.table.save.sync()
        self.table.say(f"Taken back: {count} action{'' if count == 1 else 's'}.")

    def auto(self, rest: str) -> None:
        """The cadet decides once, or until the phase is over."""
        if rest not in ("", "phase"):
            raise Refused("auto decides once, auto phase until the phase is over.")
        if rest:
            self.table.hand_to_computer(self.seat)
        else:
            self.table.say(f"  auto: {self.table.let_play(self.seat)}")

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

    def save(self, rest: str) -> None:
        if not rest:
            self.table.say(f"The game is stored in {self.table.save.path} after every action.")
            return
        self.table.keep_copy(Path(rest).expanduser())
        self.table.say(f"A copy is in {rest}; the game goes on in {self.table.save.path}.")

    def load(self, rest: str) -> None:
        if not rest:
            raise Refused("Load what? Give the file of a stored game.")
        path = Path(rest).expanduser()
        match, players, note = saves.load(path)
        if match.game.id != self.table.match.game.id:
            raise Refused(f"{rest} is a game of {match.game.id}: sirocco play takes it up.")
        names = {seat: players.get(seat, "human") for seat in match.seats}
        self.table.save.close()
        self.table.sit(match, names, Save.again(path, match, names))
        self.table.say(f"Loaded {rest}{': ' + note if note else ''}.")

    def help(self, rest: str) -> None:
        self.table.say(HELP)

    def quit(self, rest: str) -> None:
        raise Leave
