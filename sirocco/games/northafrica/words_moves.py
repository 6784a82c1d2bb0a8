"""The words of phases 3 and 5 and of mines: see words.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sirocco.games.northafrica import verbs_moves as v
from sirocco.games.northafrica import why_moves as why
from sirocco.games.northafrica import why_moving
from sirocco.games.northafrica.alike import unit_title
from sirocco.games.northafrica.sayings import cap
from sirocco.games.northafrica.shut import SHUT_MOVES
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE, TO
from sirocco.games.northafrica.verbs_convoys import LAND
from sirocco.games.northafrica.words import Words, always, wants
from sirocco.kernel.ask import Ask
from sirocco.kernel.frames import local
from sirocco.kernel.game import Verb


def _payment(g: NorthAfrica, ask: Ask) -> str:
    key = local(g, "key")
    start, target = g.board.title(key >> 7), g.board.title(key & 127)
    return f"The attack from {start} on {target}: where does the next supply token come from?"


def _border(g: NorthAfrica, ask: Ask) -> str:
    frame = g.stack[-1]
    t, facing = getattr(frame, "t", -1), getattr(frame, "facing", -1)
    if t < 0:
        return "How many of your land mines on this border go off?"
    names = f"{g.board.title(facing)} into {g.board.title(t)}"
    return f"The enemy crosses from {names}: how many of your mines there go off?"


def _zone(g: NorthAfrica, ask: Ask) -> str:
    return f"{g.board.title(local(g, 'z'))}: how many of your sea mines go off?"


def _unit(text: str) -> Callable[[NorthAfrica, Ask], str]:
    return lambda g, ask: cap(text.format(unit_title(g, local(g, "u"))))


WHERE_TO: Final = wants(TO, why_moving.why_not_marched, "Say where the unit goes.", "NA-P5-a", "D6")

MOVE_WORDS: Final = Words(
    {
        v.ATTACK: Verb("attack {}", "unit"),
        v.AT: Verb("at {}", "space"),
        v.FROM: Verb("from {}", "space"),
        v.BLITZ: Verb("blitz {}", "unit"),
        v.RIDE: Verb("ride {}", "unit"),
        v.ALONE: Verb("alone"),
        v.STOP: Verb("stop"),
        v.FLY: Verb("fly {}", "unit"),
        v.SAIL: Verb("sail {}", "unit"),
        v.SAILED: Verb("sailed"),
        v.CROSS: Verb("cross {}", "space"),
        v.ENGAGE: Verb("engage {}", "unit"),
        v.PAY: Verb("pay {}", "space"),
        v.DETONATE: Verb("detonate {}", "number"),
        v.TURN_BACK: Verb("turn-back {}", "unit"),
        v.MOVE: Verb("move {}", "unit"),
        v.DRIVE: Verb("drive {}", "unit"),
        v.LOAD: Verb("load {}", "unit"),
        v.LOAD_SUPPLY: Verb("load-supply {}", "number"),
        v.ON: Verb("on {}", "space"),
        v.HALT: Verb("halt"),
        v.AIRLIFT: Verb("airlift {}", "unit"),
        v.TAKE: Verb("take {}", "unit"),
        v.SINK: Verb("sink {}", "unit"),
        v.SINK_TRANSPORT: Verb("sink-transport"),
        v.ZONE: Verb("zone {}", "space"),
        v.TAKE_OVER: Verb("take-over"),
        v.LEAVE: Verb("leave"),
        v.EXCHANGE: Verb("exchange {}", "unit"),
        v.MOVE_ALL: Verb("move-all {}", "unit"),
    },
    {
        "orders": "Combat moves: which unit attacks, blitzes, flies or sails?",
        "attack_target": _unit("Which territory does {} attack?"),
        "attack_from": _unit("From which territory does {} attack?"),
        "blitz_to": _unit("Where does {} blitz to?"),
        "ride": _unit("Does mechanized infantry ride along with {}?"),
        "blitz_on": _unit("{} is through: attack, go on, or stop?"),
        "fly_to": _unit("What does {} attack?"),
        "sail_to": _unit("Where does {} sail?"),
        "declarations": "Which sea units attack the enemies in their zone?",
        "payment": _payment,
        "land_mines": _border,
        "turn_back": "The mines hit: which unit is turned back?",
        "sea_mines": _zone,
        "mine_order": "Which zone comes next? Its mines are decided there.",
        "mine_hit": "A sea mine hits: what is lost?",
        "noncombat": "Noncombat moves: which unit moves, lands, drives or sails?",
        "move_to": _unit("Where does {} go?"),
        "exchange_to": _unit("With which full territory does {} change places?"),
        "column_to": _unit("Where does the whole stack of {} go?"),
        "land_at": _unit("Where does {} land?"),
        "drive": _unit("{}: load, drive on, or end the drive here?"),
        "airlift": _unit("Which unit does {} carry?"),
        "airlift_to": _unit("Where do {} and its cargo land?"),
        "takeover": "Only Vichy units are here: take control of the territory?",
    },
    {
        v.ATTACK: ("NA-P3-b", "NA-DECL-b", "NA-P3LAND-a"),
        v.AT: ("NA-DECL-g", "NA-PAY-a"),
        v.FROM: ("NA-P3-e", "NA-P3LAND-a"),
        v.BLITZ: ("NA-BLITZ-a", "NA-BLITZ-b"),
        v.RIDE: ("NA-BLITZ-f",),
        v.ALONE: ("NA-BLITZ-f",),
        v.STOP: ("NA-BLITZ-e", "R5"),
        v.FLY: ("NA-P3-d", "NA-P3AIR-a"),
        v.SAIL: ("NA-P3SEA-a", "NA-P5SEA-a"),
        v.SAILED: ("NA-DETSEA-b", "D4"),
        v.CROSS: ("NA-DETLAND-f", "D4"),
        v.ENGAGE: ("NA-DECL-e", "NA-P3START-b"),
        v.PAY: ("NA-PAY-c", "NA-PAY-g"),
        v.DETONATE: ("NA-DET-b", "NA-DETLAND-g", "NA-DETSEA-d"),
        v.TURN_BACK: ("NA-DETLAND-i",),
        v.MOVE: ("NA-P5-a",),
        v.DRIVE: ("NA-TRUCK-a", "NA-P5LAND-c"),
        v.LOAD: ("NA-TRUCK-c", "NA-TRUCK-e"),
        v.LOAD_SUPPLY: ("NA-TRUCK-b", "NA-TRUCK-e", "NA-SUPPLY-e"),
        v.ON: ("NA-TRUCK-a",),
        v.HALT: ("NA-TRUCK-f",),
        v.AIRLIFT: ("NA-ADV-c",),
        v.TAKE: ("NA-ADV-c",),
        v.SINK: ("NA-DETSEA-f", "NA-DETSEA-g"),
        v.SINK_TRANSPORT: ("NA-DETSEA-f", "NA-DETSEA-h"),
        v.ZONE: ("NA-DETSEA-b", "D4"),
        v.TAKE_OVER: ("NA-VICHY-c",),
        v.LEAVE: ("NA-VICHY-c",),
        v.EXCHANGE: ("NA-TERR-h", "R19"),
        v.MOVE_ALL: ("NA-P5-a", "NA-LIMITS-b", "R47"),
    },
    {
        ("orders", DONE): ("NA-P3-j", "NA-DECL-a"),
        ("declarations", DONE): ("NA-DECL-e",),
        ("noncombat", v.LAND): ("NA-P5AIR-b", "NA-P5-a"),
        ("noncombat", LAND): ("NA-P5AIR-b", "NA-P5-a"),
        ("noncombat", DONE): ("NA-P5-a", "NA-P5AIR-d"),
        ("blitz_to", TO): ("NA-BLITZ-a", "NA-BLITZ-b"),
        ("blitz_on", TO): ("NA-BLITZ-e",),
        ("fly_to", TO): ("NA-P3AIR-a", "NA-P3AIR-c"),
        ("sail_to", TO): ("NA-P3SEA-a", "NA-P5SEA-a"),
        ("move_to", TO): ("NA-P5LAND-a",),
        ("exchange_to", TO): ("NA-TERR-h", "R19"),
        ("column_to", TO): ("NA-P5LAND-a", "NA-LIMITS-b", "R47"),
        ("land_at", TO): ("NA-P5AIR-a", "NA-P5AIR-b"),
        ("airlift_to", TO): ("NA-ADV-c",),
    },
    {
        "orders": why.why_orders,
        "attack_target": wants(
            v.AT, why.why_not_at, "Say which territory is to be attacked.", "NA-DECL-g", "D6"
        ),
        "attack_from": why.why_from,
        "blitz_to": wants(
            TO, why.why_not_blitzed, "Say where the tank blitzes to.", "NA-BLITZ-a", "D6"
        ),
        "ride": why.why_ride,
        "blitz_on": why.why_blitz_on,
        "fly_to": wants(TO, why.why_not_flown, "Say what the air unit attacks.", "NA-P3-d", "D6"),
        "sail_to": wants(
            TO, why.why_not_sailed, "Say where the sea unit goes.", "NA-P3SEA-a", "NA-P5SEA-a", "D6"
        ),
        "declarations": why.why_declarations,
        "payment": why.why_payment,
        "land_mines": why_moving.why_mines,
        "sea_mines": why_moving.why_mines,
        "mine_order": always(
            "Name one of the zones with your mines that the enemy has just entered.",
            "NA-DETSEA-b",
            "D4",
        ),
        "mine_hit": always(
            "The hit falls on sea units or transports that have just come into the zone.",
            "NA-DETSEA-f",
        ),
        "turn_back": always(
            "One of the units that cross this border is turned back.",
            "NA-DETLAND-i",
            "NA-DETLAND-e",
        ),
        "noncombat": why_moving.why_noncombat,
        "move_to": WHERE_TO,
        "exchange_to": wants(
            TO,
            lambda g, u, s: why_moving.no_exchange(),
            "Say with which territory the unit changes places.",
            "R19",
            "D6",
        ),
        "column_to": WHERE_TO,
        "land_at": wants(
            TO, why_moving.why_not_landed, "Say where the air unit lands.", "NA-P5AIR-b", "D6"
        ),
        "drive": why_moving.why_drive,
        "airlift": why_moving.why_airlift,
        "airlift_to": wants(
            TO,
            why_moving.why_not_dropped,
            "Say where the air unit lands.",
            "NA-ADV-c",
            "NA-P5AIR-b",
            "D6",
        ),
        "takeover": always("Take over the territory, or leave it.", "NA-VICHY-c"),
    },
    SHUT_MOVES,
)
