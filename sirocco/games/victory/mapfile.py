"""Map files: TOML with a picture of the map; the format is described in docs/maps.md."""

import tomllib
from typing import Final

from sirocco.games.victory.mapdata import (
    MARK_WORDS,
    MARKS,
    NEUTRAL,
    OWNERS,
    Cell,
    Hex,
    MapData,
    MapError,
    SideCell,
    fault_of_marks,
    label,
    side_cell,
    side_label,
    step,
    tidy,
)

LIMIT: Final = 30  # columns and rows of a map file
TERRAIN_CHARS: Final = ".dfmM~l:"
FEATURE_CHARS: Final = " CTKct"
KEYS: Final = ("name", "provenance", "edges", "owner", "map", "places", "hexsides", "rivers")


class Spot:
    """A place in the picture: line and column, from 1."""

    __slots__ = ("line", "column")

    def __init__(self, line: int, column: int) -> None:
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column} of the picture"


class Picture:
    """The marks of a picture sorted into hexes and hexsides, with where they stand."""

    __slots__ = ("hexes", "sides")

    def __init__(self) -> None:
        self.hexes: dict[Cell, tuple[str, Spot]] = {}
        self.sides: dict[SideCell, tuple[str, Spot]] = {}


def read_picture(text: str) -> Picture:
    """Sort the characters of a picture into hex cells and hexside cells."""
    picture = Picture()
    for y, line in enumerate(text.split("\n")):
        for x, char in enumerate(line):
            if char == " ":
                continue
            spot = Spot(y + 1, x + 1)
            if char == "\t":
                raise MapError(f"{spot}: a tab cannot be placed, use blanks")
            if x % 6 in (1, 2, 3):
                _column_char(picture, x, y, char, spot)
            else:
                _between_char(picture, x, y, char, spot)
    return picture


def _column_char(picture: Picture, x: int, y: int, char: str, spot: Spot) -> None:
    col = x // 6 + 1
    high = y - (2 if col % 2 == 0 else 0)
    row = high // 4 + 1
    if high % 2 or high < 0:
        raise MapError(f"{spot}: {char!r} stands in no hex and on no hexside")
    if col > LIMIT or row > LIMIT:
        raise MapError(f"{spot}: a map has at most {LIMIT} columns and {LIMIT} rows")
    if high % 4 == 0:
        cell, found = picture.hexes.get((col, row), ("   ", spot))
        at = x % 6 - 1
        picture.hexes[col, row] = (cell[:at] + char + cell[at + 1 :], found)
    else:
        marks, found = picture.sides.get((col, row, 3), ("", spot))
        picture.sides[col, row, 3] = (marks + char, found)


