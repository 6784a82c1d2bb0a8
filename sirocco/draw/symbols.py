"""Symbols of units, flashes of the sides and badges, each drawn once and used by name."""

from typing import Final

_CROSS: Final = '<path class="s-k" d="M1 1 35 23M35 1 1 23"/>'
_OVAL: Final = '<rect class="s-k" fill="none" x="7" y="6.5" width="22" height="11" rx="5.5"/>'

# In a box of 36 by 24.
LAND: Final = {
    "infantry": _CROSS,
    "armour": _OVAL,
    "airborne": _CROSS + '<path class="s-k" fill="none" d="M12 19.5q3-4.5 6 0q3-4.5 6 0"/>',
    "marine": '<path class="s-k" d="M1 1 35 23M35 1 1 23" opacity=".45"/>'
    '<g fill="none" class="s-k"><circle cx="18" cy="6" r="1.8"/><path d="M18 8v11.5M14.5 10.5h7'
    'M11.5 15.5q1.5 4.6 6.5 4.8q5-.2 6.5-4.8"/></g>',
    "mechanised": _CROSS + _OVAL,
    "artillery": '<circle cx="18" cy="12" r="4" fill="currentColor"/>',
    "anti-tank": '<path class="s-k" fill="none" d="M1 23 18 2.5 35 23"/>',
    "anti-air": '<path class="s-k" fill="none" d="M1 23C3 9.5 33 9.5 35 23"/>',
    "recon": '<path class="s-k" d="M1 23 35 1"/>',
    "supply": '<path class="s-k" d="M1 17.5H35"/>',
    "headquarters": '<rect x="1" y="1" width="34" height="6.5" fill="currentColor"/>'
    '<text x="18" y="20.5" font-size="12.5" text-anchor="middle" fill="currentColor" class="s-n">'
    "HQ</text>",
}

# Bare silhouettes, 40 by 20.
SHIPS: Final = {
    "battleship": "M.8 12.2 4 16.8H36L39.4 11.4 33 12.2zM14.5 12V8.2H17V4.6H18.6V1.6H19.6V4.6H21.4"
    "V8.2H24.4V5.6H27.2V9H29V12zM8 12V9.4H13V12zM2 9.7H9V10.6H2zM30 12V9.2H34V12zM33 9.5H38.6V10.4"
    "H33z",
    "carrier": "M.8 8.8H39.2L38.4 10.6H36.6L34.2 16.8H6.2L3.6 10.6H1.4zM22 8.8V5.6H23.6V3.4H24.6"
    "V1.4H25.4V3.4H27.2V5.6H29.4V8.8z",
    "submarine": "M2 12.4Q4 11 9 11H17V7.4H18.8V4.2H19.6V7.4H23V11H33Q37 11 39 12.8 36 16.6 31 16.6"
    "H8Q4 16.2 2 12.4z",
    "cruiser": "M1.5 12.6 4.2 16.6H35.6L38.8 11.8 32 12.6zM13.5 12.4V8.8H16V5.2H16.9V3"
    "H17.7V5.2H18.6V8.8H20.2V6.6H22V9.4H24.2V7.2H26V12.4zM8.6 12.5V10.4H12V12.5zM4.4 10.6H9.4"
    "V11.3H4.4zM28.2 12.5V10.4H31.4V12.5zM30.6 10.6H35.6V11.3H30.6z",
    "destroyer": "M4 12.8 6.4 16.4H33.4L36.6 12 30 12.8zM12.6 12.6V9.6H15V6.6H15.7V4.4"
    "H16.4V9.6H18V12.6zM19.6 12.6 20.2 8.6H22.6L22 12.6zM24 12.6 24.5 9.6H26.4L26 12.6z"
    "M8.6 12.7V11.2H11.4V12.7zM6 11.3H9V11.8H6zM28 12.7V11.2H30.6V12.7z",
    "transport": "M2 10.6 4.6 16.8H35.4L38.4 10 34 10.6zM15.6 10.4V6.8H18V4.4H19.6V2.4H22"
    "V4.4H23V6.8H25.4V10.4zM8.8 10.4V4.2H9.8V10.4zM5 6.6H13.6V7.3H5zM30.6 10.4V4.2H31.6V10.4z"
    "M27 6.6H35.4V7.3H27z",
}

