"""The place in the rules: a stack of frames, run until somebody must choose."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar

from sirocco.kernel.ask import Ask, Asks
from sirocco.kernel.refusal import Refused

if TYPE_CHECKING:
    from sirocco.kernel.chance import Chance
    from sirocco.kernel.events import Event

T = TypeVar("T")
Procedure = Generator[Asks, int, T]
"""The type of a procedure of the rules, before and after lowering."""

Packed = list[Any]
"""A frame as plain data: its name, its place, its fields."""


BIG: Final = 1 << 63


def plain(value: Any) -> Any:
    """A field as data that fits a message: integers over 63 bits become bytes."""
    if isinstance(value, int) and not -BIG <= value < BIG:
        return value.to_bytes((value.bit_length() + 7) // 8, "little")
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def unplain(value: Any) -> Any:
    """The inverse of `plain`."""
    if isinstance(value, bytes):
        return int.from_bytes(value, "little")
    if isinstance(value, list):
        return tuple([unplain(item) for item in value])
    return value


class Frame:
    """One procedure in progress: where it stands and the locals that live across a question."""

    __slots__ = ("at",)
    name: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ()

    at: int

    def run(self, g: State, sent: int) -> bool:
        """Go on until a question (True), or a call or the end (False)."""
        raise NotImplementedError

    def ask(self, g: State) -> Asks:
        """The question at which this frame stands."""
        raise NotImplementedError

    def copy(self) -> Frame:
        raise NotImplementedError

    def values(self) -> list[Any]:
        """The fields, in order."""
        raise NotImplementedError

    def fill(self, values: list[Any]) -> None:
        """Set the fields, in order."""
        raise NotImplementedError


class State:
    """What every game's state has: the stack of frames, and two guests while an action runs.

    `chance` and `log` are there only between the start and the end of one action; at rest they
    are None and never stored.
    """

    __slots__ = ("actor", "asked", "chance", "log", "result", "stack")

    def __init__(self) -> None:
        self.stack: list[Frame] = []
        self.result: Any = None
        self.actor = 0
        self.asked: tuple[Ask, ...] | None = None
        self.chance: Chance | None = None
        self.log: list[Event] | None = None

    def twin(self) -> Self:
        """A new state at the same place in the rules; what the game adds is still to be set."""
        new = self.__class__.__new__(self.__class__)
        new.stack = [frame.copy() for frame in self.stack]
        new.result = new.asked = new.chance = new.log = None
        new.actor = self.actor
        return new


def pending(g: State) -> tuple[Ask, ...]:
    """The open questions; empty when the game is over. Computed once per decision."""
    asked = g.asked
    if asked is None:
        if not g.stack:
            asked = ()
        else:
            asks = g.stack[-1].ask(g)
            asked = asks if isinstance(asks, tuple) else (asks,)
        g.asked = asked
    return asked


def local(g: State, name: str, otherwise: int = -1) -> int:
    """A number that the procedure of the open question holds by that name, if it does so far."""
    value = getattr(g.stack[-1], name, None)
    return otherwise if value is None else int(value)


def asked_of(g: State, seat: int) -> Ask | None:
    """The open question to a seat."""
    for ask in pending(g):
        if ask.seat == seat:
            return ask
    return None


def act(g: State, seat: int, action: int, chance: Chance, log: list[Event] | None = None) -> None:
    """Apply an action that was found to be allowed for the seat: go on to the next question."""
    g.actor = seat
    g.asked = None
    g.chance = chance
    g.log = log
    stack = g.stack
    try:
        while stack and not stack[-1].run(g, action):
            pass
    finally:
        g.chance = None
        g.log = None


def start(g: State, first: Frame, chance: Chance, log: list[Event] | None = None) -> None:
    """Begin a game (or put a frame on the stack of a fresh state) and run to the first question."""
    g.stack.append(first)
    act(g, 0, 0, chance, log)


class Together(Frame):
    """Several procedures side by side, each with a stack of its own.

    None sees what other parties choose, so their questions are kept until somebody of the same
    party has acted. The frame ends when all have ended.
    """

    __slots__ = ("kept", "parties", "stacks")
    name: ClassVar[str] = "together"

    def __init__(self, stacks: list[list[Frame]], parties: tuple[int, ...]) -> None:
        self.at = 0
        self.stacks = stacks
        self.parties = parties
        self.kept: list[tuple[Ask, ...] | None] = [None] * len(stacks)

    def run(self, g: State, sent: int) -> bool:
        main = g.stack
        if self.at == 0:
            self.at = 1
            for stack in self.stacks:
                self._advance(g, stack, 0)
        else:
            i = self._asked(g, g.actor)
            if i >= 0:
                self._advance(g, self.stacks[i], sent)
                self._forget(self.parties[i])
        g.stack = main
        if any(self.stacks):
            return True
        main.pop()
        g.result = None
        return False

    def _asked(self, g: State, seat: int) -> int:
        """The procedure that asks a seat, -1 if none does."""
        for i, asks in enumerate(self._questions(g)):
            for ask in asks:
                if ask.seat == seat:
                    return i
        return -1

    def _advance(self, g: State, stack: list[Frame], sent: int) -> None:
        g.stack = stack
        while stack and not stack[-1].run(g, sent):
            pass

    def _forget(self, party: int) -> None:
        for i, other in enumerate(self.parties):
            if other == party:
                self.kept[i] = None

    def _questions(self, g: State) -> list[tuple[Ask, ...]]:
        out = []
        for i, asks in enumerate(self.kept):
            if asks is None:
                stack = self.stacks[i]
                found = stack[-1].ask(g) if stack else ()
                asks = self.kept[i] = found if isinstance(found, tuple) else (found,)
            out.append(asks)
        return out

    def ask(self, g: State) -> Asks:
        out: tuple[Ask, ...] = ()
        for asks in self._questions(g):
            out += asks
        return out

    def copy(self) -> Together:
        new = Together([[frame.copy() for frame in stack] for stack in self.stacks], self.parties)
        new.at = self.at
        return new


def pack_stack(stack: list[Frame]) -> list[Packed]:
    """A stack as plain data that fits a message: integers over 63 bits become bytes."""
    out: list[Packed] = []
    for frame in stack:
        values: list[Any] = []
        if frame.fields:
            values = frame.values()
            for i, value in enumerate(values):
                if value is not None and (value.__class__ is not int or not -BIG <= value < BIG):
                    values[i] = plain(value)
        elif isinstance(frame, Together):
            values = [list(frame.parties), [pack_stack(inner) for inner in frame.stacks]]
        out.append([frame.name, frame.at, values])
    return out


class Frames:
    """The procedures of one game by name, to read a packed stack back."""

    def __init__(self) -> None:
        self.by_name: dict[str, type[Frame]] = {}

    def add(self, frame: type[Frame]) -> None:
        if frame.name in self.by_name:
            raise ValueError(f"two procedures are called {frame.name}")
        self.by_name[frame.name] = frame

    def unpack_stack(self, packed: list[Packed]) -> list[Frame]:
        """The inverse of `pack_stack`."""
        if not isinstance(packed, list):
            raise Refused("The stored position has no stack of procedures.")
        known = self.by_name
        out: list[Frame] = []
        try:
            for name, at, values in packed:
                if name == Together.name:
                    out.append(self._together(at, *values))
                    continue
                kind = known[name]
                new = kind.__new__(kind)
                new.at = at
                if values or kind.fields:
                    for i, value in enumerate(values):
                        if value.__class__ is not int and value is not None:
                            values[i] = unplain(value)
                    new.fill(values)
                out.append(new)
        except (KeyError, TypeError, ValueError) as bad:
            raise Refused(f"The stored position names no known procedure: {bad}.") from None
        return out

    def _together(self, at: int, parties: list[int], stacks: list[list[Packed]]) -> Together:
        both = Together([self.unpack_stack(stack) for stack in stacks], tuple(parties))
        both.at = at
        return both
