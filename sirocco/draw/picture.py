"""Pictures of a position and sheets for a client, for every kind of map.

What a game's `drawing.ground(board)` returns decides who draws: a `HexMap` is drawn by
`sirocco/draw/hexes.py`. Another kind of map is a class of hints and a module of the same shape.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, Protocol, cast

from sirocco.draw import hexes
from sirocco.draw.board_sheet import BoardSheet, Space
from sirocco.games.hints import HexMap, Scene


class Hints(Protocol):
    """The module `drawing` of a game."""

    def ground(self, board: Any) -> Any: ...

    def scene(self, view: Any, board: Any) -> Scene: ...


class Drawer(Protocol):
    """A module that draws one kind of map."""

    def owners(self, ground: Any) -> tuple[tuple[int, str], ...]: ...

    def spaces(self, ground: Any) -> tuple[Space, ...]:
        """Every space; quick, nothing is drawn for it."""
        ...

    def sheet(self, ground: Any) -> BoardSheet: ...

    def picture(
        self,
        ground: Any,
        scene: Scene,
        *,
        theme: str,
        scale: float,
        lit: int,
        path: Sequence[int],
        legend: bool,
        around: int,
    ) -> str: ...


DRAWERS: Final[dict[type, Drawer]] = {HexMap: cast(Drawer, hexes)}


def hints_of(board: object) -> Hints:
    """The drawing hints of the game that a board belongs to."""
    package = type(board).__module__.rpartition(".")[0]
    return cast(Hints, import_module(f"{package}.drawing"))


@lru_cache(maxsize=16)
def _ground(board: object) -> tuple[Drawer, Any]:
    ground = hints_of(board).ground(board)
    return DRAWERS[type(ground)], ground


@lru_cache(maxsize=16)
def sheet_of(board: object) -> BoardSheet:
    """The printed map of a board, for a client to lay pieces upon."""
    drawer, ground = _ground(board)
    return drawer.sheet(ground)


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
    return drawer.picture(
        ground, scene, theme=theme, scale=scale, lit=lit, path=path, legend=legend, around=around
    )


def base_map(board: object, *, theme: str = "auto", scale: float = 1.0) -> str:
    """The printed map alone, with the flags of those who hold its places at the start."""
    drawer, ground = _ground(board)
    scene = Scene(ground.title, "The map without pieces.", drawer.owners(ground))
    return drawer.picture(
        ground, scene, theme=theme, scale=scale, lit=0, path=(), legend=False, around=0
    )
