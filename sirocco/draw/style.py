"""The style sheet: how each class of the drawing looks. Colours are tokens only."""

from typing import Final

from sirocco.draw.palette import NARROW, SANS, SERIF, side_rules, tokens

_MAP: Final = f"""
.s-water{{fill:var(--sea)}}
.s-shal{{fill:none;stroke:var(--shallow);stroke-linejoin:round}}
.s-land{{fill:var(--land);stroke:var(--coast);stroke-width:1.5;stroke-linejoin:round}}
.s-inn{{fill:none;stroke:var(--shade);stroke-opacity:.16;stroke-width:12}}
.s-t-desert{{fill:var(--desert)}}
.s-t-marsh{{fill:var(--marsh)}}
.s-t-forest{{fill:var(--forest)}}
.s-t-mountain{{fill:var(--mountain)}}
.s-t-shoal{{fill:var(--shallow);stroke:var(--coast);stroke-dasharray:2 4;stroke-opacity:.7}}
.s-ti,.s-ri,.s-du,.s-rk{{fill:none;stroke-linecap:round;stroke-width:1.1}}
.s-ti{{stroke:var(--forest-ink)}}
.s-tf{{fill:var(--forest-ink);fill-opacity:.62}}
.s-ri{{stroke:var(--marsh-ink);stroke-width:1.25}}
.s-du{{stroke:var(--desert-ink);stroke-width:1.2}}
.s-rk{{stroke:var(--coast);stroke-width:1.2}}
.s-pf{{fill:var(--mountain)}}
.s-ps{{fill:var(--mountain-ink);fill-opacity:.62}}
.s-pl{{fill:none;stroke:var(--mountain-ink);stroke-width:1.2;stroke-linejoin:round}}
.s-grid{{fill:none;stroke:var(--grid);stroke-opacity:.3;stroke-width:1}}
.s-num text{{font:500 9px {NARROW};fill:var(--label);fill-opacity:.55;text-anchor:middle}}
.s-rivc{{fill:none;stroke:var(--halo);stroke-opacity:.75;stroke-width:7.5;stroke-linejoin:round}}
.s-river{{fill:none;stroke:var(--river);stroke-width:4.2;stroke-linecap:round;stroke-linejoin:round}}
.s-broad{{fill:none;stroke:var(--river);stroke-width:6.6;stroke-linecap:round;stroke-linejoin:round}}
.s-canc{{fill:none;stroke:var(--coast);stroke-width:9;stroke-linejoin:round}}
.s-canal{{fill:none;stroke:var(--shallow);stroke-width:6;stroke-linecap:round;stroke-linejoin:round}}
.s-roadc{{fill:none;stroke:var(--road-case);stroke-width:5.4;stroke-linecap:round}}
.s-road{{fill:none;stroke:var(--road);stroke-width:2.6;stroke-linecap:round}}
.s-brc{{fill:var(--road-case)}}
.s-brg{{fill:none;stroke:var(--label);stroke-width:1.8}}
.s-alpc{{fill:none;stroke:var(--mountain);stroke-width:11;stroke-linecap:round}}
.s-alp{{fill:none;stroke:var(--mountain-ink);stroke-width:2.4;stroke-linecap:round}}
.s-reef{{fill:none;stroke:var(--coast);stroke-width:4;stroke-linecap:round;stroke-dasharray:0 8}}
.s-urb{{fill:var(--built);fill-opacity:.34;stroke:var(--built);stroke-width:1;stroke-opacity:.6;stroke-linejoin:round}}
.s-bld{{fill:var(--built)}}
.s-town{{fill:var(--town);stroke:var(--label);stroke-width:1.8}}
.s-core{{fill:var(--label)}}
.s-ak,.s-ah{{fill:none;stroke-linecap:round;stroke:var(--sea-label);stroke-width:1.6}}
.s-ah{{stroke:var(--halo);stroke-width:4.5}}
.s-city,.s-twn,.s-sea,.s-reg{{font-family:{SERIF};paint-order:stroke;stroke:var(--halo);stroke-width:3px;stroke-linejoin:round;fill:var(--label)}}
.s-city{{font-size:17px;font-weight:700}}
.s-twn{{font-size:15px;font-weight:400}}
.s-sea,.s-reg{{font-style:italic;font-weight:500;text-anchor:middle}}
.s-sea{{font-size:18px;letter-spacing:3px;fill:var(--sea-label);stroke:none}}
.s-reg{{font-size:16px;letter-spacing:2px}}
.s-pole{{stroke:var(--label);stroke-width:1.6}}
.s-pv{{fill:var(--label)}}
.s-pvt{{font-size:13.5px;fill:var(--halo);text-anchor:middle}}
.s-off{{fill:var(--paper)}}
.s-frame{{fill:none;stroke:var(--coast)}}
"""

