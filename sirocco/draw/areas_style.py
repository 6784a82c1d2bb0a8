"""How maps of areas look: classes and symbols that maps of hexes do not need."""

from typing import Final

from sirocco.draw.palette import SERIF

AREA_CSS: Final = f"""
.s-bar{{fill:var(--shade);fill-opacity:.2}}
.s-hach{{fill:none;stroke:var(--mountain-ink);stroke-width:1.1;stroke-opacity:.75;stroke-linecap:round}}
.s-green{{fill:var(--forest);fill-opacity:.8}}
.s-edgel{{fill:none;stroke:var(--land);stroke-width:6;stroke-opacity:.55;stroke-linejoin:round}}
.s-edge{{fill:none;stroke:var(--mountain-ink);stroke-width:1.6;stroke-opacity:.75;stroke-linecap:round}}
.s-edge{{stroke-dasharray:1 4.2 9 4.2}}
.s-front{{fill:none;stroke:var(--lit);stroke-width:7;stroke-opacity:.85;stroke-linejoin:round}}
.s-zone{{fill:none;stroke:var(--lit);stroke-width:1.8;stroke-opacity:.75;stroke-dasharray:9 6}}
.s-convoy{{fill:url(#hatch);stroke:var(--sea-label);stroke-width:1.6;stroke-dasharray:3 3.5}}
.s-hl{{stroke:var(--sea-label);stroke-width:1.2;stroke-opacity:.34}}
.s-shore{{fill:none;stroke:var(--coast);stroke-width:1.5;stroke-linejoin:round}}
.s-circle{{fill:var(--land);stroke:var(--coast);stroke-width:2}}
.s-stream{{fill:none;stroke:var(--river);stroke-width:2.6;stroke-linecap:round}}
.s-cut{{stroke-dasharray:5 3}}
.s-highc{{fill:none;stroke:var(--road-case);stroke-width:8;stroke-linejoin:round}}
.s-high{{fill:none;stroke:var(--road);stroke-width:4.2;stroke-linecap:round;stroke-linejoin:round}}
.s-area,.s-isl,.s-dep,.s-imp,.s-cty,.s-note,.s-cz{{font-family:{SERIF};fill:var(--label);paint-order:stroke;stroke:var(--halo);stroke-width:3.4px;stroke-linejoin:round}}
.s-area{{font-size:21px;font-weight:700}}
.s-isl,.s-dep,.s-imp,.s-note,.s-cz,.s-cty,.s-wat,.s-zn,.s-seanote,.s-pva{{text-anchor:middle}}
.s-isl{{font-size:18px;font-weight:700}}
.s-boxn{{font:700 18px {SERIF};fill:var(--ink)}}
.s-dep{{font-size:17px;font-style:italic;stroke-opacity:.6}}
.s-imp{{font-size:13px;font-style:italic;stroke-opacity:.6}}
.s-note{{font-size:13px;font-style:italic;fill-opacity:.85}}
.s-cty{{fill-opacity:.75;stroke-opacity:.5}}
.s-wat{{font-family:{SERIF};font-style:italic;font-weight:500;fill:var(--sea-label)}}
.s-zn{{font:italic 500 30px {SERIF};fill:var(--sea-label);fill-opacity:.62}}
.s-seanote{{font:italic 400 13px {SERIF};fill:var(--sea-label)}}
.s-dock{{color:var(--sea-label);opacity:.75}}
.s-route{{fill:none;stroke:var(--road);stroke-width:3.5;stroke-linecap:round;stroke-dasharray:1 7}}
.s-onw{{fill:none;stroke:var(--road);stroke-width:1.3;stroke-linecap:round;stroke-linejoin:round}}
.s-cz{{font-style:italic;font-size:15px;fill:var(--sea-label);stroke:var(--sea);stroke-width:3px}}
.s-ghost{{opacity:.4}}
.s-pva{{font-size:14.5px;fill:var(--halo)}}
.s-inset{{fill:var(--panel);stroke:var(--coast);stroke-width:1.4}}
.s-mine{{color:var(--label)}}
.s-mi{{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round}}
.s-mb{{fill:currentColor}}
.s-mf{{fill:none;stroke:var(--battle);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}}
.s-rimw{{fill:#fffdf2;stroke:#fffdf2;stroke-width:5;stroke-linejoin:round;opacity:.9}}
.s-at{{stroke-width:1.6;stroke-linejoin:round}}
.s-tag{{fill:#26231d;stroke:#fffdf2;stroke-width:1.4}}
.s-tagn{{fill:#fff;text-anchor:middle;font-weight:600}}
.s-crl{{fill:none;stroke:var(--e);stroke-width:1.3}}
"""

AREA_DEFS: Final = (
    '<marker id="onward" viewBox="-5 -5 10 10" markerWidth="5" markerHeight="5" orient="auto">'
    '<path class="s-onw" d="M-3-3 1 0-3 3"/></marker>'
    '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path class="s-hl" d="M0 0V7"/></pattern>'
    '<g id="hill"><path d="M-12 6.5C-8 3-6-3-3-6.5Q-1-9 1-6.5C4-3 6-2 7 0Q9 4 13 6.5Z" '
    'class="s-pf"/><path d="M-.8-8Q.4-7.6 1-6.5C4-3 6-2 7 0Q9 4 13 6.5H7Q6 2 3 1Q2-4-.8-8Z" '
    'class="s-ps"/><path d="M-12 6.5C-8 3-6-3-3-6.5Q-1-9 1-6.5C4-3 6-2 7 0Q9 4 13 6.5" '
    'class="s-pl"/></g>'
    '<g id="crate"><path class="s-body" d="M-13-7 0-13 13-7V8L0 14-13 8Z"/>'
    '<path class="s-crl" d="M-13-7 0-1 13-7M0-1V14"/></g>'
    '<g id="mine"><path d="M0-8.6V8.6M-8.6 0H8.6M-6-6 6 6M6-6-6 6" class="s-mi"/>'
    '<circle r="5.4" class="s-mb"/></g>'
)
