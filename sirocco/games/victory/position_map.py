"""The map of a described position: a layout of the game's maps, or a picture of one's own."""

from __future__ import annotations

from typing import Any, Final

from sirocco.games.victory.board import Board, board_for, board_from_text
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.mapdata import MapError
from sirocco.games.victory.mapfile import parse_table, write_text
from sirocco.games.victory.scenarios import opening_board
from sirocco.games.victory.terms import Terms
from sirocco.kernel.given import Given
from sirocco.kernel.hexes import HexError
from sirocco.kernel.packs import Pack
from sirocco.kernel.refusal import Refused

MAP_KEYS: Final = ("name", "owner", "places", "hexsides", "rivers")
"""Keys of a map file that may stand in the position beside the picture."""
OWN_TABLES: Final = ("terrain",)
"""Tables of the data pack that a position may bring; the others are read when Victory starts."""


def read_board(given: Given, terms: Terms) -> Board:
    """The board that a position describes."""
    pack = _pack(given)
    layout = given.text("layout")
    if "map" in given and layout:
        raise Refused("position has both a map and a layout.")
    try:
        if "map" in given:
            return _own_map(given, pack)
        for key in (*MAP_KEYS, "homes"):
            if key in given:
                raise given.fault(key, "goes with a map of one's own")
        if layout:
            return board_for(LayoutSpec.parse(layout), pack)
        if terms.scenario == "custom":
            raise Refused("position has neither a map nor a layout.")
        return opening_board(terms)
    except (MapError, HexError) as bad:
        raise Refused(f"position.{'layout' if layout else 'map'}: {bad}.") from None


def _pack(given: Given) -> Pack | None:
    """The data pack with the tables that a position brings."""
    if "tables" not in given:
        return None
    tables = given.table("tables")
    for name in tables:
        if name not in OWN_TABLES:
            raise tables.fault(name, f"cannot be replaced, only {', '.join(OWN_TABLES)} can")
    content = tables.plain()
    mine = data_pack().overlay(content, "case")
    for path in mine.leaves:
        if path not in data_pack():
            name, _, rest = path.partition(".")
            raise tables.fault(name, f"has no {rest!r} in this game")
    return mine


def _own_map(given: Given, pack: Pack | None) -> Board:
    value = given.value("map")
    table: dict[str, Any]
    if isinstance(value, str):
        table = {"map": value}
        for key in MAP_KEYS:
            if key in given:
                table[key] = given.value(key)
    elif isinstance(value, dict):
        table = value
    else:
        raise given.fault("map", "must be a picture, or a table as in a map file")
    homes = given.table("homes")
    owners = {where.replace("-", " "): homes.text(where) for where in homes}
    return board_from_text(write_text(parse_table(table)), owners, pack)


def find_hex(board: Board, text: str, what: str) -> int:
    """The hex with a number or name; blanks of a name may be written as hyphens."""
    for words in (text, text.replace("-", " ").replace("_", " ")):
        try:
            return board.find(words)
        except HexError:
            continue
    raise Refused(f"{what}: there is no hex or place {text!r} on the map.")
