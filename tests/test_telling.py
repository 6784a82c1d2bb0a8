"""The log: every event of a game has its line, and every sentence is about its event."""

from __future__ import annotations

from string import Formatter
from types import ModuleType

import pytest

from sirocco.games.northafrica import events as africa
from sirocco.games.northafrica import events_combat, events_convoys, events_moves
from sirocco.games.northafrica.telling import TELLERS as AFRICA
from sirocco.games.victory import events as victory
from sirocco.games.victory.telling import TELLERS as VICTORY
from sirocco.kernel.events import Event, Rolled

GAMES = [
    pytest.param(AFRICA, (africa, events_combat, events_convoys, events_moves), id="northafrica"),
    pytest.param(VICTORY, (victory,), id="victory"),
]


@pytest.mark.parametrize(("tellers", "modules"), GAMES)
def test_every_event_is_told(
    tellers: dict[type[Event], object], modules: tuple[ModuleType, ...]
) -> None:
    own = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    assert own | {Rolled} == set(tellers)


@pytest.mark.parametrize(("tellers", "modules"), GAMES)
def test_sentences_name_fields_of_their_events(
    tellers: dict[type[Event], object], modules: tuple[ModuleType, ...]
) -> None:
    for kind, teller in tellers.items():
        if isinstance(teller, str):
            named = {name for _, name, _, _ in Formatter().parse(teller) if name is not None}
            assert named <= set(kind.__struct_fields__), kind
