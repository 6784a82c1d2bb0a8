"""Events as lines of the log: sentences with the event's fields in them, each in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sirocco.kernel.events import Event
from sirocco.kernel.frames import State

S = TypeVar("S", bound=State)
Teller = str | Callable[[S, Any], str]
"""A sentence like `{power} takes {space}.`, or a function where one sentence is not enough."""
InWords = Mapping[str, Callable[[S, Any], str]]
"""How a field of that name is said; others are said as they are."""


def told(tellers: Mapping[type[Event], Teller[S]], words: InWords[S], g: S, event: Event) -> str:
    """One line, or nothing for an event of which the log is silent."""
    teller = tellers.get(type(event), "")
    if not isinstance(teller, str):
        return teller(g, event)
    said = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        said[name] = words[name](g, value) if name in words else value
    return teller.format_map(said)
