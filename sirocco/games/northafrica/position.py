"""Positions that somebody describes: docs/cases.md has every key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sirocco.games.northafrica.board import NONE, board_of
from sirocco.games.northafrica.ground import controller, standing
from sirocco.games.northafrica.hits import CLASSES, PLAIN
from sirocco.games.northafrica.joint import TOPICS, TRIES
from sirocco.games.northafrica.position_check import check
from sirocco.games.northafrica.position_drive import put_drive
from sirocco.games.northafrica.position_units import ROSTERS, put_units
from sirocco.games.northafrica.powers import FRENCH, NOBODY, POWERS, SIDE, SIDES, UK
from sirocco.games.northafrica.scenarios import of, takes_turn
from sirocco.games.northafrica.setup import CHOOSE, OFFER, SPLIT, lay_out
from sirocco.games.northafrica.state import (
    ADVANCE,
    COMBAT,
    COMBAT_MOVE,
    DEPLOY,
    DRAW,
    EVENTS,
    LEVELS,
    OVER,
    PHASES,
    REQUISITION,
    ROUND_END,
    SETUP,
    NorthAfrica,
    put_marker,
)
from sirocco.games.northafrica.terms import OPTIONS, SCENARIOS, Terms, fitting, players_of
from sirocco.games.northafrica.victory import note_capitals, note_presence
from sirocco.kernel.bits import bits
from sirocco.kernel.frames import pending
from sirocco.kernel.given import Given, near
from sirocco.kernel.refusal import Refused

MOST_SUPPLY: Final = 115
STAGES: Final = {
    ADVANCE: ("route", "ports", "landings"),
    REQUISITION: ("income", "purchases"),
    COMBAT_MOVE: ("orders", "declarations", "payments", "mines"),
    DEPLOY: ("arrivals", "orders", "mines"),
}
"""The parts of the phases that have some, in order."""
NOBODY_WORD: Final = "nobody"
SET_UP_KEYS: Final = (
    "control",
    "supply",
    "landings",
    *(name for name in ROSTERS if name != POWERS[UK]),
)


def build(table: Mapping[str, Any]) -> NorthAfrica:
    """The state that a table describes, before it is run to its first question."""
    given = Given(table, "position")
    board = board_of(given.value("board"), given.value("chart"), given.value("basic"))
    g = NorthAfrica(_terms(given), board)
    _clock(g, given)
    if g.phase == SETUP:
        _set_up(g, given)
    else:
        _places(g, given)
        _tokens(g, given)
        put_units(g, given)
        _default_control(g, given)
        _turn(g, given)
        _battle(g, given)
        _disagreed(g, given)
        put_drive(g, given)
        note_presence(g)
        note_capitals(g)
        check(g, given.flag("unchecked"))
    given.done("dice", "dice_left", "answers", "unchecked", *ROSTERS)
    return g


# Terms and clock


def _terms(given: Given) -> Terms:
    scenario = given.choice("scenario", SCENARIOS, "custom")
    value = given.value("players")
    return fitting(scenario, players_of(2 if value is None else value), _options(given))


def _options(given: Given) -> tuple[str, ...]:
    """A list of names, or a table that says true or false for each."""
    if isinstance(given.value("options"), dict):
        table = given.table("options")
        options = [name for name in table if table.flag(name)]
    else:
        options = given.texts("options")
    for name in options:
        if name not in OPTIONS:
            raise Refused(f"position.options: there is no {name!r}{near(name, OPTIONS)}.")
    return tuple(options)


def _clock(g: NorthAfrica, given: Given) -> None:
    held = of(g)
    g.round = given.number("round", held.first_round, held.first_round, 14)
    g.power = POWERS.index(given.choice("power", POWERS, POWERS[0]))
    if "power" not in given and not takes_turn(g, g.power):
        g.power = next(p for p in range(4) if takes_turn(g, p))
    g.phase = _phase(given)
    spending = g.phase == REQUISITION and "points" in given  # the points are counted already
    g.stage = _stage(g, given, 1 if spending else 0)
    g.swapped = given.flag("swapped")
    if g.swapped and not g.terms.bidding:
        raise given.fault("swapped", "needs the option bidding: only then seats change sides")
    if EVENTS < g.phase < ROUND_END and not takes_turn(g, g.power):
        raise given.fault(
            "power", f"is {POWERS[g.power]}, which takes no turn in round {g.round} (NA-ORDER-d)"
        )
    winner = given.choice("winner", (*SIDES, "draw"), "draw")
    level = given.choice("level", LEVELS, "")
    if g.phase == OVER:
        g.winner = DRAW if winner == "draw" else SIDES.index(winner)
        g.level = LEVELS.index(level)
    elif "winner" in given or "level" in given:
        raise given.fault("winner", "needs the phase over")


def _phase(given: Given) -> int:
    """A phase by its name, or by its number in the turn."""
    if isinstance(given.value("phase"), int):
        return ADVANCE - 1 + given.number("phase", 1, 1, 6)
    return PHASES.index(given.choice("phase", PHASES, PHASES[EVENTS]))


def _stage(g: NorthAfrica, given: Given, default: int) -> int:
    """The part of the phase, by name or by number."""
    words = STAGES.get(g.phase, ())
    if isinstance(given.value("stage"), str):
        return words.index(given.choice("stage", words, ""))
    return given.number("stage", default, 0, max(len(words) - 1, 0))


def _set_up(g: NorthAfrica, given: Given) -> None:
    """The scenario's own set-up, from its beginning or from a stage of it."""
    if g.terms.scenario == "custom" or g.board.key:
        raise given.fault("phase", "set-up is for the scenarios of the game, on its own map")
    for key in SET_UP_KEYS:
        if key in given:
            raise given.fault(key, "cannot be given in the set-up: the charts say it")
    lay_out(g)
    bid = given.table("bid")
    if "bid" in given:
        if not g.terms.bidding:
            raise given.fault("bid", "needs the option bidding")
        g.wanted = SIDES.index(bid.choice("for", SIDES, SIDES[0]))
        g.bid = bid.number("points", 0, 0, 60)
        g.bidder = g.terms.seats.index(bid.choice("by", g.terms.seats, g.terms.seats[1]))
        g.stage = SPLIT if bid.flag("accepted") else OFFER
        bid.done()
    zones = [name for name, _ in of(g).variable]
    zone = given.choice("zone", zones, "")
    if zone:
        g.stage = CHOOSE + zones.index(zone)
    g.points = given.number("points", 0, 0, 60)
    _bid_points(g, given)
    put_units(g, given)
    check(g, False)


