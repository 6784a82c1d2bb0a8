"""What a record needs before its first action, and what replaying it needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sirocco.kernel.chance import Roll
from sirocco.kernel.game import Game
from sirocco.kernel.record import Entry, Headers, Record, RecordError
from sirocco.kernel.sealed import Sealed, open_decks


def headers_of(
    game: Game[Any],
    scenario: str,
    options: Mapping[str, Any],
    seats: tuple[str, ...],
    dice: Sealed | int,
) -> Headers:
    """The headers of a new game with sealed dice, or with those of a seed."""
    version, digest, note = game.pack_of_data()
    sealed = None if isinstance(dice, int) else dice
    return Headers(
        game=game.id,
        rules=game.rules_version,
        data_version=version,
        data_hash=digest,
        scenario=scenario,
        seats=seats,
        dice=f"sealed {sealed.game}" if sealed else f"seed {dice}",
        provenance=note,
        options={name: _told(value) for name, value in options.items()},
        anchors=sealed.anchors() if sealed else {},
        deck=sealed.deck_anchor() if sealed else "",
    )


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def decks_of(record: Record) -> dict[int, tuple[int, ...]]:
    """The orders of the sealed decks of a game that is over and has opened them."""
    if not record.deck_key:
        return {}
    headers = record.headers
    game, anchor = headers.dice.removeprefix("sealed "), bytes.fromhex(headers.deck)
    return open_decks(record.all_rolls(), game, anchor, bytes.fromhex(record.deck_key))


def check_rules(game: Game[Any], headers: Headers) -> None:
    """A record is of one game in one version of its rules."""
    if headers.game != game.id or headers.rules != game.rules_version:
        raise RecordError(
            f"the record is of {headers.game}, rules {headers.rules}; "
            f"this is {game.id}, rules {game.rules_version}"
        )


def check_rolls(entry: Entry, rolls: list[Roll]) -> None:
    """An action must roll again what its record says."""
    if [_bare(roll) for roll in rolls] != [_bare(roll) for roll in entry.rolls]:
        raise RecordError(f"action {entry.number} ({entry.text}) rolls otherwise than recorded")


def _bare(roll: Roll) -> tuple[str, int, tuple[int, ...]]:
    return roll.purpose, roll.sides, roll.faces
