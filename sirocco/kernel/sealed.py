"""Dice that nobody can bend or foresee, as long as one party at the table is honest.

The server and every seat hold a chain of hashes and publish its end, the anchor, before the
first action. Roll i opens everybody's link i, the server's last; the faces follow from all the
links and from the record up to and including the action that is being carried out.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sirocco.kernel.chance import Roll
from sirocco.verify import digest, faces

SERVER = "server"
LENGTH = 20_000
SPACING = 128
MOST_DICE = 9_999
MOST_SIDES = 9_999_999


class SealError(Exception):
    """The sealed dice refuse, and say why."""


class LinkMissing(SealError):
    """A seat has not released the link that a roll needs."""

    def __init__(self, party: str, number: int) -> None:
        super().__init__(f"{party} has not released its link for roll {number}")
        self.party = party
        self.number = number


def _walk(tag: bytes, top: int, link: bytes, bottom: int) -> list[bytes]:
    """The links from number `top` down to number `bottom`."""
    sha256 = hashlib.sha256
    links = [link]
    for number in range(top, bottom, -1):
        link = sha256(tag + number.to_bytes(4, "big") + link).digest()
        links.append(link)
    return links


class Chain:
    """All links of a party, from its secret; every 128th is kept, the rest made when needed."""

    __slots__ = ("game", "party", "length", "_secret", "_tag", "_kept", "_run", "_top")

    def __init__(self, game: str, party: str, secret: bytes, length: int = LENGTH) -> None:
        if not 0 < length < 2**32:
            raise ValueError(f"a chain cannot have {length} links")
        self.game = game
        self.party = party
        self.length = length
        self._secret = secret
        self._tag = digest("chain", game, party)
        self._kept: list[bytes] = []
        self._run: list[bytes] = []
        self._top = 0
        top, link = length, digest("last link", game, party, secret)
        while top > 0:
            self._kept.append(link)
            bottom = (top - 1) // SPACING * SPACING
            link = _walk(self._tag, top, link, bottom)[-1]
            top = bottom
        self._kept.append(link)
        self._kept.reverse()

    @property
    def anchor(self) -> bytes:
        return self._kept[0]

    def link(self, number: int) -> bytes:
        if not 1 <= number <= self.length:
            raise SealError(f"the chain of {self.party} has no link {number}")
        span = (number - 1) // SPACING
        top = min((span + 1) * SPACING, self.length)
        if top != self._top:
            self._run = _walk(self._tag, top, self._kept[span + 1], span * SPACING + 1)
            self._top = top
        return self._run[top - number]

    def deck_key(self) -> bytes:
        return digest("deck key", self.game, self.party, self._secret)

    def export(self) -> dict[str, Any]:
        return {"secret": self._secret.hex(), "length": self.length}


class Deposit:
    """What a seat has released so far of a chain whose secret it keeps to itself.

    A link gives all links before it: a seat that will be away deposits one link further on.
    """

    __slots__ = ("game", "party", "anchor", "_tag", "_links")

    def __init__(self, game: str, party: str, anchor: bytes) -> None:
        self.game = game
        self.party = party
        self.anchor = anchor
        self._tag = digest("chain", game, party)
        self._links = [anchor]

    @property
    def number(self) -> int:
        """The last roll for which the seat has released its link."""
        return len(self._links) - 1

    def give(self, number: int, link: bytes) -> None:
        if not self.number < number <= self.number + LENGTH:
            raise SealError(f"{self.party} has released {self.number} links: {number} is not due")
        links = _walk(self._tag, number, link, self.number)
        if links.pop() != self._links[-1]:
            raise SealError(f"this is not link {number} of {self.party}")
        self._links += reversed(links)

    def link(self, number: int) -> bytes:
        if not 1 <= number <= self.number:
            raise LinkMissing(self.party, number)
        return self._links[number]

    def export(self) -> dict[str, Any]:
        last = self._links[-1].hex() if self.number else ""
        return {"anchor": self.anchor.hex(), "number": self.number, "link": last}


def commit_card(number: int, slot: int, card: int, salt: bytes) -> bytes:
    """The seal of one card of the deck that roll `number` shuffled."""
    return digest("card", number, slot, card, salt)


def card_salt(key: bytes, number: int, slot: int) -> bytes:
    return hmac.digest(key, digest("salt", number, slot), "sha256")


def hidden_order(key: bytes, number: int, count: int) -> tuple[int, ...]:
    """How the server lays a deck on the table, before the roll that shuffles it for everybody."""
    return faces({"deck": key}, f"deck {count}", "order", number)


def deck_seals(key: bytes, number: int, count: int) -> tuple[bytes, ...]:
    cards = enumerate(hidden_order(key, number, count))
    return tuple(commit_card(number, s, card, card_salt(key, number, s)) for s, card in cards)


def deck_anchor(game: str, key: bytes) -> bytes:
    return digest("deck anchor", game, key)


def open_decks(
    rolls: Iterable[Roll], game: str, anchor: bytes, key: bytes
) -> dict[int, tuple[int, ...]]:
    """The orders of all sealed decks by roll number, once the key has been opened."""
    if deck_anchor(game, key) != anchor:
        raise SealError("the deck key is not the one that was promised")
    decks: dict[int, tuple[int, ...]] = {}
    for roll in rolls:
        if roll.seals:
            count = len(roll.faces)
            if deck_seals(key, roll.number, count) != roll.seals:
                raise SealError(f"the deck of roll {roll.number} is not the one that was promised")
            order = hidden_order(key, roll.number, count)
            decks[roll.number] = tuple([order[slot] for slot in roll.faces])
    return decks


class Sealed:
    """The chance of a real game."""

    __slots__ = ("game", "_chains", "_deck_key", "_head", "_number", "_opened", "_rolls")

    def __init__(
        self, game_id: str, chains: Mapping[str, Chain | Deposit], number: int = 0
    ) -> None:
        server = chains.get(SERVER)
        if not isinstance(server, Chain):
            raise ValueError("the server brings a chain of its own")
        for party, chain in chains.items():
            if (chain.game, chain.party) != (game_id, party):
                raise ValueError(f"the chain of {party} belongs to {chain.party} in {chain.game}")
        self.game = game_id
        self._chains = dict(chains)
        self._deck_key = server.deck_key()
        self._head = b""
        self._number = number
        self._opened = False
        self._rolls: list[Roll] = []

    @classmethod
    def fresh(cls, seats: Sequence[str], length: int = LENGTH) -> "Sealed":
        """A table in one place: every secret comes from the operating system."""
        game = secrets.token_hex(8)
        parties = (SERVER, *seats)
        return cls(game, {p: Chain(game, p, secrets.token_bytes(32), length) for p in parties})

    @property
    def number(self) -> int:
        """The number of the last roll."""
        return self._number + len(self._rolls)

    def anchors(self) -> dict[str, str]:
        return {party: self._chains[party].anchor.hex() for party in sorted(self._chains)}

    def deck_anchor(self) -> str:
        return deck_anchor(self.game, self._deck_key).hex()

    def deck_key(self) -> str:
        """For the last line of the record, when the game is over."""
        return self._deck_key.hex()

    def bind(self, head: bytes) -> None:
        """An action that was dropped after a roll can be tried again, but no other instead."""
        if self._opened and head != self._head:
            raise SealError(f"roll {self._number + 1} has been opened for another action")
        if self._rolls:
            raise RuntimeError(f"roll {self._number + 1} has not been taken into the record")
        self._head = head

    def take(self) -> list[Roll]:
        rolls, self._rolls = self._rolls, []
        self._number += len(rolls)
        self._opened = False
        return rolls

    def drop(self) -> None:
        """Instead of `take`, when the action came to nothing."""
        self._rolls = []

    def decks(self, rolls: Iterable[Roll]) -> dict[int, tuple[int, ...]]:
        """The orders of the decks among the rolls, to replay the game so far."""
        return open_decks(rolls, self.game, deck_anchor(self.game, self._deck_key), self._deck_key)

    def dice(self, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
        return self._roll("dice", f"{count}d{sides}", count, sides, purpose, ())

    def shuffle(self, count: int, purpose: str) -> tuple[int, ...]:
        return self._roll("shuffle", f"shuffle {count}", count, count, purpose, ())

    def deck(self, count: int, purpose: str) -> tuple[int, ...]:
        number = self.number + 1
        seals = deck_seals(self._deck_key, number, count)
        slots = self._roll("deck", f"deck {count}", count, count, purpose, seals)
        order = hidden_order(self._deck_key, number, count)
        return tuple([order[slot] for slot in slots])

    def card_proof(self, number: int, count: int, card: int) -> tuple[int, bytes]:
        """Slot and salt of a card: with them its holder checks the seal in the record."""
        slot = hidden_order(self._deck_key, number, count).index(card)
        return slot, card_salt(self._deck_key, number, slot)

    def _roll(
        self, kind: str, what: str, count: int, sides: int, purpose: str, seals: tuple[bytes, ...]
    ) -> tuple[int, ...]:
        if count == 0:
            return ()
        if not (0 < count <= MOST_DICE and 0 < sides <= MOST_SIDES):
            raise ValueError(f"{what} for {purpose!r} cannot be rolled")
        if not self._head:
            raise SealError(f"{what} for {purpose!r} before the record has begun")
        number = self.number + 1
        links = {p: chain.link(number) for p, chain in self._chains.items() if p != SERVER}
        links[SERVER] = self._chains[SERVER].link(number)  # the server's last
        shown = " ".join([seal.hex() for seal in seals])
        drawn = faces(links, what, self._head, number, purpose, shown)
        opened = tuple(sorted(links.items()))
        self._opened = True
        self._rolls.append(Roll(purpose, sides, drawn, kind, number, opened, seals))
        return drawn

    def export(self) -> str:
        """Everything that a saved game needs to go on; as secret as the chains themselves."""
        if self._rolls:
            raise SealError(f"roll {self._number + 1} has not been taken into the record")
        chains = {party: chain.export() for party, chain in self._chains.items()}
        return json.dumps({"game": self.game, "number": self._number, "chains": chains})

    @classmethod
    def restore(cls, text: str, number: int | None = None) -> "Sealed":
        """Saved dice; `number` is how many rolls the record has, if it has grown since."""
        try:
            data = json.loads(text)
            game, saved = str(data["game"]), int(data["number"])
            chains = {party: _restore(game, party, d) for party, d in data["chains"].items()}
            return cls(game, chains, saved if number is None else number)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SealError(f"the saved dice cannot be read: {error}") from error


def _restore(game: str, party: str, data: dict[str, Any]) -> Chain | Deposit:
    if "secret" in data:
        return Chain(game, party, bytes.fromhex(data["secret"]), data["length"])
    deposit = Deposit(game, party, bytes.fromhex(data["anchor"]))
    if data["number"]:
        deposit.give(data["number"], bytes.fromhex(data["link"]))
    return deposit
