"""Pictures of a position and sheets for a client, for every kind of map.

What a game's `drawing.ground(board)` returns decides who draws: a `HexMap` is drawn by
`sirocco/draw/hexes.py`, an `AreaMap` by `sirocco/draw/areas.py`. Another kind of map is a class of
hints and a module of the same shape.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, Protocol, cast

from sirocco.draw import areas, hexes
from sirocco.draw.board_sheet import BoardSheet, Space
from sirocco.draw.document import Look
from sirocco.games.hints import AreaMap, Chart, HexMap, Odds, Scene, Shows
from sirocco.kernel.events import Event, Rolled


class Hints(Protocol):
    """The module `drawing` of a game."""

    def ground(self, board: Any) -> Any: ...

    def scene(self, view: Any, board: Any) -> Scene: ...


class Telling:
    """What a game's drawing may leave out: events, odds and charts for the table."""

    def __init__(self, hints: Hints) -> None:
        self._shows = getattr(hints, "shows", None)
        self._odds = getattr(hints, "odds", None)
        self._charts = getattr(hints, "charts", None)

    def shows(self, event: Event, board: object) -> Shows | None:
        """What an event looks like on the map."""
        found = self._shows(event, board) if self._shows else None
        if found is None and isinstance(event, Rolled):
            found = Shows(dice=event.faces, words=event.purpose)
        return cast("Shows | None", found)

    def odds(
        self, view: object, board: object, verb: str, noun: str, units: Sequence[str]
    ) -> tuple[Odds, ...]:
        """How an offer may end; `units` are those of one's own that it is about."""
        return self._odds(view, board, verb, noun, units) if self._odds else ()

    def charts(self, board: object) -> tuple[Chart, ...]:
        return self._charts(board) if self._charts else ()


class Drawer(Protocol):
    """A module that draws one kind of map."""

    def owners(self, ground: Any) -> tuple[tuple[int, str], ...]: ...

    def spaces(self, ground: Any) -> tuple[Space, ...]:
        """Every space; quick, nothing is drawn for it."""
        ...

    def sheet(self, ground: Any) -> BoardSheet: ...

    def marks(self, ground: Any, scene: Scene) -> str:
        """What lies upon the pieces of a scene, as part of an SVG; may be empty."""
        ...

    def picture(self, ground: Any, scene: Scene, look: Look) -> str: ...


DRAWERS: Final[dict[type, Drawer]] = {
    HexMap: cast(Drawer, hexes),
    AreaMap: cast(Drawer, areas),
}


def hints_of(board: object) -> Hints:
    """The drawing hints of the game that a board belongs to."""
    package = type(board).__module__.rpartition(".")[0]
    return cast(Hints, import_module(f"{package}.drawing"))


def telling_of(board: object) -> Telling:
    """What the game that a board belongs to tells the table beyond its positions."""
    return Telling(hints_of(board))


@lru_cache(maxsize=16)
def _ground(board: object) -> tuple[Drawer, Any]:
    ground = hints_of(board).ground(board)
    return DRAWERS[type(ground)], ground


@lru_cache(maxsize=16)
def sheet_of(board: object) -> BoardSheet:
    """The printed map of a board, for a client to lay pieces upon."""
    drawer, ground = _ground(board)
    return drawer.sheet(ground)


def marks_of(board: object, scene: Scene) -> str:
    """What a client lays upon the pieces of a scene: mines, open routes, arrows of attack."""
    drawer, ground = _ground(board)
    return drawer.marks(ground, scene)


@lru_cache(maxsize=16)
def spaces_of(board: object) -> tuple[Space, ...]:
    """The spaces of a board's map."""
    drawer, ground = _ground(board)
    return drawer.spaces(ground)


def svg_of(
    view: object,
    board: object,
    *,
    theme: str = "auto",
    scale: float = 1.0,
    lit: int = 0,
    path: Sequence[int] = (),
    legend: bool = False,
    around: int = 0,
) -> str:
    """The map as a view lets its seat see it, as an SVG that stands alone.

    `lit` is a set of spaces to offer, `path` the spaces of a move, its start first; `around` cuts
    the picture to the part of the map with these spaces, `legend` adds a legend below the map.
    """
    drawer, ground = _ground(board)
    scene = hints_of(board).scene(view, board)
    return drawer.picture(ground, scene, Look(theme, scale, lit, path, legend, around))


def base_map(board: object, *, theme: str = "auto", scale: float = 1.0) -> str:
    """The printed map alone, with the flags of those who hold its places at the start."""
    drawer, ground = _ground(board)
    scene = Scene(ground.title, "The map without pieces.", drawer.owners(ground))
    return drawer.picture(ground, scene, Look(theme, scale))
