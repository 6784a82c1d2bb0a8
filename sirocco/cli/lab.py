"""`sirocco lab`: computer players against each other."""

from __future__ import annotations

import argparse
import json

from sirocco.cli.args import Commands, count, number, pairs
from sirocco.games import game, text_board
from sirocco.kernel.chance import Sampled
from sirocco.kernel.refusal import Refused


def add_commands(commands: Commands) -> None:
    lab = commands.add_parser("lab", help="let two computer players play a tournament")
    lab.add_argument("game", metavar="GAME")
    lab.add_argument("first", metavar="PLAYER")
    lab.add_argument("second", metavar="PLAYER")
    lab.add_argument("--games", type=count, default=20, metavar="N", help="games to play (20)")
    lab.add_argument("--seed", type=number, default=1, metavar="S", help="seed of the first pair")
    lab.add_argument("--scenario", metavar="NAME", help="without it, the usual one")
    lab.add_argument("--option", action="append", metavar="NAME=VALUE", help="may be repeated")
    lab.add_argument("--mixture", action="store_true", help="scenarios and options at random")
    lab.set_defaults(run=run_lab)


def run_lab(given: argparse.Namespace) -> int:
    from sirocco.players import player
    from sirocco.players.tourney import tournament

    found = game(given.game)
    for name in (given.first, given.second):
        player(name, 0)
    setting = None
    if given.mixture:
        if given.scenario or given.option:
            raise Refused("--mixture draws scenario and options: leave them out.")
    else:
        scenario = given.scenario or text_board(given.game).scenarios()[0][0]
        setting = (scenario, pairs(given.option))
        found.setup(*setting, Sampled(0))
    result = tournament(found, given.first, given.second, given.games, given.seed, setting)
    print(result)
    won, lost = result.wins
    print(
        json.dumps(
            {
                "game": given.game,
                "players": [given.first, given.second],
                "seed": given.seed,
                "games": result.games,
                "won": won,
                "lost": lost,
                "drawn": result.draws,
                "sides": result.sides,
                "seconds": round(result.seconds, 1),
            }
        )
    )
    return 0
