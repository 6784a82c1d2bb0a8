"""Check the dice of a sealed record: python verify.py RECORD [HEAD]. Standard library only.
HEAD is the head hash that a player noted: it uncovers a record that was cut short."""

import hashlib
import hmac
import re
import sys

MARK = re.compile(r"(.+)  ~([0-9a-f]{6})([0-9a-f]{6})(?: \+([1-9][0-9]{0,3}))?\r?")
Links = dict[str, bytes]


class NotGenuine(ValueError):
    """Says which line is wrong, and how."""


def digest(*parts: str | int | bytes) -> bytes:
    raw = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return hashlib.sha256(b"".join(len(r).to_bytes(4, "big") + r for r in raw)).digest()


def faces(links: Links, what: str, *heading: str | int | bytes) -> tuple[int, ...]:
    """4d6, shuffle 52 or deck 52, unbiased: numbers beyond the last whole multiple are skipped."""
    key = digest("key", *(part for name in sorted(links) for part in (name, links[name])))
    count, sides = [*map(int, re.findall("[0-9]+", what[:20])), 0, 0][:2]
    drawn, pool, block = list[int](), list(range(min(count, 9999))), 0
    while len(drawn) < len(pool):
        raw = hmac.digest(key, digest("draw", what, *heading, block := block + 1), "sha256")
        number, bound = int.from_bytes(raw, "big"), sides or len(pool) - len(drawn)
        drawn += [number % bound] if number < 2**256 // bound * bound else []
    return tuple(n + 1 if sides else pool.pop(n) for n in drawn)


def unpack(text: str) -> list[tuple[str, int, bytes]]:
    """Each line without its mark, the number of rolls under it, and the head hash after it."""
    lines, rows, head = text.removesuffix("\n").split("\n"), list[tuple[str, int, bytes]](), b""
    for line, row in enumerate(lines, 1):
        if not (mark := MARK.fullmatch(row)):
            raise NotGenuine(f"line {line} has no mark at its end: it was changed or added")
        body, head = mark[1], digest("head", head, mark[1])
        if mark[2] != digest("line", line, body, mark[4] or 0).hex()[:6]:
            places = (digest("line", n, body, mark[4] or 0).hex() for n in range(len(lines) + 2))
            home = next((n for n, hex in enumerate(places) if hex.startswith(mark[2])), 0)
            moved = f"belongs in line {home}: lines were dropped, added or moved"
            raise NotGenuine(f"line {line} {moved if home else 'was changed or added'}")
        if mark[3] != head.hex()[:6]:
            raise NotGenuine(f"line {line} does not go on from the lines above it")
        rows.append((body, int(mark[4] or 0), head))
    return rows


def check_roll(line: int, body: str, number: int, game: str, last: Links, bound: bytes) -> None:
    """A roll follows from everybody's links, and they from the last ones, which they replace."""
    title, what, listed, purpose, opened, seals = (body.split(" | ") + [""] * 5)[:6]
    pairs = re.findall("([^ =]+)=([0-9a-f]{64})(?: |$)", opened)
    links = {name: bytes.fromhex(link) for name, link in pairs}
    if title != f"# {number}" or links.keys() != last.keys():
        raise NotGenuine(f"line {line} is not roll {number} with one link of each party")
    for name, link in links.items():
        tag = digest("chain", game, name) + number.to_bytes(4, "big")
        if hashlib.sha256(tag + link).digest() != last[name]:
            raise NotGenuine(f"line {line} has a false link of {name}")
    if listed != " ".join(map(str, faces(links, what, bound, number, purpose, seals))):
        raise NotGenuine(f"line {line} has faces that do not follow from links and lines above")
    last.update(links)


def verify(text: str) -> tuple[int, str]:
    """The number of rolls and the head hash of a record whose every roll is genuine."""
    rows, bound, entry, due, rolls = unpack(text), b"", 0, 0, 0
    top = dict(body.partition(": ")[::2] for body, _, _ in rows if not body[0].isdigit())
    last = {name[7:]: bytes.fromhex(top[name]) for name in top if name.startswith("anchor ")}
    game = top.get("dice", "").partition("sealed ")[2]
    if not game or last.keys() != {"server", *top.get("seats", "").split()}:
        raise NotGenuine("the dice are not sealed by anchors of the server and of every seat")
    for line, (body, under, head) in enumerate(rows, 1):
        if (body[0] == "#") != (due > 0):
            raise NotGenuine(f"line {line} is one roll too many or too few for the action above")
        if body[0] == "#":
            rolls, due = rolls + 1, due - 1
            check_roll(line, body, rolls, game, last, bound)
        elif body.startswith(f"{entry} "):
            entry, due, bound = entry + 1, under, head
        elif entry and (line < len(rows) or not body.startswith("deck key: ")):
            raise NotGenuine(f"line {line} stands where action {entry} is due")
    if due:
        raise NotGenuine(f"line {len(rows)} is the last, but {due} rolls are missing after it")
    return rolls, rows[-1][2].hex()


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8", newline="") as file:
            count, found = verify(file.read())
        if sys.argv[2:] not in ([], [found]):
            raise ValueError(f"the head is {found}: lines at the end are missing or others")
    except ValueError as error:
        sys.exit(f"NOT GENUINE: {error}")
    print(f"{count} rolls are genuine; head {found} (compare it with the other players)")
