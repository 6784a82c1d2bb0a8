"""The contract of a game: what the kernel asks of it, and what everybody may ask of the kernel."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.catalogue import Catalogue, catalogue_of
from sirocco.kernel.chance import Chance
from sirocco.kernel.events import Event
from sirocco.kernel.frames import State, act, asked_of, pending
from sirocco.kernel.refusal import Refused

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Verb:
    """How an action is written: words with `{}` where the noun stands, and the kind of noun."""

    pattern: str
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal action as data: its number, its text, verb and noun, and the rules behind it."""

    action: int
    text: str
    verb: str
    noun: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the seats that won (none: a draw) and why."""

    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Standing:
    """An order that a seat may give beforehand: questions of this topic are answered so."""

    id: str
    title: str
    topic: str
    text: str


class Game(ABC, Generic[S]):
    """A game on the kernel. One instance serves all matches; it holds no state of any of them."""

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[str]
    verbs: ClassVar[Mapping[int, Verb]]
    standing: ClassVar[tuple[Standing, ...]] = ()

    # Starting, copying, storing

    @abstractmethod
    def setup(
        self,
        scenario: str,
        options: Mapping[str, Any],
        chance: Chance,
        log: list[Event] | None = None,
    ) -> S:
        """The position before the first decision."""

    @abstractmethod
    def from_position(
        self, table: Mapping[str, Any], chance: Chance, log: list[Event] | None = None
    ) -> S:
        """A position that somebody described (docs/cases.md), run to its first decision."""

    @abstractmethod
    def clone(self, state: S) -> S: ...

    @abstractmethod
    def pack(self, state: S) -> bytes:
        """The state as bytes; equal states give equal bytes."""

    @abstractmethod
    def unpack(self, data: bytes) -> S:
        """The inverse of `pack`; damaged data is refused."""

    # What people may know

    @abstractmethod
    def seats(self, state: S) -> tuple[str, ...]: ...

    def sides(self, state: S) -> tuple[int, ...]:
        """The side of each seat: seats of one side win together."""
        return tuple(range(len(self.seats(state))))

    @abstractmethod
    def view(self, state: S, seat: int) -> Any:
        """What a seat may know, built up from a list of allowed facts."""

    @abstractmethod
    def facts(self, state: S, seat: int = -1) -> dict[str, Any]:
        """The whole truth as plain nested data; with a seat, what that seat may know."""

    @abstractmethod
    def resample(self, state: S, seat: int, chance: Chance) -> S:
        """A complete state that this seat cannot tell from the true one."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...

    @abstractmethod
    def score(self, state: S, seat: int) -> float:
        """How well a seat stands, from 0 (lost) to 1 (won)."""

    # Words

    def catalogue(self) -> Catalogue:
        """The game's rules and rulings."""
        return catalogue_of(self.id)

    @abstractmethod
    def pack_of_data(self) -> tuple[str, str, str]:
        """Version, hash and note on provenance of the data in use."""

    @abstractmethod
    def prompt(self, state: S, ask: Ask) -> str:
        """The question in plain words."""

    def told(self, state: S, ask: Ask, seat: int) -> tuple[str, str, str]:
        """What a seat is told about an open question: who decides, its topic, the question."""
        name = self.seats(state)[ask.seat]
        if ask.seat == seat:
            return name, ask.topic, self.prompt(state, ask)
        return name, "", f"{name} decides."

    @abstractmethod
    def rules_behind(self, state: S, ask: Ask, action: int) -> tuple[str, ...]:
        """The rules that allow an offered action."""

    @abstractmethod
    def noun_text(self, state: S, seat: int, kind: str, noun: int) -> str: ...

    @abstractmethod
    def noun_of(self, state: S, seat: int, kind: str, text: str) -> int:
        """The noun that a word names for a seat, or -1."""

    @abstractmethod
    def describe(self, state: S, event: Event, seat: int) -> str:
        """An event as a line of the log, as that seat may read it."""

    def expand(self, state: S, seat: int, text: str) -> str:
        """Shorthand of the game, written out in its plain notation."""
        return text

    def settled(self, state: S, seat: int, words: list[str]) -> int:
        """How many words before an action only name what is settled already and is not asked."""
        return 0

    def implied(self, state: S, seat: int, action: int, rest: list[str]) -> int:
        """How many of the words after an action only say what it settles anyway."""
        return 0

    def unsaid(self, state: S, seat: int, words: list[str]) -> int:
        """The answer to the open question that goes without saying if other words follow, or -1."""
        return -1

    @abstractmethod
    def why(self, state: S, seat: int, action: int) -> Refused:
        """Why an action is not offered to a seat: called only for actions that are not."""

    def why_line(self, state: S, seat: int, action: int, rest: list[str]) -> Refused | None:
        """Why an action that is not offered is not open with the words behind it, if they tell."""
        return None

    # For the battery

    @abstractmethod
    def mixture(self, choice: Random) -> tuple[str, dict[str, Any]]:
        """A random scenario with random options, of a kind whose games end."""

    @abstractmethod
    def audit(self, state: S) -> list[str]:
        """Sentences about what does not hold in a state though it must."""

    # What the kernel does for every game

    def pending(self, state: S) -> tuple[Ask, ...]:
        """The open questions; none when the game is over."""
        return pending(state)

    def offers(self, state: S, seat: int) -> list[Offer]:
        """Every legal action of a seat now."""
        ask = asked_of(state, seat)
        return [] if ask is None else [self.offer(state, ask, a) for a in ask.actions()]

    def offer(self, state: S, ask: Ask, action: int) -> Offer:
        """One action of a question as data."""
        verb = self.verbs[action & ~NOUN]
        noun = self.noun_text(state, ask.seat, verb.noun, action & NOUN) if verb.noun else ""
        rules = self.rules_behind(state, ask, action)
        return Offer(action, verb.pattern.format(noun), verb.pattern, noun, rules)

    def check(self, state: S, seat: int, action: int) -> None:
        """Raise the reason if an action is not offered to a seat."""
        ask = asked_of(state, seat)
        if ask is None or not ask.allows(action):
            raise self.why(state, seat, action)

    def apply(
        self,
        state: S,
        seat: int,
        action: int,
        chance: Chance,
        log: list[Event] | None = None,
    ) -> None:
        """The only gate: a refused action raises and leaves the state as it was."""
        self.check(state, seat, action)
        act(state, seat, action, chance, log)

    def action_text(self, state: S, seat: int, action: int) -> str:
        """The notation of an action in this state."""
        verb = self.verbs[action & ~NOUN]
        noun = self.noun_text(state, seat, verb.noun, action & NOUN) if verb.noun else ""
        return verb.pattern.format(noun)