# Bare silhouettes, 32 by 32.
AIRCRAFT: Final = {
    "fighter": "M16 3C17.2 4 17.6 6 17.7 10.5L29 13.2Q30.2 13.8 29.6 15.2L17.6 17.6 17 24.6 21.4"
    " 26.8V28.6L16 28 10.6 28.6V26.8L15 24.6 14.4 17.6 2.4 15.2Q1.8 13.8 3 13.2L14.3 10.5C14.4 6"
    " 14.8 4 16 3z",
    "dive-bomber": "M16 3.4Q17.8 5 17.8 10L22 12.4 30.4 11.2 30.8 14.2 22 17.4 17.6 16.8 17.1 24.4"
    " 22 25.6V28L16 27.6 10 28V25.6L14.9 24.4 14.4 16.8 10 17.4 1.2 14.2 1.6 11.2 10 12.4 14.2 10"
    "Q14.2 5 16 3.4zM20.4 18.6h2.2v4.4h-2.2zM9.4 18.6h2.2v4.4H9.4z",
    "bomber": "M16 2.6Q17.8 3.4 17.9 10.4L20 10.7V7.4H23.2V11.2L31.2 12.6V15.4L18 17 17.3 24.4 22.6"
    " 25.2V22.8H24.2V29H22.6V27.8H9.4V29H7.8V22.8H9.4V25.2L14.7 24.4 14 17 .8 15.4V12.6L8.8 11.2"
    "V7.4H12V10.7L14.1 10.4Q14.2 3.4 16 2.6z",
    "air-transport": "M16 2.8Q18.4 3.6 18.4 9.4L20.4 10V7H23V10.8L31.2 14V16"
    "L18.4 16.4 17.6 23.4 22.8 26.4V28.2L16 27.4 9.2 28.2V26.4L14.4 23.4 13.6 16.4 .8 16V14"
    "L9 10.8V7H11.6V10L13.6 9.4Q13.6 3.6 16 2.8z",
}

# A shape for each side, never only a colour; 12 by 12.
FLASHES: Final = {
    "red": '<path fill="currentColor" d="M6 1 11.4 10.8H.6z"/>',
    "blue": '<rect x="1.2" y="1.2" width="9.6" height="9.6" fill="none" stroke="currentColor" '
    'stroke-width="2.4"/>',
    "british": '<circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" '
    'stroke-width="1.8"/><circle cx="6" cy="6" r="1.7" fill="currentColor"/>',
    "commonwealth": '<path fill="currentColor" d="M6 .8 11.2 6 6 11.2.8 6z"/>',
    "american": '<path fill="currentColor" d="M6 .6 7.5 4.4 11.6 4.6 8.4 7.2 9.5 11.2 6 '
    '8.9 2.5 11.2 3.6 7.2.4 4.6 4.5 4.4z"/>',
    "free-french": '<path fill="currentColor" '
    'd="M5.1.6H6.9V2.6H9V4.2H6.9V5.8H10.4V7.5H6.9V11.4H5.1V7.5H1.6V5.8H5.1V4.2H3V2.6H5.1z"/>',
    "vichy": '<path fill="none" stroke="currentColor" stroke-width="1.7" d="M1 5 5 '
    '1M1 11 11 1M7 11 11 7"/>',
    "german": '<path fill="currentColor" '
    'd="M4.2.8H7.8V4.2H11.2V7.8H7.8V11.2H4.2V7.8H.8V4.2H4.2z"/>',
    "italian": '<path fill="currentColor" d="M1.2 1H3.6V11H1.2zM4.8 1H7.2V11H4.8zM8.4 '
    '1H10.8V11H8.4z"/>',
    "greek": '<path fill="currentColor" d="M.8 1H11.2V3H.8zM.8 5H11.2V7H.8zM.8 9H11.2V11H.8z"/>',
}

_DISC: Final = '<circle r="6.5" class="s-bg"/>'

