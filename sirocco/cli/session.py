"""One person's decisions at the table: what is shown, and what may be typed."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sirocco import saves
from sirocco.cli.lines import LONGEST
from sirocco.cli.looking import Looking
from sirocco.cli.table import Leave, Table
from sirocco.cli.words import begins, following, numbered, short_list
from sirocco.kernel.frames import asked_of
from sirocco.kernel.notation import words_for
from sirocco.kernel.record import RecordError
from sirocco.kernel.refusal import Refused
from sirocco.saves import Save

HELP: Final = """\
Type what you want to do; the list under the question shows what is open.
  A line may hold several actions, and words that are clear may be left out.
  A number plays the offer with that number; Tab completes a line.

  ? or offers     all that you may do now; ? VERB for those of one verb
  map, list       the map as a picture, and in sentences
  look SPACE      one space, what is in it and what lies around it
  units [WHICH]   your units: all, those of a kind, those in a space
  who SPACE       which of your units can go there now
  why LINE        why is that not allowed? why UNIT SPACE works, too
  rules WORDS     look up the rules, also by their ids
  odds SPACE      how the battle there may end; before anybody moves:
                  odds {attack}
  odds A vs B     how any battle may end:
                  odds {battle}
  supply          who is short of supply; supply SPACE, supply map
  undo            take your last line back, until dice fall or others act
  auto            let the cadet decide this; auto phase: the whole phase
  log [N]         what has happened, the last N lines
  score, status   who is how far from winning; where the game stands
  resign, draw    give up; propose a draw, or agree to one
  save FILE, load FILE, help, quit

A space is named by its name or its number. Everything is stored after each
action: quit at any time, and go on later."""


class Session:
    """What the person at a seat can say."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.looking = Looking(table, seat)
        self.commands: dict[str, Callable[[str], None]] = {
            **self.looking.commands,
            "undo": self.undo,
            "auto": self.auto,
            "resign": self.resign,
            "draw": self.draw,
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
        """The question with its offers; what is on the screen already is not said again."""
        table = self.table
        match = table.match
        ask = asked_of(match.state, self.seat)
        if ask is None:
            return
        view = self.view
        table.say("")
        if table.fresh(self.seat, "status", status := table.board.status(view)):
            table.say(status)
        table.say(f"{self.name}: {match.game.prompt(match.state, ask)}")
        self._show_offers(ask.topic)
        if self.only_offer():
            table.say(f"  (Enter: {self.only_offer()})")
        advice = table.board.advice(ask.topic)
        if advice and (self.seat, ask.topic) not in table.advised:
            table.advised.add((self.seat, ask.topic))
            table.say(f"  ({advice})")

    def _show_offers(self, topic: str) -> None:
        """Few offers one by one with their numbers; many, or known ones, by their verbs."""
        table, view, groups = self.table, self.view, self.looking.groups()
        lines = short_list(table.board, view, groups)
        brief = short_list(table.board, view, groups, explain=False)
        known = not table.fresh(self.seat, topic, "\n".join(lines))
        table.numbered = lines != brief and not (known and 2 * len(brief) <= len(lines))
        for line in lines if table.numbered else brief:
            table.say(line)

    def only_offer(self) -> str:
        """What an empty line means: the offer, where there is only one."""
        offers = [offer for group in self.looking.groups() for offer in group.offers]
        return offers[0].text if len(offers) == 1 else ""

    def take(self, line: str) -> None:
        """Carry out a line, or say why not."""
        text = line.strip() or self.only_offer()
        if not text:
            self.table.show_again(self.seat)
            return
        try:
            if len(text) > LONGEST:
                raise Refused(f"A line has at most {LONGEST} characters; this one has {len(text)}.")
            if not text.isprintable():
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
        try:
            match.play(self.seat, self._by_number(text) or text)
        except Refused as bad:
            raise Refused(bad.reason + self._hint(text, bad), *bad.rules) from None
        finally:
            self.table.save.sync()

    def _by_number(self, text: str) -> str:
        """The text of the offer with a number, unless the number is itself a noun here."""
        bare = text.removeprefix("#")
        if not (bare.isascii() and bare.isdigit() and len(bare) < 4):
            return ""
        groups = self.looking.groups()
        if bare == text and any(bare == o.noun for group in groups for o in group.offers):
            return ""
        if bare == text and not self.table.numbered:
            raise Refused("These offers have no numbers on your screen: ? lists them with numbers.")
        found = numbered(groups, int(bare))
        if found is None:
            raise Refused(f"There is no offer with the number {bare}; ? lists them.")
        return found.text

    def _hint(self, text: str, bad: Refused) -> str:
        """What helps somebody whose line begins with no verb: the question, or a command."""
        word = text.split()[0].lower()
        if words_for(self.table.match.game, word) or word.removeprefix("#").isdigit():
            return ""
        near = difflib.get_close_matches(word[:20], list(self.commands), 1, 0.7)
        if near and not bad.rules:
            return f" Did you mean {near[0]}?"
        return f" You are asked: {self.looking.question().prompt}"

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
        if word in ("look", "odds", "who", "supply"):
            names = table.board.places(self.view)
            return [(name, "") for name in names if name.lower().startswith(last)]
        if word in self.commands:
            return []
        view = self.view
        found = following(match.game, match.state, self.seat, typed)
        kinds = ("unit", "space", "kind")
        told = [
            (w, next(filter(None, (table.board.gloss(view, "", kind, w) for kind in kinds)), ""))
            for w in found
        ]
        return told + self._by_name(typed, last)

    def _by_name(self, typed: str, last: str) -> list[tuple[str, str]]:
        """Names of offered spaces that are written with a number."""
        if not last:
            return []
        match, view, board = self.table.match, self.view, self.table.board
        found = []
        for word in following(match.game, match.state, self.seat, typed[: -len(last)]):
            number, _, name = board.label(view, "space", word).partition(" ")
            name = "-".join(name.split())
            if number == word and name and begins(name, last):
                found.append((name, board.gloss(view, "", "space", word)))
        return found

    # Commands that change something

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

    def resign(self, rest: str) -> None:
        if rest != "yes":
            raise Refused("To resign is to lose, and cannot be taken back: type resign yes.")
        self.table.match.resign(self.seat)
        self.table.save.sync()

    def draw(self, rest: str) -> None:
        if rest:
            raise Refused("draw proposes a draw, or agrees to one that is proposed.")
        self.table.match.propose_draw(self.seat)
        self.table.save.sync()
        self.table.news(self.seat)
        self.table.ask_for_draw(self.seat)

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
        attack, battle, _ = self.table.board.odds_examples()
        self.table.say(HELP.format(attack=attack, battle=battle))

    def quit(self, rest: str) -> None:
        raise Leave
