"""Maps and counters as SVG: the only code of Sirocco that draws."""

from sirocco.draw.board_sheet import BoardSheet, Space
from sirocco.draw.counters import counter_symbols
from sirocco.draw.picture import base_map, sheet_of, spaces_of, svg_of

__all__ = ["BoardSheet", "Space", "base_map", "counter_symbols", "sheet_of", "spaces_of", "svg_of"]
