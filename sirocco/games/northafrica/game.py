"""Axis & Allies: North Africa on the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Final

from sirocco.games.northafrica import nouns, store
from sirocco.games.northafrica.audit import audit
from sirocco.games.northafrica.board import standard_board
from sirocco.games.northafrica.facts import facts
from sirocco.games.northafrica.fog import resample
from sirocco.games.northafrica.implied_combat import implied_combat, settled_combat
from sirocco.games.northafrica.implied_convoys import implied_convoys, settled_convoys
from sirocco.games.northafrica.implied_moves import implied_moves, settled_moves, unsaid
from sirocco.games.northafrica.implied_payments import implied_payments
from sirocco.games.northafrica.kinds import data_pack
from sirocco.games.northafrica.position import build, check_started
from sirocco.games.northafrica.reasons import rules_behind, why
from sirocco.games.northafrica.sequence import game
from sirocco.games.northafrica.setup import lay_out
from sirocco.games.northafrica.shorthand import expand
from sirocco.games.northafrica.standing import score
from sirocco.games.northafrica.state import DRAW, LEVELS, OVER, NorthAfrica, clone
from sirocco.games.northafrica.tables import AREAS, VERBS
from sirocco.games.northafrica.telling import tell
from sirocco.games.northafrica.terms import make_terms, mixture
from sirocco.games.northafrica.view import View, view
from sirocco.games.northafrica.why_line import why_line
from sirocco.kernel.ask import Ask
from sirocco.kernel.chance import Chance
from sirocco.kernel.events import Event
from sirocco.kernel.frames import start
from sirocco.kernel.game import Game, Outcome, Verb
from sirocco.kernel.given import Given
from sirocco.kernel.lower import frame
from sirocco.kernel.notation import enter
from sirocco.kernel.refusal import Refused


class NorthAfricaGame(Game[NorthAfrica]):
    """Areas, convoys and supply; four powers."""

    id: ClassVar[str] = "northafrica"
    title: ClassVar[str] = "Axis & Allies: North Africa"
    rules_version: ClassVar[str] = "northafrica-1"
    verbs: ClassVar[Mapping[int, Verb]] = VERBS

    def setup(
        self,
        scenario: str,
        options: Mapping[str, Any],
        chance: Chance,
        log: list[Event] | None = None,
    ) -> NorthAfrica:
        g = NorthAfrica(make_terms(scenario, options), standard_board())
        lay_out(g)
        start(g, frame(game), chance, log)
        return g

    def from_position(
        self, table: Mapping[str, Any], chance: Chance, log: list[Event] | None = None
    ) -> NorthAfrica:
        g = build(table)
        start(g, frame(game), chance, log)
        check_started(table, g)
        enter(self, g, Given(table, "position").table("answers"), chance)
        return g

    def clone(self, state: NorthAfrica) -> NorthAfrica:
        return clone(state)

    def pack(self, state: NorthAfrica) -> bytes:
        return store.pack(state)

    def unpack(self, data: bytes) -> NorthAfrica:
        return store.unpack(data)

    def seats(self, state: NorthAfrica) -> tuple[str, ...]:
        return state.terms.seats

    def sides(self, state: NorthAfrica) -> tuple[int, ...]:
        sides = tuple(state.terms.side_of)
        return sides[::-1] if state.swapped else sides

    def view(self, state: NorthAfrica, seat: int) -> View:
        return view(state, seat)

    def facts(self, state: NorthAfrica, seat: int = -1) -> dict[str, Any]:
        return facts(state)

    def resample(self, state: NorthAfrica, seat: int, chance: Chance) -> NorthAfrica:
        return resample(state, seat, chance)

    def outcome(self, state: NorthAfrica) -> Outcome | None:
        if state.phase != OVER:
            return None
        sides = self.sides(state)
        winners = tuple(seat for seat, side in enumerate(sides) if side == state.winner)
        level = f"{LEVELS[state.level]} Victory" if state.level else "the worth of land units"
        return Outcome(winners, "a draw" if state.winner == DRAW else level)

    def score(self, state: NorthAfrica, seat: int) -> float:
        return score(state, self.sides(state)[seat])

    def pack_of_data(self) -> tuple[str, str, str]:
        pack = data_pack()
        return pack.version, pack.hash, pack.note()

    def prompt(self, state: NorthAfrica, ask: Ask) -> str:
        for area in AREAS:
            found = area.prompts.get(ask.topic)
            if found is not None:
                return found if isinstance(found, str) else found(state, ask)
        return f"{ask.topic}?"

    def told(self, state: NorthAfrica, ask: Ask, seat: int) -> tuple[str, str, str]:
        """Every question is open to all; only answers are kept back (D1)."""
        return state.terms.seats[ask.seat], ask.topic, self.prompt(state, ask)

    def rules_behind(self, state: NorthAfrica, ask: Ask, action: int) -> tuple[str, ...]:
        return rules_behind(state, ask, action)

    def noun_text(self, state: NorthAfrica, seat: int, kind: str, noun: int) -> str:
        return nouns.noun_text(state, seat, kind, noun)

    def noun_of(self, state: NorthAfrica, seat: int, kind: str, text: str) -> int:
        return nouns.noun_of(state, seat, kind, text)

    def settled(self, state: NorthAfrica, seat: int, words: list[str]) -> int:
        return (
            settled_combat(state, seat, words)
            or settled_moves(state, seat, words)
            or settled_convoys(state, seat, words)
        )

    def implied(self, state: NorthAfrica, seat: int, action: int, rest: list[str]) -> int:
        return (
            implied_moves(state, seat, action, rest)
            or implied_payments(state, seat, action, rest)
            or implied_combat(state, seat, action, rest)
            or implied_convoys(state, seat, action, rest)
        )

    def unsaid(self, state: NorthAfrica, seat: int, words: list[str]) -> int:
        return unsaid(state, seat, words)

    def expand(self, state: NorthAfrica, seat: int, text: str) -> str:
        return expand(state, seat, text)

    def describe(self, state: NorthAfrica, event: Event, seat: int) -> str:
        return tell(state, event, seat)

    def mixture(self, choice: Random) -> tuple[str, dict[str, Any]]:
        return mixture(choice)

    def audit(self, state: NorthAfrica) -> list[str]:
        return audit(state)

    def why(self, state: NorthAfrica, seat: int, action: int) -> Refused:
        return why(state, seat, action)

    def why_line(
        self, state: NorthAfrica, seat: int, action: int, rest: list[str]
    ) -> Refused | None:
        return why_line(state, seat, action, rest)


GAME: Final = NorthAfricaGame()