# The board


def space(g: NorthAfrica, text: object, key: str) -> int:
    """The space that a word names."""
    found = g.board.find(text) if isinstance(text, str) else -1
    if found < 0:
        hint = near(text, g.board.names) if isinstance(text, str) else ""
        raise Refused(f"position.{key}: there is no space {text!r}{hint}.")
    return found


def power(text: object, key: str) -> int:
    name = str(text).lower()
    if name not in POWERS:
        raise Refused(f"position.{key}: there is no power {text!r}; {', '.join(POWERS)} are.")
    return POWERS.index(name)


def _set(g: NorthAfrica, given: Given, key: str) -> int:
    out = 0
    for name in given.texts(key):
        out |= 1 << space(g, name, key)
    return out


def _places(g: NorthAfrica, given: Given) -> None:
    """Control and supply by territory."""
    control = given.table("control")
    for name in control:
        s = space(g, name, "control")
        word = control.text(name)
        owner = NOBODY if word == NOBODY_WORD else power(word, f"control.{name}")
        if not g.board.valued >> s & 1 and owner != NOBODY:
            raise control.fault(name, "has no value: it holds no marker (NA-OVER-d)")
        if not g.board.emblems >> s & 1:
            put_marker(g, s, owner)
        elif owner != g.board.emblem[s]:
            raise control.fault(name, "bears an emblem: nobody else controls it (NA-TERR-b)")
    for key, held in (("supply", g.supply), ("hauled", g.hauled)):
        table = given.table(key)
        for name in table:
            s = space(g, name, key)
            if not g.board.land >> s & 1:
                raise table.fault(name, "is no territory; tokens at sea are `afloat`")
            held[s] = table.number(name, 0, 0, MOST_SUPPLY)
            if key == "hauled" and held[s] > g.supply[s]:
                raise table.fault(name, "is more than the supply there")


def _default_control(g: NorthAfrica, given: Given) -> None:
    """A territory with a value that names no controller is that of the army standing in it."""
    named = given.table("control")
    for s in bits(g.board.valued & ~g.board.emblems & ~g.landings):
        if any(g.board.find(name) == s for name in named):
            continue
        army = standing(g, s) & g.army
        owners = [p for p in range(4) if army & g.owned[p] & ~_french(g)]
        if owners:
            put_marker(g, s, owners[0])


def _french(g: NorthAfrica) -> int:
    chart = g.board.chart
    return sum(g.kinds_at[k] for k in range(chart.kinds) if chart.nation[k] == FRENCH)


def _tokens(g: NorthAfrica, given: Given) -> None:
    """Supply at sea and in the Reinforcements Zone, mines."""
    for key, held in (("afloat", g.afloat), ("fresh_afloat", g.fresh_afloat)):
        for z, p, value in _by_power(g, given, key, MOST_SUPPLY):
            if not g.board.convoys >> z & 1 or not g.board.users[z] >> p & 1:
                raise Refused(
                    f"position.{key}: {g.board.names[z]} is no convoy zone of {POWERS[p]} "
                    "(NA-CSZ-f)."
                )
            held[4 * z + p] = value
    box = given.table("reinforcements")
    for name in box:
        p = power(name, "reinforcements")
        row = box.table(name)
        g.ones[p] = row.number("ones", 0, 0, 40)
        g.fives[p] = row.number("fives", 0, 0, 15)
        row.done()
    mines = given.table("land_mines")
    for name in mines:
        s = space(g, name, "land_mines")
        row = mines.table(name)
        for facing in row:
            f = space(g, facing, f"land_mines.{name}")
            if not g.board.land_links[s] >> f & 1:
                raise row.fault(facing, "is no territory that borders it")
            if value := row.number(facing, 0, 0, 40):
                g.land_mines[128 * s + f] = value
    for z, p, value in _by_power(g, given, "sea_mines", 15):
        if not g.board.sea >> z & 1:
            raise Refused(f"position.sea_mines: {g.board.names[z]} is no sea zone.")
        g.sea_mines[4 * z + p] = value


