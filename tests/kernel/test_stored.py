"""States that come back from bytes."""

import msgspec
import pytest

from sirocco.kernel.refusal import Refused
from sirocco.kernel.stored import restored


class Two(msgspec.Struct, array_like=True):
    format: int
    left: int


def left_of(stored: Two) -> int:
    """What a game would make of it: nothing below zero."""
    if stored.left < 0:
        raise ValueError("it is below zero")
    return stored.left


def read(*fields: object) -> int:
    decode = msgspec.msgpack.Decoder(Two).decode
    return restored(msgspec.msgpack.encode(fields), "Tiny", 3, decode, left_of)


def test_a_state_comes_back() -> None:
    assert read(3, 7) == 7


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ((3, "many"), "This is no stored position of Tiny: Expected `int`, got `str`"),
        ((2, 7), "This position is stored in format 2; known is 3."),
        ((3, -1), "The stored position of Tiny is damaged: it is below zero."),
    ],
)
def test_what_is_damaged_or_foreign_is_refused(fields: tuple[object, ...], said: str) -> None:
    with pytest.raises(Refused, match=said):
        read(*fields)
