"""Victory on the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Final

from sirocco.games.victory import store, telling, words
from sirocco.games.victory.audit import audit
from sirocco.games.victory.chart import data_pack
from sirocco.games.victory.fog import resample
from sirocco.games.victory.position import build
from sirocco.games.victory.position_facts import facts, seen
from sirocco.games.victory.reasons import rules_behind, why
from sirocco.games.victory.scenarios import make_terms, mixture, opening_board
from sirocco.games.victory.sequence import game
from sirocco.games.victory.state import OVER, SETUP, Victory, clone
from sirocco.games.victory.victory import points, threshold
from sirocco.games.victory.view import View, view
from sirocco.games.victory.why_line import why_line
from sirocco.kernel.ask import Ask
from sirocco.kernel.bits import bits
from sirocco.kernel.chance import Chance
from sirocco.kernel.events import Event
from sirocco.kernel.frames import start
from sirocco.kernel.game import Game, Outcome, Standing, Verb
from sirocco.kernel.given import Given
from sirocco.kernel.lower import frame
from sirocco.kernel.notation import enter
from sirocco.kernel.refusal import Refused


class VictoryGame(Game[Victory]):
    """Blocks with fog of war on geomorphic maps."""

    id: ClassVar[str] = "victory"
    title: ClassVar[str] = "Victory"
    rules_version: ClassVar[str] = "victory-1"
    verbs: ClassVar[Mapping[int, Verb]] = words.VERBS
    standing: ClassVar[tuple[Standing, ...]] = (
        Standing("no-response", "Send no Air units in response", "response", "done"),
    )

    def setup(
        self,
        scenario: str,
        options: Mapping[str, Any],
        chance: Chance,
        log: list[Event] | None = None,
    ) -> Victory:
        terms = make_terms(scenario, options)
        g = Victory(terms, opening_board(terms))
        start(g, frame(game), chance, log)
        return g

    def from_position(
        self, table: Mapping[str, Any], chance: Chance, log: list[Event] | None = None
    ) -> Victory:
        g = build(table)
        start(g, frame(game), chance, log)
        enter(self, g, Given(table, "position").table("plans"), chance)
        if g.phase == SETUP and not self.pending(g):
            raise Refused("position: the scenario's forces do not fit on this map.")
        return g

    def clone(self, state: Victory) -> Victory:
        return clone(state)

    def pack(self, state: Victory) -> bytes:
        return store.pack(state)

    def unpack(self, data: bytes) -> Victory:
        return store.unpack(data)

    def seats(self, state: Victory) -> tuple[str, ...]:
        return state.terms.seats

    def sides(self, state: Victory) -> tuple[int, ...]:
        return tuple(state.terms.side_of)

    def view(self, state: Victory, seat: int) -> View:
        return view(state, seat)

    def facts(self, state: Victory, seat: int = -1) -> dict[str, Any]:
        return facts(state) if seat < 0 else seen(state, seat)

    def resample(self, state: Victory, seat: int, chance: Chance) -> Victory:
        return resample(state, seat, chance)

    def outcome(self, state: Victory) -> Outcome | None:
        if state.phase != OVER:
            return None
        winners = bits(state.terms.side_seats[state.winner]) if state.winner < 2 else []
        return Outcome(tuple(winners), "a draw" if state.winner == 2 else "cities held")

    def score(self, state: Victory, seat: int) -> float:
        """Share of the production points needed to win, against the other side's."""
        side = state.terms.side_of[seat]
        if state.phase == OVER:
            return 0.5 if state.winner == 2 else float(state.winner == side)
        mine = points(state, side) / threshold(state, side)
        theirs = points(state, 1 - side) / threshold(state, 1 - side)
        return 0.5 + (mine - theirs) / 2

    def pack_of_data(self) -> tuple[str, str, str]:
        pack = data_pack()
        return pack.version, pack.hash, pack.note()

    def prompt(self, state: Victory, ask: Ask) -> str:
        return words.prompt(state, ask)

    def told(self, state: Victory, ask: Ask, seat: int) -> tuple[str, str, str]:
        return words.told(state, ask, seat)

    def rules_behind(self, state: Victory, ask: Ask, action: int) -> tuple[str, ...]:
        return rules_behind(state, ask, action)

    def noun_text(self, state: Victory, seat: int, kind: str, noun: int) -> str:
        return words.noun_text(state, seat, kind, noun)

    def noun_of(self, state: Victory, seat: int, kind: str, text: str) -> int:
        return words.noun_of(state, seat, kind, text)

    def expand(self, state: Victory, seat: int, text: str) -> str:
        return words.expand(state, seat, text)

    def implied(self, state: Victory, seat: int, action: int, rest: list[str]) -> int:
        return words.implied(state, seat, action, rest)

    def why_line(self, state: Victory, seat: int, action: int, rest: list[str]) -> Refused | None:
        return why_line(state, seat, action, rest)

    def describe(self, state: Victory, event: Event, seat: int) -> str:
        return telling.tell(state, event, seat)

    def mixture(self, choice: Random) -> tuple[str, dict[str, Any]]:
        return mixture(choice)

    def audit(self, state: Victory) -> list[str]:
        return audit(state)

    def why(self, state: Victory, seat: int, action: int) -> Refused:
        return why(state, seat, action)


GAME: Final = VictoryGame()
