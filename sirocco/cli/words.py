"""Offers in words: grouped by verb, numbered, and as completions of a line."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sirocco.games import TextBoard
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.events import Event
from sirocco.kernel.frames import asked_of
from sirocco.kernel.game import Game, Offer
from sirocco.kernel.match import Match
from sirocco.kernel.notation import read_action
from sirocco.kernel.refusal import Refused

WIDTH: Final = 78
FEW: Final = 12
"""So many offers are listed one by one, with a few words each."""
MOST_LINES: Final = 8
WIDEST: Final = 32
"""Room for an offer before the words about it."""
LONGEST_WALK: Final = 24
"""Words of a line that completion reads ahead."""


class Group(NamedTuple):
    """The offers of one verb; `first` is the number of the first of them."""

    verb: str
    kind: str
    first: int
    offers: tuple[Offer, ...]


def groups_of(game: Game[Any], state: Any, ask: Ask) -> list[Group]:
    """The offers of a question by verb; numbers run on from 1."""
    groups: list[Group] = []
    first = 1
    for number, mask in ask.choices:
        if mask:
            verb = game.verbs[number]
            actions = Ask(ask.seat, ask.topic, ((number, mask),)).actions()
            offers = tuple(game.offer(state, ask, action) for action in actions)
            groups.append(Group(" ".join(verb.pattern.split()), verb.noun, first, offers))
            first += len(offers)
    return groups


def short_list(board: TextBoard, view: Any, groups: list[Group], explain: bool = True) -> list[str]:
    """All offers in few lines; a few of them one by one, unless nothing has to be explained."""
    if explain and sum(len(group.offers) for group in groups) <= FEW:
        return long_lists(board, view, groups)
    lines: list[str] = []
    for group in groups:
        lines += _in_short(board, view, group)
    return lines


def _in_short(board: TextBoard, view: Any, group: Group) -> list[str]:
    title = group.verb.replace("{}", "...") if group.kind else group.verb
    if not group.kind:
        return [f"  {title}"]
    nouns = [offer.noun for offer in group.offers]
    lines = wrapped(f"  {title}: ", board.listing(view, group.kind, nouns))
    if len(lines) > MOST_LINES:
        word = group.verb.split()[0]
        lines = [*lines[:MOST_LINES], f"    ... {len(nouns)} in all; ? {word} lists every one"]
    return lines


def wrapped(title: str, items: list[str]) -> list[str]:
    """Items in lines, broken between them."""
    mark = "; " if any(" " in item for item in items) else " "
    lines = [title]
    for i, item in enumerate(items):
        piece = item + (mark.rstrip() if i + 1 < len(items) else "")
        if len(lines[-1]) + len(piece) > WIDTH and lines[-1].strip():
            lines[-1] = lines[-1].rstrip()
            lines.append("    ")
        lines[-1] += f"{piece} "
    lines[-1] = lines[-1].rstrip()
    return lines


def long_lists(board: TextBoard, view: Any, groups: list[Group]) -> list[str]:
    """All offers, one in a line with its number; bare numbers in one line."""
    longest = max((len(o.text) for g in groups if g.kind != "number" for o in g.offers), default=0)
    room = max(18, min(WIDEST, longest + 1))
    return [line for group in groups for line in _long_list(board, view, group, room)]


def _long_list(board: TextBoard, view: Any, group: Group, room: int) -> list[str]:
    """The offers of a verb."""
    lines = []
    glosses = [board.gloss(view, group.verb, group.kind, offer.noun) for offer in group.offers]
    if group.kind == "number" and not any(glosses):
        text = group.verb.replace("{}", " ".join(offer.noun for offer in group.offers))
        about = board.gloss(view, group.verb, group.kind, "")
        return [f"       {text:<{max(room, len(text) + 1)}} {about}".rstrip()]
    for number, (offer, about) in enumerate(zip(group.offers, glosses, strict=True), group.first):
        label = "" if group.kind == "number" else str(number)
        lines.append(f"  {label:>3}  {offer.text:<{room}} {about}".rstrip())
    return lines


def numbered(groups: list[Group], number: int) -> Offer | None:
    """The offer with a number."""
    for group in groups:
        if group.first <= number < group.first + len(group.offers):
            return group.offers[number - group.first]
    return None


def reaching(game: Game[Any], state: Any, seat: int, place: str) -> dict[str, list[str]]:
    """The units of the open question that could go to a space next, by the verb that does it.

    Each is taken in a copy of the state, as if it had been named.
    """
    found: dict[str, list[str]] = {}
    ask = asked_of(state, seat)
    for action in ask.actions() if ask is not None else ():
        verb = game.verbs[action & ~NOUN]
        if verb.noun != "unit":
            continue
        trial = game.clone(state)
        log: list[Event] = []
        try:
            game.apply(trial, seat, action, _NoDice(), log)
        except Refused:
            continue
        then = asked_of(trial, seat)
        if then is None or any(event.reveals for event in log):
            continue
        for number, mask in then.choices:
            how = game.verbs[number]
            noun = game.noun_of(trial, seat, how.noun, place) if how.noun else -1
            if how.noun != "unit" and noun >= 0 and mask >> noun & 1:
                unit = game.noun_text(state, seat, verb.noun, action & NOUN)
                found.setdefault(how.pattern.split()[0], []).append(unit)
    return found


def ending(match: Match) -> str:
    """How a game ended, or who must choose."""
    outcome = match.outcome
    if outcome is None:
        waiting = ", ".join(sorted({decision.seat for decision in match.pending}))
        return f"The game is not over: {waiting} must choose."
    winners = " and ".join(match.seats[seat] for seat in outcome.winners)
    told = f"{winners} won ({outcome.reason})" if winners else outcome.reason
    return f"The game is over: {told}."


class _NoDice:
    """Chance for reading ahead: whatever rolls ends it."""

    def dice(self, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
        raise Refused("a roll")

    def shuffle(self, count: int, purpose: str) -> tuple[int, ...]:
        raise Refused("a shuffle")

    def deck(self, count: int, purpose: str) -> tuple[int, ...]:
        raise Refused("a deck")


def following(game: Game[Any], state: Any, seat: int, text: str) -> list[str]:
    """The words that may come next in a line of play.

    Reading ahead stops at a roll, at a reveal and when another seat must choose: it shows nothing
    but what the seat would be offered.
    """
    words = text.split()
    last = "" if not text or text[-1].isspace() or not words else words.pop()
    if len(words) > LONGEST_WALK:
        return []
    trial = game.clone(state)
    found: dict[str, None] = {}
    while (ask := asked_of(trial, seat)) is not None:
        found.update(dict.fromkeys(_next_words(game, trial, ask, words, last)))
        used = _read_ahead(game, trial, seat, words)
        if not used:
            break
        words = words[used:]
    return list(found)


def _read_ahead(game: Game[Any], trial: Any, seat: int, words: list[str]) -> int:
    """Carry out the first action in a trial; how many words it took, 0 if it stops here."""
    if not words:
        return 0
    log: list[Event] = []
    try:
        action, used = read_action(game, trial, seat, words)
        game.apply(trial, seat, action, _NoDice(), log)
    except Refused:
        return 0
    return 0 if any(event.reveals for event in log) else used


def begins(word: str, typed: str) -> bool:
    """Whether somebody who types this may mean a word: its beginning, or that of a part.

    >>> begins("german-tank@tobruk", "tan"), begins("Port-Alex", "al"), begins("tank", "an")
    (True, True, False)
    """
    return f"-{typed.lower()}" in f"-{word.lower()}"


def _next_words(game: Game[Any], state: Any, ask: Ask, typed: list[str], last: str) -> list[str]:
    out = []
    wanted = [word.lower() for word in typed]
    for action in ask.actions():
        text = game.action_text(state, ask.seat, action).split()
        if not wanted and last and len(text) == 2 and begins(text[1], last):
            out.append(text[1])  # the verb may be left out
        if len(text) > len(wanted) and [word.lower() for word in text[: len(wanted)]] == wanted:
            if begins(text[len(wanted)], last):
                out.append(text[len(wanted)])
    return out
