"""What must always hold, for every game: the battery of trials, written once.

Each trial plays random games and looks at every decision (or at a sample of them). A breach is
collected as a sentence with the game's seed and the action's number, never only counted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from sirocco.kernel.ask import NOUN, verb
from sirocco.kernel.chance import Sampled
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.frames import act, asked_of, pending
from sirocco.kernel.game import Game
from sirocco.kernel.notation import read_action
from sirocco.kernel.refusal import Refused

RUNAWAY: Final = 200_000
"""Actions after which a random game counts as a runaway."""

BUSY: Final = 0.9
"""How often busy hands draw again after an answer without a noun."""


@dataclass
class Report:
    """What a run of trials found."""

    games: int = 0
    ended: int = 0
    actions: int = 0
    tries: int = 0
    dead_ends: int = 0
    runaways: int = 0
    errors: int = 0
    breached: int = 0
    breaches: list[str] = field(default_factory=list)

    def breach(self, where: str, what: str) -> None:
        """Count a breach; the first hundred are kept as sentences."""
        self.breached += 1
        if len(self.breaches) < 100:
            self.breaches.append(f"{where}: {what}")

    def add(self, other: Report) -> None:
        """Take in what another run found."""
        self.games += other.games
        self.ended += other.ended
        self.actions += other.actions
        self.tries += other.tries
        self.dead_ends += other.dead_ends
        self.runaways += other.runaways
        self.errors += other.errors
        self.breached += other.breached
        self.breaches += other.breaches[: max(0, 100 - len(self.breaches))]


Look = Callable[[Game[Any], Any, int, random.Random, Report, str], None]
"""A trial at one decision: game, state, seed, a source of choice, the report, where we are."""


def random_game(
    game: Game[Any],
    seed: int,
    report: Report,
    look: Look | None = None,
    every: int = 1,
    setting: tuple[str, Mapping[str, Any]] | None = None,
) -> Any:
    """Play a random game to its end; the final state.

    Half of the games are played by busy hands: they seldom take an answer without a noun (close
    the phase, stay, pass), so that more happens in them.
    """
    choice = random.Random(seed)
    busy = BUSY if seed % 2 else 0.0
    scenario, options = setting or game.mixture(choice)
    chance = Sampled(seed)
    state = game.setup(scenario, options, chance)
    where = f"game {seed} ({scenario}, {dict(options)})"
    report.games += 1
    count = 0
    draw = choice.random
    try:
        while asks := pending(state):
            ask = asks[0] if len(asks) == 1 else asks[int(draw() * len(asks))]
            offers = ask.count()
            if not offers:
                report.dead_ends += 1
                report.breach(f"{where}, action {count}", f"a dead end at '{ask.topic}'")
                return state
            if look is not None and count % every == 0:
                look(game, state, seed, choice, report, f"{where}, action {count}")
            action = ask.pick(int(draw() * offers))
            while busy and not action & NOUN and offers > 1:
                if ask.mask(action) != 1 or draw() >= busy:
                    break
                action = ask.pick(int(draw() * offers))
            act(state, ask.seat, action, chance)
            count += 1
            if count >= RUNAWAY:
                report.runaways += 1
                report.breach(where, "a runaway")
                return state
        if game.outcome(state) is None:
            report.breach(where, "it stopped without an outcome")
        else:
            report.ended += 1
    except Exception as bad:
        report.errors += 1
        report.breach(f"{where}, action {count}", f"{type(bad).__name__}: {bad}")
    finally:
        report.actions += count
    return state


# Trials at one decision


def soundness(
    game: Game[Any], state: Any, seed: int, choice: random.Random, report: Report, where: str
) -> None:
    """The game's own audit: pieces are conserved, indexes and marks are right."""
    report.tries += 1
    for sentence in game.audit(state):
        report.breach(where, sentence)


def storing(
    game: Game[Any], state: Any, seed: int, choice: random.Random, report: Report, where: str
) -> None:
    """Pack, unpack and clone give the same state and the same questions."""
    report.tries += 1
    data = game.pack(state)
    again = game.unpack(data)
    copy = game.clone(state)
    if game.pack(again) != data or game.pack(copy) != data:
        report.breach(where, "a stored or copied state differs")
    questions = [(a.seat, a.topic, a.choices) for a in pending(state)]
    for other in (again, copy):
        if [(a.seat, a.topic, a.choices) for a in pending(other)] != questions:
            report.breach(where, "a stored or copied state asks otherwise")
    one, two = game.clone(state), again
    ask = choice.choice(pending(state))
    action = ask.pick(choice.randrange(ask.count()))
    act(one, ask.seat, action, Sampled(seed))
    act(two, ask.seat, action, Sampled(seed))
    if game.pack(one) != game.pack(two):
        report.breach(where, "a stored state goes on otherwise")
    if game.pack(state) != data:
        report.breach(where, "looking at a state changed it")


def notation(
    game: Game[Any], state: Any, seed: int, choice: random.Random, report: Report, where: str
) -> None:
    """Every offer's text reads back as the same action."""
    for ask in pending(state):
        for action in ask.actions():
            report.tries += 1
            text = game.action_text(state, ask.seat, action)
            read, used = read_action(game, state, ask.seat, text.split())
            if read != action or used != len(text.split()):
                report.breach(where, f"'{text}' reads back as something else")
            if not game.rules_behind(state, ask, action):
                report.breach(where, f"'{text}' is offered without a rule")
        if not game.prompt(state, ask):
            report.breach(where, f"'{ask.topic}' has no prompt")


