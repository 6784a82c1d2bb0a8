"""What a game tells the text board: its position in words, and a few words of its own.

A game's module `textboard` has these functions in an object `TEXT_BOARD`. They get a seat's view,
never the state, so that nothing can be said which the seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from sirocco.kernel.match import Decision


class TextBoard(Protocol):
    """The position in words. A question that makes no sense raises Refused."""

    def scenarios(self) -> list[tuple[str, str]]:
        """Names of the scenarios, each with a few words; the first is the usual one."""
        ...

    def options(self) -> list[tuple[str, str]]:
        """Names of the options, each with a few words."""
        ...

    def usual_game(self) -> tuple[str, dict[str, Any]]:
        """The scenario and options that people play first, with an end."""
        ...

    def long_game(self) -> tuple[str, dict[str, Any]]:
        """A scenario with options in which random play goes on for long."""
        ...

    def welcome(self) -> str:
        """What the game is about, for somebody who sees it for the first time."""
        ...

    def status(self, view: Any) -> str:
        """Where the game stands, in a line or two."""
        ...

    def phase(self, view: Any, topic: str) -> str:
        """The part of the game that a question belongs to: it changes when another begins."""
        ...

    def score(self, view: Any) -> str:
        """Who is how far from winning."""
        ...

    def picture(self, view: Any, width: int, colour: bool) -> str:
        """The map as text in lines of at most so many characters, with its legend."""
        ...

    def supply_picture(self, view: Any, width: int, colour: bool) -> str:
        """The map with stars where the seat's units are surely in supply."""
        ...

    def supply(self, view: Any, about: str) -> str:
        """Which of the seat's units may be out of supply, or how it stands with one space."""
        ...

    def spoken(self, view: Any) -> list[str]:
        """Everything that matters on the map, a line each, made to be read aloud."""
        ...

    def look(self, view: Any, name: str) -> str:
        """One space in full."""
        ...

    def units(self, view: Any, about: str) -> list[str]:
        """The seat's own units, a line each; `about` narrows the list."""
        ...

    def places(self, view: Any) -> list[str]:
        """The names of spaces, as they are written in a line."""
        ...

    def listing(self, view: Any, kind: str, nouns: list[str]) -> list[str]:
        """The nouns of many offers in few words, in the order in which people look for them."""
        ...

    def gloss(self, view: Any, verb: str, kind: str, noun: str) -> str:
        """A few words about a noun and what the verb would do with it, or, where the noun is
        empty, about the verb alone; may be empty.
        """
        ...

    def phrase(self, verb: str) -> str:
        """A verb in plain words, `{}` where the noun stands, for buttons."""
        ...

    def label(self, view: Any, kind: str, noun: str) -> str:
        """A noun in plain words, for buttons."""
        ...

    def line_for(self, view: Any, question: Decision, words: list[str]) -> str:
        """The line of play that somebody means who names a unit and a space, or nothing."""
        ...

    def advice(self, topic: str) -> str:
        """What to type at a question, for somebody who sees it for the first time."""
        ...

    def odds_here(self, view: Any, text: str) -> str:
        """The odds of the battle in a space, as far as the seat can know who is in it; behind
        `with`, units that are to attack there.
        """
        ...

    def odds_examples(self) -> tuple[str, str, str]:
        """For the help an attack as `odds_here` reads it, and a battle as `odds` does; for the
        bench a large battle. Empty texts where a game has no battles.
        """
        ...

    def odds(self, text: str, options: Mapping[str, str]) -> str:
        """The odds of a battle that somebody describes."""
        ...

    def data_faults(self) -> list[str]:
        """What is wrong with the data in use, beyond its schema."""
        ...
