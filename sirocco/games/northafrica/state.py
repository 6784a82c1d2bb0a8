"""The state of a game: plain, compact, complete."""

from __future__ import annotations

from typing import Any, Final

from sirocco.games.northafrica.board import NONE, Board
from sirocco.games.northafrica.kinds import AIR, SEA, TYPES
from sirocco.games.northafrica.powers import FRENCH, NOBODY, SIDE
from sirocco.games.northafrica.terms import Terms
from sirocco.kernel.frames import State

SLOTS: Final = 336
"""Units that can be in play at once: all pieces and 95 more shown by chips (ruling 47)."""
FREE: Final = 255
"""`kind` of a slot that holds no unit."""

(
    SETUP,
    EVENTS,
    ADVANCE,
    REQUISITION,
    COMBAT_MOVE,
    COMBAT,
    NONCOMBAT,
    DEPLOY,
    ROUND_END,
    OVER,
) = range(10)
PHASES: Final = (
    "set-up",
    "events",
    "advance convoys",
    "requisition",
    "combat move",
    "conduct combat",
    "noncombat move",
    "deploy",
    "end of round",
    "over",
)
HITS: Final = 25
"""Classes of hits in a volley (hits.py)."""
OPEN: Final = -1
DRAW: Final = 2
TOTAL, MAJOR, MINOR = range(1, 4)
LEVELS: Final = ("", "Total", "Major", "Minor")

MARKS: Final = (
    "moved",
    "fought",
    "turned",
    "travelled",
    "carried",
    "blitzed",
    "damaged",
    "fresh",
    "seized",
    "hit",
    "retreating",
    "withdrawn",
    "submerged",
    "fired",
    "escaped",
    "escorting",
    "halfway",
    "fleeing",
)
"""Sets of units, each a mask over the slots."""