def _between_char(picture: Picture, x: int, y: int, char: str, spot: Spot) -> None:
    col = (x - 4) // 6 + 1
    if col < 1 or y % 2 == 0:
        raise MapError(f"{spot}: {char!r} stands in no hex and on no hexside")
    low = col % 2 == 0
    if (y % 4 == 3) == low:
        side = (col, (y - 3) // 4 + 1 if low else (y - 1) // 4 + 1, 2)
    else:
        side = (col, (y - 1) // 4 + 1 if low else (y + 1) // 4 + 1, 1)
    marks, found = picture.sides.get(side, ("", spot))
    picture.sides[side] = (marks + char, found)


def _read_hex(cell: Cell, chars: str, spot: Spot) -> Hex:
    chars = chars.strip().ljust(3)  # a mark by itself may stand in the middle
    where = f"hex {label(*cell)} ({spot})"
    terrain = TERRAIN_CHARS.find(chars[0])
    if terrain < 0:
        raise MapError(f"{where}: {chars[0]!r} is no terrain, one of {' '.join(TERRAIN_CHARS)} is")
    if chars[1] not in FEATURE_CHARS:
        raise MapError(f"{where}: {chars[1]!r} is no feature, one of C T K c t is")
    city, town, canal = chars[1] in "Cc", chars[1] in "Tt", chars[1] in "Kct"
    value = 0
    if city:
        if chars[2] not in "123456789":
            raise MapError(f"{where}: a city needs its value in PP (1 to 9) as third character")
        value = int(chars[2])
    elif chars[2] != " ":
        raise MapError(f"{where}: only a city has a value, {chars[2]!r} has no meaning here")
    out = Hex(terrain, city, town, canal, value)
    if out.water and chars[1] != " ":
        raise MapError(f"{where}: a city, town or canal lies in a land hex")
    return out


def parse(text: str) -> MapData:
    """Read a map file."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MapError(f"the map is not valid TOML: {error}") from None
    return parse_table(table)


def parse_table(table: dict[str, object]) -> MapData:
    """Read a map from the table of a map file."""
    for key in table:
        if key not in KEYS:
            raise MapError(f"a map has no key {key!r}, only {', '.join(KEYS)}")
    text = table.get("map")
    if not isinstance(text, str):
        raise MapError("a map needs its picture: map = '''...'''")
    picture = read_picture(text)
    if not picture.hexes:
        raise MapError("the picture of the map shows no hex")
    hexes = {cell: _read_hex(cell, *found) for cell, found in sorted(picture.hexes.items())}
    _read_places(hexes, _table(table, "places"), owner_of(table.get("owner", "neutral"), "the map"))
    sides = _read_sides(hexes, picture, _table(table, "hexsides"))
    return MapData(
        name=_string(table.get("name", ""), "name"),
        cols=max(col for col, _ in hexes),
        rows=max(row for _, row in hexes),
        hexes=hexes,
        sides=sides,
        mouths=_read_mouths(hexes, sides, _table(table, "rivers")),
    )


def _table(table: dict[str, object], key: str) -> dict[str, object]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise MapError(f"[{key}] of a map is a table")
    return value


def _string(value: object, what: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise MapError(f"{what} of a map is a text of one line, not {value!r}")
    return value


def owner_of(value: object, what: str) -> int:
    """The number of an owner given by name."""
    if value in OWNERS:
        return OWNERS.index(str(value))
    raise MapError(f"the owner of {what} is red, blue or neutral, not {value!r}")


def find_cell(hexes: dict[Cell, Hex], number: str) -> Cell:
    """The cell with a printed number."""
    if len(number) == 4 and number.isascii() and number.isdigit():
        cell = int(number[:2]), int(number[2:])
        if cell in hexes:
            return cell
        raise MapError(f"there is no hex {number} on the map")
    raise MapError(f"{number!r} is no hex number: two digits column, two digits row")


def _read_places(hexes: dict[Cell, Hex], places: dict[str, object], owner: int) -> None:
    for cell, found in hexes.items():
        if found.place:
            hexes[cell] = found._replace(owner=owner)
    names: dict[str, str] = {}
    for number, entry in places.items():
        cell = find_cell(hexes, number)
        name: object = entry
        if isinstance(entry, dict):
            for key in entry:
                if key not in ("name", "owner"):
                    raise MapError(f"place {number} has no key {key!r}, only name and owner")
            name = entry.get("name", "")
            if "owner" in entry:
                if not hexes[cell].place:
                    raise MapError(f"hex {number} has an owner but is neither city nor town")
                owner_here = owner_of(entry["owner"], f"place {number}")
                hexes[cell] = hexes[cell]._replace(owner=owner_here)
        title = _string(name, f"place {number}").strip()
        other = names.setdefault(title.casefold(), number) if title else number
        if other != number:
            raise MapError(f"hexes {other} and {number} have the same name {title!r}")
        hexes[cell] = hexes[cell]._replace(name=title)


def _read_sides(
    hexes: dict[Cell, Hex], picture: Picture, table: dict[str, object]
) -> dict[SideCell, str]:
    sides: dict[SideCell, str] = {}
    for side, (marks, spot) in sorted(picture.sides.items()):
        for cell in ((side[0], side[1]), step(*side)):
            if cell not in hexes:
                raise MapError(
                    f"{spot}: {marks!r} marks no hexside, there is no hex {_cell_label(cell)}"
                )
        sides[side] = _check_marks(hexes, side, marks, f" ({spot})")
    for name, words in table.items():
        side = find_side(hexes, name)
        marks = ""
        for word in _string(words, f"hexside {name}").split():
            if word == "plain":
                continue
            found = MARK_WORDS.get(word, word)
            if not set(found) <= set(MARKS):
                known = ", ".join(MARK_WORDS)
                raise MapError(f"hexside {name}: {word!r} is none of {known}, plain")
            marks += found
        sides[side] = _check_marks(hexes, side, marks, " in [hexsides]")
    return {side: marks for side, marks in sorted(sides.items()) if marks}


def _cell_label(cell: Cell) -> str:
    return label(*cell) if cell[0] > 0 and cell[1] > 0 else "beyond the edge"


def _check_marks(hexes: dict[Cell, Hex], side: SideCell, marks: str, where: str) -> str:
    for mark in marks:
        if mark not in MARKS:
            raise MapError(
                f"hexside {side_label(side)}{where}: {mark!r} is no mark, one of "
                f"{' '.join(MARKS)} is"
            )
    fault = fault_of_marks(hexes[side[0], side[1]], hexes[step(*side)], marks)
    if fault:
        raise MapError(f"hexside {side_label(side)}{where}: {fault}")
    return tidy(marks)


def find_side(hexes: dict[Cell, Hex], name: str) -> SideCell:
    """The hexside with a name such as 0304-0305."""
    ends = name.split("-")
    if len(ends) != 2:
        raise MapError(f"{name!r} is no hexside: two hex numbers with a hyphen, as 0304-0305")
    a, b = find_cell(hexes, ends[0].strip()), find_cell(hexes, ends[1].strip())
    for d in range(6):
        if step(a[0], a[1], d) == b:
            return side_cell(a[0], a[1], d)
    raise MapError(f"hexes {label(*a)} and {label(*b)} have no hexside in common")


def _read_mouths(
    hexes: dict[Cell, Hex], sides: dict[SideCell, str], table: dict[str, object]
) -> frozenset[SideCell]:
    for key in table:
        if key != "mouths":
            raise MapError(f"[rivers] of a map has no key {key!r}, only mouths")
    mouths = table.get("mouths", [])
    if not isinstance(mouths, list):
        raise MapError("mouths of [rivers] is a list of hexsides")
    out = set()
    for name in mouths:
        side = find_side(hexes, _string(name, "a river's mouth"))
        if not set("=#") & set(sides.get(side, "")):
            raise MapError(f"hexside {side_label(side)} is given as a mouth but has no river")
        out.add(side)
    return frozenset(out)


def draw_text(data: MapData) -> str:
    """The picture of a map; hexsides with more than three marks are left to [hexsides]."""
    lines: list[list[str]] = []

    def put(x: int, y: int, chars: str) -> None:
        while len(lines) <= y:
            lines.append([])
        line = lines[y]
        line.extend(" " * (x + len(chars) - len(line)))
        line[x : x + len(chars)] = chars

    for (col, row), found in data.hexes.items():
        put(6 * col - 5, 4 * row - 4 + (2 if col % 2 == 0 else 0), hex_chars(found))
    for (col, row, d), marks in data.sides.items():
        if len(marks) <= 3:
            x, y = 6 * col - 4, 4 * row - 4 + (2 if col % 2 == 0 else 0)
            put(x - 1 if d == 3 else x + 2, y + (-1, 1, 2)[d - 1], f"{marks:^3}")
    return "".join("".join(line).rstrip() + "\n" for line in lines)


def hex_chars(found: Hex) -> str:
    """The three characters of a hex in the picture."""
    if found.canal:
        feature = "c" if found.city else "t" if found.town else "K"
    else:
        feature = "C" if found.city else "T" if found.town else " "
    return TERRAIN_CHARS[found.terrain] + feature + (str(found.value) if found.city else " ")


def write_text(data: MapData) -> str:
    """A whole map file."""
    out = [f"name = {_quote(data.name)}\n", "map = '''\n", draw_text(data), "'''\n"]
    places = {cell: found for cell, found in data.hexes.items() if found.name or found.place}
    lines = []
    for cell, found in places.items():
        entry = [f"name = {_quote(found.name)}"] if found.name else []
        if found.place and found.owner != NEUTRAL:
            entry.append(f'owner = "{OWNERS[found.owner]}"')
        if len(entry) == 1 and found.name:
            lines.append(f'"{label(*cell)}" = {_quote(found.name)}\n')
        elif entry:
            lines.append(f'"{label(*cell)}" = {{ {", ".join(entry)} }}\n')
    if lines:
        out += ["\n[places]\n", *lines]
    words = {mark: word for word, mark in MARK_WORDS.items()}
    crowded = {side: marks for side, marks in data.sides.items() if len(marks) > 3}
    if crowded:
        out.append("\n[hexsides]\n")
        for side, marks in crowded.items():
            text = " ".join(words[mark] for mark in marks)
            out.append(f'"{side_label(side)}" = "{text}"\n')
    if data.mouths:
        names = ", ".join(f'"{side_label(side)}"' for side in sorted(data.mouths))
        out.append(f"\n[rivers]\nmouths = [{names}]\n")
    return "".join(out)


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
