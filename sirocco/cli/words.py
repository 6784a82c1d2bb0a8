"""Offers in words: grouped by verb, numbered, and as completions of a line."""

from __future__ import annotations

import textwrap
from typing import Any, Final, NamedTuple

from sirocco.games import TextBoard
from sirocco.kernel.ask import Ask
from sirocco.kernel.events import Event
from sirocco.kernel.frames import asked_of
from sirocco.kernel.game import Game, Offer
from sirocco.kernel.notation import read_action
from sirocco.kernel.refusal import Refused

WIDTH: Final = 78
FEW: Final = 12
"""So many offers are listed one by one, with a few words each."""
MOST_LINES: Final = 8
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


def short_list(board: TextBoard, view: Any, groups: list[Group]) -> list[str]:
    """All offers in few lines."""
    if sum(len(group.offers) for group in groups) <= FEW:
        return [line for group in groups for line in long_list(board, view, group)]
    lines: list[str] = []
    for group in groups:
        lines += _in_short(board, view, group)
    return lines


def _in_short(board: TextBoard, view: Any, group: Group) -> list[str]:
    title = group.verb.replace("{}", "...") if group.kind else group.verb
    if not group.kind:
        return [f"  {title}"]
    nouns = [offer.noun for offer in group.offers]
    lines = _wrapped(f"  {title}: ", board.listing(view, group.kind, nouns))
    if len(lines) > MOST_LINES:
        word = group.verb.split()[0]
        lines = [*lines[:MOST_LINES], f"    ... {len(nouns)} in all; ? {word} lists every one"]
    return lines


def _wrapped(title: str, items: list[str]) -> list[str]:
    text = "; ".join(items) if any(" " in item for item in items) else " ".join(items)
    return textwrap.wrap(title + text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def long_list(board: TextBoard, view: Any, group: Group) -> list[str]:
    """The offers of a verb, one in a line with its number."""
    lines = []
    for number, offer in enumerate(group.offers, group.first):
        about = board.gloss(view, group.verb, group.kind, offer.noun) if group.kind else ""
        label = "" if group.kind == "number" else f"{number:>3}"
        lines.append(f"  {label:>3}  {offer.text:<18} {about}".rstrip())
    return lines


def numbered(groups: list[Group], number: int) -> Offer | None:
    """The offer with a number."""
    for group in groups:
        if group.first <= number < group.first + len(group.offers):
            return group.offers[number - group.first]
    return None


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


def _next_words(game: Game[Any], state: Any, ask: Ask, typed: list[str], last: str) -> list[str]:
    out = []
    wanted = [word.lower() for word in typed]
    for action in ask.actions():
        text = game.action_text(state, ask.seat, action).split()
        if not wanted and last and len(text) == 2 and text[1].lower().startswith(last.lower()):
            out.append(text[1])  # the verb may be left out
        if len(text) > len(wanted) and [word.lower() for word in text[: len(wanted)]] == wanted:
            if text[len(wanted)].lower().startswith(last.lower()):
                out.append(text[len(wanted)])
    return out
