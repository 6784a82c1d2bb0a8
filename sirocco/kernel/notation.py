"""Reading what people type: a line of play is one or more actions, each a verb with its noun."""

from __future__ import annotations

from typing import Any, Final

from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.chance import Chance
from sirocco.kernel.frames import asked_of
from sirocco.kernel.game import Game
from sirocco.kernel.given import Given, near
from sirocco.kernel.refusal import Refused

LONGEST: Final = 400
"""Characters that a line of play may have."""


def words_of(text: str) -> list[str]:
    """The words of a line; one that is empty, too long or not printable is refused."""
    if len(text) > LONGEST:
        raise Refused(f"A line of play has at most {LONGEST} characters; this one has {len(text)}.")
    if not text.isprintable():
        raise Refused("A line of play consists of printable characters only.")
    words = text.split()
    if not words:
        raise Refused("An empty line is no action.")
    return words


Entry = tuple[int, list[str], str]
_VOCABULARIES: Final[dict[type[Game[Any]], dict[str, list[Entry]]]] = {}


def vocabulary(game: Game[Any]) -> dict[str, list[Entry]]:
    """The verbs of a game by their first word: number, words, kind of noun."""
    known = _VOCABULARIES.get(type(game))
    if known is None:
        known = {}
        for number, verb in game.verbs.items():
            pattern = verb.pattern.split()
            known.setdefault(pattern[0], []).append((number, pattern, verb.noun))
        _VOCABULARIES[type(game)] = known
    return known


def read_exactly(game: Game[Any], state: Any, ask: Ask | None, words: list[str]) -> int:
    """The offered action that is written just so, as records write it, or -1."""
    if ask is not None:
        for number, pattern, kind in vocabulary(game).get(words[0], ()):
            if len(pattern) == len(words):
                taken = _match(game, state, ask.seat, words, pattern, kind)
                if taken is not None and ask.allows(number + taken[0]):
                    return number + taken[0]
    return -1


def read_action(
    game: Game[Any], state: Any, seat: int, words: list[str], said: list[int] | None = None
) -> tuple[int, int]:
    """The first action in a list of words, and how many words it took.

    The longest reading wins, among those the one that is offered: `fire BB1 army` never means
    `fire BB1`, and where it is not offered the rules can say why. Words that the action settles
    are read with it; behind an action that is not offered they may say more about the reason.
    Words before it may name what is settled. An answer that goes without saying takes no words.
    `said` holds the actions of the line so far: a noun that nothing open takes goes with the last
    verb that takes it, so that the rules can say why there is no more of that.
    """
    ask = asked_of(state, seat)
    before = game.settled(state, seat, words)
    if before == len(words):
        before = 0  # what is done already is no action
    words = words[before:]
    readings = _readings(game, state, seat, words, ask)
    if ask is not None and not any(ask.allows(action) for action, _ in readings):
        unsaid = game.unsaid(state, seat, words)
        if unsaid >= 0:
            return unsaid, 0
    readings = readings or _once_more(game, state, seat, words[0], said or [])
    if not readings:
        raise Refused(_unknown(game, state, seat, words[0], ask))
    action, used = max(readings, key=lambda r: (r[1], ask is not None and ask.allows(r[0])))
    if used < len(words):
        if ask is not None and ask.allows(action):
            used += game.implied(state, seat, action, words[used:])
        else:
            refused = game.why_line(state, seat, action, words[used:])
            if refused is not None:
                raise refused
    return action, before + used


def _readings(
    game: Game[Any], state: Any, seat: int, words: list[str], ask: Ask | None
) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for number, pattern, kind in vocabulary(game).get(words[0].lower(), ()):
        taken = _match(game, state, seat, words, pattern, kind)
        if taken is not None:
            out.append((number + taken[0], taken[1]))
        elif kind and len(pattern) == 2 and ask is not None:
            mask = ask.mask(number)
            if mask and not mask & (mask - 1):  # the only noun may be left out
                out.append((number + mask.bit_length() - 1, 1))
    if not out and ask is not None:  # the verb may be left out
        for number, _ in ask.choices:
            kind = game.verbs[number].noun
            noun = game.noun_of(state, seat, kind, words[0]) if kind else -1
            if 0 <= noun <= NOUN:
                out.append((number + noun, 1))
        out.sort(key=lambda reading: not ask.allows(reading[0]))
        del out[1:]
    return out


def _once_more(
    game: Game[Any], state: Any, seat: int, word: str, said: list[int]
) -> list[tuple[int, int]]:
    """A noun alone that is said behind a verb of the same line."""
    for action in reversed(said):
        kind = game.verbs[action & ~NOUN].noun
        noun = game.noun_of(state, seat, kind, word) if kind else -1
        if 0 <= noun <= NOUN:
            return [(action & ~NOUN | noun, 1)]
    return []


def _match(
    game: Game[Any], state: Any, seat: int, words: list[str], pattern: list[str], kind: str
) -> tuple[int, int] | None:
    if len(words) < len(pattern):
        return None
    noun = 0
    for word, part in zip(words, pattern, strict=False):
        if part == "{}":
            noun = game.noun_of(state, seat, kind, word)
            if not 0 <= noun <= NOUN:
                return None
        elif part != word.lower():
            return None
    return noun, len(pattern)


def enter(game: Game[Any], state: Any, lines: Given, chance: Chance) -> None:
    """Play the lines that a described position says its seats have entered before."""
    seats = game.seats(state)
    for name in lines:
        if name not in seats:
            raise lines.fault(name, f"names no seat{near(name, seats)}")
        seat = seats.index(name)
        for line in lines.texts(name):
            words = words_of(line)
            said: list[int] = []
            try:
                while words:
                    action, used = read_action(game, state, seat, words, said)
                    game.apply(state, seat, action, chance)
                    said.append(action)
                    words = words[used:]
            except Refused as bad:
                raise Refused(f"{lines.name}: {line!r}: {bad}") from None


def _unknown(game: Game[Any], state: Any, seat: int, word: str, ask: Ask | None) -> str:
    shown = word if len(word) <= 40 else word[:37] + "..."
    if ask is None:
        return f"'{shown}' cannot be read, and this seat has nothing to decide now."
    known = sorted({game.verbs[number].pattern.split()[0] for number, m in ask.choices if m})
    first = words_for(game, word)
    if first in known:
        return f"'{first}' needs a noun that exists here; open now: {', '.join(known)}."
    if first:
        return f"'{first}' is not open now; open now: {', '.join(known)}."
    return f"'{shown}' is no action; open now: {', '.join(known)}."


def words_for(game: Game[Any], word: str) -> str:
    """The verb's first word if it is one of the game's."""
    return word.lower() if word.lower() in vocabulary(game) else ""
