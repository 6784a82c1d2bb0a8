"""The state of a game of Victory: plain, compact, complete."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from sirocco.games.victory.board import Board
from sirocco.games.victory.terms import Terms
from sirocco.games.victory.units import BLOCKS, OFF, SIDE, SIDE_MASK
from sirocco.kernel.frames import State

if TYPE_CHECKING:
    from sirocco.games.victory.deployment import Ground
    from sirocco.games.victory.plans import Books

NO_ENTRY: Final = 6
NO_CARRIER: Final = 0xFF

SETUP, INITIATIVE, MOVEMENT, RESPONSE, COMBAT, TURN_END, VICTORY_CHECK, PRODUCTION, OVER = range(9)
PHASES: Final = (
    "set-up",
    "initiative",
    "movement",
    "air response",
    "combat",
    "end of turn",
    "victory check",
    "production",
    "over",
)
NOBODY: Final = 2

UNIT_MASKS: Final = (
    "reserve",
    "moved",
    "travelled",
    "strategic",
    "at_sea",
    "invading",
    "flying",
    "dropped",
    "beach",
    "beach_used",
    "blockading",
    "face_up",
    "grounded",
    "half",
    "acted",
    "aloft",
    "front",
    "aboard",
    "flown",
)
"""Sets of blocks, each a mask over the hundred blocks."""


class Victory(State):
    """A position of Victory.

    Unit masks
      reserve     chosen for the starting force, not yet deployed
      moved       marked as moved in this movement phase (V-MOVETIP-a)
      travelled   moved in this Player Turn (kept until it ends)
      strategic   made a Strategic Move in this Player Turn
      at_sea      Army units at sea: naval class (Marines off a coast and unlanded invaders too)
      invading    Marines that came to invade and have not landed
      flying      Airborne units in the air: air class
      dropped     Airborne units that dropped in this Player Turn
      beach       Marines that are a Beachhead
      beach_used  Beachheads used for Sea Movement in this Player Turn
      blockading  ships that blockade the port or Beachhead they are in
      face_up     blocks whose face everybody sees
      grounded    Air units in the current battle that take no part
      half        Army units with a half-hit
      acted       units that have had their Combat Turn in this round
      aloft       Air units that fly in the current battle and must land when it is over
      aboard      Air units aboard a Carrier (which one: `carrier`)
      flown       Carriers that launched or recovered aircraft in this Player Turn
      front       blocks of the second ally's command (8.4 with three seats: blue-east)
    """

    __slots__ = (
        *UNIT_MASKS,
        "activated",
        "at",
        "battle",
        "board",
        "books",
        "bombarded",
        "carrier",
        "control",
        "cv",
        "draft",
        "entry",
        "first",
        "flak",
        "fought",
        "grounds",
        "half_turn",
        "occ",
        "offices",
        "origin",
        "out",
        "phase",
        "plans",
        "port_use",
        "ready",
        "round",
        "side",
        "terms",
        "turn",
        "where",
        "winner",
    )

    def __init__(self, terms: Terms, board: Board) -> None:
        super().__init__()
        self.terms = terms
        self.board = board
        # Sequence of play
        self.phase = SETUP
        self.turn = 0
        self.half_turn = 0  # 1 or 2: which Player Turn of the Game Turn
        self.first = 0  # the side with the first Player Turn
        self.side = 0  # the active side, the Attacker
        self.winner = -1  # -1 open, 0 red, 1 blue, 2 draw
        # Blocks
        self.where = array("H", [OFF]) * BLOCKS
        self.origin = array("H", [OFF]) * BLOCKS  # where it stood when its Player Turn began
        self.cv = bytearray(BLOCKS)
        self.carrier = bytearray([NO_CARRIER]) * BLOCKS  # the Carrier an Air unit is aboard
        self.entry = bytearray([NO_ENTRY]) * BLOCKS  # hexside by which it came into its battle
        self.reserve = self.moved = self.travelled = self.strategic = 0
        self.at_sea = self.invading = self.flying = self.dropped = 0
        self.beach = self.beach_used = self.blockading = self.face_up = 0
        self.grounded = self.half = self.acted = self.aloft = self.front = self.aboard = 0
        self.flown = 0
        # Hexes
        self.control = [0, 0]  # places (cities and towns) that each side controls
        self.activated = 0  # blockade hexes where a battle was activated
        self.fought = 0  # Battle Hexes resolved in this Player Turn
        self.port_use: dict[int, int] = {}  # Army units in or out by sea in this Player Turn
        # The current battle
        self.battle = OFF
        self.round = 0
        self.bombarded = bytearray(2)  # per side: round of its first bombardment, 0 none
        self.flak = 0  # bit side*3+group: that group was attacked from the air in this round
        self.out = bytearray(13)  # hexsides used to leave in this round: 6 army, 6 naval; and
        # the set of hexsides by which the attacking Army units came in
        # Secret plans and set-up choices, one list a side
        self.plans: list[list[int]] = [[], []]
        # Kept while plans are written and units deployed, never stored
        self.books: dict[int, Books] = {}
        self.grounds: dict[tuple[int, int], Ground] = {}
        self.draft: list[int] = []  # maps chosen, in order, and how they lie
        self.offices = bytearray()  # 8.5: office of each seat
        self.ready = 0  # seats that have closed the phase
        # Kept up to date by place, lift and shift_one
        self.at: dict[int, int] = {}  # hex -> blocks in it
        self.occ = [0, 0]  # hexes occupied by each side

    @classmethod
    def blank(cls, terms: Terms, board: Board) -> Victory:
        """A state without marks, whose other fields the caller sets."""
        new = cls.__new__(cls)
        new.terms = terms
        new.board = board
        new.result = new.asked = new.chance = new.log = None
        new.actor = 0
        new.books = {}
        new.grounds = {}
        new.reserve = new.moved = new.travelled = new.strategic = new.at_sea = new.invading = 0
        new.flying = new.dropped = new.beach = new.beach_used = new.blockading = new.face_up = 0
        new.grounded = new.half = new.acted = new.aloft = new.front = new.aboard = new.flown = 0
        return new


def place(g: Victory, u: int, h: int) -> None:
    """Put a block into a hex."""
    g.where[u] = h
    g.at[h] = g.at.get(h, 0) | 1 << u
    g.occ[SIDE[u]] |= 1 << h


def lift(g: Victory, u: int) -> None:
    """Take a block off its hex; its own marks stay."""
    h = g.where[u]
    g.where[u] = OFF
    left = g.at[h] & ~(1 << u)
    if left:
        g.at[h] = left
        if not left & SIDE_MASK[SIDE[u]]:
            g.occ[SIDE[u]] &= ~(1 << h)
    else:
        del g.at[h]
        g.occ[SIDE[u]] &= ~(1 << h)


def shift_one(g: Victory, u: int, h: int) -> None:
    """Move a block from its hex to another, or to the same one."""
    where, at, occ = g.where, g.at, g.occ
    bit, left = 1 << u, where[u]
    side = SIDE[u]
    stay = at[left] ^ bit
    if stay:
        at[left] = stay
    else:
        del at[left]
    if not stay & SIDE_MASK[side]:
        occ[side] ^= 1 << left
    where[u] = h
    at[h] = at.get(h, 0) | bit
    occ[side] |= 1 << h


def clone(g: Victory) -> Victory:
    """A copy that shares nothing that changes."""
    new = g.twin()
    new.terms = g.terms
    new.board = g.board
    new.phase = g.phase
    new.turn = g.turn
    new.half_turn = g.half_turn
    new.first = g.first
    new.side = g.side
    new.winner = g.winner
    new.where = g.where[:]
    new.origin = g.origin[:]
    new.cv = g.cv[:]
    new.carrier = g.carrier[:]
    new.entry = g.entry[:]
    new.reserve = g.reserve
    new.moved = g.moved
    new.travelled = g.travelled
    new.strategic = g.strategic
    new.at_sea = g.at_sea
    new.invading = g.invading
    new.flying = g.flying
    new.dropped = g.dropped
    new.beach = g.beach
    new.beach_used = g.beach_used
    new.blockading = g.blockading
    new.face_up = g.face_up
    new.grounded = g.grounded
    new.half = g.half
    new.acted = g.acted
    new.aloft = g.aloft
    new.front = g.front
    new.aboard = g.aboard
    new.flown = g.flown
    new.control = g.control[:]
    new.activated = g.activated
    new.fought = g.fought
    new.port_use = g.port_use.copy()
    new.battle = g.battle
    new.round = g.round
    new.bombarded = g.bombarded[:]
    new.flak = g.flak
    new.out = g.out[:]
    new.plans = [g.plans[0][:], g.plans[1][:]]
    new.books = {}
    new.grounds = {}
    new.draft = g.draft[:]
    new.offices = g.offices[:]
    new.ready = g.ready
    new.at = g.at.copy()
    new.occ = g.occ[:]
    return new