def _by_power(g: NorthAfrica, given: Given, key: str, high: int) -> list[tuple[int, int, int]]:
    """`{ sz33 = { italy = 3 } }`: space, power, number."""
    out = []
    table = given.table(key)
    for name in table:
        s = space(g, name, key)
        row = table.table(name)
        for owner in row:
            if value := row.number(owner, 0, 0, high):
                out.append((s, power(owner, f"{key}.{name}"), value))
    return out


# The turn


def _turn(g: NorthAfrica, given: Given) -> None:
    """What has been done in this turn."""
    g.points = given.number("points", 0, 0, 999)
    g.bought = given.number("bought", 0, 0, MOST_SUPPLY)
    g.staged = given.number("staged", 0, 0, MOST_SUPPLY)
    g.events = given.number("events", 0)
    g.legs = given.number("legs", 0)
    g.barred = _set(g, given, "barred")
    g.held = _set(g, given, "blitzed_through")
    g.laid = _set(g, given, "laid")
    for kind in given.texts("bought_once"):
        if kind not in g.board.chart.index:
            raise given.fault("bought_once", f"names {kind!r}, which is no kind of unit")
        g.bank |= 1 << g.board.chart.index[kind]
    _bid_points(g, given)
    own = 0
    for s in range(g.board.size):
        owner = controller(g, s)
        if owner != NOBODY and SIDE[owner] == SIDE[g.power]:
            own |= 1 << s
    g.friendly = _set(g, given, "landable") if "landable" in given else own


def _bid_points(g: NorthAfrica, given: Given) -> None:
    table = given.table("bid_points")
    for name in table:
        g.bonus_points[power(name, "bid_points")] = table.number(name, 0, 0, 60)


def _battle(g: NorthAfrica, given: Given) -> None:
    for key, held, high in (("arrows", g.arrows, 20), ("mines_decided", g.closed, 40)):
        table = given.table(key)
        for name in table:
            s = space(g, name, key)
            row = table.table(name)
            for target in row:
                held[128 * s + space(g, target, f"{key}.{name}")] = row.number(target, 0, 0, high)
    if "battle" not in given:
        return
    battle = _in_short(given, "battle", "space", str)
    if g.phase != COMBAT:
        raise given.fault("battle", f"needs the phase {PHASES[COMBAT]}")
    g.battle = space(g, battle.text("space"), "battle.space")
    g.combat_round = battle.number("round", 1, 0, 99)
    g.combat_step = battle.number("step", 1, 1, 6)
    g.main = space(g, battle.text("main"), "battle.main") if "main" in battle else NONE
    g.raided = battle.number("raided", 0, 0, 3)
    g.scored = battle.number("scored", 0, 0, 99)
    g.committed = int(battle.flag("committed"))
    if g.committed and (not g.terms.reinforcing or g.combat_step != 5):
        raise battle.fault("committed", "needs step 5 and the option reinforcing (NA-REINF-a)")
    hits = _in_short(battle, "hits", CLASSES[PLAIN], int)
    for name in hits:
        if name not in CLASSES:
            raise hits.fault(name, f"is no class of hits; known are {', '.join(CLASSES)}")
        g.hits[CLASSES.index(name)] = hits.number(name, 0, 0, 40)
    escaped = battle.table("escaped")
    for name in escaped:
        place = 4 * g.battle + power(name, "battle.escaped")
        g.escaped_afloat[place] = escaped.number(name, 0, 0, MOST_SUPPLY)
    battle.done()


def _in_short(given: Given, key: str, inner: str, kind: type) -> Given:
    """A table, or in short the value of its most important key."""
    value = given.value(key)
    if isinstance(value, kind):
        return Given({inner: value}, f"{given.name}.{key}")
    return given.table(key)


def _disagreed(g: NorthAfrica, given: Given) -> None:
    """Allies that have been asked and differ: once, or twice, so that somebody else decides."""
    g.disagreed = given.number("disagreed", 0, 0, TRIES)
    if g.disagreed and g.terms.players == 2:
        raise given.fault("disagreed", "needs 3 or 4 players: one of them decides for a side")


def check_started(table: Mapping[str, Any], g: NorthAfrica) -> None:
    """What can be seen only when the position has begun: whether allies are asked together,
    whether an attack that is to be pressed can be."""
    given = Given(table, "position")
    asked = pending(g)
    together = len(asked) > 1 if g.disagreed < TRIES else any(a.topic in TOPICS for a in asked)
    if given.number("disagreed", 0) and not (g.disagreed and together):
        raise given.fault("disagreed", "is given, but nobody decides together here (D2)")
    if g.committed and not any(mask for ask in asked for _, mask in ask.choices):
        raise given.fault("battle", "is committed, but no attacker can be paid for (NA-STEP5-c)")


__all__ = ["build", "check_started"]
