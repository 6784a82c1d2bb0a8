"""Running cases: a position, what is done there, the dice, and what must come of it.

The runner knows no game. It plays through the same gate as everybody, stores and reads back the
state after every action, and has the game audit it.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sirocco.kernel.casefile import Case, CaseError, Loaded, Step, load_cases
from sirocco.kernel.catalogue import GAMES, Catalogue
from sirocco.kernel.chance import Scripted, ScriptExhausted
from sirocco.kernel.events import Event, seen_by
from sirocco.kernel.expect import NAMES, differences, named, told
from sirocco.kernel.game import Game
from sirocco.kernel.given import near, one_line
from sirocco.kernel.notation import read_action, words_of
from sirocco.kernel.refusal import Refused
from sirocco.kernel.whole import WholeGame, run_whole

__all__ = ["CaseError", "case_command", "coverage", "coverage_text", "run_case", "run_cases"]


class Differs(Exception):
    """Something is not as the case says."""


class Played:
    """A case on the table: the state, the dice to come, what has happened.

    It goes on from the stored state after every action, so that every case is a trial of storing;
    `running` is the same table without a pause, with all that the rules remember on the way.
    """

    __slots__ = ("game", "state", "running", "script", "events", "faults")

    def __init__(self, game: Game[Any], case: Case) -> None:
        self.game = game
        self.script = Scripted(case.dice)
        self.events: list[Event] = []
        self.state = game.from_position(case.position, self.script, self.events)
        self.faults = set(game.audit(self.state))
        self.running = self.state
        self._store()

    def seat(self, name: str) -> int:
        """A seat by name; without a name the one that is asked."""
        names = self.game.seats(self.state)
        if name.lower() in names:
            return names.index(name.lower())
        if name:
            raise Differs(f"there is no seat {name!r}{near(name, names)}")
        asked = {ask.seat for ask in self.game.pending(self.state)}
        if len(asked) != 1:
            raise Differs(f"the step names no seat, and {len(asked)} seats are asked")
        return asked.pop()

    def line(self, seat: int, text: str) -> None:
        """Play a line; a refused one leaves everything as it was before the line."""
        before, running = self.game.clone(self.state), self.game.clone(self.running)
        dice, events = self.script.left, len(self.events)
        said: list[int] = []
        try:
            words_of(text)
            words = self.game.expand(self.state, seat, text).split()
            while words and self.game.settled(self.state, seat, words) < len(words):
                action, used = read_action(self.game, self.state, seat, words, said)
                self._act(seat, action)
                said.append(action)
                words = words[used:]
        except Refused:
            self.state, self.running = before, running
            self.script = Scripted(dice)
            del self.events[events:]
            raise

    def _act(self, seat: int, action: int) -> None:
        packed, dice = self.game.pack(self.state), self.script.left
        log: list[Event] = []
        try:
            self.game.apply(self.state, seat, action, self.script, log)
        except Refused as reason:
            if log or self.script.left != dice or self.game.pack(self.state) != packed:
                raise Differs(f"it was refused ({reason}), and yet something changed") from None
            raise
        self.events += log
        self.game.apply(self.running, seat, action, Scripted(dice), [])
        self._store()

    def _store(self) -> None:
        """Store the state and read it back: nothing may be lost, and all go on alike."""
        packed = self.game.pack(self.state)
        self.state = self.game.unpack(packed)
        if self.game.pack(self.state) != packed:
            raise Differs("the stored state is not read back as it was")
        if self.game.pack(self.running) != packed or self._asked(self.running) != self._asked(
            self.state
        ):
            raise Differs("a game that was never stored goes on otherwise")

    def _asked(self, state: Any) -> list[tuple[Any, ...]]:
        return [(ask.seat, ask.topic, ask.choices) for ask in self.game.pending(state)]

    def allowed(self, seat: int, text: str) -> bool:
        """Whether an action, a line, or a verb with any noun is open to a seat now."""
        wanted = " ".join(text.lower().split())
        for offer in self.game.offers(self.state, seat):
            if wanted in (offer.text.lower(), _bare(offer.verb)):
                return True
        if wanted in {_bare(verb.pattern) for verb in self.game.verbs.values()}:
            return False
        trial = self.game.clone(self.state)
        script = Scripted(self.script.left)
        said: list[int] = []
        try:
            words_of(text)
            words = self.game.expand(trial, seat, text).split()
            while True:
                action, used = read_action(self.game, trial, seat, words, said)
                words = words[used:]
                if not words:
                    self.game.check(trial, seat, action)
                    return True
                self.game.apply(trial, seat, action, script)
                said.append(action)
        except Refused as reason:
            if not reason.rules:
                raise Differs(f"{text!r} cannot be read: {reason}") from None
            return False

    def log(self, seat: int, start: int) -> list[str]:
        """What a seat may read about what happened since an event."""
        seen = seen_by(self.events[start:], seat)
        lines = (self.game.describe(self.state, event, seat) for event in seen)
        return [line for line in lines if line]


def _bare(pattern: str) -> str:
    return " ".join(word for word in pattern.split() if word != "{}")


# One case


def run_case(case: Loaded, game: Game[Any]) -> str:
    """Play a case; what differed and where, or an empty text."""
    if isinstance(case, WholeGame):
        return run_whole(case, game)
    where = "position"
    try:
        played = Played(game, case)
        start = 0
        for number, step in enumerate(case.steps, 1):
            where = step.title(number)
            _run_step(played, step, start)
            start = len(played.events)
        where = "end"
        _check_dice(case, played)
    except Differs as bad:
        return f"{where}: {bad}"
    except Refused as bad:
        return f"{where}: {'' if where == 'position' else 'it was refused: '}{bad}"
    except ScriptExhausted as bad:
        return f"{where}: the dice do not fit: {bad}"
    except Exception as bad:
        last = traceback.extract_tb(bad.__traceback__)[-1]
        name = Path(last.filename).name
        return f"{where}: the rules broke down: {type(bad).__name__}: {bad} ({name}:{last.lineno})"
    return ""


def _run_step(played: Played, step: Step, start: int) -> None:
    if step.dice:
        played.script = Scripted((*played.script.left, *step.dice))
    if step.must_fail:
        _refusal(played, step)
    else:
        for line in step.actions:
            played.line(played.seat(step.seat), line)
    if step.dice and played.script.left:
        raise Differs(f"of the step's dice {list(played.script.left)} were not rolled")
    faults = set(played.game.audit(played.state)) - played.faults
    wrong = [*sorted(faults), *_looked(played, step, start)]
    if wrong:
        raise Differs("; ".join(wrong))


def _refusal(played: Played, step: Step) -> None:
    seat = played.seat(step.seat)
    try:
        played.line(seat, step.actions[0])
    except Refused as reason:
        missing = [rule for rule in step.refused if rule not in reason.rules]
        if missing:
            raise Differs(f"refused, but not by {', '.join(missing)}: {reason}") from None
        named = [rule for rule in step.not_named if rule in reason.rules]
        if named:
            raise Differs(f"refused by {', '.join(named)} too: {reason}") from None
        for words in step.why:
            if words.casefold() not in reason.reason.casefold():
                raise Differs(f"the reason does not say {words!r}: {reason}") from None
        if not reason.rules:
            raise Differs(f"refused without a rule: {reason}") from None
    else:
        by = f" by {', '.join(step.refused)}" if step.refused else ""
        raise Differs(f"it was allowed, and should be refused{by}")


def _unlike(wanted: dict[str, Any], facts: dict[str, Any]) -> list[str]:
    """How the facts differ from those that are wanted; places may be named."""
    return differences(named(wanted, facts.get(NAMES, {})), facts)


def _looked(played: Played, step: Step, start: int) -> list[str]:
    """Everything in which the table is not as a step says."""
    game, state = played.game, played.state
    out = _unlike(step.expect, game.facts(state)) if step.expect else []
    for view in step.views:
        wanted = dict(view)
        seat = played.seat(wanted.pop("seat", step.seat))
        name = game.seats(state)[seat]
        out += [f"in the view of {name}, {d}" for d in _unlike(wanted, game.facts(state, seat))]
    out += [
        f"{text!r} is not offered"
        for text in step.offered
        if not played.allowed(played.seat(step.seat), text)
    ]
    out += [
        f"{text!r} is offered"
        for text in step.not_offered
        if played.allowed(played.seat(step.seat), text)
    ]
    out += _logs(played, step, start)
    if step.pending is not None:
        out += _pending(played, step)
    return out


def _logs(played: Played, step: Step, start: int) -> list[str]:
    out = []
    for name, lines in step.events.items():
        log = played.log(played.seat(name or step.seat), start)
        at = 0
        for line in lines:
            found = [i for i in range(at, len(log)) if line.casefold() in log[i].casefold()]
            if not found:
                out.append(f"the log does not say {line!r} (there): {told(log[at:])}")
                break
            at = found[0] + 1
    for name, lines in step.no_events.items():
        log = played.log(played.seat(name or step.seat), start)
        for line in lines:
            out += [f"the log says {said!r}" for said in log if line.casefold() in said.casefold()]
    return out


def _pending(played: Played, step: Step) -> list[str]:
    game, state = played.game, played.state
    names = game.seats(state)
    asked = [
        {"seat": names[ask.seat], "topic": ask.topic, "prompt": game.prompt(state, ask)}
        for ask in game.pending(state)
    ]
    there = (
        "; ".join(f"{a['seat']} is asked about {a['topic']}" for a in asked) or "nobody is asked"
    )
    wanted = step.pending or ()
    for want in wanted:
        if not any(_fits(want, found) for found in asked):
            return [f"pending is otherwise: {there}"]
    if step.all_pending and len(wanted) != len(asked):
        return [f"pending is otherwise: {there}"]
    return []


def _fits(want: dict[str, str], found: dict[str, str]) -> bool:
    return all(
        value.casefold() in found[key].casefold() if key == "prompt" else value == found[key]
        for key, value in want.items()
    )


def _check_dice(case: Case, played: Played) -> None:
    left = played.script.left
    if case.dice_left is True or left == case.dice_left:
        return
    if left or case.dice_left:
        raise Differs(f"dice {list(left)} are left over")


# Many cases


def game_named(id: str) -> Game[Any]:
    """The game with an id."""
    known = sorted(path.parent.name for path in GAMES.glob("*/rules.toml"))
    if not re.fullmatch(r"[a-z]+", id) or id not in known:
        raise Refused(f"there is no game {id!r}{near(id, known)}.")
    game = importlib.import_module(f"sirocco.games.{id}.game").GAME
    assert isinstance(game, Game)
    return game


def _ready(cases: list[Loaded]) -> dict[str, Game[Any]]:
    """The games of the cases, after a check that the rules which they name exist."""
    games: dict[str, Game[Any]] = {}
    for case in cases:
        try:
            game = games.get(case.game) or games.setdefault(case.game, game_named(case.game))
            _check_rules(case, game.catalogue())
        except Refused as bad:
            raise CaseError(case.file, f"case {case.title!r}: {bad}") from None
    return games


def _check_rules(case: Loaded, catalogue: Catalogue) -> None:
    for id in sorted(case.named()):
        if id not in catalogue:
            catalogue.rule(id)
            raise Refused(f"rule ids are written as in the catalogue, not {id!r}.")


def run_cases(paths: Iterable[Path | str], tell: Callable[[str], None] = print) -> tuple[int, int]:
    """Run the cases of files and folders: a line for each failure, then the count.

    A file that cannot be read raises CaseError before any case is run.
    """
    cases = load_cases(paths)
    games = _ready(cases)
    failed = 0
    for case in cases:
        wrong = run_case(case, games[case.game])
        if wrong:
            failed += 1
            tell(one_line(f"{case.name}: {wrong}"))
    tell(f"{len(cases) - failed} passed, {failed} failed")
    return len(cases) - failed, failed


def case_command(paths: Iterable[Path | str], tell: Callable[[str], None] = print) -> int:
    """What `sirocco case` does: 0 if all passed, 1 if any failed; CaseError for a bad file."""
    return 1 if run_cases(paths, tell)[1] else 0


def coverage(game: str, paths: Iterable[Path | str]) -> dict[str, list[str]]:
    """Every rule of a game with the passing cases that name it, in the order of the catalogue."""
    cases = [case for case in load_cases(paths) if case.game == game]
    the_game = game_named(game)
    _ready(cases)
    out: dict[str, list[str]] = {id: [] for id in the_game.catalogue().rules}
    for case in cases:
        if not run_case(case, the_game):
            for id in case.named() & out.keys():
                out[id].append(case.name)
    return out


def coverage_text(found: dict[str, list[str]]) -> str:
    """The count, and the rules that no passing case names."""
    missing = [id for id, cases in found.items() if not cases]
    lines = [f"{len(found) - len(missing)} of {len(found)} rules are named by a passing case"]
    if missing:
        lines += ["missing:", *(f"  {id}" for id in missing)]
    return "\n".join(lines)
