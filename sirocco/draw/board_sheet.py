"""A printed map for a client to lay pieces upon: the drawing, and where its spaces are."""

from typing import NamedTuple

from sirocco.games.hints import Scene


class Space(NamedTuple):
    """A hex or an area, in map units; of a map's spaces, later ones lie upon earlier ones."""

    number: int
    """The game's own number of the space, as in a scene."""
    label: str
    """How the space is written in a line of play."""
    x: float
    y: float
    """Where its pieces stand."""
    title: str
    """Label, name and ground in words."""
    around: tuple[str, ...] = ()
    """The labels of its neighbours."""
    name: str = ""
    place: bool = False
    """Whether it is listed among the places that somebody can hold."""
    flag: tuple[float, float] | None = None
    """Where the sign of its holder stands: the foot of a flag, or the middle of a disc."""
    outline: str = ""
    """A path of its own; without one, the shape of all."""
    room: float = 0.0
    """The width free for pieces, if the drawing knows it."""


class BoardSheet(NamedTuple):
    """A printed map."""

    width: float
    height: float
    svg: str
    """The drawing; its group `s-names` is laid above offers, everything else below them."""
    shape: str
    """The path around the origin of every space without an outline: absolute M, L, C, Q, Z only."""
    key: str = ""
    """The key to ground, lines and places, as an SVG."""


def scene_sides(scene: Scene) -> set[str]:
    """The sides of which a scene shows anything."""
    stacks = (pile.side for stack in scene.stacks for pile in stack.piles)
    return {*stacks, *(side for _, side in scene.flags)}
