"""Sirocco: a table for the wargames of the Mediterranean.

>>> import sirocco
>>> m = sirocco.new("victory", scenario="quick-start", seed=7, layout="1,2", limit=10)
>>> [decision.seat for decision in m.pending]
['red', 'blue']
>>> [offer.text for offer in m.offers("red")][:3]
['raise FA', 'raise DB', 'raise HB']
>>> m.play("red", "raise IN raise AR")
>>> print(m.record().splitlines()[-1].partition("  ")[0])
2 red: raise AR
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sirocco.kernel.game import Offer, Outcome
from sirocco.kernel.match import Decision
from sirocco.kernel.match import Match as _Match
from sirocco.kernel.refusal import Refused

__version__ = "0.1.0"
__all__ = ["Decision", "Match", "Offer", "Outcome", "Refused", "games", "load", "new", "replay"]


def games() -> tuple[str, ...]:
    """The ids of all games.

    >>> "victory" in games()
    True
    """
    from sirocco.games import games

    return games()


def new(game: str, scenario: str = "", seed: int | None = None, **options: Any) -> Match:
    """A fresh game; without a scenario the usual one.

    With a seed the dice are plain and the same each time; without, they are sealed with secrets
    of this machine, and the record can be verified.

    >>> new("victory", seed=1, limit=6).seats
    ('red', 'blue')
    >>> new("victory", scenario="quick")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sirocco.kernel.refusal.Refused: There is no scenario 'quick'; near it: quick-start. (V-1.3-a)
    """
    from sirocco.games import game as game_of
    from sirocco.games import text_board

    found = game_of(game)
    return Match(_Match.new(found, scenario or text_board(game).scenarios()[0][0], options, seed))


def load(path: str | Path) -> Match:
    """Take up a stored game where it stopped, with the same dice to come."""
    from sirocco import saves

    return Match(saves.load(Path(path))[0])


def replay(path: str | Path, upto: int | None = None) -> Match:
    """Play a stored record again, to its end or to an action, to look at it."""
    from sirocco import saves

    return Match(saves.replay(Path(path), upto))


class Match:
    """One game being played. Seats are named as in `seats`, actions written in their notation.

    What is refused raises `Refused` with a sentence and the rules behind it, and changes nothing.

    >>> m = new("victory", seed=7, layout="1,2")
    >>> m.play("red", "raise XX")
    Traceback (most recent call last):
    sirocco.kernel.refusal.Refused: 'raise' needs a noun that exists here; open now: raise.
    >>> m.play("red", "raise AR")
    >>> m.undo("red")
    1
    """

    __slots__ = ("_match",)

    def __init__(self, match: _Match) -> None:
        self._match = match

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self._match.seats

    @property
    def pending(self) -> tuple[Decision, ...]:
        """Who must choose what; empty when the game is over."""
        return self._match.pending

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self._match.outcome

    def offers(self, seat: str) -> list[Offer]:
        """Every legal action of a seat now, with its notation and the rules behind it.

        >>> offer = new("victory", seed=7, layout="1,2").offers("blue")[-1]
        >>> offer.text, offer.rules
        ('raise IN', ('V-8.1-a', 'V-8.2-a'))
        """
        return self._match.offers(seat)

    def play(self, seat: str, text: str) -> None:
        """Play a line of one or more actions: `move AR1 to 0405`, or short `move AR1 0304-0405`."""
        self._match.play(seat, text)

    def why(self, seat: str, text: str) -> Refused | None:
        """Why a line is not allowed, or None if it is."""
        return self._match.why(seat, text)

    def undo(self, seat: str) -> int:
        """Take back the seat's last line, unless dice, a reveal or another seat came after it."""
        return self._match.undo(seat)

    def resign(self, seat: str) -> None:
        """Give up; a side has lost when all its seats have. The record says so.

        >>> m = new("victory", seed=7, layout="1,2")
        >>> m.resign("blue")
        >>> m.outcome
        Outcome(winners=(0,), reason='blue has resigned')
        """
        self._match.resign(seat)

    def propose_draw(self, seat: str) -> None:
        """Propose a draw, or agree to one: it is drawn when all seats have, before the next action.

        >>> m = new("victory", seed=7, layout="1,2")
        >>> m.propose_draw("red")
        >>> m.propose_draw("blue")
        >>> m.outcome
        Outcome(winners=(), reason='all agreed on a draw')
        """
        self._match.propose_draw(seat)

    def branch(self, upto: int | None = None, seed: int = 0) -> Match:
        """A game of its own from here, or from behind an earlier action, with other dice.

        >>> m = new("victory", seed=7, layout="1,2")
        >>> m.play("red", "raise IN")
        >>> other = m.branch()
        >>> other.play("red", "raise AR")
        >>> len(m.offers("red")) == len(other.offers("red")), m.record() == other.record()
        (True, False)
        """
        return Match(self._match.branch(upto, seed))

    def view(self, seat: str) -> Any:
        """What a seat may know."""
        return self._match.view(seat)

    def facts(self, seat: str = "") -> dict[str, Any]:
        """The position as plain nested data; with a seat, what that seat may know."""
        number = self._match.seat(seat) if seat else -1
        return self._match.game.facts(self._match.state, number)

    def log(self, seat: str) -> list[str]:
        """What happened, as a seat may read it."""
        return self._match.log(seat)

    def record(self) -> str:
        """The record so far: headers, actions and rolls as text."""
        return self._match.record()

    def save(self, path: str | Path) -> None:
        """Write the record to a new file, and beside it what is needed to go on later."""
        from sirocco.saves import Save

        Save(Path(path), self._match, {}).close()

    def svg(self, seat: str = "", theme: str = "auto") -> str:
        """The map as a seat sees it, as SVG; without a seat, the one that must choose."""
        from sirocco.draw import svg_of

        view = self._match.view(seat or self._seat_to_show())
        return svg_of(view, self._match.state.board, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _seat_to_show(self) -> str:
        asked = self._match.pending
        return asked[0].seat if asked else self._match.seats[0]

    def __repr__(self) -> str:
        record = self._match.records
        told = ", ".join(f"{d.seat}: {d.prompt}" for d in self.pending) or "over"
        what = f"{record.headers.game} {record.headers.scenario}"
        return f"<{what}, {len(record.entries) - 1} actions, {told}>"
