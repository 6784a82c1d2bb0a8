"""The colours of the map and its pieces: one set of tokens for each theme."""

from typing import Final

LIGHT: Final = {
    "sea": "#a9c9d4",
    "shallow": "#c6dde2",
    "coast": "#43697a",
    "land": "#f2ead3",
    "desert": "#f1d9a2",
    "forest": "#bdcd9a",
    "marsh": "#c9dbc9",
    "mountain": "#dcc7a3",
    "forest-ink": "#5b7a43",
    "marsh-ink": "#3d7f8c",
    "mountain-ink": "#7a5836",
    "desert-ink": "#b4873a",
    "grid": "#5b5344",
    "road": "#a43a26",
    "road-case": "#fbf5e4",
    "river": "#3b7c9e",
    "town": "#fbf5e4",
    "built": "#8d7f70",
    "label": "#2a261f",
    "halo": "#f8f2e1",
    "sea-label": "#254f60",
    "shade": "#8a7b5c",
    "paper": "#f4efe3",
    "panel": "#fffdf8",
    "ink": "#26231d",
    "ink2": "#5f584a",
    "line": "#dcd3bf",
    "select": "#f5b301",
    "select-ink": "#3b2a00",
    "lit": "#fffdf2",
    "veil": "#1d2a30",
    "battle": "#b3124e",
    "mark-ink": "#ffffff",
    "lit-fill": ".2",
    "veil-fill": ".07",
}

DARK: Final = {
    "sea": "#1d3541",
    "shallow": "#27454f",
    "coast": "#86aab6",
    "land": "#403d33",
    "desert": "#54482f",
    "forest": "#35452f",
    "marsh": "#2f4744",
    "mountain": "#4f4335",
    "forest-ink": "#7f9d68",
    "marsh-ink": "#6cb0bb",
    "mountain-ink": "#b08f68",
    "desert-ink": "#c9a259",
    "grid": "#d8cfba",
    "road": "#e07c60",
    "road-case": "#221f1a",
    "river": "#6db1d0",
    "town": "#221f1a",
    "built": "#b3a591",
    "label": "#f3ecdc",
    "halo": "#25231d",
    "sea-label": "#a9ccd8",
    "shade": "#16140f",
    "paper": "#15181a",
    "panel": "#1e2224",
    "ink": "#ece7dc",
    "ink2": "#aca697",
    "line": "#3a4042",
    "select": "#ffc530",
    "select-ink": "#1f1600",
    "lit": "#fff3cf",
    "veil": "#05090b",
    "battle": "#ff86ab",
    "mark-ink": "#14110d",
    "lit-fill": ".11",
    "veil-fill": ".16",
    "rim": "#98917f",
}

# Body, text on it, box of a symbol, edge; the same in both themes.
SIDES: Final = {
    "red": ("#ad3328", "#ffffff", "#f8e1dc", "#6b1a13"),
    "blue": ("#23508e", "#ffffff", "#dde7f5", "#122e57"),
    "british": ("#cfa968", "#1d1a14", "#f3e6cb", "#7c5f2c"),
    "commonwealth": ("#e8d9b4", "#1d1a14", "#fbf5e6", "#93783f"),
    "american": ("#65743a", "#ffffff", "#e6ebd2", "#3a451f"),
    "free-french": ("#86aede", "#14202e", "#e4edf8", "#3e679a"),
    "vichy": ("#c9d0da", "#14202e", "#f2f4f7", "#6d7a8c"),
    "german": ("#4a5358", "#ffffff", "#e2e7e8", "#23292c"),
    "italian": ("#7cb8a4", "#10211b", "#e3f2ec", "#39705e"),
    "greek": ("#2e6cab", "#ffffff", "#dfeaf6", "#17406c"),
}

THEMES: Final = ("light", "dark", "auto")

SERIF: Final = 'Alegreya,"Palatino Linotype",Palatino,Georgia,serif'
SANS: Final = '"Source Sans 3","Segoe UI",system-ui,sans-serif'
NARROW: Final = '"Barlow Condensed","Arial Narrow",sans-serif'


def tokens(theme: str) -> str:
    """The colour tokens as CSS; "auto" follows the reader's system."""
    if theme not in THEMES:
        raise ValueError(f"a theme is light, dark or auto, not {theme!r}")
    if theme == "auto":
        dark = _rule(".s-auto", DARK)
        return _rule(".s-auto", LIGHT) + f"@media (prefers-color-scheme:dark){{{dark}}}"
    return _rule(f".s-{theme}", LIGHT if theme == "light" else DARK)


def _rule(selector: str, values: dict[str, str]) -> str:
    return f"{selector}{{{';'.join(f'--{name}:{value}' for name, value in values.items())}}}"


def side_rules() -> str:
    """The colours of each side's pieces, as CSS."""
    return "".join(
        f".s-c-{name}{{--b:{body};--t:{text};--box:{box};--e:{edge}}}"
        for name, (body, text, box, edge) in SIDES.items()
    )
