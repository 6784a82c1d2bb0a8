"""What a game tells the drawing: a map and what stands on it, in words that every game shares.

A game's module `drawing` builds these with `ground(board)` and `scene(view, board)`, and may have
`shows(event, board)`, `odds(view, board, verb, noun, units)` and `charts(board)`; the drawing
turns them into pictures. Spaces (hexes, areas) are known by the game's own index, sides by the
name of their colours (`sirocco/draw/palette.py`).
"""

from typing import Final, NamedTuple

GROUNDS: Final = ("clear", "desert", "forest", "marsh", "mountain", "sea", "lake", "shoal")


class Cell(NamedTuple):
    """One hex of the map."""

    hex: int
    col: int
    row: int
    label: str
    ground: str
    place: str = ""
    """"city", "town" or nothing."""
    value: int = 0
    port: bool = False
    canal: bool = False
    name: str = ""
    owner: str = ""
    words: str = ""
    """The hex in words, without its number and name."""

    @property
    def water(self) -> bool:
        return self.ground in GROUNDS[5:]


class Side(NamedTuple):
    """One hexside, seen from hex a in direction d; b is on its far side."""

    a: int
    d: int
    b: int
    shore: str = "land"
    """"land", "water", or "coast" for land and water on one hexside."""
    shoal: bool = False
    road: bool = False
    river: int = 0
    """1 a river that can be crossed, 2 one that cannot."""
    alpine: bool = False
    ground: str = ""
    """The ground of the hexside where its two hexes do not tell it."""


class HexMap(NamedTuple):
    """A whole map of hexes."""

    title: str
    cells: tuple[Cell, ...]
    sides: tuple[Side, ...]


Point = tuple[float, float]
Ring = tuple[Point, ...]


class Area(NamedTuple):
    """One space of a map of areas."""

    space: int
    label: str
    name: str
    ground: str
    """"land", "desert", "impassable", "sea", "convoy" (a zone of a port), "circle" or "box"."""
    rings: tuple[Ring, ...]
    x: float
    y: float
    """The middle of its name and pieces."""
    room: float
    """The width free for pieces."""
    number: str = ""
    """The printed number of a sea zone."""
    value: int = 0
    notes: tuple[str, ...] = ()
    """Small print."""
    emblems: tuple[str, ...] = ()
    """The sides whose emblem is printed there: the holder for ever, or users of a route."""
    docks: tuple[str, ...] = ()
    """The sides whose new ships appear there."""
    held: bool = False
    """Whether somebody can hold it."""
    around: tuple[str, ...] = ()
    """The labels of its neighbours."""
    words: str = ""


class AreaText(NamedTuple):
    """Words on the sheet that name no space: a water, a country."""

    kind: str
    x: float
    y: float
    size: float
    spacing: float
    words: str


class Gate(NamedTuple):
    """The middle of the common border of two areas, by their spaces."""

    a: int
    b: int
    x: float
    y: float


class AreaMap(NamedTuple):
    """A whole map of areas."""

    title: str
    width: float
    height: float
    areas: tuple[Area, ...]
    land: tuple[Ring, ...]
    """The coast: rings around all land."""
    lines: tuple[tuple[str, tuple[Point, ...]], ...]
    """"border", "front" (a border that rules name), "zone", "road", "river", "canal", "field",
    "route" (where a safe route goes on)."""
    glyphs: tuple[tuple[str, tuple[Point, ...]], ...] = ()
    texts: tuple[AreaText, ...] = ()
    gates: tuple[Gate, ...] = ()


class Face(NamedTuple):
    """A piece whose face may be seen."""

    side: str
    kind: str
    """The name of its symbol: "infantry", "fighter", "battleship" ..."""
    name: str
    strength: int
    full: int
    moved: bool = False
    badges: tuple[str, ...] = ()
    count: int = 1  # type: ignore[assignment]  # hides the method of tuples
    """How many pieces alike lie here: one face and a count."""
    text: str = ""
    """What stands under the symbol, "4-5"; the name if this is empty."""
    rank: str = ""
    """The mark of its size above the symbol, "XX"."""
    body: str = "block"
    """A wooden "block" or a flat "counter"."""


class Pile(NamedTuple):
    """The pieces of one side in a space: faces, and backs of which only the number is known."""

    side: str
    faces: tuple[Face, ...] = ()
    backs: int = 0

    @property
    def size(self) -> int:
        return sum(face.count for face in self.faces) + self.backs


class Stack(NamedTuple):
    """All pieces of a space, one pile a side."""

    space: int
    piles: tuple[Pile, ...]
    words: str


class Token(NamedTuple):
    """Something in a space that is no piece."""

    space: int
    kind: str
    """"mines" (towards a neighbour, or of a whole zone) or "open" (a route that can be used)."""
    side: str
    number: int = 1
    toward: int = -1


class Attack(NamedTuple):
    """An attack that is declared: from a space on a space."""

    origin: int
    target: int
    side: str
    words: str = ""


class Scene(NamedTuple):
    """What stands on the map, as one seat may know it."""

    title: str
    words: str
    flags: tuple[tuple[int, str], ...] = ()
    """Who holds each place."""
    stacks: tuple[Stack, ...] = ()
    battle: int = -1
    """The space of the battle being fought."""
    contested: tuple[int, ...] = ()
    """Spaces where a battle is still to be fought."""
    own: tuple[str, ...] = ()
    """The sides whose pieces and places are the seat's own."""
    turn: int = 0
    turns: int = 0
    """The turn being played, and the last one if that is known."""
    phases: tuple[str, ...] = ()
    """The phases of a turn in order."""
    phase: int = -1
    tokens: tuple[Token, ...] = ()
    attacks: tuple[Attack, ...] = ()


class Shows(NamedTuple):
    """What an event looks like on the map: spaces that light up, pieces that travel, dice."""

    spaces: tuple[int, ...] = ()
    """Where it happens; the path, if pieces travel."""
    travel: int = 0
    """How many pieces go along the spaces."""
    side: str = ""
    units: tuple[str, ...] = ()
    """Names of faces."""
    dice: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()
    """Which of the dice hit, by their places; empty where dice do not hit or miss."""
    words: str = ""
    """What the dice were for, and what came of them."""
    rules: tuple[str, ...] = ()
    """The rules that it follows."""


class Odds(NamedTuple):
    """How something may end: words, chance and tone ("good", "even" or "bad" for the seat)."""

    title: str
    parts: tuple[tuple[str, float, str], ...]
    words: str = ""


class Chart(NamedTuple):
    """A chart of the game as people look it up at the table."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: str = ""
