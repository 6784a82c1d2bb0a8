"""States that come back from bytes: what is damaged or foreign is refused in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

import msgspec

from sirocco.kernel.refusal import Refused


class Stored(Protocol):
    """The stored form of a state: its first field is the number of the format."""

    format: int


P = TypeVar("P", bound=Stored)
S = TypeVar("S")


def restored(
    data: bytes, title: str, known: int, decode: Callable[[bytes], P], state: Callable[[P], S]
) -> S:
    """The state of a game behind its bytes."""
    try:
        stored = decode(data)
        if stored.format != known:
            raise Refused(f"This position is stored in format {stored.format}; known is {known}.")
        return state(stored)
    except msgspec.DecodeError as bad:
        raise Refused(f"This is no stored position of {title}: {bad}.") from None
    except (ValueError, IndexError, KeyError) as bad:
        raise Refused(f"The stored position of {title} is damaged: {bad}.") from None
