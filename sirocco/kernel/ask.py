"""Questions to a seat, as masks, and the integers that answer them."""

from __future__ import annotations

from typing import Final

NOUN_BITS: Final = 11
NOUN: Final = (1 << NOUN_BITS) - 1
"""`action & NOUN` is the noun of an action, `action & ~NOUN` its verb."""


def verb(number: int) -> int:
    """The verb with that number, ready to be added to a noun."""
    return number << NOUN_BITS


class Ask:
    """A seat must choose: for each verb, the nouns allowed as a bit mask.

    A verb without a noun has the mask 1. `topic` names the question; the game turns it into a
    prompt in plain words and into the rules behind each verb.

    >>> ask = Ask(0, "fire", ((verb(3), 0b101), (verb(4), 1)))
    >>> ask.allows(verb(3) + 2), ask.allows(verb(3) + 1)
    (True, False)
    >>> ask.count()
    3
    """

    __slots__ = ("choices", "seat", "topic")

    def __init__(self, seat: int, topic: str, choices: tuple[tuple[int, int], ...]) -> None:
        self.seat = seat
        self.topic = topic
        self.choices = choices

    def allows(self, action: int) -> bool:
        """Whether this action is one of the answers."""
        if action < 0:
            return False
        wanted = action & ~NOUN
        for verb_, mask in self.choices:
            if verb_ == wanted:
                return bool(mask >> (action & NOUN) & 1)
        return False

    def mask(self, verb_: int) -> int:
        """The nouns allowed with a verb."""
        for known, mask in self.choices:
            if known == verb_:
                return mask
        return 0

    def actions(self) -> list[int]:
        """Every answer, in order."""
        out: list[int] = []
        for verb_, mask in self.choices:
            while mask:
                low = mask & -mask
                out.append(verb_ + low.bit_length() - 1)
                mask ^= low
        return out

    def count(self) -> int:
        """How many answers there are."""
        total = 0
        for _, mask in self.choices:
            if mask:
                total += mask.bit_count()
        return total

    def pick(self, number: int) -> int:
        """The answer with that number in the order of `actions`."""
        for verb_, mask in self.choices:
            if not mask:
                continue
            n = mask.bit_count()
            if number >= n:
                number -= n
                continue
            if 2 * number < n:
                while number:
                    mask &= mask - 1
                    number -= 1
                return verb_ + (mask & -mask).bit_length() - 1
            while number < n - 1:  # nearer to the upper end
                mask ^= 1 << mask.bit_length() - 1
                number += 1
            return verb_ + mask.bit_length() - 1
        raise IndexError("no answer with that number")


Asks = Ask | tuple[Ask, ...]
"""What a procedure may yield: one question, or several of which any one may be answered first."""