# Around the middle, about 13 across.
BADGES: Final = {
    "moved": _DISC + '<path class="s-bk" d="M-1.9-3.2 1.9 0-1.9 3.2"/>',
    "unsupplied": '<rect x="-6.2" y="-6.2" width="12.4" height="12.4" rx="2" class="s-bg"/>'
    '<path class="s-bk" d="M-2.8-3.4V3.6H2.8V-3.4zM-5 5 5-5"/>',
    "beachhead": _DISC + '<path class="s-bk" d="M-4 3.2q2-1.8 4 0q2 1.8 4 0M0 .6V-4.2M-2.2-2.2'
    ' 0-4.4 2.2-2.2"/>',
    "blockade": _DISC + '<path class="s-bk" d="M-3.8 0H3.8M-3.8-2.2V2.2M3.8-2.2V2.2"/>',
    "half-hit": _DISC + '<path class="s-bf" d="M0-4A4 4 0 0 1 0 4z"/><circle r="4" fill="none" '
    'stroke="#26231d" stroke-width="1.2"/>',
    "grounded": _DISC + '<path class="s-bk" d="M-3.6 3.8H3.6M0-4.2V1M-2.2-1 0 1.2 2.2-1"/>',
    "at-sea": _DISC + '<path class="s-bk" d="M-4-1.4q2-2 4 0q2 2 4 0M-4 2.2q2-2 4 0q2 2 4 0"/>',
    "disrupted": '<path class="s-bg" d="M0-7.4 7 5.6H-7z"/>'
    '<path class="s-bk" d="M0-3V1.6M0 3.9h0"/>',
    "aboard": _DISC + '<path class="s-bk" d="M-4.2.6H4.2L3 3.6H-3zM0-4.4V-1.4"/>',
}

ANCHOR: Final = (
    '<circle cx="0" cy="-5.4" r="1.7"/><path d="M0-3.7V6.2M-3.4-1.4H3.4'
    'M-5.6 2.2Q-4.6 6 0 6.4Q4.6 6 5.6 2.2"/>'
)
_TRUCK: Final = (
    '<path fill="currentColor" d="M3 5H22V17H3zM23.5 8.5H29L33 13V17H23.5z"/>'
    '<g class="s-w"><circle cx="9" cy="18.5" r="3"/><circle cx="28" cy="18.5" r="3"/></g>'
)
SWORDS: Final = (
    '<path class="s-sw" d="M-8-8 6 6M8-8-6 6M3.2 7.4 7.4 3.2M-3.2 7.4-7.4 3.2M6 6 8.6 8.6'
    'M-6 6-8.6 8.6"/>'
)


def box_of(kind: str) -> tuple[float, float]:
    """Width and height of a symbol when a box of a land unit is one wide."""
    if kind in LAND:
        return 1.0, 2 / 3
    if kind in SHIPS:
        return 1.22, 0.61
    if kind in AIRCRAFT:
        return 0.98, 0.98
    if kind == "truck":
        return 1.0, 2 / 3
    raise ValueError(f"there is no symbol for {kind!r}")


def unit_symbols() -> str:
    """A <symbol> for each kind of unit (u-KIND) and for the flash of each side (f-SIDE)."""
    frame = '<rect x="1" y="1" width="34" height="22" '
    out = [
        f'<symbol id="u-{kind}" viewBox="0 0 36 24">{frame}fill="var(--box,#fff)"/>{inner}'
        f'{frame}fill="none" class="s-k"/></symbol>'
        for kind, inner in LAND.items()
    ]
    out.append(f'<symbol id="u-truck" viewBox="0 0 36 24">{_TRUCK}</symbol>')
    for box, paths in (("0 0 40 20", SHIPS), ("0 0 32 32", AIRCRAFT)):
        out += [
            f'<symbol id="u-{kind}" viewBox="{box}"><path fill="currentColor" d="{d}"/></symbol>'
            for kind, d in paths.items()
        ]
    out += [
        f'<symbol id="f-{side}" viewBox="0 0 12 12">{shape}</symbol>'
        for side, shape in FLASHES.items()
    ]
    return "".join(out)


def mark_symbols() -> str:
    """Badges (m-NAME), the anchor of a port and the swords of a battle."""
    out = [f'<g id="m-{name}">{shape}</g>' for name, shape in BADGES.items()]
    out.append(f'<g id="anchor"><g class="s-ah">{ANCHOR}</g><g class="s-ak">{ANCHOR}</g></g>')
    out.append(
        f'<g id="swords"><circle r="12.5" class="s-swb"/><g transform="scale(.74)">{SWORDS}</g></g>'
    )
    return "".join(out)