class NorthAfrica(State):
    """A position.

    A unit lives in a slot: `kind` (which piece it is), `owner` (the power that runs it), `where`
    (its space; `board.size` is the Reinforcements Zone). Units of a kind, an owner, a space and
    the same marks are alike.

    Sets of units
      moved       made a combat move in phase 3 of this turn
      fought      attacked in this turn, with or without dice (ruling 44)
      turned      turned back by land mines in this turn
      travelled   made a noncombat move in phase 5
      carried     was carried by a truck or bomber in this turn
      blitzed     entered a territory by blitz in this turn
      damaged     battleships with one hit
      fresh       came into its space by the present order or deployment: mines there may hit it
      seized      trucks captured in this turn
      hit         casualties set aside in the present combat round
      retreating  defenders that retreat in the present round
      withdrawn   attackers that have left the present combat (they still count as having fought)
      submerged   submarines out of the present combat
      fired       units that fired in step 1 of the present round
      escaped     cargo that has left the present combat
      escorting   air units that are in a convoy zone since phase 6
      halfway     sea units whose leg ended in a mined zone and that may sail on
      fleeing     sea units that left a hostile zone in phase 3

    A land unit that attacks stands (`where`) in the territory that it attacks from, `target` is
    the territory attacked; an air or sea unit is in the space that it attacks. A unit turned
    back by land mines has no target any more and the marks `turned`, `moved` and `fought`. A
    blitzing unit that waits for the mines of a border has `target` and `blitzed` only.
    """

    __slots__ = (
        *MARKS,
        "afloat",
        "aimed",
        "air",
        "answers",
        "army",
        "arrows",
        "at",
        "bank",
        "barred",
        "battle",
        "bid",
        "bidder",
        "board",
        "bonus_points",
        "bought",
        "closed",
        "combat_round",
        "combat_step",
        "committed",
        "control",
        "disagreed",
        "drive",
        "escaped_afloat",
        "events",
        "fives",
        "flags",
        "french",
        "fresh_afloat",
        "friendly",
        "hauled",
        "held",
        "hits",
        "kind",
        "kinds_at",
        "landings",
        "land_mines",
        "laid",
        "level",
        "legs",
        "main",
        "market",
        "memo",
        "ones",
        "owner",
        "owned",
        "paid",
        "phase",
        "points",
        "power",
        "present",
        "quays",
        "raided",
        "round",
        "scored",
        "sea_mines",
        "ships",
        "sides",
        "stage",
        "staged",
        "supply",
        "swapped",
        "target",
        "terms",
        "tracks",
        "trucks",
        "types_at",
        "used",
        "wanted",
        "where",
        "winner",
    )

    def __init__(self, terms: Terms, board: Board) -> None:
        super().__init__()
        self.terms = terms
        self.board = board
        # Sequence of play
        self.phase = SETUP
        self.stage = 0  # the part of a phase, as the phase's own procedure numbers them
        self.round = 0
        self.power = 0  # whose turn it is
        self.winner = OPEN  # 0 Axis, 1 Allies, 2 draw
        self.level = 0  # of the victory: TOTAL, MAJOR, MINOR
        self.present = 0  # sides that have had combat units in Africa, as bits (victory.py)
        self.bid = 0  # bidding: the highest offer so far
        self.bidder = 0  # bidding: the seat that made it
        self.wanted = 0  # bidding: the side that both seats want
        self.swapped = False  # bidding: the first seat runs the Allies
        self.events = 0  # what has happened once and for all, as bits (scenarios.py)
        # Units, by slot
        self.kind = bytearray([FREE]) * SLOTS
        self.owner = bytearray([NOBODY]) * SLOTS
        self.where = bytearray([NONE]) * SLOTS
        self.used = bytearray(SLOTS)  # movement points used in this turn
        self.target = bytearray([NONE]) * SLOTS  # the space that it attacks in this turn
        self.moved = self.fought = self.turned = self.travelled = self.carried = 0
        self.blitzed = self.damaged = self.fresh = self.seized = 0
        self.hit = self.retreating = self.withdrawn = self.submerged = self.fired = 0
        self.escaped = self.escorting = self.halfway = self.fleeing = 0
        # Kept up to date by place, enlist, discharge, hand_over, aim_at and put_marker
        self.at = [0] * (board.size + 1)  # the units in each space, and in the box
        self.owned = [0, 0, 0, 0]  # the units of each power
        self.sides = [0, 0]  # the units of each side
        self.kinds_at = [0] * board.chart.kinds  # the units of each kind
        self.types_at = [0] * len(TYPES)  # the units of each type
        self.french = 0  # the units of French make
        self.aimed: dict[int, int] = {}  # space: the units that have it as their target
        self.flags = [0, 0, 0, 0]  # the territories with a marker of each power
        self.army = self.trucks = self.air = self.ships = 0  # combat land units, trucks ...
        # Spaces
        self.control = bytearray([NOBODY]) * board.size
        self.supply = bytearray(board.size)  # value of the tokens on land
        self.hauled = bytearray(board.size)  # of these, unloaded from trucks in this turn
        self.afloat: dict[int, int] = {}  # zone*4+power: value of the tokens in a convoy
        self.fresh_afloat: dict[int, int] = {}  # of these, deployed in the present phase
        self.land_mines: dict[int, int] = {}  # territory*128+facing: mines on that border
        self.sea_mines: dict[int, int] = {}  # zone*4+power: tokens
        self.friendly = 0  # territories where the active side may land: its own at the turn's start
        self.barred = 0  # territories attacked by land units or blitzed in this turn
        self.held = 0  # territories captured by blitz in this phase
        self.landings = 0  # territories where a landing is still to be fought
        self.closed: dict[int, int] = {}  # territory*128+facing: mines already decided there
        # Requisition
        self.points = 0  # left to spend in phase 2
        self.bought = 0  # value of supply bought in this turn
        self.staged = 0  # value of supply that came to the staging territory in this phase
        self.laid = 0  # spaces where a mine was laid in this turn
        self.bank = 0  # units bought in this turn of which there is one a turn (bits, requisition)
        self.ones = bytearray(4)  # tokens of 1 in the Reinforcements Zone, by power
        self.fives = bytearray(4)  # tokens of 5
        self.bonus_points = bytearray(4)  # from bidding, for the first turn
        # Attacks and the present combat
        self.arrows: dict[int, int] = {}  # origin*128+target: supply paid for that attack
        self.paid = 0  # how many attacks are paid for
        self.battle = NONE  # the space being fought over
        self.combat_round = 0
        self.combat_step = 0
        self.main = NONE  # where the main attack comes from
        self.raided = 0  # bits: raid and collateral damage decided in this combat
        self.hits = bytearray(HITS)  # of the present volley, still to be taken, by class (hits.py)
        self.scored = 0  # hits by the defenders in this round
        self.committed = 0  # 1: units have joined in step 5, so the attack is pressed (NA-REINF-a)
        self.escaped_afloat: dict[int, int] = {}  # zone*4+power: tokens out of the combat
        # Sea units that sail by legs: zones already entered in this phase
        self.tracks: dict[int, int] = {}
        self.legs = 0  # how often sea mines have been decided in this phase
        # Answers given at the same time by several seats, not yet shown
        self.answers: list[int] = [-1] * len(terms.seats)
        self.disagreed = 0  # how often they have been asked in vain (joint.py)
        # A drive that a described position begins with (trucks.py); gone when it goes on
        self.drive: tuple[int, ...] = ()
        # Worked out from the rest, never stored (front.py, market.py, places.py)
        self.memo: Any = None
        self.market: Any = None
        self.quays: dict[int, int] | None = None