def refusing(
    game: Game[Any], state: Any, seed: int, choice: random.Random, report: Report, where: str
) -> None:
    """Mutated actions and wrong seats are refused with a rule and change nothing."""
    data = game.pack(state)
    known = game.catalogue()
    for _ in range(4):
        seat = choice.randrange(len(game.seats(state)))
        action = mutated(game, state, choice)
        ask = asked_of(state, seat)
        if ask is not None and ask.allows(action):
            continue
        report.tries += 1
        try:
            game.apply(state, seat, action, Sampled(seed))
        except Refused as refused:
            if not refused.rules or any(rule not in known for rule in refused.rules):
                report.breach(where, f"action {action} is refused without a known rule: {refused}")
        except Exception as bad:
            report.breach(where, f"action {action}: {type(bad).__name__}: {bad}")
        else:
            report.breach(where, f"action {action} of seat {seat} is let through")
    if game.pack(state) != data:
        report.breach(where, "a refusal changed the state")


def mutated(game: Game[Any], state: Any, choice: random.Random) -> int:
    """Some action, seldom one that is offered."""
    kind = choice.random()
    ask = choice.choice(pending(state))
    if kind < 0.4:
        verb_, _ = choice.choice(ask.choices)
        return verb_ + choice.randrange(NOUN + 1 if kind < 0.1 else 128)
    if kind < 0.7:
        return ask.pick(choice.randrange(ask.count()))
    if kind < 0.95:
        return choice.choice(list(game.verbs)) + choice.randrange(600)
    return choice.choice((-1, verb(63) + 3, 1 << 40, NOUN))


FACTS_EVERY: Final = 8
"""Facts in words are slow to make: they are compared at one try of so many."""
_ENCODE: Final = msgspec.msgpack.Encoder().encode


def fog(
    game: Game[Any], state: Any, seed: int, choice: random.Random, report: Report, where: str
) -> None:
    """Other hidden facts leave no trace in a seat's view, offers, refusals and events."""
    for seat in range(len(game.seats(state))):
        other = game.resample(state, seat, Sampled(choice.randrange(1 << 30)))
        report.tries += 1
        if _ENCODE(game.view(state, seat)) != _ENCODE(game.view(other, seat)):
            report.breach(where, f"the view of seat {seat} depends on hidden facts")
        if report.tries % FACTS_EVERY == 0 and (
            _ENCODE(game.facts(state, seat)) != _ENCODE(game.facts(other, seat))
        ):
            report.breach(where, f"the facts for seat {seat} depend on hidden facts")
        if [a.seat for a in pending(state)] != [a.seat for a in pending(other)]:
            report.breach(where, "who must choose depends on hidden facts")
        if _told(game, state, seat) != _told(game, other, seat):
            report.breach(where, f"what seat {seat} is told to wait for depends on hidden facts")
        if game.offers(state, seat) != game.offers(other, seat):
            report.breach(where, f"the offers of seat {seat} depend on hidden facts")
        for sentence in game.audit(other):
            report.breach(where, f"a resampled state is not sound: {sentence}")
        for sentence in _other_refusals(game, state, other, seat, choice):
            report.breach(where, sentence)
        if sentence := _other_events(game, state, other, seat, choice):
            report.breach(where, sentence)


def _told(game: Game[Any], state: Any, seat: int) -> list[tuple[str, str, str]]:
    return list(dict.fromkeys(game.told(state, ask, seat) for ask in pending(state)))


def _other_refusals(
    game: Game[Any], one: Any, two: Any, seat: int, choice: random.Random
) -> Iterator[str]:
    for _ in range(2):
        action = mutated(game, one, choice)
        ask = asked_of(one, seat)
        if ask is not None and ask.allows(action):
            continue
        first, second = game.why(one, seat, action), game.why(two, seat, action)
        if (str(first), first.rules) != (str(second), second.rules):
            yield f"the refusal of {action} to seat {seat} depends on hidden facts"


def _other_events(game: Game[Any], one: Any, two: Any, seat: int, choice: random.Random) -> str:
    ask = asked_of(one, seat)
    if ask is None:
        return ""
    action = ask.pick(choice.randrange(ask.count()))
    logs: list[list[Event]] = []
    for state in (one, two):
        log: list[Event] = []
        act(game.clone(state), seat, action, Sampled(1), log)
        logs.append(log)
    shown = [next((i for i, e in enumerate(log) if e.reveals), -1) for log in logs]
    if min(shown) < 0 <= max(shown):
        return f"whether '{action}' reveals something depends on hidden facts"
    before = [log if end < 0 else log[:end] for log, end in zip(logs, shown, strict=True)]
    first, second = (_ENCODE(seen_by(log, seat)) for log in before)
    return (
        "" if first == second else f"the events of {action} for seat {seat} depend on hidden facts"
    )


def believing(
    game: Game[Any], state: Any, seed: int, choice: random.Random, report: Report, where: str
) -> None:
    """Resampling agrees with the view and varies (counted by the caller over many tries)."""
    for seat in range(len(game.seats(state))):
        report.tries += 1
        other = game.resample(state, seat, Sampled(choice.randrange(1 << 30)))
        if _ENCODE(game.view(state, seat)) != _ENCODE(game.view(other, seat)):
            report.breach(where, f"a resampled state contradicts the view of seat {seat}")


TRIALS: Final[dict[str, Look]] = {
    "soundness": soundness,
    "storing": storing,
    "notation": notation,
    "refusing": refusing,
    "fog": fog,
    "believing": believing,
}
"""The trials by name; `sirocco fuzz GAME --trial NAME` runs one of them."""


def run(
    game: Game[Any], trial: str, tries: int, seed: int = 1, every: int = 7, games: int = 1_000_000
) -> Report:
    """Run one trial over random games until it has been tried so often."""
    report = Report()
    number = seed
    while report.tries < tries and report.games < games:
        random_game(game, number, report, TRIALS[trial], every)
        number += 1
    return report
