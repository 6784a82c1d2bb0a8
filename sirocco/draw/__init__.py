"""Maps and counters as SVG: the only code of Sirocco that draws."""

from sirocco.draw.counters import counter_symbols
from sirocco.draw.picture import base_map, svg_of

__all__ = ["base_map", "counter_symbols", "svg_of"]
