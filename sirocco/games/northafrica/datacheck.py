"""What is wrong with the data in use, beyond its schema: for `sirocco data check northafrica`."""

from __future__ import annotations

from sirocco.games.northafrica.board import Board
from sirocco.games.northafrica.kinds import Chart
from sirocco.games.northafrica.mapcheck import board_faults, outline_faults
from sirocco.games.northafrica.setupcheck import setup_faults
from sirocco.games.outlines import Outlines
from sirocco.kernel.packs import Pack
from sirocco.kernel.refusal import Refused


def data_faults(pack: Pack) -> list[str]:
    """Every fault of the map and of the set-ups of a pack."""
    try:
        rows = pack.value("map")
        board = Board(rows, Chart(pack.value("units")))
        drawn = Outlines.parse(pack.text("sheets.board"))
    except Refused as refusal:
        return [str(refusal)]
    found = board_faults(board, rows, pack.value("geography")) + outline_faults(board, drawn)
    for name, chart in pack.value("setups").items():
        found += setup_faults(board, name, chart, pack.value("limits"))
    return found
