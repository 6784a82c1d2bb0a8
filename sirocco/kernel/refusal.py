"""Refusals: why something is not allowed, in one sentence, with the rules behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


class Refused(Exception):
    """An action, file or position that the rules do not allow.

    `rules` lists the ids of the statements that say so, each once, the most telling first; it is
    empty only for refusals that no rulebook can know (a damaged file, garbage text).

    >>> Refused("It is not your turn.", "V-PTURN-d").rule
    'V-PTURN-d'
    """

    def __init__(self, reason: str, *rules: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rules = tuple(dict.fromkeys(rules))

    def also(self, *rules: str) -> Refused:
        """The same refusal with more rules behind it.

        >>> str(Refused("It is not your turn.", "V-PTURN-d").also("V-TURN-a", "V-PTURN-d"))
        'It is not your turn. (V-PTURN-d, V-TURN-a)'
        """
        return Refused(self.reason, *self.rules, *rules)

    @property
    def rule(self) -> str:
        """The first rule id, or an empty string."""
        return self.rules[0] if self.rules else ""

    def __str__(self) -> str:
        return f"{self.reason} ({', '.join(self.rules)})" if self.rules else self.reason


class Limit:
    """One named limit of a mask: a bit to lift it by, a sentence and the rules that state it."""

    __slots__ = ("bit", "rules", "sentence")

    def __init__(self, bit: int, sentence: str, *rules: str) -> None:
        if bit.bit_count() != 1:
            raise ValueError(f"a limit is lifted by one bit, not by {bit}: {sentence}")
        self.bit = bit
        self.sentence = sentence
        self.rules = rules

    def refusal(self) -> Refused:
        return Refused(self.sentence, *self.rules)


def first_cause(
    limits: Sequence[Limit], allowed: Callable[[int], bool], otherwise: Refused
) -> Refused:
    """Why an action is not allowed: the limits that stand in its way.

    `allowed(lifted)` computes the same predicate that decides offers, with the limits in the bit
    set `lifted` left out. Every limit whose lifting alone would allow the action is to blame; the
    first of them gives the sentence, all of them their rules. If none is, it is the fewest that
    must be lifted together, whether the first or the last limits are kept to if either will do.
    Where no limit stands in its way at all, something else does: `otherwise`.
    """
    every = sum([limit.bit for limit in limits])
    if every.bit_count() != len(limits):
        raise ValueError("two limits of one mask are lifted by the same bit")
    if allowed(0):
        return otherwise
    blamed = [limit for limit in limits if allowed(limit.bit)]
    if not blamed:
        if not allowed(every):
            return otherwise
        lifted = _fewest(limits, allowed, every) | _fewest(limits[::-1], allowed, every)
        blamed = [limit for limit in limits if lifted & limit.bit]
    return Refused(blamed[0].sentence, *[rule for limit in blamed for rule in limit.rules])


def _fewest(limits: Sequence[Limit], allowed: Callable[[int], bool], lifted: int) -> int:
    """What must be lifted at least, as many of the first limits kept to as can be."""
    for limit in limits:
        if allowed(lifted & ~limit.bit):
            lifted &= ~limit.bit
    return lifted


def others_decide(seats: Iterable[str], now: str) -> str:
    """The sentence to a seat that is not asked.

    >>> others_decide(["red-general", "red-admiral", "red-general"], "movement")
    'It is not for this seat to decide now: red-general, red-admiral decide (movement).'
    """
    names = list(dict.fromkeys(seats))
    verb = "decides" if len(names) == 1 else "decide"
    return f"It is not for this seat to decide now: {', '.join(names)} {verb} ({now})."
