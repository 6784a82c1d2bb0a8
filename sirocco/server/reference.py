"""Games and their rules, as everybody may read them."""

from __future__ import annotations

from functools import lru_cache

from sirocco.games import game, games, text_board
from sirocco.kernel.catalogue import Rule, Ruling
from sirocco.kernel.chance import Sampled
from sirocco.kernel.refusal import Refused
from sirocco.players import NAMES
from sirocco.server.faults import Missing
from sirocco.server.messages import GameOut, OptionOut, RuleOut, ScenarioOut


@lru_cache(maxsize=1)
def games_out() -> list[GameOut]:
    """All games with what can be chosen before they begin."""
    return [_game_out(id) for id in games()]


def _game_out(id: str) -> GameOut:
    found, board = game(id), text_board(id)
    scenario, options = board.usual_game()
    return GameOut(
        id,
        found.title,
        board.welcome(),
        [ScenarioOut(name, words) for name, words in board.scenarios()],
        {name: _seats(id, name) for name, _ in board.scenarios()},
        [OptionOut(name, words) for name, words in board.options()],
        {"scenario": scenario, "options": options},
        list(NAMES),
        found.pack_of_data()[2],
    )


def _seats(id: str, scenario: str) -> list[str]:
    """The seats of a scenario with no option chosen; none if it needs some."""
    found = game(id)
    try:
        return list(found.seats(found.setup(scenario, {}, Sampled(0))))
    except Refused:
        return []


def search(id: str, words: str) -> list[RuleOut]:
    """Rules and rulings with all the words; without words, all of them."""
    _known(id)
    found = game(id).catalogue()
    if not words.strip():
        return [_rule_out(each) for each in (*found, *found.rulings.values())]
    return [_rule_out(each) for each in found.search(words[:200])]


def rule(id: str, wanted: str) -> RuleOut:
    """One rule or ruling."""
    _known(id)
    found = game(id).catalogue()
    for name, ruling in found.rulings.items():
        if name.casefold() == wanted.casefold():
            return _rule_out(ruling)
    try:
        return _rule_out(found.rule(wanted[:80]))
    except Refused as bad:
        raise Missing(bad.reason) from None


def _known(id: str) -> None:
    if id not in games():
        raise Missing("there is no such game")


def _rule_out(found: Rule | Ruling) -> RuleOut:
    if isinstance(found, Rule):
        return RuleOut(found.id, found.title, found.text, found.kind, found.topic)
    return RuleOut(
        found.id, found.question, f"{found.ruling} {found.reason}", "ruling", ", ".join(found.rules)
    )
