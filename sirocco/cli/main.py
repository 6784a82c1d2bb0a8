"""The command `sirocco`: what can be asked for, and how mistakes are answered."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from sirocco import __version__
from sirocco.cli import bench, data, fuzz, lab, play, records, reference, serve, table_open
from sirocco.kernel.record import RecordError
from sirocco.kernel.refusal import Refused

COMMANDS: Final = (reference, play, records, data, fuzz, bench, lab, serve, table_open)
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


class Parser(argparse.ArgumentParser):
    """Answers a mistake with one sentence."""

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message[:1].upper()}{message[1:300]}; {self.prog} --help tells more.")


def parser() -> Parser:
    """The parser of the whole command line."""
    top = Parser(
        prog="sirocco",
        description="A table for the wargames of the Mediterranean.",
        epilog="sirocco COMMAND --help tells what a command can do.",
    )
    top.add_argument("--version", action="version", version=f"sirocco {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", title="commands", dest="command")
    for module in COMMANDS:
        module.add_commands(commands)
    return top


def _check_command(arguments: Sequence[str], top: Parser) -> None:
    """Name the nearest command to one that does not exist."""
    known = [name for action in top._actions for name in action.choices or ()]
    if arguments and not arguments[0].startswith("-") and arguments[0] not in known:
        near = difflib.get_close_matches(arguments[0][:40], known, 1, 0.6)
        hint = f"did you mean {near[0]}?" if near else f"commands are {', '.join(known)}."
        raise Refused(f"There is no command {arguments[0][:40]!r}; {hint}")


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; mistakes are raised."""
    top = parser()
    _check_command(arguments, top)
    found = top.parse_args(arguments)
    if found.command is None:
        top.print_help()
        return 0
    return int(found.run(found))


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit code is 2 for input that cannot be used."""
    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except (Refused, RecordError) as bad:
        print(f"sirocco: {bad}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("\nsirocco: stopped.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(main())