_PIECES: Final = f"""
.s-k{{stroke:currentColor;stroke-width:1.8;stroke-linejoin:round}}
.s-w{{fill:var(--b);stroke:currentColor;stroke-width:1.8}}
.s-n{{font-family:{NARROW};font-weight:700}}
.s-ct{{color:var(--t)}}
.s-ct .s-sym{{color:#1d1b17}}
.s-body{{fill:var(--b);stroke:var(--rim,var(--e));stroke-width:1}}
.s-nm{{fill:var(--t);text-anchor:middle}}
.s-bi{{fill:none;stroke:currentColor;stroke-opacity:.4;stroke-width:1}}
.s-dots{{fill:none;stroke:currentColor;stroke-linecap:round}}
.s-lost{{fill:none;stroke:currentColor;stroke-width:.9;opacity:.75}}
.s-step,.s-gone{{fill:currentColor;stroke:currentColor;stroke-width:.8}}
.s-gone{{fill:none}}
.s-bg{{fill:#fffdf2;stroke:#26231d;stroke-width:1.4}}
.s-bk{{fill:none;stroke:#26231d;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}}
.s-bf{{fill:#26231d}}
.s-cd{{fill:#26231d;stroke:#fffdf2;stroke-width:1.4}}
.s-cn{{fill:#fff;text-anchor:middle}}
.s-held{{fill:none;stroke:var(--b);stroke-width:14;stroke-opacity:.5;stroke-linejoin:round}}
.s-rim{{fill:var(--select);stroke:var(--select-ink);stroke-width:1.4}}
.s-split{{fill:none;stroke:var(--label);stroke-width:1.4;stroke-dasharray:3 3}}
"""

_MARKS: Final = f"""
.s-veil{{fill:var(--veil);fill-opacity:var(--veil-fill)}}
.s-offd{{fill:none;stroke:var(--select-ink);stroke-opacity:.5;stroke-width:5}}
.s-offer{{fill:var(--lit);fill-opacity:var(--lit-fill);stroke:var(--lit);stroke-width:3}}
.s-offa{{fill:var(--battle);fill-opacity:.07;stroke:var(--battle);stroke-width:3}}
.s-dot{{fill:var(--lit);stroke:var(--select-ink);stroke-width:1.4}}
.s-sel{{fill:none;stroke:var(--select);stroke-width:3.5}}
.s-seld{{fill:none;stroke:var(--select-ink);stroke-width:6}}
.s-bat{{fill:var(--battle);fill-opacity:.14;stroke:var(--battle);stroke-width:4}}
.s-bat2{{fill:none;stroke:var(--battle);stroke-width:4;stroke-dasharray:10 6}}
.s-swb{{fill:var(--battle);stroke:#fffdf2;stroke-width:1.6}}
.s-sw{{fill:none;stroke:var(--mark-ink);stroke-width:2.2;stroke-linecap:round}}
.s-pw{{fill:none;stroke:var(--select-ink);stroke-width:9;stroke-linecap:round}}
.s-pg{{fill:none;stroke:var(--select);stroke-width:6;stroke-linecap:round}}
.s-arrow{{fill:var(--select);stroke:var(--select-ink);stroke-width:1.5;stroke-linejoin:round}}
.s-cost{{fill:var(--select);stroke:var(--select-ink);stroke-width:1.6}}
.s-costn{{fill:var(--select-ink);font-size:14px;text-anchor:middle}}
.s-hit{{fill:none;stroke:none;pointer-events:all}}
.s-cap{{font:400 13px {SANS};fill:var(--ink2)}}
.s-cap-m{{text-anchor:middle}}
.s-head{{font:700 20px {SERIF};fill:var(--ink)}}
.s-sheet{{fill:var(--paper)}}
"""


def style(theme: str) -> str:
    """The whole style sheet of a picture."""
    rules = (_MAP + _PIECES + _MARKS).strip().split("\n")
    return tokens(theme) + side_rules() + "".join(rules)
