"""The legend of a map of areas."""

from typing import Final

from sirocco.draw.areas_base import value_box
from sirocco.draw.legend import strip

SAMPLE: Final = 124.0


def _line(css: str, d: str = "M-30 3Q-10-8 0 0T30-2") -> str:
    return f'<path class="s-{css}" d="{d}"/>'


_SAMPLES: Final = (
    (_line("highc") + _line("high"), "coast road"),
    (_line("edgel") + _line("edge"), "border"),
    (_line("front") + _line("edge"), "white line"),
    (
        '<rect x="-30" y="-14" width="60" height="28" rx="9" class="s-t-desert"/>'
        '<use href="#dune1" x="-12" y="1"/><use href="#dune1" x="13" y="3"/>',
        "Sahara: scout cars only",
    ),
    (
        '<rect x="-30" y="-14" width="60" height="28" rx="4" class="s-bar"/><path class="s-hach" '
        'd="M-24-14v9M-16-14v11M-8-14v9M0-14v10M8-14v9M16-14v11M24-14v9"/>',
        "impassable",
    ),
    (
        '<rect x="-34" y="-15" width="68" height="30" rx="6" class="s-water"/>' + _line("zone"),
        "sea zone",
    ),
    (
        '<rect x="-34" y="-15" width="68" height="30" rx="6" class="s-water"/>'
        '<circle r="13" class="s-convoy"/>',
        "convoy zone",
    ),
    (value_box(-9, -9, 6), "Reinforcement Points"),
    ('<g class="s-ct s-c-british"><use href="#crate"/></g>', "supply"),
    ('<g class="s-mine"><use href="#mine" x="-9"/><use href="#mine" x="9"/></g>', "mines"),
    (
        '<use href="#disc-british" x="-14"/>'
        '<g class="s-ghost"><use href="#disc-german" x="14"/></g>',
        "route open, closed",
    ),
)


def legend_strip(left: float, top: float, width: float) -> tuple[str, float]:
    """A strip below a map with a sample of everything that is drawn on it, and its height."""
    return strip(_SAMPLES, (left, top, width), SAMPLE, 1.6 * SAMPLE, 32)