def place(g: NorthAfrica, u: int, s: int) -> None:
    """Move a unit that is on the board to another space."""
    bit = 1 << u
    g.at[g.where[u]] ^= bit
    g.where[u] = s
    g.at[s] |= bit


def enlist(g: NorthAfrica, kind: int, owner: int, s: int) -> int:
    """Bring a new unit of a kind into play; its slot."""
    u = g.kind.find(FREE)
    if u < 0:
        raise ValueError("all slots are taken: the limits of components were not kept")
    bit = 1 << u
    g.kind[u] = kind
    g.owner[u] = owner
    g.where[u] = s
    g.at[s] |= bit
    g.owned[owner] |= bit
    g.sides[SIDE[owner]] |= bit
    note_kind(g, kind, bit)
    return u


def note_kind(g: NorthAfrica, kind: int, bit: int) -> None:
    """Enter a unit (or several) into the sets of its kind."""
    chart = g.board.chart
    g.kinds_at[kind] |= bit
    g.types_at[chart.type[kind]] |= bit
    if chart.nation[kind] == FRENCH:
        g.french |= bit
    arm = chart.arm[kind]
    if arm == AIR:
        g.air |= bit
    elif arm == SEA:
        g.ships |= bit
    elif chart.combat_land[kind]:
        g.army |= bit
    else:
        g.trucks |= bit


def discharge(g: NorthAfrica, u: int) -> None:
    """Take a unit out of play: its piece goes back to the pool (NA-LIMITS-c)."""
    bit = 1 << u
    g.at[g.where[u]] ^= bit
    g.owned[g.owner[u]] ^= bit
    g.sides[SIDE[g.owner[u]]] ^= bit
    g.kinds_at[g.kind[u]] ^= bit
    g.types_at[g.board.chart.type[g.kind[u]]] ^= bit
    aim_at(g, u, NONE)
    g.kind[u] = FREE
    g.owner[u] = NOBODY
    g.where[u] = NONE
    g.used[u] = 0
    keep = ~bit
    g.french &= keep
    g.army &= keep
    g.trucks &= keep
    g.air &= keep
    g.ships &= keep
    g.moved &= keep
    g.fought &= keep
    g.turned &= keep
    g.travelled &= keep
    g.carried &= keep
    g.blitzed &= keep
    g.damaged &= keep
    g.fresh &= keep
    g.seized &= keep
    g.hit &= keep
    g.retreating &= keep
    g.withdrawn &= keep
    g.submerged &= keep
    g.fired &= keep
    g.escaped &= keep
    g.escorting &= keep
    g.halfway &= keep
    g.fleeing &= keep
    g.tracks.pop(u, None)


