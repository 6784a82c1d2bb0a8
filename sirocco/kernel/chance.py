"""All randomness of a game goes through one object, and every roll says what it is for."""

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol


class Chance(Protocol):
    def dice(self, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
        """Faces of `count` dice, each from 1 to `sides`."""
        ...

    def shuffle(self, count: int, purpose: str) -> tuple[int, ...]:
        """The numbers 0 to count-1 in random order, for everybody to see."""
        ...

    def deck(self, count: int, purpose: str) -> tuple[int, ...]:
        """The numbers 0 to count-1 in a random order that nobody at the table may know yet."""
        ...


class Roll(NamedTuple):
    """One roll as the record keeps it; only a sealed roll has links, only a sealed deck seals."""

    purpose: str
    sides: int
    faces: tuple[int, ...]
    kind: str = "dice"
    number: int = 0
    links: tuple[tuple[str, bytes], ...] = ()
    seals: tuple[bytes, ...] = ()

    @property
    def what(self) -> str:
        """
        >>> Roll("fire", 6, (1, 4)).what, Roll("deck", 3, (2, 0, 1), "shuffle").what
        ('2d6', 'shuffle 3')
        """
        if self.kind == "dice":
            return f"{len(self.faces)}d{self.sides}"
        return f"{self.kind} {len(self.faces)}"


class Recorder(Chance, Protocol):
    """Chance of a match: it keeps the rolls of an action until they are in the record."""

    def bind(self, head: bytes) -> None:
        """Before an action: the head of the record with the action's own line."""
        ...

    def take(self) -> list[Roll]:
        """After an action: its rolls, for the record."""
        ...

    def drop(self) -> None:
        """Instead of `take`, when the action came to nothing."""
        ...


class ScriptExhausted(Exception):
    """A script has no (possible) face for a roll."""


class ReplayMismatch(Exception):
    """A replay asks for another roll than the record holds."""


class Sampled:
    """Fast chance for search, fuzzing and games with a seed: the same seed, the same faces."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        # Only random() itself is promised to stay the same from one Python to the next.
        self._random = random.Random(seed).random

    def dice(self, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
        draw = self._random
        if count == 1:
            return (int(draw() * sides) + 1,)
        return tuple([int(draw() * sides) + 1 for _ in range(count)])

    def shuffle(self, count: int, purpose: str) -> tuple[int, ...]:
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = int(self._random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def deck(self, count: int, purpose: str) -> tuple[int, ...]:
        return self.shuffle(count, purpose)


class Scripted:
    """The faces of a case, in the order in which they will be asked for.

    >>> script = Scripted([1, 1, 5])
    >>> script.dice(2, "fire"), script.left
    ((1, 1), (5,))
    """

    __slots__ = ("_faces", "_next")

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)
        self._next = 0

    @property
    def left(self) -> tuple[int, ...]:
        return self._faces[self._next :]

    def dice(self, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
        faces = self._peek(count, f"{count}d{sides}", purpose)
        for face in faces:
            if not 1 <= face <= sides:
                raise ScriptExhausted(
                    f"the script gives {face} for {purpose!r}: impossible with {sides} sides"
                )
        self._next += count
        return faces

    def shuffle(self, count: int, purpose: str) -> tuple[int, ...]:
        faces = self._peek(count, f"a shuffle of {count}", purpose)
        if sorted(faces) != list(range(count)):
            raise ScriptExhausted(
                f"the script gives {list(faces)} for {purpose!r}: not an order of 0 to {count - 1}"
            )
        self._next += count
        return faces

    def deck(self, count: int, purpose: str) -> tuple[int, ...]:
        return self.shuffle(count, purpose)

    def _peek(self, count: int, what: str, purpose: str) -> tuple[int, ...]:
        faces = self._faces[self._next : self._next + count]
        if len(faces) < count:
            raise ScriptExhausted(
                f"the script has {len(faces)} of the {count} faces that {purpose!r} ({what}) needs"
            )
        return faces


class Recording:
    """Keeps what another chance rolls until somebody takes it."""

    __slots__ = ("_inner", "_number", "_rolls")

    def __init__(self, inner: Chance, number: int = 0) -> None:
        self._inner = inner
        self._number = number
        self._rolls: list[Roll] = []

    def bind(self, head: bytes) -> None:
        if self._rolls:
            raise RuntimeError(f"roll {self._rolls[0].number} has not been taken into the record")

    def take(self) -> list[Roll]:
        rolls, self._rolls = self._rolls, []
        return rolls

    def drop(self) -> None:
        """Instead of `take`, when the action came to nothing."""
        self._number -= len(self._rolls)
        self._rolls = []

    def dice(self, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
        return self._keep(self._inner.dice(count, purpose, sides), purpose, sides, "dice")

    def shuffle(self, count: int, purpose: str) -> tuple[int, ...]:
        return self._keep(self._inner.shuffle(count, purpose), purpose, count, "shuffle")

    def deck(self, count: int, purpose: str) -> tuple[int, ...]:
        return self._keep(self._inner.deck(count, purpose), purpose, count, "deck")

    def _keep(self, faces: tuple[int, ...], purpose: str, sides: int, kind: str) -> tuple[int, ...]:
        if faces:
            self._number += 1
            self._rolls.append(Roll(purpose, sides, faces, kind, self._number))
        return faces


class Replayed:
    """Gives again the rolls of a record, links and all, and says where a replay leaves it.

    The order of a sealed deck is not in its roll: `decks` has it by the roll's number.
    """

    __slots__ = ("_decks", "_next", "_rolls", "_taken")

    def __init__(self, rolls: Sequence[Roll], decks: dict[int, tuple[int, ...]]) -> None:
        self._rolls = rolls
        self._decks = decks
        self._next = 0
        self._taken = 0

    @property
    def left(self) -> int:
        return len(self._rolls) - self._next

    def bind(self, head: bytes) -> None:
        if self._taken < self._next:
            raise RuntimeError(f"roll {self._taken + 1} has not been taken into the record")

    def take(self) -> list[Roll]:
        rolls = self._rolls[self._taken : self._next]
        self._taken = self._next
        return list(rolls)

    def drop(self) -> None:
        """Instead of `take`, when the action came to nothing."""
        self._next = self._taken

    def dice(self, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
        return self._again(count, f"{count}d{sides}", purpose).faces if count else ()

    def shuffle(self, count: int, purpose: str) -> tuple[int, ...]:
        return self._again(count, f"shuffle {count}", purpose).faces if count else ()

    def deck(self, count: int, purpose: str) -> tuple[int, ...]:
        if not count:
            return ()
        roll = self._again(count, f"deck {count}", purpose)
        if not roll.seals:
            return roll.faces
        if roll.number not in self._decks:
            raise ReplayMismatch(f"the deck of roll {roll.number} has not been opened")
        return self._decks[roll.number]

    def _again(self, count: int, what: str, purpose: str) -> Roll:
        if self._next == len(self._rolls):
            raise ReplayMismatch(f"the record ends before {what} for {purpose!r}")
        roll = self._rolls[self._next]
        if (roll.what, roll.purpose) != (what, purpose):
            raise ReplayMismatch(
                f"the record has {roll.what} for {roll.purpose!r} as roll {roll.number}, "
                f"the rules ask for {what} for {purpose!r}"
            )
        self._next += 1
        return roll
