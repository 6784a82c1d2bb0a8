"""What the buttons say: every verb and noun in plain words."""

from __future__ import annotations

import random
import re

from sirocco.games.northafrica.game import GAME
from sirocco.games.northafrica.tables import VERBS
from sirocco.games.northafrica.text_labels import PHRASES, label, phrase
from sirocco.games.northafrica.textboard import TEXT_BOARD
from sirocco.kernel.ask import NOUN
from sirocco.kernel.chance import Sampled
from sirocco.kernel.frames import act, pending


def test_phrases_are_of_verbs_and_keep_the_place_of_the_noun() -> None:
    patterns = {verb.pattern for verb in VERBS.values()}
    assert PHRASES.keys() <= patterns
    for pattern in patterns:
        assert ("{}" in phrase(pattern)) == ("{}" in pattern)
        assert "-" not in phrase(pattern), phrase(pattern)


def test_buttons_have_no_codes() -> None:
    choice = random.Random(4)
    seen: dict[str, set[str]] = {}
    for scenario in ("last-push", "torch"):
        state = GAME.setup(scenario, {"bidding": True}, Sampled(4))
        for number in range(1500):
            if not pending(state):
                break
            ask = choice.choice(pending(state))
            view = GAME.view(state, ask.seat)
            for offer in GAME.offers(state, ask.seat)[:20]:
                kind = VERBS[offer.action & ~NOUN].noun
                said = TEXT_BOARD.label(view, kind, offer.noun) if offer.noun else ""
                seen.setdefault(kind, set()).add(said)
                assert said or not offer.noun
                assert not re.search(r"@|#|sz\d|[a-z]-[a-z]", said.replace("anti-", "anti")), said
            act(state, ask.seat, ask.pick(choice.randrange(ask.count())), Sampled(number))
    assert {"British infantry", "German Panzer IV"} <= seen["kind"]
    assert "the Axis" in seen["side"] and "Sea zone 24" in seen["space"]
    assert any(re.fullmatch(r".+ in .+ \(.+\)", said) for said in seen["unit"])


def test_a_word_that_names_nothing_stays() -> None:
    state = GAME.setup("torch", {}, Sampled(1))
    assert label(state, "unit", "nobody") == "nobody" and label(state, "space", "x") == "x"
    assert label(state, "type", "aaa") == "anti-aircraft artillery"
    assert label(state, "power", "us") == "United States"