def hand_over(g: NorthAfrica, u: int, owner: int) -> None:
    """A unit changes its owner: captured trucks, French units."""
    bit = 1 << u
    g.owned[g.owner[u]] ^= bit
    g.sides[SIDE[g.owner[u]]] ^= bit
    g.owner[u] = owner
    g.owned[owner] |= bit
    g.sides[SIDE[owner]] |= bit


def aim_at(g: NorthAfrica, u: int, s: int) -> None:
    """A unit is sent against a space, or with NONE against none any more."""
    old = g.target[u]
    if old != NONE:
        g.aimed[old] ^= 1 << u
    g.target[u] = s
    if s != NONE:
        g.aimed[s] = g.aimed.get(s, 0) | 1 << u


def put_marker(g: NorthAfrica, s: int, power: int) -> None:
    """Lay a control marker in a territory, or with NOBODY take it away."""
    old = g.control[s]
    if old != NOBODY:
        g.flags[old] ^= 1 << s
    g.control[s] = power
    if power != NOBODY:
        g.flags[power] |= 1 << s


def clone(g: NorthAfrica) -> NorthAfrica:
    """A copy that shares nothing that changes."""
    new = g.twin()
    new.terms = g.terms
    new.board = g.board
    new.phase = g.phase
    new.stage = g.stage
    new.round = g.round
    new.power = g.power
    new.winner = g.winner
    new.level = g.level
    new.present = g.present
    new.bid = g.bid
    new.bidder = g.bidder
    new.wanted = g.wanted
    new.swapped = g.swapped
    new.events = g.events
    new.kind = g.kind[:]
    new.owner = g.owner[:]
    new.where = g.where[:]
    new.used = g.used[:]
    new.target = g.target[:]
    new.moved = g.moved
    new.fought = g.fought
    new.turned = g.turned
    new.travelled = g.travelled
    new.carried = g.carried
    new.blitzed = g.blitzed
    new.damaged = g.damaged
    new.fresh = g.fresh
    new.seized = g.seized
    new.hit = g.hit
    new.retreating = g.retreating
    new.withdrawn = g.withdrawn
    new.submerged = g.submerged
    new.fired = g.fired
    new.escaped = g.escaped
    new.escorting = g.escorting
    new.halfway = g.halfway
    new.fleeing = g.fleeing
    new.at = g.at[:]
    new.owned = g.owned[:]
    new.sides = g.sides[:]
    new.kinds_at = g.kinds_at[:]
    new.types_at = g.types_at[:]
    new.french = g.french
    new.aimed = g.aimed.copy()
    new.flags = g.flags[:]
    new.army = g.army
    new.trucks = g.trucks
    new.air = g.air
    new.ships = g.ships
    new.control = g.control[:]
    new.supply = g.supply[:]
    new.hauled = g.hauled[:]
    new.afloat = g.afloat.copy()
    new.fresh_afloat = g.fresh_afloat.copy()
    new.land_mines = g.land_mines.copy()
    new.sea_mines = g.sea_mines.copy()
    new.friendly = g.friendly
    new.barred = g.barred
    new.held = g.held
    new.landings = g.landings
    new.closed = g.closed.copy()
    new.points = g.points
    new.bought = g.bought
    new.staged = g.staged
    new.laid = g.laid
    new.bank = g.bank
    new.ones = g.ones[:]
    new.fives = g.fives[:]
    new.bonus_points = g.bonus_points[:]
    new.arrows = g.arrows.copy()
    new.paid = g.paid
    new.battle = g.battle
    new.combat_round = g.combat_round
    new.combat_step = g.combat_step
    new.main = g.main
    new.raided = g.raided
    new.hits = g.hits[:]
    new.scored = g.scored
    new.committed = g.committed
    new.escaped_afloat = g.escaped_afloat.copy()
    new.tracks = g.tracks.copy()
    new.legs = g.legs
    new.answers = g.answers[:]
    new.disagreed = g.disagreed
    new.drive = g.drive
    new.memo = g.memo
    new.market = g.market
    new.quays = g.quays
    return new
